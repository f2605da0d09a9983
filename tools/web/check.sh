#!/bin/sh
# Checks the scripts and styles of the web pages: types, style and format. With --write it fixes style and format.
# Without npm it says so, and leaves them unchecked; with NEEDS_NPM=yes that is an error.
set -eu
cd "$(dirname "$0")"
if ! command -v npm >/dev/null; then
    echo "The scripts of the web pages are not checked: npm is missing (on Debian: sudo apt install npm)." >&2
    [ "${NEEDS_NPM:-no}" = no ] || exit 1
    exit 0
fi
if [ ! -e node_modules/.ready ] || [ package-lock.json -nt node_modules/.ready ]; then
    npm ci --no-audit --no-fund --loglevel=error >&2
    touch node_modules/.ready
fi
fix="" format=--check
[ "${1:-}" = --write ] && fix=--fix format=--write
cd ../..
bin=tools/web/node_modules/.bin
"$bin/eslint" --config tools/web/eslint.config.js --max-warnings 0 $fix firmware_host
"$bin/prettier" --config tools/web/.prettierrc.json --log-level warn $format \
    'firmware_host/**/static/**/*.{js,css}' firmware_host/web/messages.d.ts tools/web/eslint.config.js
"$bin/tsc" --project tools/web
