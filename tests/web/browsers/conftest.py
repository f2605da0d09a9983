"""A browser for every test of this folder that wants one."""

from tests.web.browsers.browser import browser

__all__ = ["browser"]
