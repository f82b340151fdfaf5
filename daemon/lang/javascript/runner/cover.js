'use strict';
/*
 * Which of a few given lines a test runs, and which ways out of decisions on them it takes (decisions.js), by V8's own
 * block counters through the inspector.
 *
 * Counting has to begin before code is compiled, or there are counts of whole functions only; so a
 * worker that preloads starts it first, and drops what loading counted when the test begins. Lines of what
 * was compiled or built from something else are those of its source (maps.js).
 */
const fs = require('fs');
const path = require('path');
const decisions = require('./decisions.js');
const maps = require('./maps.js');
const show = require('./show.js');
const typescript = require('./typescript.js');
const { startsOf, lineAt } = decisions;

let session = null;
const REHEARSALS = 5000; // places: what V8 has seen so often it has compiled well
const REHEARSED = 256; // of one file: what is dropped here is collected by copies

const seen = new Set(); // files that were executed here
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
 * Where the lines `wanted` of `file` begin in what is executed: `at` in rising order with its `line`; and
 * lineOf(offset), the line on which a function begins, or 0.
 */
class Plan {
	constructor(file, points, lineOf, isMade = false) {
		points.sort((a, b) => a.at - b.at);
		this.file = file;
		this.isMade = isMade; // of another text than is executed
		this.at = Int32Array.from(points, (p) => p.at);
		this.lines = points.map((p) => p.line);
		this.wanted = new Set(this.lines);
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
	 * The lines that ran: those whose first character lies in a block that was entered, where the innermost
	 * block decides; and those on which a function begins that was called. Blocks nest: painted from the
	 * outermost in, the last one to touch a place is the innermost.
	 */
	hits(functions) {
		const blocks = [], began = new Set();
		for (let i = 0; i < functions.length; i++) {
			const { ranges } = functions[i];
			if (ranges[0].count > 0 && ranges[0].startOffset > 0)
				began.add(this.lineOf(ranges[0].startOffset));
			for (let k = 0; k < ranges.length; k++)
				blocks.push(ranges[k]);
		}
		blocks.sort((x, y) => x.startOffset - y.startOffset || y.endOffset - x.endOffset);
		this.ran.fill(0);
		for (let i = 0; i < blocks.length; i++) {
			const { startOffset, endOffset, count } = blocks[i];
			this.ran.fill(count > 0 ? 1 : 0, this.before(startOffset), this.before(endOffset));
		}
		const found = [];
		for (let at = this.ran.indexOf(1); at >= 0; at = this.ran.indexOf(1, at + 1))
			found.push(this.lines[at]);
		for (const line of began)
			if (this.wanted.has(line))
				found.push(line);
		return found;
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
	return new Plan(file, points, (at) => lineAt(starts, at));
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
	return new Plan(file, points, (at) => {
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

/* Have it all worked out, and compiled as what runs often is, before copies are made: for what has the shapes of V8's report. */
function rehearse(wanted) {
	for (const list of know(wanted).values())
		for (const plan of list) {
			const functions = JSON.parse(JSON.stringify(Array.from(plan.at.subarray(0, REHEARSED), (at, i) => ({ functionName: '',
				ranges: [{ startOffset: at, endOffset: at + 1, count: i & 1 }], isBlockCoverage: true }))));
			for (let n = 0; functions.length && n < REHEARSALS; n += functions.length)
				plan.hits(functions);
		}
	take(wanted);
	raw(); // what that called of Node and of the runner would be in the report of each copy
}

/* [[line, line of the block, into, first byte there]] of one file; `ways`: its decisions (decisions.js). */
function waysTaken(plan, ways, functions, lines) {
	const found = [], ran = new Set(lines), ranges = functions.flatMap((f) => f.ranges);
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
	const scripts = raw();
	const known = know(wanted);
	for (let i = 0; i < scripts.length; i++) {
		const list = known.get(scripts[i].file);
		for (let k = 0; k < list.length; k++) {
			const { file } = list[k], lines = list[k].hits(scripts[i].functions);
			add(hits, file, lines);
			if (ways && Object.hasOwn(ways, file))
				branches[file] = [...(branches[file] || []), ...waysTaken(list[k], ways[file], scripts[i].functions, lines)];
		}
	}
	return { hits, branches };
}

/* The lines of one file that ran. */
function linesOf(source, functions, wanted) {
	return [...new Set(planOf('', source, wanted).hits(functions))].sort((a, b) => a - b);
}

/* The map of what is executed, when a source that is asked about may be behind it. */
function mapOf(file, wanted) {
	const isAsked = path.isAbsolute(file) && !file.includes('/node_modules/') &&
		Object.keys(wanted).some((w) => w === file ? typescript.isTypeScript(w) : !Object.hasOwn(wanted, file));
	return isAsked ? maps.of(file) : null;
}

function add(hits, file, lines) {
	if (lines.length)
		hits[file] = [...new Set(hits[file] ? [...hits[file], ...lines] : lines)].sort((a, b) => a - b);
}

/* The counters themselves: [{file, functions}]. Taking them sets them to zero. */
function raw() {
	const found = session && post('Profiler.takePreciseCoverage');
	return (found ? found.result : []).map((s) => {
		const file = pathOf(s.url);
		seen.add(file);
		return { file, functions: s.functions };
	});
}

module.exports = { start, reset: raw, rehearse, take, raw, linesOf };
