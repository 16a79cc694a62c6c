"""Passkeys: options for browsers, and verification of their responses."""

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

LIFETIME = 300  # seconds within which a browser must answer a challenge
PASSKEY = "passkey"
NAME = "Saleroom"


class NoPasskey(Refusal):
    """Error: a browser's response does not prove that its user has a passkey for this server."""


@dataclass(frozen=True)
class RelyingParty:
    """Origin and host name of a page; a passkey works only on pages with the host name for which it was created."""

    origin: str
    host: str
    """Host name, which is the relying party's id."""

    @property
    def named(self) -> bool:
        """Whether passkeys are possible for this host. Passkeys need a host name; an address is not enough."""
        try:
            ipaddress.ip_address(self.host)
        except ValueError:
            return bool(self.host)
        return False


def relying_party_of(origin: str) -> RelyingParty:
    """Return the relying party for the origin of a page."""
    return RelyingParty(origin, (urlsplit(origin).hostname or "").lower())


class Ceremonies:
    """WebAuthn challenges that browsers have not answered yet. Each device has at most one challenge for each
    purpose.
    """

    def __init__(self, codes: Codes) -> None:
        """Store the challenges in `codes`, so that any process can verify the response to a challenge."""
        self._codes = codes

    async def new(self, holder: str, purpose: str, address: str) -> bytes:
        """Create a challenge for a device at a network address; it replaces the device's older one for this purpose."""
        challenge = secrets.token_bytes(32)
        await self._codes.store(f"{purpose} {holder}", challenge.hex(), address)
        return challenge

    async def take(self, holder: str, purpose: str) -> bytes:
        """Return and delete a device's challenge; raise `NoPasskey` if there is none."""
        challenge = await self._codes.take(f"{purpose} {holder}")
        if challenge is None:
            raise NoPasskey("passkey.too-slow")
        return bytes.fromhex(challenge)


def creation_options(place: RelyingParty, identity: str, name: str, known: Sequence[Passkey], challenge: bytes) -> Any:
    """Return the options with which a browser can create a passkey; `known` are the person's existing passkeys.

    The library is imported inside the function, because the import is slow.
    """
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


def login_options(place: RelyingParty, challenge: bytes) -> Any:
    """Return the options with which a browser can sign `challenge` with any of its user's passkeys for this host."""
    import webauthn

    return orjson.loads(
        webauthn.options_to_json(webauthn.generate_authentication_options(rp_id=place.host, challenge=challenge))
    )


def check_new(place: RelyingParty, given: NewKey, challenge: bytes) -> tuple[bytes, int]:
    """Return the public key and signature count of a new passkey; raise `NoPasskey` if it is invalid."""
    import webauthn

    try:
        checked = webauthn.verify_registration_response(
            credential=given.model_dump(exclude_none=True),
            expected_challenge=challenge,
            expected_rp_id=place.host,
            expected_origin=place.origin,
        )
    except Exception as error:  # besides its own errors, the library raises parser errors for malformed input
        raise NoPasskey("passkey.unusable") from error
    return checked.credential_public_key, checked.sign_count


def check_login(place: RelyingParty, given: LoginKey, challenge: bytes, known: Passkey) -> int:
    """Return a passkey's signature count if the passkey has signed `challenge`; otherwise, raise `NoPasskey`."""
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
