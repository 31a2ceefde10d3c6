"""The page on writing a player: its programs play, are judged as it says, and grow from losing to never losing."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from core.games import get
from core.position import Position
from tests.core.programs import ask, engine
from tests.core.python_files import move, written
from tests.tui.commands import Run
from tui import manual
from tui.text.pages import blocks

LANGUAGES = ["en", "es"]
STEPS = range(1, 5)
GAMES = ["tictactoe", "connect-four", "nim:3,4,5", "morris", "ultimate"]


@cache
def codes(language: str) -> list[str]:
    """The blocks of code of the page."""
    page = (Path(manual.__file__).parent / language / "python.md").read_text("utf-8")
    return [f"{text}\n" for kind, text in blocks(page) if kind == "code"]


def steps(language: str) -> list[str]:
    """The program of each step."""
    return [code for code in codes(language) if "def choose(" in code][:4]


def reports(language: str) -> list[str]:
    """What the judge says at each step."""
    return [code for code in codes(language) if code.startswith("triqui judge my_player.py\n")]


def loses(file: str) -> bool:
    """Whether a player of tic-tac-toe loses a game to any play of the other side."""
    asked = engine("python", file)
    seen: set[tuple[Position, int]] = set()

    def lost(position: Position, seat: int) -> bool:
        if position.outcome:
            return position.outcome.winner == 1 - seat
        if (position, seat) in seen:
            return False
        seen.add((position, seat))
        moves = [ask(asked, position).lines[0].move] if position.turn == seat else position.moves
        return any(lost(position.play(each), seat) for each in moves)

    try:
        return any(lost(Position.start(get("tictactoe")), seat) for seat in (0, 1))
    finally:
        asked.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("step", "expected"), [(1, True), (2, True), (3, True), (4, False)])
def test_all_steps_but_the_last_lose(language: str, step: int, expected: bool, tmp_path: Path) -> None:
    assert loses(written(tmp_path / "my_player.py", steps(language)[step - 1])) is expected


def numbers(text: str) -> list[str]:
    """The numbers and moves of a text, however a language groups digits."""
    return re.findall(r"\b[a-c][1-3]\b|\d+", re.sub(r"(?<=\d)[.,](?=\d{3}\b)", "", text))


@pytest.mark.parametrize("step", STEPS)
def test_the_judge_says_of_each_step_what_the_page_quotes(
    step: int, triqui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "my_player.py", steps("en")[step - 1])
    said = triqui("judge", "my_player.py").out
    quoted = reports("en")[step - 1].partition("\n\n")[2]
    plain = [re.sub(r"(?<=\d),(?=\d{3}\b)", "", " ".join(text.split())) for text in (quoted, said)]
    assert plain[0] in plain[1]


@pytest.mark.parametrize("step", STEPS)
def test_the_pages_quote_the_same_numbers_in_every_language(step: int) -> None:
    english, spanish = (numbers(reports(language)[step - 1]) for language in LANGUAGES)
    assert english == spanish


def test_a_discount_makes_no_move_of_the_last_step_slow(triqui: Run, tmp_path: Path) -> None:
    code = steps("en")[3].replace("max(-value(", "max(-0.9 * value(")
    file = written(tmp_path / "my_player.py", code)
    assert triqui("judge", file, "--strict").code == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_agent_of_the_page_plays(language: str, tmp_path: Path) -> None:
    code = next(code for code in codes(language) if "def agent(" in code)
    assert move(written(tmp_path / "agent.py", code), "connect-four", "1 1 1 1 1 1") == "2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wrapper_of_the_page_asks_a_program(language: str, tmp_path: Path) -> None:
    program = tmp_path / "my_program"
    program.write_text('#!/bin/sh\n[ "$1 $2" = "X../.../... 1" ] && echo b2\n')
    program.chmod(0o700)
    code = next(code for code in codes(language) if "subprocess" in code)
    assert move(written(tmp_path / "wrapper.py", code), moves="a1") == "b2"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wrapper_has_at_most_ten_lines(language: str) -> None:
    assert len(next(code for code in codes(language) if "subprocess" in code).splitlines()) <= 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_code_of_the_page_is_cut_in_a_small_window(language: str) -> None:
    assert max(len(line) for code in codes(language) for line in code.splitlines()) <= 76


# The start that 'triqui new player' prints.


def test_the_start_has_at_most_40_lines(triqui: Run) -> None:
    assert len(triqui("new", "player").out.splitlines()) <= 40


@pytest.mark.parametrize("part", ["moves", "name", "play", "outcome", "turn", "text"])
def test_the_start_uses_every_part_of_a_position(part: str, triqui: Run) -> None:
    assert re.search(
        rf"^[^#]*(position|after)\.{part}\b", triqui("new", "player").out.partition("def choose")[2], re.MULTILINE
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_start_plays_legally_to_the_end(game: str, triqui: Run, tmp_path: Path) -> None:
    file = written(tmp_path / "my_player.py", triqui("new", "player").out)
    assert triqui("match", game, file, "random", "--games", "2", "--seed", "1").err == ""


def test_the_start_wins_at_once_where_it_can(triqui: Run, tmp_path: Path) -> None:
    file = written(tmp_path / "my_player.py", triqui("new", "player").out)
    assert move(file, moves="a1 a2 b1 b2") == "c1"


def test_the_start_plays_the_first_move_elsewhere(triqui: Run, tmp_path: Path) -> None:
    assert move(written(tmp_path / "my_player.py", triqui("new", "player").out), moves="a1") == "b1"


def test_a_kind_of_game_is_begun_too(triqui: Run) -> None:
    assert triqui("new", "lines").out == triqui("own", "new", "lines").out


def test_what_cannot_be_begun_is_refused_with_what_can(triqui: Run) -> None:
    assert triqui("new", "opera").err == "There is no kind 'opera'; the kinds are player, lines, slides, heaps, tree.\n"
