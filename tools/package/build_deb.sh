#!/usr/bin/env bash
# Builds dist/wordtable_VERSION_all.deb with Debian's own tools: `make deb`. The same commit gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/package/release.sh

# Libraries that Debian 12 and 13 have only in versions that are too old. They come inside the package.
BUNDLED=(gpiozero)

need debhelper lintian python3-setuptools python3-wheel
version=$(python3 -c 'import firmware_host; print(firmware_host.__version__)')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
copy_of_the_clone "$work/wordtable"
cd "$work/wordtable"
mkdir -p debian/bundled
for library in "${BUNDLED[@]}"; do
    sed -n "/^$library==/,/[^\\\\]\$/p" tools/libraries.lock >"$work/bundled.lock"
    "$OLDPWD/.venv/bin/python" -m pip --quiet --disable-pip-version-check download --no-deps --only-binary :all: \
        --require-hashes --requirement "$work/bundled.lock" --dest debian/bundled
done
cat >debian/changelog <<CHANGELOG
wordtable ($version) unstable; urgency=medium

  * CHANGELOG.md says what is new.

 -- The wordtable makers <wordtable@wordtable.example>  $(date --utc --date="@$SOURCE_DATE_EPOCH" --rfc-email)
CHANGELOG
dpkg-buildpackage --build=binary --no-sign --unsigned-changes >"$work/said" 2>&1 || { tail -n 30 "$work/said" >&2; exit 1; }
mkdir -p "$OLDPWD/dist"
cp "$work/wordtable_${version}_all.deb" "$OLDPWD/dist/"
cd "$OLDPWD"
lintian --fail-on error,warning "dist/wordtable_${version}_all.deb"
echo "dist/wordtable_${version}_all.deb"
