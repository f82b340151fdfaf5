'use strict';
/*
 * The runner's side of requests: which worker does what, and what is made of how it ended.
 *
 * The first worker that has loaded everything is asked for a copy that does what copies have been
 * seen to fail at. If that copy does as a process of its own would, tests are copies of the first
 * spare, which stays until a test has spoilt it; else each test gets a spare of its own, as fresh
 * trials and those with another seed do anyway.
 */
const fs = require('fs');
const os = require('os');
const path = require('path');
const clean = require('./clean.js');
const { waits } = require('./clock.js');
const decisions = require('./decisions.js');
const limits = require('./limits.js');
const { Worker, HELPER } = require('./pool.js');
const resolve = require('./resolve.js');
const { plain } = require('./show.js');
const { hasCompiler, isTypeScript } = require('./typescript.js');

const LINE_MAX = 8 << 20;
const SPARES = 2;
const COPIES_MAX = 500; // of one worker: its own time counts too, which is limited
const TRY_MS = 10000;
const LOAD_MS = 60000;
const PLAIN_MAX = 1000; // tests in TypeScript whose JavaScript is remembered
const ASK_MS = 30000;
const COMPILE_MS = 3000; // for what a search looks at, and half of its budget: it needs at most four fifths of the rest
const SCREEN_MS = 2000; // to end the last program and tell: less than who asks waits
const BARRED = /\b(?:fork|kill|abort)\s*\(/; // takes down the process that it shares with others
const SHARE_MIN = 1 / 3; // of the time, at least, for programs that wait, and for those that wait for nothing
const LATER_MOST = 100, LATER_MS = 700; // of programs that wait, so many share a process and its time: what ends it costs the others little
const LATER_OVER_MS = 400; // for the last of them, which may take 250, to end
const UNTRIED_MS = 500; // less is no time for a search
const CPU_SPARE_MS = 40000; // that a worker surely has left which was started for tests (limits.js)
const BOOT_MS = 60000;
const HUNG_MS = 1000; // for a test that hung: once more, to see where
const LINES_MS = 2000; // and to say which lines that are
const SIGNALS = os.constants.signals;
/* A file, a timer, a compiler in the background, a program, an exit handler; and its own id. One word is not foreseen (copies.js). */
const TRY = `
	const fs = require('fs');
	process.on('exit', () => console.log('exit', fs.readlinkSync('/proc/self') === String(process.pid)));
	setTimeout(() => console.log('timer'), 1);
	fs['prom' + 'ises'].readFile('/proc/self/stat').then(() => WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)))
		.then(() => require('child_process').exec('echo out', (e, out) => console.log(e, out)));`;
const TRIED = 'timer\nnull out\n\nexit true\n';
const SEED = Number(process.env.PYTHONHASHSEED) || 0; // of this runner; the perturbed pair has another
const ENDS = new Set(['ok', 'exit', 'exception', 'limit', 'timeout']); // what a worker may say of itself

class Session {
	constructor() {
		this.boot = bootOf(process.cwd(), []);
		this.limits = { ...limits.DEFAULTS };
		this.lines = {}; // of `cover`: {file: [line]}
		this.ways = null; // {file: [decision]}, when they were asked for
		this.plain = new Map(); // tests in TypeScript -> the same in JavaScript
		this.spares = [];
		this.living = new Set(); // these, those that work, and those that are going
		this.loadMs = LOAD_MS;
		this.spoiled = null; // a sentence: something is left, by a test or by what was asked, and this runner is to be replaced
	}

	start(limit, boot = this.boot, seed = SEED) {
		const worker = new Worker(boot, limit, seed);
		this.living.add(worker);
		worker.gone = () => this.living.delete(worker);
		worker.others = () => new Set([...this.living].filter((w) => w !== worker).map((w) => w.pid));
		worker.failed = [];
		worker.loaded = [];
		worker.ready = new Promise((resolve) => {
			worker.ended = () => resolve(false);
			worker.said = (kind, rest) => {
				if (kind === 'L') {
					worker.at = rest;
					worker.allow(this.loadMs);
				} else if (kind === 'F') {
					worker.failed.push(JSON.parse(rest));
				} else if (kind === 'D') {
					worker.loaded.push(rest);
				} else if (kind === 'Y') {
					worker.whyNot = rest;
					clearTimeout(worker.timer);
					resolve(true);
				}
			};
		});
		worker.allow(BOOT_MS);
		return worker;
	}

	drop() {
		const all = this.spares;
		this.spares = [];
		for (const worker of all)
			worker.stop('dropped');
	}

	refill() {
		while (this.spares.length < SPARES)
			this.spares.push(this.start(this.limits));
	}

	/*
	 * A worker that has loaded everything and waits; a fresh one has loaded nothing. One that copies
	 * can be made of stays among the spares.
	 */
	async take(limit, { fresh, seed, alone: isAlone }) {
		const isSpare = !fresh && seed === SEED && !isAlone && limits.sameAtStart(limit, this.limits);
		const alone = { ...this.boot, copies: false };
		const boot = fresh ? { ...alone, modules: [], cover: false } : alone;
		for (let tries = 0; tries < 3; tries++) {
			const worker = (isSpare && this.spares.shift()) || this.start(limit, boot, seed);
			if (!await worker.ready || worker.status || worker.isOver)
				continue;
			if (isSpare && this.boot.copies && !worker.whyNot)
				this.spares.unshift(worker);
			return worker;
		}
		throw new Error('the code under test does not load any more');
	}

	/* What a worker did of `job`: itself, or by a copy; it goes when it cannot do another. */
	async did(worker, job, ms, max, said) {
		if (!this.spares.includes(worker)) {
			worker.out.max = worker.err.max = max + worker.out.mark.length;
			const status = await worker.finish(job, ms, said);
			this.spoiled ||= worker.spoiled;
			const { out, err, why } = worker;
			return { status, out, err, why };
		}
		const run = await worker.copy(job, ms, max, said);
		if (worker.jobs >= COPIES_MAX)
			worker.stop('used up');
		if (worker.why || worker.status || worker.isOver)
			this.spares = this.spares.filter((w) => w !== worker);
		this.spoiled ||= worker.spoiled;
		this.refill();
		return run;
	}

	dropFolder() {
		const sentence = clean.dropFolder();
		this.spoiled ||= sentence;
	}

	/* Can tests be copies of this worker? -> a sentence why not, or '' */
	async tryCopy(worker) {
		if (worker.whyNot)
			return worker.whyNot;
		const limit = { ...this.limits, output_kib: 64 };
		let how = null;
		const run = await worker.copy({ run: TRY, folder: clean.makeFolder(), cover: false, limit }, TRY_MS, 1 << 16,
			(kind, rest) => {
				how = kind === 'R' ? JSON.parse(rest) : how;
			});
		this.dropFolder();
		if (worker.why || worker.status || !how || how.status !== 'ok' || run.out.bytes.toString() !== TRIED)
			return `a copy of it does not do as it would: ${worker.why || JSON.stringify(how || run.status)} ${text(run.err.bytes, 200)}`;
		return '';
	}

	/* The first worker that has loaded everything: is it to be copied, or to do one test? */
	async keep(worker) {
		const whyNot = this.boot.copies ? await this.tryCopy(worker) : 'there is no helper for this system';
		this.boot.copies = !whyNot;
		if (!worker.why && !worker.status && !worker.isOver)
			this.spares.push(worker);
		this.refill();
		return whyNot;
	}

	async load(request) {
		const paths = strings(request, 'paths');
		let modules = strings(request, 'modules');
		const failed = [];
		this.drop();
		this.limits = limits.merged(limits.DEFAULTS, request.limits || {});
		this.loadMs = Number.isInteger(request.load_ms) && request.load_ms > 0 ? request.load_ms : LOAD_MS;
		const site = paths.filter((p) => path.basename(p) === 'node_modules');
		const own = paths.filter((p) => !site.includes(p)).sort((a, b) => a.length - b.length);
		this.boot = bootOf(own[0] || process.cwd(), site);
		this.plain.clear();
		const { files: compiled = [], why: compiler } = await this.byCompiler('compile', { modules }, modules, this.loadMs);
		Object.assign(this.boot, { modules, cover: modules.length > 0, copies: fs.existsSync(HELPER), compiled });
		for (;;) {
			if (!modules.length)
				return { loaded: [], failed, threads: 1, copies: false, why_not: 'nothing is loaded', compiler };
			const worker = this.start(this.limits);
			if (await worker.ready) {
				failed.push(...worker.failed);
				this.boot.modules = worker.loaded;
				const whyNot = await this.keep(worker);
				return { loaded: worker.loaded, failed, threads: 1, copies: !whyNot, why_not: whyNot, compiler };
			}
			if (this.boot.copies && worker.at === undefined && worker.why !== 'timeout') {
				this.boot.copies = false; // it did not come so far: the helper does not fit this Node, perhaps
				continue;
			}
			// the one it was at took it down; and each round there is one less, whatever was said
			const at = modules.includes(worker.at) ? worker.at : modules[0];
			failed.push({ module: at, type: worker.why === 'timeout' ? 'Timeout' : 'Exit',
				message: worker.why === 'timeout' ? `it took longer than ${this.loadMs} ms`
					: `it ended the process: ${JSON.stringify(worker.status)}`,
				frames: [], missing: false });
			modules = modules.filter((m) => m !== at);
			this.boot.modules = modules;
		}
	}

	cover(request) {
		const lines = {};
		let points = 0;
		if (request.lines === null || typeof request.lines !== 'object' || Array.isArray(request.lines))
			throw new Error("'lines' is an object of lists");
		for (const [file, numbers] of Object.entries(request.lines)) {
			if (!Array.isArray(numbers))
				continue;
			lines[file] = [...new Set(numbers.filter(Number.isInteger))].sort((a, b) => a - b);
			points += lines[file].length;
		}
		this.lines = lines;
		this.ways = request.branches === true ? waysOf(lines) : null;
		return this.ways ? { points, branches: rowsOf(this.ways) } : { points };
	}

	/* A copy that crashes may have done so for being one: what counts is a process of its own. */
	async run(request) {
		if (typeof request.source !== 'string')
			throw new Error("'source' is text");
		const limit = limits.merged(this.limits, request);
		const seed = Number.isInteger(request.seed) && request.seed >= 0 ? request.seed % 1000000 : SEED;
		const how = { fresh: request.fresh === true, seed };
		const trial = await this.runOnce(request, limit, how) || await this.runOnce(request, limit, { ...how, alone: true });
		if (request.cover === true && trial.status === 'timeout' && !Object.keys(trial.covered).length)
			await this.seeWhere(request, limit, how, trial);
		return trial;
	}

	/* The lines of a test that hung are those of another run of it, which is watched: to watch them all would cost all. */
	async seeWhere(request, limit, how, trial) {
		const watched = { ...limit, timeout_ms: Math.min(limit.timeout_ms, HUNG_MS) };
		const again = await this.runOnce(request, watched, { ...how, watch: true }).catch(() => null); // the trial itself was one
		if (!again)
			return;
		const { covered, branches } = again;
		Object.assign(trial, { covered }, branches && { branches });
	}

	async runOnce(request, limit, which) {
		const worker = await this.take(limit, which);
		const folder = clean.makeFolder();
		if (this.boot.modules.length)
			this.refill();
		const began = process.hrtime.bigint();
		const cover = request.cover === true;
		const room = limit.output_kib << 10;
		let how = null, ran = { hits: {}, branches: {} }, isTyped = false;
		const isPlain = this.plain.has(request.source), run = this.plain.get(request.source) || request.source;
		const warnings = [];
		const lines = cover ? this.lines : null;
		const did = await this.did(worker, { run, is_plain: isPlain, folder, cover, lines, ways: this.ways, limit, watch: which.watch },
			limit.timeout_ms + (which.watch ? LINES_MS : 0), room, (kind, rest) => {
				if (kind === 'W' && warnings.length < 200)
					warnings.push(JSON.parse(rest));
				else if (kind === 'T')
					isTyped = !isPlain;
				else if (kind === 'C')
					ran = JSON.parse(rest);
				else if (kind === 'R' && ENDS.has(JSON.parse(rest).status))
					how = JSON.parse(rest);
			});
		this.dropFolder();
		if (isTyped) { // the test's own time is for both
			const half = limit.timeout_ms >> 1;
			await this.makePlain(request.source, half);
			return this.runOnce(request, { ...limit, timeout_ms: Math.max(limit.timeout_ms - msSince(began), half) }, which);
		}
		if (did.status && did.status.signal && !did.why && this.spares.includes(worker))
			return null;
		if (did.status && did.status.failed)
			throw new Error(did.status.failed);
		const trial = outcome(did, how, did.status, limit);
		trial.warnings = warnings;
		if (cover)
			trial.covered = ran.hits;
		if (cover && this.ways)
			trial.branches = ran.branches;
		trial.ms = msSince(began);
		return trial;
	}

	/*
	 * What a process says within `ms` that is asked because there may be `modules` for the project's compiler; `why`, a
	 * sentence: not all of it was compiled, and what is missing is where it is needed.
	 */
	async byCompiler(kind, request, modules, ms) {
		const { root, site } = this.boot;
		if (!modules.some((m) => isTypeScript(resolve.fileOf(root, m) || '')) || !hasCompiler([root, ...site]))
			return {};
		return this.askOnce(kind, request, ms, { ...this.limits, timeout_ms: ms }, { isAlone: true, fresh: true })
			.catch((e) => ({ why: `the project's compiler: ${e.message}` }));
	}

	/* Remember a test in TypeScript as JavaScript; where nobody says that within `ms`, as it is: the test's own process compiles it. */
	async makePlain(source, ms) {
		const { text: made } = await this.byCompiler('strip', { source }, this.boot.modules, ms);
		if (this.plain.size >= PLAIN_MAX)
			this.plain.clear();
		this.plain.set(source, made || source);
	}

	/*
	 * Trying programs may take the one down that makes them, or change under it what the language has: then they are made
	 * untried. All within the time of one search.
	 */
	async generate(request) {
		const began = process.hrtime.bigint(), all = mostOf('generate', request);
		const left = () => Math.max(all - msSince(began), 1);
		const { why, ...compiled } = await this.byCompiler('prepare', request, this.boot.modules, COMPILE_MS + (budget(request) >> 1));
		const told = compiled.files ? { ...request, compiled } : request;
		const made = await this.ask('generate', told, left()).catch(async (e) => {
			if (left() < UNTRIED_MS)
				throw e;
			const second = await this.ask('generate', { ...told, untried: true }, left()).catch(() => {
				throw e;
			});
			return { ...second, stats: { ...second.stats, untried: 1 } };
		});
		return why ? { ...made, compiler: why } : made;
	}

	/*
	 * `explore` and `generate`: by a copy of what has loaded everything, or a worker that has and waits. One that
	 * fails as a copy is tried again as a process of its own, with more time of the CPU where it needs that.
	 */
	async ask(kind, request, ms = mostOf(kind, request)) {
		const isShort = this.boot.modules.length > 0 && budget(request) < CPU_SPARE_MS;
		return (isShort && await this.askOnce(kind, request, ms, this.limits)) ||
			this.askOnce(kind, request, ms, { ...this.limits, timeout_ms: ms, processes: 64 }, { isAlone: true });
	}

	/* Words for programs: first for those that wait for nothing, then in parts for those that do. */
	async screen(sources, ms) {
		const began = process.hrtime.bigint(), said = sources.map(() => null), some = sources.map((_, i) => i).filter((i) => !BARRED.test(sources[i]));
		const [now, later] = [false, true].map((is) => some.filter((i) => waits(sources[i]) === is));
		const share = later.length ? Math.min(Math.max(now.length / some.length, SHARE_MIN), 1 - SHARE_MIN) : 1;
		if (now.length)
			await this.screenPart(now, sources, said, ms * share);
		for (let at = 0; at < later.length;) {
			const left = Math.min(ms - msSince(began), LATER_MS), part = later.slice(at, at + LATER_MOST);
			if (left <= 0)
				break;
			at += await this.screenPart(part, sources, said, left, true);
		}
		return { said };
	}

	/*
	 * Those numbered `part`. Where one takes the process down there are no more words: of those that wait for something the ones behind it may
	 * be asked again. -> how many were begun
	 */
	async screenPart(part, sources, said, ms, isLater = false) {
		const request = { sources: part.map((i) => sources[i]), budget_ms: Math.ceil(ms), is_later: isLater };
		let begun = 1;
		const heard = ([i, word]) => { // a program may have written there
			if (!Number.isInteger(i) || i < 0 || i >= part.length)
				return;
			begun = Math.max(begun, i + 1);
			said[part[i]] = typeof word === 'string' ? word : null;
		};
		const answer = await this.askOnce('screen', request, ms + (isLater ? LATER_OVER_MS : SCREEN_MS), this.limits, { heard, isEnded: isLater });
		for (const [i, word] of (answer && answer.said || []).entries())
			heard([i, word]);
		return begun;
	}

	/* -> null when a copy died of something; `isEnded`: or its time was over. */
	async askOnce(kind, request, ms, limit, { isAlone = false, fresh = false, heard = () => {}, isEnded = false } = {}) {
		const worker = await this.take(limit, { fresh, seed: 0, alone: isAlone });
		const folder = clean.makeFolder();
		let answer = null;
		const did = await this.did(worker, { ask: kind, request, folder, limit }, ms, LINE_MAX, (which, rest) => {
			if (which === 'R')
				answer = JSON.parse(rest);
			else if (which === 'S')
				heard(JSON.parse(rest));
		});
		this.dropFolder();
		if (this.boot.modules.length)
			this.refill();
		if (answer === null && !isAlone && (isEnded || did.why !== 'timeout'))
			return null;
		if (answer === null)
			throw new Error(did.why === 'timeout' ? 'it took too long'
				: `it ended without an answer: ${JSON.stringify(did.status)} ${text(did.err.bytes, 300)}`);
		if (answer.failed)
			throw new Error(answer.failed);
		return answer;
	}
}

function bootOf(root, site) {
	return { root, site, modules: [], cover: false, copies: false, compiled: [] };
}

function msSince(began) {
	return Number((process.hrtime.bigint() - began) / 1000000n);
}

/* ---- what a trial is made of --------------------------------------------------------------- */

/* Bytes as text, with escapes for what is not UTF-8. */
function text(bytes, max) {
	const shown = bytes.subarray(0, max);
	let said = shown.toString('utf8');
	if (said.includes('\ufffd') && !Buffer.from(said).equals(shown)) {
		said = '';
		const decoder = new TextDecoder('utf-8', { fatal: true });
		for (let at = 0; at < shown.length;) {
			let n = shown[at] < 0x80 ? 1 : shown[at] >= 0xf0 ? 4 : shown[at] >= 0xe0 ? 3 : 2;
			try {
				said += decoder.decode(shown.subarray(at, at + n));
			} catch {
				said += `\\x${shown[at].toString(16).padStart(2, '0')}`;
				n = 1;
			}
			at += n;
		}
	}
	return plain(said);
}

const HEAP_GONE = /FATAL ERROR:.*(heap out of memory|Allocation failed|invalid (table|array) size)/;

/* A word for why it died that the process could not say itself, or null. */
function limitOf(worker, status, limit) {
	if (worker.why === 'output')
		return `output limit of ${limit.output_kib} KiB`;
	if (status && status.signal === 'SIGXFSZ')
		return `file size limit of ${limit.file_mib} MiB`;
	if (status && (status.signal === 'SIGABRT' || status.signal === 'SIGTRAP' || status.code === 134) &&
		HEAP_GONE.test(worker.err.bytes.toString('latin1')))
		return `memory limit of ${limit.memory_mib} MiB`;
	return null;
}

/* What the end of a process alone says; nothing when it is the end of all good ones. */
function endOf({ signal, code }) {
	return signal ? { status: 'signal', code: SIGNALS[signal] || 0 } : code ? { status: 'exit', code } : {};
}

function outcome(worker, how, status, limit) {
	const trial = { status: 'ok', code: 0, exception: null, cut: worker.why === 'output' };
	const room = limit.output_kib << 10;
	const out = worker.out.started ? worker.out.bytes : Buffer.alloc(0);
	let err = worker.err.started ? worker.err.bytes : Buffer.alloc(0);
	let sentence = limitOf(worker, status, limit);
	if (worker.why === 'timeout' || (status && status.signal === 'SIGXCPU')) {
		trial.status = 'timeout';
	} else if (sentence) {
		trial.status = 'limit';
		if (worker.why !== 'output')
			err = Buffer.alloc(0); // V8's own last words: addresses and times
	} else if (how) {
		sentence = how.sentence;
		Object.assign(trial, { status: how.status, code: how.code, exception: how.exception });
		if (how.status === 'ok' && status) // what comes after the word of its own: the test's handlers of 'exit'
			Object.assign(trial, endOf(status));
	} else {
		Object.assign(trial, { status: 'exit' }, status && endOf(status));
	}
	const shown = out.subarray(0, room);
	trial.stdout = text(shown, room);
	trial.stderr = text(err, Math.max(0, room - shown.length));
	if (sentence)
		trial.stderr += `limit: ${sentence}\n`;
	return trial;
}

/* The decisions on `lines`; of a file that cannot be read there are none. */
function waysOf(lines) {
	const ways = {};
	for (const [file, numbers] of Object.entries(lines)) {
		try {
			const found = decisions.asked(fs.readFileSync(file, 'utf8'), numbers, !isTypeScript(file));
			if (found.length)
				ways[file] = found;
		} catch { /* it is not there */ }
	}
	return ways;
}

function rowsOf(ways) {
	return Object.fromEntries(Object.entries(ways).map(([file, found]) => [file, found.map((d) => d.row)]));
}

/* ---- requests -------------------------------------------------------------------------------- */

function strings(request, key) {
	const value = request[key] === undefined ? [] : request[key];
	if (!Array.isArray(value) || !value.every((v) => typeof v === 'string'))
		throw new Error(`'${key}' is a list of strings`);
	return value;
}

function budget(request) {
	return Number.isInteger(request.budget_ms) && request.budget_ms > 0 ? request.budget_ms : ASK_MS;
}

/* What a request may take by the clock: lang/PROTOCOL.md. */
function mostOf(kind, request) {
	return (kind === 'generate' ? limits.BUSY : 1) * budget(request) + 5000;
}

async function answer(session, request) {
	switch (request.command) {
	case 'load':
		return session.load(request);
	case 'cover':
		return session.cover(request);
	case 'run':
		return session.run(request);
	case 'explore':
		return session.ask('explore', request);
	case 'generate':
		return session.generate(request);
	case 'screen':
		return session.screen(strings(request, 'sources'), budget(request));
	case 'survey':
	case 'suite':
		return session.ask(request.command, request);
	default:
		throw new Error(`no command '${request.command}'`);
	}
}

/* What explore says, cut to one line: comments go first, then functions. */
function cutTo(said, max) {
	if (!Array.isArray(said.functions))
		return said;
	const cut = { ...said, functions: said.functions.map((f) => ({ ...f, doc: '' })), cut: true };
	let room = max - 1000;
	const n = cut.functions.findIndex((f) => (room -= Buffer.byteLength(JSON.stringify(f)) + 1) < 0);
	return n < 0 ? cut : { ...cut, functions: cut.functions.slice(0, n) };
}

function write(said) {
	let line = JSON.stringify(said);
	if (Buffer.byteLength(line) > LINE_MAX)
		line = JSON.stringify(cutTo(said, LINE_MAX));
	if (Buffer.byteLength(line) > LINE_MAX)
		line = JSON.stringify({ id: said.id, ok: false, error: 'the answer is longer than 8 MiB' });
	process.stdout.write(`${line}\n`);
}

async function handle(session, line) {
	let request;
	try {
		request = JSON.parse(line);
		if (request === null || typeof request !== 'object' || Array.isArray(request))
			throw new Error('a request is an object');
	} catch (e) {
		return write({ id: null, ok: false, error: plain(`not a request: ${e.message}`) });
	}
	if (request.command === 'quit') {
		write({ id: request.id, ok: true });
		session.drop();
		return process.exit(0);
	}
	try {
		const said = await answer(session, request);
		write({ ...said, ...(session.spoiled && { spoiled: session.spoiled }), ok: true, id: request.id });
	} catch (e) {
		write({ id: request.id, ok: false, error: plain(`${e.message}`).slice(0, 500) });
	}
}

function serve() {
	const session = new Session();
	let buffer = '', last = Promise.resolve();
	process.on('exit', () => session.drop());
	process.stdout.on('error', () => process.exit(0));
	process.stdin.setEncoding('utf8');
	process.stdin.on('data', (chunk) => {
		const lines = (buffer + chunk).split('\n');
		buffer = lines.pop();
		if (buffer.length > LINE_MAX) {
			process.stderr.write(`a request is longer than ${LINE_MAX} bytes\n`);
			process.exit(1);
		}
		for (const line of lines)
			last = last.then(() => handle(session, line));
	});
	process.stdin.on('end', () => process.exit(0)); // the asking side is gone
	write({ hello: 'javascript', protocol: 1, version: process.versions.node, pid: process.pid });
}

module.exports = { serve, text, cutTo };
