"""A server and an HTTP client in one process."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the test client warns that it wants a newer httpx
    from starlette.testclient import TestClient

from saleroom.server.front import Front
from saleroom.server.ops.settings import Settings
from tests.stores import place

HERE = ("127.0.0.1", 4000)


@contextmanager
def opened(data, client=HERE, listen=None, **more):
    """Yield an HTTP client of a new server. The client's address is `client`."""
    settings = Settings(place(data), client=data.parent / "none", **more)
    with TestClient(Front(settings, 8642, listen), base_url="http://127.0.0.1:8642", client=client) as browser:
        yield browser


def answer_when(browser: Any, path: str, is_ready: Callable[[Any], Any], **request: Any) -> Any:
    """Repeat a request until its answer is ready, and return the answer.

    Only the time limit of the test ends the loop, because the number of tries depends on the load of the machine.
    """
    while not is_ready(answer := browser.get(path, **request).json()):
        time.sleep(0.05)
    return answer
