'use strict';
/*
 * Neighbours of whole programs: what tests and examples do, with another literal, with one thing done twice, earlier or
 * not at all. What an object keeps between calls shows only so; the arguments of one call (gen_values.js) do not say it.
 */
const joined = require('./gen_joined.js');
const kinds = require('./gen_kinds.js');
const values = require('./gen_values.js');
const { inTurn } = require('./gen_rank.js');
const { scenes, emptied } = require('./gen_scenes.js');
const { KEYWORDS, tokens, closing, statements, boundNames } = require('./lexer.js');

const EACH_MAX = 4; // values in the place of one literal
const BESIDE_MAX = 2; // of them other names of the program
const PLACES_MAX = 16; // literals of one program
const FUNCTIONS_MAX = 4; // of one program that give promises
const TELLING_MAX = 60; // neighbours of all programs, of all kinds in gen_kinds
const STEPS_MAX = 24; // steps of it: the last are what it is about
const NAME = /^(['"])[A-Za-z][\w-]*\1$/;
const OPENING = /^(\s*)\(async \(\) => \{\n([\s\S]*)\n\}\)\(\);\s*$/;

/* {head, body, tail}: what a program imports, what it does, and what closes that. */
function parts(source) {
	const list = tokens(source), all = statements(source, list);
	const from = all.findIndex((s) => !/^import\b/.test(s.text) && !/\brequire\(/.test(s.text));
	if (from < 0)
		return null;
	const at = list[all[from].from].at, rest = source.slice(at), inner = OPENING.exec(rest);
	if (!inner)
		return { head: source.slice(0, at), body: rest, tail: '' };
	const begin = at + rest.indexOf('{\n') + 2;
	return { head: source.slice(0, begin), body: inner[2], tail: '\n})();\n' };
}

/* The text with other texts in the place of tokens: [[token, text]]. Two signs are not one of another kind. */
function replaced(text, changes) {
	const joint = (t, said) => (said[0] === '-' && text[t.at - 1] === '-' ? ' ' : '');
	return [...changes].sort((a, b) => b[0].at - a[0].at).reduce((all, [t, said]) => all.slice(0, t.at) + joint(t, said) + said + all.slice(t.end), text);
}

/* Every name in the place of which a number can stand, each by one of its own, the greatest first: keys have an order. */
function numbered(body) {
	const list = tokens(body), names = [...new Set(list.filter((t) => t.kind === 'string' && NAME.test(t.text)).map((t) => t.text))];
	const isKey = (i) => list[i + 1] && list[i + 1].text === ':';
	const to = new Map(names.map((name, i) => [name, `'${10 * (names.length - i)}'`]));
	return names.length > 1 ? [replaced(body, list.filter((t, i) => to.has(t.text) && !isKey(i)).map((t) => [t, to.get(t.text)]))] : [];
}

/* One literal changed, or all places of one that stands in several. */
function literalsChanged(body, literals) {
	const list = tokens(body).filter((t) => t.kind === 'string' || t.kind === 'number' || /^(true|false|null)$/.test(t.text));
	const found = [], texts = [...new Set(list.map((t) => t.text))];
	const beside = (text) => texts.filter((t) => t !== text && t[0] === text[0] && NAME.test(t)).slice(0, BESIDE_MAX);
	for (const one of list.slice(-PLACES_MAX).reverse())
		found.push([...beside(one.text), ...near(one.text, literals)].slice(0, EACH_MAX).map((said) => replaced(body, [[one, said]])));
	for (const text of texts) {
		const same = list.filter((t) => t.text === text);
		if (same.length > 1)
			found.unshift(near(text, literals).slice(0, EACH_MAX).map((said) => replaced(body, same.map((t) => [t, said]))));
	}
	return inTurn(found);
}

function near(text, literals) {
	const n = Number(text);
	const first = Number.isFinite(n) && text.trim() ? ['0', String(n + 1), String(n - 1), String(-n)] : [];
	return [...new Set([...first, ...(text === 'null' ? ['0', "''", 'undefined'] : values.mutate(text, literals))])].filter((one) => one !== text);
}

/* What is done once more, first, or not at all; a question that is asked after each step. */
function stepsChanged(body) {
	const list = tokens(body), rows = statements(body, list);
	const textOf = (s) => body.slice(list[s.from].at, list[s.to - 1].end);
	const texts = rows.map(textOf);
	const isAsked = (i) => /^\s*console\.log\(/.test(texts[i]);
	const isStep = (i) => !isAsked(i) && !boundNames(texts[i]).length && /\)\s*;?$/.test(texts[i]) && !/^(if|for|while|try|return)\b/.test(texts[i]);
	const does = texts.map((_, i) => i).filter((i) => isStep(i) || (isAsked(i) && /\.\w+\(/.test(texts[i])));
	const asked = texts.map((_, i) => i).filter(isAsked);
	const found = [], put = (some) => found.push(`${some.map((t) => t.replace(/;?$/, ';')).join('\n')}\n`);
	const last = asked[asked.length - 1];
	if (last === undefined)
		return found;
	for (const i of does.slice(-STEPS_MAX)) {
		put([...texts.slice(0, i + 1), ...texts.slice(i)]); // at once again
		put([...texts.slice(0, last), texts[i], ...texts.slice(last)]); // again before the last question
		if (i !== last)
			put([...texts.slice(0, i), ...texts.slice(i + 1)]);
		put([...texts, texts[i], texts[last]]);
	}
	for (let k = 0; k + 1 < does.length; k++) { // the other way round
		const some = [...texts];
		[some[does[k]], some[does[k + 1]]] = [some[does[k + 1]], some[does[k]]];
		put(some);
	}
	for (const i of does.slice(0, 3)) // one between two others
		for (const j of does.slice(0, 4))
			if (i !== j)
				put([...texts, texts[i], texts[j], texts[i], texts[last]]);
	return found;
}

/* Where functions begin that could give a promise and do not: of `list`, the places of tokens. */
function functionsOf(list) {
	const before = (i, ...texts) => i > 0 && texts.includes(list[i - 1].text);
	const behind = (i) => list[closing(list, i) + 1]?.text;
	return list.map((t, i) => i).filter((i) => {
		const { kind, text } = list[i], next = list[i + 1]?.text;
		if (before(i, 'async', 'get', 'set', '.', '?.', 'new', 'function'))
			return false;
		if (text === '(' && kind === 'punct') // (a) => b, and no call
			return behind(i) === '=>' && !(list[i - 1]?.kind === 'word' && before(i - 1, 'async'));
		return kind === 'word' && (text === 'function' || next === '=>' || (next === '(' && before(i, '{', ',') && !KEYWORDS.has(text) && behind(i + 1) === '{'));
	});
}

/* A function that is handed over gives a promise: what it throws is a rejection then, of which a caller hears who waits for it. */
function promising(body) {
	const list = tokens(body), places = functionsOf(list).slice(0, FUNCTIONS_MAX);
	const made = (some) => replaced(body, some.map((i) => [list[i], `async ${list[i].text}`]));
	return [...places.map((i) => made([i])), ...(places.length > 1 ? [made(places)] : [])];
}

/* Programs near `source`, one idea of each kind in turn. */
function neighbours(source, literals, methods = new Set()) {
	const found = parts(source);
	if (!found)
		return [];
	const { body } = found;
	return whole(source, found, inTurn([literals.isWaiting ? promising(body) : [], numbered(body), scenes(body, methods), stepsChanged(body), literalsChanged(body, literals)]));
}

function whole(source, { head, tail }, bodies) {
	return [...new Set(bodies.map((text) => head + text.replace(/\n+$/, tail ? '' : '\n') + tail))].filter((text) => text !== source);
}

/* Programs that say nothing new here where the other version does: what a call with nothing does to one with something. */
function withNothing(source, changed) {
	const found = parts(source);
	return found ? whole(source, found, emptied(found.body, changed)) : [];
}

/* Neighbours of [{ source, where }] of the kinds that a change asks for. `methods`: names there are. */
function telling(programs, asked, methods) {
	const samples = joined.samplesIn(programs.map((p) => p.source));
	return inTurn(programs.map((p) => {
		const found = parts(p.source), made = found ? whole(p.source, found, kinds.programs(found.body, asked, { methods, samples, head: found.head })) : [];
		return made.map((source) => ({ ...p, source }));
	})).slice(0, TELLING_MAX);
}

module.exports = { neighbours, telling, withNothing };
