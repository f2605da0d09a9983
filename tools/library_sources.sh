#!/usr/bin/env bash
# Finds out where a Pi can get each library without compiling: from Debian 12 and 13, 32 and 64 bit, or from PyPI.
# Prints the table of docs/install.md. Needs apt, Debian's keys and a network.
set -euo pipefail
cd "$(dirname "$0")/.."

libraries=$(sed -n '/^LIBRARIES=(/,/^)/p' tools/install.sh | grep -oE '"[^"]+ [^"]+"' | tr -d '"')
[ -n "$libraries" ] || { echo "tools/install.sh has no LIBRARIES any more. Fix this script." >&2; exit 1; }
workshop=$(mktemp -d)
trap 'rm -rf "$workshop"' EXIT

# ask RELEASE ARCHITECTURE: prints the versions in that Debian as lines "package version".
ask() {
    local state=$workshop/$1-$2 options
    mkdir -p "$state"/{lists/partial,cache/archives/partial}
    : >"$state/status"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $1 main" >"$state/sources"
    options=(
        -o "APT::Architecture=$2" -o "APT::Architectures=$2" -o Acquire::Languages=none -o APT::Sandbox::User=root
        -o "Dir::State=$state" -o "Dir::State::Lists=$state/lists" -o "Dir::State::status=$state/status"
        -o "Dir::Cache=$state/cache" -o "Dir::Etc::SourceList=$state/sources" -o Dir::Etc::SourceParts=-
    )
    echo "asking $1, $2" >&2
    apt-get "${options[@]}" update -qq >&2 ||
        { echo "apt could not read $1. Check the network, then run this again." >&2; exit 1; }
    # shellcheck disable=SC2046  # one word each
    LC_ALL=C apt-cache "${options[@]}" policy $(cut -d' ' -f1 <<<"$libraries") |
        awk '/^[^ ]/ { sub(":", ""); name = $1 } /Candidate:/ { print name, $2 }'
}

# pypi LIBRARY: says which wheels PyPI has for a Pi.
pypi() {
    python3 - "$1" <<'PYTHON'
import json, sys, urllib.request

with urllib.request.urlopen(f"https://pypi.org/pypi/{sys.argv[1]}/json") as answer:
    files = [file["filename"] for file in json.load(answer)["urls"]]
kinds = {"any": "any", "armv7l": "32 bit", "armv6l": "32 bit", "aarch64": "64 bit"}
found = {kind for end, kind in kinds.items() for file in files if file.endswith(f"{end}.whl")}
print("pure Python" if "any" in found else ", ".join(sorted(found)) or "only as source")
PYTHON
}

columns=("bookworm armhf" "bookworm arm64" "trixie armhf" "trixie arm64")
for column in "${columns[@]}"; do
    # shellcheck disable=SC2086  # two words
    ask $column >"$workshop/${column/ /-}.txt"
done
echo "| Library | At least | Debian 12, 32 bit | 64 bit | Debian 13, 32 bit | 64 bit | PyPI's wheels |"
echo "|---|---|---|---|---|---|---|"
while read -r package floor; do
    row="| \`$package\` | $floor"
    for column in "${columns[@]}"; do
        version=$(awk -v name="$package" '$1 == name { print $2 }' "$workshop/${column/ /-}.txt")
        if [ -z "$version" ] || [ "$version" = "(none)" ]; then row+=" | —"
        elif dpkg --compare-versions "${version#*:}" ge "$floor"; then row+=" | ${version%%[-+]*}"
        else row+=" | too old: ${version%%[-+]*}"; fi
    done
    name=${package#python3-}
    case $name in pil) name=pillow ;; serial) name=pyserial ;; esac
    echo "$row | $(pypi "$name") |"
done <<<"$libraries"
