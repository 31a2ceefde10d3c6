"""A Python file is a player: its shape is read from its source, and one of its functions is asked in a process of its own."""

from __future__ import annotations

import ast
import os
import sys
import venv
from pathlib import Path

import pytest

from core import engines
from core.engines import foreign
from core.engines.foreign import python_child, shapes
from core.engines.foreign.python import RUNNER, PythonProcess, Runner
from core.errors import UnknownEngine, UnknownGame
from core.games import get
from core.players import opponents
from tests.core.programs import QUICK, ask, best, engine, position
from tests.core.python_files import BOTTOM_RIGHT, COURSE, move, written

CHOOSE = "def choose(position):\n    return "
AGENT = "def agent(observation, configuration):\n    return "


def shape_names(folder: Path, text: str) -> list[str]:
    return [shape.name for shape in shapes.read(Path(written(folder / "bot.py", text))).shapes]


# Names.


def test_a_path_that_ends_in_py_is_short_for_a_python_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert opponents.parse(" My Bot.py ") == opponents.parse(f"PYTHON:{tmp_path}/My Bot.py")


def test_a_tilde_in_its_path_is_the_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    assert engines.check("~/bot.py") == "python:/home/ada/bot.py"


@pytest.mark.parametrize("mark", ["'", '"'])
def test_quotation_marks_around_its_path_are_left_out(mark: str) -> None:
    assert engines.check(f"python:{mark}/a b/bot.py{mark}") == "python:/a b/bot.py"


@pytest.mark.parametrize("name", ["a b.py", "ñandú.py", "it's.py", 'say "hi".py', "best:2.py", "Ugi.py"])
def test_whatever_is_in_its_path_it_plays(name: str, tmp_path: Path) -> None:
    assert move(written(tmp_path / name, COURSE + BOTTOM_RIGHT)) == "c3"


def test_a_python_player_is_shown_by_the_name_of_its_file() -> None:
    assert str(engines.facts(engines.check("/somewhere/bot.py")).title) == "bot.py"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("python:", "There is no file after python:; write a path, as in python:my_player.py."),
        ("~nobody-here/bot.py", "'~nobody-here/bot.py' is not the path"),
    ],
)
def test_a_name_without_a_file_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(UnknownEngine) as caught:
        opponents.parse(name)
    assert str(caught.value).startswith(sentence)


# Shapes.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CHOOSE + "0", ["choose"]),
        (COURSE + BOTTOM_RIGHT, ["course"]),
        (AGENT + "3", ["contest"]),
        ("def my_agent(obs):\n    return 3", ["contest"]),
        (COURSE + BOTTOM_RIGHT + CHOOSE + "0", ["choose", "course"]),
        (CHOOSE + "0\n" + AGENT + "3", ["choose", "contest"]),
        ("def choose(position, depth):\n    return 0", ["contest"]),
        ("def minimax(board):\n    return 0, 0\ndef main():\n    pass", []),
        ("x = 3", []),
    ],
)
def test_the_functions_of_a_file_tell_its_shapes(text: str, expected: list[str], tmp_path: Path) -> None:
    assert shape_names(tmp_path, text) == expected


def test_reading_the_shape_runs_nothing(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.touch()
    shape_names(tmp_path, f"import os\nos.remove({str(kept)!r})\n{CHOOSE}0")
    assert kept.exists()


def test_reading_the_shape_prints_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    shape_names(tmp_path, f'"\\d"\n3 is 3\n{CHOOSE}0')
    assert capfd.readouterr() == ("", "")


def test_a_contest_would_call_the_helper_behind_the_agent(tmp_path: Path) -> None:
    file = written(tmp_path / "bot.py", f"{AGENT}helper(observation)\ndef helper(observation):\n    return 3")
    shape = shapes.read(Path(file)).shapes[0]
    assert (shape.function, shape.helper) == ("agent", "helper")


@pytest.mark.parametrize(
    ("text", "game", "sentence"),
    [
        ("x = 3", "tictactoe", "'bot.py' has no player; write a function choose(position), as 'triqui new player'"),
        (COURSE + BOTTOM_RIGHT, "nim:3", "The function minimax of 'bot.py' only plays tictactoe; for nim:3 write"),
        (AGENT + "3", "tictactoe", "The function agent of 'bot.py' only plays connect-four; for tictactoe write"),
        ("x = 1\ndef choose(position:\n", "tictactoe", "'bot.py' is not Python: line 2: "),
        ("é = '\0'", "tictactoe", "'bot.py' is not Python"),
        ("(" * 5000, "tictactoe", "'bot.py' is not Python"),
    ],
)
def test_a_file_that_does_not_play_a_game_is_refused_where_it_is_named(
    text: str, game: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises((UnknownEngine, UnknownGame)) as caught:
        opponents.player(written(tmp_path / "bot.py", text), get(game))
    assert str(caught.value).startswith(sentence)


def test_the_line_of_a_syntax_error_is_shown(tmp_path: Path) -> None:
    with pytest.raises(UnknownEngine, match=r"def choose\(position:"):
        opponents.player(written(tmp_path / "bot.py", "x = 1\ndef choose(position:\n"), get("tictactoe"))


def test_a_file_copied_with_its_indentation_is_refused_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(UnknownEngine, match=r"Every line of 'bot\.py' begins with spaces"):
        opponents.player(written(tmp_path / "bot.py", f"    import os\n\n    {CHOOSE}0\n"), get("tictactoe"))


def test_a_file_with_a_zero_is_refused_without_a_line(tmp_path: Path) -> None:
    with pytest.raises(UnknownEngine, match=r"is not Python \(source code string cannot contain null bytes\)"):
        opponents.player(written(tmp_path / "bot.py", f"{CHOOSE}0\n\0"), get("tictactoe"))


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "bot.py")
    with pytest.raises(UnknownEngine, match="is a folder or a device"):
        opponents.player(str(tmp_path / "bot.py"), get("tictactoe"))


def test_a_file_that_is_not_there_is_refused_and_may_still_be_named(tmp_path: Path) -> None:
    name = engines.check(str(tmp_path / "bot.py"))
    with pytest.raises(UnknownEngine, match=r"cannot be read \(No such file or directory\)"):
        engines.admit(name, get("tictactoe"))


# What each shape is asked, and what it may answer.


def test_choose_gets_a_position_and_answers_a_number_or_a_name(tmp_path: Path) -> None:
    file = written(
        tmp_path / "bot.py",
        CHOOSE + "position.moves[-1] if position.turn == 0 else position.name(position.moves[0])",
    )
    assert [move(file, "nim:3,4"), move(file, "nim:3,4", "B4")] == ["B4", "A1"]


def test_choose_sees_what_a_position_offers(tmp_path: Path) -> None:
    file = written(
        tmp_path / "bot.py",
        "def choose(position):\n"
        "    assert position.text == 'XX./OO./...' and position.outcome is None\n"
        "    return next(m for m in position.moves if position.play(m).outcome)\n",
    )
    assert move(file, moves="a1 a2 b1 b2") == "c1"


def test_minimax_gets_the_board_of_the_course(tmp_path: Path) -> None:
    file = written(
        tmp_path / "bot.py",
        COURSE + "    assert board == [['X', None, None], [None, 'O', None], [None, None, None]]\n    return 0, 2\n",
    )
    assert move(file, moves="a1 b2") == "c1"


def test_an_agent_gets_the_observation_and_the_configuration_of_the_contest(tmp_path: Path) -> None:
    seen = (
        "[observation.board[35:], observation['mark'], observation.get('step'), configuration.columns, configuration.rows,"
        " configuration.inarow, configuration.timeout, len(observation.board)]"
    )
    file = written(
        tmp_path / "bot.py",
        "def agent(observation, configuration):\n"
        f"    assert {seen} == [[0, 0, 0, 1, 0, 0, 2], 1, 2, 7, 6, 4, 2, 42]\n"
        "    return 6\n",
    )
    assert move(file, "connect-four", "4 7") == "7"


def test_an_agent_of_one_argument_gets_the_observation_alone(tmp_path: Path) -> None:
    assert move(written(tmp_path / "bot.py", "def mine(obs):\n    return obs.mark"), "connect-four") == "2"


NUMBER = "class Number:\n    def __index__(self):\n        return 2\n"


@pytest.mark.parametrize(
    "answer", ["(Number(), Number())", "[2, 2]", "iter((2, 2))", "{2: 0, 0: 0}.keys()", "map(int, '22')"]
)
def test_whatever_counts_as_whole_numbers_is_an_answer(answer: str, tmp_path: Path) -> None:
    assert move(written(tmp_path / "bot.py", f"{NUMBER}{COURSE}    return {answer}\n"))[-1] == "3"


@pytest.mark.parametrize(
    "actions",
    ["{(0, 0), (2, 1)}", "[[0, 0], [2, 1]]", "((i, j) for i, j in [(0, 0), (2, 1)])", "{(0, 0): 1, (2, 1): 2}.keys()"],
)
def test_any_iterable_of_pairs_counts_as_actions(actions: str, tmp_path: Path) -> None:
    text = f"{COURSE}{BOTTOM_RIGHT}\ndef actions(board):\n    return {actions}\n"
    source = shapes.read(Path(written(tmp_path / "bot.py", text)))
    process = PythonProcess(source, source.shapes[0])
    try:
        (reply,) = process.ask([["board", "actions", [[None] * 3] * 3]], lambda: lambda: 100.0)
    finally:
        process.close()
    assert sorted(pair["items"] for pair in reply.value["items"]) == [[0, 0], [2, 1]]


# Where it runs.


def test_what_runs_it_is_read_by_python_3_8() -> None:
    ast.parse(Path(python_child.__file__).read_text("utf-8"), feature_version=(3, 8))


def answers(folder: Path, expression: str, before: str = "") -> None:
    """Have a file assert something of where it runs."""
    assert move(written(folder / "bot.py", f"{before}{COURSE}    assert {expression}\n{BOTTOM_RIGHT}")) == "c3"


def test_no_variable_of_python_reaches_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    answers(tmp_path, "[n for n in os.environ if n.startswith('PYTHON')] == ['PYTHONHASHSEED']", "import os\n")


def test_its_hash_seed_is_fixed(tmp_path: Path) -> None:
    answers(tmp_path, "os.environ['PYTHONHASHSEED'] == '0'", "import os\n")


def test_random_begins_anew_with_each_question(tmp_path: Path) -> None:
    file = written(tmp_path / "bot.py", f"import random\n{CHOOSE}random.choice(position.moves)")
    asked = engine("python", file)
    try:
        assert len({best(ask(asked, position("tictactoe"))) for _ in range(4)}) == 1
    finally:
        asked.close()


def test_its_folder_comes_first_where_it_imports_from(tmp_path: Path) -> None:
    answers(tmp_path, f"sys.path[0] == {str(tmp_path)!r}", "import sys\n")


def test_no_module_of_ours_stands_in_for_one_of_its_own(tmp_path: Path) -> None:
    answers(tmp_path, f"{str(Path(foreign.__file__).parent)!r} not in sys.path", "import sys\n")


def test_it_runs_in_its_folder(tmp_path: Path) -> None:
    answers(tmp_path, f"os.getcwd() == {str(tmp_path)!r}", "import os\n")


def test_its_helpers_are_imported_and_nothing_is_written_beside_it(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("ANSWER = 2, 2\n")
    move(written(tmp_path / "bot.py", f"import helper\n{COURSE}    return helper.ANSWER\n"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bot.py", "helper.py"]


def test_it_is_not_the_main_module(tmp_path: Path) -> None:
    answers(tmp_path, "__name__ == 'bot'")


def test_its_arguments_are_its_name_alone(tmp_path: Path) -> None:
    answers(tmp_path, f"sys.argv == [{str(tmp_path / 'bot.py')!r}]", "import sys\n")


def test_the_python_of_the_active_environment_runs_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    venv.create(tmp_path / "env")
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "env"))
    answers(tmp_path, f"sys.prefix == {str(tmp_path / 'env')!r}", "import sys\n")


def test_without_an_active_environment_ours_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", "/nowhere")
    assert RUNNER.command == sys.executable


def test_the_python_that_is_named_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", sys.prefix)
    assert Runner("python3").command == "python3"


def test_one_process_answers_many_questions(tmp_path: Path) -> None:
    file = written(tmp_path / "bot.py", f"asked = []\n{CHOOSE}asked.append(1) or len(asked)")
    asked = engine("python", file, QUICK)
    try:
        assert [best(ask(asked, position("tictactoe"))) for _ in range(2)] == ["b1", "c1"]
    finally:
        asked.close()


def test_a_file_that_is_saved_anew_while_it_plays_is_loaded_anew(tmp_path: Path) -> None:
    file = written(tmp_path / "bot.py", COURSE + BOTTOM_RIGHT)
    asked = engine("python", file, QUICK)
    try:
        found = [best(ask(asked, position("tictactoe")))]
        written(tmp_path / "bot.py", COURSE + "    return 0, 0\n")
        assert [*found, best(ask(asked, position("tictactoe")))] == ["c3", "a1"]
    finally:
        asked.close()
