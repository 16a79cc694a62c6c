"""Measure the disk space of each extra in a new environment: `python -m docs.figures.install_size`, in a checkout."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from importlib.metadata import Distribution, distributions
from pathlib import Path
from platform import machine, python_version, system

ROOT = Path(__file__).parents[2]
DATA = Path(__file__).with_suffix(".json")
EXTRAS = ("", "host", "lab")
"""Extras to measure; the empty name is the plain package."""


def main() -> None:
    """Install each variant with pip, and write the megabytes of each package."""
    sizes = {extra or "plain": _installed(extra) for extra in EXTRAS}
    about = f"{system()}, {machine()}, Python {python_version()}"
    DATA.write_text(json.dumps({"machine": about, "megabytes": sizes}, indent=1) + "\n", "utf-8")


def _installed(extra: str) -> dict[str, float]:
    """Return the megabytes of each package in a new environment, with the byte code that pip writes."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        wanted = f"{ROOT}[{extra}]" if extra else str(ROOT)
        subprocess.run([f"{folder}/bin/pip", "install", "--quiet", wanted], check=True)
        (packages,) = Path(folder).glob("lib/python*/site-packages")
        found = distributions(path=[str(packages)])
        return {one.name.lower(): _megabytes(one) for one in found if one.name not in ("pip", "setuptools")}


def _megabytes(package: Distribution) -> float:
    """Return the size of a package's files, counted in whole blocks as by `du`."""
    paths = {Path(str(file.locate())) for file in package.files or ()}
    return round(sum(path.stat().st_blocks * 512 for path in paths if path.is_file()) / 2**20, 1)


if __name__ == "__main__":
    main()
