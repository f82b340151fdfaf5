#!/bin/bash
# What the user dismisses goes quiet, says so, and comes back when a dismissal is taken back.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
TESTS_MAX=40 # one difference is enough

package() { # four small functions and what calls them
	mkdir -p "$T/src/prices" "$T/src/tests"
	cat >"$T/src/prices/__init__.py" <<'EOF'
def net(amount: int) -> int:
    """The amount without its fee.

    >>> net(10)
    8
    """
    return amount - 2


def gross(amount: int) -> int:
    """The amount with its fee.

    >>> gross(10)
    12
    """
    return amount + 2


def double(amount: int) -> int:
    """Twice the amount.

    >>> double(10)
    20
    """
    return amount * 2


def triple(amount: int) -> int:
    """Three times the amount.

    >>> triple(10)
    30
    """
    return amount * 3
EOF
	cat >"$T/src/tests/test_prices.py" <<'EOF'
from prices import double, gross, net, triple


def test_zero():
    assert double(0) == triple(0) == 0
    assert gross(net(0)) == 0
EOF
	repo_from "$T/src" r && cd r || exit 1
	ok "$TORA" init
}
break_it() { # SED MESSAGE: a commit that changes what no message mentions, checked; prints the record
	sed -i "$1" prices/__init__.py && git commit -q -a -m "$2"
	"$TORA" check HEAD~1..HEAD --format json
}
verdicts() { jq -r '[.findings[].verdict] | unique | join(" ")' <<<"$1"; }
stat_of() { "$TORA" stats --json | jq -r "$1"; }

test_what_is_dismissed_goes_quiet() {
	local record id dismissed=()
	package
	is "$(stat_of .repo.findings.shown)" 0
	for step in 's/amount - 2/amount - 3/' 's/amount + 2/amount + 3/' 's/amount \* 2/amount * 4/'; do
		record=$(break_it "$step" 'Refactor without any change of behaviour')
		has "$(verdicts "$record")" unintended
		for id in $(jq -r '.findings[]|select(.verdict == "unintended").id' <<<"$record"); do
			ok "$TORA" dismiss "$id"
			dismissed+=("$id")
		done
	done
	is "$(stat_of '.repo.differences[]|select(.name == "value").quiet')" true
	has "$("$TORA" stats)" 'value +[0-9]+ +0 +[0-9]+  quiet'
	has "$("$TORA" stats)" 'quiet: dismissed more often than acknowledged'
	record=$(break_it 's/amount \* 3/amount * 5/' 'Refactor without any change of behaviour')
	is "$(verdicts "$record")" unsure
	has "$(jq -r '.findings[0].explanation' <<<"$record")" 'Not shown by itself: [0-9]+ of [0-9]+ findings like it'
	has "$(jq -r '.notes[]' <<<"$record")" 'not shown: most like .* were dismissed here'
	# taken back, it speaks again
	for id in "${dismissed[@]}"; do ok "$TORA" dismiss --undo "$id"; done
	is "$(stat_of '[.repo.differences[].quiet]|any')" false
	has "$(verdicts "$("$TORA" check HEAD~1..HEAD --no-cache --format json)")" unintended
}

test_stats_where_nothing_was_checked() {
	cd "$T" || exit 1
	has "$("$TORA" stats)" 'all repositories, the last 90 days'
	is "$(stat_of .repo)" null
	is "$(stat_of .all.checks.done)" 0
}

run_tests "$@"
