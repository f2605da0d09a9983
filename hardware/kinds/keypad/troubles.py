"""What can go wrong with Bluetooth, and what to do about it, in sentences."""

from firmware_host.texts.language import english
from firmware_host.texts.text import Text, say

TIRED = say("No keypad was chosen within two minutes. Search again when yours is in pairing mode.")
TOO_SLOW = say("The digits were not typed within a minute. Search again, and type them on the new keypad.")
GONE_AGAIN = say("It has left pairing mode. Hold its pairing key until it blinks, and search again.")
NO_LIBRARY = say("dbus-fast is not installed. Install it: `sudo apt install python3-dbus-fast`.")
NO_BUS = say("There is no system bus. Install it: `sudo apt install dbus`.")
NOT_KNOWN = say("The system bus does not know this user. Install `libnss-systemd`.")
NOT_RUNNING = say("Bluetooth is not running. Start it: `sudo systemctl enable --now bluetooth`.")
NOT_ALLOWED = say("This user may not use Bluetooth. Run `sudo usermod -aG bluetooth $USER`.")
NO_ADAPTER = say("This computer has no Bluetooth. Plug in a Bluetooth stick, or enable it in config.txt.")
SWITCHED_OFF = say("Bluetooth is switched off. Switch it on: `sudo rfkill unblock bluetooth`.")
NO_ANSWER = say("Bluetooth does not answer. Restart it: `sudo systemctl restart bluetooth`.")
STOPPED = say("Bluetooth has stopped. Search again in a moment.")
BUSY = say("Bluetooth is busy. Search again in a moment.")
# What BlueZ and the bus call their errors, and what we say about them.
SENTENCES = {
    "org.freedesktop.DBus.Error.ServiceUnknown": NOT_RUNNING,
    "org.freedesktop.DBus.Error.NameHasNoOwner": NOT_RUNNING,
    "org.freedesktop.DBus.Error.Spawn.ChildExited": NOT_RUNNING,
    "org.freedesktop.DBus.Error.NoReply": STOPPED,
    "org.freedesktop.DBus.Error.AccessDenied": NOT_ALLOWED,
    "org.bluez.Error.NotReady": SWITCHED_OFF,
    "org.bluez.Error.Blocked": SWITCHED_OFF,
    "org.bluez.Error.InProgress": BUSY,
    "org.bluez.Error.AuthenticationFailed": say("Those were the wrong digits. Search again, and type the ones shown."),
    "org.bluez.Error.AuthenticationTimeout": TOO_SLOW,
    "org.bluez.Error.AuthenticationCanceled": say("The keypad stopped pairing. Search again."),
    "org.bluez.Error.AuthenticationRejected": say("The keypad refused. Is it paired with something else?"),
    "org.bluez.Error.ConnectionAttemptFailed": GONE_AGAIN,
    "org.freedesktop.DBus.Error.UnknownObject": GONE_AGAIN,
}
NO_REASON = "org.bluez.Error.Failed"
OTHERWISE = say("It did not work. Hold the keypad's pairing key until it blinks, and search again.")


class Trouble(Exception):
    """What is said when a search is over without a keypad."""

    def __init__(self, say: Text) -> None:
        super().__init__(english(say))
        self.say = say


class Refused(Trouble):
    """BlueZ, or the bus, has answered with an error."""

    def __init__(self, error: str) -> None:
        super().__init__(SENTENCES.get(error, OTHERWISE))
        self.error = error


class Silence(Trouble):
    """No answer came in time."""
