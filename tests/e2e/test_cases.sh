#!/bin/bash
# The labelled changes of tests/fixtures/cases: a fixed third of them, with thresholds (tests/cases has
# both). `make cases` runs all.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"

test_the_cases_are_what_they_say() {
	out=$("$TOP/tests/fixtures/cases/verify") || die "$(grep -v '^ok' <<<"$out")"
	[ "$(grep -c '^ok' <<<"$out")" -ge 60 ] || die "fewer than 60 cases"
}

test_a_case_that_changed_is_run_again() {
	cp -r "$TOP"/tests/fixtures/cases/{verify,01-slug-length} .
	is "$(./verify --write)" 'ok 01-slug-length'
	is "$(./verify)" 'ok 01-slug-length # as it was verified'
	is "$(./verify --all)" 'ok 01-slug-length'
	is "$(./verify 01)" 'ok 01-slug-length'
	echo 'raise SystemExit(1)' >>01-slug-length/base/tests/test_slugs.py
	out=$(./verify --write) && die 'a case whose tests fail is good'
	has "$out" '^not ok 01-slug-length'
	is "$(cat verified)" ''
	cp "$TOP"/tests/fixtures/cases/01-slug-length/base/tests/test_slugs.py 01-slug-length/base/tests
	is "$(./verify)" 'ok 01-slug-length'
	./verify --write >/dev/null
	echo '# another way to verify' >>verify
	is "$(./verify)" 'ok 01-slug-length'
}

test_verdicts_on_a_third_of_the_cases() {
	is_sanitized && skip 'the figures are those of a build without sanitizers'
	out=$("$TOP/tests/cases" 2>&1) || die "$out"
}

test_fresh_cases_are_run_by_their_option_alone() {
	fresh=$(cd "$TOP/tests/fixtures/cases" && grep -l '"split": "fresh"' ./*/case.json | head -1 | cut -d/ -f2)
	TORAD=/bin/false "$TOP/tests/cases" --only "$fresh" >"$T/named" 2>&1
	has "$(cat "$T/named")" '^cases: none of these; --split fresh asks for them'
	TORAD=/bin/false "$TOP/tests/cases" --split fresh --only "$fresh" >"$T/asked" 2>&1 || die "$(cat "$T/asked")"
	has "$(cat "$T/asked")" '^1 cases in'
	has "$(cat "$T/asked")" "^$fresh"
}

test_a_number_is_a_whole_one() {
	out=$(TORAD=/bin/false "$TOP/tests/cases" --split tune --only 100 2>&1) || die "$out"
	has "$out" '^1 cases in'
	has "$out" '^100-'
	out=$(TORAD=/bin/false "$TOP/tests/cases" --split fresh --only 100-x 2>&1) && die "$out"
	has "$out" '^cases: there is no such case'
}

test_rules_of_today_on_a_record() {
	"$TOP/tests/cases" --only 05 --tests 40 --save "$T/first" >/dev/null 2>&1
	"$TOP/tests/cases" --only 05 --rejudge "$T/first" --save "$T/again" >/dev/null 2>&1
	verdicts='[.findings[] | [.verdict, .difference, .value_after]]'
	[ "$(jq -c "$verdicts | length" "$T/again")" -gt 0 ] || die 'nothing found'
	is "$(jq -c "$verdicts" "$T/again")" "$(jq -c "$verdicts" "$T/first")"
	echo '{"progress":{}}' >"$T/none"
	"$TORAD" rejudge "$T/none" 2>"$T/err" && die 'a record from nothing'
	has "$(cat "$T/err")" 'no record in the file'
	"$TORAD" rejudge 2>"$T/err"
	is "$?" 3
}

run_tests "$@"
