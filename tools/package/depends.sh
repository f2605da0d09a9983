#!/usr/bin/env bash
# Prints what the Debian package needs of Debian, from the list of libraries that the installer has.
# The libraries in debian/bundled are inside the package, so they are left out.
set -euo pipefail
cd "$(dirname "$0")/../.."

depends=()
while read -r package floor; do
    bundled=(debian/bundled/"${package#python3-}"-*.whl)
    [ -e "${bundled[0]}" ] && continue
    if [ "$floor" = 0 ]; then depends+=("$package"); else depends+=("$package (>= $floor)"); fi
done < <(sed -n '/^LIBRARIES=(/,/^)/p' tools/install.sh | grep -oE '"[^"]+ [^"]+"' | tr -d '"')
printf 'libraries:Depends=%s\n' "$(IFS=,; echo "${depends[*]}")"
