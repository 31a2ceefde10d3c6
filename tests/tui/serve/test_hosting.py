"""The hall in the loop of its front, with a store on a real disk."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from core.errors import CoreError, StoreBroken
from core.game import Game
from core.games import get
from core.store.store import Store
from tui.serve.hosting import STORE, Hosting, on_disk, own_games
from tui.serve.zygote import Zygote

_SQUARE = 'kind = "lines"\nname = "square"\nrows = 2\ncolumns = 2\nstraight = 2'


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


def offered(data: Path, files: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The short names of what is on offer of these files in the folder of the host, and what the host is told."""
    folder = data / "games"
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(f"triqui = 1\n{text}\n", "utf-8")
    told: list[CoreError] = []
    games = list(own_games(data, told.append))
    return [game.id.partition(":")[2].partition("@")[0] for game in games], list(map(str, told))


async def test_the_games_in_the_folder_of_the_host_are_on_offer(tmp_path: Path) -> None:
    assert offered(tmp_path, {"square": _SQUARE}) == (["square"], [])
    hosting = Hosting(tmp_path, "Plaza", cast(Zygote, None), lambda error: None, featured=False)
    assert [id.partition("@")[0] for id in hosting.house.games if id.startswith("own-")] == ["own-lines:square"]
    await hosting.close()


def test_what_cannot_be_on_offer_is_told(tmp_path: Path) -> None:
    many = 'kind = "lines"\nname = "many"\nrows = 15\ncolumns = 15\nstraight = 5\neither = true'
    walk = 'kind = "tree"\nname = "walk"\ntree = """\na\n  b 1\n  c 2\n"""'
    wrong = 'kind = "lines"'
    games, told = offered(tmp_path, {"many": many, "square": _SQUARE, "walk": walk, "wrong": wrong})
    assert games == ["square"]
    assert [each.partition("toml' ")[2][:35] for each in told] == [
        "is not offered in the hall: it has ",
        "does not define a game. Line 1: The",
    ]


def test_heaps_with_few_moves_are_on_offer_however_their_moves_are_numbered(tmp_path: Path) -> None:
    heaps = 'kind = "heaps"\nname = "{name}"\nheaps = [{highest}]\noctal = "0.45"'
    few, many = heaps.format(name="few", highest=15), heaps.format(name="many", highest=900)
    games, told = offered(tmp_path, {"few": few, "many": many})
    assert games == ["few"]
    assert len(told) == 1


def test_games_whose_lines_would_fill_the_memory_of_each_session_are_told_before_they_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def noted(id: str) -> Game:
        made.append(id)
        return get(id)

    monkeypatch.setattr("tui.serve.hosting.get", noted)
    cubes = {name: f'kind = "lines"\nname = "{name}"\ncube = [3, 5]' for name in ("a", "b", "c")}
    games, told = offered(tmp_path, {**cubes, "square": _SQUARE})
    assert games == ["a", "square"]
    assert [each.partition("toml' ")[2] for each in told] == [
        "is not offered in the hall: its lines take 11.0 MB in each session, "
        "but only 9.0 of the 20 MB for all your games are left."
    ] * 2
    assert not [id for id in made if ":b@" in id or ":c@" in id]


def test_a_game_that_is_in_two_files_is_on_offer_once(tmp_path: Path) -> None:
    assert offered(tmp_path, {"copy": _SQUARE, "square": _SQUARE}) == (["square"], [])


async def test_a_hall_whose_file_becomes_useless_while_it_is_open_keeps_nothing_in_memory(tmp_path: Path) -> None:
    (tmp_path / STORE).mkdir()
    with pytest.raises(StoreBroken, match="cannot be saved"):
        on_disk(tmp_path / STORE)
