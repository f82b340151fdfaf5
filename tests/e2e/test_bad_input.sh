#!/bin/bash
# Repositories and surroundings that are not as they should be: each a sentence and a reason,
# never a crash, never a wait, never a run outside the sandbox.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
TRY=$TOP/tests/fixtures/try

check() { timeout 120 "$TORA" check --no-daemon --json "$@" 2>"$T/err"; }
reason() { jq -r .reason <<<"$1"; }
span_repo() { repo_from "$TRY/base" "$1" && cd "$1" || exit 1; }
edit_parse() { sed -i 's/sign \* total/sign * total + 0.5/' spantext/parse.py; }
topic() { git checkout -q -b topic && edit_parse && git commit -q -a -m Tidy; }

test_no_repository() {
	fails 2 "$TORA" check
	has "$("$TORA" check 2>&1)" '^tora: not a git repository'
	fails 2 "$TORA" init
}

test_no_commits() {
	git init -q r && cd r || exit 1
	is "$(reason "$(check)")" no-commits
	fails 2 "$TORA" check --no-daemon
	ok "$TORA" init
}

test_no_main() {
	git init -q -b topic r && cd r || exit 1
	cp -r "$TRY/base/." . && git add . && git commit -q -m one
	is "$(reason "$(check)")" no-main
}

test_bare_repository() {
	span_repo r
	topic
	git push -q origin topic
	cd "$PWD.remote" || exit 1
	json=$(check main..topic)
	is "$(jq -r .state <<<"$json")" "done"
}

test_shallow_clone() {
	span_repo r
	topic
	git push -q origin topic
	git clone -q --depth 1 --no-single-branch "file://$PWD.remote" "$T/shallow" && cd "$T/shallow" || exit 1
	git checkout -q topic
	is "$(reason "$(check)")" no-merge-base
}

test_detached_head() {
	span_repo r
	git checkout -q --detach && edit_parse && git commit -q -a -m Tidy
	json=$(check)
	is "$(jq -r .state <<<"$json")" "done"
	is "$(jq -r .intent.branch <<<"$json")" ""
}

test_unrelated_histories() {
	span_repo r
	git checkout -q --orphan other && git commit -q -m other
	is "$(reason "$(check)")" no-merge-base
}

test_binary_and_odd_names_and_50_megabytes() {
	span_repo r
	git checkout -q -b topic && edit_parse
	head -c 100000 /dev/urandom >spantext/blob.py
	printf 'x = "\351\350"\n' >spantext/latin.py
	printf 'x = 1\n' >"spantext/caf$(printf '\351').py"
	head -c 52428800 /dev/zero | tr '\0' '#' >spantext/huge.py
	ln -s /etc/passwd spantext/link.py
	git add . && git commit -q -m 'Tidy'
	json=$(check)
	is "$(jq -r .state <<<"$json")" "done"
	has "$(jq -r '.changed[].function' <<<"$json")" '^spantext.parse.parse$'
	has "$(jq -r '.notes[]' <<<"$json")" 'huge.py'
}

test_syntax_error_on_the_head() {
	span_repo r
	git checkout -q -b topic && echo 'def broken(:' >>spantext/parse.py && git commit -q -a -m Tidy
	json=$(check)
	has "$(reason "$json")" '^(syntax-error|head-not-buildable)$'
	has "$(jq -r .detail <<<"$json")" 'parse.py'
}

test_syntax_error_on_the_base() {
	span_repo r
	echo 'def broken(:' >>spantext/parse.py && git commit -q -a -m Broken
	git checkout -q -b topic && sed -i '/^def broken/d' spantext/parse.py && git commit -q -a -m Mend
	is "$(reason "$(check)")" base-not-buildable
}

test_20_base_that_does_not_import() {
	span_repo r
	sed -i '1i import no_such_module' spantext/__init__.py && git commit -q -a -m Broken
	topic
	json=$(check)
	is "$(reason "$json")" base-not-buildable
	has "$(jq -r .detail <<<"$json")" 'no_such_module'
	is "$(jq '.findings | length' <<<"$json")" 0
}

test_head_that_does_not_import() {
	span_repo r
	git checkout -q -b topic && sed -i '1i import no_such_module' spantext/__init__.py && git commit -q -a -m T
	is "$(reason "$(check)")" head-not-buildable
}

test_only_docs_tests_comments() {
	span_repo r
	git checkout -q -b topic && echo more >>README.md && git commit -q -a -m d
	is "$(reason "$(check)")" docs-only
	git checkout -q -b t2 main && echo '# more' >>tests/test_parse.py && git commit -q -a -m t
	is "$(reason "$(check)")" tests-only
	git checkout -q -b t3 main && sed -i 's/^    rest = text.strip()/    rest = text.strip()  # no blanks/' spantext/parse.py
	git commit -q -a -m c
	is "$(reason "$(check)")" comments-only
	fails 0 "$TORA" check --no-daemon
}

test_a_requirement_that_is_missing_says_where_and_for_whom() {
	span_repo r
	git checkout -q -b topic
	{ echo 'import numpy_nope' && cat spantext/parse.py; } >p && mv p spantext/parse.py && git commit -q -a -m Tidy
	err=$("$TORA" check --no-daemon 2>&1 >"$T/out")
	is "$?" 2
	has "$err" "^tora: could not check: head-not-buildable: importing spantext.*No module named 'numpy_nope' \(on the branch, with /"
	has "$err" 'tora.python.interpreter'
	lacks "$(cat "$T/out")" 'not checked'
}

test_a_setting_that_is_none() {
	span_repo r
	git config tora.push.bock true
	out=$("$TORA" doctor)
	has "$out" "^warning +settings +'tora.push.bock' .tora.push.block.. in file:"
	git config --unset tora.push.bock
	git config tora.trusted 0123
	lacks "$("$TORA" doctor)" '^warning +settings'
	git config tora.push.wait abc
	has "$("$TORA" doctor)" "problem +repository +configuration: tora.push.wait = 'abc'"
}

test_10_no_sandbox_means_nothing_is_run() {
	span_repo r
	topic
	json=$(TORA_SANDBOX=none check)
	is "$(reason "$json")" no-sandbox
	is "$(jq .tests.run <<<"$json")" 0
	out=$(TORA_SANDBOX=/nonexistent/bwrap "$TORA" doctor 2>&1)
	has "$out" 'problem +sandbox'
	has "$out" 'apt-get install bubblewrap|install bubblewrap'
	has "$out" "TORA_SANDBOX names '/nonexistent/bwrap'"
	has "$(TORA_SANDBOX=bubblewarp "$TORA" doctor 2>&1)" "TORA_SANDBOX is 'bubblewarp'; there are bubblewrap, landlock"
}

test_no_bwrap_means_the_next_tier_or_nothing() {
	span_repo r
	topic
	mkdir "$T/bin" && for p in git python3 sh timeout; do ln -s "$(command -v /usr/bin/$p)" "$T/bin/$p"; done
	out=$(PATH=$T/bin "$TORA" doctor 2>&1)
	json=$(PATH=$T/bin check)
	if grep -Eq 'warning +sandbox +Landlock' <<<"$out"; then
		has "$out" 'apt-get install bubblewrap|install bubblewrap'
		is "$(jq -r .state <<<"$json")" "done"
		has "$(cat "$XDG_STATE_HOME"/tora/log/* "$XDG_STATE_HOME"/tora/*.log 2>/dev/null)" "sandbox: 'Landlock"
	else
		has "$out" 'problem +sandbox'
		is "$(reason "$json")" no-sandbox
	fi
}

test_the_repository_does_not_choose_the_sandbox() {
	span_repo r
	printf '[tora]\n\tsandbox = none\n' >.toraconfig && git add . && git commit -q -m Config
	git config tora.sandbox none
	topic
	is "$(jq -r .state <<<"$(check)")" "done"
}

test_socket_path_too_long() {
	long=$T/$(printf 'x%.0s' $(seq 120))
	mkdir -m 700 "$long"
	export XDG_RUNTIME_DIR=$long
	span_repo r
	ok "$TORA" init
	ok "$TORA" status
	ok "$TORA" daemon stop
	rm -rf "/tmp/tora-$(id -u)"
}

test_15_home_of_many_characters() {
	HOME=$T/$(printf 'h%.0s' $(seq 120))
	mkdir "$HOME"
	cp "$T/home/.gitconfig" "$HOME"
	unset XDG_STATE_HOME XDG_CACHE_HOME
	span_repo "$T/r"
	topic
	fails 1 "$TORA" check
	ok "$TORA" daemon stop
}

test_full_disk() {
	mkdir "$T/small"
	mount -t tmpfs -o size=400k none "$T/small" 2>/dev/null || skip 'mounting needs root'
	span_repo r
	topic
	json=$(XDG_CACHE_HOME=$T/small check)
	umount -l "$T/small"
	is "$(reason "$json")" disk-full
}

test_19_flaky_on_both_sides_is_no_finding() {
	span_repo r
	cat >spantext/lucky.py <<'P'
import os


def lucky(limit=10):
    """A number that is never the same."""
    return int.from_bytes(os.urandom(8), "big")
P
	git add . && git commit -q -m base
	git checkout -q -b topic
	sed -i 's/urandom(8)/urandom(9)/' spantext/lucky.py && git commit -q -a -m 'Tidy'
	json=$(check)
	is "$(jq '[.findings[] | select(.verdict == "unintended")] | length' <<<"$json")" 0
}

test_21_escape_sequences_do_not_reach_the_terminal() {
	span_repo r
	git checkout -q -b topic
	# shellcheck disable=SC2016 # Python text
	sed -i 's/return sign + " ".join(f"{count}{unit.short}"/return "\\x1b[31m\\x1b]0;owned\\x07" + sign + " ".join(f"{count}{unit.short}"/' spantext/text.py
	git commit -q -a -m "Tidy $(printf '\033[2J')"
	out=$("$TORA" check --no-daemon)
	is "$?" 1
	lacks "$out" "$(printf '\033')"
	lacks "$out" "$(printf '\007')"
	has "$out" 'x1b'
}

test_17_deleted_repository() {
	span_repo r
	ok "$TORA" init
	cd "$T/home" && rm -rf r
	within 10 repo_gone
	ok "$TORA" status
}
repo_gone() { [ "$(rpc status | jq -r '.result.repos[0].state')" = repository-gone ]; }

test_08_partial_clone_without_its_remote() {
	span_repo r
	git -C "$PWD.remote" config uploadpack.allowFilter true
	topic
	git push -q origin topic
	git clone -q --filter=blob:none --no-checkout "file://$PWD.remote" "$T/part" && cd "$T/part" || exit 1
	mv "$T/home/r.remote" "$T/gone"
	json=$(GIT_TERMINAL_PROMPT=1 check origin/main..origin/topic)
	is "$(reason "$json")" missing-objects
}

run_tests "$@"
