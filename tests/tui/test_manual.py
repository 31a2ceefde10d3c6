"""The manual: a page for each topic in each language, complete by the tables of the hall, on a terminal and as a man page."""

from __future__ import annotations

import re
import shutil
import subprocess
from contextvars import copy_context
from pathlib import Path

import pytest
import typer

from core.engines import NAMES
from core.games import presets
from core.kits import KITS
from tests.tools.messages import entries
from tests.tui.languages import Locale
from tui import manual
from tui.command.cli import main
from tui.command.commands import app_of
from tui.household.settings import Settings
from tui.household.settings_file import FILE
from tui.household.surroundings import ASKED, HOME, LANGUAGES, LOG_FILE, STORE_FILE
from tui.locale import DOMAIN, ENGLISH, LOCALE, codes
from tui.text.pages import blocks, plain, roff

FOLDER = Path(manual.__file__).parent
LANGUAGES_OF_PAGES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and "_" not in path.name)
COMMANDS = sorted(typer.main.get_group(app_of()).commands)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command prints."""
    assert copy_context().run(main, list(words)) == 0
    return capsys.readouterr().out


def test_every_language_has_a_page_for_each_topic_and_none_besides() -> None:
    assert sorted(codes()) == LANGUAGES_OF_PAGES
    for language in LANGUAGES_OF_PAGES:
        assert {path.stem for path in (FOLDER / language).iterdir()} == set(manual.TOPICS)


def row_codes(text: str) -> list[str]:
    """What the rows of a page explain."""
    return [said.partition("`: ")[0] for kind, said in blocks(text) if kind == "row"]


def translated(code: str, language: str) -> str:
    """A command with its placeholders, such as FILE, in a language."""
    if language == ENGLISH:
        return code
    catalogue = entries((LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po").read_text("utf-8"))
    words = {entry.keys[0]: entry.texts[0] for entry in catalogue}
    return re.sub(r"\b[A-Z]{3,}\b", lambda found: words.get(found[0], found[0]), code)


@pytest.mark.parametrize("topic", manual.TOPICS)
def test_a_page_has_the_same_parts_tables_and_codes_in_every_language(topic: str) -> None:
    english = row_codes((FOLDER / ENGLISH / f"{topic}.md").read_text("utf-8"))
    shapes = []
    for language in LANGUAGES_OF_PAGES:
        text = (FOLDER / language / f"{topic}.md").read_text("utf-8")
        tables = re.findall(r"^\{(\w+)\}$", text, re.MULTILINE)
        assert set(tables) <= set(manual.TABLES)
        assert row_codes(text) == [translated(code, language) for code in english]
        shapes.append(([kind for kind, _said in blocks(text)], tables))
    assert all(shape == shapes[0] for shape in shapes)


def test_every_table_stands_on_a_page_and_no_field_is_left() -> None:
    assert not re.search(r"^\{\w+\}$", "".join(map(manual.page, manual.TOPICS)), re.MULTILINE)
    written = "".join(path.read_text("utf-8") for path in (FOLDER / "en").iterdir())
    assert all(f"\n{{{table}}}\n" in written for table in manual.TABLES)


def test_the_pages_name_every_game_engine_file_variable_and_setting() -> None:
    assert all(f"`{game.id}`" in manual.page("games") for game in presets())
    assert all(f"`{engine}`" in manual.page("engines") for engine in NAMES)
    files = manual.page("files")
    for name in (STORE_FILE, LOG_FILE, FILE, HOME, ASKED, *LANGUAGES, "NO_COLOR", "TERM", "SSH_CONNECTION"):
        assert name in files
    assert f'`opponent`: "{Settings().opponent}"' in files


def test_the_help_of_the_program_names_every_topic(capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(capsys, "--help").partition("'triqui help TOPIC'")[2]
    assert all(topic in shown for topic in manual.TOPICS)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in manual.TOPICS])
def test_help_on_a_command_is_its_own_help(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert told(capsys, "help", name) == told(capsys, name, "--help")


def test_a_name_of_a_topic_and_a_command_tells_of_both(capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(capsys, "help", "engines")
    assert shown.startswith("ENGINES\n")
    assert shown.endswith(told(capsys, "engines", "--help"))


@pytest.mark.parametrize("name", [*KITS, "nim:3,4,5/misere"])
def test_help_on_a_game_is_its_page_of_rules(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert len(told(capsys, "help", name)) > 200


def test_help_alone_is_the_help_of_the_program_and_the_topics(capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(capsys, "help")
    assert shown.startswith(told(capsys, "--help"))
    assert "  exit            Exit codes\n" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["help", "chess"],
            "There is no topic 'chess'; the topics are games, players, engines, panel, review, tournaments, keys, hall, "
            "plain, browser, serving, files, formats, protocols, own, python, certificates, api, versions, exit, "
            "every command and every game.\n",
        ),
        (["help", "keys", "--man"], "--man prints the whole manual; leave out 'keys'.\n"),
    ],
)
def test_what_cannot_be_told_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err == said


def test_the_manual_speaks_spanish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")
    assert told(capsys, "--language", "es", "help", "players").startswith(
        "JUGADORES\n\ntriqui tiene rivales de todas las fuerzas."
    )
    man = told(capsys, "--language", "es", "help", "--man")
    assert '.SH "NOMBRE"' in man
    assert '.SH "CÓDIGOS DE SALIDA"' in man


PAGE = """# A page

Words with `code-1`, **strong** and \\ in them.

- `a`: one thing
- `longer than the column`: another
- a bullet
  that goes on

```
.first line
second
```
"""


def test_a_page_for_the_terminal_is_wrapped_and_its_rows_stand_in_columns() -> None:
    assert plain(PAGE, 40) == (
        "A PAGE\n\n"
        "Words with code-1, strong and \\ in them.\n\n"
        "  a               one thing\n"
        "  longer than the column\n"
        "                  another\n\n"
        "  - a bullet that goes on\n\n"
        "    .first line\n"
        "    second\n"
    )


def test_a_page_for_man_says_nothing_that_roff_takes_for_its_own() -> None:
    assert roff(PAGE) == (
        '.SH "A PAGE"\n'
        ".PP\nWords with \\fBcode\\-1\\fR, \\fBstrong\\fR and \\e in them.\n"
        ".TP\n\\fBa\\fR\none thing\n"
        ".TP\n\\fBlonger than the column\\fR\nanother\n"
        ".IP \\(bu 2\na bullet that goes on\n"
        ".PP\n.nf\n\\&.first line\nsecond\n.fi\n"
    )


@pytest.mark.parametrize("language", LANGUAGES_OF_PAGES)
def test_the_man_page_has_all_commands_and_topics_and_roff_complains_of_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    if language != "en":
        Locale(tmp_path / "locale", monkeypatch).bring(language)
    man = told(capsys, "--language", language, "help", "--man")
    assert man.startswith(".TH TRIQUI 1 ")
    assert [name for name in COMMANDS if f'.SS "triqui {name}"\n' not in man] == []
    assert man.count('.SH "') == 4 + len(manual.TOPICS)
    if not shutil.which("groff"):
        pytest.skip("there is no groff here")
    command = ["groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-z"]
    assert subprocess.run(command, input=man.encode(), capture_output=True, check=True).stderr == b""
