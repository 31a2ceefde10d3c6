"""The people of a table in words: who is here, what has been asked, what can be answered."""

from __future__ import annotations

from core.game import Player
from core.play.seats import person
from core.play.source import Company, Snapshot
from core.players.opponents import HUMAN
from core.position import other
from tui.text import words
from tui.text.catalogue import _, ngettext, say
from tui.text.seats import player_name, seat_name


def asked(state: Snapshot) -> str:
    """What somebody at the table wants and nobody has answered yet; empty where nothing is."""
    company, you = state.company, person(state.match.players)
    if company is None:
        return ""
    if state.ended:
        ended = "" if state.match.outcome else _("The game was ended before it counted.") + " " + over(state)
        return _rematch(state, company, you) or ended
    if state.course.takeback is not None and you == other(state.course.takeback):
        name = player_name(state.match.players[state.course.takeback])
        return _("{name} asks to take a move back: {key:agree} agrees, {key:refuse} declines.").format(name=name)
    if state.course.offer is not None and you == other(state.course.offer):
        name = player_name(state.match.players[state.course.offer])
        return _("{name} offers a draw: {key:agree} accepts, {key:refuse} declines.").format(name=name)
    if state.course.takeback is not None and you is not None:
        return asked_back()
    if state.course.offer is not None and you == state.course.offer and state.awaited:
        return offered(state)
    return ""


def asked_back() -> str:
    """That you have asked to take a move back."""
    return _("You have asked to take a move back; a move withdraws the request.")


def meanwhile(state: Snapshot) -> str:
    """What somebody who looks back has to know of the game as it stands, and the way there; empty where nothing is."""
    said = asked(state) or (claim_words(state) if may_claim(state) else "")
    return said and _("{key:go_last} goes back.") + " " + said


def offered(state: Snapshot) -> str:
    """That you have offered a draw, and who has to move before the offer is gone."""
    if state.awaited:
        return _("You have offered a draw; the offer is open until your opponent has moved.")
    name = seat_name(state.match.game, state.match.position.turn, state.match.players)
    return _("You have offered a draw; {player} is to move.").format(player=name)


def _rematch(state: Snapshot, company: Company, you: Player | None) -> str:
    if you is None or not any(company.rematch):
        return ""
    if company.rematch[other(you)]:
        name = seat_name(state.match.game, other(you), state.match.players)
        return _("{player} wants another game; {key:again} begins it, sides swapped.").format(player=name)
    return _("You want another game; it begins when your opponent does too.")


def over(state: Snapshot) -> str:
    """What can be done once a game is over."""
    if state.company is None:
        return _("{key:again} plays another, {key:swap} swaps sides, {key:review} reviews, {key:leave} goes home.")
    again = person(state.match.players) is not None and all(sitter.here for sitter in state.company.sitters)
    if state.company.aborted:
        return _("{key:again} asks for another, {key:leave} leaves.") if again else _("{key:leave} leaves.")
    return (
        _("{key:again} asks for another, {key:review} reviews, {key:leave} leaves.")
        if again
        else _("{key:review} reviews, {key:leave} leaves.")
    )


def waiting(state: Snapshot) -> str:
    """Who is waited for, and what follows if they have left."""
    company, turn = state.company, state.match.position.turn
    name = seat_name(state.match.game, turn, state.match.players)
    if company is None or company.sitters[turn].here:
        if state.course.offer is not None and person(state.match.players) == state.course.offer:
            return offered(state)
        return _("{player} is to move.").format(player=name)
    if may_claim(state):
        return claim_words(state)
    return _("Waiting for {player}, who is away.").format(player=name)


def may_claim(state: Snapshot) -> bool:
    """Whether it is you who may claim the game, now or later."""
    return bool(state.company and state.company.claim and state.company.claim[0] == person(state.match.players))


def claim_words(state: Snapshot) -> str:
    """That the other side has left, and from when on the game can be claimed; empty where it cannot."""
    company = state.company
    if company is None or company.claim is None:
        return ""
    seat, seconds = company.claim
    name = player_name(state.match.players[other(seat)])
    if seconds:
        return _("{name} has left; you may claim in {seconds} s.").format(name=name, seconds=seconds)
    return _("{name} has left; {key:claim} claims the game, or wait.").format(name=name)


def short_seats(state: Snapshot) -> tuple[str, str]:
    """The seats with no more of each name than what its bearer has chosen."""
    first, second = (seat.partition("·")[0] for seat in state.match.players)
    return first, second


def rows(state: Snapshot) -> list[tuple[str, str]]:
    """Who is at the table and what was said there last: a text and the role of each row."""
    company = state.company
    if company is None:
        return []
    found = []
    for seat, sitter in enumerate(company.sitters):
        name = f"{words.players(state.match.game)[seat]} {player_name(state.match.players[seat], full=True)}"
        found.append((name if sitter.here else _("{name}, away").format(name=name), ("first", "second")[seat]))
    if company.others:
        found.append((ngettext("{number} watches", "{number} watch", company.others), "dim"))
    return found + [(f"{name}: {say(text)}", "") for name, text in company.said]


def quiet_words(state: Snapshot) -> str:
    """Why no values are told, where they are not."""
    if state.quiet and (state.ended or HUMAN not in state.match.players):
        return _("There are no values here while you play a game like this yourself.")
    return _("Between people there are no values, hints or reviews until the game is over.") if state.quiet else ""
