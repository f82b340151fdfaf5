# shellcheck shell=bash
# daemon.sh - a daemon with scripted checks; sourced after harness.sh by the tests of this folder.
#
# The check program is tests/fakes/check.sh: what it does is set by `mode`, what it was asked is in
# $T/fake/calls. The debounce is 100 ms, so that a test of it says so itself.

INSIDE=() # what a daemon is started by: nsenter and its options
start_daemon() { # ARGS...: DPID is its process
	mkdir -p "$T/fake"
	: >"$T/ready"
	TORA_READY_FD=7 "${INSIDE[@]}" "$TORAD" run --check-program "$TOP/tests/fakes/check.sh" --debounce-ms 100 "$@" \
		7>"$T/ready" 2>"$T/state/stderr" &
	DPID=$!
	within 10 test -s "$T/ready"
	is "$(cat "$T/ready")" ok
}
kill_daemon() { # SIGNAL
	kill "-$1" "$DPID" 2>/dev/null
	wait "$DPID" 2>/dev/null
	return 0
}
ends_well() { # [PID]: it ends by itself, with status 0
	wait "${1:-$DPID}" || die "ended with status $?"
}
state_folder() { mkdir -p "$T/state" && mkdir -m 700 "$T/state/tora"; }
sql() { # STATEMENT: on the store of a daemon that is down
	/usr/bin/python3 -c 'import sqlite3,sys
c=sqlite3.connect(sys.argv[1]); r=c.execute(sys.argv[2]).fetchall(); c.commit()
print("\n".join("|".join(map(str,x)) for x in r))' "$T/state/tora/tora.db" "$1"
}
mode() { # WHAT [BRANCH]
	printf '%s\n' "$1" >"$T/fake/mode${2:+.$2}"
}
go() { : >"$T/fake/go"; }
calls() { # PATTERN: how often the check program was started with it
	grep -Ec -- "$1" "$T/fake/calls" 2>/dev/null
}
called() { [ "$(calls "$1")" = "$2" ]; } # PATTERN TIMES, for within
commit() { # [DIR] : an empty commit
	git -C "${1:-.}" commit -q --allow-empty -m "a commit $RANDOM"
}
new_repo() { # NAME: made, registered, and its first check over
	git init -q -b main "$T/home/$1" && commit "$T/home/$1"
	add_repo "$T/home/$1"
}
add_repo() { # DIR
	has "$(rpc repo.add "{\"repo\":\"$1/.git\",\"work\":\"$1\"}")" '"result"'
	ok settled
}
head_of() { git -C "$1" rev-parse "$2"; }
result() { jq -c ".result$1" <<<"$2"; }
is_paused() { [ "$(rpc status | jq -r .result.daemon.paused)" = "$1" ]; }
# One field of a branch's status: branch_is DIR BRANCH FIELD VALUE
branch_is() {
	[ "$(rpc status "{\"repo\":\"$1\",\"branch\":\"$2\"}" | jq -r ".result.repos[0].branches[0].$3")" = "$4" ]
}
check_is() { # ID FIELD VALUE
	[ "$(rpc checks "{\"check\":\"$1\"}" | jq -r ".result.checks[0].$2")" = "$3" ]
}
newest() { # [FIELD]: of the newest check
	rpc checks '{"limit":1}' | jq -r ".result.checks[0].${1:-check}"
}

# For start_daemon --root "$T/root".
battery() { # STATUS PERCENT
	mkdir -p "$T/root/sys/class/power_supply/BAT0"
	printf 'Battery\n' >"$T/root/sys/class/power_supply/BAT0/type"
	printf '%s\n' "$1" >"$T/root/sys/class/power_supply/BAT0/status"
	printf '%s\n' "$2" >"$T/root/sys/class/power_supply/BAT0/capacity"
}
