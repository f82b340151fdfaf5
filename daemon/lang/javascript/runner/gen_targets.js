'use strict';
/*
 * What programs are made for: the targets of a request, the modules that they are in, and those that use them.
 */
const path = require('path');
const mine = require('./gen_mine.js');
const resolve = require('./resolve.js');
const text = require('./gen_text.js');
const typescript = require('./typescript.js');
const { statements, boundNames } = require('./lexer.js');

const DEPENDENTS_MAX = 4;
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

/* What the project's compiler has to say for `request`, before the search: {texts, files, why} (typescript.js). */
function prepare(request, { boot }) {
	const found = mine.listFiles(boot.root), { targets, all } = aimsOf(boot.root, request, found.sources);
	return { texts: mine.texts(boot.root, found, targets),
		...typescript.gather(all.map((m) => resolve.fileOf(boot.root, m)).filter(Boolean)) };
}

module.exports = { aimsOf, prepare };
