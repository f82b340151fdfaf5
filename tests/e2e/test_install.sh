#!/bin/bash
# What is installed in odd circumstances, and that all of it comes out again: hooks git would not run,
# links, an installation that was cut off, another git than at the time of tora init.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"

doc_repo() { # DIR: a repository whose changes are settled at once
	mkdir "$T/doc" && echo one >"$T/doc/README.md" && repo_from "$T/doc" "$1"
}
commit_doc() { # TEXT
	echo "$1" >>README.md && git commit -q -a -m "$1"
}
foreign_hook() { # FILE COMMANDS
	printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod +x "$1"
}
# Names, kinds, modes, link targets and contents.
hooks_as_they_are() {
	(cd .git/hooks && find . ! -type d ! -name '*.sample' -printf '%p %y %m %l\n' | sort &&
		find . -type f ! -name '*.sample' -print0 | sort -z | xargs -0r sha256sum)
}
# The git of this machine may be any; these tests say which of the two ways they mean.
shims_only() {
	! git -c hook.probe.event=pre-push -c hook.probe.command=true hook list pre-push >/dev/null 2>&1 ||
		skip 'this git has configuration hooks'
}
new_git() {
	[ -x "${TORA_TEST_GIT254:-}/git" ] || skip 'TORA_TEST_GIT254 names no folder with a git 2.54 or later'
	PATH=$TORA_TEST_GIT254:$PATH
}

test_a_hook_that_git_ignores_stays_ignored() {
	doc_repo r && cd r || exit 1
	shims_only
	for event in pre-push post-commit; do
		foreign_hook ".git/hooks/$event" "echo ran >>$T/ran; exit 1"
		chmod -x ".git/hooks/$event"
	done
	before=$(hooks_as_they_are)
	ok "$TORA" init
	ok commit_doc two
	ok git push -q origin main
	[ ! -e "$T/ran" ] || die 'a hook that is not executable was run'
	ok "$TORA" init --uninstall
	is "$(hooks_as_they_are)" "$before"
}

test_hooks_that_are_links_come_back_as_links() {
	doc_repo r && cd r || exit 1
	shims_only
	foreign_hook "$T/shared-hook" "echo ran >>$T/ran"
	ln -s "$T/shared-hook" .git/hooks/pre-push
	ln -s ../nowhere .git/hooks/post-merge
	before=$(hooks_as_they_are)
	ok "$TORA" init
	commit_doc two
	ok git push -q origin main
	is "$(cat "$T/ran")" ran
	ok "$TORA" init --uninstall
	is "$(hooks_as_they_are)" "$before"
}

test_an_installation_that_was_cut_off() {
	doc_repo r && cd r || exit 1
	shims_only
	foreign_hook .git/hooks/pre-push "echo ran >>$T/ran"
	before=$(hooks_as_they_are)
	# the hook has its second name and the shim is not there yet
	ln .git/hooks/pre-push .git/hooks/pre-push.pre-tora
	ok "$TORA" init --uninstall
	is "$(hooks_as_they_are)" "$before"
	ln .git/hooks/pre-push .git/hooks/pre-push.pre-tora
	ok "$TORA" init
	ok "$TORA" init --uninstall
	is "$(hooks_as_they_are)" "$before"
	# where there are no hard links: renamed, and the shim is not there yet
	mv .git/hooks/pre-push .git/hooks/pre-push.pre-tora
	ok "$TORA" init --uninstall
	is "$(hooks_as_they_are)" "$before"
	mv .git/hooks/pre-push .git/hooks/pre-push.pre-tora
	ok "$TORA" init
	commit_doc two
	ok git push -q origin main
	is "$(cat "$T/ran")" ran
	ok "$TORA" init --uninstall
	is "$(hooks_as_they_are)" "$before"
}

test_uninstall_when_core_hookspath_was_set_since() {
	doc_repo r && cd r || exit 1
	shims_only
	foreign_hook .git/hooks/pre-push 'exit 0'
	before=$(hooks_as_they_are)
	ok "$TORA" init
	mkdir .githooks && git config core.hooksPath .githooks
	ok "$TORA" init --uninstall
	is "$(hooks_as_they_are)" "$before"
}

is_checked() { [ "$(rpc checks "{\"branch\":\"$1\"}" | jq -r '.result.checks[0].head')" = "$2" ]; } # BRANCH HEAD

test_where_no_hook_was_there_is_a_link_to_tora() {
	doc_repo r && cd r || exit 1
	shims_only
	before=$(hooks_as_they_are)
	ok "$TORA" init
	for event in post-commit post-merge post-rewrite pre-push; do
		is "$(readlink ".git/hooks/$event")" "$(realpath "$TORA")-hook"
	done
	# each is that event: only pre-push can know of a branch of this name, and of a commit that is no tip
	ok commit_doc two
	ok commit_doc three
	ok git push -q origin HEAD~1:refs/heads/topic
	within 10 is_checked topic "$(git rev-parse HEAD~1)"
	ok "$TORA" init # again: nothing changes, a shim of an earlier version is replaced
	rm .git/hooks/post-merge
	printf "#!/bin/sh\n# tora-hook v1\ntora='%s'\n" "$TORA" >.git/hooks/post-merge
	chmod +x .git/hooks/post-merge
	ok "$TORA" init
	is "$(readlink .git/hooks/post-merge)" "$(realpath "$TORA")-hook"
	has "$("$TORA" init --uninstall)" '^this repository is not watched any more'
	is "$(hooks_as_they_are)" "$before"
	is "$("$TORA" init --uninstall)" 'this repository was not watched'
}

# Root, and who may write to his own programs, writes through a link.
test_a_program_that_was_written_through_a_link_is_noticed() {
	doc_repo r && cd r || exit 1
	shims_only
	mkdir "$T/bin" && cp "$TORA" "$TORA-hook" "$TORAD" "$T/bin" && chmod u+w "$T/bin/tora-hook"
	ok "$T/bin/tora" init
	lacks "$("$T/bin/tora" doctor)" 'is a script now'
	printf '#!/bin/sh\nexit 0\n' >.git/hooks/pre-push
	[ -L .git/hooks/pre-push ] || die 'nothing was written through a link: the test shows nothing'
	has "$("$T/bin/tora" doctor)" "$T/bin/tora-hook is a script now, no program of tora's"
}

# A folder's name is anybody's: nothing in it may reach the terminal as it is.
test_paths_are_said_without_their_control_characters() {
	odd=$'odd\e]0;title\a\e[2J'
	mkdir "$odd" && cd "$odd" || exit 1
	doc_repo r && cd r || exit 1
	said=$("$TORA" init 2>&1 && mkdir .githooks && git config core.hooksPath .githooks && "$TORA" init 2>&1
		"$TORA" status 2>&1 && "$TORA" init --uninstall 2>&1)
	has "$said" 'watching '
	lacks "$said" $'[\x01-\x08\x0b-\x1f\x7f]'
}

test_a_link_to_a_tora_that_is_gone_breaks_nothing() {
	doc_repo r && cd r || exit 1
	shims_only
	before=$(hooks_as_they_are)
	mkdir "$T/there" && cp "$TORA" "$TORAD" "$TORA-hook" "$T/there"
	ok "$T/there/tora" init
	ok "$T/there/tora" daemon stop
	rm "$T/there/tora-hook"
	is "$(commit_doc two 2>&1)" ''
	ok git push -q origin main
	has "$("$TORA" doctor)" 'problem +hooks.*'
	has "$("$TORA" doctor)" "$T/there/tora-hook, which is not there"
	ok "$TORA" init # takes them over
	has "$("$TORA" doctor)" '^ok +hooks'
	ok "$TORA" init --uninstall
	is "$(hooks_as_they_are)" "$before"
}

test_links_of_an_earlier_version_work_and_are_taken_over() {
	doc_repo r && cd r || exit 1
	shims_only
	before=$(hooks_as_they_are)
	ok "$TORA" init
	for event in post-commit post-merge post-rewrite pre-push; do
		ln -sf "$(realpath "$TORA")" ".git/hooks/$event"
	done
	ok "$TORA" daemon stop
	ok commit_doc two
	within 10 daemon_up
	ok git push -q origin main
	has "$("$TORA" doctor)" '^ok +hooks'
	ok "$TORA" init
	is "$(readlink .git/hooks/pre-push)" "$(realpath "$TORA")-hook"
	ln -sf "$(realpath "$TORA")" .git/hooks/pre-push
	ok "$TORA" init --uninstall
	is "$(hooks_as_they_are)" "$before"
}

test_doctor_tells_a_daemon_of_an_earlier_build() {
	doc_repo r && cd r || exit 1
	mkdir "$T/new" && cp "$TORA" "$TORAD" "$TORA-hook" "$T/new"
	ok "$T/new/tora" init
	has "$("$T/new/tora" doctor)" '^ok +daemon'
	cp "$TORAD" "$T/new/again" && mv "$T/new/again" "$T/new/torad"
	has "$("$T/new/tora" doctor)" '^warning +daemon'
	ok "$T/new/tora" daemon restart
	has "$("$T/new/tora" doctor)" '^ok +daemon'
	ok "$T/new/tora" daemon stop
}

test_init_without_its_hook_program_says_so() {
	doc_repo r && cd r || exit 1
	shims_only
	before=$(hooks_as_they_are)
	mkdir "$T/half" && cp "$TORA" "$TORAD" "$T/half"
	out=$("$T/half/tora" init 2>&1) && die "it went on: $out"
	has "$out" "$T/half/tora-hook"
	is "$(hooks_as_they_are)" "$before"
	ok "$T/half/tora" daemon stop
}

test_links_of_others_are_hooks_of_others() {
	doc_repo r && cd r || exit 1
	shims_only
	mkdir "$T/scripts" && foreign_hook "$T/scripts/tora.sh" 'exit 0'
	foreign_hook tora 'exit 0'
	ln -s "$T/scripts/tora.sh" .git/hooks/pre-push
	ln -s ../../tora .git/hooks/post-commit
	before=$(hooks_as_they_are)
	ok "$TORA" init
	is "$(readlink .git/hooks/pre-push.pre-tora)" "$T/scripts/tora.sh"
	is "$(readlink .git/hooks/post-commit.pre-tora)" ../../tora
	ok "$TORA" init --uninstall
	is "$(hooks_as_they_are)" "$before"
}

# Another hook manager puts the hook it finds aside under its own name and runs it from there.
test_a_renamed_link_is_still_the_event() {
	doc_repo r && cd r || exit 1
	shims_only
	ok "$TORA" init
	ok "$TORA" daemon stop
	mv .git/hooks/post-commit .git/hooks/post-commit.legacy
	foreign_hook .git/hooks/post-commit "exec '$PWD/.git/hooks/post-commit.legacy'"
	ok commit_doc two
	within 10 daemon_up
}

test_doctor_reads_a_path_with_a_quote_in_it() {
	doc_repo r && cd r || exit 1
	shims_only
	foreign_hook .git/hooks/pre-push 'exit 0'
	mkdir "$T/it's" && cp "$TORA" "$TORAD" "$TORA-hook" "$T/it's"
	ok "$T/it's/tora" init
	has "$("$TORA" doctor)" '^ok +hooks'
	ok "$T/it's/tora" daemon stop
}

test_config_hooks_installed_used_and_removed() {
	new_git
	doc_repo r && cd r || exit 1
	foreign_hook .git/hooks/pre-push "cat >$T/input"
	before=$(hooks_as_they_are)
	cp .git/config "$T/config"
	has "$("$TORA" init 2>&1)" 'hook\.tora-\*'
	is "$(hooks_as_they_are)" "$before"
	has "$(git hook list pre-push)" '^tora-pre-push'
	has "$("$TORA" doctor)" '^ok +hooks +configured'
	ok "$TORA" daemon stop
	commit_doc two
	within 10 daemon_up
	ok settled
	is "$(rpc checks '{"limit":1}' | jq -r '.result.checks[0].head')" "$(git rev-parse HEAD)"
	ok "$TORA" daemon stop
	has "$(git push origin main 2>&1)" '^tora: not checked yet'
	has "$(cat "$T/input")" '^refs/heads/main [0-9a-f]{40} refs/heads/main [0-9a-f]{40}$'
	ok "$TORA" init # again changes nothing
	is "$(git config --get-regexp '^hook\.tora-' | wc -l)" 8
	ok "$TORA" init --uninstall
	cmp .git/config "$T/config" || die 'the configuration is another one'
	is "$(hooks_as_they_are)" "$before"
}

test_config_hooks_of_a_removed_program_do_not_break_git() {
	new_git
	doc_repo r && cd r || exit 1
	mkdir "$T/it's" && cp "$TORA" "$TORAD" "$TORA-hook" "$T/it's"
	ok "$T/it's/tora" init
	has "$("$TORA" doctor)" '^ok +hooks'
	ok "$T/it's/tora" daemon stop
	rm -r "${T:?}/it's"
	ok commit_doc two
	ok git push -q origin main
	has "$("$TORA" doctor)" 'not there; run tora init again'
}

test_a_newer_git_does_not_run_tora_twice() {
	new_git
	doc_repo r && cd r || exit 1
	foreign_hook .git/hooks/pre-push 'exit 0'
	before=$(hooks_as_they_are)
	cp .git/config "$T/config"
	(PATH=/usr/local/bin:/usr/bin:/bin && shims_only && ok "$TORA" init) || exit $?
	[ -e .git/hooks/pre-push.pre-tora ] || die 'no shim was installed'
	ok "$TORA" init # with the new one
	is "$(hooks_as_they_are)" "$before"
	(PATH=/usr/local/bin:/usr/bin:/bin && ok "$TORA" init) # and back
	cmp .git/config "$T/config" || die 'configuration hooks are left beside the shims'
	ok "$TORA" init --uninstall
	is "$(hooks_as_they_are)" "$before"
}

test_a_locked_configuration_is_not_called_removed() {
	new_git
	doc_repo r && cd r || exit 1
	cp .git/config "$T/config"
	ok "$TORA" init
	touch .git/config.lock
	out=$("$TORA" init --uninstall 2>&1)
	is "$?" 2
	has "$out" 'config'
	rm .git/config.lock
	ok "$TORA" init --uninstall
	cmp .git/config "$T/config" || die 'the configuration is another one'
}

# By what make would do: nothing is built or written here.
test_what_the_documents_refer_to_is_installed() {
	local file name
	plan=$(make -s -n -C "$TOP" B="$B" install DESTDIR="$T/to" PREFIX=/usr 2>/dev/null | grep 'install -D')
	grep -oE '[A-Za-z]+/[A-Za-z/]*[A-Z]+\.md' "$TOP/README.md" | sort -u | while read -r file; do
		[ -f "$TOP/$file" ] || die "$file is not there"
		has "$plan" "for f in.* $file "
	done || exit 1
	"$TORA" --help | grep -oE '^  [a-z]+' | while read -r name; do
		sed -n 's/\\f[BIR]/ /g; /^\.BR\? \|^ /p' "$TOP/client/tora.1" | grep -qw "$name" || die "the manual page has no $name"
	done || exit 1
	command -v groff >/dev/null || return 0
	is "$(groff -man -ww -z "$TOP/client/tora.1" 2>&1)" ''
}

test_bash_completes() {
	tora() { "$TORA" "$@"; }
	# shellcheck source=client/tora.bash
	. "$TOP/client/tora.bash"
	COMP_WORDS=(tora st) COMP_CWORD=1 && _tora
	is "${COMPREPLY[*]}" 'status stats'
	COMP_WORDS=(tora check --no) COMP_CWORD=2 && _tora
	is "${COMPREPLY[*]}" '--no-daemon --no-cache'
	COMP_WORDS=(tora nonsense '') && _tora
	is "${COMPREPLY[*]}" ''
}

run_tests "$@"
