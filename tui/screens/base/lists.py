"""The lists that the switches open, at home and in games: players, strengths, who begins, engines of the panel, themes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from core import engines
from core.foregone import foregone
from core.game import Game, Player
from core.phrase import Phrase
from core.play.seats import Setup, only_person, seat_choices, strength_choices, strength_of
from core.players.opponents import HUMAN, ME, EnginePlayer, Fitted, Opponent, parse, unfitted
from core.records.equal import OwnStrength, next_opponent, standing
from core.records.record import Record
from core.store.store import Store
from core.strategies.levels import levels_of, named
from core.tally import Tally
from tui.household.own_players import in_folder
from tui.screens.base.picker import Picker, PickGroup, PickRow, PickValue
from tui.screens.base.screen import HallScreen
from tui.text import words
from tui.text.catalogue import _, say
from tui.text.fit import shorten
from tui.text.seats import NO_OTHER_LEVEL, first_words, level_word, seat_stays, short_level

_FILE_COLUMNS = 18
"""Columns of the name of a file: a long one would leave no room for what is said of all players."""


async def pick_player(screen: HallScreen, game: Game, seats: tuple[str, str], seat: Player) -> str | None:
    """Ask who is to sit on a seat; the text of the player, or None, as where only a person can, which is said. What the games
    against each came to is shown once it is read."""
    if only_person(seats, seat):
        screen.say(seat_stays(seat))
        return None
    notes: dict[str, PickValue] = {}
    mark = words.players(game)[seat]

    def title() -> str:
        text = _("Opponent for {player}") if seats[1 - seat] == HUMAN else _("Player for {player}")
        return text.format(player=mark)

    own = in_folder(screen.hall.players_folder, game)

    def groups() -> Sequence[PickGroup]:
        listed = [
            PickGroup(
                say(group.name) if group.name else "",
                [_player(text, game, notes, seats[1 - seat] == HUMAN) for text in group.players],
            )
            for group in seat_choices(seats, seat, game, screen.hall.left_out)
        ]
        return _with_own(listed, own, screen.hall.players_folder, notes)

    picker = Picker(title, groups, unfitted(seats[seat]))

    def told(found: Mapping[str, PickValue]) -> None:
        notes.update(found)
        picker.redraw()

    screen.hall.keeper.look(partial(_notes, game), told, lambda error: None, "scores")
    picked = await screen.open_dialog(picker)
    screen.hall.trusted.update(player.text for player in own if player.text == picked)
    return picked


def _with_own(
    listed: Sequence[PickGroup], own: Sequence[Opponent], folder: Path | None, notes: Mapping[str, PickValue]
) -> Sequence[PickGroup]:
    """The groups, with the Python players of one's own below them, or with a sentence that says how to write one."""
    if folder is None:
        return listed
    if not own:
        told = _("'triqui new player > FILE' begins a program of your own; files in {folder} are listed here.")
        return [*listed[:-1], listed[-1]._replace(note=told.format(folder=folder))]
    rows = [
        PickRow(
            shorten(say(player.title), _FILE_COLUMNS),
            say(player.brief),
            [notes.get(player.text, PickValue(player.text))],
        )
        for player in own
    ]
    return [*listed, PickGroup(_("YOUR PROGRAMS"), rows)]


def _player(text: str, game: Game, notes: Mapping[str, PickValue], second: bool) -> PickRow:
    """A row for a player, with all strengths that it may have; ``second``: a person would be the second one."""
    opponent = parse(text)
    if opponent is None:
        told = _("a second person at this keyboard") if second else _("a person at this keyboard")
        return PickRow(_("You"), told, [PickValue(HUMAN)])
    levels = levels_of(game) if opponent.level else ()
    named_so = {opponent.at(level).text: say(level_word(level)) for level in levels} or {text: ""}
    if opponent.level and text not in named_so:  # a level that the game does not tell from the next
        named_so = {text: say(level_word(opponent.level)), **named_so}
    values = [notes.get(each, PickValue(each))._replace(value=each) for each in named_so]
    values = [each._replace(words=named_so[each.value] or each.words) for each in values]
    return PickRow(say(opponent.title), say(opponent.brief), values, list(named_so).index(text))


def _notes(game: Game, store: Store) -> dict[str, PickValue]:
    """By the text of a player the score against it, and of Play me how strong it is and how strong the person."""
    tallies = store.totals.of(Record(), game.id).by(lambda kind: kind[1])
    found = {player: PickValue(player, note=_score(tally)) for player, tally in tallies.items()}
    stands = standing(store, game)
    fitted, _why = next_opponent(game, stands.last, stands.lost)
    own = None if foregone(game) else OwnStrength.of(stands)
    found[ME] = PickValue(ME, _level_of(fitted), str(own.rating) if own else "")
    return found


def _score(tally: Tally) -> str:
    """Games won and lost, and those drawn where there are any: ``2-1 =3``."""
    return f"{tally.wins}-{tally.losses}" + (f" ={tally.draws}" if tally.draws else "")


def _level_of(fitted: Fitted) -> str:
    """The level at which Play me makes most of its moves."""
    weaker, stronger = fitted.both
    level = (stronger if fitted.share > 50 else weaker).strength
    return _("level {level}").format(level=short_level(level))


async def pick_strength(screen: HallScreen, game: Game, seats: tuple[str, str]) -> str | None:
    """Ask for another strength of the engines: one of :func:`core.play.seats.strength_choices`, or None, as where there is
    none, which is said."""
    choices = strength_choices(seats, game)
    if not choices:
        screen.say(say(NO_OTHER_LEVEL))
        return None

    def groups() -> Sequence[PickGroup]:
        return [PickGroup("", [_strength(name, game) for name in choices])]

    return await screen.open_dialog(Picker(lambda: _("Strength"), groups, strength_of(seats)))


def _strength(name: str, game: Game) -> PickRow:
    if name == ME:
        return PickRow(_("automatic"), say(Fitted().brief), [PickValue(ME)])
    player = EnginePlayer(None, named(name))
    return PickRow(say(level_word(player.strength)), say(player.summary(game)), [PickValue(name)])


async def pick_first(screen: HallScreen, setup: Setup) -> Setup | None:
    """Ask who begins the games; the set-up, or None."""
    orders = setup.orders
    present = next((i for i, each in enumerate(orders) if (each.order, each.seats) == (setup.order, setup.seats)), 0)

    def groups() -> Sequence[PickGroup]:
        return [PickGroup("", [PickRow(first_words(each), "", [PickValue(str(i))]) for i, each in enumerate(orders)])]

    picked = await screen.open_dialog(Picker(lambda: _("Who starts"), groups, str(present)))
    return None if picked is None else orders[int(picked)]


async def pick_engine(screen: HallScreen, title: Phrase, nobody: Phrase, names: Iterable[str], now: str) -> str | None:
    """Ask for an engine of the panel; its name, empty for the row that ``nobody`` is called, or None."""
    listed = [(name, engines.facts(name)) for name in names]

    def groups() -> Sequence[PickGroup]:
        rows = [PickRow(say(facts.title), say(facts.brief), [PickValue(name)]) for name, facts in listed]
        return [PickGroup("", [PickRow(say(nobody), "", [PickValue("")]), *rows])]

    return await screen.open_dialog(Picker(lambda: say(title), groups, now))
