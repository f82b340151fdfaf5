'use strict';
/*
 * What is said about types beside the code that runs: declarations (.d.ts), the types of TypeScript's own
 * source, and @typedef in comments. Read as text; nothing is checked, and what cannot be read says nothing.
 *
 * A function's declaration is looked for beside its file, then in what package.json calls `types`, and what
 * these take from other files. Overloads are one: a parameter has the types of all of them.
 */
const fs = require('fs');
const path = require('path');
const { tokens, closing, split } = require('./lexer.js');

const SIZE_MAX = 1 << 20;
const FILES_MAX = 40; // that one declaration may lead to
const DEPTH_MAX = 4; // of names that stand for names
const MODIFIERS = new Set(['export', 'declare', 'default', 'async', 'abstract', 'public', 'private', 'protected',
	'static', 'readonly', 'override', 'get', 'set']);
const STARTS = new Set(['export', 'declare', 'function', 'class', 'interface', 'type', 'const', 'let', 'var',
	'namespace', 'module', 'import', 'abstract', 'enum']);
const GOES_ON = new Set(['|', '&', '=>', '?', ':', '.', '=', '<', ',', 'extends', 'keyof', 'typeof']);
const BESIDE = { '.js': '.d.ts', '.jsx': '.d.ts', '.mjs': '.d.mts', '.cjs': '.d.cts' };

/* ---- one text ------------------------------------------------------------------------------------------- */

/* Past `<...>` that begins at `i`. */
function pastAngles(list, i) {
	for (let depth = 0; i < list.length; i++) {
		const t = list[i].text;
		depth += t === '<' ? 1 : /^>+$/.test(t) ? -t.length : 0;
		if (depth <= 0)
			return i + 1;
	}
	return i;
}

/* The texts between commas that are in no `<...>`. */
function separate(text, list, from, to) {
	const out = [];
	for (const part of split(text, list, from, to) || []) {
		const last = out[out.length - 1] || '', bare = last.replace(/=>/g, '');
		if (out.length && bare.split('<').length > bare.split('>').length)
			out[out.length - 1] = `${last}, ${part}`;
		else
			out.push(part);
	}
	return out.filter(Boolean);
}

/* Where a type that begins at `i` ends: at what ends a statement or a member, or on the next line. */
function typeEnd(list, i, to) {
	for (const first = i; i < to; i++) {
		const t = list[i];
		if (i > first && t.line && !GOES_ON.has(t.text) && !GOES_ON.has(list[i - 1].text))
			return i;
		if (t.text === ';' || (t.text === ',' && t.kind === 'punct'))
			return i;
		if (t.text === '<')
			i = pastAngles(list, i) - 1;
		else if (t.kind === 'punct' && '([{'.includes(t.text))
			i = Math.max(i, closing(list, i));
	}
	return to;
}

class Table {
	constructor() {
		this.functions = new Map(); // 'f', 'Class.m', 'Class.constructor' -> [[parameter]]
		this.members = new Map(); // name of an interface or a class -> {key: type}
		this.names = new Map(); // other names -> the type they stand for
		this.main = null; // `export = name`, `export default name`
		this.from = []; // files that it takes from
	}

	add(name, parameters) {
		this.functions.set(name, [...(this.functions.get(name) || []), parameters]);
	}
}

class Reader {
	constructor(text) {
		this.text = text;
		this.list = tokens(text);
		this.table = new Table();
	}

	said(from, to) {
		return to > from ? this.text.slice(this.list[from].at, this.list[to - 1].end) : '';
	}

	/* `<T>(a: A)` at `i`: the parameters, and where it goes on; or null. */
	call(i) {
		const open = this.list[i]?.text === '<' ? pastAngles(this.list, i) : i;
		const close = this.list[open]?.text === '(' ? closing(this.list, open) : -1;
		return close < 0 ? null : { parameters: separate(this.text, this.list, open + 1, close), next: close + 1 };
	}

	body(i, to) {
		for (; i < to; i++) {
			if (this.list[i].text === '<')
				i = pastAngles(this.list, i) - 1;
			else if (this.list[i].text === '{')
				return { from: i + 1, to: closing(this.list, i) };
			else if (this.list[i].text === ';')
				break;
		}
		return null;
	}

	walk(from, to, prefix) {
		for (let i = from; i < to;) {
			const at = i;
			let isDefault = false;
			for (; i < to && MODIFIERS.has(this.list[i].text); i++)
				isDefault ||= this.list[i].text === 'default';
			i = i < to ? Math.max(this.one(i, to, prefix, isDefault), at + 1) : to;
		}
	}

	/* The declaration at `i`. -> what is behind it */
	one(i, to, prefix, isDefault) {
		const { list, table } = this, word = list[i].text, name = list[i + 1] ? list[i + 1].text : '';
		if (word === 'function') {
			const isNamed = name !== '(' && name !== '<';
			const found = this.call(isNamed ? i + 2 : i + 1);
			if (!found)
				return i + 1;
			if (isNamed)
				table.add(prefix + name, found.parameters);
			if (isDefault)
				table.add('default', found.parameters);
			return typeEnd(list, found.next, to);
		}
		if (['class', 'interface', 'namespace', 'module'].includes(word) && name) {
			const inner = this.body(i + 2, to);
			if (!inner || inner.to < 0)
				return i + 1;
			if (isDefault)
				table.main = name;
			if (word === 'namespace' || word === 'module')
				this.walk(inner.from, inner.to, /^\W/.test(name) ? prefix : `${prefix}${name}.`);
			else
				table.members.set(name, { ...table.members.get(name), ...this.inside(inner, prefix + name) });
			return inner.to + 1;
		}
		if (word === 'type' && name) {
			const equals = list[i + 2]?.text === '<' ? pastAngles(list, i + 2) : i + 2;
			const end = typeEnd(list, equals + 1, to);
			if (list[equals]?.text === '=')
				table.names.set(name, this.said(equals + 1, end).replace(/^\|\s*/, ''));
			return end;
		}
		if (['const', 'let', 'var'].includes(word) && list[i + 2]?.text === ':') {
			const end = typeEnd(list, i + 3, to);
			this.typed(prefix + name, this.said(i + 3, end));
			return end;
		}
		return this.other(i, to, isDefault);
	}

	other(i, to, isDefault) {
		const { list, table } = this, t = list[i];
		const from = /^(from|import)$/.test(t.text) && list[i + 1]?.kind === 'string' ? list[i + 1].text.slice(1, -1) : '';
		if (from[0] === '.')
			table.from.push(from);
		if ((isDefault || (t.text === '=' && list[i - 1]?.text === 'export')) && !STARTS.has(t.text))
			table.main = t.text === '=' ? list[i + 1]?.text : t.text;
		if (t.kind === 'punct' && '([{'.includes(t.text))
			return Math.max(i, closing(list, i)) + 1;
		return i + 1;
	}

	/* A name with a type: a function when that is one. */
	typed(name, type) {
		const parameters = ofFunction(type);
		if (parameters)
			this.table.add(name, parameters);
		else
			this.table.names.set(`typeof ${name}`, type);
	}

	/* {key: type} of a class or an interface; its methods become functions. */
	inside({ from, to }, owner) {
		const found = {}, { list } = this;
		for (let i = from; i < to;) {
			const at = i;
			while (i < to && MODIFIERS.has(list[i].text) && !/^[(<?:]$/.test(list[i + 1]?.text))
				i++;
			const isCall = list[i]?.text === '(' || list[i]?.text === '<';
			const key = isCall ? '' : list[i]?.kind === 'string' ? list[i].text.slice(1, -1) : list[i]?.text || '';
			let next = isCall ? i : i + 1;
			const isOptional = list[next]?.text === '?' || list[next]?.text === '!';
			next += isOptional ? 1 : 0;
			const call = this.call(next);
			if (call) {
				this.table.add(key ? `${owner}.${key}` : owner, call.parameters);
				next = call.next;
			} else if (list[next]?.text === ':' && /^[\w$-]+$/.test(key)) {
				const end = typeEnd(list, next + 1, to);
				found[key] = this.said(next + 1, end);
				this.typed(`${owner}.${key}`, found[key]);
			}
			i = Math.max(typeEnd(list, next, to), at) + (list[typeEnd(list, next, to)]?.line ? 0 : 1);
			i = Math.max(i, at + 1);
		}
		return found;
	}
}

/* The parameters of `(a: A) => B`, or null. */
function ofFunction(type) {
	const reader = new Reader(type);
	const found = /^[(<]/.test(type) ? reader.call(0) : null;
	return found && reader.list[found.next]?.text === '=>' ? found.parameters : null;
}

/* @typedef {Object} Name, @property {type} [key] */
function typedefs(text, table) {
	for (const [comment] of text.matchAll(/\/\*\*[^]*?\*\//g)) {
		const named = /@typedef\s+\{([^]*?)\}\s+([\w$]+)/.exec(comment);
		if (!named)
			continue;
		const keys = {};
		for (const m of comment.matchAll(/@prop(?:erty)?\s+\{((?:[^{}]|\{[^{}]*\})*)\}\s+\[?([\w$]+)/g))
			keys[m[2]] = m[1].trim();
		if (Object.keys(keys).length)
			table.members.set(named[2], keys);
		else
			table.names.set(named[2], named[1].trim());
	}
}

function parse(text) {
	const reader = new Reader(text);
	reader.walk(0, reader.list.length, '');
	typedefs(text, reader.table);
	return reader.table;
}

/* "A | B<C | D>" -> ["A", "B<C | D>"] */
function alternatives(type) {
	const list = tokens(type), out = [];
	let first = 0;
	for (let i = 0; i < list.length; i++) {
		if (list[i].text === '=>')
			break; // what a function gives may have any form
		if (list[i].text === '<')
			i = pastAngles(list, i) - 1;
		else if (list[i].kind === 'punct' && '([{'.includes(list[i].text))
			i = Math.max(i, closing(list, i));
		else if (list[i].text === '|') {
			if (i > first)
				out.push(type.slice(list[first].at, list[i - 1].end));
			first = i + 1;
		}
	}
	if (first < list.length)
		out.push(type.slice(list[first].at));
	return out.map((one) => one.trim());
}

/* ---- files ------------------------------------------------------------------------------------------------- */

const tables = new Map(); // by file; they do not change while this process lives

function tableOf(file) {
	if (!tables.has(file)) {
		let table = null;
		try {
			table = fs.statSync(file).size <= SIZE_MAX ? parse(fs.readFileSync(file, 'utf8')) : null;
		} catch { /* there is none, or it is no text of ours */ }
		tables.set(file, table);
	}
	return tables.get(file);
}

/* A file and those it takes from, nearest first: [table]. */
function reachable(file) {
	const files = [file], found = [];
	for (let i = 0; i < files.length && i < FILES_MAX; i++) {
		const table = tableOf(files[i]);
		if (!table)
			continue;
		found.push(table);
		for (const said of table.from) {
			const base = path.resolve(path.dirname(files[i]), said).replace(/\.([cm]?)js$/, '');
			const next = ['.d.ts', '.ts', '.tsx', '.d.mts', '.d.cts', '.js', '/index.d.ts', '/index.ts', '']
				.map((end) => base + end).find((one) => fs.statSync(one, { throwIfNoEntry: false })?.isFile());
			if (next && !files.includes(next))
				files.push(next);
		}
	}
	return found;
}

/* What package.json says declares its main module: `types`, `typings`, or a condition of `exports`. */
function packageTypes(root) {
	try {
		const said = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
		const find = (node, depth) => (!node || typeof node !== 'object' || depth > 4 ? null
			: typeof node.types === 'string' ? node.types
				: Object.values(node).map((one) => find(one, depth + 1)).find(Boolean) || null);
		const file = [said.types, said.typings].find((one) => typeof one === 'string') || find(said.exports, 0) ||
			(typeof said.main === 'string' ? said.main.replace(/(\.[cm]?js)?$/, '.d.ts') : 'index.d.ts');
		return path.join(root, file);
	} catch {
		return null;
	}
}

/* The names a declaration may have for what is reached as `qualname`. */
function namesFor(qualname, table) {
	const plain = qualname.replace(/\.prototype\b/g, '');
	const inner = plain.replace(/^module\.exports\.?/, '');
	const names = [inner];
	if (plain === 'module.exports' || plain === 'default')
		names.push('default', ...(table.main ? [table.main] : []));
	else if (table.main)
		names.push(`${table.main}.${inner.replace(/^default\./, '')}`);
	return names.flatMap((one) => [one, `${one}.constructor`]);
}

/* [[parameter]] of the declaration of what module file `file` has as `qualname`, and the tables it stands among. */
function declared(root, file, qualname) {
	const ending = path.extname(file);
	const own = reachable(file.slice(0, -ending.length) + (BESIDE[ending] || '.d.ts'));
	const whole = BESIDE[ending] ? reachable(packageTypes(root) || '') : [];
	for (const among of [own, whole])
		for (const table of among)
			for (const name of namesFor(qualname, table))
				if (table.functions.has(name))
					return { calls: table.functions.get(name), among };
	const last = /[\w$]+$/.exec(qualname)?.[0];
	for (const table of whole) // a file of its own whose functions the main module hands out
		if (table.functions.has(last) && !qualname.includes('.'))
			return { calls: table.functions.get(last), among: whole };
	return null;
}

function typeOf(parameter) {
	const list = tokens(parameter);
	const at = list.findIndex((t, i) => t.text === ':' && !list.slice(0, i).some((o) => '([{'.includes(o.text) && closing(list, list.indexOf(o)) > i));
	return at < 0 ? '' : parameter.slice(list[at].end).trim();
}

/* A type with the names in it that stand for others, as far as that is plain. */
function resolved(type, among, depth = 0) {
	return alternatives(type).map((one) => {
		const name = /^(?:Partial|Readonly|Required)<([\w$]+)>$/.exec(one)?.[1] || one;
		const found = depth < DEPTH_MAX && /^[\w$]+$/.test(name) ? among.find((t) => t.names.has(name)) : null;
		return found ? resolved(found.names.get(name), among, depth + 1) : one;
	}).join(' | ');
}

/* {key: type} of an object type, by its name or written out. */
function keysOf(type, among) {
	const found = {};
	for (const one of alternatives(type)) {
		const name = /^(?:Partial|Readonly|Required)<([\w$]+)>$/.exec(one)?.[1] || one;
		const table = among.find((t) => t.members.has(name));
		const keys = table ? table.members.get(name) : {};
		if (one[0] === '{') {
			const reader = new Reader(one);
			Object.assign(keys, reader.inside({ from: 1, to: Math.max(1, closing(reader.list, 0)) }, ''));
		}
		for (const key of Object.keys(keys))
			found[key] = resolved(keys[key], among);
	}
	return found;
}

/*
 * What is said of the types of a function's parameters: {name: type, 'name.key': type}. `names`: the
 * parameters as the code has them, [{name, annotation}]; `doc`: {name: type} of its comment.
 * `isPlain`: names of types are left as they were written.
 */
function typesFor(root, file, qualname, names, doc, isPlain = false) {
	const found = declared(root, file, qualname);
	const among = [...(found ? found.among : []), ...reachable(file)];
	const types = {};
	names.forEach(({ name, annotation }, i) => {
		const said = [...new Set((found ? found.calls : []).map((call) => call[i] && typeOf(call[i])).filter(Boolean))].join(' | ');
		const type = annotation || said || doc[name];
		if (!type)
			return;
		types[name] = isPlain ? type : resolved(type, among);
		for (const [key, value] of isPlain ? [] : Object.entries(keysOf(types[name], among)))
			types[`${name}.${key}`] = value;
	});
	return { ...doc, ...types };
}

/* Names of parameters of which the code says nothing but how many there are. */
function parameterNames(root, file, qualname) {
	const found = declared(root, file, qualname);
	return found ? found.calls.reduce((a, b) => (b.length > a.length ? b : a)).map((p) => p.replace(/\s+/g, ' ')) : null;
}

module.exports = { parse, typesFor, parameterNames, alternatives, ofFunction };
