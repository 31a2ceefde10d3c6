"""What a player looks at beside the game: variations, the panel's line, threats, and the board without its pieces. It
takes 20 seconds."""

from __future__ import annotations

import pytest

from core.games import get, presets
from core.players.opponents import HUMAN
from core.position import Position
from core.score import Verdict
from tests.tui.hall import FULL, Door, Visit
from tests.tui.told import WIN, worth
from tui.boards.base import Board

PEOPLE = (HUMAN, HUMAN)
OPEN = "a1 b2 c3"
"""O is to move; were X to, a3 or c1 would make two threats at once."""


def looked_at(visit: Visit) -> str:
    """The board that is shown."""
    return visit.play.board.position.text


async def typed(visit: Visit, *moves: str) -> None:
    for move in moves:
        await visit.press("colon", *move, "enter")
        await visit.rest()


async def test_a_move_made_while_looking_back_begins_a_variation_and_leaves_the_game_as_it_is(hall: Door) -> None:
    async with hall("tictactoe", OPEN, PEOPLE) as visit:
        await visit.press("less_than_sign")
        await typed(visit, "c1", "a3")
        assert looked_at(visit) == "X.X/.O./O.."
        assert visit.moves == OPEN
        assert "variation" in visit.text
        assert visit.status.startswith("Variation, move 4 of 4.")
        assert [move.move for move in visit.panel.played] == ["a1", "b2", "c1", "a3"]
        assert visit.panel.analysis is not None
        assert visit.panel.analysis.position.text == looked_at(visit)


async def test_a_variation_is_kept_until_it_is_dropped(hall: Door) -> None:
    async with hall("tictactoe", OPEN, PEOPLE) as visit:
        await visit.press("home")
        await typed(visit, "b2", "a2")
        await visit.press("end")
        assert looked_at(visit) == "X../.O./..X"
        await typed(visit, "b1")
        assert visit.moves == f"{OPEN} b1"
        await visit.do("variation")
        assert looked_at(visit) == ".../OX./..."
        await visit.do("variation")
        assert looked_at(visit) == "XO./.O./..X"
        await visit.do("variation", "drop")
        assert visit.status == "The variation has been deleted."
        assert looked_at(visit) == "XO./.O./..X"
        await visit.do("variation")
        assert visit.status.startswith("There is no variation yet")
        await visit.do("drop")
        assert visit.status.startswith("There is no variation yet")


async def test_another_move_within_a_variation_begins_a_second_one_and_the_same_move_goes_along_it(hall: Door) -> None:
    async with hall("tictactoe", OPEN, PEOPLE) as visit:
        await visit.press("home")
        await typed(visit, "b2", "a2")
        await visit.press("less_than_sign")
        await typed(visit, "a2")
        assert len(visit.play.ply.kept) == 1
        await visit.press("less_than_sign")
        await typed(visit, "c2")
        assert [" ".join(line.state.match.names) for line in visit.play.ply.kept] == ["b2 a2", "b2 c2"]


async def test_of_two_clicks_at_once_on_a_cell_in_a_variation_the_second_says_that_it_is_taken(hall: Door) -> None:
    async with hall("tictactoe", OPEN, PEOPLE) as visit:
        await visit.press("home")
        board = visit.board
        for _ in range(2):
            board.post_message(board.MoveChosen((board.position.parse("b2"),)))
        await visit.settle()
        assert looked_at(visit) == ".../.X./..."
        assert visit.status == "You cannot play there; choose an empty square."


async def test_undo_shortens_a_variation_and_no_game(hall: Door) -> None:
    async with hall("tictactoe", OPEN, PEOPLE) as visit:
        await visit.press("less_than_sign")
        await typed(visit, "c1", "a3")
        await visit.do("undo")
        assert looked_at(visit) == "X.X/.O./..."
        await visit.do("undo")
        assert visit.play.ply.kept == []
        assert visit.moves == OPEN


async def test_the_engines_move_does_not_tear_a_player_out_of_a_variation(hall: Door) -> None:
    async with hall("tictactoe", "a1", (HUMAN, FULL)) as visit:
        visit.engines.hold()
        await visit.do("undo")
        await visit.rest()
        await visit.move_unheard("a1")
        await visit.press("home")
        await visit.press("colon", "b", "2", "enter")
        visit.engines.release()
        await visit.rest()
        assert looked_at(visit) == ".../.X./..."
        assert "O has played" in visit.status
        await visit.press("end")
        assert looked_at(visit) == "X../.O./..."


@pytest.mark.parametrize("players", [PEOPLE, ("human", "me")])
async def test_variations_end_with_their_game(hall: Door, players: tuple[str, str]) -> None:
    async with hall("tictactoe", f"{OPEN} b1 b3 a3 c1", players) as visit:
        await visit.press("less_than_sign")
        await typed(visit, "a2")
        await visit.press("end")
        await typed(visit, *(move for move in ("c2", "a2") if move not in visit.moves.split()))
        await visit.do("again")
        await visit.rest()
        assert not visit.moves.startswith(OPEN)
        assert visit.play.ply.kept == []


async def test_a_finished_game_can_be_varied_too(hall: Door) -> None:
    async with hall("tictactoe", "a1 b1 a2 b2 a3", PEOPLE) as visit:
        await visit.press("less_than_sign", "less_than_sign")
        await visit.go("c3")
        await visit.press("enter")
        await visit.rest()
        assert looked_at(visit) == "XO./X../..O"
        assert visit.moves == "a1 b1 a2 b2 a3"


async def test_the_panels_line_is_played_ply_by_ply_and_taken_off_again(hall: Door) -> None:
    async with hall("tictactoe", OPEN, PEOPLE) as visit:
        known = visit.panel.analysis
        assert known is not None
        await visit.go("c1")
        line = known.line(visit.play.cursor_move or 0)
        assert line is not None
        shown = [known.position]
        for move in line.pv:
            shown.append(shown[-1].play(move))
        await visit.do("line")
        for position in shown[1:]:
            assert looked_at(visit) == position.text
            await visit.press("greater_than_sign")
        assert visit.status == "The line ends here."
        await visit.press("less_than_sign")
        assert looked_at(visit) == shown[-2].text
        await visit.do("line")
        assert looked_at(visit) == known.position.text
        assert visit.moves == OPEN


async def test_the_threat_is_best_play_of_the_other_side_and_is_played_on_the_board(hall: Door) -> None:
    async with hall("tictactoe", OPEN, PEOPLE) as visit:
        await visit.do("threat")
        await visit.rest()
        known = visit.panel.analysis
        assert known is not None
        assert known.best is not None
        # By hand: a mark on a3 or c1 makes two lines of which O can stop but one.
        assert known.position.name(known.best.move) in ("a3", "c1")
        assert (known.best.score.verdict, known.best.score.plies) == (Verdict.WIN, 3)
        assert worth("X", WIN, 3) in visit.text
        assert visit.status.startswith("If X were to move: ")
        await visit.press("greater_than_sign")
        assert looked_at(visit) in ("X../.O./X.X", "X.X/.O./..X")
        assert visit.panel.analysis == known
        assert visit.status.startswith("What X threatens.")
        await visit.press("greater_than_sign", "greater_than_sign")
        assert visit.play.ply.position.outcome is not None
        assert visit.play.ply.position.outcome.winner == 0
        await visit.do("threat")
        assert looked_at(visit) == "X../.O./..X"
        assert visit.moves == OPEN


async def test_before_a_threat_is_the_game(hall: Door) -> None:
    async with hall("tictactoe", OPEN, PEOPLE) as visit:
        await visit.do("threat")
        await visit.press("less_than_sign")
        assert visit.status.startswith("After move 2 of 3.")
        assert looked_at(visit) == visit.play.state.match.positions[-2].text


async def test_a_position_is_set_up_from_a_threat_that_is_none_of_the_game(hall: Door) -> None:
    async with hall("tictactoe", OPEN, PEOPLE) as visit:
        await visit.do("threat")
        await visit.press("greater_than_sign", "greater_than_sign", "greater_than_sign")
        await visit.do("edit_here")
        assert visit.status.startswith("There are 4 X and 2 O on the board")


async def test_nothing_is_played_where_a_threat_is_shown(hall: Door) -> None:
    async with hall("tictactoe", OPEN, PEOPLE) as visit:
        await visit.do("threat")
        await visit.press("enter")
        assert visit.status == "This is what the other side threatens; End goes back to the game."
        assert visit.moves == OPEN


@pytest.mark.parametrize("game", ["nim:3,4,5", "ultimate", "pong-hau-ki", "tictactoe/wild", "gomoku/swap2"])
async def test_where_nobody_could_pass_the_key_says_so(hall: Door, game: str) -> None:
    async with hall(game, players=PEOPLE) as visit:
        await visit.do("threat")
        assert visit.status.startswith("Threats cannot be shown here")


@pytest.mark.parametrize("game", [game.id for game in presets()])
async def test_every_game_can_be_varied_and_hides_its_pieces(hall: Door, game: str) -> None:
    hall.engines.hasty = True
    position = Position.start(get(game))
    moves = []
    for _ in range(2):
        moves.append(position.name(position.moves[-1]))
        position = position.play(position.moves[-1])
    async with hall(game, " ".join(moves), PEOPLE) as visit:
        await visit.press("home")
        other = visit.play.ply.position.moves[0]
        visit.play.make_move(other)
        await visit.rest()
        assert visit.play.ply.last == other
        assert len(visit.play.ply.kept) == 1
        await visit.press("end")
        assert visit.play.ply.position == position
        seen = visit.text
        await visit.do("blind")
        assert visit.text != seen
        await visit.do("blind")
        assert visit.moves == " ".join(moves)


@pytest.mark.parametrize(
    ("game", "one", "another"),
    [
        ("tictactoe", "a1 b2 c3", "b1 a2 c3"),
        ("gomoku", "a1 b2 h8", "b1 a2 h8"),
        ("connect-four", "1 2 4", "2 1 4"),
        ("ultimate", "1.1 1.9", "5.1 1.9"),
        ("morris", "a1 b2 c3", "b2 a1 c3"),
        ("nim:3,4,5", "A1 C1", "A2 C1"),
        ("chomp:7,4", "f4 g2", "g4 g2"),
    ],
)
async def test_a_board_without_pieces_tells_two_positions_with_the_same_last_move_not_apart(
    hall: Door, game: str, one: str, another: str
) -> None:
    drawn = {}
    for moves in (one, another):
        async with hall(game, moves, PEOPLE) as visit:
            board = visit.app.screen.query_one(Board)
            for blind in (False, True):
                board.show(board.view._replace(active=False, blind=blind, marks={}))
                drawn[moves, blind] = ["".join(span.text for span in row) for row in board.draw(42, 20)]
    assert drawn[one, True] == drawn[another, True]
    assert drawn[one, False] != drawn[another, False]
