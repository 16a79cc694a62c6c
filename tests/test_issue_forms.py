"""Tests that GitHub accepts the issue forms: it refuses a form with an unknown part, and shows nothing in its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

FOLDER = Path(__file__).resolve().parents[1] / ".github/ISSUE_TEMPLATE"
FORMS = sorted(path for path in FOLDER.glob("*.yml") if path.name != "config.yml")
TYPES = {"checkboxes", "dropdown", "input", "markdown", "textarea"}


def load(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text("utf-8"))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_each_form_has_a_name_and_fields_with_ids_and_labels(path):
    form = load(path)
    assert all(form[key] for key in ("name", "description", "labels", "body"))
    fields = [part for part in form["body"] if part["type"] != "markdown"]
    assert {part["type"] for part in form["body"]} <= TYPES and fields
    assert len({part["id"] for part in fields}) == len({part["attributes"]["label"] for part in fields}) == len(fields)


def test_no_two_forms_have_one_name():
    names = [load(path)["name"] for path in FORMS]
    assert names and len(set(names)) == len(names)


def test_the_list_of_other_places_is_left_out_or_names_one():
    config = load(FOLDER / "config.yml")
    assert config["blank_issues_enabled"] is False
    assert config.get("contact_links") != []
