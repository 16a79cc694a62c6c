"""Refusals by endpoints, with an HTTP status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import HTTPException

from saleroom.kernel.refusals import Refusal


class HttpRefusal(HTTPException):
    """Refusal of a request, made from an HTTP status and a refusal, or from the refusal's key and parameters."""

    def __init__(
        self, status: int, refusal: Refusal | str, /, headers: Mapping[str, str] | None = None, **params: Any
    ) -> None:
        self.refusal = Refusal(refusal, **params) if isinstance(refusal, str) else refusal
        super().__init__(status, str(self.refusal), dict(headers) if headers else None)
