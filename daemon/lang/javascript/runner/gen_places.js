'use strict';
/*
 * Numbers with other places behind the point than those that tests pass: many, none before the last, so many before it that they are
 * written with an exponent; and one more within a text of data, "0 4 kelp=40". How many are shown, and where they are rounded, is seen in these alone.
 *
 * Asked for where one side formats or rounds numbers and the other does it in another way.
 */
const { apart, inTurn } = require('./gen_rank.js');
const { PLAIN, put, textsGiven } = require('./gen_near.js');
const { brackets } = require('./gen_scenes.js');
const { ESCAPE, tokens } = require('./lexer.js');

const SPEAKS = /\.to(?:Fixed|Precision|LocaleString|Exponential)\b|NumberFormat|\bMath\.(?:round|floor|ceil|trunc)\b|\bparse(?:Int|Float)\b|FractionDigits|SignificantDigits/;
const DECIMAL = /^\d+\.\d+$/; // who passes whole numbers may not take others
const FIELD = /(?<![^\s,;])-?\d{1,6}(?:\.\d{1,3})?(?![^\s,;])/g, ESCAPES = new RegExp(ESCAPE, 'gu');
const FIELDS_MAX = 4, EACH_MAX = 8, CALLS_MAX = 3, TEXT_MAX = 4000, READ_MAX = 20000;

function asksFor(...sides) {
	return apart(...sides).some((text) => SPEAKS.test(text.slice(0, READ_MAX)));
}

/* Numbers near one, the most telling first. */
function near(text) {
	const n = Number(text);
	return [n * 1000 + 0.123456, 0.00042, n + 0.123456, n + 0.005, 1e-7, 1e21].map(String);
}

/* Numbers that a call is given, or that stand in a list or an object. */
function numbersIn(text) {
	const list = text.length > TEXT_MAX ? [] : tokens(text), inside = brackets(list);
	const isGiven = (i, before) => /^[({[,:]$/.test(before || '') && /^[)}\],]$/.test(list[i + 1]?.text || '') && inside[i] !== undefined && list[inside[i]]?.kind === 'punct';
	return list.filter((t, i) => t.kind === 'number' && DECIMAL.test(t.text) && isGiven(i, list[i - 1]?.text === '-' ? list[i - 2]?.text : list[i - 1]?.text));
}

/* What stands in quotes with one of its numbers another: 4 is 4.5, 4.5 is 4.25, as whoever writes data by hand would have it. A text that is a number is none of data. */
function inFields(quoted) {
	const inner = quoted.slice(1, -1).replace(ESCAPES, (said) => (/^\\[nrt]$/.test(said) ? '  ' : '\\'.repeat(said.length)));
	const places = quoted.length > TEXT_MAX ? [] : [...inner.matchAll(FIELD)].filter((m) => m[0].length < inner.trim().length).slice(0, FIELDS_MAX);
	return places.map((m) => put(quoted, { at: m.index + 1, end: m.index + 1 + m[0].length }, m[0].includes('.') ? `${m[0].slice(0, -1)}25` : `${m[0]}.5`));
}

/* Texts near one in which a number is another. */
function programs(body, isAsked) {
	const found = isAsked ? numbersIn(body).reverse().map((t) => near(t.text).map((said) => put(body, t, said))) : [];
	const texts = isAsked && body.length <= TEXT_MAX ? textsGiven(tokens(body)) : [];
	return inTurn([...found, ...texts.map((t) => inFields(t.text).map((said) => put(body, t, said)))]).slice(0, EACH_MAX);
}

/* Lists of arguments near real ones: [{ args, where, isOfItsKind }]. */
function lists(calls, isAsked) {
	const rows = (isAsked ? calls.slice(0, CALLS_MAX) : []).flatMap(({ args, where }) => args.map((arg, i) => (DECIMAL.test(arg) ? near(arg) : PLAIN.test(arg) ? inFields(arg) : [])
		.map((said) => ({ args: args.map((a, k) => (k === i ? said : a)), where, isOfItsKind: true }))));
	return inTurn(rows).slice(0, EACH_MAX);
}

module.exports = { asksFor, lists, programs };
