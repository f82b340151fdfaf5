'use strict';
/*
 * Texts of several lines, ended as Windows ends them: who reads in one way has their ends taken off whatever they are, and who reads in
 * another keeps a part of them. Tests write the line ends of the machine that they were written on.
 *
 * Asked for where a change speaks of lines, of files, or of what stands at the ends of a text.
 */
const { apart, inTurn } = require('./gen_rank.js');
const { put, textsGiven } = require('./gen_near.js');
const { argumentsOf } = require('./gen_scenes.js');
const { pieces, tokens } = require('./lexer.js');

const SPEAKS = /\b(?:split|join)\(|\\[rn]|read_?(?:line|file)|new_?line|\blines?\b|lines\b|\btrim/i;
const LEAST = 2; // line ends of a text
const EACH_MAX = 4, CALLS_MAX = 3, TEXT_MAX = 4000, READ_MAX = 20000;

function asksFor(...sides) {
	return apart(...sides).some((text) => SPEAKS.test(text.slice(0, READ_MAX)));
}

/* Is it behind what takes it apart in a way of its own, html`...`? */
function isTagged(list, t) {
	const before = list[list.indexOf(t) - 1];
	return Boolean(before) && before.end === t.at && (before.kind === 'word' || before.kind === 'template' || /^[)\]]$/.test(before.text));
}

/* A text with these line ends, as it is written; '': it has too few, or has such ends. */
function ended({ kind, text }) {
	const parts = pieces(text.slice(1, -1)), n = parts.filter((one) => one === '\\n' || one === '\n').length;
	if (n < LEAST || parts.includes('\\r'))
		return '';
	return kind === 'template' ? `${text}.replaceAll('\\n', '\\r\\n')` : text[0] + parts.map((one) => (one === '\\n' ? '\\r\\n' : one)).join('') + text[0];
}

/* What lines that are written one by one are joined by: [a, b].join('\n'). */
function isJoint(list, t) {
	const i = list.indexOf(t), [array, dot, name, open] = list.slice(Math.max(i - 4, 0), i).map((one) => one.text);
	return /^(['"])\\n\1$/.test(t.text) && array === ']' && dot === '.' && name === 'join' && open === '(';
}

/* Texts near one: all of its texts of several lines, then each. */
function texts(text) {
	const list = text.length > TEXT_MAX ? [] : tokens(text), given = textsGiven(list).filter((t) => !isTagged(list, t));
	const edits = given.map((t) => ({ t, said: isJoint(list, t) ? `${t.text[0]}\\r\\n${t.text[0]}` : ended(t) })).filter(({ said }) => said);
	const made = (some) => some.reduceRight((all, { t, said }) => put(all, t, said), text);
	return edits.length > 1 ? [made(edits), ...edits.map((one) => made([one]))] : edits.map((one) => made([one]));
}

/* Neighbours of a whole program's body. */
function programs(body, isAsked) {
	return isAsked ? texts(body).slice(0, EACH_MAX) : [];
}

/* Lists of arguments near real ones: [{ args, where, isOfItsKind }]. */
function lists(calls, isAsked) {
	const rows = (isAsked ? calls.slice(0, CALLS_MAX) : []).map(({ args, where }) => texts(`f(${args.join(', ')})`).map((one) => ({ args: argumentsOf(one.slice(2, -1)), where, isOfItsKind: true })));
	return inTurn(rows).slice(0, EACH_MAX);
}

module.exports = { asksFor, lists, programs };
