"""Verdicts, scores and outcomes in the words and marks of the interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.analysis import Analysis, Line, unknown
from core.game import Family, Game, Player, Reason
from core.games import Preset
from core.kits import OWN, family
from core.phrase import Phrase, phrase
from core.position import Outcome, Position, other
from core.score import Proof, Score, Verdict
from tui.text.catalogue import _, figures, ngettext, say

MARKS = {Verdict.WIN: "+", Verdict.TIE: "=", Verdict.LOSE: "-", Verdict.ENDLESS: "∞"}
BOUNDS: Mapping[Proof, str] = {Proof.AT_LEAST: "≥", Proof.AT_MOST: "≤"}
REPETITION = phrase("A draw by repetition is a rule of the hall's matches, not part of the game's value.")
"""What is said beside a value of play that need not end."""
OPTIONS: Mapping[str, Phrase] = {
    "misere": phrase("misere"),
    "toroidal": phrase("toroidal"),
    "wild": phrase("wild"),
    "count": phrase("count"),
    "open": phrase("open boards"),
    "exact": phrase("exact"),
    "reuse": phrase("reuse"),
    "any": phrase("any"),
    "fly": phrase("fly"),
    "no-centre": phrase("no-centre"),
}
"""What the options of ids are called, but for names and numbers."""
ROLES = {Verdict.WIN: "win", Verdict.TIE: "tie", Verdict.LOSE: "lose", Verdict.ENDLESS: "endless"}


def mark(score: Score) -> str:
    """One character for a score: ``+ = - ∞`` proven, ``~`` not."""
    return MARKS[score.verdict] if score.verdict and score.proven else "~"


def role(score: Score) -> str:
    """The role that colours a score."""
    return ROLES[score.verdict] if score.verdict and score.proven else "guess"


def leader(score: Score) -> str:
    """The role that colours a score of the first player's in a graph: that of the player who wins."""
    winners = {Verdict.WIN: "first", Verdict.LOSE: "second"}
    return winners.get(score.verdict, role(score)) if score.verdict and score.proven else role(score)


def glyph_role(glyph: str) -> str:
    """The role that colours what is said of a move: blame as a loss, praise as a win."""
    return "win" if glyph == "!" else "lose"


def value_word(score: Score) -> str:
    """A proven value as a word, with a sign before it where it is a bound, an estimate as a signed number."""
    if score.verdict:
        word = {
            Verdict.WIN: _("win"),
            Verdict.TIE: _("draw"),
            Verdict.LOSE: _("lose"),
            Verdict.ENDLESS: _("endless"),
        }[score.verdict]
        return word if score.proven else f"{BOUNDS[score.proof]} {word}"
    return BOUNDS.get(score.proof, "") + figures(f"{round(score.value, 2) + 0.0:+.2f}")


def mark_and_word(score: Score, game_id: str) -> tuple[str, str]:
    """The mark of a score and its value as a word; where nothing is known and a game has no no mark."""
    return (" ", _("unknown")) if unknown(score, game_id) else (mark(score), value_word(score))


def distance(score: Score) -> str:
    """Plies to the end, or a bound on them with a sign before it; empty where neither is proven."""
    if score.plies is not None:
        return str(score.plies)
    return "" if score.within is None else f"≤{score.within}"


def method(score: Score) -> str:
    """What proved a verdict."""
    return _(score.method)


def prospect(line: Line, analysis: Analysis) -> str:
    """What a proven move of an analysis leads to, as the end of a sentence that begins with it: beside a move that wins a
    draw is but a draw, and none is kept as long as another move may win."""
    score, best, whole = line.score, analysis.best, analysis.score
    if score.within is not None and score.verdict is Verdict.WIN:
        return _("wins in at most {plies}").format(plies=score.within)
    if score.within is not None and score.verdict is Verdict.LOSE:
        return _("loses in at most {plies}").format(plies=score.within)
    if score.verdict is Verdict.WIN:
        return _("wins in {plies}").format(plies=score.plies) if score.plies is not None else _("wins")
    if score.verdict is Verdict.LOSE:
        return _("loses in {plies}").format(plies=score.plies) if score.plies is not None else _("loses")
    tie = score.verdict is Verdict.TIE
    if best and best.score.proven and best.score.verdict is Verdict.WIN:
        text = _("only draws; {move} wins") if tie else _("only goes on forever; {move} wins")
        return text.format(move=analysis.position.name(best.move))
    if not tie:
        return _("goes on forever")
    return _("keeps the draw") if whole and whole.at_most_draw else _("draws")


def short_value(score: Score) -> str:
    """At most five columns for a cell of the board: mark and plies, a sign and the mark it bounds, or an estimate after
    ``~`` or the sign of a bound."""
    if score.proven:
        return f"{mark(score)} {score.plies}" if score.plies is not None else mark(score) + distance(score)
    if score.verdict:
        return BOUNDS[score.proof] + MARKS[score.verdict]
    hundredths = round(abs(score.value) * 100)
    sign = "-" if score.value < 0 and hundredths else "+"
    number = f"{hundredths // 100}.0" if hundredths == 100 else f".{hundredths:02d}"
    return BOUNDS.get(score.proof, "~") + figures(sign + number)


def goes_on(line: Line, shown: int) -> bool:
    """Whether the play after a move goes on beyond so many plies: it is not shown whole, or nobody knows the rest. A book
    proves how long a game takes, and not what is played once it ends."""
    end = line.score.plies if line.score.proven else None
    return shown < (len(line.pv) if end is None else end)


def sentence(position: Position, score: Score | None, brief: bool = False, before: bool = False) -> tuple[str, str]:
    """What a position is worth, as a sentence and the word for how sure that is; ``brief`` where there is little room,
    ``before`` where the moves that led there have proven it."""
    game, turn = position.game, position.turn
    mover = players(game)[turn]
    if score is None:
        return _("The game is over"), _("exact")
    if score.proven:
        return proven(mover, score, brief), _("proven before") if before else _("exact")
    if score.at_least_draw:
        return _("{player} to move: at least a draw").format(player=mover), "~"
    if score.at_most_draw:
        return _("{player} to move: at most a draw").format(player=mover), "~"
    if unknown(score, game.id):
        return _("{player} to move: nothing is known yet").format(player=mover), "~"
    if abs(score.value) < 0.05:
        return _("{player} to move: about even").format(player=mover), "~"
    better = players(game)[turn if score.value > 0 else other(turn)]
    text = (
        _("{player} to move: {better} is better")
        if abs(score.value) < 0.5
        else _("{player} to move: {better} is much better")
    )
    return text.format(player=mover, better=better), "~"


def proven(mover: str, score: Score, brief: bool = False) -> str:
    """What a position is worth whose score is exact, as a sentence without its full stop."""
    assert score.verdict
    word = {
        Verdict.WIN: _("WIN"),
        Verdict.TIE: _("DRAW"),
        Verdict.LOSE: _("LOSS"),
        Verdict.ENDLESS: _("ENDLESS"),
    }[score.verdict]
    if score.within is not None:
        text = _("{player} to move: {verdict} in at most {plies}")
        if brief:
            text = _("{player} to move: {verdict} in ≤{plies}")
        return text.format(player=mover, verdict=word, plies=score.within)
    if score.plies is None:
        return _("{player} to move: {verdict}").format(player=mover, verdict=word)
    text = _("{player} to move: {verdict} in {plies}")
    return text.format(player=mover, verdict=word, plies=score.plies)


def result(game: Game, outcome: Outcome, you: Player | None = None) -> str:
    """The end of a game in a sentence; ``you`` is the seat of the one person who played, if there was just one."""
    if outcome.winner is None:
        match outcome.reason:
            case Reason.REPETITION:
                return _("A draw: the position came up three times.")
            case Reason.AGREED:
                return _("A draw: both agreed.")
            case Reason.ABANDONED:
                return _("A draw: one player has left.")
            case _:
                return _("A draw.")
    won = outcome.winner == you
    match outcome.reason:
        case Reason.TIME:
            text = _("{winner} wins: {loser} has no time left.")
        case Reason.RESIGNED:
            text = _("{winner} wins: {loser} resigned.")
        case Reason.ABANDONED:
            text = _("{winner} wins: {loser} has left.")
        case Reason.STUCK if you is None:
            text = _("{winner} wins: {loser} cannot move.")
        case Reason.STUCK:
            text = _("You win: {loser} cannot move.") if won else _("You lose: {loser} cannot move.")
        case _ if you is None:
            text = _("{winner} wins.")
        case _:
            text = _("You win as {winner}.") if won else _("You lose: {winner} wins.")
    marks = players(game)
    return text.format(winner=marks[outcome.winner], loser=marks[other(outcome.winner)])


def players(game: Game) -> tuple[str, str]:
    """The marks of both players, or what they are called."""
    first, second = game.players
    return _(first), _(second)


def heading(game: Game) -> str:
    """The name in capitals, but for sizes such as 3x3."""
    return " ".join(word if any(map(str.isdigit, word)) else word.upper() for word in say(game.name).split())


def name(game: Game | Preset) -> str:
    """The name with a capital."""
    text = say(game.name)
    return text[:1].upper() + text[1:]


def board(position: Position) -> str:
    """What stands above a board: what it is called in a document about the game, if it is."""
    called = position.game.known_as(position.state)
    return say(called) if called else _("Board")


def about(game: Game) -> str:
    """The rules in short, and what best play leads to."""
    return say(game.rules) + (" " + say(game.known.brief) if game.known else "")


def known(game: Game | Preset) -> Sequence[str]:
    """What best play from the start leads to, in a few words, and in fewer where those have no room; ``open`` where the hall
    does not know it, nothing for a game of one's own that it never looked at."""
    found = game.known
    if found is None:
        return () if family(game.id) in OWN else (_("unsolved"),)
    if found.verdict in ("tie", "endless"):
        return (_("draw") if found.verdict == "tie" else _("endless"),)
    wins, plies = found.verdict == "win", found.plies or found.within
    short = _("1st wins") if wins else _("2nd wins")
    if not plies:
        return (short,)
    number = str(plies) if found.plies else f"≤{plies}"
    return (_("1st wins in {plies}") if wins else _("2nd wins in {plies}")).format(plies=number), short


def teacher_words(asks: bool) -> str:
    """What is said when the teacher is switched on or off."""
    return (
        _("The teacher asks before a losing move.") if asks else _("The teacher no longer asks before a losing move.")
    )


def marks_words(shown: bool) -> str:
    """What is said when the values on the cells are shown or hidden."""
    return _("The cells show values.") if shown else _("The cells show no values.")


def nodes(count: int) -> str:
    """How many positions were visited."""
    return ngettext("{number} node", "{number} nodes", count, thousands(count))


def and_more(count: int, lose: bool) -> str:
    """How many moves there are that are not listed, and whether all of them lose."""
    if lose:
        return ngettext("and {number} more, which loses", "and {number} more, all losing", count, figures(f"{count:,}"))
    return _("and {count} more").format(count=figures(f"{count:,}"))


def thousands(count: int) -> str:
    """A count that stays short: 9,688, 1.2 M."""
    return figures(f"{count:,}" if count < 1_000_000 else f"{count / 1_000_000:.1f} M")


def variants(family: Family) -> str:
    """How the games of a family are written, in a sentence."""
    options = " ".join(f"/{option}" for option in family.options)
    some = _("{form} takes {options}, in any order.") if len(family.options) > 1 else _("{form} takes {options}.")
    text = some if options else _("{form} takes no options.")
    return text.format(form=_(family.form), options=options)


def queued(before: int) -> str:
    """How many questions are put before one's own."""
    if not before:
        return _("The engines are busy: you are next.")
    return ngettext(
        "The engines are busy: {number} question is ahead of yours.",
        "The engines are busy: {number} questions are ahead of yours.",
        before,
    )


def thinking(before: int | None) -> str:
    """What stands in place of values that are not known yet; ``before`` is as for :func:`queued`, None: an engine thinks."""
    return _("Thinking ...") if before is None else queued(before)
