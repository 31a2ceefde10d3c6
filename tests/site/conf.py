"""The settings of Sphinx. ``python -m tests.tools.site`` gives the language and the names of all languages."""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from core import __version__  # noqa: E402, found only now

project = "triqui"
author = "the authors of triqui"
release = __version__
language = os.environ["TRIQUI_SITE_LANGUAGE"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
autoclass_content = "both"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
smartquotes = False  # what is typed stays as it is typed
highlight_language = "none"
suppress_warnings = ["myst.header"]  # the changelog has its own levels of headings

html_theme = "furo"
html_title = f"triqui {release}"
html_static_path = [str(HERE / "theme" / "static")]
html_css_files = ["site.css"]
templates_path = [str(HERE / "theme" / "templates")]
html_context = {"languages": [each.split("=") for each in os.environ["TRIQUI_SITE_LANGUAGES"].split(",")]}
html_sidebars = {
    "**": [
        *("sidebar/scroll-start.html", "sidebar/brand.html", "languages.html", "sidebar/search.html"),
        *("sidebar/navigation.html", "sidebar/scroll-end.html"),
    ]
}
html_copy_source = False
html_show_copyright = False
html_use_index = language == "en"  # the docstrings are in English
html_domain_indices = False
