'use strict';
/*
 * The offline engine: small programs that call changed functions and print what they observe
 * (`generate` in lang/PROTOCOL.md).
 *
 * For each target: how it is reached from outside (explore.js), what the project says about it
 * (gen_mine.js), and arguments made from its parameters (gen_values.js). Programs are written for the
 * root of the project. What is most like real use comes first; the cap cuts from the end.
 */
const path = require('path');
const explore = require('./explore.js');
const mine = require('./gen_mine.js');
const resolve = require('./resolve.js');
const text = require('./gen_text.js');
const values = require('./gen_values.js');
const { statements, boundNames } = require('./lexer.js');

const PER_TARGET = 120;
const CALLERS_MAX = 6;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const CALLBACK = /^(cb|callback|done|next)$/i;
const RESERVED = new Set(['default', 'delete', 'new', 'class', 'function', 'in', 'import', 'export', 'typeof',
	'return', 'void', 'with', 'yield', 'await', 'let', 'const', 'var', 'try', 'catch', 'switch', 'case']);

/* ---- reaching a function -------------------------------------------------------------------------------- */

function labelOf(qualname) {
	return /[\w$]+(?=\W*$)/.exec(qualname)?.[0] || '';
}

function sourceOf(value) {
	return Function.prototype.toString.call(value);
}

/* Entries that are the target itself. */
function exact(entries, target, file) {
	const parts = target.qualname.split('.').filter((p) => p !== 'prototype');
	const last = parts[parts.length - 1] || '';
	const isMaker = last === 'constructor';
	const label = isMaker ? parts[parts.length - 2] : last;
	const own = entries.filter((e) => e.place.file === file);
	const isNamed = (e) => e.value.name === label || labelOf(e.qualname) === label ||
		e.aliases.some((a) => labelOf(a) === label) || target.qualname === e.qualname;
	const found = own.filter((e) => (isMaker ? e.kind === 'class' : true) && isNamed(e));
	if (parts.length > 1 && !isMaker) { // a method of that class rather than of another
		const of = parts[parts.length - 2];
		const same = found.filter((e) => e.qualname.split('.').includes(of));
		return same.length ? same : found;
	}
	return found;
}

/* Names of functions in a file that use one of `names`, and those that use them. */
function usersOf(source, names) {
	const all = new Set(names);
	const rows = statements(source).map((s) => ({ text: s.text, names: boundNames(s.text) }));
	for (let n = 0; n < 4; n++)
		for (const row of rows)
			if (row.names.length && mine.mentions(row.text, [...all]))
				row.names.forEach((name) => all.add(name));
	return [...all];
}

/* Public functions through which a target is reached, when it is not public itself. */
function callers(entries, target, file, root) {
	const own = entries.filter((e) => e.place.file === file);
	if (target.caller) {
		const said = entries.filter((e) => `${e.module}.${e.qualname}` === target.caller ||
			(target.caller.startsWith(`${e.module}.`) && labelOf(e.qualname) === labelOf(target.caller)));
		if (said.length)
			return said.slice(0, CALLERS_MAX);
	}
	if (!target.qualname)
		return own.filter((e) => e.kind !== 'class' || own.length === 1);
	const names = usersOf(mine.read(root, target.file), [labelOf(target.qualname)]);
	const found = entries.filter((e) => mine.mentions(sourceOf(e.value), names));
	return (found.length ? found : own).slice(0, CALLERS_MAX);
}

function camel(name) {
	const made = path.posix.basename(name).replace(/\.[cm]?js$/, '').replace(/[^\w$]+(.)?/g, (_, c) => (c || '').toUpperCase());
	return IDENTIFIER.test(made) && !RESERVED.has(made) ? made : 'api';
}

/* {line, callee}: how a program gets at `qualname` of a module. */
function access(root, entry) {
	const file = resolve.fileOf(root, entry.module);
	const isModule = resolve.isModule(file);
	const from = isModule ? `./${path.relative(root, file)}` : `./${entry.module}`;
	const [head] = /^[\w$]+/.exec(entry.qualname) || [''];
	const take = (name) => (isModule ? `import ${name} from '${from}';` : `const ${name} = require('${from}');`);
	if (entry.qualname.startsWith('module.exports')) {
		const own = entry.root && entry.root.name;
		const name = own && IDENTIFIER.test(own) && !RESERVED.has(own) ? own : camel(entry.module);
		return { line: take(name), callee: name + entry.qualname.slice('module.exports'.length) };
	}
	if (head === 'default' && isModule) {
		const name = camel(entry.module);
		return { line: take(name), callee: name + entry.qualname.slice('default'.length) };
	}
	if (IDENTIFIER.test(head) && !RESERVED.has(head) && !(head in globalThis))
		return { line: isModule ? `import { ${head} } from '${from}';` : `const { ${head} } = require('${from}');`,
			callee: entry.qualname };
	const name = camel(entry.module);
	const dot = entry.qualname[0] === '[' ? '' : '.';
	return { line: isModule ? `import * as ${name} from '${from}';` : take(name), callee: name + dot + entry.qualname,
		isModule };
}

/* ---- programs of one call ------------------------------------------------------------------------------- */

function isAsync(entry) {
	return entry.isAsync || /\bnew Promise\b|\.then\(|Promise\.(all|resolve|reject)/.test(sourceOf(entry.value));
}

/* An instance of the class a method belongs to: its expression, or null. */
function receiver(entries, entry, callee) {
	const at = callee.lastIndexOf('.prototype');
	const owner = entries.find((e) => e.module === entry.module && `${e.qualname}.prototype` ===
		entry.qualname.slice(0, entry.qualname.lastIndexOf('.prototype') + 10));
	const args = owner ? parametersOf(owner).filter((p) => p.kind !== 'rest' && p.default === null)
		.map((p) => candidatesFor(p, owner)[0]) : [];
	return `new ${callee.slice(0, at)}(${args.join(', ')})`;
}

function parametersOf(entry) {
	const types = explore.docTypes(explore.docAbove(entry.place.file, entry.place.line));
	return entry.names.filter(Boolean).map((p) => explore.describeParameter(p, types));
}

function candidatesFor(param, entry) {
	if (CALLBACK.test(param.name))
		return ["(...args) => console.log('callback', ...args)"];
	const source = sourceOf(entry.value);
	return values.valuesFor(param, source, entry.literals || values.literalsOf(source));
}

/* A program that calls `entry` with `args` and prints what comes of it. */
function program(entries, root, entry, args) {
	const { line, callee } = access(root, entry);
	const isModule = line.startsWith('import');
	const list = args.join(', ');
	const rows = [];
	const print = (call) => rows.push(isAsync(entry) ? `console.log(await ${call});` : `console.log(${call});`);
	if (entry.kind === 'class') {
		print(`new ${callee}(${list})`);
	} else if (callee.includes('.prototype')) {
		const at = callee.lastIndexOf('.prototype');
		const name = camel(callee.slice(0, at).split('.').pop()).replace(/^./, (c) => c.toLowerCase());
		const own = name === callee.slice(0, at) || name in globalThis ? 'it' : name;
		rows.push(`const ${own} = ${receiver(entries, entry, callee)};`);
		print(`${own}${callee.slice(at + '.prototype'.length)}(${list})`);
		rows.push(`console.log(${own});`);
	} else {
		print(`${callee}(${list})`);
	}
	const body = rows.join('\n');
	if (isAsync(entry) && !isModule)
		return `${line}\n\n(async () => {\n${body.replace(/^/gm, '\t')}\n})();\n`;
	return `${line}\n\n${body}\n`;
}

/* Lists of arguments from the parameters: the ordinary one, then one changed at a time. */
function typedLists(entry) {
	const params = parametersOf(entry);
	const pools = params.map((p) => candidatesFor(p, entry));
	const needed = params.filter((p) => p.kind !== 'rest' && p.default === null).length;
	const base = pools.map((p) => p[0]);
	const plain = [base.slice(0, Math.max(needed, 1)), base], edges = [], odd = [];
	const longest = Math.max(0, ...pools.map((p) => p.length));
	for (let k = 1; k < longest; k++)
		pools.forEach((pool, i) => {
			if (k < pool.length)
				(k < 4 ? plain : edges).push(base.map((v, at) => (at === i ? pool[k] : v)));
		});
	if (params.length > 1)
		for (let k = 1; k < 6; k++)
			edges.push(pools.map((p) => p[k % p.length]));
	params.forEach((p, i) => {
		for (const v of values.ODD)
			odd.push(base.map((b, at) => (at === i ? v : b)));
	});
	return params.length ? { plain, edges, odd } : { plain: [[]], edges: [], odd: [] };
}

/* ---- one target -------------------------------------------------------------------------------------------- */

class Output {
	constructor(max) {
		this.max = max;
		this.byTarget = [];
		this.seen = new Set();
		this.stats = {};
	}

	begin() {
		this.byTarget.push([]);
	}

	add(source, origin, legality, where, target) {
		const rows = this.byTarget[this.byTarget.length - 1];
		if (!source || this.seen.has(source) || rows.length >= this.max)
			return;
		this.seen.add(source);
		rows.push({ source, origin, legality, where, target });
		this.stats[origin] = (this.stats[origin] || 0) + 1;
	}

	/* In turn, one of each target. */
	all() {
		const out = [];
		for (let i = 0; out.length < this.max; i++) {
			const row = this.byTarget.filter((t) => i < t.length).map((t) => t[i]);
			if (!row.length)
				break;
			out.push(...row);
		}
		return out.slice(0, this.max);
	}
}

function minedLists(root, files, entry) {
	const label = entry.kind === 'class' || entry.qualname.startsWith('module.exports')
		? entry.value.name || labelOf(entry.qualname) : labelOf(entry.qualname);
	const found = [], seen = new Set();
	for (const file of files)
		for (const args of label ? mine.callsOf(mine.read(root, file), label) : []) {
			const key = args.join(',');
			if (!seen.has(key) && found.length < 60) {
				seen.add(key);
				found.push({ args, where: file });
			}
		}
	return found;
}

function mutatedLists(mined, literals) {
	const out = [];
	for (const { args, where } of mined.slice(0, 12))
		args.forEach((arg, i) => {
			for (const near of values.mutate(arg, literals))
				out.push({ args: args.map((a, k) => (k === i ? near : a)), where });
		});
	return out;
}

/* Lists woven so that every source of mutation gets its turn. */
function weave(lists) {
	const out = [];
	const groups = new Map();
	for (const one of lists) {
		const key = one.where;
		groups.set(key, [...(groups.get(key) || []), one]);
	}
	for (let i = 0; ; i++) {
		const row = [...groups.values()].filter((g) => i < g.length).map((g) => g[i]);
		if (!row.length)
			return out;
		out.push(...row);
	}
}

function forTarget(work, target, out) {
	const { root, entries, files, until, known } = work;
	const file = path.join(root, target.file || '');
	let reached = target.qualname ? exact(entries, target, file) : [];
	if (!reached.length)
		reached = callers(entries, target, file, root);
	const label = labelOf(target.qualname);
	const names = [...new Set([label, ...reached.map((e) => labelOf(e.qualname)), ...reached.map((e) => e.value.name)])]
		.filter((n) => n && n !== 'exports' && n !== 'constructor');
	out.begin();
	for (const f of files.tests)
		for (const p of names.length && Date.now() < until ? mine.fromTests(root, f, names) : [])
			out.add(p.source, 'test', 'seen', p.where, target.name);
	for (const f of files.docs)
		for (const p of names.length && Date.now() < until ? mine.fromDocs(root, f, names, known) : [])
			out.add(p.source, 'doc', 'seen', p.where, target.name);
	for (const entry of reached.slice(0, CALLERS_MAX)) {
		if (Date.now() > until)
			break;
		forEntry(work, entry, target, out);
	}
}

function forEntry(work, entry, target, out) {
	const { root, entries, files, known } = work;
	const source = sourceOf(entry.value);
	const literals = values.literalsOf(source);
	for (const one of Array.isArray(target.literals) ? target.literals : []) {
		const kind = values.kindOfLiteral(String(one));
		if (kind === 'string' || kind === 'number')
			literals[kind] = [...new Set([String(one), ...literals[kind]])];
	}
	entry.literals = literals;
	const put = (args, origin, legality, where) =>
		out.add(program(entries, root, entry, args), origin, legality, where, target.name);
	const where = `${path.relative(root, entry.place.file)}:${entry.place.line}`;
	const doc = explore.docAbove(entry.place.file, entry.place.line);
	for (const example of doc ? text.docExamples(doc) : [])
		out.add(text.docProgram(example, known), 'doc', 'seen', where, target.name);
	const mined = minedLists(root, [...files.tests, ...files.sources], entry);
	for (const m of mined)
		put(m.args, 'call', 'seen', m.where);
	const typed = typedLists(entry);
	for (const args of typed.plain)
		put(args, 'typed', 'plausible', where);
	for (const m of weave(mutatedLists(mined, literals)))
		put(m.args, 'mutated', 'plausible', m.where);
	for (const args of typed.edges)
		put(args, 'boundary', 'plausible', where);
	for (const args of typed.odd)
		put(args, 'boundary', 'unknown', where);
}

/* ---- the request ----------------------------------------------------------------------------------------------- */

function strings(value) {
	return Array.isArray(value) ? value.filter((v) => typeof v === 'string') : null;
}

/* Imports by name, for examples that leave them out. */
function knownImports(root, entries) {
	const known = new Map();
	for (const entry of entries) {
		if (entry.kind === 'method')
			continue;
		const { line, callee } = access(root, entry);
		const head = callee.split(/[.[]/)[0];
		if (!known.has(head))
			known.set(head, line);
	}
	return known;
}

async function handle(request, { boot }) {
	const root = boot.root;
	const max = Number.isInteger(request.max) && request.max > 0 ? Math.min(request.max, 5000) : 400;
	const targets = (Array.isArray(request.targets) ? request.targets : [])
		.filter((t) => t && typeof t.module === 'string' && typeof t.qualname === 'string');
	const until = Date.now() + (Number.isInteger(request.budget_ms) ? request.budget_ms : 30000) * 0.8;
	const modules = [...new Set([...targets.map((t) => t.module), ...targets.map((t) => moduleOf(root, t.caller)).filter(Boolean)])];
	const entries = await explore.walkAll(root, modules);
	for (const entry of entries)
		if (entry.qualname.startsWith('module.exports'))
			entry.root = entries.find((e) => e.module === entry.module && e.qualname === 'module.exports')?.value;
	const found = mine.listFiles(root);
	const first = strings(request.changed_tests) || [];
	const files = { ...found, tests: strings(request.tests) || [...first, ...found.tests.filter((f) => !first.includes(f))],
		docs: strings(request.docs) || found.docs };
	const work = { root, entries, files, until, known: knownImports(root, entries) };
	const out = new Output(Math.max(max, PER_TARGET));
	for (const target of targets) {
		if (Date.now() > until)
			break;
		forTarget(work, target, out);
	}
	out.max = max;
	return { candidates: out.all(), stats: { ...out.stats, functions: entries.length } };
}

/* The module of a full name: the longest beginning that is one. */
function moduleOf(root, name) {
	for (let at = typeof name === 'string' ? name.lastIndexOf('.') : -1; at > 0; at = name.lastIndexOf('.', at - 1))
		if (resolve.fileOf(root, name.slice(0, at)))
			return name.slice(0, at);
	return null;
}

module.exports = { handle };
