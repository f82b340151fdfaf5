'use strict';
/*
 * Programs tried in this very process: what they print, whether they throw, which of the changed
 * lines they run. A try costs a millisecond where a trial costs a process, and is only a guess:
 * state leaks from one to the next, and what is asynchronous is waited for by lookLater() alone. It decides which
 * programs are worth a trial, and which arguments are worth changing further; nothing else.
 */
const Module = require('module');
const path = require('path');
const { pathToFileURL } = require('url');
const vm = require('vm');
const clock = require('./clock.js');
const cover = require('./cover.js');
const show = require('./show.js');
const { worked } = require('./gen_budget.js');

const { apply } = Reflect;
const { then } = Promise.prototype; // which a program may replace
const TRY_MS = 100; // by the clock, as that is what can be set
const LATER_MS = 150; // by the real one, of a program that waits
const TEXT_MAX = 4000;
const IMPORT = /^import\s+(?:(\*\s+as\s+[\w$]+)|([\w$]+)\s*,?\s*)?(\{[^}]*\})?\s*from\s*(['"])([^'"]+)\4;?$/gm;

const OTHER_IMPORT = /^import\b[^;]*\bfrom\s*['"][^.'"]|\bimport\.meta\b|\bimport\s*\((?!\s*(['"])\.{1,2}\/[^'"]*\.[cm]?js\1\s*\))/m;

/* An import said with values that are there already; `get` gives a module's exports. */
function withoutImports(source) {
	return source.replace(IMPORT, (_, star, one, some, __, from) => {
		const got = `__get(${JSON.stringify(from)})`;
		const rows = [];
		if (star)
			rows.push(`const ${star.replace(/^\*\s+as\s+/, '')} = ${got};`);
		if (one)
			rows.push(`const ${one} = ${got}.default;`);
		if (some)
			rows.push(`const ${some.replace(/\bas\b/g, ':')} = ${got};`);
		return rows.join(' ');
	});
}

/* Does it import what is no file of the project's and not Node's own, or in a way that is not looked into here? */
function namesOthers(source) {
	return [...source.matchAll(IMPORT)].some(([, , , , , from]) => !from.startsWith('.') && !Module.isBuiltin(from))
		|| OTHER_IMPORT.test(source.replace(IMPORT, ''));
}

/* What a program prints and throws. */
class Heard {
	constructor() {
		Object.assign(this, { rows: [], length: 0, threw: null });
		const log = (...args) => {
			const row = show.line(args);
			this.length += row.length;
			if (this.length - row.length < TEXT_MAX)
				this.rows.push(row.slice(0, TEXT_MAX));
		};
		this.console = { ...console, log, info: log, debug: log, dir: log, warn() {}, error() {} };
	}

	failed(error) {
		this.threw ||= show.errorName(Object(error));
		this.rows.push(show.line([error]).slice(0, 300));
	}

	/* {text, threw, isWhole}; `isWhole`: that is all it said, if it was not ended. */
	all(isEnded) {
		return { text: this.rows.join('\n'), threw: this.threw, isWhole: isEnded && this.length < TEXT_MAX };
	}
}

class Prober {
	/* `exports`: {module: {value, file}} of what is loaded; `isOver`: is there no time left? */
	constructor(root, exports, isOver) {
		this.root = root;
		this.isOver = isOver;
		this.tries = 0;
		this.require = Module.createRequire(path.join(root, 'test.js'));
		this.files = new Map([...exports.values()].filter(Boolean).map((e) => [e.file, e.value]));
		this.isCounted = true; // the counters have what is no look's
		this.late = null; // of the program that is waited for
		process.exit = (code) => {
			throw new Error(`exit ${code}`);
		};
		const failed = (error) => this.late && this.late.failed(error);
		process.on('uncaughtException', failed);
		process.on('unhandledRejection', failed);
	}

	get(name) {
		const file = path.resolve(this.root, name);
		if (this.files.has(file))
			return this.files.get(file);
		const got = this.require(name);
		return Module.isBuiltin(name) ? { ...got, default: got } : got;
	}

	/* `kind` stands before the function that the program becomes. -> what that gives */
	enter(source, heard, kind) {
		clock.reset();
		Object.defineProperty(globalThis, '__tora', { value: [this.require, heard.console, (name) => this.get(name)], configurable: true });
		const body = `(${kind}(require, console, __get) => {${withoutImports(source)}\n})(...__tora)`;
		const load = (name) => import(pathToFileURL(path.resolve(this.root, name)).href);
		return new vm.Script(body, { filename: 'probe.js', importModuleDynamically: load }).runInThisContext({ timeout: TRY_MS });
	}

	/* {text, threw, hits: {file: [line]}, isLate: it took its time, isWhole: it ended, and that is all it said}; null when nothing can be said, such as of what a busy machine cut short. */
	look(source, lines) {
		if (this.isOver() || /\bawait\b/.test(source) || namesOthers(source))
			return null;
		this.tries++;
		const heard = new Heard(), began = worked();
		const isAsked = Object.values(lines).some((list) => list.length); // taking the counters is most of what a try costs
		if (isAsked && this.isCounted)
			cover.reset(); // and again by each look that takes them
		this.isCounted = !isAsked;
		let isCut = false, isLate = false;
		try {
			this.enter(source, heard, '');
		} catch (e) {
			isLate = clock.isTimeout(e);
			isCut = isLate && worked() - began < TRY_MS / 2;
			heard.failed(e);
		}
		const { hits } = isAsked ? cover.take(lines) : { hits: {} };
		return isCut ? null : { ...heard.all(!isLate), hits, isLate };
	}

	/*
	 * The same for a program that waits for something, on the clock of clock.js and without lines: {text, threw, isLate, isOpen, isWhole}, or null;
	 * `isOpen`: it holds something, such as a server, or another process that it waits for.
	 */
	async lookLater(source) {
		if (this.isOver() || namesOthers(source))
			return null;
		this.tries++;
		const heard = this.late = new Heard(), failed = (e) => heard.failed(e);
		let isOpen = false;
		const end = await clock.pass(() => {
			const given = this.enter(source, heard, 'async ');
			isOpen = true;
			apply(then, given, [() => {
				isOpen = false;
			}, (e) => {
				isOpen = false;
				failed(e);
			}]);
		}, LATER_MS, { failed, isOpen: () => isOpen });
		return { ...heard.all(end === 'ended'), threw: heard.threw || (isOpen ? 'unsettled' : null), isLate: end === 'late', isOpen: end === 'open' };
	}
}

module.exports = { Prober };
