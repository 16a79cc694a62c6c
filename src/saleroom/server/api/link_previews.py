"""Content of link previews: what a page's address may show to a visitor without a token, such as a messenger.

A preview contains no card, and no score of a contest that is open. It contains a person's name only if that person has
switched this on for the table or the tournament. To find a preview, the server only reads the database: it loads no
table, and it stores nothing.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import date

from saleroom.games import NAMES, load
from saleroom.match import languages
from saleroom.server.api.match_length import median_minutes
from saleroom.server.api.preview_texts import PreviewTexts, isolated
from saleroom.server.contests import days
from saleroom.server.contests.access import Access
from saleroom.server.core.project.summary import TableSummary
from saleroom.server.core.state.events import TableHeader
from saleroom.server.http.link_preview import LinkPreview
from saleroom.server.protocol.common import DAY
from saleroom.server.realtime.lobby import Lobby
from saleroom.server.storage.contests import ContestStore
from saleroom.server.storage.tournament_rows import Tournament

Find = Callable[..., Awaitable[LinkPreview | None]]
OF_A_GAME = ("house-rules", "learn", "new", "new-event", "new-series", "practice", "rules", "sheet")
"""Pages of one game."""


class LinkPreviews:
    """Previews of one server's pages."""

    def __init__(
        self, lobby: Lobby, contests: ContestStore, access: Access, clock: Callable[[], float] = time.time
    ) -> None:
        """Read from `lobby` and `contests`. `access` says what a visitor may see, and `clock` returns seconds since the
        epoch.
        """
        self._lobby, self._contests, self._access, self._clock = lobby, contests, access, clock
        self._pages: dict[str, Find] = {
            "challenge": self._challenge,
            "daily": self._daily,
            "event": self._tournament,
            "match": self._table,
            "table": self._table,
            **dict.fromkeys(OF_A_GAME, _of_game),
        }

    async def find(self, path: str, language: str) -> LinkPreview | None:
        """Return the preview of one of the client's pages; None if the page has only the general preview.

        `language` is the reader's. A table or a tournament can have a language of its own.
        """
        page, *parts = path.strip("/").split("/")
        find = self._pages.get(page)
        return await find(path, language, *parts) if find is not None and parts else None

    async def _table(self, path: str, language: str, table_id: str) -> LinkPreview | None:
        listing = await self._lobby.summary(table_id)
        if listing is None or not await self._access.may_watch(listing[0], listing[1].status == "over", None):
            return None
        header, summary = listing
        texts = PreviewTexts(summary.preview_language or language)
        title = texts.title(f"table_{summary.status}", summary.preview_name, header.game)
        return texts.preview(title, _table_facts(texts, header, summary), path=path, game=header.game)

    async def _challenge(self, path: str, language: str, challenge_id: str) -> LinkPreview | None:
        challenge = await self._contests.challenge(challenge_id)
        listing = None if challenge is None else await self._lobby.summary(challenge.table_id)
        if challenge is None or listing is None:
            return None
        header, summary = listing
        texts = PreviewTexts(summary.preview_language or language)
        challenger_owns = summary.holders.get(header.owner) == challenge.seat
        named = challenger_owns and summary.names[challenge.seat] == summary.preview_name
        name = summary.preview_name if named else None  # only the owner can have switched their name on
        facts = [texts("same_seat"), *_length(texts, header), texts("account")]
        return texts.preview(texts.title("challenge", name, header.game), facts, path=path, game=header.game)

    async def _daily(self, path: str, language: str, day_text: str, game: str) -> LinkPreview | None:
        day, today = _parsed(day_text), days.today(self._clock())
        if day is None or day > today or game not in NAMES:
            return None
        contest, texts = days.contest_name(day, game), PreviewTexts(language)
        if day < today and contest not in await self._contests.daily_deals([contest]):
            return None
        title = texts("daily", game=load(game).title, date=texts.in_words(day))
        facts = [fact async for fact in self._daily_facts(texts, contest)]
        return texts.preview(title, facts, path=path, game=game, indexed=True)

    async def _daily_facts(self, texts: PreviewTexts, contest: str) -> AsyncIterator[str]:
        field = await self._contests.field(contest, None, 0)
        players = sum(field.scores.values())
        yield texts("same_cards")
        if players:
            yield texts.counted("played", players)
        if self._clock() < days.closes_at(days.day_of(contest)):
            yield texts("account")
        elif field.best:
            yield texts("best", score=field.best[0].score)

    async def _tournament(self, path: str, language: str, tournament_id: str, _round: str = "") -> LinkPreview | None:
        tournament = await self._contests.tournaments.find(tournament_id)
        if tournament is None:
            return None
        texts, title = PreviewTexts(tournament.language or language), isolated(tournament.title)
        if tournament.names_organiser:
            title = texts("tournament_by", name=isolated(tournament.organiser_name), title=title)
        facts = [fact async for fact in self._tournament_facts(texts, tournament)]
        return texts.preview(title, facts, path=f"/event/{tournament_id}", game=tournament.game)

    async def _tournament_facts(self, texts: PreviewTexts, tournament: Tournament) -> AsyncIterator[str]:
        store, begun = self._contests.tournaments, tournament.round > 0
        people = sum(person.status == "in" for person in await store.people(tournament.id))
        yield texts("tournament", game=load(tournament.game).title)
        rounds = tournament.rounds
        yield texts("round", round=tournament.round, rounds=rounds) if begun else texts.counted("rounds", rounds)
        yield texts.counted("people", people)
        if not begun:
            yield texts("account")
        elif tournament.round == rounds and all(table.scores for table in await store.tables(tournament.id)):
            yield texts("ended")


async def _of_game(path: str, language: str, game: str) -> LinkPreview | None:
    """Return the preview of a page about a game."""
    if game not in NAMES:
        return None
    return LinkPreview(load(game).title, languages.gist(game, language), language, path, game)


def _table_facts(texts: PreviewTexts, header: TableHeader, summary: TableSummary) -> Iterator[str]:
    if summary.status != "gathering":
        yield texts("players", count=header.seats)
        yield texts("watch" if summary.status == "playing" else "steps")
        yield texts("account")
        return
    seats = summary.names.count("")
    yield texts.counted("seats", seats) if seats else texts("full")
    yield from _length(texts, header)
    yield texts("account")


def _length(texts: PreviewTexts, header: TableHeader) -> Iterator[str]:
    """Yield the length of a match, if it is known: days for each move in correspondence play, else minutes."""
    if header.clock is not None and header.clock >= DAY:
        yield texts.counted("days", header.clock // DAY)
        return
    minutes = median_minutes(header)
    if minutes is not None:
        yield texts.counted("minutes", minutes)


def _parsed(text: str) -> date | None:
    try:
        return days.parse(text)
    except ValueError:
        return None
