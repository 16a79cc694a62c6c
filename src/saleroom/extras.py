"""Packages that are installed only on request (extras)."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

LAB = ("matplotlib", "pyarrow", "scipy")
"""Packages of the extra `lab`, for figures, Parquet files, confidence intervals and linear programs."""
_INSTALLERS = {"pipx_metadata.json": "pipx install --force", "uv-receipt.toml": "uv tool install --force"}
"""Marker file of each installer in an environment, with the installer's command to add an extra."""
_SET_UP = ".runtime"
"""Marker file that `make setup` writes in the environment of a checkout."""
_TARGETS = {"lab": "lab", **dict.fromkeys(("gymnasium", "open-spiel", "pettingzoo", "train"), "research")}
"""Target of `make` that adds an extra to the environment of a checkout."""


class MissingExtra(ModuleNotFoundError):
    """Error for a package of an extra that is not installed; the message names the extra."""


def to_install(extra: str) -> str:
    """Return the command that adds an extra to the environment in which Saleroom runs."""
    marks = (how for file, how in _INSTALLERS.items() if Path(sys.prefix, file).exists())
    command = next(marks, "pip install")
    by_make = extra in _TARGETS and Path(sys.prefix, _SET_UP).exists()
    in_checkout = f"make {_TARGETS[extra]}" if by_make else f'{command} ".[{extra}]"'
    return f'{command} "saleroom[{extra}]", in a checkout {in_checkout}'


def missing(extra: str, error: ImportError) -> MissingExtra:
    """Return the error for a package of an extra that cannot be imported."""
    return MissingExtra(
        f"this needs the extra saleroom[{extra}], which is not installed: {to_install(extra)} ({error})",
        name=error.name,
    )


def need_lab() -> None:
    """Raise `MissingExtra` unless the extra `lab` is installed. This is fast, because it imports nothing."""
    for name in LAB:
        if find_spec(name) is None:
            raise missing("lab", ModuleNotFoundError(f"No module named {name!r}", name=name))
