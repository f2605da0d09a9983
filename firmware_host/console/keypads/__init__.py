"""Keypads: how their keys answer what a seat is asked, what happens when one is lost, and pairing a new one."""
