'use strict';
/*
 * One test in a copy of this process: it has loaded everything, and the copy begins at once.
 *
 * The copy is a process of its own (native/fork.c): what a test does to globals, prototypes,
 * modules, timers and core objects ends with it. The original runs no event loop and none of the
 * test; it waits, hands on what comes out of the copy's pipes, and says how it ended:
 *
 *	O base64: output; E base64: errors; P base64: reports; X json: {code, signal, left}
 *
 * `left`: a process of the test is still there; the runner then replaces this one, and so ends it.
 */
const fs = require('fs');
const Module = require('module');
const { setFlagsFromString } = require('v8');

const { readdirSync, readlinkSync } = fs;
const { defineProperty, getOwnPropertyDescriptor } = Object;
const { apply } = Reflect;
const { includes } = String.prototype;
const emit = process.emit.bind(process);
const COMPILED_MAX = 1 << 20, FILE_MAX = 1 << 17; // characters that are compiled at once: of all files, of one
const NODE_MIN = 20; // 18 has threads in spite of --single-threaded, and copies that use much memory hang
/* What was called much while loading would be optimised by each copy anew, at once, for want of threads: a little later it is. */
const LATER = parseInt(process.versions.node, 10) < 22 ? '--ticks-before-optimization=8'
	: '--invocation-count-for-turbofan=9000';

const { get: promisesOf } = getOwnPropertyDescriptor(fs, 'promises'); // before a package can replace it
const FS = ["'fs'", '"fs"', "'node:fs'", '"node:fs"'];

let helper = null, missing = '';
let opened = new Set(); // what was open before anything was loaded

/* Threads there are; -1: nobody says. */
function threads() {
	try {
		return readdirSync('/proc/self/task').length;
	} catch {
		return -1;
	}
}

/* What its descriptors lead to: a copy would share the place in a file with all others. */
function open() {
	const found = [];
	for (const fd of readdirSync('/proc/self/fd')) {
		try {
			found.push(readlinkSync(`/proc/self/fd/${fd}`));
		} catch { /* the one that was open to list them */ }
	}
	return found;
}

/* Before anything is loaded: make Node start the threads it will have anyway. Reports begin with `word`. -> how many. */
async function prepare(word) {
	try {
		const found = require('./fork.node');
		helper = typeof found.start === 'function' && found.start(word) === 0 ? found : null;
	} catch (e) {
		missing = String(e && e.message).split('\n')[0];
	}
	await new Promise((done) => fs.stat('/', done));
	const found = threads();
	opened = new Set(found < 0 ? [] : open());
	return found;
}

/*
 * From now on what CommonJS files define is compiled as they are loaded, and not when it is called first, by each copy anew.
 * Not in large ones: V8 looks through all functions that there are at each taking of counters. Nor what a file has compiled
 * itself when it is run, in another way and without a limit: Node looks at `exports` in between. `load` is called with the
 * file and the text of each. -> () => as before
 */
function compileAtOnce(load) {
	const { _compile } = Module.prototype;
	let room = COMPILED_MAX, isOn = true;
	function compile(content, file, ...rest) {
		if (isOn)
			load(file, content);
		if (isOn && typeof content === 'string' && FS.some((name) => apply(includes, content, [name])))
			foresee(content);
		const own = getOwnPropertyDescriptor(this, 'exports');
		if (!isOn || content.length > Math.min(FILE_MAX, room) || !own || !own.configurable)
			return apply(_compile, this, [content, file, ...rest]);
		let isCompiled = false;
		const compiled = () => {
			if (isCompiled)
				return;
			isCompiled = true;
			setFlagsFromString('--lazy');
			defineProperty(this, 'exports', own);
		};
		room -= content.length;
		defineProperty(this, 'exports', { __proto__: null, configurable: true, enumerable: true, get() {
			compiled();
			return this.exports;
		}, set(value) {
			compiled();
			this.exports = value;
		} });
		setFlagsFromString('--no-lazy');
		try {
			return apply(_compile, this, [content, file, ...rest]);
		} finally { // where it is none
			compiled();
		}
	}
	Module.prototype._compile = compile;
	return () => {
		isOn = false;
		if (Module.prototype._compile === compile) // and no package's own
			Module.prototype._compile = _compile;
	};
}

/*
 * What Node has for fs.promises is many functions, of which each taking of counters looks at all: not before a test has the
 * word, or a file that has Node's fs; and then for all copies, as to load it takes longer than most tests.
 */
function foresee(source) {
	if (promisesOf && typeof source === 'string' && apply(includes, source, ['promises']))
		apply(promisesOf, fs, []);
}

/* Everything is loaded: what is called much from now on is so in a copy. */
function settle() {
	setFlagsFromString(LATER);
}

/* Why no copy of this process can stand for it, or ''. `before`: what prepare() said. */
function whyNot(before, hasHooks) {
	if (!helper)
		return `there is no helper for this system${missing && `: ${missing}`}`;
	if (parseInt(process.versions.node, 10) < NODE_MIN)
		return 'collecting memory waits for threads in this Node';
	if (before < 0)
		return 'a process cannot look at itself here';
	if (threads() !== before)
		return 'loading started threads';
	if (hasHooks)
		return 'a thread resolves its imports';
	const left = open().find((what) => !opened.has(what) && what !== '/dev/null');
	if (left)
		return `loading left something open: ${left}`;
	const busy = process.getActiveResourcesInfo().find((kind) => kind !== 'Timeout' && kind !== 'Immediate');
	return busy ? `loading left work behind: ${busy}` : '';
}

/* In the copy: be a process that has just loaded everything. */
function become() {
	const { exit } = helper;
	process.reallyExit = (code) => exit(code | 0); // process.exit() ends in it
	defineProperty(process, 'pid', { __proto__: null, ...getOwnPropertyDescriptor(process, 'pid'), value: helper.pid() });
	helper.whenIdle(() => {
		emit('beforeExit', process.exitCode || 0);
	}, () => {
		process._exiting = true;
		emit('exit', process.exitCode || 0);
		exit(process.exitCode | 0);
	});
}

/* true in the copy. In the original false, once the copy is over and that is reported. */
function make() {
	const which = helper.copy();
	if (which !== 0 && which !== 1)
		throw new Error('the helper is of another build');
	if (which === 0)
		become();
	return which === 0;
}

module.exports = { prepare, compileAtOnce, settle, foresee, whyNot, make };
