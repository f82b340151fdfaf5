'use strict';
/*
 * What comes, goes and comes again: a patient who checked in, left and checks in once more, a hook that is taken off and put back. What is left of
 * the first time, an entry in a heap, a name in a second table, meets the second one. Tests let things come, and let things go.
 *
 * A method lets go of what another took where it needs nothing but what that was given first, by the same names.
 */
const mine = require('./gen_mine.js');
const { callOf } = require('./gen_again.js');
const { inTurn } = require('./gen_rank.js');
const { rowsOf } = require('./gen_scenes.js');
const { classAt, closing, methodsAt, split } = require('./lexer.js');

const GOES = new RegExp(`^(?:${['leave|remove|delete|drop|cancel|end|stop|close|release|free|discard|forget|evict|expire|revoke|return|detach|eject|withdraw|retire|exit|off',
	'un(?:subscribe|register|watch|listen|bind|lock|link|mount|book|load|pin|assign|hook|hang|do|follow|park)|de(?:register|activate)|dis(?:connect|able|miss)',
	'(?:check|sign|log|take|give|put|bring|hand|clock)_?(?:[oO]ut|[oO]ff|[bB]ack|[aA]way)'].join('|')})(?![a-z])`);
const ADDS = /\.(?:push|unshift|add|insert|append|enqueue)\(/;
const TAKES = /\.(?:set|delete|splice|pop|shift|clear|remove\w*|dequeue)\(|\bthis\.[#\w$.]+(?:\[[^\]\n]*\])?\s*(?:[-+*/%|&^?]{0,2}=(?![=>])|\+\+|--)|\bdelete\s/;
const PARAMETER = /^([A-Za-z_$][\w$]*)\s*(?:=|$)/, LEFT = /^(?:\.\.\.|[\w$]+\s*=|[{[][^]*[}\]]\s*=)/; // a plain one, and what nobody has to give
const SAYS = 0, TAKING = 1, SILENT = 2, ADDING = 3, TELLING = 4; // how surely a method lets go of something: it says so, takes or sets something, gives nothing, and so does something; or does it not
const PUBLIC = /^[A-Za-z$][\w$]*$/, HIDDEN = /^(?:static|set|\*)$/;
const GIVEN = /^(?:(['"`])(?:(?!\1)(?!\$\{)(?:[^\\]|\\[^]))*\1|-?[\d.]+|[A-Za-z_$][\w$.]*)$/; // what may be written twice
const MAKES = /^(?:const|let|var)\s+([\w$]+)\s*=\s*new\s+(?:[\w$]+\.)*([\w$]+)/;
const METHODS_MAX = 40, GOERS_MAX = 2, SHOWN_MAX = 3, EACH_MAX = 6, TEXT_MAX = 4000;

function kindOf(name, body) {
	return GOES.test(name) ? SAYS : TAKES.test(body) ? TAKING : ADDS.test(body) ? ADDING : /\breturn\b/.test(body) ? TELLING : SILENT;
}

/* The public methods of a class among the tokens of a text, with the names of their parameters and how many of them have to be given. */
function methodsOf(text, list, found) {
	return methodsAt(list, found).filter(({ name, marks }) => PUBLIC.test(name) && name !== 'constructor' && !marks.some((one) => HIDDEN.test(one))).slice(0, METHODS_MAX)
		.map(({ name, marks, open, close }) => {
			const params = split(text, list, open + 1, close), kind = kindOf(name, text.slice(list[close].end, list[closing(list, close + 1)].end));
			return { name, kind, names: params.map((one) => PARAMETER.exec(one)?.[1] || ''), needed: params.findLastIndex((one) => !LEFT.test(one)) + 1,
				isGetter: marks.includes('get'), isLater: marks.includes('async') };
		});
}

/* The methods that let go of what one took, the surest first: [name, how many arguments it is given, is it waited for?]. */
function goersOf(one, methods) {
	const fits = (other) => other !== one && other.kind <= SILENT && other.names[0] === one.names[0] && other.names.slice(0, other.needed).every((name, i) => name !== '' && name === one.names[i]);
	return methods.filter(fits).sort((a, b) => a.kind - b.kind).slice(0, GOERS_MAX).map((other) => [other.name, Math.max(other.needed, 1), other.isLater]);
}

/* The class of what changed: { name, methods, shows: what an object of it is asked, of which that changes nothing }; or null. */
function classOf({ root, file, qualname }) {
	const path = qualname.split('.'), text = mine.readCode(root, file), list = text.includes('class') ? mine.tokensOf(text) : [];
	const name = path.findLast((part) => classAt(list, part)), methods = name ? methodsOf(text, list, classAt(list, name)) : [];
	const isAsked = (one) => one.isGetter || (one.kind === TELLING && !one.names.length && !one.isLater);
	return name ? { name, methods, shows: methods.filter(isAsked).map((one) => (one.isGetter ? one.name : `${one.name}()`)).slice(0, SHOWN_MAX) } : null;
}

/* The class of what changed: { name, pairs: [[method, those that let go of it]], shows: what an object is asked in the end }; or null. */
function asksIn(_sides, place) {
	const { name, methods, shows } = classOf(place) || { methods: [] };
	const comes = methods.filter((one) => one.names[0] && one.kind > SAYS && one.kind < TELLING);
	const pairs = comes.map((one) => [one.name, goersOf(one, methods)]).filter((row) => row[1].length);
	return pairs.length ? { name, pairs, shows } : null;
}

/* The program in which what statement `i` lets come goes and comes again. */
function returning(rows, i, one, [goer, n], shows) {
	const object = one.to.slice(0, one.to.lastIndexOf('.')), named = one.args.slice(0, n).filter((arg) => !GIVEN.test(arg)), args = one.args.map((arg, k) => (k < n && named.includes(arg) ? `comer${named.indexOf(arg) || ''}` : arg));
	const call = `${one.open}${one.to}(${args.join(', ')})${one.shut}`, goes = `${/await/.test(one.open) ? 'await ' : ''}${object}.${goer}(${args.slice(0, n).join(', ')});`;
	const isShown = rows.slice(i + 1).some((row) => row.startsWith('console.log(') && new RegExp(`(?<![\\w$.])${object.replace(/[$.]/g, '\\$&')}(?![\\w$])`).test(row));
	const set = named.map((arg, k) => `const comer${k || ''} = ${arg};`), asked = shows.length ? shows.map((said) => `console.log(${object}.${said});`) : [`console.log(${object});`];
	return [...rows.slice(0, i), ...set, call, goes, one.bound + call, ...rows.slice(i + 1), ...(isShown ? [] : asked)].join('\n');
}

/* Neighbours of a whole program's body: each of its steps that lets something come, the first ones first. */
function programs(body, asked) {
	if (!asked || body.length > TEXT_MAX || /\bcomer\d?\b/.test(body))
		return [];
	const rows = rowsOf(body), goers = new Map(asked.pairs), made = rows.map((row) => MAKES.exec(row) || []).filter((one) => one[2] !== asked.name), others = new Set(made.map((one) => one[1]));
	const steps = rows.flatMap((row, i) => {
		const one = callOf(row), dot = one ? one.to.lastIndexOf('.') : -1, isWaited = /await/.test(one?.open || '');
		const fits = ([, n, isLater]) => n <= one.args.length && (isWaited || !isLater) && !one.args.slice(0, n).some((arg) => arg.startsWith('...'));
		return dot > 0 && !others.has(one.to.slice(0, dot)) ? [{ i, one, some: (goers.get(one.method) || []).filter(fits) }] : [];
	}).filter(({ some }) => some.length).slice(0, EACH_MAX);
	return inTurn(steps.map(({ i, one, some }) => some.map((goer) => returning(rows, i, one, goer, asked.shows)))).slice(0, EACH_MAX);
}

module.exports = { ADDS, TAKES, asksIn, classOf, programs };
