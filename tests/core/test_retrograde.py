"""Retrograde analysis against brute force and by hand: wins, losses, ties with distances, and what never ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, permutations

import pytest

from core.analysis import Analysis, Limit, Watch
from core.engines import best
from core.engines.general import retrograde
from core.engines.general.retrograde import TABLES_KEPT, Retrograde
from core.game import Ending, Game, Move, Player, Reason, State
from core.games import get
from core.phrase import phrase
from core.position import Position
from core.score import Score, Verdict
from tests.core import slides
from tests.core.brute import solve
from tests.core.slides import Slide
from tests.core.toys import Ring, Roundabout, Stones
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


def analyse(engine: Retrograde, position: Position, limit: Limit | None = None) -> Analysis:
    return engine.analyse(Watch(position, limit or Limit(), Clock()))


def patient(ticks: int) -> Callable[[], bool]:
    """Wants the end after so many ticks."""
    asked = count()
    return lambda: next(asked) >= ticks


@pytest.mark.slow
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


@pytest.mark.slow
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


def test_the_roundabout_has_the_values_found_by_hand() -> None:
    """Place 6 loses whoever stands on it, 7 is level, 8 is out of reach. 4 wins in 1 by 6. 5 goes to 7: level in 1, as 3 can
    force no more. 3 can go to 5 or to 2. 2 would give 4 away, so it goes back to 3: level in 3. 3 by 5: level in 2. 1 by 3:
    level in 3; 0 by 1: level in 4 (or by 2: also level in 4)."""
    game = Roundabout()
    expected = {4: (Verdict.WIN, 1), 5: (Verdict.TIE, 1), 3: (Verdict.TIE, 2), 2: (Verdict.TIE, 3), 1: (Verdict.TIE, 3)}
    expected[0] = (Verdict.TIE, 4)
    for place, worth in expected.items():
        top = analyse(Retrograde(), Position(game, (place, 0))).best
        assert top
        assert (top.score.verdict, top.score.plies) == worth


def test_a_ring_is_endless_and_its_play_is_shown_for_some_plies() -> None:
    analysis = ask("retrograde", Position.start(Ring()))
    for line in analysis.lines:
        assert line.score == Score.exact(Verdict.ENDLESS, None, "retrograde")
        assert len(line.pv) == retrograde.ENDLESS_PLIES
    assert analysis.settled
    assert analysis.counters["states"] == analysis.counters["endless"] == 6


@pytest.mark.parametrize("stones", range(1, 13))
def test_turns_that_do_not_alternate_get_the_same_answer_as_from_minimax(stones: int) -> None:
    position = Position.start(Stones(stones))
    first, second = ask("retrograde", position), ask("minimax", position)
    assert {line.move: (line.score.verdict, line.score.plies) for line in first.lines} == {
        line.move: (line.score.verdict, line.score.plies) for line in second.lines
    }


@pytest.mark.slow
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


def test_reports_on_the_way_prove_more_and_more_and_take_nothing_back() -> None:
    seen: list[Analysis] = []
    Retrograde().analyse(Watch(at("morris"), Limit(), Clock(1.0), seen.append))
    proven = [sum(line.score.proven for line in analysis.lines) for analysis in seen]
    assert proven == sorted(proven)
    assert proven[0] == 0
    assert not any(analysis.final for analysis in seen)


def test_with_a_limit_of_depth_it_proves_what_can_be_forced_within_it_and_no_more() -> None:
    for depth in range(1, 12):
        for line in ask("retrograde", at("morris"), Limit(depth=depth)).lines:
            name = at("morris").name(line.move)
            expected = {"b2": 9}.get(name, 8 if name in ("a2", "b1", "b3", "c2") else None)
            assert line.score.proven == (expected is not None and expected <= depth)


def test_a_game_that_is_too_large_is_given_up_without_a_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrograde, "LARGEST", 5000)
    analysis = analyse(Retrograde(), at("morris"))
    assert not any(line.score.proven for line in analysis.lines)
    position = at("morris", "XX./OO./... X")
    top = analyse(Retrograde(), position).best
    assert top
    assert top.score == Score.exact(Verdict.WIN, 1, "rules")


def test_gomoku_is_given_up_soon() -> None:
    analysis = analyse(Retrograde(), at("mnk:15,15,5"))
    assert not any(line.score.proven for line in analysis.lines)
    assert analysis.nodes < 2 * retrograde.LARGEST


def test_the_next_ply_is_answered_from_the_table() -> None:
    engine = Retrograde()
    first = analyse(engine, at("morris"))
    position = at("morris").play(at("morris").parse("b2"))
    second = analyse(engine, position)
    assert (first.nodes, second.nodes) == (18709 + 1, 1)
    assert second.settled
    assert {line.move: line.score for line in second.lines} == {
        line.move: line.score for line in analyse(Retrograde(), position).lines
    }


def test_the_positions_counted_are_those_of_the_game_however_far_it_has_come() -> None:
    for text in (None, "X../.O./... X", "XOX/O../... X"):
        analysis = analyse(Retrograde(), at("morris", text))
        assert (analysis.counters["states"], analysis.counters["endless"]) == (5390, 1312)


def test_a_position_that_no_game_reaches_is_solved_as_well_and_few_tables_are_kept() -> None:
    engine = Retrograde()
    pong = get("pong-hau-ki")
    for text in ("raoar a", "oraar a", "aorra r", "raoar r"):
        assert analyse(engine, Position.from_text(pong, text)).settled
    for stones in range(2, 3 + TABLES_KEPT):
        analyse(engine, Position.start(Stones(stones)))
    assert len(engine._tables) == TABLES_KEPT


def test_it_answers_unasked_where_a_game_can_go_round_and_only_there() -> None:
    assert best(at("pong-hau-ki")).name == best(at("achi")).name == "retrograde"
    assert best(at("tictactoe")).name == "alphabeta"


def test_the_count_of_positions_does_not_hang_on_what_was_asked_before() -> None:
    game, engine = get("pong-hau-ki"), Retrograde()

    def counted(position: Position) -> int:
        return engine.analyse(Watch(position, Limit(), lambda: 0.0)).counters["states"]

    boards = {"".join(stones) for stones in permutations("aarro")}
    every = [Position.from_text(game, f"{board} {turn}") for board in sorted(boards) for turn in "ar"]
    assert len(every) == 60
    open_ones = [position for position in every if not position.outcome]
    assert counted(Position.start(game)) == 56
    for position in open_ones:
        counted(position)
    assert counted(Position.start(game)) == 56
    following = Position.start(game).play(Position.start(game).moves[0])
    assert counted(following) == 56
