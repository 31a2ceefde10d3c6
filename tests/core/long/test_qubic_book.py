"""The book of Qubic, what makes it and what checks it, on positions that are soon proven. It takes 20 seconds."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from core.analysis import Limit
from core.engines.qubic import book
from core.engines.qubic.book import PLANNED, REPLIES, SEARCH, BookEntry, BookKey
from core.games import get
from core.position import Position
from core.score import Verdict
from core.tournament.run import InProcess
from tests.core.watching import ask, at
from tests.tools import check_qubic
from tests.tools.prove_qubic import DATA, Proof, answer, drive

WON = ".O../..../.XO./..X./..O./..X./..../..../..../X.../..../..../O.../..../..../O..X"
"""X wins, but not by fours alone, and 300 nodes do not show it."""
NODES = 300


def random_key(draw: Random, marks: int) -> BookKey:
    """Some position with X to move."""
    cells = draw.sample(range(64), 2 * marks)
    return sum(1 << cell for cell in cells[:marks]), sum(1 << cell for cell in cells[marks:])


def test_192_symmetries_carry_lines_to_lines() -> None:
    maps = [tuple(each.moves) for each in get("qubic").symmetries]
    assert len(set(maps)) == 192
    assert {tuple(cells) for cells in check_qubic.maps()} == set(maps)
    assert len(check_qubic.LINES) == 76


def test_all_images_of_a_position_have_one_key() -> None:
    draw = Random(1)
    for marks in (0, 1, 3):
        x, o = random_key(draw, marks)
        least = book.key((x, o))
        assert least == check_qubic.least(x, o)
        for cells in draw.sample(check_qubic.maps(), 5):
            assert book.key((check_qubic.moved(x, cells), check_qubic.moved(o, cells))) == least


def test_an_entry_is_read_as_it_was_written() -> None:
    draw = Random(2)
    for marks, entry in (
        (0, BookEntry((63, 5), PLANNED)),
        (2, BookEntry((0,), SEARCH)),
        (4, BookEntry((33,), REPLIES)),
        (3, BookEntry((), PLANNED)),
    ):
        state = random_key(draw, marks)
        assert list(book.read(["# a remark", book.written(state, entry)])) == [(state, entry)]


def test_the_fours_of_the_checker_are_those_of_the_rules() -> None:
    assert check_qubic.fours(0b0111, 1 << 63)
    assert not check_qubic.fours(0b0111, 1 << 3 | 1 << 63)
    assert not check_qubic.fours(0b0001, 1 << 63)
    # Two lines with two marks each, which meet in a free cell: a four, its answer, and then two at once.
    assert check_qubic.fours(0b0110 | 1 << 4 | 1 << 8, 1 << 63 | 1 << 62)


def start() -> BookKey:
    """The position as the book would have it."""
    x, o = at("qubic", WON).state
    return book.key((x, o))


def test_a_proof_that_is_stopped_goes_on_where_it_was_and_what_it_writes_stands(tmp_path: Path) -> None:
    path = tmp_path / "qubic.txt"
    whole = Proof({}, start())
    answered = drive(whole, InProcess(), 1, NODES, path, 1e9)
    text = path.read_text("utf-8")
    assert whole.entries[start()].kind == REPLIES
    done, known = whole.count()
    assert done == known > 1
    replied, searched, played = check_qubic.check(text, 1)
    assert replied >= 1
    assert played == 1
    assert replied + searched == done

    # Stopped after five answers, of which the file remembers all.
    path.unlink()
    part = Proof({}, start())
    for _ in range(5):
        part.learn(answer(next(part.questions()), NODES))
    path.write_text(part.text(NODES), "utf-8")
    resumed = Proof(dict(book.read(path.read_text("utf-8").splitlines())), start())
    assert drive(resumed, InProcess(), 1, NODES, path, 1e9) == answered - 5
    assert path.read_text("utf-8") == text


def test_the_checker_refuses_what_does_not_stand(tmp_path: Path) -> None:
    path = tmp_path / "qubic.txt"
    drive(Proof({}, start()), InProcess(), 1, NODES, path, 1e9)
    lines = path.read_text("utf-8").splitlines()
    first = next(i for i, line in enumerate(lines) if line.endswith(REPLIES))
    x, o, _, kind = lines[first].split()
    with pytest.raises(AssertionError, match="taken"):
        check_qubic.check("\n".join([*lines[:first], f"{x} {o} {x[0]} {kind}", *lines[first + 1 :]]))
    leaf = next(i for i, line in enumerate(lines) if line.endswith(SEARCH))
    with pytest.raises(AssertionError):
        check_qubic.check("\n".join([*lines[:leaf], *lines[leaf + 1 :]]))
    with pytest.raises(AssertionError, match="least"):
        check_qubic.check("z - 0 .\n".replace("-", "1"))


def test_the_book_that_comes_with_the_hall_stands() -> None:
    text = DATA.read_text("utf-8")
    replied, searched, _ = check_qubic.check(text)
    assert replied + searched == len(book._book())


def test_the_first_player_wins_from_the_empty_cube() -> None:
    """Patashnik 1980. The sixteen cells that lie on seven lines each are images of one another (Silver 1967), so all win."""
    lines = ask("qubic", at("qubic"), Limit(nodes=2)).lines
    won = {line.move for line in lines if line.score.verdict is Verdict.WIN}
    assert won == {cell for cell, through in enumerate(check_qubic.THROUGH) if len(through) == 7}
    assert not any(line.score.proven for line in lines if line.move not in won)
    for first in won:
        for line in ask("qubic", at("qubic").play(first), Limit(nodes=2)).lines:
            assert line.score.verdict is Verdict.LOSE


def test_what_the_book_has_proven_is_known_at_once_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """The move leads to a win also in the images of the position, and every move of O that leads there loses."""
    position = at("qubic", WON)
    move = ask("qubic", position, Limit(nodes=8000)).lines[0].move
    least = book.key(position.state)
    there = next(each for each in position.game.symmetries if each.image(position.state) == least)
    monkeypatch.setattr(book, "_book", lambda: {least: there.moves[move]})
    monkeypatch.setattr(book, "deepest", lambda: 10)
    for image in position.game.symmetries[::7]:
        line = ask("qubic", Position(position.game, image.image(position.state)), Limit(nodes=2)).lines[0]
        assert line.score.verdict is Verdict.WIN
        assert line.score.plies is None
    lines = ask("qubic", at("qubic"), Limit(nodes=2)).lines
    assert not any(line.score.proven for line in lines)
    last = position.state[1] & -position.state[1]
    before = Position(position.game, (position.state[0], position.state[1] ^ last))
    lost = {line.move for line in ask("qubic", before, Limit(nodes=2)).lines if line.score.verdict is Verdict.LOSE}
    assert last.bit_length() - 1 in lost
