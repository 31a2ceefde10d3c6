"""The sources of the site have a page for all that the commands tell, in every language, and no field is left on them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextvars import copy_context
from itertools import count
from pathlib import Path

import pytest
import typer

from core.kits import KITS, OWN
from core.study import TOPICS
from tests.site import sources
from tests.site.sources import Page
from tests.tui.languages import Locale
from tui import manual
from tui.command.cli import main
from tui.command.commands import app_of
from tui.locale import codes

COMMANDS = sorted(typer.main.get_group(app_of()).commands)
LEFT = re.compile(r"^\{\w+\}$|\{(?:key|screen|command):", re.MULTILINE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Mapping[str, Page]]]:
    """The pages of each language by their paths."""
    with pytest.MonkeyPatch.context() as patch:
        Locale(tmp_path_factory.mktemp("locale"), patch).bring("es")
        hours = count(0, 3600)  # no topic looks further than its first answer
        studies = sources.studied(lambda: float(next(hours)))
        yield {code: {page.path: page for page in sources.pages(code, studies)} for code in codes()}


@pytest.mark.parametrize("code", codes())
def test_every_topic_game_study_and_command_has_a_page(code: str, site: Mapping[str, Mapping[str, Page]]) -> None:
    names = {"manual": manual.TOPICS, "rules": (*KITS, *OWN), "study": TOPICS, "commands": COMMANDS}
    assert {f"{folder}/{name}" for folder, listed in names.items() for name in listed} <= set(site[code])


def test_the_languages_have_the_same_pages(site: Mapping[str, Mapping[str, Page]]) -> None:
    assert len({frozenset(pages) for pages in site.values()}) == 1


@pytest.mark.parametrize("code", codes())
def test_no_field_is_left_and_every_page_says_what_it_is(code: str, site: Mapping[str, Mapping[str, Page]]) -> None:
    for page in site[code].values():
        assert page.path == "contributing" or LEFT.search(page.text) is None, page.path  # which is about fields
        assert page.title, page.path
        assert page.summary, page.path
        assert len(page.body) > 50, page.path


@pytest.mark.parametrize("code", codes())
def test_the_front_page_leads_to_every_topic_once(code: str, site: Mapping[str, Mapping[str, Page]]) -> None:
    led = re.findall(r"^manual/(\w+)$", site[code]["index"].text, re.MULTILINE)
    assert sorted(led) == sorted(manual.TOPICS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_of_a_command_is_what_its_help_prints(
    name: str, site: Mapping[str, Mapping[str, Page]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert copy_context().run(main, [name, "--help"]) == 0
    assert capsys.readouterr().out.strip() in site["en"][f"commands/{name}"].text


def test_a_command_of_a_command_is_on_its_page(site: Mapping[str, Mapping[str, Page]]) -> None:
    assert "## triqui own check\n" in site["en"]["commands/own"].text


def pictures(site: Mapping[str, Mapping[str, Page]]) -> set[str]:
    """The pictures of all pages."""
    return {name for page in site["en"].values() for name in re.findall(r"\(/screenshots/([^)]+)\)", page.text)}


def test_every_picture_of_a_page_is_there(site: Mapping[str, Mapping[str, Page]]) -> None:
    assert pictures(site) - {file.name for file in sources.SCREENSHOTS.iterdir()} == set()
    assert set(sources.PICTURES) <= set(site["en"])


def test_every_picture_is_on_a_page_or_in_the_readme(site: Mapping[str, Mapping[str, Page]]) -> None:
    readme = re.findall(r"\(screenshots/([^)]+)\)", (sources.ROOT / "README.md").read_text("utf-8"))
    assert {file.name for file in sources.SCREENSHOTS.iterdir()} - pictures(site) - set(readme) == set()


def test_every_game_has_a_picture(site: Mapping[str, Mapping[str, Page]]) -> None:
    assert {f"{id}.svg" for id in KITS} <= pictures(site)


def test_the_pages_are_in_their_language(site: Mapping[str, Mapping[str, Page]]) -> None:
    assert site["es"]["manual/players"].title == "Jugadores"
    assert "gana" in site["es"]["study/mnk"].text
    assert "Muestra" in site["es"]["commands/play"].text


def test_written_pages_have_descriptions_and_pictures_without_fonts_of_another_host(
    tmp_path: Path, site: Mapping[str, Mapping[str, Page]]
) -> None:
    sources.write(tmp_path, "en", ())
    head = (tmp_path / "manual" / "own.md").read_text("utf-8").partition("\n---\n")[0]
    assert f'"description": "{site["en"]["manual/own"].summary[:80]}' in head
    assert not [file for file in (tmp_path / "screenshots").glob("*.svg") if "font-face" in file.read_text("utf-8")]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("A word_with <signs> [in] it.", "A word\\_with \\<signs\\> \\[in\\] it."),
        ("See `triqui help own`.", "See [`triqui help own`](/manual/own.md)."),
        ("See `triqui help nim`.", "See [`triqui help nim`](/rules/nim.md)."),
        ("See `triqui play --help`.", "See [`triqui play --help`](/commands/play.md)."),
        ("See `triqui study minimax FILE`.", "See [`triqui study minimax FILE`](/study/minimax.md)."),
        ("- `a`: one\n- `b`: two", "`a`\n: one\n\n`b`\n: two"),
        ("```\n>>> 1\n1\n```", "```{doctest}\n>>> 1\n1\n```"),
        ("```\na = 1\n```", "```python\na = 1\n```"),
        ("```\ntriqui play nim\n```", "```\ntriqui play nim\n```"),
        ("1. is no list", "1\\. is no list"),
        ("+ is no list", "\\+ is no list"),
        ("549.946 nodos", "549.946 nodos"),
    ],
)
def test_the_markdown_of_the_manual_becomes_that_of_the_site(text: str, written: str) -> None:
    assert sources.body(f"# A page\n\n{text}") == written


def test_a_number_in_a_table_is_written_as_its_language_does(site: Mapping[str, Mapping[str, Page]]) -> None:
    assert "| minimax | 549.946 |" in site["es"]["study/minimax"].text
