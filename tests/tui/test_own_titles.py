"""A game from a file with a title of the hall says that it is from a file, and a file that makes one is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import own
from core.game import Game
from core.games import get
from core.own import library
from core.own.definition import Definition
from core.position import Position
from core.proofs.prove import prove
from tests.tui.commands import Run
from tests.tui.told import WIN, worth
from tui.text import words
from tui.text.catalogue import ours

TWINS = Path(__file__).parents[1] / "core" / "kept" / "own"


def impostor() -> Game:
    """Two in a row under the name and the title of tic-tac-toe."""
    values = {"name": "tictactoe", "title": "Tic-tac-toe 3x3", "rows": 3, "columns": 3, "straight": 2}
    definition = Definition.of({"triqui": 1, "kind": "lines", **values})
    return get(definition.id, definition.content)


def file_of(title: str, path: Path) -> str:
    """A file with a game of that title."""
    text = f'triqui = 1\nkind = "lines"\nname = "x"\ntitle = "{title}"\nrows = 3\ncolumns = 3\nstraight = 2\n'
    path.write_text(text, "utf-8")
    return str(path)


def certified(game: Game, path: Path) -> str:
    """A certificate that the first player wins in three."""
    path.write_bytes(prove(Position.start(game), (), "win 3").data)
    return str(path)


@pytest.mark.parametrize(
    "title",
    [
        "Tic-tac-toe 3x3",
        "TIC-TAC-TOE  3x3",
        "Tíc-tac-toe 3x3",
        "tictactoe",
        "Triqui",
        "Tres en línea",
        "4 in a row 6x5",
        "4 en raya 6x5",
        "Nim 2-2",
        "Three men's morris",
        "Three men\u2019s morris",
        "Connect Four",
        "Tic tac toe",
        "Tic\u2011tac\u2011toe 3x3",
        "T\u0456c-tac-toe 3x3",
        "Tic-tac-toe 3\u00d73",
        "Tic-tac-toe 3 x 3.",
        "Nim 3\u20134\u20135",
    ],
)
def test_a_title_of_a_game_of_the_hall_is_known_however_it_is_written(title: str) -> None:
    assert ours(title)


@pytest.mark.parametrize("title", ["Kayles 0.77", "Tic-tac-toe as a file", "Nim for three", "2048"])
def test_a_title_that_only_resembles_one_of_the_hall_may_be_had(title: str) -> None:
    assert not ours(title)


@pytest.mark.parametrize("definition", own.gallery(), ids=lambda definition: definition.name)
def test_what_comes_with_the_hall_as_a_file_has_a_title_of_its_own(definition: Definition) -> None:
    assert not ours(definition.title)


@pytest.mark.parametrize(
    ("command", "code"), [(("own", "check"), 1), (("own", "add"), 2), (("play", "--plain"), 2), (("analyse",), 2)]
)
def test_a_file_with_a_title_of_the_hall_is_refused_with_its_line(
    triqui: Run, tmp_path: Path, command: tuple[str, ...], code: int
) -> None:
    said = triqui(*command, file_of("Tic-tac-toe 3x3", tmp_path / "x.toml"))
    assert (said.code, said.out) == (code, "")
    assert "Line 4: The hall already has a game called 'Tic-tac-toe 3x3'; choose another title." in said.err


def test_a_file_without_a_title_is_refused_by_its_name(triqui: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text('triqui = 1\nkind = "heaps"\nname = "nim"\nheaps = [3]\ntake = [2]\n', "utf-8")
    assert "Line 3: The hall already has a game called 'nim'" in triqui("own", "check", str(file)).err


def test_a_game_that_came_along_with_such_a_title_is_from_a_file_wherever_it_is_named() -> None:
    assert words.name(impostor()) == "Tic-tac-toe 3x3 (from a file)"


def test_a_game_that_came_along_with_such_a_title_is_from_a_file_above_its_board() -> None:
    assert words.heading(impostor()) == "TIC-TAC-TOE 3x3 (FROM A FILE)"


def test_a_game_with_a_title_of_its_own_is_called_by_it_alone() -> None:
    assert words.name(get("own-lines:fano-plane")) == "Fano plane"


def test_a_certificate_of_a_game_from_a_file_is_told_with_its_id_and_its_rules(triqui: Run, tmp_path: Path) -> None:
    game = impostor()
    said = triqui("check", certified(game, tmp_path / "why.xz")).out.splitlines()
    assert said[:3] == [
        f"Tic-tac-toe 3x3 (from a file)  {own.shown(game.id)}  .../.../...",
        "From a file: 2 in a row on 3x3. Place your marks in turn. Filling a line wins.",
        worth("X", WIN, 3),
    ]


def test_a_certificate_of_a_game_of_the_hall_is_told_with_its_id_alone(triqui: Run, tmp_path: Path) -> None:
    said = triqui("check", certified(get("mnk:3,3,2"), tmp_path / "why.xz")).out.splitlines()
    assert said[:2] == ["2 in a row 3x3  mnk:3,3,2  .../.../...", worth("X", WIN, 3)]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("fano-plane", "From a file: lines: 7, points: 7. Place your marks in turn. Filling a line wins."),
        ("cube-3", "From a file: 3 in a row on 3x3x3. Place your marks in turn. Filling a line wins."),
        (
            "mu-torere",
            "From a file: stones that move, points: 9, edges: 16. Move a stone along a line to an empty point. "
            "Points that only a stone beside an opponent's stone may enter: p. A player who cannot move loses.",
        ),
        (
            "treblecross",
            "From a file: heaps: 20. Take from a heap as the octal code 0.007 allows. A player who cannot move loses.",
        ),
    ],
)
def test_the_rules_of_a_game_from_a_file_are_told_in_words(name: str, said: str) -> None:
    game = get(next(each.id for each in own.gallery() if each.name == name))
    assert str(getattr(game, "in_words", "")) == said


def test_a_certificate_is_told_to_be_of_other_rules_than_the_file_of_that_name(
    triqui: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "_offered", {})
    monkeypatch.setattr(library, "_travelled", {})
    file = home / "games" / "mine.toml"
    file.parent.mkdir(parents=True)
    file.write_bytes((TWINS / "three.toml").read_bytes())
    said = triqui("check", str(TWINS / "two.xz")).out.splitlines()
    assert said[0].split("  ")[1] == "own-lines:mine@9fea893c17743081"
    assert said[2] == f"{file} has different rules under that name: own-lines:mine@9fea893c733cd918."
