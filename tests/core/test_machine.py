"""The machine of matchboxes as a player: it draws by its beads, and is what the games in the store make of it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from core import engines
from core.analysis import Analysis, Limit, Watch
from core.errors import CoreError
from core.game import Game, Reason
from core.games import get
from core.learning.classes import classes_of, learnable
from core.learning.menace import Menace
from core.play.match import Match
from core.players.beads import Beads, ratio
from core.players.opponents import Machine, parse, players
from core.players.recalling import Recalling
from core.players.worker.request import Request
from core.position import Outcome, Position, play_all
from core.records.learned import Machines
from core.score import Proof
from core.store.rows import Stored
from core.store.store import Store
from tests.core.storing import sound

GAME = get("tictactoe")
START = Position.start(GAME)
SEATS = ("menace", "human")


def played(moves: str, seats: tuple[str, str] = SEATS, id: str = "one") -> Match:
    match = Match(GAME, seats, id=id)
    for name in moves.split():
        match = match.play(match.position.parse(name))
    return match


LOST = "b1 a1 c1 b2 a2 c3"
"""X, who began on a side, has lost."""
WON = "b2 a1 b1 c1 b3"
"""X, who began in the centre, has won."""


def first_box(machine: Menace) -> dict[str, int]:
    """The beads of the empty board, by the first of the moves that are alike."""
    steps = machine.classes.steps[0]
    return {START.name(step.moves[0]): count for step, count in zip(steps, machine.beads(0), strict=True)}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return sound(tmp_path / "games.sqlite")


def test_it_has_learned_from_the_finished_games_that_it_has_played(store: Store) -> None:
    machines = Machines()
    assert first_box(machines.machine(store, GAME)) == {"a1": 4, "b1": 4, "b2": 4}
    store.save(played(LOST))
    store.save(played("b2 a1 b1", id="two"))  # goes on
    store.save(played(WON, ("human", "best:2"), id="three"))  # without it
    assert first_box(machines.machine(store, GAME)) == {"a1": 4, "b1": 3, "b2": 4}
    store.save(played(WON, id="four"))
    store.save(played(LOST, ("menace", "menace"), id="five"))
    machine = machines.machine(store, GAME)
    assert first_box(machine) == {"a1": 4, "b1": 2, "b2": 7}
    answer = machine.classes.place(play_all(GAME, "b1")[1].state)
    assert machine.beads(answer.at)[answer.steps[0]] == 4 + 3, "on the other seat it has won with a1"
    assert machines.learned(store, GAME).games == 3


def test_an_imported_game_teaches_it_nothing(store: Store) -> None:
    elsewhere = Stored.of(played(LOST), 1.0, 2.0)
    store.take_in([elsewhere])
    assert Machines().learned(store, GAME).games == 0


def test_a_machine_made_anew_from_the_store_is_the_same(store: Store) -> None:
    one = Machines()
    for number, moves in enumerate((LOST, WON, LOST, WON)):
        store.save(played(moves, id=str(number)))
        one.machine(store, GAME)
    assert Machines().machine(store, GAME).boxes == one.machine(store, GAME).boxes


def test_a_game_that_ends_otherwise_after_all_is_learned_from_as_it_ended(store: Store) -> None:
    machines = Machines()
    kept = store.save(played(LOST))
    assert first_box(machines.machine(store, GAME))["b1"] == 3
    store.save(replace(played("b1 a1"), outcome=Outcome(0, Reason.RESIGNED)), kept)
    assert first_box(machines.machine(store, GAME))["b1"] == 7


def test_it_begins_anew_from_a_time_on(store: Store) -> None:
    first = store.save(played(LOST))
    second = store.save(played(WON, id="two"))
    assert first.updated < second.updated
    learned = Machines(lambda: second.updated).learned(store, GAME)
    assert first_box(learned.machine) == {"a1": 4, "b1": 4, "b2": 7}
    assert learned.games == 1


def test_a_game_from_a_position_that_was_set_up_teaches_nothing(store: Store) -> None:
    match = Match(GAME, SEATS, "XO./XO./...")
    store.save(match.play(match.position.parse("a3")))
    assert first_box(Machines().machine(store, GAME)) == {"a1": 4, "b1": 4, "b2": 4}


def analysed(machine: Menace | None, position: Position) -> Analysis:
    return engines.analyse(Beads(machine), Watch(position, Limit(nodes=1000), lambda: 0.0))


def test_beads_stand_on_the_squares_as_guesses_and_never_as_values() -> None:
    machine = Menace(classes_of(GAME))
    machine.hear([(START.state, 4)], 1)
    machine.hear([(START.state, 1)], -1)
    lines = {START.name(line.move): line.score for line in analysed(machine, START).lines}
    assert {name: round(ratio(score.value) * 4) for name, score in lines.items()} == {
        **dict.fromkeys(("a1", "c1", "a3", "c3"), 4),
        **dict.fromkeys(("b1", "a2", "c2", "b3"), 3),
        "b2": 7,
    }
    win_in_one = play_all(GAME, "a1 b1 a2 b2")[1]
    every = [*lines.values(), *(line.score for line in analysed(machine, win_in_one).lines)]
    assert {(score.proof, score.verdict) for score in every} == {(Proof.ESTIMATE, None)}


def test_it_plays_each_move_as_often_as_its_box_has_beads_for_it() -> None:
    machine = Menace(classes_of(GAME))
    machine.boxes[0] = [10, 0, 6]
    analysis, random = analysed(machine, START), Random(5)
    drawn = Counter(START.name(Machine().choose(analysis, random).move) for _ in range(3200))
    assert set(drawn) == {"a1", "c1", "a3", "c3", "b2"}
    assert all(abs(count - (1200 if name == "b2" else 500)) < 120 for name, count in drawn.items())


def test_it_says_what_it_drew() -> None:
    machine = Menace(classes_of(GAME))
    machine.boxes[0] = [0, 0, 6]
    choice = Machine().choose(analysed(machine, START), Random(1))
    assert START.name(choice.move) == "b2"
    assert "100% of those in its box" in str(choice.reason)


def test_where_it_has_no_box_alphabeta_answers_and_it_plays_anything() -> None:
    elsewhere = Position.from_text(get("mnk:4,4,4"), "X.../..../..../....")
    analysis = analysed(None, elsewhere)
    assert analysis.engine == "alphabeta"
    assert "no box" in str(Machine().choose(analysis, Random(1)).reason)


@pytest.mark.parametrize(
    ("id", "plays"),
    [("tictactoe", True), ("nim:3,4,5", True), ("pong-hau-ki", True), ("gomoku", False), ("chomp:3,4", True)],
)
def test_it_sits_down_at_small_games_alone(id: str, plays: bool) -> None:
    game = get(id)
    assert learnable(game) == plays
    assert ("menace" in [player.text for player in players(game)]) == plays


def test_it_is_named_without_a_level() -> None:
    assert isinstance(parse("menace"), Machine)
    with pytest.raises(CoreError, match="write menace alone"):
        parse("menace:3")


class Inner:
    """An adviser that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Request] = []
        self.closed = False

    def ask(self, request: Request, heard: object, lost: object) -> Inner:
        self.asked.append(request)
        return self

    before = None

    def stop(self) -> None: ...

    def drop(self) -> None: ...

    async def close(self) -> None:
        self.closed = True


def recalling() -> tuple[Recalling, Inner, list[Callable[[Menace], None]]]:
    told: list[Callable[[Menace], None]] = []

    def recall(game: Game, tell: Callable[[Menace], None], lost: object) -> None:
        told.append(tell)

    inner = Inner()
    return Recalling(inner, recall), inner, told


def test_only_the_machine_is_answered_beside_the_engines() -> None:
    adviser, inner, told = recalling()
    heard: list[Analysis] = []
    adviser.ask(Request(START, "minimax"), heard.append, print)
    adviser.ask(Request(START, "menace"), heard.append, print)
    assert [request.engine for request in inner.asked] == ["minimax"]
    assert heard == []
    told[0](Menace(classes_of(GAME)))
    assert [(analysis.engine, analysis.final) for analysis in heard] == [("menace", True)]


def test_an_answer_that_nobody_wants_any_more_is_not_told() -> None:
    adviser, inner, told = recalling()
    heard: list[Analysis] = []
    adviser.ask(Request(START, "menace"), heard.append, print)
    adviser.ask(Request(START, "menace"), heard.append, print).stop()
    for tell in told:
        tell(Menace(classes_of(GAME)))
    assert len(heard) == 1
    adviser.ask(Request(START, "menace"), heard.append, print)
    asyncio.run(adviser.close())
    told[-1](Menace(classes_of(GAME)))
    assert len(heard) == 1
    assert inner.closed
