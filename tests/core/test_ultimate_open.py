"""The forced win of open ultimate tic-tac-toe, played out against every reply; the figures are those of arXiv 2006.02353."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import NamedTuple

import pytest

from core.analysis import Limit
from core.explain import why
from core.game import Game, State
from core.score import Verdict
from core.strategies import STRATEGIES
from core.strategies.open_win import ForcedWin, reason, reply
from tests.core.watching import ask, at

GAMES = ["ultimate/open", "ultimate/count/open"]


class Lengths(NamedTuple):
    """How many plies a game lasts from a position."""

    least: int
    most: int


@cache
def played_out(id: str) -> tuple[Lengths, dict[State, Lengths], list[State]]:
    """Of the whole game and of every position with O to move, what O can make of it; and the positions with X to move."""
    game = at(id).game
    found: dict[State, Lengths] = {}
    asked = []

    def after_x(s: State) -> Lengths:
        asked.append(s)
        move = reply(s)
        assert move is not None
        assert move in game.moves(s)
        after = game.play(s, move)
        if game.value(after) is not None:
            assert game.value(after) == -1
            return Lengths(1, 1)
        if after not in found:
            # A reply that ended the game would have no value of its own here, and would fail.
            each = [after_x(child) for child in replies(game, after)]
            found[after] = Lengths(1 + min(each).least, 1 + max(lengths.most for lengths in each))
        return Lengths(1 + found[after].least, 1 + found[after].most)

    return after_x(game.start()), found, asked


def replies(game: Game, s: State) -> list[State]:
    children = [game.play(s, move) for move in game.moves(s)]
    assert all(game.value(child) is None for child in children)
    return children


@pytest.mark.parametrize("id", GAMES)
def test_the_first_player_wins_against_every_reply_in_29_to_43_plies(id: str) -> None:
    lengths, positions, _ = played_out(id)
    assert lengths == (29, 43)
    assert len(positions) == 16_767


@pytest.mark.parametrize("id", GAMES)
def test_every_position_is_proven_for_as_long_as_the_second_player_can_hold_out_there(id: str) -> None:
    win = ForcedWin(at(id).game, lambda nodes: None)
    for s, lengths in played_out(id)[1].items():
        assert win.plies(s) == lengths.most


def test_every_move_of_the_strategy_has_its_reason() -> None:
    assert {str(said) for s in played_out(GAMES[0])[2] if (said := reason(s))} >= {
        "Centres send O back to the middle board until it is full.",
        "Cell 9 of every board sends O to board 9.",
        "X holds cell 9 of board 2, so it takes the opposite one: O is sent to boards 9 and 1 only.",
    }
    assert all(reason(s) for s in played_out(GAMES[0])[2])


def test_the_expected_play_is_the_longest_resistance() -> None:
    position = at("ultimate/open")
    for move in ForcedWin(position.game, lambda nodes: None).line(position.state):
        assert reply(position.state) in (None, move)
        position = position.play(move)
    assert position.outcome
    assert position.outcome.winner == 0
    assert sum(mark in "XO" for mark in "".join(position.text.split("/")[:9])) == 43


@pytest.mark.parametrize("id", GAMES)
def test_the_win_is_shown_as_one_in_at_most_43(id: str) -> None:
    found = ask("ultimate", at(id), Limit(nodes=30_000))
    assert found.best
    assert found.position.name(found.best.move) == "5.5"
    score = found.best.score
    assert (score.verdict, score.plies, score.within, score.method) == (Verdict.WIN, None, 43, "strategy")
    assert len(found.best.pv) == 43
    assert why(found.position, found.best) == reason(found.position.state)
    assert not any(line.score.proven for line in found.lines[1:])
    assert not found.settled


def test_the_second_player_is_shown_how_long_each_reply_holds_out() -> None:
    game = at("ultimate/open").game
    _, positions, _ = played_out(game.id)
    different = 0
    for s in list(positions)[::400]:
        found = ask("ultimate", at(game.id, game.format_state(s)), Limit(nodes=6_000))
        most = {}
        for line in found.lines:
            child = game.play(s, line.move)
            answer = reply(child)
            assert answer is not None
            after = game.play(child, answer)
            most[line.move] = 2 if game.value(after) is not None else 2 + positions[after].most
            assert line.score.verdict is Verdict.LOSE
            assert most[line.move] == line.score.within or most[line.move] >= (line.score.plies or 99)
        different += len(set(most.values())) > 1
    assert different > 5


def test_the_strategy_and_the_longest_resistance_play_a_game_of_43_plies() -> None:
    strategy = STRATEGIES["forced-win"]()
    position, plies = at("ultimate/open"), 0
    while not position.outcome:
        position = position.play(strategy.advise(position).moves[-1])
        plies += 1
    assert position.outcome.winner == 0
    assert plies == 43


def test_a_strategy_that_has_been_left_says_so() -> None:
    position = at("ultimate/open").play(0)
    advice = STRATEGIES["forced-win"]().advise(position)
    assert advice.moves == position.moves
    assert str(advice.reason) == "The strategy has no answer here: X has left it."


@pytest.mark.parametrize(
    ("id", "moves"),
    [
        ("ultimate/open", "1.1"),
        ("ultimate/open", "5.5 5.1 1.1"),
        ("ultimate/open", "5.5 5.1 1.9 9.1"),
        ("ultimate/open/tic-tac-ku", "5.5"),
        ("ultimate", "5.5"),
    ],
)
def test_nothing_is_proven_once_the_first_player_has_strayed_or_by_other_rules(id: str, moves: str) -> None:
    position = at(id)
    for move in moves.split():
        position = position.play(position.parse(move))
    assert not any(line.score.proven for line in ask("ultimate", position, Limit(nodes=30_000)).lines)


def test_a_check_that_is_stopped_claims_nothing() -> None:
    for patience in range(0, 24, 3):
        ticks = count()
        found = ask("ultimate", at("ultimate/open"), stop=lambda ticks=ticks, most=patience: next(ticks) >= most)  # type: ignore[misc]
        proven = [line for line in found.lines if line.score.proven]
        assert len(found.lines) == 81
        assert [(line.move, line.score.within) for line in proven] in ([], [(40, 43)])
