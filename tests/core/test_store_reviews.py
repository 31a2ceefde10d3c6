"""What a review has found out is kept beside a game, and games from elsewhere are taken in."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from core.analysis import Analysis, Line
from core.errors import StoreBroken
from core.score import Score, Verdict
from core.store.keeper import Keeper
from core.store.store import Stored
from tests.core.storing import moved, play, sound
from tests.core.watching import ask, at

FINISHED = moved("a1 a2 b1 b2 c1")
PLAYED = "a1 a2 b1 b2 c1"
MARKS = ("", "??", None, "!", "?!")
ELSEWHERE = Stored.of(replace(FINISHED, id="far"), 5.0, 6.0, "", MARKS)


def test_marks_are_kept_without_a_new_revision_and_come_with_the_game(tmp_path: Path) -> None:
    store = sound(tmp_path / "games.sqlite")
    kept = store.save(FINISHED)
    store.mark("one", PLAYED, MARKS)
    assert store.load("one") == replace(kept, marks=MARKS)
    assert store.finished() == [replace(kept, marks=MARKS)]


def test_a_review_that_was_left_early_takes_nothing_away(tmp_path: Path) -> None:
    store = sound(tmp_path / "games.sqlite")
    store.save(FINISHED)
    store.mark("one", PLAYED, MARKS)
    store.mark("one", PLAYED, (None, "?", "!", None, None))
    (found,) = store.finished()
    assert found.marks == ("", "?", "!", "!", "?!")


def test_what_was_found_out_about_positions_is_there_the_next_time(tmp_path: Path) -> None:
    store = sound(tmp_path / "games.sqlite")
    seen, unseen = at("tictactoe", "XO./.../..."), at("tictactoe")
    analysis = ask("alphabeta", seen)
    store.learn([analysis])
    assert store.found([unseen, seen]) == [replace(analysis, seconds=round(analysis.seconds, 4))]
    store.close()
    again = sound(tmp_path / "games.sqlite")
    assert [found.position for found in again.found([unseen, seen])] == [seen]
    assert again.found([at("tictactoe/misere", "XO./.../...")]) == []


@pytest.mark.parametrize("deep_first", [True, False])
def test_what_is_found_out_later_takes_no_proof_and_no_deeper_guess_away(tmp_path: Path, deep_first: bool) -> None:
    store = sound(tmp_path / "games.sqlite")
    position = at("nim:1,2")
    win, tie, shallow, deep = (
        Score.exact(Verdict.WIN),
        Score.exact(Verdict.TIE),
        Score.estimate(0.1),
        Score.estimate(0.7),
    )

    def found(nodes: int, *scores: Score) -> Analysis:
        lines = tuple(Line(move, score, (move,)) for move, score in zip(position.moves, scores, strict=True))
        return Analysis(position, lines, 1, nodes, 0.0, True)

    quick, slow = found(10, win, shallow, shallow), found(1000, deep, tie, deep)
    for analysis in (slow, quick) if deep_first else (quick, slow):
        store.learn([analysis])
    (kept,) = store.found([position])
    assert {line.move: line.score for line in kept.lines} == dict(zip(position.moves, (win, tie, deep), strict=True))
    assert kept.lines[0].score == win


@pytest.mark.parametrize("final_first", [True, False])
def test_a_guess_that_was_thought_to_its_end_is_not_taken_away_by_one_that_was_cut_off(
    tmp_path: Path, final_first: bool
) -> None:
    store = sound(tmp_path / "games.sqlite")
    position = at("nim:1,2")

    def found(final: bool, nodes: int, guess: float) -> Analysis:
        lines = tuple(Line(move, Score.estimate(guess), (move,)) for move in position.moves)
        return Analysis(position, lines, 1, nodes, 0.0, final)

    final, unfinished = found(True, 10, 0.7), found(False, 1000, 0.1)
    for analysis in (final, unfinished) if final_first else (unfinished, final):
        store.learn([analysis])
    (kept,) = store.found([position])
    assert (kept.final, {line.score.value for line in kept.lines}) == (True, {0.7})


@pytest.mark.parametrize("spoiled", ["version = 'of old'", "analysis = x'00'", "analysis = 'text'", "position = ''"])
def test_what_another_version_has_found_or_cannot_be_read_is_not_known(tmp_path: Path, spoiled: str) -> None:
    store = sound(tmp_path / "games.sqlite")
    position = at("tictactoe", "XO./.../...")
    store.learn([ask("alphabeta", position)])
    with sqlite3.connect(tmp_path / "games.sqlite") as db:
        db.execute(f"UPDATE found SET {spoiled}")
    assert store.found([position]) == []
    store.learn([ask("alphabeta", position)])
    assert len(store.found([position])) == 1


def test_marks_hold_for_the_moves_that_were_judged_and_for_no_others(tmp_path: Path) -> None:
    store = sound(tmp_path / "games.sqlite")
    kept = play(store, "a1 a2")
    store.mark("one", "a1 a2", ("", ""))
    store.save(moved("a1 b2"), kept)
    (found,) = store.unfinished()
    assert found.marks == ()


@pytest.mark.parametrize("spoiled", ["", "7", '["", ""]', '["", "!!", "", "", ""]', "[" * 100_000])
def test_spoiled_marks_are_none_and_the_game_stays(tmp_path: Path, spoiled: str) -> None:
    path = tmp_path / "games.sqlite"
    store = sound(path)
    store.save(FINISHED)
    store.mark("one", PLAYED, MARKS)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE reviews SET marks = ?", (spoiled,))
    db.close()
    (found,) = store.finished()
    assert (found.match, found.marks) == (FINISHED, ())


def test_a_game_from_elsewhere_comes_with_its_times_and_marks_and_comes_once(tmp_path: Path) -> None:
    store = sound(tmp_path / "games.sqlite")
    assert [store.take_in([ELSEWHERE]), store.take_in([ELSEWHERE])] == [1, 0]
    (found,) = store.finished()
    assert replace(found, revision="") == replace(ELSEWHERE, origin="imported")


def test_a_game_from_elsewhere_takes_the_place_of_no_other(tmp_path: Path) -> None:
    store = sound(tmp_path / "games.sqlite")
    mine = store.save(replace(FINISHED, hints=3))
    assert store.take_in([Stored.of(FINISHED, 5.0, 6.0, "", MARKS)]) == 1
    assert mine in store.finished()
    assert len({kept.id for kept in store.finished()}) == 2


def test_where_one_game_cannot_be_kept_none_is(tmp_path: Path) -> None:
    store = sound(tmp_path / "games.sqlite")
    unwritable = Stored.of(replace(FINISHED, id="two", players=("human", "ext:/opt/\udcff")), 5.0, 6.0)
    with pytest.raises(StoreBroken):
        store.take_in([ELSEWHERE, unwritable])
    assert store.finished() == []


def test_the_keeper_marks_a_game_under_the_id_it_is_kept_under(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    theirs = sound(path).save(FINISHED)
    keeper = Keeper(path, lambda call: call(), lambda error: None)
    mine = replace(FINISHED, hints=9)
    keeper.keep(mine, lambda ticket: None, lambda ticket, error: None)
    keeper.mark("one", PLAYED, MARKS, lambda error: None)
    keeper.close()
    found = {kept.match.hints: kept for kept in sound(path).finished()}
    assert found[0] == theirs
    assert found[9].marks == MARKS


def test_of_what_was_found_only_what_was_written_last_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.store.store.MAX_FOUND", 2)
    store = sound(tmp_path / "games.sqlite")
    found = [
        ask("alphabeta", at("tictactoe", text)) for text in ("X../.O./...", ".X./.O./...", "XO./.../...", "X../..O/...")
    ]
    for analysis in found:
        store.learn([analysis])
    assert [each.position for each in store.found(each.position for each in found)] == [
        each.position for each in found[2:]
    ]
