#!/bin/bash
# What runs the tests: it counts, tells what is unsteady from what is broken, and believes no file without an end.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"

file() { # NAME: a file of tests, from stdin
	mkdir -p "$T/b/unit/x"
	{
		echo '#!/bin/bash'
		cat
	} >"$T/b/unit/x/$1"
	chmod +x "$T/b/unit/x/$1"
}
run_all() { env -u TORA_TEST_LEAVE_OUT "$TOP/tests/run-all" "$T/b" unit >"$T/out" 2>&1; }

test_counts() {
	file test_good <<<'echo ok 1 - a; echo "ok 2 - b # SKIP no such thing"'
	file test_busy <<<'/usr/bin/python3 -c "import time
while time.process_time() < 1.2: pass"; echo ok 1 - a'
	ok run_all
	is "$(tail -n 1 "$T/out")" '2 passed, 0 failed, 1 skipped'
	has "$(cat "$T/out")" 'ok 2 - b # SKIP no such thing'
	has "$(cat "$T/out")" '^ok - unit/x/test_busy \([0-9]+ s, [1-9][0-9]* s of processor\)$'
	lacks "$(cat "$T/out")" 'unsteady|once more'
}

test_what_passes_by_itself_is_named() {
	file test_once <<<"[ -e $T/was ] && echo ok 1 - a || { : >$T/was; echo not ok 1 - a; exit 1; }"
	file test_good <<<'echo ok 1 - a'
	ok run_all
	has "$(cat "$T/out")" '^unsteady: unit/x/test_once \('
	is "$(tail -n 1 "$T/out")" '2 passed, 0 failed, 0 skipped'
}

test_what_is_broken_stays_so() {
	file test_bad <<<'echo ok 1 - a; echo not ok 2 - b; exit 1'
	file test_dies <<<'kill -9 $$'
	fails 1 run_all
	is "$(tail -n 1 "$T/out")" '1 passed, 2 failed, 0 skipped'
	lacks "$(cat "$T/out")" '^unsteady'
	has "$(cat "$T/out")" 'test_dies ended with status 137'
}

test_many_are_not_run_again() {
	for i in {1..9}; do file "test_$i" <<<"echo x >>$T/runs; echo not ok 1 - a"; done
	fails 1 run_all
	is "$(wc -l <"$T/runs")" 9
	is "$(tail -n 1 "$T/out")" '0 passed, 9 failed, 0 skipped'
}

run_copy() { env -u TORA_TEST_LEAVE_OUT TORA_TEST_JOBS=1 top/tests/run-all "$T/b" integration e2e >"$T/out" 2>&1; }

# Files that mostly wait are one after the other, and take nobody's place.
test_integration_runs_beside_the_others() {
	mkdir -p top/tests/integration top/tests/e2e
	cp "$TOP/tests/run-all" top/tests
	for i in 1 2; do
		cat >top/tests/integration/test_$i.sh <<SH
#!/bin/bash
mkdir "$T/one" && for i in {1..600}; do [ -e "$T/other" ] && break; sleep 0.05; done
[ -e "$T/other" ] && rmdir "$T/one" && echo ok 1 - a
SH
	done
	printf '#!/bin/bash\n: >%q && echo ok 1 - a\n' "$T/other" >top/tests/e2e/test_3.sh
	chmod +x top/tests/*/test_*.sh
	ok run_copy
	is "$(tail -n 1 "$T/out")" '3 passed, 0 failed, 0 skipped'
	lacks "$(cat "$T/out")" '^unsteady'
}

test_a_part_of_a_file_runs_under_sanitizers() {
	mkdir b
	cat >some.sh <<SH
. "$TOP/tests/harness.sh"
test_one() { :; }
test_two() { :; }
SANITIZED=test_two
run_tests "\$@"
SH
	: >b/torad
	has "$(B=$PWD/b bash some.sh)" 'ok 2 - test_two'
	echo __asan_init >b/torad
	is "$(B=$PWD/b bash some.sh | grep -v '^#')" 'ok 1 - test_two
1..1'
	is "$(B=$PWD/b bash some.sh test_one | head -n 1)" 'ok 1 - test_one'
}

run_tests "$@"
