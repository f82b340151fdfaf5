'use strict';
/*
 * Two calls on an object that a program waits for one after the other, or one and itself, are made at the same time, and what the object was
 * given tells when each of its own asynchronous methods begins and ends: who takes one after the other does so still, or no more. In
 * tests the second begins when the first is done.
 *
 * A method that tells takes a turn of the event loop, so that how many promises are between two of them makes no other order: an `await`
 * that changes nothing shows nothing.
 *
 * Asked for where both sides of a changed function wait for something, or give what is waited for, and another may come in between.
 */
const { put } = require('./gen_near.js');
const { argumentsOf, rowsOf } = require('./gen_scenes.js');
const { closing, tokens } = require('./lexer.js');

const WAITS = /\b(?:await|async|Promise)\b|\.(?:then|finally)\(/;
const BETWEEN = /lock|mutex|queue|busy|pending|semaphore|acquire|release|finally|running|waiting|in_?flight|exclusive|serial|\bthis\.[#\w$]+\s*(?:[-+]?=(?!=)|\+\+|--)/i;
const WAITED = /^(?:console\.log\()?await\s+(([\w$]+)\.[\w$]+\()/;
const MADE = /^(?:const|let|var)\s+([\w$]+)\s*=\s*new\s/;
const TOLD = `const told = (it) => new Proxy(it, {
	get: (_, key) => (it[key]?.constructor?.name !== 'AsyncFunction' ? it[key]?.bind?.(it) ?? it[key] : async (...args) => {
		console.log(key, 'begins', ...args);
		await new Promise(setImmediate);
		try {
			return await it[key](...args);
		} finally {
			console.log(key, 'ends');
		}
	}),
});`;
const TEXT_MAX = 4000, EACH_MAX = 4;

function asksFor(_changed, ...sides) {
	return sides.every((text) => WAITS.test(text)) && sides.some((text) => BETWEEN.test(text));
}

/* The program in which each object that a call is given tells what is asked of it: a class or an object of the program's own with asynchronous methods. */
function telling(rows) {
	const own = new Set(rows.flatMap((row) => (/\basync\s/.test(row) && /^class\s/.test(row) ? [/^class\s+([\w$]+)/.exec(row)?.[1]] : [])));
	const isOwn = (said) => own.has(/^new\s+([\w$]+)/.exec(said)?.[1]) || (/^\{/.test(said) && /\basync\s+[\w$]+\s*\(/.test(said));
	const bound = new Set(rows.flatMap((row) => {
		const [, name, said] = /^(?:const|let|var)\s+([\w$]+)\s*=\s*([^]*?);?$/.exec(row) || [];
		return name && isOwn(said) ? [name] : [];
	}));
	return rows.map((row) => {
		const made = MADE.exec(row), list = made ? tokens(row) : [], open = list.findIndex((t) => t.text === '('), end = open < 0 ? -1 : closing(list, open);
		if (end < 0 || bound.has(made[1]))
			return row;
		const args = argumentsOf(row.slice(list[open].end, list[end].at)), said = args.map((arg) => (isOwn(arg) || bound.has(arg) ? `told(${arg})` : arg));
		return put(row, { at: list[open].end, end: list[end].at }, said.join(', '));
	});
}

/* [{ object, call }] of a row that waits for one call of an object, and does no more than to print it. */
function callIn(row) {
	const [head, said, object] = WAITED.exec(row) || [], list = head ? tokens(row) : [];
	const end = head ? closing(list, list.findIndex((t) => t.end === head.length)) : -1, call = end < 0 ? '' : row.slice(head.length - said.length, list[end].end);
	return call && /^\)?;$/.test(row.slice(list[end].end)) && !/\bawait\b/.test(call) ? [{ object, call }] : [];
}

/* Neighbours of a whole program's body: each two calls that are next to each other, and the last one twice. */
function programs(body, isAsked) {
	if (!isAsked || body.length > TEXT_MAX || /\btold\b/.test(body))
		return [];
	const rows = telling(rowsOf(body)), isTold = rows.some((row) => row.includes('told('));
	const waited = rows.flatMap((row, i) => callIn(row).map((one) => ({ ...one, i })));
	const at = (one, other) => [...(isTold ? [TOLD] : []), ...rows.flatMap((row, i) => (i === one.i ? [`console.log(await Promise.allSettled([${one.call}, ${other.call}]));`] : i === other.i ? [] : [row]))].join('\n');
	const pairs = waited.slice(1).flatMap((other, k) => (waited[k].object === other.object ? [[waited[k], other]] : []));
	return [...pairs, ...waited.slice(-1).map((one) => [one, one])].map(([one, other]) => at(one, other)).slice(0, EACH_MAX);
}

module.exports = { asksFor, programs };
