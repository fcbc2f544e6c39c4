"""Training a GPT: a name at each step, Adam, and a learning rate that falls in a straight line to zero.

name        a list of tokens, as `Vocabulary.encode` gives it
step        one name's loss, its gradients, and one move of every parameter
checkpoint  what every parameter was before a step: a place of the run to come back to
"""

from __future__ import annotations

from collections.abc import Sequence

from minigrad.gpt import GPT
from minigrad.optim import Adam


class Training:
    """A run of `steps` steps, over the names in their order and from the first again when they are used up.

    `losses` holds each step's loss, before its move. `checkpoints` holds the parameters at the beginning, after every
    `checkpoint_every` steps, where `go_to` left, and at the end; `at` is the step at which the parameters stand.
    `ValueError` without names or steps, and for checkpoints less than a step apart.

    >>> from minigrad.gpt import Vocabulary
    >>> vocabulary = Vocabulary(["ada"])
    >>> training = Training(GPT(len(vocabulary), width=4, heads=1), [vocabulary.encode("ada")], steps=20)
    >>> training.run()
    >>> training.losses[0] > training.losses[-1], sorted(training.checkpoints)
    (True, [0, 20])
    """

    def __init__(
        self, gpt: GPT, names: Sequence[Sequence[int]], steps: int, lr: float = 0.01, checkpoint_every: int = 50
    ) -> None:
        if not names:
            raise ValueError("there are no names to train on")
        if steps < 1:
            raise ValueError(f"a training takes at least one step, not {steps}")
        if checkpoint_every < 1:
            raise ValueError(f"checkpoints are at least one step apart, not {checkpoint_every}")
        self.gpt = gpt
        self.names = names
        self.steps = steps
        self.lr = lr
        self.checkpoint_every = checkpoint_every
        self.optimizer = Adam(gpt.parameters(), lr, betas=(0.85, 0.99))
        self.losses: list[float] = []
        self.checkpoints: dict[int, list[float]] = {}
        self.at = 0
        self._keep()

    @property
    def done(self) -> int:
        """How many steps have been taken."""
        return len(self.losses)

    def run(self) -> None:
        """Take the steps that are left. A training that was stopped goes on from where it stands."""
        while not self.stopped() and self.done < self.steps:
            self.step()

    def stopped(self) -> bool:
        """Asked before each step, and once more after the last.

        Always `False` here. A page that shows a training puts its own in place.
        """
        return False

    def step(self) -> None:
        """One name's loss, its gradients, a move. `ValueError` when no steps are left: the rate would be zero."""
        if self.done == self.steps:
            raise ValueError(f"all {self.steps} steps have been taken; begin another training")
        if self.at != self.done:
            self.go_to(self.done)
        loss = self.gpt.loss(self.names[self.done % len(self.names)])
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.lr = self.lr * (1 - self.done / self.steps)
        self.optimizer.step()
        self.losses.append(loss.data)
        self.at = self.done
        if self.done % self.checkpoint_every == 0 or self.done == self.steps:
            self._keep()

    def go_to(self, step: int) -> None:
        """Set the parameters to what they were before this step; `KeyError` where there is no checkpoint.

        The parameters after the last step taken are kept as a checkpoint too, and the next step goes on from them.
        """
        if self.done not in self.checkpoints:
            self._keep()
        if step not in self.checkpoints:
            raise KeyError(f"no checkpoint at step {step}; there are {sorted(self.checkpoints)}")
        for parameter, data in zip(self.gpt.parameters(), self.checkpoints[step], strict=True):
            parameter.data = data
        self.at = step

    def _keep(self) -> None:
        self.checkpoints[self.done] = [parameter.data for parameter in self.gpt.parameters()]
