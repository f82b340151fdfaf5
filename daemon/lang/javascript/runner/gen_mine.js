'use strict';
/*
 * What the project already says about a function: its tests, its documentation, its call sites.
 */
const fs = require('fs');
const path = require('path');
const { tokens, closing, split, freeNames } = require('./lexer.js');
const text = require('./gen_text.js');

const FILES_MAX = 3000;
const SIZE_MAX = 512 << 10;
const CALLS_MAX = 60; // of one function
const NOT_LOOKED_AT = new Set(['node_modules', 'dist', 'build', 'coverage', 'vendor', 'bower_components', 'out']);
const IS_TEST = /(^|\/)(tests?|__tests__|specs?)\/|[.\-_](test|spec)\.[cm]?jsx?$|(^|\/)test\.[cm]?js$/;
const GLOBALS = new Set([...Object.getOwnPropertyNames(globalThis), 'undefined', 'arguments']);

function read(root, file) {
	try {
		const full = path.join(root, file);
		return fs.statSync(full).size > SIZE_MAX ? '' : fs.readFileSync(full, 'utf8');
	} catch {
		return '';
	}
}

/* {tests, docs, sources} below the root, by name, sorted. */
function listFiles(root) {
	const found = { tests: [], docs: [], sources: [] };
	let n = 0;
	const look = (folder) => {
		let entries = [];
		try {
			entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
		} catch { /* not ours to read */ }
		for (const e of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
			const file = folder ? `${folder}/${e.name}` : e.name;
			if (e.name[0] === '.' || NOT_LOOKED_AT.has(e.name) || ++n > FILES_MAX)
				continue;
			if (e.isDirectory())
				look(file);
			else if (/\.(md|mdx|markdown|rst)$/i.test(e.name) && !/^(changelog|history|license)/i.test(e.name))
				found.docs.push(file);
			else if (/\.[cm]?jsx?$/.test(e.name) && !/\.min\.js$/.test(e.name))
				(IS_TEST.test(file) ? found.tests : found.sources).push(file);
		}
	};
	look('');
	return found;
}

function mentions(source, names) {
	return names.some((n) => source.includes(n)) && names.some((n) =>
		new RegExp(`(^|[^\\w$])${n.replace(/[$]/g, '\\$&')}($|[^\\w$])`).test(source));
}

/* Programs made of the tests of `file` that mention one of `names`. */
function fromTests(root, file, names) {
	const source = read(root, file);
	const found = [];
	if (!source || !mentions(source, names))
		return found;
	text.walkTests(source, path.posix.dirname(file), (test) => {
		const body = [...test.setup, ...test.body].join('\n');
		const uses = [...test.scope.values()].filter((d) => !d.isImport).map((d) => d.text).join('\n');
		if (!mentions(body, names) && !mentions(uses, names))
			return;
		const program = text.testProgram(test);
		if (program)
			found.push({ source: program, where: `${file}:${test.line}`, calls: body, scope: test.scope });
	});
	return found;
}

/* Programs made of documentation that mentions one of `names`. `known`: {name: import}. */
function fromDocs(root, file, names, known) {
	return text.snippets(read(root, file)).filter((s) => mentions(s.text, names))
		.map((s) => ({ source: text.docProgram(s.text, known), where: `${file}:${s.line}` }))
		.filter((p) => p.source);
}

/* Arguments of the calls of `name` in `source` that need nothing around them: [[text]]. */
function callsOf(source, name) {
	const found = [];
	const list = tokens(source);
	for (let i = 0; i < list.length && found.length < CALLS_MAX; i++) {
		const open = list[i + 1];
		if (list[i].text !== name || list[i].kind !== 'word' || !open || open.text !== '(')
			continue;
		const last = list[i - 1];
		if (last && ['function', 'class', '*'].includes(last.text))
			continue;
		const close = closing(list, i + 1);
		if (close < 0 || (list[close + 1] && list[close + 1].text === '{'))
			continue; // a definition
		const args = split(source, list, i + 2, close);
		if (!args || args.some((a) => !a || a.length > 400 || a.startsWith('...') || /\bthis\b|\bawait\b/.test(a)))
			continue;
		if (args.every((a) => freeNames(a).every((n) => GLOBALS.has(n))))
			found.push(args);
	}
	return found;
}

module.exports = { listFiles, fromTests, fromDocs, callsOf, read, mentions };
