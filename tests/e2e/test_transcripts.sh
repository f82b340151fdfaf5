#!/bin/bash
# Whole checks of real-looking changes with answers that somebody wrote by hand as a model might, faults and all
# (fixtures/transcripts): what can be mended is, what cannot is asked about, and the verdict is about the right thing.
# shellcheck source=tests/e2e/model.sh
. "$(dirname "$0")/model.sh"
FIX=$TOP/tests/fixtures

# The answer in a transcript, without the line that says who wrote it, as JSON text.
answer() { tail -n +2 "$FIX/transcripts/$1" | jq -Rs .; }
verdict() { jq -c . "$FIX/transcripts/$1/judge.json" | jq -Rs .; }

# The answers of fixtures/transcripts/NAME for the repository one is in.
check_with() { # NAME
	serve_model "[{\"match\": \"You judge\", \"times\": 0, \"answer\": $(verdict "$1"), \"usage\": [1500, 200]},
		 {\"match\": \"You know how well-made\", \"times\": 0, \"answer\": \"{\\\"thoughts\\\": \\\"\\\", \\\"answer\\\": \\\"unknown\\\"}\"},
		 {\"match\": \"You repair and write\", \"answer\": $(answer "$1/refine-tests.md"), \"usage\": [1200, 300]},
		 {\"match\": \"You write small\", \"answer\": $(answer "$1/generate-usage.md"), \"usage\": [1800, 900]},
		 {\"times\": 0, \"answer\": \"Nothing to add.\"}]"
	git config tora.python.interpreter /usr/bin/python3
	timeout 250 "$TORA" check --no-daemon --json --engine llm >"$T/record.json" 2>"$T/err"
	is "$(record .state)" 'done'
	[ "$(record .cost.requests)" -le 6 ] || die "$(record -c .cost)"
	[ "$(record '.cost.tokens_in + .cost.tokens_out')" -le 9440 ] || die "$(record -c .cost)"
}
check_case() { # ID: a repository with the change, a server with the answers, a check with the model's tests alone
	repo_from "$FIX/cases/$1/base" r && cd r || exit 1
	git checkout -q -b "$(jq -r .branch "$FIX/cases/$1/case.json")"
	git apply --index "$FIX/cases/$1/change.patch"
	jq -r '.commits[0].message' "$FIX/cases/$1/case.json" | git commit -q -F -
	check_with "$1"
}
# A commit of a public repository that somebody answered for: PROJECT-COMMIT, with a clone or mirror of the project at
# $TORA_PLAYED/PROJECT, since nothing of it is kept here.
check_played() {
	local from=${TORA_PLAYED:-$TOP/..}/${1%-*}
	git -C "$from" cat-file -e "${1##*-}^{commit}" 2>/dev/null || skip "no commit ${1##*-} at $from (set TORA_PLAYED)"
	git clone -q --shared --no-checkout "$(cd "$from" && pwd)" r && cd r || exit 1
	git checkout -q -b base "${1##*-}^" && git checkout -q -b played "${1##*-}"
	git config tora.main base
	check_with "$1"
	share valid 90
	share reached_change 80
}
record() { jq -r "$@" "$T/record.json"; }
questions() { jq -r 'select(.body.messages[0].content | startswith("You repair")) | .body.messages[1].content' "$T/requests.jsonl"; }
verdicts() { record -c '[.findings[].verdict] | unique'; }
shown() { record '.findings[] | select(.verdict == "unintended") | .test, .before.stdout, .after.stdout'; }
share() { # FIELD PERCENT, of the tests that the model wrote, mended or not
	[ "$(record ".tests.model | .$1 * 100 >= $2 * .written")" = true ] || die "$1: $(record -c .tests)"
}

# A bracket that is missing and a forgotten import are mended, an assertion becomes a question. All of the change is run then, by
# enough tests: the call with a wrong signature and what passes the change by are not worth a question.
test_a_refactoring_that_is_none() {
	check_case 57-room-overlap
	is "$(verdicts)" '["unintended"]'
	has "$(shown)" 'blue is taken by ann|True True'
	is "$(questions)" ''
	is "$(record .tests.model.written)" 8
	share valid 85
	share reached_change 75
}

# Prose between blocks, a block that is no program, a function and a parameter that do not exist, an answer that breaks off.
test_a_table_that_forgets_leap_years() {
	check_case 45-add-months
	is "$(verdicts)" '["unintended"]'
	has "$(shown)" 'datetime.date\(2024, 2, 2[89]\)'
	has "$(questions)" "raises TypeError: due_dates\(\) got an unexpected keyword argument 'number'"
	has "$(questions)" "module 'billing' has no attribute 'subtract_months'"
	lacks "$(questions)" "which nothing defines"
	[ "$(record .tests.model.written)" -ge 8 ] || die "$(record -c .tests)"
	share valid 70
	share reached_change 70
}

# What the message announces stays quiet; a test of what is private is refused, one that shows nothing is told so.
test_a_stricter_parser_that_says_so() {
	check_case 06-port-range
	is "$(verdicts)" '["intended"]'
	has "$(record '.findings[].quote')" '^(Endpoint.parse: reject ports that cannot exist|They raise ValueError now.*)$'
	has "$(questions)" "uses '_port', which is not for users"
	has "$(questions)" 'runs changed lines and prints nothing'
	share valid 75
	share reached_change 75
}

# "rely on safe_url_string": a port behind a name that is not ASCII had lost its colon, and has it again.
test_played_a_refactoring_that_repairs() {
	check_played w3lib-fc1d062
	has "$(record '.findings[] | select(.verdict == "unintended" or .verdict == "coincidental-fix") | .before.stdout')" 'xn--bcher-kva\.de8080/'
	has "$(record '.findings[] | select(.verdict == "unintended" or .verdict == "coincidental-fix") | .after.stdout')" 'xn--bcher-kva\.de:8080/'
}

# "Performance improvements": a fraction with commas is a TypeError now.
test_played_faster_and_otherwise() {
	check_played humanize-bde649f
	has "$(shown)" "^Fraction\\(1234567, 2\\) None '1,234,567/2'"
	has "$(shown)" '^Fraction\(1234567, 2\) None TypeError unsupported format string'
}

run_tests "$@"
