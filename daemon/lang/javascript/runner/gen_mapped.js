'use strict';
/*
 * A function that is handed to map() as it is: `lines.map(parseOutline)`, which gives it the place of each line as well. Who adds an optional
 * parameter has those in mind who call it, and tests call it.
 *
 * Asked for where a function takes another number of arguments than on the other side.
 */
const { inTurn } = require('./gen_rank.js');
const { put } = require('./gen_near.js');
const { closing, parameters, split, tokens } = require('./lexer.js');

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;
const EACH_MAX = 3, TEXT_MAX = 4000;

/* The name of a function of a module that has more parameters on one side; '': it is none. */
function asksIn([, mine = '', other = ''], { qualname }) {
	const [here, there] = [mine, other].map((text) => (text ? parameters(text) : null));
	return PLAIN_NAME.test(qualname) && here && there && here.length !== there.length ? qualname : '';
}

/* Does it begin a line behind one without its mark? A bracket there would be asked of that one. */
function isBegun(list, i) {
	return Boolean(list[i].line) && i > 0 && !/^[;{}]$/.test(list[i - 1].text);
}

/* Neighbours of a whole program's body: each call of the function with one argument, which three of a list are instead. */
function programs(body, name) {
	const list = name && body.length <= TEXT_MAX ? tokens(body) : [];
	return inTurn(list.map((t, i) => {
		const open = t.text === name && list[i + 1]?.text === '(' && !/^(?:\.|\?\.|function|new)$/.test(list[i - 1]?.text || '') ? i + 1 : -1, close = open < 0 ? -1 : closing(list, open);
		const args = close < 0 ? null : split(body, list, open + 1, close), [said] = args || [];
		return args?.length === 1 && said && !said.startsWith('...') ? [put(body, { at: t.at, end: list[close].end }, `${isBegun(list, i) ? ';' : ''}[${said}, ${said}, ${said}].map(${name})`)] : [];
	})).slice(0, EACH_MAX);
}

module.exports = { asksIn, programs };
