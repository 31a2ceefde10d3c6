"""Certificates: written, checked by two programs, and refused when they are wrong. It takes 20 seconds."""

from __future__ import annotations

import ast
import io
import lzma
import random
import time
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from core import engines
from core.analysis import Limit, Watch
from core.errors import BadCertificate
from core.games import get
from core.position import Position
from core.proofs import certificate
from core.proofs import packed as packed_positions
from core.proofs.certificate import Checked
from core.proofs.prove import NotProven, claim_of, prove
from tests.core import second_checker
from tests.core.certifying import SMALL, both_refuse, changed, checked, lines_of, packed, proof, refused
from tests.core.plain import plain

VALUES = {
    "tictactoe": "draw",
    "tictactoe/misere": "draw",
    "tictactoe/wild": "win 7",
    "tictactoe/toroidal": "win 7",
    "pong-hau-ki": "endless",
    "morris": "win 9",
    "achi": "win 11",
    "mnk:4,4,3": "win 5",
    "mnk:4,4,4": "draw",
    "connect-four:4,4,4": "draw",
    "nim:1,3,5,7/misere": "lose 15",
    "chomp:3,4": "win 8",
    "kayles:7": "win 5",
    "dawson-kayles:7": "win 3",
}
"""What papers and brute force say of games from their start: see ``known`` of their rules."""


def is_a_proof(data: bytes) -> bool:
    """Whether a certificate is accepted."""
    try:
        checked(data)
    except BadCertificate:
        return False
    return True


def imported(module: ModuleType) -> set[str]:
    """What a module takes from the product."""
    source = Path(str(module.__file__)).read_text("utf-8")
    assert "__import__" not in source
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [node.module or "" if isinstance(node, ast.ImportFrom) else node.names[0].name for node in nodes]
    return {name for name in names if name.startswith(("core", "tui"))}


def test_the_checker_knows_nothing_but_the_rules() -> None:
    assert imported(certificate) == {"core.errors", "core.game", "core.games", "core.proofs.packed", "core.position"}
    assert imported(packed_positions) == {"core.errors"}
    own = Path(second_checker.__file__).read_text("utf-8")
    assert "from core" not in own
    assert "import core" not in own


def test_the_checker_is_short() -> None:
    """Statements; docstrings and comments that help a reader to believe it cost nothing."""
    files = [Path(str(module.__file__)) for module in (certificate, packed_positions)]
    trees = [ast.parse(file.read_text("utf-8")) for file in files]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    assert (
        len([node for node in nodes if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))]) < 380
    )


@pytest.mark.parametrize("id", VALUES)
def test_the_value_of_a_game_is_written_and_both_checkers_agree(id: str) -> None:
    data = proof(id)
    found = checked(data)
    assert (found.position, found.claim) == (Position.start(get(id)), VALUES[id])
    assert second_checker.check(data) == f"{id} {VALUES[id]}"


@pytest.mark.parametrize("move", ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"])
def test_each_first_move_of_tictactoe_has_a_certificate_of_a_draw(move: str) -> None:
    data = proof("tictactoe", move)
    assert checked(data).claim == "draw"
    assert second_checker.check(data) == f"tictactoe {move} draw"


@pytest.mark.parametrize(("id", "text"), [("mnk:4,4,3", "X.../..O./..../...."), ("tictactoe/misere", "X../.O./...")])
def test_a_position_that_is_drawn_is_proven_to_both_checkers(id: str, text: str) -> None:
    game = get(id)
    start = Position(game, game.parse_state(text))
    claim = claim_of(engines.analyse(engines.best(start), Watch(start, Limit(), time.monotonic)))
    data = prove(start, (), claim).data
    assert checked(data).position == start
    assert second_checker.check(data) == f"{id} {text} {claim}"
    # With the marks elsewhere the plays prove nothing.
    both_refuse(changed(data, text, text[::-1].replace("X", "x").replace("O", "X").replace("x", "O")))


@pytest.mark.parametrize("options", ["misere", "wild", "toroidal"])
def test_each_first_move_of_a_variant_has_a_certificate_of_what_brute_force_says(options: str) -> None:
    id = f"tictactoe/{options}"
    start = Position.start(get(id))
    for move in start.moves:
        if start.orbit(move)[0] == move:
            claim = checked(proof(id, start.name(move))).claim
            assert claim.split()[0] == brute(id, start.name(move)), start.name(move)


@cache
def brute(id: str, first: str) -> str:
    """The value after a first move, for who is to move then, by trying all."""
    rules = plain(id)
    known: dict[object, int] = {}

    def value(pos: tuple[object, ...]) -> int:
        if pos not in known:
            result = rules.result(pos)
            known[pos] = max(-value(child) for child in rules.after(pos).values()) if result is None else result
        return known[pos]

    return {1: "win", 0: "draw", -1: "lose"}[value(rules.after(rules.start)[first])]


@pytest.mark.parametrize("id", SMALL)
def test_a_changed_byte_is_refused_with_its_line_or_leaves_the_proof(id: str) -> None:
    data = proof(id)
    text = lzma.decompress(data)
    draw = random.Random(id)
    for _ in range(60):
        at, new = draw.randrange(len(data)), draw.randrange(256)
        changed = data[:at] + bytes([new]) + data[at + 1 :]
        if new != data[at]:
            assert refused(changed).startswith("Line ")
    for _ in range(60):
        at, new = draw.randrange(len(text)), draw.randrange(256)
        if new != text[at]:
            said = refused(lzma.compress(text[:at] + bytes([new]) + text[at + 1 :]))
            # A byte that becomes the end of a line, or was one, is found in the line that it breaks.
            assert said.startswith(f"Line {text.count(10, 0, at) + 1}: ")


@pytest.mark.parametrize("id", SMALL)
def test_a_changed_word_with_the_right_digits_is_refused_or_proves_the_same_to_both(id: str) -> None:
    lines = lines_of(proof(id))
    claimed = second_checker.check(proof(id))
    words = [(i, j) for i, line in enumerate(lines) if i > 3 for j in range(len(line.split()))]
    names = sorted({word for i, _ in words for word in lines[i].split()})
    draw = random.Random(id)
    outcomes = set()
    for _ in range(40):
        i, j = draw.choice(words)
        changed = lines[i].split()
        changed[j] = draw.choice(names)
        data = packed([*lines[:i], " ".join(changed), *lines[i + 1 :]])
        holds = is_a_proof(data)
        outcomes.add(holds)
        # Another move that does as well, or one that is never looked for.
        if holds:
            assert claimed.endswith(checked(data).claim)
            assert second_checker.check(data) == claimed
    assert False in outcomes


def test_a_reply_that_is_left_out_is_missed() -> None:
    plays = next(line for line in lines_of(proof("chomp:3,4")) if line.startswith(("@", "b")))
    last = plays.rindex(" @")
    assert "misses the goal" in both_refuse(changed(proof("chomp:3,4"), plays, plays[:last]))


def test_a_move_that_throws_the_win_away_is_seen() -> None:
    # 4x4 with three in a row is won in five by b2; after a corner it takes longer.
    lines = lines_of(proof("mnk:4,4,3"))
    plays = lines.index("part first wins 5") + 1
    lines[plays] = "@0 a1"
    assert "misses the goal" in both_refuse(packed([*lines[: plays + 1], *lines[lines.index("part second holds 4") :]]))


def test_a_distance_that_is_off_by_one_is_missed_on_both_sides() -> None:
    data = proof("achi")
    sooner = changed(changed(changed(data, "win 11", "win 9"), "wins 11", "wins 9"), "holds 10", "holds 8")
    assert "misses the goal" in both_refuse(sooner)
    later = changed(changed(changed(data, "win 11", "win 13"), "wins 11", "wins 13"), "holds 10", "holds 12")
    assert "misses the goal" in both_refuse(later)


@pytest.mark.parametrize("claim", ["win 3", "win 7", "lose 5", "draw", "endless", "win within 5", "everything"])
def test_a_claim_needs_its_own_parts(claim: str) -> None:
    assert both_refuse(changed(proof("mnk:4,4,3"), "claim win 5", f"claim {claim}"))


def test_a_circle_is_no_win() -> None:
    # The plays of an endless game, passed off as those of a win: they return to a position, and nobody wins.
    lines = lines_of(proof("pong-hau-ki"))
    half = next(i for i, line in enumerate(lines) if line.startswith("part second"))
    parts = [line.replace("first endless", "first wins 99") for line in [*lines[:half], "end"]]
    assert "a position repeats there" in both_refuse(changed(packed(parts), "claim endless", "claim win within 99"))


def test_a_false_symmetry_is_refused() -> None:
    said = both_refuse(
        changed(proof("tictactoe"), "symmetry c1 b1 a1 c2 b2 a2 c3 b3 a3", "symmetry c1 b1 a1 a2 b2 c2 c3 b3 a3")
    )
    assert said.startswith("Line 5: ")


PAIRED = [
    "triqui certificate 1",
    "game mnk:4,4,4",
    "claim draw",
    "part first holds",
    "@0 b2",
    "part second holds",
    "end",
]


def test_pairs_that_miss_a_line_hold_nothing() -> None:
    said = both_refuse(packed([*PAIRED[:4], "@0 a1=b1 c1=d1 a3=a4 b3=b4 c2=c3 d2=d3", *PAIRED[5:]]))
    assert "misses the goal" in said


@pytest.mark.parametrize("pairs", ["a1=a1", "a1=b1 b1=c1", "a1=b1 c1=d1 b1=a1", "a1=b1=c1"])
def test_a_pair_of_one_move_or_of_three_and_pairs_that_share_one_are_refused(pairs: str) -> None:
    said = both_refuse(packed([*PAIRED[:4], f"@0 {pairs}", *PAIRED[5:]]))
    assert said == f"Line 5: '{pairs.split()[-1]}' is not a pair of two moves, or another pair has one of them."


def test_pairs_prove_nothing_where_a_line_loses() -> None:
    lines = lines_of(proof("mnk:4,4,4"))
    lines[1] = "game mnk:4,4,4/misere"
    assert "misses the goal" in both_refuse(packed(lines))


def test_a_file_that_is_foreign_cut_short_or_of_a_later_version_is_told_with_its_line() -> None:
    data = proof("tictactoe")
    assert refused(b"").startswith("Line 1: ")
    assert refused(b"1. e4 e5").startswith("Line 1: ")
    assert refused(lzma.compress(b"hello\n")).startswith("Line 1: ")
    assert refused(packed(["triqui certificate 9", *lines_of(data)[1:]])).startswith("Line 1: ")
    for length in range(1, len(data)):
        assert refused(data[:length]).startswith("Line ")
    for count in range(1, len(lines_of(data))):
        assert refused(packed(lines_of(data)[:count])).startswith("Line ")
    assert refused(packed([*lines_of(data), "end"])).startswith("Line ")


@pytest.mark.parametrize("more", [b"x", b"\0\0\0\0", lzma.compress(b"x\n"), bytes(10_000)])
def test_bytes_behind_the_end_of_a_proof_are_refused(more: bytes) -> None:
    data = proof("tictactoe")
    assert both_refuse(data + more) == f"Line {len(lines_of(data)) + 1}: there are bytes after its end."


def test_of_a_line_without_an_end_no_more_is_unpacked() -> None:
    data = lzma.compress(bytes(1 << 26), preset=0)
    file = io.BytesIO(data)
    with pytest.raises(BadCertificate, match="Line 1: it is longer than 100000 bytes"):
        Checked(file)
    assert file.tell() < len(data)


def test_a_proof_that_is_too_large_says_how_large_and_stops() -> None:
    with pytest.raises(NotProven, match="it has 100 positions by ply"):
        proof("tictactoe/misere", limit=100)


def test_what_is_not_true_is_not_written() -> None:
    with pytest.raises(NotProven, match="check whether the claim is true"):
        proof("mnk:4,4,4", claim="win 7")
    with pytest.raises(NotProven, match="check whether the claim is true"):
        proof("tictactoe", claim="win 7")
