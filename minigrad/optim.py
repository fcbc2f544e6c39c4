"""Optimizers: what to do with the gradients once they are there.

lr           the learning rate: how long a step is
velocity     momentum's running sum of past gradients, one for each parameter
mean, square Adam's running averages of the gradient and of its square
"""

from __future__ import annotations

from collections.abc import Iterable

from minigrad.value import Value


class Optimizer:
    """Something that changes parameters by their gradients; SGD and Adam say how.

    `parameters` are Values, as `model.parameters()` gives them; `lr` is the learning rate.
    `ValueError` if there are no parameters, or if `lr` is not above zero.
    """

    def __init__(self, parameters: Iterable[Value], lr: float) -> None:
        self.parameters = list(parameters)
        if not self.parameters:
            raise ValueError("there are no parameters to optimize; pass model.parameters()")
        if not lr > 0:
            raise ValueError(f"the learning rate must be above zero, not {lr!r}")
        self.lr = lr

    def step(self) -> None:
        """Change the data of every parameter once; call it after `backward()`, which fills in the gradients."""
        raise NotImplementedError(f"{type(self).__name__} must say what a step is")

    def zero_grad(self) -> None:
        """Set every parameter's gradient to zero; do it before each `backward()`."""
        for parameter in self.parameters:
            parameter.grad = 0.0


class SGD(Optimizer):
    """Stochastic gradient descent, with momentum as in PyTorch: velocity = momentum·velocity + grad.

    Each step takes lr·velocity off the parameter's data; without momentum that is lr·grad.
    `ValueError` for a momentum below 0, or of 1 and more.

    >>> w = Value(0.5)
    >>> w.grad = -7.6
    >>> SGD([w], lr=0.01).step()
    >>> w.data
    0.576
    """

    def __init__(self, parameters: Iterable[Value], lr: float, momentum: float = 0.0) -> None:
        super().__init__(parameters, lr)
        if not 0 <= momentum < 1:
            raise ValueError(f"momentum must be at least 0 and below 1, not {momentum!r}")
        self.momentum = momentum
        self.velocity = [0.0] * len(self.parameters)

    def step(self) -> None:
        for i, parameter in enumerate(self.parameters):
            self.velocity[i] = self.momentum * self.velocity[i] + parameter.grad
            parameter.data -= self.lr * self.velocity[i]


class Adam(Optimizer):
    """Adam (Kingma and Ba, 2015): steps of about lr for a steady gradient of any size, smaller ones if its sign swings.

    Each step takes lr·mean / (√square + eps) off the parameter's data, where mean and square are
    running averages of the gradient and of its square; `betas` say how much of its past each keeps.
    The averages start at zero and are too small at first; dividing by 1 - betaᵗ corrects that, with
    t the number of the step. `ValueError` for a beta below 0, or of 1 and more.

    >>> w = Value(0.5)
    >>> w.grad = -7.6
    >>> Adam([w], lr=0.01).step()
    >>> round(w.data, 6)
    0.51
    """

    def __init__(
        self,
        parameters: Iterable[Value],
        lr: float = 0.001,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
    ) -> None:
        super().__init__(parameters, lr)
        if not all(0 <= beta < 1 for beta in betas):
            raise ValueError(f"both betas must be at least 0 and below 1, not {betas!r}")
        self.betas = betas
        self.eps = eps
        self.t = 0
        self.mean = [0.0] * len(self.parameters)
        self.square = [0.0] * len(self.parameters)

    def step(self) -> None:
        self.t += 1
        beta_mean, beta_square = self.betas
        mean_correction, square_correction = 1 - beta_mean**self.t, 1 - beta_square**self.t
        for i, parameter in enumerate(self.parameters):
            self.mean[i] = beta_mean * self.mean[i] + (1 - beta_mean) * parameter.grad
            self.square[i] = beta_square * self.square[i] + (1 - beta_square) * parameter.grad**2
            mean = self.mean[i] / mean_correction
            square = self.square[i] / square_correction
            parameter.data -= self.lr * mean / (square**0.5 + self.eps)
