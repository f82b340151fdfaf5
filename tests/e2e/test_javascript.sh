#!/bin/bash
# The main job on a JavaScript package: a regression is shown at push, an intended change is not,
# and what is shown runs by hand.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
TRY=$TOP/tests/fixtures/try-js

package() { repo_from "$TRY/base" "$1" && cd "$1" || exit 1; }
tidy() { git apply "$TRY/tidy.patch" && git commit -q -a -m 'Refactor reading of amounts into small functions'; }
milligrams() {
	git apply "$TRY/milligrams.patch" && git commit -q -a -m 'Know ounces, and print less than a gram in milligrams

"2 oz" parses as 56.7 g, ounces are a unit of their own, and half a gram prints as "500 mg".'
}

test_push_shows_test_before_and_after() {
	package r
	ok "$TORA" init
	git config tora.push.wait 120
	git checkout -q -b tidy && tidy
	out=$(git push -q origin tidy 2>&1) || die "push failed: $out"
	has "$out" '^tora: tidy: behaviour changed in'
	has "$out" 'K[0-9]+ lib/parse.js:[0-9]+ lib/parse'
	has "$out" 'before: '
	has "$out" 'after:  '
	[ "$(wc -l <<<"$out")" -le 12 ] || die "more than 12 lines: $out"
}

test_check_prints_the_record_and_the_test_runs_by_hand() {
	package r
	git checkout -q -b tidy && tidy
	json=$("$TORA" check main..HEAD --format json --no-daemon)
	is "$?" 1
	has "$(jq -r '.changed[].function' <<<"$json")" '^lib/parse.amount$'
	f=$(jq '[.findings[] | select(.verdict == "unintended")][0]' <<<"$json")
	is "$(jq -r '.before.status' <<<"$f")" ok
	has "$(jq -r '.test' <<<"$f")" "require\\('./lib/parse'\\)|require\\('quantities'\\)|require\\('\\.'\\)"
	has "$(jq -r '.test' <<<"$f")" 'console.log\('
	is "$(jq -r '.commit' <<<"$f")" "$(git rev-parse HEAD)"
	jq -r '.test' <<<"$f" >x.js
	git checkout -q main && main=$(node x.js 2>&1)
	git checkout -q tidy && tidy=$(node x.js 2>&1)
	[ "$main" != "$tidy" ] || die "the same by hand: $main"
}

test_nothing_is_said_of_an_intended_change() {
	package r
	git checkout -q -b milligrams && milligrams
	json=$("$TORA" check main..HEAD --format json --no-daemon)
	is "$?" 0
	is "$(jq '[.findings[] | select(.verdict == "unintended")] | length' <<<"$json")" 0
	[ "$(jq '.tests.differing' <<<"$json")" -ge 1 ] || die "no test saw the change: $(jq -c .tests <<<"$json")"
}

test_comments_and_layout_are_no_change() {
	package r
	git checkout -q -b words
	sed -i 's/^function amount/\/\/ adds the parts\n&/; s/let total = 0;/let total = (0)/' lib/parse.js
	sed -i "s/'use strict'/\"use strict\"/" lib/format.js && git commit -q -a -m 'Words'
	json=$("$TORA" check main..HEAD --format json --no-daemon)
	is "$(jq -r '.state, .reason' <<<"$json" | tr '\n' ' ')" 'skipped comments-only '
}

test_an_es_module_package() {
	package r
	sed -i 's/"main": "index.js"/"type": "module", "exports": ".\/lib\/price.js"/' package.json
	git rm -q -r index.js lib test && mkdir lib
	cat >lib/price.js <<'JS'
/** The price with a discount, never below zero. */
export function price(amount, percent = 0) {
	return Math.max(0, Math.round(amount * (100 - percent)) / 100);
}
JS
	git add -A && git commit -q -m 'Prices' && git checkout -q -b faster
	sed -i 's/Math.max(0, \(.*\));/\1;/' lib/price.js && git commit -q -a -m 'Make price() a little faster'
	json=$("$TORA" check main..HEAD --format json --no-daemon)
	is "$?" 1
	has "$(jq -r '[.findings[] | select(.verdict == "unintended")][0].test' <<<"$json")" "import \\{ price \\} from"
}

test_a_package_that_does_not_load() {
	package r
	sed -i '1i process.exit(7);' lib/units.js && git commit -q -a -m 'Broken' && git checkout -q -b more
	sed -i 's/let total = 0/let total = 1/' lib/parse.js && git commit -q -a -m 'Start at one'
	json=$("$TORA" check main..HEAD --format json --no-daemon)
	is "$?" 2
	is "$(jq -r '.reason' <<<"$json")" base-not-buildable
}

run_tests "$@"
