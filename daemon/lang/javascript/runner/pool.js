'use strict';
/*
 * Worker processes: started ahead of need (worker.js), each for one job, or for one after the other
 * when copies of it do them.
 *
 *	start --> BOOTING --says ready--> WAITING --finish()--> BUSY --all facts in--> over
 *	                                     ^-----copy()--------'
 *
 * A worker is told what to do on descriptor 3, where it waits in a blocking read, and reports on
 * descriptor 4 in lines that begin with a word drawn for it. Its output counts from a line with
 * that word on, so that what loading printed is not the test's.
 */
const { spawn } = require('child_process');
const crypto = require('crypto');
const os = require('os');
const path = require('path');
const clean = require('./clean.js');
const limits = require('./limits.js');

const HELPER = path.join(__dirname, 'fork.node');
const IS_ONE_WORD = !/[\s:']/.test(HELPER); // LD_PRELOAD is a list
const REPORT_MAX = 16 << 20;
const SIGNALS = os.constants.signals;
const NAMES = new Map(Object.keys(SIGNALS).reverse().map((name) => [SIGNALS[name], name])); // SIGABRT, not SIGIOT
const FLAGS = ['--no-warnings', '--experimental-vm-modules', '--unhandled-rejections=throw',
	'--stack-trace-limit=50'];
/* V8 begins to collect when its timer is due, or much was loaded: every copy would begin anew. */
const COPIED = ['--single-threaded', '--no-memory-reducer', '--initial-old-space-size=128'];

/* What is said of a copy's end, as Node says it of a process. */
function endOf({ code, signal, ...rest }) {
	return { ...rest, code: signal ? null : code, signal: signal ? NAMES.get(signal) : null };
}

/* The bytes of a stream after the line `word`, up to `max`. */
class Tail {
	constructor(stream, word, onFull) {
		this.bytes = Buffer.alloc(0);
		this.started = false;
		this.mark = Buffer.from(`\n${word}\n`);
		this.max = REPORT_MAX;
		this.full = false;
		stream.on('error', () => {});
		stream.on('data', (chunk) => {
			if (this.full)
				return;
			this.bytes = this.bytes.length ? Buffer.concat([this.bytes, chunk]) : chunk;
			this.look();
			if (this.bytes.length > this.max) {
				this.full = this.started;
				if (!this.started) // the end of it may be the beginning of the mark
					this.bytes = this.bytes.subarray(-this.mark.length);
				else
					onFull();
			}
		});
	}

	look() {
		const at = this.started ? -1 : this.bytes.indexOf(this.mark);
		if (at < 0)
			return;
		this.bytes = this.bytes.subarray(at + this.mark.length);
		this.started = true;
	}
}

/* The bytes of a pipe that begins with the test. */
class Gathered {
	constructor(max, onFull) {
		Object.assign(this, { bytes: Buffer.alloc(0), started: true, max, onFull });
	}

	add(chunk) {
		this.bytes = Buffer.concat([this.bytes, chunk]);
		if (this.bytes.length > this.max)
			this.onFull();
	}
}

class Worker {
	/*
	 * `boot`: what to load. `said(kind, rest)` gets its reports. With the same seed a test draws the
	 * same numbers on both sides; another one shows what depends on them.
	 */
	constructor(boot, limit, seed = 0) {
		this.word = crypto.randomBytes(12).toString('hex');
		this.limit = limit;
		this.why = null; // 'timeout' or 'output': we ended it
		this.said = () => {};
		this.ended = () => {};
		this.gone = () => {};
		this.others = () => new Set(); // ids of those that are not to be killed with it
		this.status = null;
		this.whyNot = 'not ready'; // no copies can be made of it
		this.jobs = 0;
		this.told = null; // the lines that it knows are asked about
		this.size = 0; // of its reports, since the last job
		const words = limits.startWords(limit, boot.copies && IS_ONE_WORD ? HELPER : null);
		const heap = `--max-old-space-size=${limit.memory_mib}`;
		const flags = boot.copies ? [...FLAGS, ...COPIED] : FLAGS;
		this.child = spawn(words[0], [...words.slice(1), process.execPath, ...flags, heap,
			`--random-seed=${seed + 7}`, `--hash-seed=${seed + 7}`,
			path.join(__dirname, boot.copies ? 'eager.js' : 'worker.js')], {
			stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
			detached: true,
			cwd: '/',
			env: { ...process.env, NODE_PATH: boot.site.join(':') },
		});
		const full = () => this.stop('output');
		this.out = new Tail(this.child.stdout, this.word, full);
		this.err = new Tail(this.child.stderr, this.word, full);
		this.listen();
		this.child.stdio[3].on('error', () => {});
		this.send({ word: this.word, boot });
	}

	get pid() {
		return this.child.pid;
	}

	send(message) {
		this.child.stdio[3].write(`${JSON.stringify(message)}\n`);
	}

	listen() {
		let buffer = '';
		this.child.stdio[4].setEncoding('utf8');
		this.child.stdio[4].on('error', () => {});
		this.child.stdio[4].on('data', (text) => {
			this.size += text.length;
			if (this.size > REPORT_MAX)
				return this.stop('output');
			const lines = (buffer + text).split('\n');
			buffer = lines.pop();
			for (const line of lines)
				this.hear(line);
		});
		this.child.on('error', (e) => this.over({ failed: e.message }));
		this.child.on('exit', (code, signal) => {
			this.status = signal ? { signal } : { code };
			// its children may hold the pipes open: once they are dead, 'close' comes
			clean.killAll(this.pid, this.others, (sentence) => {
				this.spoiled = sentence;
				this.cleaned = true;
				this.check();
			});
		});
		this.child.on('close', () => {
			this.closed = true;
			this.check();
		});
	}

	hear(line) {
		if (!line.startsWith(`${this.word} `))
			return;
		try {
			this.said(line[this.word.length + 1], line.slice(this.word.length + 3));
		} catch { /* a test that broke its own JSON: how it exits still tells */ }
	}

	/* How it ended, by its own exit; its reports go to `said`. `job.lines` and `job.ways` are told once. */
	finish({ lines, ways, ...job }, ms, said) {
		return new Promise((resolve) => {
			this.said = said;
			this.ended = resolve;
			this.size = 0;
			if (this.isOver)
				return resolve(this.status);
			this.allow(ms);
			this.send(lines && lines !== this.told ? { ...job, lines, ways } : job);
			this.told = lines || this.told;
		});
	}

	/*
	 * `job` done by a copy: -> { status, out, err, why }. This one is not over when the test
	 * ended by itself and left no process.
	 */
	copy(job, ms, max, said) {
		const full = () => this.stop('output');
		const run = { status: null, out: new Gathered(max, full), err: new Gathered(max, full) };
		const reports = new Gathered(REPORT_MAX, full);
		const into = { O: run.out, E: run.err, P: reports };
		this.jobs++;
		return new Promise((resolve) => {
			const over = (status) => {
				clearTimeout(this.timer);
				this.said = said;
				for (const line of reports.bytes.toString('utf8').split('\n'))
					this.hear(line);
				this.said = this.ended = () => {};
				resolve(Object.assign(run, { status: run.status || status, why: this.why }));
			};
			this.finish({ ...job, copy: true }, ms, (kind, rest) => {
				if (Object.hasOwn(into, kind)) {
					into[kind].add(Buffer.from(rest, 'base64'));
				} else if (kind === 'X') {
					run.status = endOf(JSON.parse(rest));
					if (run.status.left)
						this.stop('left'); // and what is left with it
					else if (!this.why)
						over(null);
				}
			}).then(over);
		});
	}

	check() {
		if (this.closed && this.cleaned)
			this.over(this.status);
		else if (this.cleaned) // whoever left the group may hold a pipe open for ever
			setTimeout(() => this.over(this.status), 1000).unref();
	}

	over(status) {
		clearTimeout(this.timer);
		if (this.isOver)
			return;
		this.isOver = true;
		this.gone();
		this.ended(status);
	}

	/* From now on it may take `ms`. */
	allow(ms) {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.stop('timeout'), ms);
	}

	stop(why) {
		if (this.status || this.isOver)
			return;
		this.why = this.why || why;
		if (limits.HAS_LAUNCH)
			clean.end(this.pid); // it ends the worker and whatever that started
		else
			clean.killGroup(this.pid);
	}
}

module.exports = { Worker, HELPER };
