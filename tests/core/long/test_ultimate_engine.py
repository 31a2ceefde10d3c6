"""The engine of ultimate tic-tac-toe against brute force on strings, by symmetry, and by what it owes when stopped. It
takes 14 seconds."""

from __future__ import annotations

import gc
from collections.abc import Callable
from itertools import count
from math import atanh
from random import Random

import pytest

from core.analysis import Analysis, Limit, Watch
from core.engines import best
from core.engines.ultimate import search as ultimate_search
from core.engines.ultimate.engine import UltimateEngine
from core.engines.ultimate.search import Tables, UltimateSearch
from core.engines.ultimate.tables import SearchPlace, Standings
from core.engines.win_scores import WON
from core.estimates import estimate
from core.game import Game
from core.games.ultimate import FREE, WHERE, Ultimate
from core.position import Position
from core.score import Proof, Score, Verdict
from tests.core.ultimate_cases import Brute, late
from tests.core.watching import ask, at

OPTIONS = [
    "",
    "/open",
    "/count",
    "/tic-tac-ku",
    "/count/open",
    "/count/tic-tac-ku",
    "/open/tic-tac-ku",
    "/count/open/tic-tac-ku",
]
VERDICTS = {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}


def forced(game: Game, most: int, random: Random) -> Position:
    """A late position without a free choice."""
    while True:
        position = late(game, most, random)
        if len(position.moves) < 9:
            return position


def check(analysis: Analysis, brute: Brute, whole: bool) -> set[Verdict]:
    """Compare what is proven with brute force; with ``whole`` all of it must be."""
    after = brute.after(analysis.position.text)
    assert sorted(after) == sorted(line.move for line in analysis.lines)
    seen = set()
    for line in analysis.lines:
        score = line.score
        value, plies = brute.worth(after[line.move])
        if score.proven:
            assert score.verdict is VERDICTS[-value]
            assert score.plies in (None, plies + 1)
            assert score.within is None or score.within > plies
        assert score.proven or (not whole and -1 < score.value < 1)
        assert not whole or score.plies
        if score.verdict:
            seen.add(score.verdict)
    return seen


def impatient(patience: int) -> Callable[[], bool]:
    """Wants the end after so many ticks."""
    ticks = count()
    return lambda: next(ticks) >= patience


@pytest.mark.parametrize("options", OPTIONS)
def test_all_moves_of_late_positions_are_proven_as_brute_force_finds_them(options: str) -> None:
    random, brute = Random(options), Brute(options)
    seen: set[Verdict] = set()
    for _ in range(25):
        position = late(at("ultimate" + options).game, 9, random)
        seen |= check(ask("ultimate", position), brute, True)
    assert {Verdict.WIN, Verdict.LOSE} <= seen
    assert Verdict.TIE in seen or "count" in options or "ku" in options


@pytest.mark.parametrize("options", ["", "/open", "/count", "/tic-tac-ku"])
def test_nothing_false_is_called_proven_whenever_it_is_stopped(options: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ultimate_search, "_TICK", 20)
    random, brute = Random(options), Brute(options)
    for _ in range(2):
        position = late(at("ultimate" + options).game, 11, random)
        for patience in range(60):
            check(ask("ultimate", position, stop=impatient(patience)), brute, False)
    for depth in range(1, 9):
        check(ask("ultimate", position, Limit(depth=depth)), brute, False)


def test_a_proven_move_stays_proven_while_it_thinks() -> None:
    proven: dict[int, Score] = {}

    def listen(analysis: Analysis) -> None:
        for line in analysis.lines:
            old = proven.get(line.move)
            assert not old or (line.score.verdict is old.verdict and old.plies in (None, line.score.plies))
            if line.score.proven:
                proven[line.move] = line.score

    position = late(at("ultimate").game, 24, Random(3))
    listen(ask("ultimate", position, Limit(nodes=200_000), listen))
    assert proven


def plain(search: UltimateSearch, game: Game, position: Position, depth: int) -> int:
    """The value of a position from the values of its leaves alone, with neither table nor window."""
    state = position.state
    if depth == 1:
        return search.value(search.place(state), 1, -2_000_000, 2_000_000)
    values = []
    for move in position.moves:
        after = position.play(move)
        if after.outcome:
            marks = sum(len(board) - board.count(".") for board in after.text.split("/")[:9])
            values.append(0 if after.outcome.winner is None else (1_000_000 - marks))
        else:
            values.append(-plain(search, game, after, depth - 1))
    return max(values)


@pytest.mark.parametrize(
    "text",
    [
        "O.OXO.O../OOXXXX.../...OXXOXO/XOX.XOXOO/XX.XOOOOO/X.OXXOO../X.XOOXXX./XXOO..O.O/.OX.X..XX/OX.XO..../3",
        ".O.OX..OX/OXX.X..O./XOXO.OXOX/X.X.O.XXX/.XOO..XOX/X..XOX.../..OOOO..X/.OX.X.X.X/O.OO..OO./...X..OXO/6",
        "XO..O..O./..OXXXX../X.XXOOO../X..XOOX.O/OXO.XO.OO/..XOXXO.X/OOX.X..X./XO...OOXO/..OXX..X./OX.XOX.../-",
    ],
)
def test_a_player_gives_no_proven_tie_away_for_a_move_that_no_search_has_valued(text: str) -> None:
    position = Position.from_text(at("ultimate").game, text)
    ties = 0
    for nodes in (500, 1000, 2000, 4000, 8000, 16_000):
        watch = Watch(position, Limit(nodes=nodes), lambda: 0.0, all_moves=False)
        lines = UltimateEngine().analyse(watch).lines
        if any(line.score.verdict is Verdict.TIE for line in lines):
            ties += 1
            assert lines[0].score.proof is not Proof.AT_MOST
    assert ties


@pytest.mark.parametrize("options", ["", "/open", "/count", "/tic-tac-ku"])
@pytest.mark.parametrize("most", [20, 45])
def test_tables_and_windows_change_no_value(options: str, most: int) -> None:
    random = Random(most)
    game = at("ultimate" + options).game
    for _ in range(3):
        position = forced(game, most, random)
        search = UltimateSearch(game, lambda nodes: None, Tables())  # type: ignore[arg-type]
        for depth in (2, 3):
            expected = plain(search, game, position, depth)
            value = search.value(search.place(position.state), depth, -2_000_000, 2_000_000)
            assert value == expected or min(abs(value), abs(expected)) >= WON


def test_the_collector_of_garbage_does_not_look_through_the_tables() -> None:
    engine = UltimateEngine()
    engine.analyse(Watch(late(at("ultimate").game, 24, Random(3)), Limit(nodes=50_000), lambda: 0.0))
    (desk,) = engine._idle
    assert any(desk.tables.ends[0]), "it has proven"
    assert not any(each is desk.tables.keys for each in gc.get_objects())


def test_symmetric_positions_get_the_same_values() -> None:
    """The net is not quite symmetric, and late moves are looked at less; of what is proven neither is true."""
    position = late(at("ultimate").game, 12, Random(8))
    first = ask("ultimate", position)
    for symmetry in position.game.symmetries[1:]:
        image = Position(position.game, symmetry.image(position.state))
        scores = {line.move: line.score for line in ask("ultimate", image).lines}
        for line in first.lines:
            assert scores[symmetry.moves[line.move]].rank == line.score.rank


@pytest.mark.parametrize("options", OPTIONS)
def test_a_win_in_one_is_taken_at_once(options: str) -> None:
    random = Random(1)
    game = at("ultimate" + options).game
    found = 0
    while found < 3:
        position = late(game, 16, random)
        if any((outcome := position.play(move).outcome) and outcome.winner == position.turn for move in position.moves):
            line = ask("ultimate", position, Limit(nodes=0)).best
            assert line
            assert line.score == Score.exact(Verdict.WIN, 1, "rules")
            found += 1


@pytest.mark.parametrize("options", OPTIONS)
def test_it_beats_the_random_mover_with_every_rule(options: str) -> None:
    random = Random(options)
    for side in (0, 1):
        position = at("ultimate" + options)
        while not position.outcome:
            if position.turn == side:
                line = ask("ultimate", position, Limit(nodes=3000)).best
                assert line
                position = position.play(line.move)
            else:
                position = position.play(random.choice(position.moves))
        assert position.outcome.winner == side


def test_it_is_the_engine_for_the_game_and_leaves_others_to_alphabeta() -> None:
    for options in OPTIONS:
        assert best(at("ultimate" + options)).name == "ultimate"
    assert ask("ultimate", at("tictactoe")).lines == ask("alphabeta", at("tictactoe")).lines


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (
            "/count",
            ".X.OO.OXX/.O..O.O.X/O.X.O...O/X.X..XOOX/O.XXO.XOX/O.XOX...X/X..OX.O.X/X.OX.XXOX/..O.OOOOX/..OX..XXO/5",
        ),
        (
            "/count/open",
            "XOO.OXXXO/OXX.O.XOX/.OXX.OOX./OO.XXXO.O/X.OOOOXXX/OX.XXOO.X/O.OOO.X.X/XO.XXX.OO/XXXOXO.OO/...XX..XX/7",
        ),
        (
            "/count/open/tic-tac-ku",
            "OXXXXXOOO/X.OOXOXO./XOOXOXXXO/XXO.XOOXX/OXOOOXOXX/OOXXXOOXX/OXXOXOXXO/OOOXOXOXO/X.XOOOXOX/X.XXO.XOO/4",
        ),
    ],
)
def test_the_play_shown_for_a_win_or_a_loss_goes_to_the_very_end(options: str, text: str) -> None:
    root = at("ultimate" + options, text)
    for line in ask("ultimate", root).lines:
        assert line.score.verdict in (Verdict.WIN, Verdict.LOSE)
        position = root
        for move in line.pv:
            position = position.play(move)
        assert position.outcome
        assert (position.outcome.winner == root.turn) == (line.score.verdict is Verdict.WIN)
        assert len(line.pv) == line.score.plies


@pytest.mark.parametrize("id", ["ultimate", "ultimate/open"])
def test_the_tables_and_the_guess_at_a_glance_judge_the_boards_alike(id: str) -> None:
    random = Random(id)
    game = at(id).game
    assert isinstance(game, Ultimate)
    for _ in range(60):
        position = late(game, random.randrange(20, 80), random)
        guess = round(60 * atanh(estimate(game, position.state) / 0.98))
        # The guess adds 6 for being on the move, and 4 where the board is free.
        assert SearchPlace.of(Standings(game), position.state).score == guess - 6 - 4 * (position.state[WHERE] == FREE)
