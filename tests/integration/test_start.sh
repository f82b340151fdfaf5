#!/bin/bash
# shellcheck disable=SC2119 # functions with optional arguments
# How the daemon comes and goes: lock, socket, files, environment, signals, a store that cannot be used.
# shellcheck source=SCRIPTDIR/../harness.sh
. "$(dirname "$0")/../harness.sh"
# shellcheck source=SCRIPTDIR/daemon.sh
. "$TOP/tests/integration/daemon.sh"

test_05_stale_socket_is_replaced() {
	start_daemon
	kill_daemon KILL
	ok test -S "$T/run/tora/sock"
	start_daemon
	ok daemon_up
}

# At the end of a session /run/user/UID is taken away; the next session's daemon has the same store.
test_05_without_its_socket_a_daemon_makes_room() {
	start_daemon
	chmod 700 "$T/run/tora/sock" # another change of the file is none
	ok daemon_up && ok daemon_up # the first is answered when that was seen, or just before
	rm -r "$T/run/tora"
	within 10 sh -c "! kill -0 $DPID"
	has "$(cat "$T/state/tora/torad.log")" 'nobody can reach this daemon'
	start_daemon
	touch -d yesterday "$T/run/tora/sock"
	ok daemon_up && ok daemon_up
	rm "$T/run/tora/sock"
	within 10 sh -c "! kill -0 $DPID"
}

test_05_second_daemon_is_refused() {
	local out status
	start_daemon
	out=$("$TORAD" run 2>&1)
	status=$?
	is "$status" 2
	has "$out" 'already running'
	is "$(daemon_pid)" "$DPID"
}

test_05_the_reason_comes_back_on_the_pipe() {
	start_daemon
	TORA_READY_FD=8 "$TORAD" run 8>"$T/second" 2>/dev/null
	is "$(cat "$T/second")" 'already running'
}

# One that is told to stop listens no more and holds the lock until its store is closed.
test_05_started_while_another_one_ends() {
	mkdir -m 700 "$T/run/tora"
	exec 6>"$T/run/tora/lock" && flock 6
	sleep 0.5 & # it has the descriptor, too
	exec 6>&-
	start_daemon
	ok daemon_up
}

# A daemon that is being killed takes connections until the kernel has closed all it had; a child that it had just forked has its
# lock and its socket until it is another program.
test_05_a_socket_whose_owner_goes_is_no_daemon() {
	mkdir -m 700 "$T/run/tora"
	for owner in itself child; do
		/usr/bin/python3 -c 'import fcntl, os, select, socket, sys
run, owner = sys.argv[1:]
lock = open(run + "/lock", "w")
fcntl.flock(lock, fcntl.LOCK_EX)
listener = socket.socket(socket.AF_UNIX)
listener.bind(run + "/sock")
listener.listen()
open(run + "/ready", "w")
if owner == "itself" or os.fork() == 0: # until the one that starts has asked who is there
    select.select([listener], [], [], 20)' "$T/run/tora" $owner &
		within 10 test -e "$T/run/tora/ready"
		start_daemon
		ok daemon_up
		kill_daemon TERM
		rm "$T/run/tora/ready"
	done
}

test_05_a_lock_whose_holder_never_listens() {
	mkdir -m 700 "$T/run/tora"
	: >"$T/run/tora/lock"
	exec 6<"$T/run/tora/lock" && flock 6
	has "$(timeout 20 "$TORAD" run 2>&1 6<&-)" 'already running'
}

test_05_two_daemons_do_not_share_a_store() {
	local out status
	start_daemon
	mkdir -m 700 "$T/elsewhere"
	out=$(XDG_RUNTIME_DIR=$T/elsewhere timeout 10 "$TORAD" run --foreground 2>&1)
	status=$?
	is "$status" 2
	has "$out" "another daemon has '$T/state/tora'"
	is "$(daemon_pid)" "$DPID"
}

# A hook takes the lock for an instant, to see whether a daemon has it.
test_05_a_hook_that_looks_at_the_lock_is_no_daemon() {
	state_folder
	: >"$T/state/tora/lock"
	flock --shared "$T/state/tora/lock" sleep 0.3 &
	looker=$!
	within 5 bash -c "! flock --exclusive --nonblock '$T/state/tora/lock' true"
	start_daemon
	wait "$looker"
	ok daemon_up
}

test_05_ten_at_once() {
	local i alive=0 pids=()
	mkdir -p "$T/fake"
	for i in $(seq 10); do
		TORA_READY_FD=7 "$TORAD" run 7>"$T/ready.$i" 2>/dev/null &
		pids+=($!)
	done
	for i in $(seq 10); do
		within 10 test -s "$T/ready.$i"
		[ "$(cat "$T/ready.$i")" = ok ] && alive=$((alive + 1))
	done
	is "$alive" 1
	ok daemon_up
	has " ${pids[*]} " " $(daemon_pid) "
}

test_a_foreign_file_in_the_way_is_left_alone() {
	mkdir -m 700 "$T/run/tora"
	echo precious >"$T/run/tora/sock"
	fails 2 "$TORAD" run
	is "$(cat "$T/run/tora/sock")" precious
	has "$("$TORA" doctor)" "problem +daemon +'$T/run/tora/sock' is in the way"
}

test_a_runtime_folder_others_can_enter_is_refused() {
	mkdir -m 755 "$T/run/tora"
	fails 2 "$TORAD" run
	has "$("$TORA" doctor)" "problem +daemon +'$T/run/tora' is open to others"
	rm -r "$T/run/tora" && : >"$T/state/tora/spool"
	fails 2 "$TORAD" run
	has "$("$TORA" doctor)" "problem +daemon +.$T/state/tora/spool. is not a folder of ours"
}

test_files_are_private() {
	umask 022
	start_daemon
	is "$(stat -c %a "$T/run/tora" "$T/run/tora/sock" "$T/state/tora/torad.log" "$T/state/tora/tora.db" | xargs)" \
		'700 600 600 600'
}

test_another_user_is_not_answered() {
	start_daemon --only-uid 12345
	is "$(printf '{"jsonrpc":"2.0","id":1,"method":"hello"}\n' | timeout 10 nc -U "$T/run/tora/sock")" ''
	kill_daemon TERM
}

test_git_variables_of_the_starter_are_dropped() {
	git init -q -b main "$T/home/p" && commit "$T/home/p"
	export GIT_DIR=/nowhere GIT_INDEX_FILE=/nowhere/index GIT_WORK_TREE=/nowhere
	start_daemon
	unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE
	add_repo "$T/home/p"
	is "$(calls --head)" 1
	lacks "$(cat "$T/fake/env.1")" '^GIT_'
	lacks "$(cat "$T/fake/env.1")" '^TORA_READY_FD'
}

test_log_is_rotated_and_readable() {
	state_folder
	head -c 6000000 /dev/zero | tr '\0' 'a' >"$T/state/tora/torad.log"
	start_daemon
	ok test -s "$T/state/tora/torad.log.1"
	has "$(rpc log '{"lines":5}' | jq -r '.result.lines[]')" 'main torad [0-9.]+ listens on'
	head -c 6000000 /dev/zero | tr '\0' 'b' >>"$T/state/tora/torad.log" # and while it runs
	within 5 log_is_fresh
	has "$(head -n 1 "$T/state/tora/torad.log.1")" 'main torad [0-9.]+ listens on'
	kill_daemon TERM
	has "$(cat "$T/state/tora/torad.log")" 'main torad stops'
}
log_is_fresh() {
	rpc hello >/dev/null
	[ "$(wc -c <"$T/state/tora/torad.log")" -lt 5000000 ]
}

test_log_of_one_check() {
	start_daemon
	mode crash
	new_repo p
	has "$(rpc log '{"check":"c1"}' | jq -r '.result.lines[]')" 'check=c1 said: .about to crash'
	is "$(rpc log '{"check":"c11"}' | jq -r '.result.lines | length')" 0
}

test_idle_exit() {
	start_daemon --idle-exit 1
	ok daemon_up
	ends_well
	ok test ! -e "$T/run/tora/sock"
}

test_a_client_or_a_check_keeps_it_up() {
	start_daemon --idle-exit 1
	mode gate
	git init -q -b main "$T/home/p" && commit "$T/home/p"
	rpc repo.add "{\"repo\":\"$T/home/p/.git\",\"work\":\"$T/home/p\"}" >/dev/null
	within 5 check_is c1 state running
	sleep 1.5 # longer than the idle exit: nothing may happen
	ok check_is c1 state running
	go
	ends_well
}

test_shutdown_leaves_running_checks_queued() {
	start_daemon
	mode gate
	git init -q -b main "$T/home/p" && commit "$T/home/p"
	rpc repo.add "{\"repo\":\"$T/home/p/.git\",\"work\":\"$T/home/p\"}" >/dev/null
	within 5 check_is c1 state running
	has "$(rpc shutdown)" '"stopping":true'
	ends_well
	is "$(sql 'select state, attempts from checks')" 'queued|0'
	go
	start_daemon
	ok settled
	ok check_is c1 state 'done'
	ok check_is c1 attempts 1
}

test_drain_finishes_what_runs() {
	start_daemon
	mode gate
	git init -q -b main "$T/home/p" && commit "$T/home/p"
	rpc repo.add "{\"repo\":\"$T/home/p/.git\",\"work\":\"$T/home/p\"}" >/dev/null
	within 5 check_is c1 state running
	rpc shutdown '{"drain":true}' >/dev/null
	ok check_is c1 state running
	has "$(rpc check "{\"repo\":\"$T/home/p\"}")" 'about to stop'
	go
	ends_well
	start_daemon
	ok check_is c1 state 'done'
}

test_signals_stop_it_cleanly() {
	start_daemon --jobs 1
	has "$(head -n 1 "$T/state/tora/torad.log")" 'listens on .*, 1 job$'
	kill_daemon TERM
	ok test ! -e "$T/run/tora/sock"
	start_daemon
	kill_daemon INT
	ok test ! -e "$T/run/tora/sock"
}

test_a_damaged_store_is_said_and_survived() {
	state_folder
	head -c 100000 /dev/urandom >"$T/state/tora/tora.db"
	cp "$T/state/tora/tora.db" "$T/before"
	start_daemon
	mode finding
	has "$(rpc status | jq -r .result.daemon.degraded)" 'damaged.*in memory'
	is "$(rpc status | jq -r .result.daemon.store)" none
	has "$("$TORA" status 2>&1)" 'which repositories are registered is not known now'
	# it cannot know whether this one was to be watched: silence would look like a clean push
	has "$(rpc hook "{\"event\":\"pre-push\",\"repo\":\"$T/home/unknown/.git\",\"refs\":[]}" | jq -r .error.message)" 'damaged'
	new_repo p
	ok branch_is "$T/home/p" main state unintended
	ok cmp "$T/before" "$T/state/tora/tora.db"
}

# The header is whole: it is opened, and the damage is met by what reads rows.
test_a_store_damaged_behind_its_header() {
	local out
	start_daemon
	new_repo p
	ok branch_is "$T/home/p" main state clean
	kill_daemon TERM
	rm -f "$T/state/tora/tora.db"-*
	/usr/bin/python3 - "$T/state/tora/tora.db" <<'P'
import os, sys
size = os.path.getsize(sys.argv[1])
with open(sys.argv[1], "r+b") as file:
    file.seek(4096)
    file.write(b"\xa5" * (size - 4096))
P
	start_daemon
	has "$(rpc status | jq -r .result.daemon.degraded)" 'damaged.*and a new one is begun; results are kept in memory only'
	out=$("$TORA" doctor)
	has "$out" 'problem +store +.*damaged'
	has "$out" 'put .*tora.db aside'
	truncate -s 300M "$T/state/tora/tora.db" # nobody waits until so much is read
	has "$("$TORA" doctor)" 'ok +store +.*: 300 MiB, too many to be read through here'
}

# A check of an earlier version may write while its successor wants to bring the schema up to date.
test_a_busy_store_is_waited_for() {
	state_folder
	/usr/bin/python3 - "$T/state/tora/tora.db" "$T/held" <<'P' &
import sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN EXCLUSIVE")
open(sys.argv[2], "w").close()
time.sleep(1)
P
	writer=$!
	within 10 test -e "$T/held"
	start_daemon
	wait "$writer"
	is "$(rpc status | jq -r .result.daemon.degraded)" null
}

test_a_store_that_cannot_be_opened() {
	state_folder && mkdir "$T/state/tora/tora.db"
	start_daemon
	has "$(rpc status | jq -r .result.daemon.degraded)" 'in memory'
	new_repo p
	ok branch_is "$T/home/p" main state clean
}

test_a_store_of_a_newer_version_is_left_alone() {
	start_daemon
	kill_daemon TERM
	sql 'PRAGMA user_version=99'
	start_daemon
	has "$(rpc status | jq -r .result.daemon.degraded)" 'newer tora'
}

test_usage() {
	fails 3 "$TORAD"
	fails 3 "$TORAD" run --no-such-option
	fails 3 "$TORAD" run --idle-exit soon
	fails 3 "$TORAD" run surplus
	ok "$TORAD" --version
	lacks "$("$TORAD" --help)" 'check-program'
}

run_tests "$@"
