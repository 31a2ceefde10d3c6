"""What is told of ultimate tic-tac-toe: counts of papers, where cells send, and the longest defence with open boards. It
takes 4 seconds."""

from __future__ import annotations

import pytest

from core.games import get
from core.games.ultimate import Ultimate
from core.kits import ALIASES, plain
from core.position import Position, play_all
from core.strategies.open_win import reply
from core.study import answer
from core.study.graphs.ultimate import about, played_out
from core.study.study import Marked, PlayLink, StudyQuestion, StudyTable, Unstudied
from tests.saying import said
from tui.text.studied import cell_text

STATED = {
    "ultimate": "81, 720, 6,336 and 55,080",
    "ultimate/open": "81, 720, 6,336 and 55,080",
}


def text(question: StudyQuestion, key: str) -> str:
    return " ".join(said(answer(question), key))


@pytest.mark.parametrize("id", STATED)
def test_what_is_known_and_what_is_not_is_told_apart(id: str) -> None:
    said = text(StudyQuestion("ultimate", (id,)), "known")
    assert STATED[id] in said
    assert ("Solved: X wins" in said) == (id == "ultimate/open")
    assert ("Not solved" in said) == (id == "ultimate")
    if id == "ultimate/open":
        assert "at least 29 and at most 43" in said


def test_the_open_win_is_not_told_of_five_boards() -> None:
    assert "Not solved" in text(StudyQuestion("ultimate", ("ultimate/open/tic-tac-ku",)), "known")
    assert "Solved: X wins" in text(StudyQuestion("ultimate", ("ultimate/count/open",)), "known")


@pytest.mark.parametrize("id", ["ultimate/open", "ultimate/count/open"])
def test_against_every_reply_the_game_lasts_29_to_43_moves_and_16767_positions_come_up(id: str) -> None:
    game = get(id)
    assert isinstance(game, Ultimate)
    found = played_out(game)
    assert len(found) == 16_767
    first = game.play(game.start(), reply(game.start()) or 0)
    assert tuple(length + 1 for length in found[first]) == (29, 43)
    rows = answer(StudyQuestion("ultimate", (id,))).table("replies").rows
    assert len(rows) == 8
    assert min(row[1] for row in rows if isinstance(row[1], int)) == 29
    assert max(row[2] for row in rows if isinstance(row[2], int)) == 43


def test_the_longest_defence_is_a_game_of_43_moves_by_the_strategy_that_x_wins_and_each_move_opens_it() -> None:
    game = get("ultimate/open")
    table = answer(StudyQuestion("ultimate")).table("longest")
    position = Position.start(game)
    for ply, row in enumerate(table.rows, 1):
        cell = row[2]
        assert isinstance(cell, Marked)
        assert isinstance(cell.link, PlayLink)
        move = position.parse(cell_text(cell))
        if position.turn == 0:
            assert move == reply(position.state)
        position = position.play(move)
        assert play_all(game, cell.link.moves)[1] == position
        assert row[0] == ply
        assert row[-1] == 43 - ply
        if not position.outcome:
            assert row[3].__class__ is str or cell_text(row[3]) == "any"
            assert row[3] == position.text[-1] or position.text[-1] == "-"
    assert len(table.rows) == 43
    assert position.outcome
    assert position.outcome.winner == 0


def test_from_a_position_the_defence_goes_on_unless_x_has_left_the_strategy() -> None:
    on = answer(StudyQuestion("ultimate", ("ultimate/open",), "5.5 5.1 1.5"))
    rows = on.table("longest").rows
    assert len(rows) == 40
    last = rows[-1][2]
    assert isinstance(last, Marked)
    assert isinstance(last.link, PlayLink)
    assert play_all(get(last.link.game), last.link.moves, last.link.position)[1].outcome
    assert "left the strategy" in text(StudyQuestion("ultimate", ("ultimate/open",), "1.1"), "longest")


def test_each_cell_tells_the_board_to_which_it_sends_and_what_waits_there() -> None:
    moves = "1.1 1.2 2.1 1.5 5.1 1.8"
    study = answer(StudyQuestion("ultimate", ("ultimate",), moves))
    rows = study.table("sends").rows
    assert [cell_text(row[1]) for row in rows] == ["any open board", *(f"board {n}" for n in range(2, 10))]
    assert rows[0][2] == "O"
    opened = answer(StudyQuestion("ultimate", ("ultimate/open",), moves)).table("sends").rows
    assert cell_text(opened[0][1]) == "board 1"
    two = answer(StudyQuestion("ultimate", ("ultimate",), "1.2 2.1 1.5 5.1 1.9 9.1")).table("sends").rows
    assert two[0][4] == "1 8"
    assert two[0][3] == ""


def test_its_other_names_lead_to_it() -> None:
    names = ["súper tres en raya", "Super tres en raya", "meta tres en raya", "(tres en raya)^2", "(Tres en raya)²"]
    names += ["Último tres en raya", "tres en raya definitivo", "(tic-tac-toe)^2", "  meta   tic-tac-toe "]
    for name in names:
        assert get(name).id == "ultimate", name
        assert ALIASES[plain(name)] == "ultimate"
    shown = {row[0] for row in answer(StudyQuestion("ultimate")).table("names").rows}
    assert {"súper tres en raya", "meta tres en raya", "(tres en raya)²"} <= shown
    assert get("triqui").id == "tictactoe"
    assert not ALIASES.keys() & {"ultimate", "tictactoe", "mnk"}


def test_other_games_are_refused_and_finished_ones_not_offered() -> None:
    with pytest.raises(Unstudied, match="not about gomoku"):
        answer(StudyQuestion("ultimate", ("gomoku",)))
    assert about(Position.start(get("ultimate/open"))) == StudyQuestion(
        "ultimate", ("ultimate/open",), "", Position.start(get("ultimate/open")).text
    )
    assert about(Position.start(get("gomoku"))) is None
    longest = answer(StudyQuestion("ultimate")).table("longest")
    assert isinstance(longest, StudyTable)
    last = longest.rows[-1][2]
    assert isinstance(last, Marked)
    assert isinstance(last.link, PlayLink)
    assert about(play_all(get(last.link.game), last.link.moves)[1]) is None
