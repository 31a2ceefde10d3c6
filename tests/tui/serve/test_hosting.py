"""The hall in the loop of its front, with a store on a real disk."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from core.errors import CoreError, StoreBroken
from core.store.store import Store
from tui.serve.hosting import STORE, Hosting, on_disk
from tui.serve.zygote import Zygote


class Caller:
    """Somebody who is in the hall without a session."""

    def __init__(self, hosting: Hosting, key: str) -> None:
        self.hosting = hosting
        self.heard: list[Mapping[str, Any]] = []
        self.news = asyncio.Event()
        self.guest = hosting.enter(key, "", self._hear, lambda reason: None)

    def _hear(self, message: Mapping[str, Any]) -> None:
        self.heard.append(message)
        self.news.set()

    async def ask(self, op: str, **values: Any) -> Mapping[str, Any]:
        """The answer of the hall."""
        self.heard.clear()
        self.hosting.hear(self.guest, json.dumps({"op": op, "n": 1, **values}).encode())
        while not (answers := [each for each in self.heard if each["op"] in ("ok", "no")]):
            self.news.clear()
            await self.news.wait()
        return answers[0]


async def test_that_the_disk_fails_is_told_once_until_it_takes_something_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[CoreError] = []
    hosting = Hosting(tmp_path, "Plaza", cast(Zygote, None), told.append, featured=False)
    ana, ben = Caller(hosting, "a"), Caller(hosting, "b")
    id = (await ana.ask("seek", game="tictactoe", seat=0, post=True))["id"]
    table = (await ben.ask("accept", id=id))["table"]
    await ana.ask("watch", table=table)

    def full(store: Store, records: object) -> None:
        raise StoreBroken("The disk is full.")

    for failures in (1, 2):
        with monkeypatch.context() as spoiled:
            spoiled.setattr(Store, "save_all", full)
            for _again in range(3):
                assert (await ana.ask("move", table=table, seq=1, move="b2"))["op"] == "no"
        assert list(map(str, told)) == ["The disk is full."] * failures
        again = await ana.ask("seek", game="connect-four", seat=0, post=True)
        assert (await ben.ask("accept", id=again["id"]))["op"] == "ok"
    assert (await ana.ask("move", table=table, seq=1, move="b2"))["op"] == "ok"
    await hosting.close()


async def test_the_games_in_the_folder_of_the_host_are_on_offer_and_what_cannot_be_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    for name, text in {
        "square": 'kind = "lines"\nname = "square"\nrows = 2\ncolumns = 2\nstraight = 2',
        "many": 'kind = "lines"\nname = "many"\nrows = 15\ncolumns = 15\nstraight = 5\neither = true',
        "walk": 'kind = "tree"\nname = "walk"\ntree = """\na\n  b 1\n  c 2\n"""',
        "wrong": 'kind = "lines"',
    }.items():
        (folder / f"{name}.toml").write_text(f"triqui = 1\n{text}\n", "utf-8")
    told: list[CoreError] = []
    hosting = Hosting(tmp_path, "Plaza", cast(Zygote, None), told.append, featured=False)
    assert [id.partition("@")[0] for id in hosting.house.games if id.startswith("own-")] == ["own-lines:square"]
    assert [str(each).partition("toml' ")[2][:13] for each in told] == ["is too large ", "makes no game"]
    await hosting.close()


async def test_a_hall_whose_file_becomes_useless_while_it_is_open_keeps_nothing_in_memory(tmp_path: Path) -> None:
    (tmp_path / STORE).mkdir()
    with pytest.raises(StoreBroken, match="cannot be kept"):
        on_disk(tmp_path / STORE)
