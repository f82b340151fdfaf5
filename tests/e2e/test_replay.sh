#!/bin/bash
# The 67 labelled differences of 12 real pull requests: each test, run on both versions now, must
# answer "difference" or "none" as the file says (tests/README.md has where the data is looked for).
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
DATA=${TORA_DATA:-$TOP/../shared/data}/marshmallow.jsonl
MIRROR=${TORA_MARSHMALLOW:-$TOP/../marshmallow}

test_67_of_67() {
	[ -e "$DATA" ] || skip "no labelled data at $DATA (set TORA_DATA)"
	git -C "$MIRROR" rev-parse HEAD >/dev/null 2>&1 ||
		skip 'no clone of marshmallow here (set TORA_MARSHMALLOW)'
	/usr/bin/python3 -c 'import simplejson, packaging, dateutil, pytz' 2>/dev/null ||
		skip 'the tests import simplejson packaging dateutil pytz (apt-get install python3-...)'
	git clone -q --bare --shared "$MIRROR" "$T/marshmallow" || die 'cannot clone'
	first=$(head -n 1 "$DATA" | jq -r .before)
	git -C "$T/marshmallow" cat-file -e "$first" || skip 'this clone lacks the commits of the data'
	git -C "$T/marshmallow" config tora.python.interpreter /usr/bin/python3
	out=$(timeout 540 "$TORAD" replay "$DATA" --repo "$T/marshmallow" 2>"$T/err")
	wrong=$(jq -c 'select(.entry) | .entry | select(.expected != .differs)' <<<"$out")
	[ -z "$wrong" ] || die "wrong answers:
$wrong"
	is "$(jq -c 'select(.replay) | .replay' <<<"$out")" '{"right":67,"of":67}'
}

run_tests "$@"
