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

# While a check works its builds are held: neither clear nor a quota takes them away.
test_what_a_check_uses_is_not_cleared() {
	span_repo r
	git config tora.check.timeout 100
	git config tora.build.command 'touch /repo/began; while [ ! -e /repo/go ]; do sleep 0.02; done'
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

run_tests "$@"
