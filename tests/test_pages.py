"""What the pages of rules say is true, and they name what the literature on their game gets wrong."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from core.games import get
from core.kits import KITS, OWN, family
from core.score import Verdict
from tests.core.brute import solve
from tests.core.slides import PONG
from tests.core.watching import ask, at
from tui.locale import ENGLISH, codes
from tui.rules import page
from tui.text.catalogue import ENGLISH as SPOKEN
from tui.text.catalogue import Language, speak

LANGUAGES = [code for code in codes() if code != ENGLISH]
HEADINGS = {
    "es": {
        "Moves": "Jugadas",
        "Options": "Opciones",
        "Size": "Tamaño",
        "Positions": "Posiciones",
        "Where it comes from": "De dónde viene",
        "What is known": "Qué se sabe",
        "Examples": "Ejemplos",
        "Errors in print": "Erratas impresas",
    }
}
NUMBER = r"\d+(?:[.,]\d+)*"


def text(id: str) -> str:
    """A page without its line breaks."""
    return " ".join(page(get(KITS[id].presets.split()[0])).split())


@pytest.mark.parametrize("id", KITS)
def test_every_game_that_a_page_names_is_there(id: str) -> None:
    for name in re.findall(r"`([^`]+)`", text(id)):
        if family(name) in KITS and re.search("[0-9]", name) and "W" not in name:
            assert get(name).id == name


def test_only_where_an_extra_mark_does_no_harm_the_second_player_never_wins() -> None:
    assert solve(2, 1, 2, wild=True)[".."].value == -1
    assert "the first player loses `mnk:4,4,3/misere` and `mnk:2,1,2/wild`" in text("mnk")
    assert "In the plain and the toroidal game the second player can never force a win" in text("mnk")
    assert "If six in a row counts, the second player can never force a win" in text("gomoku")


def test_in_pong_hau_ki_two_plies_are_enough_and_one_is_not() -> None:
    worth = PONG.solve(PONG.start)
    blind = set()
    for position, after in PONG.reachable(PONG.start).items():
        if worth[position].value == "draw":
            for child in after:
                # Who looks at the reply sees that it blocks him.
                assert worth[child].value == "draw" or worth[child] == ("win", 1)
                blind.add(worth[child].value)
    assert blind == {"draw", "win"}
    assert "a player who looks two plies ahead never loses" in text("pong-hau-ki")
    assert "repetition" in text("pong-hau-ki")


def test_vanishing_is_won_by_the_plain_rule_alone() -> None:
    lines = ask("retrograde", at("vanishing/reuse")).lines
    assert {line.score.verdict for line in lines} == {Verdict.ENDLESS}
    assert "Under the plain rule the first player wins in 13 plies" in text("vanishing")
    assert "With *reuse* no first move lets anybody force one" in text("vanishing")


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("kayles", "Henry Dudeney described Kayles as a game of the fourteenth century"),
        ("kayles", "Sam Loyd as a bowling match with Rip van Winkle"),
        ("connect-four", "Howard Wexler invented the game with Ned Strongin, and Milton Bradley published it in 1974"),
        ("morris", "*Terni lapilli* is named after his words, *ternos lapillos*"),
        ("tictactoe", "That only draws (1-9-7-4-5); the remaining corner wins (1-9-7-4-3)"),
        ("tictactoe", '"Else A1=5" should be B1=5'),
        ("tictactoe", "four answers draw, among them the opposite side"),
        ("tictactoe3d", "35 lines; there are 49"),
        ("mnk", "M and N up to 8 are meant"),
        ("mnk", "the first player wins on 9x4 and 10x4"),
        ("gomoku", "is Swap: it lacks B's third choice, two more stones"),
        ("pong-hau-ki", "prints board 7 as `rraoa`; it is `oarra`"),
        ("nim", "uses the first heap each time"),
        ("subtraction", "25 of 54 games on average, not 12 of 24"),
    ],
)
def test_what_the_literature_gets_wrong_stands_on_the_page_of_the_game(id: str, said: str) -> None:
    assert said in text(id)


def headings(text: str) -> list[str]:
    """What the paragraphs of a page begin with, the first with nothing."""
    return [found[1].rstrip(".") if (found := re.match(r"\*\*(.+?)\*\*", part)) else "" for part in text.split("\n\n")]


def notations(text: str) -> list[str]:
    """The moves, positions and ids of a page."""
    return sorted(re.findall("`([^`]+)`", text))


def numbers(text: str) -> list[str]:
    """The numbers of a page beside these."""
    return sorted(re.findall(NUMBER, re.sub("`[^`]+`", "", text)))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("id", [*KITS, *OWN])
def test_a_page_in_another_language_has_the_same_headings_numbers_and_notations(id: str, code: str) -> None:
    folder = files("tui.rules")
    english, other = (folder.joinpath(name).read_text("utf-8") for name in (f"{id}.md", f"{code}/{id}.md"))
    assert headings(other) == [heading and HEADINGS[code][heading] for heading in headings(english)]
    assert notations(other) == notations(english)
    written_there = str.maketrans(",.", ".,")
    assert numbers(other) == sorted(number.translate(written_there) for number in numbers(english))
    assert re.search(r"\b(the|and|wins|player|board|of)\b", re.sub(r"(?<!\*)\*[^*]+\*(?!\*)", "", other)) is None


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_pages_are_read_in_the_readers_language_and_none_is_missing_or_left_over(code: str) -> None:
    folder = files("tui.rules")
    names = sorted(file.name for file in folder.joinpath(code).iterdir())
    assert names == sorted(f"{id}.md" for id in (*KITS, *OWN))
    speak(Language(code))
    try:
        for id, kit in KITS.items():
            assert page(get(kit.presets.split()[0])) == folder.joinpath(code, f"{id}.md").read_text("utf-8")
    finally:
        speak(SPOKEN)
