#!/bin/bash
# The command line when things are not as they should be: what is said is true, short, and says what to do.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"

doc_repo() { # DIR: a repository whose changes are settled at once
	mkdir "$T/doc" && echo one >"$T/doc/README.md" && repo_from "$T/doc" "$1" && cd "$1" || exit 1
}
tora() { # ARGS...: OUT is what it printed on both, STATUS how it ended
	OUT=$(timeout 20 "$TORA" "$@" 2>&1 </dev/null)
	STATUS=$?
}

test_many_first_commands_at_once_start_one_daemon() {
	doc_repo r
	for round in 1 2 3 4 5; do
		for n in $(seq 8); do
			"$TORA" status >"$T/out.$n" 2>&1 || cat "$T/out.$n" >>"$T/failed" &
		done
		wait
		[ ! -s "$T/failed" ] || die "round $round: $(cat "$T/failed")"
		is "$(cat "$T"/out.* | grep -c 'started the background daemon')" 1
		ok "$TORA" daemon stop
	done
}

test_status_elsewhere_starts_nothing() {
	mkdir "$T/elsewhere" && cd "$T/elsewhere" || exit 1
	tora status
	is "$STATUS $OUT" '2 tora: the daemon does not run, and this is no repository; tora daemon start starts it'
	daemon_up && die 'it was started'
	mkdir damaged && echo nonsense >damaged/.git && cd damaged || exit 1
	tora status
	has "$STATUS $OUT" '^2 tora: invalid gitfile format'
	ok "$TORA" daemon start
	has "$("$TORA" status)" '^no repository is registered'
	ok "$TORA" daemon stop
	doc_repo r
	ok "$TORA" status
	ok daemon_up
}

test_status_begins_with_the_repository_one_is_in() {
	for name in a b c; do
		git init -q "$T/home/$name" && cd "$T/home/$name" || exit 1
		ok "$TORA" init
	done
	is "$("$TORA" status | grep -c "^$T/home/")" 3
	is "$("$TORA" status --json | jq -r '[.repos[].path[-1:]] | join(" ")')" 'c a b'
	git init -q "$T/home/d" && cd "$T/home/d" || exit 1
	is "$("$TORA" status | tail -n 1)" "$T/home/d is not watched; tora init does it"
	git init -q --separate-git-dir "$T/home/elsewhere" "$T/home/e" && cd "$T/home/e" || exit 1
	is "$("$TORA" status | tail -n 1)" "$T/home/e is not watched; tora init does it"
	mkdir "$T/home/b/sub" && cd "$T/home/b/sub" || exit 1
	is "$("$TORA" status | head -n 1)" "$T/home/b"
	cd "$T" && is "$("$TORA" status | head -n 1)" "$T/home/a"
}

test_a_check_by_a_model_that_is_not_there_is_refused() {
	doc_repo r
	git checkout -q -b words && echo two >README.md && git commit -q -a -m two
	ok "$TORA" init
	ok "$TORA" check
	for how in '' --no-daemon; do
		tora check --engine llm $how
		is "$STATUS" 2
		has "$OUT" 'could not check: no-model: no model is configured \(git config --global tora.llm.provider openai, anthropic'
	done
	has "$("$TORA" status)" 'words +[0-9a-f]+ +clean'
	git config tora.llm.provider openai
	tora check --engine llm
	is "$STATUS" 2
	has "$OUT" 'no-model: no model is named: git config --global tora.llm.model'
	git checkout -q -b later && echo three >README.md && git commit -q -a -m three
	tora check --engine llm # and of this one nothing is known by that
	is "$STATUS" 2
	lacks "$("$TORA" status)" 'no-model'
}

test_status_tells_of_a_detached_head() {
	doc_repo r
	ok "$TORA" init
	lacks "$("$TORA" status)" 'HEAD is detached'
	git checkout -q --detach && git commit -q --allow-empty -m elsewhere || exit 1
	has "$("$TORA" status)" "^HEAD is detached at $(git rev-parse --short=12 HEAD), which is not watched: tora check"
	"$TORA" status --json | jq -e . >/dev/null || die 'no longer JSON'
	cd "$T" && lacks "$("$TORA" status)" 'HEAD is detached'
}

test_a_first_commit_is_nothing_to_worry_about() {
	git init -q "$T/home/new" && cd "$T/home/new" || exit 1
	ok "$TORA" init
	echo 'x = 1' >a.py && git add a.py && git commit -qm first || exit 1
	tora check
	is "$STATUS" 0
	has "$OUT" 'the first commit: there is nothing before it'
	tora check HEAD..main
	has "$STATUS $OUT" '^0 .*no commit since [0-9a-f]{12}$'
	ok settled
	has "$("$TORA" status)" '^  main [0-9a-f]+  clean  .the first commit'
}

test_restart_and_commands_while_it_stops() {
	doc_repo r
	ok "$TORA" daemon start
	for _ in $(seq 25); do ok "$TORA" daemon restart; done
	for _ in $(seq 25); do
		"$TORA" daemon stop >/dev/null 2>&1 &
		ok "$TORA" status
		wait
	done
}

test_04_a_stopped_daemon_is_named_and_asked_nothing() {
	doc_repo r
	ok "$TORA" init
	ok settled
	pid=$(daemon_pid)
	kill -STOP "$pid"
	for command in status check 'ack K1' 'daemon stop' 'daemon restart' log 'init --uninstall'; do
		# shellcheck disable=SC2086
		tora $command
		is "$command: $STATUS" "$command: 2"
		has "$OUT" "daemon is stopped .*kill -CONT $pid"
	done
	tora doctor
	has "$OUT" "^problem +daemon +.*stopped"
	kill -CONT "$pid"
	# none of it was left behind for later
	is "$(daemon_pid)" "$pid"
	ok settled
}

test_04_stopped_in_the_middle_of_a_wait() {
	doc_repo r
	ok "$TORA" init
	ok settled
	ok "$TORA" pause
	echo 'def f(): return 1' >f.py && git add . && git commit -q -m 'Add f'
	"$TORA" check >"$T/out" 2>&1 &
	check=$!
	within 10 sh -c "$TORA status --json | jq -e '.daemon.queued > 0'"
	stopped=$(daemon_pid)
	kill -STOP "$stopped"
	within 20 sh -c "! kill -0 $check 2>/dev/null"
	wait "$check"
	is "$?" 2
	kill -CONT "$stopped"
	has "$(cat "$T/out")" 'daemon is stopped'
}

# In what tora-hook becomes when there is more to say; $pid is git's.
push_that_waits() {
	doc_repo r
	git config tora.push.wait 600
	git config tora.build.command 'sleep 600'
	ok "$TORA" init
	ok settled
	git checkout -q -b topic && echo 'def f(): return 1' >f.py && git add . && git commit -q -m 'Add f'
	git push -q origin topic >"$T/out" 2>&1 &
	pid=$!
	within 20 sh -c "$TORA status --json | jq -e '.daemon.running > 0'"
	within 20 waits
}
# shellcheck disable=SC2317 # called by within
waits() { grep -q 'hook answered' <<<"$(leftovers)"; } # a grep beside leftovers is one of them
test_killed_in_the_middle_of_a_push() {
	push_that_waits
	killed=$(daemon_pid)
	kill -KILL "$killed"
	within 20 sh -c "! kill -0 $pid 2>/dev/null"
	ok wait "$pid"
	has "$(cat "$T/out")" '^tora: the daemon ended before the check did; another one is started and goes on with it \(tora status\)$'
	within 10 daemon_up
	within 20 sh -c "$TORA status --json | jq -e '.daemon.running > 0'" # the check that it was waiting for
}

test_stopped_in_the_middle_of_a_push() {
	push_that_waits
	ok "$TORA" daemon stop
	within 20 sh -c "! kill -0 $pid 2>/dev/null"
	ok wait "$pid"
	has "$(cat "$T/out")" '^tora: the daemon was stopped before the check ended; the next one goes on with it \(tora daemon start\)$'
	within 10 no_daemon
}
# shellcheck disable=SC2317 # called by within
no_daemon() { ! grep -q 'torad run' <<<"$(leftovers)"; }

test_a_check_while_paused_says_so() {
	doc_repo r
	ok "$TORA" init
	ok settled
	ok "$TORA" pause 1h
	"$TORA" check >"$T/out" 2>&1 &
	check=$!
	within 10 test -s "$T/out"
	has "$(cat "$T/out")" "^tora: checking is paused until $(date -d '+1 hour' +%Y-%m-%d) "
	has "$(cat "$T/out")" 'tora resume'
	ok "$TORA" resume
	wait "$check"
	is "$?" 0
	has "$("$TORA" pause 90)" '^paused for 90 s; tora resume goes on$'
	tora check --no-daemon
	is "$STATUS" 0
	lacks "$OUT" paused
}

# what the hook makes of the daemon's answer to a push: one finding of 30 %, and a setting that is none
answered() {
	local answer='{"result":{"refs":[{"branch":"a","state":"unintended","findings":[{"id":"K1","confidence":0.3}]}],
		"settings":{"push_wait_s":0,"push_sure":72,"push_block":false,"problem":"tora.push.sure is no percentage"}}}'
	printf '{"params":{}}\n%s\n' "$(tr -d '\n' <<<"$answer")" | env "$@" "$TORA" hook answered 2>&1
}

test_a_wrong_setting_is_said_where_it_hides_all_and_only_where_it_is_used() {
	doc_repo r
	is "$(answered)" 'tora: tora.push.sure is no percentage'
	# git has the last word here, and 1maybe is no boolean to it
	local git=(GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=tora.push.sure GIT_CONFIG_VALUE_0=0x1e GIT_CONFIG_KEY_1=tora.push.block)
	has "$(answered "${git[@]}" GIT_CONFIG_VALUE_1=1maybe)" 'tora: a: behaviour changed in 1 place'
	lacks "$(answered "${git[@]}" GIT_CONFIG_VALUE_1=1maybe)" 'push refused|no percentage'
	has "$(answered "${git[@]}" GIT_CONFIG_VALUE_1=0x10)" 'push refused'
}

push_says() { # PATTERN
	git commit -q --allow-empty -m again
	git push origin main 2>&1 | grep -q -- "$1"
}

test_a_push_says_that_the_daemon_does_not_come_up() {
	doc_repo r
	ok "$TORA" init
	ok "$TORA" daemon stop
	mkdir "$XDG_RUNTIME_DIR/tora/sock" # is in its way
	ok push_says 'the daemon was not running; it is being started'
	touch "$XDG_STATE_HOME/tora/spool/$(($(date +%s) - 60))000-1.json"
	ok push_says 'has not come up since a hook last started it; once more now (why not: tora doctor)'
	rmdir "$XDG_RUNTIME_DIR/tora/sock"
	ok "$TORA" daemon start
	within 5 has_read_all # and nothing old is said again
}
# shellcheck disable=SC2317 # called by within
has_read_all() { [ -z "$(ls "$XDG_STATE_HOME/tora/spool")" ]; }

# The daemon's copy of the settings has to be theirs of now: right after a change the push asks git, and says nothing of it.
test_a_setting_that_is_none_is_said_at_push() {
	doc_repo r
	git config tora.push.wait abc
	ok "$TORA" init
	ok settled
	ok "$TORA" pause
	within 20 push_says '^tora: tora.push.wait is no number'
	git config tora.push.wait 0
	git config tora.push.block maybe
	has "$(rpc sync)" '"done":true'
	within 20 push_says '^tora: tora.push.block is neither true nor false, so no push is refused'
	git config --unset tora.push.block
	git config tora.enabled maybe
	has "$(rpc sync)" '"done":true'
	within 20 push_says '^tora: tora.enabled is neither true nor false, so commits are checked'
	git config --unset tora.enabled
	has "$(rpc sync)" '"done":true'
	echo three >>README.md && git commit -q -a -m three
	lacks "$(git push origin main 2>&1)" "push.wait"
}

test_one_client_too_many_is_told_so_at_once() {
	doc_repo r
	ok "$TORA" init
	ok settled
	/usr/bin/python3 -c '
import socket, sys, time
all = []
for _ in range(64):
    s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); all.append(s)
open(sys.argv[2], "w").write("x")
time.sleep(60)' "$T/run/tora/sock" "$T/crowd" &
	crowd=$!
	within 20 test -s "$T/crowd"
	for command in status 'ack K1'; do
		began=$(date +%s)
		# shellcheck disable=SC2086
		tora $command
		is "$command: $STATUS" "$command: 2"
		has "$OUT" 'too many clients.*try again'
		[ $(($(date +%s) - began)) -lt 4 ] || die "$command waited"
	done
	kill "$crowd"
	wait "$crowd" 2>/dev/null
	within 10 "$TORA" status
}

test_another_users_socket_is_not_spoken_to() {
	[ "$(id -u)" = 0 ] || skip 'needs root to be somebody else'
	doc_repo r
	mkdir "$T/run/tora" && chmod 777 "$T" "$T/run" "$T/run/tora"
	setpriv --reuid=65534 --regid=65534 --clear-groups /usr/bin/python3 -c '
import os, socket, sys
s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); os.chmod(sys.argv[1], 0o777); s.listen(); s.settimeout(30)
try:
    while True:
        c = s.accept()[0]; c.settimeout(5); d = c.recv(65536)
        if d: open(sys.argv[2], "wb").write(d)
except TimeoutError: pass' "$T/run/tora/sock" "$T/run/heard" &
	impostor=$!
	within 10 test -S "$T/run/tora/sock"
	tora status
	is "$STATUS" 2
	has "$OUT" 'belongs to another user'
	git config core.hooksPath .git/hooks
	ok git push -q origin main
	kill "$impostor"
	wait "$impostor" 2>/dev/null
	[ ! -e "$T/run/heard" ] || die "it was told: $(cat "$T/run/heard")"
}

test_22_no_command_starts_a_daemon_in_ci() {
	doc_repo r
	export CI=1
	for command in status init 'ack K1' log pause; do
		# shellcheck disable=SC2086
		tora $command
		is "$command: $STATUS" "$command: 2"
		has "$OUT" 'no daemon runs, and none is started'
		is "$(leftovers)" ""
	done
	[ ! -e .git/hooks/pre-push ] || die 'half an installation'
	tora check
	is "$STATUS" 0
	ok "$TORA" doctor
	is "$(leftovers)" ""
}

test_init_does_all_or_nothing() {
	mount -t tmpfs none "$T/state" 2>/dev/null || skip 'mounting needs root'
	mount -o remount,ro "$T/state"
	doc_repo r
	tora init
	commit=$(git commit -q --allow-empty -m two 2>&1)
	umount -l "$T/state"
	is "$STATUS" 2
	has "$OUT" 'Read-only file system'
	[ ! -e .git/hooks/pre-push ] || die 'half an installation'
	is "$commit" ""
}

test_hooks_where_nothing_can_be_written_claim_nothing() {
	doc_repo r
	ok "$TORA" init
	ok "$TORA" daemon stop
	mount -t tmpfs none "$T/state" 2>/dev/null || skip 'mounting needs root'
	mount -o remount,ro "$T/state"
	commit=$(git commit -q --allow-empty -m two 2>&1)
	push=$(git push -q origin main 2>&1)
	left=$(leftovers)
	umount -l "$T/state"
	is "$commit" ""
	has "$push" '^tora: not checked: .*Read-only file system'
	is "$left" ""
}

test_doctor_names_what_no_check_would_get_over() {
	doc_repo r
	git config tora.main nosuch
	tora doctor
	is "$STATUS" 2
	has "$OUT" "^problem +main +tora.main is 'nosuch', and no such branch exists"
	git config --unset tora.main
	git remote remove origin && git branch -q -M develop || exit 1
	tora doctor
	has "$OUT" '^problem +main +no main branch: neither origin/HEAD nor main nor master exists'
	git config tora.main develop
	tora doctor
	lacks "$OUT" '^problem +main'
	printf '[tora\n' >>.git/config
	tora doctor
	is "$STATUS" 2
	has "$OUT" '^problem +repository +git .*bad config line'
	lacks "$OUT" 'not inside a git repository'
}

test_init_does_not_promise_what_no_push_will_print() {
	doc_repo r
	git remote remove origin && git branch -q -M develop || exit 1
	tora init
	is "$STATUS" 0
	has "$OUT" '^nothing is checked yet: no main branch: neither origin/HEAD nor main nor master exists; name it'
	lacks "$OUT" 'git push prints'
	git config tora.main develop
	tora init
	has "$OUT" '^commit as ever; git push prints'
	lacks "$OUT" 'nothing is checked'
	git config tora.main nosuch
	tora init
	has "$OUT" '^nothing is checked yet: .*nosuch'
	has "$OUT" '^  -> git config tora.main BRANCH'
	git config tora.tests.max many
	tora init
	has "$OUT" "^tora: configuration: tora.tests.max = 'many'"
	has "$OUT" '^nothing is checked yet: torad has said why'
	lacks "$OUT" 'git push prints'
	git init -q ../empty && cd ../empty || exit 1
	tora init
	has "$OUT" '^commit as ever; git push prints'
}

test_a_git_that_is_not_there() {
	doc_repo r
	mkdir none
	OUT=$(PATH=$PWD/none "$TORA" init 2>&1)
	is "$?" 2
	is "$OUT" "tora: running git: no program 'git'"
	OUT=$(PATH=$PWD/none "$TORA" doctor 2>&1)
	has "$OUT" "^problem +git +no program 'git'"
	has "$OUT" '-> install git'
	lacks "$OUT" 'not inside a git repository'
}

# A git that speaks another language where it may is asked in the one that is read.
test_doctor_outside_of_a_repository_in_any_language() {
	real=$(command -v git)
	mkdir bin outside
	cat >bin/git <<-EOF
		#!/bin/sh
		[ "\$1 \$LC_ALL" != 'rev-parse C' ] && [ "\$1" = rev-parse ] && {
			echo 'Schwerwiegend: Kein Git-Repository (oder irgendein Elternverzeichnis): .git' >&2
			exit 128
		}
		exec $real "\$@"
	EOF
	chmod +x bin/git
	PATH=$PWD/bin:$PATH
	cd outside || exit 1
	LC_ALL=POSIX tora doctor
	has "$OUT" '^warning +repository +not inside a git repository'
	lacks "$OUT" 'Schwerwiegend'
}

test_what_is_not_kept_is_said() {
	mount -t tmpfs -o size=64k none "$T/state" 2>/dev/null || skip 'mounting needs root'
	mkdir -m 700 "$T/state/tora"
	dd if=/dev/zero of="$T/state/full" bs=1k count=64 2>/dev/null
	doc_repo r
	tora status
	status=$OUT
	tora init
	init=$OUT
	ok "$TORA" daemon stop
	umount -l "$T/state"
	has "$status" 'the disk is full'
	has "$init" 'until the daemon ends'
}

test_doctor_sees_that_the_disk_of_the_findings_is_full() {
	mount -t tmpfs -o size=4m none "$T/state" 2>/dev/null || skip 'mounting needs root'
	mkdir -m 700 "$T/state/tora"
	doc_repo r
	ok "$TORA" init
	dd if=/dev/zero of="$T/state/full" bs=1k count=9000 2>/dev/null
	tora doctor
	full="$STATUS $OUT"
	tora check
	check="$STATUS $OUT"
	rm "$T/state/full"
	tora doctor
	ok "$TORA" daemon stop
	umount -l "$T/state"
	has "$full" 'problem +store .*the disk is full'
	has "$full" '-> make room'
	has "$check" "^2 tora: could not check: writing the store: the disk is full \\($T/state/tora/"
	is "${full%% *}" 2
	has "$OUT" '^ok +store '
}

test_output_that_cannot_be_written() {
	doc_repo r
	for command in status 'status --json' doctor 'check --json' --help; do
		# shellcheck disable=SC2086
		err=$("$TORA" $command 2>&1 >/dev/full)
		is "$command: $?" "$command: 2"
		has "$err" 'writing the output: No space left'
	done
	ok bash -c "\"\$TORA\" doctor | head -n 1"
}

test_wrong_words() {
	doc_repo r
	ok "$TORA" daemon start
	tora check main..nope
	is "$STATUS" 2
	is "$OUT" "tora: could not check: no commit is called 'nope'"
	has "$("$TORA" log)" 'check=c[0-9]+ failed: no-such-commit'
	is "$("$TORA" check --json nope 2>/dev/null | jq -r .reason)" no-such-commit
	is "$("$TORA" stats --json | jq .all.checks.failed)" 0 # none of them is one
	tora check --no-daemon main..nope
	is "$STATUS" 2
	has "$OUT" "no commit is called 'nope'"
	is "$(wc -l <<<"$OUT")" 1
	git init -q "$T/empty"
	for command in 'check' 'check --no-daemon HEAD' generate; do
		# shellcheck disable=SC2086
		(cd "$T/empty" && tora $command; is "$command: $STATUS" "$command: 2" && has "$OUT" 'the current branch has no commits yet') || die "$command"
	done
	tora repro K77
	is "$STATUS" 2
	has "$OUT" '^tora: no finding K77; tora status lists those there are$'
	is "$(wc -l <<<"$OUT")" 1
	tora log c77
	is "$STATUS" 2
	has "$OUT" 'no check c77'
	tora log --lines 5001
	is "$STATUS" 3
	has "$OUT" '^tora: --lines takes .*5000'
	for words in 'log xyz' 'log 1' 'show 1' 'show K99999999999999999999' 'ack K' 'repro c7' 'keep 7'; do
		# shellcheck disable=SC2086
		tora $words
		is "$words: $STATUS" "$words: 3"
		has "$OUT" "^tora: '${words#* }' is not the id of a (check|finding), like [cK]7"
	done
	tora show k77
	has "$OUT" 'no finding K77; tora status lists'
	tora statu
	is "$STATUS $OUT" "3 tora: there is no command 'statu'; did you mean status; tora --help lists all"
	tora cache claer
	is "$STATUS $OUT" "3 tora: tora cache takes ls, gc or clear, not 'claer'; did you mean clear"
	tora daemon foo
	is "$STATUS $OUT" "3 tora: tora daemon takes start, stop, restart, status or run, not 'foo'"
	tora daemon stop
	tora daemon status
	is "$STATUS $OUT" '0 no daemon is running'
	tora daemon start
	tora daemon status
	has "$OUT" '^running: version [0-9.]+, pid [0-9]+, /.*/sock$'
	tora log -n 1
	is "$STATUS $(wc -l <<<"$OUT")" '0 1'
	tora show K1 K2
	is "$STATUS $OUT" "3 tora: 'K2' is one too many; usage: tora show ID"
	tora status K1
	is "$STATUS $OUT" "3 tora: 'K1' is one too many; usage: tora status"
	tora show
	is "$STATUS $OUT" '3 tora: usage: tora show ID'
	tora frobnicate
	is "$STATUS $OUT" "3 tora: there is no command 'frobnicate'; tora --help lists them"
	tora check --formt=json
	is "$STATUS $OUT" "3 tora: tora check has no option '--formt=json'; did you mean --format"
	tora status --colour
	is "$STATUS $OUT" "3 tora: tora status has no option '--colour'; tora status --help lists those it has"
	tora check ''
	is "$STATUS" 3
	has "$OUT" "^tora: '' is no commit or branch"
	tora check -- --all..main
	is "$STATUS" 3
	tora status --all=yes
	is "$STATUS" 3
	has "$OUT" 'takes no value'
	tora status --format quickfix
	is "$STATUS" 3
	tora help
	is "$STATUS" 0
}

test_help_is_whole_and_fits() {
	for command in '' check daemon log cache generate 'budget'; do
		# shellcheck disable=SC2086
		tora $command --help
		is "$STATUS" 0
		is "$command: $(awk 'length > 80' <<<"$OUT")" "$command: "
	done
	tora check --help
	has "$OUT" 'A\.\.B   what B has'
	has "$OUT" '^Exit status: 0 '
	has "$OUT" 'jsonl or quickfix'
	tora doctor --help
	lacks "$OUT" quickfix
	tora daemon --help
	has "$OUT" '^ +restart +stop and start'
	tora log --help
	has "$OUT" 'also -f'
	tora log --help && log=$OUT
	for command in 'help log' '--help log' '-h log'; do
		# shellcheck disable=SC2086
		tora $command
		is "$STATUS $OUT" "0 $log"
	done
	tora help 'no such'
	is "$STATUS $OUT" "3 tora: there is no command 'no such'; tora --help lists them"
	tora status extra
	is "$OUT" "tora: 'extra' is one too many; usage: tora status"
}

test_formats_there_are() {
	doc_repo r
	for command in stats budget 'cache ls' doctor status; do
		# shellcheck disable=SC2086
		tora $command --format quickfix
		is "$command: $STATUS" "$command: 3"
		has "$OUT" "^tora: tora ${command% *} prints no findings"
	done
	has "$("$TORA" doctor --format json)" '^\[\{"name":"git"'
	for seconds in 3 3601; do
		tora generate --seconds $seconds
		is "$OUT" "tora: --seconds takes a whole number from 5 to 3600, not '$seconds'"
	done
}

test_tables_and_sentences_fit() {
	doc_repo a-folder-whose-name-is-so-long-that-no-column-of-a-table-has-room-for-it
	has "$("$TORA" budget)" '^limits of one check: 6 requests, 9440 tokens$'
	for command in stats budget; do
		tora $command
		is "$command: $(grep -v a-folder <<<"$OUT" | awk 'length > 80')" "$command: "
	done
	for command in stats budget cache; do
		out=$(script -qc "stty cols 60; '$TORA' $command" /dev/null </dev/null | tr -d '\r')
		has "$out" '^(limits of|0 builds|all repositories)'
		is "$command: $(grep -v -e a-folder -e ' USD$' -e 'all together' -e "^  $T" <<<"$out" | awk 'length > 60')" "$command: "
	done
	out=$(script -qc "stty cols 60; '$TORA' trust; '$TORA' check 'no name'" /dev/null </dev/null | tr -d '\r')
	is "$out" "the .toraconfig of the base (what a branch is compared with)
  wants to run nothing
tora: 'no name' is no commit or branch; tora check takes A
      or A..B"
}

test_status_right_after_a_commit_is_about_that_commit() {
	doc_repo r
	ok "$TORA" init
	ok settled
	echo two >>README.md
	git commit -q -a -m two
	tora status
	has "$OUT" "main $(git rev-parse --short=12 HEAD)"
}

test_log_tells_a_check_from_its_beginning_to_its_end() {
	doc_repo r
	ok "$TORA" init
	ok settled
	echo two >>README.md && git commit -q -a -m two
	ok settled
	check=$(rpc checks '{"limit":1}' | jq -r '.result.checks[0].check')
	tora log "$check"
	has "$OUT" "check=$check queued: 'main' $(git rev-parse --short=12 HEAD), by "
	has "$OUT" "check=$check skipped: docs-only"
}

run_tests "$@"
