'use strict';
/*
 * What a program asks in the end, asked before its last steps as well: an answer that is kept has to be forgotten by each step that makes
 * it another one. Tests take the steps first, and ask then. And they ask about what a step is of: what builds on that may be kept as it was, so that
 * another text of the program is asked about as well.
 *
 * Asked for where a change speaks of what is kept, or the text of a changed function has a `return` and something that is stored by a key or
 * in `this`.
 */
const { callOf } = require('./gen_again.js');
const { boundNames, freeNames, tokens } = require('./lexer.js');
const { PLAIN } = require('./gen_near.js');
const { inTurn } = require('./gen_rank.js');
const { brackets, rowsOf } = require('./gen_scenes.js');

const KEEPS = /cache|memo(?:\b|i[sz])|lazy|lazily|dirty|\bstale\b|invalidat|remember/i;
const STORES = /(?<![\w$.])this(?:\.[#\w$]+)+(?:\[[^\]\n]*\])?\s*(?:\|\||\?\?|&&)?=(?![=>])|\.set\(|\[[\w$.]+\]\s*(?:\|\||\?\?)?=(?![=>])/, GIVES = /\breturn\b/;
const SHOWN = /^console\.log\(([^]*)\);$/, SETS = /^(?:delete\s[^]*|[\w$]+(?:\.[\w$]+|\[[^\]\n]+\])+\s*(?:[-+*/|&]?=(?![=>])[^]*|\+\+|--));$/;
const ASKED_MAX = 2, STEPS_MAX = 4, OTHERS_MAX = 4, EACH_MAX = 8, TEXT_MAX = 4000;

function asksFor(changed, ...sides) {
	return [changed, ...sides].some((text) => KEEPS.test(text)) || sides.some((text) => GIVES.test(text) && STORES.test(text));
}

/* A statement that is a call for what it does, or sets something in an object. */
function isStep(row) {
	const one = callOf(row);
	return one ? !one.bound && !one.open.includes('console.log(') && one.to.includes('.') : SETS.test(row);
}

/* { at, asked, from }: what statement `at` asks, and from which statement on it can be asked, of one that prints what a call gives, or null. */
function questionOf(rows, at) {
	const [, said] = SHOWN.exec(rows[at]) || [], bound = /^[\w$]+$/.test(said || '') ? rows.findIndex((row) => new RegExp(`^(?:const|let|var)\\s+${said.replace(/\$/g, '\\$&')}\\s*=`).test(row)) : -1;
	const asked = bound < 0 ? said : rows[bound].replace(/^[^=]*=\s*/, '').replace(/;$/, ''), needed = asked && !asked.includes('\n') && asked.includes('(') ? freeNames(asked) : null;
	const made = needed ? rows.flatMap((row, i) => ([...boundNames(row)].some((name) => [...needed].includes(name)) ? [i] : [])) : [];
	return made.length && !/=>|\bfunction\b/.test(asked) ? { at: bound < 0 ? at : bound, asked, from: Math.max(...made) + 1 } : null;
}

/* The text of a question about other texts of the program, in the place of what its calls are given first. */
function ofOthers(body, asked) {
	const list = tokens(asked), given = list.filter((t, i) => list[i - 1]?.text === '(' && list[i - 2]?.kind === 'word');
	const same = given.filter((t) => PLAIN.test(t.text) && t.text === given[0].text);
	const known = same.length ? tokens(body).filter((t) => PLAIN.test(t.text) && t.text !== same[0].text && !/^.\.{1,2}\//.test(t.text)) : [];
	return [...new Set(known.map((t) => t.text))].slice(0, OTHERS_MAX).map((other) => same.reduceRight((text, { at, end }) => text.slice(0, at) + other + text.slice(end), asked));
}

/*
 * Statements like one, about other texts of the program in the place of what its call is given first: what the question builds on. Those that calls are
 * given first, and that stand in one bracket with what is asked about before others.
 */
function stepsOfOthers(body, step, asked) {
	const list = tokens(step), given = list[list.findIndex((t, k) => t.text === '(' && list[k - 1]?.kind === 'word') + 1], all = given && PLAIN.test(given.text) ? tokens(body) : [];
	const inside = brackets(all), about = new Set(tokens(asked).map((t) => t.text)), beside = new Set(all.flatMap((t, k) => (PLAIN.test(t.text) && about.has(t.text) ? [inside[k]] : [])));
	const firsts = all.filter((t, k) => PLAIN.test(t.text) && t.text !== given.text && all[k - 1]?.text === '(' && all[k - 2]?.text !== 'require').map((t) => t.text);
	const near = new Set(all.filter((t, k) => beside.has(inside[k])).map((t) => t.text)), known = [...new Set(firsts)].sort((a, b) => near.has(b) - near.has(a));
	return known.slice(0, OTHERS_MAX).map((text) => step.slice(0, given.at) + text + step.slice(given.end));
}

/*
 * Neighbours of a whole program's body: a question asked before all of the last steps, and before one at a time from the last one on, as it may fail
 * before others; in turn with those about others, before the last step and in the end, and with a last step about others, before and after which it is asked.
 */
function programs(body, isAsked) {
	if (!isAsked || body.length > TEXT_MAX)
		return [];
	const rows = rowsOf(body), shown = [...rows.keys()].filter((i) => SHOWN.test(rows[i])).slice(-ASKED_MAX).reverse();
	return shown.map((i) => questionOf(rows, i)).filter(Boolean).flatMap(({ at, asked, from }) => {
		const steps = [...rows.keys()].filter((i) => i >= from && i < at && isStep(rows[i])).slice(-STEPS_MAX).reverse();
		const some = [...(steps.length > 1 ? [steps] : []), ...steps.map((i) => [i])];
		const before = (places, text, change = (row) => row) => rows.map((row, i) => (places.includes(i) ? `console.log(${text});\n${row}` : i === at ? change(row) : row)).join('\n');
		const others = steps.length ? ofOthers(body, asked) : [], likewise = steps.length ? stepsOfOthers(body, rows[steps[0]], asked) : [];
		const turned = likewise.map((step) => rows.map((row, i) => (i === steps[0] ? `console.log(${asked});\n${step}` : row)).join('\n'));
		return inTurn([some.map((places) => before(places, asked)), turned, others.map((text) => before(steps.slice(0, 1), text, (row) => row.replace(asked, () => text)))]);
	}).slice(0, EACH_MAX);
}

module.exports = { asksFor, isStep, programs };
