# What the scripts that build a release share: the time that they write into files, and a copy of the clone.
# shellcheck shell=bash
umask 022
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC

# need PACKAGE…: installs Debian packages as root, or says how.
need() {
    local package missing=()
    for package in "$@"; do
        [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ "${#missing[@]}" = 0 ] && return
    [ "$(id -u)" = 0 ] || { echo "Run: sudo apt install ${missing[*]}, then try again." >&2; exit 1; }
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 "${missing[@]}" >/dev/null
}

# copy_of_the_clone FOLDER: the files that git knows, as they are here, with one time for all.
copy_of_the_clone() {
    mkdir -p "$1"
    git ls-files -z --cached --others --exclude-standard |
        while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
        tar --create --null --files-from=- | tar --extract --directory "$1"
    find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    find "$1" -type f -exec chmod u=rwX,go=rX {} +
}
