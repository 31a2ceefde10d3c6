"""Spanish: nothing is missing, nothing is mistaken for something else, and the main screens have the room for it."""

from __future__ import annotations

import json
import re
from contextvars import copy_context
from functools import partial
from pathlib import Path

import pytest

from core.analysis import Analysis, Line
from core.games import get, presets
from core.play.match import Match
from core.players import opponents
from core.position import Position
from core.score import Score, Verdict
from core.store.store import open_store
from core.study import answer
from core.study.study import StudyPicture, StudyQuestion, StudyTable
from tests import saying
from tests.tools.messages import compiled, entries, template
from tests.tui.goldens import HOUR, LISTED, NARROW, check_golden, check_parts
from tests.tui.hall import FULL, Door, Visit
from tests.tui.languages import COUNTED, Locale
from tui.command.cli import main
from tui.drawing.studies import draw
from tui.household.surroundings import STORE_FILE, Surroundings
from tui.locale import DOMAIN, LOCALE
from tui.screens.study.document import StudyScreen
from tui.text.catalogue import Language, figures, in_language, parted, say, speak
from tui.text.studied import laid_out
from tui.widgets.panel import PanelView, move_row

SIZE = (80, 24)
HEADER, *TEXTS = entries((LOCALE / "es" / "LC_MESSAGES" / f"{DOMAIN}.po").read_text("utf-8"))
FIELD = re.compile(r"{{|}}|{[^{}]*(?:{[^{}]*})?[^{}]*}")
ENGLISH = re.compile(r"\b(the|move|moves|board|play|win|loses|draw|heap|square|your|cell|hint|Game)\b")


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hall: Door) -> Door:
    """The hall of somebody whose system speaks Spanish."""
    Locale(tmp_path / "locale", monkeypatch).bring("es")
    hall.surroundings = Surroundings(language="es_CO.UTF-8")
    return hall


def test_every_text_is_translated_and_none_waits_to_be_looked_at() -> None:
    translated = {entry.keys for entry in TEXTS if entry.translated}
    assert [entry.keys for entry in entries(template())[1:] if entry.keys not in translated] == []
    assert [entry.keys for entry in TEXTS if entry.fuzzy] == []


def test_every_title_of_a_player_and_every_name_of_a_seat_is_translated() -> None:
    known = {entry.keys[0] for entry in TEXTS}
    titles = {str(player.title) for game in map(get, LISTED) for player in opponents.players(game)}
    seats = {name for game in presets() for name in game.players if len(name) > 1}
    assert titles <= known
    assert "1st" in seats <= known


def test_a_translation_has_the_fields_the_paragraphs_and_the_last_sign_of_the_text() -> None:
    for entry in TEXTS:
        for i, text in enumerate(entry.texts):
            english = entry.keys[min(i, len(entry.keys) - 1)]
            for screen in (True, False):
                fields, of_english = (FIELD.findall(parted(each, screen=screen)) for each in (text, english))
                assert sorted(fields) == sorted(of_english), english
            assert text.count("\n\n") == english.count("\n\n"), english
            assert text[-1] == english[-1] or english[-1] not in ".:?!_… ", english


def test_there_is_one_form_for_one_and_one_for_every_other_number() -> None:
    header = HEADER.texts[0].lower()
    assert "language: es\n" in header
    assert "plural-forms: nplurals=2; plural=(n != 1);\n" in header
    plural = [entry for entry in TEXTS if len(entry.keys) > 1]
    assert plural
    for one, many in (entry.texts for entry in plural):
        assert one != many
        assert "{number}" in one
        assert "{number}" in many


def test_a_key_is_called_what_it_is_called_in_the_footer() -> None:
    known = {entry.keys[0]: entry.texts[0] for entry in TEXTS}
    named = [entry for entry in TEXTS if re.search(r"\bEnter\b", entry.keys[0])]
    assert named
    for entry in named:
        assert all(known["Enter"] in text for text in entry.texts), entry.keys[0]


NEVER_ONE = {
    "{file}: {bytes} bytes. Positions in it: {given}; checked, by the rules alone: {positions}.": (
        "the compression alone takes more than one"
    ),
    "The proof is too large: it has {count} positions by ply {ply}, and {more} more to follow; a larger "
    "--limit allows more.": "more than a limit of one and more",
    "The tree has {nodes} nodes: a position counts once for each order of moves that leads to it.": "said of large trees",
    "{move} was {plies} plies better": "said of two and more",
    "{games} games, {different} different.": "said where some of them are equal",
    "It holds out longest: X may need {plies} plies.": "O has moved, and X has still to win",
    "It has more than {most} bytes, the maximum for a game.": "a limit",
    "The tree has more than {most} nodes.": "a limit",
    "There are more than {most} lines, the maximum for a game of this kind.": "a limit",
    "There are more than {most} points, the maximum for a game of this kind.": "a limit",
    "{key} has more than {most} characters; shorten it.": "a limit",
    "{name} is deeper than {most} plies.": "a limit",
    "it has {size} characters, but only {left} of the {most} for all your games are left.": "no rules are one character",
    "{text} is not a position; write one of {marks} for each of the {count} points, then a space and the "
    "side to move, as in {example}.": "two stones and an empty point",
    "This line has more than {most} characters, the maximum.": "a limit",
    "a variation may have at most {most} moves; begin a new one.": "a limit",
    "it is longer than {most} bytes; continue a long line in the next one.": "a limit",
    "The openings have more than {most} characters; use fewer.": "a limit",
    "This game has more than {most} characters; remove it.": "a limit",
    "notakto, {count} boards": "one board has a name of its own",
    "{text} is not a position of this game; write {rows} rows of 3 characters X or a dot, board after "
    "board from the top, with / between them.": "three a board",
    "There are {odd} odd and {even} even numbers; each may appear only once, and Odd, who begins, has as "
    "many as Even or one more.": "odd and even are words for kinds here",
    "it wrote a line of more than {bytes} bytes": "a limit",
    "The engine process died {deaths} times in a row: {cause}. Ask again or choose another engine.": "tried again first",
    "This window has {width}x{height} characters; the hall needs {columns}x{rows}. Make it larger to go on.": "a product",
    "Swap sides? That ends the match of {games} games.": "only a match of several games ends by it",
    "seen {count} times, a draw at {limit}": "said from the second time on",
    "The position has come up {count} times.": "said from the second time on",
    "{file} has {count} games, but one is needed; save one in its own file, as 'triqui log N --export FILE' does.": (
        "one is needed"
    ),
    "The tree of {game} is too large: its positions have more than {most} moves in all; choose smaller heaps.": "a limit",
    "It scores {points}: every move loses, none later than this one, after {plies} plies.": "two at least",
    "There are more than {most} boards one move from this position of {game}; choose a smaller board.": "a limit",
    "{game} has games of more than {most} moves, too long to list; choose a smaller board.": "a limit",
    "{game} has too many games to list: at most {most} moves are tried at each move, and at move {nth} "
    "there are more; choose a smaller board, or give first moves with --moves.": "a limit",
    "{game} has more than {most} positions up to symmetry, too many to learn box by box; choose a smaller "
    "game, such as tictactoe or nim:3,4,5.": "a limit",
    "{game} has more than {most} moves in one position; choose a smaller game, such as tictactoe or nim:3,4,5.": "a limit",
    "{game} has more than {most} boards, too many for one drawing; choose a smaller board.": "a limit",
    "The tree of {game} from here is too large: minimax visits at most {nodes} nodes, {plies} plies deep; "
    "choose a smaller board, a later position, or a depth, as in 'depth=2'.": "limits",
    "A position has at most {most} characters.": "a limit",
    "More than {most} points are set up; leave some out.": "a limit",
    "Column {x}, row {y} is off the board of {columns}x{rows} points.": "a product",
    "This file has five in a row on {columns}x{rows} points, not {game}; leave the game out, or name another.": (
        "a product"
    ),
    "There is no five in a row on {columns}x{rows} points here: boards have at most {most} points on a side, and exactly "
    "five wins only on 15x15, 19x19 and 20x20.": "a product, and a limit",
    "Moves that score 0: {count} of {moves}. It plays the first of them, counting column by column; after it "
    "nobody can force a win within {depth} plies.": "its horizon",
}
"""Texts with a number of things and no form for one, and why none is needed."""
OF_IDS = re.compile(r"^\S+ is written .+, as in \S+$")
"""How the id of a family of games is written: its numbers are limits."""


def test_a_text_with_a_number_of_things_that_can_be_one_has_a_form_for_one() -> None:
    assert COUNTED.search("{number} moves")
    alone = {entry.keys[0] for entry in TEXTS if len(entry.keys) == 1 and COUNTED.search(entry.keys[0])}
    assert {text for text in alone if not OF_IDS.match(text)} == NEVER_ONE.keys()


def test_the_catalogue_says_which_language_it_is_in_its_own_words() -> None:
    assert {entry.keys[0]: entry.texts for entry in TEXTS}["English"] == ("Español",)
    assert compiled("")[:4] == b"\xde\x12\x04\x95"


def test_numbers_are_written_as_spanish_writes_them_on_the_screen_and_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")

    def in_spanish(text: str) -> str:
        speak(Language("es"))
        return figures(text)

    for english, spanish in {
        "5,478": "5.478",
        "1,234,567": "1.234.567",
        "0.25": "0,25",
        "+0.35": "+0,35",
        "~-.35": "~-,35",
        "34 = 21 + 13 ...": "34 = 21 + 13 ...",
        "A=1,000": "A=1.000",
    }.items():
        assert copy_context().run(in_spanish, english) == spanish
        assert figures(english) == english
    for line, said in {
        "perft tictactoe 4": "3.024",
        "analyse nim:123456": "123.455",
        "analyse tictactoe --depth 2 --moves a1": " s",
    }.items():
        assert copy_context().run(main, ["--language", "es", *line.split()]) == 0
        spoken = capsys.readouterr().out
        assert said in spoken
        assert re.search(r"\d\.\d\d?\b|\d,\d{3}\b", spoken) is None, spoken
    assert copy_context().run(main, ["--language", "es", "analyse", "tictactoe", "--json", "--depth", "2"]) == 0
    document = capsys.readouterr().out
    assert isinstance(json.loads(document), dict)


def test_won_and_lost_heaps_have_one_letter_each_and_misere_one_spelling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")
    for language, right, wrong in (("es", "GP", r"[WL]|misere"), ("en", "WL", r"[GP]|misère")):
        assert copy_context().run(main, ["--language", language, "study", "table"]) == 0
        spoken = re.sub(r"/misere|P\. M\.", "", capsys.readouterr().out)
        assert all(re.search(rf"\b{letter}\b", spoken) for letter in right)
        assert re.findall(rf"\b({wrong})\b", spoken) == []


def test_a_page_of_help_and_a_complaint_of_the_command_line_are_spanish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")

    def run(line: str) -> int:
        code: int = copy_context().run(main, ["--language", "es", *line.split()])
        return code

    assert run("watch --help") == 0
    shown = capsys.readouterr().out
    for part in (
        "Uso: triqui watch [OPCIONES] {JUEGO}",
        "Argumentos:",
        "Opciones:",
        "[obligatorio]",
        "Muestra este mensaje y sale.",
    ):
        assert part in shown
    assert ENGLISH.findall(re.sub(r"triqui watch.*|--\S+", "", shown)) == []
    assert run("--help") == 0
    assert "Uso: triqui [OPCIONES] ORDEN [ARGUMENTOS]...\n" in capsys.readouterr().out
    for command in ("analyse", "match", "perft", "engine", "watch", "games", "players", "bench"):
        assert run(f"{command} --help") == 0
        page = re.sub(r"Ejemplo:.*|\(CODE\)", "", capsys.readouterr().out)
        assert re.findall(r"\b(GAME|ENGINE|PLAYER|DEPTH|WHO|TEXT|LEVEL|OPTIONS|COMMAND|ARGS|CODE)\b", page) == []
    for line, said in {
        "watch": "Falta el argumento 'JUEGO'; 'triqui watch --help' muestra cómo se escribe.",
        "play tictactoe b2": "Sobran argumentos (b2); 'triqui play --help' muestra cómo se escribe.",
        "games --jsn": "No hay ninguna opción --jsn; ¿quieres decir --json? 'triqui games --help' las muestra todas.",
    }.items():
        assert run(line) == 2
        assert capsys.readouterr().err == f"{said}\n"


def test_players_whose_names_are_words_have_them_in_spanish_in_what_is_studied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")

    def spoken(question: StudyQuestion) -> str:
        speak(Language("es"))
        said = answer(question)
        tables = [part for part in said.parts if isinstance(part, StudyTable)]
        heads = [say(column.head) for table in tables for column in laid_out(table).columns]
        notes = [say(note) for table in tables for note in table.notes]
        cells = [cell.text for table in tables for row in laid_out(table).rows for cell in row]
        pictures = [part for part in said.parts if isinstance(part, StudyPicture)]
        lines = [line for picture in pictures for line in draw(picture).lines]
        return "\n".join((*heads, *notes, *cells, *lines))

    for topic in ("games", "listing", "strategies", "graph", "minimax", "nim", "puzzles"):
        text = copy_context().run(spoken, StudyQuestion(topic, ("nim:1,2" if topic != "puzzles" else "nim:3,4,5",)))
        assert "1.º" in text, topic
        assert re.findall(r"\b(1st|2nd)\b", text) == [], topic


def test_seconds_that_are_studied_have_the_decimal_sign_of_spanish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")

    def seconds() -> list[str]:
        speak(Language("es"))
        table = answer(StudyQuestion("minimax", ("nim:2",))).table("searches")
        return [row["seconds"].text for row in saying.cells(table)]

    found = copy_context().run(seconds)
    assert [re.fullmatch(r"\d+,\d{3}", text) is not None for text in found] == [True] * 4


# Pictures. A text that is cut ends with a sign; here none is, but for the names of games too long for their list.


async def check(name: str, visit: Visit) -> None:
    """Look for what is cut or English on a screen, and compare its parts with their picture."""
    is_whole(visit.text)
    assert ENGLISH.findall(visit.text) == []
    await visit.resize(*NARROW)
    await check_parts(f"{name}-spanish", visit)


def is_whole(text: str) -> None:
    """Nothing on a screen is cut."""
    assert "…" not in text
    assert re.search(r"[a-z] \.\.\.\s*$", text, re.MULTILINE) is None


def _answered(screen: StudyScreen) -> bool:
    return screen.study is not None and screen.study.final


async def test_no_table_of_a_study_is_cut_at_the_right(spanish: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.study.search.mnk.BUDGETS", ())
    async with spanish() as visit:
        for topic in ("mnk", "games"):
            screen = StudyScreen(StudyQuestion(topic))
            visit.app.call_later(visit.app.push_screen, screen)  # in the app's own language
            await visit.until(partial(_answered, screen))
            await visit.settle()
            assert screen.study
            await visit.resize(120, 40)
            await visit.resize(*SIZE)
            for part in screen.parts:
                assert not screen.sheet.is_cut, (topic, part)
                await visit.do("next_part")
            await visit.do("leave")


@pytest.mark.usefixtures("canned")
async def test_home(spanish: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = tuple(map(get, LISTED))
    monkeypatch.setattr("core.games.listed", lambda: listed)
    store, trouble = open_store(spanish.folder / STORE_FILE, lambda: 1000.0)
    assert trouble is None
    for game, moves in (("nim:3,4,5", "A1 B2"), ("tictactoe", "b2 a1 a3 c1 b3 b1 a2 c2 c3")):
        match = Match(get(game), ("human", FULL))
        for name in moves.split()[:6]:
            match = match.play(match.position.parse(name))
        store.save(match)
    store.close()
    async with spanish() as visit:
        visit.app.store_clock = lambda: 1000.0 + 2 * HOUR
        visit.home.reload()
        await visit.pilot.pause()
        check_golden("home-spanish", visit.text, SIZE)
        is_whole(visit.text)


@pytest.mark.usefixtures("canned")
async def test_play(spanish: Door) -> None:
    spanish.furnish(panel="live", marks=True)
    async with spanish("tictactoe", "a1 b2 c3", (FULL, "human")) as visit:
        await visit.do("hint", "hint", "hint", "hint")
        await check("play", visit)


@pytest.mark.usefixtures("canned")
async def test_a_game_of_heaps(spanish: Door) -> None:
    spanish.furnish(panel="live", marks=True)
    async with spanish("nim:3,4,5", "A1", (FULL, "human")) as visit:
        await check("nim", visit)


@pytest.mark.usefixtures("canned")
async def test_the_end_of_a_game(spanish: Door) -> None:
    async with spanish("tictactoe", "a1 b2 c3 c1 a3 b3", ("human", FULL)) as visit:
        await visit.write("a2")
        await visit.press("enter")
        await visit.rest()
        await check("end", visit)


@pytest.mark.usefixtures("canned")
async def test_watch(spanish: Door) -> None:
    async with spanish("tictactoe", "a1 b2 c3", (FULL, "mcts:2")) as visit:
        await check("watch", visit)


@pytest.mark.usefixtures("canned")
async def test_the_footer_of_watch_has_both_keys_of_the_speed(spanish: Door) -> None:
    async with spanish("tictactoe", "a1 b2 c3", (FULL, "mcts:2")) as visit:
        assert "- lento  + rápido" in visit.text.splitlines()[-1]


@pytest.mark.usefixtures("canned")
async def test_review(spanish: Door) -> None:
    async with spanish("tictactoe", "a1 b2 c3 c1 a3 b3 a2", (FULL, "human")) as visit:
        await visit.do("review")
        await visit.press("home")
        await visit.do("next_mistake")
        await visit.rest()
        await check("review", visit)


@pytest.mark.usefixtures("canned")
async def test_what_was_better(spanish: Door) -> None:
    async with spanish("tictactoe", "a1 b2 c3 c1 a3 b3 a2", (FULL, "human")) as visit:
        await visit.do("review")
        await visit.rest()
        await visit.do("better")
        await visit.press("right")
        await visit.rest()
        await check("review-better", visit)


@pytest.mark.usefixtures("canned")
async def test_a_mistake_tried_again(spanish: Door) -> None:
    async with spanish("tictactoe", "a1 b2 c3 c1 a3 b3 a2", (FULL, "human")) as visit:
        await visit.do("review")
        await visit.rest()
        await visit.do("retry_mistakes")
        await visit.move("a3")
        await check("retry", visit)


async def test_help(spanish: Door) -> None:
    async with spanish("tictactoe", "a1 b2 c3", (FULL, "human")) as visit:
        await visit.do("help")
        await visit.until(lambda: "▸ Teclas" in visit.text)
        is_whole(visit.text)


@pytest.mark.parametrize("code", ["en", "es"])
def test_the_words_for_values_leave_a_blank_before_the_line_of_a_move(code: str) -> None:
    position = Position.start(get("pong-hau-ki"))
    move = position.moves[0]
    scores = (Score.estimate(0.0), *map(Score.exact, Verdict))
    with in_language(Language(code)):
        for score in scores:
            analysis = Analysis(position, (Line(move, score, (move,)),), 1, 1, 0.0, True)
            row = "".join(span.text for span in move_row(PanelView("", ""), analysis, analysis.lines[0], 36))
            assert row.rstrip().endswith(f" {position.name(move)}"), row
