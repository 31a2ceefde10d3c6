"""Three men's morris and achi: every count and value of the literature, and of brute force on strings. It takes 9
seconds."""

from __future__ import annotations

from core.game import State
from core.games.morris import Morris
from core.perft import perft
from core.position import Position
from core.score import Verdict
from tests.core.morris_cases import KNOWN, reachable, rules
from tests.core.morris_cases import id as id
from tests.core.slides import MORRIS
from tests.core.watching import ask, at


def written(game: Morris, s: State) -> tuple[str, str]:
    """A state as brute force writes it."""
    text, turn = game.format_state(s).split()
    return text.replace("/", ""), turn


def test_every_position_has_the_moves_that_brute_force_finds(id: str) -> None:
    game = rules(id)
    after = reachable(game)
    brute = MORRIS[id].reachable(MORRIS[id].start)
    assert {written(game, s): sorted(written(game, child) for child in after[s]) for s in after} == {
        position: sorted(children) for position, children in brute.items()
    }


def test_sequences_of_moves_are_as_many_as_brute_force_counts(id: str) -> None:
    counted = [count for count, _ in zip(perft(at(id)), range(10), strict=False)]
    assert [1, *counted] == MORRIS[id].perft(10)


def test_every_position_is_worth_what_brute_force_finds(id: str) -> None:
    game = rules(id)
    worth = MORRIS[id].solve(MORRIS[id].start)
    named = {"win": Verdict.WIN, "lose": Verdict.LOSE, "draw": Verdict.ENDLESS}
    assert [sum(each.value == value for each in worth.values()) for value in ("lose", "win", "draw")] == [
        KNOWN[id].lost,
        KNOWN[id].won,
        KNOWN[id].endless,
    ]
    for s in list(reachable(game))[::5]:
        if game.value(s) is None:
            best = ask("retrograde", Position(game, s)).best
            value, plies = worth[written(game, s)]
            assert best
            assert (best.score.verdict, best.score.plies) == (named[value], plies)
