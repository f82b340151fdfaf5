'use strict';
/*
 * What other tests hand to the same function: the sheet with a typo of the one in the place of the plain sheet of the other. What comes
 * before and after a call is one test's, and what it is given another's; each of the two is right by itself, and nobody has tried both.
 *
 * A name for what is handed over stays as it is, for what else uses it: the other text stands in the call.
 */
const mine = require('./gen_mine.js');
const { inTurn } = require('./gen_rank.js');
const { PLAIN, put } = require('./gen_near.js');
const { boundNames, closing, freeNames, goesOn, statements, tokens } = require('./lexer.js');

const BUILT_IN = new Set([Array, String, Map, Set, Promise, Function, Object, RegExp, Date].flatMap((one) => [...Object.getOwnPropertyNames(one), ...Object.getOwnPropertyNames(one.prototype)]));
const NO_CALL = /^(?:log|require|import|describe|test|it|suite|expect|to[A-Z]\w*|assert|ok|\w*[eE]quals?|throws|rejects|match|super)$/;
const KINDS = { '[': 'list', '{': 'object' }, JOINED = /^\.join\((?:(['"])[^'"]*\1)?\)$/; // a text that is written line by line
const FILES_MAX = 60, TEXTS_MAX = 500000, NAMES_MAX = 200, VALUES_MAX = 8, PLACES_MAX = 4; // of tests: files, characters; functions, what each is given at one place, places
const LONG_MAX = 2000, VALUE_MAX = 8; // characters of what is handed over; words and marks that stand behind the first of a value
const CALLS_MAX = 8, EACH_MAX = 3, TEXT_MAX = 4000;

const known = new WeakMap();

/* The kind of a text, list or object that is written out and needs nothing around it; '': it is none. */
function kindOf(text) {
	if (!/^['"`[{]/.test(text) || /=>|\bthis\b|\bawait\b/.test(text))
		return '';
	const list = tokens(text), end = closing(list, 0), behind = end < 0 ? '' : list.slice(end + 1).map((t) => t.text).join('');
	const kind = PLAIN.test(text) && list.length === 1 ? 'text' : !KINDS[text[0]] ? '' : JOINED.test(behind) ? 'text' : behind ? '' : KINDS[text[0]];
	return kind && freeNames(text, list).every((name) => mine.GLOBALS.has(name)) ? kind : '';
}

/* Of each opening bracket the one that closes it, by their places. */
function partners(list) {
	const open = [], found = new Map();
	for (const [i, t] of list.entries())
		if (t.kind === 'punct' && '([{'.includes(t.text))
			open.push(i);
		else if (t.kind === 'punct' && ')]}'.includes(t.text) && open.length)
			found.set(open.pop(), i);
	return found;
}

/* What commas separate from one token to another, by their first and last ones. */
function between(list, from, to, ends) {
	const found = [];
	let first = from;
	for (let i = from; i <= to; i++) {
		if (i === to || list[i].text === ',') {
			if (i > first)
				found.push([first, i - 1]);
			first = i + 1;
		}
		i = ends.get(i) ?? i;
	}
	return found;
}

/* The last token of what a declaration sets its name to, from this one on; of something longer than any literal, one of those in it. */
function endOfValue(list, from, ends) {
	let to = ends.get(from) ?? from;
	for (let n = 0; n < VALUE_MAX && list[to + 1] && !/^[;,]$/.test(list[to + 1].text) && !(list[to + 1].line && !goesOn(list[to], list[to + 1])); n++)
		to = ends.get(to + 1) ?? to + 1;
	return to;
}

/* Calls in a text: [{ name, args: [{ at, end, said }] }], `said`: what an argument is, or what the name for it was last set to; '': too long. */
function callsIn(text) {
	const list = tokens(text), ends = partners(list), bound = new Map(), found = [];
	const said = (from, to) => (list[to].end - list[from].at > LONG_MAX ? '' : text.slice(list[from].at, list[to].end));
	for (const [i, t] of list.entries()) {
		const next = list[i + 1], end = next?.text === '(' ? ends.get(i + 1) : undefined;
		if (/^(?:const|let|var)$/.test(t.text) && next?.kind === 'word')
			bound.set(next.text, list[i + 2]?.text === '=' && list[i + 3] ? said(i + 3, endOfValue(list, i + 3, ends)) : '');
		if (t.kind !== 'word' || end === undefined || NO_CALL.test(t.text))
			continue;
		found.push({ name: t.text, args: between(list, i + 2, end, ends).slice(0, PLACES_MAX).map(([from, to]) => ({ at: list[from].at, end: list[to].end, said: bound.get(said(from, to)) ?? said(from, to) })) });
	}
	return found;
}

/* What tests hand to functions: 'name place' -> [{ kind, said }]. */
function ofTests(texts) {
	const given = new Map();
	for (const text of texts)
		for (const { name, args } of callsIn(text))
			for (const [place, { said }] of args.entries()) {
				const key = `${name} ${place}`, rows = given.get(key) || [], kind = rows.length < VALUES_MAX && (rows.length || given.size < NAMES_MAX) ? kindOf(said) : '';
				if (kind && !rows.some((one) => one.said === said))
					given.set(key, [...rows, { kind, said }]);
			}
	return given;
}

/* What changed, { name, given }, and what the project's tests hand to functions: they are read once, for files is the same for all that one request asks about. */
function asksIn(_sides, { root, files, qualname }) {
	const path = qualname.split('.').filter((part) => part !== 'prototype'), name = path.at(-1) === 'constructor' ? path.at(-2) : path.at(-1);
	if (!known.has(files)) {
		let room = TEXTS_MAX;
		known.set(files, ofTests(files.tests.slice(0, FILES_MAX).map((file) => {
			const text = room ? mine.readCode(root, file).slice(0, room) : '';
			room -= text.length;
			return text;
		})));
	}
	return { name, given: known.get(files) };
}

/* Neighbours of a whole program's body: of each call, those of what changed and the last ones first, what it is not given there. `methods`: names there are. */
function programs(body, { name: changed, given }, { methods = new Set() } = {}) {
	if (!given.size || body.length > TEXT_MAX)
		return [];
	const own = new Set(statements(body).flatMap((one) => boundNames(one.text))), isOurs = ({ name }) => !own.has(name) && (methods.has(name) || !BUILT_IN.has(name));
	const calls = callsIn(body).filter(isOurs).reverse(), first = [...calls.filter(({ name }) => name === changed), ...calls.filter(({ name }) => name !== changed)];
	const rows = first.slice(0, CALLS_MAX).flatMap(({ name, args }) => args.map(({ at, end, said }, place) => {
		const kind = kindOf(said), others = (kind && given.get(`${name} ${place}`)) || [];
		return others.filter((one) => one.kind === kind && !body.includes(one.said)).map((one) => put(body, { at, end }, one.said));
	}));
	return inTurn(rows).slice(0, EACH_MAX);
}

module.exports = { asksIn, ofTests, programs };
