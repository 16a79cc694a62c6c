"""Match record `saleroom/1`: a match as one JSON object, whole or as one seat saw it, and checks of its structure."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from typing import Any, Protocol

import orjson

from saleroom.kernel.game import HIDDEN, Game, State
from saleroom.kernel.options import Option
from saleroom.match.errors import BadRecord
from saleroom.match.events import Deal, Watcher, still_sealed

FORMAT = "saleroom/1"
Record = dict[str, Any]


class Recorded(Protocol):
    """Attributes of a match that are written to its record.

    The class `saleroom.match.match.Match` has these attributes. Importing that class here would be circular.
    """

    game: Game
    rules_version: int
    options: dict[str, Any]
    players: list[str]
    seed_text: str | int | None
    fair: dict[str, Any] | None
    deals: list[Deal]

    @property
    def state(self) -> State: ...
    @property
    def over(self) -> bool: ...
    @property
    def scores(self) -> list[int]: ...
    @property
    def winners(self) -> list[int]: ...
    def seat(self, seat: Any, /) -> int: ...


def write(match: Recorded, seat: Watcher | None, opened: bool = True) -> Record:
    """Return a match's record: whole if `seat` is None, else as `seat` may see it.

    The end of the match opens everything, unless `opened` is false.
    """
    whole = seat is None or (match.over and opened)
    watcher = None if seat is None or seat == "public" else match.seat(seat)
    record: Record = {"format": FORMAT, "game": match.game.name}
    if match.rules_version > 1:
        record["rules_version"] = match.rules_version
    named = match.game.options_in(match.rules_version)
    record["options"] = {option.name: match.options[option.name] for option in named}
    record["players"] = list(match.players)
    record["seed"] = match.seed_text if whole else None
    if match.fair is not None and whole:
        record["fair"] = deepcopy(match.fair)
    record["deals"] = [
        _write_deal(deal, whole, watcher, still_sealed(match.game, match.state, deal)) for deal in match.deals
    ]
    if match.over:
        record["scores"] = match.scores
        record["winners"] = match.winners
    return record


def _write_deal(deal: Deal, whole: bool, watcher: int | None, sealed: frozenset[int]) -> Record:
    if whole:
        events = [event.text() for event in deal.events]
    else:
        events = [event.seen_from(watcher, place in sealed) for place, event in enumerate(deal.events)]
    written: Record = {"dealer": deal.dealer, "events": events}
    if deal.score is not None:
        written["score"] = list(deal.score)
        written["carry"] = deal.carry
    return written


def to_line(record: Record) -> str:
    """Return a record as one line of JSON with a line feed; the same record always gives the same text."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


_PLACE = re.compile(r"(?: at)?: line 1 column (\d+) \(char \d+\)")
"""Pattern that finds the position in Python's error messages."""


def from_line(line: bytes) -> Any:
    """Return the JSON value on a line; raise `BadRecord` with a readable reason if the line is not valid."""
    try:
        value = orjson.loads(line)
        if orjson.dumps(value) == line:  # no key occurs twice, no number was rounded and no text follows
            return value
    except (ValueError, TypeError):  # not JSON, or nested too deeply
        pass
    return _from_any_line(line)


def _from_any_line(line: bytes) -> Any:
    """Parse a line that is not JSON, or is not formatted as Saleroom writes it."""
    try:
        text = line.decode("utf-8")
        if not text.strip():
            raise BadRecord("not JSON: the line is empty")
        if text != text.strip():
            raise BadRecord("there is white space around the record; a line ends with a line feed alone")
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_no_doubles)
    except UnicodeDecodeError as error:
        raise BadRecord(f"not JSON: byte {error.start + 1} of the line is no text (UTF-8)") from None
    except RecursionError:
        raise BadRecord("not JSON: nested too deeply") from None
    except BadRecord:
        raise
    except ValueError as error:
        why = _PLACE.sub(r" at character \1 of the line", str(error))
        raise BadRecord(f"not JSON: {why[:100]}") from None


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise BadRecord("an object has the same key twice")
    return members


def _refuse_constant(name: str) -> Any:
    raise BadRecord(f"not JSON: {name} is no number")


# Checks of a record's structure, before any rule is checked.


def shape_faults(record: Any, games: tuple[str, ...]) -> list[str]:
    """Return what is missing or has a wrong type in a JSON value that should be a record."""
    if not isinstance(record, dict):
        return ["a record is a JSON object"]
    faults = []
    if record.get("format") != FORMAT:
        faults.append(f"format is not {FORMAT!r}")
    if not isinstance(record.get("game"), str) or record["game"] not in games:
        faults.append(f"game is none of {', '.join(games)}")
    if type(record.get("rules_version", 1)) is not int or record.get("rules_version", 1) < 1:
        faults.append("rules_version is not a number from 1 on")
    if not isinstance(record.get("options"), dict):
        faults.append("options are not an object")
    if not _are(str, record.get("players")):
        faults.append("players are not a list of texts")
    if not (record.get("seed", 0.0) is None or type(record.get("seed", 0.0)) in (str, int)):
        faults.append("seed is missing, or neither a text nor null")
    for name in ("scores", "winners"):
        if name in record and not _are(int, record[name]):
            faults.append(f"{name} are not a list of numbers")
    faults += _fair_faults(record["fair"]) if "fair" in record else []
    if not isinstance(record.get("deals"), list) or not record["deals"]:
        return [*faults, "deals are not a list, or an empty one"]
    for number, deal in enumerate(record["deals"], 1):
        faults += [f"deal {number}: {what}" for what in _deal_shape(deal)]
    return faults


def _are(kind: type, values: Any) -> bool:
    return isinstance(values, list) and set(map(type, values)) <= {kind}


def _fair_faults(fair: Any) -> list[str]:
    if not isinstance(fair, dict):
        return ["fair is not an object"]
    faults = [
        f"fair: {name} is not a text" for name in ("commit", "server_seed") if not isinstance(fair.get(name), str)
    ]
    return faults if _are(str, fair.get("words")) else [*faults, "fair: words are not a list of texts"]


def _deal_shape(deal: Any) -> list[str]:
    if not isinstance(deal, dict):
        return ["a deal is an object"]
    faults = []
    if type(deal.get("dealer")) is not int:
        faults.append("dealer is not a number")
    if not _are(str, deal.get("events")):
        faults.append("events are not a list of texts")
    if "score" in deal and not _are(int, deal["score"]):
        faults.append("score is not a list of numbers")
    if "carry" in deal and type(deal["carry"]) is not int:
        faults.append("carry is not a number")
    return faults


def option_faults(options: tuple[Option, ...], given: dict[str, Any]) -> list[str]:
    """Return faults for missing options; wrong values are found when the match is set up."""
    return [f"option {option.name} is missing" for option in options if option.name not in given]


def is_hidden(record: Record) -> bool:
    """Return whether the record was written for one viewer and hides pieces."""
    return any(HIDDEN in event.split(" ") for deal in record["deals"] for event in deal["events"])
