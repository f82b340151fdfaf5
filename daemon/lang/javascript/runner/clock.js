'use strict';
/*
 * A clock that stands still until there is nothing else to do, for programs that are screened: nobody waits for their timers, and
 * the same one reads the same time on both sides. The idea is that of the mock timers of test frameworks, which are told to
 * advance; here the next timer is due when neither promises nor files are left to wait for.
 *
 * It takes the place of the timers and of Date in this process, for good. What has taken Node's own before, and what Node keeps for
 * itself (performance.now, process.hrtime), goes on as ever and is waited for. Of work that Node does not tell
 * of, as zlib's, what a promise stands for is waited for.
 */
const Module = require('module');
const { promisify } = require('util');
const vm = require('vm');

const { bigint: real } = process.hrtime;
const { _tickCallback: tick, getActiveResourcesInfo: openOnes } = process; // `tick`: what follows a callback, process.nextTick and promises
const { setImmediate: turn, setTimeout: later } = globalThis;
const STEP = new vm.Script('__toraStep()', { filename: 'step.js' });
const RealDate = Date;
const HOUR = 3600 * 1000;
const READ_MAX = 1000; // who reads the time so often waits for it to pass
const FIRED_MAX = 500; // timers of one program
const STEP_MS = 50; // the least that one step may take
const IDLE = 2; // turns without anything to wait for
const OPEN_MS = 40; // of the real clock, for a promise that nothing is known to keep
const QUIET = new Set(['MessagePort', 'PipeWrap', 'TTYWrap', 'SignalWrap']);
const WAITS = /\b(?:then|catch|finally|setTimeout|setInterval|setImmediate|nextTick|queueMicrotask|on|once)\s*\(|\b(?:async|await)\b/;
const BEGIN = Math.floor(RealDate.now() / HOUR) * HOUR; // the same on both sides, but where an hour ends between them

const clock = { now: BEGIN, reads: 0, timers: new Set(), firing: null, made: 0, isOn: false };

class Timer {
	constructor(call, ms, args, isRepeated) {
		const wait = ms >= 1 && ms <= 0x7fffffff ? Math.trunc(ms) : 1; // as Node has it
		Object.assign(this, { call, wait, args, isRepeated, holds: true, isClosed: false, id: ++clock.made });
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
		this.isClosed = true;
		clock.timers.delete(this);
		return this;
	}

	[Symbol.toPrimitive]() {
		return this.id;
	}

	[Symbol.dispose || Symbol('dispose')]() {
		this.close();
	}

	/* One that is repeated is due again when its callback is over, as Node has it. */
	fire() {
		clock.now = Math.max(clock.now, this.due);
		clock.timers.delete(this);
		clock.firing = this;
		try {
			this.call(...this.args);
		} finally {
			if (this.isRepeated && !this.isClosed)
				this.refresh();
		}
	}
}

function starts(isRepeated) {
	return (call, ms, ...args) => {
		if (typeof call !== 'function')
			throw Object.assign(new TypeError('The "callback" argument must be of type function.'), { code: 'ERR_INVALID_ARG_TYPE' });
		return new Timer(call, ms, args, isRepeated);
	};
}

/* A timer, or what it is as a number. */
function stop(timer) {
	const found = timer instanceof Timer ? timer : [...clock.timers, clock.firing].find((one) => one?.id === Number(timer));
	if (found)
		found.close();
}

const wait = (ms, value, { signal } = {}) => new Promise((resolve, reject) => {
	const stopped = () => reject(Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' }));
	if (signal?.aborted)
		return stopped();
	const timer = new Timer(resolve, ms, [value], false);
	signal?.addEventListener('abort', () => timer.close() && stopped(), { once: true });
});

function abortLater(ms) {
	const controller = new AbortController();
	new Timer(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms, [], false).unref();
	return controller.signal;
}

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
	construct: (date, args, made) => Reflect.construct(date, args.length ? args : [read()], made),
});
const FAKES = { setTimeout: starts(false), setInterval: starts(true), clearTimeout: stop, clearInterval: stop };
FAKES.setTimeout[promisify.custom] = wait;

/* Does a program wait for something? */
const waits = (source) => WAITS.test(source);

/* A package may have made what is there read-only: then it stays. */
function replace(object, fakes) {
	for (const [name, fake] of Object.entries(fakes))
		Reflect.set(Object(object), name, fake);
}

/* From now on, for all of this process. */
function install() {
	clock.isOn = true;
	replace(globalThis, { ...FAKES, Date: FakeDate });
	replace(RealDate.prototype, { constructor: FakeDate });
	replace(AbortSignal, { timeout: abortLater });
	replace(require('timers'), FAKES);
	replace(require('timers/promises'), { setTimeout: wait, setInterval: ticks });
	replace(require('timers/promises').scheduler, { wait: (ms, options) => wait(ms, undefined, options) });
	Module.syncBuiltinESMExports();
}

/* For the next program; timers of the one before are no more, and what it put in the place of ours. */
function reset() {
	if (clock.isOn)
		replace(globalThis, { ...FAKES, Date: FakeDate });
	Object.assign(clock, { now: BEGIN, reads: 0 });
	clock.timers.clear();
}

/* Was it ended by its limit? */
function isTimeout(error) {
	try {
		return error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
	} catch {
		return false; // what was thrown does not want to be looked at
	}
}

/* How much is open that says when it is done, such as a file that is read; what was taken before the clock was there among it. */
function openNow() {
	return openOnes().filter((kind) => !QUIET.has(kind)).length;
}

/* May there be work that Node does not tell of? zlib's is none of what is open. */
function mayWorkUnseen() {
	return !process.moduleLoadList || process.moduleLoadList.includes('NativeModule zlib');
}

/* Those that hold nobody fire as well, while something else does. */
function nextTimer() {
	const all = [...clock.timers];
	return all.some((timer) => timer.holds) ? all.reduce((first, timer) => (first.due <= timer.due ? first : timer)) : null;
}

/*
 * Does `step`, and what that promises others, if it takes `ms` at most. `tick` is what Node itself calls when a callback is
 * over: without it what never ends would go on where nobody can end it. -> was it in time? `failed` is told what it throws
 */
function within(ms, step, failed) {
	Object.defineProperty(globalThis, '__toraStep', { configurable: true, value() {
		step();
		tick();
	} });
	try {
		STEP.runInThisContext({ timeout: ms });
	} catch (e) {
		if (isTimeout(e))
			return false;
		failed(e);
	}
	return true;
}

/*
 * Does `first`, and what comes of it in turns of the event loop until nothing is left, or for `ms` of the real clock. failed(error) is
 * told what it or a timer throws; isOpen(): is there a promise that it has to keep? -> 'ended'; 'late': it went on and on; 'open': it
 * holds something
 */
function pass(first, ms, { failed, isOpen }) {
	const began = real(), before = openNow(), keeps = () => isOpen() && open < OPEN_MS && mayWorkUnseen(), spent = () => Number((real() - began) / 1000000n);
	let idle = 0, fired = 0, open = 0;
	return new Promise((resolve) => {
		const next = (step) => turn(() => { // no microtask: within one there is no tick
			if (fired > FIRED_MAX || !within(Math.max(ms - spent(), STEP_MS), step, failed))
				return resolve('late');
			turn(goOn);
		});
		const goOn = () => {
			const isHeld = openNow() > before, timer = nextTimer();
			if (spent() >= ms)
				return resolve(isHeld ? 'open' : 'late');
			idle = isHeld ? 0 : idle + 1;
			if (idle > 1 && timer) {
				fired++;
				idle = 0;
				return next(() => timer.fire());
			}
			if (idle > IDLE && keeps()) {
				open++;
				return later(goOn, 1);
			}
			return idle <= IDLE ? turn(goOn) : resolve('ended');
		};
		next(first);
	});
}

module.exports = { waits, isTimeout, install, reset, pass };
