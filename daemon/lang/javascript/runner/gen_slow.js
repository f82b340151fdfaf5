'use strict';
/*
 * Asynchronous functions that a program hands over take their time, and tell when they begin and when they end. Where an `await`
 * came or went, what is done at the end is not to be done before: a test whose functions are over at once sees
 * which of them were called, and not that one was still at work when the next began.
 *
 * Or the first of their calls takes the longest, and says nothing: what is done at once then ends in another order than it began in.
 *
 * They may be callbacks, keys and methods of an object, or have a name: `async` ones, and those that give a promise in one
 * expression; where there is none, those that are given to a call which is waited for. And what a call makes and another is given,
 * by itself or in a list, may have methods that answer at once: it gets ones that answer later, with an error too.
 */
const { brackets, rowsOf, slowed } = require('./gen_scenes.js');
const { tokens, closing, expressionEnd } = require('./lexer.js');

const LATER = 'await new Promise((resolve) => setTimeout(resolve, 30));'; // longer than a file takes to be removed
const SLOW = `const slow = (name, f) => async function (...args) {
	console.log(name, 'begins');
	${LATER}
	try {
		return await f.apply(this, args);
	} finally {
		console.log(name, 'ends');
	}
};`;
const UNEVEN = `const uneven = (f) => async function (...args) {
	uneven.left = (uneven.left ?? 6) - 1;
	await new Promise((resolve) => setTimeout(resolve, 10 * Math.max(0, uneven.left)));
	return f.apply(this, args);
};`;
/* Nothing that the language or Node has, streams among it: what asks those does not wait. Nor data, nor what any object is asked. */
const ANSWERS = `const later = (it) => {
	if (Array.isArray(it))
		return it.map(later);
	const isData = Object.getPrototypeOf(Object(it)) === Object.prototype && !Object.values(Object(it)).some((one) => typeof one === 'function');
	const isStream = typeof it?.emit === 'function' || typeof it?.[Symbol.asyncIterator] === 'function';
	return Object.prototype.toString.call(it) !== '[object Object]' || isData || isStream ? it : new Proxy(Object.create(Object.getPrototypeOf(it)), {
		get: (_, key) => (typeof it[key] === 'function' && typeof key === 'string' && !(key in Object.prototype) && key !== 'toJSON' ? async (...args) => it[key](...args) : it[key]),
		has: (_, key) => key in it,
	});
};`;
const TEXT_MAX = 4000;
const PAUSES = /^(?:sleep|delay|wait|pause)(?:[A-Z_]\w*)?$/; // what gives a promise by such a name
const BOUND = /^(?:(?:const|let|var)\s+)?[\w$]+\s*=$/;
/* Calls that have a function of theirs run at once, or that are none of the project's. */
const PASSES = /^(?:map|flatMap|filter|find\w*|forEach|reduce\w*|some|every|sort|toSorted|then|catch|finally|log|Promise|all\w*|set(?:Timeout|Interval|Immediate)|queueMicrotask|nextTick|throws|rejects|test|it|describe)$/;

/* Does a change speak of it? One side alone waits for what it gives back, or waits more often. */
function asksFor(changed, mine, other) {
	const times = (text, what) => text.split(what).length, differs = (what) => times(mine, what) !== times(other, what);
	return differs(/\breturn await\b/) || (mine !== '' && other !== '' && differs(/\bawait\b/));
}

/* The token at which the body of the arrow function begins that token `i` begins; -1: it is none. */
function arrowBody(list, i) {
	const end = list[i]?.text === '(' ? closing(list, i) : list[i]?.kind === 'word' ? i : -1;
	return end >= 0 && list[end + 1]?.text === '=>' ? end + 2 : -1;
}

/* Where the body of a function ends that begins with token `from`: a block, or what an arrow function gives. -1: nowhere. */
function endOf(list, from) {
	return list[list[from].text === '{' ? closing(list, from) : expressionEnd(list, from)]?.end ?? -1;
}

/* What kind of function token `i` begins, { end, isLate }, or null. */
function functionAt(list, i) {
	const isAsync = list[i].text === 'async', from = isAsync ? i + 1 : i, body = arrowBody(list, from);
	if (body >= 0 && list[body]) {
		const gives = list[body].text === 'Promise' || (list[body].text === 'new' && list[body + 1]?.text === 'Promise') || (PAUSES.test(list[body].text) && list[body + 1]?.text === '(');
		return { end: endOf(list, body), isLate: isAsync || gives };
	}
	const open = list[from]?.text === 'function' ? list.findIndex((t, k) => k > from && t.text === '(') : -1;
	const block = open > 0 && open - from < 3 && !list.slice(from, open).some((t) => t.text === '*') ? closing(list, open) + 1 : 0;
	return block > 0 && list[block]?.text === '{' ? { end: endOf(list, block), isLate: isAsync } : null;
}

/* The same for an `async` method of an object that is written out: { end, isLate, name, from }; `from`: where its parameters begin. */
function methodAt(row, list, i, inside) {
	const open = inside[i], before = list[open - 1]?.text, end = list[i].text === 'async' && list[i + 1]?.kind === 'word' && list[i + 2]?.text === '(' ? closing(list, i + 2) : -1;
	if (end < 0 || list[open]?.text !== '{' || !/^(?:[(,:=[]|return)$/.test(before || '') || !'{,'.includes(list[i - 1].text) || list[end + 1]?.text !== '{')
		return null;
	const stop = endOf(list, end + 1);
	return /\bsuper\b/.test(row.slice(list[i].at, stop)) ? null : { end: stop, isLate: true, name: list[i + 1].text, from: list[i + 2].at };
}

/* Functions of one statement, the outer ones: [{ at, end, isLate, isGiven, name, text }]. */
function functionsOf(row) {
	const list = tokens(row), inside = brackets(list), found = [];
	for (const [i, t] of list.entries()) {
		const before = list[i - 1]?.text, method = i ? methodAt(row, list, i, inside) : null;
		const one = method || (i && '(,:='.includes(before) ? functionAt(list, i) : null), call = list[inside[i] - 1]?.text || '';
		if (!one || one.end < 0 || found.some((other) => other.end > t.at) || (list[inside[i]]?.text === '(' && PASSES.test(call)))
			continue;
		const isBound = before === '=' && (BOUND.test(row.slice(0, list[i - 1].end)) || /^(?:const|let|var)$/.test(list[i - 3]?.text)), isKey = before === ':' && list[inside[i]]?.text === '{';
		const name = method ? method.name : isBound || isKey ? list[i - 2].text.replace(/^(['"])(.*)\1$/, '$2') : call && list[inside[i]].text === '(' ? `given to ${call}` : '';
		const isWaited = /\bawait\b/.test(row.slice(0, t.at)), text = row.slice(method ? method.from : t.at, one.end);
		if (name && !name.includes("'"))
			found.push({ at: t.at, end: one.end, isLate: one.isLate, isGiven: isWaited && list[inside[i]]?.text === '(', name, key: method ? `${name}: ` : '', text: method ? `async function ${text}` : text });
	}
	return found;
}

/* A program's body of which the functions are put into what `wrapped` makes of one, behind a head; '': it has none. */
function putInto(body, head, wrapped) {
	const rows = rowsOf(body), all = rows.map(functionsOf), isAny = all.flat().some((one) => one.isLate);
	const made = rows.map((row, i) => all[i].filter((one) => (isAny ? one.isLate : one.isGiven))
		.reduceRight((text, one) => `${text.slice(0, one.at)}${one.key}${wrapped(one)}${text.slice(one.end)}`, row));
	return made.every((row, i) => row === rows[i]) ? '' : [head, ...made].join('\n');
}

/* They tell when they begin and end. */
function told(body) {
	return putInto(body, SLOW, ({ name, text }) => `slow('${name}', ${text})`);
}

/* The later they are called, the sooner they are done. */
function overtaking(body) {
	return putInto(body, UNEVEN, ({ text }) => `uneven(${text})`);
}

/* Has a list what is made or named elsewhere, and not what is written out? */
function holdsOthers(list, at) {
	const inside = list.slice(at + 1, closing(list, at));
	return inside.some((t) => t.kind === 'word' && !/^(?:true|false|null|undefined)$/.test(t.text)) && !inside.some((t) => t.text === '{');
}

/* Calls and lists of one statement, the outer ones, that make what another call is given: [{ at, end }]. */
function givenOf(row) {
	const list = tokens(row), inside = brackets(list), found = [];
	for (const [i, t] of list.entries()) {
		const open = inside[i], to = list[open - 1], first = list[i].text === 'new' ? i + 1 : i;
		const isGiven = list[open]?.text === '(' && to?.kind === 'word' && !PASSES.test(to.text) && '(,'.includes(list[i - 1].text);
		const from = t.text === '[' && holdsOthers(list, i) ? i : list[first]?.kind === 'word' && list[first + 1]?.text === '(' ? first + 1 : -1;
		const end = isGiven && from >= 0 ? closing(list, from) : -1;
		if (end > 0 && list[end + 1] && '),'.includes(list[end + 1].text) && !found.some((other) => other.end > t.at))
			found.push({ at: t.at, end: list[end].end });
	}
	return found;
}

/* A program's body in which what calls are given answers later; '': nothing is. */
function answering(body) {
	const made = rowsOf(body).map((row) => givenOf(row).reduceRight((text, one) => `${text.slice(0, one.at)}later(${text.slice(one.at, one.end)})${text.slice(one.end)}`, row));
	return made.some((row) => row.includes('later(')) && /\bawait\b/.test(body) ? [ANSWERS, ...made].join('\n') : '';
}

/* Neighbours of a whole program's body. */
function programs(body, isAsked) {
	return !isAsked || body.length > TEXT_MAX || /\b(?:slow|later|uneven)\b/.test(body) ? [] : [slowed(body, LATER), answering(body), told(body), overtaking(body)].filter(Boolean);
}

module.exports = { ANSWERS, asksFor, programs };
