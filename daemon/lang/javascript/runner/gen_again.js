'use strict';
/*
 * What is handed over is handed over twice: the same function subscribed in two places, one item added and added again. Who keeps
 * a list has it twice, who keeps a set has it once, and ending or removing the first leaves the other or does not. A test hands
 * over what it has just written there, and so no two that are the same: here that gets a name, and the call is made once more
 * behind itself. What ends the first is done where the program does not; how often a function was called is printed where
 * nothing else would show it.
 *
 * Asked for where a change speaks of what has things in it and knows which, or of what is closed when it is done.
 */
const { apart } = require('./gen_rank.js');
const { FUNCTION, OPPOSITE, argumentsOf, rowsOf } = require('./gen_scenes.js');
const { KEYWORDS, tokens, closing } = require('./lexer.js');

const HOLDS = new RegExp([/\bnew (?:Weak)?(?:Set|Map)\b/, /\.(?:add|has|delete|includes|indexOf|findIndex|splice|push|unshift|filter|some)\(/, /\bdelete [\w$.#]+\[/,
	/\bin (?:this\.)?[\w$#]+\)/, /\bhasOwn/, /[\w$]\[[\w$.]+\]\s*(?:\|\||\?\?|&&)?=(?!=)/].map((one) => one.source).join('|'));
const CLOSES = /\b(?:pipeline|finished|getWriter)\(|\.(?:pipe|pipeTo|end|close|destroy)\(/; // what was written to may be written to again
/* Calls that keep nothing of what they are given, or are given another thing each time. */
const PASSES = /^(?:map|flatMap|filter|find\w*|forEach|reduce\w*|some|every|sort|toSorted|then|catch|finally|from|all(?:Settled)?|assign|keys|values|entries|bind|call|apply|log|require|it|test|describe|throws|rejects|has|get|includes|indexOf|equals?|off|delete|remove\w*|un[a-z]\w*|detach|eject)$/;
const BOUND = /^(?:(?:const|let|var)\s+)?([\w$]+|\{[^{}]*\}|\[[^[\]]*\])\s*=(?![=>])\s*/;
const TO = /^[\w$]+(?:\.[\w$]+)*$/;
const ALSO = { add: 'delete', on: 'removeListener', addListener: 'off', register: 'deregister', push: 'remove', subscribe: 'off' };
const ENDS = ['unsubscribe', 'dispose'];
const FUNC = 0, NAMED = 1, WRITTEN = 2; // the most telling first
const EACH_MAX = 6, TEXT_MAX = 4000;

const escaped = (name) => name.replace(/[$.]/g, '\\$&');
const isOwn = (name) => !(name in globalThis) && (!KEYWORDS.has(name) || /^(?:get|set|of|from)$/.test(name));
const word = (name, more = '') => new RegExp(`(?<![\\w$.])${escaped(name)}(?![\\w$])${more}`);

/* Does a change speak of it? */
function asksFor(...sides) {
	return apart(...sides).some((text) => HOLDS.test(text) || CLOSES.test(text));
}

/* { bound, name, open, shut, to, method, args } of a statement that is one call, by the text before and behind it; or null. */
function callOf(row) {
	const [bound, name] = BOUND.exec(row) || [''], [open] = /^(?:console\.log\()?(?:await\s+)?/.exec(row.slice(bound.length)), shut = open.startsWith('console.log(') ? ');' : ';';
	const rest = row.slice(bound.length + open.length), list = tokens(rest), from = list.findIndex((t) => t.text === '('), end = from < 1 ? -1 : closing(list, from);
	if (end < 0 || !TO.test(rest.slice(0, list[from].at)) || !isOwn(list[0].text) || PASSES.test(list[from - 1].text) || list.slice(end + 1).map((t) => t.text).join('') !== shut)
		return null;
	return { bound, name: /^[\w$]+$/.test(name || '') ? name : '', open, shut, to: rest.slice(0, list[from].at), method: list[from - 1].text, args: argumentsOf(rest.slice(list[from].end, list[end].at)) };
}

/* How a program's own name comes to what it has: { at, value, isSet }, of the statement, or null. */
function madeAs(name, rows) {
	const value = new RegExp(`^(?:(?:const|let|var)\\s+)?${escaped(name)}\\s*=(?![=>])\\s*([^]*?);?$`), own = new RegExp(`^(?:async\\s+)?(?:function\\s*\\*?|class)\\s+${escaped(name)}(?![\\w$])`);
	const at = rows.findIndex((row) => value.test(row) || own.test(row)), [, said] = at < 0 ? [] : value.exec(rows[at]) || [];
	return at < 0 ? null : { at, value: said || rows[at], isSet: said !== undefined };
}

/* What kind of thing an argument is that can be handed over twice; -1: none. */
function kindOf(arg, rows) {
	if (FUNCTION.test(arg))
		return FUNC;
	if (/^(?:\{|new\s)/.test(arg))
		return WRITTEN;
	if (!/^[A-Za-z_$][\w$]*$/.test(arg) || !isOwn(arg))
		return -1;
	const made = madeAs(arg, rows);
	if (!made) // what is imported; what is taken out of another thing may be anything
		return rows.some((row) => new RegExp(`^(?:const|let|var)\\s+[[{][^=]*(?<![\\w$])${escaped(arg)}(?![\\w$])[^=]*\\}?\\]?\\s*=`).test(row)) ? -1 : NAMED;
	return FUNCTION.test(made.value) ? FUNC : /^(?:\{|\[|new\s|class\s|(?:await\s+)?[\w$.]+\()/.test(made.value) ? NAMED : -1;
}

/* Does the program show how often a function was called? What it writes to is printed later, or it prints itself. */
function isShown(said, rows) {
	const written = [...said.matchAll(/(?<![\w$.])([\w$]+)(?:\.(?:push|add|set|unshift)\(|\s*(?:\+\+|[-+*|&]?=(?![=>])))/g)].map((m) => m[1]);
	return /console\.log/.test(said) || written.some((name) => rows.some((row) => /^console\.log\(/.test(row) && word(name).test(row)));
}

const counting = (said) => `(...args) => {\n\tcalled++;\n\treturn (${said})(...args);\n}`;

/* The statements with a function that counts its calls in the place of one with a name. */
function counted(rows, { at, value, isSet }) {
	const list = tokens(rows[at]), block = isSet ? null : list[closing(list, list.findIndex((t) => t.text === '(')) + 1], start = rows[at].lastIndexOf(value);
	const said = isSet ? `${rows[at].slice(0, start)}${counting(value)};` : `${rows[at].slice(0, block.end)} called++;${rows[at].slice(block.end)}`;
	return rows.map((row, i) => (i === at ? said : row));
}

/* What ends what the first of two calls began: a statement, or none where the program does so itself and goes on. */
function ending(rows, at, { name, to, method, args }, methods) {
	const behind = rows.slice(at + 1), isDone = (said) => behind.some((row, i) => said.test(row) && behind.slice(i + 1).some((one) => /\(/.test(one.replace(/^console\.log\(/, ''))));
	const object = ENDS.find((one) => methods.has(one)), dot = to.lastIndexOf('.');
	if (name)
		return isDone(word(name, '(?:\\.[\\w$]+)?\\(')) ? [] : [`if (typeof ${name} === 'function')\n\t${name}();${object ? `\nelse\n\t${name}?.${object}?.();` : ''}`];
	const other = dot < 0 ? '' : [OPPOSITE[method], ALSO[method]].find((one) => one && methods.has(one)), end = `${to.slice(0, dot)}.${other}`;
	return !other || isDone(word(end, '\\(')) ? [] : [`${end}(${args.join(', ')});`];
}

/* The program in which statement `i` hands over its arguments at `places` twice; it is the last of them that is counted and taken out again. */
function twice(rows, i, one, places, methods) {
	const isName = (k) => /^[\w$]+$/.test(one.args[k]), last = places[places.length - 1], made = isName(last) ? madeAs(one.args[last], rows) : null, said = made ? made.value : one.args[last];
	const isCounted = FUNCTION.test(said) && !isShown(said, rows) && !/\bthis\b/.test(said), now = isCounted && made ? counted(rows, made) : rows;
	const named = places.filter((k) => !isName(k)), args = one.args.map((arg, k) => (named.includes(k) ? `handed${named.indexOf(k) || ''}` : arg));
	const first = named.map((k) => `const ${args[k]} = ${isCounted && k === last ? counting(one.args[k]) : one.args[k]};`), call = `${one.open}${one.to}(${args.join(', ')})${one.shut}`;
	return [...(isCounted ? ['let called = 0;'] : []), ...now.slice(0, i), ...first, one.bound + call, call, ...ending(rows, i, { ...one, args: args.slice(0, last + 1) }, methods), ...now.slice(i + 1),
		...(isCounted ? ['console.log(called);'] : [])].join('\n');
}

/* Neighbours of a whole program's body. `methods`: names there are. */
function programs(body, isAsked, { methods = new Set() } = {}) {
	if (!isAsked || body.length > TEXT_MAX || /\b(?:handed\d*|called)\b/.test(body))
		return [];
	const rows = rowsOf(body), found = [];
	for (const [i, row] of rows.entries()) {
		const one = callOf(row), kinds = one ? one.args.map((arg) => kindOf(arg, rows)) : [], kind = Math.min(...kinds.filter((some) => some >= 0));
		if (kind <= WRITTEN && (kind < WRITTEN || one.to.includes('.'))) // options, where it is no method
			found.push({ kind, text: twice(rows, i, one, [...kinds.keys()].filter((k) => kinds[k] === kind), methods) });
	}
	return found.sort((a, b) => a.kind - b.kind).map((one) => one.text).slice(0, EACH_MAX);
}

module.exports = { asksFor, callOf, programs, escaped };
