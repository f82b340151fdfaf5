#!/bin/bash
# tora eval: labelled differences judged by the rules, by a scripted model, and by half a model.
# shellcheck source=tests/e2e/model.sh
. "$(dirname "$0")/model.sh"
PATIENCE=5
SMALL=$TOP/tests/fixtures/eval/small.jsonl
DATA=${TORA_DATA:-$TOP/../shared/data}/marshmallow.jsonl

serve() { # SCENARIO
	git init -q r && cd r || exit 1
	serve_model "$1"
}

test_the_rules_anywhere() {
	json=$("$TORA" eval --json --engine offline "$SMALL") || die 'no result'
	is "$(jq -r .engine <<<"$json")" offline
	is "$(jq -c '[.labelled, .unlabelled, (.rows | length)]' <<<"$json")" '[5,1,6]'
	is "$(jq -c '[.true_positive, .false_positive, .false_negative, .true_negative]' <<<"$json")" '[3,0,0,2]'
	is "$(jq -c '[.precision, .recall, .f1]' <<<"$json")" '[1,1,1]'
	is "$(jq '[.matrix[][]] | add' <<<"$json")" 5
	is "$(jq -r '.rows[] | select(.id == "same-1") | .verdict + " " + .difference' <<<"$json")" 'irrelevant none'
	is "$(jq -r '.rows[] | select(.id == "open-1") | .label' <<<"$json")" null
	text=$("$TORA" eval "$SMALL")
	has "$text" '5 rows, engine offline: precision 100 %, recall 100 %, F1 100 %'
	has "$text" '^labelled . judged +unintended +coincidental-fix +intended +irrelevant +unsure$'
	has "$text" '3 found, 0 missed, 0 false alarms, 2 rightly quiet'
	is "$("$TORA" eval --format jsonl "$SMALL" | wc -l)" 6
}

test_what_went_wrong_is_shown() {
	sed 's/"label": "unintended"/"label": "intended"/' "$SMALL" >"$T/wrong.jsonl"
	text=$("$TORA" eval "$T/wrong.jsonl")
	has "$text" 'wrong: lost-1, labelled intended, judged unintended: '
	has "$text" '1 found, 0 missed, 2 false alarms, 2 rightly quiet'
	has "$text" 'precision 33 %, recall 100 %, F1 50 %'
}

test_a_model_judges_and_is_not_asked_twice() {
	serve "[{\"match\":\"You judge\",\"times\":0,\"answer\":$(judge_answer unintended)},
		{\"match\":\"Which output should\",\"times\":0,\"answer\":\"{\\\"answer\\\":\\\"unknown\\\"}\"}]"
	json=$("$TORA" eval --json --engine llm "$SMALL") || die 'no result'
	is "$(jq -r '.engine + " " + .model' <<<"$json")" 'llm scripted'
	[ "$(jq .judged_by_model <<<"$json")" -ge 3 ] || die "$json"
	is "$(jq .model_failed <<<"$json")" 0
	is "$(jq -r '.rows[] | select(.id == "lost-1") | .judge + ": " + .explanation' <<<"$json")" 'llm: Said by the model.'
	before=$(requests)
	[ "$before" -ge 3 ] || die "$before requests"
	json=$("$TORA" eval --json --engine llm "$SMALL")
	is "$(requests)" "$before"
	[ "$(jq .cost.cached <<<"$json")" -ge 3 ] || die "$json"
	has "$("$TORA" eval --engine llm "$SMALL")" 'judged by the model: 0 requests, [0-9]+ answers kept'
	"$TORA" eval --no-cache --engine llm "$SMALL" >/dev/null
	[ "$(requests)" -gt "$before" ] || die 'asked nothing with --no-cache'
	is "$("$TORA" eval --engine offline --json "$SMALL" | jq .cost.requests)" 0
}

test_a_run_that_was_stopped_goes_on() {
	# the refused one comes first, whichever arrives first
	serve "[{\"match\":\"make('')\",\"status\":401,\"body\":{\"error\":{\"message\":\"no\"}}},
		{\"match\":\"You judge\",\"times\":0,\"answer\":$(judge_answer unintended)},
		{\"match\":\"Which output should\",\"times\":0,\"answer\":\"{\\\"answer\\\":\\\"unknown\\\"}\"}]"
	json=$("$TORA" eval --json "$SMALL") || die 'no result'
	[ "$(jq .judged_by_model <<<"$json")" -ge 1 ] || die "$json" # those that left with the refused one
	[ "$(jq .model_failed <<<"$json")" -ge 1 ] || die "$json"
	has "$(jq -r .model_failure <<<"$json")" '127.0.0.1:[0-9]+ wants a key'
	json=$("$TORA" eval --json "$SMALL")
	is "$(jq .model_failed <<<"$json")" 0
	[ "$(jq .cost.cached <<<"$json")" -ge 2 ] || die "$json"
}

# Rows are judged in batches: their questions are with the model together, at most four at once, and the rows stay in order.
test_rows_are_asked_about_together() {
	serve "[{\"match\":\"You judge\",\"times\":0,\"delay_ms\":700,\"answer\":$(judge_answer unintended)},
		{\"match\":\"Which output should\",\"times\":0,\"answer\":\"{\\\"answer\\\":\\\"unknown\\\"}\"}]"
	sed -n '/"id": "lost-1"/p' "$SMALL" >"$T/one"
	for i in 1 2 3 4 5 6 7 8 9 10; do
		sed "s/lost-1/row-$i/; s/a  b/a  b$i/" "$T/one"
	done >"$T/ten.jsonl"
	json=$("$TORA" eval --json "$T/ten.jsonl") || die 'no result'
	is "$(jq -r '[.rows[].id] | join(" ")' <<<"$json")" 'row-1 row-2 row-3 row-4 row-5 row-6 row-7 row-8 row-9 row-10'
	is "$(jq '[.judged_by_model, .model_failed]' -c <<<"$json")" '[10,0]'
	is "$(jq -s '[.[].active] | max | . >= 2 and . <= 4' "$T/requests.jsonl")" true
	is "$(jq -cS .body "$T/requests.jsonl" | sort | uniq -d)" ''
}

test_bad_files() {
	fails 2 "$TORA" eval "$T/nothing"
	printf '{"id": "x"}\n' >"$T/a"
	has "$("$TORA" eval "$T/a" 2>&1)" "line 1: a row has no 'test'"
	printf 'no json\n' >"$T/a"
	fails 2 "$TORA" eval "$T/a"
	sed 's/"label": "unintended"/"label": "bad"/' "$SMALL" >"$T/a"
	has "$("$TORA" eval "$T/a" 2>&1)" "line 4: 'bad' is no label"
	: >"$T/a"
	has "$("$TORA" eval "$T/a")" '0 rows, engine offline: precision -, recall -, F1 -'
	fails 2 "$TORA" eval --engine llm "$SMALL" # no repository: no configuration
	git init -q r && cd r || exit 1
	fails 3 "$TORA" eval --engine llm "$SMALL"
	fails 3 "$TORA" eval
}

# Two projects with opposite labels: each is judged by weights fitted to the other, so all of it is wrong.
test_one_project_is_left_out() {
	for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
		printf '{"id": "p%s", "project": "p", "label": "unintended", "facts": ["value", "input-unknown"]}\n' $i
		printf '{"id": "q%s", "project": "q", "label": "intended", "facts": ["value", "input-unknown"]}\n' $i
	done >"$T/planted.jsonl"
	json=$("$TORA" eval --json "$T/planted.jsonl") || die 'no result'
	is "$(jq -c '[.true_positive, .false_positive, .false_negative, .true_negative]' <<<"$json")" '[0,0,12,12]'
	is "$(jq -c '.left_out.findings.left_out | [.false_positive, .false_negative, .error]' <<<"$json")" '[12,12,1]'
	is "$(jq -c '.left_out.changes.table | [.true_negative, .false_negative, .error]' <<<"$json")" '[12,12,0.5]'
	is "$(jq -r '[.left_out.projects[].project] | join(" ")' <<<"$json")" 'p q'
	text=$("$TORA" eval "$T/planted.jsonl")
	has "$text" 'left one project out, 2 times: the weights of the rules are fitted to the other projects'
	has "$text" '^findings, fitted to others +error 100 %, precision 0 %, recall 0 %, F1 0 %  .0 found, 12 missed, 12 false alarms.$'
	has "$text" '^findings, the table as it is +error 50 %, precision -, recall 0 %'
	has "$text" '^  [+]0.1 to [+-][0-9.]+  value-differs .24 commits; the same way in [012] of 2 fits.$'
	has "$text" 'wrong: p1, labelled unintended, judged unsure: score -0.3, input-unlike-any-use -0.4, value-differs [+]0.1'
	sed -i 's/"project": "q"/"project": "p"/' "$T/planted.jsonl"
	is "$("$TORA" eval --json "$T/planted.jsonl" | jq .left_out)" null
	sed -i '3s/input-unknown/input-odd/' "$T/planted.jsonl"
	has "$("$TORA" eval "$T/planted.jsonl" 2>&1)" "line 3: 'input-odd' is no fact"
}

# Of the labelled findings of cases and real commits: how far the table can be believed. The figures move with the rules;
# what is asked here is that every fact is known still and that the honest error is not far from what it was (4 %).
test_the_honest_error() {
	json=$("$TORA" eval --json "$TOP/tests/fixtures/eval/labelled.jsonl") || die 'no result'
	[ "$(jq '.left_out.projects | length >= 15' <<<"$json")" = true ] || die 'projects'
	[ "$(jq '.left_out.findings.left_out.error < 0.08' <<<"$json")" = true ] || die "$(jq -c '.left_out.findings' <<<"$json")"
	[ "$(jq '.left_out.changes.left_out.precision > 0.8' <<<"$json")" = true ] || die "$(jq -c '.left_out.changes' <<<"$json")"
}

test_the_set_of_the_study() {
	[ -e "$DATA" ] || skip "no labelled data at $DATA (set TORA_DATA)"
	json=$("$TORA" eval --json --engine offline "$DATA")
	is "$(jq .labelled <<<"$json")" 67
	[ "$(jq '.f1 >= 0.6' <<<"$json")" = true ] || die "worse than the study: $(jq -c 'del(.rows)' <<<"$json")"
}

# The answers of a person who saw the prompts and not the labels (fixtures/eval/marshmallow.transcript.json).
test_real_differences_judged_by_a_transcript() {
	[ -e "$DATA" ] || skip "no labelled data at $DATA (set TORA_DATA)"
	serve "$(cat "$TOP/tests/fixtures/eval/marshmallow.transcript.json")"
	json=$("$TORA" eval --json --engine llm "$DATA") || die 'no result'
	is "$(jq .model_failed <<<"$json")" 0
	[ "$(jq .judged_by_model <<<"$json")" -ge 30 ] || die "$(jq -c 'del(.rows)' <<<"$json")"
	[ "$(jq '.f1 >= 0.71' <<<"$json")" = true ] || die "$(jq -c 'del(.rows)' <<<"$json")"
	[ "$(requests)" -le 45 ] || die "$(requests) requests for $(jq .labelled <<<"$json") rows"
}

run_tests "$@"
