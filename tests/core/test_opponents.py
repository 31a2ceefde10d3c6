"""Players are named by texts, have a strength, and choose what their strength allows."""

from __future__ import annotations

from random import Random

import pytest

from core import engines
from core.analysis import Analysis, Line, Score, Verdict
from core.errors import UnknownEngine
from core.opponents import BEST, DEFAULT, HUMAN, LEVELS, Level, Opponent, parse
from tests.core.watching import at

WIN, TIE, LOSE = (Score.exact(verdict, 5) for verdict in (Verdict.WIN, Verdict.TIE, Verdict.LOSE))


class Loaded(Random):
    """Dice that fall as the test wants: ``share`` from 0 to 1, always the last of several choices."""

    def __init__(self, share: float) -> None:
        super().__init__(0)
        self.share = share

    def random(self) -> float:
        return self.share

    def choice(self, seq):  # type: ignore[no-untyped-def]
        return seq[-1]


def analysis(*scores: Score) -> Analysis:
    """Moves 0, 1, 2 ... with these scores, best first."""
    lines = tuple(Line(move, score, (move,)) for move, score in enumerate(scores))
    return Analysis(at("tictactoe"), lines, 1, 1, 0.0, True)


def opponent(text: str) -> Opponent:
    found = parse(text)
    assert found
    return found


@pytest.mark.parametrize("text", [HUMAN, "Human", " you "])
def test_a_person_is_no_engine(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize("engine", list(engines.ENGINES))
@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_every_engine_has_every_level_and_its_text_names_it_again(engine: str, level: Level) -> None:
    text = f"{engine}:{level.name}"
    assert opponent(text).text == text
    assert opponent(text.upper()) == opponent(text)


def test_the_best_engine_is_whichever_is_best_for_the_position() -> None:
    best = opponent(DEFAULT)
    assert (best.name, best.engine, best.text) == (BEST, None, "best:full")
    for game in ("tictactoe", "pong-hau-ki", "nim:3,4,5"):
        assert best.ask(at(game)) is engines.best(at(game))


def test_an_engine_without_a_level_plays_at_full_strength() -> None:
    assert opponent("mcts").text == "mcts:full"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("alphabet", "There is no engine 'alphabet'; the closest is alphabeta"),
        ("", "There is no engine ''"),
        ("human:easy", "There is no engine 'human'"),
        ("mcts:godlike", "There is no level 'godlike'; write mcts:LEVEL with one of easy, medium, hard, full."),
    ],
)
def test_a_wrong_name_is_answered_with_those_there_are(text: str, said: str) -> None:
    with pytest.raises(UnknownEngine) as caught:
        parse(text)
    assert str(caught.value).startswith(said)


def test_levels_grow_stronger_and_all_but_the_last_play_alike_on_every_machine() -> None:
    assert [level.name for level in LEVELS] == ["easy", "medium", "hard", "full"]
    slips = [level.slips for level in LEVELS]
    assert slips == sorted(slips, reverse=True)
    assert all(level.limit.seconds is None and level.limit.nodes for level in LEVELS[:-1])
    assert LEVELS[-1].limit.nodes is None


def test_a_strong_player_chooses_among_the_best_only() -> None:
    found = analysis(TIE, TIE, TIE, LOSE, LOSE)
    chosen = {opponent("mcts:full").choose(found, Random(seed)) for seed in range(50)}
    assert chosen == {0, 1, 2}


def test_the_quicker_win_is_better_and_no_other_is_chosen() -> None:
    found = analysis(Score.exact(Verdict.WIN, 1), Score.exact(Verdict.WIN, 3))
    assert {opponent("mcts:full").choose(found, Random(seed)) for seed in range(20)} == {0}


@pytest.mark.parametrize(("share", "move"), [(0.29, 4), (0.31, 2)])
def test_a_weak_player_slips_as_often_as_its_level_says(share: float, move: int) -> None:
    found = analysis(TIE, TIE, TIE, LOSE, LOSE)
    assert LEVELS[0].slips == 0.3
    assert opponent("mcts:easy").choose(found, Loaded(share)) == move


def test_a_slip_is_a_blind_choice_that_may_hit_the_best() -> None:
    found = analysis(WIN, LOSE)
    easy = opponent("mcts:easy")
    assert {easy.choose(found, Random(seed)) for seed in range(60)} == {0, 1}


def test_a_forced_move_is_played_at_every_level() -> None:
    assert {opponent(f"random:{level.name}").choose(analysis(LOSE), Random(1)) for level in LEVELS} == {0}
