"""What errors repeat of what was typed, or of a file's name, breaks no line and steers no terminal."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from core import engines
from core.errors import CoreError
from core.games import get
from core.phrase import Figures, Phrase, phrase
from core.players import opponents
from core.position import Position, play_all
from core.strategies import levels
from core.study import topic
from tui.text.catalogue import Language, say, speak

HOSTILE = ["\x1b[2J", "a\nb", "\x07", "\u202ex", "\x9b31m", "a1\r"]
TAKERS: dict[str, Callable[[str], object]] = {
    "game": get,
    "option": lambda text: get(f"tictactoe/{text}"),
    "twice": lambda text: get(f"mnk:3,3,3/misere/{text}"),
    "numbers": lambda text: get(f"mnk:{text}"),
    "takes none": lambda text: get(f"qubic:{text}"),
    "move": lambda text: play_all(get("tictactoe"), f"b2 {text}x"),
    "position": lambda text: Position.from_text(get("tictactoe"), text),
    "stage": lambda text: Position.from_text(get("gomoku/swap2"), text),
    "engine": engines.get,
    "program": lambda text: engines.admit(f"ugi:./{text}", get("tictactoe")),
    "player": lambda text: opponents.parse(f"best:{text}"),
    "topic": topic,
}


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("taker", TAKERS)
def test_no_sentence_has_a_character_that_steers_a_terminal(taker: str, text: str) -> None:
    with pytest.raises(CoreError) as caught:
        TAKERS[taker](text)
    assert str(caught.value).isprintable()
    assert say(caught.value).isprintable()


def test_it_is_written_out_however_deep_it_stands_and_all_else_stays_as_it_is() -> None:
    inner = phrase("{path} is gone", path=Path("/tmp/\x1b[31m"))
    error = CoreError("{what}: {value:+.2f} of {count}, {odd}", what=inner, value=0.5, count=Figures("1,234"), odd=[1])
    assert str(error) == r"/tmp/\x1b[31m is gone: +0.50 of 1,234, [1]"
    assert isinstance(error.phrase.values["count"], Figures)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.phrase) == (str(error), error.phrase)
    assert CoreError("{who} left", who=Phrase("●")).phrase == Phrase("{who} left", {"who": Phrase("●")})


def test_so_it_is_in_another_language() -> None:
    speak(Language("es"))
    try:
        with pytest.raises(CoreError) as caught:
            get("tictactoe/\x1b[2J")
        assert say(caught.value).startswith(r"/\x1b[2j ")
    finally:
        speak(Language("en"))


@pytest.mark.parametrize(
    "ask",
    [levels.named, opponents.parse, get, engines.get],
    ids=["level", "player", "game", "engine"],
)
def test_a_name_of_any_length_is_repeated_short(ask: Callable[[str], object]) -> None:
    with pytest.raises(CoreError) as refused:
        ask("9" * 10_000)
    assert len(str(refused.value)) < 1000
