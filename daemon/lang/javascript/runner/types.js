'use strict';
/*
 * What is said about types beside the code that runs: declarations (.d.ts), the types of TypeScript's own
 * source, and @typedef in comments. Read as text; nothing is checked, and what cannot be read says nothing.
 *
 * A function's declaration is looked for beside its file, then in what package.json calls `types`, then in the
 * package @types/ of its name, and what these take from other files and packages. Overloads are one: a
 * parameter has the types of all of them; a type parameter is what it extends, a class has what it inherits.
 */
const fs = require('fs');
const path = require('path');
const { builtinModules } = require('module');
const { tokens, closing, split } = require('./lexer.js');

const SIZE_MAX = 1 << 20;
const FILES_MAX = 40; // that one declaration may lead to
const READ_MAX = 2 << 20; // and of them, when they lie in other packages
const DEPTH_MAX = 6; // of names that stand for names
const STEPS_MAX = 500; // that one parameter may take to read
const ALTERNATIVES_MAX = 64;
const TYPE_MAX = 4000; // characters
/* { readonly [K in Keys as Other]?: Type } */
const MAPPED = /^\{\s*(?:[+-]?readonly\s+)?\[\s*([\w$]+)\s+in\s+([^]+?)(?:\s+as\s+[^\]]+)?\]\s*(?:[+-]?\?)?\s*:\s*([^]*?)[;,]?\s*\}$/;
const SAME_KEYS = /^(?:Partial|Readonly|Required|NonNullable)$/;
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

/* "A, B<C, D>" -> ["A", "B<C, D>"] */
function partsOf(text) {
	const list = tokens(text);
	return separate(text, list, 0, list.length);
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
		this.packages = []; // and packages
		this.parameters = new Map(); // name -> [{name, bound}] of its type parameters
		this.parents = new Map(); // name of an interface or a class -> [what it extends]
		this.size = 0;
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
		this.scope = {}; // type parameter -> what it extends
	}

	said(from, to) {
		return to > from ? this.text.slice(this.list[from].at, this.list[to - 1].end) : '';
	}

	/* `<T>(a: A)` at `i`: the parameters, and where it goes on; or null. */
	call(i) {
		const open = this.list[i]?.text === '<' ? pastAngles(this.list, i) : i;
		const close = this.list[open]?.text === '(' ? closing(this.list, open) : -1;
		if (close < 0)
			return null;
		const parameters = separate(this.text, this.list, open + 1, close);
		return { parameters: Object.assign(parameters, { scope: { ...this.scope, ...this.bounds(i) } }), next: close + 1 };
	}

	/* [{name: 'T', bound: 'A'}] of `<T extends A = B, U>`, where there is one at `i`; the bound of U is ''. */
	typeParameters(i) {
		const { list, text } = this;
		const past = list[i]?.text === '<' ? pastAngles(list, i) : i;
		const inner = past > i + 1 ? text.slice(list[i].end, list[past - 1].end - 1) : '';
		return partsOf(inner).map((one) => {
			const [, name, said] = /^(?:(?:const|in|out)\s+)*([\w$]+)(?:\s+extends\s+([^]+))?/.exec(one) || [];
			return { name, bound: (said || '').replace(/\s=(?!>)[^]*$/, '') };
		}).filter((one) => one.name);
	}

	/* {T: 'A'} of those that extend something. */
	bounds(i) {
		return Object.fromEntries(this.typeParameters(i).filter((one) => one.bound).map((one) => [one.name, one.bound]));
	}

	/* The names between the name of a class or an interface and its body: what it extends. */
	parents(i, to) {
		const found = [], { list } = this;
		for (; i < to && list[i].text !== '{'; i++) {
			if (list[i].text === '<')
				i = pastAngles(list, i) - 1;
			else if (list[i].kind === 'word' && !/^(extends|implements)$/.test(list[i].text) && list[i + 1]?.text !== '.')
				found.push(list[i].text);
		}
		return found;
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
				this.members(i, name, inner, prefix);
			return inner.to + 1;
		}
		if (word === 'type' && name) {
			const equals = list[i + 2]?.text === '<' ? pastAngles(list, i + 2) : i + 2;
			if (list[equals]?.text !== '=') // `import type`
				return i + 1;
			const end = typeEnd(list, equals + 1, to);
			table.parameters.set(name, this.typeParameters(i + 2));
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

	/* The class or the interface `name` at `i`. */
	members(i, name, inner, prefix) {
		const { table } = this, outer = this.scope;
		this.scope = { ...outer, ...this.bounds(i + 2) };
		table.parameters.set(name, this.typeParameters(i + 2));
		table.parents.set(name, [...(table.parents.get(name) || []), ...this.parents(i + 2, inner.from)]);
		table.members.set(name, { ...table.members.get(name), ...this.inside(inner, prefix + name) });
		this.scope = outer;
	}

	other(i, to, isDefault) {
		const { list, table } = this, t = list[i];
		const isEquals = t.text === 'require' && list[i - 3]?.text === 'import' && list[i + 1]?.text === '(';
		const said = list[isEquals ? i + 2 : i + 1];
		const from = (isEquals || /^(from|import)$/.test(t.text)) && said?.kind === 'string' ? said.text.slice(1, -1) : '';
		if (from)
			(from[0] === '.' ? table.from : table.packages).push(from);
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
				found[key] = bounded(this.said(next + 1, end), this.scope);
				this.typed(`${owner}.${key}`, found[key]);
			}
			i = Math.max(typeEnd(list, next, to), at) + (list[typeEnd(list, next, to)]?.line ? 0 : 1);
			i = Math.max(i, at + 1);
		}
		return found;
	}
}

/* A type in which a type parameter stands for what it extends. */
function bounded(type, scope) {
	return alternatives(type).map((one) => (Object.hasOwn(scope, one) ? scope[one] : one)).join(' | ');
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

/* /// <reference path="more.d.ts" />: other files that belong to this one. */
function references(text, table) {
	for (const [, kind, said] of text.matchAll(/^[ \t]*\/\/\/\s*<reference\s+(path|types)\s*=\s*["']([^"'\n]+)["']/gm))
		(kind === 'path' ? table.from : table.packages).push(kind === 'path' ? `./${said}` : said);
}

function parse(text) {
	const reader = new Reader(text);
	reader.walk(0, reader.list.length, '');
	typedefs(text, reader.table);
	references(text, reader.table);
	reader.table.size = text.length;
	return reader.table;
}

/* "A | B<C | D>" -> ["A", "B<C | D>"] */
function alternatives(type, by = '|') {
	const list = tokens(type), out = [];
	let first = 0;
	for (let i = 0; i < list.length; i++) {
		if (list[i].text === '=>')
			break; // what a function gives may have any form
		if (list[i].text === '<')
			i = pastAngles(list, i) - 1;
		else if (list[i].kind === 'punct' && '([{'.includes(list[i].text))
			i = Math.max(i, closing(list, i));
		else if (list[i].text === by) {
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

const ENDINGS = ['.d.ts', '.ts', '.tsx', '.d.mts', '.d.cts', '.js', '/index.d.ts', '/index.ts', ''];
let sites = []; // folders called node_modules beside the project's own

function firstFile(base) {
	return ENDINGS.map((end) => base + end).find((one) => {
		try {
			return fs.statSync(one).isFile();
		} catch {
			return false; // not there, or below what is no folder
		}
	});
}

/* The folders `name` may be in as somebody in `folder` asks for it. */
function foldersOf(folder, name) {
	const found = [];
	for (let dir = folder; dir !== path.dirname(dir); dir = path.dirname(dir))
		found.push(path.join(dir, 'node_modules'));
	found.push(...sites);
	const typed = `@types/${name.replace(/^@/, '').replace('/', '__')}`;
	return [name, typed].flatMap((one) => found.map((dir) => path.join(dir, one))).filter((dir) => fs.existsSync(dir));
}

/* The declarations of a package by its name, or by a name in it. */
function declarationsOf(folder, specifier) {
	const [, name, sub] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(specifier) || [];
	if (!name || builtinModules.includes(name) || name.startsWith('node:'))
		return null;
	for (const dir of foldersOf(folder, name)) {
		const file = sub ? firstFile(path.join(dir, sub)) : packageTypes(dir);
		if (file && /\.d\.[cm]?ts$/.test(file) && fs.existsSync(file))
			return file;
	}
	return null;
}

const reached = new Map(); // by file

/* A file and those it takes from, nearest first: [table]. */
function reachable(file) {
	if (reached.has(file))
		return reached.get(file);
	const files = [file], found = [];
	for (let i = 0, read = 0; i < files.length && i < FILES_MAX && read < READ_MAX; i++) {
		const table = tableOf(files[i]);
		if (!table)
			continue;
		found.push(table);
		read += table.size;
		const folder = path.dirname(files[i]);
		const next = [...table.from.map((said) => firstFile(path.resolve(folder, said).replace(/\.([cm]?)js$/, ''))),
			...table.packages.map((said) => declarationsOf(folder, said))];
		files.push(...next.filter((one) => one && !files.includes(one)));
	}
	reached.set(file, found);
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

/* The folder of the package @types/ for the package in `root`, or null. */
function typedFolder(root) {
	try {
		const { name } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
		return foldersOf(root, name).find((dir) => path.basename(path.dirname(dir)) === '@types') || null;
	} catch {
		return null;
	}
}

/* What is reachable of the first file that there is. */
function firstOf(files) {
	return files.filter(Boolean).map(reachable).find((tables) => tables.length) || [];
}

/* [[parameter]] of a function by its name; what a class does not have it inherits. */
function callsOf(name, table, among, depth = 0) {
	if (table.functions.has(name))
		return table.functions.get(name);
	const [, owner, rest] = /^([\w$]+)\.([\w$.]+)$/.exec(name) || [];
	for (const parent of depth < DEPTH_MAX && table.parents.get(owner) || [])
		for (const other of [table, ...among]) {
			const found = callsOf(`${parent}.${rest}`, other, among, depth + 1);
			if (found)
				return found;
		}
	return null;
}

/* [[parameter]] of the declaration of what module file `file` has as `qualname`, and the tables it stands among. */
function declared(root, file, qualname) {
	const ending = path.extname(file), typed = typedFolder(root);
	const bare = file.slice(0, -ending.length), said = BESIDE[ending] || '.d.ts';
	const own = firstOf([bare + said, typed && path.join(typed, path.relative(root, bare)) + said]);
	const whole = BESIDE[ending] ? firstOf([packageTypes(root), typed && packageTypes(typed)]) : [];
	for (const among of [own, whole])
		for (const table of among)
			for (const name of namesFor(qualname, table)) {
				const calls = callsOf(name, table, among);
				if (calls)
					return { calls, among };
			}
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

/* Partial<a.B<C>> -> B */
function nameOf(type) {
	const inner = /^(?:Partial|Readonly|Required)<([^]+)>$/.exec(type)?.[1] || type;
	return /^(?:[\w$]+\.)*([\w$]+)(?:<[^]*>)?$/.exec(inner)?.[1] || inner;
}

/* Pick<A, 'b'> -> {name: 'Pick', of: ['A', "'b'"]}; any other type: {name: '', of: []}. */
function applied(type) {
	const m = /^([\w$]+)<([^]*)>$/.exec(type);
	return m && pastAngles(tokens(type), 1) === tokens(type).length ? { name: m[1], of: partsOf(m[2]) } : { name: '', of: [] };
}

/* A text with other texts for some of its words. */
function replaced(text, by) {
	let out = '', from = 0;
	tokens(text).forEach((t, i, list) => {
		if (t.kind !== 'word' || !Object.hasOwn(by, t.text) || list[i - 1]?.text === '.')
			return;
		out += text.slice(from, t.at) + by[t.text];
		from = t.end;
	});
	return out + text.slice(from);
}

/* {T: 'A'} of the type parameters of a name in `table`, as `type` has them: Name<A>. */
function given(table, type) {
	const said = applied(/^(?:Partial|Readonly|Required)<([^]+)>$/.exec(type)?.[1] || type).of;
	const rows = (table.parameters.get(nameOf(type)) || []).map((one, i) => [one.name, said[i] || one.bound]);
	return Object.fromEntries(rows.filter((row) => row[1]));
}

/* `A extends B ? C : D`: the two it may be, or null. */
function branches(type) {
	const list = tokens(type);
	let asks = false, question = null, depth = 0;
	for (let i = 0; i < list.length; i++) {
		const t = list[i];
		if (t.text === '=>' && !asks)
			return null; // what a function gives
		if (t.text === '<')
			i = pastAngles(list, i) - 1;
		else if (t.kind === 'punct' && '([{'.includes(t.text))
			i = Math.max(i, closing(list, i));
		else if (!question && t.text === '?' && asks)
			question = t;
		else if (question && (t.text === '?' || (t.text === ':' && depth > 0)))
			depth += t.text === '?' ? 1 : -1;
		else if (question && t.text === ':')
			return [type.slice(question.end, t.at).trim(), type.slice(t.end).trim()];
		asks ||= t.text === 'extends';
	}
	return null;
}

/* {key: type} of a class or an interface, with what it inherits. */
function membersOf(type, among, depth = 0) {
	const name = nameOf(type);
	const table = depth < DEPTH_MAX ? among.find((t) => t.members.has(name)) : null;
	const inherited = table ? (table.parents.get(name) || []).map((parent) => membersOf(parent, among, depth + 1)) : [];
	const by = table ? given(table, type) : {};
	const own = table ? Object.entries(table.members.get(name)).map(([key, said]) => [key, replaced(said, by)]) : [];
	return Object.assign({}, ...inherited, Object.fromEntries(own));
}

let steps = 0; // taken for one parameter

/* A type with the names in it that stand for others, as far as that is plain. */
function resolved(type, among, depth = 0) {
	if (++steps > STEPS_MAX || depth > DEPTH_MAX || type.length > TYPE_MAX)
		return type;
	const either = branches(type);
	const found = either ? either.map((one) => resolved(one, among, depth + 1))
		: alternatives(type).slice(0, ALTERNATIVES_MAX).map((one) => resolvedOne(one, among, depth));
	const known = [...new Set(found)].filter((one) => one && one !== 'never');
	const said = known.join(' | ');
	return said && said.length < TYPE_MAX ? said : type;
}

function resolvedOne(one, among, depth) {
	const list = tokens(one), { name, of } = applied(one);
	const close = list[0]?.text === '(' ? closing(list, 0) : -1;
	if (close > 0 && close === list.length - 1)
		return resolved(one.slice(1, list[close].at), among, depth + 1);
	const open = list[list.length - 1]?.text === ']' ? list.findLastIndex((t, i) => t.text === '[' && closing(list, i) === list.length - 1) : -1;
	if (open > 0 && open < list.length - 2)
		return partOf(one.slice(0, list[open - 1].end), one.slice(list[open].end, list[list.length - 1].at), among, depth) || one;
	const keys = /^keyof\s+(?!typeof\b)([^]+)$/.exec(one);
	if (keys)
		return Object.keys(keysOf(keys[1], among, depth + 1)).map((key) => `'${key}'`).join(' | ') || one;
	if ((name === 'Exclude' || name === 'Extract') && of.length === 2) {
		const said = new Set(alternatives(resolved(of[1], among, depth + 1)));
		return alternatives(resolved(of[0], among, depth + 1)).filter((x) => said.has(x) === (name === 'Extract')).join(' | ');
	}
	const whole = /^keyof\s+([^]+)$/.exec(MAPPED.exec(one)?.[2]);
	if (whole && !Object.keys(keysOf(whole[1], among, depth + 1)).length) // of what is no object it is that itself
		return resolved(whole[1], among, depth + 1);
	const value = /^typeof\s+([\w$]+)$/.test(one) ? one.replace(/\s+/, ' ') : nameOf(one);
	const table = among.find((t) => t.names.has(value));
	return table ? resolved(replaced(table.names.get(value), given(table, one)), among, depth + 1) : one;
}

/* `A['b']`, `A[keyof A]`, `A[number]`: the types of these parts. */
function partOf(type, said, among, depth) {
	if (said === 'number') {
		const row = resolved(type, among, depth + 1).replace(/^readonly\s+/, '');
		return row[0] === '[' ? partsOf(row.slice(1, -1)).join(' | ') : row.endsWith('[]') ? row.slice(0, -2) : '';
	}
	const keys = keysOf(type, among, depth + 1);
	return [...new Set(plainKeys(said, among, depth).map((key) => keys[key]).filter(Boolean))].join(' | ');
}

/* What keys a type names: ['a', 'b'] of 'a' | 'b'. */
function plainKeys(type, among, depth) {
	return alternatives(resolved(type, among, depth + 1)).map((one) => /^(['"])([\w$-]+)\1$/.exec(one)?.[2] || /^\d+$/.exec(one)?.[0])
		.filter(Boolean);
}

/* {key: type} of an object type, by its name or written out. */
function keysOf(type, among, depth = 0) {
	const found = {};
	for (const whole of depth > DEPTH_MAX ? [] : alternatives(resolved(type, among, depth)))
		for (const part of alternatives(whole, '&')) {
			const keys = keysOfOne(resolved(part, among, depth), among, depth);
			for (const key of Object.keys(keys))
				found[key] = resolved(keys[key], among, depth);
		}
	return found;
}

function keysOfOne(one, among, depth) {
	const { name, of } = applied(one);
	if (of.length === 1 && SAME_KEYS.test(name))
		return keysOf(of[0], among, depth + 1);
	if (of.length === 2 && (name === 'Pick' || name === 'Omit')) {
		const said = new Set(plainKeys(of[1], among, depth));
		return Object.fromEntries(Object.entries(keysOf(of[0], among, depth + 1)).filter(([key]) => said.has(key) === (name === 'Pick')));
	}
	if (of.length === 2 && name === 'Record')
		return mapped('', of[0], of[1], among, depth);
	if (one[0] !== '{')
		return membersOf(one, among);
	const m = MAPPED.exec(one);
	if (m)
		return mapped(m[1], m[2], m[3], among, depth);
	const reader = new Reader(one);
	return reader.inside({ from: 1, to: Math.max(1, closing(reader.list, 0)) }, '');
}

/* {key: type} of one type for each of several keys; two, where they may be any. */
function mapped(variable, keys, type, among, depth) {
	const plain = plainKeys(keys, among, depth).slice(0, ALTERNATIVES_MAX);
	const all = plain.length || !/^(string|number|PropertyKey)$/.test(keys) ? plain : ['a', 'b'];
	return Object.fromEntries(all.map((key) => [key, variable ? replaced(type, { [variable]: `'${key}'` }) : type]));
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
		const typeIn = (call) => (isPlain ? typeOf(call[i]) : bounded(typeOf(call[i]), call.scope || {}));
		const said = [...new Set((found ? found.calls : []).map((call) => call[i] && typeIn(call)).filter(Boolean))].join(' | ');
		const type = annotation || said || doc[name];
		if (!type)
			return;
		steps = 0;
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

/* Where the packages are that the project uses. */
function look(folders) {
	sites = folders;
}

module.exports = { look, parse, typesFor, parameterNames, alternatives, ofFunction };
