'use strict';
/*
 * Arrays that a program hands to what goes through them in another way now, as iterators: these are empty the second time, and
 * have nothing of what an array is asked for.
 *
 * Only where a document, a comment or a type says that what is changed takes any iterable, and where its old version asks its
 * parameter for nothing: going through it is all that others' iterables are good for. A class may keep one in a field for its methods.
 */
const mine = require('./gen_mine.js');
const { put } = require('./gen_near.js');
const { tokens, deepTokens, classAt, closing, statements, parameters } = require('./lexer.js');

const SAID = /\b(?:async)?(?:iterable|iterator|generator)s?\b/i;
const GIVES = /@(?:returns?|yields?)\b.*|\b(?:return|give|yield|make|create)s?\s+(?:(?:an?|the|async\w*|lazy)\s+)*\w+/gi; // what is said of a result
const COPIES = /^(?:from|Set|Map|fromEntries|all|allSettled|any|race)$/; // Array.from(x), new Set(x), Promise.all(x)
const WHOLE_CLASS = /^(?:(?:export|default|abstract)\s+)*class\b/;
const PARAMETER = /^([A-Za-z_$][\w$]*)\??\s*(?:[:=]|$)/;
const COMMENT_ROW = /^\s*(?:\/\/|\/\*|\*(?:[\s/]|$))/, PART = /\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.)\s)/; // of a page: a paragraph, an item of a list
const MOST = 4, TEXT_MAX = 4000;

function escaped(name) {
	return name.replace(/\W/g, '\\$&');
}

/* A whole word of a text, as an expression. */
function word(name) {
	return `(?<![\\w$])${escaped(name)}(?![\\w$])`;
}

/* Tokens of a function's body with those in its templates. */
function bodyTokens(text) {
	const list = deepTokens(text), at = list.findIndex((t) => /^(?:\(|=>)$/.test(t.text)), end = list[at]?.text === '(' ? closing(list, at) : at; // `x => ...` has no brackets
	return list.slice(end + 1);
}

/* How often a name is gone through, copied and asked for something in a function, and read at all. One of a field begins with `this.`. */
function readings(text, name) {
	const list = text ? bodyTokens(text) : [], isField = name.startsWith('this.'), last = isField ? name.slice('this.'.length) : name;
	const found = { goes: 0, copies: 0, asks: 0, times: 0 };
	for (const [i, t] of list.entries()) {
		const from = isField ? i - 2 : i, before = list[from - 1]?.text, next = list[i + 1]?.text;
		const isOwn = isField ? list[from]?.text === 'this' && list[i - 1].text === '.' : !/^\??\.$/.test(before || '') && !(next === ':' && /^[{,]$/.test(before || ''));
		if (t.text !== last || !isOwn || next === '=')
			continue;
		const isCopied = (before === '(' && COPIES.test(list[from - 2]?.text || '')) || (before === '...' && next === ']');
		const isAsked = /^(?:\??\.|\[)$/.test(next || '') && list[i + 2]?.text !== 'Symbol';
		found.times++;
		found.asks += isAsked;
		found.copies += isCopied;
		found.goes += !isAsked && (isCopied || before === 'of' || before === '...' || (before === '*' && list[from - 2]?.text === 'yield'));
	}
	return found;
}

/* Is what a name holds gone through, and otherwise than before, by who took any iterable? */
function again(base, head, name) {
	const [was, is] = [base, head].map((text) => readings(text, name));
	const isOther = was.copies !== is.copies || (was.times !== is.times && Math.max(was.times, is.times) > 1) || is.asks > 0;
	return !was.asks && was.goes + is.goes > 0 && isOther;
}

/* The names of parameters by their place; '': it is taken apart, or is the rest. */
function namesOf(text) {
	return (parameters(text) || []).map((one) => PARAMETER.exec(one)?.[1] || '');
}

/* The constructor of a class in a text, or ''. */
function constructorOf(text, name) {
	const list = text.includes(`class ${name}`) ? tokens(text) : [], { open, end } = classAt(list, name) || { open: 0, end: -1 };
	const from = list.findIndex((t, i) => i > open && i < end && t.text === 'constructor' && list[i + 1].text === '(');
	const block = from < 0 ? -1 : closing(list, from + 1) + 1, stop = block > 0 && list[block]?.text === '{' ? closing(list, block) : -1;
	return stop < 0 ? '' : text.slice(list[from].at, list[stop].end);
}

/* The field that a constructor puts a parameter into as it is, or ''. */
function fieldOf(text, name) {
	return new RegExp(`\\bthis\\.([#\\w$]+)\\s*=\\s*${escaped(name)}\\s*[;\\n}]`).exec(text)?.[1] || '';
}

/* Does a text of one place say that somebody takes any iterable? What is said of a result is none of it. */
function isOfAny(text) {
	return SAID.test(text.replace(GIVES, ''));
}

/* Does a page speak of any iterable beside the name of a function, or beside its parameter below a heading that has its name? */
function pageSays(page, name, parameter) {
	const isNamed = new RegExp(word(name));
	return page.split(/\n(?=#)/).some((section) => section.split(PART).some((part) =>
		isOfAny(part) && (isNamed.test(part) || (part.includes(`\`${parameter}\``) && isNamed.test(section.split('\n', 1)[0])))));
}

/* Does a document, the comment above a declaration, or a type say that a parameter may be any iterable? */
function isSaid({ root, file, files }, { name, isMade }, parameter) {
	const source = mine.read(root, file), rows = source.split('\n');
	const declares = new RegExp(isMade ? `\\bclass\\s+${word(name)}|\\bconstructor\\s*\\([^)]*${word(parameter)}` : `${word(name)}\\s*=(?!=)|(?<!\\.)${word(name)}\\s*[(<:]`);
	const above = (i) => rows.slice(rows.findLastIndex((row, k) => k < i && !COMMENT_ROW.test(row)) + 1, i).join('\n');
	return new RegExp(`${word(parameter)}\\??\\s*:[^,)=;:\\n]{0,200}?${SAID.source}`, 'i').test(source) ||
		rows.some((row, i) => !COMMENT_ROW.test(row) && declares.test(row) && isOfAny(above(i))) || files.docs.some((doc) => pageSays(mine.read(root, doc), name, parameter));
}

/* What programs hand an array to: { name, isMade, places }, `isMade`: a class; null: nothing that is gone through in another way. */
function asksIn([, own, other], place) {
	const path = place.qualname.split('.').filter((part) => part !== 'prototype'), label = path.at(-1), owner = path.at(-2) || '', isNew = label === 'constructor';
	const text = isNew && WHOLE_CLASS.test(own) ? constructorOf(own, owner) : own, [base, head] = place.isOld ? [text, other] : [other, text];
	if (!text || !other || WHOLE_CLASS.test(text))
		return null;
	const makes = constructorOf(mine.readCode(place.root, place.file), owner);
	const found = (source, nameOf, what) => {
		const places = namesOf(source).flatMap((one, i) => (one && again(base, head, nameOf(one)) && isSaid(place, what, one) ? [i] : []));
		return places.length ? { ...what, places } : null;
	};
	const field = (one) => (fieldOf(makes, one) ? `this.${fieldOf(makes, one)}` : '');
	return found(text, (one) => one, { name: isNew ? owner : label, isMade: isNew }) || found(makes, field, { name: owner, isMade: true });
}

/* Is what goes from one token to another an array that is written out, and has something in it? */
function isWritten(list, from, to) {
	return list[from]?.text === '[' && to > from + 1 && closing(list, from) === to;
}

/* Names that a program gives to an array, once. */
function arraysOf(body, list) {
	const bound = statements(body, list).filter((s) => isWritten(list, s.from + 3, s.to - 1)); // behind `const name =`
	const isSetOnce = (name) => list.filter((t, i) => t.text === name && list[i + 1]?.text === '=').length === 1;
	return new Set(bound.map((s) => list[s.from + 1].text).filter(isSetOnce));
}

/* The arguments between two brackets by the places of their first and last tokens. */
function spans(list, open, end) {
	const found = [];
	for (let i = open + 1, from = i; i <= end; i++) {
		if (i === end || list[i].text === ',') {
			found.push([from, i - 1]);
			from = i + 1;
		} else if ('([{'.includes(list[i].text)) {
			i = Math.max(i, closing(list, i));
		}
	}
	return found;
}

/* The last tokens of arrays that calls are given in these places. */
function handed(body, list, { name, isMade, places }) {
	const arrays = arraysOf(body, list), isArray = ([from, to]) => (from === to ? arrays.has(list[from].text) : isWritten(list, from, to));
	return list.flatMap((t, i) => {
		const before = list[i - 1]?.text, end = t.text === name && list[i + 1]?.text === '(' && isMade === (before === 'new') ? closing(list, i + 1) : -1;
		const args = end < 0 || list[end + 1]?.text === '{' ? [] : spans(list, i + 1, end), spread = args.findIndex(([from]) => list[from].text === '...');
		return args.filter((arg, n) => places.includes(n) && isArray(arg) && (spread < 0 || n < spread)).map(([, to]) => list[to]);
	});
}

/* Neighbours of a whole program's body: one of its arrays can be gone through once. */
function programs(body, asked) {
	const list = asked && body.length <= TEXT_MAX ? tokens(body) : [];
	return (list.length ? handed(body, list, asked) : []).slice(0, MOST).map((t) => put(body, t, `${t.text}.values()`));
}

module.exports = { asksIn, programs };
