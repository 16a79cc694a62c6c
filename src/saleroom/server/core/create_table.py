"""Headers and first events of new tables, made from a request or for a rematch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from saleroom.games import UnknownGame, load
from saleroom.kernel.game import Game
from saleroom.kernel.options import BadOptions
from saleroom.match.house_rules import house_rules
from saleroom.match.prefix import Prefix
from saleroom.server.core.apply import apply
from saleroom.server.core.decide import CommandRefusal, decide
from saleroom.server.core.state.events import StartPosition, TableEvent, TableHeader, start_kind
from saleroom.server.core.state.table import AUTOPLAY_BOT, TableState
from saleroom.server.core.typed_text import NAME_LENGTH, clean
from saleroom.server.protocol import commands
from saleroom.server.protocol.bodies import ChairRequest, TableRequest
from saleroom.server.protocol.practice import PlayFromRequest

_COMMAND_ID = "new-table"
"""Command id with which the first events of a table are decided; it is never stored."""


def new_header(request: TableRequest, table_id: str, holder: str, server_seed: bytes, now: float) -> TableHeader:
    """Return the header of a requested table; raise `CommandRefusal` if the request is not valid."""
    seats = len(request.chairs)
    if request.seats is not None and request.seats != seats:
        raise CommandRefusal("malformed", "make.chairs", seats_number=request.seats, chairs_number=seats)
    try:
        game = load(request.game)
        options = game.settle_options(request.options, seats)
    except (UnknownGame, BadOptions) as error:
        raise CommandRefusal.of("malformed", error) from None
    name = clean(request.name, NAME_LENGTH)
    if not name:
        raise CommandRefusal("malformed", "name.empty")
    return TableHeader(
        id=table_id,
        game=game.name,
        options=options,
        seats=seats,
        server_seed=server_seed,
        owner=holder,
        owner_name=name,
        listed=request.listed,
        hints=request.hints and not request.rated,
        pace=request.pace,
        clock=request.clock,
        made_at=now,
        rules_version=game.rules_version,
        rated=request.rated,
        language=request.language,
    )


def first_events(header: TableHeader, request: TableRequest, now: float) -> list[TableEvent]:
    """Return the first events of a new table: the creator takes a seat, bots get their seats, and, if requested, the
    match starts.

    Raise `CommandRefusal` if one of these events is impossible.
    """
    own_seats = [seat for seat, chair in enumerate(request.chairs) if chair.kind == "me"]
    if len(own_seats) > 1:
        raise CommandRefusal("malformed", "make.one-seat")
    state, events = TableState(header), []
    for command in _first_commands(request, own_seats):
        event = replace(decide(state, command, header.owner, now), command=None)
        apply(state, event)
        events.append(event)
    return events


def _first_commands(request: TableRequest, own_seats: list[int]) -> Iterator[commands.Command]:
    for seat in own_seats:
        yield commands.Sit(type="sit", id=_COMMAND_ID, seat=seat, name=request.name, word=request.word)
    for seat, chair in enumerate(request.chairs):
        if chair.kind == "bot":
            yield commands.Reseat(type="reseat", id=_COMMAND_ID, seat=seat, to=chair.player or AUTOPLAY_BOT)
    if request.start:
        yield commands.Start(type="start", id=_COMMAND_ID, fill=request.fill)


def table_from(
    state: TableState,
    start: Prefix,
    request: PlayFromRequest,
    *,
    table_id: str,
    holder: str,
    server_seed: bytes,
    now: float,
) -> tuple[TableHeader, list[TableEvent]]:
    """Return the header and first events of a table that continues a finished match from one of its steps.

    `start` is the part of the match before the continuation. Bots have all seats except the seat that `request` names.
    """
    match = state.match
    assert match is not None
    me, bot = ChairRequest(kind="me"), ChairRequest(kind="bot", player=request.player)
    chairs = [me if seat == request.seat else bot for seat in range(match.seats)]
    wanted = TableRequest(
        game=match.game.name, options=match.options, name=request.name, chairs=chairs, pace=request.pace, start=True
    )
    position = StartPosition(
        table=state.header.id,
        deal=request.deal,
        step=request.step,
        seed=str(match.seed_text),
        first=start.first,
        deals=start.deals,
    )
    header = replace(new_header(wanted, table_id, holder, server_seed, now), position=position)
    return header, first_events(header, wanted, now)


def rematch_table(
    state: TableState,
    table_id: str,
    holder: str,
    server_seed: bytes,
    now: float,
    *,
    game: str | None = None,
    order: Sequence[int] | None = None,
) -> tuple[TableHeader, list[TableEvent]]:
    """Return the header and first events of a rematch table: players and rules are those of the finished match.

    With `game`, the new table plays another game, with the options of its short match. `order` gives for each seat the
    player's seat in the finished match; without it, players keep their seats. If the finished match began from a
    position, a rematch of the same game with the same seats begins from it too.

    The new table has the same owner if that person still has a seat, or if people pass one device round; otherwise
    `holder` owns it. If people pass one device round, or if the table has one person and no open seat, the match starts
    automatically. Otherwise it starts when all people have come, or when the owner starts it.
    """
    owner = state.owner if state.owner_seat is not None or state.hot_seat else holder
    seat = state.seat_of(owner)
    order = list(range(len(state.seats))) if order is None else order
    played, options = state.game, state.options
    if game is not None and game != state.header.game:
        played, options = _short_match(game, len(state.seats))
    same = played is state.game and list(order) == sorted(order)
    header = replace(
        state.header,
        id=table_id,
        game=played.name,
        options=options,
        rules_version=played.rules_version,
        evening=state.header.evening or state.header.id,
        position=state.header.position if same else None,
        words=state.header.words if same else None,
        server_seed=server_seed,
        owner=owner,
        owner_name=state.owner_name if seat is None else state.seats[seat].name,
        listed=state.listed,
        hints=state.hints,
        pace=state.pace,
        clock=state.clock,
        made_at=now,
        language=state.invitation.language,
    )
    events = [replace(event, number=number, at=now) for number, event in enumerate(_seated(state, order), 1)]
    alone = len(list(state.people())) == 1 and not state.header.rated
    if (alone or state.hot_seat) and all(place.kind != "open" for place in state.seats):
        own = None if seat is None else list(order).index(seat)
        word = TableState(header).seed_word()
        events.append(TableEvent(len(events) + 1, start_kind(word), own, word, None, owner, now))
    return header, events


def _short_match(name: str, seats: int) -> tuple[Game, dict[str, int | str]]:
    """Return a game and the options of its short match; refuse a game that is not played by that number of players."""
    game = load(name)
    if seats not in game.seats:
        raise CommandRefusal("malformed", "rematch.seats", game=game.title, count=seats)
    return game, game.settle_options(house_rules(game).quick_options, seats)


def _seated(state: TableState, order: Sequence[int]) -> Iterator[TableEvent]:
    """Yield the events that seat all players in the given order; the caller numbers these events.

    People can take over the seats of substitute bots here too.
    """
    for seat, place in enumerate(state.seats[old] for old in order):
        if place.kind == "bot" and not state.header.rated:
            substitute = {"substitute": True} if place.substitute else {}
            yield TableEvent(0, "reseat", seat, {"to": place.bot, "name": place.name, **substitute})
        for index, holder in enumerate(place.holders):
            if index:
                yield TableEvent(0, "device", seat, {}, None, holder)
            else:
                yield TableEvent(0, "sit", seat, {"name": place.name}, None, holder)
    if state.hot_seat:
        yield TableEvent(0, "hotseat", None, {}, None, state.owner)
    if state.invitation.call and state.owner_seat is not None:
        seat = list(order).index(state.owner_seat)
        yield TableEvent(0, "settle", seat, {"call": state.invitation.call}, None, state.owner)
