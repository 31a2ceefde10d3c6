"""A child that says nothing is asked whether it lives, and killed when it does not answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.analysis import Limit
from tests.core.working import LONG, SMALL, SPEAK_AND_HANG, asking, fake


@pytest.fixture
def births(tmp_path: Path) -> Path:
    return tmp_path / "births"


async def test_a_child_that_stands_still_while_it_thinks_without_a_time_is_given_up(births: Path) -> None:
    patience = replace(LONG, look=0.01, silence=0.05, pauses=())
    async with asking(command=fake(births, 99, SPEAK_AND_HANG), patience=patience) as asker:
        asker.ask(replace(SMALL, limit=Limit(nodes=10**9)))
        await asker.until(lambda: asker.troubles)
        assert "did not answer in time" in str(asker.troubles[0])


async def test_a_child_that_was_stopped_once_is_replaced_and_that_is_said(births: Path) -> None:
    said: list[str] = []
    patience = replace(LONG, look=0.01, silence=0.05)
    command = fake(births, 1, SPEAK_AND_STOP)
    async with asking(command=command, patience=patience, on_restart=lambda e: said.append(str(e))) as asker:
        asker.ask(SMALL)
        await asker.until(lambda: asker.finals)
        assert said == ["The engine process is being restarted: it did not answer in time."]
        assert asker.troubles == []


SPEAK_AND_STOP = """
import os, signal
print(json.dumps(json.loads(input()) | REPORT), flush=True)
os.kill(os.getpid(), signal.SIGSTOP)
"""
SLOW_BUT_ALIVE = """
question = json.loads(input())
print(json.dumps(question | REPORT), flush=True)
first = 0
while first < 2:
    told = json.loads(input())["ping"]
    first += told == 2  # the second look without a word is the first that asks
    print(json.dumps({"pong": told}), flush=True)
print(json.dumps(question | REPORT | {"final": True}), flush=True)
time.sleep(1000)
"""


async def test_a_child_that_says_nothing_is_asked_whether_it_lives_and_its_word_counts(births: Path) -> None:
    async with asking(command=fake(births, 99, SLOW_BUT_ALIVE), patience=replace(LONG, look=0.01)) as asker:
        asker.ask(replace(SMALL, limit=Limit(nodes=10**9)))
        await asker.until(lambda: asker.finals)
        assert asker.pauses == []
