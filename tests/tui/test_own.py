"""Games of one's own in the app, in lines and on the command line."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import pytest

from core import own
from core.games import get, presets
from core.kinds.faces import GraphGame
from core.kinds.spread import spread
from core.kits import OWN
from core.own import library
from core.position import Position
from core.store.rows import Stored
from core.study.search.game_tree import WrittenTree
from tests.core.own_cases import NAMED
from tests.tui.hall import Door, Engines
from tests.tui.own_square import SQUARE
from tests.tui.plainly import Reader
from tests.tui.told import DRAW, WIN, worth
from tui.boards.graph import GraphBoard, ways
from tui.command.cli import main
from tui.household import own_files
from tui.household.settings import Settings
from tui.screens.play.screen import PlayScreen
from tui.screens.study.minimax import MinimaxScreen

TWINS = Path(__file__).parents[1] / "core" / "kept" / "own"
"""Two games whose ids begin with the same 8 digits, of which one is three in a row and the other two in a row."""
SHORT = "own-lines:mine@9fea893c"


def save(path: Path, text: str) -> Path:
    """Save a file, as an editor does, so that its time is another."""
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_text(text, "utf-8")
    os.utime(path, ns=(before + 10**9, before + 10**9))
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """What a command line comes to, and all that it says."""
    code = main(words)
    said = capsys.readouterr()
    return code, said.out + said.err


# The command line.


@pytest.mark.parametrize("kind", ["lines", "slides", "heaps", "tree"])
def test_a_file_that_own_new_begins_is_checked_added_listed_and_shown(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path, kind: str
) -> None:
    code, text = run(capsys, "own", "new", kind)
    assert code == 0
    file = save(tmp_path / "mine.toml", text)
    code, said = run(capsys, "own", "check", str(file))
    assert code == 0
    assert f"own-{kind}:my-{kind}@" in said
    code, said = run(capsys, "own", "add", str(file))
    assert (code, (home / "games" / f"my-{kind}.toml").read_text("utf-8")) == (0, text)
    assert f"my-{kind}" in run(capsys, "own", "list")[1]
    assert run(capsys, "own", "show", f"my-{kind}") == (0, text)
    code, said = run(capsys, "own", "add", str(file))
    assert code == 2
    assert "--force" in said
    assert run(capsys, "own", "add", "--force", str(file))[0] == 0


def test_own_check_tells_what_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "own", "check", "fano-plane")
    assert code == 0
    assert "7 points, 7 lines.\n  168 symmetries.\n  First moves: 7, of which 1 are different.\n" in said
    assert worth("X", WIN, 7) in said
    code, said = run(capsys, "own", "check", "mu-torere", "--json")
    found = json.loads(said)
    assert (found["points"], found["edges"], found["symmetries"], found["moves"]) == (9, 16, 16, 2)
    assert "ENDLESS" in found["value"]


@pytest.mark.parametrize(
    "words",
    [
        ("play", "FILE", "--plain"),
        ("watch", "FILE", "--plain"),
        ("analyse", "FILE"),
        ("perft", "FILE", "2"),
        ("own", "check", "FILE"),
        ("prove", "FILE", "-o", "why.xz"),
        ("study", "minimax", "FILE"),
        ("stats", "FILE"),
        ("games", "FILE"),
    ],
)
def test_a_wrong_file_is_one_sentence_with_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: tuple[str, ...]
) -> None:
    file = save(tmp_path / "mine.toml", SQUARE.replace('"c d"', '"c x"'))
    code, said = run(capsys, *(str(file) if word == "FILE" else word for word in words))
    assert code == (1 if words[:2] == ("own", "check") else 2)
    assert said.count("\n") == 1
    assert "Line 9: There is no point 'x' in this game." in said


def test_a_path_stands_wherever_a_game_is_named(capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path) -> None:
    file = str(save(tmp_path / "mine.toml", SQUARE))
    assert worth("X", DRAW, 4) in run(capsys, "analyse", file)[1]
    assert "24" in run(capsys, "perft", file, "4")[1]
    assert "best:full" in run(capsys, "players", file)[1]
    assert run(capsys, "match", file, "random", "loser", "--games", "2")[0] == 0
    certificate = str(tmp_path / "why.xz")
    assert run(capsys, "prove", file, "-o", certificate)[0] == 0
    assert run(capsys, "check", certificate)[0] == 0
    assert "Four in a square" in run(capsys, "study", "minimax", file)[1]
    assert "Four in a square" in run(capsys, "games", file)[1]
    assert run(capsys, "stats", file)[0] == 0


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("folder", " is a folder;"),
        ("pipe", " is a device or a pipe;"),
        ("empty", " is an empty file;"),
        ("", "Give a file"),
    ],
)
@pytest.mark.parametrize("command", ["check", "add"])
def test_what_is_no_file_with_a_game_is_told_as_what_it_is(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path, kind: str, said: str, command: str
) -> None:
    path = tmp_path / f"{kind}.toml"
    make = {"folder": path.mkdir, "pipe": lambda: os.mkfifo(path), "empty": path.touch}
    make.get(kind, lambda: None)()
    code, told = run(capsys, "own", command, str(path) if kind else "")
    assert (code, told.count("\n"), said in told) == (2, 1, True), told


@pytest.mark.parametrize(("name", "plays"), [("tic-tac-toe", True), ("picaria", False), ("fano-plane", False)])
def test_whether_the_machine_plays_a_game_is_told_alike_by_all_commands(
    capsys: pytest.CaptureFixture[str], home: Path, name: str, plays: bool
) -> None:
    assert (run(capsys, "menace", name)[0] == 0) == plays
    assert (run(capsys, "match", name, "random", "menace", "--games", "1")[0] == 0) == plays
    assert ("\nmenace" in run(capsys, "players", name)[1]) == plays


def test_a_game_is_named_by_its_short_name_too(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    for id in ("fano-plane", "own-lines:fano-plane"):
        assert worth("X", WIN, 7) in run(capsys, "analyse", id)[1]
    save(home / "games" / "any.toml", SQUARE)
    assert run(capsys, "analyse", "square")[0] == 0
    assert run(capsys, "analyse", "nothing-of-the-kind")[0] == 2
    code, said = run(capsys, "own", "show", "nothing-of-the-kind")
    assert (code, "'triqui own list'" in said) == (2, True)


def test_a_tree_is_searched_and_not_played(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = (Path(own.__file__).parents[1] / "data" / "own" / "thesis-tree.toml").read_text("utf-8")
    file = str(save(tmp_path / "tree.toml", text))
    code, said = run(capsys, "study", "minimax", file)
    assert code == 0
    assert "It never searches these leaves: a22, b21, b22." in said
    assert "leaves searched" in said
    code, said = run(capsys, "study", "minimax", file, "order=b,b2")
    assert "It never searches these leaves: a22, b21, b22." not in said
    code, said = run(capsys, "play", file)
    assert (code, "study minimax" in said) == (2, True)
    for words in (("order=zzz",), ("depth=2",), ("scores",)):
        assert run(capsys, "study", "minimax", file, *words)[0] == 2
    assert run(capsys, "study", "minimax", "tictactoe", "order=a")[0] == 2


def test_a_tree_that_was_added_is_listed_and_found_by_what_it_is_called(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path
) -> None:
    text = run(capsys, "own", "new", "tree")[1]
    assert "study minimax my-tree" in run(capsys, "own", "add", str(save(tmp_path / "any.toml", text)))[1]
    listed = json.loads(run(capsys, "own", "list", "--json")[1])[0]
    assert (listed["id"].partition("@")[0], listed["name"]) == ("own-tree:my-tree", "My tree")
    for name in (listed["id"], "own-tree:my-tree", "my-tree"):
        assert "Minimax in the tree My tree" in run(capsys, "study", "minimax", name)[1]
        assert "7 positions" in run(capsys, "own", "check", name)[1]
        assert run(capsys, "own", "show", name) == (0, text)


@pytest.mark.parametrize("name", ["FILE", "my-tree", "own-tree:my-tree", "own-tree:thesis-tree"])
@pytest.mark.parametrize(
    "words", [("study", "graph"), ("study", "games"), ("study", "learning"), ("perft",), ("stats",)]
)
def test_where_a_game_is_wanted_a_tree_is_told_to_be_one(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path, name: str, words: tuple[str, ...]
) -> None:
    text = run(capsys, "own", "new", "tree")[1]
    save(home / "games" / "my-tree.toml", text)
    file = str(save(tmp_path / "mine.toml", text))
    more = ("2",) if words == ("perft",) else ()
    code, said = run(capsys, *words, file if name == "FILE" else name, *more)
    assert (code, "is a tree, which cannot be played; 'triqui study minimax' searches it" in said) == (2, True), said


def test_the_trees_of_the_thesis_are_worth_what_its_figures_say() -> None:
    from core.study.search.minimax import subject
    from core.study.study import StudyQuestion

    for name, value in (("thesis-tree", 4), ("thesis-scores", 100)):
        definition = next(each for each in own.gallery() if each.name == name)
        trace = subject(StudyQuestion("minimax", (definition.id,))).trace
        assert isinstance(trace.tree, WrittenTree)
        trace.go(1000)
        assert trace.over
        assert trace.path[0].worth.value == value
    assert trace.nodes == 11, "nothing can be cut in the order of the figure"


# The app.


@pytest.fixture
def looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app looks at its files again at once, not after a while."""
    for seconds in ("tui.game.own_live.LOOK_SECONDS", "tui.screens.home.screen.LOOK_SECONDS"):
        monkeypatch.setattr(seconds, 0.01)


@pytest.mark.usefixtures("looking")
async def test_the_folder_stands_at_the_end_of_the_list_and_a_saved_file_is_drawn_anew(hall: Door) -> None:
    file = save(hall.folder / "games" / "mine.toml", SQUARE)
    async with hall() as visit:
        await visit.until(lambda: "Four in a square" in [str(game.name) for game in visit.home.shelf.games])
        assert visit.home.shelf.groups()[-1][0] == "YOUR OWN"
        await visit.press("end")
        assert visit.home.game.id.startswith("own-lines:square@")
        assert "Place your marks in" in visit.text
        save(file, SQUARE.replace("Four in a square", "Another square"))
        await visit.until(lambda: "Another square" in visit.text)
        save(file, SQUARE.replace('"c d"', '"c x"'))
        await visit.until(lambda: "Line 9" in visit.status)


@pytest.mark.usefixtures("looking")
async def test_two_files_of_the_folder_with_one_name_are_both_listed(hall: Door) -> None:
    for name in ("three", "two"):
        save(hall.folder / "games" / f"{name}.toml", (TWINS / f"{name}.toml").read_text("utf-8"))
    async with hall() as visit:
        await visit.until(lambda: sum(str(game.name) == "Mine" for game in visit.home.shelf.games) == 2)


def test_the_engine_chosen_for_a_game_by_its_short_id_is_still_chosen() -> None:
    settings = Settings(engines={SHORT: "minimax"})
    whole = own.read((TWINS / "two.toml").read_bytes()).id
    assert (settings.engine_of(whole), settings.engine_of("tictactoe")) == ("minimax", "")


async def test_the_gallery_is_found_by_who_looks_for_it(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("find")
        await visit.write("fano")
        assert visit.home.game.id.startswith("own-lines:fano-plane@")
        await visit.press("enter", "enter")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        await visit.rest()
        await visit.press("a", "enter")
        await visit.rest()
        assert visit.moves.split()[0] == "a"


@pytest.mark.parametrize("name", ["fano-plane", "mu-torere", "treblecross", "tesseract"])
async def test_a_game_of_each_kind_is_drawn_and_played(hall: Door, name: str) -> None:
    hall.engines.hasty = True
    async with hall(next(each.id for each in own.gallery() if each.name == name), players=("human", "human")) as visit:
        await visit.press("enter", "enter")
        await visit.rest()
        assert visit.moves


def test_the_arrows_reach_every_point_of_a_picture() -> None:
    draw = Random(1)
    boards = [game.points for game in (*presets(), *map(get, NAMED)) if isinstance(game, GraphGame) and game.points]
    for _ in range(200):
        places = draw.sample([(f"{x}{y}", x, y) for x in range(7) for y in range(7)], draw.randint(3, 20))
        boards.append(spread(sorted(places, key=lambda place: (place[2], place[1]))))
    for points in boards:
        way, found = ways(points), [0]
        for at in found:
            steps = (way(at, *step) for step in ((0, -1), (0, 1), (-1, 0), (1, 0)))
            found += {there for there in steps if there is not None} - set(found)
        assert sorted(found) == list(range(len(points))), points


def test_every_line_of_the_fano_plane_is_drawn() -> None:
    plane = get("own-lines:fano-plane")
    assert isinstance(plane, GraphGame)
    names = [point.name for point in plane.points]
    drawn = {frozenset((names[one], names[other])) for one, other in plane.edges}
    assert {frozenset(pair) for pair in ("bc", "cf", "bf")} <= drawn
    assert len(drawn) == 6 * 2 + 3


async def test_a_point_with_a_commands_letter_is_typed_and_the_command_comes_where_no_enter_does(hall: Door) -> None:
    async with hall("own-lines:fano-plane", players=("human", "human")) as visit:
        assert isinstance(visit.play.board, GraphBoard)
        await visit.press("e", "enter")
        assert visit.moves == "e"
        shown = visit.app.marks
        await visit.do("undo")
        await visit.press("e")
        await visit.wait_for_no_digit()
        assert (visit.moves, visit.app.marks) != ("e", shown)


async def test_where_either_mark_may_be_set_one_asks_which(hall: Door, tmp_path: Path) -> None:
    game = own_files.game_in(save(tmp_path / "mine.toml", SQUARE.replace("square", "either") + "either = true\n"))
    async with hall(game.id, players=("human", "human")) as visit:
        await visit.press("enter")
        await visit.until(lambda: "Which move?" in visit.text)
        await visit.press("down", "enter")
        await visit.until(lambda: visit.moves)
        assert visit.moves[0] == "O"


async def test_where_marks_fall_the_cursor_begins_where_one_lands_and_elsewhere_it_is_said_why_not(
    hall: Door, tmp_path: Path
) -> None:
    text = 'triqui = 1\nkind = "lines"\nname = "falling"\nrows = 6\ncolumns = 7\nstraight = 4\ngravity = true\n'
    game = own_files.game_in(save(tmp_path / "mine.toml", text))
    async with hall(game.id, players=("human", "human")) as visit:
        assert visit.board.position.name(visit.board.chosen[0]) == "d6"
        await visit.press("up", "enter")
        assert visit.status == "d5 has nothing below it; a mark falls as far as it can."
        await visit.press("down", "enter")
        assert visit.moves == "d6"


@pytest.mark.usefixtures("looking")
async def test_a_saved_file_is_played_anew_before_the_first_move_and_later_the_old_game_goes_on(
    hall: Door, tmp_path: Path
) -> None:
    file = save(tmp_path / "mine.toml", SQUARE)
    async with hall(own_files.game_in(file).id, players=("human", "human")) as visit:
        save(file, SQUARE.replace("Four in a square", "Another square"))
        await visit.until(lambda: "ANOTHER SQUARE" in visit.text)
        await visit.press("a", "enter")
        save(file, SQUARE)
        await visit.until(lambda: any("continues with the rules" in notice for notice in visit.notices))
        assert "ANOTHER SQUARE" in visit.text
        assert visit.moves == "a"


async def test_a_kept_game_is_continued_where_its_file_is_gone(hall: Door, tmp_path: Path) -> None:
    file = save(tmp_path / "mine.toml", SQUARE.replace("square", "gone"))
    game = own_files.game_in(file)
    async with hall(game.id, players=("human", "human")) as visit:
        await visit.press("a", "enter")
        kept: Stored = visit.store.unfinished()[0]
    file.unlink()
    assert kept.document["rules"] == game.content
    async with hall() as visit:
        await visit.do("continue_game")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        assert visit.moves == "a"


async def test_a_tree_is_walked_through_in_the_study(hall: Door) -> None:
    async with hall() as visit:
        definition = next(each for each in own.gallery() if each.name == "thesis-tree")
        from core.study.study import StudyQuestion

        visit.app.study(StudyQuestion("minimax", (definition.id,)))
        await visit.until(lambda: isinstance(visit.app.screen, MinimaxScreen) and "Steps" in visit.text)
        screen = visit.app.screen
        assert isinstance(screen, MinimaxScreen)
        await visit.until(lambda: screen.trace)
        await visit.press("greater_than_sign", "greater_than_sign", "greater_than_sign")
        assert "a11" in visit.text
        await visit.do("next_cut")
        assert "Cut at a a2" in " ".join(visit.text.split())


# In lines.


def test_a_game_of_ones_own_is_read_aloud_and_played_in_lines(home: Path, engines: Engines, tmp_path: Path) -> None:
    file = save(tmp_path / "mine.toml", SQUARE)
    read = Reader(home, engines)
    said = read(f"new {file}", "a", "rules", "board", "quit")
    assert "X plays a." in said
    assert "X on a. O on " in said
    assert "Place your marks in turn. Filling a line wins." in said
    assert "'''" not in said


PLAYED = [definition for definition in own.gallery() if f"own-{definition.kind}" in OWN]


@pytest.mark.parametrize("definition", PLAYED, ids=lambda definition: definition.name)
def test_every_position_of_the_gallery_is_told_in_sentences(definition: own.Definition) -> None:
    from tui.plain.boards import board

    position = Position.start(get(definition.id))
    for _ in range(5):
        assert all(sentence.endswith(".") for sentence in board(position))
        if position.outcome:
            break
        position = position.play(position.moves[-1])


# Two games whose ids begin alike.


@pytest.fixture
def twins(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with both games."""
    monkeypatch.setattr(library, "_offered", {})
    monkeypatch.setattr(library, "_travelled", {})
    for name in ("three", "two"):
        save(home / "games" / f"{name}.toml", (TWINS / f"{name}.toml").read_text("utf-8"))
    return home


def test_games_of_the_folder_whose_ids_begin_alike_are_listed_with_more_digits(
    capsys: pytest.CaptureFixture[str], twins: Path
) -> None:
    said = run(capsys, "own", "list")[1]
    assert f"{SHORT}733cd918 " in said
    assert f"{SHORT}17743081 " in said


def test_digits_that_begin_two_ids_name_no_game(capsys: pytest.CaptureFixture[str], twins: Path) -> None:
    code, said = run(capsys, "analyse", SHORT)
    assert (code, f"write one of {SHORT}17743081, {SHORT}733cd918" in said) == (2, True)


def test_digits_that_begin_one_id_name_its_game(capsys: pytest.CaptureFixture[str], twins: Path) -> None:
    assert worth("X", WIN, 3) in run(capsys, "analyse", f"{SHORT}17743081")[1]


def test_statistics_are_told_by_digits_of_a_game_that_was_played_and_has_no_file(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    assert run(capsys, "log", "--import", str(TWINS / "two.txt"))[0] == 0
    assert "1 of your games against engines: 1 won" in run(capsys, "stats", SHORT)[1]


def test_an_id_in_an_error_has_few_digits(capsys: pytest.CaptureFixture[str], twins: Path) -> None:
    said = run(capsys, "study", "mnk", f"{SHORT}17743081")[1]
    assert f"{SHORT}17743081 is not an m, n, k board" in said
