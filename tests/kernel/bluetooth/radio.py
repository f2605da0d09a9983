"""Bluetooth controllers and the air between them, for the guest: bumble's own, with what a kernel needs beyond them.

bumble's controllers are made for bumble's own host. Each method here is one thing that Linux asks of a controller, or
believes of one, and that bumble 0.0.236 leaves out or does differently.
"""

import asyncio

from bumble import hci
from bumble.controller import Connection, Controller
from bumble.core import PhysicalTransport
from bumble.link import LocalLink

GONE = 0x08  # HCI's reason for a connection that timed out: nothing was heard for too long
PAGE_TIMEOUT = 2.0  # seconds
INQUIRY_UNIT = 1.28  # seconds
KEYBOARD_SERVICE = bytes([3, 3, 0x24, 0x11])  # in an inquiry's response: it is a human interface device
DISCOVERABLE, CONNECTABLE = 1, 2  # bits of scan enable
FEATURE = hci.LmpFeatureMask


class Air(LocalLink):
    """bumble knows a sender by its random address, and Linux connects with its public one: here data goes to whoever is
    at the other end of the connection."""

    def send_acl_data(
        self, sender_controller: Controller, destination_address: hci.Address, transport: PhysicalTransport, data: bytes
    ) -> None:
        if transport != PhysicalTransport.LE:
            super().send_acl_data(sender_controller, destination_address, transport, data)
            return
        for controller, connection in self._others(sender_controller):
            if connection.self_address == destination_address:
                loop = asyncio.get_running_loop()
                loop.call_soon(controller.on_link_acl_data, connection.peer_address, transport, data)
                return

    def _others(self, sender: Controller) -> list[tuple[Controller, Connection]]:
        """The other ends of a controller's connections."""
        own = (sender.public_address, sender.random_address)
        return [
            (controller, connection)
            for controller in self.controllers
            for connection in controller.le_connections.values()
            if controller is not sender and connection.peer_address in own
        ]

    def lose(self, pad: Controller) -> None:
        """Out of range without a word: both ends notice only that they hear nothing any more."""
        for controller, connection in [
            *self._others(pad),
            *((pad, connection) for connection in list(pad.le_connections.values())),
        ]:
            controller.on_le_disconnected(connection, GONE)


class Radio(Controller):
    """A controller for both kinds of Bluetooth, low energy and classic."""

    # With privacy among its features Linux waits for another event about a connection than bumble sends.
    le_features = Controller.le_features & ~(
        hci.LeFeatureMask.LL_PRIVACY
        | hci.LeFeatureMask.LE_EXTENDED_ADVERTISING
        | hci.LeFeatureMask.LE_PERIODIC_ADVERTISING
    )
    lmp_features = (
        FEATURE.LMP_3_SLOT_PACKETS
        | FEATURE.LMP_5_SLOT_PACKETS
        | FEATURE.ENCRYPTION
        | FEATURE.ROLE_SWITCH
        | FEATURE.RSSI_WITH_INQUIRY_RESULTS
        | FEATURE.EXTENDED_INQUIRY_RESPONSE
        | FEATURE.SECURE_SIMPLE_PAIRING_CONTROLLER_SUPPORT
        | FEATURE.LE_SUPPORTED_CONTROLLER
        | FEATURE.EXTENDED_FEATURES
        | FEATURE.SECURE_SIMPLE_PAIRING_HOST_SUPPORT
    )
    lmp_features_max_page_number = 1
    acl_data_packet_length = 1021
    supported_commands = Controller.supported_commands | {
        hci.HCI_INQUIRY_COMMAND,
        hci.HCI_INQUIRY_CANCEL_COMMAND,
        hci.HCI_CREATE_CONNECTION_COMMAND,
    }
    device_class = 0
    inquiry: asyncio.TimerHandle | None = None

    def on_hci_command(self, command: hci.HCI_Command) -> object:
        """Settings that nobody here looks at are accepted, with zeros for an answer."""
        if not isinstance(command, hci.HCI_SyncCommand):
            self._send_hci_command_status(hci.HCI_ErrorCode.UNKNOWN_HCI_COMMAND_ERROR, command.op_code)
            return None
        return command.return_parameters_class.from_parameters(bytes(64))

    def send_hci_packet(self, packet: hci.HCI_Packet) -> None:
        """A link key of the newer kind would make Linux insist on a cipher that bumble does not announce."""
        if isinstance(packet, hci.HCI_Link_Key_Notification_Event):
            kind = hci.LinkKeyType.AUTHENTICATED_COMBINATION_KEY_GENERATED_FROM_P_192
            packet = hci.HCI_Link_Key_Notification_Event(
                bd_addr=packet.bd_addr, link_key=packet.link_key, key_type=kind
            )
        super().send_hci_packet(packet)

    # ── setting up ───────────────────────────────────────────────────────────────────────────────

    def on_hci_read_number_of_supported_iac_command(self, command: hci.HCI_SyncCommand) -> object:
        return command.return_parameters_class.from_parameters(bytes([0, 1]))

    def on_hci_read_local_name_command(self, _command: hci.HCI_SyncCommand) -> object:
        return hci.HCI_Read_Local_Name_ReturnParameters(status=0, local_name=bytes(248))

    def on_hci_write_class_of_device_command(self, command: hci.HCI_Write_Class_Of_Device_Command) -> object:
        self.device_class = command.class_of_device
        return hci.HCI_StatusReturnParameters(0)

    # ── looking for classic devices ──────────────────────────────────────────────────────────────

    def on_hci_inquiry_command(self, command: hci.HCI_Inquiry_Command) -> None:
        self._send_hci_command_status(0, command.op_code)
        for other in self.link.controllers:
            if other is not self and other.classic_scan_enable & DISCOVERABLE:
                self.send_hci_packet(_inquiry_result(other))
        loop = asyncio.get_running_loop()
        over = hci.HCI_Inquiry_Complete_Event(status=0)
        self.inquiry = loop.call_later(command.inquiry_length * INQUIRY_UNIT, self.send_hci_packet, over)

    def on_hci_inquiry_cancel_command(self, _command: hci.HCI_SyncCommand) -> object:
        if self.inquiry is not None:
            self.inquiry.cancel()
        return hci.HCI_StatusReturnParameters(0)

    # ── connecting to them ───────────────────────────────────────────────────────────────────────

    def on_hci_create_connection_command(self, command: hci.HCI_Create_Connection_Command) -> object:
        other = self.link.find_classic_controller(command.bd_addr)
        if other is not None and other.classic_scan_enable & CONNECTABLE:
            return super().on_hci_create_connection_command(command)
        self._send_hci_command_status(0, command.op_code)
        failed = hci.HCI_Connection_Complete_Event(
            status=hci.HCI_ErrorCode.PAGE_TIMEOUT_ERROR,
            connection_handle=0,
            bd_addr=command.bd_addr,
            link_type=1,
            encryption_enabled=0,
        )
        asyncio.get_running_loop().call_later(PAGE_TIMEOUT, self.send_hci_packet, failed)
        return None

    def on_hci_authentication_requested_command(self, command: hci.HCI_Authentication_Requested_Command) -> None:
        connection = self.find_classic_connection_by_handle(command.connection_handle)
        self._send_hci_command_status(0, command.op_code)
        self.send_hci_packet(hci.HCI_Link_Key_Request_Event(bd_addr=connection.peer_address))

    def on_hci_set_connection_encryption_command(self, command: hci.HCI_Set_Connection_Encryption_Command) -> None:
        connection = self.find_classic_connection_by_handle(command.connection_handle)
        self._send_hci_command_status(0, command.op_code)
        other = self.link.find_classic_controller(connection.peer_address)
        ends = (self, connection.handle), (other, other.classic_connections[self.public_address].handle)
        for controller, handle in ends:
            controller.send_hci_packet(
                hci.HCI_Encryption_Change_Event(
                    status=0, connection_handle=handle, encryption_enabled=command.encryption_enable
                )
            )


def _inquiry_result(of: Radio) -> hci.HCI_Packet:
    name = of.local_name.encode()
    response = bytes([len(name) + 1, 9]) + name + KEYBOARD_SERVICE
    return hci.HCI_Extended_Inquiry_Result_Event(
        num_responses=1,
        bd_addr=of.public_address,
        page_scan_repetition_mode=1,
        reserved=0,
        class_of_device=of.device_class,
        clock_offset=0,
        rssi=-50,
        extended_inquiry_response=response.ljust(240, b"\0"),
    )
