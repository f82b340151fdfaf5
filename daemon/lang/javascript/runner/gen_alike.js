'use strict';
/*
 * Names that begin or end alike: beside `/app.log` there is `/app.log2`, beside `size` there is `size2` and `mysize`. Who looks for a name
 * by how it begins finds its neighbours too; tests have names that differ from their first letter on.
 *
 * Asked for where one side compares the beginning, the end or a part of a text.
 */
const { apart, inTurn } = require('./gen_rank.js');
const { put } = require('./gen_near.js');
const { brackets } = require('./gen_scenes.js');
const { tokens, closing } = require('./lexer.js');

const BEGINS = /\.(?:startsWith|indexOf|search)\(|\.(?:slice|substring|substr)\([^)\n]*\.length\b|\bnew RegExp\(/, ENDS = /\.(?:endsWith|lastIndexOf|includes)\(/;
const NAME = /^(['"`])[\p{L}\p{N}/@._:#-]{2,40}\1$/u;
const EACH_MAX = 6, TEXT_MAX = 4000;

/* { begins, ends }: which of them the change compares; null: neither. */
function asksFor(...sides) {
	const rows = apart(...sides), begins = rows.some((text) => BEGINS.test(text)), ends = rows.some((text) => ENDS.test(text));
	return begins || ends ? { begins, ends } : null;
}

/* Names near one, as they are written. */
function near(text, { begins, ends }) {
	const inner = text.slice(1, -1), q = text[0], slash = inner.lastIndexOf('/') + 1;
	return [...(begins || ends ? [`${q}${inner}2${q}`] : []), ...(ends ? [`${q}${inner.slice(0, slash)}my${inner.slice(slash)}${q}`] : [])];
}

/* Where one more may stand: behind a property of an object that is written out, an item of a list, or a call that is a statement of its own. */
function places(text) {
	const list = tokens(text), inside = brackets(list), found = [];
	for (const [i, t] of list.entries()) {
		const open = list[inside[i]], before = list[i - 1]?.text || '', after = list[i + 1]?.text || '';
		if (!NAME.test(t.text) || !open)
			continue;
		if (open.text === '{' && after === ':' && /^[{,]$/.test(before)) {
			const end = list.findIndex((one, k) => k > i && inside[k] === inside[i] && (one.text === ',' || k === closing(list, inside[i])));
			const last = end > 0 ? end : closing(list, inside[i]);
			found.push({ t, start: t.at, end: list[last - 1].end, between: ', ' });
		} else if (open.text === '[' && /^[[,]$/.test(before) && /^[,\]]$/.test(after) && /^(?:[=(,:[]|=>|return)$/.test(list[inside[i] - 1]?.text || '=')) {
			found.push({ t, start: t.at, end: t.end, between: ', ' });
		} else if (open.text === '(' && before === '(') {
			const close = closing(list, inside[i]), first = list.findLastIndex((one, k) => k < inside[i] && (/^[;{}]$/.test(one.text) || one.line) && inside[k] === inside[inside[i]]);
			const from = first < 0 ? 0 : list[first].line ? first : first + 1;
			if (list[close + 1]?.text === ';' && list.slice(from, inside[i]).every((one) => /^[\w$.]+$/.test(one.text) && !/^(?:return|throw|await|new)$/.test(one.text)) && list[from].text !== 'console')
				found.push({ t, start: list[from].at, end: list[close + 1].end, between: '\n' });
		}
	}
	return found;
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
