"""The client's pages and files are served before the application is loaded, and also without it."""

from __future__ import annotations

import gzip
import re
from urllib.parse import urljoin

import httpx
import pytest

from saleroom.server.front import Front
from saleroom.server.http.static_files import ClientFiles
from saleroom.server.ops.settings import Settings, public_url

INDEX = b'<!doctype html><html><head><base href="./"><script src="./assets/a.js"></script></head><body></body></html>'


@pytest.fixture
def client(tmp_path):
    folder = tmp_path / "client"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(INDEX)
    (folder / "assets" / "a-B1c2.js").write_text("let table = 1;\n" * 200)
    (folder / "sw.js").write_text("self.x = 1")
    (folder / "manifest.webmanifest").write_text("{}")
    return folder


async def ask(folder, path, public=None, host="localhost", method="GET", headers=()):
    """Return the answer of a `Front` whose application never starts. Pages must not wait for the application."""
    settings = Settings(folder.parent / "x.sqlite3", public=public_url(public) if public else None, client=folder)
    front = Front(settings)
    transport = httpx.ASGITransport(front)
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as browser:
        return await browser.request(method, path, headers=dict(headers))


PAGES = ["/", "/new/auction-pitch", "/table/aB3-_x", "/match/aB3", "/rules/auction-draw", "/learn/auction-hearts"]
PAGES += ["/challenge/aB3", "/daily/2026-11-23/auction-pitch"]
PAGES += ["/practice", "/practice/auction-pitch"]
PAGES += ["/new-series/auction-pitch", "/series/aB3"]
PAGES += ["/new-event/auction-pitch", "/event/aB3", "/event/aB3/10"]


@pytest.mark.parametrize("folder", ["", "/salon", "/a/b"])
@pytest.mark.parametrize("page", PAGES)
async def test_a_page_finds_its_files_wherever_it_lies(client, page, folder):
    public = f"https://example.org{folder}" if folder else None
    for asked in {page, folder + page}:
        answer = await ask(client, asked, public=public, host="example.org" if folder else "localhost")
        assert answer.status_code == 200
        base = re.findall(r'<base href="([^"]*)">', answer.text)
        assert len(base) == 1
        # Browsers send the public path to the proxy, which either passes it to the server or removes it.
        assert urljoin(f"https://example.org{folder}{page}", base[0]) == f"https://example.org{folder}/"


@pytest.mark.parametrize(
    "path",
    [
        "/table",
        "/me/",
        "/table/",
        "/table/a/b",
        "/daily/2026-11-23",
        "/daily/a/b/c",
        "/practice/a/b",
        "/nothing",
        "/assets/none.js",
        "/index.html/x",
        "/indexXhtml",
        "/%2e%2e%2fx",
        "/apis",
    ],
)
async def test_nothing_else_is_there(client, path):
    answer = await ask(client, path)
    assert answer.status_code == 404
    assert answer.json()["detail"]


BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/nothing", "/table", "/no/such/page", "/assets/none.js", "/apis"])
async def test_a_browser_gets_the_client_for_an_unknown_address(client, path):
    answer = await ask(client, path, headers=BROWSER)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    base = re.findall(r'<base href="([^"]*)">', answer.text)[0]
    assert urljoin(f"https://example.org{path}", base) == "https://example.org/"
    assert "content-security-policy" in answer.headers
    head = await ask(client, path, headers=BROWSER, method="HEAD")
    assert (head.status_code, head.content) == (404, b"")


async def test_a_program_and_an_unbuilt_client_get_json_for_an_unknown_address(client, tmp_path):
    for answer in (
        await ask(client, "/nothing", headers={"accept": "*/*"}),
        await ask(client, "/nothing", headers=BROWSER, method="POST"),
        await ask(tmp_path / "none", "/nothing", headers=BROWSER),
    ):
        assert (answer.status_code, answer.json()["error"]) == (404, "not-found")


async def test_what_changes_is_asked_for_anew_and_the_rest_is_kept(client):
    paths = ("/", "/sw.js", "/manifest.webmanifest", "/assets/a-B1c2.js")
    index, worker, manifest, script = [await ask(client, path) for path in paths]
    assert {answer.headers["cache-control"] for answer in (index, worker, manifest)} == {"no-cache"}
    assert "immutable" in script.headers["cache-control"]
    kinds = [answer.headers["content-type"].split(";")[0] for answer in (index, worker, manifest, script)]
    assert kinds == ["text/html", "text/javascript", "application/manifest+json", "text/javascript"]
    same = await ask(client, "/", headers={"if-none-match": index.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")
    assert (await ask(client, "/table/x")).headers["etag"] != index.headers["etag"]


async def test_files_come_compressed_to_whoever_takes_it(client):
    packed = await ask(client, "/assets/a-B1c2.js", headers={"accept-encoding": "gzip, br"})
    plain = await ask(client, "/assets/a-B1c2.js", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) == len(gzip.compress(plain.content, 9, mtime=0))


async def test_pages_are_only_read(client):
    assert (await ask(client, "/", method="POST")).status_code == 405
    head = await ask(client, "/", method="HEAD")
    assert head.status_code == 200 and head.content == b"" and int(head.headers["content-length"]) > 50


def test_a_build_is_known_by_what_is_in_it(client):
    first = ClientFiles(client).build
    assert ClientFiles(client).build == first
    (client / "assets" / "a-B1c2.js").write_text("changed")
    second = ClientFiles(client).build
    (client / "index.html").write_bytes(INDEX + b" ")
    assert len({first, second, ClientFiles(client).build}) == 3


async def test_a_client_that_was_not_built_says_how_to_build_it(tmp_path):
    answer = await ask(tmp_path / "none", "/")
    assert answer.status_code == 503
    assert "make play" in answer.text
    assert "content-security-policy" in answer.headers
    assert ClientFiles(tmp_path / "none").build == "none"
