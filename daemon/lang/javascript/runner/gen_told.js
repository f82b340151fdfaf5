'use strict';
/*
 * Values that a document names for an option: a row `depth` | `3` | how many levels, `Infinity` for all; "`{ sort: true }` by title".
 *
 * Whoever wrote them tells users what they may give, and tests give some of them. One takes the place of what a program has by that
 * name in an object that is handed over, or comes along where that object has another name of the same document's.
 */
const mine = require('./gen_mine.js');
const { inTurn } = require('./gen_rank.js');
const { argumentsOf } = require('./gen_scenes.js');
const { tokens, closing } = require('./lexer.js');
const { isPattern, put } = require('./gen_near.js');

const SPAN = /(?<!`)`{1,2}([^`\n]{1,60})`{1,2}(?!`)/g;
const VALUE = /^(?:-?(?:\d+(?:\.\d+)?|Infinity)|NaN|true|false|null|undefined|(['"])(?:(?!\1)[^\\\n])*\1)$/;
const NAME = /^[A-Za-z_$][\w$]*$/, GIVEN = /(?:^|[{,]\s*)([A-Za-z_$][\w$]*)\s*:\s*([^\s,:{}[\]()][^\n,:{}[\]()]*?)\s*(?=[,}]|$)/g;
const FIRST = /^[\s|*+-]*`/; // begins a row, an item or a line, and names what the rest is about
const DOCS_MAX = 8, NAMES_MAX = 40, VALUES_MAX = 8, LINE_MAX = 1000, EACH_MAX = 6, CALLS_MAX = 3, MOST = 12, TEXT_MAX = 4000, READ_MAX = 100000;

const known = new WeakMap();

/* [name, value] of one line of a document. */
function named(line) {
	const spans = line.length > LINE_MAX ? [] : [...line.matchAll(SPAN)].map((m) => m[1].trim()), found = [];
	const about = FIRST.test(line) && NAME.test(spans[0] || '') && !VALUE.test(spans[0]) ? spans[0] : '';
	for (const [i, span] of spans.entries()) {
		if (about && i > 0 && VALUE.test(span))
			found.push([about, span]);
		for (const [, name, value] of span.matchAll(GIVEN))
			if (VALUE.test(value))
				found.push([name, value]);
	}
	return found;
}

/* What documents say: name -> the values it may have. */
function ofDocuments(texts) {
	const told = new Map();
	for (const [name, value] of texts.flatMap((text) => text.split('\n')).flatMap(named)) {
		const values = told.get(name) || [];
		if (!values.includes(value) && values.length < VALUES_MAX && (values.length || told.size < NAMES_MAX))
			told.set(name, [...values, value]);
	}
	return told;
}

/* Of the documents at the top of the project, which are read once: files is the same for all that one request asks about. */
function asksIn(_sides, { root, files }) {
	if (!known.has(files))
		known.set(files, ofDocuments([...files.docs].sort((a, b) => a.split('/').length - b.split('/').length).slice(0, DOCS_MAX).map((file) => mine.read(root, file).slice(0, READ_MAX))));
	return known.get(files);
}

/* The objects that a text hands over, each with its plain properties: { end, has: name -> token }. */
function objectsIn(text) {
	const list = text.length > TEXT_MAX ? [] : tokens(text), found = [];
	for (const [i, t] of list.entries()) {
		const close = t.text === '{' && /^[(,]$/.test(list[i - 1]?.text || '') ? closing(list, i) : -1, has = new Map();
		if (close < 0 || !/^[),]$/.test(list[close + 1]?.text || ')') || isPattern(list, i) || list.slice(i, close).some((one) => one.text === '...'))
			continue;
		for (let k = i + 1; k < close; k++) {
			const [name, , value, next] = list.slice(k, k + 4);
			if ((k === i + 1 || list[k - 1].text === ',') && /^[:,}]$/.test(list[k + 1].text))
				has.set(name.text.replace(/^(['"])(.*)\1$/, '$2'), list[k + 1].text === ':' && /^[,}]$/.test(next.text) ? value : null);
			if (name.kind === 'punct' && '([{'.includes(name.text))
				k = closing(list, k);
		}
		found.push({ end: list[close - 1].end, has, isOpen: list[close - 1].text === ',' });
	}
	return found;
}

/* Texts near one: what documents name for the names that an object has comes before what comes along. */
function told(text, values) {
	const rows = objectsIn(text).map(({ end, has, isOpen }) => {
		const names = [...values.keys()], own = names.filter((name) => has.get(name)), others = [...has.keys()].some((name) => values.has(name)) ? names.filter((name) => !has.has(name)) : [];
		const given = own.map((name) => values.get(name).filter((value) => value !== has.get(name).text).map((value) => put(text, has.get(name), value)));
		const along = others.map((name) => values.get(name).map((value) => `${text.slice(0, end)}${isOpen ? ' ' : ', '}${name}: ${value}${text.slice(end)}`));
		return [...inTurn(given), ...inTurn(along)];
	});
	return inTurn(rows);
}

/* Neighbours of a whole program's body. */
function programs(body, values) {
	return values.size ? told(body, values).slice(0, EACH_MAX) : [];
}

/* Lists of arguments near real ones: [{ args, where, isOfItsKind }]. */
function lists(calls, values) {
	const rows = (values.size ? calls.slice(0, CALLS_MAX) : []).map(({ args, where }) => told(`f(${args.join(', ')})`, values)
		.map((one) => ({ args: argumentsOf(one.slice(2, -1)), where, isOfItsKind: true })));
	return inTurn(rows).slice(0, MOST);
}

module.exports = { asksIn, lists, ofDocuments, programs };
