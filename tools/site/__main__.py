"""`make docs`: collect the pages, build the site, check every link in it."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from tools.site import links, pages
from tools.site.pages import ROOT, collect

BUILT = ROOT / "build/site"
ZENSICAL = Path(sys.executable).parent / "zensical"
BUILD = ["build", "--strict"]
"""Arguments for Zensical. With `--strict`, a broken reference to a name makes the build fail."""


def main(arguments: list[str]) -> int:
    """Build, or serve with live updates; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("--serve", action="store_true", help="show the site at http://localhost:8000")
    parser.add_argument("--url", default="", help="the address at which it will be published")
    options = parser.parse_args(arguments)
    prepare(BUILT, options.url)
    command = ["serve"] if options.serve else BUILD
    if ended := subprocess.run([ZENSICAL, *command], cwd=BUILT, check=False).returncode:
        return ended
    broken = links.broken(BUILT / "html")
    print("\n".join(broken) if broken else f"The site: {BUILT / 'html/index.html'}")
    return 1 if broken else 0


def prepare(folder: Path, url: str = "") -> None:
    """Write everything that Zensical reads into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    collect(folder / "pages")
    settings = Path(__file__).with_name("zensical.toml").read_text("utf-8")
    settings = settings.replace("SOURCES", (ROOT / "src").as_posix()).replace("TOOLS", pages.HERE.as_posix())
    if url:
        settings = settings.replace("[project]\n", f'[project]\nsite_url = "{url}"\n', 1)
    (folder / "zensical.toml").write_text(settings, "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
