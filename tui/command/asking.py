"""The commands that answer with text: what there is, what moves are worth, who wins."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Annotated, NamedTuple

import typer

from core import engines, games
from core.analysis import Analysis, Limit, Watch
from core.errors import UnknownGame
from core.game import Family, Game
from core.players import opponents
from core.position import play_all
from core.strategies.levels import LEVELS
from tui.command import completing, output
from tui.command.arguments import DEPTH, ENGINE, GAME, JSON, MOVES, POSITION, SECONDS, example, named
from tui.command.caller import BadUsage
from tui.command.ending import ExitCode
from tui.command.files import Reading, placed, read_game, spelled
from tui.household import own_players
from tui.household.settings_file import folders
from tui.text.numbers import whole

app = typer.Typer()


def _protocol(text: str) -> str:
    from core.protocols import SERVERS

    if text not in SERVERS:
        raise BadUsage(
            "There is no protocol {name}; the protocols are {names}.", name=repr(text[:40]), names=", ".join(SERVERS)
        )
    return text


class _Listed(NamedTuple):
    """Games to be told of, with their families."""

    games: Sequence[Game]
    families: Sequence[Family]


def _of_family(text: str) -> _Listed:
    """The games of the family that a text names, or the one of one's own. Raises CoreError."""
    try:
        family = games.family_named(text)
    except UnknownGame:
        game = named(text)
        return _Listed([game], [games.family_of(game)])
    return _Listed([game for game in games.presets() if games.family_of(game) == family], [family])


@app.command("games", help="List the games, or those of one family.", **example("games connect-four"))
def list_games(
    listed: Annotated[
        _Listed | None,
        typer.Argument(
            metavar="GAME",
            parser=_of_family,
            autocompletion=completing.family_name,
            help="A family, such as connect-four, or FILE.toml; list only its games.",
        ),
    ] = None,
    as_json: JSON = False,
) -> None:
    """Print the registry of games."""
    output.games(*(listed or _Listed(games.presets(), list(games.FAMILIES.values()))), as_json)


@app.command("engines", help="List the engines.", **example("engines --json"))
def list_engines(as_json: JSON = False) -> None:
    """Print the registry of engines."""
    output.engines({name: engines.facts(name) for name in engines.NAMES}, LEVELS, as_json)


@app.command("players", help="List the players of a game.", **example("players tictactoe"))
def list_players(context: typer.Context, game: GAME, as_json: JSON = False) -> None:
    """Print the levels that the game tells apart, and the other players that know it."""
    own = own_players.in_folder(own_players.folder(folders(context.obj.surroundings.home)[0]), game)
    output.players(game, [*opponents.players(game), *own], as_json)


@app.command(help="Count the move sequences up to a depth.", **example("perft tictactoe 9"))
def perft(
    game: GAME,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", parser=whole("DEPTH", 1, 999), help="Maximum number of moves.")
    ],
    moves: MOVES = "",
    as_json: JSON = False,
) -> None:
    """Print how many sequences of legal moves there are."""
    from core.perft import perft as count

    nodes = list(islice(count(play_all(game, moves)[1]), depth))
    output.perft(game, depth, nodes, as_json)


@app.command(help="Show the value of every move.", **example('analyse tictactoe --moves "a1 b2 c3"'))
def analyse(
    game: GAME,
    moves: MOVES = "",
    position: POSITION = None,
    file: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="Analyse the last position of a file's game.")
    ] = None,
    engine: ENGINE = None,
    seconds: SECONDS = None,
    depth: DEPTH = None,
    as_json: JSON = False,
) -> None:
    """Print an analysis: until all is proven, the limit is reached, or Ctrl-C asks for what is known."""
    if file is not None and (moves or position is not None):
        raise BadUsage("--from reads the moves and the position from a file; leave out --moves and --position.")
    if file is None:
        start = placed(game, position)
        asked = play_all(game, spelled(game, moves, start), start)[1]
    else:
        asked = read_game(file, Reading(game)).match.position
        game = asked.game
    if engine:
        engines.admit(engine.name, game)
    if asked.outcome:
        output.analysis(Analysis(asked, (), 0, 0, 0.0, True), as_json)
        return
    limit = Limit(10.0 if seconds is None and depth is None else seconds, depth)
    with _interrupts() as interrupted, output.thinking() as listener:
        watch = Watch(asked, limit, time.monotonic, listener, interrupted)
        found = engines.analyse(engine or engines.best(asked), watch)
    output.analysis(found, as_json)
    if interrupted():
        raise typer.Exit(ExitCode.INTERRUPTED)


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
    help="Run an engine for another program, on stdin and stdout.", **example("engine gomoku --protocol gomocup")
)
def engine(
    game: GAME,
    protocol: Annotated[
        str,
        typer.Option(
            metavar="P",
            parser=_protocol,
            autocompletion=completing.protocol,
            help="Protocol: ugi, gomocup, codingame or pons.",
        ),
    ] = "ugi",
    every: Annotated[bool, typer.Option("--all", help="Print the score of every move (pons only).")] = False,
) -> None:
    """Answer on stdout what comes on stdin, until it ends."""
    from core.engines import dialects
    from core.protocols import SERVERS
    from core.protocols.peer import Peer, lines_of

    dialects.check(protocol, game)
    if every and protocol != "pons":
        raise BadUsage("--all only goes with --protocol pons; leave it out.")
    peer = Peer(lines_of(0), lambda line: print(line, flush=True), time.monotonic)
    SERVERS[protocol](game, peer, **({"every": True} if every else {}))
