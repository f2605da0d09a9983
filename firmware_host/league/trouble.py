"""Why a broker cannot be reached: the line says it in a word, and here it is a sentence with a next step. Pure."""

from collections.abc import Callable, Mapping

from firmware_host.league.address import Broker
from firmware_host.texts.text import Text, say

Sentence = Callable[[Broker], Text]
SENTENCES: Mapping[str, Sentence] = {
    "no certificates": lambda broker: say(
        "{file}: this is not a file of certificates. Give the certificate of your own authority, as PEM.",
        file=broker.certificates,
    ),
    "unknown authority": lambda broker: say(
        "The certificate of {host} is not from an authority that this machine trusts. Is it the right broker? "
        "If the authority is your own, put its certificate in `certificates`.",
        host=broker.host,
    ),
    "wrong name": lambda broker: say(
        "The certificate of the broker is for another name than {host}. Use the name in the certificate, or make a new "
        "one for {host}.",
        host=broker.host,
    ),
    "expired": lambda broker: say(
        "The certificate of {host} has expired. Renew it at the broker. (If it is new, check this machine's date.)",
        host=broker.host,
    ),
    "not yet valid": lambda broker: say(
        "The certificate of {host} is not valid yet. Check this machine's date, and the broker's.",
        host=broker.host,
    ),
    "not encrypted": lambda broker: say(
        "{host} does not use encryption at port {port}. Check the port (usually {usual}), or use {scheme}.",
        host=broker.host,
        port=broker.port,
        usual=8883,
        scheme="mqtt://",
    ),
    "no such name": lambda broker: say(
        "No device named {host} on this network. Check the name, or use its address.", host=broker.host
    ),
    "refused": lambda broker: say(
        "No broker answers at {host}, port {port}. Is Mosquitto running there, and open to the network?",
        host=broker.host,
        port=broker.port,
    ),
    "wrong password": lambda broker: say(
        "The broker at {host} does not accept the password of {user}. Check it there and here.",
        host=broker.host,
        user=broker.user or "…",
    ),
    "hangs up": lambda broker: say(
        "{host} closes the connection at port {port}. Perhaps it requires encryption ({scheme}), or this name is "
        "connected twice.",
        host=broker.host,
        port=broker.port,
        scheme="mqtts://",
    ),
    "silent": lambda broker: say(
        "{host} does not answer at port {port}. Is it switched on, and on this network?",
        host=broker.host,
        port=broker.port,
    ),
}


def sentence(trouble: str, broker: Broker) -> Text:
    return SENTENCES.get(trouble, SENTENCES["silent"])(broker)
