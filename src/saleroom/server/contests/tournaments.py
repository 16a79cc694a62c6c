"""Tournaments. People join with a shared link; in each round, all tables play the same cards."""

from __future__ import annotations

import hmac
import logging
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence

from saleroom.games import NAMES, load
from saleroom.kernel.options import BadOptions
from saleroom.server.contests.duplicate import TableScores
from saleroom.server.contests.results import kind_of
from saleroom.server.contests.seating import draw, people_per_table
from saleroom.server.contests.table_results import count_moves, finished_deals
from saleroom.server.contests.tournament_page import TournamentState
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.decide.checks import checked_call
from saleroom.server.core.state.events import TableEvent
from saleroom.server.core.state.table import EVENT, Substitution, TableState
from saleroom.server.core.tournament_tables import (
    CLOCK,
    RoundCards,
    SeatedPerson,
    round_name,
    round_table,
    substitution,
)
from saleroom.server.core.typed_text import NAME_LENGTH, clean, distinct
from saleroom.server.ops.logs import FACTS
from saleroom.server.protocol import tournament_bodies
from saleroom.server.protocol.bodies import RulesRequest
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.live_table import LiveTable
from saleroom.server.storage.tournament_rows import (
    FEWEST,
    FEWEST_LATER,
    MOST_PEOPLE,
    PlannedSubstitute,
    RoundTable,
    Tournament,
    TournamentPerson,
)
from saleroom.server.storage.tournaments import Attach, TournamentStore

log = logging.getLogger("saleroom.server")

MOST_A_DAY = 20
"""Maximum number of tournaments that one person may create within a day."""
DAY = 24 * 3600.0
PAUSE = 60.0
"""Minimum number of seconds between the end of a round and the next one that the server starts."""
PATIENCE = 7 * DAY
"""Seconds for which the server tries again to start a round for which too few people have come."""


class NoTournament(LookupError):
    """Error: there is no tournament with the given id."""


class Tournaments:
    """The tournaments of one server."""

    def __init__(self, hub: Hub, clock: Callable[[], float] = time.time) -> None:
        """Use `hub` and `clock`, which returns seconds since the epoch."""
        self._hub, self._clock = hub, clock
        self._store: TournamentStore = hub.store.contests.tournaments
        self._ended_at: dict[tuple[str, int], float] = {}
        """For a round that the server has to start, the time when this process saw that the one before was over."""
        self.on_round: Callable[[str, int], None] = lambda tournament_id, number: None
        """Function called after a round has begun, with the tournament's id and the number of the round."""

    async def resume(self) -> None:
        """Resume the rounds that were in progress when the server stopped."""
        for tournament_id in await self._store.unfinished():
            try:
                await self._state(tournament_id)
            except Exception:  # the next request for the tournament tries again
                log.exception("a tournament could not be resumed", extra={FACTS: {"event": tournament_id}})

    # Joining

    async def make(
        self,
        request: tournament_bodies.TournamentRequest,
        holder: str,
        attach: Attach | None = None,
    ) -> str:
        """Create a tournament, call `attach`, and return the tournament's id; raise `CommandRefusal` if it cannot be
        created.
        """
        tournament = _new_tournament(request, await self.identity_of(holder), self._clock())
        if await self._store.made_since(tournament.organiser, tournament.made_at - DAY) >= MOST_A_DAY:
            raise CommandRefusal("full", "event.too-many", count=MOST_A_DAY)
        await self._store.add(tournament, (holder, tournament.organiser_name) if request.plays else None, attach)
        return tournament.id

    async def join(self, tournament_id: str, holder: str, name: str) -> None:
        """Add a person under a name that no other participant has; raise `CommandRefusal` if they cannot join."""
        await self._find(tournament_id)
        cleaned = checked_name(name)
        who = await self.identity_of(holder)
        became = await self._store.join(tournament_id, who, holder, lambda taken: distinct(cleaned, taken))
        if became != "in":
            raise CommandRefusal("full" if became == "full" else "not-now", _WHY_NOT[became], count=MOST_PEOPLE)

    async def leave(self, tournament_id: str, holder: str) -> None:
        """Remove a participant who wants to leave. In a round in progress, the server moves for them."""
        state = await self._state(tournament_id)
        own = state.person(await self.identity_of(holder))
        if own is None or own.status != "in":
            raise CommandRefusal("not-now", "event.not-in")
        await self._store.leave(tournament_id, own.number, "left")

    async def remove(self, tournament_id: str, holder: str, person: int) -> None:
        """Remove a participant; only the organiser may do this. The person, or a bot in their place, still finishes a
        round in progress.
        """
        await self._state_for_organiser(tournament_id, holder)
        await self._store.leave(tournament_id, person, "removed")

    async def settle(self, tournament_id: str, holder: str, settings: tournament_bodies.TournamentSettings) -> None:
        """Change the planned times or the call; only the organiser may do this."""
        state = await self._state_for_organiser(tournament_id, holder)
        if settings.begins_at is not None and state.status != "gathering":
            raise CommandRefusal("not-now", "event.begun")
        changed: dict[str, float | str | None] = {}
        if settings.begins_at is not None:
            changed["begins_at"] = None if settings.begins_at == "none" else settings.begins_at
        if settings.round_interval is not None:
            changed["round_interval"] = None if settings.round_interval == "none" else settings.round_interval
        if settings.call is not None:
            changed["call_link"] = checked_call(settings.call) or None
        if changed:
            await self._store.change(tournament_id, changed)

    # Rounds

    async def start(self, tournament_id: str, holder: str, number: int) -> None:
        """Start a round: seat all people, and deal the first deal at each table. Only the organiser may do this."""
        state = await self._state_for_organiser(tournament_id, holder)
        if number > state.tournament.round:
            await self._begin(state, number)

    async def _begin(self, state: TournamentState, number: int) -> None:
        people = [person.number for person in state.people if person.status == "in"]
        _check_start(state, number, len(people))
        tournament, tournament_id = state.tournament, state.tournament.id
        contest = round_name(tournament_id, number)
        per_table = people_per_table(len(people), tournament.seats, tournament.per_table)
        before = [[state.scores[table.table_id].seated for table in tables] for tables in state.rounds]
        seed = _derived(tournament.seed, f"{contest} seats")
        drawn = await self._hub.bot_pool.run(draw, people, tournament.seats, per_table, before, seed)
        tables = [
            RoundTable(tournament_id, number, table_number, _table_id(tournament, contest, table_number), seated)
            for table_number, seated in enumerate(drawn, 1)
        ]
        await self._store.begin_round(tournament_id, number, tables, self._clock())
        log.info("round", extra={FACTS: {"event": tournament_id, "round": number, "tables": len(tables)}})
        await self._state(tournament_id)
        self.on_round(tournament_id, number)

    async def due(self) -> list[str]:
        """Return the tournaments whose next round the server has to start, and for which enough people have come."""
        return await self._store.due(self._clock())

    async def give_up(self) -> None:
        """Leave the start to the organiser where too few people have come `PATIENCE` seconds after the planned time."""
        await self._store.stop_schedule(self._clock() - PATIENCE)

    async def begin(self, tournament_id: str) -> None:
        """Start the next round, whose planned time has come, unless the round before has just ended or too few people
        take part.
        """
        state, now = await self._state(tournament_id), self._clock()
        next_at, number = state.tournament.next_at, state.tournament.round + 1
        ready_at = self._ended_at.setdefault((tournament_id, number), now) + PAUSE if number > 1 else 0.0
        if next_at is None or now < max(next_at, ready_at) or state.status not in ("gathering", "between"):
            return
        try:
            await self._begin(state, number)
        except CommandRefusal:
            return  # too few people remain, because one has just left
        self._ended_at.pop((tournament_id, number), None)

    async def substitute(self, tournament_id: str, holder: str, asked: tournament_bodies.SubstituteRequest) -> None:
        """Let a person without a seat in the round take over a seat. The organiser may do this, and the person
        themselves if the one at the seat no longer takes part.
        """
        state = await self._state(tournament_id)
        table = state.table_in_play(asked.table)
        if table is None or asked.seat >= state.tournament.seats:
            raise CommandRefusal("not-now", "event.no-seat")
        identity, person = await self.identity_of(holder), state.numbered(asked.person)
        own = person is not None and person.identity == identity and state.is_free(table, asked.seat)
        replaced = state.scores[table.table_id].seated[asked.seat]
        if not own and identity != state.tournament.organiser:
            raise CommandRefusal("not-yours", "event.owner-only", name=state.tournament.organiser_name)
        if replaced is None:
            raise CommandRefusal("not-now", "event.no-seat")
        if person is None or await self._has_seen_cards(state, person):
            raise CommandRefusal("not-now", "event.has-seen")
        number = state.tournament.round
        became = await self._store.add_substitute(
            tournament_id, number, asked.table, asked.seat, person.number, replaced=replaced if own else None
        )
        if became != "in":
            raise CommandRefusal("not-now", _WHY_NOT[became])
        log.info("substitute", extra={FACTS: {"event": tournament_id, "round": number, "table": table.table_id}})
        await self._state(tournament_id)

    async def _has_seen_cards(self, state: TournamentState, person: TournamentPerson) -> bool:
        """Return whether a device of a person has seen a hand at any table of the current round."""
        devices = await self._hub.store.people.holders_of(person.holder)
        for table in state.rounds[-1]:
            live = await self._hub.find(table.table_id)
            if live is not None and any(map(live.state.has_seen_hands, devices)):
                return True
        return False

    async def end(self, tournament_id: str, holder: str) -> None:
        """End a tournament before its last round; only the organiser may do this."""
        state = await self._state_for_organiser(tournament_id, holder)
        if state.status != "between":
            raise CommandRefusal("not-now", "event.not-between")
        await self._store.end_after(tournament_id, state.tournament.round)

    async def note_end(self, state: TableState, events: Sequence[TableEvent], edition: int = 0) -> None:
        """Store the result of a finished tournament table; ignore other tables."""
        if state.match is not None and state.over and kind_of(state.header.contest or "") == EVENT:
            scores = [list(deal) for deal in finished_deals(state.match)]
            await self._store.note_result(state.header.id, scores, *count_moves(state, events))

    # Viewing

    async def identity_of(self, holder: str) -> str:
        """Return the identity of a person, given any of their devices."""
        return await self._hub.store.contests.identity_of(holder)

    async def state(self, tournament_id: str) -> TournamentState:
        """Return all data of a tournament, including the tables in progress; raise `NoTournament` for an unknown id."""
        return await self._state(tournament_id)

    async def _state(self, tournament_id: str) -> TournamentState:
        tournament = await self._find(tournament_id)
        people, tables = await self._store.people(tournament_id), await self._store.tables(tournament_id)
        planned = await self._store.substitutes(tournament_id, tournament.round)
        scores = {table.table_id: await self._scores(tournament, table, people, planned) for table in tables}
        if any(scores[table.table_id].over and table.scores is None for table in tables):
            tables = await self._store.tables(tournament_id)  # read again: the counts of moves have just been stored
        return TournamentState(tournament, people, tables, scores)

    async def _scores(
        self,
        tournament: Tournament,
        table: RoundTable,
        people: Sequence[TournamentPerson],
        planned: Sequence[PlannedSubstitute],
    ) -> TableScores:
        """Return the scores of a table so far. If the server stopped before it had created the table or seated a
        substitute, do so now.
        """
        first = tuple(table.people)
        if table.scores is not None:
            substitutes = tuple(Substitution(*each[:3]) for each in table.substitutes or ())
            return TableScores(first, tuple(map(tuple, table.scores)), True, substitutes)
        live = await self._hub.find(table.table_id)
        if live is None:
            await self._hub.bot_pool.run(load, tournament.game)
            await self._hub.create_once(
                *round_table(_cards(tournament, table.round), table.table_id, _seated(table, people), self._clock())
            )
            live = await self._hub.find(table.table_id)
        assert live is not None and live.state.match is not None
        for one in planned:
            if (one.round, one.table_number) == (table.round, table.number):
                await self._seat(live, one, people[one.person - 1])
        if live.state.over:
            await self.note_end(live.state, await self._hub.store.events_after(live.id, 0))
        return TableScores(first, finished_deals(live.state.match), live.state.over, live.state.substitutions)

    async def _seat(self, live: LiveTable, planned: PlannedSubstitute, person: TournamentPerson) -> None:
        """Let a substitute take over a seat, unless they have done so before, or no longer take part."""
        sat = {each.person for each in live.state.substitutions}
        if person.status != "in" or person.number in sat or live.state.over:
            return
        pictures = await self._hub.portraits_of([person.holder])
        who, picture = SeatedPerson(person.holder, person.name), pictures.get(person.holder)
        await live.commit(lambda: substitution(live.state, planned.seat, person.number, who, self._clock(), picture))

    async def _find(self, tournament_id: str) -> Tournament:
        tournament = await self._store.find(tournament_id)
        if tournament is None:
            raise NoTournament(tournament_id)
        return tournament

    async def _state_for_organiser(self, tournament_id: str, holder: str) -> TournamentState:
        state = await self._state(tournament_id)
        if state.tournament.organiser != await self.identity_of(holder):
            raise CommandRefusal("not-yours", "event.owner-only", name=state.tournament.organiser_name)
        return state


_WHY_NOT = {
    "over": "event.over",
    "full": "event.full",
    "removed": "event.removed",
    "has-seen": "event.has-seen",
    "taken": "event.no-seat",
}


def checked_title(title: str) -> str:
    """Return a title without invisible letters; raise `CommandRefusal` if nothing remains."""
    cleaned = clean(title, 60)
    if not cleaned:
        raise CommandRefusal("malformed", "event.no-title")
    return cleaned


def settled_rules(request: RulesRequest, game_name: str) -> tuple[int, dict[str, int | str]]:
    """Return the number of seats and the values of all options; raise `CommandRefusal` for impossible rules."""
    if game_name not in NAMES:
        raise CommandRefusal("malformed", "event.no-game")
    game = load(game_name)
    seats = request.seats or game.usual_seats
    try:
        return seats, game.settle_options(request.options, seats)  # type: ignore[return-value]
    except BadOptions as error:
        raise CommandRefusal.of("malformed", error) from None


def _new_tournament(request: tournament_bodies.TournamentRequest, identity: str, now: float) -> Tournament:
    title, (seats, options) = checked_title(request.title), settled_rules(request, request.game)
    return Tournament(
        id=secrets.token_urlsafe(12),
        title=title,
        game=request.game,
        options=options,
        seats=seats,
        rounds=request.rounds,
        per_table=request.per_table,
        organiser=identity,
        organiser_name=checked_name(request.name),
        seed=secrets.token_bytes(32),
        made_at=now,
        round=0,
        language=request.language,
        names_organiser=request.names_organiser,
        begins_at=request.begins_at,
        clock_seconds=request.clock,
        round_interval=request.round_interval,
    )


def checked_name(name: str) -> str:
    """Return a name without invisible letters; raise `CommandRefusal` if nothing remains."""
    cleaned = clean(name, NAME_LENGTH)
    if not cleaned:
        raise CommandRefusal("malformed", "name.empty")
    return cleaned


def _check_start(state: TournamentState, number: int, people: int) -> None:
    if state.status == "over":
        raise CommandRefusal("not-now", "event.over")
    if state.status == "playing":
        raise CommandRefusal("not-now", "event.playing")
    if number != state.tournament.round + 1:
        raise CommandRefusal("not-now", "event.next-round", round=state.tournament.round + 1)
    fewest = FEWEST if number == 1 else FEWEST_LATER
    if people < fewest:
        raise CommandRefusal("not-now", "event.too-few", count=fewest)


def _cards(tournament: Tournament, number: int) -> RoundCards:
    contest = round_name(tournament.id, number)
    seed = _derived(tournament.seed, contest)
    clock = tournament.clock_seconds or CLOCK
    return RoundCards(contest, tournament.game, tournament.options, tournament.seats, seed, clock)


def _derived(seed: bytes, what: str) -> bytes:
    """Return 32 bytes derived from a tournament's seed; the seed cannot be computed from them."""
    return hmac.digest(seed, what.encode(), "sha256")


def _table_id(tournament: Tournament, contest: str, number: int) -> str:
    """Return the id of a tournament table. Every call returns the same id, so that the table is created only once;
    players cannot guess the id.
    """
    return urlsafe_b64encode(_derived(tournament.seed, f"{contest} table {number}")[:18]).decode()


def _seated(table: RoundTable, people: Sequence[TournamentPerson]) -> list[SeatedPerson | None]:
    by_number = {person.number: SeatedPerson(person.holder, person.name) for person in people}
    return [None if number is None else by_number[number] for number in table.people]
