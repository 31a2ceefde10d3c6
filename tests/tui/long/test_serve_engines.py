"""The engines of a hall are forked with all their tables loaded, stand back behind everybody, and may die at any moment.
It takes 4 seconds."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from core.players.worker.child import AUTOGROUP, LAST
from core.players.worker.forked import forked
from core.players.worker.parent import ChildProcess
from tests.core.pooling import ENDLESS, SOLVED
from tests.core.working import PATIENT, Asker, alive, asking, gone
from tui.serve.zygote import Zygote

pytestmark = pytest.mark.skipif(not hasattr(signal, "pidfd_send_signal"), reason="a hall is served on Linux")


@asynccontextmanager
async def zygote() -> AsyncIterator[Zygote]:
    found = Zygote(PATIENT)
    yield found
    found.close()


@asynccontextmanager
async def forking() -> AsyncIterator[Asker]:
    async with zygote() as server, asking(start=partial(forked, partial(server.fork, None))) as asker:
        yield asker


async def test_a_forked_engine_answers_as_any_other_and_ends_with_its_line() -> None:
    async with forking() as asker:
        ticket = asker.ask(SOLVED)
        await asker.until(lambda: asker.finals)
        assert asker.finals == [ticket]
        assert asker.heard[-1][1].settled
        pid = asker.pid
        assert alive(pid)
    assert gone(pid)


async def test_a_forked_engine_that_is_killed_in_mid_search_is_replaced() -> None:
    async with forking() as asker:
        asker.ask(ENDLESS)
        await asker.until(lambda: asker.heard)
        killed = asker.pid
        os.kill(killed, signal.SIGKILL)
        await asker.until(lambda: asker.pauses)
        heard = len(asker.heard)
        await asker.until(lambda: len(asker.heard) > heard)
        assert asker.pid != killed
        assert asker.troubles == []


async def test_when_the_fork_server_dies_engines_live_on_and_new_ones_come_from_the_next() -> None:
    async with zygote() as server, asking(start=partial(forked, partial(server.fork, None))) as asker:
        asker.ask(SOLVED)
        await asker.until(lambda: asker.finals)
        first = asker.pid
        os.kill(server.pid, signal.SIGKILL)
        asker.ask(SOLVED)
        await asker.until(lambda: len(asker.finals) == 2)
        assert asker.pid == first
        os.kill(first, signal.SIGKILL)
        asker.ask(SOLVED)
        await asker.until(lambda: len(asker.finals) == 3)
        assert asker.pid != first
        assert asker.troubles == []


@pytest.mark.skipif(
    not (AUTOGROUP.exists() and AUTOGROUP.read_text().strip()),
    reason="the kernel has no scheduling groups for sessions",
)
async def test_two_engines_forked_at_once_both_stand_back_behind_all_others() -> None:
    async with zygote() as server:
        born = [await forked(partial(server.fork, None)) for _ in range(2)]
        for child in born:
            async with asyncio.timeout(PATIENT):
                while niceness(child) != LAST:
                    await asyncio.sleep(0)
        assert all(os.getpriority(os.PRIO_PROCESS, child.pid) == LAST for child in born)
        for child in born:
            child.kill()
            await child.communicate()
            with pytest.raises(ProcessLookupError):
                child.kill()


def niceness(child: ChildProcess) -> int:
    """That of the session of a process."""
    return int(Path(f"/proc/{child.pid}/autogroup").read_text().split()[-1])
