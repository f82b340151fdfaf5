#!/bin/bash
# shellcheck disable=SC2119 # functions with optional arguments
# SIGKILL at any time loses nothing that was said to be done, and starts nothing twice.
# shellcheck source=SCRIPTDIR/../harness.sh
. "$(dirname "$0")/../harness.sh"
# shellcheck source=SCRIPTDIR/daemon.sh
. "$TOP/tests/integration/daemon.sh"

p=p
repo() { new_repo p && p=$T/home/p && git -C "$p" checkout -q -b topic; }

test_a_queued_check_survives() {
	start_daemon
	repo
	rpc pause >/dev/null
	commit "$p"
	rpc sync >/dev/null
	ok check_is c2 state queued
	kill_daemon KILL
	start_daemon
	ok settled
	ok check_is c2 state 'done'
	is "$(calls '--check-id 2 ')" 1
}

test_a_running_check_is_started_once_more_and_not_again() {
	local pid
	start_daemon
	repo
	mode hang
	commit "$p"
	within 5 test -s "$T/fake/pid.2"
	pid=$(cat "$T/fake/pid.2")
	kill_daemon KILL
	within 5 test ! -e "/proc/$pid" # it does not outlive the daemon
	start_daemon
	within 5 check_is c2 state running
	ok check_is c2 attempts 2
	within 5 called '--check-id 2 ' 2
	kill_daemon KILL
	start_daemon
	ok settled
	ok check_is c2 state failed
	ok check_is c2 reason crashed
	is "$(calls '--check-id 2 ')" 2
}

test_findings_and_acks_survive() {
	start_daemon
	repo
	mode finding
	commit "$p"
	ok settled
	has "$(rpc ack '{"id":"K1"}')" '"acked":"ack"'
	kill_daemon KILL
	start_daemon
	is "$(rpc finding '{"id":"K1"}' | jq -r .result.finding.acked)" ack
	ok branch_is "$p" topic state clean
}

# At a random moment of a commit, its check and an acknowledgement. What an answer or an event said stays said.
test_at_random_points() {
	local round head acked
	start_daemon
	repo
	mode finding
	commit "$p"
	ok settled
	for round in $(seq 12); do
		commit "$p"
		head=$(head_of "$p" topic)
		if [ $((round % 2)) -eq 0 ]; then
			rpc ack '{"id":"K1"}' >"$T/said" &
		else
			rpc ack '{"id":"K1","undo":true}' >"$T/said" &
		fi
		/usr/bin/python3 -c "import random,time; time.sleep(random.random() * 0.4)"
		kill_daemon KILL
		wait
		acked=$(jq -r '.result.acked' "$T/said" 2>/dev/null)
		start_daemon
		ok settled
		if [ -n "$acked" ]; then
			is "$(rpc finding '{"id":"K1"}' | jq -r .result.finding.acked)" "$acked"
		fi
		is "$(rpc checks '{"limit":500}' | jq "[.result.checks[]|select(.head==\"$head\" and .state==\"done\")]|length")" 1
	done
	is "$(sql_up 'select count(*) from checks where attempts > 2')" 0
	is "$(sql_up 'pragma integrity_check')" ok
	is "$(sql_up "select count(*) from checks where state in ('queued','running')")" 0
}
sql_up() { kill_daemon TERM; sql "$1"; }

run_tests "$@"
