#!/bin/bash
# shellcheck disable=SC2119 # functions with optional arguments
# The socket as PROTOCOL.md promises it.
# shellcheck source=SCRIPTDIR/../harness.sh
. "$(dirname "$0")/../harness.sh"
# shellcheck source=SCRIPTDIR/daemon.sh
. "$TOP/tests/integration/daemon.sh"

talk() { /usr/bin/python3 "$TOP/tests/integration/talk.py" "$T/run/tora/sock" "$@"; }
raw() { timeout 20 nc -U -N "$T/run/tora/sock"; } # stdin to the daemon, its answers out

test_nc_works() {
	start_daemon
	has "$(printf '{"jsonrpc":"2.0","id":1,"method":"hello"}\n' | raw)" '"name":"torad"'
	has "$(printf '{"jsonrpc":"2.0","id":"a","method":"hello"}\r\n' | raw)" '"id":"a"'
}

test_byte_by_byte() {
	start_daemon
	ok talk split
}

test_many_at_once() {
	start_daemon
	ok talk together
}

test_oversize_message() {
	start_daemon
	ok talk big
	ok daemon_up
}

test_slow_reader_is_dropped_and_others_are_served() {
	start_daemon
	ok talk slow
	ok daemon_up
}

test_too_many_clients() {
	start_daemon
	ok talk crowd
}

test_errors() {
	start_daemon
	has "$(echo 'not json' | raw)" '"id":null,"error":\{"code":-32700'
	has "$(echo '[1]' | raw)" '"code":-32600'
	has "$(echo '{"id":1}' | raw)" '"code":-32600'
	has "$(echo '{"id":{},"method":"hello"}' | raw)" '"code":-32600'
	has "$(rpc nope)" '"code":-32601'
	has "$(rpc finding)" '"code":-32602.*id. is missing'
	has "$(rpc finding '{"id":"K99"}')" '"code":-32001'
	has "$(rpc checks '{"check":"x"}')" '"code":-32602'
	has "$(rpc status '{"repo":"/no/such"}')" '"code":-32001'
	has "$(rpc repo.add '{"repo":"/no/such"}')" '"code":-32001'
	has "$(rpc repo.add "{\"repo\":\"$T\"}")" '"code":-32001.*common git directory'
	has "$(rpc check "{\"repo\":\"$T\",\"engine\":\"magic\"}")" '"code":-32602'
	ok daemon_up
}

test_garbage_bytes() {
	start_daemon
	head -c 200000 /dev/urandom | raw >/dev/null
	printf '\0\0\n{"a":\n\n\n{}\n' | raw >/dev/null
	printf '%05000d' 0 | tr 0 '[' | raw >/dev/null
	ok daemon_up
}

test_notifications_are_not_answered() {
	start_daemon
	is "$(printf '{"jsonrpc":"2.0","method":"hello"}\n{"jsonrpc":"2.0","method":"nope"}\n' | raw)" ''
}

test_a_request_counts_though_the_client_left() {
	start_daemon
	new_repo p
	ok talk leave pause '{}'
	within 5 is_paused true
}

test_events_are_numbered_and_resumed_over_restarts() {
	local all seq
	start_daemon
	mode finding
	new_repo p
	all=$(talk events 0 check.done)
	is "$(sed -n 1p <<<"$all" | jq -r .lost)" false
	# what a check found is told with it, in the order of the numbers
	has "$(jq -r 'select(.kind).kind' <<<"$all" | xargs)" \
		'^daemon.started repo.added check.queued repo.changed check.started finding.new check.done$'
	is "$(jq -r 'select(.kind).seq' <<<"$all" | sort -n | xargs)" "$(jq -r 'select(.kind).seq' <<<"$all" | xargs)"
	seq=$(jq -r 'select(.kind == "check.done").seq' <<<"$all")
	kill_daemon KILL
	start_daemon
	commit "$T/home/p"
	all=$(talk events "$seq" check.done)
	is "$(jq -r 'select(.kind).seq' <<<"$all" | head -n 1)" $((seq + 1))
	is "$(jq -r 'select(.kind).kind' <<<"$all" | head -n 1)" daemon.started
}

test_events_that_cannot_be_known_are_lost() {
	start_daemon
	has "$(printf '{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"since":99999}}\n' | timeout 2 nc -U "$T/run/tora/sock")" '"lost":true'
}

test_progress_is_told_while_it_runs() {
	local n
	start_daemon
	new_repo p
	mode gate
	talk events 0 check.progress new >"$T/events" &
	n=$!
	within 5 grep -q '"lost"' "$T/events"
	commit "$T/home/p"
	ends_well "$n"
	is "$(tail -n 1 "$T/events" | jq -c '[.branch,.check,.stage,.done,.of]')" '["main","c2","run",4,9]'
	ok branch_is "$T/home/p" main state checking
	ok branch_is "$T/home/p" main of 9
	go
	ok settled
	ok branch_is "$T/home/p" main state clean
}

test_who_waits_hears_of_the_own_check_alone() {
	local n
	start_daemon --jobs 2
	new_repo p
	mode gate
	git -C "$T/home/p" branch topic
	printf '{"jsonrpc":"2.0","id":1,"method":"check","params":{"repo":"%s","head":"topic","wait":true,"progress":true}}\n' "$T/home/p" |
		timeout 60 nc -U "$T/run/tora/sock" >"$T/mine" &
	n=$!
	within 5 grep -q '"check.progress"' "$T/mine"
	commit "$T/home/p"
	within 5 branch_is "$T/home/p" main of 9
	go
	ok settled
	within 5 grep -q '"id":1' "$T/mine"
	kill "$n" 2>/dev/null
	is "$(jq -r 'select(.method == "event") | .params.check' "$T/mine" | sort -u)" "$(jq -r 'select(.id == 1) | .result.check' "$T/mine")"
	has "$(rpc check "{\"repo\":\"$T/home/p\",\"head\":\"topic\",\"wait\":true}")" '^.{1,40}"result"' # no notification before it
}

run_tests "$@"
