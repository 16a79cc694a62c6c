"""Access rules for contest tables, whose cards other people also play."""

from __future__ import annotations

import time
from collections.abc import Callable

from saleroom.server.contests import days
from saleroom.server.contests.results import CHALLENGE, LADDER, kind_of
from saleroom.server.core.contests import challenge_name
from saleroom.server.core.state.events import TableHeader
from saleroom.server.core.state.table import DAILY, EVENT, TableState
from saleroom.server.core.tournament_tables import round_of, tournament_of
from saleroom.server.storage.contests import ContestStore

CLOSED = "contest.closed"
_OPEN_LATER = {DAILY: "contest.not-open", EVENT: "contest.not-open-round"}


def why_closed(contest: str | None) -> str:
    """Return the key of the refusal for a table in `contest` that a person may not see, or not open."""
    return _OPEN_LATER.get(kind_of(contest or ""), CLOSED)


class Access:
    """Rules for who may see which table."""

    def __init__(self, store: ContestStore, clock: Callable[[], float] = time.time) -> None:
        """Use `store` and `clock`, which returns seconds since the epoch."""
        self._store, self._clock = store, clock

    async def may_look(self, state: TableState, holder: str | None) -> bool:
        """Return whether a person may see a table, its record and its analyses."""
        return state.seat_of(holder) is not None or await self.may_watch(state.header, state.over, holder)

    async def may_watch(self, header: TableHeader, over: bool, holder: str | None) -> bool:
        """Return whether a person without a seat may see a table."""
        contest = header.contest
        if contest is None:
            return not over or await self._is_unchallenged(header.id, holder)
        if kind_of(contest) == DAILY:
            return await self.may_open(contest, holder)
        if kind_of(contest) == LADDER:
            return over  # no other bot account gets these cards
        if kind_of(contest) == EVENT:
            return over and await self._may_see_round(contest, holder)
        return over and await self._may_compare(contest, holder)

    async def is_open(self, header: TableHeader, over: bool) -> bool:
        """Return whether all people may see a table, because no contest with its cards is open."""
        return over and await self.may_watch(header, over, None)

    async def may_open(self, contest: str | None, holder: str | None) -> bool:
        """Return whether the seed, all hands and the analyses of a finished match in `contest` are open to a person who
        may see its table.

        A tournament's table opens after its round, because other tables play the same cards. Until its day ends, a
        daily deal opens only to accounts that have a result. One person can have many guest identities, so that a guest
        who has finished could play again.
        """
        if contest is not None and kind_of(contest) == EVENT:
            return await self._may_see_round(contest, holder)
        if contest is None or kind_of(contest) != DAILY or self._clock() >= days.closes_at(days.day_of(contest)):
            return True
        return holder is not None and await self._is_account_with_result(contest, holder)

    async def _is_account_with_result(self, contest: str, holder: str) -> bool:
        identity, account = await self._store.who_is(holder)
        return account and await self._store.result(contest, identity) is not None

    async def _may_see_round(self, contest: str, holder: str | None) -> bool:
        """Return whether a person may see a round's tables.

        Participants and the organiser may see the tables after the round. All other people may see them after the
        tournament.
        """
        store, tournament_id = self._store.tournaments, tournament_of(contest)
        tournament, tables = await store.find(tournament_id), await store.tables(tournament_id)
        unfinished = {table.round for table in tables if table.scores is None}
        if tournament is None or round_of(contest) in unfinished:
            return False
        if tournament.round == tournament.rounds and not unfinished:
            return True
        people = {tournament.organiser, *(person.identity for person in await store.people(tournament_id))}
        return holder is not None and await self._store.identity_of(holder) in people

    async def _may_compare(self, contest: str, holder: str | None) -> bool:
        """Return whether a person created or has played a challenge, and may therefore see its results."""
        challenge = await self._store.challenge(contest.removeprefix(f"{CHALLENGE}/"))
        if challenge is None or holder is None:
            return False
        own = challenge.identity == await self._store.identity_of(holder)
        return own or await self._has_played(contest, holder)

    async def _is_unchallenged(self, table_id: str, holder: str | None) -> bool:
        """Return whether a table's cards are no secret from a person, because no challenge uses the cards or the person
        has played such a challenge.
        """
        challenges = await self._store.challenges_of(table_id)
        for challenge in challenges:
            if await self._has_played(challenge_name(challenge.id), holder):
                return True
        return not challenges

    async def _has_played(self, contest: str, holder: str | None) -> bool:
        if holder is None:
            return False
        return await self._store.result(contest, await self._store.identity_of(holder)) is not None
