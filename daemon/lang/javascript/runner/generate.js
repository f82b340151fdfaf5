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
const aim = require('./gen_aim.js');
const commands = require('./gen_commands.js');
const explore = require('./explore.js');
const kinds = require('./gen_kinds.js');
const mine = require('./gen_mine.js');
const resolve = require('./resolve.js');
const onesided = require('./gen_own.js');
const scenes = require('./gen_scenes.js');
const shapes = require('./gen_shapes.js');
const text = require('./gen_text.js');
const twist = require('./gen_twist.js');
const types = require('./types.js');
const typescript = require('./typescript.js');
const values = require('./gen_values.js');
const { Watch } = require('./gen_watch.js');
const { Budget } = require('./gen_budget.js');
const { aimsOf, isTouched, namesTouched, touchedLines, usersElsewhere, usersOf } = require('./gen_targets.js');
const { Prober } = require('./gen_probe.js');
const { readings, withReadings, fieldPairs } = require('./gen_readings.js');
const { Change, inTurn } = require('./gen_rank.js');
const { tokens, statements, boundNames } = require('./lexer.js');

const { sourceOf } = explore;

const WAITS = /\b(await|then|Promise)\b/;
const RANKS = 4; // a program of this rank is not kept
const FEW = 30;
const SAME_MAX = 3; // programs that print the same
const AIMED_SAME = 12; // and those aimed at a condition, which come before others that do
const UNTRIED = 30; // programs for one target that nothing is known of come with the best: another's, that are tried, leave no room else
const CALLS_MOVED = 3; // of which a key is given elsewhere
const FEW_CALLS = 8;
const STRINGS_NEAR = 30;
const MAKERS_MAX = 12;
const OTHERS_MAX = 8; // instances that a method is called of beside the first
const ROW_CALLS = 5; // calls that are made more than once
const MORE_MAX = 24; // values for a parameter that was left out
const ROUNDS_MAX = 300; // programs made of one function's better arguments
const CALLERS_MAX = 6;
const FEW_TESTS = 3;
const TWISTED_MAX = 24; // programs of tests and documentation that have neighbours,
const TWISTS_MAX = 120; // and neighbours of them
const DOCS_MAX = 80; // programs out of documentation for one target
const CALLS_SEEN = 400; // calls of one function that are looked at,
const CALLS_MAX = 60; // and that are used
const LINES_MAX = 200; // changed lines that are read
const MARKS_MAX = 8; // of one regular expression
const CLASS = /^(@|((export|default|declare|abstract)\s+)*class\b)/;
const EMPTY = /^(\[\s*\]|(['"`])\2|new \w+(\(\s*\))?)$/;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const ENDING = /\.([cm]?[jt]s|[jt]sx)$/;
const CALLBACK = /^(cb|callback|done|next)$/i;
const RESERVED = new Set(['default', 'delete', 'new', 'class', 'function', 'in', 'import', 'export', 'typeof',
	'return', 'void', 'with', 'yield', 'await', 'let', 'const', 'var', 'try', 'catch', 'switch', 'case']);

/* ---- reaching a function -------------------------------------------------------------------------------- */

function labelOf(qualname) {
	return /[\w$]+(?=\W*$)/.exec(qualname)?.[0] || '';
}

/* Entries that are the target itself. */
function exact(entries, target, file) {
	const parts = target.qualname.split('.').filter((p) => p !== 'prototype');
	const last = parts[parts.length - 1] || '';
	const isMaker = last === 'constructor';
	const label = isMaker ? parts[parts.length - 2] : last;
	const own = entries.filter((e) => e.place.file === file || e.place.made === file);
	const isNamed = (e) => explore.nameOf(e.value) === label || labelOf(e.qualname) === label ||
		e.aliases.some((a) => labelOf(a) === label) || target.qualname === e.qualname;
	const found = own.filter((e) => (isMaker ? e.kind === 'class' : true) && isNamed(e));
	if (parts.length > 1 && !isMaker) { // a method of that class rather than of another
		const of = parts[parts.length - 2];
		const same = found.filter((e) => e.qualname.split('.').includes(of));
		return same.length ? same : found;
	}
	return found;
}

/* Those that stand in the text of a function on whose lines something changed: it made them, as a decorator does. */
function madeBy(own, target, root) {
	const source = mine.read(root, target.file || ''), list = tokens(source), lines = Array.isArray(target.lines) ? target.lines : [];
	if (!lines.length || !own.length)
		return [];
	let at = 0, line = 1;
	const lineOf = (until) => { // of places that come in their order
		for (; at < until; at++)
			line += source.charCodeAt(at) === 10;
		return line;
	};
	return statements(source, list).flatMap((s) => {
		const first = lineOf(list[s.from].at), last = lineOf(list[s.to - 1].end);
		return !CLASS.test(s.text) && lines.some((n) => n >= first && n <= last) ? own.filter(({ place }) => place.line >= first && place.line <= last) : [];
	});
}

/* Methods of the classes among `found`, those first on whose lines something changed: a field or a block of a class shows in them. */
function membersOf(entries, found, target) {
	const lines = Array.isArray(target.lines) ? target.lines : [];
	const classes = found.filter((e) => e.kind === 'class' && !e.accessor && !/\bconstructor$/.test(target.qualname));
	const all = classes.length ? entries.filter((e) => classes.some((c) => e.module === c.module && e.qualname.startsWith(`${c.qualname}.`))) : [];
	const least = Math.min(...lines), most = Math.max(...lines);
	const has = ({ value, place }) => {
		if (place.line > most || !lines.length)
			return false;
		const end = place.line + sourceOf(value).split('\n').length;
		return end > least && lines.some((n) => n >= place.line && n < end);
	};
	const rows = all.map((e) => [has(e), e]);
	return [...rows.filter((row) => row[0]), ...rows.filter((row) => !row[0])].map((row) => row[1]).slice(0, CALLERS_MAX);
}

/* Public functions through which a target is reached, when it is not public itself. */
function callers(entries, target, file, root) {
	const own = entries.filter((e) => e.place.file === file || e.place.made === file);
	const made = target.qualname ? madeBy(own, target, root).slice(0, CALLERS_MAX - 2) : [];
	if (target.caller) {
		const said = entries.filter((e) => `${e.module}.${e.qualname}` === target.caller ||
			(target.caller.startsWith(`${e.module}.`) && labelOf(e.qualname) === labelOf(target.caller)));
		if (said.length)
			return [...new Set([...made, ...said])].slice(0, CALLERS_MAX);
	}
	if (!target.qualname) {
		const users = own.filter((e) => e.kind !== 'class' && mine.mentions(sourceOf(e.value), target.names));
		return users.length ? users : own.filter((e) => e.kind !== 'class' || own.length === 1);
	}
	const names = usersOf(mine.read(root, target.file), [labelOf(target.qualname)]);
	const found = entries.filter((e) => mine.mentions(sourceOf(e.value), names));
	return [...new Set([...made, ...(found.length ? found : own)])].slice(0, CALLERS_MAX);
}

/* Public functions of the modules that use a target which is not public, or no function. */
function dependentEntries(work, target) {
	const found = [];
	for (const user of work.users.get(target.file) || []) {
		const source = mine.read(work.root, path.relative(work.root, user.file));
		const using = (names) => work.entries.filter((e) => e.place.file === user.file && mine.mentions(sourceOf(e.value), usersOf(source, names)));
		const aimed = target.names.length ? using(target.names) : [];
		found.push(...(aimed.length ? aimed : using(user.names)).slice(0, 2));
	}
	return found.slice(0, CALLERS_MAX);
}

function camel(name) {
	const made = path.posix.basename(name).replace(ENDING, '').replace(/[^\w$]+(.)?/g, (_, c) => (c || '').toUpperCase());
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
		const own = ((entry.root && explore.nameOf(entry.root)) || '').replace(/\$\d+$/, ''); // a bundler's _$1 is _
		const isUsable = IDENTIFIER.test(own) && !RESERVED.has(own) && !/^_+[^_]/.test(own) && !(own in globalThis); // Map$1 is no Map
		const name = isUsable ? own : camel(entry.module);
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

/* An async generator: what it gives is read. */
function isStream(entry) {
	return entry.isAsync && entry.isGenerator;
}

/*
 * Classes with a getter or setter of the name of the target. That it runs code is no reason not to look at it: it is what
 * changed.
 */
function accessors(entries, target, file) {
	const [of, name] = target.qualname.split('.').slice(-2);
	const found = entries.filter((e) => e.kind === 'class' && (e.place.file === file || e.place.made === file)).flatMap((e) =>
		[[e.value, true], [e.value.prototype, false]].map(([object, isStatic]) => {
			const d = name && object ? Object.getOwnPropertyDescriptor(object, name) : null;
			return d && (d.get || d.set) ? { ...e, accessor: { name, isStatic, isSet: Boolean(d.set) } } : null;
		})).filter(Boolean);
	return found.filter((e) => explore.nameOf(e.value) === of);
}

function accessorRows({ accessor: { name, isStatic, isSet } }, callee, list) {
	const it = isStatic ? callee : 'it', rows = isStatic ? [] : [`const it = new ${callee}(${list});`];
	const at = IDENTIFIER.test(name) ? `${it}.${name}` : `${it}[${JSON.stringify(name)}]`;
	rows.push(`console.log(${at});`);
	if (isSet)
		rows.push(`${at} = 'a';`, `console.log(${at});`, `console.log(${it});`);
	return rows;
}

/* An instance of the class a method belongs to: its expression, or null. */
function receiver(entries, entry, callee) {
	const at = callee.lastIndexOf('.prototype');
	const owner = ownerOf(entries, entry);
	if (owner && !owner.makers)
		owner.makers = makersOf(entries, owner);
	return `new ${callee.slice(0, at)}(${(entry.made || (owner ? owner.makers : [])).join(', ')})`;
}

/* The class of a method. */
function ownerOf(entries, entry) {
	const at = entry.qualname.lastIndexOf('.prototype');
	return at < 0 ? undefined : entries.find((e) => e.module === entry.module && e.qualname === entry.qualname.slice(0, at));
}

/* A method of other instances than the first: what it does may hang on them alone. */
function ofOthers(entries, root, entry) {
	const owner = ownerOf(entries, entry);
	const lists = owner ? typedLists(owner, root) : null;
	return lists ? [...lists.plain, ...lists.edges].slice(0, parametersOf(entry, root).length ? OTHERS_MAX / 2 : OTHERS_MAX).map((made) => ({ ...entry, made })) : [];
}

/* Arguments with which a class makes an instance, rather than throws: as it is called in the project, fewer, others. */
function makersOf(entries, owner) {
	const { work } = entries;
	const base = parametersOf(owner, entries.root).filter((p) => p.kind !== 'rest' && p.default === null).map((p) => candidatesFor(p, owner)[0]);
	if (!work)
		return base;
	const { line, callee } = access(work.root, owner);
	const lists = [...filled(owner, entries.root), base, ...minedLists(work, owner).map((m) => m.args).slice(0, MAKERS_MAX), base.slice(0, 1), [],
		...typedLists(owner, entries.root).plain.slice(0, MAKERS_MAX)];
	const isMade = (args) => {
		const found = work.prober.look(`${line}\n\nnew ${callee}(${args.join(', ')});`, {});
		return found === null || !found.threw;
	};
	return lists.find(isMade) || base;
}

/* In a list, what a class is given that begins with nothing in it otherwise: an empty one shows little. */
function filled(owner, root) {
	const params = parametersOf(owner, root).filter((p) => p.kind !== 'rest');
	const isEmpty = (p) => p.default !== null && EMPTY.test(p.default);
	const last = params.findLastIndex(isEmpty);
	return last < 0 ? [] : [params.slice(0, last + 1).map((p) => (p.default === null || isEmpty(p) ? candidatesFor(p, owner)[0] : p.default))];
}

/* `...all: T[]`: what is given is a T. */
function oneOfRest(p) {
	const m = p.kind === 'rest' && /^(?:readonly\s+)?(?:\((.+)\)|([^[|&]+))\[\]$|^(?:Readonly)?Array<(.+)>$/.exec(p.annotation || '');
	return m ? { ...p, annotation: m[1] || m[2] || m[3] } : p;
}

function parametersOf(entry, root) {
	entry.types ||= explore.typesOf(root, entry);
	const said = entry.names.filter(Boolean).map((p) => explore.describeParameter(p, entry.types)).map(oneOfRest);
	return said.length || entry.kind === 'class' || !/\barguments\b/.test(sourceOf(entry.value)) ? said
		: [{ name: 'values', kind: 'rest', annotation: null, default: null }];
}

function candidatesFor(param, entry) {
	if (CALLBACK.test(param.name))
		return ["(...args) => console.log('callback', ...args)"];
	const source = sourceOf(entry.value), found = values.valuesFor(param, source, entry.literals || values.literalsOf(source));
	return values.kindOfLiteral(found[0]) === 'function' ? [found[0], ...values.failing(isAsync(entry)), ...found.slice(1)] : found;
}

/* A program that calls `entry` with `args` and prints what comes of it; then, for what is remembered, with each of `more`. */
function program(entries, root, entry, args, more = []) {
	const { line, callee } = access(root, entry);
	const isModule = line.startsWith('import');
	const rows = [];
	const isShared = more.length > 0 && /^[[{]|^new /.test(args[0] || '') && !/value/i.test(callee);
	if (isShared)
		rows.push(`const value = ${args[0]};`);
	const lists = [args, ...more].map((one) => (isShared && one[0] === args[0] ? ['value', ...one.slice(1)] : one).join(', '));
	const print = (call) => rows.push(isStream(entry) ? `for await (const item of ${call})\n\tconsole.log(item);`
		: isAsync(entry) ? `console.log(await ${call});` : `console.log(${call});`);
	if (entry.accessor) {
		rows.push(...accessorRows(entry, callee, lists[0]));
	} else if (entry.kind === 'class') {
		print(`new ${callee}(${lists[0]})`);
	} else if (callee.includes('.prototype')) {
		const at = callee.lastIndexOf('.prototype');
		const name = camel(callee.slice(0, at).split('.').pop()).replace(/^./, (c) => c.toLowerCase());
		const own = name === callee.slice(0, at) || name in globalThis ? 'it' : name;
		rows.push(`const ${own} = ${receiver(entries, entry, callee)};`);
		lists.forEach((list) => print(`${own}${callee.slice(at + '.prototype'.length)}(${list})`));
		rows.push(`console.log(${own});`);
	} else {
		lists.forEach((list) => print(`${callee}(${list})`));
	}
	if (isShared)
		rows.push('console.log(value);');
	const body = rows.join('\n');
	if (isAsync(entry) && !isModule)
		return `${line}\n\n(async () => {\n${body.replace(/^/gm, '\t')}\n})();\n`;
	return `${line}\n\n${body}\n`;
}

/* Lists of arguments from the parameters: the ordinary one, then one changed at a time. */
function typedLists(entry, root) {
	const params = parametersOf(entry, root);
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
	if (params.length && params[params.length - 1].kind === 'rest')
		for (const more of values.several(pools[pools.length - 1]))
			plain.push([...base.slice(0, -1), ...more]);
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

/*
 * Programs in groups: one for what is said about a target, one for each function that reaches it.
 * In a group those come first that run changed lines and print what no earlier one printed.
 */
class Output {
	/* `spare`: how many more of those there is no room for are told, behind the others, for who screens them (screen.js). `isOwn`: gen_own.js. */
	constructor(max, spare, prober, isOwn) {
		Object.assign(this, { max, spare, prober, isOwn });
		this.rest = [];
		this.groups = [];
		this.seen = new Set();
		this.texts = new Map(); // what was printed, and how often; of a target alone: how many were not tried
		this.stats = { tried: 0, repeated: 0 };
	}

	begin() {
		this.groups.push([]);
	}

	/* -> what trying it said; null: it was not, or could not be, tried. */
	add(source, origin, legality, where, target, isAimed = false) {
		if (!source || this.seen.has(source))
			return null;
		this.seen.add(source);
		const before = this.prober.tries, found = this.prober.look(source, target.wanted);
		const isTried = this.prober.tries > before;
		const rank = isTried ? this.rank(found, target, isAimed) : this.rankUntried(target);
		const one = { source, origin, legality, where, target: target.name };
		if (rank < RANKS)
			this.groups[this.groups.length - 1].push({ rank, isTried, one });
		else if (++this.stats.repeated <= this.spare)
			this.rest.push(one);
		return found && { ...found, isNew: rank < 2 };
	}

	/* Programs of the groups from `first` on that are not one call alone, for want of any that somebody wrote. */
	longest(first, max) {
		const rows = (x) => x.one.source.split('console.log(').length;
		return this.groups.slice(first).flat().filter((x) => x.rank < 2).sort((a, b) => rows(b) - rows(a)).slice(0, max).map((x) => x.one);
	}

	/* How often `key` was asked for before. */
	timesOf(key) {
		const times = this.texts.get(key) || 0;
		this.texts.set(key, times + 1);
		return times;
	}

	/* Asynchronous, or no time: as good as any. */
	rankUntried(target) {
		return this.timesOf(target.name) < UNTRIED ? 0 : 1;
	}

	/* What is aimed at a condition may print here what others did: it is the other version that says something else. */
	rank(found, target, isAimed) {
		if (!found)
			return 1; // a busy machine cut it short
		this.stats.tried++;
		const reached = !target.isMeasured || Object.keys(found.hits).length > 0;
		const times = this.timesOf(`${target.name} ${found.threw ? found.threw : found.text} ${JSON.stringify(found.hits)}`);
		if (reached && !found.threw)
			return times === 0 ? 0 : isAimed && times < AIMED_SAME ? 1 : times < SAME_MAX || isAimed ? 2 : RANKS;
		if (reached)
			return times < SAME_MAX ? 1 : RANKS;
		return times === 0 ? 3 : RANKS;
	}

	/*
	 * By rank; within one, of each group in turn. An eighth is left to the second, as what says nothing new here may do so on the
	 * other side. What runs no changed line only when there is little else.
	 */
	all() {
		const ofRank = (rank) => inTurn(this.groups.map((g) => g.filter((x) => x.rank === rank).map((x) => x.one)));
		const [first, second, ...others] = Array.from({ length: RANKS - 1 }, (_, rank) => ofRank(rank));
		const share = this.max - Math.min(second.length, Math.floor(this.max / 8));
		const out = [...first.slice(0, share), ...second, ...first.slice(share), ...others.flat()];
		if (this.groups.flat().filter((x) => x.isTried && x.rank < RANKS - 1).length < FEW) // of what was not tried nobody knows
			out.splice(this.max, 0, ...ofRank(RANKS - 1));
		const told = onesided.few([...out, ...this.rest.slice(0, this.spare)], this.isOwn, this.max);
		for (const one of told.slice(0, this.max))
			this.stats[one.origin] = (this.stats[one.origin] || 0) + 1;
		return told.slice(0, this.max + this.spare);
	}
}

function minedLists(work, entry) {
	const { root, files } = work;
	const label = entry.kind === 'class' || entry.qualname.startsWith('module.exports')
		? explore.nameOf(entry.value) || labelOf(entry.qualname) : labelOf(entry.qualname);
	const found = [], seen = new Set();
	const put = (args, where) => {
		const key = args.join(',');
		if (!seen.has(key) && found.length < CALLS_SEEN) {
			seen.add(key);
			found.push({ args, where });
		}
	};
	for (const file of label ? files.docs : [])
		for (const { args, where } of mine.docCalls(root, file, label))
			put(args, where);
	for (const [isTest, file] of [...files.tests.map((f) => [true, f]), ...files.sources.map((f) => [false, f])])
		for (const name of namesIn(work, file, label ? [label] : [], [entry]))
			for (const args of mine.callsOf(mine.readCode(root, file), name, !isTest))
				put(args, file);
	return work.change.order(found, (m) => m.args.join(', ')).slice(0, CALLS_MAX);
}

/* What a target is called in a file: its own names, and those the file gives to what it imports. */
function namesIn(work, file, names, reached) {
	const source = mine.readCode(work.root, file);
	const isTest = work.files.tests.includes(file);
	return [...new Set([...names, ...reached.slice(0, CALLERS_MAX)
		.flatMap((e) => mine.localNames(work.root, file, source, e.value, { isTest, modules: work.modules }))])];
}

function forTarget(work, target, out) {
	const { root, entries, files, until, known, budget } = work;
	const file = path.join(root, target.file || '');
	let reached = target.qualname ? accessors(entries, target, file) : [];
	if (!reached.length && target.qualname)
		reached = exact(entries, target, file);
	if (!reached.length)
		reached = [...callers(entries, target, file, root), ...dependentEntries(work, target)];
	reached = [...reached, ...membersOf(entries, reached, target)];
	const label = labelOf(target.qualname);
	const names = [...new Set([label, ...reached.map((e) => labelOf(e.qualname)), ...reached.map((e) => explore.nameOf(e.value))])]
		.filter((n) => n && n !== 'exports' && n !== 'constructor');
	const body = bodyOf(work, target, file), changed = changedText(root, target);
	work.change = new Change(changed, body);
	const own = reached.find((e) => labelOf(e.qualname) === label && typeof e.value === 'function'), code = own ? sourceOf(own.value) : '';
	const params = own ? parametersOf(own, root) : [], isLeft = (p) => p.kind === 'rest' || p.default !== null;
	target.shape = { name: label, givesItself: /\breturn this\s*(?:[;}]|$)/.test(code), mayBeEmpty: IDENTIFIER.test(label) && params.length > 0 && params.every(isLeft) };
	const sides = [changed, body, typeof target.other === 'string' ? target.other : ''];
	const place = { root, files, isOld: work.isOld, file: target.file || '', qualname: target.qualname };
	Object.assign(target, { readings: readings(...sides), kinds: kinds.asksFor(sides, place) });
	target.isWaiting = [changed, target.other].some((one) => WAITS.test(one)); // a change of what is waited for
	const first = out.groups.length, kept = [[], []]; // of tests that the change did not touch, and of those that it did
	out.begin();
	const keep = (p, origin) => {
		const found = out.add(p.source, origin, 'seen', p.where, target);
		const some = kept[Number(isTouched(work.touched[p.where.replace(/:\d+$/, '')], p.lines))];
		if (found === null || (!found.threw && Object.keys(found.hits).length))
			some.push(p);
	};
	const fromTests = (said) => files.tests.forEach((f) => (budget.spent() < until
		? mine.fromTests(root, f, namesIn(work, f, said, reached)) : []).forEach((p) => keep(p, 'test')));
	fromTests(names);
	if (target.qualname && kept.flat().length < FEW_TESTS) // public or not, the tests may come to it by what uses it
		fromTests(usersOf(mine.read(root, target.file || ''), names));
	if (label && kept.flat().length < FEW_TESTS)
		fromTests(usersElsewhere(root, files.sources, work.users.get(target.file), label, () => budget.spent() < until));
	const said = files.docs.flatMap((f) => (names.length && budget.spent() < until ? mine.fromDocs(root, f, names, known) : []));
	for (const p of work.change.order(said, (one) => one.source).slice(0, DOCS_MAX))
		if (budget.spent() < until)
			keep(p, 'doc');
	for (const p of work.commands)
		if (budget.spent() < until)
			keep(p, 'doc');
	const whole = inTurn(kept).slice(0, TWISTED_MAX); // near those that it touched, what is announced may be all that differs
	for (const p of whole) // early: what prints the same as many others here is not kept
		for (const source of twist.withNothing(p.source, target.shape))
			out.add(source, 'mutated', 'plausible', p.where, target, true);
	if (whole.length)
		watched(work, target, own, whole, out);
	if (!target.qualname) {
		out.begin();
		exportedValues(work, target, out);
	}
	work.until = budget.most(until); // whole programs come last, and have neighbours that nothing else makes
	for (const entry of reached.slice(0, 2 * CALLERS_MAX)) {
		if (budget.spent() > work.until)
			break;
		out.begin();
		forEntry(work, entry, target, out);
	}
	work.until = until;
	out.begin(); // last: of what prints the same those that are easier to read are kept
	const isCalled = whole.some((p) => !work.commands.includes(p)), programs = isCalled ? whole : out.longest(first, FEW_CALLS);
	if (!isCalled) // of commands nobody knows whether they come to it
		watched(work, target, own, programs, out);
	twisted(work, programs, target, out);
}

/* Neighbours of whole programs at the edge of what the function compares, on the changed lines first. */
function watched(work, target, own, programs, out) {
	const file = path.join(work.root, target.file || ''), text = mine.read(work.root, target.file || '');
	if (!target.isMeasured || typescript.isTypeScript(file)) // what is executed has other lines
		return;
	const first = own?.place.file === file ? own.place.line : Infinity, last = first + sourceOf(own?.value).split('\n').length;
	const changed = new Set(target.lines), isOther = (n) => n >= first && n < last && !changed.has(n);
	work.watch.begin();
	for (const isWanted of [(n) => changed.has(n), isOther])
		for (const p of work.watch.near(file, text, isWanted, programs))
			out.add(p.source, 'mutated', 'plausible', p.where, target, true);
}

/* Neighbours of whole programs, one of each program in turn. */
function twisted(work, programs, target, out) {
	const { strings: read, items } = target.readings;
	const literals = { string: [...read], number: [], items, isWaiting: target.isWaiting, pairs: fieldPairs(changedText(work.root, target)) };
	for (const one of [...changedLiterals(work.root, target), ...(Array.isArray(target.literals) ? target.literals : [])])
		if (literals[values.kindOfLiteral(String(one))])
			literals[values.kindOfLiteral(String(one))].push(String(one));
	for (const p of twist.telling(programs, target.kinds, work.methods))
		if (work.budget.spent() < work.until)
			out.add(p.source, 'mutated', 'plausible', p.where, target, true);
	const rows = programs.map((p) => twist.neighbours(p.source, literals, work.methods).map((source) => ({ ...p, source })));
	let made = 0;
	for (let k = 0; rows.some((row) => k < row.length) && made < TWISTS_MAX; k++)
		for (const row of rows)
			if (k < row.length && made < TWISTS_MAX && work.budget.spent() < work.until) {
				out.add(row[k].source, 'mutated', 'plausible', row[k].where, target);
				made++;
			}
}

/* The lines that changed, as they are written: of a module's own code those that the change touched. */
function changedRows(root, target) {
	const rows = mine.read(root, target.file || '').split('\n');
	const lines = [...(Array.isArray(target.lines) ? target.lines : []), ...target.touched];
	return lines.slice(0, LINES_MAX).map((n) => rows[n - 1] || '');
}

function changedText(root, target) {
	return changedRows(root, target).join('\n');
}

/* The text of the function that changed, public or not; '' for a module's own code. */
function bodyOf(work, target, file) {
	const [own] = target.qualname ? exact(work.entries, target, file) : [];
	return own ? sourceOf(own.value) : helpersOf(work, target.file || '').get(/^[\w$]*/.exec(target.qualname)[0]) || '';
}

/* What the top of a file binds: {name: its text}. */
function helpersOf(work, file) {
	if (work.helpers.has(file))
		return work.helpers.get(file);
	const found = new Map();
	work.helpers.set(file, found);
	for (const s of statements(mine.readCode(work.root, file)))
		for (const name of boundNames(s.text))
			if (s.text.length < 20000)
				found.set(name, s.text);
	return found;
}

/* Those first that have the most of the given literals in them. */
function nearest(strings, literals) {
	const parts = literals.map((l) => l.slice(1, -1)).filter(Boolean);
	const points = new Map(strings.map((s) => [s, parts.filter((p) => s.includes(p)).length]));
	return [...strings].sort((a, b) => points.get(b) - points.get(a)).slice(0, STRINGS_NEAR);
}

/* Literals and keys on the changed lines: what the change is about. */
function changedLiterals(root, target) {
	const found = new Set();
	for (const row of changedRows(root, target)) {
		const list = tokens(row);
		list.forEach((t, i) => {
			const next = list[i + 1];
			if (t.kind === 'regex')
				values.marksOf(t.text).slice(0, MARKS_MAX).forEach((mark) => found.add(mark).add(`'a${mark.slice(1, -1)}b${mark.slice(1)}`)); // and more than once
			if ((t.kind === 'string' && t.text.length < 60) || (t.kind === 'number' && t.text.length < 12))
				found.add(t.text);
			else if (t.kind === 'word' && next && next.text === ':' && t.text.length < 40)
				found.add(`'${t.text}'`);
		});
	}
	return [...found].slice(0, 24).reverse();
}

/* Values a module exports beside its functions: what changed constants look like. */
function exportedValues(work, target, out) {
	const value = work.exports.get(target.module);
	if (!value || typeof value.value !== 'object' || value.value === null)
		return;
	for (const key of Object.keys(value.value)) {
		const d = Object.getOwnPropertyDescriptor(value.value, key);
		if (!d || !('value' in d) || typeof d.value === 'function' || !IDENTIFIER.test(key) || key === 'default')
			continue;
		const { line, callee } = access(work.root, { module: target.module, qualname: key });
		out.add(`${line}\n\nconsole.log(${callee});\n`, 'typed', 'plausible', target.file, target);
	}
}

function forEntry(work, entry, target, out) {
	const { root, entries, files, known } = work;
	const source = sourceOf(entry.value);
	const literals = values.literalsOf(source);
	for (const one of [...changedLiterals(root, target), ...(Array.isArray(target.literals) ? target.literals : [])]) {
		const kind = values.kindOfLiteral(String(one));
		if (kind === 'string' || kind === 'number')
			literals[kind] = [...new Set([String(one), ...literals[kind]])];
	}
	literals.changed = changedText(root, target);
	const { strings: read, items } = target.readings;
	/* Nothing and a single letter are what any text is tried with before those. */
	Object.assign(literals, { string: [...(read.length ? ["''", "'a'", ...read] : []), ...literals.string],
		items: [...items, ...changedLiterals(root, target).filter((one) => values.kindOfLiteral(one) === 'string').slice(0, 2)] });
	parametersOf(entry, root);
	literals.types = entry.types;
	literals.helpers = helpersOf(work, path.relative(root, entry.place.file));
	entry.literals = literals;
	const put = (args, origin, legality, where, isAimed) =>
		out.add(program(entries, root, entry, args), origin, legality, where, target, isAimed);
	const where = `${path.relative(root, entry.place.file)}:${entry.place.line}`;
	const doc = explore.docAbove(entry.place.file, entry.place.line);
	for (const example of doc ? text.docExamples(doc) : [])
		out.add(text.docProgram(example, known), 'doc', 'seen', where, target);
	const said = mine.fromComment(doc, labelOf(entry.qualname) || explore.nameOf(entry.value));
	literals.string = [...said.strings, ...literals.string];
	const mined = [...minedLists(work, entry), ...said.calls.map((args) => ({ args, where }))];
	if (mined.length < FEW_CALLS) // nobody calls it by its name: what users write comes to it by others
		literals.string = [...literals.string, ...nearest(work.strings, literals.string)];
	Object.assign(literals, values.partsOf(mined.flatMap((m) => m.args)));
	literals.pairs.unshift(...fieldPairs(literals.changed));
	const seeds = [];
	const grow = (args, found, from) => {
		if (args.length && (found === null || (found.isNew && !found.threw)))
			seeds.push({ args, where: from });
	};
	for (const m of mined)
		grow(m.args, put(m.args, 'call', 'seen', m.where), m.where);
	const typed = typedLists(entry, root);
	const calls = mined.length ? mined : typed.plain.slice(1, 3).map((args) => ({ args, where }));
	const other = typeof target.other === 'string' && labelOf(target.qualname) === labelOf(entry.qualname) ? target.other : '';
	const [ordinary, ...others] = typed.plain;
	grow(ordinary, put(ordinary, 'typed', 'plausible', where), where); // a default that changed shows where nothing is given for it
	for (const { args, where: from } of scenes.together(mined))
		grow(args, put(args, 'mutated', 'plausible', from, true), from);
	for (const { args, where: from, isOfItsKind } of kinds.lists(calls, target.kinds))
		put(args, 'mutated', isOfItsKind === false ? 'unknown' : 'plausible', from, true);
	for (const { args, where: from } of aim.aimed(calls, parametersOf(entry, root).map((p) => p.name), source, literals.changed, other, aim.textAround(root, entry.place.file)))
		grow(args, put(args, 'mutated', values.isNothing(args) ? 'unknown' : 'plausible', from, true), from);
	const given = calls.slice(0, CALLS_MOVED).flatMap((m) => values.movedKeys(m.args, parametersOf(entry, root).length > m.args.length).map((args) => ({ args, where: m.where })));
	for (const { args, where: from } of [...given, ...withReadings(calls, read)])
		put(args, 'mutated', 'plausible', from, true);
	for (const args of others)
		grow(args, put(args, 'typed', values.isNothing(args) ? 'unknown' : 'plausible', where), where);
	for (const one of ofOthers(entries, root, entry))
		out.add(program(entries, root, one, (calls[0] || { args: typed.plain[0] }).args), 'typed', 'plausible', where, target);
	const tools = { access, receiver, ownerOf, isAsync, parametersOf, looks: (rows) => work.prober.look(rows, {}),
		callsOf: (one) => [...minedLists(work, one).map((m) => m.args), ...typedLists(one, root).plain] };
	for (const source of shapes.programs(entries, root, entry, calls.map((one) => one.args), tools))
		out.add(source, 'typed', 'plausible', where, target);
	if (entry.kind !== 'class')
		for (const rows of inARow([...mined.map((m) => m.args), ...typed.plain]))
			out.add(program(entries, root, entry, rows[0], rows.slice(1)), 'typed', 'plausible', where, target);
	for (const args of typed.edges)
		put(args, 'boundary', 'plausible', where);
	for (const args of typed.odd)
		put(args, 'boundary', 'unknown', where);
	if (!seeds.length)
		seeds.push(...mined);
	const params = parametersOf(entry, root);
	literals.more = (n) => (params[n] && params[n].kind !== 'rest' ? candidatesFor(params[n], entry).slice(0, MORE_MAX) : []);
	breed(work, seeds, literals, (args, from, of) => grow(args, put(args, 'mutated', values.isNothing(args) && !values.isNothing(of) ? 'unknown' : 'plausible', from), from));
}

/* Calls one after the other: the same twice, and with another one in between. */
function inARow(lists) {
	const some = lists.filter((args) => args.length).slice(0, ROW_CALLS);
	return some.flatMap((args, i) => [[args, args], ...(i + 1 < some.length ? [[args, some[i + 1], args]] : [])]);
}

/* Neighbours of arguments that did well, and theirs in turn. */
function breed(work, seeds, literals, attempt) {
	let made = 0;
	for (let i = 0; i < seeds.length && made < ROUNDS_MAX && work.budget.spent() < work.until; i++) {
		const { args, where } = seeds[i];
		for (const near of values.woven(values.mutatedLists([seeds[i]], literals, literals.more)).slice(0, 80)) {
			if (args.length && made < ROUNDS_MAX) {
				made++;
				attempt(near.args, where, args);
			}
		}
	}
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
	types.look(boot.site);
	if (request.compiled) {
		typescript.tell(request.compiled.texts);
		typescript.know(request.compiled.files);
	}
	const max = Number.isInteger(request.max) && request.max > 0 ? Math.min(request.max, 5000) : 400;
	const budget = new Budget(), until = (Number.isInteger(request.budget_ms) ? request.budget_ms : 30000) * 0.8;
	const found = mine.listFiles(root);
	const { targets, users, modules, all } = aimsOf(root, request, found.sources);
	const entries = await explore.walkAll(root, all);
	entries.root = root;
	for (const entry of entries)
		if (entry.qualname.startsWith('module.exports'))
			entry.root = entries.find((e) => e.module === entry.module && e.qualname === 'module.exports')?.value;
	const exported = new Map();
	for (const name of modules)
		exported.set(name, await explore.exportsOf(root, name));
	const first = strings(request.changed_tests) || [];
	const files = { ...found, tests: strings(request.tests) || [...first, ...found.tests.filter((f) => !first.includes(f))],
		docs: strings(request.docs) || found.docs };
	const loaded = [...exported.values()].filter(Boolean).map((e) => [e.file, e.value]);
	const work = { root, users, helpers: new Map(), exports: exported, modules: new Map(loaded), strings: mine.docStrings(root, files.docs), entries, files, budget, until, known: knownImports(root, entries) };
	work.touched = Object(request.changed_test_lines);
	work.commands = await commands.ofProject(root, files.docs, access);
	const tries = request.untried === true ? 0 : budget.spent() + (until - budget.spent()) * 0.8;
	work.prober = new Prober(root, exported, () => budget.spent() >= tries);
	work.watch = new Watch(work.prober, () => work.until - budget.spent());
	work.methods = new Set([...entries.map((e) => labelOf(e.qualname)), ...targets.flatMap((target) => mine.methodsIn(mine.read(root, target.file || '')))]);
	const spare = Number.isInteger(request.spare) && request.spare > 0 ? Math.min(request.spare, 5000) : 0;
	const out = new Output(max, spare, work.prober, request.own_first === true ? () => false : onesided.asker(request.api, entries));
	work.isOld = request.own_first === true; // then what a target has of the other side is the new version
	entries.work = work;
	for (const [i, target] of targets.entries()) { // each has its share of the time that is left, and a half more
		const now = budget.spent();
		if (now > until)
			break;
		work.until = Math.min(until, now + (until - now) * 1.5 / (targets.length - i));
		const lines = (Array.isArray(target.lines) ? target.lines : []).filter(Number.isInteger);
		target.touched = touchedLines(target.touched);
		target.names = target.qualname ? [] : namesTouched(mine.read(root, target.file || ''), [...lines, ...target.touched]);
		target.wanted = { [path.join(root, target.file || '')]: lines };
		target.isMeasured = lines.length > 0 && Boolean(target.qualname); // top-level code ran when it was loaded
		forTarget(work, target, out);
	}
	const candidates = out.all(), failed = targets.flatMap((target) => [...(target.kinds?.failed || [])].map((name) => [`failed_${name}`, 1]));
	return { candidates, stats: { functions: entries.length, ...out.stats, ...Object.fromEntries(failed) } };
}

module.exports = { handle };
