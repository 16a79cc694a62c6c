"""Challenges: a person asks others to play the same cards from the same seat against the same bots."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from saleroom.match.match import Match
from saleroom.server.contests.results import store_result
from saleroom.server.core.contests import attempt_id, attempt_table, challenge_name, same_cards
from saleroom.server.core.decide import CommandRefusal
from saleroom.server.core.state.table import TableState
from saleroom.server.protocol import contest_bodies
from saleroom.server.protocol.common import Picture
from saleroom.server.realtime.hub import Hub
from saleroom.server.storage.contests import ContestChallenge, ContestStore


class NoChallenge(LookupError):
    """Error: there is no challenge with the given id."""


class Challenges:
    """The challenges of one server."""

    def __init__(self, hub: Hub, clock: Callable[[], float] = time.time) -> None:
        """Use `hub` and `clock`, which returns seconds since the epoch."""
        self._hub, self._clock = hub, clock
        self._store: ContestStore = hub.store.contests

    async def make(self, state: TableState, holder: str) -> str:
        """Create a challenge for a person's seat at a table; return the challenge's id, or raise `CommandRefusal`."""
        seat = state.seat_of(holder)
        if seat is None:
            raise CommandRefusal("not-yours", "challenge.not-played")
        if state.header.contest is not None:
            raise CommandRefusal("not-now", "challenge.contest")
        if state.header.position is not None:
            raise CommandRefusal("not-now", "challenge.position")
        if state.hot_seat:
            raise CommandRefusal("not-now", "hot-seat.casual")
        if not state.over:
            raise CommandRefusal("not-now", "rematch.too-early")
        identity = await self._store.identity_of(holder)
        new = ContestChallenge(secrets.token_urlsafe(12), state.header.id, seat, identity, self._clock())
        await self._store.add_challenge(new)
        challenges = await self._store.challenges_of(state.header.id)
        return next(challenge.id for challenge in challenges if challenge.seat == seat)

    async def play(self, challenge_id: str, holder: str, name: str) -> str:
        """Return the id of a person's only table for a challenge; create the table if necessary."""
        challenge, state = await self._challenge_and_match(challenge_id)
        contest, identity = challenge_name(challenge.id), await self._store.identity_of(holder)
        table_id = await self._store.attempt(contest, holder) or attempt_id(contest, identity)
        if await self._hub.find(table_id) is None:
            if state.has_seen_hands(holder):
                raise CommandRefusal("not-yours", "challenge.own")
            cards = same_cards(state, contest, challenge.seat)
            new_table = await self._hub.bot_pool.run(attempt_table, cards, identity, holder, name, self._clock())
            await self._hub.create_once(*new_table)
        return table_id

    async def page(self, challenge_id: str, holder: str | None) -> contest_bodies.Challenge:
        """Return a challenge as the caller may see it now."""
        challenge, state = await self._challenge_and_match(challenge_id)
        status, table, has_played = await self._own(challenge, state, holder)
        return contest_bodies.Challenge(
            id=challenge.id,
            game=state.game.name,
            title=state.game.title,
            unit=state.game.unit,  # type: ignore
            options={name: value for name, value in state.options.items() if value is not None},
            name=_name(state, challenge.seat),
            picture=await self._picture(challenge.identity),
            seat=challenge.seat,
            opponents=same_cards(state, challenge_name(challenge.id), challenge.seat).players,
            stood_in=[seat for seat, bot in enumerate(state.first_bots) if bot is None and seat != challenge.seat],
            status=status,
            table=table,
            opened=await self._results(challenge, state) if has_played else None,
        )

    async def _picture(self, identity: str) -> Picture:
        return (await self._hub.store.people.pictures_of([identity]))[identity]

    async def _challenge_and_match(self, challenge_id: str) -> tuple[ContestChallenge, TableState]:
        challenge = await self._store.challenge(challenge_id)
        table = await self._hub.find(challenge.table_id) if challenge else None
        if challenge is None or table is None:
            raise NoChallenge
        return challenge, table.state

    async def _own(
        self, challenge: ContestChallenge, state: TableState, holder: str | None
    ) -> tuple[contest_bodies.Standing, str | None, bool]:
        """Return a person's status in the challenge, the id of their table, and whether they have played the
        challenge's cards.
        """
        if holder is None:
            return "open", None, False
        if state.has_seen_hands(holder):
            return "over", challenge.table_id, True
        contest = challenge_name(challenge.id)
        table_id = await self._store.attempt(contest, holder)
        table = None if table_id is None else await self._hub.find(table_id)
        if table is None:
            return "open", None, False
        await store_result(self._store, table.state)
        return "over" if table.state.over else "playing", table.id, table.state.over

    async def _results(self, challenge: ContestChallenge, state: TableState) -> list[contest_bodies.Played]:
        """Return the result of every person who has played the challenge, with the score of each deal."""
        assert state.match is not None
        name, picture = _name(state, challenge.seat), await self._picture(challenge.identity)
        played = [_played(name, picture, challenge.table_id, state.match, challenge.seat)]
        for result in await self._store.results(challenge_name(challenge.id)):
            table = await self._hub.find(result.table_id)
            if table is not None and table.state.match is not None:
                picture = await self._picture(result.identity)
                played.append(_played(result.name, picture, result.table_id, table.state.match, challenge.seat))
        return played


def _name(state: TableState, seat: int) -> str:
    """Return the name of the player who had this seat in the first deal."""
    assert state.match is not None
    return state.match.players[seat]


def _played(name: str, picture: Picture, table: str, match: Match, seat: int) -> contest_bodies.Played:
    scores = [deal.score[seat] for deal in match.deals if deal.score is not None]
    return contest_bodies.Played(name=name, picture=picture, table=table, deals=scores, score=match.scores[seat])
