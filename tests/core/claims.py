"""What every sentence of the explanations claims, as a question to the rules written a second time and to brute force.

``CLAIMS`` has for each template that can be said a function that tells whether it is true of what was said. A sentence may hold
others; each is asked for itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.phrase import Phrase
from tests.core.claims_boards import BOARDS
from tests.core.held import (
    answered_by,
    by_multiples,
    endings,
    every_answer,
    grundy_parts,
    keeps_grundy,
    keeps_high,
    named_row,
    opens,
    part_of_win,
    prepares,
    summed,
    then_forks,
)
from tests.core.plain_boards import Notakto, Numerical
from tests.core.said import (
    ENDLESS,
    Said,
    answer_k,
    binary,
    expected,
    fibonacci_sum,
    gone,
    grundy_of,
    grundy_rows,
    height,
    least_part,
    lost_pairs,
    names,
    nim_sum,
    only_parity,
    pairs,
    singles,
    stakes,
    true,
    won_rows,
)
from tests.core.worths import worth

CLAIMS: dict[str, Callable[[Said], bool]] = {
    **BOARDS,
    # Any game.
    "{result}; expected: {moves}.": expected,
    "{result}.": true,
    "nothing is known about it yet": lambda s: s.name not in s.proven and s.guesses[s.name] == 0,
    "{first} {then}": true,
    "Every answer is forced: {moves}.": every_answer,
    "Move {number} of a forced win of {whole}.": lambda s: part_of_win(s, s.me, exact=True),
    "Move {number} of a forced win of at most {whole}.": lambda s: part_of_win(s, s.me, exact=False),
    "Move {number} of {player}'s forced win of {whole}.": lambda s: part_of_win(s, 1 - s.me, exact=True),
    "Move {number} of {player}'s forced win of at most {whole}.": lambda s: part_of_win(s, 1 - s.me, exact=False),
    "an estimated {value}": lambda s: s.name not in s.proven,
    "at most an estimated {value}": lambda s: s.name not in s.proven,
    "it wins": lambda s: s.class_of(s.name) == 2,
    "it draws": lambda s: s.class_of(s.name) == 1 and s.worths[s.name].plies is not ENDLESS,
    "neither side can force an end": lambda s: s.class_of(s.name) == 1 and s.worths[s.name].plies is ENDLESS,
    "it loses": lambda s: s.class_of(s.name) == 0,
    "it loses, but holds out longest": lambda s: set(s.classes) == {0} and s.longest,
    "it looks best, an estimated {value}": lambda s: (
        s.name not in s.proven and s.guesses[s.name] == max(s.guesses.values())
    ),
    "All moves have the same result: {result}.": lambda s: len(set(s.classes)) == 1,
    "Winning moves: {wins}, drawing: {draws}, losing: {losses}.": lambda s: stakes(s, "draws"),
    "Winning moves: {wins}, endless: {level}, losing: {losses}.": lambda s: (
        stakes(s, "level") and all(worth.plies is ENDLESS for worth in s.worths.values() if not worth.value)
    ),
    "Proven moves here: {count} of {total}.": lambda s: (s["count"], s["total"]) == (len(s.proven), len(s.guesses)),
    "The move begins with the letter {letter}.": lambda s: s.name.startswith(s["letter"]),
    "{move}: {result}.": lambda s: s["move"] == s.name,
    "{move}: {reason}": lambda s: s["move"] == s.name,
    "the centre": lambda s: s.central,
    "an edge": lambda s: s.ends == 1,
    "a corner": lambda s: s.ends == 2,
    "an inner square": lambda s: s.ends == 0,
    "the middle of a side": lambda s: s.ends == 1,
    # K in a row.
    "It completes the line and wins.": lambda s: s.result == 1,
    "It completes a line, and loses.": lambda s: s.result == -1,
    "Every answer completes a line, and loses.": lambda s: endings(s) == len(s.rules.replies(s.after)) > 0,
    "Answers that complete no line: {count} of {total}.": lambda s: (
        s["total"] == len(s.rules.replies(s.after)) and s["total"] > s["count"] == s["total"] - endings(s)
    ),
    "It fills the board: a draw.": lambda s: s.result == 0,
    "It leaves {cell} to the opponent, who wins there.": lambda s: s.answers == set(names(s["cell"])) != set(),
    "It blocks and makes a fork: {cells}.": lambda s: s.blocks and s.is_fork(names(s["cells"])),
    "A fork: it threatens {cells} at once, and one block is not enough.": lambda s: s.is_fork(names(s["cells"])),
    "It blocks a threat and makes one at {cell}.": lambda s: s.blocks and s.makes([s["cell"]]),
    "An open {row}: {cells} both complete the line.": lambda s: (
        s.makes(names(s["cells"])) and named_row(s, 1) and opens(s, s.after, names(s["cells"]))
    ),
    "A {row}: the opponent has to block {cell}.": lambda s: s.makes([s["cell"]]) and named_row(s, 1),
    "After the block, {cell} makes two threats and wins.": then_forks,
    "An open {row}: next an open {longer} at {cells}.": lambda s: prepares(s) and named_row(s, 2),
    "Two open {row}s: next an open {longer} at {cells}.": lambda s: (
        prepares(s) and named_row(s, 2) and len(names(s["cells"])) > 1
    ),
    "two": true,
    "three": true,
    "four": true,
    "It blocks the opponent's threat.": lambda s: s.blocks and len(s.averted) == 1,
    "It threatens {cell}.": lambda s: s.makes([s["cell"]]),
    "Beware: the opponent can fork at {cells}.": lambda s: s.forks(s.after) == set(names(s["cells"])) != set(),
    "It prevents the opponent's fork.": lambda s: bool(s.forks(s.rules.passed(s.before))) and not s.forks(s.after),
    "Look at layer {layer}.": lambda s: s.name[0] == s["layer"],
    "Look at this kind of square: {place}.": true,
    "Look at columns {first} to {last}, rows {top} to {bottom}.": lambda s: (
        s["first"] <= s.name[0] <= s["last"] and s["top"] <= s.place[1] + 1 <= s["bottom"]
    ),
    "{blocker} answers in the same pair, and every line open to {attacker} contains a pair.": pairs,
    # Swap2.
    "The other player takes the better colour: place the stones so that neither is better.": true,
    "This player places two more stones, and the other takes a colour.": lambda s: (
        s.after[3] == "two" and s.after[0] == s.me
    ),
    "This player takes white, and places the next stone.": lambda s: (
        s.after[3:] == ("play", 1 - s.me) and s.after[0] == s.me
    ),
    "This player takes black, and the other places the next stone.": lambda s: (
        s.after[3:] == ("play", s.me) and s.after[0] != s.me
    ),
    "Ask yourself which colour you would like to have here.": lambda s: s.before[3] in ("choice", "last"),
    # Notakto.
    "It kills the last live board and loses.": lambda s: s.result == -1,
    "It kills a board. Live boards left: {live}, safe squares: {safe}.": lambda s: (
        (s["live"], s["safe"]) == (len(s.live), s.safe)
        and len(s.live) == sum(not Notakto.dead(board) for board in s.before[1]) - 1
    ),
    "It leaves only squares that kill a board.": lambda s: s.safe == 0,
    "Squares left that kill no board: {safe}.": lambda s: s["safe"] == s.safe > 0,
    "Look at board {board}.": lambda s: s["board"] == s.board + 1,
    # Numbers.
    "It completes a sum of 15 and wins.": lambda s: s.result == 1,
    "It lets the opponent make 15: {moves}.": lambda s: s.answers == set(names(s["moves"])) != set(),
    "It threatens to make 15: {moves}.": lambda s: s.makes(names(s["moves"])),
    "It stops the opponent from making 15.": lambda s: s.blocks,
    "The next number cannot make any line 15.": lambda s: isinstance(s.rules, Numerical) and not s.answers,
    "Play the number {number}.": lambda s: s.name[0] == s["number"],
    # Marks that vanish.
    "It gives up the mark on {cell}.": lambda s: gone(s, s["cell"]),
    # Sliding.
    "It leaves the opponent no move.": lambda s: s.result == 1 and not s.rules.after(s.after),
    "It leaves {move} to the opponent, who completes a line.": lambda s: s["move"] in s.answers,
    "It threatens {points} at once, and one block is not enough.": lambda s: s.is_fork(names(s["points"])),
    "It blocks a line and threatens one at {point}.": lambda s: s.blocks and s.makes([s["point"]]),
    "It blocks the opponent's line.": lambda s: s.blocks,
    "It threatens a line at {point}.": lambda s: s.makes([s["point"]]),
    "It leaves the opponent one move, {move}.": lambda s: [*s.rules.replies(s.after)] == [s["move"]],
    "Look at this kind of point: {place}.": lambda s: "-" not in s.name,
    "Look at a stone on this kind of point: {place}.": lambda s: "-" in s.name,
    "It blocks both stones of the opponent, who cannot move and loses.": lambda s: s.result == 1,
    "It is a mistake: {move} blocks both of your stones, and you cannot move.": lambda s: s["move"] in s.answers,
    "It leaves one move, {move}, and the game goes on.": lambda s: (
        [*s.rules.replies(s.after)] == [s["move"]] and worth(s.rules, s.after).plies is ENDLESS
    ),
    "It keeps the game going: the opponent can play {moves}.": lambda s: worth(s.rules, s.after).plies is ENDLESS,
    "{first} or {second}": lambda s: {s["first"], s["second"]} == set(s.rules.replies(s.after)),
    "Look at the top.": lambda s: s.name[0] in "24",
    "Look at your stone in the centre.": lambda s: s.name[0] == "3",
    "Look at the bottom.": lambda s: s.name[0] in "15",
    # Heaps.
    "It is the last move, and wins.": lambda s: s.result == 1,
    "It is the last move, and loses.": lambda s: s.result == -1,
    "Look at heap {heap}.": lambda s: s.name.startswith(s["heap"]) and not isinstance(s.before[1][0], str),
    "Look at row {heap}.": lambda s: s.name.startswith(s["heap"]) and isinstance(s.before[1][0], str),
    "Look at both heaps.": lambda s: s.name.startswith("AB"),
    "It leaves an even number of single sticks: the last is yours.": lambda s: singles(s, 0) and not s.lost(s.after),
    "It leaves an odd number of single sticks: the last is not yours.": lambda s: singles(s, 1) and s.lost(s.after),
    "It leaves nim-sum 0, as you can do while two heaps are higher than 1.": keeps_high,
    "It leaves nim-sum 0, {sum}, as you can do while two heaps are higher than 1.": lambda s: (
        keeps_high(s) and summed(s, s.heaps)
    ),
    "It leaves nim-sum 0, as you can do every time.": lambda s: s.keeps(nim_sum) and s.lost(s.after),
    "It leaves nim-sum 0, {sum}, as you can do every time.": lambda s: (
        s.keeps(nim_sum) and s.lost(s.after) and summed(s, s.heaps)
    ),
    "It leaves one high heap; {answer} leaves an odd number of singles.": lambda s: (
        s.high(s.after) == 1
        and s.high(s.answered(s["answer"])) == 0
        and sum(s.answered(s["answer"])[1]) % 2 == 1
        and s.lost(s.answered(s["answer"]))
    ),
    "It leaves nim-sum {value}; the answer {answer} makes it 0.": lambda s: (
        nim_sum(s.after) == s["value"] != 0 and answered_by(s, nim_sum)
    ),
    "It leaves nim-sum {sum}; the answer {answer} makes it 0.": lambda s: (
        summed(s, s.heaps) and nim_sum(s.after) != 0 and answered_by(s, nim_sum)
    ),
    "All numbers are odd, so what counts is whether {left} is odd.": only_parity,
    "It leaves {left}, not a multiple of {period}: the answer {answer} leaves one.": lambda s: by_multiples(s, 0),
    "It leaves {left}, not one more than a multiple of {period}: the answer {answer} makes it so.": lambda s: (
        by_multiples(s, 1)
    ),
    "It leaves 1, which the opponent has to take.": lambda s: (
        s.heaps == (1,) and [*s.rules.after(s.after)] == ["A1"] and s.lost(s.after)
    ),
    "It leaves {left}, one more than a multiple of {period}: answer k with {period} - k.": lambda s: answer_k(s, 1),
    "It leaves {left}, a multiple of {period}: answer k with {period} - k.": lambda s: answer_k(s, 0),
    "It leaves {left}, a won number; the opponent answers {answer}.": lambda s: (
        s.heaps == (s["left"],) and s.lost(s.answered(s["answer"]))
    ),
    "It leaves {left}, a lost number.": lambda s: s.heaps == (s["left"],) and s.lost(s.after),
    "It leaves equal runs in pairs: copy every move in the twin.": lambda s: s.lost(s.after),
    "It leaves Grundy value 0, as you can do every time.": keeps_grundy,
    "It leaves Grundy value 0, {sum}, as you can do every time.": lambda s: (
        keeps_grundy(s) and summed(s, grundy_parts(s))
    ),
    "It leaves Grundy value {value}; the answer {answer} makes it 0.": lambda s: (
        grundy_of(s, s.after) == s["value"] != 0 and answered_by(s, lambda pos: grundy_of(s, pos))
    ),
    "It leaves Grundy value {sum}; the answer {answer} makes it 0.": lambda s: (
        summed(s, grundy_parts(s)) and grundy_of(s, s.after) != 0 and answered_by(s, lambda pos: grundy_of(s, pos))
    ),
    "It leaves {left}; {answer} leaves a lost pair.": lambda s: s.leaves(s["left"]) and s.lost(s.answered(s["answer"])),
    "It leaves {left}, one of the lost pairs (k = {k}).": lambda s: (
        s.leaves(s["left"]) and s.lost(s.after) and s["k"] == abs(s.heaps[0] - s.heaps[1])
    ),
    "It leaves {left}; {answer} takes the smallest of its Fibonacci parts.": lambda s: (
        s.heaps == (s["left"],) and s["answer"] == f"A{least_part(s)}" and s.lost(s.answered(s["answer"]))
    ),
    "It leaves {left}: its smallest part, {part}, is more than the {most} allowed.": lambda s: (
        s.heaps == (s["left"],) and s["part"] == least_part(s) > s["most"] == s.after[2] and s.lost(s.after)
    ),
    "{move} takes {number} from both heaps, leaves {left}": lambda s: (
        s.takes("AB", s["number"]) and s.leaves(s["left"])
    ),
    "{move} takes {number} from heap {heap}, leaves {left} in it": lambda s: (
        s.takes(s["heap"], s["number"]) and int(s["left"].replace(",", "")) == height(s.after[1][ord(s["heap"]) - 65])
    ),
    "{move} takes {number} from row {heap}, leaves {left} in it": lambda s: (
        s.takes(s["heap"], s["number"]) and int(s["left"]) == height(s.after[1][ord(s["heap"]) - 65])
    ),
    "{move} takes {number} from row {heap}, leaves {left}": lambda s: (
        s.takes(s["heap"], s["number"]) and s.leaves(s["left"]) and isinstance(s.before[1][0], str)
    ),
    "{move} takes {number} from heap {heap}, leaves {left}": lambda s: (
        s.takes(s["heap"], s["number"]) and s.leaves(s["left"]) and not isinstance(s.before[1][0], str)
    ),
    "{effect}, nim-sum {value}": lambda s: s["value"] == nim_sum(s.after),
    "{effect}, Grundy value {value}": lambda s: s["value"] == grundy_of(s, s.after),
    "leaves": true,
    "{leaves!s:<{width}}  {value}": true,
    "xor": lambda s: s.column[s.name].split()[1] == str(nim_sum(s.after)),
    "Grundy": lambda s: s.column[s.name].split()[1] == str(grundy_of(s, s.after)),
    "Nim-sum": binary,
    "Grundy values": grundy_rows,
    "Won or lost": won_rows,
    "sticks{sizes}": true,
    "value {values}": true,
    "Golden ratio": true,
    "lost: {pairs} ...": lost_pairs,
    "here: {heaps}": lambda s: s["heaps"] == "-".join(map(str, s.before[1])),
    "Fibonacci sum": fibonacci_sum,
    "you may take up to {most}": lambda s: int(s["most"].replace(",", "")) == len(s.rules.after(s.before)),
    "heap {name}{size}": lambda s: int(s["size"].split()[0]) == s.before[1][ord(s["name"]) - 65],
    "{total}   {said}": true,
    "{total}   {verdict}": true,
    "a win": lambda s: not s.lost(s.before),
    "a loss": lambda s: s.lost(s.before),
    "not 0: a win": lambda s: nim_sum(s.before) != 0 and not s.lost(s.before),
    "0: a loss": lambda s: nim_sum(s.before) == 0 and s.lost(s.before),
    "singles: {verdict}": lambda s: s.high(s.before) == 0,
    # Chomp.
    "It eats the poisoned square.": lambda s: s.result == -1,
    "It leaves nothing but the poisoned square.": lambda s: len(s.after[1]) == 1 and s.lost(s.after),
    "It leaves two equal arms: copy every bite on the other arm.": lambda s: (
        {(y, x) for x, y in s.after[1]} == s.after[1] and s.lost(s.after)
    ),
    "It leaves two rows, the first longer by one square: do this every time.": lambda s: (
        {y for _, y in s.after[1]} == {0, 1} and s.lost(s.after)
    ),
    # Review.
    "won": lambda s: s.class_of(s["move"]) == 2,
    "held the draw": lambda s: s.class_of(s["move"]) == 1,
    "kept it level": lambda s: s.class_of(s["move"]) == 1,
    "{move} {kept}": lambda s: s.class_of(s["move"]) > s.class_of(s.name),
    "not proven, {move} {kept}": lambda s: s["move"] in s.proven and s.name not in s.proven,
    "{move} was {plies} plies better": lambda s: s.better(s["move"], s.name) == s["plies"] > 1,
    "only move that wins": lambda s: s.class_of(s.name) == 2 and s.classes.count(2) == 1,
    "only move that draws": lambda s: s.class_of(s.name) == 1 and s.classes.count(1) == 1 and not s.classes.count(2),
    "only move that holds": lambda s: s.class_of(s.name) == 1 and s.classes.count(1) == 1 and not s.classes.count(2),
    "best": lambda s: (
        s.class_of(s.name) == max(s.classes)
        and (s.class_of(s.name) == 1 or all(s.better(s.name, each) >= 0 for each in s.worths if s.class_of(each) == 2))
    ),
    "draws": lambda s: s.class_of(s.name) == 1 and s.worths[s.name].plies is not ENDLESS,
    "goes on forever": lambda s: s.worths[s.name].plies is ENDLESS,
    "wins": lambda s: s.class_of(s.name) == 2,
    "loses": lambda s: s.class_of(s.name) == 0,
    "longest resistance": lambda s: set(s.classes) == {0} and s.longest,
    "{move} looked better (~)": lambda s: (
        s.guesses[s["move"]] > s.guesses[s.name]
        and not {s["move"], s.name} <= s.proven
        and s.thin.isdisjoint({s["move"], s.name})
    ),
    "not analysed enough": lambda s: (
        s.name in s.thin or any(s.guesses[name] == max(s.guesses.values()) for name in s.thin)
    ),
    "no better than {move} (~)": lambda s: s.guesses[s.name] <= s.guesses[s["move"]] and s.name not in s.proven,
    "good (estimate)": lambda s: (
        s.guesses[s.name] > max(s.guesses.values()) - 0.1
        and s.name not in s.thin
        and not s.proven.issuperset(s.guesses)
        and (s.name not in s.proven or s.class_of(s.name) > 0)
    ),
}


def check(phrase: Phrase, said: Said) -> set[str]:
    """Hold a sentence and all within it to what they claim; the templates met."""
    here = replace(said, values={**said.values, **phrase.values})
    claim = CLAIMS.get(phrase.template)
    assert claim, f"{phrase.template!r} claims nothing yet: enter it in CLAIMS"
    assert claim(here), f"{phrase} -- said of {said.name or 'the position'} in {said.before}"
    met = {phrase.template}
    for value in phrase.values.values():
        if isinstance(value, Phrase):
            met |= check(value, here)
    return met
