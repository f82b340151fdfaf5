'use strict';
/*
 * Which of a few given lines a test runs, and which ways out of decisions on them it takes (decisions.js), by V8's own
 * block counters. The inspector starts them; they are read past it where what is asked about was executed as it lies there.
 *
 * Counting has to begin before code is compiled, or there are counts of whole functions only; so a
 * worker that preloads starts it first, and drops what loading counted when the test begins. Lines of what
 * was compiled or built from something else are those of its source (maps.js).
 */
const fs = require('fs');
const path = require('path');
const { setFlagsFromString } = require('v8');
const decisions = require('./decisions.js');
const maps = require('./maps.js');
const show = require('./show.js');
const typescript = require('./typescript.js');
const { startsOf, lineAt } = decisions;

let session = null;
let counters = null; // V8's own way to them, past the inspector, which writes them as text and has it read
const REHEARSALS = 5000; // places: what V8 has seen so often it has compiled well
const SHAPES = 8; // more than V8 tells apart in one place
const REHEARSED = 256; // of one file: what is dropped here is collected by copies
const BETWEEN = ' \t\r\n{};),'; // what a block begins with, or what comes after one: nothing was done there

const seen = new Set(); // files that were executed here
const loaded = new Map(); // of these, what was executed: file -> text
const sources = new WeakMap(); // lines that are asked about -> Map: text that is executed -> [plan], or null
const plans = new WeakMap(); // lines that are asked about -> Map: executed file -> [plan]
const paths = new Map(); // of the URLs that were seen: a copy finds them worked out

function post(method, params) {
	let answer = null;
	session.post(method, params, (error, result) => { // in one process it is called at once
		answer = error ? null : result;
	});
	return answer;
}

/*
 * `isCopied`: what has been called by now, Node's own and the runner's, is not counted. Each taking of counters writes
 * to all of them, and a copy has to make every page that it writes to its own. V8 drops them when they are taken as
 * ones and zeros.
 */
function start(isCopied = false) {
	const inspector = require('inspector');
	session = new inspector.Session();
	session.connect();
	post('Profiler.enable');
	if (isCopied) {
		post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
		raw();
		seen.clear();
	}
	post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
	counters = directly();
}

/*
 * -> () => an array for each script: its ranges {start, end, count}, with its text as `script`; null: not in this Node. The
 * inspector gives the same by way of two texts, and the names and URLs with it.
 */
function directly() {
	try {
		setFlagsFromString('--allow-natives-syntax');
		return new Function('return %DebugCollectCoverage();');
	} catch {
		return null;
	} finally {
		setFlagsFromString('--no-allow-natives-syntax');
	}
}

/* A file was executed, as this text. */
function load(file, text) {
	loaded.set(file, text);
}

function pathOf(url) {
	let file = paths.get(url);
	if (file === undefined) {
		file = show.pathOf(url);
		paths.set(url, file);
	}
	return file;
}

/*
 * Where the lines `wanted` of `file` begin in `text`, which is executed: `at` in rising order with its `line`; and
 * lineOf(offset), the line on which a range begins, or 0.
 */
class Plan {
	constructor(file, text, points, lineOf, isMade = false) {
		points.sort((a, b) => a.at - b.at);
		this.file = file;
		this.text = text;
		this.isMade = isMade; // of another text than is executed
		this.at = Int32Array.from(points, (p) => p.at);
		this.lines = points.map((p) => p.line);
		this.places = new Map(this.lines.map((line, i) => [line, i]));
		this.lineOf = lineOf;
		this.ran = new Uint8Array(points.length);
	}

	/* How many of its places lie before `offset`. */
	before(offset) {
		let from = 0, to = this.at.length;
		while (from < to) {
			const mid = (from + to) >> 1;
			if (this.at[mid] < offset)
				from = mid + 1;
			else
				to = mid;
		}
		return from;
	}

	/*
	 * The lines that ran, in rising order: those whose first character lies in a range that was entered, where the
	 * innermost decides; and those on which one begins that was, as a function does that is called. Ranges nest, and V8
	 * has the outer ones first: painted in this order, the last one to touch a place is the innermost.
	 */
	hits(ranges) {
		const began = [], found = [];
		this.ran.fill(0);
		for (let i = 0; i < ranges.length; i++) {
			const { start, end, count } = ranges[i];
			this.ran.fill(count > 0 ? 1 : 0, this.before(start), this.before(end));
			if (count > 0 && start > 0 && !BETWEEN.includes(this.text[start]))
				began.push(start);
		}
		for (let i = 0; i < began.length; i++) {
			const place = this.places.get(this.lineOf(began[i]));
			if (place !== undefined)
				this.ran[place] = 1;
		}
		for (let at = this.ran.indexOf(1); at >= 0; at = this.ran.indexOf(1, at + 1))
			found.push(this.lines[at]);
		return this.isMade ? found.sort((a, b) => a - b) : found;
	}
}

/* What stands before the beginning of a line: blanks, and the end of the block before `else` and `catch`, which is that block's. */
const BEFORE = /^\s*(?:\}[^\S\n]*(?=(?:else|catch|finally)\b))?/;

/* For lines of what is executed as it was written. */
function planOf(file, source, wanted) {
	const starts = startsOf(source);
	const points = wanted.filter((line) => starts[line - 1] !== undefined).map((line) => {
		const from = starts[line - 1];
		const text = source.slice(from, line < starts.length ? starts[line] : source.length);
		return { line, at: from + BEFORE.exec(text)[0].length };
	});
	return new Plan(file, source, points, (at) => lineAt(starts, at));
}

/* For lines of `file`, whose map `map` is, and which is executed as `made`. */
function mappedPlan(made, map, file, wanted) {
	const source = map.sources.indexOf(file);
	const starts = startsOf(map.text);
	const first = new Map(); // line -> the segment of its first column
	for (const s of map.segments) {
		const line = s.fromLine + 1;
		if (s.source === source && starts[s.line] !== undefined &&
			(!first.has(line) || s.fromColumn < first.get(line).fromColumn))
			first.set(line, s);
	}
	const points = wanted.map((line) => {
		const s = first.get(line);
		const at = s ? starts[s.line] + s.column : -1;
		return { line, at: s ? at + BEFORE.exec(map.text.slice(at, at + 200))[0].length : -1 };
	});
	return new Plan(file, map.text, points, (at) => {
		const line = lineAt(starts, at);
		const place = maps.original(made, line, at - starts[line - 1]);
		return place && place.file === file ? place.line : 0;
	}, true);
}

/* What of `wanted` is in an executed file. */
function plansOf(file, wanted) {
	const isBehind = Object.keys(wanted).some((w) => !seen.has(w) || typescript.isTypeScript(w));
	const map = isBehind ? mapOf(file, wanted) : null;
	try {
		if (map)
			return map.sources.filter((s) => Object.hasOwn(wanted, s)).map((s) => mappedPlan(file, map, s, wanted[s]));
		return Object.hasOwn(wanted, file) ? [planOf(file, fs.readFileSync(file, 'utf8'), wanted[file])] : [];
	} catch {
		return []; // no such file any more
	}
}

/* Work out what there is to know of the files that were executed so far. -> executed file -> [plan] */
function know(wanted) {
	const known = plans.get(wanted) || new Map();
	plans.set(wanted, known);
	for (const file of seen)
		if (!known.has(file))
			known.set(file, plansOf(file, wanted));
	return known;
}

/* What was executed as a file that was seen: an ES module as it lies there. */
function textOf(file) {
	if (!loaded.has(file)) {
		let text = null;
		try {
			text = path.isAbsolute(file) ? fs.readFileSync(file, 'utf8') : null;
		} catch { /* no such file any more */ }
		loaded.set(file, text);
	}
	return loaded.get(file);
}

/*
 * The plans by the text that is executed, when that tells one file from the other and nothing else can be behind what is
 * asked about: all of it was executed, as it was written. Else null, and it takes the inspector, which says the URLs.
 */
function sourcesOf(wanted) {
	let found = sources.get(wanted);
	if (found !== undefined)
		return found;
	const known = know(wanted);
	found = new Map();
	if (!Object.keys(wanted).every((file) => seen.has(file)))
		return null; // nobody has looked at what runs since it was loaded
	for (const file of Object.keys(wanted)) {
		const [plan, ...more] = known.get(file) || [];
		if (!plan || more.length || plan.isMade || found.has(plan.text) || textOf(file) !== plan.text)
			return sources.set(wanted, null) && null;
		found.set(plan.text, [plan]);
	}
	for (const file of seen)
		if (!Object.hasOwn(wanted, file) && found.has(textOf(file)))
			return sources.set(wanted, null) && null;
	return sources.set(wanted, found) && found;
}

function ofKnown(known, scripts) {
	const found = [];
	for (let i = 0; i < scripts.length; i++) {
		const list = known.get(scripts[i].script);
		if (list)
			found.push([list, scripts[i]]);
	}
	return found;
}

/* What was counted in the files that are asked about: [[[plan], ranges]] */
function counted(wanted) {
	const known = counters && sourcesOf(wanted);
	try {
		if (known)
			return ofKnown(known, counters());
	} catch { /* a test has stopped what keeps V8 from dropping it */ }
	const scripts = raw(), plans = know(wanted);
	return scripts.map((s) => [plans.get(s.file), s.functions]).filter(([list]) => list.length)
		.map(([list, functions]) => [list, rangesOf(functions)]);
}

/* Ranges around the places of a plan, of the shapes that V8 gives: counters() has a hidden class of its own for each. */
function likely(plan) {
	const places = [...plan.at.subarray(0, REHEARSED)];
	if (!counters)
		return rangesOf([{ ranges: places.map((at, i) => ({ startOffset: at, endOffset: at + 1, count: i & 1 })) }]);
	while (places.length && places.length < SHAPES)
		places.push(...places);
	const ranges = places.map((start, i) => Object.setPrototypeOf({ start, end: start + 1, count: i & 1 }, { __proto__: null }));
	ranges.script = '';
	return ranges;
}

/* Have it all worked out, and compiled as what runs often is, before copies are made. */
function rehearse(wanted) {
	for (const list of know(wanted).values())
		for (const plan of list) {
			const ranges = likely(plan);
			for (let n = 0; ranges.length && n < REHEARSALS; n += ranges.length)
				plan.hits(ranges);
		}
	take(wanted);
	raw(); // what that called of Node and of the runner would be in the report of each copy
}

/* [[line, line of the block, into, first byte there]] of one file; `ways`: its decisions (decisions.js). */
function waysTaken(plan, ways, ranges, lines) {
	const found = [], ran = new Set(lines);
	for (let i = 0; i < ways.length; i++) {
		const { into, past } = plan.isMade ? decisions.takenByLines(ways[i], ran) : decisions.taken(ways[i], ranges);
		const [line, block, from] = ways[i].row;
		if (into)
			found.push([line, block, 1, from || 0]);
		if (past)
			found.push([line, block, 0, from || 0]);
	}
	return found;
}

/*
 * What ran since the counters were taken last: {hits: {file: [line]}, branches: {file: rows}}. `ways`: {file: decisions},
 * or null.
 */
function take(wanted, ways = null) {
	const hits = {}, branches = {};
	const all = counted(wanted);
	for (let i = 0; i < all.length; i++) {
		const [list, ranges] = all[i];
		for (let k = 0; k < list.length; k++) {
			const { file } = list[k], lines = list[k].hits(ranges);
			add(hits, file, lines);
			if (ways && Object.hasOwn(ways, file))
				branches[file] = [...(branches[file] || []), ...waysTaken(list[k], ways[file], ranges, lines)];
		}
	}
	return { hits, branches };
}

/* The lines of one file that ran. */
function linesOf(source, ranges, wanted) {
	return planOf('', source, wanted).hits(ranges);
}

/* The map of what is executed, when a source that is asked about may be behind it. */
function mapOf(file, wanted) {
	const isAsked = path.isAbsolute(file) && !file.includes('/node_modules/') &&
		Object.keys(wanted).some((w) => w === file ? typescript.isTypeScript(w) : !Object.hasOwn(wanted, file));
	return isAsked ? maps.of(file) : null;
}

function add(hits, file, lines) {
	if (lines.length)
		hits[file] = hits[file] ? [...new Set([...hits[file], ...lines])].sort((a, b) => a - b) : lines;
}

/* The counters themselves, by the inspector: [{file, functions}]. Taking them sets them to zero. */
function raw() {
	const found = session && post('Profiler.takePreciseCoverage');
	return (found ? found.result : []).map((s) => {
		const file = pathOf(s.url);
		seen.add(file);
		return { file, functions: s.functions };
	});
}

/* The same as counters() has them, of one script. */
function rangesOf(functions) {
	return functions.flatMap((f) => f.ranges.map((r) => ({ start: r.startOffset, end: r.endOffset, count: r.count })));
}

/* Drops what was counted. */
function reset() {
	if (counters)
		counters();
	else
		raw();
}

module.exports = { start, load, reset, rehearse, take, raw, rangesOf, linesOf };
