'use strict';
/*
 * A clock that stands still until there is nothing else to do, for programs that are screened: nobody waits for their timers, and
 * the same one reads the same time on both sides. The idea is that of the mock timers of test frameworks, which are told to
 * advance; here the next timer is due when neither promises nor files are left to wait for.
 *
 * It takes the place of the timers and of Date in this process, for good. What Node keeps for itself (AbortSignal.timeout,
 * performance.now, process.hrtime) goes on as before.
 */
const Module = require('module');
const { promisify } = require('util');

const { bigint: real } = process.hrtime;
const turn = promisify(setImmediate);
const RealDate = Date;
const HOUR = 3600 * 1000;
const READ_MAX = 1000; // who reads the time so often waits for it to pass
const FIRED_MAX = 500; // timers of one program
const IDLE = 2; // turns without anything to wait for
const QUIET = new Set(['Immediate', 'Timeout', 'MessagePort', 'PipeWrap', 'TTYWrap', 'SignalWrap']);

const WAITS = /\b(?:then|catch|finally|setTimeout|setInterval|setImmediate|nextTick|queueMicrotask|on|once)\s*\(|\b(?:async|await)\b/;
const BEGIN = Math.floor(RealDate.now() / HOUR) * HOUR; // the same on both sides, but where an hour ends between them

const clock = { now: BEGIN, reads: 0, timers: new Set() };

class Timer {
	constructor(call, ms, args, isRepeated) {
		const wait = ms >= 1 && ms <= 0x7fffffff ? Math.trunc(ms) : 1; // as Node has it
		Object.assign(this, { call, wait, args, isRepeated, holds: true });
		this.refresh();
	}

	refresh() {
		this.due = clock.now + this.wait;
		clock.timers.delete(this); // behind those that are due then
		clock.timers.add(this);
		return this;
	}

	ref() {
		this.holds = true;
		return this;
	}

	unref() {
		this.holds = false;
		return this;
	}

	hasRef() {
		return this.holds;
	}

	close() {
		clock.timers.delete(this);
		return this;
	}

	[Symbol.dispose || Symbol('dispose')]() {
		this.close();
	}

	fire() {
		clock.now = Math.max(clock.now, this.due);
		if (this.isRepeated)
			this.refresh();
		else
			clock.timers.delete(this);
		this.call(...this.args);
	}
}

function starts(isRepeated) {
	return (call, ms, ...args) => {
		if (typeof call !== 'function')
			throw Object.assign(new TypeError('The "callback" argument must be of type function.'), { code: 'ERR_INVALID_ARG_TYPE' });
		return new Timer(call, ms, args, isRepeated);
	};
}

const wait = (ms, value, { signal } = {}) => new Promise((resolve, reject) => {
	const stopped = () => reject(Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' }));
	if (signal?.aborted)
		return stopped();
	const timer = new Timer(resolve, ms, [value], false);
	signal?.addEventListener('abort', () => timer.close() && stopped(), { once: true });
});

async function* ticks(ms, value, options) {
	for (;;)
		yield await wait(ms, value, options);
}

/* Who asks again and again is told later times. */
function read() {
	clock.now += ++clock.reads > READ_MAX ? 1 : 0;
	return clock.now;
}

const FakeDate = new Proxy(RealDate, {
	get: (date, key) => (key === 'now' ? read : Reflect.get(date, key)),
	apply: () => new RealDate(read()).toString(),
	construct: (date, args, made) => Reflect.construct(date, args.length ? args : [read()], made === FakeDate ? date : made),
});

/* Does a program wait for something? */
const waits = (source) => WAITS.test(source);

/* From now on, for all of this process. */
function install() {
	const stop = (timer) => void (timer instanceof Timer && timer.close());
	const fakes = { setTimeout: starts(false), setInterval: starts(true), clearTimeout: stop, clearInterval: stop };
	fakes.setTimeout[promisify.custom] = wait;
	Object.assign(globalThis, fakes, { Date: FakeDate });
	Object.assign(require('timers'), fakes);
	Object.assign(require('timers/promises'), { setTimeout: wait, setInterval: ticks });
	Object.assign(require('timers/promises').scheduler || {}, { wait: (ms, options) => wait(ms, undefined, options) });
	Module.syncBuiltinESMExports();
}

/* For the next program; timers of the one before are no more. */
function reset() {
	Object.assign(clock, { now: BEGIN, reads: 0 });
	clock.timers.clear();
}

/* Is something open that says when it is done, such as a file that is read? */
function isBusy() {
	return process.getActiveResourcesInfo().some((kind) => !QUIET.has(kind));
}

function nextTimer() {
	return [...clock.timers].filter((timer) => timer.holds).reduce((first, timer) => (first && first.due <= timer.due ? first : timer), null);
}

/*
 * Turns of the event loop until nothing is left, or for `ms` of the real clock. failed(error) is told what a timer throws.
 * -> did it come to an end?
 */
async function pass(ms, failed) {
	const until = real() + BigInt(ms) * 1000000n;
	for (let idle = 0, fired = 0; idle < IDLE;) {
		await turn();
		const timer = nextTimer();
		if (real() >= until || fired > FIRED_MAX)
			return false;
		if (isBusy()) {
			idle = 0;
		} else if (idle++ && timer) {
			fired++;
			idle = 0;
			try {
				timer.fire();
			} catch (e) {
				failed(e);
			}
		}
	}
	return true;
}

module.exports = { waits, install, reset, pass };
