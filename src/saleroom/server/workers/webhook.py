"""Messages to webhooks: the JSON that Discord, Slack, Matrix bridges and plain receivers expect.

Names come from people. In the text of each kind of message they are escaped, so that they mention no one, link nowhere
and format nothing. Plain JSON also has fields with the unchanged names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Literal, get_args

from saleroom.server.http.page_texts import page_texts
from saleroom.server.protocol.message_bodies import WebhookKind
from saleroom.server.workers.https_sender import HttpsAddress, Post

KINDS: tuple[WebhookKind, ...] = get_args(WebhookKind)
NoticeKind = Literal["code", "turn", "begin", "round"]

DISCORD_HOSTS = ("discord.com", "discordapp.com", "canary.discord.com", "ptb.discord.com")
SLACK_HOSTS = ("hooks.slack.com", "hooks.slack-gov.com")
SUPPRESS_EMBEDS = 4
"""Flag of Discord messages: show no previews of links."""

_ZERO_WIDTH_SPACE = "\u200b"
_ACTIVE = re.compile(r"[@#:/.]")
"""Characters that make mentions, channels, emoji or links."""
_MARKDOWN = re.compile(r"[\\*_~`|<>\[\]()#@:+-]")


@dataclass(frozen=True)
class Notice:
    """A message in a language, without the format of a service."""

    kind: NoticeKind
    language: str
    names: Mapping[str, str | Sequence[str]]
    """Values of the text's placeholders. They can contain any characters."""
    url: str
    stop_url: str
    """Page on which each reader of the messages can stop them."""


def kind_of(address: HttpsAddress) -> WebhookKind:
    """Return the kind of webhook that an address shows: Discord and Slack by host, a Matrix bridge (Hookshot) by path,
    or else plain JSON.
    """
    if address.host in DISCORD_HOSTS and address.target.startswith("/api/"):
        return "discord"
    if address.host in SLACK_HOSTS:
        return "slack"
    return "matrix" if re.search(r"/webhook/[0-9a-fA-F-]{36}(?:$|[/?])", address.target) else "plain"


def post(kind: WebhookKind, address: HttpsAddress, notice: Notice) -> Post:
    """Return the request that brings a message to a webhook."""
    body = json.dumps(_PAYLOADS[kind](notice)).encode()
    return Post(address, {"content-type": "application/json"}, body)


def _discord(notice: Notice) -> dict[str, Any]:
    content = "\n".join([_text(notice, _discord_name), f"<{notice.url}>", f"{_stop(notice)} <{notice.stop_url}>"])
    return {"content": content, "allowed_mentions": {"parse": []}, "flags": SUPPRESS_EMBEDS}


def _slack(notice: Notice) -> dict[str, Any]:
    return {"text": _lines(notice, _slack_name), "mrkdwn": False, "unfurl_links": False, "unfurl_media": False}


def _matrix(notice: Notice) -> dict[str, Any]:
    text = _text(notice, lambda name: escape(_inert(name)))
    links = [f'<a href="{escape(link)}">{escape(link)}</a>' for link in (notice.url, notice.stop_url)]
    html = f"<p>{text}<br>{links[0]}<br>{escape(_stop(notice))} {links[1]}</p>"
    return {"text": _lines(notice, _inert), "html": html, "username": "Saleroom"}


def _plain(notice: Notice) -> dict[str, Any]:
    return {
        "text": _text(notice, _inert),
        "event": notice.kind,
        **notice.names,
        "url": notice.url,
        "stop_url": notice.stop_url,
    }


_PAYLOADS: dict[WebhookKind, Callable[[Notice], dict[str, Any]]] = {
    "discord": _discord,
    "slack": _slack,
    "matrix": _matrix,
    "plain": _plain,
}


def _lines(notice: Notice, quoted: Callable[[str], str]) -> str:
    return "\n".join([_text(notice, quoted), notice.url, f"{_stop(notice)} {notice.stop_url}"])


def _text(notice: Notice, quoted: Callable[[str], str]) -> str:
    """Return the text of a message; `quoted` escapes each value."""
    values = {
        key: quoted(value) if isinstance(value, str) else ", ".join(map(quoted, value))
        for key, value in notice.names.items()
    }
    return page_texts("webhook", notice.language)[notice.kind].format_map(values)


def _stop(notice: Notice) -> str:
    return page_texts("webhook", notice.language)["stop"]


def _inert(name: str) -> str:
    """Return a name that no chat takes for a mention, link or emoji."""
    return _ACTIVE.sub(lambda match: match[0] + _ZERO_WIDTH_SPACE, name)


def _discord_name(name: str) -> str:
    return _MARKDOWN.sub(lambda match: "\\" + match[0], _inert(name))


def _slack_name(name: str) -> str:
    return escape(_inert(name), quote=False)
