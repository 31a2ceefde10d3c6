"""The line mode tells clocks, hints that are counted, and draws, and sets them up."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import CoreError
from core.games import get
from core.play.clock import TimeControl
from core.play.seats import Setup
from core.players.opponents import HUMAN
from tests.tui.hall import Engines, PromptKeeper
from tests.tui.plainly import AI, PEOPLE, Reader
from tui.plain.setup_words import change
from tui.text.catalogue import Language, speak


@pytest.fixture
def read(home: Path, engines: Engines, monkeypatch: pytest.MonkeyPatch) -> Reader:
    monkeypatch.setattr("tui.household.household.Keeper", PromptKeeper)
    monkeypatch.setattr("core.play.saving.SAVING_SECONDS", 3600.0)
    return Reader(home, engines)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("clock 20", TimeControl(20)),
        ("clock 20 lose", TimeControl(20, loses=True)),
        ("clock 20 chance", TimeControl(20)),
        ("clock 5 0", TimeControl(0, 300, 0, True)),
        ("clock 5 3", TimeControl(0, 300, 3, True)),
        ("clock 5 + 3 chance", TimeControl(0, 300, 3)),
        ("CLOCK Off", None),
    ],
)
def test_a_clock_is_set_up_in_words(text: str, control: TimeControl | None) -> None:
    assert change(text, Setup(AI, control=TimeControl(7)), get("tictactoe"))[0].control == control


@pytest.mark.parametrize("text", ["", "x", "0", "20 30 40", "min 5", "3601", "lose", "5 hours", "-3", "1441 0"])
def test_what_is_no_clock_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(CoreError, match=r"^clock is a whole number from [01] to (1440|3600), not '.*'\.$"):
        change(f"clock {text}", Setup(AI), get("tictactoe"))


def test_clocks_are_set_up_in_spanish_too() -> None:
    speak(Language("es"))
    try:
        assert change("reloj 5 3 azar", Setup(AI), get("tictactoe"))[0].control == TimeControl(0, 300, 3)
        assert change("reloj no", Setup(AI, control=TimeControl(7)), get("tictactoe"))[0].control is None
    finally:
        speak(Language("en"))


def test_hints_that_are_counted_end_in_a_sentence(read: Reader) -> None:
    said = read("setup hints 1", "hint", "hint", game="tictactoe", seats=AI)
    assert "Hints: at most 1." in said
    assert said.count("Hint 1 of 4") == 1
    assert "You have no hints left: this game allows 1." in said
    assert "Hint 2 of 4" not in said


def test_of_two_people_one_offers_a_draw_and_the_other_takes_it_or_the_game_goes_on(read: Reader) -> None:
    said = read("draw", "b2", "draw", "draw", game="tictactoe")
    assert "X offers a draw; say draw to accept it, or make a move to go on." in said
    assert "X plays b2." in said
    assert "O offers a draw; say draw to accept it, or make a move to go on." in said
    assert "A draw: both agreed." in said


@pytest.mark.parametrize(
    ("moves", "answer"),
    [
        ("a1 b2", "A draw: both agreed."),
        ("b1 b2 b3 a1 c2 a3", "O declines the draw. It has not proven a draw, and hopes for more."),
    ],
)
def test_the_answer_of_an_engine_to_an_offer_comes_before_the_next_line(read: Reader, moves: str, answer: str) -> None:
    # Of a1 b2 nothing comes with best play; after the other moves O threatens a2, c1 and c3 at once.
    read("draw", "board", game="tictactoe", seats=(HUMAN, "alphabeta:full"), moves=moves)
    offered = read.said.index("X offers a draw.")
    assert read.said[offered + 1] == answer


def test_a_draw_is_offered_in_spanish(read: Reader) -> None:
    read.language = "es"
    assert "Tablas de común acuerdo." in read("tablas", "tablas", game="tictactoe", seats=PEOPLE)
    assert "Tablas de común acuerdo." in read("empate", "empate", game="tictactoe", seats=PEOPLE)  # as up to 0.2


@pytest.mark.parametrize("leave", ["quit", "new connect-four"])
def test_leaving_a_match_tells_its_result_so_far(read: Reader, leave: str) -> None:
    said = read("setup match 5", "new", "resign", "new", "resign", leave, game="tictactoe")
    assert said.count("You 1, Guest 1, draws 0 after 2 of 5.") == 1
    assert "after" not in read("resign", leave, game="tictactoe"), "no match is planned"
    assert "after" not in read("setup match 1", "new", "resign", leave, game="tictactoe"), "it is over"
