"""The study of minimax: the figures of its source, a walk that goes forth and back, four searches, and what is too large.
It takes 6 seconds."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from core.errors import CoreError
from core.game import Game
from core.games import get, presets
from core.position import Position, play_all
from core.study import answer, offered, studies
from core.study.search.four_searches import four
from core.study.search.game_tree import ExampleTree, GameTree, SearchableTree, SearchNode
from core.study.search.minimax import about, subject
from core.study.search.trace import Trace, TraceStep
from core.study.study import Study, StudyQuestion, StudyTable, Unstudied
from tests import saying
from tests.core.plain_minimax import Plain
from tests.saying import lines, said
from tui.command.output_study import as_json
from tui.drawing.studies.search_tree import MARGIN
from tui.text.catalogue import say

NODES_OF_THE_WHOLE_TREE = 549_946
FIGURES = ("3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "3.9", "3.10", "3.11")
LATE = ("a1 b2", "b2 a1 c3", "a1 b2 c3 b1", "b1 a1 c1 b2")


def asked(*arguments: str, moves: str = "", position: str | None = None) -> StudyQuestion:
    return StudyQuestion("minimax", arguments, moves, position)


def tree_after(moves: str, scores: bool = False) -> GameTree:
    position = play_all(get("tictactoe"), moves)[1]
    return GameTree(position.game, position.state, None, scores)


def ended(trace: Trace) -> Trace:
    trace.go(10_000_000)
    assert trace.over
    return trace


def values(tree: SearchableTree, node: SearchNode, ply: int = 0) -> object:
    """The ends below a node, nested as the tree is."""
    value = tree.value(node, ply)
    if value is not None:
        return value
    return [values(tree, tree.play(node, move), ply + 1) for move in tree.moves(node)]


def true_value(tree: SearchableTree, node: SearchNode, ply: int) -> int:
    value = tree.value(node, ply)
    if value is not None:
        return value
    below = [true_value(tree, tree.play(node, move), ply + 1) for move in tree.moves(node)]
    return max(below) if tree.maximizes(node) else min(below)


def test_the_example_has_the_ends_of_the_figures_and_gives_its_nodes_their_values() -> None:
    tree = ExampleTree()
    (left, right) = (tree.play(tree.root, move) for move in tree.moves(tree.root))
    nodes = [tree.play(side, move) for side in (left, right) for move in tree.moves(side)]
    ends = [tree.play(node, move) for node in nodes for move in tree.moves(node)]
    assert [tree.said(end) or str(tree.value(end, 3)) for end in ends] == ["-2", "4", "6", "?", "-6", "-4", "8", "?"]
    # Figures 3.3, 3.4, 3.5: the maximizer's, the minimizer's, and the root's.
    assert [true_value(tree, node, 2) for node in nodes] == [4, 6, -4, 8]
    assert [true_value(tree, side, 1) for side in (left, right)] == [4, -4]
    assert ended(Trace(tree, False)).path[0].worth == (4, "")


def test_alpha_beta_cuts_the_example_where_the_figures_say() -> None:
    trace = Trace(ExampleTree(), True)
    assert trace.next_cut(1000)  # figure 3.9: 6 or more, where the minimizer has 4
    assert (trace.top.best, [tree_said(trace, move) for move in trace.top.left]) == (6, ["?"])
    assert (trace.top.alpha, trace.top.beta) == (6, 4)
    reason = trace.reason()
    assert reason
    assert (reason.ply, reason.bound) == (1, 4)
    assert trace.next_cut(1000)  # figure 3.11: -4 or less, where the maximizer has 4
    assert trace.top.best == -4
    node = trace.tree.play(trace.top.node, trace.top.left[0])
    assert values(trace.tree, node) == [8, 8]
    reason = trace.reason()
    assert reason
    assert (reason.ply, reason.bound) == (0, 4)
    assert not trace.next_cut(1000)
    assert (trace.nodes, trace.cuts) == (11, 2)  # of 15, all but an end, a node and its two ends
    assert trace.path[0].worth == (4, "")


def tree_said(trace: Trace, move: int) -> str | None:
    return trace.tree.said(trace.tree.play(trace.top.node, move))


def test_the_tree_of_tic_tac_toe_has_the_scores_of_figure_3_7_from_left_to_right() -> None:
    trace = subject(asked("figure-3.7")).trace
    tree = trace.tree
    assert values(tree, tree.root) == [[-99, [0]], [[98], [0]], 100]
    branches = [tree.play(tree.root, move) for move in tree.moves(tree.root)]
    assert [true_value(tree, branch, 1) for branch in branches] == [-99, 0, 100]
    assert trace.path[0].worth == (100, "")


@pytest.mark.parametrize(
    ("figure", "steps", "seen"),
    [
        ("3.1", False, ["·"]),
        ("3.6", False, ["a1", "b1", "c1"]),
        ("3.8", True, ["6…"]),
        ("3.9", True, ["╳", "-2   4    6    ?"]),
        ("3.10", True, ["-4…"]),
        ("3.11", True, ["≤-4", "≥6"]),
    ],
)
def test_a_figure_opens_where_it_stands_in_the_source(figure: str, steps: bool, seen: list[str]) -> None:
    assert bool(subject(asked(f"figure-{figure}")).trace.step) == steps
    study = answer(asked(f"figure-{figure}"))
    assert say(study.title).startswith(f"Figure {figure}:")
    text = "\n".join(lines(study, "tree"))
    assert all(each in text for each in seen)


@pytest.mark.parametrize(
    ("figure", "rows"),
    [
        # Where nothing has a value yet; the ends; then the maximizer's, then the minimizer's.
        ("3.1", ["·", "· ·", "· · · ·", "· · · · · · · ·"]),
        ("3.2", ["·", "· ·", "· · · ·", "-2 4 6 ? -6 -4 8 ?"]),
        ("3.3", ["·", "· ·", "4 6 -4 8", "-2 4 6 ? -6 -4 8 ?"]),
        ("3.4", ["·", "4 -4", "4 6 -4 8", "-2 4 6 ? -6 -4 8 ?"]),
        ("3.5", ["4", "4 -4", "4 6 -4 8", "-2 4 6 ? -6 -4 8 ?"]),
        ("3.6", ["·", "a1 · b1 · c1 ·", "b1 · c1 · a1 · c1 ·", "b1 · c1 · a1 ·"]),
        ("3.7", ["100", "a1 -99 b1 0 c1 100", "b1 -99 c1 0 a1 98 c1 0", "b1 0 c1 98 a1 0"]),
    ],
)
def test_the_figures_fill_the_tree_row_after_row(figure: str, rows: list[str]) -> None:
    drawn = lines(answer(asked(f"figure-{figure}")), "tree")
    assert [" ".join(line[MARGIN:].split()) for line in drawn[::2]] == rows


@pytest.mark.parametrize("pruning", [False, True])
@pytest.mark.parametrize("scores", [False, True])
@pytest.mark.parametrize("moves", LATE)
def test_a_walk_visits_and_cuts_as_much_as_a_textbook_does(moves: str, scores: bool, pruning: bool) -> None:
    tree = tree_after(moves, scores)
    trace = ended(Trace(tree, pruning))
    plain = Plain(tree.game.format_state(tree.root).replace("/", ""), pruning, scores)
    assert (trace.nodes, trace.cuts, trace.path[0].best) == (plain.nodes, plain.cuts, plain.value)


def test_alpha_beta_from_the_empty_board_visits_and_cuts_as_much_as_a_textbook_does() -> None:
    trace, plain = ended(Trace(tree_after(""), True)), Plain("." * 9, True, False)
    assert (trace.nodes, trace.cuts, trace.path[0].best) == (plain.nodes, plain.cuts, 0)


@pytest.mark.parametrize("moves", LATE)
def test_what_a_bound_says_of_a_node_is_true(moves: str) -> None:
    for scores in (False, True):
        trace = Trace(tree_after(moves, scores), True)
        while trace.forward():
            if trace.last is TraceStep.VALUE and trace.given:
                top = trace.top
                node = trace.tree.play(top.node, top.moves[len(top.found) - 1])
                true, (value, bound) = true_value(trace.tree, node, len(trace.path)), trace.given
                assert {"": true == value, "≥": true >= value, "≤": true <= value}[bound]
            elif trace.last is TraceStep.CUT:
                assert trace.top.alpha >= trace.top.beta
                assert trace.reason()


def standing(trace: Trace) -> object:
    return (trace.step, trace.path, trace.last, trace.nodes, trace.cuts, trace.given)


@pytest.mark.parametrize("pruning", [False, True])
def test_a_walk_stands_after_so_many_steps_where_it_stood_before(pruning: bool) -> None:
    tree, random = tree_after("a1 b2"), Random(1)
    trace = Trace(tree, pruning)
    trace.go(5000)
    for step in random.sample(range(5000), 25):
        fresh = Trace(tree, pruning)
        fresh.go(step)
        trace.go(step)
        assert standing(trace) == standing(fresh)
        if trace.forward():
            trace.go(trace.step - 1)
        assert standing(trace) == standing(fresh)


def test_a_step_back_makes_few_steps_again_however_far_the_walk_has_come() -> None:
    trace = Trace(tree_after(""), False)
    trace.go(30_000)
    made = 0
    forward = trace.forward

    def counted() -> bool:
        nonlocal made
        made += 1
        return forward()

    trace.forward = counted  # type: ignore[method-assign]
    trace.go(29_999)
    assert trace.step == 29_999
    assert made <= 500


def test_the_cuts_are_found_again_on_the_way_back() -> None:
    trace = Trace(tree_after("a1 b2"), True)
    there = []
    while trace.next_cut(10_000):
        there.append(trace.step)
    back = []
    while trace.previous_cut():
        back.append(trace.step)
    assert len(there) > 10
    assert back == there[::-1]


@pytest.mark.parametrize("moves", LATE)
@pytest.mark.parametrize("scores", [False, True])
def test_the_four_searches_find_the_same_value_and_each_visits_no_more_than_the_one_before(
    moves: str, scores: bool
) -> None:
    tree = tree_after(moves, scores)
    searches = four(tree)
    for search in searches:
        list(search.run())
    true = {move: true_value(tree, tree.play(tree.root, move), 1) for move in tree.moves(tree.root)}
    assert searches[0].values == true
    for search in searches:
        assert search.value == max(true.values())
        for move, (value, bound) in search.bounds.items():
            assert true[move] <= value if bound else true[move] == value
    nodes, board = [search.nodes for search in searches], tree.game.format_state(tree.root).replace("/", "")
    assert all(more >= fewer for more, fewer in pairwise(nodes))
    assert nodes[:2] == [Plain(board, pruning, scores).nodes for pruning in (False, True)]


@pytest.mark.parametrize(
    "id", ["nim:2,3", "subtraction:6:1,2,3/misere", "notakto:1", "kayles:5", "chomp:3,3", "pong-hau-ki"]
)
def test_the_four_searches_agree_in_games_of_every_kind(id: str) -> None:
    game = get(id)
    tree = GameTree(game, game.start(), 5 if not game.finite or id == "notakto:1" else None, True)
    for search in four(tree):
        list(search.run())
        assert search.value == true_value(tree, tree.root, 0), search.key


@pytest.fixture(scope="module")
def unasked() -> Study:
    return answer(asked())


def test_the_empty_board_takes_minimax_as_many_nodes_as_are_known(unasked: Study) -> None:
    rows = {row["search"]: row for row in as_json(unasked)["parts"]["searches"]["rows"]}
    assert rows["minimax"]["nodes"] == NODES_OF_THE_WHOLE_TREE
    assert rows["alpha-beta"]["nodes"] == Plain("." * 9, True, False).nodes
    assert {row["value"] for row in rows.values()} == {0}
    assert 1 + sum(saying.column(unasked, "moves", "nodes")) == NODES_OF_THE_WHOLE_TREE


def test_reports_come_while_it_is_searched_and_grow() -> None:
    counted = [study.nodes for study in studies(asked())]
    assert len(counted) > 2
    assert counted == sorted(counted)


def test_the_cells_of_moves_and_figures_open_what_they_name(unasked: Study) -> None:
    links = [row["move"].link for row in saying.cells(unasked.table("moves"))]
    assert StudyQuestion("minimax", ("tictactoe",), position=".../.X./...") in links
    figures = [row["figure"].link for row in saying.cells(unasked.table("figures"))]
    assert figures == [asked(f"figure-{name}") for name in FIGURES]


def test_every_figure_answers() -> None:
    for name in FIGURES:
        assert answer(asked(f"figure-{name}")).final


@pytest.mark.parametrize(
    ("moves", "score"), [("a1 b1 a2 b2", 100), ("a1 c1 c3 b2 a3", -99), ("a1 c1 c3 b2", 98), ("a1 b2", 0)]
)
def test_scores_are_100_for_a_win_in_one_and_one_less_for_each_ply_more(moves: str, score: int) -> None:
    study = answer(asked("tictactoe", "scores", moves=moves))
    assert {row["value"] for row in as_json(study)["parts"]["searches"]["rows"]} == {score}


def test_a_game_that_need_not_end_is_searched_as_far_as_one_says() -> None:
    study = answer(asked("pong-hau-ki", "depth=3"))
    assert as_json(study)["parts"]["searches"]["rows"][0]["value"] == 0
    assert say(study.title) == "Minimax in Pong Hau K'i to depth 3"
    assert "stop at depth 3" in said(study, "searches")[-1]
    assert {row["what"] for row in as_json(study)["parts"]["steps"]["rows"] if row["path"].count(" ") == 2} >= {
        "not followed"
    }
    assert answer(asked("pong-hau-ki")).final


def test_where_the_tree_stops_is_told_from_where_the_game_ends() -> None:
    rows = as_json(answer(asked("tictactoe", "depth=1", moves="a1 b1 a2 b2")))["parts"]["steps"]["rows"]
    assert {row["path"]: row["what"] for row in rows if row["path"] != "-" and row["what"] != "enters the node"} == {
        "c1": "not followed",
        "c2": "not followed",
        "a3": "a leaf",
        "b3": "not followed",
        "c3": "not followed",
    }


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (asked("mnk:4,4,4"), "at most 1,000,000 nodes"),
        (asked("gomoku"), "depth=2"),
        (asked("subtraction:500:1"), "100 plies deep"),
        (asked("tictactoe", moves="a1 b1 a2 b2 a3"), "The game is over"),
        (asked("figure-3.12"), "no figure 3.12"),
        (asked("figure-3.5", "scores"), "leave out all but figure-3.5"),
        (asked("tictactoe", "nim:3,4"), "give each thing once"),
        (asked("tictactoe", "depth=0"), "a depth of at least 1"),
        (asked("tictactoe", "deep"), "give each thing once"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_a_sentence_with_the_limit(question: StudyQuestion, said: str) -> None:
    with pytest.raises(CoreError) as refused:
        answer(question)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("id", ["mnk:4,4,4", "gomoku", "connect-four", "ultimate"])
def test_a_board_that_is_too_large_is_answered_to_the_depth_that_the_refusal_names(id: str) -> None:
    with pytest.raises(Unstudied, match="depth=2"):
        answer(asked(id))
    assert answer(asked(id, "depth=2")).table("searches").rows


def test_what_is_offered_of_a_position_is_its_own_tree() -> None:
    def topics(id: str, moves: str = "") -> list[str]:
        return [question.topic for question in offered(play_all(get(id), moves)[1])]

    assert "minimax" in topics("tictactoe", "a1")
    assert "minimax" not in topics("tictactoe", "a1 b1 a2 b2 a3")
    question = next(each for each in offered(play_all(get("tictactoe"), "a1 b2")[1]) if each.topic == "minimax")
    assert subject(question).position == Position.from_text(get("tictactoe"), "X../.O./...")


@pytest.mark.parametrize("game", presets(), ids=lambda game: game.id)
def test_of_every_game_the_whole_tree_or_its_first_plies_are_offered_and_answered(game: Game) -> None:
    question = about(Position.start(game))
    assert question
    assert next(iter(studies(question))).parts


def test_the_programs_are_told_where_they_play(unasked: Study) -> None:
    table = unasked.table("programs")
    assert say(table.notes[0]).startswith("m-minimax plays a1.")
    assert len(table.rows) == 9
    assert not any(part.key == "programs" for part in answer(asked("nim:2,3")).parts)
    late = answer(asked("mnk:4,4,4", position="X.O./OXO./X.X./OXO.")).part("programs")
    assert isinstance(late, StudyTable)
