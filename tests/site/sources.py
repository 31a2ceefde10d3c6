"""The sources of the site, in the Markdown of MyST.

Topics, rules and studies are the texts that ``triqui help`` and ``triqui study`` print; the pages of commands are what
``triqui COMMAND --help`` prints. Only the pages in ``pages/LANGUAGE/`` are written for the site: the front page, which has
the navigation, and the heads of the lists. There a line ``{rules}`` is replaced by the list of these pages.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import copy_context
from pathlib import Path
from typing import NamedTuple

import typer
from typer.core import TyperGroup

from core.games import get
from core.kits import KITS, OWN
from core.study import TOPICS, answer
from core.study.study import PagePart, Study, StudyPicture, StudyQuestion, StudyTable, Text, title_of
from tests.listed import PublicName, listed
from tui import manual, rules
from tui.command.commands import app_of
from tui.command.spoken import translated
from tui.drawing.studies import draw
from tui.text.catalogue import Language, name_keys, say, speak
from tui.text.keys import ActiveKeys
from tui.text.pages import blocks
from tui.text.studied import laid_out, paragraphs_of
from tui.text.words import name

ROOT = Path(__file__).parents[2]
PAGES = Path(__file__).parent / "pages"
SCREENSHOTS = ROOT / "screenshots"
WIDTH = 80
"""Columns of the help of a command."""
MAX_DESCRIPTION = 160
"""Maximum number of characters of a description for search engines."""
DAY = "2026-11-22"
"""The day of the daily puzzle on the site, so that a site built twice is the same."""
PICTURES: Mapping[str, Sequence[str]] = {
    "manual/browser": ("browser.png",),
    "manual/engines": ("watch.svg",),
    "manual/hall": ("hall.svg", "table.svg"),
    "study/index": ("learn.svg",),
}
"""The screenshots of each page that does not give its name to one."""
_CODE = re.compile(r"(`[^`]+`)")
_NAMED = re.compile(r"`triqui (?:(help|study) ([a-z0-9-]+)[^`]*|([a-z]+) --help)`")


class Page(NamedTuple):
    """A page of the site."""

    path: str
    """Its place in a language, without a suffix, as ``manual/own``."""
    title: str
    body: str
    """Its Markdown below the title."""
    summary: str
    """A plain sentence about it."""

    @property
    def text(self) -> str:
        """Its Markdown, with the screenshots below the first paragraph."""
        folder, _slash, id = self.path.rpartition("/")
        usual = f"study-{id}.svg" if folder == "study" else f"{id}.svg" if folder in ("manual", "rules") else ""
        named = PICTURES.get(self.path, (usual,) if (SCREENSHOTS / usual).is_file() else ())
        pictures = [f"![{_plain(self.title)}](/screenshots/{each})" for each in named]
        first, _blank, rest = self.body.partition("\n\n")
        return "\n\n".join((f"# {_plain(self.title)}", first, *pictures, rest)).strip() + "\n"


def studied(clock: Callable[[], float] = time.monotonic) -> list[Study]:
    """The answer of each topic to its usual question. ``clock`` gives the seconds after which topics that always find more
    are taken as they are."""
    arguments = {"daily": (DAY,)}
    return [answer(StudyQuestion(topic, arguments.get(topic, ())), clock=clock) for topic in TOPICS]


def pages(code: str, studies: Iterable[Study]) -> list[Page]:
    """All pages in the language of a code. The studies are the same in every language."""
    return copy_context().run(_pages, code, studies)


def write(folder: Path, code: str, studies: Iterable[Study]) -> None:
    """Write the pages of a language, each with its description for search engines, and the screenshots."""
    for page in pages(code, studies):
        file = folder / f"{page.path}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        description = json.dumps(_short(page.summary), ensure_ascii=False)
        file.write_text(f'---\nmyst:\n  html_meta:\n    "description": {description}\n---\n{page.text}', "utf-8")
    shutil.copytree(SCREENSHOTS, folder / "screenshots", dirs_exist_ok=True)


def _pages(code: str, studies: Iterable[Study]) -> list[Page]:
    speak(Language(code))
    name_keys(ActiveKeys())
    found = {
        "topics": [_topic(topic) for topic in manual.TOPICS],
        "rules": [_rules(id) for id in (*KITS, *OWN)],
        "studies": [_study(study) for study in studies],
        "commands": list(_commands()),
    }
    texts = {
        **{field: _list(listed) for field, listed in found.items()},
        "triqui": _help(_command_line()),
        "reference": _reference(),
        **{field: _below_title(ROOT / ".github" / f"{field.upper()}.md") for field in ("changelog", "contributing")},
    }
    return [*_written(code, texts), *(page for some in found.values() for page in some)]


def _written(code: str, texts: Mapping[str, str]) -> Iterator[Page]:
    """The pages that are written for the site, with the texts in the place of their names."""
    for file in sorted((PAGES / code).rglob("*.md")):
        title, _blank, body = file.read_text("utf-8").partition("\n")
        for field, value in texts.items():
            body = body.replace(f"\n{{{field}}}\n", f"\n{value}\n")
        path = file.relative_to(PAGES / code).with_suffix("").as_posix()
        yield Page(path, title.removeprefix("# "), body.strip(), _first_paragraph(body))


def _list(listed: Sequence[Page]) -> str:
    """The titles of some pages with their summaries, and their place in the navigation."""
    rows = "\n\n".join(f"[{_plain(page.title)}](/{page.path}.md)\n: {_plain(page.summary)}" for page in listed)
    tree = "\n".join(f"/{page.path}" for page in listed)
    return f"{rows}\n\n```{{toctree}}\n:hidden:\n\n{tree}\n```"


def _topic(topic: str) -> Page:
    text = manual.page(topic)
    title = manual.title(topic)
    return Page(f"manual/{topic}", title, body(text), _first_paragraph(text) or title)


def _rules(id: str) -> Page:
    """The rules of a family, with the command that plays each of its games."""
    text = rules.of_family(id)
    if id in OWN:
        title, summary, played = f"{manual.title('own')}: {id.removeprefix('own-')}", _first_paragraph(text), []
    else:
        ids = KITS[id].presets.split()
        title, summary, played = name(get(ids[0])), say(get(ids[0]).rules), [f"triqui play {each}" for each in ids]
    lines = "\n".join(played)
    return Page(f"rules/{id}", title, (f"```\n{lines}\n```\n\n" if played else "") + body(text), summary)


def _study(study: Study) -> Page:
    topic = TOPICS[study.question.topic]
    parts = [f"```\ntriqui study {' '.join(filter(None, (topic.name, topic.usage)))}\n```"]
    parts += [f"## {_plain(say(title_of(part)))}\n\n{_part(part)}" for part in study.parts]
    parts.append("\n".join(f"- {_plain(say(source))}" for source in study.sources))
    return Page(f"study/{topic.name}", say(study.title), "\n\n".join(parts), say(topic.summary))


def _part(part: PagePart) -> str:
    match part:
        case Text():
            shown, told = "", part.told
        case StudyPicture():
            drawn = draw(part)
            shown, told = "```text\n{}\n```\n\n".format("\n".join(map(str, drawn.lines))), tuple(drawn.legend)
        case StudyTable():
            shown, told = _table(part), part.notes
    return shown + "\n\n".join(map(_plain, paragraphs_of(told)))


def _table(table: StudyTable) -> str:
    shown = laid_out(table)
    if not shown.rows:
        return ""
    lines = [
        [_plain(say(column.head)) for column in shown.columns],
        ["---:" if column.right else "---" for column in shown.columns],
        *([_plain(cell.text) for cell in row] for row in shown.rows),
    ]
    return "".join("| {} |\n".format(" | ".join(line)) for line in lines) + "\n"


def _command_line() -> typer.Context:
    """The command ``triqui`` in the language spoken here."""
    group = translated(typer.main.get_group(app_of()))
    context = group.make_context("triqui", [], resilient_parsing=True, terminal_width=WIDTH)
    assert isinstance(context, typer.Context)
    return context


def _commands() -> Iterator[Page]:
    for context in _below(_command_line()):
        inner = [f"## {each.command_path}\n\n{_help(each)}" for each in _below(context)]
        path = f"commands/{context.info_name}"
        yield Page(path, context.command_path, "\n\n".join((_help(context), *inner)), context.command.help or "")


def _below(context: typer.Context) -> Iterator[typer.Context]:
    """The commands of a command."""
    commands = context.command.commands if isinstance(context.command, TyperGroup) else {}
    for word, command in commands.items():
        below = command.context_class(command, info_name=word, parent=context, terminal_width=WIDTH)
        assert isinstance(below, typer.Context)
        yield below


def _help(context: typer.Context) -> str:
    return f"```text\n{context.get_help().strip()}\n```"


def _reference() -> str:
    """What ``triqui help api`` lists, with its docstrings."""
    parts = []
    for module, names in listed().items():
        parts.append(f"## {module}\n\n```{{eval-rst}}\n.. currentmodule:: {module}\n")
        parts += [_documented(each) for each in names]
        parts.append("```\n")
    return "\n".join(parts)


def _documented(each: PublicName) -> str:
    members = f"   :members: {', '.join(each.members)}\n   :undoc-members:\n" if each.members else ""
    return f".. auto{each.kind}:: {each.name}\n{members}"


def _below_title(file: Path) -> str:
    return file.read_text("utf-8").partition("\n")[2]


def body(text: str) -> str:
    """A page in the Markdown of the manual as MyST, without its title."""
    return "\n\n".join(filter(None, (_block(kind, said) for kind, said in blocks(text))))


def _block(kind: str, text: str) -> str:
    match kind:
        case "title":
            return ""
        case "heading":
            return f"## {_marked(text)}"
        case "row":
            term, said = text[1:].split("`: ", 1)
            return f"{_marked(f'`{term}`')}\n: {_marked(said)}"
        case "bullet":
            return f"- {_marked(text)}"
        case "code":
            return _listing(text)
        case _:
            return _no_list(_marked(text))


def _listing(text: str) -> str:
    """A block of code: an example that can be tried, Python, or anything else."""
    if text.startswith(">>> "):
        return f"```{{doctest}}\n{text}\n```"
    try:
        compile(text, "page", "exec")
    except SyntaxError:
        return f"```\n{text}\n```"
    return f"```python\n{text}\n```"


def _marked(text: str) -> str:
    """A text of the manual: what is no mark of it is none of Markdown's either, and a command leads to its page."""
    return "".join(_linked(piece) if i % 2 else _escaped(piece) for i, piece in enumerate(_CODE.split(text)))


def _linked(code: str) -> str:
    found = _NAMED.fullmatch(code)
    if not found:
        return code
    verb, subject, command = found.groups()
    if command:
        path = f"commands/{command}"
    elif verb == "study":
        path = f"study/{subject}" if subject in TOPICS else ""
    else:
        places = {"manual": manual.TOPICS, "rules": (*KITS, *OWN)}
        path = next((f"{folder}/{subject}" for folder, names in places.items() if subject in names), "")
    return f"[{code}](/{path}.md)" if path else code


def _escaped(text: str) -> str:
    return re.sub(r"([\\_<>\[\]#|~$^{}])", r"\\\1", text)


def _plain(text: str) -> str:
    """A text in which nothing is Markdown."""
    return _no_list(re.sub(r"([\\`*_<>\[\]#|~$^{}])", r"\\\1", " ".join(text.split())))


def _no_list(text: str) -> str:
    """A paragraph whose beginning does not make it an item of a list."""
    return re.sub(r"^([-+=])(?= )", r"\\\1", re.sub(r"^(\d+)([.)])(?= )", r"\1\\\2", text))


def _first_paragraph(text: str) -> str:
    """The first paragraph of a page without its marks."""
    said = next((said for kind, said in blocks(text) if kind == "text"), "")
    return re.sub(r"[`*]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", said))


def _short(text: str) -> str:
    """A text of at most :data:`MAX_DESCRIPTION` characters, cut behind a word."""
    return text if len(text) <= MAX_DESCRIPTION else text[: MAX_DESCRIPTION - 1].rpartition(" ")[0] + "…"
