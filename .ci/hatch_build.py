"""The hook by which a build compiles the catalogues of the languages, for a wheel and for ``pip install -e .`` alike."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles them before the files of the wheel are gathered."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the ``.mo`` files, which git does not know, and let them into the wheel."""
        runpy.run_path(str(Path(self.root, ".ci", "catalogues.py")))["compile_all"]()
        build_data["artifacts"].append("tui/locale/**/*.mo")
