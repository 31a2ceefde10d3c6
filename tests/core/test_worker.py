"""The worker hears the truth from its child, or starts another one, or says in one sentence why it gave up."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.app import App

import core
from core.analysis import Analysis, Limit
from core.errors import EngineDied
from core.games import get
from core.players.worker.parent import Patience, Worker
from core.players.worker.request import Request
from core.position import Position
from tests.core.working import LONG, PATIENT, SMALL, SPEAK_AND_HANG, Asker, alive, asking, fake, gone

ENDLESS = Request(Position.start(get("mnk:15,15,5")), interval=0.0)


async def test_an_answer_comes_under_the_ticket_of_its_question() -> None:
    async with asking() as asker:
        tickets = [asker.ask(SMALL)]
        await asker.until(lambda: asker.finals)
        tickets.append(asker.ask(SMALL))
        await asker.until(lambda: len(asker.finals) == 2)
        assert asker.finals == tickets
        assert asker.heard[-1][1].position == SMALL.position
        assert asker.troubles == []


async def test_reports_stream_in_until_the_search_is_stopped_and_the_last_is_final() -> None:
    async with asking() as asker:
        asker.ask(ENDLESS)
        await asker.until(lambda: len(asker.heard) >= 3)
        assert asker.finals == []
        asker.stop()
        asker.stop()
        await asker.until(lambda: asker.finals)
        assert asker.finals == [1]
        assert asker.heard[-1][1].final
        assert len(asker.heard[-1][1].lines) == 225
        asker.stop()


async def test_a_newer_question_silences_the_older_one() -> None:
    async with asking() as asker:
        asker.ask(ENDLESS)
        await asker.until(lambda: asker.heard)
        heard = len(asker.heard)
        last = [asker.ask(request) for request in (ENDLESS, ENDLESS, SMALL)][-1]
        await asker.until(lambda: asker.finals)
        assert asker.finals == [last]
        assert {ticket for ticket, _ in asker.heard[heard:]} == {last}


async def test_a_dropped_question_is_heard_of_no_more() -> None:
    async with asking() as asker:
        asker.ask(ENDLESS)
        await asker.until(lambda: asker.heard)
        asker.drop()
        heard = len(asker.heard)
        asker.ask(SMALL)
        await asker.until(lambda: asker.finals)
        assert {ticket for ticket, _ in asker.heard[heard:]} == {2}


async def test_stopping_before_the_child_is_born_still_gives_a_final_answer() -> None:
    async with asking() as asker:
        asker.ask(ENDLESS)
        asker.stop()
        await asker.until(lambda: asker.finals)


async def test_a_callback_may_ask_again_at_once() -> None:
    async with asking() as asker:
        finals: list[Analysis] = []

        def again(analysis: Analysis) -> None:
            if analysis.final:
                finals.append(analysis)
                if len(finals) < 5:
                    asker.worker.ask(SMALL, again, asker.troubles.append)
                else:
                    asker._news.set()

        asker.worker.ask(SMALL, again, asker.troubles.append)
        await asker.until(lambda: len(finals) == 5)
        assert asker.troubles == []


async def test_a_question_that_cannot_be_answered_is_told_and_the_child_lives_on() -> None:
    async with asking() as asker:
        asker.ask(Request(SMALL.position, "zzz"))
        await asker.until(lambda: asker.troubles)
        assert "There is no engine 'zzz'" in str(asker.troubles[0])
        pid = asker.pid
        asker.ask(SMALL)
        await asker.until(lambda: asker.finals)
        assert asker.pid == pid


async def test_a_child_killed_in_mid_search_is_replaced_and_the_question_asked_again() -> None:
    async with asking() as asker:
        ticket = asker.ask(ENDLESS)
        await asker.until(lambda: asker.heard)
        pid = asker.pid
        os.kill(pid, signal.SIGKILL)
        await asker.until(lambda: asker.pauses)
        heard = len(asker.heard)
        await asker.until(lambda: len(asker.heard) > heard)
        assert asker.heard[-1][0] == ticket
        assert asker.pid != pid
        assert asker.troubles == []
        asker.stop()
        await asker.until(lambda: asker.finals)


async def test_a_child_that_dies_idle_is_replaced_with_the_next_question() -> None:
    async with asking() as asker:
        asker.ask(SMALL)
        await asker.until(lambda: asker.finals)
        os.kill(asker.pid, signal.SIGKILL)
        asker.ask(SMALL)
        await asker.until(lambda: len(asker.finals) == 2)
        assert asker.troubles == []


async def test_deaths_with_an_answer_between_them_are_not_in_a_row() -> None:
    async with asking() as asker:
        asker.ask(SMALL)
        await asker.until(lambda: asker.finals)
        for answers in (2, 3, 4):
            os.kill(asker.pid, signal.SIGKILL)
            asker.ask(SMALL)
            await asker.until(lambda: len(asker.finals) == answers or asker.troubles)  # noqa: B023
            assert asker.troubles == []
        assert asker.pauses == [Patience().pauses[0]] * 3


DIE = "sys.exit(3)"
HANG = "time.sleep(1000)"
SPEAK_AND_DIE = "print(json.dumps(json.loads(input()) | REPORT), flush=True); sys.exit(3)"
DIE_IN_MID_LINE = "input(); print('{\"ticket\": 1, ', end='', flush=True); sys.exit(3)"
NONSENSE = "print({!r}, flush=True); time.sleep(1000)"


@pytest.fixture
def births(tmp_path: Path) -> Path:
    return tmp_path / "births"


@pytest.mark.parametrize("deed", [DIE, SPEAK_AND_DIE, DIE_IN_MID_LINE, NONSENSE.format("hello")])
async def test_two_bad_children_are_replaced_after_growing_pauses(deed: str, births: Path) -> None:
    async with asking(command=fake(births, 2, deed)) as asker:
        asker.ask(SMALL)
        await asker.until(lambda: asker.finals)
        assert asker.pauses == list(Patience().pauses)
        assert asker.pauses[0] < asker.pauses[1]
        assert asker.troubles == []
        first, second, third = map(int, births.read_text().split())
        assert gone(first)
        assert gone(second)
        assert asker.pid == third


@pytest.mark.parametrize(
    ("deed", "cause"),
    [
        (DIE, "it ended with exit code 3"),
        (SPEAK_AND_DIE, "it ended with exit code 3"),
        (DIE_IN_MID_LINE, "it ended with exit code 3"),
        *(
            (NONSENSE.format(nonsense), "which is not an answer")
            for nonsense in (
                "hello",
                "[]",
                "7",
                "{}",
                '{"ticket": 1}',
                '{"ticket": 1, "final": true}',
                '{"ticket": 1, "final": true, "game": "chess"}',
                "[" * 100_000,
            )
        ),
    ],
)
async def test_after_three_deaths_in_a_row_it_gives_up_with_one_sentence(deed: str, cause: str, births: Path) -> None:
    async with asking(command=fake(births, 3, deed)) as asker:
        asker.ask(SMALL)
        await asker.until(lambda: asker.troubles)
        (trouble,) = asker.troubles
        assert isinstance(trouble, EngineDied)
        assert "3 times in a row" in str(trouble)
        assert cause in str(trouble)
        assert all(gone(int(pid)) for pid in births.read_text().split())
        asker.ask(SMALL)  # starts afresh
        await asker.until(lambda: asker.finals)
        assert len(asker.troubles) == 1


async def test_a_child_that_never_answers_is_killed_when_its_time_is_long_over(births: Path) -> None:
    async with asking(command=fake(births, 99, HANG), patience=Patience(grace=0.05)) as asker:
        asker.ask(Request(SMALL.position, limit=Limit(seconds=0.01)))
        await asker.until(lambda: asker.troubles)
        assert "did not answer in time" in str(asker.troubles[0])


@pytest.mark.parametrize("end", [lambda asker: asker.stop(), lambda asker: asker.ask(SMALL)])
async def test_a_child_that_does_not_heed_a_stop_is_replaced(end: Callable[[Asker], object], births: Path) -> None:
    async with asking(command=fake(births, 1, SPEAK_AND_HANG), patience=replace(LONG, stop=0.05)) as asker:
        asker.ask(SMALL)
        await asker.until(lambda: asker.heard)
        end(asker)
        await asker.until(lambda: asker.finals)
        assert asker.troubles == []
        assert gone(int(births.read_text().split()[0]))


async def test_a_line_without_end_is_no_answer(births: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.players.worker.parent.LINE_BYTES", 1000)
    async with asking(command=fake(births, 99, "print('x' * 10_000)"), patience=replace(LONG, pauses=())) as asker:
        asker.ask(SMALL)
        await asker.until(lambda: asker.troubles)
        assert "more than 1000 bytes" in str(asker.troubles[0])


async def test_a_command_that_cannot_be_started_is_told() -> None:
    async with asking(command=("/no/such/python",)) as asker:
        asker.ask(SMALL)
        await asker.until(lambda: asker.troubles)
        assert "cannot be started (" in str(asker.troubles[0])


async def test_after_closing_no_process_is_left_and_nothing_more_is_heard() -> None:
    asker = Asker()
    asker.ask(ENDLESS)
    await asker.until(lambda: asker.heard)
    pid = asker.pid
    await asker.worker.close()
    assert not alive(pid)
    heard = len(asker.heard)
    asker.ask(SMALL)
    asker.stop()
    await asker.worker.close()
    assert len(asker.heard) == heard
    assert asker.worker._task
    assert asker.worker._task.done()


async def test_closing_a_worker_that_was_never_asked_does_nothing() -> None:
    await Asker().worker.close()


async def test_what_a_callback_raises_is_not_lost() -> None:
    def fail(analysis: Analysis) -> None:
        raise ZeroDivisionError

    worker = Worker()
    worker.ask(SMALL, fail, lambda error: None)
    assert worker._task
    await asyncio.wait([worker._task])
    with pytest.raises(ZeroDivisionError):
        await worker.close()


async def test_the_child_imports_this_core_and_not_one_from_the_folder_it_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "__init__.py").write_text("raise SystemExit('the wrong core')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    async with asking() as asker:
        asker.ask(SMALL)
        await asker.until(lambda: asker.finals)


ASK = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
from core.analysis import Limit
from core.games import get
from core.players.worker.parent import Worker
from core.players.worker.request import Request
from core.position import Position

async def main():
    over = asyncio.Event()
    with open(sys.argv[2], "wb") as said:
        worker = Worker(stderr=said)
        request = Request(Position.start(get("tictactoe")), "minimax", Limit(depth=1))
        worker.ask(request, lambda analysis: over.set(), lambda error: over.set())
        await over.wait()
        await worker.close()

asyncio.run(main())
"""
"""Asks an engine from the tree that is named first; the complaints of its child go to the file that is named second."""
REPORT = """
import json, os, sys
print(json.dumps({"file": __file__, "path": sys.path, "variable": os.environ["PYTHONPATH"]}), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A second checkout, whose core reports on stderr how it was imported."""
    folder = tmp_path_factory.mktemp("copied")
    shutil.copytree(Path(core.__file__).parent, folder / "core")  # with what is compiled, for speed
    with (folder / "core" / "__init__.py").open("a") as file:
        file.write(REPORT)
    return folder


@pytest.fixture(scope="module")
def reported(tree: Path) -> Any:
    """What the child of a parent in that tree reports, while PYTHONPATH names this one."""
    command = [sys.executable, "-P", "-c", ASK, str(tree), str(tree / "said")]
    variables = {**os.environ, "PYTHONPATH": str(Path(core.__file__).parents[1])}
    subprocess.run(command, cwd=tree, env=variables, stderr=subprocess.DEVNULL, timeout=PATIENT, check=True)
    return json.loads((tree / "said").read_text())


def test_a_child_runs_the_code_of_the_tree_that_asks_it(reported: Any, tree: Path) -> None:
    assert reported["file"] == str(tree / "core" / "__init__.py")


def test_no_module_of_the_core_is_a_top_level_module_of_the_child(reported: Any, tree: Path) -> None:
    assert str(tree / "core") not in reported["path"]


def test_what_a_child_starts_sees_the_path_of_the_user_alone(reported: Any) -> None:
    assert reported["variable"] == str(Path(core.__file__).parents[1])


async def test_it_works_inside_a_running_textual_app() -> None:
    app: App[None] = App()
    async with app.run_test():
        asker = Asker()
        asker.ask(SMALL)
        await asker.until(lambda: asker.finals)
        await asker.worker.close()


PARENT = """
import asyncio, sys
from core.games import get
from core.position import Position
from core.players.worker.parent import Worker
from core.players.worker.request import Request

async def main():
    heard = asyncio.Event()
    worker = Worker()
    worker.ask(Request(Position.start(get("mnk:15,15,5"))), lambda analysis: heard.set(), print)
    {deed}

asyncio.run(main())
"""
WAIT = "await heard.wait(); print(worker._process.pid, flush=True); "


@pytest.mark.parametrize("death", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_whatever_kills_the_app_its_engine_is_gone_too(death: signal.Signals) -> None:
    mortal = (
        f"import signal; signal.signal({death:d}, signal.SIG_DFL); " if death != signal.SIGKILL else ""
    )  # under nohup too
    command = [sys.executable, "-c", PARENT.format(deed=mortal + WAIT + "await asyncio.sleep(1000)")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        assert alive(pid)
        parent.send_signal(death)
    assert gone(pid)


@pytest.mark.parametrize(
    "deed",
    [
        "await worker.close()",
        "await asyncio.sleep(0); await worker.close()",
        WAIT + "await worker.close()",
        WAIT + "worker._process.kill(); await asyncio.sleep(0); await worker.close()",
        WAIT,
    ],
)
def test_a_loop_that_ends_leaves_no_process_and_no_warning(deed: str) -> None:
    done, left = run_marked(PARENT.format(deed=deed))
    assert (done.returncode, done.stderr) == (0, "")
    assert all(gone(pid) for pid in left)


def test_a_loop_that_is_cancelled_while_the_child_is_being_started_ends_and_leaves_no_process() -> None:
    done, left = run_marked(PARENT.format(deed="await asyncio.sleep(0)"))
    assert done.returncode == 0
    assert all(gone(pid) for pid in left)


def run_marked(code: str) -> tuple[subprocess.CompletedProcess[str], list[int]]:
    """Run a program with every warning an error; also the processes that it leaves behind."""
    mark = f"TRIQUI_TEST={uuid.uuid4().hex}"
    command = ["env", mark, sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENT, check=False)
    left = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (process / "environ").read_bytes():
                left.append(int(process.name))
    return done, left
