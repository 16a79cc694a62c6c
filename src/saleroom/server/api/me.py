"""Endpoints for a person's own page: their matches and statistics, and the export and erasure of all their data."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse

from saleroom.games import NAMES, load
from saleroom.server.api import export as exports
from saleroom.server.api.account import Here
from saleroom.server.api.bot_accounts import bot_info as bot_account_info
from saleroom.server.api.catalogue import BOTS
from saleroom.server.api.dependencies import Guest, Services
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.protocol import personal
from saleroom.server.realtime.erasure import erase
from saleroom.server.realtime.hub import Hub
from saleroom.server.realtime.portraits import show_portrait
from saleroom.server.storage.people import Account
from saleroom.server.storage.practice import PracticeStore
from saleroom.server.storage.ratings import Strength, newcomer
from saleroom.server.storage.results import Finishing, LevelResults, Results, ReviewedLoss

PAGE = 20
"""Number of matches on one page."""
MIDDLE, SPREAD = 1500, 40
"""Rating of a newcomer, and rating points per unit of strength."""

router = APIRouter(tags=["me"])


@router.get("/me")
async def me(services: Services, guest: Guest, relying_party: Here) -> personal.Me:
    """Return your statistics for each game, the number of your linked devices, and your passkeys."""
    account = await services.store.people.account_of(guest)
    return personal.Me(
        account=bool(account.passkeys),
        devices=len(account.devices),
        passkeys=passkeys(account),
        place=relying_party.host if relying_party.named else None,
        games=await figures(services.store.results, account.identity),
        with_people=finished_matches(await services.store.results.finishing(account.identity)),
    )


def finished_matches(latest: Finishing) -> personal.FinishedMatches:
    """Return how many of their latest matches with other people a person has finished, as that person sees it."""
    return personal.FinishedMatches(matches=latest.matches, finished=latest.finished)


def passkeys(account: Account) -> list[personal.PasskeyInfo]:
    """Return the information about an account's passkeys that their owner sees."""
    return [
        personal.PasskeyInfo(id=key.id, name=key.name, place=key.place, made_at=key.made_at, used_at=key.used_at)
        for key in account.passkeys
    ]


async def figures(stored: Results, who: str) -> list[personal.GameFigures]:
    """Return a person's statistics for each game, in the order in which the lobby shows the games."""
    ladder, losses, ratings = await stored.ladder(who), await stored.losses(who), await stored.ratings(who)
    statistics = sorted(await stored.standings(who), key=lambda standing: NAMES.index(standing.game))
    return [
        personal.GameFigures(
            game=each.game,
            title=load(each.game).title,
            unit="chips" if load(each.game).unit == "chips" else "points",
            matches=each.matches,
            won=each.won,
            bids_made=each.bids_made,
            bids_set=each.bids_set,
            rating=rating(*ratings[each.game]) if each.game in ratings else None,
            ladder=rungs(rung for rung in ladder if rung.game == each.game),
            losses=[point(loss) for loss in losses if loss.game == each.game],
        )
        for each in statistics
    ]


def rungs(levels: Iterable[LevelResults]) -> list[personal.LadderRung]:
    """Return a person's results against each bot level, in the order in which the lobby shows the levels."""
    order = {level: rank for rank, level in enumerate(BOTS)}
    return [
        personal.LadderRung(level=rung.level, matches=rung.matches, won=rung.won, fair=round(rung.fair, 2))
        for rung in sorted(levels, key=lambda rung: order.get(rung.level, len(order)))
    ]


def point(loss: ReviewedLoss) -> personal.LossPoint:
    """Return the loss in a reviewed match as a point of a chart."""
    return personal.LossPoint(table=loss.table_id, at=loss.over_at, decisions=loss.decisions, cost=loss.cost)


def rating(strength: Strength, matches: int) -> personal.Rating:
    """Return a strength as a rating on the scale shown to people."""
    value = MIDDLE + SPREAD * (strength.mu - newcomer().mu)
    return personal.Rating(value=round(value), margin=round(2 * SPREAD * strength.sigma), matches=matches)


@router.get("/me/portrait")
async def portrait(services: Services, guest: Guest) -> personal.Portrait:
    """Return your portrait."""
    return personal.Portrait(picture=(await services.store.people.pictures_of([guest]))[guest])


@router.post("/me/portrait")
async def choose_portrait(body: personal.PortraitRequest, services: Services, guest: Guest) -> personal.Portrait:
    """Choose your portrait. All people see the portrait, and tables at which you sit show it immediately."""
    async with services.people_lock:
        await services.store.people.choose_picture(guest, body.picture)
        devices = await services.store.people.holders_of(guest)
    await show_portrait(services.hub, devices)
    return personal.Portrait(picture=body.picture)


@router.get("/me/matches")
async def matches(query: Annotated[personal.Page, Query()], services: Services, guest: Guest) -> personal.MatchLines:
    """Return one page of your finished matches. You can choose one game and one level; the level `people` means matches
    against people.
    """
    who = await services.store.people.identity_of(guest)
    rows = await services.store.results.matches(who, query.game, query.level, query.page * PAGE, PAGE + 1)
    return personal.MatchLines(matches=await exports.match_lines(services.hub, rows[:PAGE]), more=len(rows) > PAGE)


@router.get("/me/export", response_class=exports.JsonDocument, responses=exports.RESPONSES)
async def export(services: Services, guest: Guest) -> StreamingResponse:
    """Export all your data as one JSON document, including statistics, matches, chat lines and records."""
    if guest in services.exporting:
        raise HttpRefusal(429, "me.exporting")
    lines = await personal_data(services.hub, await services.store.people.account_of(guest))
    headers = {"content-disposition": 'attachment; filename="saleroom-me.json"', "cache-control": "no-store"}
    return exports.JsonDocument(exports.once(services.exporting, guest, lines), headers=headers)


async def personal_data(hub: Hub, account: Account) -> AsyncIterator[bytes]:
    """Return all stored data about a person, as pieces of a JSON document."""
    store, who = hub.store, account.identity
    mine = {
        "format": "saleroom-person/1",
        "devices": len(account.devices),
        "portrait": (await store.people.pictures_of([who]))[who],
        "passkeys": [key.model_dump() for key in passkeys(account)],
        "games": [game.model_dump() for game in await figures(store.results, who)],
        "with_people": finished_matches(await store.results.finishing(who)).model_dump(),
        "practice": await PracticeStore(store.database).all_of(who),
        "classes": await store.classrooms.all_of(who),
        "contests": [exports.contest_line(result) for result in await store.contests.results_of(who)],
        "events": await store.contests.tournaments.all_of(who),
        "series": await store.contests.series.all_of(who),
        "removed_tables": await store.own_tables.all_hidden(who),
        "avoided": [{"name": one.name, "at": one.avoided_at} for one in (await store.avoidance.all_of(who)).values()],
        "push": [{"endpoint": one.endpoint, "at": one.made_at} for one in await store.push.of(account.devices)],
        "messages": exports.message_preferences(await store.notifications.preferences(who)),
        "webhooks": [exports.webhook(each) for each in await store.notifications.webhooks_of(who)],
        "programs": [bot_account_info(*row).model_dump() for row in await store.bots.of(who)],
    }
    return exports.document(hub, account, mine)


@router.delete("/me", status_code=204)
async def forget(query: Annotated[personal.Erasing, Query()], services: Services, guest: Guest) -> Response:
    """Erase your data.

    Your names become, for example, "player 3", and the server removes your chat and all references to your devices.
    Your moves stay.
    """
    if not query.sure:
        raise HttpRefusal(422, "me.not-sure")
    async with services.people_lock:
        account = await services.store.people.account_of(guest)
        for table_id in await erase(services.hub, account.devices, account.identity):
            services.results.forget(table_id)
            services.classrooms.forget(table_id)
    return Response(status_code=204)
