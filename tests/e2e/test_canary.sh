#!/bin/bash
# A few tests of each check run warm (forked from a process that has the code loaded) and cold (a process of their own): where the two
# disagree, all tests of the check are run cold, and the record, status and stats say so.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"

COLD='each test ran in a process of its own'

package() { # LINES AT IMPORT, EXPRESSION THAT DEPENDS ON THEM: a repository with a change that no message mentions
	mkdir -p "$T/src/ticket" "$T/src/tests"
	cat >"$T/src/ticket/__init__.py" <<PY
$1


def label(number: int) -> str:
    """What is printed on the ticket.

    >>> label(3).split('/')[0]
    'n3'
    """
    return 'n%d/%s' % (number, $2)


def price(amount: int) -> int:
    """The price with its fee.

    >>> price(10)
    12
    """
    return amount + 2
PY
	cat >"$T/src/tests/test_ticket.py" <<'PY'
from ticket import label, price


def test_price():
    assert price(0) == 2
    assert label(price(1)).startswith('n3')


def test_label():
    assert label(0)[:2] == 'n0'
    assert label(7)[:2] == 'n7'
PY
	repo_from "$T/src" r && cd r || exit 1
	git config tora.tests.max 16 # of which four are canaries
	git checkout -q -b topic && sed -i "s/'n%d/'N%d/" ticket/__init__.py && git commit -q -a -m Tidy
}
check() { timeout 240 "$TORA" check --no-daemon --json 2>"$T/err"; }
is_cold() { # RECORD: it was found out, all tests were run cold, and the change is seen all the same
	is "$(jq -r .state <<<"$1")" 'done'
	has "$(jq -r '.notes[]' <<<"$1")" 'says something else in a process of its own'
	has "$(jq -r .detail <<<"$1")" "$COLD"
	is "$(jq .tests.cold <<<"$1")" "$(jq .tests.run <<<"$1")"
	is "$(jq '.findings[] | select(.function == "ticket.label")' <<<"$1" | jq -s 'length > 0')" true
}
is_warm() { # RECORD
	is "$(jq -r .state <<<"$1")" 'done'
	is "$(jq '.tests.cold, .detail' <<<"$1" | tr '\n' ' ')" '0 null '
	is "$(jq '.tests.run > 0' <<<"$1")" true
}

test_code_that_is_the_same_warm_and_cold() {
	package 'import os, sys' "'x'"
	is_warm "$(check)"
}

test_the_number_of_the_process_that_imported() {
	package 'import os
OWNER = os.getpid()' 'os.getpid() == OWNER'
	is_cold "$(check)"
}

test_a_generator_seeded_by_the_import() {
	package 'import random
random.seed(4711)' 'random.randrange(1000000)'
	is_cold "$(check)"
}

# What an import prints and what differs from run to run anyway is no reason to be slow.
test_what_is_no_reason() {
	package 'import time
print("loading", time.time_ns())' "'x'"
	is_warm "$(check)"
	cd "$T/home" && rm -rf r r.remote "$T/src" && package 'import time' 'time.time_ns()'
	is "$(check | jq .tests.cold)" 0
}

canaries() { grep -o 'canary: [0-9]*' "$XDG_STATE_HOME/tora/torad.log" | cut -d' ' -f2 | tr '\n' ' '; }

# What was found out about a base holds for the next check on it, and says nothing about another head.
test_a_base_is_asked_once() {
	package 'import os' "'x'"
	is_warm "$(check)"
	sed -i "s/'N%d/'M%d/" ticket/__init__.py && git commit -q -a -m 'Tidy more'
	is_warm "$(check)"
	is "$(canaries)" '4 2 '
	# at the front of what is printed: of two tests one may look at that alone
	sed -i "s/^import os/import os; OWNER = os.getpid()/; s/return 'M%d/return 'MW'[os.getpid() != OWNER] + '%d/" ticket/__init__.py && git commit -q -a -m 'Tidy on'
	is_cold "$(check)"
	"$TORA" check --no-daemon --no-cache >/dev/null 2>&1
	is "$(canaries)" '4 2 2 4 '
	git checkout -q main && sed -i 's/amount + 2/amount + 3/' ticket/__init__.py && git commit -q -a -m 'Fee' && git checkout -q -b fee
	sed -i 's/amount + 3/amount + 4/' ticket/__init__.py && git commit -q -a -m 'Tidy'
	is_warm "$(check)"
	is "$(canaries)" '4 2 2 4 4 '
}

# Where they disagree on the base, each check finds out again.
test_a_base_that_disagrees_is_asked_again() {
	package 'import os
OWNER = os.getpid()' 'os.getpid() == OWNER'
	is_cold "$(check)"
	sed -i "s/'N%d/'M%d/" ticket/__init__.py && git commit -q -a -m 'Tidy more'
	is_cold "$(check)"
	is "$(canaries)" '4 4 '
}

says_cold() { "$TORA" status | grep -q "topic .*[(]$COLD"; }
test_status_and_stats_say_so() {
	package 'import os
OWNER = os.getpid()' 'os.getpid() == OWNER'
	ok "$TORA" init
	"$TORA" check >/dev/null 2>&1
	within 60 says_cold # the daemon may be looking at the branch meanwhile
	has "$("$TORA" stats)" 'run each in a process of its own'
	is "$("$TORA" stats --json | jq '.all.tests | .cold == .run and .cold > 0')" true
}

run_tests "$@"
