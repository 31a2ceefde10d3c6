"""What the games of a person come to: counted by hand here."""

from __future__ import annotations

import time
from dataclasses import replace

from core.records.record import Streaks
from core.records.statistics import Statistics, statistics
from core.review.verdicts import Accuracy
from core.store.file import memory
from core.store.judged import Judged
from core.store.rows import Stored
from core.store.store import Store
from core.tally import Tally
from tests.core.finished import DRAW, ENGINE, O_WINS, X_WINS, YOU, kept


def told(*games: Stored, game: str | None = None) -> Statistics:
    """The statistics of games, which ended in this order."""
    store = Store(None, memory(), time.time)
    store.take_in(
        replace(each, document={**each.document, "id": str(number)}, updated=float(number))
        for number, each in enumerate(games)
    )
    return statistics(store, game)


def test_results_are_the_person_s_wherever_he_sits() -> None:
    found = told(kept(X_WINS), kept(X_WINS, (ENGINE, YOU)), kept(O_WINS, (ENGINE, YOU)), kept(DRAW), kept(O_WINS))
    assert found.results == Tally(wins=2, draws=1, losses=2)
    assert found.seats == (Tally(1, 1, 1), Tally(1, 0, 1))


def test_games_and_levels_are_counted_apart_the_most_played_first() -> None:
    strong = (YOU, "best:full")
    found = told(kept(X_WINS, strong, "tictactoe/misere"), kept(DRAW), kept(X_WINS), kept(O_WINS, strong), kept(DRAW))
    assert list(found.games.items()) == [("tictactoe", Tally(1, 2, 1)), ("tictactoe/misere", Tally(0, 0, 1))]
    assert list(found.opponents.items()) == [(ENGINE, Tally(1, 2, 0)), ("best:full", Tally(0, 0, 2))]


def test_of_one_game_only_those_with_its_id_count() -> None:
    games = (kept(X_WINS), kept(X_WINS, game="tictactoe/misere"))
    assert told(*games, game="tictactoe/misere").results == Tally(losses=1)


def test_two_people_and_two_engines_have_no_result_of_yours() -> None:
    afar = kept(X_WINS, (YOU, "human:ana"))
    found = told(kept(X_WINS, (YOU, YOU)), kept(X_WINS, ("loser", ENGINE)), afar, kept(X_WINS))
    assert (found.results, found.others) == (Tally(wins=1), 3)


def test_a_retried_game_changes_neither_results_nor_runs() -> None:
    lost = kept(O_WINS)
    again = kept(X_WINS, retried=True)
    assert told(lost, again) == told(lost)


def test_the_moves_of_a_retried_game_are_not_in_the_accuracy() -> None:
    lost = kept(O_WINS)
    again = kept(X_WINS, retried=True, marks=("", "", "!", None, "!"))
    assert told(lost, again).judged == Judged()


def test_the_longest_runs_and_the_one_that_goes_on() -> None:
    won, drawn, lost = kept(X_WINS), kept(DRAW), kept(O_WINS)
    found = told(won, won, drawn, won, lost, won, lost, lost)
    assert found.streaks == Streaks(won=2, unbeaten=4, now=2, last=-1)
    assert told().streaks == Streaks()


def test_accuracy_speaks_of_your_moves_that_were_judged_and_says_how_many_those_are() -> None:
    reviewed = kept(X_WINS, marks=("", "??", "??", None, "!"))
    partly = kept(O_WINS, (ENGINE, YOU), marks=(None, "?!", None, None, None, None))
    nothing = kept(DRAW)
    theirs = kept(X_WINS, marks=(None, "??", None, None, None))
    found = told(reviewed, partly, nothing, theirs).judged
    assert found == Judged(Accuracy(4, (1, 0, 1)), games=2, all_moves=6)
    assert found.accuracy.percent == 50


def test_without_a_review_nothing_is_said_of_accuracy() -> None:
    found = told(kept(X_WINS))
    assert (found.judged.accuracy.percent, found.judged.games) == (None, 0)
    assert found.to_json()["accuracy"]["percent"] is None
