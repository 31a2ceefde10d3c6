"""What the tests of gomoku engine have in common, those that take long and those that do not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from core.analysis import Limit
from core.engines.gomoku.shapes import GomokuBoard
from core.engines.gomoku.threats import Force, ThreatSequence
from core.kinds import bits
from core.kinds.lines import LineGame
from core.position import Position, play_all
from tests.core.watching import ask, at


def rules(id: str) -> LineGame:
    game = at(id).game
    assert isinstance(game, LineGame)
    return game


def board(game: LineGame) -> GomokuBoard:
    return GomokuBoard(game.columns, game.rows, game.board.exact)


def scattered(game: LineGame, draw: Random, stones: int) -> Position:
    """Stones of both colours near each other, no five among them; black to move where their number is even."""
    while True:
        side = min(game.columns, stones // 4 + 5)
        cells = [y * game.columns + x for y in range(side) for x in range(side)]
        chosen = draw.sample(cells, stones)
        state = tuple(sum(1 << cell for cell in chosen[first::2]) for first in (0, 1))
        if not any(map(line_test(game), state)) and not fives(game, *state):
            return Position(game, state)


def line_test(game: LineGame) -> Callable[[int], bool]:
    exact = game.board.exact
    return bits.line_test(game.columns, game.rows, 5, False, exact)


def fives(game: LineGame, own: int, other: int) -> set[int]:
    """The cells on which a colour wins, by the rules alone."""
    line = line_test(game)
    return {cell for cell in range(game.cell_count) if not (own | other) >> cell & 1 and line(own | 1 << cell)}


def shortest(force: Force, own: int, other: int, quiet: int, within: int) -> ThreatSequence | None:
    """A claimed win in so many plies, with as few quiet moves as it takes."""
    force.allow(100_000)
    line = force.fours(own, other)
    if line and len(line) > within:
        line = force.fewest_fours(own, other)
    left = 0
    while not line or len(line) > within:
        left += 1
        if left > quiet:
            return None
        force.allow(100_000)
        line = force.attack(own, other, left)
    return line


def wins_always(force: Force, position: Position, quiet: int, within: int) -> int:
    """Play the attacker's side of a claimed win against every reply; returns the plies of the longest play, no more than
    ``within``."""
    game = position.game
    assert isinstance(game, LineGame)
    places = board(game)
    longest = 0
    own, other = map(places.of, game.sides(position.state))
    line = shortest(force, own, other, quiet, within)
    assert line, position.text
    after = position.play(line[0])
    if after.outcome:
        assert after.outcome.winner == position.turn
        return 1
    own, other = game.sides(position.state)
    threats = fives(game, *game.sides(after.state)[::-1])
    for reply in after.moves:
        answered = after.play(reply)
        assert not answered.outcome
        plies = 3 if threats - {reply} else 2 + wins_always(force, answered, quiet, within - 2)
        longest = max(longest, plies)
    return longest


def force_of(position: Position) -> Force:
    game = position.game
    assert isinstance(game, LineGame)
    return Force(board(game), lambda nodes: None)


def chosen(moves: str, nodes: int = 2500) -> tuple[str, Position]:
    _, position = play_all(rules("gomoku/swap2"), moves)
    analysis = ask("gomoku", position, Limit(nodes=nodes))
    assert sorted(line.move for line in analysis.lines) == list(position.moves)
    return position.name(analysis.lines[0].move), position
