#!/bin/bash
# The model at its work and at its worst: tests that run while it writes, one question about what went wrong,
# servers with a certificate of their own, behind a proxy, in trouble, and prompts that are shared out.
# shellcheck source=tests/e2e/model.sh
. "$(dirname "$0")/model.sh"
PEM=$TOP/tests/fixtures/llm/self-signed.pem
LOG=torad.log

check() { timeout 250 "$TORA" check --no-daemon --json 2>"$T/err"; }
log_has() { grep -qE "$1" "$XDG_STATE_HOME/tora/$LOG"; }

test_the_first_test_runs_while_the_rest_arrives() {
	tidy_repo
	first=$(program 'import spantext
print(spantext.parse("-2h 15m"))')
	rest=$(program 'import spantext
print(spantext.parse("1h"))')
	serve_model "[{\"match\":\"You repair and write\",\"times\":0,\"answer\":\"Nothing to add.\"},
		{\"match\":\"small Python programs\",\"times\":0,\"answer\":$(json_text "$first
$rest"),\"hold\":[$(json_text "$first"),\"$T/go\"]},
		{\"times\":0,\"answer\":\"{\\\"answer\\\":\\\"neither\\\"}\"}]"
	check >"$T/json" &
	checking=$!
	within 60 log_has 'first test of the model: whole'
	[ -e "$T/go" ] && die 'too early'
	log_has 'answer for generate-usage' && die 'the answer was whole already'
	touch "$T/go"
	wait "$checking" || [ $? = 1 ] || die "$(cat "$T/err")"
	is "$(jq .tests.model.written "$T/json")" 2
	is "$(jq .tests.model.valid "$T/json")" 2
	is "$(jq .tests.model.reached_change "$T/json")" 2
}

# Each of TestPilot's troubles is said once, all of an answer in one question; nothing is asked twice.
test_what_went_wrong_is_asked_about_once() {
	tidy_repo
	programs=$(program 'print(1 2)')
	programs+=$(printf '\n%s' "$(program 'print(nowhere)')")
	programs+=$(printf '\n%s' "$(program 'import spantext
spantext.parse(1, 2, 3, 4)')")
	programs+=$(printf '\n%s' "$(program 'print("unrelated")')")
	serve_model "[{\"match\":\"You repair and write\",\"times\":0,\"answer\":$(json_text "$(program 'import spantext
print(spantext.parse("-2h 15m"))')")},
		{\"match\":\"small Python programs\",\"times\":0,\"answer\":$(json_text "$programs")},
		{\"times\":0,\"answer\":\"{\\\"answer\\\":\\\"neither\\\"}\"}]"
	json=$(check)
	is "$(asked 'does not parse')" 1
	[ "$(asked 'You repair and write')" -le 2 ] || die 'lines that nothing runs were asked about without end'
	text=$(jq -r 'select(.body.messages[0].content | startswith("You repair")) | .body.messages[1].content' "$T/requests.jsonl" | head -c 20000)
	has "$text" 'Program 1 does not parse'
	has "$text" "Program 2 uses 'nowhere', which nothing defines"
	has "$text" 'Program 3 raises TypeError: .*, in its own line 2, before and after the change'
	has "$text" 'Program 4 runs none of the changed lines'
	has "$text" '^At most [0-9]+ programs, repaired ones first\.$'
	[ "$(jq .tests.model.written <<<"$json")" -ge 5 ] || die "$json"
	is "$(jq -r '.body | tojson' "$T/requests.jsonl" | sort | uniq -d | wc -l)" 0
	[ "$(jq .cost.requests <<<"$json")" -le 6 ] || die "$json"
	[ "$(jq '.cost.tokens_in + .cost.tokens_out' <<<"$json")" -le 9440 ] || die "$json"
	is "$(jq '[.cost.stages[].requests] | add' <<<"$json")" "$(jq .cost.requests <<<"$json")"
	has "$("$TORA" budget)" 'refine-tests +[12] '
	has "$("$TORA" stats)" 'model +.*: [0-9]+ requests, [0-9]+ tokens'
	is "$("$TORA" budget --json | jq -r '.stages | map(.stage) | index("generate-usage") != null')" true
}

# A condition that went one way, and what the first repair broke anew, are worth another question; no more than
# that, and two requests are left for verdicts.
test_branches_and_new_troubles_are_asked_about_too() {
	git init -q -b main r && cd r || exit 1
	cat >grade.py <<-'EOF'
		def grade(paper):
		    if paper["parts"][0]["points"] >= 50:
		        return "pass"
		    return "fail"
	EOF
	git add . && git commit -q -m 'Import'
	git checkout -q -b bonus
	sed -i 's/>= 50/>= 49/' grade.py
	git commit -q -a -m 'Tidy up'
	one=$(program 'import grade
print(grade.grade({"parts": [{"points": 80}]}))')
	broken=$(program 'import grade
print(grade.marks({"parts": [{"points": 20}]}))')
	good=$(program 'import grade
print(grade.grade({"parts": [{"points": 49}]}))
print(grade.grade({"parts": [{"points": 20}]}))')
	serve_model "[{\"match\":\"'marks'\",\"answer\":$(json_text "$good")},
		{\"match\":\"You repair and write\",\"answer\":$(json_text "$broken")},
		{\"match\":\"You repair and write\",\"times\":0,\"answer\":\"Nothing to add.\"},
		{\"match\":\"small Python programs\",\"times\":0,\"answer\":$(json_text "$one")},
		{\"times\":0,\"answer\":\"{\\\"answer\\\":\\\"neither\\\"}\"}]"
	json=$(check)
	asks=$(jq -r 'select(.body.messages[0].content | startswith("You repair")) | .body.messages[1].content' "$T/requests.jsonl")
	has "$asks" 'grade\.py:2:     if paper.* >= 49:  <- always led to line 3, never past it'
	has "$asks" "raises AttributeError: module 'grade' has no attribute 'marks', in its own line 2"
	[ "$(asked 'You repair and write')" -ge 2 ] || die "$asks"
	[ "$(asked 'You repair and write')" -le 3 ] || die "$asks"
	log_has 'after 3 answers of the model: 0 changed lines not run, 0 branches not taken' || die "$(cat "$XDG_STATE_HOME/tora/$LOG")"
	[ "$(jq .cost.requests <<<"$json")" -le 6 ] || die "$json"
	[ "$(unintended "$json")" -ge 1 ] || die "$json"
}

# JavaScript has the same: what a test guesses is printed, without the library that it forgot, and a condition within
# a line that went one way is asked about.
test_guesses_and_branches_of_javascript() {
	command -v node >/dev/null || skip 'no node'
	git init -q -b main r && cd r || exit 1
	echo '{"name": "grade", "version": "1.0.0", "main": "grade.js"}' >package.json
	cat >grade.js <<-'EOF'
		exports.grade = function (paper) {
			return paper.first().total('all') >= 50 ? 'pass' : 'fail';
		};
	EOF
	git add . && git commit -q -m 'Import'
	git checkout -q -b bonus
	sed -i 's/>= 50/>= 49/' grade.js
	git commit -q -a -m 'Tidy up'
	one=$(program "const { grade } = require('./grade');
expect(grade({ first: () => ({ total: () => 80 }) })).toBe('a guess');")
	good=$(program "const { grade } = require('./grade');
assert.equal(grade({ first: () => ({ total: () => 49 }) }), 'fail');
assert.throws(() => grade({ first: () => null }), TypeError);
assert.equal(grade({ first: () => ({ total: () => 20 }) }), 'fail');")
	one=${one/python/javascript} good=${good/python/javascript}
	serve_model "[{\"match\":\"You repair and write\",\"answer\":$(json_text "$good")},
		{\"match\":\"You repair and write\",\"times\":0,\"answer\":\"Nothing to add.\"},
		{\"match\":\"small JavaScript programs\",\"times\":0,\"answer\":$(json_text "$one")},
		{\"times\":0,\"answer\":\"{\\\"answer\\\":\\\"neither\\\"}\"}]"
	json=$(check)
	asks=$(jq -r 'select(.body.messages[0].content | startswith("You repair")) | .body.messages[1].content' "$T/requests.jsonl")
	has "$asks" "grade\.js:2: return paper.* >= 49 .*  <- always led to .'pass'., never past it"
	log_has 'after 2 answers of the model: 0 changed lines not run, 0 branches not taken' || die "$(cat "$XDG_STATE_HOME/tora/$LOG")"
	is "$(jq .tests.model.written <<<"$json")" 2
	is "$(jq .tests.model.valid <<<"$json")" 2
	[ "$(unintended "$json")" -ge 1 ] || die "$json"
}

# A name that is neither of the change nor of another program is looked for in the tree; one that two modules have is not guessed.
test_forgotten_imports_of_the_tree() {
	git init -q -b main r && cd r || exit 1
	mkdir -p p/far
	: >p/__init__.py && : >p/far/__init__.py
	printf 'def total(box):\n    return box.parts() + 1\n' >p/sums.py
	printf 'class Box:\n    def parts(self):\n        return 3\n\n\nclass Crate(Box):\n    pass\n' >p/far/boxes.py
	printf 'class Crate:\n    pass\n' >p/far/crates.py
	git add . && git commit -q -m 'Import'
	git checkout -q -b more
	sed -i 's/+ 1/+ 2/' p/sums.py
	git commit -q -a -m 'Tidy up'
	git config tora.tests.max 20
	serve_model "[{\"match\":\"You repair and write\",\"times\":0,\"answer\":\"Nothing to add.\"},
		{\"match\":\"small Python programs\",\"times\":0,\"answer\":$(json_text "$(program 'print(repr(total(Box())))')
$(program 'print(repr(total(Crate())))')")},
		{\"times\":0,\"answer\":\"{\\\"answer\\\":\\\"neither\\\"}\"}]"
	json=$(check)
	is "$(jq .tests.model.written <<<"$json")" 2
	is "$(jq .tests.model.valid <<<"$json")" 1
	is "$(jq .tests.model.reached_change <<<"$json")" 1
	asks=$(jq -r 'select(.body.messages[0].content | startswith("You repair")) | .body.messages[1].content' "$T/requests.jsonl")
	has "$asks" "Program 1 uses 'Crate', which nothing defines"
	[ "$(unintended "$json")" -ge 1 ] || die "$json"
}

test_a_certificate_nobody_trusts() {
	tidy_repo
	serve_model '[{"times":0,"answer":"none"}]' --tls "$PEM"
	git config tora.llm.url "https://127.0.0.1:$(cat "$T/port")/v1"
	json=$(check)
	is "$(jq -r .state <<<"$json")" "done"
	[ "$(unintended "$json")" -ge 1 ] || die "the rules' finding is gone: $json"
	has "$(jq -r '.notes[]' <<<"$json")" 'is not to be trusted .*SSL_CERT_FILE'
	[ ! -e "$T/requests.jsonl" ] || die 'something was sent'
	unset CURL_CA_BUNDLE
	export SSL_CERT_FILE=$PEM # the user trusts it
	check >"$T/last.json"
	[ "$(asked scripted)" -ge 1 ] || die "nothing was sent: $(cat "$T/last.json")"
}

# A proxy is asked to pass on what is not for this machine, and never for what is.
test_behind_a_proxy() {
	tidy_repo
	serve_model '[{"times":0,"answer":"none"}]'
	git config tora.llm.url http://model.example/v1
	git config tora.llm.allowHttp true
	http_proxy=http://127.0.0.1:$(cat "$T/port")
	export http_proxy
	check >"$T/last.json"
	is "$(jq -r .path "$T/requests.jsonl" | sort -u)" http://model.example/v1/chat/completions
}

# Whatever a server does (test_model.sh has answers that are none, and a server in trouble), the check ends with the findings of the rules, and what it cost is bounded.
faults() {
	cat <<-EOF
		wrong schema|[{"times":0,"body":{"result":"intended"}}]
		a key refused|[{"times":0,"status":401,"body":{"error":{"message":"no"}}}]
		an endless answer|[{"times":0,"huge":100000000}]
		a redirect elsewhere|[{"times":0,"redirect":"http://localhost:PORT/elsewhere"}]
		a stalled stream|[{"times":0,"answer":"a sentence that stops","stall_after":400}]
	EOF
}
test_every_fault_leaves_the_rules() {
	while IFS='|' read -r name scenario; do
		(
			T=$T/f.${name// /-} && mkdir -p "$T" && cd "$T" || exit 1
			tidy_repo
			PATIENCE=2 serve_model "$scenario"
			json=$(check)
			is "$(jq -r .state <<<"$json")" "done"
			[ "$(unintended "$json")" -ge 1 ] || die "$name: the rules' finding is gone: $json"
			[ "$(wc -l <"$T/requests.jsonl")" -le 9 ] || die "$name: $(wc -l <"$T/requests.jsonl") requests"
			lacks "$(cat "$T/requests.jsonl")" '/elsewhere'
		) || exit 1
	done < <(faults)
}

SANITIZED='test_the_first_test_runs_while_the_rest_arrives test_what_went_wrong_is_asked_about_once test_forgotten_imports_of_the_tree
	test_a_certificate_nobody_trusts test_behind_a_proxy test_every_fault_leaves_the_rules'
run_tests "$@"
