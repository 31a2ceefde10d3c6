"""An opponent of one's own strength: it goes by the games that count, smoothly, and says what it does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from core.errors import UnknownEngine
from core.game import Reason
from core.games import get
from core.growing import Growing
from core.play import actions
from core.play.match import Match
from core.play.seats import Setup, next_seat
from core.play.series import Series
from core.players.opponents import HUMAN, ME, Fitted, parse, unfitted
from core.players.worker.request import Request
from core.position import Outcome, Position
from core.store.equal import OwnStrength, counted, fitted, new, next_opponent, own_strengths, rated, seated, strength
from core.store.statistics import statistics
from core.store.store import Store
from core.strategies.levels import named
from core.strategies.strengths import NEW, strengths
from tests.core.sitting import PEOPLE, Sitting
from tests.core.storing import sound

GAME = get("tictactoe")
TEXT = "me:2+4:40"


def over(opponent: str = TEXT, winner: int | None = 0, id: str = "one", seat: int = 0, **facts: object) -> Match:
    players = (HUMAN, opponent) if seat == 0 else (opponent, HUMAN)
    match = Match(GAME, players, id=id).play(4)
    reason = Reason.AGREED if winner is None else Reason.RESIGNED
    return replace(match, outcome=Outcome(winner, reason), **facts)  # type: ignore[arg-type]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return sound(tmp_path / "games.sqlite")


def test_its_text_has_its_levels_and_their_share() -> None:
    opponent = parse(TEXT)
    assert opponent == Fitted((named("2"), named("4")), 40)
    assert opponent.text == TEXT
    assert (parse(ME), unfitted(TEXT), unfitted("best:2")) == (Fitted(), ME, "best:2")


@pytest.mark.parametrize(
    "text",
    [
        *("me:", "me: ", "me:2", "me:2+4", "me:2+4:101", "me:2+4:x", "me:2+9:40", "me:+:1", "me:2+4:40:1"),
        *("me:2+4:٤٠", "best:", "loser:"),
    ],
)
def test_a_text_that_is_none_of_its_is_refused(text: str) -> None:
    with pytest.raises(UnknownEngine):
        parse(text)


def test_it_makes_the_share_of_its_moves_at_the_stronger_level() -> None:
    opponent, random = Fitted((named("2"), named("4")), 40), Random(3)
    asked = [opponent.decide(Position.start(GAME), random) for _ in range(2000)]
    levels = [request.limit for request in asked if isinstance(request, Request)]
    assert set(levels) == {named("2"), named("4")}
    assert abs(levels.count(named("4")) - 800) < 100


def test_who_is_new_meets_level_2() -> None:
    opponent, said = next_opponent(GAME, [])
    assert opponent == Fitted((named("2"), named("2")))
    assert str(said) == "You are new here: it begins at level 2."


def test_between_two_levels_the_strength_goes_smoothly() -> None:
    ladder = list(strengths(GAME).values())
    for rating in range(round(ladder[0]), round(ladder[-1]) + 1, 7):
        assert abs(strength(GAME, fitted(GAME, rating)) - rating) < 2


def test_beyond_the_levels_of_a_game_it_plays_the_last_one() -> None:
    assert fitted(GAME, 100).share == 0
    assert fitted(GAME, 100).both[0].strength == named("1")
    assert (fitted(GAME, 3000).share, fitted(GAME, 3000).both[1].strength) == (100, named("full"))


def test_where_all_levels_play_alike_it_plays_one_of_them() -> None:
    game = get("subtraction:11:1,3/misere")
    assert strength(game, fitted(game, 1700)) == NEW


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ([1.0], "Stronger: you won the last game."),
        ([1.0, 1.0, 1.0], "you won the last 3."),
        ([0.0], "Weaker: you lost the last game."),
        ([0.5], "As strong as before: the last game was drawn."),
        ([1.0, 0.5, 0.5], "the last 2 were drawn."),
    ],
)
def test_it_says_what_it_does_and_why(points: list[float], said: str) -> None:
    games: list[tuple[Fitted, float]] = []
    for number in range(len(points)):
        opponent, _said = next_opponent(GAME, rated(GAME, games))
        games.append((opponent, points[number]))
    assert said in str(next_opponent(GAME, rated(GAME, games))[1])


def test_wins_make_it_stronger_and_losses_weaker() -> None:
    middle = Fitted((named("2"), named("4")), 50)
    after = {points: rated(GAME, [(middle, points)])[-1].after.rating for points in (0.0, 0.5, 1.0)}
    assert after[0.0] < new(GAME).rating < after[1.0]
    assert after[0.0] < after[0.5] < after[1.0]


def test_only_games_without_help_against_it_from_the_start_count(store: Store) -> None:
    store.save(over(id="counts"))
    store.save(over(id="second seat", winner=0, seat=1))
    store.save(over(id="drawn", winner=None))
    store.save(over("best:2", id="another"))
    store.save(over(id="hint").count_hint())
    store.save(over(id="stopped").count_caution())
    store.save(over(id="lesson", lesson=True))
    store.save(replace(over(id="set up"), start=".X./.../...", moves=Growing()))
    store.save(Match(GAME, (HUMAN, TEXT), id="goes on").play(4))
    found = counted(GAME, store.finished())
    assert [points for _opponent, points in found] == [1.0, 0.0, 0.5]
    assert {opponent.text for opponent, _points in found} == {TEXT}


def test_a_set_up_is_fitted_by_what_the_store_has(store: Store) -> None:
    setup = Setup((HUMAN, ME))
    assert seated(setup, GAME, store).seats == (HUMAN, "me:2+2:0")
    for number in range(3):
        store.save(over(id=str(number)))
    again = seated(setup, GAME, store)
    opponent = parse(again.seats[1])
    assert isinstance(opponent, Fitted)
    assert strength(GAME, opponent) > strength(GAME, Fitted((named("2"), named("4")), 40))
    assert "you won the last 3" in str(again.said)
    assert seated(Setup((HUMAN, "best:2")), GAME, store) == Setup((HUMAN, "best:2"))


def test_a_series_goes_on_whatever_its_strength_is() -> None:
    series = Series((HUMAN, "me:2+2:0"), results=(0, None))
    after = Setup((HUMAN, "me:2+4:60")).following(series, Random(1))
    assert (after.players, after.wins, after.draws) == ((HUMAN, "me:2+4:60"), (1, 0), 1)


def test_the_statistics_tell_the_strength_of_each_game(store: Store) -> None:
    for number in range(3):
        store.save(over(id=str(number)))
    found = statistics(store.finished(limit=None))
    own = found.strengths["tictactoe"]
    assert (own.games, len(own.curve), own.curve[-1]) == (3, 3, own.rating)
    assert own.curve[0] < own.curve[1] < own.curve[2]
    assert list(found.opponents) == [ME]
    assert found.to_json()["strengths"]["tictactoe"]["games"] == 3
    assert own_strengths([]) == {}
    assert OwnStrength.of([]) is None


def test_it_is_the_first_after_a_person_among_those_who_may_sit_there() -> None:
    assert next_seat((HUMAN, HUMAN), 0, GAME) == ME
    assert next_seat((TEXT, HUMAN), 0, GAME) == "best:2"


def test_help_makes_a_lesson_of_a_game_and_nothing_takes_that_back() -> None:
    for help in (actions.Lesson(), actions.Hint(), actions.Caution()):
        sitting = Sitting(PEOPLE)
        assert not sitting.state.match.helped
        sitting.do(help)
        sitting.do(actions.Play(4))
        assert sitting.state.match.helped
    sitting = Sitting(PEOPLE)
    sitting.do(actions.Play(4))
    sitting.do(actions.Undo())
    sitting.do(actions.Play(0))
    assert sitting.state.match.helped
    assert Match.from_json(sitting.state.match.to_json()).helped


def test_a_new_game_is_no_lesson() -> None:
    sitting = Sitting(PEOPLE)
    sitting.do(actions.Lesson())
    sitting.do(actions.New())
    assert not sitting.state.match.helped
