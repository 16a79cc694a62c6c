"""Endpoints for guests, games, rules and first lessons."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Response

from saleroom.kernel.options import BadOptions
from saleroom.server.api import catalogue, effects
from saleroom.server.api.dependencies import GameName, Language, Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.core.project import lesson as lessons
from saleroom.server.protocol import bodies, house_rules_bodies, match_bodies

router = APIRouter(tags=["house"])


@router.post("/guests")
async def new_guest() -> bodies.Guest:
    """Create a token for a new guest. The server stores nothing until the guest takes a seat."""
    return bodies.Guest(token=secrets.token_urlsafe(32))


@router.get("/house")
async def house(services: Services, language: Language) -> bodies.Catalogue:
    """Return the games, and the bots that can be given a seat."""
    return catalogue.catalogue(services.hub.build, language)


@router.post("/games/{game}/rules")
async def rules(game: GameName, body: bodies.RulesRequest, language: Language) -> bodies.Rules:
    """Return the rules that apply with the chosen options."""
    try:
        return catalogue.rules(game, body, language)
    except BadOptions as error:
        raise HttpRefusal(422, error) from None


@router.get("/games/{game}/how-to-play")
async def how_to_play(game: GameName, language: Language) -> bodies.HowToPlay:
    """Return the page that teaches the game."""
    return catalogue.how_to_play_page(game, language)


@router.get("/games/{game}/house-rules")
async def house_rules(game: GameName, response: Response) -> house_rules_bodies.HouseRules:
    """Return the measured effects of a game's options, and its rule sets."""
    response.headers["cache-control"] = "public, max-age=3600"
    return effects.measured_house_rules(game)


@router.get("/games/{game}/lesson")
async def lesson(game: GameName, services: Services) -> match_bodies.Lesson:
    """Return the game's first lesson, which is a short scripted deal."""
    services.hub.bot_pool.want(game)
    try:
        return await services.results.get(("lesson", game), lessons.lesson, game)
    except lessons.NoLesson as error:
        raise HttpRefusal(404, error) from None
