'use strict';
/*
 * Which of a few given lines a test runs, by V8's own block counters through the inspector.
 *
 * Counting has to begin before code is compiled, or there are counts of whole functions only; so a
 * worker that preloads starts it first, and drops what loading counted when the test begins.
 */
const fs = require('fs');
const { fileURLToPath } = require('url');

let session = null;

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
	const called = functions.filter((f) => f.ranges[0].count > 0).map((f) => f.ranges[0].startOffset);
	const starts = [0];
	for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1))
		starts.push(at + 1);
	return wanted.filter((line) => {
		const from = starts[line - 1];
		if (from === undefined)
			return false;
		const to = line < starts.length ? starts[line] : source.length + 1;
		const text = source.slice(from, to);
		const at = from + (text.length - text.trimStart().length);
		let best = null;
		for (const r of ranges)
			if (r.startOffset <= at && at < r.endOffset && (!best ||
				r.endOffset - r.startOffset <= best.endOffset - best.startOffset))
				best = r;
		return (best !== null && best.count > 0) || called.some((s) => s >= from && s < to && s > 0);
	});
}

/* {file: [line]} of what ran since the counters were taken last. */
function take(wanted) {
	const hits = {};
	const found = session && post('Profiler.takePreciseCoverage');
	for (const script of found ? found.result : []) {
		const file = pathOf(script.url);
		if (!Object.hasOwn(wanted, file))
			continue;
		try {
			const lines = linesOf(fs.readFileSync(file, 'utf8'), script.functions, wanted[file]);
			if (lines.length)
				hits[file] = [...new Set([...(hits[file] || []), ...lines])].sort((a, b) => a - b);
		} catch { /* no such file any more */ }
	}
	return hits;
}

module.exports = { start, reset, take, linesOf };
