"""Games of one's own: what the files of the gallery are worth, and that they are played as they say."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings

from core import engines, explain, own
from core.analysis import Limit
from core.games.own_heaps import OwnHeaps
from core.games.own_lines import OwnMarks
from core.games.own_slides import OwnSlides
from core.kinds.drafts import DrawnGame, text_of
from core.kinds.octal import NimValues, digits
from core.kits import OWN
from core.own.symmetries import find, keeps
from core.position import Position
from core.score import Verdict
from tests.core.own_cases import (
    GALLERY,
    agrees,
    equals,
    game,
    grundy,
    heaps_documents,
    holds,
    lines_documents,
    made,
    slides_documents,
    start,
    table,
)
from tests.core.plain_own import plain_own
from tests.core.watching import ask

QUICK = ["horseshoe", "affine-plane-2", "affine-plane-3", "fano-plane", "mu-torere", "pong-hau-ki", "dawsons-chess"]
"""Games of the gallery whose positions are few; the others stand in ``long``."""


@pytest.mark.parametrize("name", QUICK)
def test_every_position_of_a_small_file_is_worth_what_brute_force_says(name: str) -> None:
    holds(name)


@pytest.mark.parametrize(
    ("name", "verdict", "plies"),
    [
        ("affine-plane-2", Verdict.WIN, 3),
        ("affine-plane-3", Verdict.WIN, None),
        ("fano-plane", Verdict.WIN, None),
        ("projective-plane-3", Verdict.TIE, 13),
        ("cube-3", Verdict.WIN, None),
        ("tic-tac-toe", Verdict.TIE, 9),
        ("four-in-a-row", Verdict.TIE, 16),
        ("mu-torere", Verdict.ENDLESS, None),
        ("pong-hau-ki", Verdict.ENDLESS, None),
        ("three-mens-morris", Verdict.WIN, 9),
        ("tapatan", Verdict.WIN, 9),
        ("morris-any", Verdict.ENDLESS, None),
        ("achi", Verdict.WIN, 11),
    ],
)
def test_the_games_of_the_gallery_are_worth_what_the_literature_says(
    name: str, verdict: Verdict, plies: int | None
) -> None:
    analysis = ask(engines.best(start(name)).name, start(name))
    score = analysis.score
    assert score
    assert (score.proven, score.verdict) == (True, verdict)
    if plies is not None:
        assert score.plies == plies


@pytest.mark.parametrize(
    ("name", "points", "lines", "each", "through"),
    [
        ("affine-plane-2", 4, 6, 2, 3),
        ("affine-plane-3", 9, 12, 3, 4),
        ("affine-plane-4", 16, 20, 4, 5),
        ("fano-plane", 7, 7, 3, 3),
        ("projective-plane-3", 13, 13, 4, 4),
    ],
)
def test_in_a_finite_plane_two_points_have_one_line(
    name: str, points: int, lines: int, each: int, through: int
) -> None:
    plane = game(name)
    assert isinstance(plane, OwnMarks)
    assert (plane.cell_count, len(plane.lines)) == (points, lines)
    assert {line.bit_count() for line in plane.lines} == {each}
    for i in range(points):
        assert sum(line >> i & 1 for line in plane.lines) == through
        for j in range(i):
            assert sum(line >> i & line >> j & 1 for line in plane.lines) == 1


@pytest.mark.parametrize(("name", "lines"), [("cube-3", (5**3 - 3**3) // 2), ("tesseract", (5**4 - 3**4) // 2)])
def test_a_cube_has_the_lines_of_the_formula(name: str, lines: int) -> None:
    cube = game(name)
    assert isinstance(cube, OwnMarks)
    assert len(cube.lines) == lines == {"cube-3": 49, "tesseract": 272}[name]


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("fano-plane", 168),
        ("affine-plane-2", 24),
        ("affine-plane-3", 432),
        ("affine-plane-4", 5760),
        ("projective-plane-3", 5616),
        ("cube-3", 48),
        ("tesseract", 384),
        ("tic-tac-toe", 8),
        ("mu-torere", 16),
        ("pong-hau-ki", 2),
        ("three-mens-morris", 8),
    ],
)
def test_all_symmetries_are_found_and_those_in_use_keep_the_game(name: str, order: int) -> None:
    found = game(name)
    assert isinstance(found, OwnMarks | OwnSlides)
    assert found.group.total == order
    assert order % len(found.group.maps) == 0
    structure = found.structure
    assert all(keeps(structure, each) for each in found.group.maps[:100])
    assert len(set(found.group.maps)) == len(found.group.maps)


def test_a_map_that_keeps_less_is_no_symmetry() -> None:
    found = game("fano-plane")
    assert isinstance(found, OwnMarks)
    a, b, *rest = range(7)
    assert not keeps(found.structure, (b, a, *rest))
    assert not keeps(found.structure, (a, a, *rest))
    assert find(found.structure._replace(colours=range(7))).total == 1


def test_in_mu_torere_336_of_1180_positions_are_decided_and_without_the_guard_the_first_player_wins_at_once() -> None:
    scores = table(game("mu-torere"))
    assert len(scores) == 1180
    assert sum(score.verdict in (Verdict.WIN, Verdict.LOSE) for score in scores.values()) == 336
    document = {key: value for key, value in json.loads(GALLERY["mu-torere"].content).items() if key != "guarded"}
    free = made({**document, "name": "unguarded"})
    score = ask("retrograde", Position.start(free)).score
    assert score
    assert (score.verdict, score.plies) == (Verdict.WIN, 1)


@pytest.mark.parametrize(
    ("name", "hall"),
    [
        ("tic-tac-toe", "tictactoe"),
        ("affine-plane-3", "tictactoe/toroidal"),
        ("pong-hau-ki", "pong-hau-ki"),
        ("three-mens-morris", "morris"),
    ],
)
def test_a_family_of_the_hall_written_as_a_file_is_worth_the_same_everywhere(name: str, hall: str) -> None:
    equals(name, hall)


@pytest.mark.parametrize(
    ("code", "period", "preperiod"), [("0.77", 12, 71), ("0.07", 34, 53), ("0.137", 34, 52), ("0.45", 20, 498)]
)
def test_octal_games_have_the_periods_of_winning_ways(code: str, period: int, preperiod: int) -> None:
    found = made({"triqui": 1, "kind": "heaps", "name": "octal", "heaps": [5], "octal": code})
    assert isinstance(found, OwnHeaps)
    known = found.nim_values
    assert known.period == (period, preperiod)
    values = grundy(code, 1200)
    assert [known.of(size) for size in range(1200)] == values
    assert values[preperiod - 1] != values[preperiod - 1 + period]


def test_no_period_is_claimed_where_none_is_known() -> None:
    treblecross = game("treblecross")
    assert isinstance(treblecross, OwnHeaps)
    assert treblecross.nim_values.period is None
    assert [treblecross.nim_values.of(size) for size in range(300)] == grundy("0.007", 300)
    assert NimValues(digits((1, 3, 4))).period == (7, 0), "1, 3, 4: Winning Ways"


def test_a_sliding_move_needs_no_dash() -> None:
    holes = game("nine-holes")
    assert holes.parse_move(holes.start(), "a1b1") == holes.parse_move(holes.start(), "a1-b1")


def test_a_position_of_sliding_stones_without_the_side_to_move_is_for_the_player_with_fewer() -> None:
    assert Position.from_text(game("nine-holes"), "X........").turn == 1


@pytest.mark.parametrize("name", GALLERY)
def test_the_position_of_a_game_can_be_set_up_part_by_part(name: str) -> None:
    found = game(name)
    assert isinstance(found, DrawnGame)
    position = start(name)
    for _ in range(4):
        draft = found.draft(position.text)
        assert text_of(draft) == position.text
        assert len({(part.x, part.y) for part in draft if not part.label}) == sum(not part.label for part in draft)
        if position.outcome:
            break
        position = position.play(position.moves[0])


def test_where_marks_fall_nothing_is_said_of_lines_that_nobody_can_fill_yet() -> None:
    board = {"triqui": 1, "kind": "lines", "rows": 3, "columns": 3, "straight": 3}
    falling = Position.start(made({**board, "name": "falling", "gravity": True}))
    plain = Position.start(made({**board, "name": "plain"}))
    found = []
    for position in (falling, plain):
        for name in ("a3", "b3", "a2", "b2", "c3", "a1") if position is falling else ("a1", "b1", "a2"):
            position = position.play(position.parse(name))
        found.append(explain.proof(position, None) or explain.own_words(position, position.moves[0]))
    assert found[0] is None
    assert found[1]


def test_lines_of_several_lengths_are_threats_one_mark_short_of_each() -> None:
    document = {"triqui": 1, "kind": "lines", "name": "uneven", "points": "a b c d e f", "lines": ["a b", "c d e f"]}
    position = Position.start(made(document))
    after = position.play(position.parse("a"))
    said = [str(explain.own_words(after, move)) for move in after.moves]
    assert [after.name(move) for move, text in zip(after.moves, said, strict=True) if "leaves b" in text] == list(
        "cdef"
    )
    assert "blocks" in said[0]


def test_a_game_of_slides_with_too_many_positions_to_be_listed_is_searched_forwards() -> None:
    points = {"triqui": 1, "kind": "slides", "name": "vast", "rows": 5, "columns": 5, "fly": True, "place": 3}
    vast = Position.start(made({**points, "lines": ["a1 b1 c1"]}))
    assert (vast.game.vast, engines.best(vast).name) == (True, "alphabeta")
    small = Position.start(made({**points, "name": "small", "rows": 3, "columns": 3}))
    assert (small.game.vast, engines.best(small).name) == (False, "retrograde")
    line = ask("alphabeta", vast, Limit(nodes=2000)).lines[0]
    assert not line.score.proven


@given(document=lines_documents())
@settings(max_examples=25, deadline=None)
def test_any_game_of_lines_is_played_and_solved_as_it_says(document: dict[str, Any]) -> None:
    agrees(document)


@given(document=slides_documents())
@settings(max_examples=25, deadline=None)
def test_any_game_of_slides_is_played_and_solved_as_it_says(document: dict[str, Any]) -> None:
    agrees(document)


@given(document=heaps_documents())
@settings(max_examples=25, deadline=None)
def test_any_game_of_heaps_is_played_and_solved_as_it_says(document: dict[str, Any]) -> None:
    agrees(document)


def test_what_a_file_says_is_what_tomllib_and_the_plain_rules_read_of_it() -> None:
    from core.own.library import AGAIN, texts

    for _name, data in (*texts(), *texts(AGAIN)):
        document = tomllib.loads(data.decode())
        definition = own.read(data)
        if f"own-{definition.kind}" in OWN:
            written, kept = plain_own(document), plain_own(json.loads(definition.content))
            assert written.start == kept.start
            assert written.replies(written.start) == kept.replies(kept.start)
