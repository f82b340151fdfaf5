'use strict';
/*
 * Observed tests as a file in the project's own test framework: the runner's `suite` command.
 *
 * Each test becomes a test of its own: the statements it needs, and what it printed as assertions on the values
 * that were seen. Text only: nothing of the project is executed here.
 */
const path = require('path');
const mine = require('./gen_mine.js');
const resolve = require('./resolve.js');
const text = require('./gen_text.js');
const Module = require('module');
const vm = require('vm');
const { tokens, statements, boundNames } = require('./lexer.js');
const { printed, quote } = require('./expect.js');

const LINE = 100;
const TITLE = 60;
const ASSERTS_MAX = 6;
const SETUP_MAX = 12;
/* What a suite of each style calls its tools: a test that means something else by such a name cannot be in it. */
const TOOLS = { 'node:test': ['test', 'assert'], mocha: ['describe', 'it', 'assert'],
	jest: ['describe', 'expect', 'test'], vitest: ['describe', 'expect', 'test'] };
const STYLES = ['jest', 'vitest', 'mocha', 'node:test'];

class Unusable extends Error {}

/* ---- the project -------------------------------------------------------------------------------- */

/* {style, folder, ending, indent}: how the project writes its tests, and where. */
function framework(said, read, tests) {
	const scripts = Object.values(said.scripts || {}).join('\n');
	const known = { ...said.devDependencies, ...said.dependencies };
	const texts = tests.slice(0, 50).map((t) => read(t) || '');
	const all = texts.join('\n');
	const style = STYLES.find((s) => new RegExp(`(^|[\\s/"'])${s.replace('node:test', 'node --test')}\\b`, 'm').test(scripts)) ||
		STYLES.find((s) => Object.hasOwn(known, s)) || (/\bdescribe\(/.test(all) && !/node:test/.test(all) ? 'mocha' : 'node:test');
	const count = new Map();
	for (const test of tests)
		count.set(path.posix.dirname(test), (count.get(path.posix.dirname(test)) || 0) + 1);
	const folder = [...count].sort((a, b) => b[1] - a[1]).map((e) => e[0])[0] || 'test';
	const ending = /\.(test|spec)\.[cm]?jsx?$/.exec(tests[0] || '') || (style === 'mocha' ? null : ['', 'test']);
	const spaces = /^( +)\S/m.exec(all);
	return { style, folder: folder === '.' ? '' : folder, ending: ending ? `.${ending[1]}.js` : '.js',
		indent: /^\t/m.test(all) || !spaces ? '\t' : ' '.repeat(Math.min(spaces[1].length, 4)) };
}

/* The folder of the package of a workspace that all these functions are in; '': they are in several, or it is none. */
function homeOf(targets, own, root) {
	const folders = [...own.values()].map((dir) => path.posix.relative(root, dir)).filter(Boolean);
	return folders.sort((a, b) => b.length - a.length).find((dir) => targets.length && targets.every((t) => String(t).startsWith(`${dir}/`))) || '';
}

/* How the tests of the package `home` are written, or of the whole project where it has none. */
function habits(root, home) {
	const { tests } = mine.listFiles(root), near = tests.filter((t) => t.startsWith(`${home}/`));
	const [outer, said] = [root, path.join(root, home)].map((dir) => resolve.readPackage(dir) || {});
	const both = (key) => ({ ...outer[key], ...said[key] });
	const how = framework({ scripts: both('scripts'), dependencies: both('dependencies'), devDependencies: both('devDependencies') },
		(file) => mine.read(root, file), near.length ? near : tests);
	return home && !near.length ? { ...how, folder: `${home}/test` } : how;
}

/* ---- one test --------------------------------------------------------------------------------------- */

function words(said) {
	return tokens(said).flatMap((t) => (t.kind === 'template' ? t.parts.flatMap((p) => tokens(p)) : [t]))
		.filter((t) => t.kind === 'word').map((t) => t.text);
}

/* Words that may stand for what a name is bound to: no member, no key. */
function mentioned(said) {
	return tokens(said).flatMap((t, i, list) => {
		if (t.kind === 'template')
			return t.parts.flatMap(mentioned);
		const last = list[i - 1]?.text, isKey = list[i + 1]?.text === ':' && /^[{,]$/.test(last);
		return t.kind !== 'word' || last === '.' || last === '?.' || isKey ? [] : [t.text];
	});
}

function isIdle(part) {
	return part.how === undefined || part.isAgain;
}

/* Does evaluating it do anything but look? */
function acts(said) {
	const list = tokens(said);
	return list.some((t, i) => t.text === '(' || t.text === '=' || /^([+*/%&|^-]|\*\*|<<|>>>?|&&|\|\||\?\?)=$|^(\+\+|--)$/.test(t.text) ||
		(t.kind === 'word' && /^(await|new|delete|yield)$/.test(t.text)) ||
		(t.kind === 'template' && (i > 0 || t.parts.some((p) => acts(p)))));
}

/* An expression as a statement: what would begin a block or a declaration does not. */
function statementOf(arg) {
	return /^(\{|\(|\[|`|\/|\+|-|(async\s+)?function\b|class\b|let\b)/.test(arg) ? `void (${arg});` : `${arg};`;
}

class Test {
	constructor(row, index, place) {
		Object.assign(this, { row, index, place, imports: [], body: [], assertions: 0, nontrivial: 0, isAsync: false, isCut: false });
		this.carrying = new Set();
		const ended = row.seen.ended;
		const all = statements(row.source);
		const last = ended ? ended.at : Math.max(-1, ...row.seen.steps.map((s) => s.at));
		for (let at = 0; at <= last && at < all.length && !this.isCut; at++)
			this.take(all[at].text, at, ended && at === last ? ended : null);
		while (this.body.length && isIdle(this.body[this.body.length - 1]))
			this.body.pop();
		if (!this.assertions)
			throw new Unusable('nothing-to-assert');
		if (!this.nontrivial)
			throw new Unusable('trivial');
		if (this.body.filter((p) => p.how === undefined).length > SETUP_MAX)
			throw new Unusable('too-long');
		const used = new Set(this.body.flatMap((p) => mentioned(p.said || p.arg)));
		const isUsed = (bound) => !bound.length || bound.some((name) => used.has(name));
		this.imports = this.imports.filter((said) => isUsed(boundNames(said)));
	}

	depends(said) {
		return words(said).some((w) => this.carrying.has(w));
	}

	take(said, at, ended) {
		const specifier = text.specifierOf(said);
		if (specifier)
			return this.takeImport(said, specifier);
		if (/^['"]use strict['"];?$/.test(said))
			return undefined;
		if (/^(import|export)\b/.test(said))
			throw new Unusable('import');
		const print = printed(said);
		const steps = this.row.seen.steps.filter((s) => s.at === at);
		if (ended)
			this.throws(said, print, steps, ended);
		else if (print)
			print.args.forEach((arg, k) => this.asserts(arg, steps.find((s) => s.arg === k)));
		else
			this.body.push({ said });
		if (/\bawait\b/.test(said))
			this.isAsync = true;
		if (this.depends(said)) {
			boundNames(said).forEach((name) => this.carrying.add(name));
			const first = tokens(said)[0];
			if (!print && first && first.kind === 'word' && first.text !== 'const' && first.text !== 'let')
				this.carrying.add(first.text);
		}
		return undefined;
	}

	takeImport(said, specifier) {
		const isOwn = specifier[0] === '.' || this.place.own.has(specifier.split('/')[0]) || this.place.own.has(specifier);
		const isImport = /^import\b/.test(said);
		if (isImport !== this.place.isModule)
			throw new Unusable('import');
		this.imports.push(...atoms(this.place.relocate(said, specifier)));
		if (isOwn)
			boundNames(said).forEach((name) => this.carrying.add(name));
	}

	/* What is not asserted is called all the same, for what it does. */
	asserts(arg, step) {
		if (!step || this.isCut)
			return;
		if (step.how === 'none' && /^raises/.test(step.kind))
			return void (this.isCut = true); // an error that nobody meant: what comes after it is not asserted either
		const isSeen = step.how !== 'none' && this.assertions < ASSERTS_MAX;
		this.assertions += isSeen ? 1 : 0;
		if (!isSeen || !this.depends(arg)) {
			if (acts(arg) && step.how === 'throws')
				this.isCut = true;
			else if (acts(arg))
				this.calls(arg, step);
			return;
		}
		const isAgain = this.body.some((p) => p.how && p.arg === arg && p.how === step.how && p.step.code === step.code);
		if (isAgain)
			this.assertions--;
		else
			this.nontrivial++;
		this.isAsync ||= step.waits === true;
		this.body.push({ how: step.how, arg, step, isAgain });
		this.about ||= arg;
	}

	calls(arg, step) {
		if (step.how === 'rejects')
			return void (this.isCut = true);
		const waits = step.waits && !/^await\b/.test(arg);
		this.isAsync ||= step.waits === true;
		this.body.push({ said: waits ? `await (${arg});` : statementOf(arg) });
	}

	throws(said, print, steps, ended) {
		if (ended.class || !ended.code)
			throw new Unusable('raises');
		const arg = print ? print.args[Math.min(steps.length, print.args.length - 1)] : null;
		const what = arg || said;
		this.assertions++;
		this.nontrivial += this.depends(what) ? 1 : 0;
		this.body.push({ how: 'throws', arg, said, step: ended });
		this.about ||= what;
	}
}

/* ---- names ----------------------------------------------------------------------------------------------- */

function subject(test, functions) {
	const called = [...test.about.matchAll(/([A-Za-z_$][\w$]*)\s*\(/g)].map((m) => m[1]);
	for (const name of called) {
		const same = functions.filter((f) => f.split('.').pop() === name);
		if (same.length)
			return same.includes(test.row.target) ? test.row.target : same[0];
	}
	return test.row.target || called[0] || 'package';
}

function title(test) {
	const about = test.about.replace(/\s+/g, ' ').replace(/;$/, '').replace(/^\(\(\) => (.*)\)\(\)$/, '$1');
	const fails = test.body.find((p) => p.how === 'throws' || p.how === 'rejects');
	const what = about.length <= TITLE ? about : about.slice(0, TITLE).replace(/\W*\w*$/, ' ...');
	return fails ? `${what} throws ${fails.step.type}` : what;
}

function nameAll(tests) {
	const used = new Map();
	for (const test of tests) {
		const said = title(test);
		const n = (used.get(said) || 0) + 1;
		used.set(said, n);
		test.name = n === 1 ? said : `${said}, case ${n}`;
	}
}

/* ---- layout ------------------------------------------------------------------------------------------------ */

/* Lines that begin inside of a template stay where they are. */
function indent(said, by) {
	const inside = new Set();
	for (const t of tokens(said))
		if (t.kind === 'template') {
			const first = said.slice(0, t.at).split('\n').length;
			const lines = said.slice(t.at, t.end).split('\n').length;
			for (let n = first + 1; n < first + lines; n++)
				inside.add(n);
		}
	return said.split('\n').map((row, i) => (inside.has(i + 1) || !row ? row : by + row)).join('\n');
}

function call(head, args, by) {
	const one = `${head}(${args.join(', ')});`;
	return one.length <= LINE - 8 || args.some((a) => a.includes('\n')) ? one
		: `${head}(\n${args.map((a) => `${by}${a},\n`).join('')});`;
}

const SIMPLE = /^(new )?[\w$.]+(\([^()]*\))?$/;

function viewed(part) {
	const value = part.step.waits && part.how !== 'rejects' ? `await ${part.arg}` : part.arg;
	if (part.how === 'spread')
		return `{ ...${SIMPLE.test(value) ? value : `(${value})`} }`;
	if (part.how === 'list')
		return `[...${SIMPLE.test(value) ? value : `(${value})`}]`;
	return part.how === 'text' ? `String(${value})` : value;
}

function block(part, by) {
	const called = part.arg && /^\((\(\) => [^]*)\)\(\)$/.exec(part.arg); // (() => f(x))()
	if (called && part.how === 'throws')
		return called[1];
	if (part.arg)
		return `() => ${part.arg.startsWith('{') ? `(${part.arg})` : part.arg}`;
	return `() => {\n${indent(part.said, by)}\n}`;
}

/* What is expected of an exception: its name, and its message where that is plain text. */
function expected(step) {
	const name = `name: ${quote(step.type)}`;
	return step.message ? `{ ${name}, message: ${quote(step.message)} }` : `{ ${name} }`;
}

/* A promise of what is to fail: for what waits, no plain function can be asked to. */
function promised(part, by) {
	return part.arg ? `async () => ${part.arg.startsWith('{') ? `(${part.arg})` : part.arg}` : `async ${block(part, by)}`;
}

function waits(part) {
	return words(part.arg || part.said).includes('await');
}

function byAssert(part, by) {
	if (part.how === 'throws' && waits(part))
		return call('await assert.rejects', [promised(part, by), expected(part.step)], by);
	if (part.how === 'throws')
		return call('assert.throws', [block(part, by), expected(part.step)], by);
	if (part.how === 'rejects')
		return call('await assert.rejects', [part.arg, expected(part.step)], by);
	const method = part.how === 'equal' || part.how === 'text' ? 'strictEqual' : 'deepStrictEqual';
	return call(`assert.${method}`, [viewed(part), part.step.code], by);
}

function byExpect(part, by) {
	const message = part.step.message ? quote(part.step.message) : '';
	if (part.how === 'throws' && waits(part))
		return `await expect((${promised(part, by)})()).rejects.toThrow(${message});`;
	if (part.how === 'throws')
		return `expect(${block(part, by)}).toThrow(${message});`;
	if (part.how === 'rejects')
		return `await expect(${part.arg}).rejects.toThrow(${message});`;
	const method = part.how === 'equal' || part.how === 'text' ? 'toBe' : 'toStrictEqual';
	return call(`expect(${viewed(part)}).${method}`, [part.step.code], by);
}

function render(tests, style, isModule, by, head) {
	const expects = style === 'jest' || style === 'vitest';
	const word = style === 'mocha' ? 'it' : 'test';
	const groups = new Map();
	for (const test of tests) {
		const rows = test.local.map((said) => (isModule ? dynamic(said) : said)).concat(test.body.map((p) => (p.how ? (expects ? byExpect : byAssert)(p, by) : p.said)));
		const body = indent(rows.join('\n'), by);
		const isAsync = test.isAsync || (isModule && test.local.length);
		const said = `${word}(${quote(test.name)}, ${isAsync ? 'async ' : ''}() => {\n${body}\n});`;
		groups.set(test.target, [...(groups.get(test.target) || []), said]);
	}
	const bodies = [...groups].map(([target, rows]) => (style === 'node:test' ? rows.join('\n\n')
		: `describe(${quote(target.replace(/\.constructor$/, '').split('.').pop())}, () => {\n${indent(rows.join('\n\n'), by)}\n});`));
	return `${head}\n\n${bodies.join('\n\n')}\n`;
}

function header(style, isModule, about, imports) {
	const tools = {
		'node:test': [['test', 'node:test'], ['assert', 'node:assert']],
		mocha: [['assert', 'assert']],
		jest: [],
		vitest: [['{ describe, expect, test }', 'vitest']],
	}[style].map(([name, from]) => (isModule || style === 'vitest' ? `import ${name} from '${from}';`
		: `const ${name} = require('${from}');`));
	const line = `// ${about.replace(/[\r\n\u2028\u2029]+/g, ' ')}`;
	const first = isModule || style === 'vitest' ? line : `'use strict';\n\n${line}`;
	return [first, tools.join('\n'), imports.join('\n')].filter(Boolean).join('\n\n');
}

const PART = /^[\w$]+(\s*(:|\bas\b)\s*[\w$]+)?$/;

/* An import as several, each of which binds one name, said in one way. */
function atoms(said) {
	const both = /^import\s+([\w$]+)\s*,\s*(\{[^]*|\*[^]*?)(\s*\bfrom\b[^]*)$/.exec(said);
	if (both)
		return [...atoms(`import ${both[1]} ${both[3].trim()}`), ...atoms(`import ${both[2].includes('from') ? both[2] : `${both[2]} ${both[3].trim()}`}`)];
	const m = /^(const|let|var|import)\s+\{([^}]*)\}\s*([^]*?);?$/.exec(said);
	const parts = m ? m[2].split(',').map((p) => p.trim().replace(/\s+/g, ' ')).filter(Boolean) : [];
	const tail = m && m[3].replace(/"([^'"\\]*)"/, "'$1'");
	return parts.length && parts.every((p) => PART.test(p)) ? parts.map((p) => `${m[1] === 'import' ? 'import' : 'const'} { ${p} } ${tail};`)
		: [said.replace(/;?$/, ';')];
}

/* Imports of the whole file; where tests mean different things by a name, the fewer keep theirs. */
function mergeImports(tests) {
	const told = new Map(), shared = new Set();
	for (const said of tests.flatMap((t) => t.imports))
		for (const name of boundNames(said)) {
			const count = told.get(name) || told.set(name, new Map()).get(name);
			count.set(said, (count.get(said) || 0) + 1);
		}
	const usual = new Map([...told].map(([name, count]) => [name, [...count].sort((a, b) => b[1] - a[1])[0][0]]));
	for (const test of tests) {
		const isUsual = (said) => boundNames(said).every((n) => usual.get(n) === said);
		test.local = joined(test.imports.filter((said) => !isUsual(said)));
		test.imports.filter(isUsual).forEach((said) => shared.add(said));
	}
	return joined([...shared]);
}

/* `const { a } = require(x)` and `const { b } = require(x)` are one. */
function joined(all) {
	const parts = new Map(), rows = [];
	for (const said of new Set(all)) {
		const m = /^(const|import) \{ ([^}]*) \} ([^]*)$/.exec(said);
		if (!m)
			rows.push(said);
		else
			parts.set(`${m[1]} | ${m[3]}`, [...(parts.get(`${m[1]} | ${m[3]}`) || []), m[2]]);
	}
	for (const [key, names] of parts) {
		const [first, rest] = key.split(' | ');
		rows.push(`${first} { ${names.sort().join(', ')} } ${rest}`);
	}
	return rows.sort();
}

/* An import of an ES module, inside of a function. */
function dynamic(said) {
	const m = /^import\s+([^]*?)\s*\bfrom\s*(['"][^'"]*['"]);?$/.exec(said);
	if (!m)
		return said.replace(/^import\s*(['"][^'"]*['"]);?$/, 'await import($1);');
	const names = m[1].startsWith('{') ? m[1].replace(/\s+as\s+/g, ': ')
		: m[1].startsWith('*') ? m[1].replace(/^\*\s*as\s+/, '') : `{ default: ${m[1]} }`;
	return `const ${names} = await import(${m[2]});`;
}

/* ---- a file that parses ------------------------------------------------------------------------------------- */

function parses(whole, isModule) {
	try {
		if (!isModule)
			new vm.Script(Module.wrap(whole));
		else if (vm.SourceTextModule)
			new vm.SourceTextModule(whole);
		return true;
	} catch {
		return false;
	}
}

/* Statements of a script may be none of a strict function, and names may clash: such tests are left out, one by one. */
function whatParses(tests, written, isModule) {
	if (parses(written(tests), isModule))
		return tests;
	const good = [];
	for (const test of tests)
		if (parses(written([...good, test]), isModule))
			good.push(test);
	return good;
}

/* ---- the command ---------------------------------------------------------------------------------------------- */

function places(root, own, folder, isModule) {
	const relocate = (said, specifier) => {
		let target = specifier;
		if (specifier[0] === '.') {
			target = path.posix.join('.', specifier);
		} else if (own.has(specifier) && (own.get(specifier) === root)) {
			const file = isModule ? resolve.ownFile(own, specifier, 'import') : root;
			target = path.posix.relative(root, file || root) || '.';
		} else {
			return said;
		}
		let there = path.posix.relative(folder, target) || '.';
		if (!there.startsWith('.'))
			there = `./${there}`;
		const at = said.lastIndexOf(specifier);
		return said.slice(0, at) + there + said.slice(at + specifier.length);
	};
	return { own, isModule, relocate };
}

/* A folder of the project as asked for; null: none, or not one. */
function inside(folder) {
	const clean = typeof folder === 'string' && folder ? path.posix.normalize(folder).replace(/\/$/, '') : '..';
	return clean.startsWith('..') || clean[0] === '/' ? null : clean === '.' ? '' : clean;
}

function handle(request, { own, root }) {
	const said = resolve.readPackage(root) || {};
	const how = habits(root, homeOf(request.tests.map((row) => row?.target), own, root));
	const style = STYLES.includes(request.framework) ? request.framework : how.style;
	how.folder = inside(request.folder) ?? how.folder;
	how.isModule = resolve.isModule(path.join(root, how.folder, 'any.js'));
	const place = places(root, own, how.folder, how.isModule);
	const functions = (request.functions || []).filter((f) => typeof f === 'string');
	const candidates = [], dropped = [];
	request.tests.forEach((row, index) => {
		try {
			const test = new Test(row, index, place);
			if (test.imports.some((one) => boundNames(one).some((name) => TOOLS[style].includes(name))))
				throw new Unusable('import');
			test.target = subject(test, functions);
			candidates.push(test);
		} catch (e) {
			dropped.push({ index, why: e instanceof Unusable ? e.message : 'malformed' });
		}
	});
	candidates.sort((a, b) => (a.target < b.target ? -1 : a.target > b.target ? 1 : a.index - b.index));
	const isModule = how.isModule || style === 'vitest';
	const written = (some) => {
		nameAll(some);
		const imports = mergeImports(some);
		return render(some, style, how.isModule, how.indent,
			header(style, how.isModule, request.about || 'Behaviour as it was observed.', imports));
	};
	const tests = whatParses(candidates, written, isModule);
	candidates.filter((t) => !tests.includes(t)).forEach((t) => dropped.push({ index: t.index, why: 'malformed' }));
	const whole = written(tests);
	const answer = { framework: style, dropped, files: [], tests: tests.map((t) => ({ index: t.index, name: t.name,
		target: t.target, assertions: t.assertions, nontrivial: t.nontrivial })) };
	if (!tests.length)
		return answer;
	const name = String(said.name || request.name || 'package').replace(/^@.*\//, '').replace(/[^\w.-]+/g, '-').replace(/^\.+/, '');
	const stem = request.stem ? String(request.stem).replace(/\W+/g, '-') : `${name}.generated`;
	const file = path.posix.join(how.folder, `${stem}${how.ending === '.js' ? '' : how.ending.replace(/\.js$/, '')}.js`);
	const job = { word: request.word, text: whole.replace(/^import \{ describe.*'vitest';$/m, ''), path: file, style,
		isModule: how.isModule, names: tests.map((t) => t.name) };
	return { ...answer, files: [{ path: file, text: whole }],
		proof: `//tora:prove ${JSON.stringify(JSON.stringify(job))}\n` };
}

module.exports = { handle, framework };
