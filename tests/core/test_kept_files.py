"""Files that earlier versions wrote are read as they were meant: every schema of the store, exports, the sheet of a tournament,
and what a hall and its visitors said to each other.

``kept/`` holds them as they were written. Each store has eleven games, one for each way to end, with a clock, remarks, a
match, a table of the hall and a position set up, as far as its schema knew of them; beside it stands its export.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from core.hall.disk_store import Meetings
from core.notation.documents import to_json
from core.notation.text import to_text
from core.store import plain
from core.store.store import open_store
from core.tournament.run import InProcess, run
from core.tournament.sheet import Reader, Sheet
from tests.core.hall.foyer import Client, Foyer
from tests.core.reading_games import read

KEPT = Path(__file__).parent / "kept"
STORES = sorted(KEPT.glob("games-schema-[2-9]*.sqlite"))
NOW = 1_800_000_000.0
IDS = re.compile(r"\b[0-9a-f]{12,40}\b")


@pytest.mark.parametrize("file", STORES, ids=lambda file: file.stem)
def test_every_game_of_an_earlier_store_is_what_it_was(file: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(file, tmp_path / "games.sqlite"))
    with closing(sqlite3.connect(file)) as db:
        (count,) = db.execute("SELECT count(*) FROM games").fetchone()
    store, trouble = open_store(path)
    assert trouble is None
    games = sorted(store.unfinished() + store.finished(), key=lambda kept: kept.started)
    assert len(games) == count == 11
    assert json.loads(to_json(games)) == json.loads(file.with_suffix(".json").read_text())
    store.close()


def test_people_offers_and_exercises_of_the_last_store_are_there(tmp_path: Path) -> None:
    store, trouble = open_store(Path(shutil.copy(KEPT / "games-schema-5.sqlite", tmp_path / "games.sqlite")))
    assert trouble is None
    assert [(member.name, member.banned) for member in store.people.members()] == [
        ("ana", False),
        ("", False),
        ("eve", True),
    ]
    assert [(offered.game, offered.seat) for offered in store.people.offers()] == [("tictactoe", 0), ("qubic", None)]
    tried = store.practice()
    assert (tried["tictactoe", "b2 a1"].wrong, tried["tictactoe", "b2 a1"].solved is not None) == (1, True)
    assert (tried["nim:3,4,5", ""].hints, tried["nim:3,4,5", ""].solved) == (1, None)
    assert store.totals.of(Meetings()) == {}
    store.close()


@pytest.mark.parametrize("file", sorted(KEPT.glob("games-schema-*.[jt][sx][ot]*")), ids=lambda file: file.name)
def test_an_export_comes_in_and_goes_out_again_as_it_was(file: Path) -> None:
    text = file.read_text()
    assert (to_json if file.suffix == ".json" else to_text)(read(text, NOW)) == text


def test_the_sheet_of_a_tournament_is_read_and_gone_on_with(tmp_path: Path) -> None:
    path = Path(shutil.copy(KEPT / "tournament.jsonl", tmp_path / "tournament.jsonl"))
    reader = Reader(path)
    assert [played.number for played in reader.read()] == [1, 2, 3, 4]
    plan = reader.plan
    assert plan
    with Sheet(path, plan) as sheet:
        list(run(plan, sheet.games, InProcess, 1, sheet.keep))
    assert path.read_bytes().startswith((KEPT / "tournament.jsonl").read_bytes())
    assert sorted(played.number for played in Reader(path).read()) == [1, 2, 3, 4, 5, 6]


def without_ids(lines: list[Any]) -> list[Any]:
    """The same, with each id by the order in which it came."""
    known: dict[str, str] = {}
    text = IDS.sub(lambda found: known.setdefault(found[0], f"id {len(known)}"), json.dumps(lines))
    return list(json.loads(text))


def as_today(message: dict[str, Any]) -> dict[str, Any]:
    """What was said of a table, where the match was written as a row of the store of that time."""
    if "record" not in message:
        return message
    record = message.pop("record")
    further = {name: record.get(name) for name in ("rules", "lesson", "retried")}
    stored = plain.stored_of((*map(record.get, plain.COLUMNS[:-1]), json.dumps(further)))
    assert stored
    return message | {"match": stored.match.to_json()}


def test_a_hall_says_to_its_visitors_what_it_said(monkeypatch: pytest.MonkeyPatch) -> None:
    written = [json.loads(line, object_hook=as_today) for line in (KEPT / "hall.jsonl").read_text().splitlines()]
    foyer, visitors, again = Foyer(), dict[str, Client](), list[Any]()
    hear = Client._hear

    def heard(client: Client, message: Mapping[str, Any]) -> None:
        name = next((name for name, visitor in visitors.items() if visitor is client), entering)
        again.append({"to": name, "says": json.loads(json.dumps(message))})
        hear(client, message)

    monkeypatch.setattr(Client, "_hear", heard)
    for line in written:
        if "to" in line:
            continue
        again.append(line)
        if "enters" in line:
            entering = line["enters"]
            visitors[entering] = foyer.enter(line["key"], entering)
        elif "leaves" in line:
            visitors[line["leaves"]].leave()
        elif "seconds" in line:
            foyer.pass_time(line["seconds"])
        else:
            says = dict(line["says"])
            visitors[line["from"]].send(says.pop("op"), **{name: says[name] for name in says if name != "n"})
    # A newer hall may say more, and have more games.
    known = {line["says"]["op"] for line in written if "to" in line}
    again = [line for line in again if "to" not in line or line["says"]["op"] in known]
    games = next(line["says"]["terms"]["games"] for line in written if "to" in line)
    for line in again:
        if "terms" in line.get("says", ()):
            line["says"]["terms"]["games"] = [game for game in line["says"]["terms"]["games"] if game in games]
    assert without_ids(again) == without_ids(written)
