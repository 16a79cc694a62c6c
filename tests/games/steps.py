"""Ordered steps in the development of a new game, from the generated files to a complete game. Each unfinished step
says what to do.

`make new-game` writes a `test_next_step.py` that checks them in order. Each check plays the game instead of reading its
code. Functions that are not written yet raise `NotImplementedError` with a text that says what to write.
"""

from __future__ import annotations

import json
import random
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from saleroom.games import FOLDERS, load
from saleroom.kernel import choices, verbs
from saleroom.kernel.fields import CHANCE, FILLER, MATCH
from saleroom.match.errors import BadRecord
from saleroom.match.match import Match
from saleroom.match.referee import replay
from tests.games import data_of, has_part, of_game

MOST_ACTIONS = 20_000
MATCHES = 3
LONGEST = 600
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Step:
    """Step in the development of a new game.

    `what` says what to do. `check` raises `NotImplementedError` or `AssertionError` until the step is done.
    """

    name: str
    what: str
    check: Callable[[str], None]


def show(name: str, number: int) -> None:
    """Fail with instructions if the step at index `number` is the first unfinished step. Skip the test if an earlier
    step is unfinished.
    """
    for at, step in enumerate(STEPS[: number + 1]):
        missing = todo(step, name)
        if missing and at < number:
            pytest.skip(f"after step {at + 1}, {step.name}")
        if missing:
            folder = FOLDERS[name]
            where = f"src/saleroom/games/{folder}, tests in tests/games/{folder}"
            pytest.fail(f"Step {at + 1} of {len(STEPS)} ({where}): {missing}", pytrace=False)


@cache
def todo(step: Step, name: str) -> str:
    """Return in one line what remains to be done for `step`. Return an empty text once the step is done."""
    try:
        step.check(name)
    except NotImplementedError as missing:
        return str(missing) or step.what
    except AssertionError as missing:
        text, raised_in = _line(missing), traceback.extract_tb(missing.__traceback__)[-1].filename
        return text if text and raised_in == __file__ else ": ".join(filter(None, (step.what, text)))
    except Exception as error:  # an unfinished game can raise any exception
        return f"{step.what}: {type(error).__name__}: {_line(error)}{_place(error, name)}"
    return ""


def _line(error: BaseException) -> str:
    """Return the text of `error` in one line."""
    return " ".join(str(error).split())[:LONGEST]


def _place(error: BaseException, name: str) -> str:
    """Return where in the game or its tests `error` was raised, or an empty text if it was raised elsewhere."""
    frames = [(Path(frame.filename), frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    own = [(path, line) for path, line in frames if path.is_relative_to(ROOT) and FOLDERS[name] in path.parts]
    return f" ({own[-1][0].relative_to(ROOT).as_posix()}:{own[-1][1]})" if own else ""


def matches(name: str) -> Iterator[Match]:
    """Yield a few short matches, each after its first deal."""
    game = load(name)
    for seats in (game.seats[0], game.seats[-1]):
        for number in range(MATCHES):
            options = game.settle_options({"deals": 2} if "deals" in [o.name for o in game.options] else {}, seats)
            yield Match(game, options, ["test"] * seats, seed=number).run_table()


def moments(name: str) -> Iterator[Match]:
    """Play some matches with random actions. Yield each match before each action, and again when it is over."""
    rng = random.Random(name)
    for match in matches(name):
        for _ in range(MOST_ACTIONS):
            yield match
            if match.over:
                break
            seat = rng.choice(match.to_act)
            match.act(seat, rng.choice(legal_ids(match, seat)))
        assert match.over, f"a match of two deals is not over after {MOST_ACTIONS} actions: see `act`"


def legal_ids(match: Match, seat: int) -> list[int]:
    """Return the ids of a seat's legal actions. Call `legal` uncompiled, because it might not compile yet."""
    return choices.ids(verbs.legal(match.view(seat), seat))


# Some modules import all games, so each step imports them only when it runs. An import error in a new game is then
# reported as the next step.


def texts(name: str) -> None:
    from tests.test_articles_complete import articles_of

    assert articles_of(name)


def declaration(name: str) -> None:
    assert load(name).gist


def record(name: str) -> None:
    game = load(name)
    known = {field.name for field in (*CHANCE, *MATCH)} | {option.name for option in game.options} | {"deck"}
    assert {field.name for field in game.record.fields[1:] if not field.name.startswith(FILLER)} - known
    assert len(game.phases) > 1


def deal(name: str) -> None:
    for match in matches(name):
        assert match.to_act, "let a seat act after the deal: `table` sets `s.acting`"


def actions(name: str) -> None:
    for match in matches(name):
        for seat in match.to_act:
            view, ids = match.view(seat), legal_ids(match, seat)
            assert ids, f"`legal` gives seat {seat} no choice, though it may act"
            words = [match.game.format_action(view, seat, action) for action in ids]
            assert [match.game.parse_action(view, seat, text) for text in words] == ids, "words and ids are not inverse"


def play(name: str) -> None:
    from tests.contract.test_auctions import fault

    for match in moments(name):
        wrong = fault(match, {seat: legal_ids(match, seat) for seat in match.to_act})
        assert not wrong, f"`auction` in `GAME`: {wrong}"


def limits(name: str) -> None:
    for match in moments(name):
        bounds, most = (
            match.game.bounds(match.options, match.seats),
            match.game.action_bound(match.options, match.seats),
        )
        assert len(match.deals) <= bounds.deals, "`bounds` allows fewer deals than a match has"
        for seat in match.to_act:
            assert max(legal_ids(match, seat)) < most, "`action_bound` is not above every legal action id"


def reasons(name: str) -> None:
    for match in moments(name):
        for seat in match.to_act:
            most = match.game.action_bound(match.options, match.seats)
            wrong = next((action for action in range(most) if action not in legal_ids(match, seat)), None)
            assert wrong is None or match.game.why_not(match.view(seat), seat, wrong)


def worlds(name: str) -> None:
    """Check imagined worlds as the contract tests do, but call the uncompiled function `imagine`."""
    own = of_game(name, "worlds")
    for match in moments(name):
        own.places(match.state)
        for seat in match.to_act:
            world = match.views(seat).copy()
            verbs.imagine(world[0], seat, np.array([seat], np.uint64))
            for holding in match.game.holdings(match.view(seat), seat):
                match.game.held(match.state, holding.owner, holding.kind)
            complete, seen = match.record(), match.record(seat=seat)
            complete["deals"][-1]["events"] = own.complete(list(seen["deals"][-1]["events"]), world[0], seat)
            try:
                replay({**complete, "seed": None})
            except BadRecord as refused:
                raise AssertionError(
                    f"the world that `imagine` makes for seat {seat} does not fit what it has seen, as `complete` in "
                    f"worlds.py writes it: {refused}"
                ) from None


def articles(name: str) -> None:
    from tests.test_articles_complete import articles_of, names_of_tests

    missing = set(articles_of(name)) - {tuple(map(int, test.split("_")[1:3])) for test in names_of_tests(name)}
    named = ", ".join(f"{section}.{number}" for section, number in sorted(missing))
    assert not missing, f"write a test of article {named} in test_articles.py"


def twin(name: str) -> None:
    from tests.test_twins_agree import agree_to_the_end

    for match in matches(name):
        agree_to_the_end(match, random.Random(name))


def story(name: str) -> None:
    from tests.envs.values import agree_on_values

    for seats in (load(name).seats[0], load(name).seats[-1]):
        agree_on_values(name, seats, "match", random.Random(name))


def endings(name: str) -> None:
    own = of_game(name, "endings")
    assert own.SHOWS and {case.shows for case in own.CASES} == set(own.SHOWS)
    recorded = data_of(name, "recorded.jsonl") if has_part(name, "recorded.jsonl") else ""
    shown = [json.loads(line)["shows"] for line in recorded.splitlines()]
    assert shown == [case.shows for case in own.CASES], f"record them: python -m tests.recorded.make {name}"


def finished(name: str) -> None:
    raise NotImplementedError


STEPS = (
    Step(
        "rules",
        "write the articles of RULES.md: ``1.1 text *(source, or ruling)*``, one for each rule, numbered "
        "within sections; `{option}` stands for an option's number, ``1.2 [option=value] text`` holds under one word",
        texts,
    ),
    Step(
        "declaration",
        "say in `GAME` (__init__.py) what the game is: its gist in a sentence, seats, unit, pieces",
        declaration,
    ),
    Step(
        "record",
        "declare the record in rules/record.py: options, phases, and each field once: type, range, unit, "
        "meaning and who may see it (kernel/fields.py; ready-made: AUCTION in kernel/auctions.py, TRICKS in "
        "kernel/tricks.py, CHIPS in kernel/pots.py)",
        record,
    ),
    Step("deal", "deal the cards", deal),
    Step("actions", "say what may be done, and its words", actions),
    Step("play", "carry actions out and settle deals", play),
    Step("limits", "say how far a match can go", limits),
    Step("reasons", "say why an action is not legal", reasons),
    Step("worlds", "imagine what is hidden", worlds),
    Step("articles", "write a test of every article in test_articles.py", articles),
    Step(
        "twin",
        "write the slow twin in twin.py, from RULES.md alone: what tests/games/twins.py leaves open",
        twin,
    ),
    Step("story", "say in story.py of its tests when each field has a value (tests/envs/stories.py)", story),
    Step(
        "endings",
        "name in endings.py of its tests each way in which a deal or a match can end, with a case for each, "
        "and record them: python -m tests.recorded.make and the game's name",
        endings,
    ),
    Step(
        "finish",
        "the game is complete: delete test_next_step.py, then `make generated lint test`; heuristics, a game "
        "model, a scene, hints, a lesson and a board of its own may follow (CONTRIBUTING.md)",
        finished,
    ),
)
