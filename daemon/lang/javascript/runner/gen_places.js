'use strict';
/*
 * Numbers with other places behind the point than those that tests pass: many, none before the last, so many before it that they are
 * written with an exponent. How many are shown, and where they are rounded, is seen in these alone.
 *
 * Asked for where one side formats or rounds numbers and the other does it in another way.
 */
const { apart, inTurn } = require('./gen_rank.js');
const { put } = require('./gen_near.js');
const { brackets } = require('./gen_scenes.js');
const { tokens } = require('./lexer.js');

const SPEAKS = /\.to(?:Fixed|Precision|LocaleString|Exponential)\b|NumberFormat|\bMath\.(?:round|floor|ceil|trunc)\b|\bparse(?:Int|Float)\b|FractionDigits|SignificantDigits/;
const DECIMAL = /^\d+\.\d+$/; // who passes whole numbers may not take others
const EACH_MAX = 8, CALLS_MAX = 3, TEXT_MAX = 4000, READ_MAX = 20000;

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

/* Texts near one in which a number is another. */
function programs(body, isAsked) {
	const found = isAsked ? numbersIn(body).reverse().map((t) => near(t.text).map((said) => put(body, t, said))) : [];
	return inTurn(found).slice(0, EACH_MAX);
}

/* Lists of arguments near real ones: [{ args, where, isOfItsKind }]. */
function lists(calls, isAsked) {
	const rows = (isAsked ? calls.slice(0, CALLS_MAX) : []).flatMap(({ args, where }) => args.map((arg, i) => (DECIMAL.test(arg)
		? near(arg).map((said) => ({ args: args.map((a, k) => (k === i ? said : a)), where, isOfItsKind: true })) : [])));
	return inTurn(rows).slice(0, EACH_MAX);
}

module.exports = { asksFor, lists, programs };
