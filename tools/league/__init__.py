"""Plays a league on this computer, and measures one."""
