"""Where the games come from: short pages, each told after a source that can be looked up, doubts and all."""

from __future__ import annotations

from collections.abc import Iterator

from core.phrase import Phrase, phrase
from core.study.sources import BOUTON, CONTESTS, MINIMAX, PONG_HAU_KI, TRIQUI, ULTIMATE
from core.study.study import Study, StudyQuestion, StudyTable, TableColumn, Text, Topic, Unstudied

SCHAEDLER = phrase(
    "U. Schädler, 'Some misconceptions about ancient Roman games', Board Game Studies Journal 15 (2021), 79-97"
)
EAGLE = phrase(
    "W. Funkenbusch, E. Eagle, 'Hyper-spacial tit-tat-toe, or tit-tat-toe in four dimensions', National Mathematics Magazine "
    "19 (1944), 119-122"
)
LARGEST_SIDE, DIMENSIONS = 5, range(2, 5)
"""Which boards of n cells a side the table of lines has."""

_PAGES = (
    Text(
        "oxo",
        phrase("OXO, 1952"),
        (
            phrase(
                "In 1952 A. S. Douglas, who worked at Cambridge on how people and computers speak to each other, let the EDSAC "
                "play noughts and crosses. The game is known as OXO and is one of the first that a computer showed on a "
                "screen."
            ),
            phrase(
                "The screen was a tube with a grid of dots. The player chose a square by the dial of a telephone, and the "
                "machine played a perfect game. There was one EDSAC, and it could not be moved, so that hardly anybody "
                "outside the laboratory played it."
            ),
        ),
    ),
    Text(
        "egypt",
        phrase("Egypt and Rome, with doubts"),
        (
            phrase(
                "It is often written that rows of three were played in Egypt before 1300 B.C., because boards are cut into the "
                "roof of the temple of Kurna. That goes back to one book, H. Parker's 'Ancient Ceylon' of 1909. Nobody has "
                "dated those cuts, some of which may be Christian, and nobody knows whether they are boards at all."
            ),
            phrase(
                "From Rome come many scratched boards and the name terni lapilli, three stones each. The rules that are played "
                "today under that name were pieced together in modern times; no Roman wrote them down."
            ),
            phrase(
                "In the hall it is three men's morris: three stones each are set, then moved along the lines. The marks that "
                "stay where they are set, as in tic-tac-toe, belong to paper and pencil."
            ),
        ),
    ),
    Text(
        "nim",
        phrase("Nim and Jianshizi"),
        (
            phrase(
                "Nim resembles the Chinese Jianshizi, picking stones, and may come from China; that is likely, and not shown. "
                "In Europe it is mentioned from the 16th century on."
            ),
            phrase(
                "The name was given by C. L. Bouton of Harvard in 1901, in the paper that solved it: whoever leaves heaps "
                "whose binary digits add up to an even number in every column wins. Why he called it Nim he did not say; "
                "the German 'nimm', take, is a guess."
            ),
        ),
    ),
    Text(
        "gomoku",
        phrase("Gomoku and Yixin"),
        (
            phrase(
                "Five in a row is played with the stones and on the board of Go. Without a rule for the opening Black, who "
                "begins, can force a win; hence rules such as Swap2, by which one player sets the first stones and the other "
                "chooses a side."
            ),
            phrase("In 2017 the program Yixin won against the human world champion."),
            phrase(
                "The source calls Swap2 what is Swap only: of Swap2 it leaves out the third choice, to set two more stones and "
                "hand the choice back."
            ),
        ),
    ),
    Text(
        "pong-hau-ki",
        phrase("Pong Hau K'i"),
        (
            phrase(
                "A Chinese game for two on five points, with two stones each; S. Culin described it in 1895 beside its Korean "
                "twin, Ou-moul-ko-no. Nobody can force a win in it, and whoever does not look is blocked all the same."
            ),
        ),
    ),
    Text(
        "ultimate",
        phrase("Ultimate tic-tac-toe"),
        (
            phrase(
                "Nine boards in one, also called super tic-tac-toe and meta tic-tac-toe. Where a player sets his mark decides "
                "in which board the other has to play, so that what wins a small board may give away the large one."
            ),
        ),
    ),
    Text(
        "space",
        phrase("In space, and beyond"),
        (
            phrase(
                "Tic-tac-toe has been carried into three dimensions and more. In 1944 W. Funkenbusch and E. Eagle wrote about "
                "boards of four dimensions, n cells a side. Lines go along the axes and all diagonals: of n cells a side and d "
                "dimensions there are ((n + 2)^d - n^d) / 2."
            ),
            phrase(
                "One source counts 35 lines on the board of three by three by three; the table 'Lines of n cells' counts "
                "them all."
            ),
        ),
    ),
)


def lines(side: int, dimensions: int) -> int:
    """How many rows of ``side`` cells there are in a cube of so many dimensions: each ends in two of the cells by which a cube
    larger by one on every side exceeds it."""
    return int((side + 2) ** dimensions - side**dimensions) // 2


def study(question: StudyQuestion) -> Iterator[Study]:
    """All pages, or the one that is named."""
    question.bare()
    pages = {page.key: page for page in _PAGES}
    unknown = [name for name in question.arguments if name not in pages]
    if unknown:
        raise Unstudied(
            "There is no page {name}; there are {pages}.", name=repr(unknown[0][:40]), pages=", ".join(pages)
        )
    chosen = [pages[name] for name in dict.fromkeys(question.arguments)] or list(_PAGES)
    table = (_lines(),) if any(page.key == "space" for page in chosen) else ()
    yield Study(
        question,
        phrase("Where the games come from"),
        (*chosen, *table),
        (TRIQUI, MINIMAX, PONG_HAU_KI, CONTESTS, ULTIMATE, SCHAEDLER, BOUTON, EAGLE),
    )


def _lines() -> StudyTable:
    return StudyTable(
        "lines",
        phrase("Lines of n cells"),
        (
            TableColumn("side", phrase("cells a side"), True),
            *(TableColumn(f"d{dimension}", _dimensions(dimension), True) for dimension in DIMENSIONS),
        ),
        tuple((side, *(lines(side, dimension) for dimension in DIMENSIONS)) for side in range(3, LARGEST_SIDE + 1)),
    )


def _dimensions(count: int) -> Phrase:
    return phrase("{count} dimensions", count=count)


TOPIC = Topic(
    "history",
    phrase("Where the games come from"),
    phrase("OXO on EDSAC, Egypt and Rome with their doubts, Nim and its name, and more."),
    "[PAGE]",
    study,
)
