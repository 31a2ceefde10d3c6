"""Retrograde analysis against brute force and by hand: wins, losses, ties with distances, and what never ends. It takes 7
seconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

import pytest

from core.analysis import Limit, Watch
from core.engines.general import retrograde
from core.engines.general.retrograde import Retrograde
from core.game import Ending, Game, Move, Player, Reason, State
from core.phrase import phrase
from core.position import Position
from core.score import Verdict
from tests.core import slides
from tests.core.brute import solve
from tests.core.retrograde_cases import analyse
from tests.core.slides import Slide
from tests.core.watching import Clock, ask, at

VERDICTS = {"win": Verdict.WIN, "lose": Verdict.LOSE, "tie": Verdict.TIE, "draw": Verdict.ENDLESS}


class Numbered(Game):
    """Any game of brute force: its positions by number, each move the place of the position that follows it."""

    name = phrase("numbered")
    rules = phrase("a toy")
    board = "graph"

    def __init__(self, id: str, slide: Slide) -> None:
        self.id = id
        after = slide.reachable(slide.start)
        self.positions = list(after)
        numbers = {position: i for i, position in enumerate(self.positions)}
        self.after = [[numbers[child] for child in after[position]] for position in self.positions]
        self.ends = [slide.end(position) for position in self.positions]
        self.seats = [slide.players.index(position[1]) for position in self.positions]
        self.move_count = max(map(len, self.after))

    def start(self) -> State:
        return (0,)

    def turn(self, s: State) -> Player:
        return 1 if self.seats[s[0]] else 0

    def moves(self, s: State) -> Sequence[Move]:
        return range(len(self.after[s[0]]))

    def play(self, s: State, m: Move) -> State:
        return (self.after[s[0]][m],)

    def value(self, s: State) -> int | None:
        return {None: None, "lose": -1, "tie": 0}[self.ends[s[0]]]

    def ending(self, s: State) -> Ending:
        return Ending(Reason.STUCK)

    def format_move(self, s: State, m: Move) -> str:
        return str(m)

    def parse_move(self, s: State, text: str) -> Move:
        return int(text)

    def format_state(self, s: State) -> str:
        return str(s[0])

    def parse_state(self, text: str) -> State:
        return (int(text),)

    def refusal(self, s: State, m: Move) -> str:
        return "{move} leads nowhere."


def patient(ticks: int) -> Callable[[], bool]:
    """Wants the end after so many ticks."""
    asked = count()
    return lambda: next(asked) >= ticks


@pytest.mark.parametrize(
    ("stones", "start", "counts"),
    [
        (3, ("tie", 6), {"lose": 594, "tie": 81, "win": 2022, "draw": 2769}),
        (4, ("win", 11), {"lose": 2169, "tie": 36, "win": 3511, "draw": 0}),
    ],
)
def test_ties_have_the_values_and_distances_that_other_programs_found(
    stones: int, start: tuple[str, int], counts: dict[str, int]
) -> None:
    """Morris with diagonals to step along, in which being stuck is a tie: with 3 stones and no diagonal to win by, with 4 and
    all lines."""
    lines = slides.ROWS + slides.COLUMNS if stones == 3 else slides.LINES
    slide = Slide(slides.ORTHOGONAL | slides.DIAGONAL, lines, stones, stuck="tie")
    game = Numbered(f"stuck:{stones}", slide)
    worth = slide.solve(slide.start)
    assert {value: sum(each.value == value for each in worth.values()) for value in counts} == counts
    assert worth[slide.start] == start
    engine = Retrograde()
    for number, position in enumerate(game.positions):
        if game.ends[number] is None:
            top = analyse(engine, Position(game, (number,))).best
            assert top
            assert (top.score.verdict, top.score.plies) == (VERDICTS[worth[position].value], worth[position].plies)
            assert len(top.pv) == (top.score.plies or retrograde.ENDLESS_PLIES)
            after = Position(game, (number,))
            for move in top.pv:
                after = after.play(move)
            assert (after.outcome is None) == (top.score.verdict is Verdict.ENDLESS)


@pytest.mark.parametrize("options", ["", "misere", "wild", "toroidal"])
def test_games_that_end_by_themselves_are_solved_too(options: str) -> None:
    known = solve(3, 3, 3, **dict.fromkeys(filter(None, [options]), True))
    for text in list(known)[::9]:
        position = at("/".join(filter(None, ("tictactoe", options))), text)
        if not position.outcome:
            for line in ask("retrograde", position).lines:
                value, plies = known[position.play(line.move).text]
                assert line.score.verdict is {1: Verdict.WIN, 0: Verdict.TIE, -1: Verdict.LOSE}[-value]
                if value:
                    assert line.score.plies == plies + 1


@pytest.mark.parametrize("id", ["pong-hau-ki", "morris", "achi"])
def test_whenever_it_is_stopped_what_it_calls_proven_is_true(id: str) -> None:
    truth = {line.move: line.score for line in ask("retrograde", at(id)).lines}
    for patience in range(100):
        analysis = Retrograde().analyse(Watch(at(id), Limit(), Clock(), stop=patient(patience)))
        assert analysis.final
        assert len(analysis.lines) == len(truth)
        for line in analysis.lines:
            assert not line.score.proven or line.score == truth[line.move]
        if analysis.settled:
            break
    assert analysis.settled
    assert patience > 1


def test_gomoku_is_given_up_soon() -> None:
    analysis = analyse(Retrograde(), at("mnk:15,15,5"))
    assert not any(line.score.proven for line in analysis.lines)
    assert analysis.nodes < 2 * retrograde.MAX_POSITIONS
