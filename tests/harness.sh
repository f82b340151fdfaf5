# shellcheck shell=bash
# harness.sh - sourced by the shell tests in integration/ and e2e/.
#
# A test is a function test_<name>; `run_tests` at the end of the file runs each one in a
# subshell with a private HOME, runtime, state and cache folder, and prints TAP. Inside:
#   ok COMMAND...            the command must succeed
#   fails STATUS COMMAND...  the command must exit with that status
#   is ACTUAL EXPECTED       two texts must be equal
#   has TEXT PATTERN         the text must match the extended regular expression
#   lacks TEXT PATTERN       ... must not
#   within SECONDS COMMAND   try until it succeeds; at the deadline print the daemon's log and fail.
#                            Arguments are expanded once. A machine may be busy and no deadline is a
#                            measurement, so each is TORA_TEST_PATIENCE (4) times as long.
#   skip REASON              end the test as skipped
#   is_sanitized             is this a build with sanitizers? Outside of tests as well
# A file that sets TESTS_MAX has checks with so many tests; the others have 50.
# After each test the daemon is stopped and the harness looks for what must not be left:
# processes of the test, sanitizer reports.

set -u
TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
B=${B:-$TOP/build}
[[ $B = /* ]] || B=$TOP/$B
TORA=$B/tora
TORAD=$B/torad
export TORA TORAD TOP B

die() { # MESSAGE: the test failed
	printf '%s\n' "$1" | sed 's/^/# /' >&2
	exit 1
}
skip() {
	printf '%s' "$1" >"$T/skip"
	exit 77
}
ok() {
	local out
	out=$("$@" 2>&1) || die "failed ($?): $*
$out"
}
is_sanitized() { grep -q __asan_init "$TORAD"; } # this build of the programs
fails() {
	local want=$1 out status
	shift
	out=$("$@" 2>&1)
	status=$?
	[ "$status" -eq "$want" ] || die "status $status instead of $want: $*
$out"
}
is() { [ "$1" = "$2" ] || die "'$1' is not '$2'"; }
has() { grep -Eq -- "$2" <<<"$1" || die "no match for '$2' in:
$1"; }
lacks() { ! grep -Eq -- "$2" <<<"$1" || die "unexpected match for '$2' in:
$1"; }
within() {
	local seconds=$1 until
	shift
	until=$((SECONDS + seconds * ${TORA_TEST_PATIENCE:-4}))
	while ! "$@" >/dev/null 2>&1; do
		if [ "$SECONDS" -ge "$until" ]; then
			"$@"
			die "not within $seconds s: $*
$(tail -n 30 "$XDG_STATE_HOME/tora/torad.log" 2>/dev/null)"
		fi
		sleep 0.05
	done
}

# One line to the daemon, its answer back. Bounded: nobody listens, nobody answers.
rpc() { # METHOD [PARAMS]
	printf '{"jsonrpc":"2.0","id":1,"method":"%s","params":%s}\n' "$1" "${2:-{\}}" |
		timeout 60 nc -U -N "$XDG_RUNTIME_DIR/tora/sock" 2>/dev/null | grep -m1 '"id":1'
}
daemon_pid() { rpc hello | jq -r .result.pid; }
daemon_up() { [ "$(rpc hello | jq -r .result.name)" = torad ]; }
# Everything that happened is handled and no check waits or runs.
settled() { rpc sync '{"idle":true,"timeout_ms":60000}' | jq -e .result.done >/dev/null; }

# A repository from a fixture folder: one commit on main, a bare remote that has it.
repo_from() { # FOLDER DIR
	local dir
	git init -q -b main "$2" || return
	dir=$(cd "$2" && pwd) && cp -r "$1/." "$dir" && git -C "$dir" add . &&
		git -C "$dir" commit -q -m 'Import' && git init -q --bare -b main "$dir.remote" &&
		git -C "$dir" remote add origin "$dir.remote" && git -C "$dir" push -q -u origin main 2>/dev/null
}

# A runner is unpacked and compiled once for a cache, which is half a second of a check: what one test has made the next
# ones find in theirs. Its folder is named by what is in it.
lend_runners() {
	[ -d "$B/runners" ] || return 0
	mkdir -p "$T/cache/tora"
	cp -a --reflink=auto "$B/runners" "$T/cache/tora/runner"
}
keep_runners() {
	local dir own=$B/runner.$BASHPID
	for dir in "$T"/cache/tora/runner/*; do
		[[ -d $dir && $dir != *.new && ! -e $B/runners/${dir##*/} ]] || continue
		mkdir -p "$B/runners" && cp -a "$dir" "$own"
		mv -T "$own" "$B/runners/${dir##*/}" 2>/dev/null || rm -rf "$own" # another test was first
	done
}

private_world() {
	mkdir -p "$T"/{home,run,state,cache} && chmod 700 "$T/run"
	export HOME=$T/home XDG_RUNTIME_DIR=$T/run XDG_STATE_HOME=$T/state XDG_CACHE_HOME=$T/cache
	export XDG_CONFIG_HOME=$T/home/.config GIT_CONFIG_NOSYSTEM=1 TORA_TEST=$T NO_COLOR=1 LC_ALL=C.UTF-8
	unset CI GITHUB_ACTIONS TORA_READY_FD VIRTUAL_ENV PYTHONPATH PYTHONHOME OPENAI_API_KEY OPENAI_BASE_URL
	unset ANTHROPIC_API_KEY ANTHROPIC_BASE_URL OLLAMA_HOST "${!GIT_@}"
	export GIT_CONFIG_NOSYSTEM=1
	PATH=/usr/local/bin:/usr/bin:/bin
	[ -e "$HOME/.gitconfig" ] || cat >"$HOME/.gitconfig" <<-END
		[user]
			name = A Developer
			email = dev@example.org
		[init]
			defaultBranch = main
		[advice]
			detachedHead = false
		[tora "tests"]
			max = ${TESTS_MAX:-50} # enough to see what a test is about, in a quarter of the time
	END
	cd "$T/home" || exit 1
}

# Processes that carry this test's mark in their environment: "PID COMMAND" lines.
leftovers() {
	local file pid
	env -u TORA_TEST grep -lszx "TORA_TEST=$T" /proc/[0-9]*/environ | while read -r file; do
		pid=${file%/environ} pid=${pid#/proc/}
		printf '%s %s\n' "$pid" "$(tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" | cut -c1-100)"
	done
}

clean_up() { # prints what is wrong, nothing when all is well
	local pid left n
	for n in $(seq 100); do
		pid=
		[ ! -S "$XDG_RUNTIME_DIR/tora/sock" ] || pid=$(daemon_pid 2>/dev/null) # a hook may have started it just now
		if [[ $pid =~ ^[0-9]+$ ]]; then
			kill -CONT "$pid" 2>/dev/null
			kill -TERM "$pid" 2>/dev/null
		fi
		left=$(leftovers)
		[ -n "$left" ] || break
		sleep 0.05
	done
	if [ -n "$left" ]; then
		printf 'processes were left:\n%s\n' "$left"
		while read -r pid _; do kill -KILL "$pid" 2>/dev/null; done <<<"$left"
	fi
	grep -rlE 'ERROR: (Address|Leak)Sanitizer|runtime error:' "$T/state" 2>/dev/null |
		while read -r n; do
			printf 'sanitizer report in %s:\n' "$n"
			grep -hE -A20 'ERROR: (Address|Leak)Sanitizer|runtime error:' "$n" | head -n 40
		done
	return 0
}

run_one() { # NAME NUMBER
	local status trouble
	T=$(mktemp -d /tmp/tora-test.XXXXXX)
	export T
	lend_runners
	(
		private_world
		"$1"
	)
	status=$?
	trouble=$(
		private_world
		clean_up
	)
	if [ "$status" -eq 77 ] && [ -e "$T/skip" ]; then
		echo "ok $2 - $1 # SKIP $(cat "$T/skip")"
	elif [ "$status" -eq 0 ] && [ -z "$trouble" ]; then
		echo "ok $2 - $1"
	else
		[ -z "$trouble" ] || printf '%s\n' "$trouble" | sed 's/^/# /' >&2
		echo "not ok $2 - $1"
	fi
	[ "$status" -ne 0 ] || keep_runners
	chmod -R u+w "$T" 2>/dev/null
	rm -rf "$T"
}

run_tests() { # [NAME...]: all of the file, or those named; under sanitizers those that SANITIZED names, where it does
	local names n=0 name
	if [ $# -gt 0 ]; then
		names=$*
	elif [ -n "${SANITIZED-}" ] && is_sanitized; then
		names=$SANITIZED
		echo '# the others of the file are run by the plain build alone'
	else
		names=$(declare -F | awk '{print $3}' | grep '^test_')
	fi
	for name in $names; do
		n=$((n + 1))
		run_one "$name" "$n"
	done
	echo "1..$n"
}
