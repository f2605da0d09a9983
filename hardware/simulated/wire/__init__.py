"""Boards and chips behind real file descriptors: they take the bytes of a driver apart, as the real ones would."""
