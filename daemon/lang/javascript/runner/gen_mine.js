'use strict';
/*
 * What the project already says about a function: its tests, its documentation, its call sites.
 */
const fs = require('fs');
const Module = require('module');
const path = require('path');
const { tokens, closing, split, statements, boundNames, freeNames } = require('./lexer.js');
const resolve = require('./resolve.js');
const text = require('./gen_text.js');
const typescript = require('./typescript.js');

const FILES_MAX = 3000;
const WALK_MAX = 50000; // names that are looked at
const SIZE_MAX = 512 << 10;
const EARLIER_MAX = 12, LOOKED_BACK_MAX = 100; // statements of snippets that others build on, and that are looked through for them
const CALLS_MAX = 60; // of one function
const STRINGS_MAX = 300;
const LISTS_MAX = 60;
const TEXTS_MAX = 1 << 20;
const IMPORTS_MAX = 50;
const IMPORTS = /(?<=^|;[ \t]*)((?:(?:const|let|var)\s+(?:[\w$]+|\{[^{}]*\})\s*=\s*require\(\s*(['"])[^'"\n]+\2\s*\)(?:\.[\w$.]+)?|import\s+(?:[^'";]*\sfrom\s*)?(['"])[^'"\n]+\3)(?=;|[ \t\r]*(?:$|\/[/*]));?)/gm;
const NOT_LOOKED_AT = new Set(['node_modules', 'dist', 'build', 'coverage', 'vendor', 'bower_components', 'out']);
const IS_TEST = /(^|\/)(tests?|__tests__|specs?)\/|[.\-_](test|spec)\.[cm]?[jt]sx?$|(^|\/)test\.[cm]?[jt]s$/;
const GLOBALS = new Set([...Object.getOwnPropertyNames(globalThis), 'undefined', 'arguments']);

const codes = new Map(), imports = new Map(), lists = new Map(), documents = new Map(), places = new Map(); // by file or text; one request is all they live for

function read(root, file) {
	try {
		const full = path.join(root, file);
		return fs.statSync(full).size > SIZE_MAX ? '' : fs.readFileSync(full, 'utf8');
	} catch {
		return '';
	}
}

/* The same as JavaScript, whose lines may be others. */
function readCode(root, file) {
	if (!typescript.isTypeScript(file))
		return read(root, file);
	if (!codes.has(file))
		codes.set(file, typescript.stripped(read(root, file), path.join(root, file)));
	return codes.get(file);
}

/* Files are looked through for one function after another. */
function tokensOf(source) {
	if (!lists.has(source)) {
		if (lists.size >= LISTS_MAX)
			lists.clear();
		lists.set(source, tokens(source));
	}
	return lists.get(source);
}

/*
 * Documents are looked through for one function after another, and cut up once, by their content. Keeping that beyond
 * one request would save nothing: two megabytes in 400 documents take a tenth of a second.
 */
function snippetsOf(source) {
	if (!documents.has(source))
		documents.set(source, text.snippets(source));
	return documents.get(source);
}

/*
 * The imports of a file: [{text, said, bound}]. All files are asked for them: they are what at the beginning of a line looks
 * like one, which is a hundredth of the work of telling statements apart.
 */
function importsOf(file, source) {
	if (!imports.has(file))
		imports.set(file, [...source.matchAll(IMPORTS)].slice(0, IMPORTS_MAX)
			.map(([, row]) => ({ text: row, said: text.specifierOf(row), bound: boundNames(row) })).filter((one) => one.said));
	return imports.get(file);
}

/*
 * What `file` calls `value`, which is a module or a part of one: names that are bound to a require or an
 * import of it. `modules`: {file: what it exports} of what is loaded; for a test others of the project's own
 * are loaded too, unless they are tests.
 */
function localNames(root, file, source, value, { isTest, modules }) {
	const names = [];
	const from = path.join(root, file);
	for (const { text: row, said, bound } of importsOf(file, source)) {
		const got = exportsAt(root, from, said, { isTest, modules });
		for (const name of got === undefined ? [] : bound) {
			const keys = keysOf(row, name);
			const found = keys.reduce((at, key) => stored(at, key), got);
			if (found === value || (!keys.length && stored(found, 'default') === value))
				names.push(name);
		}
	}
	return names;
}

/* Of what an import asks for, the keys by which it comes to what it binds to `name`: [] is the module itself. */
function keysOf(row, name) {
	const member = new RegExp(`[{,]\\s*(?:([\\w$]+)\\s*(?::|\\bas\\b)\\s*)?${name.replace(/[$]/g, '\\$&')}\\s*[,}]`).exec(row);
	const chain = /\)((?:\.[\w$]+)+)\s*;?$/.exec(row);
	return member ? [member[1] || name] : chain ? chain[1].slice(1).split('.') : [];
}

/* A property that is a value; getters are not called. */
function stored(object, key) {
	try {
		return Reflect.getOwnPropertyDescriptor(Object(object), key)?.value;
	} catch {
		return undefined;
	}
}

/* {get, target}: how a file asks for something, and the file that this is; the same for all files of a folder. */
function placeOf(from, said) {
	const key = `${path.dirname(from)}\n${said}`;
	if (!places.has(key)) {
		const get = Module.createRequire(from);
		let target;
		try {
			target = get.resolve(said);
		} catch { /* it is not installed */ }
		places.set(key, { get, target });
	}
	return places.get(key);
}

/* What a request gives; undefined: nothing of ours. */
function exportsAt(root, from, said, { isTest, modules }) {
	try {
		const { get, target } = placeOf(from, said);
		if (!target)
			return undefined;
		if (modules.has(target))
			return modules.get(target);
		const isOwn = path.isAbsolute(target) && target.startsWith(`${root}/`) && !target.includes('/node_modules/');
		if (!isOwn || resolve.isModule(target))
			return undefined;
		if (!(target in get.cache) && !(isTest && !IS_TEST.test(path.relative(root, target))))
			return undefined;
		return get(said);
	} catch {
		return undefined;
	}
}

/* {tests, docs, sources} below the root, by name, in a fixed order. Of more than FILES_MAX those of the folders with fewest
 * go first: thousands of files in one do not hide the tests in another. */
function listFiles(root) {
	const listed = [], folders = [];
	let n = 0;
	const look = (folder) => {
		const mine = { files: 0 };
		let entries = [];
		folders.push(mine);
		const keep = (kind, file) => {
			listed.push({ kind, file, folder: mine, nth: mine.files++ });
		};
		try {
			entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
		} catch { /* not ours to read */ }
		for (const e of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
			const file = folder ? `${folder}/${e.name}` : e.name;
			if (e.name[0] === '.' || NOT_LOOKED_AT.has(e.name) || ++n > WALK_MAX)
				continue;
			if (e.isDirectory())
				look(file);
			else if (/\.(md|mdx|markdown|rst)$/i.test(e.name) && !/^(changelog|history|license)/i.test(e.name))
				keep('docs', file);
			else if (/\.[cm]?[jt]sx?$/.test(e.name) && !/\.(min\.js|d\.[cm]?ts)$/.test(e.name))
				keep(IS_TEST.test(file) ? 'tests' : 'sources', file);
		}
	};
	look('');
	let room = FILES_MAX;
	for (const folder of folders.sort((a, b) => a.files - b.files)) {
		folder.most = Math.min(folder.files, room);
		room -= folder.most;
	}
	const found = { tests: [], docs: [], sources: [] };
	for (const { kind, file, folder, nth } of listed)
		if (nth < folder.most)
			found[kind].push(file);
	return found;
}

function mentions(source, names) {
	return names.some((n) => source.includes(n)) && names.some((n) =>
		new RegExp(`(^|[^\\w$])${n.replace(/[$]/g, '\\$&')}($|[^\\w$])`).test(source));
}

/*
 * What of the project's TypeScript a search for `targets` may look at, as JavaScript: [[text, the same]]. The targets'
 * own files first, then tests, then what mentions them.
 */
function texts(root, { sources, tests, docs }, targets) {
	const found = new Map(), names = targets.flatMap((t) => t.qualname.split('.')).filter(Boolean);
	let room = TEXTS_MAX;
	const keep = (source, file) => {
		if (!source || found.has(source) || (room -= source.length) < 0)
			return;
		const made = typescript.stripped(source, path.join(root, file));
		if (made !== source)
			found.set(source, made);
	};
	for (const file of [...targets.map((t) => String(t.file)), ...tests].filter(typescript.isTypeScript))
		keep(read(root, file), file);
	for (const file of docs)
		for (const s of snippetsOf(read(root, file)))
			if (mentions(s.text, names))
				keep(s.text, 'snippet.ts');
	for (const file of sources.filter(typescript.isTypeScript))
		if (mentions(read(root, file), names))
			keep(read(root, file), file);
	return [...found];
}

/* Programs made of the tests of `file` that mention one of `names`. */
function fromTests(root, file, names) {
	const source = readCode(root, file);
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
			found.push({ source: program, where: `${file}:${test.line}`, lines: [test.line, test.last], calls: body, scope: test.scope });
	});
	return found;
}

/*
 * A snippet of a document with what it needs of those before it: "a material that is like another", `{ ...bergamot, name }`. `earlier`:
 * their statements, the last LOOKED_BACK_MAX of them are looked at; its own are added.
 */
function withEarlier(code, earlier, known) {
	const own = statements(code).map((s) => s.text), bound = new Set(own.flatMap((row) => boundNames(row))), needed = new Set(), chosen = [];
	const need = (row) => freeNames(row).filter((name) => !known.has(name) && !GLOBALS.has(name) && !bound.has(name)).forEach((name) => needed.add(name));
	own.forEach(need);
	for (const row of earlier.slice(-LOOKED_BACK_MAX).reverse()) {
		const names = needed.size && chosen.length < EARLIER_MAX ? boundNames(row) : [];
		if (!names.some((name) => needed.has(name)) || names.some((name) => bound.has(name)))
			continue;
		names.forEach((name) => {
			needed.delete(name);
			bound.add(name);
		});
		need(row);
		chosen.unshift(row);
	}
	earlier.push(...own);
	return [...chosen, code].join('\n');
}

/* Programs made of documentation that mentions one of `names`. `known`: {name: import}. */
function fromDocs(root, file, names, known) {
	const all = snippetsOf(read(root, file)), last = all.findLastIndex((s) => mentions(s.text, names)), earlier = [];
	return all.slice(0, last + 1).map((s) => {
		const whole = withEarlier(typescript.stripped(s.text, path.join(root, 'snippet.ts')), earlier, known);
		return { source: mentions(s.text, names) ? text.docProgram(whole, known) : null, where: `${file}:${s.line}` };
	}).filter((p) => p.source);
}

/* Calls of `label` in documentation: [{args, where}]. */
function docCalls(root, file, label) {
	return snippetsOf(read(root, file)).filter((s) => mentions(s.text, [label]))
		.flatMap((s) => callsOf(typescript.stripped(s.text, path.join(root, 'snippet.ts')), label)
			.map((args) => ({ args, where: `${file}:${s.line}` })));
}

/* What the comment above a function quotes, and calls of it: { calls: [[text]], strings }. */
function fromComment(comment, name) {
	const rows = (comment || '').split('\n');
	return { calls: name ? rows.flatMap((row) => callsOf(row.slice(Math.max(0, row.indexOf(`${name}(`))), name)) : [],
		strings: rows.flatMap((row) => [...row.matchAll(/(?<![\w$])(['"`])((?:(?!\1)[^\\]){1,60})\1(?![\w$])/g)].map((m) => JSON.stringify(m[2]).replace(/^"|"$/g, "'"))).filter((one) => !one.slice(1, -1).includes("'")).slice(0, 6) };
}

/* Strings of the examples in documentation: what a user of the project writes. */
function docStrings(root, docs) {
	const found = new Set();
	for (const file of docs)
		for (const s of snippetsOf(read(root, file)))
			for (const t of tokens(s.text))
				if (t.kind === 'string' && t.text.length > 3 && t.text.length < 60 && found.size < STRINGS_MAX)
					found.add(t.text);
	return [...found];
}

/*
 * Values that are bound to a name by one declaration before `to`: {name: text}, the last of each. `seen`, what a call for
 * an earlier place has left, is gone on with.
 */
function literalsBefore(source, list, to, seen) {
	const { bound } = seen;
	for (; seen.at + 3 < to; seen.at++) {
		const i = seen.at;
		if (!/^(const|let|var)$/.test(list[i].text) || list[i + 1].kind !== 'word' || list[i + 2].text !== '=')
			continue;
		const open = list[i + 3];
		const close = open.kind === 'punct' && /^[[{]$/.test(open.text) ? closing(list, i + 3) : i + 3;
		const next = list[close + 1];
		const said = close < 0 || (open.kind === 'word') || (next && !next.line && next.text !== ';') ? ''
			: source.slice(open.at, list[close].end);
		if (said && said.length < 300 && freeNames(said).every((n) => GLOBALS.has(n)))
			bound.set(list[i + 1].text, said);
		else
			bound.delete(list[i + 1].text);
	}
	return bound;
}

/*
 * Arguments of the calls of `name` in `source` that need nothing around them: [[text]]. One that is a
 * variable is what was last written for it, but not in sources, where it seldom is one value.
 */
function callsOf(source, name, isSource = false) {
	const found = [], seen = { at: 0, bound: new Map() };
	const list = mentions(source, [name]) ? tokensOf(source) : []; // most files do not, and need not be cut up
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
		const said = split(source, list, i + 2, close);
		const bound = !isSource && said && said.some((a) => /^[A-Za-z_$][\w$]*$/.test(a)) ? literalsBefore(source, list, i, seen) : new Map();
		const args = said && said.map((a) => bound.get(a) || a);
		if (!args || args.some((a) => !a || a.length > 400 || a.startsWith('...') || /\bthis\b|\bawait\b/.test(a)))
			continue;
		if (args.every((a) => freeNames(a).every((n) => GLOBALS.has(n))))
			found.push(args);
	}
	return found;
}

const HEADS = /^(?:if|for|while|switch|catch|function|with|constructor)$/; // what is no method's name before a bracket

/* Names of the methods in a text: a class that is not exported is met by what makes its objects. */
function methodsIn(text) {
	return [...text.matchAll(/^[ \t]+(?:(?:static|async|get|set)\s+)*\*?\s*([A-Za-z_$][\w$]*)\([^\n]*\)[ \t]*\{/gm)].map((m) => m[1]).filter((name) => !HEADS.test(name));
}

module.exports = { methodsIn, GLOBALS, listFiles, tokensOf, texts, fromTests, fromDocs, fromComment, docCalls, docStrings, callsOf, keysOf, localNames, importsOf, stored, read, readCode, mentions };
