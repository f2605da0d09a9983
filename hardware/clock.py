"""The real clocks, for those who only look. What waits takes a `Clock` (see ports); an event loop is one."""

from time import perf_counter, time

stopwatch = perf_counter
wall_clock = time
