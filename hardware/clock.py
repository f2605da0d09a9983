"""The real clock, for those who only measure. What waits takes a `Clock` (see ports); an event loop is one."""

from time import perf_counter

stopwatch = perf_counter
