"""`make release`: sdist and wheel in `dist/`, tested in empty environments, with their digests."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import saleroom
from hatch_build import REPOSITORY
from tools import pins
from tools.release import contents, installers, pictures, sbom, translations
from tools.release.environments import Case, cases, supported, try_case

ROOT = Path(__file__).parents[2]


def main(arguments: list[str]) -> int:
    """Build and check; return the exit status."""
    options = parser().parse_args(arguments)
    dist = ROOT / "dist"
    try:
        contents.check_changelog((ROOT / "CHANGELOG.md").read_text("utf-8"), saleroom.__version__)
        contents.check_citation((ROOT / "CITATION.cff").read_text("utf-8"), saleroom.__version__)
        contents.check_address(saleroom.__version__, os.environ.get(REPOSITORY, ""))
        pictures.check_pictures(ROOT, saleroom.__version__)
        translations.check_translations(ROOT, saleroom.__version__)
        pins.check_pins(ROOT, saleroom.__version__)
        found = [Path(path) for path in options.python] or supported(ROOT / "pyproject.toml")
        wheel = build(dist)
        for case in cases(found):
            attempt(case, wheel)
        print("Trying each installer", flush=True)
        installers.try_all(found[0], wheel)
    except (contents.Unfit, subprocess.CalledProcessError, AssertionError) as error:
        print(f"make release: {error}", file=sys.stderr)
        return 1
    print((dist / contents.DIGESTS).read_text("utf-8"), end="")
    return 0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument(
        "--python", action="append", default=[], metavar="PATH", help="try these; else all supported ones found here"
    )
    return parser


def build(dist: Path) -> Path:
    """Build the sdist, then the wheel from the sdist, which shows that the sdist is complete.

    A second wheel, from the checkout, must contain the same files. Return the path of the first wheel.
    """
    shutil.rmtree(dist, ignore_errors=True)
    print("Building", flush=True)
    _uv_build(dist)
    (wheel,), (sdist,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    contents.check_wheel(wheel)
    contents.check_sdist(sdist)
    with tempfile.TemporaryDirectory(prefix="saleroom-wheel-") as folder:
        _uv_build(Path(folder), "--wheel")
        contents.check_equal(next(Path(folder).glob("*.whl")), wheel)
    sbom.write_sbom(ROOT, dist, saleroom.__version__)
    contents.write_digests(dist)
    return wheel


def _uv_build(folder: Path, *options: str) -> None:
    uv = Path(sys.executable).parent / "uv"
    command = [uv, "build", *options, "--no-build-isolation", "--python", sys.executable, "--out-dir", folder, ROOT]
    done = subprocess.run(command, env=contents.dated(ROOT), stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise contents.Unfit(f"nothing was built:\n{done.stderr}")


def attempt(case: Case, wheel: Path) -> None:
    """Test the wheel in a new environment, which is removed afterwards."""
    print(f"Trying {case}", flush=True)
    with tempfile.TemporaryDirectory(prefix="saleroom-release-") as folder:
        try_case(case, wheel, Path(folder))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
