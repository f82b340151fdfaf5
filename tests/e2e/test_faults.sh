#!/bin/bash
# Small faults put into the changed lines: what the tests of a model would notice, and what is asked about what they would not.
# shellcheck source=tests/e2e/model.sh
. "$(dirname "$0")/model.sh"
LOG=torad.log
log_has() { grep -qE "$1" "$XDG_STATE_HOME/tora/$LOG"; }

sum_repo() { # a change that changes nothing: grade.py, with the sum named, and long enough to be compiled ahead
	long=$(yes '# of no interest to anybody' | head -n 3000)
	git init -q -b main r && cd r || exit 1
	printf 'def mark(points, bonus=0):\n    if points + bonus < 50:\n        return "fail"\n    return "pass"\n%s\n' "$long" >grade.py
	printf 'def noise():\n    return open("/dev/urandom", "rb").read(9)\n' >noise.py
	git add . && git commit -q -m 'Import'
	git checkout -q -b tidy
	printf 'def mark(points, bonus=0):\n    total = points + bonus\n    if total < 50:\n        return "fail"\n    return "pass"\n%s\n' "$long" >grade.py
	git commit -q -a -m 'Name the sum'
	blind=$(program 'import grade
print(repr(grade.mark(80)))')
	far=$(program 'import grade
print(repr(grade.mark(20)))')
	sharp=$(program 'import grade
print([grade.mark(50), grade.mark(45, 5), grade.mark(50, 1)])')
}
check_models() { timeout 250 "$TORA" check --no-daemon --engine llm "$@" 2>"$T/err"; }
# What no test notices makes one more question; the test that answers it comes first.
test_small_faults_that_nobody_notices_are_asked_about() {
	sum_repo
	serve_model "[{\"match\":\"You repair and write\",\"answer\":$(json_text "$sharp")},
		{\"match\":\"You repair and write\",\"times\":0,\"answer\":\"Nothing to add.\"},
		{\"match\":\"small Python programs\",\"times\":0,\"answer\":$(json_text "$blind
$far")}]"
	json=$(check_models --json)
	is "$(jq -c '.tests | [.run, .reached_change, .differing, .model.written]' <<<"$json")" '[3,3,0,3]'
	is "$(jq -c '.tests.faults | [.tests, .put, .noticed]' <<<"$json")" '[3,4,4]'
	is "$(asked 'With each of these small faults')" 1
	[ "$(find "$XDG_CACHE_HOME" -name 'grade.cpython-*.pyc' | wc -l)" = 2 ] || die 'not compiled ahead: what stands in for that is not tried'
	text=$(jq -r 'select(.body.messages[0].content | startswith("You repair")) | .body.messages[1].content' "$T/requests.jsonl")
	# shellcheck disable=SC2016 # the sign is meant
	has "$text" 'grade\.py:2: total = points \+ bonus  <- `\+` becomes `-`'
	# shellcheck disable=SC2016
	has "$text" 'grade\.py:3: if total < 50:  <- `<` becomes `<=`'
	lacks "$text" 'not \(total'
	has "$(jq -r '.tests.faults.best[0].test' <<<"$json")" 'mark\(45, 5\)'
	lacks "$(jq -r '.tests.faults.best[].test' <<<"$json")" 'mark\(20\)' # it notices what another one does
	has "$(check_models)" '3 tests of the changed lines: they notice 4 of 4 small faults put into them'
	log_has '3 tests of the changed lines: they notice 4 of 4 small faults put into them' || die 'not in the log'
	is "$(requests)" 2 # nothing is sent twice
}

# That question leaves two for verdicts, as the others do.
test_limits_count() {
	sum_repo
	git config tora.llm.checkRequests 3
	serve_model "[{\"match\":\"You repair and write\",\"times\":0,\"answer\":\"Nothing to add.\"},
		{\"match\":\"small Python programs\",\"times\":0,\"answer\":$(json_text "$blind
$far")}]"
	json=$(check_models --json)
	is "$(jq -c '.tests.faults | [.tests, .put, .noticed]' <<<"$json")" '[2,4,1]'
	is "$(requests)" 1
}

# Nobody answers it: that is no trouble, and the record has what would go unnoticed. JavaScript has the same.
test_small_faults_that_stay_unnoticed_are_told() {
	command -v node >/dev/null || skip 'no node'
	git init -q -b main r && cd r || exit 1
	echo '{"name": "grade", "version": "1.0.0", "main": "grade.js"}' >package.json
	printf 'exports.mark = (points, bonus) => {\n\treturn points + bonus < 50 ? "fail" : "pass";\n};\n' >grade.js
	git add . && git commit -q -m 'Import'
	git checkout -q -b tidy
	printf 'exports.mark = (points, bonus) => {\n\tconst total = points + bonus;\n\treturn total < 50 ? "fail" : "pass";\n};\n' >grade.js
	git commit -q -a -m 'Name the sum'
	blind=$(program "const { mark } = require('./grade');
console.log(mark(80, 0), mark(20, 0));")
	serve_model "[{\"match\":\"You repair and write\",\"times\":0,\"answer\":\"Nobody can notice that.\"},
		{\"match\":\"small JavaScript programs\",\"times\":0,\"answer\":$(json_text "${blind/python/javascript}")}]"
	json=$(check_models --json)
	is "$(asked 'With each of these small faults')" 1
	[ "$(jq '.tests.faults | .put - .noticed' <<<"$json")" -ge 2 ] || die "$json"
	is "$(jq '.tests.faults | .put - .noticed == (.unnoticed | length)' <<<"$json")" true
	# shellcheck disable=SC2016
	has "$(jq -r '.tests.faults.unnoticed[] | "\(.file):\(.line) \(.fault)"' <<<"$json")" 'grade\.js:3 `<` becomes `<=`'
	is "$(jq -r '.notes | length' <<<"$json")" 0
}

# A test that says something else each time notices nothing. What differs is judged first; that leaves nothing to warn of here.
test_who_varies_is_no_word() {
	sum_repo
	serve_model "[{\"match\":\"You repair and write\",\"times\":0,\"answer\":\"Nothing to add.\"},
		{\"match\":\"small Python programs\",\"times\":0,\"answer\":$(json_text "$blind
$(program 'import grade, noise
print(grade.mark(20), noise.noise())')")}]"
	json=$(check_models --json)
	is "$(unintended "$json")" 0
	is "$(jq -c '.tests | [.run, .differing, .faults.tests]' <<<"$json")" '[2,1,1]'
	is "$(jq -c '.tests.faults | [(.best | length), .best[0].notices, .noticed, .put]' <<<"$json")" '[1,1,1,4]'
	is "$(asked 'With each of these small faults')" 0
}

# A warning is not kept waiting, and what a command built is not what a file of the tree says.
test_faults_are_not_put_everywhere() {
	sum_repo
	sed -i 's/< 50/< 49/' grade.py && git commit -q -a --amend -m 'Name the sum'
	serve_model "[{\"match\":\"You repair and write\",\"times\":0,\"answer\":\"Nothing to add.\"},
		{\"match\":\"small Python programs\",\"times\":0,\"answer\":$(json_text "$blind
$far
$sharp
$(program 'import grade
print(grade.mark(49))')")},
		{\"times\":0,\"answer\":\"{\\\"answer\\\":\\\"neither\\\"}\"}]"
	json=$(check_models --json)
	[ "$(unintended "$json")" -ge 1 ] || die "$json"
	is "$(jq .tests.faults <<<"$json")" null
	sed -i 's/< 49/< 50/' grade.py && git commit -q -a --amend -m 'Name the sum'
	git config tora.build.command 'true'
	json=$(check_models --json)
	is "$(jq .tests.faults <<<"$json")" null
	log_has 'not measured what .* a command builds what is run'
}

run_tests "$@"
