"""What the server serves: its own pages, scripts and styles, and nothing else."""

from pathlib import Path

import pytest

from firmware_host.web.page_texts import PAGES
from tests.web.pages import get, really, table

SCRIPTS = ("/static/table.js", "/static/styles/table.css")
NOT_THERE = (
    "/seat/9",
    "/seat/" + "9" * 5000,
    "/seat/one",
    "/static/server.py",
    "/static/..%2fserver.py",
    "/static/none.js",
    "/static/pages/table.html",
    "/etc",
)


@pytest.mark.parametrize("path", ["/", "/seat/1", "/public", "/private", *SCRIPTS])
def test_every_page_forbids_whatever_is_not_ours(path: str) -> None:
    async def evening() -> None:
        async with table() as served:
            status, headers, _ = await get(served, path)
            policy = headers["content-security-policy"]
            assert (status, "default-src 'none'" in policy, "unsafe" in policy) == (200, True, False)

    really(evening())


@pytest.mark.parametrize("file", sorted(PAGES.glob("*.html")), ids=lambda file: file.name)
def test_pages_have_no_script_or_style_of_their_own_and_nothing_from_elsewhere(file: Path) -> None:
    text = file.read_text()
    assert not [bad for bad in ("<style", "style=", "onclick", "javascript:", "http://", "https://") if bad in text]
    assert (
        text.count("<script")
        == text.count("</script>")
        == text.count('src="/static/') - text.count('<img src="/static/')
    )


@pytest.mark.parametrize("path", NOT_THERE, ids=lambda path: path[:24])
def test_nothing_else_is_served(path: str) -> None:
    async def evening() -> None:
        async with table() as served:
            assert (await get(served, path))[0] == 404

    really(evening())


@pytest.mark.parametrize(("old", "new"), [("/host", "/private"), ("/table", "/public")])
def test_old_addresses_lead_to_the_new_ones(old: str, new: str) -> None:
    async def evening() -> None:
        async with table() as served:
            assert await get(served, old) == await get(served, new)

    really(evening())


def test_a_file_is_served_whole_even_if_a_part_of_it_is_asked_for() -> None:
    """Some versions of Starlette take a second to answer a long list of parts."""

    async def evening() -> None:
        async with table() as served:
            assert (await get(served, SCRIPTS[0], headers={"Range": "bytes=0-9"}))[0] == 200

    really(evening())
