#!/bin/bash
# The main job on a TypeScript package: by the compiler in its node_modules, by its own build, and without either.
# shellcheck source=tests/harness.sh
. "$(dirname "$0")/../harness.sh"
COMPILER='typescript 5.4.5 sha512-vcI4UpRgg81oIRUFwR0WSIHKt11nJ7SAVlYNIu+QpqeyXP+gpQJy/Z4+F0aGxSE4MqwjyXvW/TzgkLAx2AGHwQ=='

package() {
	git init -q -b main r && cd r && mkdir src || exit 1
	echo '{ "name": "spans", "version": "1.0.0", "type": "module", "main": "dist/index.js" }' >package.json
	cat >tsconfig.json <<'JSON'
{
	// as most have it
	"compilerOptions": { "target": "es2021", "module": "nodenext", "outDir": "dist", "rootDir": "src", "strict": true, },
}
JSON
	cat >src/units.ts <<'TS'
export enum Unit { Second = 1, Minute = 60, Hour = 3600 }
export interface Span { amount: number; unit: Unit }
export type Round = 'up' | 'down' | 'nearest';
TS
	cat >src/index.ts <<'TS'
import { Unit, type Span, type Round } from './units.js';

/** Seconds of a span. */
export function seconds(span: Span): number {
	return span.amount * span.unit;
}

/** "90 s" as whole minutes. */
export function minutes(text: string, round: Round = 'nearest'): number {
	const match = /^(\d+(?:\.\d+)?)\s*(s|min|h)$/.exec(text.trim());
	if (!match) throw new RangeError(`not a span: ${text}`);
	const unit: Unit = match[2] === 's' ? Unit.Second : match[2] === 'min' ? Unit.Minute : Unit.Hour;
	const exact = seconds({ amount: Number(match[1]), unit }) / Unit.Minute;
	return round === 'up' ? Math.ceil(exact) : round === 'down' ? Math.floor(exact) : Math.round(exact);
}
TS
	cat >README.md <<'MD'
# spans

```ts
const whole: number = minutes("90 s", "down");
console.log(whole);
```
MD
	printf 'node_modules\ndist\n' >.gitignore
	git add -A && git commit -q -m 'spans 1.0.0' && git checkout -q -b tidy
}
# The README's own call shows it: on a busy machine little else of what is generated is tried before the time is up.
rounding() { sed -i 's/Math.floor(exact)/Math.round(exact)/' src/index.ts && git commit -q -a -m 'Tidy rounding'; }
compiler() {
	# shellcheck disable=SC2086 # three words
	"$TOP/tests/bench/npm" --get $COMPILER "$PWD/node_modules/typescript" 2>"$T/err" || skip "$(tail -n 1 "$T/err")"
}
strips_types() { [ "$(node -p 'Boolean(process.features.typescript)')" = true ]; }

test_with_the_compiler_of_the_project() {
	package && compiler && rounding
	json=$("$TORA" check main..HEAD --format json --no-daemon)
	is "$?" 1
	is "$(jq -r '.changed[].function' <<<"$json")" src/index.ts.minutes
	f=$(jq '[.findings[] | select(.verdict == "unintended")][0]' <<<"$json")
	is "$(jq -r '.before.status' <<<"$f")" ok
	has "$(jq -r '.test' <<<"$f")" "from '\./src/index.ts'|require\('\./src/index.ts'\)"
	is "$(jq -r .line <<<"$f")" "$(grep -n "'down' ?" src/index.ts | cut -d: -f1)"
}

# Elements, in .tsx and in .jsx: what a page's own code makes of them stands in for a framework.
elements() {
	package
	cat >tsconfig.json <<'JSON'
{ "compilerOptions": { "jsx": "react", "jsxFactory": "h", "allowJs": true } }
JSON
	printf 'export const h = (name: string, attributes: object | null, ...inside: unknown[]) => ({ name, ...attributes, inside });\n' >src/h.ts
	cat >src/badge.tsx <<'TS'
import { h } from './h';

/** How many there are, never below zero. */
export function badge(count: number, label = 'new') {
	return <b title={label}>{Math.max(count, 0)} {label}</b>;
}
TS
	cat >src/list.jsx <<'JS'
import { h } from './h';

/** A list of at most `most` items. */
export function list(items, most = 2) {
	return <ul>{items.slice(0, most).map((item) => <li>{item}</li>)}</ul>;
}
JS
	git add -A && git commit -q -m 'Elements' && git branch -q -f main
	sed -i 's/Math.max(count, 0)/count/' src/badge.tsx && sed -i 's/most = 2/most = 3/' src/list.jsx && git commit -q -a -m 'Tidy'
}

test_elements_by_the_compiler_of_the_project() {
	elements && compiler
	json=$("$TORA" check main..HEAD --format json --no-daemon)
	is "$?" 1
	is "$(jq -c '[.changed[].function] | sort' <<<"$json")" '["src/badge.tsx.badge","src/list.jsx.list"]'
	is "$(jq -c '[.findings[] | select(.verdict == "unintended").file] | unique' <<<"$json")" '["src/badge.tsx","src/list.jsx"]'
}

test_elements_without_it() {
	elements
	json=$("$TORA" check main..HEAD --format json --no-daemon 2>"$T/said")
	is "$?" 2
	is "$(jq -r .reason <<<"$json")" base-not-buildable
	has "$(cat "$T/said")" 'JSX needs one of: a build .tora\.build\.command., typescript'
	has "$("$TORA" doctor)" '^ok +tsx .*; JSX needs a build, or typescript in node_modules'
	mkdir -p node_modules/typescript
	lacks "$("$TORA" doctor)" 'needs a build'
}

test_a_change_of_types_is_none() {
	package
	sed -i "s/round: Round = /round: Round | 'away' = /; s/text: string/text: string \& {}/" src/index.ts
	printf 'export type Spans = readonly Span[];\n' >>src/units.ts
	git commit -q -a -m 'Narrower types'
	json=$("$TORA" check main..HEAD --format json --no-daemon)
	is "$(jq -r '.state, .reason' <<<"$json" | tr '\n' ' ')" 'skipped comments-only '
}

test_by_the_build_of_the_project() {
	package
	cat >build.mjs <<'JS'
import fs from 'node:fs'; // takes types away, a line for a line
const bare = (text) => text.replace(/: (string|number|Round|Span|Unit(?= =))\b/g, '').replace(/, type \w+/g, '')
	.replace(/^export (interface|type) .*$/mg, '')
	.replace(/export enum Unit \{(.*)\}/, (_, rows) => `export const Unit = {${rows.replaceAll(' =', ':')}};`);
fs.mkdirSync('dist', { recursive: true });
for (const name of ['units', 'index']) {
	const text = bare(fs.readFileSync(`src/${name}.ts`, 'utf8'));
	fs.writeFileSync(`dist/${name}.js`, `${text}//# sourceMappingURL=${name}.js.map\n`);
	fs.writeFileSync(`dist/${name}.js.map`, JSON.stringify({ version: 3, sources: [`../src/${name}.ts`],
		mappings: text.split('\n').map((_, i) => (i ? 'AACA' : 'AAAA')).join(';') }));
}
JS
	git add build.mjs && git commit -q -m 'A build' && git branch -q -f main && rounding
	git config tora.build.command 'node build.mjs'
	json=$("$TORA" check main..HEAD --format json --no-daemon)
	is "$?" 1
	f=$(jq '[.findings[] | select(.verdict == "unintended")][0]' <<<"$json")
	has "$(jq -r '.test' <<<"$f")" "'\./dist/index.js'"
	is "$(jq -r .file <<<"$f")" src/index.ts
}

test_without_either_a_sentence_says_what_is_needed() {
	package && rounding
	strips_types && skip 'this Node runs TypeScript by itself'
	json=$("$TORA" check main..HEAD --format json --no-daemon 2>"$T/said")
	is "$?" 2
	is "$(jq -r .reason <<<"$json")" base-not-buildable
	has "$(cat "$T/said")" 'tora\.build\.command.*node_modules.*Node 22\.18'
	has "$("$TORA" doctor)" '^ok +typescript .*; TypeScript needs a build, typescript in node_modules, or Node 22\.18'
}

run_tests "$@"
