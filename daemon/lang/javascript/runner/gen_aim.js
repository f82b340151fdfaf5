'use strict';
/*
 * Arguments on both sides of the conditions of a change, old and new: `a < 3` gives 2, 3 and 4, `a.length > 9` texts and
 * arrays of 9 and 10, `a < b` both orders and two equal ones. They are put into real calls.
 *
 * Read off the changed lines of both versions, by what stands beside a parameter's name or that of a variable
 * which is set to it, plainly or trimmed or made a number.
 */
const path = require('path');
const mine = require('./gen_mine.js');
const { tokens, pieces, split, closing } = require('./lexer.js');

const CALLS_MAX = 2; // calls that a value is put into
const NAMES_MAX = 4; // of one parameter
const VALUES_MAX = 40; // of one function
const LONG_MAX = 300; // characters or items
const BEHIND_MAX = 4; // numbers that a name may stand for
const IMPORTED_MAX = 4; // modules whose text is looked through for them
const PLACE = '((?:this\\.|[\\w$]+\\.)*[A-Za-z_$][\\w$]*)(?![\\w$(])';
const LITERAL = '(\'[^\'\\n]*\'|"[^"\\n]*"|-?\\d+(?:\\.\\d+)?\\b)';
const COMPARES = '(?:[!=]==?|[<>]=?)';
/* A text made a number: `+text`, Number(text); and texts that this tells apart. */
const CONVERTED = '(?:\\+(?<!(?:[$)\\]\'"`+}]|(?<!return)\\b)\\s*\\+)\\s*|\\b(?:Number|parseInt|parseFloat)\\(\\s*)NAME(?!\\s*[.[(])';
const NUMERALS = ["'10'", "'9'", "'-1'", "'1.5'", "'07'", "'0x1f'", "'1e3'", "' 7 '", "'12px'"];
const TYPES = { string: ["'abc'", "''"], number: ['3', 'NaN'], boolean: ['true', 'false'], function: ['(value) => value'], undefined: ['undefined', 'null'],
	object: ['null', '{ a: 1 }', '[]'], bigint: ['3n', '3'] };

/* The lines of one text that the other has not. */
function linesLeft(text, other) {
	const known = new Set(other.split('\n').map((row) => row.trim()));
	return text.split('\n').filter((row) => !known.has(row.trim())).join('\n');
}

/* A parameter's name and those of what is set to it. */
function namesOf(name, source) {
	const names = [name];
	for (let i = 0; i < names.length && names.length < NAMES_MAX; i++) {
		const n = names[i].replace(/[$]/g, '\\$&');
		for (const m of source.matchAll(new RegExp(`(?<![\\w$])([\\w$]{1,60})\\s*=\\s*(?:Number\\(|String\\(|parse(?:Int|Float)\\(|Math\\.\\w+\\()?${n}\\b(?:\\.(?:trim|to(?:Lower|Upper)Case)\\(\\))?\\)?\\s*[;,\\n]`, 'g')))
			if (!names.includes(m[1]))
				names.push(m[1]);
	}
	return names.slice(0, NAMES_MAX);
}

/* `had`, a literal, as something that is n long. */
function sized(n, had) {
	if (!Number.isInteger(n) || n < 0 || n > LONG_MAX)
		return [];
	const list = tokens(had);
	if (had[0] === '[') {
		const parts = split(had, list, 1, Math.max(1, closing(list, 0))) || [];
		const items = parts.length ? parts : ['1'];
		return [`[${Array.from({ length: n }, (_, i) => items[i % items.length]).join(', ')}]`];
	}
	const inner = /^(['"])[^\\]+\1$/.test(had) ? had.slice(1, -1) : 'x';
	return [`'${inner.repeat(Math.ceil(n / inner.length)).slice(0, n)}'`];
}

function beside(literal) {
	const n = Number(literal);
	if (Number.isNaN(n))
		return [literal, `${literal.slice(0, -1)}a${literal[0]}`, literal[0] + pieces(literal.slice(1, -1)).slice(0, -1).join('') + literal[0]];
	return [n, n + 1, n - 1, ...(Number.isInteger(n) ? [] : [n + 0.5])].map(String);
}

/* The text of a file and of the project's own modules that it imports: where a name that is compared with is set. */
function textAround(root, file) {
	const text = mine.read(root, path.relative(root, file)), found = [text];
	for (const [, , from] of text.matchAll(/(?:\bfrom|\brequire\()\s*(['"])(\.[^'"\n]{1,200})\1/g))
		for (const ending of ['', '.js', '.mjs', '.cjs', '.ts', '/index.js'])
			if (found.length <= IMPORTED_MAX && /\.[cm]?[jt]s$/.test(from + ending))
				found.push(mine.read(root, path.relative(root, path.join(path.dirname(file), from + ending))));
	return found.join('\n');
}

/* Numbers that `place`, a name or a member, is set to in a text, one of which an argument may choose. */
function behind(place, text) {
	const name = place.split('.').pop().replace(/[$]/g, '\\$&'), found = new Set();
	for (const [, value] of text.matchAll(new RegExp(`(?<![\\w$])${name}\\s*(?:=(?![=>])|:)\\s*([^;,)}\\n]{1,80})`, 'g')))
		for (const [n] of value.matchAll(/(?<![\w$.])-?\d[\d_]*(?:\.\d+)?(?![\w$.])/g))
			found.add(n.replace(/_/g, ''));
	return [...found].slice(0, BEHIND_MAX);
}

/* Values for what `name` is compared with in `rows`; `had`: a real one; `text`: where other names are set. */
function valuesFor(name, rows, had, text = '') {
	const n = `(?<![\\w$.])${name.replace(/[$]/g, '\\$&')}(?![\\w$])`;
	const all = (pattern) => [...rows.matchAll(new RegExp(pattern.replaceAll('NAME', n), 'g'))];
	const out = [];
	for (const m of [...all(`NAME\\.length\\s*${COMPARES}\\s*(\\d+)`), ...all(`(?<![\\w$.])(\\d+)\\s*${COMPARES}\\s*NAME\\.length`)])
		out.push(...beside(m[1]).flatMap((size) => sized(Number(size), had)));
	for (const m of all(`NAME\\.(?:slice|substring|substr)\\((?:0,\\s*)?(\\d+)`))
		out.push(...beside(m[1]).flatMap((size) => sized(Number(size), had)));
	for (const m of [...all(`NAME\\s*${COMPARES}\\s*${LITERAL}`), ...all(`(?<![\\w$.])${LITERAL}\\s*${COMPARES}\\s*NAME(?!\\.)`)])
		out.push(...beside(m[1]));
	for (const [, length, place] of [...all(`NAME(\\.length)?\\)*\\s*${COMPARES}\\s*${PLACE}`),
		...all(`(?<![\\w$.])${PLACE}\\s*${COMPARES}\\s*NAME(\\.length)?`).map(([whole, one, end]) => [whole, end, one])])
		for (const n of behind(place, text))
			out.push(...(length ? beside(n).flatMap((size) => sized(Number(size), had)) : beside(n)));
	for (const [, place] of all(`NAME\\.(?:slice|substring|substr)\\((?:0,\\s*)?${PLACE}`))
		out.push(...behind(place, text).flatMap((n) => beside(n).flatMap((size) => sized(Number(size), had))));
	if (/^['"]/.test(had) && all(CONVERTED).length)
		out.push(...NUMERALS);
	for (const m of all('NAME\\s*%\\s*(\\d+)'))
		out.push(...[0, 1, 2, 3].map((k) => String(k < 2 ? k * m[1] : Number(m[1]) + k - 1)), `-${m[1]}`);
	for (const m of all(`typeof\\s+NAME\\s*[!=]==?\\s*['"](\\w+)['"]`))
		out.push(...(TYPES[m[1]] || []), 'null');
	for (const m of all(`NAME\\.(startsWith|endsWith|includes|indexOf|split)\\(\\s*(['"])([^'"\\n\\\\]{1,20})\\2`))
		out.push(...around(m[3], had));
	for (const m of all(`(\\[[^\\[\\]]*\\])\\.includes\\(\\s*NAME\\s*\\)`))
		out.push(...[...m[1].matchAll(new RegExp(LITERAL, 'g'))].slice(0, 6).map((one) => one[1]));
	if (all('NAME\\s*[!=]==?\\s*(?:null|undefined)|!\\s*NAME(?!\\.)|NAME\\s*(?:\\?|\\|\\||&&|\\))').length)
		out.push(...["''", '[]', '0'].filter((v) => v[0] === had[0] || (v === '0' && !/^['"[{]/.test(had))), 'undefined', 'null');
	return [...new Set(out)].filter((v) => v !== had);
}

function around(mark, had) {
	if (!/^(['"])[^\\]*\1$/.test(had))
		return had[0] === '[' ? [`['${mark}']`, '[]'] : [`'${mark}'`];
	const inner = had.slice(1, -1), half = Math.floor(inner.length / 2);
	return [mark + inner, inner + mark, inner.slice(0, half) + mark + inner.slice(half), inner.replaceAll(mark, ''), mark]
		.map((text) => `'${text.replaceAll("'", '')}'`);
}

/* Both orders of two arguments that one line compares, and two equal ones. */
function pairsFor(one, two, rows, had) {
	const n = [one, two].map((name) => name.replace(/[$]/g, '\\$&'));
	const meets = (a, b) => new RegExp(`(?<![\\w$.])${a}(\\.length)?\\s*${COMPARES}\\s*${b}(\\.length)?(?![\\w$])`).exec(rows);
	const isNumeral = n.every((name, i) => /^['"]/.test(had[i]) && new RegExp(CONVERTED.replace('NAME', `(?<![\\w$.])${name}(?![\\w$])`)).test(rows));
	if (isNumeral) // the longer is the greater one as a number only
		return [["'10'", "'9'"], ["'9'", "'10'"], ["'7'", "'07'"]];
	const m = meets(n[0], n[1]) || meets(n[1], n[0]);
	const isSame = new RegExp(`Object\\.is\\(\\s*${n[0]}\\s*,\\s*${n[1]}\\s*\\)|(?<![\\w$.])${n[0]}\\s*===\\s*${n[1]}(?![\\w$.])`).test(rows) ? [['NaN', 'NaN'], ['0', '-0']] : [];
	if (!m)
		return isSame;
	const long = meets(n[0], n[1]) ? [m[1], m[2]] : [m[2], m[1]];
	const number = [0, 1].map((i) => (long[i] || !/^-?\d/.test(had[i]) ? NaN : Number(had[i])));
	if (long[0] || long[1]) {
		const size = number.find((x) => !Number.isNaN(x)) ?? 2;
		return [[size, size], [size, size + 1], [size + 1, size]].map((pair) => pair.map((k, i) => (long[i] ? sized(k, had[i])[0] : String(k))))
			.filter((pair) => pair.every(Boolean));
	}
	if (had.every((v) => /^(['"]).*\1$/.test(v)))
		return [[had[0], had[0]], [had[1], had[0]], [had[1], had[1]], ...isSame];
	const low = number[0] || 0, high = number[1] === low || Number.isNaN(number[1]) ? low + 1 : number[1];
	return [...[[low, low], [low, high], [high, low]].map((pair) => pair.map(String)), ...isSame];
}

/*
 * Lists of arguments: [{ args, where }]. `calls`: real ones; `names`: of the parameters; `own` and `other`: the function's
 * text and the changed lines of this side and the text of the other side, '' where there is none; `text`: where names that it compares with are set.
 */
function aimed(calls, names, own, changed, other, text = '') {
	const rows = other ? `${linesLeft(own, other)}\n${linesLeft(other, own)}` : changed;
	const source = `${own}\n${other}`;
	const found = [];
	for (const { args, where } of calls.filter((c) => c.args.length).slice(0, CALLS_MAX)) {
		const put = (changes) => found.push({ args: args.map((a, i) => changes.get(i) ?? a), where });
		const known = names.slice(0, args.length).map((name) => (/^[\w$]+$/.test(name) ? namesOf(name, source) : []));
		known.forEach((some, i) => known.slice(i + 1).forEach((others, k) => {
			for (const pair of pairsFor(some[0] || '-', others[0] || '-', rows, [args[i], args[i + 1 + k]]))
				put(new Map([[i, pair[0]], [i + 1 + k, pair[1]]]));
		}));
		known.forEach((some, i) => some.forEach((name) => valuesFor(name, rows, args[i], `${source}\n${text}`).forEach((value) => put(new Map([[i, value]])))));
	}
	return found.slice(0, VALUES_MAX);
}

module.exports = { aimed, textAround };
