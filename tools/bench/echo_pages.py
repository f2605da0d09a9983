"""The minimum between a key and a page: the same server stack, and a prepared answer.

Run as a script, it prints its URL. It answers sockets at /seat, and sends what arrives at /captain to all at /watch.
Each of them has a page, such as /page/seat, with one key that sends, and one tile that counts what arrives.
"""

import asyncio
import socket

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

ANSWER = '{"device":"seat1.page","page":"' + "A" * 165 + '"}'  # as long as the frame of a seat's page
SCORE = '{"device":"public.page","page":"' + "A" * 960 + '"}'  # as long as that of /public
PAGE = """<!doctype html><title>echo</title><button id="key">key</button><p id="tile">0</p><script>
const live = new WebSocket(`ws://${location.host}/NAME`);
live.onmessage = () => { tile.textContent = Number(tile.textContent) + 1; };
key.onpointerdown = key.onclick = () => live.send('{"down": true}');
</script>"""
watching: set[WebSocket] = set()


async def seat(page: WebSocket) -> None:
    await page.accept()
    async for text in page.iter_text():
        if "true" in text:  # a key that goes down
            await page.send_text(ANSWER)


async def captain(page: WebSocket) -> None:
    await page.accept()
    async for text in page.iter_text():
        if "true" in text:
            for watcher in watching:
                await watcher.send_text(SCORE)


async def watch(page: WebSocket) -> None:
    await page.accept()
    watching.add(page)
    async for _ in page.iter_text():
        pass


async def page(request: Request) -> HTMLResponse:
    return HTMLResponse(PAGE.replace("NAME", str(request.path_params["name"])))


async def main() -> None:
    sockets = [WebSocketRoute("/seat", seat), WebSocketRoute("/captain", captain), WebSocketRoute("/watch", watch)]
    app = Starlette(routes=[Route("/page/{name}", page), *sockets])
    listening = socket.create_server(("127.0.0.1", 0), backlog=128)
    print(f"http://localhost:{listening.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(app, lifespan="off", log_config=None, access_log=False, ws_per_message_deflate=False)
    await uvicorn.Server(config).serve(sockets=[listening])


if __name__ == "__main__":
    asyncio.run(main())
