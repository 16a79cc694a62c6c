"""Endpoints for the ladder of programs: JSON for programs, and a page for people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import FileResponse, HTMLResponse

from saleroom.games import NAMES, load
from saleroom.match.languages import preferred
from saleroom.server.api.bot_access import RESPONSES, Challenging
from saleroom.server.api.dependencies import Language, Services
from saleroom.server.api.ladder_page import ladder_page
from saleroom.server.api.services import AppServices
from saleroom.server.core.contests import OPPONENTS
from saleroom.server.protocol import bot_bodies
from saleroom.statistics import sequences

PAGE = "/bots"
STYLE = Path(__file__).with_name("ladder.css")
FRESH = {"cache-control": "public, max-age=10"}

router = APIRouter(prefix="/bot", tags=["bot"], responses=RESPONSES)  # type: ignore
page = APIRouter(include_in_schema=False)


@router.post("/ladder")
async def play(body: bot_bodies.LadderRequest, services: Services, access: Challenging) -> bot_bodies.LadderMatch:
    """Return the program's unfinished ladder match, or start its next ladder match."""
    services.hub.bot_pool.want(body.game)
    match = await services.ladder.play(body.game, access.bot)
    services.streams.wake_all()
    return bot_bodies.LadderMatch(**match._asdict())


@router.get("/ladder")
async def ladder(services: Services, response: Response) -> bot_bodies.Ladder:
    """List the results of programs, compared with the results of a built-in bot with the same cards. You need no
    token.
    """
    response.headers.update(FRESH)
    return await _ladder(services)


async def _ladder(services: AppServices) -> bot_bodies.Ladder:
    games = []
    for name in NAMES:
        lines = [
            bot_bodies.LadderLine(name=line.name, matches=line.matches, mean=line.mean, half=line.half)
            for line in await services.ladder.standings(name)
        ]
        game = load(name)
        games.append(bot_bodies.LadderOfGame(game=name, title=game.title, unit=game.unit, programs=lines))
    return bot_bodies.Ladder(level=OPPONENTS, first=sequences.FIRST, games=games)


@page.get(PAGE)
async def as_page(
    services: Services, language: Language, lang: Annotated[str, Query(max_length=40)] = ""
) -> HTMLResponse:
    """Return the ladder as a page for people. The page is in the requested language, or else in the browser's preferred
    language.
    """
    chosen = preferred(lang) if lang else language
    headers = FRESH | {"vary": "accept-language"}
    return HTMLResponse(ladder_page(await _ladder(services), chosen), headers=headers)


@page.get(f"{PAGE}.css")
async def style() -> FileResponse:
    """Return the page's style sheet."""
    return FileResponse(STYLE, media_type="text/css")
