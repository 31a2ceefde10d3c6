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
from core.study.study import PlayLink, StudyQuestion, StudyTable, Unstudied
from tests import saying
from tests.saying import said

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
    study = answer(StudyQuestion("ultimate", (id,)))
    assert len(study.table("replies").rows) == 8
    assert min(saying.column(study, "replies", "least")) == 29
    assert max(saying.column(study, "replies", "most")) == 43


def test_the_longest_defence_is_a_game_of_43_moves_by_the_strategy_that_x_wins_and_each_move_opens_it() -> None:
    game = get("ultimate/open")
    table = answer(StudyQuestion("ultimate")).table("longest")
    position = Position.start(game)
    for ply, row in enumerate(saying.cells(table), 1):
        link, to = row["name"].link, row["to"].value
        assert isinstance(link, PlayLink)
        move = position.parse(row["name"].text)
        if position.turn == 0:
            assert move == reply(position.state)
        position = position.play(move)
        assert play_all(game, link.moves)[1] == position
        assert row["ply"].value == ply
        assert row["left"].value == 43 - ply
        if not position.outcome:
            assert to.__class__ is str or row["to"].text == "any"
            assert to == position.text[-1] or position.text[-1] == "-"
    assert len(table.rows) == 43
    assert position.outcome
    assert position.outcome.winner == 0


def test_from_a_position_the_defence_goes_on_unless_x_has_left_the_strategy() -> None:
    on = answer(StudyQuestion("ultimate", ("ultimate/open",), "5.5 5.1 1.5"))
    rows = saying.cells(on.table("longest"))
    assert len(rows) == 40
    last = rows[-1]["name"].link
    assert isinstance(last, PlayLink)
    assert play_all(get(last.game), last.moves, last.position)[1].outcome
    assert "left the strategy" in text(StudyQuestion("ultimate", ("ultimate/open",), "1.1"), "longest")


def test_each_cell_tells_the_board_to_which_it_sends_and_what_waits_there() -> None:
    moves = "1.1 1.2 2.1 1.5 5.1 1.8"
    study = answer(StudyQuestion("ultimate", ("ultimate",), moves))
    assert saying.column(study, "sends", "sends") == ["any open board", *(f"board {n}" for n in range(2, 10))]
    assert saying.column(study, "sends", "won")[0] == "O"
    opened = answer(StudyQuestion("ultimate", ("ultimate/open",), moves))
    assert saying.column(opened, "sends", "sends")[0] == "board 1"
    two = saying.rows(answer(StudyQuestion("ultimate", ("ultimate",), "1.2 2.1 1.5 5.1 1.9 9.1")), "sends")
    assert two[0][4] == "1 8"
    assert two[0][3] == ""


def test_its_other_names_lead_to_it() -> None:
    names = ["súper tres en raya", "Super tres en raya", "meta tres en raya", "(tres en raya)^2", "(Tres en raya)²"]
    names += ["Último tres en raya", "tres en raya definitivo", "(tic-tac-toe)^2", "  meta   tic-tac-toe "]
    for name in names:
        assert get(name).id == "ultimate", name
        assert ALIASES[plain(name)] == "ultimate"
    shown = set(saying.column(answer(StudyQuestion("ultimate")), "names", "name"))
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
    last = saying.cells(longest)[-1]["name"].link
    assert isinstance(last, PlayLink)
    assert about(play_all(get(last.game), last.moves)[1]) is None
