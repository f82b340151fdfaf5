'use strict';
/*
 * Which of a few given lines a test runs, by V8's own block counters through the inspector.
 *
 * Counting has to begin before code is compiled, or there are counts of whole functions only; so a
 * worker that preloads starts it first, and drops what loading counted when the test begins. Lines of what
 * was compiled or built from something else are those of its source (maps.js).
 */
const fs = require('fs');
const path = require('path');
const { fileURLToPath } = require('url');
const maps = require('./maps.js');
const typescript = require('./typescript.js');

let session = null;
const texts = new Map();

function post(method, params) {
	let answer = null;
	session.post(method, params, (error, result) => { // in one process it is called at once
		answer = error ? null : result;
	});
	return answer;
}

function start() {
	const inspector = require('inspector');
	session = new inspector.Session();
	session.connect();
	post('Profiler.enable');
	post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

/* Taking the counters sets them to zero. */
function reset() {
	if (session)
		post('Profiler.takePreciseCoverage');
}

function pathOf(url) {
	try {
		return url.startsWith('file:') ? fileURLToPath(url) : url;
	} catch {
		return url;
	}
}

/*
 * The lines among `wanted` that ran: those whose first character lies in a block that was entered,
 * where the innermost block decides; and those on which a function begins that was called.
 */
function linesOf(source, functions, wanted) {
	const ranges = functions.flatMap((f) => f.ranges);
	const called = calledOf(functions);
	const starts = startsOf(source);
	const there = wanted.filter((line) => starts[line - 1] !== undefined);
	const rows = there.map((line) => {
		const from = starts[line - 1], to = line < starts.length ? starts[line] : source.length + 1;
		const text = source.slice(from, to);
		return { from, to, at: from + (text.length - text.trimStart().length) };
	});
	const isIn = entered(ranges, rows.map((r) => r.at));
	const lines = new Set(called.filter((at) => at > 0).map((at) => lineAt(starts, at)));
	return there.filter((line, i) => isIn[i] || lines.has(line));
}

function startsOf(source) {
	const starts = [0];
	for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1))
		starts.push(at + 1);
	return starts;
}

function calledOf(functions) {
	return functions.filter((f) => f.ranges[0].count > 0).map((f) => f.ranges[0].startOffset);
}

/*
 * For each of `offsets`: was the innermost block round it entered? Blocks nest, so one walk over both in their
 * order does; a file may have thousands of each, and this is asked for every program that is tried.
 */
function entered(ranges, offsets) {
	const blocks = ranges.map((r, i) => ({ from: r.startOffset, to: r.endOffset, count: r.count, i }))
		.sort((x, y) => x.from - y.from || y.to - x.to || x.i - y.i);
	const order = offsets.map((_, i) => i).sort((x, y) => offsets[x] - offsets[y]);
	const said = new Array(offsets.length).fill(false);
	const open = [];
	let next = 0;
	for (const i of order) {
		const at = offsets[i];
		for (; next < blocks.length && blocks[next].from <= at; next++) {
			while (open.length && open[open.length - 1].to <= blocks[next].from)
				open.pop();
			open.push(blocks[next]);
		}
		while (open.length && open[open.length - 1].to <= at)
			open.pop();
		said[i] = open.length > 0 && open[open.length - 1].count > 0;
	}
	return said;
}

/* The same for lines of `file`, whose map `map` is, and which is executed as `made`. */
function mappedLines(made, map, file, functions, wanted) {
	const source = map.sources.indexOf(file);
	const starts = startsOf(map.text);
	const ranges = functions.flatMap((f) => f.ranges);
	const first = new Map(); // line -> the segment of its first column
	for (const s of map.segments) {
		const line = s.fromLine + 1;
		if (s.source === source && starts[s.line] !== undefined &&
			(!first.has(line) || s.fromColumn < first.get(line).fromColumn))
			first.set(line, s);
	}
	const began = new Set(calledOf(functions).filter((at) => at > 0).map((at) => {
		const line = lineAt(starts, at);
		const place = maps.original(made, line, at - starts[line - 1]);
		return place && place.file === file ? place.line : 0;
	}));
	const isIn = entered(ranges, wanted.map((line) => {
		const s = first.get(line);
		const at = s ? starts[s.line] + s.column : -1;
		return s ? at + /^\s*/.exec(map.text.slice(at, at + 200))[0].length : -1;
	}));
	return wanted.filter((line, i) => began.has(line) || isIn[i]);
}

/* The number of the line an offset is on. */
function lineAt(starts, at) {
	let from = 0, to = starts.length;
	while (from < to) {
		const mid = (from + to) >> 1;
		if (starts[mid] <= at)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

/* {file: [line]} of what ran since the counters were taken last. */
function take(wanted) {
	const hits = {};
	const found = session && post('Profiler.takePreciseCoverage');
	const files = new Set(found ? found.result.map((s) => pathOf(s.url)) : []);
	const isBehind = Object.keys(wanted).some((w) => !files.has(w) || typescript.isTypeScript(w));
	for (const script of found ? found.result : []) {
		const file = pathOf(script.url);
		const map = isBehind ? mapOf(file, wanted) : null;
		try {
			for (const source of map ? map.sources.filter((s) => Object.hasOwn(wanted, s)) : [])
				add(hits, source, mappedLines(file, map, source, script.functions, wanted[source]));
			if (!map && Object.hasOwn(wanted, file))
				add(hits, file, linesOf(textOf(file), script.functions, wanted[file]));
		} catch { /* no such file any more */ }
	}
	return hits;
}

/* Files do not change while this process lives: the tree is read-only. */
function textOf(file) {
	if (!texts.has(file))
		texts.set(file, fs.readFileSync(file, 'utf8'));
	return texts.get(file);
}

/* The map of what is executed, when a source that is asked about may be behind it. */
function mapOf(file, wanted) {
	const isAsked = path.isAbsolute(file) && !file.includes('/node_modules/') &&
		Object.keys(wanted).some((w) => w === file ? typescript.isTypeScript(w) : !Object.hasOwn(wanted, file));
	return isAsked ? maps.of(file) : null;
}

function add(hits, file, lines) {
	if (lines.length)
		hits[file] = [...new Set([...(hits[file] || []), ...lines])].sort((a, b) => a - b);
}

/* The counters themselves: [{file, functions}]. */
function raw() {
	const found = session && post('Profiler.takePreciseCoverage');
	return (found ? found.result : []).map((s) => ({ file: pathOf(s.url), functions: s.functions }));
}

module.exports = { start, reset, take, raw, linesOf };
