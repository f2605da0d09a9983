"""The minimum between a key and a page: the same server stack, and a prepared answer.

Run as a script, it prints its URL. It answers sockets at /seat, and sends what arrives at /captain to all at /watch.
"""

import asyncio
import socket

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

ANSWER = '{"device":"seat1.panel","pixels":"' + "A" * 1500 + '"}'  # as long as a panel's frame
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
                await watcher.send_text(ANSWER)


async def watch(page: WebSocket) -> None:
    await page.accept()
    watching.add(page)
    async for _ in page.iter_text():
        pass


async def main() -> None:
    app = Starlette(
        routes=[WebSocketRoute("/seat", seat), WebSocketRoute("/captain", captain), WebSocketRoute("/watch", watch)]
    )
    listening = socket.create_server(("127.0.0.1", 0), backlog=128)
    print(f"http://localhost:{listening.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(app, lifespan="off", log_config=None, access_log=False, ws_per_message_deflate=False)
    await uvicorn.Server(config).serve(sockets=[listening])


if __name__ == "__main__":
    asyncio.run(main())
