#!/bin/bash
# What each control of daemon/run/DETERMINISM.md buys: a program that says something else when only
# that one thing differs, without the sandbox; and the same program with the same words in the sandbox,
# started twice from surroundings that differ in everything.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
BOX=$B/escape/box
PYTHON=/usr/bin/python3

# control: what of the surroundings differs. `-`: nothing has to, two runs do.
CONTROLS='tree home tz locale mask seed host pid random addresses'
# What nothing is done about: two runs differ in the sandbox too, and repetition finds it (daemon/judge).
NOT='clock urandom tempfile'

program() { # CONTROL
	case $1 in
	tree) echo 'import target; print(target.__file__, target.f.__code__.co_filename)' ;;
	home) echo 'import os; print(os.path.expanduser("~/.config/x"), os.path.abspath("f")[:4])' ;;
	tz) echo 'import time, datetime; print(time.localtime(0).tm_hour, datetime.datetime.fromtimestamp(0), time.tzname)' ;;
	locale) echo 'import locale, sys; print(sys.flags.utf8_mode, locale.setlocale(locale.LC_ALL, ""), locale.getpreferredencoding())' ;;
	mask) echo 'import os; open("f", "w").close(); os.mkdir("d"); print(oct(os.stat("f").st_mode), oct(os.stat("d").st_mode))' ;;
	seed) echo 'print(",".join({"one", "two", "three", "four", "five", "six"}), hash("x"))' ;;
	host) echo 'import platform, socket; print(platform.node(), socket.gethostname())' ;;
	pid) echo 'import os; print(os.getpid(), os.getppid())' ;;
	random) echo 'import random; print(random.random(), random.choice(range(1000000)))' ;;
	addresses) printf 'class C: pass\nall = [C() for i in range(100)]\nprint(id(C), [all.index(x) for x in set(all)])' ;;
	clock) echo 'import time; print(time.time())' ;;
	urandom) echo 'import os, uuid; print(os.urandom(8), uuid.uuid4())' ;;
	tempfile) echo 'import tempfile; print(tempfile.mktemp())' ;;
	esac
}

world() {
	[ -x "$BOX" ] || skip "no $BOX (make unit-tests)"
	trap 'rm -rf "${FAST:-}"' EXIT
	mkdir -p "$T"/{programs,a/tree,"$FAR"/tree,ha,hb/another,wa,wb/another} && chmod -R a+rX "$T"
	for dir in "$T/a/tree" "$T/$FAR/tree"; do printf 'def f():\n    pass\n' >"$dir/target.py"; done
	for control in $CONTROLS $NOT; do program "$control" >"$T/programs/try-$control.py"; done
}

FAR=b/a/longer/way/to

# One or the other surroundings, in what is named; the first in all else.
surrounded() { # A|B CONTROL-OR-all COMMAND...
	local home=$T/ha tree=$T/a/tree tz=UTC locale=C.UTF-8 mask=022 host=tora-first which=$1 what=$2
	shift 2
	if [ "$which" = B ]; then
		case $what in home | all) home=$T/hb/another ;; esac
		case $what in tree | all) tree=$T/$FAR/tree ;; esac
		case $what in tz | all) tz=Asia/Tokyo ;; esac
		case $what in locale | all) locale=C ;; esac
		case $what in mask | all) mask=077 ;; esac
		case $what in host | all) host=tora-other ;; esac
	fi
	(
		umask $mask
		cd "$home" || exit 1
		set -- env HOME="$home" TREE="$tree" TZ=$tz LC_ALL=$locale PYTHONPATH="$tree" "$@"
		if ! "$UTS"; then exec "$@"; fi
		# shellcheck disable=SC2016 # of the inner shell
		exec unshare -u sh -c 'hostname "$1" && shift && exec "$@"' sh "$host" "$@"
	)
}

plainly() { # CONTROL
	local seed=0
	[ "$1" != seed ] || seed=random
	rm -rf "$T"/{ha,hb/another}/{f,d}
	surrounded A "$1" env PYTHONHASHSEED=$seed "$PYTHON" -B "$T/programs/try-$1.py" >"$T/plain-a" || die "$1 fails"
	rm -rf "$T"/{ha,hb/another}/{f,d}
	surrounded B "$1" env PYTHONHASHSEED=$seed "$PYTHON" -B "$T/programs/try-$1.py" >"$T/plain-b" || die "$1 fails"
}

test_without_the_controls() {
	world
	UTS=true
	unshare -u true 2>/dev/null || UTS=false
	for control in $CONTROLS $NOT; do
		[ "$control" != host ] || "$UTS" || continue
		[ "$control" != addresses ] || [ "$(cat /proc/sys/kernel/randomize_va_space)" = 2 ] || continue
		plainly "$control"
		[ "$(cat "$T/plain-a")" != "$(cat "$T/plain-b")" ] || die "$control: nothing differs: $(cat "$T/plain-a")"
	done
}

boxed() { # TIER A|B: {"program", "out"} a line
	local -a all=()
	for control in $CONTROLS $NOT; do all+=("$T/programs/try-$control.py"); done
	# shellcheck disable=SC2016 # of the inner shell
	TORA_SANDBOX=$1 surrounded "$2" all sh -c 'exec "$0" python "$TREE" "$@"' "$BOX" "$T/w${2,}" mark "${all[@]}" >"$T/lines-$2" 2>"$T/err"
	case $? in
	0) ;;
	77) skip "no $1 here: $(head -n 1 "$T/err")" ;;
	*) die "box: $(cat "$T/err")" ;;
	esac
}
said() { jq -r --arg p "$T/programs/try-$2.py" 'select(.program == $p) | .status + " " + .out' "$T/lines-$1"; }

same_in() { # TIER [CONTROL THAT THE TIER LACKS...]
	local tier=$1 lacks=" ${*:2} "
	world
	UTS=true
	unshare -u true 2>/dev/null || UTS=false
	boxed "$tier" A
	boxed "$tier" B
	for control in $CONTROLS; do
		has "$control: $(said A "$control")" ': ok .'
		[[ $lacks != *" $control "* ]] || continue
		[ "$control" != addresses ] || setarch -R true 2>/dev/null || continue # a container that refuses it
		is "$tier $control: $(said A "$control")" "$tier $control: $(said B "$control")"
	done
	for control in $NOT; do
		[ "$(said A "$control")" != "$(said B "$control")" ] || die "$control is the same after all: say so in DETERMINISM.md"
	done
}

test_in_bubblewrap() { same_in bubblewrap; }
# Nothing is mounted in this tier, and the host has its name: where objects are depends on how long the tree's path is, and what an
# earlier program printed. Paths of builds are equally long; so are the names here.
test_with_landlock() { FAR=b same_in landlock host pid; }

# The order of a folder's files is that of their making on some file systems.
test_order_of_files() {
	FAST=$(mktemp -d /dev/shm/tora-test.XXXXXX) || skip 'no /dev/shm'
	trap 'rm -rf "$FAST"' EXIT
	mkdir "$FAST"/{one,two}
	touch "$FAST"/one/{a,b,c,d} && touch "$FAST"/two/{d,b,a,c}
	[ "$(ls -U "$FAST/one")" != "$(ls -U "$FAST/two")" ] || skip "/dev/shm sorts its files"
	chmod 755 "$FAST"
	export XDG_CACHE_HOME=$FAST/cache
	repo_from "$TOP/tests/fixtures/try/base" r && cd r || exit 1
	git config tora.tests.max 4
	git checkout -q -b topic
	# shuffled, and with what only one side has
	sed -i 's/sign \* total/sign * total + 0.5/' spantext/parse.py && git rm -q README.md && git add -A && git commit -q -m 'Tidy'
	ok timeout 200 "$TORAD" check --repo .
	local n=0 first=''
	for tree in "$FAST"/cache/tora/builds/*/tree; do
		order=$(cd "$tree" && find . -name __pycache__ -prune -o ! -name README.md -print)
		[ -z "$first" ] || is "$order" "$first"
		first=$order n=$((n + 1))
	done
	is $n 2
}

# Where a program may not turn randomisation off, as in many containers, doctor says so.
addresses() { jq -r '.probe[] | select(.name == "addresses") | "\(.state) \(.text)"' <<<"$1"; }
test_doctor_says_that_addresses_move() {
	local out rc
	out=$(/usr/bin/python3 "$TOP/tests/e2e/refuse_personality.py" "$TORAD" probe)
	rc=$?
	[ $rc != 77 ] || skip 'no filter of system calls can be set here'
	has "$(addresses "$out")" '^warning random in each run of a test: personality: '
	has "$(addresses "$("$TORAD" probe)")" '^(ok the same in each run|warning random in each run)'
}

run_tests "$@"
