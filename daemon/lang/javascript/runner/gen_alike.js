'use strict';
/*
 * Names that begin or end alike: beside `/app.log` there is `/app.log2`, beside `size` there is `size2` and `mysize`. Who looks for a name
 * by how it begins finds its neighbours too; tests have names that differ from their first letter on. And names that an order holds
 * for the same, such as F1 and F01 where numbers count as numbers: who looks for one finds the other.
 *
 * Asked for where one side compares the beginning, the end or a part of a text, or in another way than letter by letter.
 */
const { apart, inTurn } = require('./gen_rank.js');
const { put } = require('./gen_near.js');
const { brackets } = require('./gen_scenes.js');
const { tokens, closing, statements } = require('./lexer.js');

const BEGINS = /\.(?:startsWith|indexOf|search)\(|\.(?:slice|substring|substr)\([^)\n]{0,200}\.length\b|\bnew RegExp\(/, ENDS = /\.(?:endsWith|lastIndexOf|includes)\(/;
const FOLDS = /\b(?:numeric|sensitivity)\s*:|\b(?:Collator|localeCompare|to(?:Locale)?(?:Lower|Upper)Case|normalize|parseInt|Number|trim)\(/;
const NAME = /^(['"`])[\p{L}\p{N}/@._:#-]{2,40}\1$/u;
const EACH_MAX = 6, TEXT_MAX = 4000;

/* { begins, ends, folds }: which of them the change compares; null: none. */
function asksFor(...sides) {
	const rows = apart(...sides), [begins, ends, folds] = [BEGINS, ENDS, FOLDS].map((mark) => rows.some((text) => mark.test(text)));
	return begins || ends || folds ? { begins, ends, folds } : null;
}

/* Names near one, as they are written. */
function near(text, { begins, ends, folds }) {
	const inner = text.slice(1, -1), q = text[0], slash = inner.lastIndexOf('/') + 1;
	const same = folds ? [inner.replace(/\d+(?=\D*$)/, '0$&'), swapped(inner)].filter((one) => one !== inner) : [];
	return [...(begins || ends ? [`${inner}2`] : []), ...(ends ? [`${inner.slice(0, slash)}my${inner.slice(slash)}`] : []), ...same].map((one) => `${q}${one}${q}`);
}

/* Capitals in the place of small letters, and the other way round. */
function swapped(text) {
	return text.replace(/\p{L}/gu, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));
}

/* Where one more may stand: behind a property of an object that is written out, an item of a list, a pair in one, one of several calls of a chain,
 * or a statement that hands it over first. */
function places(text) {
	const list = tokens(text), inside = brackets(list), found = [];
	const isList = (open) => list[open]?.text === '[' && (open === 0 || /^(?:[(=,:[]|=>|return)$/.test(list[open - 1].text));
	const calls = new Map(statements(text, list).filter(({ from, to }) => isCall(list, from, to)).map(({ from, to }) => [from, to]));
	for (const [i, t] of list.entries()) {
		const at = inside[i], open = list[at], end = open ? closing(list, at) : -1, before = list[i - 1]?.text || '', after = list[i + 1]?.text || '';
		if (!NAME.test(t.text) || end < 0)
			continue;
		if (open.text === '{' && after === ':' && /^[{,]$/.test(before)) {
			const comma = list.findIndex((one, k) => k > i && k < end && inside[k] === at && one.text === ',');
			found.push({ t, start: t.at, end: list[(comma < 0 ? end : comma) - 1].end, between: ', ' });
		} else if (isList(at) && /^[[,]$/.test(before) && /^[,\]]$/.test(after)) {
			const isPair = isList(inside[at]);
			if (!isPair || before === '[')
				found.push({ t, start: isPair ? open.at : t.at, end: isPair ? list[end].end : t.end, between: ', ' });
		} else if (open.text === '(' && before === '(') {
			const from = [...calls.keys()].find((first) => calls.get(first) > i && first < i);
			if (isLink(list, inside, at))
				found.push({ t, start: list[at - 2].at, end: list[end].end, between: '' });
			else if (from !== undefined && list.findIndex((one, k) => k > from && one.text === '(') === at)
				found.push({ t, start: list[from].at, end: list[calls.get(from) - 1].end, between: list[calls.get(from) - 1].text === ';' ? '\n' : ';\n' });
		}
	}
	return found;
}

/* Does one of several calls `.b(...)` of a chain open there? */
function isLink(list, inside, open) {
	const isCalled = (i) => list[i].text === '(' && list[i - 1]?.text === list[open - 1].text && list[i - 2]?.text === '.' && inside[i] === inside[open];
	return list[open - 2]?.text === '.' && list[open - 3]?.text === ')' && list.some((_, i) => i !== open && isCalled(i));
}

/* Is a statement `a.b(...)` and nothing more? */
function isCall(list, from, to) {
	const open = list.findIndex((t, i) => i > from && i < to && t.text === '('), end = open < 0 ? -1 : closing(list, open);
	return end > 0 && (end === to - 1 || (end === to - 2 && list[to - 1].text === ';')) && list[from].text !== 'console'
		&& list.slice(from, open).every((t, i) => (i % 2 ? t.text === '.' : t.kind === 'word')) && !/^(?:if|for|while|switch|with|return|throw|await|new|function|super)$/.test(list[from].text);
}

/* Neighbours of a whole program's body: each name in turn, one more beside it. */
function programs(body, asked) {
	const rows = !asked || body.length > TEXT_MAX ? [] : places(body).map(({ t, start, end, between }) => near(t.text, asked).map((said) => {
		const one = body.slice(start, end);
		return body.slice(0, end) + between + put(one, { at: t.at - start, end: t.end - start }, said) + body.slice(end);
	}));
	return inTurn(rows).slice(0, EACH_MAX);
}

module.exports = { asksFor, programs };
