'use strict';
/*
 * What a test prints, made canonical: the same value is the same text in every process.
 *
 * util.inspect does most of it: no addresses, -0, cycles, holes, symbols, typed arrays, Map and Set
 * in their order, promises by their state, proxies by what they stand for, getters not called. What
 * it shows of errors is a stack, with the machine's paths: errors are shown by class, message and own
 * properties instead. Keys keep their order, as programs can see it. What an object of a class keeps in fields that begin with
 * `_` is its own: who renames one of them changes nothing for its users.
 */
const fs = require('fs');
const path = require('path');
const util = require('util');
const { Writable } = require('stream');
const { fileURLToPath } = require('url');
const maps = require('./maps.js');

const CUSTOM = util.inspect.custom;
const OPTIONS = { depth: 12, maxArrayLength: 1000, maxStringLength: 20000, breakLength: Infinity,
	compact: true, colors: false, sorted: false, getters: false };
const ITEMS = 100;
const FRAMES = 50;
const MESSAGE = 1 << 16;
const inspect = util.inspect;
const isError = util.types.isNativeError;
const { isGeneratorObject, isProxy, isMap, isSet } = util.types;
const { getPrototypeOf, getOwnPropertyDescriptor } = Reflect;
const tagOf = Function.prototype.call.bind(Object.prototype.toString);
/* Iterators of the language that inspect() shows nothing of. */
const ITERATORS = [[][Symbol.iterator](), ''[Symbol.iterator](), ''.matchAll(/a/g)].map(getPrototypeOf);
const GENERATOR = getPrototypeOf(function* () {}).prototype;
const DEPTHS = [OPTIONS.depth, 6, 4];
const PLACES = 20000; // that are shown of a value; what it shares is shown each time
const { writeSync } = fs;
const { wait } = Atomics;
const isWhole = Function.prototype.call.bind(String.prototype.isWellFormed || (() => false));
const NOTHING = new Int32Array(new SharedArrayBuffer(4));

/* A pipe may be full, and any process that has it too may have made it one that does not wait. */
function writeAll(fd, bytes) {
	for (let at = 0; at < bytes.length;) {
		try {
			at += writeSync(fd, bytes, at);
		} catch (e) {
			if (e.code !== 'EAGAIN')
				throw e;
			wait(NOTHING, 0, 0, 1);
		}
	}
}

/* The name people know a class of errors by: what it calls itself, else its class. */
function errorName(e) {
	let name = '';
	try {
		const own = e.name, made = e.constructor && e.constructor.name;
		name = typeof own === 'string' && own && own !== 'Error' ? own : made || own;
	} catch { /* a getter that throws */ }
	return typeof name === 'string' && name ? name : 'Error';
}

function messageOf(e) {
	try {
		return String(e.message).slice(0, MESSAGE);
	} catch (inner) {
		return `<message threw ${errorName(inner)}>`;
	}
}

const HIDDEN = new Set(['stack', 'message', 'name', 'generatedMessage', 'operator', 'actual', 'expected',
	'diff']);

function showError(e, options) {
	const parts = [];
	let more = '';
	for (const key of Reflect.ownKeys(e)) {
		const d = Reflect.getOwnPropertyDescriptor(e, key);
		if (HIDDEN.has(key) || !d || !('value' in d) || (!d.enumerable && key !== 'cause' && key !== 'errors'))
			continue;
		parts.push(`${typeof key === 'symbol' ? `[${key.toString()}]` : key}: ${inspect(d.value, options)}`);
	}
	if (parts.length)
		more = ` { ${parts.join(', ')} }`;
	const message = messageOf(e);
	return `[${errorName(e)}${message ? `: ${message}` : ''}${more}]`;
}

const shown = []; // the errors that are being shown: inspect() is called anew for each, and knows of none above

function customError(depth, options) {
	if (typeof depth === 'number' && depth < 0)
		return `[${errorName(this)}]`;
	if (shown.includes(this))
		return `[Circular ${errorName(this)}]`;
	shown.push(this);
	try {
		return showError(this, { ...OPTIONS, ...options, depth: (typeof depth === 'number' ? depth : OPTIONS.depth) - 1 });
	} finally {
		shown.pop();
	}
}

/* Generator, Array Iterator ...; "" for all else. */
function iteratorName(value) {
	if (value === null || typeof value !== 'object' || isProxy(value))
		return '';
	const tag = tagOf(value).slice(8, -1);
	if (isGeneratorObject(value))
		return tag === 'AsyncGenerator' ? '' : 'Generator';
	return ITERATORS.includes(getPrototypeOf(value)) ? tag : '';
}

/* What it gives, up to a limit; that is gone then. */
function elements(value, options) {
	const row = [], name = iteratorName(value), below = { ...options, depth: options.depth - 1 };
	try {
		for (const item of value) {
			if (row.length === ITEMS) {
				row.push('...');
				break;
			}
			row.push(inspect(item, below));
		}
	} catch (e) {
		row.push(`threw ${isError(e) ? showError(e, below) : inspect(e, below)}`);
	}
	return `${name} [${row.join(', ')}]`;
}

let isShowing = false; // who calls inspect() himself keeps his iterators

function customIterator(depth, options) {
	if (!isShowing || depth < 0 || !iteratorName(this))
		return inspect(this, { ...options, depth, customInspect: false });
	return elements(this, { ...OPTIONS, ...options, depth });
}

let views = new WeakMap(); // of the objects of a class, without what is their own: one for each while one value is shown, or a cycle were none

/* It, as others see it. */
function view() {
	if (!views.has(this)) {
		const fields = Object.getOwnPropertyDescriptors(this);
		for (const key of Object.keys(fields).filter(isOwnOnly))
			delete fields[key];
		views.set(this, Object.create(getPrototypeOf(this), fields));
	}
	return views.get(this);
}

function isOwnOnly(key) {
	return key.startsWith('_');
}

/* Of a class of the project: neither plain data, nor of a kind that inspect() shows in its own way, nor the prototype of some. */
function hasOwnOnly(value) {
	const proto = value !== null && typeof value === 'object' ? getPrototypeOf(value) : null;
	return proto !== null && proto !== Object.prototype && tagOf(value) === '[object Object]' &&
		!Object.hasOwn(value, 'constructor') && Object.keys(value).some(isOwnOnly);
}

/* inspect() asks each object for this; who defines it himself is asked himself. */
const VIEWED = {
	get() {
		return isShowing && !isProxy(this) && hasOwnOnly(this) ? view : undefined;
	},
	set(value) {
		Object.defineProperty(this, CUSTOM, { value, enumerable: true, configurable: true, writable: true });
	},
	enumerable: false,
	configurable: true,
};

/* How many places of `value` are shown up to that depth; beyond `room` they are not counted. */
function places(value, depth, room, above = []) {
	if (value === null || typeof value !== 'object' || isProxy(value) || above.includes(value) || depth < 0)
		return 1;
	let n = 1;
	const add = (part) => {
		if (n <= room)
			n += places(part, depth - 1, room - n, above);
	};
	above.push(value);
	if (isMap(value) || isSet(value))
		for (const part of [...value].slice(0, OPTIONS.maxArrayLength).flat())
			add(part);
	if (Array.isArray(value))
		value.slice(0, OPTIONS.maxArrayLength).forEach(add);
	else if (!ArrayBuffer.isView(value))
		for (const key of isError(value) ? Reflect.ownKeys(value) : Object.keys(hasOwnOnly(value) ? view.call(value) : value))
			add(getOwnPropertyDescriptor(value, key)?.value);
	above.pop();
	return n;
}

/* The same value has the same depth wherever it is shown. */
function depthOf(value) {
	try {
		return DEPTHS.find((depth) => places(value, depth, PLACES) <= PLACES) || 2;
	} catch {
		return OPTIONS.depth;
	}
}

function show(value) {
	const was = isShowing;
	isShowing = true;
	if (!was)
		views = new WeakMap();
	try {
		return inspect(value, { ...OPTIONS, depth: depthOf(value) });
	} catch (e) { // a custom inspection that throws
		return `${inspect(value, { ...OPTIONS, customInspect: false, depth: 4 })} <inspect threw ${errorName(e)}>`;
	} finally {
		isShowing = was;
	}
}

function line(args) {
	if (typeof args[0] === 'string' && args.length > 1 && args[0].includes('%'))
		return util.formatWithOptions(OPTIONS, ...args);
	return args.map((a) => (typeof a === 'string' ? a : show(a))).join(' ');
}

/* Halves of pairs as escapes: no bytes stand for them, and each would be the same sign. */
function whole(text) {
	return isWhole(text) ? text : text.replace(/\p{Surrogate}/gu, (c) => `\\u${c.charCodeAt(0).toString(16)}`);
}

/* Text as every reader of JSON takes it. */
function plain(text) {
	return whole(text).replace(/\0/g, '\\x00');
}

/*
 * A standard stream that has written when write() returns. Node's own keeps what the pipe has no
 * room for until the event loop comes round, which an endless loop or an exit never lets it.
 */
function syncStream(fd) {
	const bufferFrom = Buffer.from.bind(Buffer);
	const put = (chunk, encoding) => {
		const bytes = typeof chunk === 'string' ? bufferFrom(/^utf-?8$/i.test(encoding) ? whole(chunk) : chunk, encoding) : chunk;
		try {
			writeAll(fd, bytes);
		} catch { /* the test closed it */ }
	};
	const stream = new Writable({
		decodeStrings: true,
		write(chunk, _encoding, done) { // what is piped into it
			put(chunk);
			done();
		},
	});
	stream.write = (chunk, encoding, done) => {
		if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))
			throw Object.assign(new TypeError('The "chunk" argument must be of type string or an instance of' +
				' Buffer or Uint8Array'), { code: 'ERR_INVALID_ARG_TYPE' });
		put(chunk, typeof encoding === 'string' ? encoding : 'utf8');
		const then = typeof encoding === 'function' ? encoding : done;
		if (then)
			process.nextTick(then);
		return true;
	};
	Object.assign(stream, { fd, _type: 'pipe' });
	stream.destroy = stream._destroy = () => stream;
	return stream;
}

function install() {
	const out = syncStream(1), err = syncStream(2);
	for (const [name, stream] of [['stdout', out], ['stderr', err]])
		Object.defineProperty(process, name, { value: stream, configurable: true, enumerable: true,
			writable: true });
	const print = (stream) => (...args) => {
		stream.write(`${line(args)}\n`);
	};
	console.log = console.info = console.debug = print(out);
	console.warn = console.error = print(err);
	console.dir = (value) => {
		out.write(`${show(value)}\n`);
	};
	console.time = console.timeEnd = console.timeLog = () => {};
	console.trace = (...args) => err.write(`Trace: ${line(args)}\n`);
	const hidden = { value: customError, enumerable: false, configurable: true, writable: true };
	Object.defineProperty(Object.prototype, CUSTOM, VIEWED);
	Object.defineProperty(Error.prototype, CUSTOM, hidden);
	for (const prototype of [...ITERATORS, GENERATOR])
		Object.defineProperty(prototype, CUSTOM, { ...hidden, value: customIterator });
	Object.defineProperty(require('assert').AssertionError.prototype, CUSTOM, hidden);
}

/* ---- what was thrown ------------------------------------------------------------------------------ */

const FRAME = /^ {4}at (?:(async )?(.*?) \()?(?:async )?([^()]*?):(\d+):(\d+)\)?$/;

/* Frames outermost first, without Node's and the runner's own; the test's are called <test>. */
function framesOf(stack, test, runner) {
	const frames = [];
	for (const row of stack.split('\n')) {
		const m = FRAME.exec(row), file = m && pathOf(m[3]);
		if (!m || file.startsWith('node:') || file.startsWith(`${runner}/`))
			continue;
		const at = path.isAbsolute(file) ? maps.original(file, Number(m[4]), Number(m[5]) - 1) : null;
		frames.push({ file: fileName(at ? at.file : file, test), line: at ? at.line : Number(m[4]),
			function: m[2] || '<module>' });
	}
	const top = /^((?:file:\/\/)?\/[^\n]*):(\d+)$/.exec(stack.split('\n')[0]); // a syntax error says where
	if (top)
		frames.unshift({ file: fileName(pathOf(top[1]), test), line: Number(top[2]), function: '<module>' });
	frames.reverse();
	return frames.length > FRAMES ? [...frames.slice(0, FRAMES / 2), ...frames.slice(-FRAMES / 2)] : frames;
}

function fileName(file, test) {
	return file === test ? '<test>' : plain(file);
}

/* ES modules go by URLs, in which a blank is %20; elsewhere a % is just that. */
function pathOf(place) {
	try {
		return place.startsWith('file:') ? fileURLToPath(place) : place;
	} catch {
		return place;
	}
}

function stackOf(e) {
	try {
		return typeof e.stack === 'string' ? e.stack : '';
	} catch {
		return '';
	}
}

function describe(e, test, runner) {
	try {
		if (e === null || (typeof e !== 'object' && typeof e !== 'function') ||
			!(isError(e) || e instanceof Error))
			return { type: 'thrown', message: plain(typeof e === 'string' ? e : show(e)).slice(0, MESSAGE), frames: [] };
		if (errorName(e) === 'UnhandledPromiseRejection' && e.code === 'ERR_UNHANDLED_REJECTION')
			return { type: 'thrown', message: plain(messageOf(e).replace(/^[^]*?rejected with the reason "?/, '').replace(/"?\.$/, '')),
				frames: [] };
		return { type: plain(errorName(e)), message: plain(messageOf(e)),
			frames: framesOf(stackOf(e), test, runner) };
	} catch {
		return { type: 'Error', message: '<it cannot be looked at>', frames: [] };
	}
}

module.exports = { show, line, install, describe, plain, pathOf, errorName, writeAll };
