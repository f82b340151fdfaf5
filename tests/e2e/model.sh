# shellcheck shell=bash
# model.sh - sourced by the e2e tests in which a scripted model (fakes/model.py) is asked; brings harness.sh.
#
#   listen_model SCENARIO [ARGS]  a server with that JSON list; its address is $URL, what it is asked in
#                                 $T/requests.jsonl; ARGS are more options of the server. It ends with this shell
#   serve_model SCENARIO [ARGS]   and the repository one is in asks it; $PATIENCE: seconds for an answer
#   tidy_repo                     a repository on a branch whose one commit changes what a parser gives and does not say so
#   tidy_change                   that branch and its change, in the base, yet to be committed
#   requests, asked PATTERN       how many requests there were, all and those that match
#   program SOURCE, json_text, judge_answer VERDICT QUOTE    parts of answers
#   unintended RECORD             how many of its findings are that
# shellcheck source=tests/harness.sh
. "$(dirname "${BASH_SOURCE[0]}")/../harness.sh"
TRY=$TOP/tests/fixtures/try
PATIENCE=60

listen_model() {
	printf '%s' "$1" >"$T/scenario.json"
	shift
	# shellcheck disable=SC2034 # held open: the server ends when it closes
	exec {model_in}> >(exec /usr/bin/python3 "$TOP/tests/fakes/model.py" --scenario "$T/scenario.json" \
		--port-file "$T/port" --record "$T/requests.jsonl" "$@" >/dev/null 2>&1)
	within 10 test -s "$T/port"
	# shellcheck disable=SC2034 # for those who want it
	URL=http://127.0.0.1:$(cat "$T/port")/v1
}
serve_model() {
	listen_model "$@"
	git config tora.llm.provider openai
	git config tora.llm.url "$URL"
	git config tora.llm.model scripted
	git config tora.llm.timeout "$PATIENCE"
}
tidy_change() {
	git checkout -q -b tidy && git apply "$TRY/tidy.patch"
	sed -i 's/^    return total$/    return total + 1/' spantext/parse.py # what every third test shows, however few a busy machine lets be found
}
tidy_repo() {
	repo_from "$TRY/base" r && cd r || exit 1
	tidy_change
	git commit -q -a -m 'Refactor the parser'
	git config tora.tests.max 40
}
requests() { if [ -e "$T/requests.jsonl" ]; then wc -l <"$T/requests.jsonl"; else echo 0; fi; }
asked() { grep -c "$1" "$T/requests.jsonl"; }
unintended() { jq '[.findings[] | select(.verdict == "unintended")] | length' <<<"$1"; }
json_text() { jq -n --arg t "$1" '$t'; }
# shellcheck disable=SC2016 # Markdown
program() { printf '```python\n%s\n```\n' "$1"; }
judge_answer() { # in the form of prompts/judge.md, as JSON text
	jq -n --arg v "$1" --arg q "${2:-}" '{thoughts: "t", noteworthy: "yes",
		legal: "yes", intended: ({intended: "yes", unsure: "unknown"}[$v] // "no"),
		verdict: $v, confidence: 0.9, quote: $q, explanation: "Said by the model."} | tostring'
}
