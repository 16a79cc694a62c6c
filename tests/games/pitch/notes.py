"""Expected score-sheet note on a settled deal of Auction Pitch, computed from what the board shows."""

from __future__ import annotations

from typing import Any


def noted(last: Any, shown: Any) -> str:
    seat, bid, made = last["pitcher"], last["bid"], last["made"]
    if last["revokes"]:
        return " ".join(["revoked", *(str(revoke["seat"]) for revoke in last["revokes"])])
    if bid is None:
        return f"unbid {seat} {made}"
    return f"made {seat} {bid} {made}" if made >= bid else f"set-back {seat} {bid}"
