"""The keeper answers each record once, when it is on disk or cannot be, and nobody waits for it but who closes it."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread, current_thread

import pytest

from core.errors import GaveWay, StoreBroken, StoreReplaced
from core.play.match import Match
from core.play.source import Ticket
from core.store.keeper import Keeper
from core.store.rows import Writing
from core.store.store import Store, open_store
from tests.core.keeping import PATIENCE, Desk, FakeStore
from tests.core.storing import GAME, held, kept_moves, moved, play, sound


def moves(path: Path) -> list[str]:
    """The moves of each game that any other program reads in the file at this moment."""
    return [text for _id, text in kept_moves(path)]


def writings() -> int:
    """How many writings of games are remembered by anybody."""
    gc.collect()
    return sum(isinstance(each, Writing) for each in gc.get_objects())


def ply(text: str) -> Match:
    return moved(text)


def asks_for_three(keeper: Keeper, desk: Desk) -> list[Ticket]:
    """Have games of three ids kept."""
    return [keeper.keep(replace(GAME, id=id), desk.kept, desk.unkept) for id in ("one", "two", "three")]


def test_neither_the_thread_nor_sqlite_is_there_before_the_first_question(path: Path) -> None:
    program = (
        "import sys, threading\nfrom pathlib import Path\nfrom core.store.keeper import Keeper\n"
        "keeper = Keeper(Path(sys.argv[1]), print, print)\n"
        "assert threading.active_count() == 1\nassert 'sqlite3' not in sys.modules\nkeeper.close()\n"
    )
    subprocess.run([sys.executable, "-c", program, str(path)], check=True)
    assert not path.exists()


def test_what_is_told_as_kept_can_be_read_by_others_at_that_moment(path: Path) -> None:
    seen: list[list[str]] = []
    threads = set()

    def kept(ticket: Ticket) -> None:
        seen.append(moves(path))
        threads.add(current_thread())

    def unkept(ticket: Ticket, error: StoreBroken) -> None:
        raise error

    keeper = Keeper(path, lambda call: call(), lambda error: None)
    for id in ("a1", "b2", "c3"):
        keeper.keep(replace(moved(id), id=id), kept, unkept)
    keeper.close()
    assert [id in there for id, there in zip(("a1", "b2", "c3"), seen, strict=True)] == [True] * 3
    assert current_thread() not in threads


def test_asking_returns_while_the_disk_is_busy_and_the_answer_comes_later(desk: Desk, path: Path) -> None:
    store = FakeStore()
    keeper = desk.keeper(path, store)
    ticket = keeper.keep(GAME, desk.kept, desk.unkept)
    assert store.reached.wait(PATIENCE)
    assert desk.rest() == []
    store.gate.set()
    assert desk.take() == [("kept", ticket)]
    keeper.close()


def test_the_plies_of_a_game_follow_each_other_under_one_id(keeper: Keeper, desk: Desk, path: Path) -> None:
    for text in ("b2", "b2 a1", "b2 a1 c1"):
        ticket = keeper.keep(ply(text), desk.kept, desk.unkept)
        assert desk.take() == [("kept", ticket)]
        assert moves(path) == [text]


def test_records_of_one_id_that_wait_in_a_row_become_the_newest_and_each_is_answered(desk: Desk, path: Path) -> None:
    store = FakeStore()
    keeper = desk.keeper(path, store)
    other = replace(GAME, id="two")
    first = keeper.keep(ply("a1"), desk.kept, desk.unkept)
    assert store.reached.wait(PATIENCE)
    asked = (ply("a1 b2"), ply("a1 b2 c3"), other, ply("a1 b2"))
    tickets = [first, *(keeper.keep(record, desk.kept, desk.unkept) for record in asked)]
    store.gate.set()
    assert desk.take(5) == [("kept", ticket) for ticket in tickets]
    assert store.saved == [ply("a1"), ply("a1 b2 c3"), other, ply("a1 b2")]
    assert store.after == [None, "revision 1", None, "revision 2"]
    keeper.close()


def test_records_that_became_one_are_told_each_that_it_is_not_kept(desk: Desk, path: Path) -> None:
    store = FakeStore(StoreBroken("The disk is full."), StoreBroken("It still is."))
    keeper = desk.keeper(path, store)
    first = keeper.keep(ply("a1"), desk.kept, desk.unkept)
    assert store.reached.wait(PATIENCE)
    others = [keeper.keep(ply(text), desk.kept, desk.unkept) for text in ("a1 b2", "a1 b2 c3")]
    store.gate.set()
    assert desk.take(3) == [("The disk is full.", first), *(("It still is.", ticket) for ticket in others)]
    keeper.close()


def test_a_game_that_another_app_has_moved_on_goes_on_beside_it(keeper: Keeper, desk: Desk, path: Path) -> None:
    keeper.keep(ply("b2"), desk.kept, desk.unkept)
    desk.take()
    other = sound(path)
    play(other, "b2 c3", after=other.load("one"))
    other.close()
    for text in ("b2 a1", "b2 a1 c1"):
        keeper.keep(ply(text), desk.kept, desk.unkept)
        desk.take()
    assert moves(path) == ["b2 c3", "b2 a1 c1"]


def test_a_game_taken_up_again_goes_on_under_its_id(keeper: Keeper, desk: Desk, path: Path) -> None:
    store = sound(path)
    play(store, "b2 a1")
    store.close()
    keeper.read(lambda store: store.unfinished(), desk.answer, desk.failed)
    ((_found, (kept,)),) = desk.take()
    keeper.continuing(kept)
    keeper.keep(ply("b2 a1 c1"), desk.kept, desk.unkept)
    desk.take()
    assert moves(path) == ["b2 a1 c1"]


def test_of_games_that_are_over_only_the_newest_are_remembered_and_those_that_go_on_always(
    keeper: Keeper, desk: Desk, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.store.keeper.MAX_OVER", 3)
    keeper.keep(ply("b2"), desk.kept, desk.unkept)
    desk.take()
    before = writings()
    going = [replace(GAME, id=f"over {number}") for number in range(10)]
    for match in going:
        keeper.keep(match.resign(0), desk.kept, desk.unkept)
        desk.take()
    assert writings() - before == 3
    for match in (going[-1], GAME):
        keeper.keep(moved("b2 a1", match), desk.kept, desk.unkept)
        desk.take()
    assert moves(path).count("b2 a1") == 2
    assert len(moves(path)) == 11, "both go on under their ids"


def test_a_question_is_asked_after_what_was_to_be_kept_before(keeper: Keeper, desk: Desk) -> None:
    keeper.keep(GAME, desk.kept, desk.unkept)
    keeper.read(lambda store: len(store.unfinished()), desk.answer, desk.failed)
    keeper.keep(replace(GAME, id="two"), desk.kept, desk.unkept)
    keeper.read(lambda store: len(store.unfinished()), desk.answer, desk.failed)
    assert desk.take(4) == [("kept", 1), ("found", 1), ("kept", 2), ("found", 2)]


def test_a_mistake_in_a_question_is_raised_where_it_was_asked_and_the_rest_is_kept(keeper: Keeper, desk: Desk) -> None:
    keeper.read(lambda store: [][0], desk.answer, desk.failed)
    keeper.keep(GAME, desk.kept, desk.unkept)
    with pytest.raises(IndexError):
        desk.take()
    assert desk.take() == [("kept", 1)]


def test_a_store_locked_at_the_start_is_tried_again_and_not_given_up(
    keeper: Keeper, desk: Desk, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.store.file.BUSY_SECONDS", 0.05)
    with held(path):
        for _ in range(2):
            ticket = keeper.keep(GAME, desk.kept, desk.unkept)
            ((said, answered),) = desk.take()
            assert "locked" in said
            assert answered == ticket
        keeper.read(lambda store: store.unfinished(), desk.answer, desk.failed)
        ((failed, why),) = desk.take()
        assert failed == "failed"
        assert "locked" in why
    monkeypatch.setattr("core.store.file.BUSY_SECONDS", PATIENCE)
    ticket = keeper.keep(ply("b2"), desk.kept, desk.unkept)
    assert desk.take() == [("kept", ticket)]
    assert moves(path) == ["b2"]


def test_a_lock_that_another_program_gives_up_is_waited_for(
    keeper: Keeper, desk: Desk, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.store.file.BUSY_SECONDS", PATIENCE)
    with held(path):
        ticket = keeper.keep(ply("b2"), desk.kept, desk.unkept)
        assert desk.rest() == []
    assert desk.take() == [("kept", ticket)]
    with held(path):
        later = keeper.keep(ply("b2 a1"), desk.kept, desk.unkept)
        assert desk.rest() == []
    assert desk.take() == [("kept", later)]
    assert moves(path) == ["b2 a1"]


def test_a_failure_is_told_once_for_its_record_and_the_next_one_is_kept(desk: Desk, path: Path) -> None:
    store = FakeStore(StoreBroken("The disk is full."))
    store.gate.set()
    keeper = desk.keeper(path, store)
    for said in ("The disk is full.", "kept"):
        ticket = keeper.keep(GAME, desk.kept, desk.unkept)
        assert desk.take() == [(said, ticket)]
    keeper.close()
    assert desk.rest() == []
    assert desk.troubles == []
    assert len(store.saved) == 3  # the two and its being closed


def test_a_file_that_has_gone_is_told_and_the_game_is_in_the_new_one(desk: Desk, path: Path) -> None:
    keeper = desk.keeper(path)
    keeper.keep(ply("b2"), desk.kept, desk.unkept)
    desk.take()
    for file in path.parent.glob("games.db*"):
        file.unlink()
    ticket = keeper.keep(ply("b2 a1"), desk.kept, desk.unkept)
    assert desk.take() == [("kept", ticket)]
    (trouble,) = desk.troubles
    assert "disappeared" in str(trouble)
    assert moves(path) == ["b2 a1"]
    keeper.close()


def test_a_store_that_is_lost_twice_is_told_for_its_record(desk: Desk, path: Path) -> None:
    store = FakeStore(StoreReplaced("Gone."), StoreReplaced("Gone again."))
    store.gate.set()
    keeper = desk.keeper(path, store)
    ticket = keeper.keep(GAME, desk.kept, desk.unkept)
    assert desk.take() == [("Gone again.", ticket)]
    assert [str(error) for error in desk.troubles] == ["Gone."]
    keeper.close()


@pytest.mark.parametrize("place", ["garbage", "impossible"])
def test_what_the_user_has_to_know_of_the_file_is_told_and_games_are_kept(desk: Desk, path: Path, place: str) -> None:
    path.write_bytes(b"no database at all\n" * 1000)
    keeper = desk.keeper(path if place == "garbage" else path / "below" / "games.db")
    ticket = keeper.keep(GAME, desk.kept, desk.unkept)
    assert desk.take() == [("kept", ticket)]
    (trouble,) = desk.troubles
    assert ("broken-1" if place == "garbage" else "TRIQUI_HOME") in str(trouble)
    keeper.close()


def test_closing_waits_until_all_is_on_disk_and_a_later_game_opens_the_file_again(desk: Desk, path: Path) -> None:
    keeper = desk.keeper(path)
    tickets = asks_for_three(keeper, desk)
    keeper.close()
    assert len(moves(path)) == 3
    assert desk.rest() == [("kept", ticket) for ticket in tickets]
    path.rename(path.with_name("moved"))  # nobody has it open
    keeper.keep(GAME, desk.kept, desk.unkept)
    keeper.close()
    keeper.close()
    assert desk.rest() == [("kept", 4)]
    assert desk.troubles == []
    assert moves(path) == [""]


def test_closing_while_another_program_holds_the_file_answers_each_record_once(
    desk: Desk, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.store.file.BUSY_SECONDS", 0.05)
    keeper = desk.keeper(path)
    with held(path):
        tickets = asks_for_three(keeper, desk)
        keeper.close()
    assert [ticket for _said, ticket in desk.rest()] == tickets
    assert all("locked" in said for said, _ticket in desk.heard)


class Joined(Thread):
    """A thread that tells when somebody waits for its end."""

    awaited = Event()

    def join(self, timeout: float | None = None) -> None:
        self.awaited.set()
        super().join(timeout)


def test_closing_waits_for_no_lock_a_second_time(desk: Desk, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.store.keeper.Thread", Joined)
    monkeypatch.setattr(Joined, "awaited", Event())
    store = FakeStore(StoreBroken("It is locked."))
    store.gate = Joined.awaited
    keeper = desk.keeper(path, store)
    tickets = asks_for_three(keeper, desk)
    keeper.close()
    assert [record.id for record in store.saved] == ["one", "closed"]
    assert desk.rest() == [("It is locked.", ticket) for ticket in tickets]


def test_a_record_that_comes_while_another_thread_closes_is_kept(
    desk: Desk, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = desk.keeper(path)
    late = [ply("b2 a1")]

    class Ended(Thread):
        def join(self, timeout: float | None = None) -> None:
            super().join(timeout)
            while late:
                keeper.keep(late.pop(), desk.kept, desk.unkept)

    monkeypatch.setattr("core.store.keeper.Thread", Ended)
    keeper.keep(ply("b2"), desk.kept, desk.unkept)
    keeper.close()
    assert desk.rest() == [("kept", 1), ("kept", 2)]
    assert moves(path) == ["b2 a1"]


def test_closing_ends_even_if_the_disk_hangs(desk: Desk, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.store.keeper.CLOSE_SECONDS", 0.01)
    store = FakeStore()
    keeper = desk.keeper(path, store)
    first = keeper.keep(GAME, desk.kept, desk.unkept)
    assert store.reached.wait(PATIENCE)
    others = [keeper.keep(replace(GAME, id=id), desk.kept, desk.unkept) for id in ("two", "three")]
    keeper.close()
    assert [ticket for _said, ticket in desk.rest()] == others
    assert all("is not responding" in said for said, _ticket in desk.heard)
    store.gate.set()
    assert desk.take() == [("kept", first)]
    monkeypatch.setattr("core.store.keeper.CLOSE_SECONDS", PATIENCE)
    keeper.close()
    assert [record.id for record in store.saved] == ["one", "closed"]


def test_records_are_kept_when_nobody_is_left_to_be_told(path: Path) -> None:
    def deliver(call: Callable[[], None]) -> None:
        raise RuntimeError("Event loop is closed")

    keeper = Keeper(path, deliver, lambda error: None)
    desk = Desk()
    asks_for_three(keeper, desk)
    keeper.close()
    assert len(moves(path)) == 3


def test_the_clock_of_the_keeper_is_that_of_its_store(desk: Desk, path: Path) -> None:
    keeper = Keeper(path, desk.post.put, desk.troubles.append, lambda: 5.5)
    keeper.keep(GAME, desk.kept, desk.unkept)
    keeper.close()
    store, _trouble = open_store(path)
    (kept,) = store.unfinished()
    assert (kept.started, kept.updated) == (5.5, 5.5)
    store.close()


# Looks, which change nothing.


def ids(store: Store) -> list[str]:
    return [kept.id for kept in store.unfinished()]


def busy(desk: Desk, path: Path) -> tuple[Keeper, Event]:
    """A keeper that is busy until the event is set."""
    keeper, gate = desk.keeper(path), Event()
    keeper.read(lambda store: gate.wait(PATIENCE), desk.answer, desk.failed)
    return keeper, gate


def test_a_ply_waits_behind_no_look(desk: Desk, path: Path) -> None:
    keeper, gate = busy(desk, path)
    for number in range(3):
        keeper.look(ids, lambda found: desk.answer("look"), desk.failed, f"thing {number}")
    ticket = keeper.keep(GAME, desk.kept, desk.unkept)
    gate.set()
    assert [said for said, _ in desk.take(5)] == ["found", "kept", "found", "found", "found"]
    assert ticket
    keeper.close()


def test_a_look_sees_all_that_was_kept_before(desk: Desk, path: Path) -> None:
    keeper, gate = busy(desk, path)
    keeper.look(ids, desk.answer, desk.failed)
    keeper.keep(moved("b2"), desk.kept, desk.unkept)
    gate.set()
    assert desk.take(3)[-1] == ("found", ["one"])
    keeper.close()


def test_a_newer_look_about_a_thing_takes_the_place_of_the_older(desk: Desk, path: Path) -> None:
    keeper, gate = busy(desk, path)
    for number in range(40):
        keeper.look(lambda store, number=number: number, desk.answer, desk.failed, "home")  # type: ignore[misc]
    keeper.look(lambda store: "another", desk.answer, desk.failed, "record")
    gate.set()
    assert desk.take(3) == [("found", True), ("found", 39), ("found", "another")]
    keeper.close()
    assert desk.rest() == []


def test_a_long_look_gives_way_to_a_ply_and_is_done_after_it(desk: Desk, path: Path) -> None:
    keeper, began, asked = desk.keeper(path), Event(), Event()
    tries: list[bool] = []

    def long(store: Store) -> int:
        began.set()
        assert asked.wait(PATIENCE)
        tries.append(store.totals.urgent())
        if tries[-1]:
            raise GaveWay
        return len(store.unfinished())

    keeper.look(long, desk.answer, desk.failed)
    assert began.wait(PATIENCE)
    ticket = keeper.keep(moved("b2"), desk.kept, desk.unkept)
    asked.set()
    assert desk.take(2) == [("kept", ticket), ("found", 1)]
    assert tries == [True, False]
    keeper.close()


def test_a_look_that_gave_way_is_not_done_once_a_newer_one_about_its_thing_is_there(desk: Desk, path: Path) -> None:
    keeper, began, asked = desk.keeper(path), Event(), Event()

    def long(store: Store) -> str:
        began.set()
        assert asked.wait(PATIENCE)
        raise GaveWay

    keeper.look(long, desk.answer, desk.failed, "home")
    assert began.wait(PATIENCE)
    keeper.look(lambda store: "newer", desk.answer, desk.failed, "home")
    asked.set()
    assert desk.take() == [("found", "newer")]
    keeper.close()


def test_closing_does_not_wait_for_looks(desk: Desk, path: Path) -> None:
    keeper, gate = busy(desk, path)
    keeper.look(ids, desk.answer, desk.failed)
    keeper.keep(GAME, desk.kept, desk.unkept)
    closing = Thread(target=keeper.close)
    closing.start()
    while not keeper._closing:
        pass
    gate.set()
    closing.join(PATIENCE)
    assert [said for said, _ in desk.rest()] == ["found", "kept"]
