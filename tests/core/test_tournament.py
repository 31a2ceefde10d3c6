"""Tournaments: which games there are, who plays them where, and what they come to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from itertools import count, pairwise, permutations
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from core.analysis import Limit
from core.errors import CoreError
from core.games import get
from core.position import play_all
from core.tally import Tally
from core.tournament.bout import PlayedGame
from core.tournament.plan import BadPlan, Fixture, TournamentKind, TournamentPlan, read_openings
from core.tournament.ratings import SequentialTest
from core.tournament.run import InProcess, Processes, Unplayed, run
from core.tournament.table import CrossTable
from tests.core.contests import played, results, score, table
from tests.core.programs import Fake
from tests.core.tournament_cases import SEEDED

P = ParamSpec("P")
R = TypeVar("R")
PAIR = TournamentPlan("tictactoe", ("random", "best:1"), 4)
THREE = TournamentPlan("tictactoe", ("random", "best:1", "loser"), 5)


# Which games.


@pytest.mark.parametrize(
    ("kind", "meetings"),
    [
        ("round-robin", {"AB", "AC", "AD", "BC", "BD", "CD"}),
        ("gauntlet", {"AB", "AC", "AD"}),
        ("ladder", {"AB", "BC", "CD"}),
    ],
)
@pytest.mark.parametrize("games", [1, 2, 3, 4, 7])
def test_all_who_meet_play_so_many_games_with_the_sides_swapped_in_each_pair(
    kind: TournamentKind, meetings: set[str], games: int
) -> None:
    plan = TournamentPlan("tictactoe", ("A", "B", "C", "D"), games, kind)
    fixtures = [plan.fixture(number) for number in range(1, plan.length + 1)]
    names = ["ABCD"[fixture.first] + "ABCD"[fixture.second] for fixture in fixtures]
    expected = Counter(dict.fromkeys(meetings, (games + 1) // 2))
    expected += Counter({name[::-1]: games // 2 for name in meetings})
    assert Counter(names) == expected
    for one, two in pairwise(fixtures):
        if two.swapped:  # both games of a pair, one behind the other, from one opening
            assert (one.first, one.second, one.pair) == (two.second, two.first, two.pair)
            assert not one.swapped


def test_every_two_have_had_as_many_games_give_or_take_a_pair_at_any_time() -> None:
    plan = replace(THREE, games=6)
    seen: Counter[tuple[int, int]] = Counter(dict.fromkeys(plan.meetings, 0))
    for number in range(1, plan.length + 1):
        seen[plan.fixture(number).meeting] += 1
        assert max(seen.values()) - min(seen.values()) <= 2


def test_both_games_of_a_pair_begin_with_the_same_moves_and_the_pairs_take_turns() -> None:
    plan = TournamentPlan("tictactoe", ("random", "best:1"), 6, openings=("b2", "a1 b2"))
    openings = [plan.bout(plan.fixture(number)).opening for number in range(1, 7)]
    assert openings == ["b2", "b2", "a1 b2", "a1 b2", "b2", "b2"]
    for game in run(plan, (), InProcess, 1):
        assert " ".join(game.match.names).startswith(openings[game.number - 1])


def test_random_openings_are_different_leave_something_to_play_and_come_again_with_their_seed() -> None:
    plan = TournamentPlan("connect-four", ("random", "best:1"), 40, plies=4, seed=3)
    lines = [plan.opening(pair) for pair in range(20)]
    assert len(set(lines)) == 20
    assert lines == [replace(plan).opening(pair) for pair in range(20)]
    assert lines != [replace(plan, seed=4).opening(pair) for pair in range(20)]
    assert lines[7] == replace(plan).opening(7), "whichever is asked for first"
    for line in lines:
        moves, position = play_all(get("connect-four"), line)
        assert len(moves) == 4
        assert position.outcome is None


def test_of_a_million_openings_only_those_are_drawn_that_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = count()
    monkeypatch.setattr("core.tournament.plan._random_line", lambda *given: str(next(drawn)))
    plan = TournamentPlan("mnk:19,19,5", ("random", "best:1"), 1_000_000, plies=99)
    plan.check()
    assert plan.bout(plan.fixture(20)).opening
    assert next(drawn) < 20


@pytest.mark.parametrize(
    "values", [{"test": [-1e300, 1e300]}, {"test": [0, 1001]}, {"seconds": math.inf}, {"nodes": math.nan}]
)
def test_a_plan_with_numbers_that_no_plan_has_is_none(values: dict[str, object]) -> None:
    with pytest.raises(BadPlan, match="This is not the plan of a tournament"):
        TournamentPlan.from_json({**PAIR.to_json(), **values})


def test_where_there_are_fewer_openings_than_pairs_they_come_again() -> None:
    plan = TournamentPlan("tictactoe", ("random", "best:1"), 40, plies=1)
    lines = [plan.opening(pair) for pair in range(18)]
    assert sorted(lines[:9]) == sorted("abc"[x] + "123"[y] for x in range(3) for y in range(3))
    assert lines[9:] == lines[:9]
    assert plan.bout(plan.fixture(1)).opening == plan.bout(plan.fixture(19)).opening


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (replace(PAIR, players=("best:1",)), "has 2 to 64 players"),
        (replace(PAIR, players=("best:1", "deep thought")), "no engine 'deep thought'"),
        (replace(PAIR, players=("best:1", "human")), "'human' is not an engine"),
        (replace(PAIR, game="chess"), "chess"),
        (replace(PAIR, openings=("b2 b2",)), "Move 2"),
        (replace(PAIR, openings=("a1 a2 b1 b2 c1",)), "the game is over"),
        (replace(PAIR, plies=9), "after 9 random moves"),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_begins(plan: TournamentPlan, said: str) -> None:
    with pytest.raises(CoreError, match=said):
        plan.check()


@pytest.mark.parametrize(
    ("game", "text", "openings"),
    [
        ("gomoku", "0,0, -1,0\n1,1, -1,1\n", ("h8 g8", "i9 g9")),
        ("gomoku", "h8h9i9\n1. a1 b2\n", ("h8 h9 i9", "a1 b2")),
        ("gomoku", "(;GM[4]SZ[15];B[hh];W[hi])", ("h8 h9",)),
        ("connect-four", "44\n4453 2\n", ("4 4", "4 4 5 3")),
        ("connect-four", "4 4\n4 5\n", ("4 4", "4 5")),
    ],
)
def test_openings_are_read_in_every_format(game: str, text: str, openings: tuple[str, ...]) -> None:
    assert read_openings(game, text) == openings


def test_openings_are_read_line_by_line_and_a_wrong_one_is_named() -> None:
    assert read_openings("tictactoe", "# corners\na1\n\n  c3   b2\n") == ("a1", "c3 b2")
    with pytest.raises(BadPlan, match="Line 3: Move 2"):
        read_openings("tictactoe", "a1\n\nb2 b2")
    with pytest.raises(BadPlan, match="no opening"):
        read_openings("tictactoe", "# none\n")


def test_a_plan_goes_through_plain_values() -> None:
    full = TournamentPlan(
        "tictactoe", ("a", "b"), 8, "gauntlet", ("a1",), 0, Limit(0.5, nodes=9), True, 2**40, SequentialTest(-5, 20)
    )
    for plan in (PAIR, full, replace(full, openings=(), plies=3, limit=None, test=None)):
        assert TournamentPlan.from_json(plan.to_json()) == plan


@pytest.mark.parametrize(
    "change",
    [{"games": 0}, {"games": "2"}, {"kind": "cup"}, {"players": 3}, {"seconds": -1}, {"test": [1]}, {"test": [3, 2]}],
)
def test_plain_values_that_are_no_plan_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(BadPlan):
        TournamentPlan.from_json({**PAIR.to_json(), **change})


# The games.


def test_two_that_play_perfectly_draw_tictactoe_from_either_side() -> None:
    assert score("tictactoe", "alphabeta:hard", "alphabeta:hard", games=2) == Tally(0, 2, 0)


def test_the_first_player_wins_three_in_a_row_on_4x4_and_the_points_go_to_both() -> None:
    assert score("mnk:4,4,3", "alphabeta:hard", "alphabeta:hard", games=2) == Tally(1, 0, 1)


def test_one_that_plays_perfectly_never_loses_to_chance() -> None:
    assert score("tictactoe", "random", "alphabeta:hard", games=6).wins == 0


def test_a_limit_takes_the_place_of_the_players_own() -> None:
    plan = TournamentPlan("mnk:5,5,4", ("alphabeta", "mcts"), 1, limit=Limit(nodes=600))
    (game,) = run(plan, (), InProcess, 1)
    moves = len(game.match.moves)
    assert all(0 < nodes <= 2000 * moves for nodes in game.nodes)


def test_with_time_of_the_processor_a_clock_on_the_wall_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(10**9))
    monkeypatch.setattr("time.thread_time", lambda: next(now) / 1000)
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    plan = TournamentPlan("tictactoe", ("mcts", "mcts"), 1, limit=Limit(0.05), cpu=True)
    (game,) = run(plan, (), InProcess, 1)
    assert min(game.seconds) > 0.05
    plan = replace(plan, cpu=False, limit=Limit(0.05, nodes=500))
    (game,) = run(plan, (), InProcess, 1)
    assert game.seconds == (0, 0)


def test_a_program_that_fails_loses_its_game_in_words_and_the_others_are_played(tmp_path: Path) -> None:
    # It answers once and ends, and is started anew for each question: it fails at its second move, in every game.
    lines = "read(); say('ugiok')\nread(); read(); read(); say('readyok'); read(); say('bestmove a1')"
    program = f"ugi:{Fake(tmp_path, lines).command}"
    games = list(run(TournamentPlan("mnk:4,4,4", (program, "random"), 3, limit=Limit(seconds=20)), (), InProcess, 1))
    assert [str(game.forfeit).count("forfeits: it") for game in games] == [1, 1, 1]
    assert [game.match.players[game.match.outcome.winner or 0] for game in games if game.match.outcome] == [
        "random"
    ] * 3


# Where they are played.


def test_the_same_seed_plays_the_same_games_wherever_they_are_played() -> None:
    here = results(SEEDED)
    assert len(here) == 12
    assert results(SEEDED, lambda: Processes(2), 5) == here
    assert results(replace(SEEDED, seed=6)) != here


class Broken(ThreadPoolExecutor):
    """Does nothing, and breaks."""

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        raise BrokenProcessPool("gone")


def test_processes_that_end_again_and_again_end_the_tournament_in_a_sentence() -> None:
    with pytest.raises(Unplayed, match=r"Game 1, random against best:1, could not be finished .*gone"):
        list(run(PAIR, (), Broken, 2))


def test_an_engine_that_breaks_ends_the_tournament_with_the_games_before_it_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("core.engines.general.random.Random.analyse", lambda self, watch: 1 / 0)
    kept: list[PlayedGame] = []
    plan = TournamentPlan("tictactoe", ("best:1", "loser", "random"), 1)
    with pytest.raises(Unplayed, match=r"Game 2, best:1 against random, .*ZeroDivisionError"):
        list(run(plan, (), InProcess, 1, kept.append))
    assert [game.number for game in kept] == [1]


def test_what_was_played_is_not_played_again_and_only_what_is_wanted_is_played() -> None:
    def odd(fixture: Fixture) -> bool:
        return fixture.number % 2 == 1

    first = list(run(THREE, (), InProcess, 1, wanted=odd))
    assert [game.number for game in first] == list(range(1, 16, 2))
    assert list(run(THREE, first, InProcess, 1, wanted=odd)) == []
    assert [game.number for game in run(THREE, first, InProcess, 1)] == list(range(2, 16, 2))


def test_a_test_ends_the_games_of_two_and_the_others_go_on() -> None:
    # Whoever tries to lose is weaker than the best by far, and as strong as itself.
    plan = TournamentPlan("tictactoe", ("loser", "best:1", "loser"), 60, "gauntlet", test=SequentialTest(0, 200))
    found = CrossTable(plan, run(plan, (), InProcess, 1))
    first, second = (found.standing(meeting) for meeting in plan.meetings)
    assert first.verdict == "weaker"
    assert first.score.games < 60
    assert found.over
    assert second.score.games > first.score.games


# What they come to.


ALIKE = TournamentPlan("tictactoe", ("m-minimax", "m-poda"), 20)
"""Two programs that always play the first of the best moves, from the start of the game."""


def test_a_game_that_is_played_again_and_again_is_as_uncertain_as_one_pair() -> None:
    whole, pair = (
        CrossTable(plan, run(plan, (), InProcess, 1)).standing((0, 1)) for plan in (ALIKE, replace(ALIKE, games=2))
    )
    assert whole.ahead == pair.ahead


def test_the_points_are_of_all_games_however_few_are_different() -> None:
    found = CrossTable(ALIKE, run(ALIKE, (), InProcess, 1))
    assert (found.standing((0, 1)).score.games, found.different) == (20, 2)


def test_equal_games_count_once_in_whatever_order_they_come() -> None:
    # The second game of the first pair comes again in the second; the third pair is new.
    games = [played(replace(ALIKE, games=6), number, (0, None, 1, None, 1, 0)[number - 1]) for number in range(1, 7)]
    tables = [CrossTable(replace(ALIKE, games=6), order) for order in permutations(games)]
    assert {(table.different, table.standing((0, 1)).ahead) for table in tables} == {
        (tables[0].different, tables[0].standing((0, 1)).ahead)
    }


def test_games_of_players_who_pick_moves_blindly_count_each() -> None:
    # In a game of at most three moves that they draw by lot, equal games come by accident.
    plan = TournamentPlan("nim:1,2", ("random", "best:1"), 40)
    assert CrossTable(plan, run(plan, (), InProcess, 1)).different == 40


def test_a_test_decides_nothing_by_one_pair_played_again_and_again() -> None:
    plan = replace(PAIR, players=("m-minimax", "m-poda"), games=200, test=SequentialTest(0, 100))
    games = [played(plan, number, 0 if plan.fixture(number).swapped else 1) for number in range(1, 201)]
    assert CrossTable(plan, games).standing((0, 1)).verdict is None


def test_the_table_counts_every_game_for_both_players() -> None:
    games = [played(THREE, number, (0, 1, None)[number % 3]) for number in range(1, THREE.length + 1)]
    rows = CrossTable(THREE, games).rows
    assert sum(row.score.points for row in rows) == THREE.length
    assert [row.score.games for row in rows] == [10, 10, 10]
    for i, row in enumerate(rows):
        assert row.against[i] is None
        for j, made in enumerate(row.against):
            if made:
                assert rows[j].against[i] == -made
    assert CrossTable(THREE, games[::-1]).rows == rows


def test_the_table_names_the_strongest_first_with_its_points() -> None:
    rows = table(replace(PAIR, games=6), [0, 0, 0.5, 0, 1, 0]).rows
    assert [(row.player, row.score.points) for row in rows] == [(1, 4.5), (0, 1.5)]
    assert rows[0].strength
    assert rows[1].strength
    assert rows[0].strength.elo == pytest.approx(-rows[1].strength.elo)


def test_who_has_not_played_has_no_strength() -> None:
    assert [row.strength is None for row in CrossTable(PAIR).rows] == [True, True]
    assert not CrossTable(PAIR).over


def test_a_test_takes_the_pairs_in_their_order_and_what_comes_after_changes_nothing() -> None:
    plan = replace(PAIR, games=200, test=SequentialTest(0, 100))
    games = [played(plan, number, 0 if plan.fixture(number).swapped else 1) for number in range(1, 201)]
    whole = CrossTable(plan, games).standing((0, 1))
    assert whole.verdict == "weaker"
    needed = next(n for n in range(0, 201, 2) if CrossTable(plan, games[:n]).decided((0, 1)))
    assert CrossTable(plan, games[:needed]).standing((0, 1)).ratio == whole.ratio
    late = CrossTable(plan, games[2:needed])
    assert not late.decided((0, 1))
    for game in games[:2]:
        late.add(game)
    assert late.standing((0, 1)).ratio == whole.ratio
