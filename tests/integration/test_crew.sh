#!/bin/bash
# Processes of checks that stay for the next check of the same repository: who gets it, when they are given back, and that their death, idle
# or not, costs no more than that of any other.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
# shellcheck source=tests/integration/daemon.sh
. "$TOP/tests/integration/daemon.sh"

lingering() { # NAME: a daemon whose checks stay, a repository, and its first check, by process $FIRST
	start_daemon "${@:2}"
	: >"$T/fake/lingers"
	new_repo "$1"
	p=$T/home/$1
	FIRST=$(pid_of_newest)
	cd "$p" || exit 1
}
pid_of_newest() { cat "$T/fake/pid.$(newest | tr -d c)"; }
next_check() { # [DIR] [STATE]
	commit "${1:-$p}" && rpc sync >/dev/null && ok settled
	is "$(newest state)" "${2:-done}"
}
is_gone() { ! kill -0 "$1" 2>/dev/null; }

test_the_next_check_has_the_same_process() {
	lingering r
	for _ in 1 2 3; do
		next_check
		is "$(pid_of_newest)" "$FIRST"
	done
	is "$(wc -l <"$T/fake/calls")" 4
	rm "$T/fake/lingers" # the one after this one cannot know
	next_check
	is "$(pid_of_newest)" "$FIRST"
	within 5 is_gone "$FIRST"
	next_check
	[ "$(pid_of_newest)" != "$FIRST" ] || die 'a process that has ended'
}

test_a_record_too_large_is_said_and_holds_nobody_up() {
	lingering r
	mode huge
	next_check "$p" failed
	is "$(newest reason) $(newest detail)" 'internal its record was too large'
	kill -0 "$FIRST" || die 'its process was ended for it'
	mode clean
	next_check
	rm "$T/fake/lingers" && mode huge
	next_check "$p" failed
	is "$(newest reason)" internal
}

test_another_repository_has_another_process() {
	lingering r
	new_repo s
	[ "$(pid_of_newest)" != "$FIRST" ] || die 'the process of another repository'
	next_check
	is "$(pid_of_newest)" "$FIRST"
	new_repo u # two stay, and this is the third: that of s waited longest
	within 5 is_gone "$(cat "$T/fake/pid.2")"
	kill -0 "$FIRST" || die 'the one that waited less'
	next_check "$T/home/s"
}

# Lines are JSON; a branch's name is bytes.
test_arguments_that_are_no_text() {
	lingering r
	git checkout -q -b $'b\377'
	next_check
	has "$(LC_ALL=C tail -n 1 "$T/fake/calls" | od -An -c | tr -d ' \n')" '--branchb377--head'
	[ "$(pid_of_newest)" != "$FIRST" ] || die 'they were sent to it'
	kill -0 "$FIRST" || die 'and it has gone'
}

# What the idle use is not made anew: builds are of trees, so those of another repository may be in the way.
test_a_check_without_the_cache_gives_all_back() {
	lingering r
	new_repo s
	has "$(rpc check "{\"repo\":\"$p\",\"no_cache\":true}")" '"result"'
	ok settled
	is "$(calls ' --no-cache')" 1
	within 5 is_gone "$FIRST"
	within 5 is_gone "$(cat "$T/fake/pid.2")"
}

test_pause_gives_it_back() {
	lingering r
	rpc pause >/dev/null
	within 5 is_gone "$FIRST"
	rpc resume >/dev/null
	next_check
}

test_a_repository_that_is_removed_gives_it_back() {
	lingering r
	rpc repo.remove "{\"repo\":\"$p\"}" >/dev/null
	within 5 is_gone "$FIRST"
}

test_short_memory_gives_it_back() {
	mkdir -p "$T/root/proc/pressure"
	lingering r --root "$T/root"
	echo 'some avg10=40.00 avg60=1.00 avg300=0.00 total=1' >"$T/root/proc/pressure/memory"
	within 20 is_gone "$FIRST"
	has "$(cat "$T/state/stderr" "$T"/state/tora/*.log 2>/dev/null)" 'warm runners given back: memory-pressure'
}

test_dead_while_idle() {
	lingering r
	kill -KILL "$FIRST"
	within 5 is_gone "$FIRST"
	next_check
	[ "$(pid_of_newest)" != "$FIRST" ] || die 'a dead process'
}

# A crash costs the check it happens in, and the next one has a process again.
test_a_crash_in_the_second_check() {
	lingering r
	mode crash
	next_check "$p" failed
	is "$(newest reason)" crashed
	is "$(pid_of_newest)" "$FIRST"
	mode clean
	next_check
	[ "$(pid_of_newest)" != "$FIRST" ] || die 'a dead process'
}

test_superseded_in_the_second_check() {
	lingering r
	mode gate
	commit && rpc sync >/dev/null
	within 5 test -e "$T/fake/pid.2"
	mode clean
	commit && rpc sync >/dev/null && ok settled
	is "$(newest state)" 'done'
	check_is c2 state canceled || die 'the older one goes on'
	is_gone "$FIRST" || die 'its process goes on'
}

run_tests "$@"
