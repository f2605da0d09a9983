"""`wordtable league run`: puts the line, the worker and the pages together, until it is asked to stop."""

import argparse
import asyncio
import logging
import os
import signal
import socket
import threading
from dataclasses import asdict

from firmware_host.frozen import replace
from firmware_host.league.address import AddressError, Broker, check_name, read_address, read_password
from firmware_host.league.line import Line, NoCertificates
from firmware_host.league.service.league import League
from firmware_host.league.service.pages import Pages
from firmware_host.league.service.ratings import Ratings
from firmware_host.league.service.server import CROWD, LeaguePages
from firmware_host.league.service.store import Store
from firmware_host.league.trouble import sentence
from firmware_host.texts.language import english, of_this_terminal
from firmware_host.web.server import WebServer, listen

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

    def store() -> Store:
        """A connection of its own for each thread."""
        return Store(options.database, options.name)

    league = League(options.name, store(), say)
    line = _line(options, league)
    pages = Pages(options.name, of_this_terminal())
    ratings = Ratings(store())
    listening = listen(options.host, options.port)
    server = WebServer(lambda door: LeaguePages(league, store(), ratings, pages, door), listening, CROWD)
    ended = asyncio.Event()
    for asked in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(asked, ended.set)
    worker = threading.Thread(target=league.run, name="results", daemon=True)
    worker.start()
    line.start()
    log.info("The league %s is at http://%s:%d/ (television) and /phone.", options.name, options.host, server.port)
    try:
        await ended.wait()
    finally:
        await server.close()
        league.close()
        line.close()
        worker.join(LAST_WRITES)


def _line(options: argparse.Namespace, league: League) -> Line:
    """Several services may run side by side, so each has a name of its own at the broker."""
    broker = _broker(options)
    name = f"{options.name}.{socket.gethostname()}.{os.getpid()}"

    def warn(trouble: str) -> None:
        league.warn(english(sentence(trouble, broker)))

    try:
        return Line({**asdict(broker), "id": name, "topics": league.subscribed}, league.up, league.heard, trouble=warn)
    except NoCertificates:
        raise AddressError(sentence("no certificates", broker)) from None


def _broker(options: argparse.Namespace) -> Broker:
    password = read_password(options.password) if options.password else ""
    user = options.name if options.password else ""
    return replace(read_address(options.broker), user=user, password=password, certificates=options.certificates)
