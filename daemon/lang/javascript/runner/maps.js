'use strict';
/*
 * Source maps: which line of what a person wrote a place in what is executed comes from, and back.
 *
 * A map is known because it was made here (typescript.js says it of what it compiled), or is found by the
 * comment at the end of a built file; sources that did not come along (most packages leave them out) are none. Maps come from the project: bounded, and nonsense is no map.
 */
const fs = require('fs');
const path = require('path');
const { fileURLToPath } = require('url');

const TEXT_MAX = 20 << 20;
const SEGMENTS_MAX = 2000000;
const DIGITS = new Map([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((c, i) => [c, i]));
const { parse } = JSON;

const known = new Map(); // executed file -> {text, sources, segments} or null

/* [{line, column, source, fromLine, fromColumn}] from 0, in the order of what is executed. */
function segmentsOf(mappings) {
	const found = [];
	const at = [0, 0, 0, 0]; // column, source, line, column of the source
	let line = 0, numbers = [], value = 0, shift = 0;
	for (const c of `${mappings},`) {
		if (c === ',' || c === ';') {
			numbers.forEach((n, i) => {
				if (i < 4)
					at[i] += n;
			});
			if (numbers.length >= 4 && found.length < SEGMENTS_MAX)
				found.push({ line, column: at[0], source: at[1], fromLine: at[2], fromColumn: at[3] });
			numbers = [];
			if (c === ';') {
				line++;
				at[0] = 0;
			}
			continue;
		}
		const digit = DIGITS.get(c);
		if (digit === undefined)
			return [];
		value += (digit & 31) * 2 ** shift;
		shift += 5;
		if (!(digit & 32)) {
			numbers.push(value % 2 ? -Math.floor(value / 2) : value / 2);
			value = shift = 0;
		}
	}
	return found;
}

/* Remember the map of `file`: `text` is what is executed, `map` an object as the format has it. */
function learn(file, text, map) {
	const folder = path.resolve(path.dirname(file), typeof map.sourceRoot === 'string' ? map.sourceRoot : '');
	const sources = (Array.isArray(map.sources) ? map.sources : []).map((s) => {
		try {
			const source = String(s).startsWith('file:') ? fileURLToPath(s) : path.resolve(folder, String(s));
			return fs.existsSync(source) ? source : '';
		} catch {
			return '';
		}
	});
	const segments = typeof map.mappings === 'string' ? segmentsOf(map.mappings) : [];
	known.set(file, segments.length && sources.some(Boolean) ? { text, sources, segments } : null);
}

/* The map that a built file names at its end. */
function find(file) {
	try {
		if (!/\.[cm]?js$/.test(file) || fs.statSync(file).size > TEXT_MAX)
			return;
		const text = fs.readFileSync(file, 'utf8');
		const at = text.lastIndexOf('//# sourceMappingURL=');
		if (at < 0)
			return;
		const url = text.slice(at + 21).split('\n')[0].trim();
		const inline = /^data:application\/json;(?:charset=[^;,]*;)?base64,(.*)$/.exec(url);
		const said = inline ? Buffer.from(inline[1], 'base64').toString('utf8')
			: /^\w+:/.test(url) ? null : fs.readFileSync(path.resolve(path.dirname(file), decodeURIComponent(url)), 'utf8');
		if (said && said.length < TEXT_MAX)
			learn(file, text, parse(said));
	} catch { /* then it has none */ }
}

/* {text, sources, segments} of an executed file, or null. */
function of(file) {
	if (!known.has(file)) {
		known.set(file, null);
		find(file);
	}
	return known.get(file);
}

/* Where `line` (from 1) and `column` (from 0) of an executed file were written: {file, line, column}, or null. */
function original(file, line, column) {
	const map = of(file);
	if (!map)
		return null;
	let from = 0, to = map.segments.length;
	while (from < to) { // the last one at or before it
		const mid = (from + to) >> 1, s = map.segments[mid];
		if (s.line < line - 1 || (s.line === line - 1 && s.column <= column))
			from = mid + 1;
		else
			to = mid;
	}
	let found = map.segments[from - 1];
	if (!found || found.line !== line - 1)
		found = map.segments[from] && map.segments[from].line === line - 1 ? map.segments[from] : null;
	return found && map.sources[found.source] ? { file: map.sources[found.source], line: found.fromLine + 1,
		column: found.fromColumn } : null;
}

module.exports = { learn, of, original };
