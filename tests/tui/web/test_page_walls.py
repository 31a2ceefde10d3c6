"""The walls around the pages: whoever comes with something wrong gets 403 with an empty body, and no process is started."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

import pytest

from tests.tui.web.site import PAGE, Site
from tui.web.running import CannotOpen, listening_on
from tui.web.server import PageServer, authority_of

WEBSOCKET = f"/ws/{PAGE}/dark"
PATHS = ("/", "/ws", WEBSOCKET, "/static/js/textual.js", "/static/", "/static/../server.py", "/download/1", "/nothing")
Change = Callable[[dict[str, str], Site], dict[str, str]]


def with_host(host: str) -> Change:
    return lambda headers, site: headers | {"Host": host.format(port=site.server.port)}


def with_cookie(text: str) -> Change:
    return lambda headers, site: headers | {"Cookie": text.format(port=site.server.port, secret=site.server.secret)}


def with_origin(text: str) -> Change:
    return lambda headers, site: headers | {"Origin": text.format(port=site.server.port)}


WRONG: dict[str, Change] = {
    "a name that leads here": with_host("evil.example:{port}"),
    "another name of this machine": with_host("localhost:{port}"),
    "another port": with_host("127.0.0.1:1"),
    "no port": with_host("127.0.0.1"),
    "no cookie": lambda headers, site: {"Origin": headers["Origin"]},
    "an empty secret": with_cookie("triqui-{port}="),
    "a wrong secret": with_cookie("triqui-{port}=" + "A" * 43),
    "a secret that is no ASCII": with_cookie("triqui-{port}=ñ"),
    "the start of the secret": lambda headers, site: (
        headers | {"Cookie": f"triqui-{site.server.port}={site.server.secret[:-1]}"}
    ),
    "the secret for another port": with_cookie("triqui-1={secret}"),
    "another page": with_origin("http://evil.example"),
    "a page of another port": with_origin("http://127.0.0.1:1"),
    "a page of another name": with_origin("http://localhost:{port}"),
    "a page over TLS": with_origin("https://127.0.0.1:{port}"),
    "a page of nobody": with_origin("null"),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
async def test_with_one_thing_wrong_every_path_is_closed_and_nothing_is_started(site: Site, wrong: Change) -> None:
    for path in PATHS:
        answer = await site.ask(path, wrong(site.own, site))
        assert (path, answer.status, await answer.read()) == (path, 403, b"")
    assert site.started == []


async def test_a_websocket_that_names_no_page_is_refused(site: Site) -> None:
    answer = await site.ask(WEBSOCKET, {"Cookie": site.own["Cookie"]})
    assert (answer.status, await answer.read(), site.started) == (403, b"", [])


async def test_a_second_host_is_refused(site: Site) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", site.server.port)
    hosts = f"Host: {site.server.authority}\r\nHost: evil.example"
    writer.write(f"GET / HTTP/1.1\r\n{hosts}\r\nCookie: {site.own['Cookie']}\r\n\r\n".encode())
    assert (await reader.readline()).split()[1] in (b"400", b"403")
    writer.close()


@pytest.mark.parametrize("path", [path for path in PATHS if path != "/"])
async def test_the_secret_opens_no_path_but_the_first(site: Site, path: str) -> None:
    answer = await site.ask(f"{path}?key={site.server.secret}", {"Origin": site.server.origin})
    assert (answer.status, await answer.read(), site.started) == (403, b"", [])


@pytest.mark.parametrize("key", ["", "wrong", "%C3%B1", "%00"])
async def test_a_link_with_another_secret_opens_nothing(site: Site, key: str) -> None:
    answer = await site.ask(f"/?key={key}", {})
    assert (answer.status, await answer.read(), answer.cookies) == (403, b"", {})


async def test_the_link_leads_to_a_page_without_the_secret_in_its_address_and_sets_a_cookie_for_its_port(
    site: Site,
) -> None:
    answer = await site.ask(site.server.link.removeprefix(site.server.origin), {})
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    (cookie,) = answer.cookies.values()
    assert (cookie.key, cookie.value) == (f"triqui-{site.server.port}", site.server.secret)
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")


async def test_with_the_cookie_the_page_and_what_belongs_to_it_are_served(site: Site) -> None:
    page = await site.ask("/", {"Cookie": site.own["Cookie"]})
    assert page.status == 200
    text = await page.text()
    for path in re.findall(r'(?:src|href)="(/[^"]+)"|url\("(/[^"]+)"\)', text):
        assert (await site.ask("".join(path), {"Cookie": site.own["Cookie"]})).status == 200


async def test_the_page_names_no_other_host_and_forbids_to_ask_one(site: Site) -> None:
    page = await site.ask("/", {"Cookie": site.own["Cookie"]})
    named = re.findall(r"(?:https?:)?//([\w.]+)", await page.text())
    assert set(named) <= {"www.w3.org"}  # the name of SVG, which is no address
    rules = page.headers["Content-Security-Policy"]
    assert f"connect-src 'self' ws://{site.server.authority};" in rules
    assert "default-src 'self'" in rules
    assert "frame-ancestors 'none'" in rules


def test_every_server_has_a_secret_of_256_bits_of_its_own() -> None:
    secrets = {PageServer((), "127.0.0.1", 8000).secret for _ in range(3)}
    assert [len(secret) for secret in secrets] == [43] * 3  # 6 bits a letter


@pytest.mark.parametrize(
    ("address", "port", "authority"),
    [("127.0.0.1", 8000, "127.0.0.1:8000"), ("::1", 8000, "[::1]:8000"), ("localhost", 80, "localhost")],
)
def test_the_host_of_a_link_is_what_a_browser_sends(address: str, port: int, authority: str) -> None:
    assert authority_of(address, port) == authority


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "192.0.2.1", "10.0.0.1", "evil.example", "", "127.0.0.1.example"])
def test_an_address_that_others_reach_is_refused_with_both_ways_for_them(address: str) -> None:
    with pytest.raises(CannotOpen, match=r"'ssh -L'.*'triqui serve'"):
        listening_on(address, 0)


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost", "127.9.8.7"])
def test_an_address_of_this_machine_alone_is_listened_on(address: str) -> None:
    with listening_on(address, 0) as listening:
        assert listening.getsockname()[0].startswith("127.")


def test_a_port_that_is_taken_is_named() -> None:
    with listening_on("127.0.0.1", 0) as first, pytest.raises(CannotOpen, match=str(first.getsockname()[1])):
        listening_on("127.0.0.1", first.getsockname()[1])
