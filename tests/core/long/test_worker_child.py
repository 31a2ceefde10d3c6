"""The engine process speaks JSON lines: every ticket gets exactly one final answer, and nothing else comes out. It takes
20 seconds."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analysis import Analysis, Limit
from core.errors import CoreError
from core.games import presets
from core.players.worker.child import AUTOGROUP, FULL_LINES, NICENESS
from core.players.worker.request import Request
from core.position import Position
from core.score import Verdict
from core.strategies.levels import LEVELS

PATIENT = 300.0
"""Seconds after which a test has failed; none waits for them to pass."""
ENDLESS = "mnk:15,15,5"
"""A game that no search gets to the end of while a test runs."""


class Child:
    def __init__(self, *command: str, session: bool = False) -> None:
        arguments = command or ("-P", "-m", "core.players.worker.child")
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [sys.executable, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=session
        )

    def say(self, *lines: dict[str, Any] | str) -> None:
        assert self.process.stdin
        for line in lines:
            text = line if isinstance(line, str) else json.dumps(line)
            self.process.stdin.write(text.encode(errors="surrogateescape") + b"\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout
        document = json.loads(self.process.stdout.readline())
        assert isinstance(document, dict)
        return document

    def final(self) -> dict[str, Any]:
        """The next answer that is no mere report."""
        while True:
            document = self.hear()
            if "error" in document or document["final"]:
                return document

    def end(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=300)
        return self.process.returncode, out.decode(), err.decode()


@pytest.fixture
def child() -> Iterator[Child]:
    child = Child()
    yield child
    code, _, err = child.end()
    assert (code, err) == (0, "")


def test_a_question_is_answered_with_the_truth(child: Child) -> None:
    child.say({"ticket": 7, "game": "tictactoe", "position": "XX./OO./...", "engine": "minimax"})
    answer = child.final()
    assert answer["ticket"] == 7
    analysis = Analysis.from_json(answer)
    assert analysis.best
    assert analysis.position.name(analysis.best.move) == "c1"
    assert (analysis.best.score.verdict, analysis.best.score.plies) == (Verdict.WIN, 1)


def test_a_ticket_and_a_game_are_enough(child: Child) -> None:
    child.say({"ticket": 0, "game": "mnk:3,3,3"})
    assert child.final()["lines"][0]["outcome"] == "tie"


def test_what_is_written_can_be_read_by_a_person(child: Child) -> None:
    child.say({"ticket": 1, "game": "tictactoe", "engine": "minimax", "depth": 1})
    answer = child.final()
    assert answer["position"] == ".../.../..."
    assert answer["turn"] == "X"
    assert answer["lines"][0]["move"] == "b2"


def test_a_stopped_search_answers_at_once_with_a_line_for_every_move(child: Child) -> None:
    child.say({"ticket": 1, "game": ENDLESS, "interval": 0})
    assert not child.hear()["final"]
    child.say({"stop": 1})
    assert len(child.final()["lines"]) == 225


def test_it_says_that_it_lives_while_it_searches(child: Child) -> None:
    child.say({"ticket": 1, "game": ENDLESS, "interval": 0}, {"ping": 5})
    while "pong" not in (heard := child.hear()):
        assert not heard["final"]
    assert heard == {"pong": 5}


@pytest.mark.parametrize("limit", [{}, {"level": "full"}, {"nodes": 10**12, "seconds": 1e6}], ids=str)
def test_a_cap_of_time_ends_what_any_limit_leaves_too_long(child: Child, limit: dict[str, Any]) -> None:
    child.say({"ticket": 1, "game": ENDLESS, "cap": 0.01, **limit})
    answer = child.final()
    assert answer["seconds"] >= 0.01
    assert answer["nodes"] < 100_000
    assert len(answer["lines"]) == 225


def test_a_stop_for_another_ticket_is_not_heeded(child: Child) -> None:
    child.say({"ticket": 1, "game": "tictactoe", "engine": "minimax"}, {"stop": 2}, {"stop": None})
    answer = child.final()
    assert answer["lines"][0]["outcome"] == "tie"


def test_a_newer_question_ends_the_older_one_and_each_gets_one_final_answer(child: Child) -> None:
    child.say(*({"ticket": i, "game": ENDLESS, "interval": 0} for i in range(50)))
    child.say({"ticket": 50, "game": "tictactoe", "engine": "minimax"})
    finals = []
    while 50 not in finals:
        answer = child.final()
        finals.append(answer["ticket"])
        assert len(answer["lines"]) == (225 if answer["ticket"] < 50 else 9)
    assert Counter(finals) == Counter(range(51))
    assert answer["lines"][0]["outcome"] == "tie"


def test_a_question_that_was_never_begun_claims_nothing(child: Child) -> None:
    child.say(*({"ticket": i, "game": "tictactoe", "engine": "minimax"} for i in range(20)), {"stop": 19})
    finals = [child.final() for _ in range(20)]
    unseen = [answer for answer in finals if answer["nodes"] == 0]
    assert all(line["outcome"] is None and line["value"] == 0 for answer in unseen for line in answer["lines"])


def test_the_interval_holds_reports_apart(child: Child) -> None:
    child.say({"ticket": 1, "game": "tictactoe", "engine": "minimax", "interval": 1e9})
    finals = [child.hear()["final"]]
    while not finals[-1]:
        finals.append(child.hear()["final"])
    assert len(finals) <= 2


def test_reports_of_many_moves_are_kept_short(child: Child) -> None:
    child.say({"ticket": 1, "game": ENDLESS, "engine": "minimax", "depth": 2, "interval": 0})
    report = child.hear()
    while not report["final"]:
        assert len(report["lines"]) == 225
        assert all(len(line["pv"]) == 1 for line in report["lines"][FULL_LINES:])
        report = child.hear()
    assert any(len(line["pv"]) == 2 for line in report["lines"][FULL_LINES:])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"ticket": 1, "game": "chess"}', "There is no game 'chess'"),
        ('{"ticket": 1, "game": "tictactoe", "engine": "zzz"}', "There is no engine 'zzz'"),
        ('{"ticket": 1, "game": "tictactoe", "position": "what"}', "what"),
        ('{"ticket": 1, "game": "tictactoe", "position": "XXX/OO./..."}', "The game is over"),
        ('{"ticket": 1, "game": "tictactoe", "seconds": "2"}', "'seconds' is a number"),
        ('{"ticket": 1, "game": "tictactoe", "seconds": NaN}', "'seconds' is a number"),
        ('{"ticket": 1, "game": "tictactoe", "nodes": -1}', "'nodes' is a whole number"),
        ('{"ticket": 1, "game": "tictactoe", "depth": true}', "'depth' is a whole number"),
        ('{"ticket": 1, "game": 3}', "'game' is a text"),
        ('{"ticket": 1}', "There is no game ''"),
    ],
)
def test_a_bad_question_is_refused_in_one_sentence_under_its_ticket(line: str, sentence: str, child: Child) -> None:
    child.say(line)
    answer = child.hear()
    assert set(answer) == {"ticket", "error"}
    assert answer["ticket"] == 1
    assert sentence in answer["error"]
    assert "\n" not in answer["error"]


@pytest.mark.parametrize(
    "line", ["{", "[]", "7", "null", '"stop"', "\udcff\udcfe", "[" * 100_000, '{"game": "tictactoe"}']
)
def test_what_is_no_question_is_refused_without_a_ticket_and_the_next_one_answered(line: str, child: Child) -> None:
    child.say(line)
    assert set(child.hear()) == {"error"}
    child.say("", {"ticket": 2, "game": "tictactoe", "engine": "minimax", "depth": 1})
    assert child.final()["ticket"] == 2


def test_a_bad_question_ends_the_search_before_it_and_nonsense_does_not(child: Child) -> None:
    child.say({"ticket": 1, "game": ENDLESS}, "nonsense", {"ticket": 2, "game": "chess"})
    finals = [child.final() for _ in range(3)]
    assert sorted(answer.get("ticket", 0) for answer in finals) == [0, 1, 2]


ODD_ENGINE = """
import os, sys
from core import engines
from core.engines.general.minimax import Minimax
from core.players.worker.child import main

class Odd(Minimax):
    name = "odd"
    def analyse(self, watch):
        {deed}
        return super().analyse(watch)

engines.get = lambda name: Odd()
main()
"""


def test_what_an_engine_prints_by_mistake_does_not_get_among_the_answers() -> None:
    child = Child("-c", ODD_ENGINE.format(deed="print('stray', flush=True); os.write(1, b'astray')"))
    child.say({"ticket": 1, "game": "tictactoe", "engine": "odd", "depth": 1})
    assert child.final()["ticket"] == 1
    assert child.end() == (0, "", "stray\nastray")


def test_an_engine_that_fails_is_told_in_one_sentence_and_the_next_question_answered() -> None:
    child = Child("-c", ODD_ENGINE.format(deed="1 / 0"))
    child.say({"ticket": 1, "game": "tictactoe", "engine": "odd"})
    answer = child.hear()
    assert answer == {"ticket": 1, "error": "The engine failed: ZeroDivisionError('division by zero')."}
    child.say({"ticket": 2, "game": "tictactoe", "engine": "minimax", "depth": 1})
    assert child.final()["ticket"] == 2
    code, _, err = child.end()
    assert code == 0
    assert "Traceback" in err  # whoever looks into it finds the place


def test_the_child_ends_with_its_input_even_in_mid_search(child: Child) -> None:
    child.say({"ticket": 1, "game": ENDLESS})
    child.hear()  # and the fixture ends its input, and waits


@given(st.data())
def test_requests_come_back_as_they_were_sent(data: st.DataObject) -> None:
    limit = st.builds(
        Limit,
        st.none() | st.floats(0, 1e6),
        st.none() | st.integers(0, 1000),
        st.none() | st.integers(0, 10**12),
    )
    position = Position.start(data.draw(st.sampled_from(presets())))
    for _ in range(data.draw(st.integers(0, 4))):
        if position.moves:
            position = position.play(data.draw(st.sampled_from(position.moves)))
    limits = limit | st.sampled_from(LEVELS)
    seconds = st.floats(0, 10)
    engine, cap = data.draw(st.none() | st.text()), data.draw(st.none() | seconds)
    request = Request(position, engine, data.draw(limits), data.draw(seconds), cap, data.draw(st.booleans()))
    assert Request.from_json(json.loads(json.dumps(request.to_json(7)))) == request


@given(
    st.dictionaries(
        st.sampled_from(
            ["game", "position", "engine", "seconds", "depth", "nodes", "level", "interval", "cap", "every"]
        ),
        st.text() | st.integers() | st.floats() | st.booleans() | st.lists(st.none(), max_size=1),
    )
)
def test_any_document_gives_a_request_or_a_sentence(document: dict[str, Any]) -> None:
    with suppress(CoreError):
        Request.from_json(document)


# Where sessions are not scheduled as groups the file is missing or reads as nothing.
@pytest.mark.skipif(
    not (AUTOGROUP.exists() and AUTOGROUP.read_text().strip()),
    reason="the kernel has no scheduling groups for sessions",
)
@pytest.mark.parametrize("session", [True, False])
def test_in_a_session_of_its_own_it_stands_back_as_a_session_too(session: bool) -> None:
    """What was written is read back once it answers; a shell from which it is started by hand is left as it is."""
    before = AUTOGROUP.read_text().split()[-1]
    child = Child(session=session)
    child.say({"ticket": 1, "game": "tictactoe", "depth": 1})
    child.final()
    wanted = str(NICENESS) if session else before
    found = ""
    deadline = time.monotonic() + PATIENT
    while found != wanted and time.monotonic() < deadline:  # the kernel may have to be asked again
        found = Path(f"/proc/{child.process.pid}/autogroup").read_text().split()[-1]
    child.end()
    assert found == wanted


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are all that there is between processes")
def test_it_ends_with_an_asker_who_has_not_read_its_last_answer() -> None:
    ours, theirs = socket.socketpair()
    with theirs:
        line = [sys.executable, "-P", "-m", "core.players.worker.child"]
        process = subprocess.Popen(line, stdin=theirs.fileno(), stdout=theirs.fileno(), stderr=subprocess.PIPE)
    with ours:
        ours.sendall(b'{"ping": 1}\n')
        assert ours.recv(1, socket.MSG_PEEK)
    assert process.communicate(timeout=PATIENT)[1] == b""
    assert process.returncode == 0
