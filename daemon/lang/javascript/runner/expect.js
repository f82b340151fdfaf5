'use strict';
/*
 * What a test observes, as text that a person would assert (PROTOCOL.md, Suites).
 *
 * A test that begins with `//tora:observe <JSON>` is not run itself: its statements are, with each print of
 * a value turned into a look at it. Values become expressions that give an equal value; at the end one line on
 * stdout says what was seen, which lines ran, and which branches were taken by V8's counters.
 */
const fs = require('fs');
const path = require('path');
const util = require('util');

const cover = require('./cover.js');
const decisions = require('./decisions.js');
const show = require('./show.js');
const { tokens, closing, split, statements } = require('./lexer.js');
const text = require('./gen_text.js');

const NODES = 120;
const CODE_MAX = 320;
const ITEMS = 30;
const MESSAGE = 400;
const { isDeepStrictEqual } = util;
const { stringify } = JSON;
/* Characters that a reader, or a terminal, takes for something else than themselves. */
const UNSEEN = /[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const getSource = Object.getOwnPropertyDescriptor(RegExp.prototype, 'source').get;
const getFlags = Object.getOwnPropertyDescriptor(RegExp.prototype, 'flags').get;
const toISO = Date.prototype.toISOString;
const toText = Buffer.prototype.toString;
const KEY = /^[A-Za-z_$][\w$]*$/;
const TypedArray = Object.getPrototypeOf(Uint8Array);

/* ---- expressions ---------------------------------------------------------------------------------- */

class CannotShow extends Error {}

function quote(said) {
	const plain = stringify(said).replace(UNSEEN, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
	return plain.includes('\\') || said.includes("'") ? plain : `'${said}'`;
}

function ofNumber(value) {
	return Object.is(value, -0) ? '-0' : String(value);
}

/* Own enumerable text keys, all of them data; else it cannot be written down. */
function fields(value) {
	for (const key of Reflect.ownKeys(value)) {
		const d = Reflect.getOwnPropertyDescriptor(value, key);
		if (typeof key === 'symbol' || !d.enumerable || !('value' in d) || key === '__proto__')
			throw new CannotShow();
	}
	return Object.entries(value);
}

function ofObject(value, state) {
	const parts = fields(value).map(([k, v]) => `${KEY.test(k) ? k : quote(k)}: ${code(v, state)}`);
	return parts.length ? `{ ${parts.join(', ')} }` : '{}';
}

function ofArray(value, state) {
	if (value.length > NODES) // before a text is made of each
		throw new CannotShow();
	if (Reflect.ownKeys(value).length !== value.length + 1)
		throw new CannotShow(); // holes, or more than elements
	return `[${value.map((v) => code(v, state)).join(', ')}]`;
}

/* Its text is code, so it is the language's own: nothing that the object says of itself. */
function ofRegExp(value) {
	if (Reflect.ownKeys(value).length !== 1)
		throw new CannotShow();
	return `/${getSource.call(value)}/${getFlags.call(value)}`;
}

function ofDate(value) {
	if (Reflect.ownKeys(value).length)
		throw new CannotShow();
	return Number.isNaN(+value) ? 'new Date(NaN)' : `new Date(${quote(toISO.call(value))})`;
}

function ofTyped(value, state) {
	const { name } = value.constructor;
	if (value.length > NODES)
		throw new CannotShow();
	if (!(value instanceof TypedArray) || !/^(Big)?(Ui|I)nt\d+(Clamped)?Array$|^Float\d+Array$/.test(name) ||
		value.constructor !== globalThis[name])
		throw new CannotShow();
	return `new ${name}([${Array.from(value, (v) => code(v, state)).join(', ')}])`;
}

function ofCollection(value, state) {
	if (value.size > NODES)
		throw new CannotShow();
	return `new ${util.types.isMap(value) ? 'Map' : 'Set'}(${value.size ? ofArray([...value], state) : ''})`;
}

function ofKnown(value, state) {
	switch (Object.getPrototypeOf(value)) {
	case Object.prototype:
		return ofObject(value, state);
	case Array.prototype:
		return ofArray(value, state);
	case Date.prototype:
		return ofDate(value);
	case RegExp.prototype:
		return ofRegExp(value);
	case Map.prototype:
	case Set.prototype:
		return ofCollection(value, state);
	case Buffer.prototype:
		if (value.length > CODE_MAX)
			throw new CannotShow();
		return `Buffer.from(${quote(toText.call(value, 'hex'))}, 'hex')`;
	default:
		return ofTyped(value, state);
	}
}

function code(value, state) {
	if (++state.nodes > NODES || state.above.includes(value))
		throw new CannotShow();
	switch (typeof value) {
	case 'string':
		return quote(value);
	case 'number':
		return ofNumber(value);
	case 'bigint':
		return `${value}n`;
	case 'boolean':
	case 'undefined':
		return String(value);
	case 'object':
		break;
	default:
		throw new CannotShow();
	}
	if (value === null)
		return 'null';
	state.above.push(value);
	const said = ofKnown(value, state);
	state.above.pop();
	return said;
}

/* Code of an equal value, checked by evaluating it. */
function expression(value) {
	const said = code(value, { nodes: 0, above: [] });
	if (said.length > CODE_MAX || !isDeepStrictEqual(new Function(`return (${said});`)(), value))
		throw new CannotShow();
	return show.plain(said);
}

function kindOf(value) {
	if (value === null || typeof value !== 'object')
		return value === null ? 'null' : typeof value;
	const made = value.constructor;
	return typeof made === 'function' ? String(made.name).slice(0, 60) : 'object';
}

function isIterator(value) {
	return typeof value === 'object' && value !== null && typeof value.next === 'function' &&
		typeof value[Symbol.iterator] === 'function';
}

function ofIterator(value) {
	const items = [];
	for (const item of value) {
		items.push(item);
		if (items.length > ITEMS)
			throw new CannotShow();
	}
	return { how: 'list', code: expression(items) };
}

function look(value) {
	if (isIterator(value))
		return ofIterator(value);
	if (util.types.isNativeError(value))
		return { how: 'text', code: quote(String(value)) };
	try {
		return { how: typeof value === 'object' && value !== null ? 'deep' : 'equal', code: expression(value) };
	} catch (e) {
		const isLong = (Array.isArray(value) || ArrayBuffer.isView(value)) && value.length > NODES;
		if (typeof value !== 'object' || value === null || util.types.isProxy(value) || isLong || !Object.keys(value).length)
			throw e;
	}
	return { how: 'spread', code: expression({ ...value }) };
}

/* Does a text name a folder that is there only while tora looks? `https://x.org/repo` does not name /repo. */
function namesFolder(said, folders) {
	return folders.some((folder) => {
		for (let at = said.indexOf(folder); at >= 0; at = said.indexOf(folder, at + 1))
			if (!/[\w.-]/.test(said[at - 1] || '') && !/[\w.-]/.test(said[at + folder.length] || ''))
				return true;
		return false;
	});
}

function foldersOf(job) {
	const all = [job.root, path.dirname(job.test || ''), process.cwd(), process.env.HOME, process.env.TMPDIR,
		process.env.TORA_SCRATCH, __dirname];
	return [...new Set(all)].filter((f) => f && path.isAbsolute(f) && f !== '/' && f !== '/tmp');
}

function describe(value, folders) {
	const kind = kindOf(value);
	try {
		const seen = look(value);
		if (namesFolder(seen.code, folders))
			throw new CannotShow();
		return { imports: [], kind, ...seen };
	} catch { // it cannot be shown, or its own code throws
		return { how: 'none', kind };
	}
}

/* ---- what was thrown --------------------------------------------------------------------------------- */

function classOf(error, type) {
	if (type === 'AssertionError')
		return 'assertion';
	if (/^(ENOENT|EEXIST|EISDIR|ENOTDIR|ENOTEMPTY|EACCES|EPERM)$/.test(error && error.code))
		return 'file-system';
	return /^(TypeError|ReferenceError|SyntaxError|RangeError)$/.test(type) ? 'correctness' : 'other';
}

function lineOf(file, line) {
	try {
		return fs.readFileSync(file, 'utf8').split('\n')[line - 1] || '';
	} catch {
		return '';
	}
}

function threw(error, test, folders) {
	const said = show.describe(error, test, __dirname);
	const top = said.frames[said.frames.length - 1];
	const isOwn = !top || top.file === '<test>';
	const isOverflow = /call stack/.test(said.message);
	const isMeant = !isOwn && !isOverflow && (/\bthrow\b|\breject\b|Error\b/.test(lineOf(top.file, top.line)) ||
		/^(RangeError|URIError)$/.test(said.type));
	const message = said.message.length > MESSAGE || /[^\x20-\x7e]/.test(said.message) ||
		namesFolder(said.message, folders) ? '' : said.message;
	return { type: said.type, message, class: isMeant ? '' : classOf(error, said.type), imports: [],
		code: said.type === 'thrown' ? null : said.type };
}

/* ---- the test ------------------------------------------------------------------------------------------ */

const ATTEMPT = /^try \{\s*console\.log\(([^]*)\);?\s*\} catch \(\w+\) \{\s*console\.log\(\w+\);?\s*\}$/;

/* Without the comments around it. */
function bare(said) {
	const list = tokens(said);
	return list.length ? said.slice(list[0].at, list[list.length - 1].end) : '';
}

/* `[x]`, printed so that a text is told from a number: x. */
function alone(args) {
	const list = args.length === 1 ? tokens(args[0]) : [];
	if (list.length < 3 || list[0].text !== '[' || closing(list, 0) !== list.length - 1)
		return args;
	const parts = split(args[0], list, 1, list.length - 1);
	return parts && parts.length === 1 && !parts[0].startsWith('...') ? [bare(parts[0])] : args;
}

/* What a statement prints: {args, attempt}; null: it is no plain print. */
function printed(said) {
	const attempt = ATTEMPT.exec(said);
	const inner = attempt ? `console.log(${attempt[1]})` : said;
	const list = tokens(inner);
	if (list.length < 5 || list[0].text !== 'console' || list[1].text !== '.' || list[2].text !== 'log' || list[3].text !== '(')
		return null;
	const close = closing(list, 3);
	const isEnd = close > 0 && (close === list.length - 1 || (close === list.length - 2 && list[close + 1].text === ';'));
	if (!isEnd)
		return null;
	const args = split(inner, list, 4, close).map(bare).filter(Boolean);
	return args.length && !args.some((a) => a.startsWith('...')) ? { args: alone(args), attempt: attempt !== null } : null;
}

function rewritten(source) {
	return statements(source).map((one, at) => {
		if (text.specifierOf(one.text) || /^(['"]use strict['"];?$|import\b|export\b)/.test(one.text))
			return one.text;
		const print = printed(one.text);
		if (!print)
			return `__tora.at(${at});\n${one.text}`;
		const see = print.args.map((a, k) => `__tora.see(${at}, ${k}, ${a});`).join('\n');
		return print.attempt ? `try {\n${see}\n} catch (error) {\n__tora.caught(${at}, error);\n}`
			: `__tora.at(${at});\n${see}`;
	}).join('\n');
}

class Observer {
	constructor(job, test) {
		this.job = job;
		this.test = test;
		this.folders = foldersOf({ ...job, test });
		this.steps = [];
		this.ended = null;
		this.now = 0;
	}

	at(at) {
		this.now = at;
	}

	see(at, arg, value) {
		const step = { at, arg };
		this.now = at;
		this.steps.push(step);
		if (util.types.isPromise(value)) { // looked at when it is settled: the test will wait for it
			Object.assign(step, { how: 'none', kind: 'Promise' });
			value.then((v) => Object.assign(step, describe(v, this.folders), { waits: true }),
				(e) => Object.assign(step, { waits: true }, this.raised(e, 'rejects')));
		} else {
			Object.assign(step, describe(value, this.folders));
		}
	}

	/* Asserted is only what the package means to throw; of what is no error there is no name to ask for. */
	raised(error, how) {
		const what = threw(error, this.test, this.folders);
		return { how: what.class || !what.code ? 'none' : how, kind: `raises ${what.type}`, ...what };
	}

	caught(at, error) {
		const arg = this.steps.filter((s) => s.at === at).length;
		this.steps.push({ at, arg, ...this.raised(error, 'throws') });
	}

	died(error) {
		if (!this.ended)
			this.ended = { ...threw(error, this.test, this.folders), at: this.now };
	}

	say(code) {
		if (code && !this.ended)
			this.ended = { type: 'exit', message: '', class: 'exit', at: this.now };
		const said = { steps: this.steps, ended: this.ended, ...measured(this.job.files || []) };
		const bytes = Buffer.from(`\n${this.job.word} ${stringify(said)}\n`);
		show.writeAll(1, bytes);
	}
}

/* -> the source to run instead. `process` events carry the rest. */
function begin(job, test) {
	const observer = new Observer(job, test);
	Object.defineProperty(globalThis, '__tora', { value: observer, enumerable: false });
	process.on('uncaughtExceptionMonitor', (error) => observer.died(error));
	process.on('exit', (code) => observer.say(code));
	return rewritten(job.source);
}

/* ---- what there is to measure ----------------------------------------------------------------------------- */

/* `lines`: {file: [line]}, the statements of each file. */
function survey(request, files) {
	const found = [];
	for (const [module, file] of files) {
		const lines = (request.lines || {})[file];
		if (!file || !Array.isArray(lines))
			continue;
		try {
			found.push({ file, module, statements: lines, moved: [], branches:
				decisions.decisions(fs.readFileSync(file, 'utf8')).map((d) => [d.at, d.block]) });
		} catch { /* it cannot be read: nothing of it counts */ }
	}
	return { files: found, imports: found.map((f) => `require(${stringify(f.file)});\n`).join('') };
}

function measured(files) {
	const lines = [], arcs = [];
	for (const script of cover.raw()) {
		const which = files.indexOf(script.file);
		if (which < 0)
			continue;
		try {
			const source = fs.readFileSync(script.file, 'utf8');
			const all = source.split('\n').map((_, i) => i + 1);
			const ranges = cover.rangesOf(script.functions);
			for (const line of cover.linesOf(source, ranges, all))
				lines.push([which, line]);
			for (const d of decisions.decisions(source)) {
				const { into, past } = decisions.taken(d, ranges);
				if (into)
					arcs.push([which, d.at, d.block]);
				if (past)
					arcs.push([which, d.at, 0]);
			}
		} catch { /* no such file any more */ }
	}
	return { lines, arcs };
}

module.exports = { begin, survey, printed, quote };
