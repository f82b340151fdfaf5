#!/bin/bash
# The process of a check stays for the next one, with its warm runners: what they may be used for again, that the answer is that of new ones, and
# when they are given back.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
TRY=$TOP/tests/fixtures/try

check() { # until what the hook asked for is over as well
	"$TORA" check --json 2>"$T/err"
	ok settled
}
alone() { "$TORA" check --no-daemon --no-cache --json 2>"$T/err"; }
log_lines() { grep -c "$1" "$XDG_STATE_HOME/tora/torad.log"; }
# How much is generated depends on the machine's load: of the tests that are in both records, was the same seen on this side?
same() { # before|after RECORD RECORD
	jq -n --argjson a "$2" --argjson b "$3" "[\$a.findings[] as \$x | \$b.findings[] | select(.test == \$x.test) | .$1.stdout == \$x.$1.stdout] | unique"
}
finds() { is "$(jq '[.findings[] | select(.function == "spantext.parse.parse")] | length > 0' <<<"$1")" true; }
span_repo() {
	repo_from "$TRY/base" r && cd r || exit 1
	git config tora.tests.max 12
	ok "$TORA" init
	git checkout -q -b topic && sed -i 's/sign \* total/sign * total + 0.5/' spantext/parse.py && git commit -q -a -m Tidy
}

test_what_is_used_again() {
	span_repo
	one=$(check)
	is "$(jq -r .state <<<"$one")" 'done'

	git config tora.tests.max 13 # the same trees: both sides
	two=$(check)
	[ "$(log_lines 'head: warm runners of the last check')" -ge 1 ] || die 'a new runner for the same head'
	before=$(log_lines 'base: warm runners of the last check')
	[ "$before" -ge 1 ] || die 'a new runner for the same base'
	finds "$two"
	lacks "$(same before "$one" "$two") $(same after "$one" "$two")" false

	all=$(log_lines 'runners of the last check')
	sed -i 's/total + 0.5/total + 0.25/' spantext/parse.py && git commit -q -a -m Tidy # another head
	three=$(check)
	# both sides or neither: what they import from elsewhere is to be of one moment
	is "$(log_lines 'runners of the last check')" "$all"
	finds "$three"
	four=$(alone)
	lacks "$(same before "$three" "$two") $(same before "$three" "$four") $(same after "$three" "$four")" false
	lacks "$(same after "$three" "$two")" true # that would be the head of the check before
}

test_no_cache_takes_nothing_of_before() {
	span_repo
	is "$(jq -r .state <<<"$(check)")" 'done'
	before=$(log_lines 'runners of the last check') # by the check that the hook asked for
	is "$("$TORA" check --no-cache --json 2>/dev/null | jq -r .state)" 'done'
	is "$(log_lines 'runners of the last check')" "$before"
}

# One that waits has its trees, and may have those of a clone.
test_no_cache_makes_anew_what_a_clone_uses() {
	span_repo
	is "$(jq -r .state <<<"$(check)")" 'done'
	git clone -q . ../clone && cd ../clone && git config tora.main origin/main || exit 1
	ok "$TORA" init
	is "$("$TORA" check --json 2>/dev/null | jq -r .state)" 'done'
	ok settled
	cd ../r || exit 1
	"$TORA" check --no-cache --json >"$T/anew" 2>/dev/null
	is "$(jq -r .state "$T/anew")" 'done'
	lacks "$(jq -c .notes "$T/anew")" 'not made anew'
	is "$(log_lines 'warm runners given back: a check without the cache')" 2
}

nobody() { ! pgrep -f "^/proc/self/exe check .*$T" >/dev/null; }
test_pause_and_stop_give_them_back() {
	span_repo
	is "$(jq -r .state <<<"$(check)")" 'done'
	ok settled # that of the hook as well
	pgrep -f "^/proc/self/exe check .*$T" >/dev/null || die 'no process has stayed'
	ok "$TORA" pause
	within 5 nobody
	is "$(log_lines 'warm runners given back: paused')" 1
	ok "$TORA" resume
	git commit -q --amend -m 'Make it tidy'
	is "$(jq -r .state <<<"$(check)")" 'done'
	ok "$TORA" daemon stop
	within 5 nobody
}

run_tests "$@"
