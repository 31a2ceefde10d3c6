"""Former spellings of a command line, read until 2.0: each is replaced by the new one and named on stderr."""

from __future__ import annotations

from typing import NamedTuple

_VERBS = {
    "--people": "people",
    "--ban": "ban",
    "--unban": "unban",
    "--print-unit": "unit",
    "--print-container": "container",
}
"""Former options of ``triqui serve``, with the commands that have taken their place."""
_BEGINS = {"last-loser": "loser", "human": "you"}
"""Former words of ``--first``."""


class Current(NamedTuple):
    """A command line as it is spelled now, and each former spelling in it with the new one."""

    arguments: list[str]
    former: list[tuple[str, str]]


def current(arguments: list[str]) -> Current:
    """The command line as it is spelled now; ``serve`` alone, or with options, is ``serve run``."""
    match arguments[:1]:
        case ["serve"]:
            return _serve(arguments[1:])
        case ["play" | "watch"]:
            return _begins(arguments)
        case _:
            return Current(arguments, [])


def _serve(words: list[str]) -> Current:
    for at, word in enumerate(words):
        option, given, value = word.partition("=")
        if verb := _VERBS.get(option):
            who = ([value] if given else words[at + 1 : at + 2]) if verb in ("ban", "unban") else []
            return Current(["serve", verb, *who, *_user(words)], [(f"serve {option}", f"serve {verb}")])
    runs = not words or (words[0].startswith("-") and words[0] not in ("-h", "--help"))
    return Current(["serve", *(["run"] if runs else []), *words], [])


def _user(words: list[str]) -> list[str]:
    """The option ``--user`` with its value, the only one that a former verb heeded."""
    for at, word in enumerate(words):
        if word.partition("=")[0] == "--user":
            return words[at : at + (1 if "=" in word else 2)]
    return []


def _begins(arguments: list[str]) -> Current:
    written, former = list(arguments), list[tuple[str, str]]()
    for at, word in enumerate(arguments):
        option, given, value = word.rpartition("=")
        named = (option == "--first" and given) or (at and arguments[at - 1] == "--first")
        if named and value in _BEGINS:
            written[at] = f"{option}{given}{_BEGINS[value]}"
            former.append((f"--first {value}", f"--first {_BEGINS[value]}"))
    return Current(written, former)
