"""The command `saleroom where`: where Saleroom stores files, and which of them it can make again."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Annotated

import typer

from saleroom.cli.arguments import Trouble

CACHE = "SALEROOM_CACHE"
"""Environment variable that names a folder for machine code."""


def where(
    clear: Annotated[
        bool, typer.Option("--clear", help="Remove the machine code; the next command compiles again.")
    ] = False,
) -> None:
    """Print where Saleroom stores files.

    Before you uninstall Saleroom, use --clear. Then only your data remain.
    """
    from saleroom.kernel import codecache

    code = codecache.folder()
    if clear:
        _remove(code)
    print(f"data          {_data()}")
    print(f"machine code  {_described(code) if code else 'no folder can be written'}; --clear removes it")
    print("matches       where you save them; in the home folder if the terminal closes")


def _data() -> str:
    """Return a description of the data that `serve` uses without `--data`. The text of a URL hides its password."""
    from saleroom.server.ops.settings import data_place

    place = data_place(None)
    return _described(place) if isinstance(place, Path) else str(place)


def _described(path: Path) -> str:
    """Return a path with its size."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    return f"{path} ({size / 1e6:.1f} MB)" if files else f"{path} (empty)"


def _remove(folder: Path | None) -> None:
    """Remove the folder of machine code, and its parent if that is then empty; refuse a folder that the user chose."""
    if os.environ.get(CACHE):
        raise Trouble(f"{CACHE} names a folder that others may use: remove it yourself")
    if folder is None:
        return
    shutil.rmtree(folder)
    if not any(folder.parent.iterdir()):
        folder.parent.rmdir()
