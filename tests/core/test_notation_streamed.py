"""Files are read piece by piece, so that any number of games needs the same memory."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat

import pytest

from core import notation
from core.games import get
from core.notation import lines_in, lines_of, written
from core.notation.common import BadGames
from core.notation.documents import json_parts
from core.notation.text import text_parts
from core.play.match import Match
from core.store.rows import Stored

NOW = 1_800_000_000.0


@pytest.mark.parametrize("form", ["json", "text", "psq", "sgf", "digits", "moves"])
def test_a_game_is_given_before_the_lines_far_behind_it_are_read(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.notation.documents.MAX_GAME", 1000)
    game = get("connect-four" if form == "digits" else "tictactoe" if form == "moves" else "gomoku")
    stored = Stored.of(Match(game, ("human", "human")).play(3).play(4), NOW, NOW)
    if form in ("json", "text"):
        parts = (json_parts if form == "json" else text_parts)(repeat(stored, 1000))
    else:
        parts = (written(each, form) for each in repeat(stored, 1000))
    asked = 0

    def lines() -> Iterator[str]:
        nonlocal asked
        for part in parts:
            for line in lines_of(part + ("\n" if form == "moves" else "")):
                asked += 1
                yield line

    found = notation.read(lines(), NOW, game)
    assert next(found).stored.moves == stored.moves
    assert asked < 100


def test_a_file_that_comes_in_pieces_has_the_lines_of_its_text() -> None:
    text = "\ufeffone\r\ntwo\rthr\u00e9\u00e9\n\n\r\r\nfour"
    raw = text.encode()
    for size in range(1, len(raw) + 1):
        pieces = [raw[at : at + size] for at in range(0, len(raw), size)]
        assert list(lines_in(pieces)) == list(lines_of(text))


def test_the_text_of_a_file_begins_behind_its_byte_order_mark() -> None:
    assert notation.decoded(b"\xef\xbb\xbf4 4 4\n") == "4 4 4\n"


def test_a_line_that_never_ends_is_refused_with_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notation, "MAX_LINE_MEGABYTES", 1)
    with pytest.raises(BadGames, match="Line 2 has more than 1 MB; write each game on its own line"):
        list(lines_in(chain([b"one\n"], repeat(b"two" * 1000))))
