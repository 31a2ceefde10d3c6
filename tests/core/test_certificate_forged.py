"""Certificates that were forged, each in its own way, and made whole again: both checkers refuse each of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.errors import BadNotation
from core.games import get
from core.position import Position
from core.proofs.certificate import parts
from core.proofs.prove import NotProven
from tests.core import second_checker
from tests.core.certifying import SMALL, both_refuse, changed, checked, lines_of, packed, proof

ENDLESS = ["pong-hau-ki", "morris/fly"]
"""Games that nobody can bring to an end."""
NO_DRAW = "{id} may never end, so holding it does not prove a draw; claim 'no win', that neither side can be beaten."


def headed(title: str, data: bytes) -> bytes:
    """The same with another first line."""
    return packed([title, *lines_of(data)[1:]])


@pytest.mark.parametrize("id", ENDLESS)
def test_no_draw_is_claimed_of_a_game_that_need_not_end(id: str) -> None:
    with pytest.raises(BadNotation) as error:
        proof(id, claim="draw")
    assert str(error.value) == NO_DRAW.format(id=id)


@pytest.mark.parametrize("id", ENDLESS)
@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_draw_of_a_game_that_need_not_end_is_refused_in_old_files_and_new_ones(id: str, version: int) -> None:
    forged = headed(f"triqui certificate {version}", changed(proof(id, claim="no win"), "claim no win", "claim draw"))
    assert both_refuse(forged) == f"Line 3: {NO_DRAW.format(id=id)}"


@pytest.mark.parametrize("id", [*ENDLESS, "tictactoe", "mnk:4,4,4", "connect-four:4,4,4"])
def test_that_neither_side_can_be_beaten_is_proven_with_and_without_an_end(id: str) -> None:
    data = proof(id, claim="no win")
    assert checked(data).claim == "no win"
    assert second_checker.check(data) == f"{id} no win"


@pytest.mark.parametrize("id", ["morris", "achi", "tictactoe/wild"])
def test_no_win_is_not_written_where_one_side_wins(id: str) -> None:
    with pytest.raises(NotProven, match="check whether the claim is true"):
        proof(id, claim="no win")


@pytest.mark.parametrize("id", ENDLESS)
def test_endless_play_is_proven_by_what_keeps_it_from_ending_and_is_no_less_than_no_win(id: str) -> None:
    data = proof(id)
    assert checked(data).claim == second_checker.check(data).split()[1] == "endless"
    weaker = "\n".join(lines_of(data)).replace("claim endless", "claim no win").replace(" endless", " holds")
    assert checked(packed(weaker.split("\n"))).claim == "no win"


@pytest.mark.parametrize("id", SMALL)
@pytest.mark.parametrize("version", [1, 2])
def test_a_file_of_an_earlier_version_is_still_read(id: str, version: int) -> None:
    data = proof(id)
    assert lines_of(data)[0] == "triqui certificate 3"
    old = headed(f"triqui certificate {version}", data)
    assert (checked(old).claim, checked(old).given) == (checked(data).claim, checked(data).given)
    assert second_checker.check(old) == second_checker.check(data)


def test_a_claim_has_its_parts_in_the_words_of_the_format() -> None:
    start = Position.start(get("pong-hau-ki"))
    assert [line for line, *_ in parts("no win", start)] == ["part first holds", "part second holds"]
    assert [line for line, *_ in parts("endless", start)] == ["part first endless", "part second endless"]


def without(data: bytes, begin: str, end: str) -> bytes:
    """The same without the lines from one to another, which stays."""
    lines = lines_of(data)
    del lines[lines.index(begin) : lines.index(end)]
    return packed(lines)


def test_a_part_that_is_missing_is_missed() -> None:
    data = proof("tictactoe")
    for begin, end in (("part first holds", "part second holds"), ("part second holds", "end")):
        assert both_refuse(without(data, begin, end)).endswith(f"expected '{begin}' and nothing else.")


def test_a_part_that_stands_there_twice_is_refused() -> None:
    lines = lines_of(proof("tictactoe"))
    first, second = lines.index("part first holds"), lines.index("part second holds")
    assert "and nothing else." in both_refuse(packed([*lines[:second], *lines[first:]]))
    assert "and nothing else." in both_refuse(packed([*lines[:-1], *lines[second:]]))
    assert "and nothing else." in both_refuse(packed([*lines[:second], *lines[first:second], "end"]))


def test_a_proof_without_its_end_is_refused() -> None:
    lines = lines_of(proof("tictactoe"))
    assert both_refuse(packed(lines[:-1])) == f"Line {len(lines)}: expected 'end' and nothing else."


@pytest.mark.parametrize(
    "lines", [["position XXX/OO./..."], ["moves a1 b1 a2 b2 a3"], ["position XX./OO./...", "moves c1"]]
)
def test_of_a_game_that_is_over_nothing_is_proven(lines: list[str]) -> None:
    proof = ["claim draw", "part first holds", "part second holds", "end"]
    both_refuse(packed(["triqui certificate 2", "game tictactoe", *lines, *proof]))


def test_lines_behind_the_end_are_refused() -> None:
    lines = lines_of(proof("tictactoe"))
    assert both_refuse(packed([*lines, "end"])) == f"Line {len(lines) + 1}: 'end' should be in the last line."


@pytest.mark.parametrize("more", ["part first holds 0 x", "part first holds 0", "part first holds x", "part first"])
def test_words_behind_the_last_word_of_a_line_are_refused(more: str) -> None:
    said = both_refuse(changed(proof("tictactoe"), "part first holds", more))
    assert said.endswith("expected 'part first holds' and nothing else.")
    assert "expected 'end'" in both_refuse(changed(proof("tictactoe"), "\nend", "\nend x"))


def test_a_distance_of_which_only_the_claim_was_changed_is_refused() -> None:
    for claim in ("win 4", "win 7", "win within 4", "lose 5"):
        assert "and nothing else." in both_refuse(changed(proof("mnk:4,4,3"), "claim win 5", f"claim {claim}"))


@pytest.mark.parametrize(
    "images",
    ["c1 b1 a1 a2 b2 c2 c3 b3 a3", "b1 a1 c1 a2 b2 c2 a3 b3 c3", "a1 a1 a1 a1 a1 a1 a1 a1 a1", "a1 b1 c1"],
)
def test_a_map_that_is_no_symmetry_is_refused(images: str) -> None:
    data = changed(proof("tictactoe"), "symmetry c1 b1 a1 c2 b2 a2 c3 b3 a3", f"symmetry {images}")
    assert both_refuse(data).startswith("Line 5: ")


@pytest.mark.parametrize("text", ["XXX/OO./...", "XX./.../...", "OO./X../...", "XXX/OOO/...", "XXO/OOX/XXO"])
def test_stones_that_no_game_can_leave_are_refused(text: str) -> None:
    lines = lines_of(proof("tictactoe"))
    both_refuse(packed([*lines[:2], f"position {text}", *lines[2:]]))


@pytest.mark.parametrize(("old", "new"), [("wins 5", "wins ５"), ("win 5", "win ５"), ("@", "@０ "), ("b2", "b２")])
def test_a_digit_of_another_script_is_refused(old: str, new: str) -> None:
    assert both_refuse(changed(proof("mnk:4,4,3"), old, new)).startswith("Line ")


@pytest.mark.parametrize("word", ["@-1", "@+0", "@0_0", "@1", "@99999999999", "@", "@x"])
def test_a_play_that_goes_on_after_moves_that_were_not_made_is_refused(word: str) -> None:
    lines = lines_of(proof("tictactoe"))
    said = both_refuse(packed([*lines[: lines.index("part second holds") + 1], f"{word} a1", "end"]))
    assert said.endswith(f"'{word}' does not go back to a move of the variation before it.")


@pytest.mark.parametrize("id", ["connect-four:5,4,4", "connect-four", "gomoku/swap2", "gomoku/exact/swap2"])
def test_lines_are_not_light_where_stones_fall_or_colours_are_not_shared_out(id: str) -> None:
    draw = ["triqui certificate 2", f"game {id}", "claim draw", "part first holds", "part second holds", "end"]
    assert "misses the goal" in both_refuse(packed(draw))


def nim_plays(heaps: tuple[int, ...]) -> Iterator[list[str]]:
    """Every play from heaps without a nim-sum in which who moves second answers by making it 0 again (Bouton 1901)."""

    def takes(heaps: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
        for i, heap in enumerate(heaps):
            for left in range(heap):
                yield f"{'ABC'[i]}{heap - left}", (*heaps[:i], left, *heaps[i + 1 :])

    if not any(heaps):
        yield []
    for move, after in takes(heaps):
        answer, rest = next((move, left) for move, left in takes(after) if left[0] ^ left[1] ^ left[2] == 0)
        for play in nim_plays(rest):
            yield [move, answer, *play]


def test_every_reply_of_the_other_side_has_to_be_answered() -> None:
    plays = list(nim_plays((1, 2, 3)))
    head = ["triqui certificate 2", "game nim:1,2,3", "claim lose within 6", "part second wins 6"]

    def written(plays: list[list[str]]) -> bytes:
        return packed([*head, *(" ".join(["@0", *play]) for play in plays), "end"])

    assert checked(written(plays)).claim == "lose within 6"
    assert second_checker.check(written(plays)) == "nim:1,2,3 lose within 6"
    for reply in ("A1", "B1", "B2", "C1", "C2", "C3"):
        assert "misses the goal" in both_refuse(written([play for play in plays if play[0] != reply]))


@pytest.mark.parametrize(("claim", "part"), [("win within 1", "first wins 1"), ("lose within 1", "second wins 1")])
def test_a_full_board_without_a_line_is_a_win_for_nobody(claim: str, part: str) -> None:
    board = ["game tictactoe", "position XOX/XOO/OX."]
    data = packed(["triqui certificate 2", *board, f"claim {claim}", f"part {part}", "end"])
    assert both_refuse(data).endswith("XOX/XOO/OX. misses the goal.")
