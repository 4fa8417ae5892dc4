# Shared by run, test and bench: what each needs from Debian's packages, and how the tree is built.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build_packages=(g++ cmake ninja-build pkg-config ccache mold libboost1.81-dev libsimdjson-dev libsqlite3-dev libpq-dev libsodium-dev
    libssl-dev libxml2-dev libqrencode-dev libcurl4-openssl-dev libspdlog-dev libfmt-dev prometheus-cpp-dev libcli11-dev libtomlplusplus-dev libhowardhinnant-date-dev
    zlib1g-dev tzdata ca-certificates)
test_packages=(libgtest-dev libgmock-dev librapidcheck-dev libxslt1-dev xz-utils postgresql chromium hledger poppler-utils zbar-tools python3 python3-swift python3-aiosmtpd)
# A machine may have npm from elsewhere, and Debian's package would not go beside it.
command -v npm >/dev/null || test_packages+=(npm)
deep_packages=(clang-14 libclang-rt-14-dev)
bench_packages=(nginx-light postgresql)

say() { printf '\033[1m==> %s\033[0m\n' "$*" >&2; }

# Installs what is missing; asks the package database only, so that a second call costs nothing.
need() {
    local missing=()
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    say "installing ${#missing[@]} Debian packages: ${missing[*]}"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
    # A PostgreSQL package must not start a server of its own: the tests start theirs. On a machine without a running init it would not anyway.
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 "${missing[@]}" >/tmp/cacao-apt.$$ 2>&1 ||
        { tail -n 20 /tmp/cacao-apt.$$ >&2; rm -f /tmp/cacao-apt.$$; exit 1; }
    rm -f /tmp/cacao-apt.$$
}

# configure PRESET [-D…]: only when it was never done or when options are given.
configure() {
    local preset=$1
    shift
    [ -f "build/$preset/build.ninja" ] && [ $# -eq 0 ] && return 0
    say "configuring $preset"
    cmake --preset "$preset" "$@" >"/tmp/cacao-cmake.$$" 2>&1 || { tail -n 30 "/tmp/cacao-cmake.$$" >&2; rm -f "/tmp/cacao-cmake.$$"; exit 1; }
    rm -f "/tmp/cacao-cmake.$$"
}

# Where the tests keep their files: in memory, if there is plenty. They make and drop databases by the hundred, and a database of
# PostgreSQL is many hundreds of small files.
scratch() {
    [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] && [ "$(stat -f -c %T /dev/shm)" = tmpfs ] || return 0
    [ "$(($(stat -f -c '%a * %S' /dev/shm) >> 30))" -ge 4 ] || return 0
    TMPDIR=$(mktemp -d /dev/shm/cacao-test-XXXXXX)
    export TMPDIR
    chmod 711 "$TMPDIR" # the database servers of the tests run as an ordinary user
    trap 'rm -rf "$TMPDIR"' EXIT
}

# build PRESET TARGET…: ninja's own progress line, and nothing when there is nothing to do.
build() {
    local preset=$1
    shift
    cmake --build "build/$preset" --target "$@"
}
