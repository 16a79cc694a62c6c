"""A seat's observation and legal actions as text or JSON, for language models and for inspection.

Everything comes from the fields that a game declares. A set of cards is written as a list of cards, an option as its
word, a seat as its number, and a code as its meaning. A field that has no value now, such as trump before it is chosen,
is left out. The only input is the seat's view.

>>> from saleroom.envs import text_observations
>>> from saleroom.envs.episode import Episode
>>> from saleroom.envs.terms import Terms
>>> terms = Terms.of("auction-pitch", seats=4)
>>> episode = Episode(terms)
>>> episode.begin(seed=7)
>>> seen = text_observations.as_json(terms, episode.view(1), 1)
>>> seen["sees"]["hand"], seen["legal"][1]
(['3C', '7C', 'QD', 'KD', '2H', 'KS'], {'id': 53, 'words': 'bid 1'})
>>> episode.act(text_observations.action_of(terms, episode.view(1), 1, "bid 3"))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.envs.terms import Terms
from saleroom.kernel import choices, loops
from saleroom.kernel.cards import SUIT_WORDS
from saleroom.kernel.fields import Field
from saleroom.kernel.layout import Part
from saleroom.kernel.options import shown
from saleroom.kernel.refusals import refusal_of
from saleroom.match.errors import IllegalAction

Atom = int | str | bool | None
Json = Atom | list["Json"]
"""A JSON value; None if the field has no value."""


def as_json(
    terms: Terms, view: Any, seat: int | None, legal: bool = True, told: Sequence[str] | None = None
) -> dict[str, Any]:
    """Return what `seat` sees in its view, as values for `json.dumps`.

    Args:
        terms: what is played.
        view: the view of that seat, from `Episode.view` or `Match.view`.
        seat: the observer; None for a spectator, who sees no seat's own fields.
        legal: whether to list the seat's legal actions, each with its ``id`` and its ``words``. In a sealed phase,
            every seat that has yet to choose has legal actions.
        told: the events in words, from `saleroom.envs.text_episode`; None to leave them out.
    """
    options, values = terms.stated_options, _values(terms, view, seat)
    order = [field.name for field in terms.game.record.fields if field.name in options]
    fields = {
        "game": terms.game.name,
        "seat": seat,
        "seats": terms.seats,
        "options": {name: options[name] for name in order},
        "sees": {name: value for name, value in values.items() if name not in options},
    }
    if told is not None:
        fields["history"] = list(told)
    if legal and seat is not None:
        words = terms.game.format_action
        fields["legal"] = [{"id": id, "words": words(view, seat, id)} for id in legal_ids(terms, view, seat)]
    return fields


def text(terms: Terms, view: Any, seat: int | None, legal: bool = True, told: Sequence[str] | None = None) -> str:
    """Return the content of `as_json` as lines of text, with the meaning of every field."""
    fields = as_json(terms, view, seat, legal, told)
    parts = terms.layout.parts
    options = ", ".join(f"{name} {value}" for name, value in fields["options"].items())
    lines = [f"{terms.game.title}, {terms.seats} seats: {options}."]
    lines += ["You look on. You see:" if seat is None else f"You are seat {seat}. You see:"]
    lines += [_line(terms, parts[name], value) for name, value in fields["sees"].items()]
    if told is not None:
        lines += ["What has happened:" if told else "Nothing has happened yet.", *(f"- {event}" for event in told)]
    if "legal" in fields:
        lines += ["You may:" if fields["legal"] else "It is not your turn."]
        lines += [f"- {action['words']}" for action in fields["legal"]]
    return "\n".join(lines)


def changes(terms: Terms, view: Any, seat: int, before: dict[str, Any], legal: bool = True) -> str:
    """Return the changes since `before`, which is ``sees`` in the result of an earlier `as_json`; each field is one
    line.
    """
    fields = as_json(terms, view, seat, legal)
    parts, sees = terms.layout.parts, fields["sees"]
    lines = [f"- {name}: {_said(terms, parts[name], sees[name])}" for name in sees if sees[name] != before.get(name)]
    lines += [f"- {name}: no longer has a value" for name in before if name not in sees]
    if legal:
        lines += ["You may:", *(f"- {action['words']}" for action in fields["legal"])]
    return "\n".join(lines)


def legal_ids(terms: Terms, view: Any, seat: int) -> list[int]:
    """Return the ids of the seat's legal actions, ascending; the list is empty unless the seat may act."""
    return choices.ids(loops.legal(_alone(terms, view), 0, terms.seat(seat)))


def action_of(terms: Terms, view: Any, seat: int, said: str) -> int:
    """Return the id of a legal action from its text, ignoring outer spaces; `IllegalAction` says what is wrong."""
    if not isinstance(said, str):
        raise IllegalAction(f"an action is words, not {shown(said)}")
    try:
        action = terms.game.parse_action(view, terms.seat(seat), said.strip())
    except ValueError as error:
        raise IllegalAction(refusal_of(error)) from None
    legal = legal_ids(terms, view, seat)
    if not legal:
        raise IllegalAction(f"it is not seat {seat}'s turn")
    if action not in legal:
        raise IllegalAction(terms.game.why_not(view, seat, action))
    return action


# Values


def _alone(terms: Terms, view: Any) -> Any:
    """Return a record as an array with one element."""
    states = terms.game.record.blank(1)
    states[0] = view
    return states


def _values(terms: Terms, view: Any, seat: int | None) -> dict[str, Json]:
    """Return as JSON values the fields that the seat, or a spectator, sees and that have a value now."""
    layout = terms.layout
    rows = layout.split(terms.row(_alone(terms, view), seat or 0))
    fields = [part.field for part in layout.parts.values() if part.field]
    beginnings = {field.ring[0] for field in fields if field.ring}
    return {
        field.name: _value(terms, field, _unrolled(field, rows, view))
        for field in fields
        if field.name not in beginnings and (field.see == "public" or seat is not None)
        if field.is_set(view)
    }


def _unrolled(field: Field, rows: dict[str, NDArray], view: Any) -> NDArray:
    """Return the values of a field. For a ring buffer, return only the elements in use, oldest first."""
    values = rows[field.name]
    if not field.ring:
        return values
    begins, length = (int(view[name]) for name in field.ring)
    return np.roll(values, -begins)[:length]


def _value(terms: Terms, field: Field, values: NDArray) -> Json:
    """Return the values of a field as nested lists."""
    is_set = field.unit.endswith(" set")
    if values.ndim > is_set:
        return [_value(terms, field, each) for each in values]
    if is_set and field.nothing and not values.any():
        return None
    if is_set:
        return [_atom(terms, field, int(member)) for member in np.flatnonzero(values)]
    return _atom(terms, field, int(values))


def _atom(terms: Terms, field: Field, value: int) -> Atom:
    """Return the meaning of one value, from the field's declaration or from its unit."""
    if field.nothing and value == field.nothing[0]:
        return None
    if value in field.senses:
        return field.senses[value]
    match field.unit.removesuffix(" set"):
        case "card" | "tile":
            return terms.game.pieces[value]
        case "suit":
            return SUIT_WORDS[value]
        case "phase":
            return terms.game.phases[value]
        case "flag":
            return bool(value)
    return value


# Lines


def _line(terms: Terms, part: Part, value: Json) -> str:
    """Return a field as a line of text, with its meaning."""
    assert part.field
    return f"- {part.name} ({part.field.tells}): {_said(terms, part, value)}"


def _said(terms: Terms, part: Part, value: Json) -> str:
    """Return a value in words. In a list by seat, each value follows the seat's number."""
    if part.by_seat and isinstance(value, list):
        return "; ".join(f"seat {seat}: {_flat(terms, part, each)}" for seat, each in enumerate(value))
    return _flat(terms, part, value)


def _flat(terms: Terms, part: Part, value: Json) -> str:
    """Return as text a value that is not a list by seat.

    A set that contains most cards is described by the missing cards.
    """
    if isinstance(value, list) and value and isinstance(value[0], list):
        return ", ".join(_flat(terms, part, each) for each in value)
    if isinstance(value, list):
        pieces = terms.game.pieces
        if part.unit == "card set" and 2 * len(value) > len(pieces):
            missing = [name for name in pieces if name not in value]
            return " ".join(["all but", *missing]) if missing else "all"
        return " ".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
