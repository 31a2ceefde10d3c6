"""The commands that draw nothing: what they print for people and for programs."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from contextvars import copy_context
from pathlib import Path

import pytest
import typer

from core import __version__, engines
from core.analysis import Analysis, Line, Stopped, Watch
from core.engines.bench import BenchRow
from core.games import FAMILIES
from core.kits import KITS
from core.score import Score
from tests.tui.commands import Run
from tests.tui.languages import Locale
from tests.tui.told import DRAW, worth
from tui.command.commands import COMMANDS, app_of
from tui.command.spoken import GROUPS

ROOT = Path(__file__).parent.parent.parent
NAMES_OF_COMMANDS = [name for _heading, names in GROUPS for name in names]


def python(code: str, **environment: str) -> str:
    """What a program prints in a process of its own."""
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=True
    ).stdout


# --- what a start costs


def test_the_version_is_told_before_anything_heavy_is_imported() -> None:
    loaded = python("import sys; from tui.command.cli import main; main(['--version']); print(*sys.modules)").split()
    assert loaded[0] == "triqui"
    assert {"typer", "rich", "textual", "pydantic", "core.game"}.isdisjoint(loaded)


@pytest.mark.parametrize(
    "words", [["games", "--json"], ["perft", "tictactoe", "2", "--json"], ["analyse", "mnk:2,2,2"]]
)
def test_a_command_that_draws_nothing_never_imports_textual(words: list[str]) -> None:
    loaded = python(f"import sys; from tui.command.cli import main; main({words}); print(*sys.modules)").split()
    assert "typer" in loaded
    assert "textual" not in loaded


# --- help


@pytest.mark.parametrize("command", ["play", "watch", "games", "engines", "perft", "analyse", "match", "bench"])
def test_the_help_of_every_command_has_an_example(triqui: Run, command: str) -> None:
    answer = triqui(command, "--help")
    assert answer.code == 0
    assert f"Example: triqui {command}" in answer.out


def test_the_table_by_which_commands_are_loaded_names_those_of_every_module() -> None:
    rooms = {
        path.stem
        for path in (ROOT / "tui" / "command").glob("*.py")
        if "\napp = typer.Typer" in path.read_text("utf-8")
    }
    assert set(COMMANDS) == rooms
    assert sorted(name for names in COMMANDS.values() for name in names) == sorted(NAMES_OF_COMMANDS)
    for module, names in COMMANDS.items():
        assert tuple(typer.main.get_group(app_of([module])).commands) == names


def test_the_help_lists_every_command(triqui: Run) -> None:
    answer = triqui("-h")
    for command in ("play", "watch", "games", "engines", "perft", "analyse", "match", "bench", "--version"):
        assert command in answer.out


HEADINGS = {
    "en": ["Usage", "Options", "Play", "Analyse", "Records", "Machines", "Hall"],
    "es": ["Uso", "Opciones", "Jugar", "Analizar", "Partidas jugadas", "Máquinas", "Sala"],
}


@pytest.mark.parametrize(("language", "headings"), HEADINGS.items())
def test_the_help_has_the_commands_in_groups(
    triqui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, headings: list[str]
) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")
    lines = copy_context().run(triqui, "--language", language, "--help").out.splitlines()
    assert [line.partition(":")[0] for line in lines if line and line[0] != " "] == headings
    assert [name for line in lines for name in NAMES_OF_COMMANDS if line.startswith(f"  {name} ")] == NAMES_OF_COMMANDS


@pytest.mark.parametrize("language", HEADINGS)
@pytest.mark.parametrize("words", [[], ["own"], ["serve"]])
def test_no_summary_of_a_command_is_cut_or_wrapped(
    triqui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, words: list[str]
) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")
    monkeypatch.setenv("COLUMNS", "80")
    group = typer.main.get_group(app_of())
    listed = (group.commands[words[0]] if words else group).commands  # type: ignore[attr-defined]
    said = copy_context().run(triqui, "--language", language, *words, "--help").out.splitlines()
    rows = {line.split()[0]: line for line in said if line.startswith("  ")}
    assert all(rows[name].endswith(".") for name in listed)
    assert max(map(len, said)) <= 80


@pytest.mark.parametrize("line", ["--version", "--ascii --version", "--version play"])
def test_the_version_is_an_option_anywhere_before_a_command(triqui: Run, line: str) -> None:
    assert triqui(*line.split()).out == f"triqui {__version__}\n"


def test_nothing_private_of_typer_is_imported() -> None:
    sources = {path.name: path.read_text("utf-8") for path in (ROOT / "tui").rglob("*.py")}
    assert [name for name, text in sources.items() if re.search(r"typer[\w.]*\._|from typer.* import _", text)] == []


# --- games and engines


def test_games_are_listed_with_id_name_and_rules(triqui: Run) -> None:
    listed = {game["id"]: game for game in triqui("games", "--json").json}
    assert listed["tictactoe"]["name"] == "Tic-tac-toe 3x3"
    assert "3 in a row" in listed["tictactoe"]["rules"]
    assert {"tictactoe/misere", "mnk:4,4,4", "mnk:5,5,4"} <= set(listed)


def test_people_see_the_same_games_and_how_others_are_written(triqui: Run) -> None:
    out = triqui("games").out
    assert all(game["id"] in out for game in triqui("games", "--json").json)
    assert "mnk:M,N,K takes /misere /toroidal /wild, in any order." in out
    assert "vanishing takes /reuse." in out
    assert "achi takes no options." in out


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("connect-four", "connect-four"),
        ("mnk", "mnk"),
        ("mnk:7,7,4", "mnk"),
        ("Tres en raya", "tictactoe"),
        ("achi", "achi"),
    ],
)
def test_the_games_of_one_family_are_listed_alone(triqui: Run, name: str, family: str) -> None:
    answer = triqui("games", name)
    assert answer.code == 0
    assert [game["id"] for game in triqui("games", name, "--json").json] == KITS[family].presets.split()
    rows = [line.split()[0] for line in answer.out.splitlines() if line]
    assert rows == [rows[0], *KITS[family].presets.split(), FAMILIES[family].form]


def test_a_family_that_there_is_not_is_answered_with_the_nearest_names(triqui: Run) -> None:
    answer = triqui("games", "conect-4")
    assert answer.code == 2
    assert answer.err.startswith("There is no game 'conect-4'; the closest are connect-four")


def test_one_name_that_is_near_is_told_as_one_and_none_as_none(triqui: Run) -> None:
    assert triqui("games", "pong").err.startswith("There is no game 'pong'; the closest is pong-hau-ki, and ")
    assert triqui("games", "zzzz").err.startswith("There is no game 'zzzz'; 'triqui games' lists all ")


def test_engines_are_listed_with_what_they_do(triqui: Run) -> None:
    listed = {engine["name"]: engine for engine in triqui("engines", "--json").json}
    assert {"random", "minimax", "alphabeta", "mcts"} <= set(listed)
    assert [name for name, engine in listed.items() if not engine["thinks"]] == ["random"]
    assert all(engine["summary"] in triqui("engines").out for engine in listed.values())


# --- perft; the counts are those of programs that share no code with this one


def test_perft_counts_the_sequences_of_tictactoe_and_none_after_its_end(triqui: Run) -> None:
    assert triqui("perft", "tictactoe", "11", "--json").json == {
        "game": "tictactoe",
        "depth": 11,
        "nodes": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
    }


def test_perft_goes_on_from_the_moves_given(triqui: Run) -> None:
    # After each of the nine first moves there are as many sequences as the whole has with one move more.
    after = [triqui("perft", "tictactoe", "3", "--moves", move, "--json").json["nodes"] for move in ("a1", "a2", "b2")]
    corner, edge, centre = after
    assert [4 * a + 4 * b + c for a, b, c in zip(corner, edge, centre, strict=True)] == [72, 504, 3024]


def test_perft_shows_people_a_row_for_each_length(triqui: Run) -> None:
    rows = [line.split() for line in triqui("perft", "tictactoe", "4").out.splitlines()]
    assert rows == [["moves", "sequences"], ["1", "9"], ["2", "72"], ["3", "504"], ["4", "3,024"]]


def test_a_count_that_would_fill_the_memory_is_refused(triqui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.perft.MAX_LAYER", 1000)
    answer = triqui("perft", "mnk:5,5,4", "9")
    assert answer.code == 2
    assert "choose a smaller depth" in answer.err


# --- analyse


def test_analyse_gives_every_move_its_value_best_first(triqui: Run) -> None:
    document = triqui("analyse", "tictactoe", "--moves", "a1 b2 c3", "--json").json
    assert {key: document[key] for key in ("game", "position", "turn", "final")} == {
        "game": "tictactoe",
        "position": "X../.O./..X",
        "turn": "O",
        "final": True,
    }
    found = [(line["outcome"], line["plies"], line["value"], line["proof"]) for line in document["lines"]]
    assert found == [("tie", 6, 0, "exact")] * 4 + [("lose", 4, -1, "exact")] * 2
    assert {line["move"] for line in document["lines"][:4]} == {"a2", "b1", "b3", "c2"}
    assert {line["move"] for line in document["lines"][4:]} == {"a3", "c1"}
    assert all(line["pv"][0] == line["move"] for line in document["lines"])
    assert document["nodes"] > 0
    assert document["seconds"] >= 0
    assert isinstance(document["depth"], int)


@pytest.mark.parametrize(
    ("game", "sentence", "said"),
    [
        ("mnk:8,4,4", "X to move: DRAW   exact", "Proven here by proof numbers: best play is a draw."),
        ("qubic", "X to move: WIN   exact", "Proven here by book: the first player wins."),
        ("gomoku", "● to move: ● is better   ~", "Allis and others 1994: the first player wins."),
    ],
)
def test_of_the_start_it_is_told_what_is_proven_and_by_what_and_of_moves_what_was_found(
    triqui: Run, game: str, sentence: str, said: str
) -> None:
    ask = ("analyse", game, "--engine", "alphabeta", "--depth", "1")
    lines = triqui(*ask).out.splitlines()
    assert lines[:2] == [sentence, said]
    assert {line.split()[1] for line in lines[4:10]} == {"~"}
    document = triqui(*ask, "--json").json
    assert document["known"]["sentence"] == said
    assert {line["proof"] for line in document["lines"]} == {"estimate"}
    assert (
        triqui("analyse", game, "--moves", "1a1" if game == "qubic" else "a1", *ask[2:], "--json").json["known"] is None
    )


def test_the_same_position_can_be_given_as_text(triqui: Run) -> None:
    by_moves = triqui("analyse", "tictactoe", "--moves", "a1,b2,c3", "--json").json
    by_text = triqui("analyse", "tictactoe", "--position", "x../.o./..x", "--json").json
    assert by_text["position"] == by_moves["position"]
    assert by_text["lines"] == by_moves["lines"]


def test_people_read_the_sentence_first_then_the_moves_with_their_marks(triqui: Run) -> None:
    lines = triqui("analyse", "tictactoe", "--moves", "a1 b2 c3").out.splitlines()
    assert lines[0] == f"{worth('O', DRAW, 6)}   exact"
    table = [line.split()[:4] for line in lines[3:9]]
    assert sorted(table[:4]) == [[move, "=", "draw", "6"] for move in ("a2", "b1", "b3", "c2")]
    assert sorted(table[4:]) == [[move, "-", "lose", "4"] for move in ("a3", "c1")]


def test_a_guess_is_marked_as_one(triqui: Run) -> None:
    document = triqui("analyse", "mnk:9,9,5", "--depth", "1", "--json").json
    assert len(document["lines"]) == 81
    assert {(line["outcome"], line["plies"], line["proof"]) for line in document["lines"]} == {(None, None, "estimate")}
    assert triqui("analyse", "mnk:9,9,5", "--depth", "1").out.splitlines()[0].endswith("   ~")


def test_the_engine_can_be_named(triqui: Run) -> None:
    document = triqui("analyse", "tictactoe", "--engine", "random", "--json").json
    assert [line["value"] for line in document["lines"]] == [0.0] * 9


@pytest.mark.parametrize(
    ("position", "winner", "reason"),
    [("XXX/OO./...", "X", "line"), ("OOO/XX./X..", "O", "line"), ("XOX/XOO/OXX", None, "full")],
)
def test_a_finished_game_has_a_result_and_no_lines(triqui: Run, position: str, winner: str | None, reason: str) -> None:
    document = triqui("analyse", "tictactoe", "--position", position, "--json").json
    assert document["lines"] == []
    assert document["result"] == {"winner": winner, "reason": reason}
    said = "A draw." if winner is None else f"{winner} wins."
    assert triqui("analyse", "tictactoe", "--position", position).out == f"The game is over. {said}\n"


class Endless:
    """An engine that goes on until it is told to stop."""

    name = "endless"
    summary = "Never ends."
    thinks = True

    def analyse(self, watch: Watch) -> Analysis:
        with suppress(Stopped):
            for nodes in range(1, 10):
                watch.tick(nodes)
                signal.raise_signal(signal.SIGINT)
        assert watch.nodes == 1 + 2
        return watch.finish([Line(move, Score.estimate(0.5), (move,)) for move in watch.position.moves], 1)


def test_ctrl_c_prints_what_is_known_by_then_as_final(triqui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "best", lambda position: Endless())
    answer = triqui("analyse", "tictactoe", "--json")
    document = json.loads(answer.out)
    assert document["final"] is True
    assert [line["value"] for line in document["lines"]] == [0.5] * 9
    assert (answer.code, answer.err) == (130, "")


def test_without_a_limit_it_takes_at_most_ten_seconds(triqui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(0, 1000, 3))
    monkeypatch.setattr("time.monotonic", lambda: float(next(times)))
    assert 10 <= triqui("analyse", "mnk:9,9,5", "--json").json["seconds"] < 30


# --- match


def test_a_match_is_counted_for_the_players_in_their_order(triqui: Run) -> None:
    document = triqui("match", "tictactoe", "alphabeta:hard", "random", "--games", "6", "--seed", "1", "--json").json
    assert list(document) == ["game", "players", "games", "different", "wins", "draws"]
    assert document["players"] == ["alphabeta:hard", "random"]
    assert document["games"] == 6
    assert document["wins"][1] == 0
    assert sum(document["wins"]) + document["draws"] == 6


def test_two_perfect_players_draw_all_their_games(triqui: Run) -> None:
    document = triqui("match", "tictactoe", "alphabeta", "alphabeta", "--games", "2", "--json").json
    assert (document["wins"], document["draws"]) == ([0, 0], 2)


@pytest.mark.parametrize("engine", ["alphabeta:easy", "mcts:easy"])
def test_a_seed_makes_a_match_repeatable(triqui: Run, engine: str) -> None:
    words = ("match", "tictactoe", engine, "random", "--games", "12", "--json", "--seed")
    first = triqui(*words, "5").json
    assert triqui(*words, "5").json == first
    assert any(triqui(*words, str(seed)).json != first for seed in range(6, 12))


def test_people_see_the_score_as_a_table(triqui: Run) -> None:
    rows = triqui("match", "tictactoe", "alphabeta:medium", "random", "--games", "2").out.splitlines()
    assert [row.split()[0] for row in rows] == ["player", "alphabeta:medium", "random", "draws"]


# --- bench


def test_bench_prints_the_rows_of_the_core(triqui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [BenchRow("alphabeta", "tictactoe", ".../.../...", "depth 4", 1500, 0.5, 2.5)]
    monkeypatch.setattr("core.engines.bench.rows", lambda: iter(rows))
    assert triqui("bench", "--json").json == [
        {
            "name": "alphabeta",
            "game": "tictactoe",
            "position": ".../.../...",
            "limit": "depth 4",
            "nodes": 1500,
            "seconds": 0.5,
            "ratio": 2.5,
            "nps": 3000,
        }
    ]
    shown = triqui("bench").out.splitlines()[1]
    assert shown.split() == ["alphabeta", "tictactoe", "depth", "4", "1,500", "0.500", "2.50", "3,000"]


def test_a_proven_line_that_is_shorter_than_the_game_it_proves_says_that_it_goes_on(triqui: Run) -> None:
    """The book of Connect Four knows how long a game takes, and not what is played once it ends."""
    rows = [row for row in triqui("analyse", "connect-four", "--moves", "4 4").out.splitlines() if "book" in row]
    assert len(rows) == 7
    assert all(row.endswith(" …") for row in rows)
    rows = triqui("analyse", "tictactoe", "--moves", "b2 a1").out.splitlines()
    assert any("search" in row for row in rows)
    assert not any(row.endswith("…") for row in rows)
