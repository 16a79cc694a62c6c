"""Refusals by endpoints, with an HTTP status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import HTTPException

from saleroom.kernel.refusals import Refusal


class HttpRefusal(HTTPException):
    """Refusal of a request, with an HTTP status. Create it from a `Refusal`, or from a key and parameters."""

    def __init__(
        self, status: int, refusal: Refusal | str, /, headers: Mapping[str, str] | None = None, **params: Any
    ) -> None:
        self.refusal = Refusal(refusal, **params) if isinstance(refusal, str) else refusal
        super().__init__(status, str(self.refusal), dict(headers) if headers else None)
