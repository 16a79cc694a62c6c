"""Tests that any invalid input is refused in one line, without a traceback and without changing anything."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import saleroom
from saleroom.games import load
from saleroom.kernel.compile import MODE
from saleroom.match.bulk_referee import BulkReferee
from saleroom.match.match import Match
from saleroom.match.record import from_line, to_line
from tests.contract.chance import SOAK, raw
from tests.recorded.make import lines
from tests.twin.registry import TWINS
from tests.twin.verify import faults as twin_faults

Draw = st.DrawFn
Place = list[Any]  # the keys and indices that lead to a value in a record

LINES = [
    line
    for game in saleroom.GAMES
    for line in map(str.strip, lines(game))
    if len(line) < 2500  # many short matches test more than a few long matches
]
UNFINISHED = [line for line in LINES if '"scores"' not in line]
HUGE = 10**5000  # Python itself refuses to print this number
LONG = "x" * 100_000
BULK = BulkReferee(patience=0)
COUNT = 2000 if SOAK else {"compiled": 200, "checked": 100, "interpreted": 30}[MODE]


def examples(share: float = 1) -> settings:
    """Return settings that use the same examples in every run, and more examples in a soak run."""
    return settings(
        max_examples=max(5, int(COUNT * share)),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def check_line(text: object) -> None:
    """Check that a text is a single printable line."""
    assert isinstance(text, str)
    assert text.strip() and len(text.splitlines()) == 1
    assert len(text) < 1000, text[:300]
    text.encode()


# Options

TEXTS = st.text(max_size=5) | st.text(st.characters(), max_size=3)  # including surrogates
NO_VALUES = (
    st.none() | st.booleans() | st.floats() | TEXTS | st.integers() | st.sampled_from([[], {}, (), b"", "7", "on "])
)


@st.composite
def option_sets(draw: Draw) -> tuple[str, dict[str, Any], Any]:
    """Draw a game, a number of seats, and valid or invalid values for some of the game's options."""
    name = draw(st.sampled_from(saleroom.GAMES))
    game = load(name)
    given_options: dict[str, Any] = {}
    strange = draw(st.integers(0, 3)) == 0
    for option in draw(st.lists(st.sampled_from(game.options), unique_by=lambda option: option.name)):
        values = st.sampled_from(option.values)
        if not option.words:
            ends = [int(option.values[0]), int(option.values[-1])]
            near = [end + step for end in ends for step in (-1, 0, 1)]
            values |= st.sampled_from(near) if strange else st.sampled_from(ends)
        given_options[option.name] = draw(values | NO_VALUES if strange else values)
    if strange and draw(st.integers(0, 5)) == 0:
        given_options[draw(TEXTS)] = draw(NO_VALUES)
    seats = st.sampled_from(game.seats)
    return name, given_options, draw(seats | st.integers(-1, 12) | NO_VALUES if strange else seats)


def twin_of(name: str, options: dict[str, Any], seats: Any) -> Any:
    """Return the twin with the given options, or None if the twin refuses them.

    Options with the value None are left out.
    """
    absent = [option.name for option in load(name).options if options.get(option.name) is None]
    try:
        return TWINS[name]({key: value for key, value in options.items() if key not in absent}, seats, 0)
    except ValueError:
        return None


@examples(2)
@given(option_sets(), st.randoms(use_true_random=False))
def test_options_are_played_by_or_refused_in_one_line(table, rng):
    name, options, seats = table
    try:
        chosen = saleroom.game(name, **options)
    except saleroom.BadOptions as error:
        check_line(str(error))
        assert [n for n in TWINS[name].SEAT_COUNTS if twin_of(name, options, n)] == []
        return
    assert chosen.seats == [n for n in TWINS[name].SEAT_COUNTS if twin_of(name, options, n)]
    if seats is None:
        seats = chosen.usual_seats
    try:
        match = chosen.match(seats=seats, seed=1)
    except saleroom.BadOptions as error:
        check_line(str(error))
        assert twin_of(name, options, seats) is None
        return
    assert twin_of(name, options, seats).options == match.options
    for _ in range(6):
        if not match.over:
            seat = rng.choice(match.to_act)
            match.act(seat, rng.choice(match.legal(seat)))
    assert twin_faults(match.record()) == []


@pytest.mark.parametrize("name", saleroom.GAMES)
def test_numbers_too_long_to_print_are_no_options(name):
    for number in (HUGE, -HUGE):
        for option in load(name).options:
            with pytest.raises(saleroom.BadOptions) as caught:
                saleroom.game(name, **{option.name: number})
            check_line(str(caught.value))
        for place in ("seats", "first"):
            with pytest.raises(saleroom.BadOptions) as caught:
                saleroom.game(name).match(**{place: number})
            check_line(str(caught.value))


@pytest.mark.parametrize("name", saleroom.GAMES)
def test_long_texts_are_not_repeated_in_full(name):
    for given_options in [{LONG: 1}, *({option.name: LONG} for option in load(name).options)]:
        with pytest.raises(saleroom.BadOptions) as caught:
            saleroom.game(name, **given_options)
        check_line(str(caught.value))
    with pytest.raises(saleroom.BadOptions) as caught:
        saleroom.game(name).match(seats=LONG)
    check_line(str(caught.value))
    match = saleroom.game(name).match(seed=1)
    for seat, action in ((match.to_act[0], LONG), (LONG, 0)):
        with pytest.raises(saleroom.IllegalAction) as caught:
            match.act(seat, action)
        check_line(str(caught.value))


# Records


def lacks_proof(record: Any) -> bool:
    """Return whether the proof of a fair deal in a record lacks an entry.

    The independent referee only checks the types of the entries that exist.
    """
    return "fair" in record and not {"commit", "server_seed", "words"} <= record["fair"].keys()


def refused_events(found: list[str]) -> list[str]:
    """Return the locations of refused events, which both referees write in the same way."""
    return [text.split(":")[0] for text in found if re.match(r"deal \d+, event \d+: ", text)]


def check_verdict(record: Any) -> None:
    """Check that the referee reports each fault in one line.

    The independent referee and `replay` must agree with the referee.
    """
    found = saleroom.verify(record)
    assert isinstance(found, list)
    assert BULK.faults(record) == found
    for text in found:
        check_line(text)
    assert bool(found) == bool(twin_faults(record)) or (found and lacks_proof(record)), (found, twin_faults(record))
    assert refused_events(found) == refused_events(twin_faults(record))
    try:
        match = saleroom.replay(record)
    except saleroom.BadRecord as error:
        assert str(error) == found[0]
    else:
        assert found == []
        assert match.over == ("scores" in record)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | st.sampled_from(["??", "0 pass", "auction-draw"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
ODD_VALUES = JSON_VALUES | st.sampled_from(
    [None, True, False, -1, 0, 1, 4, 1.0, 2**31, 2**63, 2**64, 10**400, float("nan"), "", "1", "\u0661", "\ud800", "??",
     [], {}, [None], [True], [0.0], [-1], [[]]]
)  # fmt: skip


@examples()
@given(JSON_VALUES)
def test_a_value_that_is_no_record_has_faults(value):
    assert saleroom.verify(value)
    check_verdict(value)


@examples()
@given(st.sampled_from(LINES), st.data())
def test_records_with_anything_under_their_keys(line, data):
    record = json.loads(line)
    for key in data.draw(st.lists(st.sampled_from(sorted(record)), min_size=1, max_size=3, unique=True)):
        record[key] = data.draw(ODD_VALUES)
    check_verdict(record)


def places(value: Any, here: Place | None = None) -> list[Place]:
    """Return the path of every value in a record, starting with the record itself."""
    here = here or []
    found = [here]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += places(inner, [*here, key])
    return found


def at(record: Any, place: Place) -> Any:
    for key in place:
        record = record[key]
    return record


def put(record: Any, place: Place, value: Any) -> None:
    at(record, place[:-1])[place[-1]] = value


DIGITS = [{ord("0") + n: zero + n for n in range(10)} for zero in (0x0660, 0x0966, 0xFF10)]  # digits of other scripts


@st.composite
def some_place(draw: Draw, record: Any, events: bool) -> Place:
    """Draw the path of a value in a record: of an event if `events`, else of any other value."""
    found = [place for place in places(record)[1:] if (len(place) == 4 and place[2] == "events") == events]
    return draw(st.sampled_from(found))


@st.composite
def edited(draw: Draw, text: str) -> str:
    """Draw a variant of an event with its words or characters changed."""
    words = text.split(" ")
    at_word, at_char = draw(st.integers(0, len(words) - 1)), draw(st.integers(0, max(0, len(text) - 1)))
    word = words[at_word]
    misspelt = [word.lower(), word.upper(), word.swapcase(), word[::-1], word + word, word + "1", f"{word} {word}", ""]
    padded = [f"{word}{space}" for space in " \n\t\r\u00a0\u2028\x00\ud800"] + [f" {word}"]
    numbered = [f"0{word}", f"-{word}", f"+{word}", f"{word}.0", f"0x{word}", *(word.translate(d) for d in DIGITS)]
    others = ["??", "table", "pass", "bid 1", "1", *words]
    pieces = st.sampled_from(["AC", "2D", "TH", "KS", "0-0", "6-4", "4-6"]) | st.sampled_from("LRCDHS01234")
    new = draw(st.sampled_from(misspelt + padded + numbered + others) | pieces | TEXTS)
    how = draw(st.integers(0, 4))
    if how == 0:
        return " ".join(draw(st.permutations(words)))
    if how < 3:
        return " ".join([*words[:at_word], new, *words[at_word + 1 :]])
    letter = draw(st.sampled_from("0123456789ACDHSTJQKLR -") | st.characters())
    return text[:at_char] + letter + text[at_char + draw(st.integers(0, 1)) :]


@st.composite
def spoilt(draw: Draw) -> Any:
    """Draw a valid record with one value changed."""
    record = json.loads(draw(st.sampled_from(LINES)))
    place = draw(some_place(record, events=draw(st.integers(0, 2)) > 0))
    holder, key, value = at(record, place[:-1]), place[-1], at(record, place)
    how = draw(st.integers(0, 7))
    if how == 0:
        del holder[key]
    elif how == 1:
        holder[key] = draw(ODD_VALUES)
    elif how == 2 and isinstance(holder, list):
        other = draw(st.integers(0, len(holder) - 1))
        holder[key], holder[other] = holder[other], value
    elif how == 3 and isinstance(holder, list):
        holder.insert(draw(st.integers(0, len(holder))), value)
    elif how == 4 and isinstance(holder, dict):
        holder[draw(TEXTS)] = value
    elif how == 5 and isinstance(holder, list):
        del holder[key:]
    elif type(value) is int:
        holder[key] = draw(
            st.sampled_from([value + 1, value - 1, -value, float(value), str(value), bool(value), 10**30])
        )
    elif isinstance(value, str):
        holder[key] = draw(edited(value))
    else:
        holder[key] = draw(ODD_VALUES)
    return record


@examples(6)
@given(spoilt())
def test_both_referees_judge_a_spoilt_record_alike(record):
    check_verdict(record)


def test_winners_in_another_order_are_judged_alike():
    for record in map(json.loads, LINES):
        if len(record.get("winners", [])) > 1:
            check_verdict({**record, "winners": record["winners"][::-1]})


@examples(0.5)
@given(spoilt(), st.integers(0, 400))
def test_a_record_cut_short_is_unfinished_or_has_faults(record, length):
    """Check that a record cut after its first `length` events has faults, or is valid but not over."""
    if not isinstance(record.get("deals"), list):
        return
    kept = []
    for deal in record["deals"]:
        if not isinstance(deal, dict) or not isinstance(deal.get("events"), list):
            break
        kept.append(deal)
        if len(deal["events"]) > length:
            deal["events"] = deal["events"][:length]
            deal.pop("score", None)
            deal.pop("carry", None)
            record.pop("scores", None)
            record.pop("winners", None)
            break
        length -= len(deal["events"])
    check_verdict({**record, "deals": kept})


@pytest.mark.parametrize("value", [HUGE, -HUGE, LONG], ids=["huge", "minus huge", "long"])
def test_values_too_long_to_print_are_faults_like_others(value):
    for line in {json.loads(line)["game"]: line for line in LINES if '"scores"' in line}.values():
        sound = json.loads(line)
        for place in places(sound)[1:]:
            if len(place) < 4 or place[3] == 0:
                record = json.loads(line)
                put(record, place, [value] if isinstance(at(record, place), list) else value)
                assert place[0] in ("shows", "seed", "players", "fair") or saleroom.verify(record), place
                check_verdict(record)
    for key in (None, "options", "fair"):
        record = json.loads(next(line for line in LINES if '"fair"' in line))
        (record[key] if key else record)[LONG] = 1
        check_verdict(record)


# Lines of files


def check_bytes(line: bytes) -> None:
    record, found = BULK.line_faults(line)
    for text in found:
        check_line(text)
    try:
        assert from_line(line) == record or found
    except saleroom.BadRecord as error:
        assert [str(error)] == found
    _, unfair = BULK.line_faults(line, fair=True)
    assert unfair or not found
    for text in unfair:
        check_line(text)


@examples()
@given(st.binary(max_size=40) | st.text(max_size=20).map(str.encode))
def test_any_bytes(line):
    check_bytes(line)


@examples()
@given(st.sampled_from(LINES), st.data())
def test_lines_with_some_bytes_changed(line, data):
    whole = bytearray(line.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(whole)))
        stop = min(len(whole), start + data.draw(st.integers(0, 4)))
        whole[start:stop] = data.draw(
            st.binary(max_size=4) | st.sampled_from([b'"', b"\\ud800", b"NaN", b"1e999", b"\0"])
        )
    check_bytes(bytes(whole))


@pytest.mark.parametrize(
    "line",
    [
        b"", b" ", b"\r", b"\xef\xbb\xbf{}", b"\xff\xfe{\0}\0", b"[" * 100_000, b'{"deals":' * 100_000, b"1" * 100_000,
        b"-" + b"9" * 5000, b"1e400", b"NaN", b"[-Infinity]", b'"\\ud800"', b'{"\\udfff":1}', b"{}{}", b"\0" * 1000,
        b'{"format":"saleroom/1","format":"saleroom/1"}', b"\xf0\x9f\x82", b'"' + b"x" * 10_000_000,
    ],
    ids=range(19),
)  # fmt: skip
def test_lines_that_are_trouble_to_read(line):
    check_bytes(line)


@examples(0.5)
@given(st.data())
def test_a_proof_of_a_fair_deal_with_anything_in_it(data):
    line = next(line for line in LINES if '"fair"' in line)
    record = json.loads(line)
    assert BULK.line_faults(line.encode(), fair=True)[1] == []
    place = data.draw(st.sampled_from([place for place in places(record) if place[:1] in (["fair"], ["seed"])]))
    old, new = at(record, place), data.draw(ODD_VALUES)
    put(record, place, new)
    text = json.dumps(record).encode()
    check_bytes(text)
    assert (BULK.line_faults(text, fair=True)[1] == []) == (new == old)


# Actions


def standing(line: str, more: int) -> Match:
    """Return the match of an unfinished record, continued by `more` legal actions."""
    match = saleroom.replay(json.loads(line), seed=5)
    for number in range(more):
        seat = match.to_act[-1]
        legal = match.legal(seat)
        match.act(seat, legal[number * 7 % len(legal)])
        if match.over:
            return saleroom.replay(json.loads(line), seed=5)
    return match


WORDS = st.sampled_from(
    ["pass", "buy", "take", "refuse", "bid", "bid 0", "bid 1", "bid 01", "bid \u0661", "bid -1", "bid 1e1", "trade 0",
     "name S", "keep", "discard", "play", "offer", "lay", "kitty", "??", "play ??", "keep ??", "table deal 0", "0 pass",
     "", " ", "pass ", " pass", "Pass", "pass\n", "pass\x00", "\ud800"]
)  # fmt: skip
NOT_ACTIONS = st.none() | st.floats() | st.binary(max_size=3) | st.sampled_from([[], {}, (), object])


def means_legal(match: Match, seat: int, action: Any) -> bool:
    """Return whether an action is legal, given as its number or as its text with the pieces in any order."""
    if isinstance(action, int):
        return action in match.legal_ids(seat)
    if not isinstance(action, str):
        return False
    verb, *pieces = action.split(" ")
    return (verb, sorted(pieces)) in [
        (words.split(" ")[0], sorted(words.split(" ")[1:])) for words in match.legal(seat)
    ]


@examples(2)
@given(st.sampled_from(UNFINISHED), st.integers(0, 12), st.data())
def test_an_action_is_legal_or_refused_and_then_nothing_has_changed(line, more, data):
    match = standing(line, more)
    seat = data.draw(st.sampled_from(match.to_act))
    action = data.draw(
        TEXTS
        | WORDS
        | st.sampled_from(match.legal(seat)).flatmap(edited)
        | st.integers()
        | st.integers(-2, match.game.action_bound(match.options, match.seats) + 2)
        | NOT_ACTIONS
    )
    legal = means_legal(match, seat, action)
    before, record = raw(match.state), to_line(match.record())
    assert match.is_legal(seat, action) == legal
    if legal:
        match.act(seat, action)
        assert to_line(match.record()) != record
        return
    with pytest.raises(saleroom.IllegalAction) as caught:
        match.act(seat, action)
    check_line(str(caught.value))
    assert (raw(match.state), to_line(match.record())) == (before, record)


@examples(0.5)
@given(st.sampled_from(UNFINISHED), st.data())
def test_a_seat_that_is_none_is_refused(line, data):
    match = standing(line, 0)
    seat = data.draw(st.integers().filter(lambda seat: seat not in match.to_act) | TEXTS | NOT_ACTIONS)
    before = raw(match.state)
    assert not match.is_legal(seat, 0)
    with pytest.raises(saleroom.IllegalAction) as caught:
        match.act(seat, 0)
    check_line(str(caught.value))
    assert raw(match.state) == before


@pytest.mark.parametrize("number", [HUGE, -HUGE], ids=["huge", "minus huge"])
@pytest.mark.parametrize("name", saleroom.GAMES)
def test_numbers_too_long_to_print_are_neither_seats_nor_actions(name, number):
    match = saleroom.game(name).match(seed=1)
    for seat, action in ((match.to_act[0], number), (number, 0), (number, "pass"), (match.to_act[0], [number])):
        with pytest.raises(saleroom.IllegalAction) as caught:
            match.act(seat, action)
        check_line(str(caught.value))
