#!/bin/bash
# Six real releases of npm packages, old as main, new as branch with its changelog's entry as message (tests/bench/npm):
# the difference their changelog speaks of, or the one the next changelog admits to be a fault, is found. Got by exact
# version and hash through the npm client; skipped, with its sentence, where that does not reach a registry.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
CACHE=${TORA_NPM_CACHE:-}

# One row of the table as JSON in $row.
release() { # PAIR
	row=$("$TOP/tests/bench/npm" --only "$1" --json --seconds 400 --torad "$TORAD" ${CACHE:+--cache "$CACHE"} 2>"$T/err")
	case $? in
	0) ;;
	2) skip "$(grep '^npm: ' "$T/err" | tail -n 1)" ;;
	*) die "$(tail -n 3 "$T/err") $row" ;;
	esac
	is "$(jq -r .record.state <<<"$row")" 'done'
}
# A finding whose test, and what is printed before and after, look so.
differs() { # TEST BEFORE AFTER
	jq -e --arg t "$1" --arg b "$2" --arg a "$3" '[.record.findings[] | select((.test | test($t)) and
		((.value_before // "") | test($b)) and ((.value_after // "") | test($a)))] | length > 0' <<<"$row" >/dev/null ||
		die "no '$1' from '$2' to '$3' among: $(jq -c '[.record.findings[] | [.test, .value_before, .value_after]]' <<<"$row")"
}
shown() { is "$(jq '[.record.findings[] | select(.verdict == "unintended")] | length' <<<"$row")" "$1"; }

test_cookie_0_4_1_rejects_ages_as_announced() {
	release 'cookie 0.4.0'
	differs 'maxAge: -?Infinity' 'Max-Age=-?Infinity' 'option maxAge is invalid'
	shown 0
}

test_cookie_0_2_1_throws_for_an_empty_value_which_0_2_2_takes_back() {
	release 'cookie 0.2.0'
	differs "serialize\\('[^']*', ''" '=' 'argument val is invalid'
}

test_qs_6_10_0_takes_what_is_there_twice_for_a_cycle_which_6_10_1_mends() {
	release 'qs 6.9.6'
	differs 'a: x, b: x' 'c%5D=d' 'RangeError: Cyclic object value'
}

test_bytes_3_1_2_answers_null_for_what_is_no_size() {
	release 'bytes 3.1.1'
	differs 'parse\(' 'NaN' 'null'
}

test_minimist_1_2_8_reads_what_its_tests_say() {
	release 'minimist 1.2.7'
	differs 'ab=c' "a: 'c'" "b: 'c'"
	shown 0
}

test_object_inspect_1_13_3_escapes_only_the_quote_around() {
	release 'object-inspect 1.13.2'
	differs 'quoteStyle' '' ''
	shown 0
}

run_tests "$@"
