#!/bin/bash
# A branch of several commits: which one did it is measured, and its own message is read first.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"

package() {
	mkdir -p "$T/src/prices" "$T/src/tests"
	cat >"$T/src/prices/__init__.py" <<'EOF'
def net(amount: int, fee: int = 2) -> int:
    """The amount without the fee.

    >>> net(10)
    8
    """
    if amount <= fee:
        return 0
    return amount - fee


def parts(amount: int, size: int) -> int:
    """How many parts of a size there are, the last one perhaps smaller.

    >>> parts(10, 5)
    2
    """
    whole = amount // size
    return whole + 1 if amount % size else whole
EOF
	cat >"$T/src/tests/test_prices.py" <<'EOF'
from prices import net, parts


def test_net():
    assert net(10) == 8
    assert net(1) == 0


def test_parts():
    assert parts(10, 5) == 2
EOF
	repo_from "$T/src" r && cd r || exit 1
	git checkout -q -b topic
}
step() { # SED MESSAGE
	sed -i "$1" prices/__init__.py && git commit -q -a -m "$2"
}
# function: commit and verdict of what is shown, sorted.
shown() {
	jq -r '.findings[]|select(.verdict == "unintended")|"\(.function) \(.commit) \(.commit_subject)"' <<<"$1" | sort -u
}

test_the_commit_that_did_it_is_named() {
	local record tidy
	package
	printf '\n\ndef gross(amount: int, fee: int = 2) -> int:\n    """The amount with the fee."""\n    return amount + fee\n' >>prices/__init__.py
	git commit -q -a -m 'Add gross()'
	step 's/amount <= fee/amount < fee/; s/return 0$/return int(0)/; s/return amount - fee$/return abs(amount - fee) + (amount == 3)/' \
		'Tidy up net()'
	tidy=$(git rev-parse HEAD)
	step 's/The amount with the fee/The amount and the fee/' 'gross: other words'
	step 's/return amount + fee$/return fee + amount/' 'gross: the fee first'
	record=$("$TORA" check main..HEAD --format json --no-daemon)
	has "$(shown "$record")" "prices.net $tidy Tidy up net\\(\\)"
	is "$(shown "$record" | cut -d' ' -f2 | sort -u)" "$tidy"
	has "$("$TORA" check main..HEAD --no-daemon)" "commit: ${tidy:0:12}  Tidy up net"
}

# One commit writes anew what the function of the other calls, and both run: it shows in what the other changed, and its
# message speaks of that. tests/fixtures/cases/572-geohash-cells
test_it_shows_in_what_that_commit_changed() {
	local record cases="$TOP/tests/fixtures/cases/572-geohash-cells"
	repo_from "$cases/base" r && cd r || exit 1
	git checkout -q -b date-line
	git apply "$cases/change-1.patch" && git commit -q -a -m "$(jq -r '.commits[0].message' "$cases/case.json")"
	git apply "$cases/change-2.patch" && git commit -q -a -m "$(jq -r '.commits[1].message' "$cases/case.json")"
	record=$("$TORA" check main..HEAD --format json --no-daemon)
	is "$(shown "$record")" ''
	has "$(jq -r '.findings[]|"\(.function) \(.verdict) \(.commit_subject)"' <<<"$record")" 'src/neighbours.neighbours intended fix: the world is round'
	lacks "$(jq -r '.findings[].function' <<<"$record")" 'src/cells.bounds'
}

# "Release 2.0.0" with a changelog is about the work of the others; what it says of them is not left out because another commit did it.
test_a_release_says_what_others_did() {
	local record cases="$TOP/tests/fixtures/cases/627-key-casing"
	repo_from "$cases/base" r && cd r || exit 1
	git checkout -q -b topic
	for i in 1 2; do
		git apply "$cases/change-$i.patch" && git add -A && git commit -q -m "$(jq -r ".commits[$i - 1].message" "$cases/case.json")"
	done
	record=$("$TORA" check main..HEAD --format json --no-daemon)
	has "$(jq -r '.findings[].commit_subject' <<<"$record")" 'Rework the word splitter'
	is "$(shown "$record")" ''
	git checkout -q -b without main && git apply "$cases/change-1.patch" && git commit -q -a -m 'Rework the word splitter (#38)'
	git commit -q --allow-empty -m 'Nothing'
	has "$(shown "$("$TORA" check main..HEAD --format json --no-daemon)")" 'casewright.words.split_words'
}

# Where the commit claims to change nothing, a release that speaks of something else is no word about it.
test_a_release_says_nothing_of_it() {
	package
	step 's/amount <= fee/amount < fee/; s/return amount - fee$/return abs(amount - fee) + (amount == 3)/' 'Tidy up net()'
	echo '- releases come with a list of what is in them now' >CHANGELOG.md
	git add CHANGELOG.md && git commit -q -m 'Release 2'
	has "$(shown "$("$TORA" check main..HEAD --format json --no-daemon)")" 'prices.net .* Tidy up net'
}

# 490 becomes 590, as one commit says, and by another's mistake 0 becomes 590, too: the same difference of the same
# function. The assertion that the mistake breaks goes with it, which announces nothing.
hidden() {
	mkdir -p "$T/src/cart" "$T/src/tests"
	cat >"$T/src/cart/__init__.py" <<'EOF'
def shipping(total: int) -> int:
    """What shipping costs, in cents."""
    if total >= 5000:
        return 0
    return 490
EOF
	cat >"$T/src/tests/test_cart.py" <<'EOF'
from cart import shipping


def test_shipping():
    assert shipping(5000) == 0
    assert shipping(9000) == 0
    assert shipping(100) == 490
EOF
	repo_from "$T/src" r && cd r || exit 1
	git checkout -q -b topic
}
to() { # SED MESSAGE
	sed -i "$1" cart/__init__.py tests/test_cart.py && git commit -q -a -m "$2"
}
dearer='s/return 490/return 590/; s/shipping(100) == 490/shipping(100) == 590/'
is_unintended() { "$TORA" status | grep -q 'topic.*unintended'; }
# What is told of: values on both sides, the commit, the values that each commit left.
told() {
	"$TORA" check main..HEAD --format json --no-daemon |
		jq -c '[.findings[]|select(.verdict == "unintended")|[.value_before,.value_after,.commit_subject,[.steps[]?|.after]]]'
}

test_a_mistake_below_an_announced_change_of_the_same_function() {
	local id
	hidden
	to 's/total >= 5000/total > 5000/; /shipping(5000)/d' 'cart: tidy'
	to "$dearer" 'shipping costs 5.90'
	is "$(told)" '[["0","590","cart: tidy",["490","590"]]]'
	out=$("$TORA" check main..HEAD --no-daemon | tr -s ' \n' '  ')
	has "$out" "printed 0 before this change and prints 590 now; 'cart: tidy' does not say that behaviour changes, and the test that shows it was taken out"
	has "$out" "Commit by commit: 0, 490 with 'cart: tidy', 590 with 'shipping costs 5.90'"
	"$TORA" init >/dev/null
	ok within 60 is_unintended
	id=$("$TORA" status --json | jq -r '.repos[].branches[]|select(.branch == "topic").findings[0]')
	has "$("$TORA" show "$id" | tr -s ' \n' '  ')" "commit: [0-9a-f]{12} cart: tidy"
	has "$(git push origin topic 2>&1)" "steps:  0, 490 with 'cart: tidy', 590 with 'shipping costs 5.90'"
}

test_a_mistake_that_is_none_any_more() {
	hidden
	to 's/total >= 5000/total > 5000/; /shipping(5000)/d' 'cart: tidy'
	to 's/total > 5000/total >= 5000/' 'cart: as it was'
	to "$dearer" 'shipping costs 5.90'
	is "$(told)" '[]' # repaired
	git reset -q --hard HEAD~2
	to '/if total/,/return 0/d; s/return 490/return 590/; /shipping(9000)/d; s/== 490/== 590/' 'shipping costs 5.90 always, also above 50'
	is "$(told)" '[]' # replaced
}

# Of a branch of more commits than are looked at, the oldest that is left is not blamed for what older ones did.
# A round that looks at one commit runs each test once.
test_one_commit_is_looked_at_once() {
	package
	step 's/amount <= fee/amount < fee/; s/return amount - fee$/return abs(amount - fee) + (amount == 3)/' 'Tidy up net()'
	step 's/How many parts/The number of parts/' 'parts: other words'
	"$TORA" check main..HEAD --no-daemon >"$T/out" && die 'nothing found'
	said=$(grep -o 'attribute [0-9]* tests on 1 commits, [0-9]* trials' "$XDG_STATE_HOME/tora/torad.log")
	read -r _ tests _ _ _ _ trials _ <<<"$said"
	is "$tests" "$trials"
}

test_an_older_commit_is_not_mistaken() {
	local record
	package
	step 's/return amount - fee$/return abs(amount - fee) + (amount == 3)/' 'Tidy up net()'
	for i in $(seq 205); do git commit -q --allow-empty -m "Note $i"; done
	record=$("$TORA" check --no-daemon --json 2>/dev/null)
	is "$(jq -r '[.findings[] | select(.function == "prices.net")] | length > 0' <<<"$record")" true
	is "$(jq -r '[.findings[] | .commit_subject | select(. != null)] | length' <<<"$record")" 0
	has "$(jq -r '.notes[]' <<<"$record")" 'it is not known which commit introduced it'
}

# What is not told of is not counted among what nobody knows the commit of.
test_what_is_announced_is_not_counted() {
	local record
	package
	step 's/return amount - fee$/return amount - fee + (amount == 3)/' 'Tidy up net()'
	for i in $(seq 205); do git commit -q --allow-empty -m "Note $i"; done
	git commit -q --allow-empty -m "Change net(): net(3) gives 2 instead of 1"
	record=$("$TORA" check --no-daemon --json 2>/dev/null)
	is "$(jq -r '[.findings[] | .verdict] | unique | join(" ")' <<<"$record")" intended
	is "$(jq -r '[.notes[] | select(test("which commit"))] | length' <<<"$record")" 0
}

test_a_commit_between_that_cannot_be_loaded() {
	local record
	package
	step 's/^def parts/def parts(/' 'parts: more to come'
	step 's/^def parts((/def parts(/; s/amount - fee$/amount - fee - (amount == 5)/' 'Simplify'
	step 's/How many parts/The number of parts/' 'parts: other words'
	record=$("$TORA" check main..HEAD --format json --no-daemon)
	has "$(shown "$record")" 'prices.net'
	has "$(jq -r '.notes[]' <<<"$record")" 'which commit introduced it was not measured: [0-9a-f]{12} cannot be run'
}

# Its part of the time is over, not the check's.
test_a_commit_between_that_takes_long_to_load() {
	local record
	package
	step '1i import time\ntime.sleep(60)' 'prices: wait'
	step '1,2d; s/amount - fee$/amount - fee - (amount == 5)/' 'Simplify'
	step 's/How many parts/The number of parts/' 'parts: other words'
	record=$("$TORA" check main..HEAD --format json --no-daemon --timeout 40)
	has "$(shown "$record")" 'prices.net'
	has "$(jq -r '.notes[]' <<<"$record")" 'which commit introduced it was not measured: a third of the time that was left was not enough; --timeout or'
	lacks "$(jq -r '.notes[]' <<<"$record")" '40 s'
}

run_tests "$@"
