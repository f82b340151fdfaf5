'use strict';
/*
 * What goes through an object step by step, and in the middle of it the object is set otherwise: a metronome whose knob is turned while it
 * plays. A generator reads what it needs when it comes to it, or once at its begin; tests set things, and then go through them.
 *
 * Asked for where a changed function is a generator. The step is one that the program takes before or after.
 */
const { escaped } = require('./gen_again.js');
const { isStep } = require('./gen_early.js');
const { boundNames, closing, freeNames, tokens } = require('./lexer.js');
const { rowsOf } = require('./gen_scenes.js');

const BEFORE = new Set(['{', '}', ';', ',', 'static', 'function']);     // a star that is no sign
const STEPS_MAX = 3, EACH_MAX = 6, TEXT_MAX = 4000;

/* Names of the generators of the changed function's texts; what waits between its steps is none. */
function asksFor(_changed, ...sides) {
	return [...new Set(sides.flatMap((text) => {
		const list = tokens(text || '');
		const isGenerator = (t, i) => t.text === '*' && list[i + 1]?.kind === 'word' && list[i + 2]?.text === '(' && (!i || BEFORE.has(list[i - 1].text)) && list[i - 2]?.text !== 'async';
		return list.flatMap((t, i) => (isGenerator(t, i) ? [list[i + 1].text] : []));
	}))];
}

/* { at, on, call }: the first statement that calls one of them of an object with a name, or null. */
function calledIn(rows, names) {
	for (const [at, row] of rows.entries()) {
		const list = tokens(row), i = list.findIndex((t, k) => names.includes(t.text) && list[k - 1]?.text === '.' && list[k - 2]?.kind === 'word' && list[k - 3]?.text !== '.' && list[k + 1]?.text === '(');
		const end = i < 0 ? -1 : closing(list, i + 1);
		if (end > 0 && rows.slice(0, at).some((one) => [...boundNames(one)].includes(list[i - 2].text)))
			return { at, on: list[i - 2].text, call: row.slice(list[i - 2].at, list[end].end) };
	}
	return null;
}

/* Has it a name that a function around it is given? */
function isOfArrow({ at, call }, rows) {
	const before = rows[at].slice(0, rows[at].indexOf(call));
	return /=>|\bfunction\b/.test(before) && [...freeNames(call)].some((name) => new RegExp(`(?<![\\w$.])${escaped(name)}(?![\\w$])`).test(before));
}

/* Neighbours of a whole program's body: each step of its own in the middle of what it goes through, after one item and after two. */
function programs(body, names) {
	const rows = names?.length && body.length <= TEXT_MAX ? rowsOf(body) : [], found = calledIn(rows, names || []);
	if (!found || rows.some((row) => /\bmidway\b/.test(row)))
		return [];
	const head = rows.slice(0, found.at).filter((row) => !row.startsWith('console.log(')), made = head.flatMap((row) => [...boundNames(row)]);
	const late = new Set(rows.slice(found.at).flatMap((row) => [...boundNames(row)])), isKnown = (text) => [...freeNames(text)].every((name) => made.includes(name) || !late.has(name));
	if (!isKnown(found.call) || isOfArrow(found, rows))
		return [];
	const steps = [...new Set(rows.filter((row, i) => i !== found.at && isStep(row) && made.includes(/^[\w$]+/.exec(row)?.[0]) && isKnown(row)))].slice(-STEPS_MAX);
	return steps.flatMap((step) => [1, 2].map((n) => [...head.filter((row) => row !== step), `const midway = ${found.call};`, ...Array(n).fill('console.log(midway.next());'),
		step, 'console.log([midway.next(), midway.next(), midway.next()]);'].join('\n'))).slice(0, EACH_MAX);
}

module.exports = { asksFor, programs };
