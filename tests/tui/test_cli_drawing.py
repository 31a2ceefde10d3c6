"""The commands that draw: who sits where, and what they ask of the terminal before the app begins."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from textual import constants

from core.game import Game
from core.games import get
from core.play.clock import TimeControl
from core.play.match import Match
from core.play.seats import Setup
from core.players.opponents import watched
from tui.command.cli import main
from tui.household.opening import Opening

AI = "best:2"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Hall:
    """The command line on a terminal, with an app that only notes what it is asked to draw."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drawn: list[Opening] = []
        self.err = ""
        self._monkeypatch = monkeypatch

    def __call__(self, *words: str, elsewhere: str = "") -> int:
        """Run a command line; ``elsewhere`` names a stream that is no terminal."""
        with self._monkeypatch.context() as patch:
            patch.setitem(sys.modules, "tui.hall.app", SimpleNamespace(run=self._run, Hall=None))
            for name in ("stdin", "stdout", "stderr"):
                patch.setattr(sys, name, io.StringIO() if name == elsewhere else Terminal())
            code = main(words)
            assert isinstance(sys.stderr, io.StringIO)
            self.err = " ".join(sys.stderr.getvalue().split())  # as one line, however wide the terminal
        return code

    def _run(self, opening: Opening, *where: object) -> None:
        self.drawn.append(opening)

    @property
    def opening(self) -> Opening:
        """What the app was asked to open with."""
        (opening,) = self.drawn
        return opening

    @property
    def seats(self) -> tuple[str, str]:
        """Who plays."""
        return self.opening.setup.seats


@pytest.fixture
def triqui(monkeypatch: pytest.MonkeyPatch) -> Hall:
    return Hall(monkeypatch)


def test_without_a_command_the_hall_opens(triqui: Hall) -> None:
    assert triqui() == 0
    assert triqui.opening == Opening()


@pytest.mark.parametrize(
    ("options", "players"),
    [
        ("", ("human", AI)),
        ("--first you", ("human", AI)),
        ("--first ai", (AI, "human")),
        ("--x you", ("human", AI)),
        ("--x random", ("random", "human")),
        ("--o alphabeta:easy", ("human", "alphabeta:2")),
        ("--o human", (AI, "human")),
        ("--o human --first ai", (AI, "human")),
        ("--o random --first you", ("human", "random")),
        ("--x human --o human", ("human", "human")),
        ("--x random --o Alphabeta:Hard --first ai", ("random", "alphabeta:6")),
    ],
)
def test_the_options_say_who_sits_where(triqui: Hall, options: str, players: tuple[str, str]) -> None:
    assert triqui("play", "tictactoe", *options.split()) == 0
    assert triqui.seats == players


def test_chance_gives_you_either_seat(triqui: Hall) -> None:
    triqui("play", "tictactoe", "--first", "random")
    seats = {triqui.opening.setup.series(Random(seed)).seats for seed in range(20)}
    assert seats == {("human", AI), (AI, "human")}


def test_the_usual_opponent_comes_from_the_settings(triqui: Hall, home: Path) -> None:
    home.mkdir()
    (home / "settings.toml").write_text('opponent = "alphabeta:easy"')
    triqui("play", "tictactoe")
    assert triqui.seats == ("human", "alphabeta:2")


def test_moves_are_played_before_the_screen_opens(triqui: Hall) -> None:
    assert triqui("play", "mnk:4,4,3", "--moves", "a1 b2") == 0
    assert triqui.opening.moves == [0, 5]


def test_who_is_not_named_is_watched_as_from_the_hall(triqui: Hall) -> None:
    assert triqui("watch", "tictactoe") == 0
    assert triqui.seats == watched(get("tictactoe"))


def test_two_engines_are_watched(triqui: Hall) -> None:
    assert triqui("watch", "tictactoe", "--x", "random", "--o", "alphabeta:easy") == 0
    assert triqui.seats == ("random", "alphabeta:2")


@pytest.mark.parametrize(
    ("command", "setup"),
    [
        ("play --games 3", Setup(("human", AI), 3, True)),
        ("play --best-of 99 --first alternate", Setup(("human", AI), 99, begins="turns")),
        ("play --open --first you --hints on", Setup(("human", AI), begins="first")),
        ("play --games 3 --first ai --hints off", Setup((AI, "human"), 3, True, "first", hints=0)),
        ("play --first loser --hints 2", Setup(("human", AI), begins="loser", hints=2)),
        ("play --first o --x random", Setup(("human", "random"), begins="first")),
        ("play --first random --o random", Setup(("human", "random"), begins="lot")),
        ("play --time 20", Setup(("human", AI), control=TimeControl(20))),
        ("play --time 20 --on-timeout lose", Setup(("human", AI), control=TimeControl(20, loses=True))),
        ("play --total 5 --increment 3", Setup(("human", AI), control=TimeControl(0, 300, 3, True))),
        ("play --total 1 --on-timeout random", Setup(("human", AI), control=TimeControl(0, 60))),
        ("watch --x random --o loser --games 2 --time 5", Setup(("random", "loser"), 2, True, control=TimeControl(5))),
        ("watch --x random --o loser --first o", Setup(("loser", "random"), begins="first")),
        ("watch --x random --o loser --first x --open", Setup(("random", "loser"), begins="first")),
    ],
)
def test_the_options_set_up_a_match_and_its_clock(triqui: Hall, command: str, setup: Setup) -> None:
    name, *options = command.split()
    assert triqui(name, "tictactoe", *options) == 0, triqui.err
    assert triqui.opening.setup == setup


def test_an_exported_size_is_dropped_because_it_would_hold_against_every_resize(
    triqui: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("LINES", "5")
    assert triqui() == 0
    assert {"COLUMNS", "LINES"}.isdisjoint(os.environ)


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        *(
            ("DRIVER", value, f"TEXTUAL_DRIVER='{value}' is not a driver that can be loaded; unset that variable")
            for value in ("x:y", "x", ":", "os:system", "os:nothing")
        ),
        ("COLOR_SYSTEM", "x", "TEXTUAL_COLOR_SYSTEM='x' is not a colour system; unset that variable,"),
    ],
)
def test_a_variable_of_textual_with_which_no_app_starts_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], variable: str, value: str, said: str
) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(getattr(sys, name), "isatty", lambda: True, raising=False)
    monkeypatch.setattr(constants, variable, value)  # Textual reads the variables when it is loaded
    assert main(["play", "tictactoe"]) == 2
    assert " ".join(capsys.readouterr().err.split()).startswith(said)


@pytest.mark.parametrize("term", ["dumb", "", None])
def test_a_terminal_that_cannot_draw_is_offered_lines_of_text(
    triqui: Hall, monkeypatch: pytest.MonkeyPatch, term: str | None
) -> None:
    if term is None:
        monkeypatch.delenv("TERM")
    else:
        monkeypatch.setenv("TERM", term)
    assert triqui("play", "tictactoe") == 2
    assert triqui.drawn == []
    assert "TERM" in triqui.err
    assert "--plain" in triqui.err
    assert ". " not in triqui.err  # one sentence


@pytest.mark.parametrize("name", ["stdin", "stdout", "stderr"])
def test_a_stream_that_is_no_terminal_is_refused(triqui: Hall, name: str) -> None:
    assert triqui("watch", "tictactoe", elsewhere=name) == 2
    assert triqui.drawn == []
    assert triqui.err.startswith("The hall needs a terminal to")
    assert "with --plain it plays in lines of text, and 'triqui analyse'" in triqui.err


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("--plain", (None, Setup(("human", "human")), [])),
        ("play tictactoe --plain", ("tictactoe", Setup(("human", AI)), [])),
        ("play tictactoe --plain --first ai --moves a1", ("tictactoe", Setup((AI, "human"), begins="first"), ["a1"])),
        ("watch nim:3,4,5 --x best:1 --o random --plain", ("nim:3,4,5", Setup(("best:1", "random")), [])),
    ],
)
def test_lines_of_text_need_no_terminal_and_only_come_when_asked_for(
    triqui: Hall, monkeypatch: pytest.MonkeyPatch, line: str, expected: object
) -> None:
    told: list[object] = []

    def run(game: Game | None, setup: Setup, match: Match | None, *rest: object) -> None:
        told.append((game and game.id, setup, list(match.names) if match else []))

    monkeypatch.setattr("tui.plain.front.run", run)
    monkeypatch.setenv("TERM", "dumb")
    assert triqui(*line.split(), elsewhere="stdin") == 0
    assert told == [expected]
    assert triqui.drawn == []


def test_the_wish_for_lines_stands_behind_the_command(triqui: Hall) -> None:
    assert triqui("--plain", "play", "tictactoe") == 2
    assert triqui.err == "--plain comes after its command, as in 'triqui play tictactoe --plain'."


def test_a_wrong_move_is_told_before_anything_about_the_terminal(triqui: Hall) -> None:
    assert triqui("play", "tictactoe", "--moves", "z9", elsewhere="stdin") == 2
    assert triqui.err.startswith("Move 1: 'z9' is not a square")
