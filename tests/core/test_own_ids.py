"""Ids of games of one's own: the whole hash of the rules tells games apart, few digits of it are shown, and a short name means
what the folder has.

``kept/own`` has two files whose ids share the 8 digits that earlier versions had, three in a row and two in a row on 3x3, and
what such a version wrote of them: a store, exports, the sheet of a tournament, certificates.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from core import own
from core.errors import CoreError
from core.game import Game
from core.games import get
from core.notation.documents import to_json
from core.notation.text import to_text
from core.own import library
from core.own.definition import Definition
from core.play.seats import Setup
from core.position import Position
from core.proofs.certificate import Checked
from core.proofs.prove import prove
from core.records.record import Record
from core.records.statistics import statistics
from core.store.rows import Stored
from core.store.store import Store, open_store
from core.tournament.plan import TournamentPlan
from core.tournament.sheet import Reader
from tests.core.hall.foyer import Foyer
from tests.core.reading_games import read
from tests.core.second_checker import check

KEPT = Path(__file__).parent / "kept" / "own"
SHORT = "own-lines:mine@9fea893c"
WHOLE = {
    "three": "own-lines:mine@9fea893c733cd9180d7d1e600beb5d2130c559927128c8cbd1de7af6cd7e620b",
    "two": "own-lines:mine@9fea893c17743081290d83780cb8ff1b56cd481b9dff3d991c19285435f1fd7a",
}


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin as a process does."""
    monkeypatch.setattr(library, "_offered", {})
    monkeypatch.setattr(library, "_travelled", {})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """The store of the earlier version, brought up."""
    store, trouble = open_store(Path(shutil.copy(KEPT / "games-schema-6.sqlite", tmp_path / "games.sqlite")))
    assert trouble is None
    yield store
    store.close()


def definition(name: str) -> Definition:
    """What one of the two files says."""
    return own.read((KEPT / f"{name}.toml").read_bytes())


def game(name: str) -> Game:
    """One of the two games, as it comes along with something."""
    return get(SHORT, definition(name).content)


def played(game: Game, moves: str) -> Stored:
    """A game between two people."""
    match = Setup(("human", "best:2")).begun(game, Random(1), ())
    for name in moves.split():
        match = match.play(match.position.parse(name))
    return Stored.of(match, 1.0, 2.0)


@pytest.mark.parametrize("name", WHOLE)
def test_the_id_has_the_whole_hash_of_the_rules(name: str) -> None:
    assert (
        definition(name).id == WHOLE[name] == f"own-lines:mine@{sha256(definition(name).content.encode()).hexdigest()}"
    )


@pytest.mark.parametrize("name", WHOLE)
def test_eight_digits_of_an_id_are_shown(name: str) -> None:
    own.register(definition(name))
    assert own.shown(WHOLE[name]) == SHORT


def test_two_games_that_share_eight_digits_are_two_and_are_shown_with_more() -> None:
    three, two = game("three"), game("two")
    assert three != two
    assert own.shown(f"{three.id} {two.id}") == f"{SHORT}733cd918 {SHORT}17743081"


def test_rules_under_an_id_that_begins_as_theirs_but_goes_on_otherwise_are_refused() -> None:
    with pytest.raises(CoreError, match="came with the rules of another game"):
        get(WHOLE["three"], definition("two").content)


def test_fewer_than_eight_digits_are_no_id() -> None:
    with pytest.raises(CoreError, match="came with the rules of another game"):
        get(SHORT[:-1], definition("two").content)


@pytest.mark.parametrize("id", [SHORT, "own-lines:mine"])
def test_what_came_along_with_something_takes_no_short_id_and_no_name(id: str) -> None:
    own.register(definition("two"))
    with pytest.raises(own.NotOwn, match="are not known here"):
        get(id)


@pytest.mark.parametrize("id", [SHORT, "own-lines:mine"])
def test_a_short_id_and_a_name_mean_what_the_folder_has_whatever_came_along_since(id: str) -> None:
    own.offer(definition("three"))
    own.register(definition("two"))
    assert get(id).id == WHOLE["three"]


def test_a_short_id_of_two_games_of_the_folder_is_refused_with_the_ids_of_both() -> None:
    own.offer(definition("three"))
    own.offer(definition("two"))
    with pytest.raises(own.NotOwn, match=f"write one of {SHORT}17743081, {SHORT}733cd918"):
        get(SHORT)


def test_what_comes_along_is_forgotten_in_time_and_drives_out_nothing_of_the_folder() -> None:
    own.offer(definition("three"))
    for number in range(library.MAX_TRAVELLED + 1):
        own.register(Definition.of({**definition("two").values, "text": str(number)}))
    assert len(library._travelled) == library.MAX_TRAVELLED
    assert get("own-lines:mine").id == WHOLE["three"]


def test_the_folder_forgets_what_it_had_long_ago() -> None:
    for number in range(library.MAX_OFFERED + 1):
        own.offer(Definition.of({**definition("two").values, "text": str(number)}))
    assert len(library._offered) == library.MAX_OFFERED


# What an earlier version wrote, with ids of 8 digits.


@pytest.mark.parametrize(("name", "moves"), [("three", "a1 a2 b1 b2 c1"), ("two", "a1 c3 b1")])
def test_a_game_kept_under_a_short_id_is_found_by_the_id_of_its_rules(store: Store, name: str, moves: str) -> None:
    assert [kept.moves for kept in store.finished(WHOLE[name])] == [moves]


@pytest.mark.parametrize("name", WHOLE)
def test_games_kept_under_one_short_id_are_counted_each_for_itself(store: Store, name: str) -> None:
    assert store.totals.of(Record(), WHOLE[name]).tally.wins == 1


def test_statistics_tell_games_apart_that_were_kept_under_one_short_id(store: Store) -> None:
    assert sorted(statistics(store).games) == sorted(WHOLE.values())


def test_a_kept_game_is_played_on_by_the_rules_it_was_kept_with(store: Store) -> None:
    assert {kept.match.game.id for kept in store.finished()} == set(WHOLE.values())


def test_the_exercises_of_the_one_game_under_a_short_id_are_still_its_own(tmp_path: Path) -> None:
    path = Path(shutil.copy(KEPT / "games-schema-6.sqlite", tmp_path / "games.sqlite"))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM games WHERE moves = 'a1 c3 b1'")
    store, _ = open_store(path)
    assert (WHOLE["three"], "a1") in store.practice()
    store.close()


@pytest.mark.parametrize("name", WHOLE)
def test_an_export_with_a_short_id_is_taken_in(name: str) -> None:
    assert read((KEPT / f"{name}.txt").read_text(), 0.0)[0].game == WHOLE[name]


def test_an_export_without_an_id_of_its_game_taken_in_again_brings_the_same_game() -> None:
    lines = [line for line in (KEPT / "two.txt").read_text().splitlines() if not line.startswith("[Id")]
    assert read("\n".join(lines), 0.0)[0].id == "10821c69b45f5a91a28d42f730edc2de"


def test_the_sheet_of_a_tournament_with_a_short_id_is_read() -> None:
    reader = Reader(KEPT / "two.jsonl")
    assert [game.match.game.id for game in reader.read()] == [WHOLE["two"]] * 2


@pytest.mark.parametrize(("name", "claim"), [("three", "draw"), ("two", "win 3")])
def test_a_certificate_with_a_short_id_holds_for_the_rules_in_it(name: str, claim: str) -> None:
    with open(KEPT / f"{name}.xz", "rb") as file:
        found = Checked(file)
    assert (found.position.game.id, found.claim) == (WHOLE[name], claim)


# What is written now.


@pytest.mark.parametrize("write", [to_text, to_json])
def test_two_games_that_share_eight_digits_are_exported_as_two(write: Callable[[Sequence[Stored]], str]) -> None:
    kept = [played(game("three"), "a1 a2 b1 b2 c1"), played(game("two"), "a1 c3 b1")]
    assert [each.game for each in read(write(kept), 0.0)] == list(WHOLE.values())


def test_a_certificate_names_the_whole_id() -> None:
    data = prove(Position.start(game("two")), (), "win 3").data
    assert check(data) == f"{WHOLE['two']} win 3"


def test_a_plan_of_a_tournament_names_the_whole_id() -> None:
    plan = TournamentPlan(game("two").id, ("random", "loser"), 2, seed=1)
    assert TournamentPlan.from_json({**plan.to_json(), "game": SHORT}).game == WHOLE["two"]


def test_a_hall_has_two_games_on_offer_that_share_eight_digits() -> None:
    foyer = Foyer(own=[game("three"), game("two")])
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben, game=WHOLE["two"])
    assert ana.refusal("seek", game=SHORT, seat=0, post=False) == "That game is not played in this hall."
