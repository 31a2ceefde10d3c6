"""Keys at random, faster than screens come, end nothing on any screen with a board. It takes a minute."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from textual.events import Key, Paste
from textual.keys import key_to_character

from core.games import get, presets
from core.play.seats import Setup
from core.play.source import Archive
from tests.tui.hall import FULL, Door
from tests.tui.reviewing import LOST, a_game

NAMED = ["enter", "escape", "space", "tab", "backspace", "delete", "home", "end", "pageup", "pagedown"]
NAMED += ["up", "down", "left", "right", "colon", "question_mark", "f1", "f2", "ctrl+u", "slash"]
WRITTEN = [*"abcdefghijklmnopqrstuvwxyzABCDEGHILMNOPRSTVWXYZ0123456789<>+-"]
GAMES = tuple(game.id for game in presets())
SEATS = (("human", FULL), ("human", "human"), (FULL, "human"), ("human", "random"))
BURST = 12


@pytest.mark.parametrize("seed", range(4))
async def test_keys_faster_than_screens_end_nothing(
    hall: Door, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the keys may save a certificate
    hall.engines.hasty = True
    hall.furnish(cursor="hjkl" if seed % 3 == 2 else "arrows")
    chance, done = Random(seed), []
    async with hall() as visit:
        app = visit.app

        def play() -> None:
            app.open_game(get(GAMES[seed * 5 % len(GAMES)]), Setup(SEATS[seed % len(SEATS)]))

        def watch() -> None:
            app.open_game(get(GAMES[seed * 5 % len(GAMES)]), Setup((FULL, "random")))

        def review() -> None:
            app.review(Archive(a_game(LOST)))

        def tournament() -> None:
            app.screen.run_worker(app.screen.run_action("tournaments"))

        for stage in (play, watch, review, tournament, app.go_home):
            app.go_home()
            await visit.settle()
            stage()
            await visit.settle()
            if stage is review:
                await visit.press("n", "r")
            for _burst in range(30):
                for _key in range(chance.randint(1, BURST)):
                    key = chance.choice(NAMED if chance.random() < 0.5 else WRITTEN)
                    if key == "q" and chance.random() < 0.8:
                        continue
                    done.append(key)
                    app.post_message(Key(key, key if len(key) == 1 else key_to_character(key)))
                if chance.random() < 0.05:
                    done.append("paste")
                    app.post_message(
                        Paste(chance.choice(("b2", "a1 b2 c3", "zz", "a1 zz", "井字棋", "\n", "X.O/.X./..O")))
                    )
                await visit.settle()
                assert app._exception is None, f"{app._exception!r} in {stage.__name__} after {' '.join(done[-60:])}"
