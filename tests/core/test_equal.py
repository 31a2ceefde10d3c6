"""An opponent of one's own strength: it goes by the games that count, smoothly, and says what it does."""

from __future__ import annotations

from collections.abc import Iterable
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
from core.play.seats import Setup, seat_choices
from core.play.series import Series
from core.players.opponents import HUMAN, ME, Fitted, parse, unfitted
from core.players.worker.request import Request
from core.position import Outcome, Position
from core.records.equal import (
    OwnStrength,
    counted,
    fitted,
    new,
    next_opponent,
    own_strengths,
    rated,
    seated,
    standing,
    strength,
)
from core.records.statistics import statistics
from core.records.strengths import strengths
from core.store.store import Store
from core.strategies.levels import named
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
    assert str(said) == "You are new here, so Play me begins at level 2."


def test_between_two_levels_the_strength_goes_smoothly() -> None:
    ladder = list(strengths(GAME).values())
    for rating in range(round(ladder[0]), round(ladder[-1]) + 1, 7):
        assert abs(strength(GAME, fitted(GAME, rating, gentle=True)) - rating) < 2


def test_beyond_the_levels_of_a_game_it_plays_the_last_one() -> None:
    assert fitted(GAME, 100).share == 0
    assert fitted(GAME, 100).both[0].strength == named("1")
    assert (fitted(GAME, 3000).share, fitted(GAME, 3000).both[1].strength) == (100, named("full"))


def after(points: Iterable[float]) -> list[tuple[Fitted, float]]:
    """Games with these points, each against the opponent that was met then."""
    games: list[tuple[Fitted, float]] = []
    for made in points:
        opponent, _said = next_opponent(GAME, rated(GAME, games))
        games.append((opponent, made))
    return games


def weakest(points: Iterable[float]) -> str:
    """The weaker level of the opponent met after games with these points."""
    return next_opponent(GAME, rated(GAME, after(points)))[0].both[0].strength.name


def test_after_two_lost_games_it_plays_no_weaker_than_level_1() -> None:
    assert weakest([0.0, 0.0]) == "1"


def test_after_three_lost_games_in_a_row_it_plays_weaker_than_level_1() -> None:
    assert weakest([0.0, 0.0, 0.0]) == "0"


def test_three_lost_games_with_another_between_them_are_not_in_a_row() -> None:
    assert weakest([0.0, 0.0, 0.5, 0.0]) == "1"


def test_whoever_has_needed_the_gentlest_level_comes_back_from_it_by_degrees() -> None:
    # Level 1 would be too strong again at once for a person who has just won for the first time.
    assert weakest([0.0, 0.0, 0.0, 0.0, 0.0, 1.0]) == "0"


@pytest.mark.parametrize("id", ["subtraction:11:1,3/misere", "subtraction:21:1"])
def test_a_game_in_which_no_choice_changes_the_result_is_not_rated(id: str) -> None:
    game = get(id)
    opponent, _said = next_opponent(game, [])
    assert rated(game, [(opponent, 1.0)] * 5) == []


def test_a_game_that_is_not_rated_says_so() -> None:
    said = next_opponent(get("subtraction:11:1,3/misere"), [])[1]
    assert str(said) == "No choice changes the result of this game, so it is not rated."


def test_a_level_that_a_game_no_longer_tells_apart_counts_as_the_one_below_it() -> None:
    # Earlier versions offered level 4 of 4x4, four in a row, which plays as level 2 with fewer slips.
    game = get("mnk:4,4,4")
    assert "4" not in strengths(game)
    assert strength(game, Fitted((named("4"), named("4")))) == strengths(game)["2"]


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ([1.0], "Level 2 -> 4: you won the last game."),
        ([1.0, 1.0, 1.0], "you won the last 3."),
        ([0.0], "Level 2 -> 1: you lost the last game."),
        ([0.5], "As strong as before: the last game was drawn."),
        ([1.0, 0.5, 0.5], "the last 2 were drawn."),
    ],
)
def test_it_says_what_it_does_and_why(points: list[float], said: str) -> None:
    assert said in str(next_opponent(GAME, rated(GAME, after(points)))[1])


@pytest.mark.parametrize("points", [[1.0] * 4, [0.0] * 4, [1.0, 0.0, 0.5, 0.0, 1.0]])
def test_it_names_the_levels_between_which_it_has_moved_and_none_where_it_stays(points: list[float]) -> None:
    for count in range(1, len(points) + 1):
        games = after(points[:count])
        opponent, said = next_opponent(GAME, rated(GAME, games))
        before, now = games[-1][0].nearest.name, opponent.nearest.name
        moved = str(said).startswith(f"Level {before} -> {now}: ")
        assert moved == (before != now), (count, str(said))
        assert moved == str(said).startswith("Level ")


def test_wins_make_it_stronger_and_losses_weaker() -> None:
    middle = Fitted((named("2"), named("4")), 50)
    made = {points: rated(GAME, [(middle, points)])[-1].after.rating for points in (0.0, 0.5, 1.0)}
    assert made[0.0] < new(GAME).rating < made[1.0]
    assert made[0.0] < made[0.5] < made[1.0]


def test_only_games_without_help_against_it_from_the_start_count(store: Store) -> None:
    store.save(over(id="counts"))
    store.save(over(id="second seat", winner=0, seat=1))
    store.save(over(id="drawn", winner=None))
    store.save(over("best:2", id="another"))
    store.save(replace(over(id="hint"), hints=1))
    store.save(replace(over(id="stopped"), cautions=1))
    store.save(over(id="lesson", lesson=True))
    store.save(replace(over(id="set up"), start=".X./.../...", moves=Growing()))
    store.save(Match(GAME, (HUMAN, TEXT), id="goes on").play(4))
    found = counted(GAME, store.finished()[::-1])
    assert [points for _opponent, points in found] == [1.0, 0.0, 0.5]
    assert {opponent.text for opponent, _points in found} == {TEXT}


def test_a_set_up_is_fitted_by_what_the_store_has(store: Store) -> None:
    setup = Setup((HUMAN, ME))
    assert seated(setup, GAME, store).seats == (HUMAN, "me:2+2:0")
    for number in range(3):
        store.save(over(id=str(number), winner=number % 2, seat=number % 2))
    again = seated(setup, GAME, store)
    opponent = parse(again.seats[0])  # the person began the last one
    assert isinstance(opponent, Fitted)
    assert strength(GAME, opponent) > strength(GAME, Fitted((named("2"), named("4")), 40))
    assert "you won the last 3" in str(again.said)
    assert seated(Setup((HUMAN, "best:2")), GAME, store) == Setup((HUMAN, "best:2"))


@pytest.mark.parametrize("last", [0, 1])
def test_in_a_new_sitting_whoever_did_not_begin_the_last_game_begins(store: Store, last: int) -> None:
    store.save(over(id="last", seat=last))
    for seats in ((HUMAN, ME), (ME, HUMAN)):
        assert unfitted(seated(Setup(seats), GAME, store).seats[last]) == ME


def test_a_lesson_takes_its_turn_in_beginning_as_every_game_does(store: Store) -> None:
    store.save(over(id="last", lesson=True))
    assert seated(Setup((HUMAN, ME)), GAME, store).seats[1] == HUMAN


@pytest.mark.parametrize("setup", [Setup((HUMAN, ME), begins="first"), Setup((HUMAN, ME), length=3)])
def test_whoever_has_said_who_begins_is_obeyed(store: Store, setup: Setup) -> None:
    store.save(over(id="last"))
    assert seated(setup, GAME, store).seats[0] == HUMAN


def test_the_turns_of_a_series_that_goes_on_are_its_own(store: Store) -> None:
    store.save(over(id="last"))
    assert seated(Setup((HUMAN, ME)), GAME, store, begun=True).seats[0] == HUMAN


def test_in_a_sitting_both_begin_in_turns() -> None:
    setup, random, first = Setup((HUMAN, ME)), Random(1), []
    series = setup.series(random)
    for _ in range(4):
        first.append(series.seats[0])
        series = setup.following(series.after(Outcome(None, Reason.AGREED)), random)
    assert first == [HUMAN, ME, HUMAN, ME]


def test_turns_go_on_from_a_game_in_which_the_sides_were_exchanged() -> None:
    setup = Setup((HUMAN, ME))
    match = replace(over(ME), series=setup.series(Random(1)))  # the person begins
    series, setup = setup.swapped(match)
    assert series.seats[0] == ME
    assert setup.following(series.after(Outcome(0, Reason.RESIGNED)), Random(1)).seats[0] == HUMAN


def test_a_kept_series_in_which_the_person_began_every_game_is_read_as_it_was() -> None:
    # As earlier versions wrote it: nobody is said to begin, which meant the first player.
    kept = Series.from_json({"players": [HUMAN, "me:2+2:0"], "length": 0, "results": [0, 1]})
    assert [kept.first_of(number) for number in (1, 2, 3)] == [0, 0, 0]
    assert Setup((HUMAN, ME)).following(kept, Random(1)).seats[0] == ME


def test_a_series_goes_on_whatever_its_strength_is() -> None:
    series = Series((HUMAN, "me:2+2:0"), results=(0, None))
    later = Setup((HUMAN, "me:2+4:60")).following(series, Random(1))
    assert (later.players, later.wins, later.draws) == ((HUMAN, "me:2+4:60"), (1, 0), 1)


def test_the_statistics_tell_the_strength_of_each_game(store: Store) -> None:
    for number in range(3):
        store.save(over(id=str(number), winner=number % 2, seat=number % 2))
    found = statistics(store)
    own = found.strengths["tictactoe"]
    assert (own.games, len(own.curve), own.curve[-1]) == (3, 3, own.rating)
    assert own.curve[0] < own.curve[1] < own.curve[2]
    assert list(found.opponents) == [ME]
    assert found.to_json()["strengths"]["tictactoe"]["games"] == 3


def test_without_a_game_that_counts_no_strength_is_told(store: Store) -> None:
    store.save(over("best:2"))
    assert own_strengths(store, ["tictactoe"]) == {}
    assert OwnStrength.of(standing(store, GAME)) is None


def test_it_is_the_second_of_those_who_may_sit_opposite_to_a_person() -> None:
    assert seat_choices((HUMAN, HUMAN), 0, GAME)[0].players == ["best:2", ME, HUMAN]
    assert seat_choices((TEXT, HUMAN), 0, GAME)[0].players == ["best:2", ME, HUMAN]


def test_whoever_has_the_better_side_in_every_game_is_rated_once(store: Store) -> None:
    for number in range(30):
        store.save(over(id=str(number)))
    assert standing(store, GAME).games == 1


@pytest.mark.parametrize("lesson", [False, True])
def test_a_lesson_from_the_other_side_is_no_turn_in_what_is_rated(store: Store, lesson: bool) -> None:
    # Else a hint in each game from the worse side would leave only the games from the better one.
    for number in range(10):
        store.save(over(id=f"better {number}"))
        store.save(over(id=f"worse {number}", seat=1, winner=0, lesson=lesson))
    assert standing(store, GAME).games == (1 if lesson else 20)


def test_an_expert_who_takes_turns_in_a_game_that_the_first_move_decides_keeps_a_bounded_rating(store: Store) -> None:
    ratings = []
    for number in range(400):
        opponent = seated(Setup((HUMAN, ME), begins="first"), GAME, store).seats[1]
        store.save(over(opponent, winner=0, id=str(number), seat=number % 2))
        ratings.append(standing(store, GAME).last[-1].after.rating)
    assert max(ratings) < max(strengths(GAME).values()) + 400


def test_a_game_from_the_side_of_the_last_rated_one_says_that_it_is_not_rated(store: Store) -> None:
    store.save(over(id="last"))
    setup = seated(Setup((HUMAN, ME), begins="first"), GAME, store)
    said = "Not rated: you had this side in your last rated game too."
    assert str(setup.introduced((HUMAN, TEXT))) == said
    assert setup.introduced((TEXT, HUMAN)) == setup.said


def test_an_opponent_whom_nobody_has_fitted_says_nothing_of_a_strength(store: Store) -> None:
    store.save(over(ME))
    assert standing(store, GAME).games == 0


@pytest.mark.parametrize("exchange", [actions.Command.FLIP, actions.Sit(1, TEXT)])
def test_another_player_on_a_seat_after_the_first_move_makes_a_lesson(exchange: actions.Action) -> None:
    sitting = Sitting(PEOPLE if isinstance(exchange, actions.Sit) else (HUMAN, "best:1"))
    sitting.do(exchange)
    assert not sitting.state.match.helped
    sitting = Sitting(PEOPLE if isinstance(exchange, actions.Sit) else (HUMAN, "best:1"))
    sitting.do(actions.Play(4))
    sitting.do(exchange)
    assert sitting.state.match.helped


def test_help_makes_a_lesson_of_a_game_and_nothing_takes_that_back() -> None:
    for help in (actions.Command.LESSON, actions.Command.HINT, actions.Command.CAUTION):
        sitting = Sitting(PEOPLE)
        assert not sitting.state.match.helped
        sitting.do(help)
        sitting.do(actions.Play(4))
        assert sitting.state.match.helped
    sitting = Sitting(PEOPLE)
    sitting.do(actions.Play(4))
    sitting.do(actions.Command.UNDO)
    sitting.do(actions.Play(0))
    assert sitting.state.match.helped
    assert Match.from_json(sitting.state.match.to_json()).helped


def test_a_new_game_is_no_lesson() -> None:
    sitting = Sitting(PEOPLE)
    sitting.do(actions.Command.LESSON)
    sitting.do(actions.Command.NEW)
    assert not sitting.state.match.helped
