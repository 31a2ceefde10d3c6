"""What an analysis says of the whole position, at every moment of a search, against brute force on strings. It takes 5
seconds."""

from __future__ import annotations

from random import Random

import pytest

from core.analysis import Limit
from core.position import Position
from core.score import Score, Verdict
from tests.core.headline_cases import BOARDS, headlines, worth
from tests.core.watching import ask, at

MAX_EMPTY = 8


def random_position(id: str, random: Random) -> Position:
    """An unfinished position that is nearly full."""
    while True:
        position = at(id)
        while position.text.count(".") > MAX_EMPTY and not position.outcome:
            position = position.play(random.choice(position.moves))
        if not position.outcome:
            return position


@pytest.mark.parametrize("engine", ["minimax", "alphabeta", "mcts", "lines"])
@pytest.mark.parametrize("id", BOARDS)
def test_the_headline_is_never_more_than_what_brute_force_finds(engine: str, id: str) -> None:
    random = Random(id)
    seen = set()
    for _ in range(5):
        position = random_position(id, random)
        seen |= headlines(engine, position, worth(id, position.text.replace("/", "")))
    assert len(seen) > 1


def test_no_limit_of_nodes_makes_minimax_say_a_longer_win_than_there_is() -> None:
    """It meets a win in 10 before the one in 8."""
    position = at("mnk:5,3,3/misere/toroidal", "X..../...OX/.....")
    assert worth(position.game.id, position.text.replace("/", "")) == (1, 8)
    said = []
    ask("minimax", position, Limit(nodes=300_000), lambda analysis: said.append(analysis.score))
    wins = {score for score in said if score and score.verdict is Verdict.WIN}
    assert Score.exact(Verdict.WIN, None, "search", most=10) in wins
    assert all(score.plies in (None, 8) and (score.within or 8) >= 8 for score in wins)
