"""Former spellings of the command line are read, and stderr names the new ones."""

from __future__ import annotations

import pytest

from tests.tui.commands import Run
from tui.command.former import current


@pytest.mark.parametrize(
    ("before", "now", "named"),
    [
        ("serve", "serve run", ""),
        ("serve --port 2222", "serve run --port 2222", ""),
        ("serve run --port 2222", "serve run --port 2222", ""),
        ("serve --help", "serve --help", ""),
        ("serve people", "serve people", ""),
        ("serve --people", "serve people", "serve people"),
        ("serve --user ana --people", "serve people --user ana", "serve people"),
        ("serve --ban ana", "serve ban ana", "serve ban"),
        ("serve --ban=ana", "serve ban ana", "serve ban"),
        ("serve --user root --unban ana", "serve unban ana --user root", "serve unban"),
        ("serve --as-root --port 22 --people --user=ana", "serve people --user=ana", "serve people"),
        ("serve --print-unit", "serve unit", "serve unit"),
        ("serve --print-container", "serve container", "serve container"),
        ("play nim --first last-loser", "play nim --first loser", "--first loser"),
        ("play nim --first=human", "play nim --first=you", "--first you"),
        ("play nim --first you --x human", "play nim --first you --x human", ""),
        ("watch nim --first last-loser", "watch nim --first loser", "--first loser"),
    ],
)
def test_a_former_spelling_becomes_the_one_of_today(before: str, now: str, named: str) -> None:
    found = current(before.split())
    assert (found.arguments, [each for _old, each in found.former]) == (now.split(), [named] if named else [])


def test_a_former_spelling_does_what_the_new_one_does_and_is_named_on_stderr(triqui: Run) -> None:
    former, new = triqui("serve", "--print-unit"), triqui("serve", "unit")
    assert (former.code, former.out) == (0, new.out)
    assert former.err == "'serve --print-unit' is now 'serve unit'; version 2.0 will not read the old spelling.\n"
    assert new.err == ""


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        (
            "serve bann ana",
            2,
            "There is no command 'bann'; did you mean 'ban'? 'triqui serve --help' lists them all.",
        ),
        ("serve ban", 2, "Missing argument 'WHO'; 'triqui serve ban --help' shows how it is written."),
        (
            "serve people --jsn",
            2,
            "There is no option --jsn; did you mean --json? 'triqui serve people --help' lists them all.",
        ),
        (
            "own chekc",
            2,
            "There is no command 'chekc'; did you mean 'check'? 'triqui own --help' lists them all.",
        ),
    ],
)
def test_a_wrong_word_below_a_group_is_named_with_the_help_of_that_group(
    triqui: Run, line: str, code: int, sentence: str
) -> None:
    answer = triqui(*line.split())
    assert (answer.code, answer.err) == (code, f"{sentence}\n")


@pytest.mark.parametrize("group", ["own", "serve"])
def test_a_group_has_the_help_of_its_commands(triqui: Run, group: str) -> None:
    answer = triqui(group, "--help")
    assert answer.code == 0
    assert "Commands:\n" in answer.out


def test_a_group_without_a_command_of_its_own_answers_with_its_help(triqui: Run) -> None:
    assert triqui("own") == triqui("own", "--help")
