"""Links as QR codes."""

from __future__ import annotations

from xml.etree import ElementTree

from tests.server.http_client import opened
from tests.server.http_refusals import PARTS


def test_a_link_becomes_an_image_and_anything_else_one_line(tmp_path):
    with opened(tmp_path / "house.db") as browser:
        answer = browser.get("/api/qr", params={"text": "http://192.168.1.7:8642/table/abc"})
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
        assert ElementTree.fromstring(answer.text).tag.endswith("svg")
        other = browser.get("/api/qr", params={"text": "http://192.168.1.7:8642/table/abd"})
        assert other.text != answer.text
        for text in ("", "x" * 501):
            answer = browser.get("/api/qr", params={"text": text})
            assert (answer.status_code, list(answer.json())) == (422, PARTS)
