"""No text ends in the middle without a sign that there is more: neither in a row of its own, nor in a panel."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from core import games
from core.game import Game
from core.play.course import Course
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Snapshot
from core.score import Score, Verdict
from tests.core.own_cases import NAMED as OWN
from tests.core.watching import at
from tests.tui.cut_text_cases import SEATS, SIGNS, account, known, text_of
from tests.tui.hall import FULL, Door
from tui.drawing.canvas import Span, fit
from tui.drawing.frame import rule
from tui.drawing.line import LineOfText
from tui.screens.base import picture
from tui.screens.base.picture import PlayView
from tui.text.fit import clipped, whole
from tui.widgets.panel import Panel, PanelMove, played_row, verdict_row

PEOPLE = ("human", "human")
SECOND = (FULL, "human")


def test_what_is_said_of_a_move_played_is_cut_between_words() -> None:
    move = PanelMove(13, "●", "j6", "~", "dim", "not proven, i10 held the draw")
    assert text_of(played_row(move, 36)).rstrip() == "13 ● j6   ~  not proven, i10 held …"


@pytest.mark.parametrize("game", [*games.presets(), *map(games.get, OWN)], ids=lambda game: game.id)
@pytest.mark.parametrize("prompt", ["", "Choose an empty square, or type one: _"])
def test_whoever_is_to_move_in_a_narrow_window_reads_a_whole_sentence(game: Game, prompt: str) -> None:
    state = Snapshot(Course(Match(game, SEATS), Setup(SEATS)))
    cursor = None if prompt else state.match.position.moves[0]
    view = PlayView(
        state, 0, known, account, "Alpha-beta", cursor, prompt, study=False, on_cells=False, due=True, width=40
    )
    line = LineOfText("status")
    line.show([Span(picture.status(view))])
    (shown,) = (text_of(row).strip() for row in line.draw(40, 1))
    assert not shown.endswith(SIGNS)
    assert prompt in shown


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (60, "O b2: It blocks ... a1. Worth the same: c3. Ñandú 2."),
        (51, "O b2: It blocks ... a1. Worth the same: c3."),
        (43, "O b2: It blocks ... a1. Worth the same: c3."),
        (42, "O b2: It blocks ... a1."),
        (22, "O b2: It blocks ... …"),
        (13, "O b2: It …"),
    ],
)
def test_a_text_of_sentences_loses_the_last_of_them_first(width: int, shown: str) -> None:
    assert whole("Paused. It will play b2, which loses at once.", 40) == "Paused. It will play b2, which loses …"
    assert whole("O b2: It blocks ... a1. Worth the same: c3. Ñandú 2.", width) == shown


@pytest.mark.parametrize(
    ("texts", "width", "shown"),
    [
        (("wins", " at once"), 12, "wins at once"),
        (("wins", " at once"), 11, "wins at on…"),
        (("wins", " at once"), 4, "win…"),
        (("wins", "   "), 4, "wins"),
        (("wins", "   "), 5, "wins "),
        (("wins", "", "at"), 4, "win…"),
        (("wins",), 0, ""),
        ((), 3, "   "),
        (("井字棋", "A"), 7, "井字棋A"),
        (("井字棋", "A"), 6, "井字… "),
        (("井字棋",), 8, "井字棋  "),
        (("e\u0301e\u0301e\u0301",), 2, "e\u0301…"),
    ],
)
def test_a_row_that_is_cut_ends_in_a_sign_unless_only_blanks_are_lost(
    texts: tuple[str, ...], width: int, shown: str
) -> None:
    assert text_of(fit([Span(text) for text in texts], width)) == shown


@pytest.mark.parametrize(
    ("width", "shown"),
    [(20, "井字棋 井字棋 井字棋"), (19, "井字棋 井字棋 …"), (8, "井字棋 …"), (7, "井字棋…"), (6, "井字…")],
)
def test_a_text_is_cut_by_the_columns_of_its_characters(width: int, shown: str) -> None:
    assert whole("井字棋 井字棋 井字棋", width) == shown


@pytest.mark.parametrize("text", ["井" * 39, "井" * 40, "x" * 78, "x" * 79])
async def test_a_sentence_that_does_not_fit_the_status_line_by_its_columns_is_above_it(hall: Door, text: str) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        visit.play.say(text)
        await visit.settle()
        assert visit.app.screen.query_one("#more").display is (cell_len(text) >= 80)
        assert all(cell_len(line) == 80 for line in visit.text.splitlines())


async def test_of_two_wide_characters_only_the_columns_that_differ_are_painted(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        status = visit.app.screen.query_one("#status", LineOfText)
        status.show([Span("井字棋")])
        await visit.settle()
        status.show([Span("井子棋x")])
        await visit.settle()
        assert visit.text.splitlines()[-2].rstrip() == " 井子棋x"


def test_a_title_too_long_for_its_line_bears_a_sign() -> None:
    assert text_of(rule(16, "╭╮", "Alphabeta, full")) == "╭─ Alphabeta… ─╮"


@pytest.mark.parametrize(
    ("width", "shown"), [(34, "X to move: DRAW in ≤19       exact"), (35, "X to move: DRAW in at most 19 exact")]
)
def test_a_sentence_without_room_for_the_word_behind_it_is_shorter(width: int, shown: str) -> None:
    draw = Score.exact(Verdict.TIE, most=19)
    row = verdict_row(at("mnk:5,5,4"), draw, width)
    assert "".join(span.text for span in row) == shown


def test_what_was_proven_before_keeps_a_blank_before_the_word_for_it() -> None:
    for within, shown in ((7, "X to move: WIN in ≤7  proven before"), (41, "X to move: WIN in ≤41       proven")):
        row = verdict_row(at("mnk:5,5,4"), Score.exact(Verdict.WIN, most=within), 35 - (within > 9), before=True)
        assert "".join(span.text for span in row) == shown


@pytest.mark.parametrize(
    ("height", "shown"), [(1, ["one two …"]), (2, ["one two", "three …"]), (9, ["one two", "three", "four"])]
)
def test_text_that_has_no_room_ends_in_a_sign_that_there_is_more(height: int, shown: list[str]) -> None:
    assert clipped("one two three four", 9, height)[: len(shown)] == shown


async def test_the_reason_and_the_notes_end_in_a_sign_where_they_are_cut(hall: Door) -> None:
    long = "a reason that is told at such length that no panel of this width has the room for all of its many words"
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        panel = visit.app.screen.query_one(Panel)
        played = [move._replace(note=long) for move in visit.panel.played]
        panel.show(replace(visit.panel, why=f"{long}, {long}", played=played))
        await visit.settle()
        rows = [line[43:-1].rstrip() for line in visit.text.splitlines()]
        at = next(i for i, row in enumerate(rows) if "Why" in row)
        assert rows[at + 4].endswith(" …")
        assert all(row.endswith("…") for row in rows if "a reason" in row and rows.index(row) < at)


# The history.


async def test_the_history_tells_what_each_move_was(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3 a2", PEOPLE, size=(80, 30)) as visit:
        assert visit.side[visit.side.index("Game") + 1 :][:7] == [
            "1 X a1 = best",
            "2 O b2 ! only move that draws",
            "3 X c3 = best",
            "4 O c1 ?? b1 held the draw",
            "5 X a3 ! only move that wins",
            "6 O b3 - longest resistance",
            "7 X a2 ! only move that wins",
        ]


async def test_the_answer_to_a_corner_may_only_be_the_centre(hall: Door) -> None:
    async with hall("tictactoe", "a1 a2", PEOPLE) as visit:
        assert any(row.startswith("2 O a2 ?? b2 ") for row in visit.side)


@pytest.mark.parametrize("size", [(70, 24), (80, 24), (100, 32)])
@pytest.mark.parametrize("room", [-1, 0, 20])
async def test_a_sentence_is_shown_once_whether_or_not_it_fits_the_status_line(
    hall: Door, size: tuple[int, int], room: int
) -> None:
    async with hall("tictactoe", players=PEOPLE, size=size) as visit:
        visit.play.say("Once. ".ljust(size[0] + room - 1, "x") + ".")
        await visit.settle()
        assert visit.text.count("Once.") == 1


async def test_a_usual_sentence_without_room_in_a_narrow_window_takes_two_lines(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", size=(40, 12)) as visit:
        await visit.do("back")
        assert [row.strip() for row in visit.text.splitlines()[-3:-1]] == [
            "After move 3 of 4. End goes back; a",
            "move begins a variation.",
        ]
