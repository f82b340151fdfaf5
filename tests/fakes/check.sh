#!/bin/bash
# check.sh - stands for `torad check` in tests of the supervisor (torad run --check-program).
#
# It notes its arguments in $TORA_TEST/fake/calls and then does what $TORA_TEST/fake/mode.<branch>, or else
# $TORA_TEST/fake/mode, says; without either it finds nothing. It never touches the store: the daemon
# takes the record from the last line, as it does when a check could not open the store. With $TORA_TEST/fake/lingers
# it stays for the next check, as one does that keeps warm runners.
set -u
dir=${TORA_TEST:?}/fake
mkdir -p "$dir"
if [ "$1" = prebuild ]; then
	printf '%s\n' "$*" >>"$dir/prebuilds"
	cat "$dir/prebuilt" 2>/dev/null
	exit 0
fi
branch='' head='' base='' id=0
printf '%s\n' "$*" >>"$dir/calls"
shift # "check"
while [ $# -gt 0 ]; do
	case $1 in
	--branch) branch=$2 ;;
	--head) head=$2 ;;
	--base) base=$2 ;;
	--check-id) id=$2 ;;
	esac
	case $1 in --no-cache | --linger) shift ;; *) shift 2 ;; esac
done
mode=$(cat "$dir/mode.${branch//\//_}" 2>/dev/null || cat "$dir/mode" 2>/dev/null || echo clean)
env >"$dir/env.$id"
echo "$$" >"$dir/pid.$id" # last: who sees it may set the next one's mode

progress() { printf '{"progress":{"stage":"%s","done":%d,"of":%d}}\n' "$1" "$2" "$3"; }
say_record() { # STATE REASON FINDINGS
	printf '{"record":{"version":1,"check":"c%s","state":"%s","reason":%s,"base":"%s","head":"%s","findings":[%s]}}\n' \
		"$id" "$1" "$2" "$base" "$head" "$3"
}
finding() { # FINGERPRINT
	printf '{"fingerprint":"%s","verdict":"unintended","confidence":0.9,"file":"p/u.py","line":3,"function":"p.u.f",
"commit":"%s","engine":"offline","test":"print(f())","difference":"value","value_before":"1","value_after":"2",
"before":{"status":"ok","stdout":"1\\n"},"after":{"status":"ok","stdout":"2\\n"},"explanation":"e","quote":null}' \
		"$1" "$head" | tr -d '\n'
}
until_go() { while [ ! -e "$dir/go" ]; do sleep 0.02; done; }

case $mode in
clean) progress change 1 1 && say_record 'done' null '' ;;
finding) say_record 'done' null "$(finding "${TORA_FAKE_FINGERPRINT:-f1}")" ;;
several) # f1 and f2 of one cause, f3 of another
	three="$(finding f1),$(finding f2),$(finding f3 | sed 's/"difference":"value"/"difference":"order"/')"
	say_record 'done' null "$three"
	;;
ranked) # as a check orders them: unintended, then unsure ones, then what nobody has to look at
	as() { finding "$1" | sed "s/unintended/$2/; s/0.9/$3/"; }
	say_record 'done' null "$(finding f1),$(as f2 unsure 0.4),$(as f3 unsure 0.1),$(as f4 intended 0.9),$(as f5 irrelevant 0.9)"
	;;
gate) progress run 4 9 && until_go && say_record 'done' null '' ;;
gate-finding) progress run 4 9 && until_go && say_record 'done' null "$(finding f1)" ;;
hang)
	progress run 1 2
	exec sleep 1000
	;;
crash)
	progress run 1 2
	echo 'about to crash' >&2
	ulimit -c 0
	kill -SEGV $$
	;;
alarm) # computes, and does not look at the clock
	ulimit -c 0
	kill -ALRM $$
	;;
exit)
	printf 'first line\n\033[31mno such thing\033[0m\n' >&2
	exit 7
	;;
garbage) printf 'garbage\n\001\002\377\n{"record":\n{"progress":{"stage":[]}}\n' && say_record 'done' null '' ;;
half) printf '{"record":{"state":"done"' ;;
wrong) printf '{"record":{"state":"running","findings":[{"verdict":"x"}]}}\n' ;;
big)
	head -c 20000000 /dev/zero | tr '\0' 'x'
	echo
	head -c 10000000 /dev/zero | tr '\0' 'y' >&2
	say_record 'done' null ''
	;;
huge)
	printf '{"record":{"state":"done","x":"'
	head -c 20000000 /dev/zero | tr '\0' 'x'
	echo '"}}'
	;;
late) say_record failed '"timeout"' '' ;;
late-finding) say_record 'done' '"timeout"' "$(finding f1)" ;;
skipped) say_record skipped '"tests-only"' '' ;;
esac

if [ -e "$dir/lingers" ]; then
	echo '{"ready":true}'
	IFS= read -r line || exit 0
	eval "set -- $(jq -r '.check | @sh' <<<"$line")"
	exec "$0" "$@"
fi
