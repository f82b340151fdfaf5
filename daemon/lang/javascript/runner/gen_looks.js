'use strict';
/*
 * Who is told of something looks at who tells: a listener asks the object that calls it what it is now. Whether that is set before its listeners are
 * called, or after, shows nowhere else. Tests look at what a listener is given, and at the object in the end.
 *
 * Asked for where a changed function, or another version of it, calls what was given to its object, and sets something; or where one version waits
 * more often than the other. An asynchronous function asks once more when it was waited for: what is put back at the end is not to be back by then.
 */
const { ADDS, TAKES, classOf } = require('./gen_return.js');
const { put } = require('./gen_near.js');
const { functionsIn, rowsOf } = require('./gen_scenes.js');
const { boundNames, closing, tokens } = require('./lexer.js');

const TELLS = /^_*(?:(?:emit|notify|dispatch|publish|trigger|fire|announce|broadcast|tell|inform)\w*|\w*(?:listener|subscriber|observer|handler|callback|hook|watcher)s?|cb|fn)$/i, ON = /^on[A-Z]/; // whole words
const SETS = [TAKES, ADDS, /(?<![\w$.])(?<!\b(?:const|let|var)\s)[\w$]+\s*(?:[-+]?=(?![=>])|\+\+|--)/];
const SHOWN = /^console\.log\(([\w$.]+(?:\(\))?)\);$/;
const LOOKED_MAX = 3, OBJECTS_MAX = 3, TEXT_MAX = 4000, WORD_MAX = 60;

/* Does a text speak of who is called, or of calling them? */
function tells(text) {
	return (text.match(/\w+/g) || []).some((word) => word.length <= WORD_MAX && (TELLS.test(word) || ON.test(word)));
}

/* What changed: { name: its class, '' where it has none, shows: what an object of it is asked }; or null. */
function asksIn([, ...sides], place) {
	const times = sides.map((text) => text.split(/\bawait\b/).length), isLate = sides.every((text) => text) && times[0] !== times[1];
	const isTold = sides.some(tells), isSet = sides.some((text) => SETS.some((said) => said.test(text)));
	return isLate || (isTold && isSet) ? classOf(place) || { name: '', shows: [] } : null;
}

/* Names that are bound to what a call gives, wherever that is: [[name, what is called]], what changed first. */
function madeIn(list, changed) {
	const made = list.flatMap((t, i) => {
		if (t.kind !== 'word' || list[i + 1]?.text !== '=' || /^(?:\.|\?\.)$/.test(list[i - 1]?.text))
			return [];
		const open = openOf(list, i + 2 + (list[i + 2]?.text === 'await') + (list.slice(i + 2, i + 4).some((one) => one.text === 'new')));
		return open < 0 ? [] : [[t.text, list[open - 1].text]];
	});
	return [...new Map(made)].sort((a, b) => (b[1] === changed) - (a[1] === changed));
}

/* The bracket of the call `a.b(` that begins with token `i`; -1: it is none. */
function openOf(list, i) {
	while (list[i]?.kind === 'word' && list[i + 1]?.text === '.')
		i += 2;
	return list[i]?.kind === 'word' && list[i + 1]?.text === '(' ? i + 1 : -1;
}

/* What a program asks an object, and then what others of its class can be asked. */
function questions(rows, object, shows) {
	const own = rows.map((row) => SHOWN.exec(row)?.[1]).filter((said) => said?.startsWith(`${object}.`));
	return [...new Set([...own, ...shows.map((said) => `${object}.${said}`)])].slice(0, LOOKED_MAX);
}

/* The functions that an object is given, by what makes it or by calls of its own. */
function givenTo(body, list, rows, object) {
	const found = list.flatMap((t, i) => {
		const isMade = t.text === object && list[i + 1]?.text === '=' && list[i - 1]?.text !== '.', isAsked = t.text === object && list[i - 1]?.text !== '.' && list[i + 1]?.text === '.';
		const open = isMade ? list.findIndex((one, k) => k > i && one.text === '(') : isAsked ? openOf(list, i) : -1, end = open < 0 ? -1 : closing(list, open);
		return functionsIn(body, list, open, end, rows);
	});
	const times = (one) => list.filter((t, i) => t.text === body.slice(one.at, one.end) && list[i + 1]?.text !== ':' && list[i - 1]?.text !== '.').length; // `on(f)` and `off(f)` have to be given the same
	return found.filter((one) => !found.some((other) => other.at < one.at && one.at < other.end) && times(one) <= 2);
}

/*
 * Neighbours of a whole program's body: each function that an object is given asks it first, of each object; what it said then is printed in the end,
 * and what it says there: where that is the same, only the order is another.
 */
function programs(body, asked) {
	if (!asked || body.length > TEXT_MAX || /\b(?:told|args)\b/.test(body))
		return [];
	const list = tokens(body), rows = rowsOf(body), bound = new Set(rows.flatMap((row) => boundNames(row)));
	return madeIn(list, asked.name).filter(([object]) => bound.has(object)).slice(0, OBJECTS_MAX).flatMap(([object, of]) => {
		const said = questions(rows, object, of === asked.name || !asked.name ? asked.shows : []).join(', '), given = said ? givenTo(body, list, rows, object) : [];
		const now = given.reverse().reduce((text, one) => {
			const mine = body.slice(one.at, one.end), called = /^[\w$]+$/.test(mine) ? mine : `(${mine})`;
			const told = `told.push(structuredClone([${said}]));`, isLate = /^async\b/.test(mine);
			const asks = isLate ? [told, 'await new Promise(setImmediate);', told] : [told];
			const isOwn = /^function\b/.test(mine), [head, tail] = isOwn ? ['function (...args) {', `${called}.apply(this, args)`] : [`${isLate ? 'async ' : ''}(...args) => {`, `${called}(...args)`];
			return put(text, one, `${one.key && `${one.key}: `}${head}\n${asks.map((row) => `\t${row}\n`).join('')}\treturn ${tail};\n}`);
		}, body);
		return given.length ? [`const told = [];\n${now.trimEnd()}\nconsole.log({ told, then: [${said}] });`] : [];
	});
}

module.exports = { asksIn, programs };
