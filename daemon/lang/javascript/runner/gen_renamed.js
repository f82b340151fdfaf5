'use strict';
/*
 * One word of a program's data is another one wherever it stands: "pencil" is "pencils" in the catalogue and in the list that is read with it. Who
 * takes an ending off a name, or looks for what it begins with, meets names that have just that by nature. Where a name stands twice, as what is
 * kept and as what is asked for, a program that has another one in one of the two places says only that it is not found.
 *
 * What is put to the end or the beginning of the word is what the change looks for there: short texts, and what fits its patterns.
 */
const { apart, inTurn } = require('./gen_rank.js');
const { PLAIN, put, textsGiven } = require('./gen_near.js');
const { fitting } = require('./gen_quoted.js');
const { ESCAPE, tokens } = require('./lexer.js');

const AFFIX = /^(?=.{1,4}$)[-.'’_/:#@+*!?~&]{0,2}\p{L}{0,3}$/u; // letters, marks, or both: s, ies, -, 's, .js
const WORD = /(?<![\p{L}\p{N}_$])\p{L}{3,30}(?![\p{L}\p{N}_$])/gu, ESCAPES = new RegExp(ESCAPE, 'gu'), NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const ROWS_MAX = 400, ROW_MAX = 1000; // lines of a change that are read, and their length
const AFFIXES_MAX = 4, FORMS_MAX = 3, WORDS_MAX = 3, EACH_MAX = 6, TEXT_MAX = 4000;

/* What a pattern looks for at one end of a text: [{ affix, begins }]. */
function ofPattern(text) {
	const source = text.slice(1, text.lastIndexOf('/')), begins = source[0] === '^', ends = /(?<!\\)\$$/.test(source);
	const inner = source.slice(Number(begins), source.length - Number(ends)), [, forms] = /^\((?:\?:)?([^()]*)\)$/.exec(inner) || /^([^()]*)$/.exec(inner) || [];
	return begins === ends ? [] : (forms?.split('|') || [inner]).slice(0, FORMS_MAX).map((one) => ({ affix: fitting(one), begins }));
}

/* What a plain text on a line is looked for as; where that is not told, letters at the end and marks at both. */
function ofText(list, i) {
	const affix = list[i].text.slice(1, -1), called = list[i - 1]?.text === '(' ? list[i - 2]?.text || '' : '';
	const begins = called === 'startsWith', isTold = begins || called === 'endsWith';
	return (isTold ? [begins] : /\p{L}/u.test(affix) ? [false] : [false, true]).map((one) => ({ affix, begins: one, isTold }));
}

/* What a change looks for in names: [{ affix, begins }]; what it says the end of comes first. */
function asksFor(...sides) {
	const rows = apart(...sides).flatMap((text) => text.split('\n')).slice(0, ROWS_MAX).filter((row) => row.length <= ROW_MAX).map((row) => tokens(row));
	const some = (kind, of) => rows.flatMap((list) => list.flatMap((t, i) => (t.kind === kind ? of(list, i) : [])));
	const texts = some('string', ofText), told = [...some('regex', (list, i) => ofPattern(list[i].text)), ...texts.filter((one) => one.isTold), ...texts];
	const found = new Map(told.filter(({ affix }) => AFFIX.test(affix)).map(({ affix, begins }) => [`${begins} ${affix}`, { affix, begins }]));
	return [...found.values()].slice(0, AFFIXES_MAX);
}

/* The words between quotes, { word, at }; an escape is none. */
function wordsIn(t) {
	const plain = t.text.slice(1, -1).replace(ESCAPES, (said) => ' '.repeat(said.length));
	return [...plain.matchAll(WORD)].map((m) => ({ word: m[0], at: t.at + 1 + m.index }));
}

/* A word with what is put to it, with its capitals. */
function withAffix(word, { affix, begins }) {
	const isLoud = word === word.toUpperCase() && word !== word.toLowerCase(), isCapital = word[0] !== word[0].toLowerCase(), said = isLoud ? affix.toUpperCase() : affix;
	if (!begins)
		return word + said;
	return isCapital && !isLoud && /^\p{L}/u.test(said) ? said[0].toUpperCase() + said.slice(1) + word[0].toLowerCase() + word.slice(1) : said + word;
}

/* Has a word what is put to it? */
function hasIt(word, { affix, begins }) {
	return begins ? word.startsWith(affix.toLowerCase()) : word.endsWith(affix.toLowerCase());
}

/* The words that stand in texts which are handed on, those first that most texts have: { word, places, isWhole }, `isWhole`: a text is that word alone. */
function wordsOf(list) {
	const found = new Map(), given = new Set(textsGiven(list)), members = new Set(list.filter((_, i) => /^\??\.$/.test(list[i - 1]?.text || '')).map((t) => t.text.toLowerCase()));
	for (const t of list.filter((one) => PLAIN.test(one.text)))
		for (const { word, at } of wordsIn(t)) {
			const one = found.get(word.toLowerCase()) || { word: word.toLowerCase(), places: [], texts: new Set(), isGiven: false, isWhole: false };
			one.places.push({ t, at, word });
			one.texts.add(t);
			found.set(one.word, Object.assign(one, { isGiven: one.isGiven || given.has(t), isWhole: one.isWhole || t.text.length === word.length + 2 }));
		}
	return [...found.values()].filter(({ word, isGiven }) => isGiven && !members.has(word)).sort((a, b) => b.texts.size - a.texts.size);
}

/* Where a word is the key of an object: a name of the program's data, where a text is that word alone. */
function keysOf(list, { word, isWhole }) {
	return isWhole ? list.filter((t, i) => t.kind === 'word' && t.text.toLowerCase() === word && list[i + 1]?.text === ':' && /^[{,]$/.test(list[i - 1]?.text || '')) : [];
}

/* The text with a word renamed throughout. */
function renamed(body, list, one, asked) {
	const quoted = (t, said) => (t.kind === 'word' ? said : said.replaceAll(t.text[0], `\\${t.text[0]}`));
	const edits = one.places.map(({ t, at, word }) => ({ at, end: at + word.length, said: quoted(t, withAffix(word, asked)) }));
	for (const t of keysOf(list, one)) {
		const said = withAffix(t.text, asked);
		edits.push({ at: t.at, end: t.end, said: NAME.test(said) ? said : JSON.stringify(said) });
	}
	return edits.sort((a, b) => b.at - a.at).reduce((text, edit) => put(text, edit, edit.said), body);
}

/* Neighbours of a whole program's body: of each word all that may be put to it, unless that makes a word which is there. */
function programs(body, asked) {
	const list = !asked.length || body.length > TEXT_MAX ? [] : tokens(body), words = wordsOf(list), known = new Set(words.map((one) => one.word));
	const isNew = (word, affix) => !hasIt(word, affix) && !known.has(withAffix(word, affix));
	return inTurn(words.slice(0, WORDS_MAX).map((one) => asked.filter((affix) => isNew(one.word, affix)).map((affix) => renamed(body, list, one, affix)))).slice(0, EACH_MAX);
}

module.exports = { asksFor, programs };
