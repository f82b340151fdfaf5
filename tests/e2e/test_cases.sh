#!/bin/bash
# The labelled changes of tests/fixtures/cases: a fixed third of them, with thresholds (tests/cases has
# both). `make cases` runs all.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"

test_the_cases_are_what_they_say() {
	out=$("$TOP/tests/fixtures/cases/verify") || die "$(grep -v '^ok' <<<"$out")"
	[ "$(grep -c '^ok' <<<"$out")" -ge 60 ] || die "fewer than 60 cases"
}

test_verdicts_on_a_third_of_the_cases() {
	grep -q __asan_init "$TORAD" && skip 'the figures are those of a build without sanitizers'
	out=$("$TOP/tests/cases" 2>&1) || die "$out"
}

run_tests "$@"
