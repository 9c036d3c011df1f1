#!/usr/bin/env bash
# wrong: a path with a blank falls apart
# rule: shellcheck
rm -r $1/out
