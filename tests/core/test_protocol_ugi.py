"""The hall as an engine in its own protocol: every game, one best move a search, and a sentence for what makes no sense."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engines import NAMES
from core.game import Game
from core.games import get, presets
from core.position import Position
from core.protocols.peer import lines_of
from core.protocols.ugi import serve
from tests.core.own_cases import NAMED as OWN
from tests.core.talking import Await, talk

BEST = Await("bestmove")
INFO = re.compile(
    r"info depth \d+ nodes \d+ time \d+ move \S+ outcome (win|tie|lose|endless|none) plies (\d+|none) "
    r"value -?[01]\.\d+ proof (exact|atleast|atmost|estimate) pv \S+( \S+)*"
)


def test_it_introduces_itself_and_names_its_options() -> None:
    answers = talk(serve, "nim:3,4,5", "ugi", "isready")
    assert answers[0].startswith("id name triqui ")
    assert answers[1].startswith("id author ")
    assert answers[-2:] == ["ugiok", "readyok"]
    option, player = answers[2:-2]
    assert player == "option name Player type string default best:full"
    assert option.split()[:8] == ["option", "name", "Engine", "type", "combo", "default", "best", "var"]
    assert option.split()[8::2] == ["best", *NAMES]


def test_a_player_of_the_hall_can_be_asked_to_play() -> None:
    answers = talk(
        serve, "tictactoe", "setoption name Player value newell-simon", "position startpos moves a1", "go", BEST
    )
    assert answers[-1] == "bestmove b2"
    answers = talk(serve, "tictactoe", "setoption name Player value bouton", "go nodes 9", BEST)
    assert answers[0].startswith("info string bouton does not play tictactoe")


@pytest.mark.parametrize("option", ["Engine", "Player"])
@pytest.mark.parametrize("program", ["ugi:sh -c x", "python:bot.py", "bot.py"])
def test_no_option_takes_a_command_that_is_to_be_run(option: str, program: str) -> None:
    answers = talk(serve, "tictactoe", f"setoption name {option} value {program}", "go depth 1", BEST)
    assert answers[0].startswith(f"info string The hall has no '{program}'; choose one of random, ")
    assert answers[-1].startswith("bestmove")


def test_it_is_ready_only_when_all_lines_before_that_are_done() -> None:
    waiting = ("position startpos moves a1", "isready", "stop")
    answers = talk(serve, "mnk:15,15,5", "go infinite", Await("info"), *waiting)
    assert answers[-1] == "readyok"
    assert answers[-2].startswith("bestmove")


@pytest.mark.parametrize("game", [*presets(), *map(get, OWN)], ids=lambda game: game.id)
def test_every_game_is_played_from_its_start_and_from_the_text_of_a_position(game: Game) -> None:
    start = Position.start(game)
    first = start.moves[-1]
    answers = talk(
        serve,
        "tictactoe",
        f"newgame {game.id}",
        "go nodes 50",
        BEST,
        f"position startpos moves {start.name(first)}",
        "go depth 1 nodes 50",
        BEST,
        f"position {start.text} moves {start.name(first)}",
        "setoption name Engine value random",
        "go movetime 0",
        BEST,
    )
    best = [line.removeprefix("bestmove ") for line in answers if line.startswith("bestmove")]
    assert len(best) == 3
    for name, position in zip(best, (start, start.play(first), start.play(first)), strict=True):
        assert position.parse(name) in position.moves
    assert all(INFO.fullmatch(line) for line in answers if not line.startswith("bestmove"))
    assert {line.split()[8] for line in answers if line.startswith("info")} >= {start.name(m) for m in start.moves[:99]}


def test_proofs_and_distances_are_told_as_they_are() -> None:
    # X wins at once with c1; every other move lets O do so with c2.
    answers = talk(serve, "tictactoe", "position XX./OO./... ", "go infinite", BEST)
    assert answers[-1] == "bestmove c1"
    final = [line.partition(" move ")[2] for line in answers[-6:-1]]
    assert final[0] == "c1 outcome win plies 1 value 1.000 proof exact pv c1"
    assert "a3 outcome lose plies 2 value -1.000 proof exact pv a3 c2" in final
    assert sorted(line.split()[0] for line in final) == ["a3", "b3", "c1", "c2", "c3"]


def test_a_game_that_is_over_has_no_best_move() -> None:
    won = "position startpos moves a1 a2 b1 b2 c1"
    answers = talk(serve, "tictactoe", won, "go infinite", "query gameover", "query result", "query p1turn")
    assert answers == [
        "info string The game is over.",
        "bestmove (none)",
        "response true",
        "response p1win",
        "response false",
    ]


def test_the_result_is_that_of_the_rules_and_of_repetition() -> None:
    ask = ("query result", "query gameover")
    assert talk(serve, "tictactoe", *ask) == ["response none", "response false"]
    second = "position startpos moves a1 a2 b1 b2 a3 c2"
    assert talk(serve, "tictactoe", second, *ask) == ["response p2win", "response true"]
    full = "position startpos moves a1 b1 c1 b2 a2 c2 b3 a3 c3"
    assert talk(serve, "tictactoe", full, *ask) == ["response draw", "response true"]
    start = Position.start(get("pong-hau-ki"))
    there_and_back = next(path for path in _paths(start, 8) if path[-1][1] == start)
    twice = " ".join(name for name, _ in there_and_back * 2)
    repeated = talk(serve, "pong-hau-ki", f"position startpos moves {twice}", *ask, "go depth 3")
    assert repeated == ["response draw", "response true", "info string The game is over.", "bestmove (none)"]


def _paths(position: Position, plies: int) -> Iterator[list[tuple[str, Position]]]:
    """All ways to go on for so many plies or fewer, as names of moves and the positions after them."""
    for move in position.moves if plies else ():
        step = (position.name(move), position.play(move))
        yield [step]
        yield from ([step, *path] for path in _paths(step[1], plies - 1))


@pytest.mark.parametrize("word", ["stop", "quit"])
def test_a_search_without_limit_ends_when_it_is_told_to(word: str) -> None:
    answers = talk(serve, "mnk:15,15,5", "go infinite", Await("info"), "isready", Await("readyok"), word)
    assert answers.count("readyok") == 1
    assert sum(line.startswith("bestmove") for line in answers) == 1
    assert answers[-1].startswith("bestmove")


def test_a_search_ends_with_its_input() -> None:
    assert talk(serve, "mnk:15,15,5", "go infinite", Await("info"))[-1].startswith("bestmove")


def test_a_stop_that_is_too_late_or_too_early_does_nothing() -> None:
    answers = talk(serve, "tictactoe", "stop", "go depth 1", BEST, "stop", "isready")
    assert answers[-1] == "readyok"
    assert sum(line.startswith("bestmove") for line in answers) == 1


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("fly", "There is no command 'fly'"),
        ("go fast", "'fast' is not a limit"),
        ("go movetime soon", "'movetime soon' is not a limit"),
        ("go nodes -3", "not a limit"),
        (f"go nodes {'9' * 5000}", "not a limit"),
        ("newgame tictactoo", "the closest are tictactoe"),
        ("position", "position startpos"),
        ("position qq", "3x3"),
        ("position startpos moves a1 a1", "Move 2: a1 is taken"),
        ("setoption name Hash value 3", "no such option"),
        ("setoption name Engine value alphabet", "did you mean alphabeta?"),
        ("query weather", "p1turn, gameover, result"),
        ("stop\x00", "There is no command"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence_and_changes_nothing(line: str, part: str) -> None:
    answer, after = talk(serve, "tictactoe", "position startpos moves b2", line, "query p1turn")
    assert answer.startswith("info string ")
    assert part in answer
    assert after == "response false"


WORDS = st.sampled_from(
    [
        *("ugi", "isready", "stop", "quit", "go", "position", "newgame", "query", "setoption"),
        *("startpos", "moves", "movetime", "depth", "nodes", "infinite", "p1turn", "name", "Engine", "value"),
        *("best", "mcts", "0", "1", "7", "-1", "a1", "b2", "X../.../...", "nim:2,3", "(none)", "\x1b", "\udcff", "٣"),
    ]
)


@given(st.lists(st.lists(WORDS | st.text(max_size=5), max_size=6).map(" ".join), max_size=8))
@settings(max_examples=60)
def test_no_input_at_all_breaks_it(lines: list[str]) -> None:
    answers = talk(serve, "tictactoe", *lines)
    assert sum(line.startswith("bestmove") for line in answers) <= len(lines)


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_lines_end_as_any_system_ends_them(end: str) -> None:
    reader, writer = os.pipe()
    os.write(writer, f"isready\r\nquery p1turn\n\né{end}".encode())
    os.close(writer)
    answers = talk(serve, "tictactoe", *lines_of(reader))
    os.close(reader)
    assert answers[:2] == ["readyok", "response true"]
    assert answers[2].startswith("info string There is no command 'é'")
    assert len(answers) == 3


def test_the_command_answers_each_line_while_its_input_stays_open() -> None:
    command = [
        sys.executable,
        "-c",
        "import sys; from tui.command.cli import main; sys.exit(main())",
        "engine",
        "tictactoe",
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"isready\r\n")
        process.stdin.flush()
        assert process.stdout.readline().strip() == b"readyok"
        process.stdin.write(b"quit\n")
        process.stdin.flush()
        _, complaints = process.communicate(timeout=300)
    assert (process.returncode, complaints) == (0, b"")
