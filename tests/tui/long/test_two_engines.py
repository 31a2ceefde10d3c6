"""A second engine in the panel: what it says, where the two agree and where not, and that it is there only when wanted. It
takes 5 seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.analysis import Analysis, Line
from core.engines import facts, of
from core.errors import EngineDied
from core.games import get
from core.score import Score, Verdict
from tests.tui.hall import FULL, Door, Visit, top
from tests.tui.told import DRAW, worth
from tui.screens.base.picker import Picker

PEOPLE = ("human", "human")
MINIMAX = {"tictactoe": "minimax"}


def rows(visit: Visit) -> list[str]:
    """The side of the screen."""
    return ["", *visit.side]


def scored(found: Analysis, *scores: Score) -> Analysis:
    """The analysis with other scores for its first moves, and no further ones."""
    lines = (Line(line.move, score, line.pv) for line, score in zip(found.lines, scores, strict=False))
    return replace(found, lines=tuple(lines))


async def test_it_stands_beside_the_first_with_a_mark_where_they_agree(hall: Door) -> None:
    # After a1 b2 c3 the game is a draw in 6 with four moves and lost in 4 with two.
    hall.furnish(second_engines=MINIMAX)
    async with hall("tictactoe", "a1 b2 c3", PEOPLE, (80, 30)) as visit:
        seen = rows(visit)
        assert seen[1].lstrip("╭─ ").startswith("Alphabeta")
        assert "─ Minimax ─" in visit.text
        assert visit.side.count(f"{worth('O', DRAW, 6)} exact") == 2
        assert "They agree, both proven: b1." in seen
        first = next(i for i, row in enumerate(seen) if row.startswith("move value")) + 1
        assert [row.replace("▸", " ").split() for row in seen[first : first + 6]] == [
            ["b1", "=", "draw", "6", "≡", "=", "draw", "6"],
            ["a2", "=", "draw", "6", "≡", "=", "draw", "6"],
            ["c2", "=", "draw", "6", "≡", "=", "draw", "6"],
            ["b3", "=", "draw", "6", "≡", "=", "draw", "6"],
            ["c1", "-", "lose", "4", "≡", "-", "lose", "4"],
            ["a3", "-", "lose", "4", "≡", "-", "lose", "4"],
        ]


async def test_off_it_has_no_process_and_no_row(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        assert len(visit.engines.workers) == 1
        assert visit.panel.second is None
        assert "agree" not in visit.text


async def test_the_list_has_the_engines_that_know_the_game_and_think_but_for_the_first(hall: Door) -> None:
    async with hall("nim:3,4,5", players=PEOPLE) as visit:
        thinking = [str(facts(name).title) for name in of(get("nim:3,4,5")) if facts(name).thinks]
        await visit.do("second_engine")
        titles = [row.name for row in top(visit.app, Picker).listed.rows]
        await visit.press("escape")
        assert titles == ["none", *(title for title in thinking if title != visit.panel.engine)]


async def test_the_first_engine_is_never_the_second_one_too(hall: Door) -> None:
    hall.furnish(second_engines=MINIMAX)
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.do("engine")
        titles = [row.name for row in top(visit.app, Picker).listed.rows]
        assert len(titles) > 2
        assert "Minimax" not in titles


async def test_it_is_remembered_for_each_game(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.choose("second_engine", "minimax")
        assert visit.status == "Second engine of the panel: minimax"
    async with hall("nim:3,4,5", players=PEOPLE) as visit:
        assert visit.panel.second is None
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        assert visit.panel.second
        assert visit.panel.second.engine == "Minimax"


async def test_its_process_ends_when_it_is_turned_off_and_both_end_with_the_screen(hall: Door) -> None:
    hall.furnish(second_engines={"tictactoe": "menace"})  # the last
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        first, second = visit.engines.workers
        await visit.choose("second_engine", "")
        assert visit.panel.second is None
        assert (first.closed, second.closed) == (False, True)
        await visit.choose("second_engine", "mcts")
        first, _second, third = visit.engines.workers
        await visit.do("leave")
        await visit.until(lambda: first.closed and third.closed)


async def test_it_rests_while_the_panel_keeps_its_values_to_itself(hall: Door) -> None:
    hall.furnish(second_engines=MINIMAX)
    hall.panel_people = "quiet"
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        assert len(visit.engines.workers) == 1
        assert "Minimax" not in visit.text
        await visit.do("panel")
        await visit.rest()
        assert "They agree, both proven: b1." in visit.text
        visit.engines.hold()
        await visit.do("panel")
        await visit.move_unheard("b1")
        assert [worker is visit.engines.workers[0] for worker in visit.engines.open] == [True]


async def test_a_proof_and_a_guess_of_the_same_best_move_are_no_difference(hall: Door) -> None:
    hall.furnish(second_engines={"tictactoe": "mcts"})
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", PEOPLE, (80, 30)) as visit:
        first, second = visit.engines.workers
        first.tell(lambda found: found)
        second.tell(lambda found: scored(found, Score.estimate(0.4), Score.estimate(-0.1)))
        await visit.settle()
        assert visit.panel.second
        assert visit.panel.second.agreement == "Both would play b1: draw 6, proven by Alphabeta."
        assert "= draw 6 ≈ ~ +0.40" in " ".join(visit.side)
        assert "= draw 6 ≈ ~ -0.10" in " ".join(visit.side)


@pytest.mark.parametrize(("proves", "name"), [(0, "Alphabeta"), (1, "Mcts")])
async def test_what_one_of_the_two_has_proven_the_other_does_not_guess_at(hall: Door, proves: int, name: str) -> None:
    hall.furnish(second_engines={"tictactoe": "mcts"})
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        visit.engines.workers[proves].tell(lambda found: found)
        visit.engines.workers[1 - proves].tell(lambda found: scored(found, Score.estimate(0.4), Score.estimate(-0.1)))
        await visit.settle()
        assert visit.text.count("O to move: ") == 1
        assert f"Proven by {name} " in visit.text


async def test_a_move_that_an_engine_guesses_at_is_told_as_the_other_has_proven_it(hall: Door) -> None:
    hall.furnish(second_engines={"tictactoe": "mcts"})
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        first, second = visit.engines.workers
        parse = visit.play.state.match.position.parse
        first.tell(lambda found: found)
        second.tell(lambda found: replace(found, lines=(Line(parse("c1"), Score.estimate(0.4), (parse("c1"),)),)))
        await visit.settle()
        assert visit.panel.second
        assert (
            visit.panel.second.agreement
            == "They differ: Alphabeta proves b1 draw 6, Mcts would play c1, proven lose 4."
        )


async def test_two_guesses_agree_where_both_like_the_same_move(hall: Door) -> None:
    hall.furnish(second_engines={"tictactoe": "mcts"})
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        first, second = visit.engines.workers

        def guess(**values: float) -> Callable[[Analysis], Analysis]:
            parse = visit.play.state.match.position.parse
            lines = tuple(Line(parse(name), Score.estimate(value), (parse(name),)) for name, value in values.items())
            return lambda found: replace(found, lines=lines)

        first.tell(guess(b1=0.2, a2=0.1))
        second.tell(guess(b1=0.1, a2=-0.1))
        await visit.settle()
        assert visit.panel.second
        assert visit.panel.second.agreement == "They agree, both guess: b1."
        second.tell(guess(a2=0.3, b1=-0.2))
        await visit.settle()
        assert visit.panel.second.agreement == "They differ: Alphabeta guesses b1 +0.20, Mcts guesses a2 +0.30."
        assert "~ +0.20 ≠ ~ -0.20" in " ".join(visit.side)


async def test_a_contradiction_is_told_loudly_in_the_panel_and_in_a_notice_once(hall: Door) -> None:
    hall.furnish(second_engines=MINIMAX)
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", PEOPLE, (80, 30)) as visit:
        first, second = visit.engines.workers
        first.tell(lambda found: found)
        for _ in range(2):
            second.tell(lambda found: scored(found, Score.exact(Verdict.WIN, 3)))
            await visit.settle()
        loud = "FAULT: Alphabeta proves b1 draw 6 and Minimax b1 win 3. One of them is wrong; please report it."
        assert visit.notices == [loud]
        assert visit.panel.second
        assert visit.panel.second.fault
        assert "FAULT: Alphabeta proves b1 draw 6" in visit.text
        assert "! + win 3" in " ".join(visit.side)


async def test_a_failure_of_the_second_engine_is_a_sentence_and_the_first_goes_on(hall: Door) -> None:
    hall.furnish(second_engines=MINIMAX)
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        first, second = visit.engines.workers
        second.fail(EngineDied("The second engine has died."))
        first.answer_soon()
        await visit.settle()
        assert visit.status == "The second engine has died."
        assert "DRAW in 6" in visit.text


@pytest.mark.parametrize("game", ["ultimate", "gomoku", "connect-four", "pong-hau-ki", "chomp:4,3", "qubic"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
async def test_every_kind_of_game_shows_it_in_every_window(hall: Door, game: str, size: tuple[int, int]) -> None:
    hall.engines.hasty = True
    hall.furnish(second_engines={game: "mcts"})
    async with hall(game, players=PEOPLE, size=size) as visit:
        if size[0] < 80:
            await visit.do("panel")
        assert visit.panel.second
        assert visit.panel.second.engine == "Mcts"
        assert "Mcts" in visit.text
        assert any(word in visit.text for word in ("agree", "Both", "differ", "nothing", "does not know")), visit.text


async def test_the_second_column_leaves_the_sequence_to_large_windows(hall: Door) -> None:
    hall.furnish(second_engines=MINIMAX)
    async with hall("tictactoe", "a1 b2 c3", (FULL, "human"), (170, 40)) as visit:
        row = next(line for line in visit.text.splitlines() if "≡" in line)
        assert " b1    = draw    6  ≡ = draw    6  b1 b3 a3 c1" in row


async def test_in_spanish_nothing_of_it_is_cut(hall: Door) -> None:
    hall.furnish(second_engines=MINIMAX, language="es")
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        assert "De acuerdo, demostrado: b1." in visit.text
        assert "≡ = tablas  6" in visit.text
