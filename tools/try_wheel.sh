#!/bin/sh
# Builds the wheel, installs it into another folder, and uses it there.
set -eu
elsewhere=$(mktemp -d)
trap 'rm -rf "$elsewhere"' EXIT
.venv/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$elsewhere" .
python3 -m venv "$elsewhere/venv"
# Without dependencies: this tests the data in the wheel and the commands that need no hardware.
"$elsewhere/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "$elsewhere"/*.whl
cd "$elsewhere"
venv/bin/wordtable --version
venv/bin/wordtable word crane
echo '{"do": "cards", "count": 1}' | venv/bin/wordtable engine | grep -q '"ok":true'
echo quit | venv/bin/wordtable play >/dev/null
ls venv/lib/python3*/site-packages/firmware_host/data/NOTICE.scowl.txt >/dev/null
echo "the wheel works from another folder"
