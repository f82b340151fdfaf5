#!/bin/bash
# The main job on a C library: a regression is shown at push, an intended change is not, and what is shown
# compiles and runs by hand. Code that crashes, hangs, multiplies or does not compile ends in an outcome or a reason.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
TRY=$TOP/tests/fixtures/try-c

library() { repo_from "$TRY/base" r && cd r || exit 1; }
change() { # SED FILE MESSAGE: a commit on a branch of its own
	git checkout -q -b topic
	sed -i "$1" "$2"
	git commit -q -a -m "$3" || die "the change did not apply: $1"
}
check() { json=$(timeout 240 "$TORA" check main..HEAD --format json --no-daemon); }
found() { jq '[.findings[] | select(.verdict == "unintended")][0] // empty' <<<"$json"; }
tidy() { change 's/points >= 90/points > 90/' src/text.c 'Refactor tk_grade'; }
by_hand() { # PROGRAM: what it prints on this tree
	gcc -w -Iinclude -o "$T/by_hand" "$1" src/*.c 2>&1 && "$T/by_hand" 2>&1
}
in_each_tier() { # FUNCTION
	"$1"
	[ "$(TORA_SANDBOX=landlock "$TORAD" probe | jq -r '.probe[]? | select(.name == "sandbox").text' | grep -c '^Landlock')" = 1 ] || return 0
	export TORA_SANDBOX=landlock
	rm -rf "$XDG_STATE_HOME/tora"
	"$1"
	unset TORA_SANDBOX
}

test_push_shows_program_before_and_after() {
	library
	ok "$TORA" init
	git config tora.push.wait 120
	tidy
	out=$(git push -q origin topic 2>&1) || die "push failed: $out"
	has "$out" '^tora: topic: behaviour changed in'
	has "$out" 'K[0-9]+ src/text.c:[0-9]+ src/text.tk_grade'
	has "$out" 'tk_grade\(90\)'
	has "$out" 'before: 1'
	has "$out" 'after:  2'
	[ "$(wc -l <<<"$out")" -le 12 ] || die "more than 12 lines: $out"
}

is_found_and_runs_by_hand() {
	check
	is "$(jq -r .state <<<"$json")" 'done'
	f=$(found)
	is "$(jq -r '.function, .before.status, .before.stdout, .after.stdout' <<<"$f" | tr '\n' ' ')" 'src/text.tk_grade ok 1  2  '
	is "$(jq -r '.commit' <<<"$f")" "$(git rev-parse HEAD)"
	has "$(jq -r .test <<<"$f")" '#include "textkit.h"'
	is "$(jq -r .test <<<"$f" | sed -n '/^#include/!p' | head -2 | tr '\n' '|')" '|int main(void)|' # one blank line, behind all of them
	jq -r .test <<<"$f" >"$T/x.c"
	git checkout -q main && is "$(by_hand "$T/x.c")" 1
	git checkout -q topic && is "$(by_hand "$T/x.c")" 2
}

test_check_prints_the_record_and_the_program_runs_by_hand() {
	library
	tidy
	in_each_tier is_found_and_runs_by_hand
}

test_nothing_is_said_of_an_intended_change() {
	library
	change 's/points >= 90/points >= 85/' src/text.c 'tk_grade: give the best grade from 85 points on

Until now 90 points were needed for grade 1; tk_grade(85) to tk_grade(89) return 1 instead of 2.'
	check
	is "$(jq -r .state <<<"$json")" 'done'
	is "$(found)" ''
	[ "$(jq '.tests.differing' <<<"$json")" -ge 1 ] || die "no test saw the change: $(jq -c .tests <<<"$json")"
}

test_comments_are_no_change() {
	library
	change 's|^int tk_words|/* Blanks are not counted. */\n&|; s/points >= 60/(points >= 60)/' src/text.c 'Words'
	check
	is "$(jq -r '.state, .reason' <<<"$json" | tr '\n' ' ')" 'skipped comments-only '
}

test_a_crash_on_one_side_is_a_finding() {
	library
	change '/if (!text)/,+1d' src/text.c 'Simplify tk_words'
	check
	f=$(found)
	is "$(jq -r '.before.status, .after.status, .after.code' <<<"$f" | tr '\n' ' ')" 'ok signal 11 '
	has "$(jq -r .test <<<"$f")" 'tk_words\(NULL\)'
}

test_what_is_static_is_reached_through_what_is_not() {
	library
	change 's/while (i < bag->n \&\& strcmp(bag->words\[i\], word) != 0)/while (i < bag->n \&\& strncmp(bag->words[i], word, 1) != 0)/' src/bag.c 'Tidy find'
	check
	f=$(found)
	is "$(jq -r '.function' <<<"$f")" src/bag.find
	has "$(jq -r .test <<<"$f")" 'tk_bag_new\(\)'
	has "$(jq -r .test <<<"$f")" 'tk_bag_(add|count)\('
}

test_what_does_not_compile_is_a_reason() {
	library
	change 's/return points >= 45/return pints >= 45/' src/text.c 'Tidy'
	check
	is "$(jq -r '.state, .reason' <<<"$json" | tr '\n' ' ')" 'failed head-not-buildable '
	has "$(jq -r .detail <<<"$json")" 'library of this tree could not be built: src/text.c:.*pints'
}

test_the_projects_own_build_and_options() {
	library
	sed -i 's/points >= 90/points >= BEST/' src/text.c && git commit -q -a -m 'BEST is given by the build'
	git push -q origin main
	change 's/points >= 75/points > 75/' src/text.c 'Tidy'
	check
	is "$(jq -r .reason <<<"$json")" base-not-buildable
	git config tora.c.flags '-DBEST=90'
	check
	has "$(jq -r .test <<<"$(found)")" 'tk_grade\(75\)'
	git config --unset tora.c.flags
	git config tora.build.command 'gcc -g -O0 -fPIC -shared -Iinclude -DBEST=90 -o libtextkit.so src/text.c src/bag.c'
	check
	has "$(jq -r .test <<<"$(found)")" 'tk_grade\(75\)'
}

test_a_loop_without_end_and_a_fork_bomb_end() {
	library
	git config tora.test.timeout 1
	git config tora.tests.max 12
	change 's/for (; \*text; text++)/for (; *text; text += text[0] != 0x20)/' src/text.c 'Tidy'
	check
	is "$(jq -r .state <<<"$json")" 'done'
	is "$(jq -r '.after.status' <<<"$(found)")" timeout
	git checkout -q main && git branch -q -D topic
	change 's/int n = 0;/int n = 0; while (text \&\& *text) fork();/; s/#include <ctype.h>/&\n#include <unistd.h>/' src/text.c 'Tidy'
	check
	is "$(jq -r .state <<<"$json")" 'done'
	is "$(jq -r '.after.status' <<<"$(found)")" timeout
}

test_a_package_of_another_language_stays_what_it_is() {
	library
	printf '[project]\nname = "textkit"\nversion = "1"\n' >pyproject.toml
	printf 'def grade(points):\n    return 1 if points >= 90 else 2\n' >textkit.py
	git add -A && git commit -q -m 'A package' && git push -q origin main
	git checkout -q -b both
	sed -i 's/points >= 90/points > 90/' src/text.c textkit.py
	git commit -q -a -m 'Tidy'
	check
	is "$(jq -r '.findings[0].function' <<<"$json")" textkit.grade
	git checkout -q main
	tidy
	check
	is "$(jq -r .reason <<<"$json")" unsupported-language
}

# Reading the tree, building it, outcomes and findings; the others differ in the message, in the push, or in what the runner does.
SANITIZED='test_check_prints_the_record_and_the_program_runs_by_hand test_comments_are_no_change test_a_crash_on_one_side_is_a_finding
	test_what_does_not_compile_is_a_reason test_the_projects_own_build_and_options'
run_tests "$@"
