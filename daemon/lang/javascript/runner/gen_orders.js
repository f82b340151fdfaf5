'use strict';
/*
 * Inputs in which an order shows: several items that are equal, or nearly so, in what they are ranked by and differ elsewhere;
 * words that alphabets, capitals and marks put in other places; numbers of which the longer is the greater one, and the same as texts; an
 * item without the key; a text in which two entries have one name, or its numbers or names come the other way round.
 *
 * The items are those that somebody wrote. One key of theirs is varied and the rest stays, so that whatever else is asked of
 * an item still holds. What no test passes is two names that two alphabets sort differently: it passes three that all of them agree about.
 */
const { isPattern } = require('./gen_near.js');
const { inTurn } = require('./gen_rank.js');
const { argumentsOf } = require('./gen_scenes.js');
const { tokens, closing } = require('./lexer.js');

/* What speaks of an order, or of what is the same as another. */
const SPEAKS = /sort|compar|collat|rank|heap|priorit|uniq|dedup|distinct|bisect|ordering|order_?by|\border\b|new Set\b|\(\s*a\s*,\s*b\s*\)\s*(?:=>|\{)/i;
/* What speaks of entries that are found by a key, of which the first or the last may win. */
const KEYED = /\b(?:new Map|fromEntries|Object\.assign|groupBy|reduce|continue|keys?)\b|\.(?:has|set)\(/;
const NAMED = /(?<!\\)\p{L}[\p{L}\d_.-]*[\p{L}\d_]/gu;
const NUMBERED = /(?:(?<![\p{L}\d_.\\])|(?<=\\[nrt]))\d+(?![\p{L}\d_])/gu;
const TWINS_MAX = 4; // texts that are made of one in which a name stands twice
const TURNED_MAX = 4; // and in which names or numbers change places
const FEW = 8, MANY = 30; // lists of arguments of one function, or neighbours of one target's programs: where it is spoken of beside the change, and where by it
const CALLS_MAX = 3; // calls that are varied
const GROUPS_MAX = 3; // lists of one text
const COLUMNS_MAX = 4; // keys of one list
const ITEMS_MAX = 12;
const TEXT_MAX = 2000;
/* Neighbours stand the other way round by code, by letter, in one alphabet, without capitals, or without marks. */
const LETTERS = ["'oz'", "'öa'", "'b'", "'B'", "'Z'", "'a'", "'ac'", "'Áb'"];
/* Bytes and code points have the second first, units of UTF-16 the first. */
const BEYOND = ["'\\u{1f600}'", "'\\uff5e'", "'a'"];
const MARKED = ["'a b'", "'ab'", "'a-b'", "'é'", "'e\\u0301'", "'ea'"];
const NUMBERS = ['10', '9', '10', '1', '-1'], BESIDE = ['1.5', '1.25', '1.5', '1'], NUMERALS = ["'10'", "'9'", "'10'", "'1'"];
const PLAIN = /^(['"])(?:(?!\1)[^\\\n])*\1$/;
const VALUE_AFTER = new Set(['(', '[', '{', ',', '=', ':', '?', '=>', '...']);

/* The text with others in the place of parts of it: [{ at, end, text }]. */
function edited(text, edits) {
	return [...edits].sort((a, b) => b.at - a.at).reduce((all, e) => all.slice(0, e.at) + e.text + all.slice(e.end), text);
}

/* What commas separate between two tokens: [[first, last]], by their places. */
function between(list, open, close) {
	const found = [];
	let first = open + 1;
	for (let i = open + 1; i <= close; i++) {
		const end = i < close && list[i].kind === 'punct' && '([{'.includes(list[i].text) ? closing(list, i) : i;
		if (end < 0 || end > close)
			return [];
		if (i === close || list[i].text === ',') {
			if (i > first)
				found.push([first, i - 1]);
			first = i + 1;
		}
		i = end;
	}
	return found;
}

/* A text or number that stands for itself: where it is, or null. */
function plainAt(list, [from, to]) {
	const isNumber = list[to].kind === 'number' && (to === from || (to === from + 1 && list[from].text === '-'));
	return isNumber || (to === from && PLAIN.test(list[to].text)) ? { at: list[from].at, end: list[to].end } : null;
}

/*
 * One of several things that are alike: { kind, text, columns }, with the plain values of a `{ ... }`, a `[ ... ]` or a call by key or by place; of
 * a plain value itself the key is ''. Null: it is none of these.
 */
function itemOf(text) {
	const list = tokens(text), columns = new Map(), last = list.length - 1;
	const own = list.length && plainAt(list, [0, last]);
	if (own)
		return { kind: list[last].kind, text, columns: new Map([['', own]]) };
	const open = list.findIndex((t) => t.kind === 'punct' && '([{'.includes(t.text));
	if (open < 0 || closing(list, open) !== last || !list.slice(0, open).every((t) => t.kind === 'word' || t.text === '.'))
		return null;
	for (const [i, [from, to]] of between(list, open, last).entries()) {
		const isNamed = list[open].text === '{' && to > from + 1 && list[from + 1].text === ':';
		const found = list[open].text === '{' && !isNamed ? null : plainAt(list, [isNamed ? from + 2 : from, to]);
		if (found)
			columns.set(isNamed ? list[from].text.replace(/^(['"])(.*)\1$/, '$2') : String(i), found);
	}
	return { kind: text.slice(0, list[open].end), text, columns };
}

/* Things that are alike, { at, end, items, grows }: of a text all lists, tables of plain values, and calls of one thing. */
function groupsOf(text) {
	const list = tokens(text), found = [], calls = new Map();
	const put = (spans, grows, bounds) => {
		const items = spans.map(([from, to]) => itemOf(text.slice(list[from].at, list[to].end)));
		const isAlike = items.length > 0 && items.length <= ITEMS_MAX && items.every((one) => one && one.kind === items[0].kind && one.columns.size);
		if (isAlike && (items.length > 1 || (grows && items[0].kind !== 'string' && items[0].kind !== 'number')))
			found.push({ grows, items, at: list[bounds[0]].at, end: list[bounds[1]].end, places: spans.map(([from]) => list[from].at) });
	};
	for (const [i, t] of list.entries()) {
		const isValue = i === 0 || VALUE_AFTER.has(list[i - 1].text) || list[i - 1].text === 'return';
		const close = t.kind === 'punct' && '[{'.includes(t.text) && isValue ? closing(list, i) : -1;
		const end = t.kind === 'word' && list[i + 1]?.text === '(' && !/^(log|require|function|if|for|while|switch|catch)$/.test(t.text) ? closing(list, i + 1) : -1;
		if (close > 0 && t.text === '[')
			put(between(list, i, close), true, [i, close]);
		else if (close > 0 && between(list, i, close).every(([from, to]) => list[from + 1].text === ':' && to > from + 1))
			put(between(list, i, close).map(([from, to]) => [from + 2, to]), false, [i, close]);
		if (end > i + 2 && list[end + 1]?.text !== '{')
			calls.set(t.text, [...(calls.get(t.text) || []), [i, end]]);
	}
	for (const spans of calls.values()) // one in the other is no neighbour of it
		if (spans.length > 1 && spans.every(([from], k) => k === 0 || from > spans[k - 1][1]))
			put(spans, false, [spans[0][0], spans[spans.length - 1][1]]);
	return found.slice(0, GROUPS_MAX);
}

/* What may stand for the values of one key, in turn: [{ values, isOfItsKind }], the most telling first. */
function ladders(had) {
	const [first] = had, row = (values, isOfItsKind = true) => ({ values, isOfItsKind }), same = row(had.map(() => first));
	const other = had.find((one) => one !== first);
	if (!PLAIN.test(first)) {
		const next = other || String(Number(first) + 1);
		return [row([first, next, first, next, first]), same, row(NUMBERS), row(BESIDE), row(NUMERALS, false)];
	}
	const quote = first[0], inner = had.map((one) => one.slice(1, -1)), q = (said) => `${quote}${said}${quote}`;
	const numbered = inner.find((one) => /\d/.test(one)), word = inner.find((one) => /\p{L}/u.test(one)) || '';
	const natural = ['10', '9', '10', '09', '1'].map((n) => q(numbered === undefined ? `${inner[0]}${n}` : numbered.replace(/\d+(?=\D*$)/, n)));
	const cased = [word, word.toUpperCase(), word, word.toLowerCase(), word.normalize('NFD').replace(/\p{M}/gu, '')].map(q);
	const tied = row([first, other || q(`${inner[0]}b`), first, other || q(`${inner[0]}b`), first]);
	const letters = [row(LETTERS), row(cased), tied, same, row(natural), row(MARKED), row(BEYOND)];
	return numbered === undefined ? letters : [row(natural), tied, ...(word ? [row(cased)] : []), same, row(LETTERS)];
}

/* The item with another value of a key; `copy`: it is so often a copy that another value of it has to tell it apart. */
function withValue(item, key, value, copy) {
	const edits = [{ ...item.columns.get(key), text: value }];
	const [, beside] = copy ? [...item.columns].find(([one]) => one !== key) || [] : [];
	if (beside) {
		const said = item.text.slice(beside.at, beside.end);
		edits.push({ ...beside, text: PLAIN.test(said) ? `${said.slice(0, -1)}${copy}${said[0]}` : String(Number(said) + copy) });
	}
	return edited(item.text, edits);
}

/* The text with these values for a key of a group, over and over; in a list there are as many items as values. */
function withValues(text, group, key, values) {
	const { items } = group, n = items.length;
	if (!group.grows)
		return edited(text, items.map((one, i) => ({ at: group.places[i], end: group.places[i] + one.text.length, text: withValue(one, key, values[i % values.length], 0) })));
	const isOnly = items.every((one) => one.columns.get('') !== undefined);
	const made = Array.from({ length: Math.max(n, values.length) }, (_, i) => withValue(items[i % n], key, values[i % values.length], isOnly ? 0 : Math.floor(i / n)));
	return edited(text, [{ at: group.at, end: group.end, text: `[${made.join(', ')}]` }]);
}

/* One item of a list without the key. */
function without(text, group, key) {
	const one = group.items[group.items.length - 1], list = tokens(one.text), { at } = one.columns.get(key);
	if (!group.grows || one.text[0] !== '{' || group.items.length < 2)
		return null;
	const parts = between(list, 0, list.length - 1).filter(([from, to]) => !(list[from].at < at && list[to].end > at)).map(([from, to]) => one.text.slice(list[from].at, list[to].end));
	return edited(text, [{ at: group.places[group.places.length - 1], end: group.places[group.places.length - 1] + one.text.length, text: parts.length ? `{ ${parts.join(', ')} }` : '{}' }]);
}

/* Words of a text, or its numbers, by the signs around them, of which one is no letter: [[{ index, word }]]. */
function bySigns(inner, words) {
	const alike = new Map();
	for (const { 0: word, index } of inner.matchAll(words)) {
		const sign = /(?:\\.|[^])?$/.exec(inner.slice(0, index).replace(/ +$/, ''))[0] + /^(?:\\.|[^])?/.exec(inner.slice(index + word.length).replace(/^ +/, ''))[0];
		alike.set(sign, [...(alike.get(sign) || []), { index, word }]);
	}
	return [...alike].filter(([sign]) => !/^[\p{L}\d]+$/u.test(sign)).map(([, all]) => all);
}

/* An entry of a text has the name of another: of words that stand there once, between the same signs. */
function twins(text) {
	const found = [];
	for (const t of tokens(text).filter((one) => one.kind === 'string'))
		for (const all of bySigns(t.text.slice(1, -1), NAMED)) {
			const [first, ...rest] = all.filter((one) => all.every((other) => other === one || other.word !== one.word));
			for (const { index, word } of rest)
				found.push({ text: edited(text, [{ at: t.at + 1 + index, end: t.at + 1 + index + word.length, text: first.word }]), isOfItsKind: true });
		}
	return found.slice(0, TWINS_MAX);
}

/* Those between the same signs the other way round: the first where the last was, wherever they stand. Tests go through them as one counts. */
function turned(text) {
	const found = [];
	for (const t of tokens(text).filter((one) => one.kind === 'string' || (one.kind === 'template' && !one.text.includes('${'))))
		for (const all of [NUMBERED, NAMED].flatMap((words) => bySigns(t.text.slice(1, -1), words))) {
			const each = [...new Set(all.map(({ word }) => word))], edits = all.map(({ index, word }) => ({
				at: t.at + 1 + index, end: t.at + 1 + index + word.length, text: each[each.length - 1 - each.indexOf(word)] }));
			if (each.length > 1)
				found.push({ text: edited(text, edits), isOfItsKind: true });
		}
	return found.slice(0, TURNED_MAX);
}

/* An object that is handed over or has a name, with keys of which units, bytes and alphabets have different orders: its first two. */
function keysBeyond(text) {
	const list = tokens(text), found = [];
	for (const [i, t] of list.entries()) {
		const close = t.text === '{' && (i === 0 || /^(?:\(|=|return)$/.test(list[i - 1].text)) && !isPattern(list, i) ? closing(list, i) : -1;
		const keys = close < 0 ? [] : between(list, i, close).filter(([from, to]) => to > from + 1 && list[from + 1].text === ':').map(([from]) => list[from]);
		if (keys.length > 1)
			found.push({ text: edited(text, keys.slice(0, 2).map((key, k) => ({ at: key.at, end: key.end, text: BEYOND[k] }))), isOfItsKind: false });
	}
	return found.slice(0, GROUPS_MAX);
}

/* Texts near one: [{ text, isOfItsKind }]. `spoken`: keys that the change speaks of come first. */
function ordered(text, spoken = new Set()) {
	return text.length > TEXT_MAX ? [] : inTurn([twins(text), turned(text), keysBeyond(text), ...groupsOf(text).flatMap((group) => columnsOf(text, group, spoken))]).filter((one) => one.text !== text);
}

/* The same of one group: a list for each key that all of its items have. */
function columnsOf(text, group, spoken) {
	const all = group.items.map((one) => one.columns), keys = [...all[0].keys()].filter((key) => all.every((columns) => columns.has(key)));
	return [...keys.filter((key) => spoken.has(key)), ...keys.filter((key) => !spoken.has(key))].slice(0, COLUMNS_MAX).map((key) => {
		const had = group.items.map((one) => one.text.slice(one.columns.get(key).at, one.columns.get(key).end));
		const made = ladders(had).flatMap(({ values, isOfItsKind }) => windows(values, group).map((some) => ({ text: withValues(text, group, key, some), isOfItsKind })));
		const gone = without(text, group, key);
		return gone ? [...made, { text: gone, isOfItsKind: false }] : made;
	});
}

/* Where no item can be added: the values by as many as there are items, all that differ. */
function windows(values, group) {
	const n = group.items.length;
	return group.grows || n >= values.length ? [values] : Array.from({ length: Math.floor(values.length / n) }, (_, k) => values.slice(k * n, (k + 1) * n));
}

/* { spoken, most } for a change: its lines, and the function on either side ('' where it is not known). */
function asksFor(changed, mine, other) {
	const words = (text) => new Set(text.match(/[\w$]+/g) || []), one = words(mine), two = words(other);
	const apart = mine && other ? [...one, ...two].filter((w) => one.has(w) !== two.has(w)).join(' ') : '';
	const most = [changed, apart].some((text) => SPEAKS.test(text) || KEYED.test(text)) ? MANY : SPEAKS.test(mine) || SPEAKS.test(other) ? FEW : 0;
	return { spoken: words(`${changed}\n${mine}\n${other}`), most };
}

/* Lists of arguments near real ones: [{ args, where, isOfItsKind }]. */
function lists(calls, { spoken, most } = { most: 0 }) {
	const seen = new Set(), isNew = ({ args }) => !seen.has(args.join()) && seen.add(args.join());
	const rows = (most ? calls : []).map(({ args, where }) => {
		const own = args.map((arg, i) => ordered(arg, spoken).map((one) => ({ ...one, args: args.map((a, k) => (k === i ? one.text : a)), where })));
		return inTurn([...own, pairs(args, spoken).map((one) => ({ ...one, where }))]);
	}).filter((row) => row.length);
	return inTurn(rows.slice(0, CALLS_MAX)).filter(isNew).slice(0, most);
}

/* The first two arguments, where they are alike: a call that compares them gives two at a time. */
function pairs(args, spoken) {
	const items = args.slice(0, 2).map((arg) => itemOf(arg)), [one, two] = items, text = args.join(', ');
	if (!two || !one || one.kind !== two.kind || !one.columns.size || text.length > TEXT_MAX)
		return [];
	const group = { items, grows: false, places: [0, args[0].length + 2] };
	return inTurn(columnsOf(text, group, spoken)).map((made) => ({ ...made, args: argumentsOf(made.text) })).filter((made) => made.args.length === args.length);
}

/* Neighbours of a whole program's body. */
function programs(body, { spoken, most } = { most: 0 }) {
	return most ? ordered(body, spoken).filter((one) => one.isOfItsKind).map((one) => one.text).slice(0, most) : [];
}

module.exports = { asksFor, ordered, lists, programs };
