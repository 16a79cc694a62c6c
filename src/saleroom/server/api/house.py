"""The house: guests, games, rules, first lessons."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, HTTPException

from saleroom.kernel.options import BadOptions
from saleroom.server import lessons, rest
from saleroom.server.api import games
from saleroom.server.api.desk import AtDesk, GameName

router = APIRouter(tags=["house"])


@router.post("/guests")
async def new_guest() -> rest.Guest:
    """A token for a new guest. The house keeps nothing of it until he sits down."""
    return rest.Guest(token=secrets.token_urlsafe(32))


@router.get("/house")
async def house(desk: AtDesk) -> rest.House:
    """The games and the players of the house."""
    return games.house(desk.build)


@router.post("/games/{game}/rules")
async def rules(game: GameName, asked: rest.RulesAsked) -> rest.Rules:
    """The rules as they read under a choice of options."""
    try:
        return games.rules(game, asked)
    except BadOptions as error:
        raise HTTPException(422, str(error)) from None


@router.get("/games/{game}/lesson")
async def lesson(game: GameName, desk: AtDesk) -> rest.Lesson:
    """A first lesson: a short scripted deal."""
    desk.hub.players.want(game)
    return await desk.shelf.get(("lesson", game), lessons.lesson, game)
