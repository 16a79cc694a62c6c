"""Passkeys: what browsers are asked for, and whether what they answer is true."""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import orjson

from saleroom.kernel.refusals import Refusal
from saleroom.server.protocol.personal import LoginKey, NewKey
from saleroom.server.storage.one_time_codes import Codes
from saleroom.server.storage.people import Passkey

LIFETIME = 300  # seconds for which a challenge may be answered
PASSKEY = "passkey"
NAME = "Saleroom"


class NoPasskey(Refusal):
    """What a browser sent is no passkey that holds here; one line for people."""


@dataclass(frozen=True)
class Place:
    """Where a page is: passkeys are bound to its host's name."""

    origin: str
    host: str
    """The relying party's id."""

    @property
    def named(self) -> bool:
        """Whether passkeys can be had here: the host has a name, and is no mere address."""
        try:
            ipaddress.ip_address(self.host)
        except ValueError:
            return bool(self.host)
        return False


def place_of(origin: str) -> Place:
    """The place of a page, from what its browser calls its origin."""
    return Place(origin, (urlsplit(origin).hostname or "").lower())


class Ceremonies:
    """What browsers have been asked to sign: one thing at a time for each device."""

    def __init__(self, codes: Codes) -> None:
        """Kept in `codes`, so that any process takes what another one gave."""
        self._codes = codes

    async def new(self, holder: str, purpose: str) -> bytes:
        """A new challenge, in place of an older one for the same purpose."""
        challenge = secrets.token_bytes(32)
        await self._codes.put(f"{purpose} {holder}", challenge.hex())
        return challenge

    async def take(self, holder: str, purpose: str) -> bytes:
        """The challenge that a device was given, once; `NoPasskey` where there is none."""
        challenge = await self._codes.take(f"{purpose} {holder}")
        if challenge is None:
            raise NoPasskey("passkey.too-slow")
        return bytes.fromhex(challenge)


def creation_options(place: Place, identity: str, name: str, known: Sequence[Passkey], challenge: bytes) -> Any:
    """What a browser is to make (the library takes a while to import); `known` are the passkeys that the person has."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes, structs

    options = webauthn.generate_registration_options(
        rp_id=place.host,
        rp_name=NAME,
        user_id=hashlib.sha256(f"passkeys of {identity}".encode()).digest(),
        user_name=name,
        challenge=challenge,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(base64url_to_bytes(key.id))
            for key in known
            if key.place == place.host
        ],
    )
    return orjson.loads(webauthn.options_to_json(options))


def login_options(place: Place, challenge: bytes) -> Any:
    """What a browser is to sign, with any passkey that it has for this place."""
    import webauthn

    return orjson.loads(
        webauthn.options_to_json(webauthn.generate_authentication_options(rp_id=place.host, challenge=challenge))
    )


def check_new(place: Place, given: NewKey, challenge: bytes) -> tuple[bytes, int]:
    """The public key of a new passkey and how often it has signed; `NoPasskey` where anything is wrong with it."""
    import webauthn

    try:
        checked = webauthn.verify_registration_response(
            credential=given.model_dump(exclude_none=True),
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
        )
    except Exception as error:  # the library raises its own errors, and those of its parsers for what is malformed
        raise NoPasskey("passkey.unusable") from error
    return checked.credential_public_key, checked.sign_count


def check_login(place: Place, given: LoginKey, challenge: bytes, known: Passkey) -> int:
    """How often a passkey has signed, if it has signed the challenge; `NoPasskey` otherwise."""
    import webauthn

    try:
        checked = webauthn.verify_authentication_response(
            credential=given.model_dump(exclude_none=True),
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=known.public_key,
            credential_current_sign_count=known.sign_count,
        )
    except Exception as error:
        raise NoPasskey("passkey.wrong") from error
    return checked.new_sign_count
