"""`python -m firmware_host` is the command `wordtable`."""

from firmware_host.cli import main

raise SystemExit(main())
