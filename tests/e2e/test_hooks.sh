#!/bin/bash
# Installing, chaining, uninstalling; what a commit and a push meet in every state of the daemon.
# Numbers in names are the acceptance scenarios of the research on hooks and daemons.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"

doc_repo() { # DIR: a repository whose changes are settled at once
	mkdir "$T/doc" && echo one >"$T/doc/README.md" && repo_from "$T/doc" "$1"
}
commit_doc() { # DIR TEXT
	echo "$2" >>"$1/README.md" && git -C "$1" commit -q -a -m "$2"
}
foreign_hook() { # FILE COMMANDS
	printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod +x "$1"
}
hook_sums() {
	(cd "$1/.git/hooks" && find . -type l -printf '%p %l\n' | sort &&
		find . -type f -print0 | sort -z | xargs -0 sha256sum)
}

test_init_says_what_it_did_and_uninstall_restores_every_byte() {
	doc_repo r && cd r || exit 1
	foreign_hook .git/hooks/pre-push 'exit 0'
	foreign_hook .git/hooks/post-merge 'true'
	before=$(hook_sums .)
	config=$(cat .git/config)
	out=$("$TORA" init) || die "init failed: $out"
	has "$out" 'post-commit.*pre-push'
	has "$out" 'tora init --uninstall'
	has "$(cat .git/hooks/pre-push)" 'tora-hook v1'
	ok "$TORA" init # again changes nothing
	is "$(git status --porcelain)" ""
	ok "$TORA" init --uninstall
	is "$(hook_sums .)" "$before"
	is "$(cat .git/config)" "$config"
}

test_07_chained_hooks_get_their_input_arguments_and_status() {
	doc_repo r && cd r || exit 1
	foreign_hook .git/hooks/pre-push "printf '%s|' \"\$@\" >$T/args; cat >$T/input; test ! -e $T/refuse"
	foreign_hook .git/hooks/post-commit "echo ran >>$T/committed"
	ok "$TORA" init
	commit_doc . two
	is "$(cat "$T/committed")" ran
	git push -q origin main 2>/dev/null || die 'push failed'
	is "$(cat "$T/args")" "origin|$PWD.remote|"
	has "$(cat "$T/input")" "^refs/heads/main [0-9a-f]{40} refs/heads/main [0-9a-f]{40}$"
	touch "$T/refuse"
	commit_doc . three
	fails 1 git push -q origin main
	rm "$T/refuse"
	ok git push -q origin main
}

test_06_hooks_path_in_the_work_tree_is_left_alone() {
	doc_repo r && cd r || exit 1
	mkdir .githooks && foreign_hook .githooks/pre-push 'exit 0'
	git config core.hooksPath .githooks
	git add . && git commit -q -m hooks
	before=$(sha256sum .githooks/*)
	out=$("$TORA" init) || die "$out"
	has "$out" 'nothing was written'
	has "$out" "tora-hook' pre-push"
	is "$(sha256sum .githooks/*)" "$before"
	is "$(git status --porcelain)" ""
	ok "$TORA" init --uninstall
	is "$(git status --porcelain)" ""
	is "$(sha256sum .githooks/*)" "$before"
	# the refs are watched all the same
	ok "$TORA" init
	commit_doc . two
	ok settled
	head=$(git rev-parse HEAD)
	is "$(rpc checks '{"limit":1}' | jq -r '.result.checks[0].head')" "$head"
}

# To wake the daemon in the middle of a commit costs as much as the hook; a file is found afterwards.
test_a_commit_wakes_nobody() {
	doc_repo r && cd r || exit 1
	ok "$TORA" init
	# leaks cannot be looked for in a program that is traced
	ASAN_OPTIONS=detect_leaks=0 ok strace -f -o "$T/calls" -e trace=connect,sendto,clone,clone3,fork,vfork,renameat \
		"$TORA-hook" post-commit
	is "$(grep -Ec 'connect|sendto' "$T/calls")" 0
	is "$(grep -Ec '(clone|fork)' "$T/calls")" 1 # who asks whether the state folder answers; none for a daemon
	is "$(grep -c renameat "$T/calls")" 1
	within 5 spool_is_empty
}
# shellcheck disable=SC2317 # called by within
spool_is_empty() { [ -z "$(ls -A "$XDG_STATE_HOME/tora/spool")" ]; }

# Anybody may make a folder below /tmp before us, and put there what is never read to its end.
test_a_strange_file_for_a_lock_holds_nobody_up() {
	doc_repo r && cd r || exit 1
	ok "$TORA" init
	ok "$TORA" daemon stop
	for lock in "$XDG_RUNTIME_DIR/tora/lock" "$XDG_STATE_HOME/tora/lock"; do
		rm "$lock" && mkfifo "$lock"
	done
	: >"$XDG_RUNTIME_DIR/tora/sock"
	ok timeout 5 git commit -q --allow-empty -m two
	rm "$XDG_RUNTIME_DIR/tora"/{lock,sock} "$XDG_STATE_HOME/tora/lock"
}

# Another state folder (a shell has XDG_STATE_HOME, an editor has not), the same socket: a note there is for nobody.
test_a_daemon_with_another_state_folder_is_told_by_its_socket() {
	doc_repo r && cd r || exit 1
	ok "$TORA" init
	mkdir "$T/other"
	ASAN_OPTIONS=detect_leaks=0 XDG_STATE_HOME=$T/other ok strace -f -o "$T/calls" -e trace=sendto "$TORA-hook" post-commit
	is "$(grep -c sendto "$T/calls")" 1
	is "$(find "$T/other" -type f)" ''
}

# Whoever read what git prints has gone (a pager, a closed window): no reason not to push.
test_a_reader_that_has_gone_stops_no_push() {
	doc_repo r && cd r || exit 1
	ok "$TORA" init
	ok "$TORA" daemon stop # so that there is something to say
	mkfifo "$T/pipe"
	: <"$T/pipe" &
	{ wait $! && git push -q origin main:refs/heads/there; } 2>"$T/pipe"
	is "$(git ls-remote origin refs/heads/there | cut -f1)" "$(git rev-parse main)"
	within 10 daemon_up
}

# What a shell keeps open for its own ends (flock, a jobserver's pipe) is not kept open by us.
test_the_start_that_is_left_behind_holds_nothing_open() {
	doc_repo r && cd r || exit 1
	ok "$TORA" init
	ok "$TORA" daemon stop
	mkfifo "$T/pipe"
	git commit -q --allow-empty -m two 9>"$T/pipe" &
	timeout 10 cat "$T/pipe" >/dev/null || die 'the pipe stayed open'
	pgrep -cf '^.git/hooks/post-commit' >"$T/starters"
	wait $!
	[ "$(cat "$T/starters")" -ge 1 ] || die 'the starter had ended: nothing was shown'
	within 10 daemon_up
}

test_two_foreign_hooks_are_not_merged_by_guessing() {
	doc_repo r && cd r || exit 1
	foreign_hook .git/hooks/pre-push 'exit 0'
	foreign_hook .git/hooks/pre-push.pre-tora 'exit 0'
	before=$(hook_sums .)
	out=$("$TORA" init 2>&1)
	is "$?" 2
	has "$out" 'merge them into one'
	is "$(hook_sums .)" "$before"
}

test_commit_starts_the_daemon_and_says_so_once() {
	doc_repo r && cd r || exit 1
	ok "$TORA" init
	ok "$TORA" daemon stop
	rm -rf "$XDG_STATE_HOME/tora"
	has "$(commit_doc . two 2>&1)" 'starting the background daemon'
	within 10 daemon_up
	ok "$TORA" daemon stop
	is "$(commit_doc . three 2>&1)" ""
	within 10 daemon_up
}

newest_of_topic_is() { [ "$(rpc checks '{"branch":"topic"}' | jq -r '.result.checks[0].head')" = "$1" ]; }

test_01_linked_worktree_daemon_started_by_the_hook() {
	doc_repo r && cd r || exit 1
	ok "$TORA" init
	git worktree add -q "$T/linked" -b topic
	ok "$TORA" daemon stop
	commit_doc "$T/linked" two
	within 10 daemon_up
	ok settled
	head=$(git -C "$T/linked" rev-parse HEAD)
	within 10 newest_of_topic_is "$head"
	lacks "$(tr '\0' '\n' <"/proc/$(daemon_pid)/environ")" '^GIT_DIR|^GIT_INDEX|^GIT_WORK|^GIT_PREFIX'
	is "$(readlink "/proc/$(daemon_pid)/cwd")" /
}

push_is_fine() { # ARGS...: git push succeeds and says at most 12 lines of ours
	local out
	out=$(git push "$@" 2>&1) || die "push $* failed: $out"
	[ "$(grep -c '^tora:\|^     \|^  K' <<<"$out")" -le 12 ] || die "too many lines: $out"
}

test_02_shapes_of_pushes() {
	doc_repo r && cd r || exit 1
	ok "$TORA" init
	git branch other && commit_doc . two
	push_is_fine origin main other
	push_is_fine origin HEAD:refs/heads/new
	push_is_fine origin --delete new
	git tag v1 && push_is_fine origin v1
	git tag -a v2 -m two && push_is_fine origin --tags
	push_is_fine origin main~1:refs/heads/old
	git checkout -q --detach && commit_doc . three && push_is_fine origin HEAD:refs/heads/detached
	git checkout -q main && git commit -q --amend -m 'other words' && push_is_fine -f origin main
	push_is_fine origin main
}

test_02_sha256_repository() {
	git init -q -b main --object-format=sha256 r || skip 'this git cannot make SHA-256 repositories'
	cd r && git init -q --bare --object-format=sha256 "$T/r.remote" && git remote add origin "$T/r.remote"
	echo one >README.md && git add . && git commit -q -m one
	ok "$TORA" init
	push_is_fine origin main
	echo two >>README.md && git commit -q -a -m two
	push_is_fine origin main
	push_is_fine origin main:gone
	push_is_fine origin --delete gone
	ok settled
	is "$(rpc checks '{"limit":1}' | jq -r '.result.checks[0].head')" "$(git rev-parse HEAD)"
}

test_03_rebase_of_many_commits_is_one_check() {
	doc_repo r && cd r || exit 1
	git checkout -q -b topic
	for n in $(seq 30); do echo "$n" >"f$n.txt" && git add . && git commit -q -m "n $n"; done
	git checkout -q main && commit_doc . two && git checkout -q topic
	ok "$TORA" init
	ok settled
	before=$(rpc checks '{"limit":500}' | jq '.result.checks | length')
	git rebase -q main >/dev/null 2>&1 || die 'rebase failed'
	ok settled
	after=$(rpc checks '{"limit":500}' | jq '.result.checks | length')
	is "$((after - before))" 1
	is "$(rpc checks '{"limit":1}' | jq -r '.result.checks[0].head')" "$(git rev-parse HEAD)"
}

quick() { # COMMAND...: takes under half a second, the best of three (the machine may be busy)
	local n began
	for n in 1 2 3; do
		began=$(date +%s%N)
		ok timeout 5 "$@"
		[ $(($(date +%s%N) - began)) -ge 500000000 ] || return 0
	done
	die "half a second and more, three times: $*"
}
spool_is_empty() { [ -z "$(ls "$XDG_STATE_HOME/tora/spool")" ]; }

test_04_a_stopped_daemon_holds_nobody_up() {
	doc_repo r && cd r || exit 1
	ok "$TORA" init
	ok settled
	pid=$(daemon_pid)
	kill -STOP "$pid"
	quick git commit -q --allow-empty -m two
	quick git push origin main
	has "$(git push origin main~1:refs/heads/old 2>&1)" 'tora: not checked: the daemon is stopped'
	spool_is_empty && die 'nothing in the spool'
	kill -CONT "$pid"
	within 10 spool_is_empty
}

# As from cron, or by ssh where nobody has logged in: its files are ours, its socket is not where we look.
test_a_daemon_with_another_runtime_folder_is_told_and_stays() {
	doc_repo r && cd r || exit 1
	ok "$TORA" init
	commit_doc . two
	mkdir -m 700 "$T/other"
	out=$(XDG_RUNTIME_DIR=$T/other git push origin main 2>&1)
	has "$out" '^tora: not checked yet: the daemon was started with another XDG_RUNTIME_DIR'
	lacks "$out" 'started$'
	within 10 spool_is_empty
	within 10 sh -c "[ -e $T/other/tora/lock ] && flock -n $T/other/tora/lock true" # a second one came, and went
	[ ! -e "$T/other/tora/sock" ] || die 'it listened'
	ok daemon_up
}

# At the end of a session its runtime folder goes, and its daemon a moment later; a push in between is not the last.
test_a_push_while_a_daemon_ends_starts_the_next() {
	doc_repo r && cd r || exit 1
	ok "$TORA" init
	commit_doc . two
	pid=$(daemon_pid)
	kill -STOP "$pid"
	rm -r "$XDG_RUNTIME_DIR/tora"
	has "$(git push origin main 2>&1)" '^tora: not checked yet'
	kill -CONT "$pid"
	within 20 daemon_up
	[ "$(daemon_pid)" != "$pid" ] || die 'the one whose socket is gone'
}

test_without_a_home_a_push_says_that_it_asked_nobody() {
	doc_repo r && cd r && ok "$TORA" init || exit 1
	git config user.name n && git config user.email e@example.org
	is "$(env -u HOME -u XDG_STATE_HOME git commit -q --allow-empty -m two 2>&1)" ''
	has "$(env -u HOME -u XDG_STATE_HOME git push origin main 2>&1)" 'tora: not checked: neither HOME nor XDG_STATE_HOME is set'
	is "$(git rev-parse origin/main)" "$(git rev-parse HEAD)"
}

test_a_repository_that_was_moved_is_not_silent() {
	doc_repo r && mv r old && cd old && ok "$TORA" init || exit 1
	cd .. && mv old new && cd new || exit 1
	text=$("$TORA" status)
	has "$text" '/home/old  \(its directory is not there any more\)$'
	has "$text" '/home/new is not watched; tora init does it$'
	has "$(git push origin main:a 2>&1)" '^tora: not checked: this repository is not watched .*; tora init does it$'
	ok "$TORA" init
	lacks "$(git push origin main:b 2>&1)" 'not watched'
	# a hook of a folder that is everybody's says nothing
	git init -q "$T/other" && cd "$T/other" && git commit -q --allow-empty -m one || exit 1
	git config core.hooksPath "$T/home/new/.git/hooks"
	is "$(git push -q "$T/home/r.remote" main:c 2>&1)" ''
}

# Its folders are watched already, as those of the one that it was.
test_a_repository_that_was_moved_and_registered_anew_is_watched() {
	doc_repo r && mv r old && cd old && ok "$TORA" init && ok settled || exit 1
	cd .. && mv old new && cd new && ok "$TORA" init && ok settled || exit 1
	for n in 1 2; do
		git -c core.hooksPath=/nowhere commit -q --allow-empty -m "$n" # which is seen by events alone
		within 10 main_is_known "$PWD"
	done
}
# shellcheck disable=SC2317 # called by within
main_is_known() { # DIR
	rpc status | jq -e --arg dir "$1" --arg head "$(git rev-parse HEAD)" \
		'.result.repos[] | select(.path == $dir).branches[] | select(.branch == "main").head == $head' >/dev/null
}

test_09_git_add_meets_no_lock_of_ours() {
	doc_repo r && cd r || exit 1
	ok "$TORA" init
	for n in $(seq 60); do
		echo "$n" >"f$n.txt"
		ok git add "f$n.txt"
		[ $((n % 10)) -ne 0 ] || ok git commit -q -m "n $n"
	done
	ok settled
	is "$(git status --porcelain)" ""
}

test_22_in_ci_nothing_is_spawned() {
	doc_repo r && cd r || exit 1
	ok "$TORA" init
	ok "$TORA" daemon stop
	export CI=1
	commit_doc . two
	ok git push -q origin main
	is "$(leftovers)" ""
	[ ! -e "$XDG_STATE_HOME/tora/spool" ] || is "$(ls "$XDG_STATE_HOME/tora/spool")" ""
	unset CI
	export TORA=0
	out=$(commit_doc . three 2>&1)
	is "$out" ""
	is "$(leftovers)" ""
}

test_removed_program_does_not_break_git() {
	doc_repo r && cd r || exit 1
	mkdir "$T/bin" && cp "$TORA" "$TORAD" "$TORA-hook" "$T/bin"
	ok "$T/bin/tora" init
	ok "$T/bin/tora" daemon stop
	rm -r "${T:?}/bin"
	ok commit_doc . two
	ok git push -q origin main
	has "$("$TORA" doctor)" 'hooks .*|.*not there; run tora init again'
}

test_full_disk_does_not_fail_a_commit() {
	mkdir "$T/small"
	mount -t tmpfs -o size=64k none "$T/small" 2>/dev/null || skip 'mounting needs root'
	doc_repo r && cd r || exit 1
	ok "$TORA" init
	ok "$TORA" daemon stop
	export XDG_STATE_HOME=$T/small
	dd if=/dev/zero of="$T/small/full" bs=1k count=64 2>/dev/null
	commit_doc . two
	status=$?
	git push -q origin main
	pushed=$?
	umount -l "$T/small"
	is "$status $pushed" '0 0'
}

run_tests "$@"
