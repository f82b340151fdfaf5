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

# Each is shown, at its line, though both show themselves in the same way.
test_two_slips_in_one_function() {
	git init -q -b main two && cd two || exit 1
	echo '{ "name": "price", "version": "1.0.0", "main": "price.js" }' >package.json
	cat >price.js <<'JS'
/** What it costs: "book" or "pen". */
exports.price = function price(kind, amount) {
	if (kind === 'book')
		return amount * 3;
	let total = amount;
	for (let step = 0; step < 3; step++)
		total += step;
	if (kind === 'pen')
		return amount * 5;
	return total;
};
JS
	git add -A && git commit -q -m 'Prices' && git checkout -q -b tidy
	sed -i 's/amount \* 3/amount * 4/; s/amount \* 5/amount * 6/' price.js && git commit -q -a -m 'Tidy'
	json=$("$TORA" check main..HEAD --format json --no-daemon)
	is "$?" 1
	is "$(jq -c '[.findings[] | select(.verdict == "unintended").line] | unique' <<<"$json")" '[4,9]'
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

# A check that must end with one unintended finding in that file; the record is left in $json.
must_find() { # FILE
	json=$("$TORA" check main..HEAD --format json --no-daemon 2>"$T/said")
	is "$?" 1
	is "$(jq -r '[.findings[] | select(.verdict == "unintended")][0].file' <<<"$json")" "$1"
}

test_a_workspace_with_exports_maps() {
	git init -q -b main r && cd r && mkdir -p packages/core/src packages/app || exit 1
	echo '{ "private": true, "workspaces": ["packages/*"] }' >package.json
	cat >packages/core/package.json <<'JSON'
{ "name": "@demo/core", "exports": { ".": "./src/main.js", "./text/*": "./src/text-*.js" } }
JSON
	echo '{ "name": "@demo/app", "main": "app.js" }' >packages/app/package.json
	echo "exports.twice = (n) => n * 2;" >packages/core/src/main.js
	echo "exports.pad = (text, width) => String(text).padStart(width, '.');" >packages/core/src/text-pad.js
	cat >packages/app/app.js <<'JS'
const { twice } = require('@demo/core');
const { pad } = require('@demo/core/text/pad');

/** A column of the given width. */
exports.column = function column(value, width) {
	return pad(twice(value), Math.max(width, 3));
};
JS
	git add -A && git commit -q -m 'A workspace' && git checkout -q -b tidy
	sed -i 's/Math.max(width, 3)/width/' packages/app/app.js && git commit -q -a -m 'Shorter'
	must_find packages/app/app.js
}

test_await_at_the_top_of_a_module() {
	git init -q -b main r && cd r || exit 1
	echo '{ "name": "late", "type": "module", "exports": { ".": { "import": "./index.js" } } }' >package.json
	cat >index.js <<'JS'
const table = await Promise.resolve(new Map([['one', 1], ['two', 2]]));

/** The number of a name, 0 for none. */
export function number(name = 'one') {
	return table.get(name) ?? 0;
}
JS
	git add -A && git commit -q -m 'Names' && git checkout -q -b tidy
	sed -i 's/ ?? 0//' index.js && git commit -q -a -m 'Shorter'
	must_find index.js
}

test_what_is_not_installed_is_a_reason() {
	package r
	for need in "'left-pad'" "'./build/Release/fast.node'"; do
		git checkout -q main && git checkout -q -b "x${need//[^a-z]/}"
		sed -i "1a require($need);" lib/parse.js && git commit -q -a -m 'Needs more' && git branch -q -f base
		sed -i 's/let total = 0/let total = 1/' lib/parse.js && git commit -q -a -m 'Start at one'
		json=$("$TORA" check base..HEAD --format json --no-daemon 2>"$T/said")
		is "$?" 2
		is "$(jq -r '.reason' <<<"$json")" base-not-buildable
		has "$(cat "$T/said")" "Cannot find module"
	done
}

test_a_lock_file_that_disagrees_with_what_is_installed() {
	package r
	mkdir -p node_modules/dep && echo node_modules >.gitignore
	echo '{ "name": "dep", "version": "1.0.0" }' >node_modules/dep/package.json
	echo 'exports.base = 1;' >node_modules/dep/index.js
	cat >package-lock.json <<'JSON'
{ "name": "quantities", "lockfileVersion": 3, "packages": { "node_modules/dep": { "version": "2.0.0" }, "node_modules/gone": {} } }
JSON
	sed -i 's/"main"/"dependencies": { "dep": "^2.0.0" }, &/' package.json
	sed -i "1a const { base } = require('dep');" lib/parse.js && sed -i 's/let total = 0/let total = base - 1/' lib/parse.js
	git add -A && git commit -q -m 'A dependency' && git checkout -q -b tidy
	sed -i "s/part.replace(',', '.')/part/" lib/parse.js && git commit -q -a -m 'Tidy reading'
	must_find lib/parse.js
	has "$(jq -r '.notes[]' <<<"$json")" '^package-lock.json says dep 2.0.0 .installed is 1.0.0.; tested with what is installed'
}

# As pnpm lays it out: each package sees its own, and another version of it than the package beside it.
test_a_workspace_whose_packages_have_their_own_packages() {
	git init -q -b main r && cd r && mkdir -p packages || exit 1
	printf 'packages:\n  - "packages/*" # all\n  - "!**/test/**"\n' >pnpm-workspace.yaml
	echo '{ "private": true }' >package.json && echo node_modules >.gitignore && touch pnpm-lock.yaml
	for n in 1 2; do
		mkdir -p "packages/p$n/node_modules" "node_modules/.pnpm/dep@$n/node_modules/dep"
		echo "{ \"version\": \"$n.0.0\" }" >"node_modules/.pnpm/dep@$n/node_modules/dep/package.json"
		echo "exports.base = $n * 100;" >"node_modules/.pnpm/dep@$n/node_modules/dep/index.js"
		ln -s "../../../node_modules/.pnpm/dep@$n/node_modules/dep" "packages/p$n/node_modules/dep"
		echo "{ \"name\": \"p$n\", \"main\": \"p$n.js\", \"dependencies\": { \"dep\": \"$n.0.0\" } }" >"packages/p$n/package.json"
		printf "const { base } = require('dep');\n/** More than the base. */\nexports.more = function more(n) {\n\treturn base + Math.max(n, 0);\n};\n" \
			>"packages/p$n/p$n.js"
	done
	git add -A && git commit -q -m 'A workspace' && git checkout -q -b tidy
	sed -i 's/Math.max(n, 0)/n/' packages/p?/p?.js && git commit -q -a -m 'Shorter'
	json=$("$TORA" check main..HEAD --format json --no-daemon 2>"$T/said")
	is "$?" 1
	is "$(jq -c '[.findings[] | select(.verdict == "unintended").file] | unique' <<<"$json")" '["packages/p1/p1.js","packages/p2/p2.js"]'
	for n in 1 2; do
		has "$(jq -r ".findings[] | select(.file == \"packages/p$n/p$n.js\").value_before" <<<"$json")" "^${n}00$"
	done
}

test_keep_writes_a_finding_as_the_project_tests() {
	package r
	git checkout -q -b tidy && tidy
	id=$("$TORA" check main..HEAD --format json --no-daemon | jq -r '[.findings[] | select(.verdict == "unintended")][0].id')
	[[ $id = K* ]] || die "no finding: $id"
	out=$("$TORA" keep "$id") || die "$out"
	file=$(head -n 1 <<<"$out")
	has "$file" "^$PWD/test/[a-z0-9_.-]+\\.js$"
	has "$out" '^It passes on the base .*node:test.* and fails on the branch.$'
	has "$(cat "$file")" "require\\('node:test'\\)"
	node --test "$file" >/dev/null 2>&1 && die 'it passes on the branch'
	git checkout -q main && ok node --test "$file"
}

test_a_file_of_ten_megabytes_that_nobody_wrote() {
	package r
	for n in 1 2; do
		node -e 'process.stdout.write("module.exports=[" + "function(e,t){return e+t},".repeat(400000) + process.argv[1] + "];")' "$n" >lib/all.js
		git add -A && git commit -q -m "Bundle $n"
		[ "$n" -eq 2 ] || git checkout -q -b tidy
	done
	tidy
	must_find lib/parse.js
}

run_tests "$@"
