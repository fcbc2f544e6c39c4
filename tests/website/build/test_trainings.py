"""A training is computed once on a machine, and what it came to is the same whoever has computed it."""

from __future__ import annotations

import json
import multiprocessing
from io import StringIO
from pathlib import Path

import pytest

from claims.author.rules import load_page
from claims.program import store
from claims.program.isolation import interpret_in_subprocess
from claims.program.page_run import run_page
from claims.program.program import program_of
from claims.program.session import Session
from minigrad import gpt as gpt_module
from minigrad.fused import FusedGPT
from minigrad.gpt import GPT, Vocabulary
from minigrad.optim import SGD
from minigrad.training import Training
from minigrad.value import Value
from website.build.trainings import FOLDER, kept_trainings, read_record, run_once
from website.shared.restore import note_the_engine
from website.shared.trainings import fill_in, key_of, packed, public_record, record_of, stop_check, unpacked

NAMES = ["ada", "bea", "abe"]
VOCABULARY = Vocabulary(NAMES)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which nothing is kept yet."""
    monkeypatch.chdir(tmp_path)
    note_the_engine()
    return tmp_path / FOLDER


def small(kind: type[GPT] = FusedGPT, seed: int = 1, steps: int = 6, names: list[str] = NAMES) -> Training:
    model = kind(len(VOCABULARY), width=4, heads=1, context=4, seed=seed)
    return Training(model, [VOCABULARY.encode(name) for name in names], steps, checkpoint_every=2)


def all_of(training: Training) -> list[object]:
    """Everything that a training and its model hold."""
    optimizer = training.optimizer
    parameters = [(parameter.data, parameter.grad) for parameter in training.gpt.parameters()]
    averages = [optimizer.mean, optimizer.square, optimizer.t, optimizer.lr]
    return [training.losses, training.checkpoints, parameters, averages, training.done]


def trained(training: Training) -> Training:
    training.run()
    return training


def test_a_training_is_taken_once(folder: Path) -> None:
    with kept_trainings() as keys:
        trained(small())
    [path] = folder.glob("*.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | {"losses": packed([0.5] * 6)}))
    with kept_trainings() as again:
        assert trained(small()).losses == [0.5] * 6
    assert again == keys == [path.stem]


def test_what_is_kept_is_what_a_training_comes_to_by_itself() -> None:
    with kept_trainings():
        trained(small())
        stored_training = trained(small())
    assert all_of(stored_training) == all_of(trained(small()))


def test_a_training_that_was_filled_in_goes_on_as_any_other() -> None:
    with kept_trainings():
        trained(small())
        filled = trained(small())
    alone = trained(small())
    for training in (filled, alone):
        training.steps = 9
        training.run()
    assert all_of(filled) == all_of(alone)


def test_the_engine_is_asked_by_nobody_afterwards() -> None:
    before = Training.stopped
    with kept_trainings():
        assert Training.stopped is not before
    assert Training.stopped is before


@pytest.mark.parametrize(
    "other",
    [
        lambda: small(seed=2),
        lambda: small(steps=7),
        lambda: small(GPT),
        lambda: small(names=["ada", "bea", "bea"]),
        lambda: Training(small().gpt, small().names, 6, lr=0.02, checkpoint_every=2),
        lambda: Training(small().gpt, small().names, 6, checkpoint_every=3),
    ],
    ids=["seed", "steps", "class", "names", "rate", "checkpoints"],
)
def test_what_decides_a_training_is_in_its_key(other) -> None:
    assert key_of(small()) == key_of(small())
    assert key_of(other()) not in (None, key_of(small()))


def test_names_that_are_never_reached_do_not_count() -> None:
    assert key_of(small(names=["ada", "bea", "abe", "ada"], steps=3)) == key_of(small(steps=3))


def test_the_last_digits_of_a_machine_do_not_count() -> None:
    other = small()
    for parameter in other.gpt.parameters():
        parameter.data *= 1 + 2e-16
    assert key_of(other) == key_of(small())
    other.gpt.parameters()[0].data += 0.001
    assert key_of(other) != key_of(small())


def test_one_parameter_in_two_places_counts() -> None:
    tied, alike = small().gpt, small().gpt
    tied.output = tied.tokens
    alike.output = [[Value(parameter.data) for parameter in row] for row in alike.tokens]
    names = small().names
    assert key_of(Training(tied, names, 6)) not in (None, key_of(Training(alike, names, 6)))


class Foreign(FusedGPT):
    """Of a module that is neither the engine nor a page."""


def foreign_class() -> Training:
    return small(Foreign)


def forged_class() -> Training:
    return small(type("GPT", (FusedGPT,), {"__module__": "minigrad.gpt"}))


def foreign_method() -> Training:
    training = small()
    training.gpt.mlp = lambda *_: []  # type: ignore[method-assign]
    return training


def computed() -> Training:
    training = small()
    training.gpt.tokens[0][0] = training.gpt.tokens[0][1] * 2
    return training


@pytest.mark.parametrize("make", [foreign_class, forged_class, foreign_method, computed])
def test_what_is_neither_the_engines_nor_the_pages_has_no_key(make) -> None:
    assert key_of(make()) is None


def test_in_an_engine_that_was_changed_there_is_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GPT, "mlp", lambda *_: [])
    assert key_of(small()) is None
    monkeypatch.undo()
    monkeypatch.setattr(gpt_module, "EPSILON", 1.0)
    assert key_of(small()) is None
    monkeypatch.undo()
    note_the_engine()
    with stop_check(lambda _: False):
        assert key_of(small()), "to be asked is no change"


def test_a_training_without_a_key_is_not_kept(folder: Path) -> None:
    with kept_trainings() as keys:
        trained(foreign_class())
    assert keys == []
    assert list(folder.glob("*")) == []


OWN = """
import math
import random
from minigrad.fused import FusedGPT
from minigrad.optim import Adam

slope = 1

class Leaky(FusedGPT):
    share = 0.1

    def mlp(self, x, layer):
        hidden = [self.bent(x_i) for x_i in self.linear(x, layer.widen)]
        return self.linear(hidden, layer.narrow)

    @staticmethod
    def bent(x_i):
        return x_i.relu() * slope + leak(x_i)

class Own(Leaky):
    def __init__(self, *sizes, **how):
        super().__init__(*sizes, **how)
        self.calls = []

class Forgetful(Adam):
    def zero_grad(self):
        pass

def leak(x_i):
    return x_i * math.sqrt(Leaky.share)
"""


UNBOUND = """
def outer():
    def inner():
        return later
    if not inner:
        later = 1
    return inner

slope = outer()
"""


def own(page: str = OWN) -> Training:
    """A training whose model and optimizer are of classes that a page defines."""
    session = Session()
    program = program_of(load_page(Path("page.md"), f"```python\n{page.strip()}\n```\n"))
    for statement in program.cells[0].statements:  # type: ignore[union-attr]
        session.execute(statement, StringIO())
    training = small(session.page["Own"])
    training.optimizer = session.page["Forgetful"](training.gpt.parameters(), 0.01)
    return training


def test_a_class_of_a_page_is_the_same_wherever_its_page_defines_it() -> None:
    assert key_of(own()) is not None
    assert key_of(own("elsewhere = 1\n" + OWN)) == key_of(own())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("slope = 1", "slope = 2"),
        ("share = 0.1", "share = 0.2"),
        ("x_i.relu()", "x_i.tanh()"),
        ("math.sqrt", "math.exp"),
        ("        pass", "        super().zero_grad()"),
        ("self.calls = []", "self.calls = [1]"),
        ("class Own(Leaky)", "class Own(FusedGPT)"),
    ],
)
def test_whatever_a_class_of_a_page_does_is_in_the_key(old: str, new: str) -> None:
    assert OWN.count(old) == 1
    assert key_of(own(OWN.replace(old, new))) not in (None, key_of(own()))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return x_i * math", "return x_i * random.random() * math"),
        ("return x_i * math", "import random as r; return x_i * r.random() * math"),
        ("return x_i * math", "global slope; slope = 2; return x_i * math"),
        ("slope = 1", "slope = random.Random(1)"),
        ("import math", "import cmath as math"),
        ("self.calls = []", "self.calls = []; self.calls.append(self.calls)"),
        ("slope = 1", UNBOUND),
    ],
)
def test_what_may_be_another_thing_each_time_has_no_key(old: str, new: str) -> None:
    text = OWN.replace(old, new)
    assert text != OWN
    assert key_of(own(text)) is None


def test_a_training_of_a_page_is_kept_and_filled_in(folder: Path) -> None:
    with kept_trainings() as keys:
        trained(own())
        filled = trained(own())
    assert len(keys) == 2
    assert len(list(folder.glob("*.json"))) == 1
    assert all_of(filled) == all_of(trained(own()))


@pytest.mark.parametrize("call", ["1", "self.calls"])
def test_a_model_that_counts_its_calls_is_trained_each_time(folder: Path, call: str) -> None:
    counting = OWN.replace("return self.linear(hidden", f"self.calls.append({call}); return self.linear(hidden")
    with kept_trainings() as keys:
        calls = [len(trained(own(counting)).gpt.calls) for _ in range(2)]  # type: ignore[attr-defined]
    assert calls[0] == calls[1] > 0
    assert keys == []
    assert not list(folder.glob("*.json"))


def test_any_optimizer_of_the_engine_may_train() -> None:
    def by_descent() -> Training:
        training = small()
        training.optimizer = SGD(training.gpt.parameters(), 0.01, momentum=0.9)  # type: ignore[assignment]
        return trained(training)

    with kept_trainings() as keys:
        by_descent()
        filled = by_descent()
    alone = by_descent()
    assert len(keys) == 2
    for name in ("losses", "checkpoints"):
        assert getattr(filled, name) == getattr(alone, name)
    assert vars(filled.optimizer)["velocity"] == vars(alone.optimizer)["velocity"] != [0.0] * len(NAMES)


def test_what_a_reader_fetches_ends_exactly_and_comes_there_shortened() -> None:
    whole = record_of(trained(small()))
    short = public_record(whole)
    assert len(json.dumps(short)) < 0.8 * len(json.dumps(whole))
    training = small()
    fill_in(training, short)
    assert record_of(training)["data"] == whole["data"]
    assert training.checkpoints[6] == unpacked(whole["checkpoints"]["6"])
    assert training.checkpoints[2] == pytest.approx(unpacked(whole["checkpoints"]["2"]), rel=1e-7)


@pytest.mark.parametrize("broken", ["", "{"])
def test_a_broken_record_is_written_anew(folder: Path, broken: str) -> None:
    with kept_trainings() as keys:
        trained(small())
    [path] = folder.glob("*.json")
    path.write_text(broken)
    with kept_trainings():
        training = trained(small())
    assert json.loads(path.read_text()) == record_of(training)
    assert len(keys) == 1


def take(queue) -> None:
    """In a process of its own: a training whose every step is told."""
    training = small(steps=3)
    step = Training.step

    def report_and_step(self: Training) -> None:
        queue.put(self.done)
        step(self)

    Training.step = report_and_step  # type: ignore[method-assign]
    run_once(training, "key")


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no processes side by side")
def test_two_that_run_side_by_side_take_the_steps_of_one() -> None:
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    both = [context.Process(target=take, args=(queue,)) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join()
    steps = []
    while not queue.empty():
        steps.append(queue.get())
    assert steps == [0, 1, 2]


PAGE = """# Page

```python
from minigrad.fused import FusedGPT
from minigrad.training import Training

training = Training(FusedGPT(3, width=4, heads=1), [[2, 0, 1, 2]], steps=4)
training.run()
training.done  # 4
```
"""


def test_a_run_says_which_trainings_its_page_uses(folder: Path) -> None:
    run = interpret_in_subprocess(
        program_of(load_page(Path("page.md"), PAGE)), companions={"trainings": kept_trainings}
    )
    assert run.failure is None
    assert run.notes == {"trainings": [path.stem for path in folder.glob("*.json")]}
    assert len(run.notes["trainings"]) == 1
    assert store.run_from(json.loads(json.dumps(store.as_json(run)))) == run


def test_the_checker_knows_the_companion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_remembered", {})
    assert run_page(load_page(Path("page.md"), PAGE)).run.notes["trainings"]


@pytest.mark.parametrize("process", ["the same", "a new one"])
def test_a_run_whose_training_is_kept_no_more_is_run_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, process: str
) -> None:
    monkeypatch.setattr(store, "_remembered", {})
    page = load_page(Path("page.md"), PAGE)
    [key] = run_page(page).run.notes["trainings"]
    (folder / f"{key}.json").unlink()
    if process == "a new one":
        store._remembered.clear()
    assert run_page(page).run.notes["trainings"] == [key]
    assert read_record(key)
