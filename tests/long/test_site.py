"""The site is built without a warning, its examples are true, its links are whole, and it loads nothing from another host. It
takes a minute, and needs what ``pip install -e '.[docs]'`` installs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.tools.site import main
from tui.locale import codes

pytest.importorskip("sphinx", reason="Sphinx is not installed")
pytest.importorskip("myst_parser", reason="MyST is not installed")
pytest.importorskip("furo", reason="the theme is not installed")

LOADS = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src"), ("object", "data")}
ELSEWHERE = re.compile(r"(?:[a-z]+:)?//")


class Read(HTMLParser):
    """What a page loads, where it leads, and the places in it."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.loads, self.links, self.places = list[str](), list[str](), set[str]()
        self.title = self.description = ""
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take what an element has."""
        found = dict(attrs)
        self.places |= {str(found[name]) for name in ("id", "name") if found.get(name)}
        for name, value in attrs:
            if (tag, name) in LOADS:
                self.loads.append(value or "")
            elif (tag, name) == ("a", "href"):
                self.links.append(value or "")
        if (tag, found.get("name")) == ("meta", "description"):
            self.description = found.get("content") or ""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    folder = tmp_path_factory.mktemp("site")
    assert main([str(folder)]) == 0
    return folder / "html"


@pytest.fixture(scope="module")
def read(site: Path) -> dict[Path, Read]:
    """Every page by its file."""
    return {file: Read(file) for file in site.rglob("*.html")}


def test_no_page_loads_anything_from_another_host(read: dict[Path, Read]) -> None:
    assert {load for page in read.values() for load in page.loads if ELSEWHERE.match(load)} == set()


def test_no_style_and_no_picture_loads_anything_from_another_host(site: Path) -> None:
    files = [file for kind in ("css", "svg") for file in site.rglob(f"*.{kind}")]
    loads = re.compile(r"(?:url\(\s*[\"']?|@import\s+[\"']|\bhref=[\"'])(?:https?:)?//")
    assert files
    assert [file.name for file in files if loads.search(file.read_text("utf-8"))] == []


def broken(read: dict[Path, Read]) -> Iterator[tuple[str, str]]:
    """The links to pages of the site, and to places in them, that lead nowhere."""
    for file, page in read.items():
        for link in (*page.links, *page.loads):
            path, _hash, place = link.partition("#")
            path = path.partition("?")[0]
            if ELSEWHERE.match(link) or link.startswith(("mailto:", "data:", "javascript:")):
                continue
            target = (file.parent / path).resolve() if path else file
            if not target.is_file() or (place and target in read and place not in read[target].places):
                yield file.name, link


def test_every_link_within_the_site_is_whole(read: dict[Path, Read]) -> None:
    assert sorted(set(broken({file.resolve(): page for file, page in read.items()}))) == []


def test_every_page_of_the_manual_has_a_description(site: Path, read: dict[Path, Read]) -> None:
    made = {"search.html", "genindex.html"}  # by Sphinx
    assert [
        file.relative_to(site) for file, page in read.items() if not page.description and file.name not in made
    ] == []


@pytest.mark.parametrize("code", codes())
def test_the_search_needs_no_other_host_and_knows_the_pages(code: str, site: Path) -> None:
    index = (site / code / "searchindex.js").read_text("utf-8")
    assert '"manual/own"' in index
    assert f'lang="{code}"' in (site / code / "index.html").read_text("utf-8")


def test_the_examples_on_the_pages_are_true(tmp_path: Path) -> None:
    assert main([str(tmp_path), "--builder", "doctest"]) == 0
