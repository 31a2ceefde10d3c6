"""A browser for tests."""

from tests.tui.web.browser import browser as browser
