#!/bin/bash
# tora generate: a suite for a package in its own framework, that passes, covers, and is put where nothing is lost.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
TRY=$TOP/tests/fixtures/try

package() { repo_from "$TRY/base" r && cd r || exit 1; }
generate() { "$TORA" generate --seconds 5 --engine offline "$@"; }
JS=$TOP/tests/fixtures/try-js

# NAME: a package of one module, whose text is on stdin
module() {
	git init -q -b main "$1" && cd "$1" && mkdir "$1" && cat >"$1/__init__.py" && git add . && git commit -q -m 'Import'
}

test_a_suite_in_the_projects_framework() {
	package
	json=$(generate --json text) || die "$json"
	is "$(jq -r '[.language, .framework, .proved_by] | join(" ")' <<<"$json")" 'python unittest unittest'
	is "$(jq -c '[.functions.public, .functions.reached, .functions.not_reached]' <<<"$json")" '[1,1,[]]'
	ok jq -e '.coverage.statements | .covered > 0.9 * .total and .by_import < .covered' <<<"$json"
	ok jq -e '.coverage.branches | .covered > 0.8 * .total and .total > 10' <<<"$json"
	ok jq -e '.tests | .generated >= .valid and .valid >= .run and .run >= .passing and .passing >= .kept and .kept >= 3' <<<"$json"
	ok jq -e '.assertions | .total == .nontrivial and .total >= 3' <<<"$json"
	is "$(jq -r .written <<<"$json")" "$PWD/tests/test_spantext_generated.py"
	is "$(git status --short)" '?? tests/test_spantext_generated.py'
	out=$(/usr/bin/python3 -m unittest tests.test_spantext_generated 2>&1) || die "$out"
	has "$out" "^Ran $(jq .tests.kept <<<"$json") tests"
	# the tests notice a change of what they were made of
	sed -i 's/"long"/"lang"/' spantext/text.py
	/usr/bin/python3 -m unittest -q tests.test_spantext_generated >/dev/null 2>&1 && die 'they pass without "long"'
	return 0
}

test_a_function_that_is_named_is_what_tests_are_about() {
	module sh <<-'PY'
	def area(width, height):
	    if width < 0 or height < 0:
	        raise ValueError("no such rectangle")
	    return width * height


	def frame(width, height, border=1):
	    if border < 1:
	        return []
	    lines = ["#" * (width + 2 * border)] * border
	    for _ in range(height):
	        lines.append("#" * border + " " * width + "#" * border)
	    return lines + lines[:border]
	PY
	mkdir tests
	cat >tests/test_sh.py <<-'PY'
	from sh import area, frame


	def test_frame():
	    lines = frame(2, 1)
	    assert lines == ["####", "#  #", "####"]
	    assert frame(1, 1, border=0) == []


	def test_both():
	    data = frame(3, 2, 2)
	    assert len(data) == 6
	    assert area(2, 3) == 6
	PY
	git add . && git commit -q -m 'A test'
	file=$(generate --out - sh.area 2>/dev/null) || die "$file"
	has "$file" 'area\(2, 3\) == 6'
	ok awk '/^def / { bad += n && !is_it; n++; is_it = 0 } /area\(/ { is_it = 1 } END { exit bad || !is_it }' <<<"$file"
}

test_pytest_on_standard_output_and_a_report_beside_it() {
	package
	file=$(generate --framework pytest --out - units 2>"$T/report") || die "$(cat "$T/report")"
	has "$file" '^def test_unit_named'
	has "$file" '^    assert '
	lacks "$file" 'unittest'
	has "$(cat "$T/report")" '^functions +[0-9]+ public, [0-9]+ reached; commit [0-9a-f]{12}, python'
	has "$(cat "$T/report")" '^coverage +statements [0-9]+ of [0-9]+ '
	has "$(cat "$T/report")" '^proved +each test alone and all together'
	is "$(git status --short)" ''
}

test_javascript() {
	command -v node >/dev/null || skip 'no node'
	repo_from "$JS/base" r && cd r || exit 1
	json=$(generate --json parse) || die "$json"
	is "$(jq -r '[.language, .framework, .proved_alone] | join(" ")' <<<"$json")" 'javascript node:test true'
	ok jq -e '.coverage.statements | .covered > 0.8 * .total' <<<"$json"
	ok jq -e '.coverage.branches | .covered > 0.5 * .total and .total > 5' <<<"$json"
	ok jq -e '.assertions | .total == .nontrivial and .total >= 3' <<<"$json"
	is "$(git status --short)" '?? test/quantities.generated.test.js'
	out=$(node --test test/quantities.generated.test.js 2>&1) || die "$out"
	sed -i "s/'ml'/'lm'/" lib/units.js
	node --test test/quantities.generated.test.js >/dev/null 2>&1 && die 'they pass with another unit'
	return 0
}

# Run by mocha itself, which is got by exact version through the npm client; skipped where that reaches no registry.
test_javascript_by_mocha() {
	command -v npm >/dev/null || skip 'no npm'
	repo_from "$JS/base" r && cd r || exit 1
	timeout 200 npm install --silent --ignore-scripts --no-audit --no-fund --no-save --no-package-lock mocha@10.2.0 \
		</dev/null >/dev/null 2>&1 || skip 'npm could not fetch mocha 10.2.0; is the npm registry reachable?'
	echo node_modules >.gitignore
	sed -i 's/node --test/mocha/' package.json && git rm -q -r test && git add . && git commit -q -m 'Tests by mocha'
	json=$(generate --json) || die "$json"
	is "$(jq -r .framework <<<"$json")" mocha
	ok jq -e '.tests.kept >= 5' <<<"$json"
	file=$(jq -r .written <<<"$json")
	lacks "$(cat "$file")" "require\('(node:test|mocha)'\)"
	out=$(node_modules/.bin/mocha "$file" 2>&1) || die "$out"
	has "$out" "$(jq .tests.kept <<<"$json") passing"
	sed -i "s/'ml'/'lm'/" lib/units.js
	node_modules/.bin/mocha "$file" >/dev/null 2>&1 && die 'they pass with another unit'
	return 0
}

test_an_es_module_is_proved_together() {
	command -v node >/dev/null || skip 'no node'
	git init -q -b main es && cd es || exit 1
	echo '{"name": "es", "version": "1.0.0", "type": "module", "exports": "./es.js"}' >package.json
	cat >es.js <<'JS'
export function size(x) {
	return x > 10 ? 'large' : 'small';
}
export async function later(x) {
	if (!(x > 0))
		throw new RangeError(`not ${x}`);
	return x;
}
JS
	git add . && git commit -q -m 'Import'
	generate >"$T/report" 2>&1 || die "$(cat "$T/report")"
	has "$(cat "$T/report")" '^proved +all tests together, by '
	out=$(node --test test/es.generated.test.js 2>&1) || die "$out"
	mkdir -p more/deep # imports are from where the file is
	ok generate --out more/deep
	out=$(node --test more/deep/es.generated.test.js 2>&1) || die "$out"
	ok generate --out ./own.test.js
	out=$(node --test own.test.js 2>&1) || die "$out"
}

test_keep_writes_a_finding_down() {
	package
	git checkout -q -b tidy && git apply "$TRY/tidy.patch" && git commit -q -a -m 'Refactor the parser into one function a form' -m 'No change of behaviour.'
	json=$("$TORA" check --no-daemon main..HEAD --format json)
	id=$(jq -r '[.findings[] | select(.verdict == "unintended")][0].id' <<<"$json")
	[[ $id = K* ]] || die "no finding: $(jq -c "[.reason, .tests, .notes, [.findings[].verdict]]" <<<"$json")"
	out=$("$TORA" keep "$id") || die "$out"
	file=$(head -n 1 <<<"$out")
	has "$file" "^$PWD/tests/test_[a-z_]+_k[0-9]+.py$"
	has "$out" '^It passes on the base .unittest. and fails on the branch.$'
	out=$("$TORA" keep "$id") || die "$out"
	has "$out" '^The file is there already, word for word. It passes on the base .unittest. and fails on the branch.$'
	is "$(head -n 1 <<<"$out")" "$file"
	is "$(git status --porcelain --untracked-files=all)" "?? tests/$(basename "$file")"
	name=tests.$(basename "$file" .py)
	/usr/bin/python3 -m unittest -q "$name" >/dev/null 2>&1 && die 'it passes on the branch'
	git checkout -q main && ok /usr/bin/python3 -m unittest -q "$name"
	ok "$TORA" keep "$id" other_test.py
	fails 2 "$TORA" keep "$id" other_test.py
	has "$("$TORA" keep "$id" NOTES 2>&1)" "NOTES' has no suffix"
	[ ! -e NOTES ] || die 'a test where none is looked for'
	fails 2 "$TORA" keep K999
	fails 3 "$TORA" keep nonsense
}

# The work tree that a person is in, not the one that was checked last: that may be gone, and a bare repository has none.
test_keep_and_repro_in_linked_work_trees() {
	package
	git worktree add -q -b tidy ../w2 && git worktree add -q --detach ../w3 main
	(cd ../w2 && git apply "$TRY/tidy.patch" && git commit -q -a -m 'Refactor the parser into one function a form' -m 'No change of behaviour.')
	json=$(cd ../w2 && "$TORA" check --no-daemon main..HEAD --format json)
	id=$(jq -r '.findings[0].id' <<<"$json")
	[[ $id = K* ]] || die "no finding: $(jq -c "[.reason, .tests, .notes, [.findings[].verdict]]" <<<"$json")"
	out=$(cd ../w3/tests && "$TORA" keep "$id") || die "$out"
	has "$out" "^$(cd ../w3 && pwd)/tests/test_[a-z_]+_k[0-9]+.py$"
	is "$(git -C ../w2 status --porcelain)$(git status --porcelain)" ''
	rm -rf ../w2 && git worktree prune
	has "$("$TORA" repro "$id")" 'the difference is there'
	has "$(cd "$T" && "$TORA" repro "$id")" 'the difference is there'
	git clone -q --bare . ../b.git && cd ../b.git || exit 1
	id=$("$TORA" check --no-daemon main..tidy --format json | jq -r '.findings[0].id')
	has "$("$TORA" keep "$id" 2>&1)" 'a bare repository has no folder for tests'
	fails 3 "$TORA" keep "$id"
	ok "$TORA" keep "$id" ../kept_test.py
	[ -s ../kept_test.py ] || die 'not written'
	[ ! -e tests ] || die 'written elsewhere'
}

# What does not run on the branch is not said to fail there.
test_keep_says_when_the_file_does_not_run_on_the_branch() {
	module pk <<'PY'
def weigh(n):
    """
    >>> weigh(2)
    4
    """
    return n * 2
PY
	git checkout -q -b topic && cat >pk/__init__.py <<'PY'
import sys

if "unittest" in sys.modules:
    raise ImportError("not with tests")


def weigh(n):
    """
    >>> weigh(2)
    4
    """
    return n * 2 if n < 100 else n * 3
PY
	git commit -q -a -m 'Tidy up'
	json=$("$TORA" check --no-daemon main..HEAD --format json)
	id=$(jq -r '.findings[0].id' <<<"$json")
	[[ $id = K* ]] || die "no finding: $(jq -c "[.reason, .tests, .notes, [.findings[].verdict]]" <<<"$json")"
	kept=$("$TORA" keep "$id" a_test.py --json) || die "$kept"
	is "$(jq -c .fails_on_head <<<"$kept")" false
	has "$(jq -r .head_problem <<<"$kept")" 'not with tests'
	has "$("$TORA" keep "$id" b_test.py)" 'On the branch the file does not run: '
}

test_keep_of_a_difference_in_type_alone() {
	module pk <<'PY'
def total(rows):
    """
    >>> total([1, 2])
    3
    """
    return sum(rows)
PY
	git checkout -q -b topic && sed -i 's/return sum(rows)/return float(sum(rows))/' pk/__init__.py
	git commit -q -a -m 'Tidy up'
	id=$("$TORA" check --no-daemon main..HEAD --format json | jq -r '.findings[0].id')
	out=$("$TORA" keep "$id" a_test.py) || die "$out"
	has "$out" 'and fails on the branch.$'
	has "$(cat a_test.py)" 'repr\('
}

# What it is asked is kept; the answer is always the same.
served_by_a_program() {
	cat >"$T/model" <<SH
#!/bin/sh
cat >>"\$TORA_TEST/asked"
printf '\140\140\140python\n$1\n\140\140\140\n'
SH
	chmod +x "$T/model"
	git config tora.llm.provider command
	git config tora.llm.command "$T/model"
	git config tora.llm.commandEnv TORA_TEST
}

test_a_models_tests_are_used() {
	package
	served_by_a_program 'import spantext\n\nprint(spantext.parse("3d 17h"))\nprint(spantext.parse("93m 17s"))'
	json=$("$TORA" generate --seconds 5 --engine llm --json spantext.parse.parse) || die "$json"
	ok jq -e '.cost.requests >= 1 and .tests.kept >= 1' <<<"$json"
	has "$(cat tests/test_spantext_generated.py)" '93m 17s'
	has "$(cat "$T/asked")" 'def parse'
	[ "$(wc -c <"$T/asked")" -lt 60000 ] || die "the model was sent $(wc -c <"$T/asked") bytes"
}

test_a_model_sees_only_what_was_named() {
	module pk <<'PY'
PY
	printf 'SECRET_RATE = 17\n\n\ndef other(n):\n    if n > 3:\n        return SECRET_RATE\n    return n\n' >pk/aaa.py
	printf 'HALF = 2\n\n\ndef double(n):\n    if n > 70:\n        return 7\n    return n * HALF\n\n\ndef third(n):\n    if n == 9000:\n        return 1\n    return n\n' >pk/zzz.py
	git add . && git commit -q -m 'Modules'
	served_by_a_program 'import pk.zzz\n\nprint(pk.zzz.double(4))'
	json=$("$TORA" generate --seconds 5 --engine llm --json pk.zzz.double) || die "$json"
	asked=$(cat "$T/asked")
	ok jq -e '.cost.requests == 1' <<<"$json"
	has "$asked" 'return n . HALF'
	lacks "$asked" 'pk.aaa|SECRET_RATE|def other|9000|What else it changes|No program ran|[Bb]efore|[Cc]hange'
}

test_a_suites_questions_have_a_limit() {
	package
	served_by_a_program 'import spantext\n\nprint(spantext.parse("3d 17h"))'
	git config tora.llm.checkRequests 0
	json=$("$TORA" generate --seconds 5 --json spantext.parse.parse) || die "$json"
	is "$(jq -r .cost.requests <<<"$json")" 0
	has "$(jq -r '.notes[]' <<<"$json")" 'what one check may ask is used up .tora.llm.checkRequests'
	is "$(jq -r '[.notes[] | select(test("used up"))] | length' <<<"$json")" 1
}

test_tests_that_do_not_reach_what_is_named_say_so() {
	package
	printf 'import os\n\n\ndef leave():\n    os._exit(3)\n\n\ndef twice(n):\n    return n * 2\n' >spantext/ends.py
	git add . && git commit -q -m 'Ends'
	served_by_a_program 'import spantext.ends\n\nprint(spantext.ends.twice(21))'
	json=$("$TORA" generate --seconds 5 --json spantext.ends.leave) || die "$json"
	has "$(jq -r '.notes[]' <<<"$json")" 'no test that could be kept reaches what was named: these reach others of its file'
	served_by_a_program 'import spantext.ends\n\nprint(spantext.ends.twice(22))'
	json=$("$TORA" generate --seconds 5 --json --force spantext.ends.twice) || die "$json"
	lacks "$(jq -r '.notes[]' <<<"$json")" 'what was named'
}

test_nothing_is_written_over() {
	package
	echo mine >tests/test_spantext_generated.py
	echo mine >other.py
	out=$(generate --out other.py units 2>&1)
	is "$?" 2
	has "$out" "'other.py' is there already and is not written over: name another place"
	ok generate units
	is "$(cat tests/test_spantext_generated.py other.py)" 'mine
mine'
	has "$(cat tests/test_spantext_generated_2.py)" 'unit_named'
	ok generate --force --out other.py units
	has "$(cat other.py)" 'unit_named'
}

test_what_cannot_be_done_says_why() {
	package
	fails 2 generate nosuch
	has "$(generate nosuch 2>&1)" "^tora: 'nosuch' names no module, package, function, file or folder"
	is "$(generate nosuch 2>&1 | wc -l)" 1
	# shellcheck disable=SC2046 # none is left out
	has "$(generate $(yes units | head -n 63) last 2>&1)" "^tora: 'last' names no module"
	# shellcheck disable=SC2046
	fails 3 generate $(seq 65)
	# shellcheck disable=SC2046
	has "$(generate $(seq 65) 2>&1)" '^tora: tora generate takes at most 64 names at a time, not 65'
	fails 3 generate --seconds 0
	fails 3 generate --framework nose units
	fails 2 generate --out nosuch/folder/x.py units
	fails 2 generate --commit nosuch units
	fails 2 generate README.md
	cd "$T/home" && git init -q empty && cd empty && fails 2 generate
	echo hello >README.md && git add . && git commit -q -m 'Words' && fails 2 generate
	lacks "$(generate 2>&1)" 'internal|progress'
}

test_a_folder_that_cannot_be_written() {
	[ "$(id -u)" -ne 0 ] || skip 'root writes everywhere'
	package
	chmod a-w tests
	fails 2 generate units
	chmod u+w tests
}

test_a_module_that_does_not_import_is_left_out() {
	package
	printf 'import nosuchmodule\n\n\ndef f(x):\n    return x + 1\n' >spantext/broken.py
	git add . && git commit -q -m 'Broken'
	json=$(generate --json units broken) || die "$json"
	has "$(jq -r '.functions.not_reached[]' <<<"$json")" '^spantext.broken.f$'
	has "$(jq -r '.notes[]' <<<"$json")" 'spantext.broken.*nosuchmodule'
	fails 2 generate broken
}

# What was left out before anything ran is said too.
test_what_is_too_large_is_said() {
	package
	{ printf 'def f(x):\n    return x\n'; yes '# filler filler filler filler filler filler filler' | head -c 4300000; } >spantext/big.py
	{ yes 'a line of a text that is no part of the source' | head -c 1500000; } >notes.txt
	printf '\0\1' >spantext/blob.py
	git add . && git commit -q -m 'Large'
	json=$(generate --json text) || die "$json"
	has "$(jq -r '.notes[]' <<<"$json")" '^spantext/big.py is larger than 4 MiB: not analysed'
	has "$(jq -r '.notes[]' <<<"$json")" '^spantext/blob.py is not text: not analysed'
	lacks "$(jq -r '.notes[]' <<<"$json")" 'the diff is large'
}

test_tests_that_end_the_process_together_are_parted() {
	module few <<'PY'
import os

_calls = 0


def size(x):
    global _calls
    _calls += 1
    if _calls > 4:
        os._exit(0)
    if x > 10:
        return "large"
    return "small" if x > 0 else "negative"


def half(x):
    size(x)
    if x % 2:
        raise ValueError("odd: %d" % x)
    return x // 2


def name(x):
    size(x)
    return "one" if x == 1 else "two" if x == 2 else "many"
PY
	json=$(generate --json few) || die "$json"
	ok jq -e '.tests.kept >= 1 and .proved_by != null and .proved_alone' <<<"$json"
	has "$(jq -r '.notes[]' <<<"$json")" 'tests are left out, with which the suite does not run'
	name=$(basename "$(jq -r .written <<<"$json")" .py)
	out=$(/usr/bin/python3 -m unittest "tests.$name" 2>&1) || die "$out"
	has "$out" "^Ran $(jq .tests.kept <<<"$json") tests?"
}

test_a_hostile_package() {
	module evil <<'PY'
import os, sys, random


def leaves(x):
    os._exit(0)


def prints(x):
    sys.stdout.write("tora-0000 {}\n" * 3)
    return x


def endless(x):
    while True:
        pass


def draws(x):
    return random.random()


def hashes(x):
    return hash(str(x))


def counts(x, seen=[]):
    seen.append(x)
    return len(seen)


def writes(x):
    open("/tmp/evil", "w").write("x")
    return open("/tmp/evil").read()


class Liar:
    def __eq__(self, other):
        return True

    def __repr__(self):
        return "__import__('os').system('touch /tmp/evil')"


def lies(x):
    return Liar()


def good(x):
    """good(3)"""
    if x > 2:
        return "more"
    return "less"
PY
	json=$(generate --json --out "$T/evil.py") || die "$json"
	text=$(cat "$T/evil.py")
	has "$text" 'good\(3\), "more"|good\(3\) == "more"'
	lacks "$text" 'endless\(|leaves\('
	# As an argument they are like any other value where the answer is always the same: repr(lies(draws(1))).
	lacks "$(tr -d '[:space:]' <<<"$text")" 'assert[A-Za-z]*\((repr\()?(draws|hashes)\(|[^0-9]0\.[0-9]{8}'
	[ ! -e /tmp/evil ] || die 'a test wrote outside of its sandbox'
	ok jq -e '.tests.passing < .tests.run' <<<"$json"
	cp "$T/evil.py" . && out=$(/usr/bin/python3 -m unittest evil.py 2>&1)
	has "$out" 'OK|FAILED .failures=|FAILED .errors=' # written for a package of that name beside it
}

test_a_suite_that_fails_is_not_written() {
	module knows <<'PY'
import sys


def weigh(n):
    """weigh(3)"""
    return [n, "unittest" in sys.modules]
PY
	out=$(generate 2>&1)
	is "$?" 2
	has "$out" '^failures .*fails-in-suite'
	has "$out" 'no test could be kept; nothing was written'
	lacks "$out" '^(proved|wrote)'
	is "$(git status --short)" ''
}

# Each way through the C code; the others differ in what the engine, which is Python, is given.
SANITIZED='test_a_suite_in_the_projects_framework test_javascript test_keep_writes_a_finding_down
	test_a_models_tests_are_used test_nothing_is_written_over test_what_cannot_be_done_says_why
	test_what_is_too_large_is_said test_tests_that_end_the_process_together_are_parted test_a_hostile_package'
run_tests "$@"
