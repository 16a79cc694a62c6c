"""Endpoints for devices and passkeys, with which several browsers can belong to one person."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from saleroom.server.api.dependencies import Address, Guest, Services
from saleroom.server.api.pairing_codes import CODE_LIFETIME
from saleroom.server.api.passkeys import (
    NoPasskey,
    RelyingParty,
    check_login,
    check_new,
    creation_options,
    login_options,
    relying_party_of,
)
from saleroom.server.api.refusals import HttpRefusal
from saleroom.server.api.services import AppServices
from saleroom.server.protocol import personal
from saleroom.server.storage.people import Passkey, PersonRefused
from saleroom.server.storage.ratings import recompute

NEW, LOGIN = "new", "login"

router = APIRouter(tags=["account"])


def here(request: Request, services: Services) -> RelyingParty:
    """Return the relying party of the caller's page. Take the page's address from the `Origin` header, which has been
    checked, else from the public URL, else from the `Host` header.
    """
    public = services.network.public_origin
    return relying_party_of(request.headers.get("origin") or public or f"http://{request.headers.get('host', '')}")


def _named(place: Annotated[RelyingParty, Depends(here)]) -> RelyingParty:
    if not place.named:
        raise HttpRefusal(409, "passkey.no-name")
    return place


Here = Annotated[RelyingParty, Depends(here)]
NamedRelyingParty = Annotated[RelyingParty, Depends(_named)]
"""Relying party (WebAuthn) of the caller's page; a request is refused with 409 if the page's host cannot have passkeys.
"""
KeyId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,1400}$")]


# Devices


@router.post("/me/code", status_code=201)
async def code(services: Services, guest: Guest, address: Address) -> personal.LinkCode:
    """Create a code to link another device with this device. Linked devices share seats, matches and passkeys."""
    return personal.LinkCode(code=await services.link_codes.new(guest, address), seconds=CODE_LIFETIME)


@router.post("/me/devices", status_code=204)
async def link(body: personal.Linked, services: Services, guest: Guest) -> Response:
    """Redeem another device's code, so that both devices belong to one person. Each code is valid once."""
    device = await services.link_codes.redeem(body.code)
    if device is None:
        raise HttpRefusal(404, "code.expired")
    if device == guest:
        raise HttpRefusal(409, "code.own")
    await _join(services, services.store.people.join(guest, device, time.time()))
    return Response(status_code=204)


async def _join(services: AppServices, joining: Awaitable[list[str]]) -> None:
    """Run `joining`, and recompute the ratings in the games that `joining` returns."""
    try:
        async with services.people_lock:
            for game in await joining:
                await recompute(services.store.database, game)
    except PersonRefused as trouble:
        raise HttpRefusal(409, trouble) from None


# Passkeys


@router.post("/me/passkeys/options")
async def options(
    body: personal.PasskeyRequest,
    services: Services,
    guest: Guest,
    relying_party: NamedRelyingParty,
    address: Address,
) -> personal.Ceremony:
    """Return the options with which the browser can create a passkey for the caller."""
    account = await services.store.people.account_of(guest)
    challenge = await services.ceremonies.new(guest, NEW, address)
    creation = await asyncio.to_thread(
        creation_options, relying_party, account.identity, body.name, account.passkeys, challenge
    )
    return personal.Ceremony(options=creation)


@router.post("/me/passkeys", status_code=204)
async def add(
    body: personal.NewPasskey, services: Services, guest: Guest, relying_party: NamedRelyingParty
) -> Response:
    """Store a new passkey. When a guest adds their first passkey, they get an account."""
    try:
        challenge = await services.ceremonies.take(guest, NEW)
        public_key, signed = await asyncio.to_thread(check_new, relying_party, body.credential, challenge)
    except NoPasskey as trouble:
        raise HttpRefusal(422, trouble) from None
    now = time.time()

    def key(person: str) -> Passkey:
        return Passkey(body.credential.id, person, public_key, signed, relying_party.host, body.name, now, now)

    try:
        async with services.people_lock:
            await services.store.people.add_passkey(guest, key, now)
    except PersonRefused as trouble:
        raise HttpRefusal(409, trouble) from None
    return Response(status_code=204)


@router.delete("/me/passkeys/{key}", status_code=204)
async def remove(key: KeyId, services: Services, guest: Guest) -> Response:
    """Remove one of the caller's passkeys; the caller's devices stay linked."""
    if not await services.store.people.remove_passkey(guest, key):
        raise HttpRefusal(404, "passkey.none")
    return Response(status_code=204)


@router.post("/login/options")
async def login_begins(
    services: Services, guest: Guest, relying_party: NamedRelyingParty, address: Address
) -> personal.Ceremony:
    """Return the options with which the browser can log in with a passkey."""
    challenge = await services.ceremonies.new(guest, LOGIN, address)
    return personal.Ceremony(options=await asyncio.to_thread(login_options, relying_party, challenge))


@router.post("/login", status_code=204)
async def login(body: personal.Login, services: Services, guest: Guest, relying_party: NamedRelyingParty) -> Response:
    """Log in with a passkey. This device and all its matches then belong to the person who has the passkey."""
    people = services.store.people
    try:
        challenge = await services.ceremonies.take(guest, LOGIN)
        known = await people.passkey(body.credential.id)
        if known is None or known.place != relying_party.host:
            raise NoPasskey("passkey.gone")
        signed = await asyncio.to_thread(check_login, relying_party, body.credential, challenge, known)
    except NoPasskey as trouble:
        raise HttpRefusal(422, trouble) from None
    now = time.time()
    await people.use_passkey(known.id, signed, now)
    await _join(services, people.join_person(guest, known.person, now))
    return Response(status_code=204)
