"""Write docs/environments/<game>.md, a page for each game, from the game's declarations. Run: python -m docs.pages"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from docs import actions, behaviour
from saleroom import envs
from saleroom.envs import history
from saleroom.envs.terms import Reward, Scope, Terms
from saleroom.games import FOLDERS, NAMES, load
from saleroom.kernel.environments import EnvironmentVersion
from saleroom.kernel.game import Game
from saleroom.kernel.layout import Part
from saleroom.kernel.options import Option
from saleroom.match import rulebook

FOLDER = behaviour.VERSIONS.parent
ENVS = Path(envs.__file__).parent
NAMING = (
    FOLDER.parent / "research" / "environments.md",
    FOLDER.parent / "reference" / "versions.md",
    *(ENVS / f"{name}.py" for name in ("gymnasium", "gymnasium_vector", "pettingzoo", "textarena")),
)
"""Files that name environments with their versions."""
SIGHT = {"public": "all", "own": "its owner"}


def page(name: str) -> str:
    """Return the page of a game."""
    game, terms = load(name), Terms.of(name)
    parts = [
        f"# {game.title}",
        game.gist,
        f"This page is written by `make pages` from what the game declares; do not edit it. What holds for all games "
        f"stands in [environments](../research/environments.md). Where nothing else is said, the tables are for "
        f"{terms.seats} seats and default options.",
        *("## Rules in brief", *_rules(game, terms)),
        *("## Seats and sizes", _sizes(game)),
        *("## Options", _options(game)),
        *("## Observation", _observation(terms), *_left_out(terms)),
        *("## Actions", *_actions(game, terms)),
        *("## History", _history(terms)),
        *("## Rewards", *_rewards(game, terms)),
        *("## Versions", _versions(name)),
    ]
    return "\n\n".join(parts) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table; vertical bars in cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def _rules(game: Game, terms: Terms) -> list[str]:
    """Return each section of the rules, with its whole articles."""
    text = rulebook.applied(game, terms.options)
    found = []
    for section in text.split("\n## ")[1:]:
        heading, *articles = section.strip().split("\n\n")
        texts = [_without_source(article) for article in articles]
        found.append(f"**{heading.lstrip('0123456789 ')}.** " + " ".join(texts))
    link = f"../../src/saleroom/games/{FOLDERS[game.name]}/RULES.md"
    return [*found, f"Whole, with every option and every source: [RULES.md]({link})."]


def _without_source(article: str) -> str:
    """Return an article without its number and its source."""
    words = re.sub(r"^\d+\.\d+ ", "", " ".join(article.split()))
    return re.sub(r" \*\([^*]*\)\*$", "", words)


def _sizes(game: Game) -> str:
    """Return a table of the sizes that depend on the number of seats."""
    head = ["seats", "numbers in an observation", "actions", "symbols of the history", "longest history of a deal"]
    tables = [Terms.of(game.name, seats) for seats in game.seats]
    rows = [(t.seats, t.layout.size, t.actions, t.symbols, t.longest) for t in tables]
    usual = f"Usually {game.usual_seats} play.\n\n" if len(game.seats) > 1 else ""
    return usual + table(head, rows)


def _options(game: Game) -> str:
    rows = [
        (f"`{option.name}`", option.choices(), _default(game, option), option.unit, option.meaning)
        for option in game.options
    ]
    return table(["option", "values", "default", "unit", "meaning"], rows)


def _default(game: Game, option: Option) -> str:
    """Return the default; if it depends on the seats, one default for each number of seats."""
    if not callable(option.default):
        return str(option.default)
    seats_with: dict[object, list[int]] = {}
    for seats in game.seats:
        seats_with.setdefault(option.default(seats), []).append(seats)
    told = [f"{value} ({span(seats[0], seats[-1])} seats)" for value, seats in seats_with.items()]
    return ", ".join(told)


def span(low: int, high: int) -> str:
    """Return the text of a span of numbers, or of a single number if both ends are the same."""
    return str(low) if low == high else f"{low}–{high}"


def _observation(terms: Terms) -> str:
    """Return a table of the observation's layout, part by part."""
    rows = [
        (
            f"`{p.name}`",
            _place(p),
            _shape(p),
            _range(p),
            p.unit,
            SIGHT[p.see],
            _meaning(terms, p),
            _unset(terms, p),
        )
        for p in terms.layout.parts.values()
    ]
    return table(["part", "at", "shape", "range", "unit", "seen by", "meaning", "without a value"], rows)


def _left_out(terms: Terms) -> list[str]:
    """Return a table of the parts that observations leave out under some options, if there are any."""
    rows = []
    for field in terms.game.record.fields[1:]:
        clauses = [clause for clause in field.dead if set(clause) - {field.name}]
        if field.see != "secret" and clauses and len(clauses) == len(field.dead) and field.name != "seats":
            when = ", or ".join(" and ".join(_chosen(terms.game, *one) for one in clause.items()) for clause in clauses)
            rows.append((f"`{field.name}`", when, field.meaning))
    intro = "Rows leave out these parts under options that keep them from changing:"
    return [intro, table(["part", "left out while", "meaning"], rows)] if rows else []


def _chosen(game: Game, name: str, values: Collection[int]) -> str:
    """Return text which says that an option has one of `values`, which are given as the record stores them."""
    option = next(option for option in game.options if option.name == name)
    said = [str(option.values[value] if option.words else value) for value in values]
    return f"`{name}` is {' or '.join(said)}"


def _unset(terms: Terms, part: Part) -> str:
    """Return the number that marks a part without a value, and the conditions under which the part has no value."""
    if part.field is None or not part.field.unset:
        return ""
    stand_in = "no members" if part.field.kind == "u8" else _number(part.field.unset_as)
    clauses = [" and ".join(_holds(terms, *one) for one in clause.items()) for clause in part.field.unset]
    return f"{stand_in} while {', or '.join(clauses)}"


def _holds(terms: Terms, name: str, values: Collection[int]) -> str:
    """Return a clause which says that a field has one of `values`; a value that has a name is written as its name."""
    unit = next(field.unit for field in terms.game.record.fields if field.name == name)
    if unit == "phase":
        return f"`{name}` is {' or '.join(f'{value} {terms.game.phases[value]}' for value in values)}"
    if unit == "seat set":
        return f"`{name}` has {'no' if 0 in values else 'some'} members"
    return f"`{name}` is {' or '.join(map(_number, values))}"


def _place(part: Part) -> str:
    """Return the span of indices at which a part is in an observation."""
    return span(part.at.start, part.at.stop - 1)


def _range(part: Part) -> str:
    return f"{_number(part.low)} to {_number(part.high)}"


def _shape(part: Part) -> str:
    """Return the sizes of a part's axes as text; the axis of seats is named."""
    axes = [str(size) for size in part.shape]
    if part.by_seat:
        axes[0] = f"seats {axes[0]}"
    return " × ".join(axes) or "one"


def _meaning(terms: Terms, part: Part) -> str:
    """Return the meaning of a part, with names for its numbers if its unit has names."""
    if part.unit == "phase":
        return f"{part.meaning}: {_numbered(terms.game.phases)}"
    if part.unit == "choice":
        option = next(option for option in terms.game.options if option.name == part.name)
        return f"{part.meaning}: {_numbered(map(str, option.values))}"
    return part.meaning


def _numbered(names: Iterable[str]) -> str:
    return ", ".join(f"{number} {name}" for number, name in enumerate(names))


def _actions(game: Game, terms: Terms) -> list[str]:
    """Return the actions of each phase."""
    said = table(["phase", "ids", "words"], actions.table(terms))
    hidden = [name for name in game.phases if name in {*game.private, *game.sealed}]
    closed = f"What is chosen in the phases {' and '.join(hidden)} stays hidden from the others." if hidden else ""
    return [f"There are {terms.actions} ids, from 0 on.", said, *filter(None, [closed])]


def _history(terms: Terms) -> str:
    """Return a table of the history's symbols."""
    rows = [(span(ids[0], ids[-1]), what) for ids, what in history.vocabulary(terms)]
    actors = (
        f"Actors are the seats, and {terms.table} for the table." if terms.game.upturned else "Actors are the seats."
    )
    return f"{actors}{_secrets(terms)}\n\n{table(['symbols', 'what happened'], rows)}"


def _secrets(terms: Terms) -> str:
    """Return a sentence about the private symbol of each row."""
    if not terms.has_secrets:
        return " The private symbol is always −1."
    piece = f"{terms.first_turned} plus the number of a piece"
    drawn = f"in the row of a piece from the table it is {piece}" if terms.game.drawn else ""
    hides = terms.game.private or terms.game.sealed
    hidden = "in the row of a hidden choice it is the id of the action" if hides else ""
    return f" The private symbol is −1, except for the actor: {' and '.join(filter(None, [hidden, drawn]))}."


def _rewards(game: Game, terms: Terms) -> list[str]:
    """Return text about the scale of rewards, and a table of the lowest and highest reward of an episode."""
    kinds: list[tuple[Reward, Scope]] = [
        ("score", "deal"),
        ("score", "match"),
        ("ahead", "deal"),
        ("ahead", "match"),
        ("win", "match"),
    ]
    rows = [
        (reward, scope, *map(_number, Terms.of(game.name, scope=scope, reward=reward).utility))
        for reward, scope in kinds
    ]
    bounds = terms.bounds
    length = f"A match has at most {bounds.deals} deals, a deal at most {bounds.moves} actions."
    return [
        f'With `reward="score"` each settlement brings a seat the change of its {game.unit}, unscaled. With '
        '`reward="ahead"` it brings this change less the mean of the other seats\' changes.',
        table(["reward", "scope", "least sum", "greatest sum"], rows),
        length,
    ]


def _number(value: float) -> str:
    return str(int(value)).replace("-", "−")


def _versions(name: str) -> str:
    """Return a table of the versions, with the digest of the game's behaviour in each version."""
    versions = zip(load(name).environments, behaviour.known()[name], strict=True)
    rows = [(number, one.changed, _state(one), f"`{digest}`") for number, (one, digest) in enumerate(versions)]
    return table(["version", "what changed", "state", "digest of its behaviour"], rows)


def _state(version: EnvironmentVersion) -> str:
    """Return whether a version is gone, open to changes, or fixed."""
    if version.is_gone:
        return "gone"
    return f"open until {version.open_until}" if behaviour.is_open(version) else "fixed"


def write_digests() -> None:
    """Update the digest of each game's newest version, if it has no digest yet or is open."""
    known = behaviour.known()
    digests = {name: behaviour.extended(name, known.get(name, [])) for name in NAMES}
    behaviour.VERSIONS.write_text(json.dumps(digests, indent=2) + "\n", "utf-8")


def with_newest_versions(text: str) -> str:
    """Return a text with the newest version in each name of an environment, such as ``saleroom/auction-pitch-v1``."""
    named = r"(saleroom/|Saleroom-)([a-z-]+)-v\d+"
    return re.sub(named, lambda name: f"{name[1]}{load(name[2]).environment_id}", text)


def main() -> None:
    """Write all pages, and update the version wherever environments are named."""
    write_digests()
    for path in NAMING:
        path.write_text(with_newest_versions(path.read_text("utf-8")), "utf-8")
    for name in NAMES:
        (FOLDER / f"{name}.md").write_text(page(name), "utf-8")


if __name__ == "__main__":
    main()
