"""Check of the lobby API against its own OpenAPI description, with generated requests. No answer is a 5xx error."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from saleroom.kernel.compile import COMPILED
from saleroom.server.app import create_app
from saleroom.server.http.network import Network
from saleroom.server.ops.settings import Settings
from tests.server.http_client import opened

pytestmark = [
    pytest.mark.skipif(not COMPILED, reason="deals and stories take too long interpreted"),
    pytest.mark.usefixtures("module_store_kind"),
]

PROMISED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
EXAMPLES = 400 if os.environ.get("SALEROOM_SOAK") else 15


@pytest.fixture(scope="module")
def house(tmp_path_factory, module_store_kind):
    """Yield a server with a table in progress, a table that has not begun, and their owner."""
    with opened(tmp_path_factory.mktemp("house") / "tables.sqlite3", leniency=1000) as browser:
        owner = {"authorization": f"Bearer {browser.post('/api/guests').json()['token']}"}
        bot = {"kind": "bot", "player": "house"}
        table = {"game": "auction-pitch", "name": "Ann", "chairs": [{"kind": "me"}, bot, bot, bot]}
        ids = [
            browser.post("/api/tables", headers=owner, json=table | {"start": start}).json()["id"]
            for start in (True, False)
        ]
        yield browser, owner, ids, made_program(browser, owner)


def made_program(browser, owner):
    """Return a program's headers and the id of its table, where the match has begun."""
    where = "/api/me/programs"
    program = browser.post(where, headers=owner, json={"name": "Bot"}).json()["id"]
    secret = browser.post(f"{where}/{program}/tokens", headers=owner, json={}).json()["secret"]
    bot, chairs = {"authorization": f"Bearer {secret}"}, [{"kind": "me"}, *[{"kind": "bot"}] * 3]
    made = browser.post("/api/bot/tables", headers=bot, json={"game": "auction-pitch", "chairs": chairs})
    return bot, made.json()["id"]


APP = create_app(Settings(Path("nowhere")), "none", Network(Settings(Path("nowhere")), 8642, None))
OPERATIONS = {
    found.ok().label: found.ok() for found in schemathesis.openapi.from_dict(APP.openapi()).get_all_operations()
}


def asked(browser, case, who):
    """Return the answer to a generated request."""
    wanted = case.as_transport_kwargs(base_url=str(browser.base_url), headers=who)
    wanted.pop("cookies", None)
    if isinstance(wanted.get("data"), bytes | str):
        wanted["content"] = wanted.pop("data")
    return browser.request(**wanted)


@pytest.mark.integration
@pytest.mark.parametrize("name", OPERATIONS)
def test_every_answer_is_one_that_was_promised(name, house):
    browser, owner, ids, (program, own) = house
    tables = [*ids, own] if "{table}" in name else []

    @given(OPERATIONS[name].as_strategy(), st.sampled_from([{}, owner, program]), st.sampled_from([None, *tables]))
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    def check(case, who, table):
        if table is not None:
            case.path_parameters["table"] = table
        if "/stream" in name:
            case.query = {"once": "true"}  # otherwise streams would not end
        case.validate_response(asked(browser, case, who), checks=PROMISED)

    check()


def test_everything_is_described():
    assert len(OPERATIONS) >= 14
    for name, operation in OPERATIONS.items():
        assert operation.definition.raw.get("description"), name
