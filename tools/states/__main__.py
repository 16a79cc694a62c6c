"""`python -m tools.states`."""

from __future__ import annotations

from tools.states import write

for path in write():
    print(f"src/saleroom/{path}")
