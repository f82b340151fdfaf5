'use strict';
/*
 * Values that the language and its library read in more ways than one: a key that every object has, a `$&` in what is put in,
 * a letter of two halves, an item that is undefined. Which of them matter is said by the words of a change that only one side has.
 */
const { ESCAPE, tokens } = require('./lexer.js');

/* [words, texts, items of arrays]; no holes, which hardly anybody has in an array that is passed. */
const READ = [
	[/^(in|hasOwn|hasOwnProperty|Map|Set|assign|fromEntries|create)$/, ["'constructor'", "'__proto__'"], []],
	[/^(Number|parseInt|parseFloat|BigInt|toFixed|isInteger|isSafeInteger|Math)$/, ["'9007199254740993'", "'1e3'", "'12px'"], []],
	[/^(replace|replaceAll)$/, ["'$&'", "'$1$$'"], []],
	[/^(charAt|charCodeAt|codePointAt|fromCharCode|fromCodePoint|substring|substr|slice|split|length|padStart|padEnd|at)$/, ["'\u{1f600}'", "'e\u0301'"], []],
	[/^(indexOf|lastIndexOf|includes|Set|is|isNaN|findIndex|find)$/, [], ['NaN']],
	[/^(forEach|from|map|reduce|some|every|keys|entries|values|flat|fill|filter)$/, [], ['undefined']],
	[/^(test|exec|match|matchAll|RegExp|search)$/, ["'\\n'"], []],
	[/^(trim|trimStart|trimEnd|isBlank)$/, ["'\\u00a0'", "'\\t'"], []],
	[/^(toLowerCase|toUpperCase|localeCompare|toLocaleLowerCase|toLocaleUpperCase|normalize)$/, ["'\u00df'", "'\u0130'"], []],
	[/^(encodeURIComponent|decodeURIComponent|encodeURI|decodeURI|escape|unescape|URLSearchParams|URL)$/, ["'%'", "'a+b&c'"], []],
	[/^(resolve|normalize|dirname|basename|extname|relative|isAbsolute|posix)$/, ["'/../x'", "'.x'", "'x.tar.gz'"], []],
	[/^(searchParams|hostname|pathname|origin|fileURLToPath|pathToFileURL)$/, ["'%20'", "'[::1]'", "'x:80'"], []],
	[/^(Date|toISOString|toLocaleDateString|toLocaleString|Intl|DateTimeFormat)$/, ["'2024-02-29'", "'2024-12-31T23:30:00-01:00'"], []],
	[/^(stringify|parse|toJSON)$/, ["'\"'"], ['undefined']],
];
const CALLS_MAX = 3, READ_MAX = 16, LONG_MAX = 200;
const STRINGS_MAX = 4, FIELDS_MAX = 3;
const WORD = /[A-Za-z_$][\w$]*/g;
const READ_AS = new RegExp(`${ESCAPE}|[\\p{L}\\p{N}]+`, 'gu');

function wordsOf(text) {
	return new Set(text.match(WORD) || []);
}

/* {strings, items} for a change: its lines, and the function on either side ('' where it is not known). */
function readings(changed, mine, other) {
	const one = wordsOf(mine), two = wordsOf(other), words = wordsOf(changed);
	if (mine && other)
		[...one, ...two].filter((w) => one.has(w) !== two.has(w)).forEach((w) => words.add(w));
	const rows = READ.filter(([name]) => [...words].some((w) => name.test(w)));
	const strings = [0, 1, 2].flatMap((k) => rows.map((row) => row[1][k])).filter(Boolean);
	return { strings: [...new Set(strings)].slice(0, STRINGS_MAX), items: [...new Set(rows.flatMap((row) => row[2]))] };
}

/* What stands between quotes with another text in the place of its last word, of which no escape is one; of none, before it. */
function withWord(inner, said) {
	const words = [...inner.matchAll(READ_AS)].filter(([one]) => one[0] !== '\\');
	const { index, 0: word } = words.pop() || { index: 0, 0: '' };
	return inner.slice(0, index) + said + inner.slice(index + word.length);
}

/* Real calls with these texts in the place of the last word of one they pass, and behind it: kept whatever they print here. */
function withReadings(calls, strings) {
	const found = [];
	for (const { args, where } of calls.slice(0, CALLS_MAX))
		args.forEach((arg, i) => {
			const texts = tokens(arg).filter((t) => t.kind === 'string' && t.text.length < LONG_MAX);
			const t = texts[texts.length - 1];
			for (const one of t ? strings : [])
				for (const inner of [withWord(t.text.slice(1, -1), one.slice(1, -1)), t.text.slice(1, -1) + one.slice(1, -1)])
					found.push({ args: args.map((a, k) => (k === i ? `${arg.slice(0, t.at)}'${inner.replace(/(\\[^'])|\\?'/g, '$1')}'${arg.slice(t.end)}` : a)), where });
		});
	return found.slice(0, READ_MAX);
}

/* Pairs for an object: what the changed lines set on an object may be what its maker is given. */
function fieldPairs(changed) {
	const names = [...changed.matchAll(/(?:^|\n|;|\{)\s*(?:this\.)?([A-Za-z_$][\w$]*)\s*(?:\?\?|\|\|)?=(?![=>])/g)].map((m) => m[1]);
	return [...new Set(names)].slice(0, FIELDS_MAX).map((name) => `${name}: 'own'`);
}

module.exports = { readings, withReadings, fieldPairs };
