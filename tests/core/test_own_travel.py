"""The rules of a game of one's own travel with it: whoever gets the game plays, keeps, reads, asks about and checks it without
the file."""

from __future__ import annotations

import io
import json
import lzma
import pickle
import subprocess
import sys
from binascii import crc_hqx
from pathlib import Path
from random import Random
from typing import Any

import pytest

from core import own
from core.analysis import Analysis, Limit
from core.errors import CoreError
from core.games import get
from core.hall.kinship import kin
from core.hall.limits import games_on_offer
from core.notation.documents import to_json
from core.notation.text import to_text
from core.own.definition import Definition
from core.play.match import Match
from core.play.seats import Setup
from core.players.worker.request import Request
from core.position import Position
from core.proofs.certificate import Checked
from core.score import Verdict
from core.store.rows import Stored, row_of, stored_of
from core.store.store import open_store
from core.tournament.plan import TournamentPlan
from core.tournament.run import InProcess, run
from core.tournament.sheet import Reader, Sheet
from tests.core.certifying import certified
from tests.core.reading_games import read
from tests.core.second_checker import Refused, check

ROOT = Path(__file__).parents[2]
_NUMBER = iter(range(1_000_000))


def strange() -> Position:
    """The start of a game that no other process knows."""
    number = next(_NUMBER)
    content = Definition.of(
        {
            "triqui": 1,
            "kind": "lines",
            "name": f"strange-{number}",
            "title": "Strange",
            "points": "a b c d",
            "lines": ["a b", "a c", "c d"],
        }
    ).content
    return Position.start(get(own.register(own.taken(content)).id))


def elsewhere(code: str, given: bytes) -> str:
    """What another process prints, which is given something and knows no game of one's own."""
    done = subprocess.run([sys.executable, "-c", code], input=given, capture_output=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def played(start: Position) -> Match:
    """A finished game."""
    match = Setup(("human", "best:2")).begun(start.game, Random(1), ())
    for name in ("a", "c", "b"):
        match = match.play(match.position.parse(name))
    return match


def test_a_position_and_a_match_reach_another_process_with_their_rules() -> None:
    start = strange()
    match = played(start)
    said = elsewhere(
        "import pickle, sys; position, match = pickle.load(sys.stdin.buffer)\n"
        "print(position.game.name, position.text, *map(position.name, position.moves), *match.names, match.outcome.winner)",
        pickle.dumps((start, match)),
    )
    assert said == "Strange .... a b c d a c b 0\n"


def test_a_question_to_a_worker_has_the_rules_and_its_answer_does_not() -> None:
    start = strange()
    question = {**Request(start, None, Limit(depth=4)).to_json(1), "interval": 0}
    assert question["rules"] == start.game.content
    said = elsewhere(
        "import json, sys; from core import engines; from core.analysis import Watch\n"
        "from core.players.worker.request import Request\n"
        "question = Request.from_json(json.load(sys.stdin)); watch = Watch(question.position, question.limit, lambda: 0.0)\n"
        "print(json.dumps(engines.analyse(question.chosen, watch).to_json()))",
        json.dumps(question).encode(),
    )
    assert "rules" not in json.loads(said)
    score = Analysis.from_json(json.loads(said)).score
    assert score
    assert (score.verdict, score.plies) == (Verdict.WIN, 3)
    assert "rules" not in Request(Position.start(get("tictactoe"))).to_json(1)


@pytest.mark.parametrize("write", [to_text, to_json])
def test_an_exported_game_is_taken_in_where_nobody_knows_its_rules(write: Any) -> None:
    match = played(strange())
    text = write([Stored.of(match, 1.0, 2.0)])
    said = elsewhere(
        "import sys; from core import notation\n"
        "kept = next(notation.read(sys.stdin.read(), 0.0)).stored; print(kept.match.game.id, *kept.match.names)",
        text.encode(),
    )
    assert said.split() == [match.game.id, "a", "c", "b"]
    assert read(text, 0.0)[0].match.to_json() == match.to_json()


def test_the_store_keeps_the_rules_of_a_game(tmp_path: Path) -> None:
    match = played(strange())
    stored = Stored.of(match, 1.0, 2.0, "r")
    assert stored_of(row_of(stored)) == stored
    store, trouble = open_store(tmp_path / "games.sqlite")
    assert trouble is None
    store.save(match)
    store.close()
    said = elsewhere(
        "import sys; from pathlib import Path; from core.store.store import open_store\n"
        "store, _ = open_store(Path(sys.stdin.read())); kept = store.finished(limit=1)[0]\n"
        "print(kept.match.game.name, kept.moves)",
        str(tmp_path / "games.sqlite").encode(),
    )
    assert said == "Strange a c b\n"


def test_the_sheet_of_a_tournament_has_the_rules(tmp_path: Path) -> None:
    game = strange().game
    plan = TournamentPlan(game.id, ("random", "loser"), 2, seed=1)
    with Sheet(tmp_path / "sheet", plan) as sheet:
        for bout in run(plan, (), InProcess, 1):
            assert pickle.loads(pickle.dumps(bout)) == bout
            sheet.keep(bout)
    reader = Reader(tmp_path / "sheet")
    assert len(reader.read()) == 2
    said = elsewhere(
        "import sys; from pathlib import Path; from core.tournament.sheet import Reader\n"
        "reader = Reader(Path(sys.stdin.read())); print(len(reader.read()), reader.plan.game)",
        str(tmp_path / "sheet").encode(),
    )
    assert said == f"2 {game.id}\n"


def test_a_certificate_is_checked_by_its_content_alone() -> None:
    start = strange()
    data = certified(start)
    said = elsewhere(
        "import io, sys; from core.proofs.certificate import Checked\n"
        "found = Checked(io.BytesIO(sys.stdin.buffer.read())); print(found.position.game.id, found.claim)",
        data,
    )
    assert said == f"{start.game.id} win 3\n"


@pytest.mark.parametrize(
    "name",
    ["fano-plane", "mu-torere", "pong-hau-ki", "treblecross", "dawsons-chess"],
)
def test_a_second_checker_that_shares_no_code_comes_to_the_same(name: str) -> None:
    definition = next(each for each in own.gallery() if each.name == name)
    data = certified(Position.start(get(definition.id)))
    found = Checked(io.BytesIO(data))
    assert check(data) == f"{definition.id} {found.claim}"


def test_rules_that_were_changed_on_the_way_are_refused_by_both_checkers() -> None:
    start = strange()
    assert start.game.content
    lines = [
        "triqui certificate 2",
        f"game {start.game.id}",
        "rules " + start.game.content.replace('"c d"', '"b d"'),
        "claim draw",
        "end",
    ]
    crc, text = crc_hqx(lines[0].encode(), 0), lines[0] + "\n"
    for line in lines[1:]:
        crc = crc_hqx(line.encode(), crc)
        text += f"{crc:04x} {line}\n"
    data = lzma.compress(text.encode())
    with pytest.raises(CoreError, match="rules of another game"):
        Checked(io.BytesIO(data))
    with pytest.raises(Refused):
        check(data)


def test_a_game_goes_on_by_the_rules_it_began_with_when_its_file_says_something_else() -> None:
    before = strange()
    assert before.game.content
    match = played(before)
    changed = own.offer(own.taken(before.game.content.replace('["a b","a c","c d"]', '["a d"]')))
    assert changed.id != before.game.id
    assert get(changed.short).id == changed.id
    assert Match.from_json(match.to_json()).outcome == match.outcome
    assert get(before.game.id) == before.game


def test_a_game_of_ones_own_may_be_any_other_and_a_hall_offers_none_unless_its_host_has_it() -> None:
    one, other = strange().game.id, strange().game.id
    for each in (one, other, "tictactoe", "nim:3,4,5"):
        assert kin(Position.start(get(one)), get(each))
        assert kin(Position.start(get(each)), get(one))
    assert not any(id.startswith("own-") for id in games_on_offer())
