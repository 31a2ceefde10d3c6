"""What a line means in the line mode, and how positions and scores are said aloud."""

from __future__ import annotations

import re
from contextvars import copy_context
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import CoreError
from core.game import Game
from core.games import get, presets
from core.kits import KITS
from core.position import Position, play_all
from core.score import Proof, Score, Verdict
from tests.tui.hall import Engines, PromptKeeper
from tests.tui.languages import Locale
from tests.tui.plainly import PEOPLE, Reader
from tui import manual
from tui.plain import setup_words
from tui.plain.aloud import SYMBOLS, aloud, spans, worth
from tui.plain.boards import board
from tui.plain.rows_columns import row_or_column
from tui.plain.vocabulary import WORDS, Refusal, TypedMove, TypedWord, folded, understand, word_of
from tui.text.catalogue import Language, _, say, speak

START = Position.start(get("tictactoe"))
ONE_OF_EACH = [get(kit.presets.split()[0]) for kit in KITS.values()]
ISSUED = [
    *("help", "games", "new", "hint", "values", "board", "undo", "redo", "save", "resign", "quit"),
    *("row", "column", "legal", "moves", "clock", "review", "retry", "learn", "daily", "next", "back", "more", "stop"),
]
SPANISH = [
    "ayuda",
    "juegos",
    "nueva",
    "pista",
    "valores",
    "tablero",
    "deshacer",
    "rehacer",
    "guardar",
    "rendirse",
    "salir",
    *("fila", "columna", "legal", "jugadas", "reloj", "repasar", "reintentar", "aprender", "diario"),
    *("siguiente", "atras", "mas", "parar"),
]
ALOUD = re.compile(r"[\w .,;:/'()!?=-]*")
"""What a sentence is made of: letters, digits, and signs that are not read as words."""


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")


def in_spanish(check: object) -> None:
    """Check something where Spanish is spoken."""

    def run() -> None:
        speak(Language("es"))
        assert callable(check)
        check()

    copy_context().run(run)


def test_the_words_are_understood_in_small_letters_and_capitals_with_a_stop_and_something_behind() -> None:
    for word in ISSUED:
        assert understand(word, None) == TypedWord(word, "")
        assert understand(f" {word.upper()}. ", None) == TypedWord(word, "")
    assert understand("?", None) == TypedWord("help", "")
    assert understand("values  b1", None) == TypedWord("values", "b1")


def test_spanish_words_are_understood_beside_the_english_ones_with_accents_or_without(spanish: None) -> None:
    def check() -> None:
        assert [word_of(word) for word in SPANISH] == ISSUED
        assert [word_of(word) for word in ISSUED] == ISSUED
        said = [_(word.label.template) for word in WORDS.values()]
        assert len(set(map(folded, said))) == len(WORDS)
        assert [word for word in said if " " in word] == []
        for name, word in zip(WORDS, said, strict=True):  # no word of one language means another one in the other
            assert word_of(folded(word)) == word_of(word) == name
            assert word not in WORDS or word == name

    in_spanish(check)


@pytest.mark.parametrize("code", ["en", "es"])
def test_the_manual_names_every_word(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")

    def check() -> None:
        speak(Language(code))
        page = manual.page("plain")
        assert [word for word in WORDS.values() if not re.search(rf"`{_(word.label.template)}[ `]", page)] == []

    copy_context().run(check)


def test_no_word_of_either_language_is_a_move_of_any_game(spanish: None) -> None:
    def check() -> None:
        for game in presets():
            position = Position.start(game)
            for name, word in WORDS.items():
                assert understand(name, position) == understand(_(word.label.template), position) == TypedWord(name, "")

    in_spanish(check)


@pytest.mark.parametrize("game", ONE_OF_EACH, ids=lambda game: game.id)
def test_the_moves_of_a_game_are_understood_as_they_are_written(game: Game) -> None:
    position, random = Position.start(game), Random(game.id)
    while not position.outcome:
        move = random.choice(position.moves)
        assert understand(position.name(move), position) == TypedMove(move)
        assert understand(f"  {position.name(move).upper()} ", position) == TypedMove(move)
        position = position.play(move)


@given(st.sampled_from(ONE_OF_EACH), st.integers(0, 6), st.text(min_size=1).filter(str.strip))
def test_no_line_at_all_breaks_the_reading_of_lines(game: Game, plies: int, line: str) -> None:
    position, random = Position.start(game), Random(plies)
    for _ply in range(plies):
        position = position.play(random.choice(position.moves)) if position.moves else position
    for where in (position, None):
        meaning = understand(line, where)
        match meaning:
            case TypedMove(move):
                assert where
                assert move in where.moves
            case TypedWord(word, _rest):
                assert word in WORDS
            case Refusal():
                said = aloud(say(meaning))
                assert said
                assert said.isprintable()


@given(st.sampled_from(("x", "o", "level", "begins", "match", "best-of")), st.text())
def test_no_set_up_at_all_breaks_the_reading_of_set_ups(name: str, text: str) -> None:
    from core.play.seats import against

    game, setup = get("tictactoe"), against("best:2")
    try:
        changed, _at_once = setup_words.change(f"{name} {text}", setup, game)
    except CoreError:
        return
    assert changed.fitting(game) == changed


def test_figures_are_said_as_the_reader_writes_them(spanish: None) -> None:
    def check() -> None:
        assert aloud(worth(Score.estimate(-0.25), START)) == "estimación menos 0,25"
        assert board(Position.start(get("nim:1000000")))[0] == "Montón A: 1.000.000."

    in_spanish(check)


def test_a_refusal_names_the_move_that_is_not_legal() -> None:
    position = play_all(get("pong-hau-ki"), "4-3")[1]
    for text in ("4-3", "3", "5-1"):
        said = understand(text, position)
        assert isinstance(said, Refusal)
        assert text in say(said)


@pytest.mark.parametrize(
    ("game", "moves", "said"),
    [
        ("tictactoe", "", ["The board is empty."]),
        ("tictactoe", "a1 b2 c3", ["X on a1, c3.", "O on b2.", "Empty: b1, c1, a2, c2, a3, b3."]),
        ("mnk:5,5,4", "a1", ["X on a1.", "24 places are empty."]),
        ("tictactoe/wild", "Oa1", ["O on a1.", "Empty: b1, c1, a2, b2, c2, a3, b3, c3."]),
        ("tictactoe3d", "2b2 1a1", ["X on 2b2.", "O on 1a1.", "25 places are empty."]),
        ("notakto:2", "1a1 2a1 1b1 2b1 1c1", ["X on 2a1, 2b1.", "Empty: 2c1, 2a2, 2b2, 2c2, 2a3, 2b3, 2c3.",
                                              "Board 1 is out of the game."]),
        ("numerical", "5b2 2a1", ["2 on a1.", "5 on b2.", "Empty: b1, c1, a2, c2, a3, b3, c3.", "Odd has 1 3 7 9.",
                                  "Even has 4 6 8."]),
        ("vanishing", "a1 b1 a2 b2 c3 c1", ["X on a1, a2, c3.", "O on b1, c1, b2.", "Empty: c2, a3, b3.",
                                            "X on a1 vanishes with the next move."]),
        ("gomoku/swap2", "a1 b1 c1", ["Black on a1, c1.", "White on b1.", "222 places are empty.",
                                      "B takes a colour, or places two more."]),
        ("connect-four", "", ["The board is empty."]),
        ("connect-four", "4 4 1", ["Column 1, from the bottom: Black.", "Column 4, from the bottom: Black, White.",
                                   "Empty columns: 2, 3, 5 to 7."]),
        ("pong-hau-ki", "4-3", ["Black on 2, 3.", "White on 1, 5.", "Empty: 4."]),
        ("achi", "", ["The board is empty.", "Black has 4 more to place.", "White has 4 more to place."]),
        ("morris", "b2 a1", ["Black on b2.", "White on a1.", "Empty: b1, c1, a2, c2, a3, b3, c3.",
                             "Black has 2 more to place.", "White has 2 more to place."]),
        ("ultimate", "5.3 3.1", ["Board 3: O on 1.", "Board 5: X on 3.", "Empty boards: 1, 2, 4, 6 to 9.",
                                 "The next mark goes to board 1."]),
        ("nim:3,4,5", "A3", ["Heap A: 0.", "Heap B: 4.", "Heap C: 5.", "From B you can take 1 to 4.",
                             "From C you can take 1 to 5."]),
        ("subtraction:11:1,3,4", "", ["Heap A: 11.", "From A you can take 1, 3, 4."]),
        ("wythoff:3,5", "B3", ["Heap A: 3.", "Heap B: 2.", "From A you can take 1 to 3.", "From B you can take 1 to 2.",
                               "From AB you can take 1 to 2."]),
        ("fibonacci-nim:20", "2", ["Heap A: 18.", "From A you can take 1 to 4."]),
        ("nim:1000000", "", ["Heap A: 1,000,000.", "From A you can take 1 to 1,000,000."]),
        ("kayles:7", "A3", ["Row A: pins 1, 2, 4 to 7."]),
        ("chomp:3,4", "b2", ["Row 1: a1 to c1.", "Row 2: a2.", "Row 3: a3.", "Row 4: a4."]),
        ("chomp:3,4", "a2", ["Row 1: a1 to c1.", "Row 2: eaten.", "Row 3: eaten.", "Row 4: eaten."]),
    ],
)  # fmt: skip
def test_a_position_is_told_in_sentences(game: str, moves: str, said: list[str]) -> None:
    assert board(play_all(get(game), moves)[1]) == said


@pytest.mark.parametrize(
    ("game", "moves", "line", "said"),
    [
        ("tictactoe", "a1 b2", "row 2", "Row 2: a2 empty, b2 O, c2 empty."),
        ("tictactoe", "a1 b2", "row 3", "Row 3: empty."),
        ("tictactoe", "a1 b2", "column a", "Column a: a1 X, a2 empty, a3 empty."),
        ("tictactoe", "", "column B", "Column b: empty."),
        ("tictactoe", "", "row", "Say row and the name of one, 1 to 3."),
        ("tictactoe", "", "column", "Say column and the name of one, a to c."),
        ("tictactoe", "", "row 9", "There is no row '9'; the rows are 1 to 3."),
        ("tictactoe", "", "column 2", "There is no column '2'; the columns are a to c."),
        ("notakto:2", "1a1 2b1", "row 1", "Row 1: 1a1 X, 1b1 empty, 1c1 empty, 2a1 empty, 2b1 X, 2c1 empty."),
        ("gomoku", "h8", "column h", "Column h: " + ", ".join(
            f"h{row} {'Black' if row == 8 else 'empty'}" for row in range(1, 16)) + "."),
        ("connect-four:5,4,4", "4 4 1", "row 1", "Row 1, from the left: Black, empty, empty, Black, empty."),
        ("connect-four:5,4,4", "4 4 1", "column 4", "Column 4, from the bottom: Black, White, empty, empty."),
        ("morris", "b2 a1", "row 1", "Row 1: a1 White, b1 empty, c1 empty."),
        ("morris", "b2 a1", "column b", "Column b: b1 empty, b2 Black, b3 empty."),
        ("chomp:3,4", "b2", "row 2", "Row 2: a2 there, b2 eaten, c2 eaten."),
        ("kayles:7", "A3", "row a", "Row A: 1 standing, 2 standing, 3 empty, 4 standing, 5 standing, 6 standing, 7 standing."),
        ("kayles:7", "", "column a", "Kayles 7 has no columns. Its rows are A."),
        ("pong-hau-ki", "", "row 1", "Pong Hau K'i has no rows. Its points are 1, 2, 3, 4, 5; say board to hear them."),
        ("nim:3,4,5", "", "row 1", "Nim 3-4-5 has no rows. Its heaps are A, B, C; say board to hear them."),
        ("ultimate", "", "column 1", "Ultimate tic-tac-toe has no columns. "
                                     "A cell is named by its board and its number there, as in 5.3; say board to hear them."),
    ],
)  # fmt: skip
def test_a_row_or_a_column_is_read_or_a_sentence_says_that_there_is_none(
    game: str, moves: str, line: str, said: str
) -> None:
    kind, _blank, name = line.partition(" ")
    assert row_or_column(play_all(get(game), moves)[1], kind, name) == said


@pytest.mark.parametrize("game", ONE_OF_EACH, ids=lambda game: game.id)
def test_rows_and_columns_of_every_family_are_said_aloud(game: Game) -> None:
    position = Position.start(game)
    for kind in ("row", "column"):
        for name in ("", "1", "a", "A"):
            assert ALOUD.fullmatch(row_or_column(position, kind, name))


def test_runs_of_numbers_are_told_by_their_ends() -> None:
    assert spans([]) == ""
    assert spans([4]) == "4"
    assert spans([1, 2, 4, 5, 6, 9]) == "1, 2, 4 to 6, 9"


@pytest.mark.parametrize(
    ("score", "said"),
    [
        (Score.exact(Verdict.TIE, 6), "draw in 6"),
        (Score.exact(Verdict.WIN), "win"),
        (Score.exact(Verdict.ENDLESS), "endless"),
        (Score.exact(Verdict.WIN, most=9), "win in at most 9"),
        (Score.bound(Proof.AT_LEAST, 0.0), "at least a draw"),
        (Score.bound(Proof.AT_MOST, 0.0), "at most a draw"),
        (Score.estimate(-0.25), "estimate minus 0.25"),
        (Score.estimate(0.5), "estimate plus 0.50"),
    ],
)
def test_a_score_is_said_in_words_and_an_estimate_as_an_estimate(score: Score, said: str) -> None:
    assert aloud(worth(score, START)) == said


def test_nothing_is_known_where_nobody_guesses() -> None:
    assert worth(Score.estimate(0.0), Position.start(get("pong-hau-ki"))) == "unknown"


def test_symbols_before_a_number_are_told_apart_from_it() -> None:
    assert (
        aloud("win ≤11, c1: draw in 6  ->  lose in 4 (~)")
        == "win at most 11, c1: draw in 6, then lose in 4 by estimate"
    )


def test_symbols_are_said_as_words_and_moves_stay_as_they_are_written() -> None:
    assert aloud("● wins:  ≥ \x1b[0m") == "Black wins: at least \\x1b[0m"
    assert aloud("4-3 A4-5 3-4-5 x -0.25, +0.10") == "4-3 A4-5 3-4-5 x minus 0.25, plus 0.10"


def listen(game: Game, home: Path, engines: Engines) -> Reader:
    """A game of two people through the line mode, by moves that chance has chosen, and all there is to ask on the way."""
    random = Random(game.id)
    position = Position.start(game)
    lines: list[str] = []
    while not position.outcome and len(lines) < 60:
        move = random.choice(position.moves)
        lines.append(position.name(move))
        position = position.play(move)
    asked = ["rules", "setup", "legal", "moves", "clock", "row 1", "column a", "values", "hint", "hint", "hint", "hint"]
    read = Reader(home, engines)
    read(
        *asked, *lines[:3], "board", "undo", "redo", *lines[3:], "board", "resign", "board", game=game.id, seats=PEOPLE
    )
    return read


@pytest.mark.parametrize("game", [*ONE_OF_EACH, get("gomoku/swap2")], ids=lambda game: game.id)
def test_every_family_is_played_to_its_end_in_lines_that_can_be_read_aloud(
    game: Game, home: Path, engines: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.household.household.Keeper", PromptKeeper)
    monkeypatch.setattr("core.play.saving.SAVING_SECONDS", 3600.0)
    engines.hasty = True
    read = listen(game, home, engines)
    (kept,) = read.store.finished()
    assert kept.game == game.id
    assert len([line for line in read.said if "plays" in line]) >= len(kept.moves.split())
    assert [line for line in read.said if any(symbol in line for symbol in SYMBOLS)] == []
    assert [line for line in read.said if not line.isprintable() or not line] == []
    told = [line for line in read.said if not line.startswith(("Values", "From the"))]
    rules = told.index(
        next(line for line in told if line.startswith("1st:") or (": You." in line and "Guest" not in line))
    )
    assert [line for line in told[rules:] if not ALOUD.fullmatch(line)] == []
