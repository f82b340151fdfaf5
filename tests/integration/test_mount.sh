#!/bin/bash
# shellcheck disable=SC2119 # functions with optional arguments
# A file server that is gone: what lies on it answers to nobody, and nobody else is held up by that.
# shellcheck source=SCRIPTDIR/../harness.sh
. "$(dirname "$0")/../harness.sh"
# shellcheck source=SCRIPTDIR/daemon.sh
. "$TOP/tests/integration/daemon.sh"

near=near far=far back=back
# Repository `far` is on the mount, for the daemon alone; its files are in `back`. `near` is on a disk.
mount_far() { # [SECONDS]: so long it may be dead
	near=$T/home/near far=$T/home/far/p back=$T/back/p
	mkdir "$T/back" "$T/home/far"
	env -u TORA_TEST "$TOP/tests/fakes/mount.py" "$T/back" "$T/home/far" "$T/mounted" "${1:-150}" &
	MPID=$!
	within 10 test -s "$T/mounted"
	[ "$(cat "$T/mounted")" = ok ] || skip "no file system of our own: $(cat "$T/mounted")"
	INSIDE=(nsenter --user="/proc/$MPID/ns/user" --preserve-credentials --mount="/proc/$MPID/ns/mnt")
	[ "$(id -u)" != 0 ] || INSIDE=(nsenter --mount="/proc/$MPID/ns/mnt")
	git init -q -b main "$back" && commit "$back"
}
dies() { kill -USR1 "$MPID"; }
lives() { kill -USR2 "$MPID" 2>/dev/null || die 'somebody has waited for the mount until it was given up'; }
soon() { # COMMAND...: well before anything gives up
	local began=${EPOCHREALTIME/./}
	"$@"
	[ $((${EPOCHREALTIME/./} - began)) -lt 4000000 ] || die "took too long: $*"
}
state_is() { # DIR STATE
	[ "$(rpc status "{\"repo\":\"$1\"}" | jq -r '.result.repos[0].state')" = "$2" ]
}
seen() { called "--branch main --head $(head_of "$1" main) " 1; } # DIR
touched() { rpc hook "{\"event\":\"post-commit\",\"repo\":\"$far/.git\"}" >/dev/null; }

# shellcheck disable=SC2016 # for that shell
inside() { "${INSIDE[@]}" timeout 20 sh -c 'cd "$0" && "$@" 2>&1' "$near" "$@"; } # COMMAND...: where the mount is seen

# Not even KILL ends who waits in the kernel: timeout(1) would wait with it.
test_what_hangs_here_comes_to_an_end() {
	mount_far 1
	dies
	fails 2 "${INSIDE[@]}" ls "$far"
	has "$( (lives) 2>&1)" 'until it was given up'
}

test_a_repository_that_does_not_answer_holds_nobody_up() {
	local answer
	mount_far
	start_daemon
	add_repo "$far"
	new_repo near
	is "$(calls "--repo $far ")" 1
	ok state_is "$far" ok
	dies
	soon touched
	commit "$near"
	soon within 2 seen "$near"
	answer=$(soon rpc hook "{\"event\":\"pre-push\",\"repo\":\"$far/.git\",\"refs\":[]}")
	has "$answer" '"registered":true'
	lacks "$answer" push_wait_s
	within 10 state_is "$far" unwatched
	has "$(soon rpc status | jq -r '.result.repos[]|select(.state == "unwatched").reason')" "does not answer: '$far/.git'"
	has "$("$TORA" status --all 2>&1)" "does not answer: '$far/.git'"
	has "$("$TORA" doctor 2>&1)" "warning +repository +'$far': does not answer: '$far/.git'"
	commit "$near"
	soon within 2 seen "$near"
	lives
	commit "$back"
	soon touched
	within 10 seen "$back"
	ok state_is "$far" ok
}

test_who_names_a_path_that_does_not_answer_is_told() {
	local name
	mount_far
	start_daemon
	new_repo near
	dies
	for name in status repo.add; do
		rpc "$name" "{\"repo\":\"$far\"}" >"$T/$name" &
	done
	soon ok daemon_up
	commit "$near"
	soon within 2 seen "$near"
	for name in status repo.add; do
		within 10 grep -q "does not answer: '$far'" "$T/$name"
	done
	lives
	add_repo "$far"
}

test_a_daemon_starts_and_ends_beside_it() {
	mount_far
	start_daemon
	add_repo "$far"
	new_repo near
	dies
	touched
	kill_daemon TERM
	start_daemon
	commit "$near"
	soon within 2 seen "$near"
	within 10 state_is "$far" unwatched
	ok state_is "$near" ok
	kill_daemon TERM
	# programs are looked for there first
	PATH=$T/home/far/bin:$PATH start_daemon
	soon ok daemon_up
	lives
	ok settled
	ok state_is "$near" ok
}

test_a_state_folder_that_does_not_answer_holds_no_hook_up() {
	local out
	mount_far
	near=$T/home/near
	git init -q -b main "$near" && git init -q --bare "$near.remote" && commit "$near"
	git -C "$near" remote add origin "$near.remote"
	(cd "$near" && "$TORA" init && "$TORA" daemon stop) >/dev/null 2>&1 || die 'no hooks'
	export XDG_STATE_HOME=$T/home/far
	dies
	out=$(soon "${INSIDE[@]}" git -C "$near" commit -q --allow-empty -m two 2>&1)
	is "$? $out" "0 tora: not checked: $XDG_STATE_HOME/tora does not answer (tora doctor)"
	out=$(soon "${INSIDE[@]}" git -C "$near" push -q origin main 2>&1)
	is "$? $out" "0 tora: not checked: $XDG_STATE_HOME/tora does not answer (tora doctor)"
	is "$(git -C "$near.remote" log --format=%s -1)" two
	out=$(inside "$TORA" status)
	is "$? $out" "2 tora: starting the daemon: $XDG_STATE_HOME/tora does not answer"
	has "$(inside "$TORA" doctor)" "^problem +store +$XDG_STATE_HOME/tora does not answer"
	has "$(inside "$TORA" log -f)" "^tora: $XDG_STATE_HOME/tora does not answer"
	lives
}

# A daemon that looks into it hangs there itself: one that listens and never answers is like it.
test_who_asks_a_daemon_whose_state_folder_does_not_answer_is_told() {
	local out silent
	mount_far
	near=$T/home/near
	git init -q -b main "$near"
	export XDG_STATE_HOME=$T/home/far
	mkdir -p "$XDG_RUNTIME_DIR/tora" && chmod 700 "$XDG_RUNTIME_DIR/tora"
	nc -lkU "$XDG_RUNTIME_DIR/tora/sock" >/dev/null &
	silent=$!
	within 5 test -S "$XDG_RUNTIME_DIR/tora/sock"
	out=$(inside "$TORA" status)
	is "$? $out" "2 tora: the daemon does not answer"
	dies
	out=$(inside "$TORA" status)
	is "$? $out" "2 tora: $XDG_STATE_HOME/tora does not answer"
	has "$(inside "$TORA" doctor)" 'it goes on when that folder answers; killing it changes nothing'
	lives
	has "$(inside "$TORA" doctor)" 'killing it loses nothing'
	kill "$silent"
}

run_tests "$@"
