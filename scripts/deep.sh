#!/usr/bin/env bash
# ./test deep: floors, engine and serve under sanitizers, fuzzing, and the longer runs of the suite.
source "$(dirname "$0")/common.sh"
export CTEST_OUTPUT_ON_FAILURE=1
scratch
fuzz_seconds=${CACAO_TEST_FUZZ_SECONDS:-60}

# Rooms and commands are plain functions over the engine: to build them twice more takes many minutes and shows little. Of
# the engine, what runs on several threads is run under tsan below.
for preset in asan tsan; do
    say "floors, engine and serve under $preset"
    configure "$preset" -DCACAO_TESTS=ON
    build "$preset" floor_tests
    # Death by the first report; leaks of the outside libraries' process-wide state are listed in scripts/lsan.supp. The engine does
    # without a look at returned frames, which makes it ten times slower on arm64; under tsan its callers alone are run, below.
    for part in floors engine; do
        [ "$preset $part" = "tsan engine" ] && continue
        [ $part = floors ] && which=(-E '^engine$') frames=1 || which=(-R '^engine$') frames=0
        ASAN_OPTIONS=detect_stack_use_after_return=$frames LSAN_OPTIONS=suppressions=$PWD/scripts/lsan.supp UBSAN_OPTIONS=print_stacktrace=1 \
            TSAN_OPTIONS="suppressions=$PWD/scripts/tsan.supp halt_on_error=1" \
            ctest --test-dir "build/$preset" --no-tests=error -j "$(nproc)" -L floor "${which[@]}"
    done
done

say "the engine's callers at once, under tsan"
TSAN_OPTIONS="suppressions=$PWD/scripts/tsan.supp halt_on_error=1" \
    build/tsan/src/engine/cacao_engine_test --gtest_filter='*ALaVez*:*CierreConcurrente*' --gtest_brief=1

say "fuzzing, $fuzz_seconds s, all at once"
configure fuzz
build fuzz json_fuzz http_fuzz mcp_fuzz token_fuzz juez_fuzz
fuzz() { # TARGET: its last lines, and whether it found nothing
    local corpus=build/fuzz/corpus/$1 log=build/fuzz/$1.log binary found=0
    mkdir -p "$corpus"
    binary=$(find build/fuzz -type f -name "$1" -perm -u+x | head -n 1)
    "$binary" -max_total_time="$fuzz_seconds" -print_final_stats=1 -max_len=8192 "$corpus" >"$log" 2>&1 || found=1
    printf '%s\n%s\n' "$1:" "$(tail -n 12 "$log")"
    return $found
}
running=()
for target in json_fuzz http_fuzz mcp_fuzz token_fuzz juez_fuzz; do
    fuzz "$target" &
    running+=($!)
done
for one in "${running[@]}"; do wait "$one"; done

say "longer runs"
configure release -DCACAO_TESTS=ON
build release all
scripts/clients.sh install
ctest --test-dir build/release --no-tests=error -j "$(nproc)" -L deep
