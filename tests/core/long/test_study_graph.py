"""The graph of a game: that of Pong Hau K'i is the one of Serrano Mora's study, others are what brute force finds. It
takes 2 seconds."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache, reduce
from operator import xor

import pytest

from core.errors import CoreError
from core.game import Game
from core.games import get, presets
from core.position import Position
from core.score import Score, Verdict
from core.study import answer
from core.study.graphs import judge
from core.study.graphs.atlas import MAX_NODES, Atlas, atlas, code_of
from core.study.graphs.graph import KINDS, about
from core.study.graphs.pong_hau_ki import escapes
from core.study.study import StudyQuestion, Unstudied
from tests import saying
from tests.core.slides import CODES, MORRIS, PONG, WON_BY_A, WON_BY_R, exchanged
from tests.saying import said
from tui.drawing.studies.graph_map import _charted, _line, _routes, sketch
from tui.drawing.studies.written import FORMATS
from tui.locale import codes
from tui.text.catalogue import Language, in_language, say

SWAP = str.maketrans("ar", "ra")


@cache
def graph(*arguments: str, position: str | None = None) -> Atlas:
    data = answer(StudyQuestion("graph", arguments, "", position)).data
    assert isinstance(data, Atlas)
    return data


dot = FORMATS["graph"]["dot"]


def pairs(found: Atlas, player: int) -> set[frozenset[int]]:
    """The edges of a player by the numbers of their boards."""
    ends = [(edge.start, edge.end) for edge in found.edges if edge.players[player]]
    return {frozenset(found.nodes[end].number for end in both) for both in ends}


def test_the_boards_have_the_numbers_and_codes_of_the_study_and_stand_beside_mirror_and_exchange() -> None:
    rows = saying.rows(answer(StudyQuestion("graph")), "boards")
    for n, (number, code, mirror, exchange, *_worth) in enumerate(rows, 1):
        assert (number, code) == (n, CODES[n - 1])
        assert mirror == (31 - n if 2 <= n <= 29 else n)
        assert exchange == CODES.index(CODES[n - 1].translate(SWAP)) + 1
    assert len(rows) == 30


def test_21_edges_are_blue_and_21_red_as_letters_exchanged_in_the_codes_have_it() -> None:
    for player, letter in enumerate("ar"):
        by_hand = {
            frozenset((n, CODES.index(to) + 1)) for n, code in enumerate(CODES, 1) for to in exchanged(code, letter)
        }
        assert pairs(graph(), player) == by_hand
        assert len(by_hand) == 21
        missing = set(range(1, 31)) - set().union(*by_hand)
        assert missing == (WON_BY_R if player == 0 else WON_BY_A)
    assert graph().two_way


def test_what_each_board_is_worth_to_either_player_is_what_brute_force_finds() -> None:
    worths = PONG.solve(PONG.start)
    decided = 0
    for node in graph().nodes:
        for turn, player in enumerate("ar"):
            score = node.scores[turn]
            assert score
            decided += score.verdict is not Verdict.ENDLESS
            position = (node.code.replace("o", "."), player)
            assert node.reached[turn] == (position in worths)
            if position in worths:
                worth = worths[position]
                assert score.verdict == {"draw": Verdict.ENDLESS}.get(worth.value) or score.verdict == Verdict(
                    worth.value
                )
                assert score.plies == worth.plies
    assert decided == 12
    assert sum(sum(node.reached) for node in graph().nodes) == 56


def test_whoever_is_blocked_could_have_gone_another_way_as_the_study_tells_at_13() -> None:
    found = {(way.won, way.last): way for way in escapes(graph())}
    assert {won for won, _last in found} == WON_BY_A | WON_BY_R
    assert {last for won, last in found if won == 13} == {11, 14}
    eleven, fourteen = found[13, 11], found[13, 14]
    assert (eleven.before, eleven.wins) == (9, (10,))
    assert (fourteen.before, fourteen.safe) == (15, (19,))
    assert all(way.wins or way.safe for way in found.values())
    mirrored = {(31 - won, 31 - last): way for (won, last), way in found.items()}
    for key, way in mirrored.items():
        assert (31 - way.before, tuple(31 - n for n in way.wins)) == (found[key].before, found[key].wins)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("rraao r", "○ is blocked: ● has won. ● can get here only from 11 or 14"),
        ("rroaa a", "● goes to 13 and wins. But ○ can come here only from 9: there ○ can go to 10 instead and win."),
        (
            "rraoa a",
            "● goes to 13 and wins. But ○ can come here only from 15: there ○ can go to 19 instead and is safe.",
        ),
        ("roraa r", "○ goes to 10 and wins."),
        ("roraa r", "Do not go to 11: there ● wins by going to 13."),
        ("roara r", "Do not go to 14: there ● wins by going to 13. ○ can go to 19 instead and is safe."),
    ],
)
def test_why_nobody_can_force_a_win_is_told_on_the_boards_where_the_study_tells_it(position: str, said: str) -> None:
    assert said in say(graph().stories[position])


@pytest.mark.parametrize("code", codes())
def test_the_text_on_why_nobody_wins_has_the_numbers_of_the_graph(code: str) -> None:
    ways = sorted(escapes(graph()), key=lambda way: (way.won, way.last))
    with in_language(Language(code)):
        first, *of_boards, last = said(answer(StudyQuestion("graph")), "why")
    assert numbers(first) == sorted(WON_BY_A | WON_BY_R)
    assert [numbers(text) for text in of_boards] == [
        [won, *(number for way in ways if way.won == won for number in (way.last, way.before, *(way.wins or way.safe)))]
        for won in sorted(WON_BY_A | WON_BY_R)
    ]
    assert numbers(last) == [60, 30, 12]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall("[0-9]+", text)]


def test_the_errors_of_the_study_are_named() -> None:
    errors = " ".join(said(answer(StudyQuestion("graph")), "errors"))
    assert "printed as rraoa, which is code 14. It should be oarra, the mirror image of code 24 (arrao)" in errors
    reached = {Position.start(get("pong-hau-ki"))}
    fresh = list(reached)
    while fresh:
        fresh = [
            after for position in fresh for move in position.moves if (after := position.play(move)) not in reached
        ]
        reached |= set(fresh)
    assert f"from the start {len(reached)} of the {2 * len(CODES)} positions can be reached" in errors
    assert frozenset((10, 11)) in pairs(graph(), 1)


@pytest.mark.parametrize("size", [(35, 11), (48, 19), (89, 35), (160, 60)])
def test_the_map_keeps_both_symmetries_and_no_two_edges_meet(size: tuple[int, int]) -> None:
    found = graph()
    labels = _charted(found, *size)
    bottom = max(label.y for label in labels)
    assert bottom < size[1]
    for label in labels:
        n = label.node + 1
        other = labels[label.node if n in (1, 30) else 30 - n]
        assert (other.left, other.y) == (label.left, bottom - label.y)
        swapped = labels[CODES.index(CODES[label.node].translate(SWAP))]
        assert (swapped.left, swapped.y) == (labels[29].left - label.left, bottom - label.y)
    under = {(x, label.y) for label in labels for x in range(label.left + 1, label.right - 1)}
    seen: set[tuple[int, int]] = set()
    for edge, route in _routes(found, labels).items():
        cells = {place for place, _char in _line(route, "─│╭╮╰╯")} - under
        for end in (labels[edge.start], labels[edge.end]):
            near = {(x, y) for x in range(end.left - 1, end.right + 1) for y in (end.y - 1, end.y, end.y + 1)}
            assert near & {place for place, _char in _line(route, "─│╭╮╰╯")}
        assert not cells & seen, (edge, cells & seen)
        seen |= cells


def test_on_the_map_every_board_is_seen_the_one_in_question_in_brackets() -> None:
    drawn = "\n".join(sketch(graph(), 53, 20, 14, 1).lines())
    assert sorted(map(int, re.findall(r"\d+", drawn))) == list(range(1, 31))
    assert "[15]" in drawn
    assert all(f"{n}●" in drawn for n in WON_BY_A)
    assert all(f"{n}○" in drawn for n in WON_BY_R)


# Other games.


@pytest.mark.parametrize(("id", "misere"), [("nim:1,2,3", False), ("nim:1,2,3/misere", True), ("nim:3,4,5", False)])
def test_the_graph_of_nim_is_lost_where_bouton_says(id: str, misere: bool) -> None:
    found = graph(id)
    heaps = [int(heap) for heap in id.removesuffix("/misere").partition(":")[2].split(",")]
    assert len(found.nodes) == reduce(lambda product, heap: product * (heap + 1), heaps, 1)
    assert len(found.edges) == sum(sum(map(int, node.code.split("-"))) for node in found.nodes)
    for node in found.nodes:
        left = [int(heap) for heap in node.code.split("-")]
        lost = (sum(left) % 2 == 1) if misere and max(left) <= 1 else reduce(xor, left) == 0
        score = node.score(0)
        assert score
        assert (score.verdict is Verdict.LOSE) == lost, node


def test_a_game_of_more_boards_shows_those_within_some_moves_and_names_how_many_moves() -> None:
    found = graph("morris")
    assert not found.whole
    assert found.depth == 2
    assert len(found.nodes) == 1 + 9 + 9 * 8 <= MAX_NODES
    note = said(answer(StudyQuestion("graph", ("morris",))), "map")[-1]
    assert "These 82 follow this position within 2 moves" in note
    centre = next(node for node in found.nodes if node.code == ".../.X./...")
    assert centre.score(1) == Score.exact(Verdict.LOSE, 8, "retrograde")


def test_what_can_follow_late_in_a_large_game_is_shown_whole() -> None:
    found = graph("nim:1,3,5,7", position="0-1-2-3 1st")
    assert (found.whole, found.depth) == (False, None)
    assert len(found.nodes) == 2 * 3 * 4


def test_where_not_even_the_moves_fit_the_topic_says_so_and_offers_nothing() -> None:
    with pytest.raises(Unstudied, match="more than 200 boards one move from this position of gomoku"):
        answer(StudyQuestion("graph", ("gomoku",)))
    assert about(Position.start(get("nim:1000000"))) is None


@pytest.mark.parametrize("game", [game for game in presets() if about(Position.start(game))], ids=lambda game: game.id)
def test_what_is_offered_is_answered_and_every_board_has_its_place(game: Game) -> None:
    position = Position.start(game)
    found = atlas(position)
    assert len({(node.x, node.y) for node in found.nodes}) == len(found.nodes) <= MAX_NODES
    assert code_of(position) in found.index
    here = found.index[code_of(position)]
    drawn = sketch(found, 49, 19, here, position.turn)
    assert any(
        label.node == here and 0 <= label.y < 19 and label.left >= 0 and label.right <= 49 for label in drawn.labels
    )


def test_sliding_and_heap_games_come_with_the_offer_and_others_are_answered_when_asked() -> None:
    assert KINDS == ("SLIDES", "HEAPS")
    assert about(Position.start(get("pong-hau-ki"))) == StudyQuestion("graph", ("pong-hau-ki",), "", "raoar a")
    assert about(Position.start(get("tictactoe"))) is None
    assert graph("tictactoe").depth == 2


# For Graphviz.


def parsed(lines: list[str]) -> tuple[str, set[str], list[tuple[str, str, str]]]:
    """The kind of a graph in DOT, its nodes, and its edges with their colours."""
    head = re.fullmatch(r'(graph|digraph) "[^"]*" \{', lines[0])
    assert head
    assert lines[-1] == "}"
    nodes, edges = set(), []
    for line in lines[2:-1]:
        node = re.fullmatch(r'  (\d+) \[label="\1\\n[^"]+"(?:, style=filled)?(?:, penwidth=3)?\];', line)
        edge = re.fullmatch(r"  (\d+) (--|->) (\d+) \[color=(black|blue|red)(?:, dir=both)?\];", line)
        assert node or edge, line
        if node:
            nodes.add(node[1])
        elif edge:
            assert edge[2] == ("--" if head[1] == "graph" else "->")
            edges.append((edge[1], edge[3], edge[4]))
    assert all(end in nodes for edge in edges for end in edge[:2])
    return head[1], nodes, edges


def test_for_graphviz_the_graph_of_pong_hau_ki_has_30_boards_21_blue_and_21_red_edges() -> None:
    lines = list(dot(StudyQuestion("graph")))
    kind, nodes, edges = parsed(lines)
    assert kind == "graph"
    assert nodes == set(map(str, range(1, 31)))
    for colour, player in (("blue", 0), ("red", 1)):
        assert {frozenset((int(a), int(b))) for a, b, seen in edges if seen == colour} == pairs(graph(), player)
    assert {line.split()[0] for line in lines if "filled" in line} == set(map(str, WON_BY_A | WON_BY_R))


def test_for_graphviz_a_graph_is_whole_even_where_the_map_is_not() -> None:
    kind, nodes, edges = parsed(list(dot(StudyQuestion("graph", ("nim:1,3,5,7",)))))
    assert (kind, len(nodes)) == ("digraph", 2 * 4 * 6 * 8)
    assert len(edges) == sum(a + b + c + d for a in range(2) for b in range(4) for c in range(6) for d in range(8))
    with pytest.raises(CoreError, match="more than 10,000 boards"):
        list(dot(StudyQuestion("graph", ("nim:30,30,30",))))


def test_a_graph_for_graphviz_has_boards_too_on_which_only_one_of_the_players_can_be_to_move() -> None:
    rules = MORRIS["morris"]
    follow = rules.reachable(rules.start)
    lines = list(dot(StudyQuestion("graph", ("morris",))))
    codes = {line.split('"')[1].partition("\\n")[2].replace("/", "") for line in lines if "label" in line}
    assert codes == {board for board, _player in follow}
    both_ways = sum("dir=both" in line for line in lines)
    by_colour = [sum(f"color={colour}" in line for line in lines) for colour in ("black", "blue", "red")]
    assert sum(by_colour) + both_ways == len(
        {(board, after) for (board, _player), then in follow.items() for after, _ in then}
    )


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_draws_it() -> None:
    text = "\n".join(dot(StudyQuestion("graph")))
    drawn = subprocess.run(["dot", "-Tplain"], input=text, capture_output=True, text=True, check=True).stdout
    assert drawn.count("\nnode ") == 30
    assert drawn.count("\nedge ") == 42


def test_a_game_that_is_not_solved_in_a_moment_is_judged_by_glances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "MAX_TRIED", 1_000)
    found = judge.Judge(get("chomp:9,9"), whole=False)
    lost = found.score(
        "xx......./x......../" + "........./" * 6 + "......... 1st"
    )  # a square each, and then the last one
    assert lost
    assert (lost.verdict, lost.plies) == (Verdict.LOSE, 3)
    assert found.nodes < 1_000 + judge.GLANCE_NODES + 1_000
