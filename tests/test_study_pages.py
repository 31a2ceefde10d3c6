"""What studies find out has its words on a page in every language, with the same values, and no page has words for nothing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from core.phrase import fact
from core.study import TOPICS
from tests.study_words import FOLDER, LANGUAGES, NAMES, page
from tests.tui.languages import COUNTED
from tui.text.catalogue import say

ROOT = Path(__file__).parents[1]
CODE = "".join(path.read_text("utf-8") for room in ("core", "tui") for path in sorted((ROOT / room).rglob("*.py")))
FACTS = set(re.findall(r'\bfact\(\s*"([^"]+)"', CODE))
SECTIONS = set(re.findall(r'\b(?:Text|StudyTable|StudyPicture)\(\s*f?"([^"]+)"', CODE))
NEVER_ONE = {
    "games.limits.longest": "a limit",
    "games.limits.most": "a limit",
    "games.lengths.note": "a limit",
    "games.lengths.endless": "a limit",
    "graph.extent.part": "large graphs",
    "minimax.tree.first_ply": "a tree has more",
    "minimax.programs.cut_short": "a limit",
    "ultimate.known.solved": "a long win",
    "ultimate.longest.note": "a long win",
    "ultimate.replies.note": "thousands",
}
"""Words with a number of things and no form for one, and why none is needed."""


def is_head(key: str) -> bool:
    section = key.rpartition(".")[0]
    return section.endswith(".columns") and section not in SECTIONS


def has_letters(text: str) -> bool:
    return re.search(r"[^\W\d]", re.sub("{.*?}", "", text)) is not None


def fields(text: str) -> set[str]:
    return {field for _text, field, _spec, _how in Formatter().parse(text) if field}


def test_every_fact_has_its_words_and_every_word_is_for_a_fact_or_a_section() -> None:
    known = {key for name in NAMES for key in page(name)}
    assert known >= FACTS
    of_sections = {f"{section}.{key}" for section in SECTIONS for key in ("title", "text")}
    of_topics = {f"{name}.topic.{key}" for name in TOPICS for key in ("title", "summary")}
    assert known >= of_topics
    of_tasks = {f"exercises.{kind}" for kind in re.findall(r'^[A-Z_]+ = \w+\("([a-z-]+)", [1-5],', CODE, re.MULTILINE)}
    left = {key for key in known - FACTS - of_sections - of_topics - of_tasks if not is_head(key)}
    assert left == {f"history.{name}.{key}" for name in FURTHER for key in ("title", "text")}


FURTHER = ("oxo", "egypt", "nim", "gomoku", "pong-hau-ki", "ultimate", "space")
"""Pages of history, whose names are put together."""


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_page_says_the_same_things_with_the_same_values_in_every_language(name: str, code: str) -> None:
    english, other = page(name), page(name, code)
    english = {key: text for key, text in english.items() if not is_head(key) or has_letters(text)}
    assert english.keys() == other.keys()
    assert {key: fields(text) for key, text in english.items()} == {key: fields(text) for key, text in other.items()}
    assert {key: text.count("\n\n") for key, text in english.items()} == {
        key: text.count("\n\n") for key, text in other.items()
    }


def test_words_with_a_number_of_things_that_can_be_one_have_a_reason() -> None:
    found = {key for name in NAMES for key, text in page(name).items() if COUNTED.search(" ".join(text.split()))}
    assert found == NEVER_ONE.keys()


def test_no_page_calls_a_square_dark_that_is_bright_on_a_dark_screen() -> None:
    said = [text for name in NAMES for text in page(name).values()]
    assert not [text for text in said if re.search("dark|oscur", text)]


def tables(page: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """The tables of a page that lay out cells, ``columns`` and ``marks``, by their paths."""
    for key, found in page.items():
        if key in ("columns", "marks") and isinstance(found, dict) and ".".join((*path, key)) != "columns":
            yield (*path, key), found
        elif isinstance(found, dict):
            yield from tables(found, (*path, key))


@pytest.mark.parametrize("name", NAMES)
def test_looks_stand_beside_their_words_and_are_looks_that_there_are(name: str) -> None:
    english = tomllib.loads(FOLDER.joinpath(f"{name}.toml").read_text("utf-8"))
    for path, found in tables(english):
        if path[-1] == "marks":
            assert {".".join((name, *path[:-1], key)) for key in found} <= page(name).keys()
            assert set(found.values()) <= LOOKS
        else:
            assert {line["look"] for line in found.values() if isinstance(line, dict) and "look" in line} <= {
                *LOOKS,
                "sign",
            }


LOOKS = {"win", "tie", "lose", "endless", "guess", "first", "second", "notable", "minor"}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_only_the_english_page_lays_out_tables(name: str, code: str) -> None:
    other = tomllib.loads(FOLDER.joinpath(code, f"{name}.toml").read_text("utf-8"))
    for path, found in tables(other):
        assert path[-1] == "columns"
        assert all(isinstance(head, str) for head in found.values())


def test_a_fact_without_words_is_an_error_and_never_a_blank() -> None:
    for name in ("nim.said.nothing", "nim.nowhere.title", "nowhere.said.parity"):
        with pytest.raises(KeyError, match=name):
            say(fact(name))


def test_a_head_that_a_section_has_not_is_the_one_that_tables_share() -> None:
    assert say(fact("strategies.replies.columns.won")) == say(fact("strategies.columns.won")) == "games won"
