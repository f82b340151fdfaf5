'use strict';
/*
 * What a program takes apart is shown as a whole, and as it is sent: as JSON, which has what is an object's own, in its order, and neither
 * what its class computes nor what is undefined. Tests look at the fields that they are about.
 *
 * Asked for where a change speaks of classes, getters or the fields of what it gives: of each call of the changed function, and of what
 * somebody writes as JSON, in which an object of a changed class may be.
 */
const { apart } = require('./gen_rank.js');
const { rowsOf } = require('./gen_scenes.js');
const { closing, tokens } = require('./lexer.js');

const FORMS = /\bclass\b|\b(?:get|set|static)\s+[#\w$]+\s*\(|\bnew\s+[A-Z]|\breturn\s*\(?\{|=>\s*\(\{|\bObject\.\w+\(|\.\.\.[\w$]|\btoJSON\b|\bdelete\s/;
const NO_NAME = /^(?:constructor|)$/, BLOCK = /^(?:async\s+)?(?:function|class|for|while|do|if|try|switch)\b|=>|\bfunction\b/;
const WRITTEN = 'stringify'; // of JSON
const EACH_MAX = 4, TEXT_MAX = 4000;

/* The names of functions whose calls are shown. */
function asksIn(sides, { qualname }) {
	const name = qualname.split('.').pop(), isAsked = apart(...sides).some((text) => FORMS.test(text));
	return isAsked ? [name, WRITTEN].filter((one) => !NO_NAME.test(one)) : [];
}

/* The texts of the calls of a function in a statement, with what they are called on; none of what a function in it or a block does. */
function callsOf(row, name) {
	const list = tokens(row), isDot = (t) => t?.text === '.' || t?.text === '?.';
	return list.flatMap((t, i) => {
		if (t.text !== name || list[i + 1]?.text !== '(')
			return [];
		let from = i;
		while (isDot(list[from - 1]) && list[from - 2]?.kind === 'word')
			from -= 2;
		const end = closing(list, i + 1), before = list[from - 1]?.text, waits = before === 'await' ? 'await ' : '';
		return before === 'new' || isDot(list[from - 1]) || list[end + 1]?.text === '{' ? [] : [waits + row.slice(list[from].at, list[end].end)];
	});
}

/* Neighbours of a whole program's body: each call of the functions, behind the statement in which it stands. */
function programs(body, names) {
	if (!names.length || body.length > TEXT_MAX)
		return [];
	const rows = rowsOf(body), said = new Set(), found = [];
	const shown = (i, text) => {
		const row = `console.log(${text});`;
		if (rows[i] !== row && !said.has(text))
			found.push([...rows.slice(0, i + 1), row, ...rows.slice(i + 1)].join('\n'));
		said.add(text);
	};
	for (const name of names)
		for (const [i, row] of rows.entries())
			for (const call of BLOCK.test(row) ? [] : callsOf(row, name)) {
				if (/\n/.test(call))
					continue;
				shown(i, call);
				if (name !== WRITTEN)
					shown(i, `JSON.stringify(${call})`);
			}
	return found.slice(0, EACH_MAX);
}

module.exports = { asksIn, programs };
