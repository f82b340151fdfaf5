#!/bin/bash
# Builds: what is kept, what goes, what a second check does not do again, and commands of the project.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
TRY=$TOP/tests/fixtures/try

span_repo() { repo_from "$TRY/base" "$1" && cd "$1" || exit 1; }
tidy() { git apply "$TRY/tidy.patch" && git commit -q -a -m 'Refactor the parser into one function a form'; }
check() { "$TORA" check --no-daemon --json 2>/dev/null; }
builds() { find "$XDG_CACHE_HOME/tora/builds" -mindepth 1 -maxdepth 1 -name '[0-9a-f]*' ! -name '*.lock' -printf '%f\n' | sort; }

test_cache_is_listed_and_cleared() {
	has "$("$TORA" cache ls)" '^0 builds, 0 KiB, in .*/tora/builds$'
	span_repo r
	has "$("$TORA" cache)" '^0 builds, 0 KiB of at most 5.0 GiB \(tora.cache.quota\)'
	git checkout -q -b tidy && tidy
	check >/dev/null
	out=$("$TORA" cache ls)
	is "$(grep -c " files .* $(pwd)\$" <<<"$out")" 2
	has "$out" " $(git rev-parse 'HEAD^{tree}' | cut -c1-12) "
	has "$out" '^2 builds, '
	json=$("$TORA" cache ls --json)
	is "$(jq -r '[.builds[] | .in_use] | unique | .[]' <<<"$json")" false
	is "$(jq -r '.builds | length' <<<"$json")" 2
	[ "$(jq .bytes <<<"$json")" -gt 10000 ] || die "$json"
	has "$("$TORA" doctor)" 'builds: [0-9]+ % free; 2 builds, '
	has "$("$TORA" cache gc)" '^removed 0 builds'
	git config tora.cache.quota 1 # the one that was used last stays
	has "$("$TORA" cache gc)" '^removed 1 build$'
	is "$(builds | wc -l)" 1
	has "$("$TORA" cache clear)" '^removed 1 build$'
	is "$(find "$XDG_CACHE_HOME/tora/builds" -mindepth 1)" ''
	cd "$T/home" && fails 3 "$TORA" cache gc
	fails 3 "$TORA" cache wipe
	fails 3 "$TORA" cache ls gc
}

# What a file says by itself is kept by its blob: a commit mines what it touched. It is said by a process that loads
# nothing of the project, whatever files of its own the project has.
test_a_commit_mines_what_it_touched() {
	span_repo r
	for i in $(seq 1 20); do
		for k in $(seq 1 60); do
			printf 'def test_%s_%s():\n    assert spantext.parse("%s h %s min") != %s\n\n' "$i" "$k" "$i" "$k" "$k"
		done | sed '1i import spantext\n' >"tests/test_more_$i.py"
	done
	echo 'raise SystemExit("mined by another")' | tee gen_text.py gen_mine.py >gen_literals.py
	git add . && git commit -q -m 'More tests' && git push -q origin main 2>/dev/null
	git checkout -q -b tidy && tidy
	json=$(check)
	n=$(git ls-files '*.py' | wc -l)
	is "$(jq -c '.mined | [.base, .head] | map([.files, .known, .fresh])' <<<"$json")" "[[$n,0,$n],[$n,$((n - 1)),0]]"
	echo '# more' >>tests/test_more_1.py && git commit -q -a -m 'Say more' --amend
	json=$(check)
	is "$(jq -c '.mined.head | [.files, .known, .fresh]' <<<"$json")" "[$n,$((n - 2)),0]" # two of this branch
	is "$(jq -c '.mined.base.fresh' <<<"$json")" 0
	git push -q origin HEAD:main && git branch -q -f main && git checkout -q -b more # merged: now it is kept
	sed -i '0,/return /s//return None or /' spantext/units.py && git commit -q -a -m 'More' && json=$(check)
	is "$(jq -c '.mined | [.base, .head] | map([.files, .known, .fresh])' <<<"$json")" "[[$n,$((n - 2)),2],[$n,$((n - 1)),0]]"
	has "$(cat "$XDG_STATE_HOME/tora/torad.log")" "mine head: $n files, $((n - 2)) known, 0 mined now, 2 left to the engine"
	is "$(find "$XDG_CACHE_HOME/tora" -maxdepth 2 -name '.mine-*')" ''
	mkdir "$XDG_CACHE_HOME/tora/builds/.mine-abc" # of one that was killed
	has "$("$TORA" cache ls)" "^mined of [0-9]+ files: [0-9.]+ KiB of at most 64 MiB\$"
	has "$("$TORA" cache clear)" '^mined of 0 files: 0 KiB '
	is "$(find "$XDG_CACHE_HOME/tora/builds" -mindepth 1)" ''
	json=$("$TORA" check --no-daemon --json --no-cache 2>/dev/null)
	is "$(jq .mined <<<"$json")" null
}

# While a check works its builds are held: neither clear nor a quota takes them away.
test_what_a_check_uses_is_not_cleared() {
	span_repo r
	git config tora.check.timeout 100
	git config tora.build.command 'touch /repo/began; while [ ! -e /repo/go ]; do sleep 0.02; done; rm /repo/go /repo/began'
	git checkout -q -b tidy && tidy
	"$TORA" check --no-daemon >"$T/out" 2>&1 &
	within 20 sh -c "ls $XDG_CACHE_HOME/tora/builds/.new-*/tree/began"
	has "$("$TORA" cache clear)" '^removed 0 builds'
	first=$(ls -d "$XDG_CACHE_HOME"/tora/builds/.new-*)
	touch "$first/tree/go"
	within 20 sh -c "ls $XDG_CACHE_HOME/tora/builds/.new-*/tree/began | grep -v '$first'"
	out=$("$TORA" cache clear)
	has "$out" '; 1 stays, checks are using it$'
	has "$("$TORA" cache ls)" ' built +in use '
	touch "$(ls -d "$XDG_CACHE_HOME"/tora/builds/.new-*)/tree/go"
	wait $!
	is "$?" 1
	has "$("$TORA" cache clear)" '^removed 2 builds$'
}

# ---- projects that have to be built ------------------------------------------------------

needs() { # PROGRAM-OR-HEADER...
	local one
	for one in "$@"; do
		[ -e "$one" ] || command -v "$one" >/dev/null || skip "$one is not installed"
	done
}
headers() { /usr/bin/python3 -c 'import sysconfig; print(sysconfig.get_paths()["include"] + "/Python.h")'; }

# Two extension modules and Python over them; one commit on main.
extension_repo() {
	mkdir "$1" && cd "$1" && git init -q && mkdir quick || exit 1
	for n in one two; do
		cat >"quick/_$n.c" <<-END
			#include <Python.h>
			static PyObject *f(PyObject *self, PyObject *arg)
			{
				return PyLong_FromLong(PyLong_AsLong(arg) + 1);
			}
			static PyMethodDef methods[] = { { "f", f, METH_O, "" }, { 0 } };
			static struct PyModuleDef module = { PyModuleDef_HEAD_INIT, "_$n", "", -1, methods };
			PyMODINIT_FUNC PyInit__$n(void) { return PyModule_Create(&module); }
		END
	done
	cat >setup.py <<-'END'
		from setuptools import Extension, setup
		setup(name="quick", packages=["quick"],
		      ext_modules=[Extension("quick._" + n, ["quick/_%s.c" % n]) for n in ("one", "two")])
	END
	cat >quick/__init__.py <<-'END'
		"""Quick sums."""
		from quick import _one, _two


		def more(n: int) -> int:
		    """A number, and a little more.

		    >>> more(3)
		    5
		    """
		    return _two.f(_one.f(n))
	END
	git add . && git commit -q -m 'Quick sums'
}
tree_of() { # KEY-OR-PATTERN of `cache ls --json`: the folder of the build of that revision
	local oid
	oid=$(git rev-parse "$1^{tree}")
	echo "$XDG_CACHE_HOME/tora/builds/$("$TORA" cache ls --json | jq -r ".builds[] | select(.tree == \"$oid\") | .key")/tree"
}

test_an_extension_is_built_and_only_what_changed_again() {
	needs gcc "$(headers)" /usr/lib/python3/dist-packages/setuptools
	extension_repo r
	git checkout -q -b faster
	sed -i 's/ + 1/ + 2/' quick/_two.c && sed -i 's/_two.f(_one.f(n))/_two.f(_one.f(int(n)))/' quick/__init__.py
	git commit -q -a -m 'Make more faster'
	json=$(check)
	is "$(jq -r '.state, .reason' <<<"$json" | tr '\n' ' ')" 'done null '
	is "$(jq '.notes | length' <<<"$json")" 0
	has "$(jq -r '.findings[] | .before.stdout + " " + .after.stdout' <<<"$json")" '[0-9]'
	base=$(tree_of main) head=$(tree_of HEAD)
	is "$("$TORA" cache ls | grep -c ' rebuilt ')" 1
	# _one is the base's very file, _two is another
	is "$(stat -c %i "$base"/quick/_one*.so)" "$(stat -c %i "$head"/quick/_one*.so)"
	[ "$(sha256sum <"$(ls "$base"/quick/_two*.so)")" != "$(sha256sum <"$(ls "$head"/quick/_two*.so)")" ] ||
		die '_two was not built again'
	is "$(find "$base" -perm /222 ! -type l)" ''
}

# The second check on a branch: the base is neither built nor written to, whatever the head's build does.
test_a_second_check_leaves_the_base_alone() {
	needs gcc strace "$(headers)" /usr/lib/python3/dist-packages/setuptools
	extension_repo r
	git checkout -q -b faster
	sed -i 's/return _two/return 1 + _two/' quick/__init__.py && git commit -q -a -m 'One'
	check >/dev/null
	base=$(tree_of main)
	sums() { find "$base" -type f -exec sha256sum {} + | sort; find "$base" -printf '%P %m %T@ %i\n' | sort; }
	before=$(sums)
	sed -i 's/+ 1/+ 3/' quick/_one.c && sed -i 's/1 + _two/2 + _two/' quick/__init__.py && git commit -q -a -m 'Two'
	strace -f -qq -e trace=execve,openat,open,creat,truncate,unlinkat,renameat -s 400 -o "$T/trace" \
		"$TORA" check --no-daemon >/dev/null 2>&1
	is "$?" 1
	is "$(sums)" "$before"
	key=$(basename "$(dirname "$base")")
	built=$(grep -E 'execve\("[^"]*bwrap".*"--bind".*build_ext.* = 0$' "$T/trace")
	is "$(wc -l <<<"$built")" 1
	has "$built" "\.new-[0-9a-f]{64}/tree"
	lacks "$built" "new-$key"
	lacks "$(grep "$key" "$T/trace" | grep -v "$key.lock")" 'O_WRONLY|O_RDWR|O_CREAT|unlinkat\(|renameat\('
}

test_make_without_a_network() {
	needs gcc make
	mkdir r && cd r && git init -q && mkdir sums || exit 1
	printf 'all: libsums.so\nlibsums.so: a.o b.o\n\tcc -shared -o $@ $^\n%%.o: %%.c\n\tcc -fPIC -c $<\n\techo $@ >>made\n' >Makefile
	echo 'int twice(int n) { return 2 * n; }' >a.c
	echo 'int thrice(int n) { return 3 * n; }' >b.c
	printf 'import ctypes\n_lib = ctypes.CDLL(__file__.replace("sums/__init__.py", "libsums.so"))\n\n\ndef sum_of(n: int) -> int:\n    """Five times n.\n\n    >>> sum_of(2)\n    10\n    """\n    return _lib.twice(n) + _lib.thrice(n)\n' >sums/__init__.py
	git config tora.build.command 'make; ! getent hosts example.org'
	git add . && git commit -q -m 'Sums' && git checkout -q -b next
	sed -i 's/2 \* n/n + 7/' a.c && sed -i 's/return _lib.twice(n)/return  _lib.twice(int(n))/' sums/__init__.py
	git commit -q -a -m 'Tidy'
	json=$(check)
	is "$(jq -r '.state, .reason' <<<"$json" | tr '\n' ' ')" 'done null '
	is "$(tr '\n' ' ' <"$(tree_of HEAD)/made")" 'a.o b.o a.o '
	is "$(tr '\n' ' ' <"$(tree_of main)/made")" 'a.o b.o '
	[ "$(jq '.findings | length' <<<"$json")" -ge 1 ] || die "$json"
}

meson_check() { # a change of a project that meson builds
	extension_repo r
	git rm -q setup.py
	cat >meson.build <<-'END'
		project('quick', 'c', version: '1')
		py = import('python').find_installation(pure: false)
		foreach n : ['one', 'two']
		  py.extension_module('_' + n, 'quick/_' + n + '.c', subdir: 'quick', install: true, dependencies: py.dependency())
		endforeach
		py.install_sources('quick/__init__.py', subdir: 'quick')
	END
	printf '[build-system]\nbuild-backend = "mesonpy"\nrequires = ["meson-python"]\n[project]\nname = "quick"\nversion = "1"\n' \
		>pyproject.toml
	git add . && git commit -q -m 'Meson' && git checkout -q -b faster
	sed -i 's/ + 1/ + 2/' quick/_two.c && sed -i 's/_two.f(_one.f(n))/_two.f(_one.f(int(n)))/' quick/__init__.py
	git commit -q -a -m 'Make more faster'
	json=$(check)
	is "$(jq -r '.state, .reason, (.notes | length)' <<<"$json" | tr '\n' ' ')" 'done null 0 '
	[ "$(jq '.findings | length' <<<"$json")" -ge 1 ] || die "$json"
}

# Meson works in a folder of the tree; the head makes again what changed, although meson's dependencies
# name headers of the system, which are younger than any source here. Nothing is downloaded, no pip runs.
test_meson_python_is_built_and_only_what_changed_again() {
	needs gcc meson ninja "$(headers)"
	meson_check
	is "$("$TORA" cache ls | grep -c ' rebuilt ')" 1
	base=$(tree_of main) head=$(tree_of HEAD)
	made() { grep -c "$1" "$2/.tora-build/.ninja_log"; } # a line for each time
	is "$(made '_one.*\.c\.o' "$base") $(made '_two.*\.c\.o' "$base")" '1 1'
	is "$(made '_one.*\.c\.o' "$head") $(made '_two.*\.c\.o' "$head")" '1 2'
	is "$(stat -c %i "$base"/quick/_one*.so)" "$(stat -c %i "$head"/quick/_one*.so)"
	[ "$(sha256sum <"$(ls "$base"/quick/_two*.so)")" != "$(sha256sum <"$(ls "$head"/quick/_two*.so)")" ] ||
		die '_two was not built again'
}

# There most linkers' products cannot be made executable. Meson runs one first of all: it is given another linker.
test_meson_python_without_bubblewrap() {
	needs gcc meson ninja "$(headers)"
	command -v ld.gold ld.lld >/dev/null || skip 'neither gold nor lld is installed'
	export TORA_SANDBOX=landlock
	meson_check
}

# A build that runs what it has made itself: that is said, with what to do, and the failure stands for that sandbox alone.
test_a_build_that_runs_what_it_made_without_bubblewrap() {
	local why
	needs gcc make "$(headers)"
	extension_repo r
	git rm -q setup.py
	printf 'libquick.so: quick.c\n\tcc -shared -o $@ $<\nquick.c: tell\n\t./tell >$@\n' >Makefile
	echo 'int main(void) { return 0; }' >tell.c
	sed -i 's/^from.*//; s/_two.f(_one.f(n))/n/' quick/__init__.py
	git add . && git commit -q -m 'Make' && git checkout -q -b faster
	sed -i 's/return n/return int(n)/' quick/__init__.py && git commit -q -a -m 'Make more faster'
	why=$(TORA_SANDBOX=landlock check | jq -r '.state, .notes[]')
	has "$why" '^done'
	has "$why" 'ended with 2 on the base: .*Error 126; without bubblewrap .* cannot run what it has just made'
	sed -i 's/return int(n)/return float(n)/' quick/__init__.py && git commit -q -a -m 'Make more a float'
	why=$(check | jq -r '.state, .notes[]')
	has "$why" '^done'
	lacks "$why" 'ended with'
}

# A build from nothing, because setup.py changed, compiles nothing that was compiled before.
test_ccache_remembers_what_was_compiled() {
	needs gcc ccache "$(headers)" /usr/lib/python3/dist-packages/setuptools
	extension_repo r
	git checkout -q -b named
	echo '# more' >>setup.py && sed -i 's/_two.f(_one.f(n))/_two.f(_one.f(int(n)))/' quick/__init__.py
	sed -i 's/ + 1/ + 2/' quick/_two.c
	git commit -q -a -m 'Names'
	is "$(check | jq -r '.state, .reason' | tr '\n' ' ')" 'done null '
	is "$("$TORA" cache ls | grep -c ' built ')" 2
	kept=$(ls -d "$XDG_CACHE_HOME"/tora/ccache/*)
	stats() { CCACHE_DIR=$kept ccache --print-stats | awk -v n="$1" '$1 == n { print $2 }'; }
	is "$(stats direct_cache_hit) $(stats cache_miss)" '1 3' # _one; both of the base and the new _two
	is "$(find "$HOME" -path "$XDG_CACHE_HOME/tora" -prune -o -iname '*ccache*' -print)" ''
	ok "$TORA" cache clear
	[ ! -e "$kept" ] || die 'it is still there'
}

# What a build leaves there that is no cache goes, and costs nobody's disk.
test_the_folder_of_ccache_stays_small() {
	needs ccache
	span_repo r
	# shellcheck disable=SC2016 # of the build's shell
	git config tora.build.command 'head -c 400M /dev/zero >$CCACHE_DIR/much'
	git checkout -q -b tidy && tidy
	is "$(check | jq -r .state)" 'done'
	is "$(ls "$XDG_CACHE_HOME/tora/ccache")" ''
}

test_a_makefile_with_a_library_is_made() {
	needs gcc make
	mkdir r && cd r && git init -q && mkdir sums || exit 1
	printf 'sums/_sums.so: a.c\n\tcc -shared -fPIC -o $@ $<\n' >Makefile
	echo 'int twice(int n) { return 2 * n; }' >a.c
	printf 'import ctypes, os\n_lib = ctypes.CDLL(os.path.dirname(__file__) + "/_sums.so")\n\n\ndef sum_of(n: int) -> int:\n    """Two times n.\n\n    >>> sum_of(2)\n    4\n    """\n    return _lib.twice(n)\n' >sums/__init__.py
	git add . && git commit -q -m 'Sums' && git checkout -q -b next
	sed -i 's/2 \* n/n + 7/' a.c && sed -i 's/return _lib.twice(n)/return  _lib.twice(int(n))/' sums/__init__.py
	git commit -q -a -m 'Tidy'
	json=$(check)
	is "$(jq -r '.state, .reason, (.notes | length)' <<<"$json" | tr '\n' ' ')" 'done null 0 '
	[ "$(jq '.findings | length' <<<"$json")" -ge 1 ] || die "$json"
}

# ---- builds nobody waits for ---------------------------------------------------------------

built_ahead() { "$TORA" cache ls | grep -q "^2 builds\|^1 build,"; }

test_the_base_is_there_before_the_first_check() {
	span_repo r
	ok "$TORA" init
	git checkout -q -b tidy
	within 30 built_ahead
	tidy
	ok settled
	json=$("$TORA" cache ls --json)
	base=$(git rev-parse 'main^{tree}')
	is "$(jq "[.builds[] | select(.tree == \"$base\")] | length" <<<"$json")" 1 # the very build a check needs
	[ "$(jq '.builds | length' <<<"$json")" -le 3 ] || die "$json"
}

spare_of() { grep -l '"spare":true' "$XDG_CACHE_HOME"/tora/builds/*/.complete | xargs -r grep -c "$(git rev-parse "$1^{tree}")"; }
copied() { [ "$(spare_of HEAD)" = 1 ]; }

# What the next commit's build is made of is copied while nobody waits, and is none of the builds that are listed.
test_a_spare_copy_is_there_for_the_next_commit() {
	[ "$(stat -f -c %T "$T")" = ext2/ext3 ] || skip 'builds are made of old ones on ext4 only'
	span_repo r
	ok "$TORA" init
	git checkout -q -b tidy
	tidy
	ok settled
	within 30 copied
	has "$("$TORA" cache ls)" '^2 builds, 1 spare copy for the next, '
	is "$("$TORA" cache ls --json | jq -c '[.spares, (.builds | length)]')" '[1,2]'
	spare=$(stat -c %i "$(dirname "$(grep -l '"spare":true' "$XDG_CACHE_HOME"/tora/builds/*/.complete)")/tree")
	echo >more.txt && git add more.txt && git commit -q -m 'More'
	check >/dev/null || :
	is "$(stat -c %i "$(tree_of HEAD)")" "$spare"
	within 30 copied
	kept=$("$TORA" cache ls --json | jq .kept)
	has "$("$TORAD" probe --repo . | jq -r '.probe[] | select(.name == "disk") | .text')" "free; $kept builds, "
	has "$("$TORA" cache clear)" "^removed [0-3] builds? and 1 spare copy(;|$)"
	is "$("$TORA" cache ls --json | jq .spares)" 0
}

# The build is there all the same, and what prebuild prints too.
test_a_prebuild_without_a_spare_copy() {
	local spare
	[ "$(stat -f -c %T "$T")" = ext2/ext3 ] || skip 'builds are made of old ones on ext4 only'
	span_repo r
	git checkout -q -b tidy
	is "$("$TORAD" prebuild --repo . | jq .prebuild.spare)" true
	spare=$(dirname "$(grep -l '"spare":true' "$XDG_CACHE_HOME"/tora/builds/*/.complete)")
	chmod -R u+w "$spare" && rm -r "$spare" "$spare.lock" && mkdir "$spare.lock" || exit 1
	is "$("$TORAD" prebuild --repo . | jq -c '[.prebuild.spare, .prebuild.reused]')" '[false,true]'
}

# Two checks of one tree at the same time: the second waits for the build of the first.
test_checks_at_the_same_time_build_once() {
	needs make
	span_repo r
	git config tora.build.command 'echo x >>/repo/made; mkdir /repo/once; while [ ! -e /repo/go ]; do sleep 0.02; done; rm -r /repo/go /repo/once'
	git config tora.check.timeout 100
	git checkout -q -b tidy && tidy
	check >"$T/one" &
	one=$!
	check >"$T/two" &
	two=$!
	for _ in base head; do
		within 20 sh -c "ls -d $XDG_CACHE_HOME/tora/builds/.new-*/tree/once"
		is "$(find "$XDG_CACHE_HOME"/tora/builds -maxdepth 1 -name '.new-*' | wc -l)" 1
		dir=$(ls -d "$XDG_CACHE_HOME"/tora/builds/.new-*)
		touch "$dir/tree/go"
		within 20 sh -c "[ ! -e $dir ]"
	done
	wait $one && die "$(cat "$T/one")"
	wait $two && die "$(cat "$T/two")"
	is "$(jq -r .state "$T/one" "$T/two" | tr '\n' ' ')" 'done done '
	is "$(builds | wc -l)" 2
	is "$(cat "$(tree_of main)/made")" x
}

# Killed in the middle of a build: nothing runs on, and the next check finds nothing half-made.
test_a_killed_build_leaves_nothing() {
	span_repo r
	mark=1000.$RANDOM$RANDOM # in the sandbox there is no variable to know our processes by
	git config tora.build.command "touch /repo/began; setsid sleep $mark & sleep $mark"
	git checkout -q -b tidy && tidy
	"$TORAD" check --repo . >/dev/null 2>&1 &
	pid=$!
	within 20 sh -c "ls $XDG_CACHE_HOME/tora/builds/.new-*/tree/began"
	pgrep -f "slee[p] $mark" >/dev/null || die 'nothing runs'
	kill -KILL $pid
	wait $pid 2>/dev/null
	within 10 sh -c "! pgrep -f 'slee[p] $mark'"
	is "$(builds)" ''
	git config tora.build.command 'touch /repo/began'
	is "$(check | jq -r .state)" 'done'
	is "$(find "$XDG_CACHE_HOME/tora/builds" -maxdepth 1 -name '.*' ! -name builds)" ''
	is "$(builds | wc -l)" 2
}

# Commands that fail in odd ways; those that do harm are in test_bad_code.sh.
test_commands_that_will_not_do() {
	span_repo r
	git checkout -q -b tidy && tidy
	git config tora.check.timeout 8
	for command in 'yes >/dev/full' 'wget -q http://127.0.0.1:1/' 'kill -9 $$' 'no-such-program' 'if'; do
		git config tora.build.command "$command"
		json=$(check)
		has "$(jq -r .reason <<<"$json")" '^(base-not-buildable|timeout)$'
		has "$(jq -r .detail <<<"$json")" 'tora.build.command|build'
		is "$(find "$XDG_CACHE_HOME/tora/builds" -mindepth 1 ! -name '*.lock')" ''
	done
}

run_tests "$@"
