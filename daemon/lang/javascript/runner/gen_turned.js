'use strict';
/*
 * What stands in a list the other way round, the lines of a text, and calls of one method in a row. Where keys are kept in the order in which
 * they come, a search ends with the first that fits, or the last one wins, the order decides; tests have theirs ascending. And a call
 * once more with its arguments the other way round: what is kept of the first may be found for the second.
 *
 * Asked for where a change speaks of what keeps an order or goes by it.
 */
const { inTurn, apart } = require('./gen_rank.js');
const { callOf } = require('./gen_again.js');
const { argumentsOf, rowsOf } = require('./gen_scenes.js');
const { closing, pieces, tokens } = require('./lexer.js');

const ORDERS = /\bnew\s+(?:Map|Set)\b|\b(?:Object|Array)\.(?:keys|entries|values|fromEntries|groupBy|from)\(|=\s*\{\}|\bbreak\b|\.(?:find\w*|some|every|reverse|toReversed|unshift|shift|pop|at|reduceRight)\(|\bfor\s*\(|\bwhile\s*\(/;
const TEXT = /^(?:'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"|`(?:[^`\\$]|\\[^]|\$(?!\{))*`)$/;
const NUMBER = /^[-+]?[\d.]+$/, NAME = /^[A-Za-z_$][\w$]*$/;
const BREAK = { '`': '\n', "'": '\\n', '"': '\\n' }; // how the end of a line is written
const ITEMS_MAX = 40, EACH_MAX = 6, BODY_MAX = 6000;

function asksFor(...sides) {
	return apart(...sides).some((text) => ORDERS.test(text));
}

const put = (body, from, end, text) => body.slice(0, from) + text + body.slice(end);

/* Lists that are written out, with their items the other way round. */
function lists(body, list) {
	return list.flatMap((t, i) => {
		const last = list[i - 1], isIndex = last && (last.kind === 'word' ? !/^(?:return|of|in|await|yield|default)$/.test(last.text) : [')', ']', '?.'].includes(last.text) || last.kind === 'string');
		const end = t.text === '[' && !isIndex ? closing(list, i) : -1, after = end < 0 ? '' : [1, 2].map((n) => list[end + n]?.text || '').join(' '), items = end < 0 ? [] : argumentsOf(body.slice(t.end, list[end].at));
		if (items.length < 2 || items.length > ITEMS_MAX || /^(?:=|of|in|\) =>)(?:$| )/.test(after) || items.some((one) => !one || one.startsWith('...')))
			return [];
		return [put(body, t.end, list[end].at, items.reverse().join(', '))];
	});
}

/* Texts of several lines, with their lines the other way round; what is empty in front and behind stays there. */
function texts(body, list) {
	return list.filter((t) => TEXT.test(t.text) && !/\\\n/.test(t.text)).map((t) => {
		const lines = [[]], mark = BREAK[t.text[0]];
		for (const piece of pieces(t.text.slice(1, -1))) // an escape is one
			if (piece === mark)
				lines.push([]);
			else
				lines[lines.length - 1].push(piece);
		const said = lines.map((line) => line.join('')), from = said.findIndex((line) => line.trim()), end = said.findLastIndex((line) => line.trim()) + 1;
		return from < 0 ? body : put(body, t.at + 1, t.end - 1, [...said.slice(0, from), ...said.slice(from, end).reverse(), ...said.slice(end)].join(mark));
	});
}

/* Two calls of one method, one after the other, that change places. */
function steps(body) {
	const rows = rowsOf(body), calls = rows.map(callOf);
	return rows.flatMap((row, i) => {
		const [one, two] = [calls[i], calls[i + 1]];
		return one && two && !one.bound && !two.bound && one.to === two.to ? [[...rows.slice(0, i), rows[i + 1], row, ...rows.slice(i + 2)].join('\n')] : [];
	}).reverse();
}

/* A call, and behind it the same with its arguments the other way round, where these are values or names of one kind. */
function calls(body) {
	const rows = rowsOf(body);
	return rows.flatMap((row, i) => {
		const one = callOf(row), kinds = one ? one.args.map((arg) => (TEXT.test(arg) ? 'text' : NUMBER.test(arg) ? 'number' : NAME.test(arg) ? 'name' : '')) : [''];
		const turned = one ? `${one.open}${one.to}(${[...one.args].reverse().join(', ')})${one.shut}` : row;
		return kinds.length < 2 || one.bound || !one.open || turned === row || kinds.some((kind) => !kind || kind !== kinds[0]) ? [] : [[...rows.slice(0, i + 1), turned, ...rows.slice(i + 1)].join('\n')];
	});
}

/* Neighbours of a whole program's body. */
function programs(body, isAsked) {
	if (!isAsked || body.length > BODY_MAX)
		return [];
	const list = tokens(body);
	return inTurn([lists(body, list), texts(body, list), steps(body), calls(body)]).filter((text) => text !== body).slice(0, EACH_MAX);
}

module.exports = { asksFor, programs };
