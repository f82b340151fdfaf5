'use strict';
/*
 * Two numbers that are given together, in one object or one call, are made the same size, each as long as the other; their signs
 * stay. A place from the end and a length reach the end so, what is left of an amount is nothing, two bounds are one. Tests choose numbers that
 * are all different, to tell them apart.
 *
 * Asked for where a change speaks of a sum or difference of what has names, or of a part of something by its places.
 */
const { apart, inTurn } = require('./gen_rank.js');
const { put } = require('./gen_near.js');
const { brackets } = require('./gen_scenes.js');
const { tokens } = require('./lexer.js');

const SPEAKS = /[\w$\])]\s*[-+]\s*[A-Za-z_$(]|\.(?:slice|substr|substring|splice|subarray|copyWithin|fill|with|at)\(/;
const TEXTS = /(['"`])(?:(?!\1)[^\\\n]|\\.)*\1|\/\/.*|^\s*\/?\*.*$/gm; // a sign in one of them joins nothing
const KEYS = /[A-Za-z_$][\w$]*/g;
const EACH_MAX = 8, CALLS_MAX = 3, TEXT_MAX = 4000, READ_MAX = 20000;

/* The words of what a change speaks of, of which keys come first; null: it speaks of nothing of the kind. */
function asksFor(...sides) {
	const texts = apart(...sides).map((text) => text.slice(0, READ_MAX).replace(TEXTS, "''"));
	return texts.some((text) => SPEAKS.test(text)) ? [...new Set(texts.filter((text) => SPEAKS.test(text)).join('\n').match(KEYS))] : null;
}

/* Numbers that stand in one bracket, but for nothing: [[{ at, end, text, isSpoken }]]. */
function groupsOf(text, words) {
	const list = text.length > TEXT_MAX ? [] : tokens(text), inside = brackets(list), groups = new Map();
	for (const [i, t] of list.entries()) {
		const first = list[i - 1]?.text === '-' ? i - 1 : i, key = list[first - 1]?.text === ':' ? list[first - 2].text : '';
		if (t.kind === 'number' && Number(t.text) > 0 && /^[({,:]$/.test(list[first - 1]?.text || '') && /^[)},]$/.test(list[i + 1]?.text || '') && '({'.includes(list[inside[i]]?.text || '['))
			groups.set(inside[i], [...(groups.get(inside[i]) || []), { at: t.at, end: t.end, text: t.text, isSpoken: words.includes(key) }]);
	}
	return [...groups.values()].filter((some) => some.length > 1);
}

/* Texts near one in which two numbers have met, those first of which the change speaks. */
function met(text, words) {
	const found = groupsOf(text, words).map((some) => some.flatMap((one, i) => some.slice(i + 1).filter((two) => two.text !== one.text)
		.flatMap((two) => [{ isSpoken: one.isSpoken && two.isSpoken, text: put(text, two, one.text) }, { isSpoken: one.isSpoken && two.isSpoken, text: put(text, one, two.text) }])));
	const all = inTurn(found);
	return [...new Set([...all.filter((one) => one.isSpoken), ...all.filter((one) => !one.isSpoken)].map((one) => one.text))].slice(0, EACH_MAX);
}

/* Neighbours of a whole program's body. */
function programs(body, words) {
	return words ? met(body, words) : [];
}

/* Lists of arguments near real ones: [{ args, where, isOfItsKind }]. */
function lists(calls, words) {
	const rows = (words ? calls.slice(0, CALLS_MAX) : []).map(({ args, where }) => {
		const sizes = args.map((arg) => /^-?([\d.]+)$/.exec(arg)?.[1]), isOne = (i) => sizes[i] && Number(sizes[i]) > 0;
		const own = args.flatMap((arg, i) => met(arg, words).map((said) => args.map((a, k) => (k === i ? said : a))));
		const both = args.flatMap((arg, i) => args.flatMap((_, k) => (i !== k && isOne(i) && isOne(k) && sizes[i] !== sizes[k]
			? [args.map((a, n) => (n === k ? a.replace(sizes[k], sizes[i]) : a))] : [])));
		return [...both, ...own].map((made) => ({ args: made, where, isOfItsKind: true }));
	});
	return inTurn(rows).slice(0, EACH_MAX);
}

module.exports = { asksFor, lists, programs };
