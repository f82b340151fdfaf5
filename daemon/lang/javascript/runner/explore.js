'use strict';
/*
 * The public functions of modules, seen from outside: what a program that imports them can reach.
 *
 * Own and inherited properties up to the built-ins, statics and methods of classes, instances,
 * elements of arrays and of Map, keys that are symbols. A getter is listed and never called. What
 * comes from Node or from another package is left out: the inspector says in which file and line
 * a function was written, through `bind` as well, and through a function of another package that holds it. A function under several names is listed once,
 * with the others as `aliases`.
 */
const fs = require('fs');
const inspector = require('inspector');
const path = require('path');
const { isMap } = require('util').types;
const { fileURLToPath, pathToFileURL } = require('url');
const { parameters, placedParameters, tokens } = require('./lexer.js');
const maps = require('./maps.js');
const resolve = require('./resolve.js');
const show = require('./show.js');
const typescript = require('./typescript.js');
const types = require('./types.js');

const MAX = 5000;
const VALUES_MAX = 50000;
const DEPTH_MAX = 8;
const DOC = 4000;
const BUILTIN_PROTOTYPES = new Set([Object, Function, Array, Map, Set, WeakMap, WeakSet, Promise, Error,
	TypeError, RangeError, SyntaxError, RegExp, Date, String, Number, Boolean, Symbol, BigInt, ArrayBuffer,
	DataView, Uint8Array, Buffer].map((f) => f.prototype));
const NOT_KEYS = new Set(['constructor', 'super', 'super_', 'arguments', 'caller', 'length', 'name',
	'prototype', '__proto__']);
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/*
 * Where functions were written. Nobody disconnects it while the process lives: V8 drops the counters of blocks with its last
 * debugger, and a search counts on.
 */
class Places {
	constructor() {
		this.session = new inspector.Session();
		this.session.connect();
		this.scripts = new Map();
		this.session.on('Debugger.scriptParsed', ({ params }) => this.scripts.set(params.scriptId, params.url));
		this.post('Debugger.enable');
		this.slot = `__tora_${process.pid}`;
	}

	post(method, params) {
		let answer = null;
		this.session.post(method, params, (error, result) => {
			answer = error ? null : result;
		});
		return answer;
	}

	/* {file, line} of a function, or null: native, or the text of an eval. */
	of(value) {
		const id = this.idOf(value);
		return id ? this.look(id, 0) : null;
	}

	idOf(value) {
		Object.defineProperty(globalThis, this.slot, { value, configurable: true });
		const got = this.post('Runtime.evaluate', { expression: this.slot });
		delete globalThis[this.slot];
		return got && got.result.objectId;
	}

	/* Where the function was written that a function of another package was made of, such as promisify(ours); or null. */
	wrapped(value, isOurs) {
		const inner = (id) => this.post('Runtime.getProperties', { objectId: id, ownProperties: true }) || {};
		const id = this.idOf(value);
		const all = id ? inner(id).internalProperties || [] : [];
		const scopes = all.find((p) => p.name === '[[Scopes]]');
		const list = scopes && scopes.value.objectId ? inner(scopes.value.objectId).result || [] : [];
		for (const scope of list.slice(0, 2).filter((s) => s.value && /^Closure/.test(s.value.description || '')))
			for (const one of (inner(scope.value.objectId).result || []).slice(0, 50)) {
				const place = one.value && one.value.type === 'function' ? this.look(one.value.objectId, 0) : null;
				if (place && isOurs(place))
					return place;
			}
		return null;
	}

	look(objectId, depth) {
		const got = this.post('Runtime.getProperties', { objectId, ownProperties: true });
		const inner = (got && got.internalProperties) || [];
		const target = inner.find((p) => p.name === '[[TargetFunction]]');
		if (target && target.value.objectId && depth < 4)
			return this.look(target.value.objectId, depth + 1);
		const at = inner.find((p) => p.name === '[[FunctionLocation]]');
		const url = at && this.scripts.get(at.value.value.scriptId);
		if (!url || url.startsWith('node:') || (!url.startsWith('file:') && !path.isAbsolute(url)))
			return null;
		const { lineNumber, columnNumber } = at.value.value;
		const file = url.startsWith('file:') ? fileURLToPath(url) : url;
		const place = maps.original(file, lineNumber + 1, columnNumber);
		return place ? { ...place, made: file } :
			{ file, made: file, line: lineNumber + 1, column: typescript.isTypeScript(file) ? columnNumber : undefined,
				at: columnNumber };
	}
}

/* ".key", "[0]" or "['it\'s']"; a symbol as [Symbol.iterator] or [Symbol('s')]. */
function member(key) {
	if (typeof key === 'symbol') {
		const name = key.description || '';
		return name.startsWith('Symbol.') ? `[${name}]` : `[Symbol('${name}')]`;
	}
	if (IDENTIFIER.test(key))
		return `.${key}`;
	return /^\d+$/.test(key) ? `[${key}]` : `['${key.replace(/[\\']/g, '\\$&')}']`;
}

function isClass(value) {
	return /^class\b/.test(sourceOf(value));
}

function sourceOf(value) {
	try {
		return Function.prototype.toString.call(value);
	} catch {
		return '';
	}
}

/* A property's own value, without calling anything; undefined for an accessor. */
function stored(object, key) {
	try {
		const d = Reflect.getOwnPropertyDescriptor(object, key);
		return d && 'value' in d ? d.value : undefined;
	} catch {
		return undefined; // a proxy that objects
	}
}

/* What a function is called; a class may have a method or a getter of that name. */
function nameOf(value) {
	const name = stored(value, 'name');
	return typeof name === 'string' ? name : '';
}

function keysOf(object) {
	try {
		return Reflect.ownKeys(object);
	} catch {
		return [];
	}
}

function parentOf(object) {
	try {
		return Reflect.getPrototypeOf(object);
	} catch {
		return null;
	}
}

class Explorer {
	constructor(root) {
		this.root = root;
		this.places = new Places();
		this.seen = new Map(); // value -> entry, or null
		this.found = [];
		this.count = 0;
	}

	isOurs(place) {
		return place !== null && place.file.startsWith(`${this.root}/`) &&
			!place.file.slice(this.root.length).includes('/node_modules/');
	}

	walk(value, module, qualname, how, depth) {
		const type = typeof value;
		if (value === null || (type !== 'object' && type !== 'function') || depth > DEPTH_MAX ||
			++this.count > VALUES_MAX)
			return;
		if (this.seen.has(value)) {
			const entry = this.seen.get(value);
			if (entry && entry.module === module && entry.qualname !== qualname && entry.aliases.length < 20)
				entry.aliases.push(qualname);
			return;
		}
		this.seen.set(value, null);
		if (type === 'function')
			this.add(value, module, qualname, how);
		this.inside(value, module, qualname, depth);
	}

	add(value, module, qualname, how) {
		let place = this.places.of(value);
		if (place && !this.isOurs(place)) {
			place = this.places.wrapped(value, (p) => this.isOurs(p));
			if (place && place.column === undefined)
				place.column = place.at; // its own parameters, not the wrapper's
		}
		if (!this.isOurs(place) || this.found.length > MAX)
			return;
		const kind = isClass(value) ? 'class' : how;
		const own = written(place) || parameters(sourceOf(value)) || inheritedParameters(value);
		const hasNames = own && (own.length > 0 || !/\barguments\b/.test(sourceOf(value)));
		const names = (hasNames ? own : types.parameterNames(this.root, place.file, qualname)) || own ||
			Array.from({ length: arity(value) }, (_, i) => `arg${i + 1}`);
		const entry = { module, qualname, kind, names, place, value, aliases: [],
			isAsync: /^async\b/.test(sourceOf(value)), isGenerator: /^(async\s+)?(function\s*)?\*/.test(sourceOf(value)) };
		this.seen.set(value, entry);
		this.found.push(entry);
	}

	inside(value, module, qualname, depth) {
		const ours = typeof value === 'function' ? this.seen.get(value) !== null : true;
		for (const key of keysOf(value)) {
			if (NOT_KEYS.has(key))
				continue;
			this.walk(stored(value, key), module, qualname + (qualname ? member(key) : start(key)),
				typeof value === 'function' && isClass(value) ? 'staticmethod' : 'function', depth + 1);
		}
		if (typeof value === 'function' && ours)
			this.methods(stored(value, 'prototype'), module, `${qualname}.prototype`, depth);
		else if (typeof value === 'object')
			this.methods(parentOf(value), module, qualname, depth);
		if (isMap(value))
			for (const [key, item] of Map.prototype.entries.call(value))
				if (typeof key === 'string')
					this.walk(item, module, `${qualname}.get('${key.replace(/[\\']/g, '\\$&')}')`, 'function', depth + 1);
	}

	/* A prototype and those it inherits from, up to the built-ins. */
	methods(object, module, qualname, depth) {
		for (let n = 0; object && typeof object === 'object' && !BUILTIN_PROTOTYPES.has(object) && n < 20; n++) {
			for (const key of keysOf(object)) {
				const value = NOT_KEYS.has(key) ? undefined : stored(object, key);
				if (typeof value === 'function')
					this.walk(value, module, qualname + (qualname ? member(key) : start(key)), 'method', depth + 1);
			}
			object = parentOf(object);
		}
	}
}

function start(key) {
	const text = member(key);
	return text[0] === '.' ? text.slice(1) : text;
}

function arity(value) {
	const n = stored(value, 'length');
	return Number.isInteger(n) && n > 0 ? Math.min(n, 20) : 0;
}

/* A class without a constructor is made like its parent. */
function inheritedParameters(value) {
	for (let up = parentOf(value), n = 0; typeof up === 'function' && isClass(value) && n < 20; n++) {
		const found = isClass(up) ? parameters(sourceOf(up)) : null;
		if (found)
			return found;
		up = parentOf(up);
	}
	return null;
}

/* ---- what is said of a function ------------------------------------------------------------------------ */

/* The parameters as they were written, with their types, of what was compiled from something else; or null. */
function written(place) {
	if (place.column === undefined)
		return null;
	const lines = linesOf(place.file).slice(place.line - 1, place.line + 40);
	const found = lines.length ? placedParameters([lines[0].slice(place.column), ...lines.slice(1)].join('\n')) : null;
	return found && found.filter((p) => !/^this\s*:/.test(p)); // a type of what it is called on, and no argument
}

const texts = new Map();

function linesOf(file) {
	if (!texts.has(file)) {
		try {
			texts.set(file, fs.readFileSync(file, 'utf8').split('\n'));
		} catch {
			texts.set(file, []);
		}
	}
	return texts.get(file);
}

/* The comment right above a line, without its decoration; or null. */
function docAbove(file, line) {
	const lines = linesOf(file);
	let at = line - 2;
	if (at >= 0 && !lines[at].trim())
		at--;
	if (at < 0 || at >= lines.length || !lines[at].trim().endsWith('*/'))
		return null;
	const end = at;
	while (at >= 0 && !lines[at].includes('/*'))
		at--;
	if (at < 0 || !lines[at].trim().startsWith('/*'))
		return null;
	return lines.slice(at, end + 1).join('\n').replace(/^\s*\/\*+|\*+\/\s*$/g, '').split('\n')
		.map((row) => row.replace(/^\s*\* ?/, '').trimEnd()).join('\n').trim().slice(0, DOC) || null;
}

/* Types a doc comment gives: {name: text}. */
function docTypes(doc) {
	const found = {};
	for (const m of (doc || '').matchAll(/@param\s+\{((?:[^{}]|\{[^{}]*\})*)\}\s+\[?([\w$.]+)/g))
		found[m[2]] = m[1].trim();
	return found;
}

/* All that is said of the types of an entry's parameters (types.js). */
function typesOf(root, entry, isPlain = false) {
	const names = entry.names.filter(Boolean).map((p) => describeParameter(p, {}));
	const doc = docTypes(docAbove(entry.place.file, entry.place.line));
	return types.typesFor(root, entry.place.file, entry.qualname, names, doc, isPlain);
}

function describeParameter(text, known) {
	const list = tokens(text);
	const rest = list.length > 0 && list[0].text === '...';
	const equals = list.findIndex((t, i) => t.text === '=' && depthAt(list, i) === 0);
	const end = equals < 0 ? text.length : list[equals].at;
	const colon = list.findIndex((t, i) => t.text === ':' && t.at < end && depthAt(list, i) === 0);
	const name = text.slice(rest ? 3 : 0, colon < 0 ? end : list[colon].at).trim()
		.replace(/^((public|private|protected|readonly|override)\s+)+/, '').replace(/\?$/, '');
	const type = colon < 0 ? null : text.slice(list[colon].end, end).trim();
	return { name, kind: rest ? 'rest' : 'positional',
		annotation: known[name] || type || null,
		default: equals < 0 ? null : text.slice(list[equals].end).trim() };
}

function depthAt(list, to) {
	let depth = 0;
	for (let i = 0; i < to; i++)
		depth += list[i].kind !== 'punct' ? 0 : '([{'.includes(list[i].text) ? 1 : ')]}'.includes(list[i].text) ? -1 : 0;
	return depth;
}

function isPublic(qualname) {
	return !/(^|[.'[])[_#](?!_?$)/.test(qualname);
}

/* The last key of a path: what a person calls the function. */
function label(qualname) {
	const list = tokens(qualname);
	for (let i = list.length - 1; i >= 0; i--)
		if (list[i].kind === 'word' || list[i].kind === 'number' || list[i].kind === 'string')
			return list[i].kind === 'string' ? list[i].text.slice(1, -1).replace(/\\/g, '') : list[i].text;
	return qualname;
}

function describe(entry, root) {
	const doc = docAbove(entry.place.file, entry.place.line);
	const known = typesOf(root, entry, true);
	return { name: `${entry.module}.${entry.qualname}`, module: entry.module, qualname: entry.qualname,
		signature: `${label(entry.qualname)}(${entry.names.join(', ')})`,
		params: entry.names.filter(Boolean).map((p) => describeParameter(p, known)),
		doc: doc && show.plain(doc), file: entry.place.file, line: entry.place.line, kind: entry.kind,
		aliases: entry.aliases, async: entry.isAsync, public: isPublic(entry.qualname) };
}

/* ---- modules ------------------------------------------------------------------------------------------ */

/* What a module exports: {value, isModule, file}; null when it does not load. */
async function exportsOf(root, name) {
	const file = resolve.fileOf(root, name);
	if (!file)
		return null;
	try {
		const isModule = resolve.isModule(file);
		const value = isModule ? await import(pathToFileURL(file).href) : require(file);
		return { value, isModule, file };
	} catch {
		return null;
	}
}

/* All of `names`: raw entries, in order. */
async function walkAll(root, names) {
	const explorer = new Explorer(root);
	for (const name of names) {
		const got = await exportsOf(root, name);
		if (!got)
			continue;
		const { value } = got;
		explorer.seen.set(typeof value === 'function' ? {} : value, null);
		if (typeof value === 'function')
			explorer.walk(value, name, 'module.exports', 'function', 0);
		else
			explorer.inside(value, name, '', 0);
	}
	return explorer.found;
}

async function handle(request, { boot }) {
	const names = Array.isArray(request.modules) ? request.modules.filter((n) => typeof n === 'string') : [];
	types.look(boot.site);
	const found = await walkAll(boot.root, names);
	return { functions: found.slice(0, MAX).map((entry) => describe(entry, boot.root)), cut: found.length > MAX };
}

module.exports = { sourceOf, handle, walkAll, nameOf, exportsOf, describe, docAbove, describeParameter, typesOf };
