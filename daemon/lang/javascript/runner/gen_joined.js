'use strict';
/*
 * Bytes of two codecs in one: a letter in UTF-8 beside the same letter in Latin-1, lines of two clients in one packet, an escape of
 * the one kind behind one of the other. What guesses an encoding, or reads an escape, is given one kind by each test; whether it
 * guesses for the whole or for each part shows in both at once.
 */
const { ESCAPE, tokens, closing } = require('./lexer.js');

const CODED = /decod|encod|charset|latin-?1|utf-?(?:8|16)|cp125\d|windows-125|ascii|iconv|\bBuffer\b|U?[iI]nt8Array|toString\(\s*['"](?:utf|hex|base64|latin|binary|ascii)/;
/* [what of the library reads them, two forms of one letter and, where there is one, what is neither]. */
const ESCAPED = [
	[/decodeURI|encodeURI|\b(?:un)?escape\(|URLSearchParams|querystring|\bnew URL\b/, ['%C3%A9', '%E9']],
	[/base64|\batob\b|\bbtoa\b/i, ['-_-_', '+/+/', '==']],
	[/&(?:amp|lt|gt|quot|#)|entit|innerHTML|(?:un)?escapeHTML/i, ['&eacute;', '&#233;', '&amp;']],
	[/quoted.?printable|=\?utf|mime/i, ['=C3=A9', '=E9']],
];
const BYTES = /^(?:Buffer\.(?:from|concat)\(|new Uint8Array\(|Uint8Array\.(?:of|from)\(|new TextEncoder\(\)\.encode\()/;
const LETTERS = /[^\x00-\x7f]|\\(?:u00|x)[\da-f]{2}/i;
const LAST = new RegExp(`(?:${ESCAPE}|[^\\p{L}\\p{N}])*$`, 'u'); // what stands behind the last word
const CALLS_MAX = 6, OF_ONE = 8, MOST = 24; // calls that are changed, programs of one text, and of all
const SAMPLES_MAX = 6;
const LONG_MAX = 400;

/* Expressions in a text that make bytes of what is written there: [{ at, end }]; an expression in another is none. */
function bytesIn(text) {
	const list = tokens(text), found = [];
	for (let i = 0; i < list.length; i++) {
		const [head] = BYTES.exec(text.slice(list[i].at, list[i].at + 40)) || [];
		const open = head && list[i - 1]?.text !== '.' ? list.findIndex((t) => t.end === list[i].at + head.length) : -1;
		const end = open < 0 ? -1 : closing(list, open);
		if (end < 0 || list.slice(open, end).some((t) => t.kind === 'word' && !/^(?:Buffer|from|concat|TextEncoder|encode|Uint8Array|of|new)$/.test(t.text)))
			continue;
		found.push({ at: list[i].at, end: list[end].end });
		i = end;
	}
	return found;
}

/* The same text in UTF-8 and in Latin-1, with a letter that they write in two ways; null: no text is written there. */
function forms(bytes) {
	const t = tokens(bytes).find((one) => one.kind === 'string' && one.text.length < LONG_MAX);
	if (!t || /hex|base64/.test(bytes.slice(t.end)) || !/^(?:Buffer\.from|new TextEncoder\(\)\.encode)\($/.test(bytes.slice(0, t.at).trim()))
		return null;
	const inner = t.text.slice(1, -1), last = LAST.exec(inner).index;
	const said = t.text[0] + (LETTERS.test(inner) ? inner : `${inner.slice(0, last)}é${inner.slice(last)}`) + t.text[0];
	return { utf8: `Buffer.from(${said})`, latin: `Buffer.from(${said}, 'latin1')`, isLine: /\\n$/.test(inner) };
}

/* What may stand in the place of bytes: both forms of them, one behind the other, and with what others pass. */
function joined(bytes, samples) {
	const own = forms(bytes), rows = [], put = (...some) => rows.push(`Buffer.concat([${some.join(', ')}])`);
	for (const [one, two] of own ? [[own.utf8, own.latin], [own.latin, own.utf8]] : []) {
		put(one, two);
		if (!own.isLine)
			put(one, "Buffer.from('\\n')", two);
	}
	if (!own) {
		put(bytes, 'Buffer.from([0xc3, 0xa9, 0xe9])');
		put('Buffer.from([0xe9, 0xc3, 0xa9])', bytes);
	}
	for (const other of samples.filter((one) => one !== bytes).slice(0, 2)) {
		put(bytes, other);
		put(other, bytes);
	}
	return rows;
}

/* A text with both forms of an escape behind its last word, the other way round before it, and with itself. */
function escaped(text, pairs) {
	const inner = text.slice(1, -1), last = LAST.exec(inner).index, q = (said) => text[0] + said + text[0];
	const rows = pairs.map(([one, two, odd]) => [`${inner.slice(0, last)}${one}${two}${inner.slice(last)}`, `${two} ${inner} ${one}`, ...(odd ? [`${inner}${odd}${one}`] : []), `${inner}${inner}`]);
	return rows.flat().map(q);
}

/* { isBytes, pairs } for a change: its lines, and the function on either side. */
function asksFor(...texts) {
	return { isBytes: texts.some((one) => CODED.test(one)), pairs: ESCAPED.filter(([said]) => texts.some((one) => said.test(one))).map((row) => row[1]) };
}

/* Texts near `text` in which bytes or escapes of two kinds meet, most like real ones first. */
function meeting(text, { isBytes, pairs }, samples) {
	const put = ({ at, end }, said) => text.slice(0, at) + said + text.slice(end);
	const bytes = isBytes ? bytesIn(text).reverse() : [], found = bytes.flatMap((one) => joined(text.slice(one.at, one.end), samples).map((said) => put(one, said)));
	const plain = pairs.length ? tokens(text).filter((t) => t.kind === 'string' && t.text.length < LONG_MAX && !/^\.{0,2}\//.test(t.text.slice(1))).reverse() : [];
	return [...found, ...plain.slice(0, 2).flatMap((t) => escaped(t.text, pairs).map((said) => put(t, said)))].slice(0, OF_ONE);
}

function samplesIn(texts) {
	return [...new Set(texts.flatMap((text) => bytesIn(text).map(({ at, end }) => text.slice(at, end))))].filter((one) => one.length < LONG_MAX).slice(0, SAMPLES_MAX);
}

/* Lists of arguments near real ones: [{ args, where }]. */
function lists(calls, codecs) {
	if (!codecs || (!codecs.isBytes && !codecs.pairs.length))
		return [];
	const some = calls.slice(0, CALLS_MAX), samples = codecs.isBytes ? samplesIn(some.flatMap((one) => one.args)) : [];
	return some.flatMap(({ args, where }) => args.flatMap((arg, i) => meeting(arg, codecs, samples).map((said) => ({ args: args.map((a, k) => (k === i ? said : a)), where })))).slice(0, MOST);
}

/* Neighbours of a whole program's body. `samples`: bytes that other programs make. */
function programs(body, codecs, { samples = [] } = {}) {
	return codecs && (codecs.isBytes || codecs.pairs.length) ? meeting(body, codecs, samples) : [];
}

module.exports = { asksFor, samplesIn, lists, programs };
