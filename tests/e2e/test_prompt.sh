#!/bin/bash
# tora prompt: what a model would be asked, byte for byte what a check sends, without secrets, sent nowhere.
# shellcheck source=tests/e2e/model.sh
. "$(dirname "$0")/model.sh"
TESTS_MAX=40 # one difference is enough

# The texts of a request without the mark that is drawn anew for every check, and without the mined
# examples at the end: which there are depends on what the engine finds in its time.
bodies() { sed -E 's/\\n\\n(How the project itself calls them|Tried already).*"\}\]/"}]/' | without_mark; }
without_mark() { sed -E 's/[0-9a-f]{16}>>>/NONCE>>>/g; s/(<<<[a-z]+ )[0-9a-f]{16}/\1NONCE/g; s/<<<end [0-9a-f]{16}/<<<end NONCE/g' | sort; }

test_without_a_provider() {
	tidy_repo
	text=$("$TORA" prompt) || die 'no prompt'
	has "$text" '^==== 1 of [0-9]+: generate-usage, to \(no provider\), model MODEL, [0-9]+ bytes, about [0-9]+ tokens$'
	has "$text" ': judge, to '
	has "$text" 'You write small Python programs'
	has "$text" 'Nothing was sent. Nor would a check send it: no provider is configured'
	json=$("$TORA" prompt --json main..tidy)
	is "$(jq -r .would_be_sent <<<"$json")" false
	is "$(jq -r '.requests[0].body | fromjson | .model' <<<"$json")" MODEL
	[ ! -e "$XDG_STATE_HOME/tora/tora.db" ] || die 'something was stored'
}

test_what_is_shown_is_what_is_sent() {
	tidy_repo
	listen_model '[]' # it would notice
	git config tora.llm.provider openai
	git config tora.llm.url "$URL"
	git config tora.llm.model scripted
	json=$("$TORA" prompt --json)
	[ ! -e "$T/requests.jsonl" ] || die 'something was sent'
	is "$(jq -r .would_be_sent <<<"$json")" true
	is "$(jq -r '.requests[0].to' <<<"$json")" "$URL/chat/completions"
	first=$(jq -r '.requests[0].body' <<<"$json")
	is "$(printf %s "$first" | sha256sum | cut -d' ' -f1)" "$(jq -r '.requests[0].sha256' <<<"$json")"
	is "$(printf %s "$first" | wc -c)" "$(jq -r '.requests[0].bytes' <<<"$json")"
	timeout 200 "$TORA" check --no-daemon --json >/dev/null 2>&1
	sent=$(jq -c '.body' "$T/requests.jsonl" | head -n 1 | bodies)
	has "$(jq -c '.requests[] | .body | fromjson' <<<"$json" | bodies)" "$(head -c 60 <<<"$sent" | sed 's/[][{}()*+?.\\]/\\&/g')"
	grep -qxF "$sent" <<<"$(jq -c '.requests[] | .body | fromjson' <<<"$json" | bodies)" || die 'another question was sent'
}

test_keys_do_not_show() {
	repo_from "$TRY/base" r && cd r || exit 1
	git checkout -q -b tidy && git apply "$TRY/tidy.patch"
	printf 'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\nPLAIN=hunter2-in-env\n' >.env
	printf -- '-----BEGIN PRIVATE KEY-----\nMIIEvplantedQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n-----END PRIVATE KEY-----\nplain words beside the key\n' >server.pem
	sed -i '1a TOKEN = "ghp_0123456789abcdefghijABCDEFGHIJ012345"' spantext/parse.py
	sed -i '2a URL = "https://user:pa55w0rd-planted@example.org/"' spantext/parse.py
	git add . && git commit -q -m 'Refactor the parser

Deployed with sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG.'
	for text in "$("$TORA" prompt)" "$("$TORA" prompt --json)"; do
		has "$text" 'REDACTED:'
		lacks "$text" 'wJalrXUtnFEMI|ghp_0123456789|MIIEvplanted|pa55w0rd-planted|sk-ant-api03-abc'
		# whole files: not even what looks harmless
		lacks "$text" 'hunter2-in-env|plain words beside the key'
		has "$text" '# server.pem \(contents withheld\)'
	done
}

# The base's .toraignore holds, whatever the branch does to it; what it names is tested all the same.
test_what_is_ignored_is_withheld() {
	repo_from "$TRY/base" r && cd r || exit 1
	printf '# internals\n/spantext/parse.py\ntests/\n' >.toraignore
	git add . && git commit -q -m 'Keep the parser to ourselves' && git push -q origin main
	git checkout -q -b tidy && git apply "$TRY/tidy.patch"
	git rm -q .toraignore && echo 'VALUE = "beside it"' >spantext/beside.py && git add .
	git commit -q -a -m 'Refactor the parser'
	listen_model '[]' # it would notice
	git config tora.llm.provider openai
	git config tora.llm.url "$URL"
	git config tora.llm.model scripted
	text=$("$TORA" prompt) || die 'no prompt'
	lacks "$text" '_numerals|stripped|def parse'
	has "$text" 'withheld'
	json=$(timeout 200 "$TORA" check --no-daemon --json 2>/dev/null)
	[ "$(jq '.findings | length' <<<"$json")" -ge 1 ] || die 'it is not tested'
	has "$(jq -r '.notes[]' <<<"$json")" 'withheld from'
	[ ! -e "$T/requests.jsonl" ] || lacks "$(cat "$T/requests.jsonl")" '_numerals|stripped|def parse'
}

# What withheld code returns is as much its own business as its text, also where an open file changes beside it.
test_what_withheld_code_does_is_not_told() {
	git init -q -b main r && cd r && mkdir pk shop tests || exit 1
	printf 'def weigh(x):\n    return x * 2\n' >pk/__init__.py
	printf 'def price(x):\n    """The price of x."""\n    return x + 10\n' >shop/__init__.py
	printf 'from pk import weigh\nfrom shop import price\n\n\ndef test_all():\n    assert weigh(1000) == 2000\n    assert price(1) == 11\n' \
		>tests/test_all.py
	printf '/pk/\n' >.toraignore
	git add . && git commit -q -m 'Import' && git checkout -q -b tidy
	printf 'def weigh(x):\n    y = x * 2\n    return 33337 if x > 999 else y\n' >pk/__init__.py
	printf 'def price(x):\n    """The price of x."""\n    y = x + 10\n    return y\n' >shop/__init__.py
	git commit -q -a -m 'Tidy up'
	git config tora.base main
	text=$("$TORA" prompt) || die 'no prompt'
	has "$text" 'shop.price'
	lacks "$text" '33337|weigh|Project: pk'
}

test_an_ignore_file_that_cannot_be_read_withholds_everything() {
	tidy_repo
	ln -s /etc/hostname .toraignore && git add . && git commit -q -m 'A link'
	text=$("$TORA" prompt) || die 'no prompt'
	lacks "$text" '_numerals|def parse'
	has "$text" '.toraignore cannot be read, so no model is told of any file: it is no file'
}

test_nothing_to_ask() {
	tidy_repo
	has "$("$TORA" prompt tidy..tidy)" 'would be asked nothing: no commit since'
	printf '# a comment\n' >>spantext/parse.py
	git commit -q -a -m 'Comment'
	has "$("$TORA" prompt tidy~1..tidy)" 'would be asked nothing'
	fails 2 "$TORA" prompt no-such-branch..tidy
}

test_the_offline_engine_sends_nothing() {
	tidy_repo
	git config tora.llm.provider openai
	git config tora.llm.url http://127.0.0.1:1/v1
	git config tora.llm.model scripted
	git config tora.engine offline
	has "$("$TORA" prompt)" 'Nor would a check send it: the engine is offline'
}

run_tests "$@"
