"""A game is told with what is known of it: what each move was worth, what was better, where it turned, who messed up when."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from core.analysis import Analysis, Line
from core.game import Reason
from core.games import get
from core.play.match import Match
from core.position import Position
from core.review.account import Account, Lookup
from core.review.verdicts import Accuracy
from core.score import Proof, Score, Verdict
from tests.core.brute import Worth, solve
from tests.core.played import LOST, exact, played
from tests.core.watching import at

DRAWN = "b2 a1 a3 c1 b1 b3 a2 c2 c3"
BOTH = "c1 a1 a2 c2 a3 b2 c3 b3 b1"
"""Brute force: a1 loses, a2 lets that pass, and from there all is drawn."""
OPEN, DRAW = "mnk:6,6,5/misere", "mnk:6,6,5"
"""Games too large to be proven in a moment: of whose start nothing is known beforehand, and that is drawn."""
VERDICTS = {Verdict.WIN: 1, Verdict.TIE: 0, Verdict.LOSE: -1}


def guess(value: Callable[[int], float], depth: int = 4) -> Lookup:
    """Knows of every position only what a move is guessed to be worth, by a search of so many plies."""

    def known(position: Position) -> Analysis:
        lines = [Line(move, Score.estimate(value(move)), (move,), depth) for move in position.moves]
        return Analysis(position, tuple(sorted(lines, key=lambda line: -line.score.value)), 1, 1, 0.0, True)

    return known


def later(move: int) -> float:
    """From -0.8 to +0.8, a square further on worth more."""
    return min(move, 8) / 5 - 0.8


def brute(position: Position) -> Worth:
    return solve(3, 3, 3)[position.text]


def pair(score: Score | None) -> tuple[int, int | None]:
    assert score
    assert score.proven
    assert score.verdict
    return VERDICTS[score.verdict], score.plies


def random_games(count: int) -> list[str]:
    random, games = Random(3), []
    for _ in range(count):
        match = Match(get("tictactoe"), ("human", "human"))
        while not match.outcome:
            match = match.play(random.choice(match.position.moves))
        games.append(" ".join(match.names))
    return games


@pytest.mark.parametrize("moves", [LOST, DRAWN, BOTH, *random_games(12)])
def test_values_mistakes_and_what_was_better_are_those_of_brute_force(moves: str) -> None:
    told = played(moves)
    for ply, (position, after) in enumerate(zip(told.positions, told.positions[1:], strict=False)):
        worth, led = brute(position), brute(after)
        assert pair(told.before(ply)) == worth
        assert pair(told.after(ply)) == (-led.value, led.plies + 1)
        keeping = {position.name(move) for move in position.moves if -brute(position.play(move)).value == worth.value}
        fell = -led.value < worth.value
        assert (ply in told.mistakes) == fell
        assert {position.name(move) for move in told.better(ply)} == keeping or not fell
    assert told.turn == max((ply + 1 for ply in told.mistakes), default=0)


@pytest.mark.parametrize("moves", [LOST, DRAWN])
def test_alternatives_are_what_the_other_moves_led_to_for_the_first_player(moves: str) -> None:
    told = played(moves)
    for ply, position in enumerate(told.positions[:-1]):
        led = (position.play(move) for move in position.moves if move != told.moves[ply])
        expected = sorted((brute(after).value * (1 if after.turn == 0 else -1), brute(after).plies) for after in led)
        assert sorted(map(pair, told.alternatives(ply))) == expected


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (LOST, "O went wrong at move 4: c1 threw away the draw."),
        (DRAWN, "Nobody went wrong: no move changed who wins."),
        (BOTH, "X made the last mistake at move 3: a2 threw away the win; before that O at move 2."),
    ],
)
def test_who_messed_up_when_is_one_sentence(moves: str, sentence: str) -> None:
    assert str(played(moves).blame) == sentence


def test_the_sentence_names_every_mistake_or_counts_those_it_does_not_name() -> None:
    told = played("a2 c3 c1 b1 a1 b2 b3 c2 a3")
    assert len(told.mistakes) == 7
    sentence = str(told.blame)
    last, *_ = reversed(told.mistakes)
    assert f"at move {last + 1}: " in sentence
    assert sentence.endswith(f" and {len(told.mistakes) - 4} more.")


def agreed(moves: str) -> Account:
    """A game that ends in a draw by agreement after some moves."""
    match = Match(get("tictactoe"), ("human", "human"))
    for name in moves.split():
        match = match.play(match.position.parse(name))
    over = match.agree()
    return Account(over.positions, over.moves, over.outcome, exact)


def test_who_agrees_to_a_draw_in_a_won_position_threw_the_win_away() -> None:
    told = agreed("a1 b1 a2 b2")
    assert str(told.blame) == "X threw away the win by agreeing to a draw; before that O at move 2."


def test_agreeing_to_a_draw_in_a_won_position_is_what_turned_the_game() -> None:
    told = agreed("a1 b1 a2 b2")
    assert (told.turn, told.turner) == (4, 0)
    assert told.turned
    assert [pair(score) for score in told.turned] == [(1, 1), (0, None)]
    turning = told.to_json()["turning_point"]
    assert (turning["player"], turning["move"]) == ("X", None)


def test_agreeing_to_a_draw_in_a_drawn_position_turns_nothing() -> None:
    assert agreed("a1 b2").turn == 0


def test_resigning_a_drawn_game_is_what_turned_it() -> None:
    told = played("a1 b2 c3", resigns=True)
    assert str(told.blame) == "O went wrong by resigning, which threw away the draw."
    assert told.turn == 3
    assert told.turned
    assert [pair(score) for score in told.turned] == [(0, 6), (-1, None)]


def test_resigning_a_lost_game_is_no_mistake() -> None:
    told = played("a1 b2 c3 c1 a3", resigns=True)
    assert str(told.blame) == str(played(LOST).blame)


def test_nothing_is_summed_up_before_every_position_was_looked_at() -> None:
    late = played(LOST, lambda position: exact(position) if len(position.moves) < 5 else None)
    assert (late.unseen, late.count, late.blame) == (5, 7, None)
    assert late.to_json()["summary"] is None


def test_what_is_but_guessed_is_called_that() -> None:
    # The later a square is written the better, by this guess: c3 is as good as any, and a1 1.6 worse.
    told = played("a1 c3", guess(later), OPEN)
    assert str(told.blame) == "X went wrong at move 1: a1 threw away an estimated 1.60."
    assert not any(score.proven for score in told.scores if score)
    assert (told.judgements[0].glyph, told.turn) == ("?", 0), "no guess turns a game"
    calm = played("a1 c3", guess(lambda move: 0.1), OPEN)
    assert str(calm.blame) == "No mistake was found, but not everything is proven."


def test_no_guess_speaks_of_more_than_a_draw_where_no_move_wins() -> None:
    # Best play is a draw here, so that a1 can be no more than 0.8 worse than c3.
    told = played("a1 c3", guess(later), DRAW)
    assert str(told.blame) == "X went wrong at move 1: a1 threw away an estimated 0.80."
    assert told.scores[0]
    assert told.scores[0].verdict is Verdict.TIE
    level = played("a1 c3", guess(lambda move: move / 40 if move % 2 else 0.0), DRAW)
    assert level.judgements[0].glyph == ""


def test_nobody_is_blamed_for_what_was_seen_at_a_glance() -> None:
    told = played("a1 c3", guess(later, depth=3), DRAW, resigns=True)
    assert str(told.blame) == "No mistake was found, but not everything is proven."
    assert (told.mistakes, told.turn, told.given_up) == ([], 0, None)
    assert told.accuracy(0) == told.accuracy(1) == Accuracy(0)
    document = told.to_json()
    assert [move["mark"] for move in document["moves"]] == [None, None]
    assert document["turning_point"] is None


# Proofs and guesses.


def knowing(*proven: int) -> Lookup:
    """Has a proof of the positions after so many moves and a guess of all others."""
    guessed = guess(lambda move: 0.3)
    return lambda position: exact(position) if 9 - len(position.moves) in proven else guessed(position)


def test_a_proof_of_what_a_move_led_to_takes_the_place_of_the_guess_that_it_was_good() -> None:
    guessed = played(LOST, knowing())
    assert guessed.judgements[3].score.proven is False
    told = played(LOST, knowing(4))
    assert pair(told.judgements[3].score) == (-1, 4)


def test_a_position_after_which_the_mover_wins_is_won_whatever_was_guessed_of_it() -> None:
    told = played(LOST, knowing(5))
    # After five moves O is lost in two; so X, who moved there, had won in three, or sooner by another move.
    score = told.scores[4]
    assert score
    assert (score.proven, score.verdict, score.plies, score.within) == (True, Verdict.WIN, None, 3)


def test_a_proof_goes_back_over_several_moves_where_each_follows() -> None:
    only = lambda position: exact(position) if len(position.moves) == 3 else None  # noqa: E731
    told = played("a1 b1 b2 c3 a2 c2 a3", only)
    # Six moves are made; X wins by a3, whatever was known before of the five: O to move there may have had better.
    assert pair(told.scores[6]) == (1, 1)
    assert told.scores[5] is None
    assert told.unseen == 6


def test_a_move_that_is_proven_proves_the_position_that_it_led_to() -> None:
    told = played(LOST, knowing(3))
    assert pair(told.scores[4]) == (1, 3)
    assert brute(told.positions[4]) == Worth(1, 3)


def test_a_lost_position_is_won_after_every_move_and_so_on() -> None:
    told = played("a1 b2 c3 c1 a3 b3", knowing(4))
    assert pair(told.scores[5]) == (-1, 2)
    assert told.scores[6] == Score.exact(Verdict.WIN, None, "search", most=1)


def test_after_a_position_that_nobody_wins_the_other_player_has_at_least_a_draw() -> None:
    guessed = guess(lambda move: 0.3)

    def known(position: Position) -> Analysis:
        found = guessed(position)
        assert found
        bounds = tuple(replace(line, score=Score.bound(Proof.AT_MOST, -0.2)) for line in found.lines)
        return replace(found, lines=bounds) if len(position.moves) == 9 else found

    told = played("a1 b2", known)
    assert told.scores[1] == Score.bound(Proof.AT_LEAST, 0.3)
    assert told.scores[2] == Score.estimate(0.3)


def test_no_position_is_worth_the_draw_that_one_move_keeps_while_others_may_win() -> None:
    told = played(DRAWN, knowing(3))
    assert told.scores[2]
    assert not told.scores[2].proven
    assert told.scores[2].at_least_draw


@pytest.mark.parametrize("first", [0, 3, 6])
def test_whatever_is_known_nothing_that_brute_force_denies_is_called_proven(first: int) -> None:
    for moves in random_games(10):
        for seen in range(first, first + 3):
            told = played(moves, knowing(seen, seen + 2))
            for position, score in zip(told.positions, told.scores, strict=True):
                if score and score.proven and score.verdict:
                    assert VERDICTS[score.verdict] == brute(position).value
                    assert score.least <= brute(position).plies <= score.most
                assert not score or not score.at_least_draw or brute(position).value >= 0
                assert not score or not score.at_most_draw or brute(position).value <= 0
            for ply, judgement in told.judgements.items():
                worth, led = brute(told.positions[ply]), brute(told.positions[ply + 1])
                if judgement.score.proven and judgement.glyph == "??":
                    assert -led.value < worth.value


def test_a_move_is_told_with_its_place_in_the_forced_win_that_the_game_has_come_to() -> None:
    told = played(LOST)
    analysis = told.analyses[5]  # after a3, which makes two threats
    assert analysis
    assert analysis.best
    assert "Move 2 of X's forced win of 3." in str(told.why(5, analysis.best))


# Other games, and the document.


@pytest.mark.parametrize(
    ("game", "moves"),
    [("nim:3,4,5", "a1 b1 c1"), ("connect-four", "4 4 4"), ("pong-hau-ki", "4-3 5-4"), ("ultimate", "5.5 5.1")],
)
def test_every_game_is_told_in_the_same_way(game: str, moves: str) -> None:
    match = Match(get(game), ("human", "human"))
    for _ in moves.split():
        match = match.play(match.position.moves[0])
    told = Account(match.positions, match.moves, match.outcome, guess(lambda move: 0.0))
    document = json.loads(json.dumps(told.to_json()))
    assert [move["move"] for move in document["moves"]] == list(match.names)


def test_the_document_tells_every_move_and_both_sides() -> None:
    document = json.loads(json.dumps(played(LOST).to_json()))
    assert (document["looked_at"], document["positions"]) == (7, 7)
    fourth = document["moves"][3]
    assert (fourth["ply"], fourth["player"], fourth["move"], fourth["mark"]) == (4, "O", "c1", "??")
    assert (fourth["before"]["outcome"], fourth["before"]["plies"], fourth["before"]["proof"]) == ("tie", 6, "exact")
    assert (fourth["after"]["outcome"], fourth["after"]["plies"]) == ("lose", 4)
    assert sorted(fourth["better"]) == ["a2", "b1", "b3", "c2"]
    assert fourth["line"][0] == fourth["better"][0]
    assert fourth["why"]
    kept = {"player": "O", "judged": 3, "kept": 2, "blunders": 1, "mistakes": 0, "slips": 0, "accuracy": 67}
    assert document["sides"][1] == kept
    turned = document["turning_point"]
    assert (turned["ply"], turned["player"], turned["move"]) == (4, "O", "c1")
    assert (turned["before"]["outcome"], turned["after"]["outcome"]) == ("tie", "lose")
    assert document["summary"] == str(played(LOST).blame)


def test_both_sides_are_summed_up() -> None:
    told = played(LOST)
    assert told.accuracy(0) == Accuracy(4)
    assert told.accuracy(1) == Accuracy(3, (1, 0, 0))


def test_a_reason_for_the_end_that_nobody_gave_is_no_resignation() -> None:
    told = played(LOST)
    assert told.outcome
    assert told.outcome.reason is Reason.LINE
    assert told.loser is None
    assert at("tictactoe").outcome is None


# The graph of a game that is only guessed.

STARTS_EVEN = "a1 a2 b1 b2 c1 c2 d1 d2 e1"
"""O lets five in a row come about, in a game of which nothing is proven before its end."""


def level_then_won(position: Position) -> Analysis | None:
    """Guesses an even game up to O's third move, and one that X wins after it."""
    made = sum(letter in "XO" for letter in position.text)
    return guess(lambda move: 0.0 if made <= 5 else (0.6 if position.turn == 0 else -0.6))(position)


def test_a_guessed_game_turns_where_its_graph_goes_to_the_winner_for_good() -> None:
    told = played(STARTS_EVEN, level_then_won, "mnk:6,6,5")
    assert told.outcome
    assert told.turn == 6


def test_whoever_lost_from_an_even_guess_has_no_share_of_100_percent() -> None:
    told = played(STARTS_EVEN, level_then_won, "mnk:6,6,5")
    assert told.accuracy(1).percent != 100


def test_a_share_is_100_percent_only_without_a_fault() -> None:
    assert Accuracy(1000, (0, 0, 1)).percent == 99
