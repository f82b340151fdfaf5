#!/bin/bash
# Programs that try to get out: each is seen to succeed without a sandbox, in a harmless form and
# against files, sockets and processes of this test, and to fail in every tier this machine offers. After
# each the next test is as it should be, and at the end nothing is left.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
ESCAPE=$TOP/tests/e2e/escape
BOX=$B/escape/box
TOKEN=geheim-4711
PYTHON=/usr/bin/python3

ATTACKS_PY='home keys memory_of_others write network_ip network_abstract network_path network_pair disk forks
	outlive signal_runner ptrace_runner forge exhaust exhaust_many flood busy sleeping'
ATTACKS_JS='home keys memory_of_others write network_ip network_abstract network_path disk outlive
	signal_runner forge exhaust flood busy sleeping'
ATTACKS_C='home keys write network forks outlive others exhaust'
LIBRARY_C="$ATTACKS_C disk signal_runner ptrace_runner forge flood busy sleeping"
COMMANDS='home keys write network outlive others'

# What is to be reached: each line of heard is a connection.
listen() {
	cat >"$T/listen.py" <<'P'
import os, socket, sys
top = sys.argv[1]
served = []
for family, kind, address in ((socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
                              (socket.AF_UNIX, socket.SOCK_STREAM, "\0tora-escape-" + os.path.basename(top)),
                              (socket.AF_UNIX, socket.SOCK_STREAM, top + "/outside/s"),
                              (socket.AF_UNIX, socket.SOCK_DGRAM, top + "/outside/d")):
    s = socket.socket(family, kind)
    s.bind(address)
    if kind == socket.SOCK_STREAM:
        s.listen(50)
    served.append(s)
for name in ("s", "d"):
    os.chmod(top + "/outside/" + name, 0o777)
with open(top + "/port.new", "w") as f:
    f.write(str(served[0].getsockname()[1]))
os.rename(top + "/port.new", top + "/port")
import select
kept = []
while True:
    for s in select.select(served, [], [])[0]:
        if s.type == socket.SOCK_STREAM:
            kept.append(s.accept()[0])
        else:
            s.recv(100)
        with open(top + "/heard", "a") as f:
            f.write("x\n")
P
	"$PYTHON" "$T/listen.py" "$T" </dev/null >/dev/null 2>&1 &
	LISTENER=$!
	within 10 test -s "$T/port"
}

world() {
	[ -x "$BOX" ] || skip "no $BOX (make unit-tests)"
	trap world_end EXIT
	mkdir -p "$T"/{outside,tree,plain,work,programs} && chmod 755 "$T/tree"
	echo "$TOKEN" >"$T/secret" && chmod 600 "$T/secret"
	echo keep >"$T/outside/keep" && chmod 777 "$T/outside"
	echo 'x = 1' >"$T/tree/target.py"
	echo 'module.exports = 1;' >"$T/tree/target.js"
	: >"$T/heard"
	listen
	export TORA_ESCAPE_KEY=$TOKEN
	"$PYTHON" -c 'import os, sys, time; x = os.environ["TORA_ESCAPE_KEY"] * 1000; time.sleep(600)' \
		</dev/null >/dev/null 2>&1 &
	VICTIM=$!
	MARK=77$(printf '%06d' $((RANDOM * 30 % 1000000)))
	port=$(cat "$T/port")
	cp "$ESCAPE"/attack.[ch] "$T/tree"
	cat >"$T/tree/places.h" <<C
#define _GNU_SOURCE
#define TOKEN "$TOKEN"
#define SECRET "$T/secret"
#define OUTSIDE "$T/outside"
#define PORT $port
#define SOCKET "$T/outside/s"
#define DATAGRAM "$T/outside/d"
#define ABSTRACT "tora-escape-$(basename "$T")"
#define MARK "$MARK"
#define VICTIM $VICTIM
C
	${CC:-gcc} -O1 -I"$T/tree" -o "$T/tree/attack" "$ESCAPE"/attack_main.c "$T/tree/attack.c" ||
		die 'attack.c does not compile'
	unset TORA_SANDBOX
}
world_end() {
	kill ${LISTENER+"$LISTENER"} ${VICTIM+"$VICTIM"} 2>/dev/null
	wait ${LISTENER+"$LISTENER"} ${VICTIM+"$VICTIM"} 2>/dev/null
}

program() { # TEMPLATE ATTACK FILE [ATTACK IN C]
	sed -e "s|@WHAT@|$2|g; s|@WHAT_C@|${4-}|g; s|@TOKEN@|$TOKEN|g; s|@SECRET@|$T/secret|g; s|@TREE@|${TREE-/repo}|g" \
		-e "s|@OUTSIDE@|$T/outside|g; s|@PORT@|$port|g; s|@ABSTRACT@|tora-escape-$(basename "$T")|g" \
		-e "s|@SOCKET@|$T/outside/s|g; s|@DATAGRAM@|$T/outside/d|g; s|@MARK@|$MARK|g; s|@VICTIM@|$VICTIM|g" \
		"$ESCAPE/$1" >"$3"
}

restore() { # what attacks without a sandbox have changed
	rm -rf "$T/outside/written" "$T/outside/keep" "$T/plain" && mkdir "$T/plain"
	echo keep >"$T/outside/keep"
	rm -f "$T/secret" && echo "$TOKEN" >"$T/secret" && chmod 600 "$T/secret"
	echo 'x = 1' >"$T/tree/target.py"
	echo 'module.exports = 1;' >"$T/tree/target.js"
	: >"$T/heard"
}

marked() { pgrep -xf "sleep $MARK"; }

# Without a sandbox.
plain() { # ATTACK COMMAND...
	local name=$1 seconds=20
	shift
	[[ $name != busy && $name != sleeping ]] || seconds=1
	(
		cd "$T/plain" || exit 1
		PYTHONPATH=$T/tree timeout -s KILL "$seconds" "$@" >"$T/out" 2>"$T/err"
		echo $? >"$T/status"
	) 2>/dev/null
	case $name in
	busy | sleeping) is "$(cat "$T/status")" 137 ;;
	outlive)
		[ -n "$(marked)" ] || die "$*: outlive does not work without a sandbox: the test shows nothing"
		marked | while read -r pid; do kill -KILL "$pid"; done ;;
	*) has "$name: $(cat "$T/err")" ESCAPED ;;
	esac
	restore
}

# The same for what goes for its parent: a shell is what the runner would be, and holds a channel open.
plain_parent() { # ATTACK COMMAND...
	(
		cd "$T/plain" || exit 1
		# shellcheck disable=SC2016 # of the inner shell
		sh -c 'exec 9>"$1/channel"; shift; "$@" 9>&-; exit $?' sh "$T" "${@:2}" >"$T/out" 2>"$T/err"
	) 2>/dev/null
	within 5 grep -q ESCAPED "$T/err"
	[ "$1" != forge ] || has "$(cat "$T/channel")" FORGED
	restore
}

test_without_a_sandbox_python() {
	world
	for attack in $ATTACKS_PY; do
		program attack.py "$attack" "$T/programs/$attack.py"
		case $attack in
		signal_runner | ptrace_runner | forge) plain_parent "$attack" "$PYTHON" "$T/programs/$attack.py" ;;
		*) plain "$attack" "$PYTHON" "$T/programs/$attack.py" ;;
		esac
	done
}

test_without_a_sandbox_javascript() {
	command -v node >/dev/null || skip 'no Node'
	world
	for attack in $ATTACKS_JS; do
		TREE=$T/tree program attack.js "$attack" "$T/tree/attack-$attack.js"
		case $attack in
		signal_runner | forge) plain_parent "$attack" node "$T/tree/attack-$attack.js" ;;
		*) plain "$attack" node "$T/tree/attack-$attack.js" ;;
		esac
	done
}

test_without_a_sandbox_c() {
	world
	for attack in $LIBRARY_C; do
		case $attack in
		signal_runner | ptrace_runner | forge) plain_parent "$attack" "$T/tree/attack" "$attack" ;;
		*) plain "$attack" "$T/tree/attack" "$attack" ;;
		esac
	done
}

# Between the look and the use the folder has become a link: a cleaner that looks first removes the wrong file.
test_without_a_sandbox_swap() {
	mkdir -p "$T"/{outside,dir} && : >"$T/outside/keep" && : >"$T/dir/keep"
	[ -L "$T/dir" ] && die 'it is a link already'
	mv "$T/dir" "$T/was" && ln -s "$T/outside" "$T/dir"
	rm "$T/dir/keep"
	[ ! -e "$T/outside/keep" ] || die 'the link was not followed'
}

# One line of box: nothing escaped, nothing is left, the next test is as ever.
judge() { # TIER LINE NEXT
	local name status
	name=$(jq -r '.program | sub(".*/"; "")' <<<"$2")
	status=$(jq -r .status <<<"$2")
	lacks "$1 $2" ESCAPED
	lacks "$1 $2" FORGED
	is "$1 $name: $(jq -r '"\(.left) left, \(.next)"' <<<"$2")" "$1 $name: 0 left, $3"
	case $name in
	busy.* | sleeping.*) is "$1 $name $status" "$1 $name timeout" ;;
	flood.*) is "$1 $name $status" "$1 $name limit" ;;
	exhaust.c) has "$1 $name $status" ' (ok|limit|timeout)$' ;; # ok: it was told that there is no memory
	exhaust.*) has "$1 $name $status" ' (limit|timeout)$' ;; # on a busy machine it does not get that far
	signal_runner.*) is "$1 $name $status" "$1 $name ok" ;;
	disk.*) has "$status" '^(limit|signal|ok|timeout)$' ;; # ok: it was told that there is no room
	*.command) is "$name $(jq .code <<<"$2")" "$name 0" ;;
	esac
}

untouched() { # TIER
	is "$1: $(cat "$T/secret") $(stat -c %a "$T/secret")" "$1: $TOKEN 600"
	is "$1: $(ls "$T/outside")" "$1: d
keep
s"
	is "$1: $(wc -l <"$T/heard")" "$1: 0"
	is "$1: $(cat "$T/tree/target.py")" "$1: x = 1"
	is "$1: $(cat "$T/tree/target.js")" "$1: module.exports = 1;"
	kill -0 "$VICTIM" || die "$1: the process outside is dead"
	is "$1: $(ls "$T/work/scratch" 2>/dev/null)" "$1: "
	[ -z "$(marked)" ] || die "$1: processes are left"
}

boxed() { # TIER LANGUAGE NEXT PROGRAM...
	local tier=$1 language=$2 next=$3 status n=0 line
	shift 3
	TORA_SANDBOX=$tier "$BOX" "$language" "$T/tree" "$T/work" "$MARK" "$@" >"$T/lines" 2>"$T/err"
	status=$?
	if [ "$status" -eq 77 ]; then
		skip "no $tier here: $(head -n 1 "$T/err")"
	fi
	[ "$status" -eq 0 ] || die "box ended with $status: $(tail -n 3 "$T/err")"
	while read -r line; do
		judge "$tier" "$line" "$next"
		n=$((n + 1))
	done <"$T/lines"
	is "$n programs" "$# programs"
	untouched "$tier"
}

python_in() { # TIER
	world
	if TORA_SANDBOX=$1 "$TORAD" probe | jq -r '.probe[]? | select(.name == "sandbox").text' |
		grep -q 'in a control group'; then
		program attack.py exhaust_many "$T/programs/exhaust_many.py"
	fi
	for attack in ${ATTACKS_PY/exhaust_many/} swap; do program attack.py "$attack" "$T/programs/$attack.py"; done
	for attack in $ATTACKS_C; do program attack.py in_c "$T/programs/c-$attack.py" "$attack"; done
	for attack in $COMMANDS; do printf './attack\n%s\n' "$attack" >"$T/programs/c-$attack.command"; done
	boxed "$1" python "next ['test.py']" "$T"/programs/*
}

javascript_in() { # TIER
	command -v node >/dev/null || skip 'no Node'
	world
	[ "$1" = bubblewrap ] || TREE=$T/tree
	for attack in $ATTACKS_JS; do program attack.js "$attack" "$T/programs/$attack.js"; done
	for attack in network forks outlive others; do program attack.js in_c "$T/programs/c-$attack.js" "$attack"; done
	boxed "$1" javascript "next []" "$T"/programs/*
}

# The library itself is hostile: its functions try, called by a test.
c_in() { # TIER
	world
	(cd "$T/tree" && sh -c "$(cat "$TOP/daemon/lang/c/runner/build.sh")" "$(realpath /usr/bin/cc)") >"$T/built" 2>&1 ||
		die "the library is not built: $(cat "$T/built")"
	for attack in $LIBRARY_C; do
		printf '#include "attack.h"\n\nint main(void)\n{\n    return attack("%s");\n}\n' "$attack" >"$T/programs/$attack.c"
	done
	boxed "$1" c 'next 0' "$T"/programs/*
}

test_python_in_bubblewrap() { python_in bubblewrap; }
test_python_with_landlock() { python_in landlock; }
test_javascript_in_bubblewrap() { javascript_in bubblewrap; }
test_javascript_with_landlock() { javascript_in landlock; }
test_c_in_bubblewrap() { c_in bubblewrap; }
test_c_with_landlock() { c_in landlock; }

run_tests "$@"
