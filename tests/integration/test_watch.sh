#!/bin/bash
# shellcheck disable=SC2119 # functions with optional arguments
# What happens in a repository is seen, by whatever it is done; what is no new commit is not.
# shellcheck source=SCRIPTDIR/../harness.sh
. "$(dirname "$0")/../harness.sh"
# shellcheck source=SCRIPTDIR/daemon.sh
. "$TOP/tests/integration/daemon.sh"

p=p
repo() { new_repo p && p=$T/home/p; }
checks() { rpc checks '{"limit":500}' | jq '.result.checks|length'; }
file() { echo "$2" >"$p/$1" && git -C "$p" add "$1" && git -C "$p" commit -q -m "$1 $2"; }
seen() { # BRANCH: its tip was checked
	ok settled
	is "$(calls "--branch $1 --head $(head_of "$p" "$1") ")" 1
}

test_the_first_look_checks_only_what_is_checked_out() {
	start_daemon
	git init -q -b main "$T/home/q" && commit "$T/home/q"
	git -C "$T/home/q" checkout -q -b old && commit "$T/home/q"
	git -C "$T/home/q" checkout -q -b now && commit "$T/home/q"
	add_repo "$T/home/q"
	is "$(rpc checks | jq -r '.result.checks[].branch')" now
	is "$(rpc status "{\"repo\":\"$T/home/q\",\"all\":true}" | jq -r '.result.repos[0].branches[]|.branch+":"+.state' | xargs)" \
		'main:unknown now:clean old:unknown'
}

test_branches_however_they_move() {
	start_daemon
	repo
	git -C "$p" checkout -q -b feature/deep/topic && commit "$p"
	seen feature/deep/topic
	git -C "$p" update-ref refs/heads/plumbing "$(git -C "$p" commit-tree -p HEAD -m x 'HEAD^{tree}')"
	seen plumbing
	git -C "$p" pack-refs --all && git -C "$p" gc -q
	ok settled
	is "$(checks)" 3
	commit "$p"
	seen feature/deep/topic
	git -C "$p" commit -q --amend --allow-empty -m amended
	seen feature/deep/topic
	git -C "$p" worktree add -q -b tree "$T/home/w" main
	commit "$T/home/w"
	seen tree
	git -C "$p" merge -q --no-ff -m merged tree
	seen feature/deep/topic
}

# Linked work trees come and go; the repository stays where it was registered first.
test_a_work_tree_that_was_registered_too_may_be_removed() {
	start_daemon
	repo
	git -C "$p" worktree add -q -b tree "$T/home/w" main
	is "$(rpc repo.add "{\"repo\":\"$p/.git\",\"work\":\"$T/home/w\"}" | jq -r .result.path)" "$p"
	git init -q -b main "$T/home/q" && commit "$T/home/q"
	git -C "$T/home/q" worktree add -q -b other "$T/home/x" main
	rpc repo.add "{\"repo\":\"$T/home/q/.git\",\"work\":\"$T/home/x\"}" >/dev/null
	is "$(rpc status "{\"repo\":\"$T/home/q/.git\"}" | jq -r '.result.repos[0].path')" "$T/home/x"
	git -C "$p" worktree remove "$T/home/w" && git -C "$T/home/q" worktree remove "$T/home/x"
	commit "$p" && commit "$T/home/q"
	ok settled
	is "$(calls "--repo $p --branch main --head $(head_of "$p" main) ")" 1
	is "$(calls "--repo $T/home/q --branch main --head $(head_of "$T/home/q" main) ")" 1
	is "$(rpc status "{\"repo\":\"$T/home/q/.git\"}" | jq -r '.result.repos[0].path')" "$T/home/q"
	rpc repo.add "{\"repo\":\"$T/home/q/.git\",\"work\":\"$T/home/q\"}" >/dev/null
	is "$(rpc status "{\"repo\":\"$T/home/q/.git\"}" | jq -r '.result.repos[0].path')" "$T/home/q"
}

# Of a work tree's path a line break is no end; for the place of a repository it is refused, by name.
test_paths_with_line_breaks() {
	local tree=$T/home/$'a\nb'
	start_daemon
	repo
	git -C "$p" worktree add -q -b tree "$tree" main && commit "$tree"
	seen tree
	commit "$p"
	seen main
	is "$(rpc status | jq -r '.result.repos[0].state')" ok
	git init -q "$T/home/"$'c\nd' && cd "$T/home/"$'c\nd' || exit 1
	has "$("$TORA" init 2>&1)" 'path of this repository has a line break'
}

scans() { [ "$(wc -l <"$T/scans")" = "$1" ]; }

test_who_waits_for_the_place_of_a_repository_that_is_deleted_gets_it() {
	local i dir
	mkdir "$T/bin"
	cat >"$T/bin/git" <<-EOF
		#!/bin/sh
		case "\$*" in *for-each-ref*)
			[ ! -e "$T/slow" ] || echo "\$2" >>"$T/scans"
			while [ -e "$T/slow" ]; do sleep 0.05; done ;;
		esac
		exec "$(command -v git)" "\$@"
	EOF
	chmod +x "$T/bin/git"
	PATH=$T/bin:$PATH start_daemon
	for i in 1 2 3 4 5 6; do new_repo "r$i"; done
	: >"$T/slow" && : >"$T/scans"
	for i in 1 2 3 4 5 6; do commit "$T/home/r$i"; done
	within 10 scans 4
	while read -r dir; do rm -rf "${dir%/.git}"; done < <(head -n 4 "$T/scans")
	within 10 scans 6
	rm "$T/slow"
	ok settled
}

test_what_is_no_new_commit_is_not_checked() {
	start_daemon
	repo
	git -C "$p" checkout -q -b topic && commit "$p"
	ok settled
	is "$(checks)" 2
	git -C "$p" branch copy
	git -C "$p" branch -m copy renamed
	git -C "$p" status >/dev/null
	git -C "$p" checkout -q main
	git -C "$p" tag v1
	git -C "$p" stash -q 2>/dev/null
	git -C "$p" checkout -q --detach && commit "$p"
	git -C "$p" checkout -q main
	git -C "$p" branch -q -D renamed
	ok settled
	is "$(checks)" 2
}

test_03_a_rebase_is_one_check() {
	local i
	start_daemon --debounce-ms 300
	repo
	file base 0
	git -C "$p" checkout -q -b topic
	rpc pause >/dev/null
	for i in $(seq 30); do file "f$i" 1; done
	git -C "$p" checkout -q main && file base 1
	rpc resume >/dev/null
	ok settled
	: >"$T/fake/calls"
	git -C "$p" checkout -q topic
	git -C "$p" rebase -q main
	ok settled
	is "$(calls '--branch')" 1
	seen topic
}

test_a_series_is_held_until_it_is_over() {
	start_daemon
	repo
	file f 0
	git -C "$p" checkout -q -b topic main && file g 1 && file f 1 && file h 1
	git -C "$p" checkout -q -b target main && file f 2
	ok settled
	: >"$T/fake/calls"
	git -C "$p" cherry-pick main..topic >/dev/null 2>&1 # stops at the conflict in f
	rpc sync >/dev/null
	is "$(rpc status | jq -r '.result.repos[0].state')" busy
	is "$(rpc sync | jq -r '.result.held[0]')" "$p/.git"
	is "$(calls --branch)" 0
	# others go on meanwhile
	git -C "$p" worktree add -q -b tree "$T/home/w" main && commit "$T/home/w"
	seen tree
	echo 3 >"$p/f" && git -C "$p" add f
	git -C "$p" -c core.editor=true cherry-pick --continue >/dev/null 2>&1
	seen target
	is "$(calls '--branch target')" 1
	is "$(rpc status | jq -r '.result.repos[0].state')" ok
}

test_a_bare_repository() {
	start_daemon
	repo
	git clone -q --bare "$p" "$T/home/b.git"
	has "$(rpc repo.add "{\"repo\":\"$T/home/b.git\"}")" '"new":true'
	commit "$p" && git -C "$p" push -q "$T/home/b.git" main
	ok settled
	is "$(calls "--repo $T/home/b.git --branch main --head $(head_of "$p" main)")" 1
}

test_a_repository_without_commits() {
	start_daemon
	git init -q -b main "$T/home/p"
	add_repo "$T/home/p"
	p=$T/home/p
	is "$(checks)" 0
	commit "$p"
	seen main
}

test_what_moved_while_nobody_watched() {
	start_daemon
	repo
	kill_daemon TERM
	commit "$p"
	git -C "$p" checkout -q -b topic && commit "$p"
	start_daemon
	seen main
	seen topic
}

test_17_a_repository_that_vanishes() {
	start_daemon
	repo
	mode hang
	commit "$p"
	within 5 check_is c2 state running
	mv "$p/.git" "$T/away"
	within 5 check_is c2 reason repository-gone
	is "$(rpc status | jq -r '.result.repos[0].state')" repository-gone
	ok daemon_up
	is "$(grep -c inotify "/proc/$DPID/fdinfo/"* | awk -F: '{n+=$2} END {print n}')" 2 # those of the spool and of the daemon's own socket
	mode clean
	mv "$T/away" "$p/.git"
	has "$(rpc repo.add "{\"repo\":\"$p/.git\",\"work\":\"$p\"}")" '"new":false'
	ok settled
	is "$(rpc status | jq -r '.result.repos[0].state')" ok
	commit "$p"
	seen main
}

test_17_deleted_while_events_come() {
	start_daemon
	repo
	git -C "$p" checkout -q -b a/b/c && commit "$p"
	rm -rf "$p"
	ok settled
	is "$(rpc status | jq -r '.result.repos[0].state')" repository-gone
	has "$(rpc hook "{\"event\":\"post-commit\",\"repo\":\"$p/.git\"}")" '"registered":true'
	ok settled
	ok daemon_up
}

test_17_gone_before_the_start() {
	start_daemon
	repo
	kill_daemon TERM
	rm -rf "$p"
	start_daemon
	ok settled
	is "$(rpc status | jq -r '.result.repos[0].state')" repository-gone
}

test_a_repository_git_refuses() {
	start_daemon
	repo
	printf '[broken\n' >>"$p/.git/config"
	ok settled
	is "$(rpc status | jq -r '.result.repos[0].state')" unwatched
	has "$(rpc status | jq -r '.result.repos[0].reason')" 'git failed: .*config'
	sed -i '/broken/d' "$p/.git/config"
	commit "$p"
	seen main
	is "$(rpc status | jq -r '.result.repos[0].state')" ok
}

test_two_repositories_in_two_places_of_one_name() {
	start_daemon
	mkdir "$T/home/x" "$T/home/y"
	new_repo x/p && new_repo y/p
	commit "$T/home/y/p"
	ok settled
	is "$(calls "--repo $T/home/x/p ")" 1
	is "$(calls "--repo $T/home/y/p ")" 2
}

ctx_switches() { awk '/voluntary_ctxt_switches/ {n += $2} END {print n}' "/proc/$DPID/status"; }

test_at_rest_100_repositories_cost_little() {
	local i before kib
	start_daemon
	for i in $(seq 100); do
		git init -q -b main "$T/home/r$i" && commit "$T/home/r$i"
	done
	for i in $(seq 100); do
		printf '{"jsonrpc":"2.0","id":1,"method":"repo.add","params":{"repo":"%s/.git","work":"%s"}}\n' "$T/home/r$i" "$T/home/r$i"
	done | timeout 60 nc -U -N "$T/run/tora/sock" >/dev/null
	ok settled
	is "$(checks)" 100
	kill_daemon TERM && start_daemon # what it would build ahead now is not asked about
	ok settled
	before=$(ctx_switches)
	sleep 3 # rest is what is measured
	is "$(ctx_switches)" "$before"
	kib=$(awk '/^VmRSS/ {print $2}' "/proc/$DPID/status")
	# a sanitizer's shadow is not ours
	if ! grep -q 'asan' "/proc/$DPID/maps"; then
		[ "$kib" -lt 10240 ] || die "$kib KiB resident"
	fi
}

prebuilds() { [ "$(grep -c . "$T/fake/prebuilds" 2>/dev/null)" = "$1" ]; }

# Nobody waits for it: only when no check does, and once for what moves together.
test_the_next_base_is_built_ahead() {
	start_daemon --root "$T/root"
	git init -q -b main "$T/home/p" && p=$T/home/p && commit "$p"
	git clone -q --bare "$p" "$T/home/remote" && git -C "$p" remote add origin "$T/home/remote"
	git -C "$p" fetch -q && git clone -q "$T/home/remote" "$T/home/other"
	add_repo "$p"
	within 10 prebuilds 1 # who adds a repository will commit to it
	is "$(cat "$T/fake/prebuilds")" "prebuild --repo $p"
	kill_daemon TERM && start_daemon --root "$T/root"
	ok settled
	prebuilds 1 || die 'built because of a start'
	git -C "$p" checkout -q -b topic
	within 10 prebuilds 2
	git -C "$p" fetch -q # nothing new
	fetch() { commit "$T/home/other" && git -C "$T/home/other" push -q && git -C "$p" fetch -q; }
	ok settled
	mode gate
	commit "$p" && commit "$p"
	within 10 called '--branch topic' 1
	fetch
	ok rpc sync '{}'
	prebuilds 2 || die 'built while a check runs'
	go
	ok settled
	within 10 prebuilds 3
	rpc pause >/dev/null
	fetch
	ok rpc sync '{}'
	prebuilds 3 || die 'built while paused'
	rpc resume >/dev/null
	within 10 prebuilds 4
	git -C "$p" config tora.enabled false
	fetch
	ok settled
	prebuilds 4 || die 'built although switched off'
	git -C "$p" config tora.enabled true
	fetch
	within 10 sh -c "[ \$(grep -c . '$T/fake/prebuilds') -ge 5 ]"
}

# What ends without a build says why, and a bad moment is not the end of it.
test_what_was_not_built_ahead() {
	start_daemon --root "$T/root"
	git init -q -b main "$T/home/p" && p=$T/home/p && commit "$p"
	mkdir -p "$T/fake" && printf '{"reason":"low-disk","detail":"40 MiB are left"}\n' >"$T/fake/prebuilt"
	add_repo "$p"
	within 10 grep -q "no build of '$p' was made ahead: low-disk: 40 MiB are left" "$XDG_STATE_HOME/tora/torad.log"
	ok settled
	battery Discharging 12
	git -C "$p" checkout -q -b topic
	ok settled
	sleep 1 # more than the quiet it waits for
	prebuilds 1 || die 'built on an empty battery'
	battery Charging 12
	within 45 prebuilds 2 # TORA_EASE_LOOK_MS
}

switches() { awk '/^voluntary/ { print $2 }' "/proc/$DPID/status"; }
test_a_commit_is_one_wake_up() {
	local before
	start_daemon --debounce-ms 60000
	repo
	before=$(switches)
	file a one # a dozen file events
	sleep 0.3
	[ $(($(switches) - before)) -le 6 ] || die "$(($(switches) - before)) wake-ups"
	[ $(($(switches) - before)) -ge 1 ] || die 'nothing was heard'
	seen main
}

hook() { (cd "$p" && "$TORA-hook" "$@"); }

# Its folder is where all hooks but a push speak.
test_a_spool_that_was_taken_away_is_made_again() {
	start_daemon
	repo
	rm -r "$T/state/tora/spool"
	within 5 test -d "$T/state/tora/spool"
	hook post-commit
	within 5 is_spool_empty
	mv "$T/state/tora/spool" "$T/state/tora/elsewhere"
	within 5 test -d "$T/state/tora/spool"
	hook post-commit
	within 5 is_spool_empty
}
is_spool_empty() { [ -z "$(ls "$T/state/tora/spool")" ]; }

# More than are taken at a time: those behind need no further hook to be heard.
test_many_notes_at_once() {
	start_daemon
	repo
	hook post-commit
	within 5 is_spool_empty
	kill -STOP "$DPID"
	for i in $(seq 350); do
		printf '{"jsonrpc":"2.0","method":"hook","params":{"event":"post-commit","repo":"%s/.git"}}\n' "$p" \
			>"$T/note" && mv "$T/note" "$T/state/tora/spool/$i-1.json"
	done
	kill -CONT "$DPID"
	within 10 is_spool_empty
}

test_without_file_events_hooks_are_heard() {
	local limit=/proc/sys/user/max_inotify_instances
	unshare -Ur sh -c "echo 0 >$limit" 2>/dev/null || skip 'no user namespace, or inotify is not counted in it'
	cat >"$T/torad" <<-END
		#!/bin/sh
		exec unshare -Ur sh -c 'echo 0 >$limit; exec "\$0" "\$@"' "$TORAD" "\$@"
	END
	chmod +x "$T/torad"
	TORAD=$T/torad start_daemon
	repo
	has "$(rpc status)" 'only hooks are heard'
	file a one
	hook post-commit
	within 5 called "--branch main --head $(head_of "$p" main) " 1 # it spoke by the socket: others may be heard before it
}

run_tests "$@"
