#!/usr/bin/env bash
# Builds everything that a release consists of into dist/: `make release`. The same commit gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/package/release.sh

[ -z "$(git status --porcelain)" ] || { echo "Commit your changes first: a release is made of a commit." >&2; exit 1; }
rm -rf dist
tools/package/build_deb.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
copy_of_the_clone "$work/wordtable"
for kind in wheel sdist; do
    (cd "$work/wordtable" && rm -rf build ./*.egg-info && "$OLDPWD/.venv/bin/python" -c "
from setuptools import build_meta
build_meta.build_$kind('$OLDPWD/dist')" >"$work/said" 2>&1) || { tail -n 30 "$work/said" >&2; exit 1; }
done
# setuptools writes the time of the build and the builder's name into the archive.
mkdir "$work/sdist"
tar --extract --directory "$work/sdist" --file dist/*.tar.gz
tar --create --directory "$work/sdist" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --mode=u=rwX,go=rX . | gzip --no-name --best >"$work/sdist.tar.gz"
mv "$work/sdist.tar.gz" dist/*.tar.gz
# The card takes a few minutes, and root: IMAGE=no leaves it out.
[ "${IMAGE:-yes}" = no ] || tools/image/build.sh
rm -f dist/*.img # its compressed copy is enough
shopt -s nullglob
(cd dist && sha256sum -- *.whl *.tar.gz *.deb *.packages *.img.xz >SHA256SUMS)
ls -l dist
