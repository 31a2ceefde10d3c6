"""What a session may say: each request is checked before anybody acts on it, and nonsense is answered with a sentence."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.hall import wire
from core.hall.wire import BadRequest, parse
from core.phrase import phrase, phrase_in, phrase_out
from core.play.clock import Clock, TimeControl
from tests.core.hall.wiring import FIELDS, JSON

CLOCK = {"move": 0, "total": 300, "increment": 2, "loses": True}


def said(**values: Any) -> bytes:
    return json.dumps(values).encode()


def test_a_request_is_its_op_its_number_and_the_values_of_that_op() -> None:
    request = parse(said(op="move", n=7, table="t", seq=3, move="b2", beside="nothing"))
    assert (request.op, request.n, dict(request.values)) == ("move", 7, {"table": "t", "seq": 3, "move": "b2"})


def test_a_seek_without_a_clock_may_leave_it_out() -> None:
    assert parse(said(op="seek", n=1, game="tictactoe", post=False))["clock"] is None


def test_a_clock_of_a_seek_is_a_time_control() -> None:
    request = parse(said(op="seek", n=1, game="tictactoe", clock=CLOCK, seat=1, post=False))
    assert wire.control_of(request["clock"]) == TimeControl(total=300, increment=2, loses=True)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"", "A request is a JSON object in one line."),
        (b"[" * 4000, "A request is a JSON object in one line."),
        (b"[1]", "A request is a JSON object in one line."),
        (b'{"op":"ping","n":NaN}', "A request is a JSON object in one line."),
        (b'{"op":"ping"}', "A request has a whole number n, which the answer repeats."),
        (b'{"op":"ping","n":true}', "A request has a whole number n, which the answer repeats."),
        (b'{"op":"ping","n":-1}', "A request has a whole number n, which the answer repeats."),
        (b'{"op":"sudo","n":1}', "There is no request 'sudo'."),
        (b'{"op":["ping"],"n":1}', "There is no request '['ping']'."),
        (b'{"op":"move","n":1,"table":"t","seq":1}', "move is missing or wrong in move."),
        (b'{"op":"seek","n":1,"game":"nim","post":false,"seat":true}', "seat is missing or wrong in seek."),
        (b'{"op":"seek","n":1,"game":"nim","post":0}', "post is missing or wrong in seek."),
        (
            b'{"op":"seek","n":1,"game":"nim","post":false,"clock":{"move":5,"total":5}}',
            "clock is missing or wrong in seek.",
        ),
        (b'{"op":"phrase","n":1,"table":"t","id":8}', "id is missing or wrong in phrase."),
        (b'{"op":"name","n":1,"text":"\\u001b[2J"}', "text is missing or wrong in name."),
        (b'{"op":"ping","n":1' + b" " * 5000 + b"}", "The request is too long."),
    ],
)
def test_what_is_no_request_is_refused_in_a_sentence(line: bytes, sentence: str) -> None:
    with pytest.raises(BadRequest) as refused:
        parse(line)
    assert str(refused.value) == sentence


def test_a_bad_request_keeps_its_number() -> None:
    assert wire.number_of(b'{"op":"sudo","n":12}') == 12
    assert wire.number_of(b"{") is None


@given(st.binary(max_size=200))
def test_any_bytes_are_a_request_or_are_refused(line: bytes) -> None:
    wire.number_of(line)
    with suppress(BadRequest):
        assert parse(line).op in wire.OPS


@given(st.sampled_from(sorted(wire.OPS)), st.dictionaries(FIELDS, JSON))
def test_any_values_are_a_request_or_are_refused(op: str, values: dict[str, Any]) -> None:
    with suppress(BadRequest):
        request = parse(json.dumps({"n": 1, "op": op, **values}).encode())
        assert all(check(request[name]) for name, check in wire.OPS[request.op].items())


def test_a_sentence_comes_back_from_the_wire_as_it_went() -> None:
    sentence = phrase("{who} has {count} {what}.", who="ana", count=3, what=phrase("moves"))
    there = json.loads(wire.line_of({"op": "no", "n": 1, **phrase_out(sentence)}))
    assert phrase_in(there) == sentence


def test_there_are_eight_phrases() -> None:
    assert len(set(map(str, wire.PHRASES))) == 8


def test_a_clock_on_the_wire_has_the_control_and_what_is_left() -> None:
    clock = Clock(TimeControl(total=300, increment=2, loses=True), (299.5, 120.25))
    assert wire.clock_out(clock) == {"control": CLOCK, "left": [299.5, 120.25]}
