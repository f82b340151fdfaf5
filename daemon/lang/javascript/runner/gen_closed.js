'use strict';
/*
 * What is gone through says when it is closed. A loop over it that ends early closes it: its `return()` is called, and the `finally` of a
 * generator runs. Who calls `next()` by hand leaves it open, but for who calls `return()` as well. Tests give arrays, which have nothing to
 * close, or look at what comes out only.
 *
 * Asked for where the two sides of a changed function differ in how they go through things, and one of them does so by hand.
 */
const { inTurn } = require('./gen_rank.js');
const { isPattern, put } = require('./gen_near.js');
const { argumentsOf, brackets } = require('./gen_scenes.js');
const { GLOBALS } = require('./gen_mine.js');
const { KEYWORDS, closing, deepTokens, expressionEnd, tokens } = require('./lexer.js');

const PLAIN = 'function*', ASYNC = 'async function*';
const BY_HAND = /^(?:next|return|iterator|asyncIterator)$/, WAITS = /^(?:for await|asyncIterator)$/; // of marks
const PATTERN = /^(?:const|let|var|[(,;{}])$/; // stands before what is taken apart
const OWN = /^(?:await|yield|this|super|arguments)$/; // is another one in a generator
const PASSES = /^(?:expect|to(?:Be|Have|Contain|Match)\w*|assert|ok|\w*[eE]quals?|push|unshift|concat|includes|apply)$/; // asks, or keeps it as one thing
const EACH_MAX = 6, TEXT_MAX = 4000;

const isDot = (t) => t?.text === '.' || t?.text === '?.';

/* What a token says of how something is gone through; '': nothing. */
function markOf(list, i) {
	const { text } = list[i], [before, next] = [list[i - 1], list[i + 1]?.text];
	if (isDot(before) && /^(?:next|return)$/.test(text))
		return next === '(' || (next === '?.' && list[i + 2]?.text === '(') ? text : '';
	if (isDot(before))
		return list[i - 2]?.text === 'Symbol' && /^(?:iterator|asyncIterator)$/.test(text) ? text : '';
	if (text === 'for') {
		const open = next === 'await' ? i + 2 : i + 1, end = list[open]?.text === '(' ? closing(list, open) : -1;
		return list.slice(open, Math.max(open, end)).some((t) => t.text === 'of') ? `for${next === 'await' ? ' await' : ''}` : '';
	}
	const isStar = text === 'yield' && next === '*', isTaken = text === '[' && (!before || PATTERN.test(before.text)) && isPattern(list, i);
	return isStar || isTaken || text === '...' ? text : '';
}

function marksOf(text) {
	const list = deepTokens(text || '');
	return list.map((_, i) => markOf(list, i)).filter(Boolean).sort();
}

/* The kinds of generators that show it: what is waited for in another way than by a loop may be either. */
function asksFor(_changed, mine, other) {
	const [one, two] = [mine, other].map(marksOf), all = [...one, ...two];
	if (one.join() === two.join() || !all.some((mark) => BY_HAND.test(mark)))
		return [];
	return all.some((mark) => WAITS.test(mark)) ? [ASYNC] : /\bawait\b/.test(`${mine} ${other}`) ? [ASYNC, PLAIN] : [PLAIN];
}

/* The generator functions of a program: each name, and whether it is an asynchronous one. */
function generatorsIn(list) {
	return new Map(list.flatMap((t, i) => {
		if (t.text !== '*' || list[i - 1]?.text !== 'function')
			return [];
		const isAsync = list[i - 2]?.text === 'async', before = i - (isAsync ? 3 : 2), isNamed = list[i + 1]?.kind === 'word';
		return isNamed ? [[list[i + 1].text, isAsync]] : list[before]?.text === '=' ? [[list[before - 1].text, isAsync]] : [];
	}));
}

/* { end, isAsync, isSure } of an array that is written out, or a call, which begins with token `i`; or null. `isSure`: it can be gone through. */
function itemsAt(body, list, i, generators) {
	if (list[i]?.text === '[') {
		const end = closing(list, i);
		return end > 0 && argumentsOf(body.slice(list[i].end, list[end].at)).length > 1 ? { end, isAsync: false, isSure: true } : null;
	}
	let open = i + 1;
	while (isDot(list[open]) && list[open + 1]?.kind === 'word')
		open += 2;
	const isCall = list[i]?.kind === 'word' && !KEYWORDS.has(list[i].text) && list[i].text !== 'require' && list[open]?.text === '(';
	const end = isCall ? closing(list, open) : -1;
	return end > 0 ? { end, isAsync: Boolean(generators.get(list[i].text)), isSure: generators.has(list[i].text) } : null;
}

/* Names that are bound to one of them: { isAsync, isSure } by name. */
function boundIn(body, list, generators) {
	return new Map(list.flatMap((t, i) => {
		const isBound = /^(?:const|let|var)$/.test(t.text) && list[i + 1]?.kind === 'word' && list[i + 2]?.text === '=', found = isBound ? itemsAt(body, list, i + 3, generators) : null;
		return found && expressionEnd(list, i + 3) === found.end ? [[list[i + 1].text, found]] : [];
	}));
}

/* Is it the bracket of a call, and none of the language's, of a test's or of a list's? */
function isCall(list, open) {
	const t = list[open - 1], end = list[open]?.text === '(' ? closing(list, open) : -1;
	if (end < 0 || !t || list[end + 1]?.text === '{') // parameters
		return false;
	let root = open - 1;
	while (isDot(list[root - 1]) && list[root - 2]?.kind === 'word')
		root -= 2;
	const isName = t.kind === 'word' && (isDot(list[open - 2]) || !KEYWORDS.has(t.text));
	return t.text === ')' || (isName && !GLOBALS.has(list[root].text) && ![t, list[root]].some((one) => PASSES.test(one.text)));
}

/* What calls of a program's body are given that can be gone through: [{ at, end, isAsync, isSure }], the sure ones first. */
function givenIn(body) {
	const list = tokens(body), inside = brackets(list), generators = generatorsIn(list), bound = boundIn(body, list, generators);
	const found = list.flatMap((t, i) => {
		const named = bound.has(t.text) ? { ...bound.get(t.text), end: i } : null, written = named || t.text === '[' || generators.has(t.text) ? named || itemsAt(body, list, i, generators) : null;
		const isArgument = written && '(,'.includes(list[i - 1]?.text || ' ') && '),'.includes(list[written.end + 1]?.text || ' ') && isCall(list, inside[i]);
		const isOwn = isArgument && deepTokens(body.slice(t.at, list[written.end].end)).some((one) => OWN.test(one.text));
		return isArgument && !isOwn ? [{ ...written, at: t.at, end: list[written.end].end }] : [];
	});
	return found.sort((a, b) => b.isSure - a.isSure);
}

/* Neighbours of a whole program's body: in the place of one thing that it gives, a source that goes through that. */
function programs(body, kinds) {
	const given = kinds?.length && body.length <= TEXT_MAX && !body.includes("console.log('closed')") ? givenIn(body) : [];
	return inTurn((kinds || []).map((kind) => given.filter((one) => kind === ASYNC || !one.isAsync)
		.map((one) => put(body, one, `(${kind} () { try { console.log('opened'); yield* ${body.slice(one.at, one.end)}; } finally { console.log('closed'); } })()`)))).slice(0, EACH_MAX);
}

module.exports = { asksFor, programs };
