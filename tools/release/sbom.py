"""Software bill of materials of a release (CycloneDX 1.6), from the lock files: `python -m tools.release.sbom FILE`.

It lists the packages of Python that an installation with the extras `lab`, `cluster` and `push` has, the packages of
npm, and the data and fonts of others that the wheel contains. What is only used for a build has the scope `excluded`.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_OID, uuid5

import saleroom
from tools.release import third_party

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements/lab.txt", "requirements/server.txt")
"""Lock files of what people install."""
BUILD = "requirements/client.txt"
"""Lock file with what only a build needs, besides the packages of the other lock files."""
NPM = "web/package-lock.json"
BUNDLED = ("@fontsource/fraunces", "@noble/hashes", "clsx", "idb-keyval", "svelte")
"""Packages of npm whose code or font is in the client; all others only build or test it."""
NAME = "sbom.cdx.json"
PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)==([^\s;\\]+)", re.MULTILINE)
ITSELF = "saleroom (pyproject.toml)"
"""How a lock file names what Saleroom itself needs; what a group of `pyproject.toml` needs has another name."""
SCOPES = ("required", "excluded")


def document(root: Path, version: str) -> dict[str, Any]:
    """Return the bill of materials of a version. The same lock files always give the same document."""
    components = sorted(_components(root), key=lambda component: component["bom-ref"])
    digest = uuid5(NAMESPACE_OID, json.dumps([version, components]))
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{digest}",
        "version": 1,
        "metadata": {"component": _saleroom(root, version)},
        "components": components,
        "dependencies": [{"ref": _purl("pypi", "saleroom", version), "dependsOn": _required(components)}],
    }


def _components(root: Path) -> Iterator[dict[str, Any]]:
    yield from _python(root)
    yield from _npm(root)
    yield from (component.as_component() for component in third_party.COMPONENTS if not component.npm)


def _python(root: Path) -> Iterator[dict[str, Any]]:
    locks = [(root / lock).read_text("utf-8") for lock in LOCKS]
    needed = {name for lock in locks for name in _needed(lock)}
    used = {pin for lock in locks for pin in PIN.findall(lock) if pin[0] in needed}
    everything = {pin for lock in (*locks, (root / BUILD).read_text("utf-8")) for pin in PIN.findall(lock)}
    for name, version in everything:
        yield _library(_purl("pypi", name.lower(), version), name, version, SCOPES[(name, version) not in used])


def _needed(lock: str) -> set[str]:
    """Return the names of the packages of a lock file that Saleroom needs to run, directly or through others."""
    blocks = re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.MULTILINE)
    parents = {
        pin[1]: set(re.findall(r"^    #(?: via|  ) +(.+)$", block, re.MULTILINE))
        for block in blocks
        if (pin := PIN.match(block))
    }
    needed = {ITSELF}
    while more := {name for name, by in parents.items() if by & needed} - needed:
        needed |= more
    return needed - {ITSELF}


def _npm(root: Path) -> Iterator[dict[str, Any]]:
    packages: dict[str, dict[str, Any]] = json.loads((root / NPM).read_text("utf-8"))["packages"]
    seen = set()
    for path, package in packages.items():
        name = path.rpartition("node_modules/")[2]
        purl = _purl("npm", name, package.get("version", ""))
        if not name or purl in seen:
            continue
        seen.add(purl)
        scope = SCOPES[name not in BUNDLED]
        yield {**_library(purl, name, package["version"], scope), **_licence(package), **_hashes(package)}


def _licence(package: dict[str, Any]) -> dict[str, Any]:
    expression = package.get("license")
    return {"licenses": [{"expression": expression}]} if isinstance(expression, str) else {}


def _hashes(package: dict[str, Any]) -> dict[str, Any]:
    algorithm, _, value = package.get("integrity", "").partition("-")
    if algorithm != "sha512":
        return {}
    return {"hashes": [{"alg": "SHA-512", "content": base64.b64decode(value).hex()}]}


def _library(purl: str, name: str, version: str, scope: str) -> dict[str, Any]:
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "scope": scope, "purl": purl}


def _saleroom(root: Path, version: str) -> dict[str, Any]:
    licence = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["license"]
    purl = _purl("pypi", "saleroom", version)
    about = {"type": "application", "bom-ref": purl, "name": "saleroom", "version": version, "purl": purl}
    return {**about, "licenses": [{"expression": licence}]}


def _required(components: list[dict[str, Any]]) -> list[str]:
    return [component["bom-ref"] for component in components if component["scope"] == "required"]


def _purl(kind: str, name: str, version: str) -> str:
    return f"pkg:{kind}/{quote(name, safe='/')}@{quote(version)}"


def write_sbom(root: Path, folder: Path, version: str) -> Path:
    """Write the bill of materials into a folder, and return its path."""
    path = folder / NAME
    path.write_text(json.dumps(document(root, version), indent=1) + "\n", "utf-8")
    return path


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(document(ROOT, saleroom.__version__), indent=1) + "\n", "utf-8")
