"""`wordtable league run`: puts the line, the worker and the pages together, until it is asked to stop."""

import argparse
import asyncio
import logging
import os
import socket
import threading
from dataclasses import asdict, replace

from firmware_host.league.address import check_name, read_address, read_password
from firmware_host.league.line import Line
from firmware_host.league.service.league import League
from firmware_host.league.service.pages import Pages
from firmware_host.league.service.server import LeagueServer
from firmware_host.league.service.store import Store
from firmware_host.texts.language import of_this_terminal

log = logging.getLogger(__name__)

LAST_WRITES = 3.0  # seconds for what is being saved


def run(options: argparse.Namespace) -> int:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    check_name(options.name)
    asyncio.run(_serve(options))
    return 0


async def _serve(options: argparse.Namespace) -> None:
    def say(topic: str, payload: str, *, kept: bool = False) -> None:
        line.say(topic, payload, kept=kept)

    league = League(options.name, Store(options.database, options.name), say)
    line = Line(_settings(options, league), league.up, league.heard)
    pages = Pages(options.name, of_this_terminal())
    server = LeagueServer(league, Store(options.database, options.name), pages, options.host, options.port)
    worker = threading.Thread(target=league.run, name="results", daemon=True)
    worker.start()
    line.start()
    log.info("The league %s is at http://%s:%d/ (television) and /phone.", options.name, options.host, server.port)
    try:
        await server.run()
    finally:
        league.close()
        line.close()
        worker.join(LAST_WRITES)


def _settings(options: argparse.Namespace, league: League) -> dict[str, object]:
    """Several services may run side by side, so each has a name of its own at the broker."""
    broker = read_address(options.broker)
    password = read_password(options.password) if options.password else ""
    user = options.name if options.password else ""
    named = replace(broker, user=user, password=password, certificates=options.certificates)
    return {**asdict(named), "id": f"{options.name}.{socket.gethostname()}.{os.getpid()}", "topics": league.subscribed}
