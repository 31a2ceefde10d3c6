"""What every row of the families owes: that all it names is there, and that nothing comes from another row."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import engines, estimates, explain, games, strategies
from core.analysis import Limit
from core.engines import ENGINES, PROGRAMS
from core.explain.words import Words
from core.game import Game
from core.games.mnk import Mnk
from core.kinds.drafts import DrawnGame
from core.kits import KITS, Kit, kit_of, provable
from core.players.opponents import players
from core.position import Position
from core.registry import load
from core.strategies import STRATEGIES, levels
from tests.core.watching import ask
from tui.boards import BOARDS
from tui.rules import page

PERFT = Path(__file__).parent / "core" / "perft"


@pytest.fixture(params=KITS.values(), ids=lambda kit: kit.id)
def kit(request: pytest.FixtureRequest) -> Kit:
    assert isinstance(request.param, Kit)
    return request.param


def test_all_that_a_row_names_is_there(kit: Kit) -> None:
    assert games.FAMILIES[kit.id].id == kit.id
    assert kit.face in BOARDS
    assert set(kit.solvers.split()) <= set(ENGINES)
    assert set(kit.programs.split()) <= set(PROGRAMS)
    assert set(kit.strategies.split()) <= set(STRATEGIES)
    for ladder in kit.ladders:
        assert [levels.named(name).name for name in ladder.levels.split()] == ladder.levels.split()
    first = games.get(kit.presets.split()[0])
    if kit.words:
        assert isinstance(load("core.explain", kit.words)(first), Words)
    if kit.plan:
        assert callable(load("core.proofs", kit.plan))
    if kit.estimator:
        assert isinstance(load("core.estimates", kit.estimator)(first), estimates.Estimator)


def test_every_preset_is_a_game_of_its_row(kit: Kit) -> None:
    for id in kit.presets.split():
        assert games.get(id).id == id
        assert kit_of(id) is kit


def test_every_family_has_a_page_of_rules_that_shows_its_notation(kit: Kit) -> None:
    assert "`" in page(games.get(kit.presets.split()[0])), "it shows how moves are written"


def test_every_family_has_counts_of_its_own_from_elsewhere(kit: Kit) -> None:
    assert kit.counts
    for name in kit.counts.split():
        id = next(line for line in (PERFT / f"{name}.txt").read_text("utf-8").splitlines() if not line.startswith("#"))
        assert kit_of(games.get(id).id) is kit


def test_kin_stand_on_boards_that_can_be_told_to_be_one() -> None:
    words = {kit.kin for kit in KITS.values() if kit.kin}
    for kit in KITS.values():
        if kit.kin:
            assert sum(other.kin == kit.kin for other in KITS.values()) > 1
            assert all(isinstance(games.get(id), DrawnGame) for id in kit.presets.split())
    assert words.isdisjoint(KITS), "no word is taken for the name of a family"


def test_no_file_of_counts_is_left_out() -> None:
    assert sorted(name for kit in KITS.values() for name in kit.counts.split()) == sorted(
        path.stem for path in PERFT.glob("*.txt")
    )


def test_every_strategy_belongs_to_a_row_and_plays_one_of_its_presets_or_of_their_kin() -> None:
    assert {name for kit in KITS.values() for name in kit.strategies.split()} == set(STRATEGIES)


class Stranger(Mnk):
    """A game whose rules descend from k in a row, and of which no row knows: who completes a line loses."""

    def __init__(self) -> None:
        super().__init__(3, 3, 3, frozenset(), "stranger")
        self._line_value = 1


@pytest.mark.parametrize("id", ["mnk:9,2,3/misere", "mnk:5,5,3/misere", "connect-four:7,8,4", "connect-four:4,9,4"])
def test_a_board_that_no_search_of_seconds_proves_is_not_called_provable(id: str) -> None:
    # The engines have proven no move of its start after four million nodes.
    game = games.get(id)
    assert not provable(game.id, game.move_count)


def test_a_game_without_a_row_inherits_nothing_from_the_class_of_its_rules() -> None:
    game = Stranger()
    position = Position.start(game)
    assert type(estimates.estimator(game)) is estimates.Estimator
    assert strategies.of(game) == []
    assert levels.levels_of(game) == levels.LEVELS
    assert engines.best(position).name == "retrograde", "it has not said that it ends"
    assert {player.text for player in players(game)} == {
        *(f"best:{level.name}" for level in levels.LEVELS),
        "loser",
        "random",
    }
    assert explain.proof(position, 4) is None
    analysis = ask("alphabeta", position, Limit(nodes=5000))
    for line in analysis.lines:
        assert explain.why(position, line).template in ("{result}.", "{result}; expected: {moves}.")


@pytest.mark.parametrize("game", games.presets(), ids=lambda game: game.id)
def test_the_engine_that_answers_unasked_is_one_that_the_row_names_or_one_for_any_game(game: Game) -> None:
    position = Position.start(game)
    engine = engines.best(position)
    named = kit_of(game.id).solvers.split()
    assert engine.name in (*named, "alphabeta", "retrograde")
    analysis = ask(engine.name, position, Limit(nodes=1000, seconds=1))
    assert {line.move for line in analysis.lines} == set(position.moves)
