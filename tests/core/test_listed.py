"""The rows of the listed games say what the games say."""

from __future__ import annotations

from core.games import listed, presets
from core.known import BestPlay
from tests.tools.listed import FILE, text


def test_the_file_of_listed_games_is_what_its_tool_writes() -> None:
    assert FILE.read_text("utf-8") == text(), "run python -m tests.tools.listed"


def test_a_listed_game_has_the_name_and_the_known_result_of_its_rules() -> None:
    for row, game in zip(listed(), presets(), strict=True):
        known = game.known and BestPlay(game.known.verdict, game.known.plies, game.known.within)
        assert (row.id, row.name, row.known) == (game.id, game.name, known)
