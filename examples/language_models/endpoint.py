"""A model behind an HTTP endpoint with OpenAI's chat completions API, which most model servers have."""

from __future__ import annotations

import json
import os
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from typing import Any

from language_models.program import Broken, Silent

TRIES = 5  # maximum number of times that a request is sent
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds between tries; they double unless the server asks for a pause
AGAIN = (408, 409, 425, 429, 500, 502, 503, 504, 529)
"""HTTP statuses after which a retry can succeed."""
LONGEST = 1 << 22  # maximum number of bytes in an answer
Message = dict[str, str]


class Endpoint:
    """A model that gets a whole conversation and returns the next reply.

    Several threads can call it at the same time.
    """

    chats = True
    """The model gets all previous messages, so that prompts do not have to repeat information."""

    def __init__(
        self,
        url: str,
        model: str,
        limit: float,
        key: str | None = None,
        settings: dict[str, Any] | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Set up the endpoint. `url` is the part before ``/chat/completions``; a reply can take up to `limit` seconds.

        `settings` are further fields of the request, such as a temperature. Raise `ValueError` if the URL is invalid.
        """
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"--endpoint {url[:60]!r}: write it like http://127.0.0.1:8000/v1")
        self.url, self.model, self.limit = f"{url.rstrip('/')}/chat/completions", model, limit
        self.tokens = {"prompt_tokens": 0, "completion_tokens": 0}
        """Numbers of tokens, as reported by the server."""
        self.retries = 0
        self._key, self._settings, self._sleep = key, settings or {}, sleep
        self._lock = threading.Lock()

    def __call__(self, messages: Sequence[Message]) -> str:
        """Return the reply.

        Raise `Silent` if all tries fail, and `Broken` if the error shows that more tries are useless.
        """
        pause = FIRST_PAUSE
        for attempt in range(TRIES):
            if attempt:
                self._sleep(pause)
                self._count(retries=1)
            try:
                return self._said(self._asked(messages))
            except urllib.error.HTTPError as error:
                with error:
                    if error.code not in AGAIN:
                        raise Broken(f"{self.url} answered {error.code}: {_reason(error)}") from None
                    pause = _wanted(error.headers.get("Retry-After")) or min(2 * pause, LONGEST_PAUSE)
            except (OSError, ValueError):  # no connection, no answer in time, or an incomplete answer
                pause = min(2 * pause, LONGEST_PAUSE)
        raise Silent(f"{self.model} has not replied, asked {TRIES} times")

    def _asked(self, messages: Sequence[Message]) -> Any:
        """Send the request, and return the server's parsed JSON answer."""
        body = json.dumps({"model": self.model, "messages": list(messages), **self._settings}).encode()
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self._key}"} if self._key else {})
        request = urllib.request.Request(self.url, body, headers)
        with urllib.request.urlopen(request, timeout=self.limit) as answer:
            return json.loads(answer.read(LONGEST))

    def _said(self, answer: Any) -> str:
        """Return the reply from an answer; raise `ValueError` if it contains none."""
        try:
            said = answer["choices"][0]["message"]["content"]
            usage = answer.get("usage") or {}
        except (LookupError, TypeError, AttributeError):
            raise ValueError("no reply") from None
        self._count(**{name: int(usage.get(name) or 0) for name in self.tokens})
        return said if isinstance(said, str) else ""

    def _count(self, retries: int = 0, **tokens: int) -> None:
        with self._lock:
            self.retries += retries
            for name, number in tokens.items():
                self.tokens[name] += number


def key_from(variable: str) -> str | None:
    """Return the API key from an environment variable, so that it appears in no command line and no transcript."""
    return os.environ.get(variable) or None


def _wanted(header: str | None) -> float | None:
    """Return the seconds that a server asks the client to wait, or None if it does not give a number of seconds."""
    try:
        return min(max(float(header or ""), 0.0), LONGEST_PAUSE)
    except ValueError:
        return None


def _reason(error: urllib.error.HTTPError) -> str:
    """Return the server's error message."""
    try:
        told = json.loads(error.read(1 << 14))
        return " ".join(str(told["error"]["message"] if isinstance(told["error"], dict) else told["error"]).split())[
            :200
        ]
    except (ValueError, LookupError, TypeError, OSError):
        return str(error.reason)
