"""Scripted evenings at a simulated table, and animated pictures of them."""
