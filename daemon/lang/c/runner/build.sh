#!/bin/sh
# shellcheck disable=SC2001,SC2013
# Makes the library of a C project that says nothing about how: every source below the root that is no
# test, no example and no program, into one shared object. Run in the root of the tree, by /bin/sh -c, $0: the compiler.
#
# .tora-c/library.so   what tests are run with: not optimised, with line numbers
# .tora-c/flags        one option a line: what a program that includes its headers is compiled with, in this folder
# The last line that is printed says why not.
set -u
set -f
export LC_ALL=C
d=.tora-c
mkdir -p $d/o
rm -f $d/library.so $d/flags $d/failed

sources() { # FIND-TEST...: C files where a library has them
	find . -mindepth 1 -name '.*' -prune -o -type d \( -name test -o -name tests -o -name testing -o -name t \
		-o -name 'example*' -o -name 'sample*' -o -name 'demo*' -o -name 'bench*' -o -name 'fuzz*' \
		-o -name doc -o -name docs -o -name tools -o -name scripts -o -name CMakeFiles -o -name unittest \
		\) -prune -o -type f "$@" -print | sort
}

sources -name '*.c' ! -name 'test_*' ! -name '*_test.c' ! -name 'test.c' ! -name 'tests.c' \
	! -name 'bench*.c' ! -name 'example*.c' ! -name 'fuzz*.c' ! -name '*_bench.c' ! -name '*_fuzz*.c' |
	while IFS= read -r f; do
		grep -Eq '^([a-zA-Z_]+[ 	*]+)*main[ 	]*\(' "$f" || printf '%s\n' "$f"
	done >$d/sources
if [ ! -s $d/sources ]; then
	echo 'the library of this tree could not be built: no source of a library was found'
	exit 1
fi

# Words as the shell reads them: -DNAME='a b'.
if ! (eval "set -- ${TORA_C_FLAGS-}") 2>$d/failed; then
	echo "the library of this tree could not be built: tora.c.flags: $(cat $d/failed)"
	exit 1
fi
rm -f $d/failed

# <strutil/strutil.h> is looked for below the folders that are called so by custom, "strutil.h" in any that has one.
{
	for name in . include src lib inc; do
		[ -d "$name" ] && echo "-I$name"
	done
	find . -mindepth 2 -name '.*' -prune -o -type d -name include -print | sort | sed "s|^\./|-I|"
	sources -name '*.h' | sed 's|/[^/]*$||' | sort -u | sed 's|^\./||; s|^|-iquote\n|'
	for f in config.h include/config.h src/config.h; do
		[ -e "$f" ] && echo -DHAVE_CONFIG_H && break
	done
	eval "set -- ${TORA_C_FLAGS-}"
	[ $# -eq 0 ] || printf '%s\n' "$@"
} >$d/flags.new

IFS='
'
flags=$(cat $d/flags.new)
object() { # SOURCE
	printf '%s/o/%s.o\n' $d "$(printf '%s' "${1#./}" | sed 's|%|%25|g; s|/|%2F|g')"
}
compile() { # SOURCE
	o=$(object "$1")
	case $1 in ./-*) src=$1 ;; *) src=${1#./} ;; esac
	sum=$(sha256sum <"$1")
	[ -e "$o" ] && [ "$(cat "$o.sum" 2>/dev/null)" = "$sum$flags" ] && return
	rm -f "$o"
	# shellcheck disable=SC2086
	if "$0" -c -fPIC -g -O0 -w -pipe -fno-omit-frame-pointer $flags -o "$o" "$src" 2>"$o.log"; then
		printf '%s' "$sum$flags" >"$o.sum"
	else
		mv "$o.log" $d/failed
	fi
}
n=0
objects=
for f in $(cat $d/sources); do
	compile "$f" &
	objects="$objects$(object "$f")
"
	n=$((n + 1))
	[ $((n % 4)) -ne 0 ] || wait
done
wait
# shellcheck disable=SC2086
[ -e $d/failed ] || "$0" -shared -Wl,-Bsymbolic -Wl,-z,now -Wl,-z,lazy -o $d/library.so $objects -lm -lpthread -ldl 2>$d/failed || rm -f $d/library.so
if [ ! -e $d/library.so ]; then
	cat $d/failed
	what=$(grep -m 1 -E 'error|multiple definition|undefined reference' $d/failed || tail -n 1 $d/failed)
	echo "the library of this tree could not be built: $what"
	exit 1
fi
mv $d/flags.new $d/flags
rm -rf $d/failed
