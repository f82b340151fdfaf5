'use strict';
/*
 * What programs are made for: the targets of a request, the modules that they are in, and those that use them; what of a file
 * uses what a change touched.
 */
const path = require('path');
const mine = require('./gen_mine.js');
const resolve = require('./resolve.js');
const text = require('./gen_text.js');
const typescript = require('./typescript.js');
const { tokens, statements, boundNames } = require('./lexer.js');

const DEPENDENTS_MAX = 4;
const LEVELS_MAX = 2, USERS_MAX = 12; // files between a function and who comes to it; names of these
const LINES_MAX = 200; // touched lines that are read
const ENDING = /\.([cm]?[jt]s|[jt]sx)$/;
const MEANT = ['', '.js', '/index.js', '.ts', '.tsx', '/index.ts']; // endings that a request leaves out

/* Modules that import `file`, with the names they give to what they get: [{module, names}]. */
function dependents(root, sources, file) {
	const found = [];
	for (const one of sources) {
		const source = one === file ? '' : mine.read(root, one);
		const names = [];
		for (const s of source.includes(path.posix.basename(file).replace(ENDING, '')) ? statements(source) : []) {
			const said = text.specifierOf(s.text);
			const target = said && said[0] === '.' ? path.posix.join(path.posix.dirname(one), said) : null;
			if (target !== null && MEANT.some((end) => target + end === file || target.replace(ENDING, '') + end === file))
				names.push(...boundNames(s.text));
		}
		if (names.length && found.length < DEPENDENTS_MAX)
			found.push({ module: one.replace(/\.js$/, ''), file: path.join(root, one), names });
	}
	return found;
}

/* The module of a full name: the longest beginning that is one. */
function moduleOf(root, name) {
	for (let at = typeof name === 'string' ? name.lastIndexOf('.') : -1; at > 0; at = name.lastIndexOf('.', at - 1))
		if (resolve.fileOf(root, name.slice(0, at)))
			return name.slice(0, at);
	return null;
}

/* The targets, and who depends on each of their files: {file: users}; `modules`: all these are in. */
function aimsOf(root, request, sources) {
	const targets = (Array.isArray(request.targets) ? request.targets : [])
		.filter((t) => t && typeof t.module === 'string' && typeof t.qualname === 'string');
	const modules = [...new Set([...targets.map((t) => t.module), ...targets.map((t) => moduleOf(root, t.caller)).filter(Boolean)])];
	const users = new Map();
	for (const target of targets)
		if (target.file && !users.has(target.file))
			users.set(target.file, dependents(root, sources, target.file));
	return { targets, users, modules, all: [...new Set([...modules, ...[...users.values()].flat().map((u) => u.module)])] };
}

/* Names of functions in a file that use one of `names`, and those that use them. */
function usersOf(source, names, namesOf = boundNames) {
	const all = new Set(names);
	const rows = statements(source).map((s) => ({ text: s.text, names: namesOf(s.text) }));
	for (let n = 0; n < 4; n++)
		for (const row of rows)
			if (row.names.length && mine.mentions(row.text, [...all]))
				row.names.forEach((name) => all.add(name));
	return [...all];
}

/*
 * Functions of other files that come to one called `name`, those of the nearest files first: a helper in a file of its own
 * is tested by what uses it. `users`: who depends on `file`.
 */
function usersElsewhere(root, sources, users, name, isTime) {
	const found = new Set();
	let level = (users || []).map((user) => ({ user, wanted: [name] }));
	for (let n = 0; n < LEVELS_MAX && isTime(); n++) {
		const next = [];
		for (const { user, wanted } of level) {
			const file = path.relative(root, user.file), own = user.names.filter((one) => wanted.includes(one));
			const bound = own.length ? own : user.names; // by another name, or of a whole module
			const using = usersOf(mine.read(root, file), bound).filter((one) => !bound.includes(one));
			using.forEach((one) => found.add(one));
			if (using.length && n + 1 < LEVELS_MAX && isTime())
				next.push(...dependents(root, sources, file).map((one) => ({ user: one, wanted: using })));
		}
		level = next.slice(0, DEPENDENTS_MAX);
	}
	return [...found].slice(0, USERS_MAX);
}

/* The lines of a module's or a class's own code that a change touched: [[first, last], ...] as a list. */
function touchedLines(touched) {
	const found = [];
	for (const row of Array.isArray(touched) ? touched : [])
		if (Array.isArray(row) && row.every(Number.isInteger))
			for (let n = row[0]; n <= row[1] && found.length < LINES_MAX; n++)
				found.push(n);
	return found;
}

/* Did a change touch one of the lines from `first` to `last`? `touched`: [[first, last], ...]. */
function isTouched(touched, [first, last] = []) {
	return Array.isArray(touched) && touched.some((row) => Array.isArray(row) && row[0] <= last && first <= row[1]);
}

/* The names a statement sets, properties and what has a type among them. */
function namesSet(text) {
	const m = /^(?:export\s+)?(?:(?:const|let|var)\s+|(?:[\w$]+\.)+)([\w$]+)\s*[:=]/.exec(text);
	return [...new Set([...boundNames(text), ...(m && m[1] !== 'exports' ? [m[1]] : [])])];
}

/*
 * What the statements on these lines set, and what of the file uses that: names, properties; where they set none, the
 * keys on the lines.
 */
function namesTouched(source, lines) {
	const rows = source.split('\n'), list = lines.length ? tokens(source) : [], names = new Set();
	const starts = [0];
	for (const row of rows)
		starts.push(starts[starts.length - 1] + row.length + 1);
	for (const s of statements(source, list)) {
		const from = list[s.from].at, to = list[s.to - 1].end;
		if (!lines.some((n) => starts[n - 1] < to && starts[n] > from))
			continue;
		namesSet(s.text).forEach((name) => names.add(name));
	}
	if (!names.size)
		for (const n of lines)
			for (const [, key] of (rows[n - 1] || '').matchAll(/(?:^|[{,])\s*([\w$]+)\s*:/g))
				names.add(key);
	return names.size ? usersOf(source, names, namesSet) : [];
}

/* What the project's compiler has to say for `request`, before the search: {texts, files, why} (typescript.js). */
function prepare(request, { boot }) {
	const found = mine.listFiles(boot.root), { targets, all } = aimsOf(boot.root, request, found.sources);
	return { texts: mine.texts(boot.root, found, targets),
		...typescript.gather(all.map((m) => resolve.fileOf(boot.root, m)).filter(Boolean)) };
}

module.exports = { aimsOf, isTouched, namesTouched, prepare, touchedLines, usersElsewhere, usersOf };
