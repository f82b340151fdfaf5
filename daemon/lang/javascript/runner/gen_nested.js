'use strict';
/*
 * What is nested in front of what is not: '{b[c,d],a}' for '{a,b[c,d]}', `[[2, 3], 1]` for `[1, [2, 3]]`. Who goes through a tree by
 * recursion, and then by a queue or a stack, gives its leaves in another order. It shows only where what is nested stands before something
 * that is not; in tests the nested one is the last.
 *
 * Asked for where a function goes through something in another way: by calls of itself on one side alone, or by other words.
 */
const { PLAIN, isPattern, put } = require('./gen_near.js');
const { inTurn } = require('./gen_rank.js');
const { argumentsOf } = require('./gen_scenes.js');
const { ESCAPE, closing, deepTokens, expressionEnd, tokens } = require('./lexer.js');

const WORDS = new Set('deque popleft appendleft stack queue unshift shift pop reversed reverse walk flat flatMap'.split(' '));
const PAIRS = { '(': ')', '[': ']', '{': '}' };
const DATA = [new RegExp(ESCAPE, 'gu'), /"[^"\n]*"/g];      // in a text: brackets and commas there are none
const COMMA = /\s*,\s*/g, BLANK = /\s+/g, IS_VALUE = /^(?:[([,=:?]|=>|return)$/;
const EACH_MAX = 6, TEXT_MAX = 4000, DEPTH_MAX = 12;

/*
 * Where what a text gives a name to begins and ends, by tokens: [{ name, from, to }]. The changed function, of that `label`, is all of it, others
 * are `function name(a) {}` and `const name = (a) => {}`.
 */
function namedIn(list, label) {
	const first = list.findIndex((t) => t.text === label), isOwn = first >= 0 && list.slice(0, first).every((t) => t.kind === 'word' || /^[*.]$/.test(t.text));
	const others = list.flatMap((t, i) => {
		const before = list[i - 1]?.text === '*' ? list[i - 2]?.text : list[i - 1]?.text;
		if (/^(?:const|let|var)$/.test(before || '') && list[i + 1]?.text === '=')
			return [{ name: t.text, from: i, to: expressionEnd(list, i + 2, false) }];
		const given = before === 'function' && t.kind === 'word' ? closing(list, i + 1) : -1;
		const open = given < 0 ? -1 : list.findIndex((one, k) => k > given && one.text === '{');
		return open < 0 ? [] : [{ name: t.text, from: i, to: closing(list, open) }];
	});
	return isOwn ? [{ name: label, from: first, to: list.length }, ...others] : others;
}

/* Is one of them called within itself? */
function callsItself(list, label) {
	const isCalled = (name, i) => list[i].text === name && list[i + 1]?.text === '(' && list[i - 1].text !== 'function' && list[i - 2]?.text !== 'super';
	return namedIn(list, label).some(({ name, from, to }) => list.some((_, i) => i > from && i < to && isCalled(name, i)));
}

/* Does it call itself, and by which words does it go through something? */
function wayOf(text, label) {
	const list = deepTokens(text), said = list.filter((t) => t.kind === 'word').flatMap((t) => [t.text, ...t.text.split(/[_#]|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase())]);
	const gives = list.some((t, i) => t.text === 'yield' && list[i + 1]?.text === '*') ? ['yield*'] : [];
	return [callsItself(list, label), ...new Set([...said.filter((word) => WORDS.has(word)), ...gives])].sort().join(' ');
}

function asksIn([, mine, other], { qualname }) {
	const label = (qualname || '').split('.').at(-1);
	return Boolean(mine && other) && wayOf(mine, label) !== wayOf(other, label);
}

/* ---- texts ---- */

/* [{ begin, end, inner }] of what stands between two brackets, from left to right, and of all of the text; none where they do not match. */
function groups(plain) {
	const open = [{ begin: 0, inner: [] }], found = [];
	for (const [at, c] of [...plain].entries()) {
		if (PAIRS[c])
			open.push({ begin: at + 1, inner: [] });
		if (!')]}'.includes(c))
			continue;
		const one = open.pop();
		if (PAIRS[plain[one.begin - 1]] !== c)
			return [];
		found.push({ ...one, end: at });
		open.at(-1).inner.push([one.begin - 1, at + 1]);
	}
	return open.length === 1 ? [...found.sort((a, b) => a.begin - b.begin), { ...open[0], end: plain.length }] : [];
}

/* As an item may have commas in it, each that is before the brackets may be the border; that in the middle is the likeliest. */
function ofGroup(text, plain, group) {
	const [first, last] = group.inner.at(-1) || [];
	if (first === undefined)
		return [];
	const flat = group.inner.reduce((all, [at, end]) => put(all, { at, end }, 'x'.repeat(end - at)), plain), whole = flat.slice(group.begin, group.end);
	const begin = group.begin + whole.length - whole.trimStart().length, end = group.end - whole.length + whole.trimEnd().length, isListed = whole.includes(',');
	const borders = [...flat.slice(begin, end).matchAll(isListed ? COMMA : BLANK)].map((m) => ({ at: begin + m.index, end: begin + m.index + m[0].length }));
	if (!borders.length || borders.at(-1).at >= last)
		return []; // what is in brackets is not the last one
	const starts = isListed ? [begin] : [borders[0].end, begin]; // (plus 1 (times 2 3)): who is called stays in front
	const near = [...borders].sort((a, b) => Math.abs(2 * a.at - begin - first) - Math.abs(2 * b.at - begin - first)).slice(0, EACH_MAX);
	return starts.flatMap((start) => near.filter((one) => one.at > start).map((one) => text.slice(0, start) + text.slice(one.end, end) + text.slice(one.at, one.end) + text.slice(start, one.at) + text.slice(end)));
}

/* Texts near one, as it stands between quotes: what ends with brackets goes in front of what is before it, in each group. */
function turned(text) {
	const plain = DATA.reduce((all, mark) => all.replace(mark, (said) => 'x'.repeat(said.length)), text).replace(/[^\x00-\xff]/g, 'x');
	return [...new Set(inTurn(groups(plain).map((group) => ofGroup(text, plain, group))))].filter((one) => one !== text).slice(0, EACH_MAX);
}

/* ---- what is written out ---- */

/* How deep something is nested: 0 of what has nothing in it, and of a call that is given plain values. */
function deep(list, from = 0, to = list.length) {
	let most = 0;
	for (let i = from; i < to; i++) {
		const end = list[i].kind === 'punct' && PAIRS[list[i].text] ? closing(list, i) : -1;
		if (end < 0)
			continue;
		const isPlain = list[i].text === '(' ? !list.slice(i + 1, end).some((t) => t.kind === 'punct' && PAIRS[t.text]) : end === i + 1;
		most = Math.max(most, isPlain ? 0 : 1 + deep(list, i + 1, end));
		i = end;
	}
	return most;
}

/* Are there more brackets within each other than anybody writes? */
function isTooDeep(list) {
	let depth = 0, most = 0;
	for (const { kind, text } of list) {
		depth += kind === 'punct' && PAIRS[text] ? 1 : kind === 'punct' && /^[)\]}]$/.test(text) ? -1 : 0;
		most = Math.max(most, depth);
	}
	return most > DEPTH_MAX;
}

/* The items between two brackets as tokens, of an object what stands behind the keys; null: it is none, or one is a function or puts in others. */
function itemsOf(texts, isObject) {
	const rows = texts.map((text) => tokens(text));
	if (rows.some((list) => !list.length || list[0].text === '...' || list.some((t) => t.text === '=>' || t.text === 'function')))
		return null;
	if (!isObject)
		return rows;
	return rows.every((list) => list.length === 1 || list[1].text === ':') ? rows.map((list) => (list.length === 1 ? list : list.slice(2))) : null;
}

/* Of what kind a value is: the bracket that it begins with, or is it a text, a number, a name or a call? */
function kindOf([first]) {
	return PAIRS[first.text] ? first.text : first.kind;
}

/* The last of an array or an object before the others, where it is deeper; those whose items are of a kind come first. */
function literals(body, all) {
	const rows = all.flatMap((t, i) => {
		const isOpen = t.kind === 'punct' && '[{'.includes(t.text);
		const end = isOpen && (i === 0 || IS_VALUE.test(all[i - 1].text)) && !isPattern(all, i) ? closing(all, i) : -1;
		const texts = end > i + 1 ? argumentsOf(body.slice(t.end, all[end].at)) : [], items = texts.length > 1 ? itemsOf(texts, t.text === '{') : null;
		if (!items || !(deep(items.at(-1)) > Math.min(...items.slice(0, -1).map((one) => deep(one)))))
			return [];
		const isOfKind = [t.text, kindOf(items[0])].includes(kindOf(items.at(-1)));
		return [{ rank: Number(!isOfKind), text: put(body, { at: t.end, end: all[end].at }, [texts.at(-1), ...texts.slice(0, -1)].join(', ')) }];
	});
	return rows.sort((a, b) => a.rank - b.rank).map((one) => one.text);
}

/* Neighbours of a whole program's body: one of each of its texts in turn, and of what is written out as an array or an object. */
function programs(body, isAsked) {
	const all = isAsked && body.length <= TEXT_MAX ? tokens(body) : [], texts = all.filter((t) => PLAIN.test(t.text));
	const rows = texts.map((t) => turned(t.text.slice(1, -1)).map((said) => put(body, { at: t.at + 1, end: t.end - 1 }, said)));
	return inTurn([...rows, isTooDeep(all) ? [] : literals(body, all)]).slice(0, EACH_MAX);
}

module.exports = { asksIn, programs, turned };
