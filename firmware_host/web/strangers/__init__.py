"""What keeps strangers on the network from slowing down those who play."""
