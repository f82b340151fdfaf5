'use strict';
/*
 * What a change looks for, within the quotes of a text: `"http://a"` in one whose comments begin with `//`, `"{4,}"` in one that loses
 * its commas before a bracket. What stands in quotes is data, and a pattern that goes over the whole text does not know.
 *
 * What it looks for are the marks of new texts and patterns, of the changed lines or of a name that these have for them: of a pattern
 * a short text that it fits.
 */
const mine = require('./gen_mine.js');
const { apart, inTurn } = require('./gen_rank.js');
const { put } = require('./gen_near.js');
const { tokens } = require('./lexer.js');

const QUOTED = /\\?"(?:[^"\\\n]|\\[^"\n])*?\\?"|'[^'\\\n]*'/g, MARKS = /^[^\p{L}\p{N}\s'"`\\]{1,6}$/u;
const CLASSES = { d: '1', w: 'a', s: ' ', n: '\n', t: '\t', b: '', B: '' };
const MARKS_MAX = 4, EACH_MAX = 6, PLACES_MAX = 3, NAMES_MAX = 20, TEXT_MAX = 4000;
const SOURCE_MAX = 200, DEPTH_MAX = 12, SAID_MAX = 16; // of a pattern, and of what fits it

/* A short text that a pattern fits; what it does not read, a class without, a name, ends it. Of long ones, and of what is deep within others, nothing. */
function fitting(source) {
	let at = 0, depth = 0;
	const one = () => {
		const c = source[at++];
		if (c === '\\') {
			const said = source[at++];
			return said in CLASSES ? CLASSES[said] : /[A-Za-z0-9]/.test(said) ? 'x' : said || '';
		}
		if (c === '[') {
			const isNot = source[at] === '^', end = source.slice(at).search(/(?<!\\)\]/);
			const first = /^\\?(.)/.exec(source.slice(at + isNot))?.[1] || '', isClass = source[at + isNot] === '\\' && first in CLASSES;
			at += end + 1;
			return isNot ? 'x' : isClass ? CLASSES[first] : first;
		}
		if (c === '(') {
			const kind = /^\?(?:<?[=!]|:|<\w+>)/.exec(source.slice(at))?.[0] || '';
			at += kind.length;
			depth++;
			const inner = depth > DEPTH_MAX ? '' : all();
			depth--;
			at++;
			return /!|<=/.test(kind) ? '' : inner;
		}
		return c === '.' ? 'x' : /[\^$]/.test(c) ? '' : c;
	};
	const all = () => {
		let said = '', isOver = false;
		while (at < source.length && source[at] !== ')') {
			if (source[at] === '|') {
				isOver = true;
				at++;
				continue;
			}
			const part = one(), often = /^(?:([*?])|\{(\d{1,3})(?:,\d{0,3})?\}|\+)\??/.exec(source.slice(at));
			at += often ? often[0].length : 0;
			said = (said + (isOver || often?.[1] ? '' : part.repeat(often?.[2] === undefined ? 1 : Math.min(Number(often[2]), 4)))).slice(0, SAID_MAX);
		}
		return said;
	};
	return source.length > SOURCE_MAX ? '' : all();
}

/* The marks of texts and patterns in a piece of code. */
function marksIn(code) {
	const found = tokens(code).flatMap((t) => (t.kind === 'string' ? [t.text.slice(1, -1)] : t.kind === 'regex' ? [fitting(t.text.slice(1, t.text.lastIndexOf('/')))] : []));
	return found.map((text) => text.trim()).filter((text) => MARKS.test(text));
}

/* What the names in pieces of code stand for in the file, `const MARK = /,]/g`. */
function namedIn(rows, source) {
	const names = [...new Set(rows.flatMap((row) => row.match(/\b[A-Z][A-Z0-9_]+\b/g) || []))].slice(0, NAMES_MAX);
	return names.map((name) => new RegExp(`\\b(?:const|let|var)\\s+${name}\\s*=\\s*([^\\n]{1,200})`).exec(source)?.[1] || '');
}

function asksIn(sides, { root, file }) {
	const rows = apart(...sides), source = rows.length ? mine.readCode(root, file) : '';
	const marks = [...rows, ...namedIn(rows, source)].flatMap(marksIn);
	return [...new Set(marks)].sort((a, b) => b.length - a.length).slice(0, MARKS_MAX);
}

/* The texts of a program that have something in quotes of other kinds: [{ t, places }], by where the quotes end. */
function textsIn(body) {
	const list = body.length > TEXT_MAX ? [] : tokens(body).filter((t) => t.kind === 'string' || (t.kind === 'template' && !t.text.includes('${')));
	return list.map((t) => {
		const inner = t.text.slice(1, -1), spans = [...inner.matchAll(QUOTED)].filter((m) => m[0].length > 2 && m[0][0] !== t.text[0] && (m[0][0] === '\\') === (m[0].at(-2) === '\\'));
		return { t, places: spans.map((m) => t.at + 1 + m.index + m[0].length - (m[0][0] === '\\' ? 2 : 1)).reverse().slice(0, PLACES_MAX) };
	}).filter(({ places }) => places.length);
}

/* Neighbours of a whole program's body: each of the marks at the end of something in quotes. */
function programs(body, marks) {
	const rows = marks.length ? textsIn(body).flatMap(({ places }) => places.map((at) => marks.filter((mark) => !(mark.includes('$') && body.includes('`'))).map((mark) => put(body, { at, end: at }, mark)))) : [];
	return inTurn(rows).slice(0, EACH_MAX);
}

module.exports = { asksIn, fitting, programs };
