#!/bin/sh
# Runs a compiler without what it made before: a precompiled header that lies there already would be read in the place of the
# headers that it is made of, and ccache would take what is old for what is new.
previous=
for word; do
    [ "$previous" = -o ] && rm -f "$word"
    previous=$word
done
exec "$@"
