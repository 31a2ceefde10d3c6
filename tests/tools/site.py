"""Build the site: ``python -m tests.tools.site [FOLDER] [--builder BUILDER]``, after ``pip install -e '.[docs]'``.

The pages are in ``FOLDER/html``, a folder for each language, and their sources in ``FOLDER/sources``. The builders are
``html``, ``doctest``, which runs the examples, and ``linkcheck``, which visits the addresses outside the site. Every warning
of Sphinx is an error.
"""

from __future__ import annotations

import argparse
import os
import runpy
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tests.site import sources
from tui.locale import codes
from tui.text.catalogue import Language

SETTINGS = sources.ROOT / "tests" / "site"
"""The folder of ``conf.py`` and of the theme."""
USUAL = sources.ROOT / "build" / "site"


def main(arguments: list[str]) -> int:
    """Write the sources of every language and build them; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.site", description="Build the manual as a site.")
    parser.add_argument("folder", nargs="?", type=Path, default=USUAL, help="where to write it; usually build/site")
    parser.add_argument("--builder", choices=("html", "doctest", "linkcheck"), default="html")
    asked = parser.parse_args(arguments)
    if any(find_spec(name) is None for name in ("furo", "myst_parser", "sphinx")):
        parser.error("Sphinx or a part of it is missing; install it by pip install -e '.[docs]'.")
    folder: Path = asked.folder
    shutil.rmtree(folder / "sources", ignore_errors=True)
    runpy.run_path(str(sources.ROOT / ".ci" / "catalogues.py"))["compile_all"]()
    studies = sources.studied()
    for code in codes():
        source = folder / "sources" / code
        sources.write(source, code, studies)
        built = build(source, folder / asked.builder / code, folder / "read" / code, code, asked.builder)
        if built:
            return built
    if asked.builder == "html":
        shutil.copy(SETTINGS / "theme" / "front.html", folder / "html" / "index.html")
        print(f"The site is in {folder / 'html'}; open index.html there.")
    return 0


def build(source: Path, target: Path, read: Path, code: str, builder: str) -> int:
    """Have Sphinx build the sources of a language; its exit code. What it has read is kept in ``read``."""
    languages = ",".join(f"{each}={Language(each).name}" for each in codes())
    environment = {**os.environ, "TRIQUI_SITE_LANGUAGE": code, "TRIQUI_SITE_LANGUAGES": languages}
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "--builder", builder]
    command += ["--fresh-env", "--doctree-dir", str(read), "--conf-dir", str(SETTINGS), str(source), str(target)]
    return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
