'use strict';
/*
 * One worker: loads what it is asked to, waits, does one job, and is gone (pool.js); or stays and
 * has each job done by a copy of itself (copies.js).
 *
 * Reports are lines on descriptor 4: `<word> <kind> <rest>`. L name: about to load it; D name: done; F json: it failed;
 * T: the test is to be made JavaScript first; Y [sentence]: ready [and why it cannot be copied]; W json: a warning; C json:
 * lines that ran, and branches; R json: how it ended. The word keeps stray writes apart; it does not stop code that reads
 * this process's memory. What the end of a test needs is taken aside before any code under test runs, so that a test may
 * break every built-in object there is.
 */
const fs = require('fs');
const path = require('path');
const util = require('util');
const vm = require('vm');
const EventEmitter = require('events');
const Module = require('module');
const { createHook } = require('async_hooks');
const { pathToFileURL } = require('url');

const copies = require('./copies.js');
const cover = require('./cover.js');
const limits = require('./limits.js');
const resolve = require('./resolve.js');
const show = require('./show.js');
const typescript = require('./typescript.js');

const COMMANDS = 3, REPORTS = 4;
const { readSync, writeSync, closeSync } = fs;
const { stringify } = JSON;
const { apply } = Reflect;
const { isArray } = Array;
const soon = setImmediate;
const { defineProperty, defineProperties, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, keys } = Object;
const bufferFrom = Buffer.from.bind(Buffer);
const listenerCount = process.listenerCount.bind(process);
const exit = process.exit.bind(process);

const CHUNK = Buffer.alloc(1 << 16); // one for all: V8 collects its heap the sooner, the more memory of this kind is taken

/* The next line of the commands; waits for it without an event loop that could run. */
function readLine() {
	const before = [];
	for (;;) {
		const n = readSync(COMMANDS, CHUNK, 0, CHUNK.length, null);
		if (n === 0)
			process.reallyExit(0); // the runner is gone
		const part = CHUNK.subarray(0, n), isLast = part[n - 1] === 10;
		if (isLast)
			return JSON.parse((before.length ? Buffer.concat([...before, part]) : part).toString('utf8'));
		before.push(Buffer.concat([part]));
	}
}

const { word, boot } = readLine();
const TEST_FILE = path.join(boot.root, '<test>');

/* What is run is the test, for whoever asks: also for what is loaded before there is one. */
const main = new Module(TEST_FILE, null);
main.id = '.';
main.filename = TEST_FILE;
main.paths = Module._nodeModulePaths(boot.root);
process.mainModule = main;

/* A test may have given every object a toJSON of its own: one that is no function wins over it. */
function shield(value) {
	if (value === null || typeof value !== 'object')
		return;
	const names = isArray(value) ? null : keys(value);
	for (let i = 0, n = (names || value).length; i < n; i++)
		shield(value[names ? names[i] : i]);
	defineProperty(value, 'toJSON', { __proto__: null, value: undefined });
}

function toJson(value) {
	shield(value);
	return stringify(value);
}

function line(kind, rest) {
	return `${word} ${kind} ${rest}\n`;
}

/* Lines, in one write: each one wakes whoever reads. */
function say(lines) {
	try {
		show.writeAll(REPORTS, bufferFrom(lines));
	} catch { /* the test closed it: how it exits still tells */ }
}

function report(kind, rest) {
	say(line(kind, rest));
}

/* ---- loading ----------------------------------------------------------------------------------- */

async function loadOne(name) {
	const file = resolve.fileOf(boot.root, name);
	if (!file) {
		report('F', toJson({ module: name, type: 'Error', message: 'no such file', frames: [],
			missing: true }));
		return;
	}
	try {
		if (resolve.isModule(file))
			await import(pathToFileURL(file).href);
		else
			main.require(file);
		report('D', name);
	} catch (e) {
		const said = show.describe(e, TEST_FILE, __dirname);
		report('F', toJson({ ...said, module: name, missing: false }));
	}
}

/*
 * import, too, has to find the user's packages and the project's own; where there is but one of its
 * own, only tests name it, and they find it without. -> is there a thread now that resolves imports
 */
function installHooks(own) {
	if (typeof Module.register !== 'function' || (!boot.site.length && own.size < 2))
		return false;
	Module.register('./hooks.mjs', pathToFileURL(path.join(__dirname, 'worker.js')).href,
		{ data: { site: boot.site, own: [...own], inner: resolve.innerSites(boot.root, own, boot.site), resolver: path.join(__dirname, 'resolve.js') } });
	return true;
}

const timers = []; // that loading made

async function loadAll() {
	const threads = boot.copies ? await copies.prepare(word) : 0;
	let hasHooks = false;
	const own = resolve.install(boot.root, boot.site);
	delete process.env.NODE_PATH;
	if (boot.copies)
		delete process.env.LD_PRELOAD; // where it could not be loaded ahead
	if (boot.modules.some((name) => resolve.isModule(resolve.fileOf(boot.root, name) || '/x.cjs')))
		hasHooks = installHooks(own);
	typescript.know(boot.compiled);
	delete boot.compiled;
	show.install();
	if (boot.copies) {
		warmNode();
		await new Promise(soon); // what starts a test is called once, too
	}
	if (boot.cover)
		cover.start(boot.copies);
	process.on('uncaughtException', ignore);
	process.on('unhandledRejection', ignore);
	const watch = createHook({
		init(_id, type, _trigger, made) {
			if (type === 'Timeout')
				timers.push(made);
		},
	}).enable();
	const asBefore = boot.copies ? copies.compileAtOnce(cover.load) : ignore;
	for (const name of boot.modules) {
		report('L', name);
		await loadOne(name);
	}
	asBefore();
	await new Promise((resolve) => setImmediate(resolve)); // rejections that nobody took are seen by now
	watch.disable();
	process.off('uncaughtException', ignore);
	process.off('unhandledRejection', ignore);
	return { own, whyNot: boot.copies ? copies.whyNot(threads, hasHooks) : 'not asked for' };
}

function ignore() {}

/* ---- one test ------------------------------------------------------------------------------------ */

let settled = true; // an ES module's evaluation is over
let natural = false; // the event loop ran empty
let end = null; // how it ended, when we know before it exits
let doing = { limit: boot, cover: false }; // the job, once there is one
let asked = {}; // the lines that `cover` is about: {file: [line]}
let ways = null; // and the decisions on them: {file: [decision]}

let listening = null; // {before: what of `process` was replaced for it, listeners: [[name, one]]}
const REPLACED = ['emit', 'removeAllListeners', 'exit'];
const LISTENED = ['warning', 'uncaughtExceptionMonitor', 'beforeExit', 'exit'];

function isOfRejection(error) {
	try {
		return error.name === 'UnhandledPromiseRejection' && error.code === 'ERR_UNHANDLED_REJECTION';
	} catch {
		return false;
	}
}

function replace(name, value) {
	try {
		defineProperty(process, name, { __proto__: null, configurable: true, enumerable: name !== 'emit', writable: true, value });
	} catch { /* a package has closed `process`: it goes without */ }
}

/* -> () => what a promise was rejected with just now that nobody took, in a list, or null: Node's error only says its
 * kind. What emits is what would without us: it may be replaced at any time. */
function watchRejections() {
	const own = getOwnPropertyDescriptor(process, 'emit') && process.emit;
	let last = null;
	const { emit } = { emit(name) {
		const taken = apply(own || getPrototypeOf(process).emit, this, arguments);
		if (name === 'unhandledRejection')
			last = taken ? null : [arguments[1]];
		return taken;
	} };
	replace('emit', emit);
	return () => {
		const now = last;
		last = null;
		return now;
	};
}

function listen() {
	const before = { __proto__: null };
	for (const name of REPLACED)
		if (hasOwn(process, name)) // a package's
			before[name] = getOwnPropertyDescriptor(process, name);
	const rejected = watchRejections();
	process.on('warning', (w) => {
		if (w.name !== 'ExperimentalWarning')
			report('W', toJson({ category: String(w.name), message: show.plain(String(w.message)) }));
	});
	process.on('uncaughtExceptionMonitor', (error) => {
		const reason = rejected();
		if (listenerCount('uncaughtException') || process.hasUncaughtExceptionCaptureCallback())
			return;
		const sentence = limits.hitBy(error, doing.limit);
		const thrown = isOfRejection(error) && reason ? reason[0] : error;
		end = sentence ? { status: 'limit', code: 0, exception: null, sentence }
			: { status: 'exception', code: 0, exception: show.describe(thrown, TEST_FILE, __dirname) };
		if (process._exiting) // it was thrown by a handler of 'exit': ours has spoken, and the last word counts
			report('R', toJson(end));
		exit(1);
	});
	process.on('beforeExit', () => {
		natural = true;
		soon(() => {
			natural = false; // there was more to do
		}).unref();
	});
	process.on('exit', (code) => {
		const isOpen = natural && code === 0 && !settled, left = isOpen ? 13 : code; // Node's status for it, and its words
		try {
			if (isOpen)
				writeSync(2, 'Warning: Detected unsettled top-level await\n');
		} catch { /* the test closed it */ }
		const how = end || { status: natural && left === 0 ? 'ok' : 'exit', code: left & 0xff,
			exception: null };
		const ran = doing.cover ? line('C', toJson(cover.take(asked, ways))) : '';
		say(ran + line('R', toJson(how)));
	});
	const ours = LISTENED.map((name) => [name, process.listeners(name).pop()]);
	const { removeAllListeners, listeners, on, exit: leave } = process;
	listening = { before, listeners: ours };
	replace('removeAllListeners', function (...which) { // of the test
		apply(removeAllListeners, process, which);
		for (const [name, one] of ours)
			if (!apply(listeners, process, [name]).includes(one))
				apply(on, process, [name, one]);
		return process;
	});
	replace('exit', (...given) => {
		natural = false; // who leaves once there was more to do, however soon that was
		return apply(leave, process, given);
	});
}

/* As if nobody had listened: what the observer, or a search, runs has to come first, or by itself. */
function unlisten() {
	if (!listening)
		return;
	for (const [name, one] of listening.listeners)
		process.off(name, one);
	for (const name of REPLACED)
		delete process[name];
	defineProperties(process, listening.before);
	listening = null;
}

/* Why a text is no script of CommonJS, or null; compiling is a part of what a test costs, so most are asked once. */
function notScript(source) {
	try {
		new vm.Script(Module.wrap(source.replace(/^#!.*/, '')), { filename: TEST_FILE });
		return null;
	} catch (e) {
		return e;
	}
}

/* A test in CommonJS, unless only an ES module could be meant. */
function isModuleSource(source) {
	const e = notScript(source);
	return e !== null && (/Cannot use import statement|Unexpected token 'export'|import\.meta|await is only valid/
		.test(e.message) || (/await/.test(source) && isScriptAsModule(source)));
}

function isScriptAsModule(source) {
	try {
		new vm.SourceTextModule(source, { identifier: TEST_FILE });
		return true;
	} catch {
		return false;
	}
}

function setExports(how) {
	defineProperty(main, 'exports', { __proto__: null, configurable: true, enumerable: true, ...how });
}

/*
 * A test that is known to hang: where what it does before it waits for anything does not end within its time, it is ended
 * there, and the lines that ran are told. The script takes away what it is given before the test can see it.
 */
const SLOT = '__tora_test', HUNG = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
const WATCHED = new vm.Script(`{ const run = globalThis.${SLOT}; delete globalThis.${SLOT}; run(); }`, { filename: __filename });
const clock = process.hrtime.bigint;
let watch = null; // {timeout}

/* What is run before the test finds it there, and takes it away. */
function give(work) {
	defineProperty(globalThis, SLOT, { __proto__: null, configurable: true, value: work });
}

function isHung(error, began) {
	return error !== null && typeof error === 'object' && error.code === HUNG && // and none of the test's own
		Number((clock() - began) / 1000000n) >= watch.timeout - 1;
}

function hang() {
	say(line('C', toJson(cover.take(asked, ways))) + line('R', toJson({ status: 'timeout', code: 0, exception: null })));
	process.reallyExit(0);
}

function compileMain(source) {
	const work = () => main._compile(source.replace(/^#!/, '//'), TEST_FILE);
	const began = clock();
	if (!watch)
		return work();
	give(work);
	try {
		return WATCHED.runInThisContext(watch);
	} catch (e) {
		if (isHung(e, began))
			hang();
		throw e;
	}
}

function runScript(source) {
	setExports({ writable: true, value: {} });
	compileMain(source);
}

/* A test that is no script has one of these words, or types. */
const MAY_BE_MODULE = /\b(import|export|await)\b/;

/*
 * Runs what is a script most likely: to ask first would be to compile it twice. -> false when it is none: then nothing of
 * it ran, as Node looks at `exports` when it has compiled.
 */
function tryScript(source) {
	let began = false;
	if (MAY_BE_MODULE.test(source))
		return false;
	setExports({ get() {
		began = true;
		setExports({ writable: true, value: {} });
		return main.exports;
	} });
	try {
		compileMain(source);
	} catch (e) {
		if (began)
			throw e;
	}
	return began;
}

/* `tools`: what stands in for a test framework. */
function link(specifier, target, attributes, tools) {
	const isTool = tools && ['node:test', 'vitest', 'mocha', '@jest/globals'].includes(specifier);
	const found_ = isTool ? Promise.resolve(tools) : resolve.imported(target(), attributes);
	return found_.then((found) => {
		const names = Object.keys(found);
		return new vm.SyntheticModule(names, function () {
			for (const name of names)
				this.setExport(name, found[name]);
		}, { identifier: specifier });
	});
}

async function runModule(source, own, file = TEST_FILE, tools = null) {
	settled = false;
	const live = tools ? null : runLive(source, own);
	if (!live || !await live)
		await runLinked(source, own, file, tools);
	settled = true;
}

/*
 * As Node imports it, where that matters: -> a promise of whether it was run; null: it does not. Where it could not be compiled
 * or linked nothing of it ran, its first import neither, and `vm` says why in the test's own words.
 */
function runLive(source, own) {
	const url = require('./live.js').urlOf(source, `globalThis.${SLOT}()`,
		(specifier) => resolve.importTarget(own, specifier, TEST_FILE), pathToFileURL(TEST_FILE).href);
	if (!url)
		return null;
	settled = false;
	let began = false;
	try {
		give(() => {
			began = delete globalThis[SLOT];
		});
	} catch { // a package has closed the globals
		settled = true;
		return null;
	}
	return import(url).then(() => {
		settled = true;
		return true;
	}, (e) => {
		if (began)
			throw e;
		return !delete globalThis[SLOT];
	});
}

async function runLinked(source, own, file, tools) {
	let last = Promise.resolve(); // one after the other, as what they load prints and binds in this order
	const url = pathToFileURL(file).href;
	const test = new vm.SourceTextModule(source, {
		identifier: url,
		initializeImportMeta(meta) {
			meta.url = url;
			meta.filename = file;
			meta.dirname = path.dirname(file);
		},
		importModuleDynamically: (specifier, _, attributes) =>
			resolve.imported(resolve.importTarget(own, specifier, file), attributes),
	});
	await test.link((specifier, _, { attributes, assert } = {}) => {
		last = last.then(() => link(specifier, () => resolve.importTarget(own, specifier, file), attributes || assert, tools));
		return last;
	});
	const began = clock();
	await test.evaluate(watch || {}).catch((e) => {
		if (watch && isHung(e, began))
			hang();
		throw e;
	});
}

function runSource(source, own) {
	return isModuleSource(source) ? runModule(source, own).catch(throwIt) : runScript(source);
}

/* What is no script most likely: one all the same, an ES module, or TypeScript, which has to be found out. */
function runOther(job, own) {
	if (notScript(job.run) === null)
		return runSource(job.run, own);
	const live = runLive(job.run, own);
	return live ? live.then((isRun) => isRun || runSource(strippedOf(job), own)).catch(throwIt) : runSource(strippedOf(job), own);
}

/* As an exception of its own: of a rejection with what is no error Node would only say the kind. */
function throwIt(e) {
	process.nextTick(() => {
		throw e;
	});
}

/* The test as JavaScript. Where that takes a compiler that is not loaded here, the process says so, and has run nothing. */
function strippedOf(job) {
	const made = typescript.stripped(job.run, `${TEST_FILE}.ts`, !job.is_plain);
	if (made !== null)
		return made;
	report('T', '');
	return process.reallyExit(0);
}

let given = null; // what endow() was called with

/* What a program has that starts in `folder`. */
function endow(folder) {
	if (folder === given)
		return;
	given = folder;
	process.umask(0o022);
	process.env.HOME = folder;
	process.argv = [process.execPath, 'test.js'];
	process.execArgv = [];
}

function settle(folder) {
	endow(folder);
	process.chdir(folder);
}

/* What a source that begins with `mark` is to do, or null; what does it is loaded by such a test, as all copies carry what is loaded here. */
function jobOf(source, mark) {
	return source.startsWith(mark) ? JSON.parse(JSON.parse(source.slice(mark.length).split('\n')[0])) : null;
}

function run(job, own, isCopy) {
	// Nothing that was loaded could tell whether it takes them. In a suite, which is JSON, the n of a line's end stands before it.
	if (!boot.modules.length && /import\b/.test(job.run))
		installHooks(own);
	settle(job.folder);
	for (const timer of timers) // a test is as old as what it has loaded
		if (!timer._destroyed)
			timer.refresh();
	const observed = jobOf(job.run, '//tora:observe '), proof = jobOf(job.run, '//tora:prove ');
	const isSuite = Boolean(observed || proof);
	if ((job.cover || observed) && !boot.cover)
		cover.start();
	else if ((job.cover || observed) && !isCopy)
		cover.reset();
	if (observed)
		unlisten();
	else if (!listening)
		listen();
	for (let fd = 1; fd <= 2 && !isCopy; fd++) // a copy has pipes of its own
		writeSync(fd, `\n${word}\n`);
	const observing = observed ? require('./expect.js').begin(observed, TEST_FILE) : '';
	if (observed)
		listen(); // behind the observer's: it has its say before the process reports
	// from the event loop, so that what it throws is uncaught and not a rejection of ours
	watch = job.watch && !isSuite ? { timeout: job.limit.timeout_ms, displayErrors: false } : null;
	setImmediate(() => {
		if (proof)
			return require('./prove.js').run(proof, boot.root, (text, file, tools) => runModule(text, own, file, tools));
		if (isSuite)
			return runSource(observing, own);
		return tryScript(job.run) || runOther(job, own);
	});
}

/* What packages often call of what Node has loaded anyway: it compiles a function when that is called first. */
function warmLibrary() {
	const bytes = Buffer.from('YWJj', 'base64'), room = Buffer.alloc(3).fill(0), emitter = new EventEmitter();
	room.write(bytes.slice(1).toString('hex'), 0, 'latin1');
	bytes.copy(room);
	void [Buffer.isBuffer(bytes), Buffer.byteLength('abc'), bytes.indexOf('b'), bytes.equals(room), bytes.toString('base64')];
	emitter.on('a', ignore).once('a', ignore).emit('a', 1);
	emitter.removeListener('a', ignore).removeAllListeners('a');
	for (const file of ['/a/./b.c', 'a/../b'])
		path.join(path.normalize(file), path.resolve(file), path.relative('/a', path.dirname(file)), path.basename(file, path.extname(file)));
	util.inherits(function () {}, EventEmitter);
	util.format('%s %d %j', util.inspect({ a: [1, new Map()] }), 1, {});
	process.nextTick(ignore);
	queueMicrotask(ignore);
	clearTimeout(setTimeout(ignore, 1));
	new URL('http://a/?b=c').searchParams.get('b');
}

/* What the runner asks of Node in each test; it leaves everything as it was, and is not counted (cover.js). */
function warmNode() {
	process.umask(process.umask(0o022));
	process.cwd();
	warmLibrary();
	listen();
	unlisten();
	bufferFrom(Buffer.concat([bufferFrom('a'), bufferFrom([1])]));
	soon(ignore).unref();
	void process.exitCode;
	tryScript('console.log(0);');
	toJson(show.describe(new Error(''), TEST_FILE, __dirname));
	limits.hitBy(new Error(''), boot);
}

/*
 * What every test needs is compiled when it is called first: here, once, and not in each copy. What it
 * prints is passed over, as what loading printed is.
 */
function warmUp() {
	const names = boot.modules.filter((m) => !resolve.isModule(resolve.fileOf(boot.root, m) || '/x.cjs'));
	const source = `${names.map((m) => `require(${stringify(`./${m}`)});`).join('\n')}\nconsole.log('');`;
	try {
		settle('/');
		copies.settle();
		tryScript(source);
		tryScript(source); // what was due to be optimised is so now
		show.line(['', 1, null, [0], { a: 1 }, new Map([[1, 2]]), new Error('')]);
		toJson(show.describe(new Error(''), TEST_FILE, __dirname));
		limits.hitBy(new Error(''), boot);
		listen();
	} catch { /* the package broke what it needs: tests will show it */ }
	cover.raw(); // drops what loading counted, once for all copies, and sees which files that was
}

/* What is asked about from now on; for copies all that can be is worked out here, once. */
function know(job) {
	asked = job.lines;
	ways = job.ways;
	if (job.copy)
		cover.rehearse(asked);
}

const WORK = {
	compile: ({ modules }) => typescript.gather(modules.map((m) => resolve.fileOf(boot.root, m)).filter(Boolean)),
	strip: ({ source }) => ({ text: typescript.stripped(source, `${TEST_FILE}.ts`) }),
	prepare: (request) => require('./gen_targets.js').prepare(request, { boot }),
	explore: (request, own) => require('./explore.js').handle(request, { boot, own }),
	generate: (request, own) => require('./generate.js').handle(request, { boot, own }),
	screen: (request, own, tell) => require('./screen.js').handle(request, { boot, row: (...said) => report('S', toJson(said)) }, tell),
	survey: (request) => require('./expect.js').survey(request, boot.modules.map((m) => [m, resolve.fileOf(boot.root, m)])),
	suite: (request, own) => require('./suite.js').handle(request, { own, root: boot.root }),
};

/* `explore`, `generate` and such: what they import or break is gone with this process. */
async function ask(job, own) {
	unlisten();
	settle(job.folder);
	const { reallyExit } = process;
	const tell = (said) => {
		report('R', toJson(said));
		apply(reallyExit, process, [0]);
	};
	try {
		tell(await WORK[job.ask](job.request, own, tell));
	} catch (e) {
		tell({ failed: show.plain(`${job.ask}: ${e && e.stack ? String(e.stack).slice(0, 300) : e}`) });
	}
}

loadAll().then(({ own, whyNot }) => {
	if (!whyNot)
		warmUp();
	report('Y', whyNot);
	for (;;) {
		const job = readLine();
		if (job.lines)
			know(job);
		if (job.copy) {
			endow(job.folder);
			copies.foresee(job.run);
			if (!copies.make())
				continue;
		} else {
			closeSync(COMMANDS);
		}
		doing = job;
		return job.ask ? ask(job, own) : run(job, own, job.copy === true);
	}
}).catch((e) => {
	report('F', toJson({ module: '', type: 'Error', message: String(e && e.message), frames: [], missing: false }));
	process.reallyExit(70);
});
