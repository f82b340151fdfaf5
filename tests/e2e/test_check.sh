#!/bin/bash
# The main job on the package of tests/fixtures/try, by its real hooks: a regression is shown at
# push, an intended change is not; then every command a person would use on it.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
TRY=$TOP/tests/fixtures/try
TESTS_MAX=60 # 40 are run, and a third of them show what the example does wrong, where a slow machine has other work as well

span_repo() { repo_from "$TRY/base" "$1" && cd "$1" || exit 1; }
tidy() { git apply "$TRY/tidy.patch" && git commit -q -a -m 'Refactor the parser into one function a form'; }
weeks() {
	git apply "$TRY/weeks.patch" && git commit -q -a -m 'Know weeks

"2w" parses as 14 days, and spans of a week and more are printed in weeks ("1w 2d").'
}
finding_id() { rpc findings | jq -r '.result.findings[0].id'; }

test_push_shows_test_before_and_after() {
	span_repo r
	ok "$TORA" init
	git config tora.push.wait 120
	git checkout -q -b tidy && tidy
	out=$(git push -q origin tidy 2>&1) || die "push failed: $out"
	has "$out" '^tora: tidy: behaviour changed in'
	has "$out" 'K[0-9]+ spantext/parse.py:[0-9]+ spantext.parse.parse'
	has "$out" 'before: '
	has "$out" 'after:  '
	[ "$(wc -l <<<"$out")" -le 12 ] || die "more than 12 lines: $out"
	show=$("$TORA" show "$(finding_id)")
	has "$show" 'parse\('
	has "$show" '^before'
	has "$show" '^after'
	has "$show" 'Refactor the parser'
}

test_push_says_nothing_of_an_intended_change() {
	span_repo r
	ok "$TORA" init
	git config tora.push.wait 120
	git checkout -q -b weeks && weeks
	is "$(git push -q origin weeks 2>&1)" ""
	is "$(rpc findings | jq '.result.findings | length')" 0
	has "$("$TORA" status)" 'weeks [0-9a-f]{12}  clean'
}

test_a_push_tells_only_of_what_is_sure_enough() {
	span_repo r
	ok "$TORA" init
	git config tora.push.wait 120
	git config tora.push.block true
	git config tora.push.sure 100
	git checkout -q -b tidy && tidy
	is "$(git push -q origin tidy 2>&1)" ""
	has "$("$TORA" status)" 'tidy [0-9a-f]{12}  [0-9]+ unintended'
	# the command line has the last word, and what is set now counts without another check
	has "$(git -c tora.push.sure=50 -c tora.push.block=false push -q origin tidy:half 2>&1)" 'behaviour changed in'
	git config --unset tora.push.sure
	fails 1 git push -q origin tidy:again
	# as does another file of git's, of which the daemon knows nothing, however sure it is of those that it knows
	touch -d '1 hour ago' .git/config "$T/home/.gitconfig" && rpc sync >/dev/null
	fails 1 git push -q origin tidy:again
	printf '[tora "push"]\n\tsure = 100\n' >"$T/other"
	ok env GIT_CONFIG_GLOBAL="$T/other" git push -q origin tidy:other
}

test_block_refuses_until_acknowledged_and_the_ack_survives_amend() {
	span_repo r
	ok "$TORA" init
	git config tora.push.wait 120
	git config tora.push.block true
	git checkout -q -b tidy && tidy
	out=$(git push -q origin tidy 2>&1) && die 'the push was not refused'
	has "$out" 'push refused'
	# what stands on the command line is read as git reads it, and a wait has a limit of its own
	ok git -c tora.push.block=Off push -q origin tidy:off
	ok git -c tora.push.block= push -q origin tidy:empty
	ok git -c tora.push.block=maybe push -q origin tidy:maybe
	fails 1 git -c tora.push.block=YES -c tora.push.wait=100000 push -q origin tidy:yes
	fails 1 git -c tora.push.block -c tora.push.wait=-1 push -q origin tidy:bare
	for id in $(rpc findings | jq -r '.result.findings[].id'); do ok "$TORA" ack "$id"; done
	ok git push -q origin tidy
	git commit -q --amend -m 'Other words for the same change'
	ok git push -q -f origin tidy
	# of two that were shown a busy machine may find one again
	for id in $(rpc findings '{"all":true}' | jq -r '.result.findings[] | select(.acked == "ack").id'); do ok "$TORA" ack --undo "$id"; done
	git commit -q --amend -m 'And others again'
	fails 1 git push -q -f origin tidy
}

test_check_prints_the_record_exit_codes_and_a_test_that_runs_by_hand() {
	span_repo r
	git checkout -q -b tidy && tidy
	json=$("$TORA" check main..HEAD --format json --no-daemon)
	is "$?" 1
	is "$(jq -r '.version, .state, .reason' <<<"$json" | tr '\n' ' ')" '1 done null '
	is "$(jq -r .base <<<"$json")" "$(git rev-parse main)"
	is "$(jq -r .head <<<"$json")" "$(git rev-parse HEAD)"
	has "$(jq -r '.changed[].function' <<<"$json")" '^spantext.parse.parse$'
	for key in generated valid screened run reached_change differing flaky both_failed cold; do
		has "$(jq ".tests.$key" <<<"$json")" '^[0-9]+$'
	done
	ok jq -e '.tests.screened > 0' <<<"$json"
	f=$(jq '[.findings[] | select(.verdict == "unintended")][0]' <<<"$json")
	is "$(jq -r '.before.status' <<<"$f")" ok
	has "$(jq -r '.test' <<<"$f")" 'import'
	is "$(jq -r '.commit' <<<"$f")" "$(git rev-parse HEAD)"
	is "$(jq -r '.engine' <<<"$f")" offline
	jq -r '.test' <<<"$f" >"$T/test.py"
	git checkout -q main && main=$(PYTHONPATH=. /usr/bin/python3 "$T/test.py" 2>&1)
	git checkout -q tidy && tidy=$(PYTHONPATH=. /usr/bin/python3 "$T/test.py" 2>&1)
	[ "$main" != "$tidy" ] || die "the same by hand: $main"
	# the same through the daemon, and in the other formats
	fails 1 "$TORA" check main..HEAD
	has "$("$TORA" check --format quickfix)" '^spantext/parse.py:[0-9]+:1: warning: .* \[tora:K[0-9]+\]$'
	"$TORA" check --format jsonl | jq -e .fingerprint >/dev/null || die 'jsonl'
	has "$("$TORA" check)" 'behaviour changed'
	fails 0 "$TORA" check HEAD..HEAD
	fails 3 "$TORA" check --nonsense
	fails 3 "$TORA" check a b c
	fails 2 "$TORA" check no-such-branch..HEAD
}

# What is installed is a part of the question: an upgraded dependency is not answered from memory.
test_an_upgraded_dependency_is_another_result() {
	local site
	span_repo r
	git checkout -q -b weeks && weeks
	site=.venv/lib/python$(/usr/bin/python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')/site-packages
	mkdir -p "$site/dep-1.0.dist-info" && echo .venv >.git/info/exclude
	printf 'home = /usr/bin\ninclude-system-site-packages = false\n' >.venv/pyvenv.cfg
	first=$("$TORA" check --no-daemon --json main..weeks) || die "$first"
	is "$("$TORA" check --no-daemon --json main..weeks | jq -r .reused)" "$(jq -r .check <<<"$first")"
	mv "$site/dep-1.0.dist-info" "$site/dep-2.0.dist-info"
	is "$("$TORA" check --no-daemon --json main..weeks | jq -r .reused)" null
}

# Folders that .pth files name are shown to the user's own environment, not to one that git has.
test_a_committed_environment_opens_no_folder() {
	local site seen
	mkdir -p "$HOME/notes" && echo 'N = 730194000' >"$HOME/notes/private_notes.py" # which nothing tries by itself
	mkdir -p base/p && echo '[project]' >base/pyproject.toml
	printf '%s\n' 'try:' '    from private_notes import N' 'except ImportError:' '    N = 0' '' '' \
		'def total(n: int) -> int:' '    """The total of n."""' '    return n + N' >base/p/__init__.py
	repo_from base r && cd r || exit 1
	site=.venv/lib/python$(/usr/bin/python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')/site-packages
	mkdir -p "$site" && echo "$HOME/notes" >"$site/notes.pth"
	printf 'home = /usr/bin\n' >.venv/pyvenv.cfg
	git checkout -q -b topic && sed -i 's/return n + N/return N + n + 1/' p/__init__.py
	git commit -q -a -m 'Refactor' && echo .venv >.git/info/exclude
	seen='[.findings[] | select(.before.stdout | test("730194[0-9]{3}"))] | length > 0'
	json=$("$TORA" check --no-daemon --json)
	is "$(jq "$seen" <<<"$json")" true
	git add -f "$site/notes.pth" && git commit -q -m 'Oops'
	json=$("$TORA" check --no-daemon --json)
	is "$(jq "$seen" <<<"$json")" false
	[ "$(jq '.findings | length' <<<"$json")" -ge 1 ] || die "nothing was found: $json"
}

test_tora_is_process_1_of_a_container() {
	span_repo r
	unshare -p -f true 2>/dev/null || skip 'no namespace of processes can be made here'
	ok unshare -p -f "$TORA" cache
}

torad_of() { pgrep -P "$1" torad; }
test_a_check_ends_with_who_asked_for_it() {
	local tora torad
	repo_from "$TRY/base" r && cd r || exit 1
	sed -i '1i import time; time.sleep(60)' spantext/parse.py && git commit -q -a -m 'Take your time'
	git checkout -q -b tidy && echo 'X = 1' >>spantext/parse.py && git commit -q -a -m 'Add a name'
	"$TORA" check --no-daemon >/dev/null 2>&1 &
	tora=$!
	within 10 torad_of "$tora"
	torad=$(torad_of "$tora")
	kill -KILL "$tora"
	wait "$tora" 2>/dev/null
	within 5 sh -c "! kill -0 $torad 2>/dev/null"
}

test_a_repository_that_is_switched_off_is_checked_when_a_person_asks() {
	span_repo r
	git config tora.enabled false
	git checkout -q -b words && echo more >>README.md && git commit -q -a -m 'Say more'
	has "$("$TORA" check 2>&1)" 'documentation'
	is "$("$TORA" check 2>&1)" "$("$TORA" check --no-daemon 2>&1)"
}

test_repro_dismiss_and_log() {
	span_repo r
	git checkout -q -b tidy && tidy
	fails 1 "$TORA" check
	id=$(finding_id)
	has "$("$TORA" repro K9999 2>&1)" '^tora: .*K9999'
	out=$("$TORA" repro "$id")
	has "$out" 'the difference is there'
	ok "$TORA" dismiss "$id"
	fails 2 "$TORA" show K99999
	has "$("$TORA" log)" 'stage=judge'
	fails 0 "$TORA" doctor
}

test_a_check_touches_nothing_and_an_unchanged_tip_is_not_checked_twice() {
	span_repo r
	git checkout -q -b tidy && tidy
	echo dirty >>README.md && echo new >untracked # work tree, index and refs are as they were
	sums() { sha256sum .git/index .git/HEAD .git/config README.md; git for-each-ref; git status --porcelain; }
	before=$(sums)
	fails 1 "$TORA" check
	is "$(sums)" "$before"
	builds=$(find "$XDG_CACHE_HOME/tora/builds" -newer "$T" 2>/dev/null | wc -l)
	json=$("$TORA" check --json)
	has "$(jq -r .reused <<<"$json")" '^c[0-9]+$'
	is "$(find "$XDG_CACHE_HOME/tora/builds" -newer "$T" 2>/dev/null | wc -l)" "$builds"
	GIT_COMMITTER_DATE=2001-01-01T00:00:00Z git commit -q --amend --no-edit # another commit with the same words
	json=$("$TORA" check --json)
	has "$(jq -r .reused <<<"$json")" '^c[0-9]+$'
	is "$(jq -r '[.findings[].commit] | unique[]' <<<"$json")" "$(git rev-parse HEAD)"
}

# The words decide the verdict; what the tests showed is the same under any.
test_other_words_for_the_same_content_are_judged_and_nothing_is_run() {
	local first json runs
	span_repo r
	git checkout -q -b tidy && tidy
	first=$("$TORA" check --json)
	jq -e '[.findings[] | select(.verdict == "unintended")] | length > 0' <<<"$first" >/dev/null || die "$first"
	runs=$("$TORA" log --lines 1000 | grep -c 'stage=run')
	git commit -q --amend -m 'A sign is of its part, no longer of the whole duration' \
		-m 'parse("-1h 30m") is -30 minutes now, and "1h - 30m" is a duration.'
	json=$("$TORA" check --json)
	is "$(jq -r .reused <<<"$json")" "$(jq -r .check <<<"$first")"
	is "$(jq -c '[.tests, ([.findings[].id] | sort)]' <<<"$json")" "$(jq -c '[.tests, ([.findings[].id] | sort)]' <<<"$first")"
	is "$(jq -r '[.findings[].commit] | unique[]' <<<"$json")" "$(git rev-parse HEAD)"
	[ "$(jq -c '[.findings[].verdict]' <<<"$json")" != "$(jq -c '[.findings[].verdict]' <<<"$first")" ] || die "$json"
	# two commits now, the second of a document: the one that introduced it is looked for as ever, and named
	echo 'See also: time.' >>README.md && git commit -q -a -m 'Say more' && json=$("$TORA" check --json)
	is "$(jq -r .reused <<<"$json")" "$(jq -r .check <<<"$first")"
	is "$(jq -r '[.findings[].commit] | unique[]' <<<"$json")" "$(git rev-parse HEAD~1)"
	git commit -q --amend -m 'Mention time'
	json=$("$TORA" check --json)
	is "$(jq -r .reused <<<"$json")" "$(jq -r .check <<<"$first")"
	is "$(jq -r '[.findings[].commit] | unique[]' <<<"$json")" "$(git rev-parse HEAD~1)"
	is "$("$TORA" log --lines 1000 | grep -c 'stage=run')" "$runs"
	# what else may have a say is no document
	echo 'x = 1' >docs.txt && git add . && git commit -q -m 'Add a file'
	is "$("$TORA" check --json | jq -r .reused)" null
	git reset -q --hard HEAD~1
	# other settings, or when asked for: everything again
	is "$("$TORA" check --json --no-cache | jq -r .reused)" null
	git config tora.tests.max 50 && git commit -q --amend -m 'Time is mentioned'
	is "$("$TORA" check --json | jq -r .reused)" null
}

test_12_commands_of_the_project_wait_for_trust() {
	span_repo r
	printf '[tora "build"]\n\tcommand = sh -c "echo built >built.txt"\n[tora "llm"]\n\turl = http://127.0.0.1:1/\n' >.toraconfig
	git add . && git commit -q -m 'Configure tora'
	has "$("$TORA" trust)" 'toraconfig of the base .* wants to run nothing'
	# a suite of HEAD reads the one of HEAD, and says what to do about it
	head=$(git rev-parse --short=12 HEAD)
	has "$("$TORA" generate --seconds 5 2>&1)" "of $head sets a command .* tora trust $head\$"
	has "$("$TORA" trust --yes "$head")" 'tora.build.command = sh -c'
	has "$("$TORA" trust HEAD)" 'trusted already'
	has "$("$TORA" trust HEAD~1)" 'its .toraconfig wants to run nothing'
	git config --unset-all tora.trusted
	git push -q origin main
	git checkout -q -b tidy && tidy
	json=$("$TORA" check --json --no-daemon 2>/dev/null)
	is "$(jq -r .reason <<<"$json")" needs-trust
	fails 3 "$TORA" trust </dev/null
	has "$("$TORA" trust --yes)" 'tora.build.command = sh -c'
	fails 1 "$TORA" check --no-daemon
	json=$("$TORA" check --json --no-daemon 2>/dev/null)
	has "$(jq -r '.notes[]' <<<"$json")" 'llm' # never taken from the project
	# the branch changes its command: what counts is the base's, which is trusted
	sed -i 's/echo built/touch owned; echo built/' .toraconfig && git commit -q -a -m Conf
	fails 1 "$TORA" check --no-daemon
	git checkout -q main && git merge -q --ff-only tidy && git push -q origin main
	git checkout -q -b next && sed -i 's/86400/86401/' spantext/units.py && git commit -q -a -m Units
	is "$("$TORA" check --json --no-daemon 2>/dev/null | jq -r .reason)" needs-trust
}

test_two_commits_at_once_check_only_the_tip() {
	span_repo r
	ok "$TORA" init
	git checkout -q -b both && tidy && weeks
	ok settled
	is "$(rpc checks '{"branch":"both","state":"done"}' | jq -r '.result.checks[].head' | sort -u)" \
		"$(git rev-parse HEAD)"
}

test_that_no_test_came_to_the_change_is_said() {
	mkdir r && cd r && git init -q || exit 1
	cat >db.py <<-'PY'
		def connect():
		    raise RuntimeError("no database")


		def size(name, factor=2):
		    """
		    >>> size("a")
		    0
		    """
		    table = connect()
		    return len(table.get(name, [])) * factor
	PY
	git add . && git commit -q -m 'A table' && git checkout -q -b next
	sed -i 's/\* factor/* factor + 1/' db.py && git commit -q -a -m 'Tidy size()'
	git config tora.tests.max 20
	said=$("$TORA" check --no-daemon) || die "$said"
	has "$said" ' 0 reached the change'
	has "$said" '^ +note: no test came to the change; [0-9]+ of [0-9]+ fail on both sides'
}

# The README of the base says that modes are not checked: a mode of -1 is told of where it does not say so. tests/fixtures/cases/582-mode-strings
test_input_that_the_readme_leaves_out() {
	local cases="$TOP/tests/fixtures/cases/582-mode-strings" told='[.findings[]|select(.verdict == "unintended")]|length'
	repo_from "$cases/base" r && cd r || exit 1
	git config tora.tests.max 400 # five of them show it
	git checkout -q -b tables
	git apply "$cases/change.patch" && git commit -q -a -m 'refactor: look modes up in tables'
	is "$("$TORA" check main..HEAD --format json --no-daemon | jq "$told")" 0
	git checkout -q main && sed -i '/^A mode is a number/,/may change at any time/d' README.md && git commit -q -a -m 'README: shorter'
	git rebase -q main tables 2>/dev/null || exit 1
	lacks "$("$TORA" check main..HEAD --format json --no-daemon | jq "$told")" '^0$'
}

# The others push, commit and look again in the same ways.
SANITIZED='test_block_refuses_until_acknowledged_and_the_ack_survives_amend
	test_check_prints_the_record_exit_codes_and_a_test_that_runs_by_hand test_an_upgraded_dependency_is_another_result
	test_a_committed_environment_opens_no_folder test_tora_is_process_1_of_a_container test_a_check_ends_with_who_asked_for_it
	test_a_repository_that_is_switched_off_is_checked_when_a_person_asks test_repro_dismiss_and_log
	test_other_words_for_the_same_content_are_judged_and_nothing_is_run test_12_commands_of_the_project_wait_for_trust
	test_that_no_test_came_to_the_change_is_said'
run_tests "$@"
