"""The commands: their arguments, and what each prints. Whatever draws a screen imports textual only when it runs."""

from __future__ import annotations

import gc
import math
import os
import random
import re
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from itertools import islice
from typing import Annotated, Any, Literal, NamedTuple

import typer
from typer.core import TyperGroup

from core import engines, games, opponents
from core.analysis import Analysis, Engine, Limit, Watch
from core.errors import CoreError
from core.game import Game
from core.levels import LEVELS
from core.phrase import Phrase, phrase
from core.position import play_all
from core.seats import fitting
from tui.command import output
from tui.command.spoken import complaint, translated
from tui.settings import Settings
from tui.surroundings import Surroundings


class BadUsage(CoreError):
    """A command line that says something impossible."""


class Caller(NamedTuple):
    """Whose command line it is: what the user has chosen, and where it runs."""

    settings: Settings
    surroundings: Surroundings


def run(arguments: list[str], caller: Caller) -> None:
    """Run a command line without the program's name. Raises CoreError."""
    group = translated(typer.main.get_group(app))
    if arguments and not arguments[0].startswith("-") and arguments[0] not in group.commands:
        close = get_close_matches(arguments[0], group.commands, 1)
        raise BadUsage(
            "There is no command {name}; perhaps {close} is meant, and 'triqui --help' lists them all."
            if close
            else "There is no command {name}; 'triqui --help' lists them all.",
            name=repr(arguments[0]),
            close=repr(close[0]) if close else None,
        )
    try:
        with group.make_context("triqui", list(arguments), obj=caller) as context:
            group.invoke(context)
    except typer.Exit:
        pass
    except typer.TyperException as error:
        raise _misuse(error, arguments, group) from error


def _misuse(error: typer.TyperException, arguments: list[str], group: TyperGroup) -> BadUsage:
    """A complaint of typer as a sentence with the remedy."""
    command = group.commands.get(arguments[0])
    name = f"triqui {arguments[0]}" if command else "triqui"
    what = complaint(error)
    options = [option for parameter in (command or group).params for option in parameter.opts]
    given = (argument.partition("=")[0] for argument in arguments if argument.startswith("-"))
    # Typer tells no more than a text; of an option with one dash it names the first letter.
    unknown = next(
        (o for o in given if o not in options and (o if o.startswith("--") else o[:2]) in str(what).split()), None
    )
    if unknown is None:
        return BadUsage("{what}; '{command} --help' shows how it is written.", what=what, command=name)
    if re.fullmatch(r"-[0-9.]+", unknown):
        return BadUsage("{number} is below zero, and nothing here can be.", number=unknown)
    close = get_close_matches(unknown, options, 1)
    return BadUsage(
        "There is no option {option}; perhaps {close} is meant, and '{command} --help' lists them all."
        if close
        else "There is no option {option}; '{command} --help' lists them all.",
        option=unknown,
        close=close[0] if close else None,
        command=name,
    )


def _number(
    name: str, convert: type[int] | type[float], kind: Phrase, least: int, most: int
) -> Callable[[str], int | float]:
    """A reader of a number that says what it expected."""

    def parse(text: str) -> int | float:
        try:
            number = convert(text)
        except ValueError:
            number = math.nan
        if least <= number <= most:
            return number
        raise BadUsage(
            "{name} is {kind} from {least} to {most}, not {text}.",
            name=name,
            kind=kind,
            least=least,
            most=most,
            text=repr(text[:40]),
        )

    return parse


def _whole(name: str, least: int, most: int) -> Callable[[str], int | float]:
    return _number(name, int, phrase("a whole number"), least, most)


GAME = Annotated[Game, typer.Argument(metavar="GAME", parser=games.get, help="As tictactoe or mnk:5,5,4/misere.")]
MOVES = Annotated[str, typer.Option(metavar='"a1 b2"', help="Moves to play first.")]
JSON = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
SECONDS = Annotated[
    float | None,
    typer.Option(
        metavar="S", parser=_number("--seconds", float, phrase("a number"), 0, 1_000_000), help="Time to think."
    ),
]
DEPTH = Annotated[
    int | None,
    typer.Option(metavar="D", parser=_whole("--depth", 1, 999), help="How many moves to look ahead at most."),
]
ENGINE = Annotated[
    Engine | None, typer.Option(metavar="E", parser=engines.get, help="An engine; the best for the game otherwise.")
]


def _player(text: str) -> str:
    opponent = opponents.parse(text)
    return opponent.text if opponent else opponents.HUMAN


def _protocol(text: str) -> str:
    from core.protocols import SERVERS

    if text not in SERVERS:
        raise BadUsage(
            "There is no protocol {name}; there are {names}.", name=repr(text[:40]), names=", ".join(SERVERS)
        )
    return text


def _example(line: str) -> dict[str, Any]:
    return {"epilog": f"triqui {line}"}


app = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]})


@app.callback(
    invoke_without_command=True,
    help="A hall of two-player games for the terminal. Without a command: the hall.",
    epilog="'triqui COMMAND --help' explains a command; 'triqui --version' tells the version.",
)
def home(
    context: typer.Context,
    language: Annotated[  # shown here; taken from the command line before its first text is said
        str | None,
        typer.Option(metavar="CODE", help="The language of all texts, en or es; with any command, anywhere."),
    ] = None,
) -> None:
    """Open the hall, unless a command follows."""
    if context.invoked_subcommand is None:
        _draw(context.obj, "home")


@app.command(help="Play a game.", **_example('play tictactoe --first ai --moves "b2"'))
def play(
    context: typer.Context,
    game: GAME,
    first: Annotated[str | None, typer.Option(metavar="WHO", help="Who begins: you, ai or random.")] = None,
    x: Annotated[
        str | None,
        typer.Option(metavar="WHO", parser=_player, help="Who has X and begins: human, ENGINE or ENGINE:LEVEL."),
    ] = None,
    o: Annotated[
        str | None, typer.Option(metavar="WHO", parser=_player, help="Who has O: human, ENGINE or ENGINE:LEVEL.")
    ] = None,
    moves: MOVES = "",
) -> None:
    """Open the play screen."""
    play_all(game, moves)
    sitting = seats(first, x, o, fitting(context.obj.settings.opponent, game))
    for text in sitting:
        if text != opponents.HUMAN:
            opponents.player(text, game)
    _draw(context.obj, "play", game, sitting, moves)


@app.command(help="Watch two engines play.", **_example("watch tictactoe --x alphabeta --o mcts:easy"))
def watch(
    context: typer.Context,
    game: GAME,
    x: Annotated[
        str, typer.Option(metavar="E", help="Who has X: ENGINE, ENGINE:LEVEL or another player.")
    ] = opponents.STRONGEST,
    o: Annotated[
        str, typer.Option(metavar="E", help="Who has O: ENGINE, ENGINE:LEVEL or another player.")
    ] = opponents.STRONGEST,
) -> None:
    """Open the watch screen."""
    _draw(context.obj, "watch", game, (opponents.player(x, game).text, opponents.player(o, game).text))


def seats(first: str | None, x: str | None, o: str | None, ai: str) -> tuple[str, str]:
    """Who sits where: as ``x`` and ``o`` say, with a person opposite to an engine and ``ai`` opposite to a person where only
    one of them says; as ``first`` says where neither does. Raises BadUsage when they contradict each other."""
    you = opponents.HUMAN
    if first not in (None, "you", you, "ai", "random"):
        raise BadUsage("{first} cannot begin; --first takes you, ai or random.", first=repr(first))
    if x is None and o is None:
        return (ai, you) if first == "ai" or (first == "random" and random.random() < 0.5) else (you, ai)
    pair = (x or (ai if o == you else you), o or (ai if x == you else you))
    if first == "random" or (first and (first == "ai") == (pair[0] == you)):
        raise BadUsage(
            "--first {first} contradicts --x and --o, and X begins; leave out one or the other.", first=first
        )
    return pair


def _draw(
    caller: Caller,
    screen: Literal["home", "play", "watch"],
    game: Game | None = None,
    players: tuple[str, str] | None = None,
    moves: str = "",
) -> None:
    """Open the app on a screen, once it is sure that there is a terminal to draw on."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise BadUsage(
            "The hall draws on a terminal and reads its keys, and here the input or the output goes elsewhere; "
            "'triqui analyse', 'triqui match' and 'triqui perft' work without one."
        )
    if os.name != "nt" and caller.surroundings.term in ("", "dumb", "unknown"):
        raise BadUsage(
            "The terminal says by TERM={term} that it cannot draw; set TERM to what it is, as xterm-256color, "
            "or use 'triqui analyse', 'triqui match' and 'triqui perft'.",
            term=caller.surroundings.term,
        )
    for frozen in ("COLUMNS", "LINES"):  # Exported, they would hold against every resize.
        os.environ.pop(frozen, None)
    gc.disable()  # loading modules makes no garbage; the app collects again once it has painted
    from tui.app import run as draw

    draw(screen, game, players, moves, surroundings=caller.surroundings)


@app.command("games", help="List the games.", **_example("games"))
def list_games(as_json: JSON = False) -> None:
    """Print the registry of games."""
    output.games(games.presets(), list(games.FAMILIES.values()), as_json)


@app.command("engines", help="List the engines.", **_example("engines --json"))
def list_engines(as_json: JSON = False) -> None:
    """Print the registry of engines."""
    output.engines({name: engines.facts(name) for name in engines.ENGINES}, LEVELS, as_json)


@app.command("players", help="List who plays a game.", **_example("players tictactoe"))
def list_players(game: GAME, as_json: JSON = False) -> None:
    """Print the levels that the game tells apart, and the other players that know it."""
    output.players(game, opponents.players(game), as_json)


@app.command(help="Count the sequences of 1 to DEPTH moves.", **_example("perft tictactoe 9"))
def perft(
    game: GAME,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", parser=_whole("DEPTH", 1, 999), help="How many moves at most.")
    ],
    moves: MOVES = "",
    as_json: JSON = False,
) -> None:
    """Print how many sequences of legal moves there are."""
    from core.perft import perft as count

    nodes = list(islice(count(play_all(game, moves)[1]), depth))
    output.perft(game, depth, nodes, as_json)


@app.command(help="Tell what every move is worth.", **_example('analyse tictactoe --moves "a1 b2 c3"'))
def analyse(
    game: GAME,
    moves: MOVES = "",
    position: Annotated[str | None, typer.Option(metavar="TEXT", help="The position, as X.O/.X./... .")] = None,
    engine: ENGINE = None,
    seconds: SECONDS = None,
    depth: DEPTH = None,
    as_json: JSON = False,
) -> None:
    """Print an analysis: until all is proven, the limit is reached, or Ctrl-C asks for what is known."""
    asked = play_all(game, moves, position)[1]
    if engine:
        engines.admit(engine.name, game)
    if asked.outcome:
        output.analysis(Analysis(asked, (), 0, 0, 0.0, True), as_json)
        return
    limit = Limit(10.0 if seconds is None and depth is None else seconds, depth)
    with _interrupts() as interrupted, output.thinking() as listener:
        watch = Watch(asked, limit, time.monotonic, listener, interrupted)
        found = (engine or engines.best(asked)).analyse(watch)
    output.analysis(found, as_json)


@contextmanager
def _interrupts() -> Iterator[Callable[[], bool]]:
    """Turn the first Ctrl-C into a question that can be asked: has it been pressed?"""
    pressed: list[int] = []

    def press(number: int, frame: object) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


@app.command(
    help="Let two engines play, and count who wins.", **_example("match tictactoe alphabeta mcts:easy --games 10")
)
def match(
    game: GAME,
    first: Annotated[str, typer.Argument(metavar="E1", help="ENGINE, ENGINE:LEVEL or another player.")],
    second: Annotated[str, typer.Argument(metavar="E2", help="ENGINE, ENGINE:LEVEL or another player.")],
    length: Annotated[
        int, typer.Option("--games", metavar="N", parser=_whole("--games", 1, 1_000_000), help="How many games.")
    ],
    seconds: SECONDS = None,
    seed: Annotated[
        int | None, typer.Option(metavar="K", parser=_whole("--seed", 0, 2**64), help="Makes chance repeatable.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Play games with the sides swapped after each, and print the score."""
    from core.series import play_series

    limit = None if seconds is None else Limit(seconds)
    players = (opponents.player(first, game), opponents.player(second, game))
    standings = play_series(game, players, length, random.Random(seed), limit, output.forfeit)
    (last,) = deque(output.progress(standings, length), maxlen=1)
    output.standing(game, (first, second), last, as_json)


@app.command(
    help="Serve another program as an engine, over stdin and stdout.", **_example("engine gomoku --protocol gomocup")
)
def engine(
    game: GAME,
    protocol: Annotated[
        str, typer.Option(metavar="P", parser=_protocol, help="How to talk: ugi, gomocup, codingame or pons.")
    ] = "ugi",
    every: Annotated[bool, typer.Option("--all", help="With pons: the score of every move.")] = False,
) -> None:
    """Answer on stdout what comes on stdin, until it ends."""
    from core import dialects
    from core.protocols import SERVERS
    from core.protocols.peer import Peer, lines_of

    dialects.check(protocol, game)
    if every and protocol != "pons":
        raise BadUsage("--all goes with --protocol pons only; leave it out.")
    peer = Peer(lines_of(0), lambda line: print(line, flush=True), time.monotonic)
    SERVERS[protocol](game, peer, **({"every": True} if every else {}))


@app.command(help="Count the nodes of the engines and time them.", **_example("bench"))
def bench(as_json: JSON = False) -> None:
    """Print the node counts and the speeds of every engine."""
    from core.bench import rows

    output.bench(rows(), as_json)
