#!/bin/bash
# Builds, packages and functions that misbehave: each ends in a reason or an outcome, within limits that
# are settings here, and what comes after it is as if it had not been.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
TRY=$TOP/tests/fixtures/try

check() { timeout 240 "$TORA" check --no-daemon --json 2>"$T/err"; }
state() { jq -r '"\(.state) \(.reason // "")"' <<<"$1"; }
span_repo() { # DIR: small and quick to check
	repo_from "$TRY/base" "$1" && cd "$1" || exit 1
	git config tora.tests.max 12
	git config tora.check.timeout 60
}
topic() { git checkout -q -b topic && sed -i 's/sign \* total/sign * total + 0.5/' spantext/parse.py && git commit -q -a -m Tidy; }
build() { git config tora.build.command "$1"; }
builds() { find "$XDG_CACHE_HOME/tora/builds" -mindepth 1 -maxdepth 1 ! -name '*.lock' ! -name builds; }
found() { # RECORD: it was checked, and the change is seen
	is "$(state "$1")" 'done '
	[ "$(jq '[.findings[] | select(.function == "spantext.parse.parse")] | length' <<<"$1")" -ge 1 ] || die "$1"
}
gone() { ! pgrep -xf "sleep $MARK" >/dev/null; }
mark() { MARK=88$(printf '%06d' $((RANDOM * 30 % 1000000))); }
in_each_tier() { # FUNCTION
	"$1"
	[ "$(TORA_SANDBOX=landlock "$TORAD" probe | jq -r '.probe[]? | select(.name == "sandbox").text' | grep -c '^Landlock')" = 1 ] || return 0
	export TORA_SANDBOX=landlock
	rm -rf "$XDG_STATE_HOME/tora" # or what was found in the other tier is the answer
	"$1"
	unset TORA_SANDBOX
}

# ---- tora.build.command --------------------------------------------------------------------

# After each the builds are gone, and the same check with a command that works is as it should be.
bad_build() { # REASON DETAIL COMMAND
	build "$3"
	json=$(check)
	is "$(state "$json")" "failed $1"
	has "$(jq -r .detail <<<"$json")" "$2"
	[ "$(jq '.detail | length' <<<"$json")" -le 400 ] || die "a long reason: $json"
	is "$(builds)" ''
}
good_build() { build 'echo made >made' && found "$(check)"; }

test_a_build_that_never_ends() {
	span_repo r && topic
	git config tora.check.timeout 5
	bad_build timeout 'tora.build.command did not end in the . s that the check had left' 'sleep 1000'
	bad_build timeout 'tora.build.command did not end in the . s that the check had left' 'trap "" TERM; while :; do sleep 1000; done'
	bad_build timeout 'tora.build.command did not end in the . s that the check had left' 'yes'
	git config tora.check.timeout 60
	good_build
}

test_a_build_that_leaves_a_daemon() {
	mark
	for how in "setsid sleep $MARK" "(setsid sleep $MARK >/dev/null 2>&1 </dev/null &) ; sleep 0"; do
		cd "$T/home" && rm -rf r r.remote && span_repo r && topic
		build "($how &) ; echo made >made"
		found "$(check)"
		ok gone
	done
	build "(setsid sleep $MARK &) ; echo so far; exit 3"
	json=$(check)
	is "$(state "$json")" 'failed base-not-buildable'
	has "$(jq -r .detail <<<"$json")" 'it ended with 3 on the base: so far'
	ok gone
}

wants_network() {
	: >"$T/heard"
	bad_build base-not-buildable 'it ended with 7 on the base: no route' \
		"/usr/bin/python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", $port), 5)' 2>/dev/null || { echo no route; exit 7; }"
	is "$(cat "$T/heard")" ''
}
test_a_build_that_needs_the_network() {
	cat >"$T/listen.py" <<'P'
import os, socket, sys
top = sys.argv[1]
s = socket.create_server(("127.0.0.1", 0))
with open(top + "/port.new", "w") as f:
    f.write(str(s.getsockname()[1]))
os.rename(top + "/port.new", top + "/port")
while True:
    s.accept()
    with open(top + "/heard", "a") as f:
        f.write("x")
P
	/usr/bin/python3 "$T/listen.py" "$T" </dev/null >/dev/null 2>&1 &
	trap 'kill %1' EXIT
	within 10 test -s "$T/port"
	port=$(cat "$T/port")
	# from outside it can be reached: else this would show nothing
	/usr/bin/python3 -c "import socket; socket.create_connection(('127.0.0.1', $port), 5)" || die 'nobody listens'
	within 10 test -s "$T/heard"
	span_repo r && topic
	in_each_tier wants_network
	good_build
}

test_a_build_that_fills_the_disk() {
	mkdir "$T/small"
	mount -t tmpfs -o size=230m none "$T/small" 2>/dev/null || skip 'mounting needs root'
	trap 'umount -l "$T/small"' EXIT
	export XDG_CACHE_HOME=$T/small
	span_repo r && topic
	bad_build disk-full 'tora.build.command filled the disk' 'cat /dev/zero >/repo/large; sleep 1000'
	# shellcheck disable=SC2016 # of the inner shell
	bad_build disk-full 'tora.build.command filled the disk' 'i=0; while :; do cat /dev/zero >/repo/large-$((i = i + 1)); done 2>/dev/null'
	good_build
}

# What one side's command does is not seen by the other: neither by the paths there are, nor by files
# that both have.
sides_are_apart() {
	cd "$T/home" && rm -rf r r.remote && "$TORA" cache clear >/dev/null && span_repo r && topic
	# shellcheck disable=SC2016 # of the inner shell
	build 'for d in ../../*/tree ../../.new-*/tree /repo/../*/tree '"$XDG_CACHE_HOME"'/tora/builds/*/tree; do
		[ "$(cd "$d" && pwd)" = "$(pwd)" ] || echo "raise SystemExit" >>"$d/spantext/parse.py"; done 2>/dev/null
	find . -name "*.py" -exec sh -c "echo \"# touched\" >>\"\$1\"; chmod 777 \"\$1\"" sh {} \;'
	found "$(check)"
	before=$(sums)
	is "$(builds | wc -l)" 2
	sed -i 's/+ 0.5/+ 0.25/' spantext/parse.py && git commit -q -a -m 'Less of it'
	found "$(check)"
	is "$(sums | grep -Fxf <(echo "$before"))" "$before"
	is "$(builds | wc -l)" 3
	find "$XDG_CACHE_HOME/tora/builds" -name parse.py -exec grep -q 'raise SystemExit' {} \; -print | grep -q . && die 'written into'
	return 0
}
sums() { find "$XDG_CACHE_HOME/tora/builds" -name '*.py' -type f -exec sha256sum {} + | sort; }
test_a_build_that_writes_into_the_other_side() { in_each_tier sides_are_apart; }

# ---- a package whose import ... ---------------------------------------------------------------

# Both sides have CODE at the top of the changed module.
importing() { # CODE [SETTING VALUE]
	cd "$T/home" && rm -rf r r.remote && span_repo r
	{ printf '%s\n' "$1" && cat spantext/parse.py; } >p && mv p spantext/parse.py && git commit -q -a -m 'Base'
	[ $# -eq 1 ] || git config "$2" "$3"
	topic
	json=$(check)
}
cannot() { # WHY
	is "$(state "$json")" 'failed base-not-buildable'
	has "$(jq -r .detail <<<"$json")" "$1"
	is "$(jq '.findings | length' <<<"$json")" 0
}

test_an_import_that_prints() {
	importing 'import os; print("hello"); os.write(2, b"to stderr"); os.write(1, b"x" * 100000)'
	found "$json"
	importing 'import codecs, sys; sys.stdout = codecs.getwriter("utf-8")(sys.stdout.detach())'
	found "$json"
}

test_an_import_that_leaves() {
	importing 'import sys; sys.exit(0)'
	cannot 'importing spantext.parse: SystemExit: 0'
	importing 'import os; os._exit(0)'
	cannot 'importing the changed modules ended the process'
	importing 'import os; os.closerange(0, 65536)' # and with them the way to answer
	cannot 'importing the changed modules ended the process'
}

test_an_import_that_starts_threads() {
	importing 'import threading, time; threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()'
	found "$json"
	has "$(jq -r '.notes[]' <<<"$json")" 'starts threads or processes'
}

test_an_import_that_forks() {
	mark
	importing "import os
if os.fork() == 0:
    os.setsid()
    os.execvp('sleep', ['sleep', '$MARK'])"
	found "$json"
	has "$(jq -r '.notes[]' <<<"$json")" 'starts threads or processes'
	ok gone
	importing 'import os; os.fork()' # and both go on as if they were alone: who prints first is a matter of luck
	is "$(state "$json")" 'done '
	has "$(jq -r '.notes[]' <<<"$json")" 'starts threads or processes'
	importing ''
	found "$json"
}

# With more time than it may have anyway it is the side's fault: tests/unit/run/test_request.c.
test_an_import_that_takes_a_minute() {
	importing 'import time; time.sleep(60)' tora.check.timeout 8
	is "$(state "$json")" 'failed timeout'
	has "$(jq -r .detail <<<"$json")" '8 s were not enough, importing the changed modules \(on the (base|branch)\) took too long; --timeout or'
	out=$("$TORA" check --no-daemon --timeout 1 2>&1)
	is $? 2
	has "$out" '1 s were not enough'
	lacks "$out" 'build'
	importing 'import time
while True:
    try:
        time.sleep(60)
    except BaseException:
        pass' tora.check.timeout 8
	has "$(state "$json")" '^failed (timeout|base-not-buildable)$' # it may be gone before we look
	has "$(jq -r .detail <<<"$json")" 'importing the changed modules (ended the process|\(on the (base|branch)\) took too long)'
}

# Longer than a test may take: a fresh process needs the time for it on top, or nothing is ever confirmed.
test_an_import_that_takes_longer_than_a_test_may() {
	git config --global tora.test.timeout 1
	importing 'import time; time.sleep(1.2)' tora.tests.max 4
	found "$json"
}

# ---- functions that harm the test that calls them -------------------------------------------------

harmful_functions() {
	cd "$T/home" && rm -rf r && mkdir r && cd r && git init -q && mkdir odd || exit 1
	git config tora.check.timeout 100
	cat >odd/__init__.py <<-'END'
		"""Odd sums."""
		import atexit
		import os


		def closes(n: int) -> int:
		    """A number.

		    >>> closes(3)
		    3
		    """
		    os.closerange(0, 1024)
		    return n + 1


		def kills(n: int) -> int:
		    """A number.

		    >>> kills(3)
		    3
		    """
		    for pid in (os.getppid(), 1):
		        try:
		            os.kill(pid, 9)
		        except OSError:
		            pass
		    return n + 1


		def moves(n: int) -> int:
		    """A number.

		    >>> moves(3)
		    3
		    """
		    os.chdir("/")
		    os.rmdir(os.environ["HOME"]) if n < 0 else None
		    return n + 1


		def late(n: int) -> int:
		    """A number.

		    >>> late(3)
		    3
		    """
		    atexit.register(lambda: 1 / 0)
		    return n + 1


		def plain(n: int) -> int:
		    """A number.

		    >>> plain(3)
		    4
		    """
		    return n + 1
	END
	git add . && git commit -q -m 'Odd sums' && git checkout -q -b topic
	# plain differs; the others do as they did
	sed -i 's/return n + 1/return 1 + n/' odd/__init__.py && sed -i '$s/1 + n/2 + n/' odd/__init__.py
	git commit -q -a -m 'Tidy'
	json=$(check)
	is "$(state "$json")" 'done '
	is "$(jq -r '[.findings[] | select(.verdict != "irrelevant") | .function] | unique | .[]' <<<"$json")" odd.plain
	is "$(jq '.tests.run == .tests.valid and .tests.flaky == 0' <<<"$json")" true
}
test_functions_that_harm_their_test() { in_each_tier harmful_functions; }

# What is seen of a program that misbehaves; how it is held is the launcher's, in which no sanitizer is.
SANITIZED='test_a_build_that_never_ends test_a_build_that_fills_the_disk test_an_import_that_prints test_an_import_that_leaves'
run_tests "$@"
