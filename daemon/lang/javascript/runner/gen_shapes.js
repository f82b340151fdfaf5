'use strict';
/*
 * Programs of shapes that one call does not have: methods of one object in a row, the changed one of an object of a subclass,
 * what operators make of an object, and what a function that was made by another one does.
 */
const PAIRS_MAX = 8; // of other methods that the changed one stands between
const SUBCLASSES_MAX = 4;
const LOOKS_MAX = 4;
const OTHERS_MAX = 8; // methods beside the changed one
const FUNCTION = /^(async\s+)?(function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)/;
const METHOD = /^[A-Za-z$][\w$]*$/;
const OPERATED = /(^|\.)(valueOf|toString|toJSON|\[Symbol\.(iterator|toPrimitive|asyncIterator|toStringTag)\]|(Symbol\()?Symbol\.iterator\)?)$/;
/* A function that says how it is called, and arguments that are alike but not the same. */
const ASKED = 'function told(...args) {\n\tconsole.log(\'called\', ...args);\n\treturn args.length;\n}';
/* One that fails when it is called first, and says how often it was called. */
const FAILING = 'let times = 0;\nfunction failing(...args) {\n\ttimes++;\n\tif (times === 1)\n\t\tthrow new Error(\'first\');\n\treturn times;\n}';
const FAILED = 'function failing() {\n\tthrow new Error(\'failed\');\n}';
/* Whoever is given something may change it: what made it should not change with it. */
const TOUCH = 'function touch(got, deep = 2) {\n\tfor (const key of Object.keys(got).slice(0, 4))\n\t\tif (got[key] === null || typeof got[key] !== \'object\')\n' +
	'\t\t\tgot[key] = typeof got[key] === \'number\' ? got[key] + 1 : \'touched\';\n\t\telse if (deep > 0)\n\t\t\ttouch(got[key], deep - 1);\n}';
const ITEMS_MAX = 10;
const ALIKE = ['1, 2', "'1', 2", "'1,2'", '[1, 2]', '[[1], 2]', '', 'undefined', 'null', '{ a: 1 }', '{ a: 2 }', '1, 2'];

/* Methods of a class, the changed one first. */
function methodsOf(entries, owner, name) {
	const start = `${owner.qualname}.prototype.`;
	return entries.filter((e) => e.module === owner.module && e.qualname.startsWith(start) && METHOD.test(e.qualname.slice(start.length)) &&
		e.qualname.slice(start.length) !== 'constructor' && e.qualname.slice(start.length) !== name && !e.accessor);
}

/* A property as it was defined, without asking its getter. */
function defined(object, key) {
	for (let o = object; o; o = Object.getPrototypeOf(o)) {
		const found = Object.getOwnPropertyDescriptor(o, key);
		if (found)
			return found;
	}
	return undefined;
}

/* The first items, as there may be no last one. */
const items = (it) => `{\n\tlet n = 0;\n\tfor (const item of ${it}) {\n\t\tconsole.log(item);\n\t\tif (++n === ${ITEMS_MAX})\n\t\t\tbreak;\n\t}\n}`;

/* What an object keeps to itself is seen by what it gives: its items, its getters, its methods without parameters. */
function looksAt(it, owner, others) {
	const { prototype } = owner.value;
	const getters = Object.getOwnPropertyNames(prototype).filter((key) => METHOD.test(key) && defined(prototype, key).get);
	const asked = others.filter((e) => typeof e.value === 'function' && e.value.length === 0 && !e.isAsync &&
		!/[^\s(]\s*\)/.test(/\([^)]*\)/.exec(Function.prototype.toString.call(e.value))?.[0] || '')).map((e) => `${e.qualname.split('.').pop()}()`);
	const shown = [...getters, ...asked].slice(0, LOOKS_MAX).map((call) => `console.log(${it}.${call});`);
	return typeof defined(prototype, Symbol.iterator)?.value === 'function' ? [items(it), ...shown] : shown;
}

/*
 * Bodies of programs in which the changed method is called before, between and after others. `mine`, `others`: a method's calls as
 * texts; `looks`: what is asked in the end.
 */
function inTurns(it, mine, others, looks) {
	const [one, two = one] = mine, found = [], show = (call) => `console.log(${it}.${call});`;
	const put = (...calls) => found.push([...calls.map(show), `console.log(${it});`, ...looks].join('\n'));
	put(one, two);
	put(one, one);
	const firsts = others.map((calls) => calls[0]);
	let made = 0;
	for (const [a, b] of others)
		if (b !== undefined) {
			put(a, b, one);
			put(a, b, one, b, two);
		}
	for (const a of firsts) {
		put(a, one, a, two);
		put(one, a, two);
		for (const b of firsts)
			if (a !== b && made++ < PAIRS_MAX)
				put(one, a, two, b);
	}
	return found;
}

/* A method that is given a function: of one that fails, one that does not, and two that fail. What is counted in a row begins anew in between. */
function failingTurns(it, name, args, looks) {
	const at = args.findIndex((one) => FUNCTION.test(one));
	if (at < 0)
		return [];
	const rows = ['try {', `\tconsole.log(${it}.${name}(${args.map((one, i) => (i === at ? 'fn' : one)).join(', ')}));`, '} catch (e) {', '\tconsole.log(e.name);', '}', ...looks];
	return [['const fine = () => 1;', FAILED, `for (const fn of [failing, fine, failing, failing, fine]) {\n\t${rows.join('\n').replace(/\n/g, '\n\t')}\n}`].join('\n')];
}

/* Classes made from another one that have not a method of that name themselves. */
function subclassesOf(entries, owner, name) {
	const own = owner.value && owner.value.prototype;
	return entries.filter((e) => e.kind === 'class' && e !== owner && e.value.prototype && own && Object.prototype.isPrototypeOf.call(own, e.value.prototype) &&
		!Object.getOwnPropertyDescriptor(e.value.prototype, name)).slice(0, SUBCLASSES_MAX);
}

/* What is made of an object where a text, a number, a list or JSON is wanted. */
function operated(it, other) {
	return [`console.log(\`\${${it}}\`);`, `console.log(${it} + 1);`, `console.log(+${it});`, `console.log(${it} > ${other}, ${it} < ${other}, ${it} == ${other});`,
		`console.log([${it}, ${other}].join());`, `console.log(JSON.stringify({ it: ${it} }));`, `console.log([...${it}]);`,
		`for (const item of ${it}) {\n\tconsole.log(item);\n\tbreak;\n}\nconsole.log([...${it}]);`];
}

/* Bodies that call what `call`, to which `told` is given, gives. */
function madeFunction(call) {
	return [[ASKED, `const made = ${call};`, ...ALIKE.map((args) => `console.log(made(${args}));`)].join('\n'),
		[ASKED.replace('return args.length;', 'return this;'), `const made = ${call};`, 'const own = { made, name: \'own\' };', 'console.log(own.made(1) === own);',
			'console.log(made.name, made.length);'].join('\n'),
		[FAILING, `const made = ${call.replace(/\btold\b(?!\()/, 'failing')};`, 'for (let i = 0; i < 3; i++)\n\ttry {\n\t\tconsole.log(made(1));\n\t} catch (e) {\n\t\tconsole.log(e);\n\t}'].join('\n'),
		[ASKED, "told.mark = 'own';", `const made = ${call};`, 'console.log(made.mark);'].join('\n')];
}

/* A program of these rows, which may await. */
function program(line, rows) {
	return /\bawait /.test(rows) && !line.startsWith('import') ? `${line}\n\n(async () => {\n${rows.replace(/^/gm, '\t')}\n})();\n` : `${line}\n\n${rows}\n`;
}

function ofMethod(entries, root, entry, lists, tools) {
	const owner = tools.ownerOf(entries, entry), found = [], start = (e) => e.qualname.slice(owner.qualname.length + '.prototype.'.length);
	const name = start(entry), calls = (lists.length ? lists : [[]]).slice(0, 2).map((list) => `${name}(${list.join(', ')})`);
	const callsOf = (e) => [...new Set(tools.callsOf(e).map((args) => `${start(e)}(${args.join(', ')})`))].slice(0, 2);
	for (const one of [owner, ...subclassesOf(entries, owner, name)]) {
		const { line, callee } = tools.access(root, one);
		const made = tools.receiver(entries, { ...entry, module: one.module, qualname: `${one.qualname}.prototype.${name}` }, `${callee}.prototype.${name}`);
		const put = (rows) => found.push(program(line, `const it = ${made};\n${rows}`));
		if (OPERATED.test(entry.qualname))
			operated('it', 'other').forEach((rows) => put(`const other = ${made};\n${rows}`));
		else if (one !== owner)
			calls.forEach((call) => put(`console.log(${tools.isAsync(entry) ? 'await ' : ''}it.${call});\nconsole.log(it);`));
		else if (METHOD.test(name) && calls.length && !tools.isAsync(entry)) {
			const others = methodsOf(entries, owner, name).filter((e) => !tools.isAsync(e)).slice(0, OTHERS_MAX);
			const looks = looksAt('it', owner, others);
			inTurns('it', calls, others.map(callsOf).filter((rows) => rows.length), looks).forEach(put);
			lists.slice(0, 2).flatMap((list) => failingTurns('it', name, list, looks)).slice(0, 1).forEach(put);
			put(`${TOUCH}\nconst got = it.${calls[0]};\nif (got !== it && typeof got === 'object' && got !== null && !Object.isFrozen(got))\n\ttouch(got);\nconsole.log(got);\nconsole.log(it);\nconsole.log(it.${calls[0]});`);
		}
	}
	return found;
}

function ofMaker(root, entry, list, tools) {
	const { line, callee } = tools.access(root, entry);
	const needed = tools.parametersOf(entry, root).filter((p) => p.kind !== 'rest' && p.default === null).length;
	const args = list.slice(0, Math.max(1, needed));
	const places = [...new Set([0, Math.max(0, args.findIndex((one) => FUNCTION.test(one)))])];
	const calls = places.map((at) => `${callee}(${args.map((one, i) => (i === at ? 'told' : one)).join(', ') || 'told'})`);
	const gives = (call) => tools.looks(`${line}\n\nfunction told() {}\nconsole.log(typeof ${call});`);
	return calls.filter((call) => gives(call)?.text === 'function').flatMap((call) => madeFunction(call).map((rows) => program(line, rows)));
}

/* Programs for one way into a change. `lists`: arguments of real calls; `tools`: how generate.js writes programs. */
function programs(entries, root, entry, lists, tools) {
	if (entry.accessor || entry.kind === 'class')
		return [];
	if (tools.ownerOf(entries, entry))
		return ofMethod(entries, root, entry, lists, tools);
	return tools.parametersOf(entry, root).length ? ofMaker(root, entry, lists[0] || [], tools) : [];
}

module.exports = { programs };
