'use strict';
/*
 * Programs tried in this very process: what they print, whether they throw, which of the changed
 * lines they run. A try costs a millisecond where a trial costs a process, and is only a guess:
 * state leaks from one to the next, and what is asynchronous is not waited for. It decides which
 * programs are worth a trial, and which arguments are worth changing further; nothing else.
 */
const Module = require('module');
const path = require('path');
const vm = require('vm');
const cover = require('./cover.js');
const show = require('./show.js');
const { worked } = require('./gen_budget.js');

const TRY_MS = 100; // by the clock, as that is what can be set
const TEXT_MAX = 4000;
const IMPORT = /^import\s+(?:(\*\s+as\s+[\w$]+)|([\w$]+)\s*,?\s*)?(\{[^}]*\})?\s*from\s*(['"])([^'"]+)\4;?$/gm;

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

function isTimeout(error) {
	try {
		return error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
	} catch {
		return false; // what was thrown does not want to be looked at
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
		process.exit = (code) => {
			throw new Error(`exit ${code}`);
		};
		process.on('uncaughtException', () => {});
		process.on('unhandledRejection', () => {});
	}

	/* {text, threw, hits: {file: [line]}, isWhole: it ended, and that is all it said}; null when nothing can be said, such as of what a busy machine cut short. */
	look(source, lines) {
		if (this.isOver() || /\bawait\b|^import\b[^;]*\bfrom\s*['"][^.'"]/m.test(source))
			return null;
		this.tries++;
		const said = [];
		let length = 0;
		const log = (...args) => {
			const row = show.line(args);
			length += row.length;
			if (length - row.length < TEXT_MAX)
				said.push(row.slice(0, TEXT_MAX));
		};
		const fake = { ...console, log, info: log, debug: log, dir: log, warn() {}, error() {} };
		const get = (name) => {
			const file = path.resolve(this.root, name);
			return this.files.has(file) ? this.files.get(file) : this.require(name);
		};
		const isAsked = Object.values(lines).some((list) => list.length); // taking the counters is most of what a try costs
		if (isAsked && this.isCounted)
			cover.reset(); // and again by each look that takes them
		this.isCounted = !isAsked;
		let threw = null, isCut = false, isLate = false;
		const began = worked();
		Object.defineProperty(globalThis, '__tora', { value: [this.require, fake, get], configurable: true });
		try {
			const body = `((require, console, __get) => {${withoutImports(source)}\n})(...__tora)`;
			new vm.Script(body, { filename: 'probe.js' }).runInThisContext({ timeout: TRY_MS });
		} catch (e) {
			threw = show.errorName(Object(e));
			isLate = isTimeout(e);
			isCut = isLate && worked() - began < TRY_MS / 2;
			said.push(show.line([e]).slice(0, 300));
		}
		const { hits } = isAsked ? cover.take(lines) : { hits: {} };
		return isCut ? null : { text: said.join('\n'), threw, hits, isWhole: !isLate && length < TEXT_MAX };
	}
}

module.exports = { Prober };
