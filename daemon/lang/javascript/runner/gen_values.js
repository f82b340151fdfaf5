'use strict';
/*
 * Arguments: from names, types and defaults of parameters; boundary values; neighbours of what was
 * mined. Values are source texts, so that a program reads as a person would write it.
 */
const { tokens, pieces, split, closing, parameters } = require('./lexer.js');
const { alternatives, ofFunction } = require('./types.js');

/* What people call things, and what they mean by it. */
const BY_NAME = [
	[/^(cb|callback|done|next|fn|func|iteratee|predicate|mapper|comparator|compare|iterator|visitor|handler|listener)$|(Fn|Cb|Callback)$/i, 'function'],
	[/^(opts?|options|config|settings|params|props|attrs|context|ctx|data|obj|object|map|dict|record|query|headers|json|values?OfObject|source|target)$|(Options|Opts|Config)$/i, 'object'],
	[/^(arr|array|list|items?|elements?|elems|values|args|rows|collection|nums|numbers|points|keys|names|words|parts|tokens|lines|xs)$|(List|Array|s)$/, 'array'],
	[/^(n|num|number|i|j|k|idx|index|count|size|len|length|width|height|min|max|limit|offset|start|end|from|to|x|y|z|a|b|depth|level|amount|step|precision|digits|year|month|day|hours?|minutes?|seconds?|ms|age|page|total|value|ratio|radix|base)$|(Count|Index|Size|Length|Width|Height)$/i, 'number'],
	[/^(is|has|should|can|use|allow|enable|strict|force|deep|flag|verbose|silent|recursive)([A-Z]|$)/, 'boolean'],
	[/^(date|time|when|now|dt|timestamp)$|Date$/i, 'date'],
	[/^(re|regex|regexp|pattern)$/i, 'regexp'],
	[/^(buf|buffer|bytes|chunk)$/i, 'buffer'],
	[/^(str|string|s|text|name|key|word|title|label|path|file|url|uri|id|code|type|msg|message|prefix|suffix|sep|separator|delimiter|char|input|src|html|css|line|email|slug|format|fmt|locale|lang|token|content|body|haystack|needle)$|(Name|Str|Text|Key|Path|Url)$/i, 'string'],
];

/* One object in two places, and in itself. */
const SHARED = "((x) => ({ a: x, b: x }))({ c: 'd' })";
const CYCLE = '((x) => Object.assign(x, { self: x }))({ a: 1 })';

const POOLS = {
	string: ["'hello world'", "''", "'a'", "'Hello, World! 42'", "' padded '", "'a-b_c.d'", "'ÄÖ ünïcode 😀'", "'12'",
		"'line one\\nline two'", "'x'.repeat(100)"],
	number: ['3', '0', '1', '-1', '2', '10', '1.5', '100', '-0', 'NaN', 'Infinity', '1000000'],
	array: ['[1, 2, 3]', '[]', "['b', 'a', 'c']", '[3, 1, 2, 1]', '[[1, 2], [3]]', '[{ id: 1 }, { id: 2 }]', '[null, undefined, 0]'],
	object: ["{ a: 1, b: 'two' }", '{}', '{ a: { b: { c: 1 } } }', '{ list: [1, 2] }', SHARED, CYCLE, '{ b: 1, a: 2 }'],
	boolean: ['true', 'false'],
	function: ['(value) => value', '(a, b) => a - b', '() => true', '(value) => value > 1'],
	/* The second one is an hour and some seconds after the first. */
	date: ['new Date(0)', 'new Date(3620500)', "new Date('2024-02-29T12:34:56Z')", "new Date('2023-01-01T00:30:00Z')", "new Date(NaN)", "new Date('1999-12-31T23:59:59.999Z')"],
	regexp: ['/a/', '/[a-z]+/g', '/^$/'],
	buffer: ["Buffer.from('abc')", 'Buffer.alloc(0)'],
	map: ["new Map([['a', 1]])", 'new Map()'],
	set: ['new Set([1, 2])', 'new Set()'],
};
const ANY = ["'hello world'", '3', '[1, 2, 3]', "{ a: 1, b: 'two' }", "''", '0', '[]', '{}', 'true', '-1', "'a'"];
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const ODD = ['undefined', 'null'];
/* Code that asks so has something to say about these. */
const EDGES = [['isFinite', 'Infinity'], ['isFinite', '-Infinity'], ['isNaN', 'NaN'], ['isInteger', '1.5'], ['isSafeInteger', '2 ** 53'],
	['MAX_SAFE_INTEGER', '2 ** 53'], ['Object.is', '-0']];
const KEYS_MAX = 16;
const MOVED_MAX = 8;
const NAMES_MAX = 6; // of one parameter
const MARKS_MAX = 3;
/* What a text is taken apart into, small: one span in the other, one behind the other, words, nothing. */
const APART = [['0', '2', '1', '1', '3', '3', '2', '0'], ['1', '2', '3', '4', '5', '6', '7', '8'], ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
	['', '', '', '', '', '', '', '']];
const TEXT_MAX = 60000;
/* What stands for itself in a regular expression, and in a class of one. */
const MARK = /\\([^\w\s])|([^\w\s\\^$.*+?()|{}[\]])/g, MARK_INSIDE = /\\([^\w\s])|([^\w\s\\])/g;
/* Given in the place of a function: it fails each time that it is called first. */
const FLAKY = "((n) => (...args) => {\n\tif (n++ % 2 === 0)\n\t\tthrow new Error('first');\n\treturn args.length;\n})(0)";
/* A digit behind \0 makes it another escape, which no strict code may have. */
const OCTAL = /(?<!\\)(?:\\\\)*\\0\d/;
/* A time with its offset: where that is none, it is another day. */
const ZONED = /(?<![\d:])\d\d:\d\d(?=(?::\d\d(?:\.\d+)?)? ?(?:Z|[+-]\d\d:?\d\d)(?!\w))/;
const IS_COUNTER = /^(i|j|k|len|length|key|name|n)$/;

/* "'a' | 'b' | 3" -> what it may be. */
function valuesOfType(type) {
	return alternatives(type || '').filter((t) => /^('[^'\n]*'|"[^"\n]*"|-?\d+(\.\d+)?)$/.test(t)).slice(0, 12);
}

/* Arrays of what `A[]` or `Array<A>` says is in them; the pool of any array when it says nothing. */
function arraysOfType(type) {
	const out = [];
	for (const one of alternatives(type || '')) {
		const inner = /^(?:readonly\s+)?(.+)\[\]$/s.exec(one) || /^(?:readonly)?(?:array|iterable|arraylike)<(.+)>$/is.exec(one);
		const said = inner ? inner[1].replace(/^\((.*)\)$/s, '$1') : '';
		const items = [...valuesOfType(said), ...kindsOfType(said).flatMap((kind) => POOLS[kind])];
		if (items.length)
			out.push(`[${items.slice(0, 3).join(', ')}]`, '[]', `[${items[0]}]`, `[${items.slice(0, 3).reverse().join(', ')}]`,
				`[${items[0]}, ${items[0]}]`);
	}
	return out.length ? out : POOLS.array;
}

/* "string|number[]" -> kinds that are known. */
function kindsOfType(type) {
	const kinds = [];
	for (const one of alternatives(type)) {
		const part = one.toLowerCase().replace(/[?!]|=(?!>)/g, '');
		if (ofFunction(one) || /^\(.*=>/.test(part))
			kinds.push('function');
		else if (part.endsWith('[]') || part.startsWith('array') || part.startsWith('readonly ') || /^(readonlyarray|iterable|arraylike)\b/.test(part) || part[0] === '[')
			kinds.push('array');
		else if (part === 'string' || part === 'number' || part === 'boolean' || part === 'object' || part === 'function' ||
			part === 'date' || part === 'regexp' || part === 'buffer' || part === 'map' || part === 'set')
			kinds.push(part);
		else if (part === 'integer' || part === 'int' || part === 'float')
			kinds.push('number');
		else if (/^(record|partial|pick|omit|readonly|required)</.test(part) || part[0] === '{')
			kinds.push('object');
		else if (/^(map|set)</.test(part))
			kinds.push(part.slice(0, 3));
		else if (part === 'bool')
			kinds.push('boolean');
		else if (/=>|\(/.test(part))
			kinds.push('function');
	}
	return kinds;
}

function kindOfLiteral(text) {
	const t = text.trim();
	if (/^['"`]/.test(t))
		return 'string';
	if (/^-?[\d.]/.test(t) || /^-?(Infinity|NaN)$/.test(t))
		return 'number';
	if (t[0] === '[')
		return 'array';
	if (t[0] === '{')
		return 'object';
	if (t === 'true' || t === 'false')
		return 'boolean';
	if (/^\//.test(t))
		return 'regexp';
	if (/=>|^function\b/.test(t))
		return 'function';
	if (/^new Date\b/.test(t))
		return 'date';
	return null;
}

/* What `source` does with a parameter called `name`. */
function kindOfUse(name, source) {
	const n = name.replace(/\W/g, '\\$&');
	const has = (pattern) => new RegExp(pattern.replaceAll('NAME', n)).test(source);
	const typed = new RegExp(`typeof\\s+(?:[\\w$]+\\.)*${n}\\s*[!=]==?\\s*['"](\\w+)['"]`).exec(source);
	if (typed && POOLS[typed[1]])
		return typed[1];
	if (has('\\bNAME\\s*[!=]==?\\s*(true|false)\\b'))
		return 'boolean';
	const is = new RegExp(`\\bis([A-Z]\\w+)\\(\\s*(?:[\\w$]+\\.)*${n}\\b`).exec(source);
	if (is && POOLS[is[1].toLowerCase()])
		return is[1].toLowerCase();
	if (has('Array\\.isArray\\(NAME\\)') || has('\\bNAME\\.(map|filter|forEach|reduce|push|some|every|sort|concat|join|flat|find)\\('))
		return 'array';
	if (has('\\bNAME\\.(trim|toLowerCase|toUpperCase|split|charAt|charCodeAt|replace|replaceAll|startsWith|endsWith|padStart|padEnd|match|codePointAt|normalize)\\(') ||
		has('\\.(test|exec)\\(NAME\\)'))
		return 'string';
	if (has('\\bNAME\\.(getTime|toISOString|toUTCString|getFullYear|getMonth|getDate|getUTC\\w+)\\('))
		return 'date';
	if (has('\\bNAME\\('))
		return 'function';
	if (has('Object\\.(keys|entries|values|assign)\\([^)]*NAME') || has('\\b(in)\\s+NAME\\b'))
		return 'object';
	if (has('Math\\.\\w+\\(NAME') || has('\\bNAME\\s*(-|\\*|/|%|<|>|<=|>=)\\s*[\\w(]') || has('[\\w)]\\s*(-|\\*|/|%)\\s*NAME\\b(?!\\??\\.)') || has('\\bNAME(\\+\\+|--)'))
		return 'number';
	return null;
}

function kindsOf(param, source, literals) {
	if (param.annotation) {
		const kinds = kindsOfType(param.annotation);
		if (kinds.length)
			return kinds;
	}
	if (param.default !== null) {
		const kind = kindOfLiteral(param.default);
		if (kind)
			return [kind];
	}
	if (param.name[0] === '{')
		return ['object'];
	if (param.name[0] === '[')
		return ['array'];
	const used = kindOfUse(param.name, source) || (keysOf(param, source, literals).length ? 'object' : null);
	if (used)
		return [used];
	const row = BY_NAME.find(([pattern]) => pattern.test(param.name));
	return row ? [row[1]] : [];
}

/* Literals a function's own text compares with, and their neighbours: {string: [], number: []}. */
function literalsOf(source) {
	const found = { string: new Set(), number: new Set() };
	for (const t of tokens(source)) {
		if (t.kind === 'string' && t.text.length > 2 && t.text.length < 40 && t.text !== "'use strict'")
			found.string.add(t.text);
		if (t.kind === 'number' && /^\d+(\.\d+)?$/.test(t.text) && t.text.length < 10) {
			const n = Number(t.text);
			for (const near of Number.isInteger(n) ? [n, n - 1, n + 1] : [n])
				found.number.add(String(near));
		}
	}
	return { string: [...found.string].slice(0, 12), number: [...found.number].slice(0, 16) };
}

/* What a regular expression looks for, as texts: words outside of its classes, then marks, those in classes last. */
function marksOf(regex) {
	const inner = regex.slice(1, regex.lastIndexOf('/'));
	const bare = inner.replace(/\[(?:\\.|[^\]\\])*\]/g, ' ');
	const inside = [...inner.matchAll(/\[\^?((?:\\.|[^\]\\])*)\]/g)].map((m) => m[1].replace(/(\w)-(\w)/g, '')).join('');
	const plain = (text) => text.replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, ' ').replace(/\{[\d,]*\}/g, ' ');
	const marks = (text, mark) => [...text.matchAll(mark)].map((m) => m[1] || m[2]);
	const words = plain(bare).replace(/\\\w/g, ' ').match(/[\p{L}\d_]{2,}/gu) || [];
	const found = [...words, ...marks(plain(bare), MARK), ...marks(inside, MARK_INSIDE)].filter((one) => one !== "'" && one !== '\\');
	return [...new Set(found)].map((one) => `'${one}'`);
}

/* Keys an object parameter is asked for: those of its pattern, of one it is taken apart by, `opts.key`. */
function keysOf(param, source, literals = {}) {
	const keys = new Set(Object.keys(literals.types || {}).filter((k) => k.startsWith(`${param.name}.`))
		.map((k) => k.slice(param.name.length + 1)).filter((k) => IDENTIFIER.test(k)));
	const name = param.name.replace(/\W/g, '\\$&');
	const patterns = param.name[0] === '{' ? [param.name]
		: [...source.matchAll(new RegExp(`(\\{[^{}]*\\})\\s*=\\s*${name}\\b`, 'g'))].map((m) => m[1]);
	for (const pattern of patterns) {
		const list = tokens(pattern);
		for (const part of split(pattern, list, 1, Math.max(1, closing(list, 0))) || [])
			keys.add(/^[\w$]+/.exec(part)?.[0]);
	}
	const { names, text } = param.name[0] === '{' ? { names: [], text: '' } : followed(param.name, source, literals.helpers);
	for (const one of names) {
		const n = one.replace(/\W/g, '\\$&');
		for (const m of text.matchAll(new RegExp(`\\b${n}\\??\\.([a-zA-Z_$][\\w$]*)\\b(?!\\()`, 'g')))
			keys.add(m[1]);
		for (const m of text.matchAll(new RegExp(`\\b${n}\\[\\s*(['"])([\\w$.-]{1,40})\\1\\s*\\]`, 'g')))
			keys.add(m[2]);
	}
	keys.delete(undefined);
	keys.delete('length');
	const isChanged = (key) => (literals.changed || '').includes(key);
	return [...keys].sort((a, b) => isChanged(b) - isChanged(a)).slice(0, KEYS_MAX);
}

/*
 * A parameter under other names: `opts = options || {}`, `o = { ...options }`, the parameter of a function of
 * the file it is handed to; and the text in which these are used.
 */
function followed(name, source, helpers = new Map()) {
	const names = new Set([name]);
	let text = source.slice(0, TEXT_MAX / 2);
	for (const one of names) {
		const n = one.replace(/\W/g, '\\$&');
		for (const m of text.matchAll(new RegExp(`(?<![\\w$])([\\w$]+)\\s*=\\s*(?:Object\\.assign\\(\\{\\},\\s*|\\{\\s*\\.\\.\\.|[\\w$.]+\\(\\s*|[\\w$]+\\s*\\?\\s*[\\w$]+\\(\\s*)?${n}\\b`, 'g')))
			if (names.size < NAMES_MAX && !IS_COUNTER.test(m[1]))
				names.add(m[1]);
		for (const m of text.matchAll(new RegExp(`\\b([\\w$]+)\\(([^()]*\\b${n}\\b[^()]*)\\)`, 'g'))) {
			const helper = helpers.get(m[1]);
			const at = m[2].split(',').findIndex((a) => a.trim() === one);
			if (!helper || at < 0 || text.includes(helper) || text.length > TEXT_MAX)
				continue;
			text += `\n${helper}`;
			const own = (parameters(helper.replace(/^(?:export\s+(?:default\s+)?)?(?:(?:const|let|var)\s+[\w$]+\s*=\s*)?/, '')) || [])[at];
			if (own && IDENTIFIER.test(own) && names.size < NAMES_MAX)
				names.add(own);
		}
	}
	return { names: [...names], text };
}

/*
 * Texts with all marks in them that a function takes one apart at: of `text.split(',')` and `part.split('-')` '0-2,1-1'. What is
 * looked for by its place stands between a word and the rest.
 */
function apart(name, source) {
	const n = name.replace(/\W/g, '\\$&'), marks = new Map();
	if (!new RegExp(`(?<![\\w$.])${n}(?:\\.trim\\(\\))?\\.(?:split|indexOf)\\(\\s*['"]`).test(source))
		return [];
	for (const m of source.matchAll(/\.(split|indexOf)\(\s*(['"])((?:\\[nrt]|[^\w'"\\\n]){1,3})\2\s*\)/g))
		if (marks.size < MARKS_MAX && !marks.has(m[3]))
			marks.set(m[3], m[1]);
	const made = ([[mark, how] = [], ...rest], left) => (!mark ? left.shift()
		: `${how === 'split' ? made(rest, left) : 'a'}${mark}${made(rest, left)}`);
	return marks.size ? APART.map((left) => `'${made([...marks], [...left])}'`) : [];
}

/* What the text compares a name with, and what lies beside that. */
function compared(name, source) {
	const n = name.replace(/\W/g, '\\$&');
	const literal = '(\'[^\'\\n]*\'|"[^"\\n]*"|-?\\d+(?:\\.\\d+)?)';
	const found = new Set();
	for (const m of source.matchAll(new RegExp(`\\b${n}\\s*(?:[!=]==?|[<>]=?)\\s*${literal}`, 'g')))
		found.add(m[1]);
	for (const m of source.matchAll(new RegExp(`switch\\s*\\(\\s*${n}\\s*\\)[^]*?\\{([^]*)`, 'g')))
		for (const c of m[1].matchAll(new RegExp(`\\bcase\\s+${literal}`, 'g')))
			found.add(c[1]);
	const out = [];
	for (const one of found) {
		const number = Number(one);
		out.push(...(Number.isNaN(number) ? [one] : [one, String(number + 1), String(number - 1), String(number / 2)]));
	}
	return [...new Set(out)].slice(0, 12);
}

function valuesOfKey(key, source, literals, owner) {
	const type = (literals.types || {})[`${owner}.${key}`] || '';
	const asked = [...valuesOfType(type), ...keysOfTable(key, source, literals.helpers), ...compared(key, source)];
	const usual = defaultOf(key, `${owner}\n${source}`) || usualOf(key, literals.helpers);
	const documented = kindsOfType(type)[0];
	const kind = documented || kindOfUse(key, source) || (asked.length && kindOfLiteral(asked[0])) || (usual && kindOfLiteral(usual)) ||
		(BY_NAME.find(([p]) => p.test(key)) || [null, 'boolean'])[1];
	const edges = EDGES.filter(([word]) => kind === 'number' && source.includes(word)).map((e) => e[1]);
	const pool = kind === 'array' ? arraysOfType(type) : POOLS[kind];
	return [...new Set([...asked, pool[0], ...edges, ...pool.slice(1, 4)])].filter((v) => v !== usual);
}

/* `TABLE[key]`, `key in TABLE`: the keys of that table. */
function keysOfTable(key, source, helpers = new Map()) {
	const n = key.replace(/[$-]/g, '\\$&');
	const m = new RegExp(`\\b([\\w$]+)\\[(?:[\\w$]+\\.)*${n}\\]|\\b${n}\\s+in\\s+([\\w$]+)`).exec(source);
	const table = m && helpers.get(m[1] || m[2]);
	const open = table ? table.indexOf('{') : -1;
	const list = open < 0 ? [] : tokens(table.slice(open));
	const parts = list.length ? split(table.slice(open), list, 1, Math.max(1, closing(list, 0))) || [] : [];
	return parts.map((p) => /^[A-Za-z_$][\w$]*(?=\s*[:(,]|$)/.exec(p)?.[0]).filter(Boolean).slice(0, 8).map((k) => `'${k}'`);
}

/* What a pattern that takes an object apart says a key is when it is not there: `{ key = literal }`, or null. */
function defaultOf(key, source) {
	const m = new RegExp(`[{,]\\s*${key.replace(/[$-]/g, '\\$&')}\\s*(?::\\s*[\\w$]+\\s*)?=(?![=>])\\s*('[^'\\n]*'|"[^"\\n]*"|-?\\d+(?:\\.\\d+)?|true|false|\\[|\\{)`).exec(source);
	return m && m[1];
}

/* What the file says a key is when nobody says: `{ key: literal }` among its constants, or null. */
function usualOf(key, helpers = new Map()) {
	for (const text of helpers.values()) {
		const m = /^(const|let|var)\s+\w*(default|options|config|settings)/i.test(text) &&
			new RegExp(`\\b${key.replace(/[$-]/g, '\\$&')}\\s*:\\s*('[^'\\n]*'|"[^"\\n]*"|-?\\d+(?:\\.\\d+)?|true|false|\\[|\\{|function\\b)`).exec(text);
		if (m)
			return m[1];
	}
	return null;
}

/* Every value of one key with every value of the others would be too many: the first few, woven. */
function objectValues(param, source, literals) {
	const keys = keysOf(param, source, literals);
	if (!keys.length)
		return [];
	const { text } = followed(param.name, source, literals.helpers);
	const pools = keys.map((k) => valuesOfKey(k, text, literals, param.name));
	const said = (k) => (IDENTIFIER.test(k) ? k : `'${k}'`);
	const made = (row) => `{ ${keys.map((k, i) => `${said(k)}: ${row[i]}`).join(', ')} }`;
	const one = (i, v) => `{ ${said(keys[i])}: ${v} }`;
	const base = pools.map((p) => p[0]);
	const out = [one(0, pools[0][0]), made(base)];
	for (let n = 0; n < 6; n++) // one key at a time is how most are used
		pools.forEach((pool, i) => (n < pool.length ? out.push(one(i, pool[n])) : 0));
	pools.slice(0, 8).forEach((pool, i) => pool.slice(1, 6).forEach((v) => out.push(made(base.map((b, k) => (k === i ? v : b))))));
	for (let n = 1; n < 24 && pools.length > 1; n++)
		out.push(made(pools.map((pool, i) => pool[(i === 0 ? n : Math.floor(n / Math.min(pools[0].length, 5)) + (i - 1) * n) % pool.length])));
	return [...new Set(out)];
}

/* Is one of these values missing, by itself or in a list? Nobody is known to pass that. */
function isNothing(args) {
	return args.some((arg) => /^(?:null|undefined)$|^\[(?:.*,\s*)?(?:null|undefined)\s*[,\]]/.test(arg));
}

/* What `source` calls an item of the list `name`, or ''. */
function itemOf(name, source) {
	const n = name.replace(/\W/g, '\\$&');
	const m = new RegExp(`\\bfor\\s*(?:await\\s*)?\\(\\s*(?:const|let|var)\\s+([\\w$]+)\\s+of\\s+(?:this\\.#?)?${n}\\b|` +
		`(?<![\\w$.]|\\w\\.|#)(?:this\\.#?)?${n}\\.(?:map|forEach|filter|find|findIndex|some|every|flatMap)\\(\\s*\\(?\\s*([\\w$]+)[^=()]*\\)?\\s*=>`).exec(source);
	return m ? m[1] || m[2] : '';
}

/* Lists of objects, where items are asked for what only objects have; []: they are not. A list of numbers would be no use of it. */
function recordLists(param, source, literals) {
	const name = itemOf(param.name, source), item = { ...param, name, annotation: null };
	if (!name || (kindOfUse(name, source) || 'object') !== 'object' || keysOf(item, source, literals).includes('length'))
		return [];
	const some = objectValues(item, source, literals);
	if (!some.length)
		return [];
	const one = some[1] || some[0], other = some[some.length - 1];
	return [...(other === one ? [] : [`[${one}, ${other}]`, `[${other}, ${one}]`]), `[${one}]`, '[]'];
}

/* Values for a parameter, the most ordinary first. */
function valuesFor(param, source, literals) {
	const kinds = kindsOf(param, source, literals);
	const out = [...valuesOfType(param.annotation), ...(IDENTIFIER.test(param.name) ? compared(param.name, source) : [])];
	if (kinds.length && out.length)
		out.unshift(POOLS[kinds[0]][0]);
	if (kinds[0] === 'string' && IDENTIFIER.test(param.name))
		out.unshift(...apart(param.name, source));
	for (const kind of kinds) {
		const records = kind === 'array' && !param.annotation && IDENTIFIER.test(param.name) ? recordLists(param, source, literals) : [];
		const pool = records.length ? records : kind === 'array' ? arraysOfType(param.annotation) : POOLS[kind];
		if (kind === 'object')
			out.push(...objectValues(param, source, literals));
		out.push(...pool.slice(0, 1), ...(literals[kind] || []), ...pool.slice(1));
		out.push(...EDGES.filter(([word]) => kind === 'number' && source.includes(word)).map((e) => e[1]));
	}
	if (!kinds.length)
		out.push(ANY[0], ...literals.string.slice(0, 4), ...literals.number.slice(0, 4), ...ANY.slice(1));
	return [...new Set(out)];
}

/* What a function that is handed over may do beside giving something. */
function failing(isAsync) {
	return isAsync ? ['async (value) => value', "async () => {\n\tthrow new Error('failed');\n}"] : ["() => {\n\tthrow new Error('failed');\n}"];
}

/* For a parameter that takes several: some of its pool, and what has an order. */
function several(pool) {
	return [...pool.slice(0, 5).map((v, i) => [v, pool[(i + 1) % pool.length]]), ['3', '1', '2'], ['0', '-0'], ['-0', '0'],
		['1', 'NaN'], ["'b'", "'a'", "'c'"], ["{ a: 1 }", "{ a: 2, b: 3 }"], ['[1, 2]', '[3]']];
}

/* ---- neighbours of a mined value ---------------------------------------------------------------------- */

/* First what keeps the shape of a text: other numbers, other words; then what breaks it. */
function mutateString(text, literals) {
	const quote = text[0], inner = text.slice(1, -1);
	if (quote === '`')
		return ["''"];
	const q = (s) => `${quote}${s}${quote}`;
	const out = [];
	const bare = pieces(inner).map((one) => (one.length > 1 ? ' '.repeat(one.length) : one)).join(''); // without its escapes
	const put = (old, one) => q(inner.slice(0, bare.indexOf(old)) + one + inner.slice(bare.indexOf(old) + old.length));
	const putLast = (make) => {
		const { 0: n, index } = /\d+(?=\D*$)/.exec(bare);
		return q(inner.slice(0, index) + make(n) + inner.slice(index + n.length));
	};
	const numbers = [...new Set(bare.match(/\d+/g) || [])].slice(0, 3);
	const words = [...new Set(bare.match(/[A-Za-z]+/g) || [])].slice(-2);
	const said = [...literals.string, ...(literals.words || [])].map((one) => one.slice(1, -1))
		.filter((one) => one && !one.includes(quote) && one.length < 40);
	if (/^[^=:]+[=:]./.test(inner)) // a name without its value
		out.push(q(inner.replace(/([=:]).*$/, '$1')));
	if (/^[^=:'"]+[=:][^'"\\\n]+$/.test(inner) && literals.string.some((one) => /^\\?['"]$/.test(one.slice(1, -1))))
		for (const mark of ['"', "'"].map((one) => (one === quote ? `\\${one}` : one))) // and with it in quotes, an escape in them
			out.push(q(`${inner.replace(/[=:]\s*/, (sign) => sign + mark)}\\\\n${mark}`));
	const between = [text, ...(literals.whole || [])].map((one) => /\w([,;] ?)\w/.exec(one)).find(Boolean)?.[1];
	if (between && /^\w[^'"\\]*$/.test(inner)) // where one text is a list others may be: one that has something twice
		out.push(q(`${inner}${between}${inner.split(between)[0]}`));
	if (ZONED.test(inner))
		out.push(q(inner.replace(ZONED, '00:30')), q(inner.replace(ZONED, '23:30')));
	out.push(...numbers.slice(-1).map(() => putLast((n) => String(Number(n) + 10))));
	for (const n of numbers)
		for (const near of [String(Number(n) + 1), String(Number(n) + 10), `${n}.5`, `${n},5`, '0', `-${n}`, `${n}000`, `1/${n}`, ...(literals.digits || []).slice(0, 6)])
			out.push(put(n, near));
	for (const w of words)
		for (const one of said.slice(0, 12))
			out.push(put(w, one));
	out.push(q(inner.toUpperCase()), q(` ${inner} `), q(inner.replace(/ /g, '  ')), q(inner.replace(/ /g, '')),
		q(`${inner} ${inner}`), q(pieces(inner).slice(0, Math.ceil(pieces(inner).length / 2)).join('')), q(`${inner}!`), q(''),
		q(pieces(inner).reverse().join('')), q(`${inner} é`), q(`-${inner}`));
	for (const one of said.slice(0, 8))
		out.push(q(inner + one), q(one));
	return [...new Set(out)].filter((one) => one !== text && !OCTAL.test(one));
}

/* What mined texts are made of, for use in one another: {digits: ['1/2'], words: ["'kg'"], whole: ["'1 kg'"], pairs: ['a: 1']}. */
function partsOf(texts) {
	const digits = new Set(), words = new Set(), whole = new Set(), pairs = new Set();
	for (const text of texts)
		for (const t of tokens(text)) {
			if (t.kind !== 'string')
				continue;
			whole.add(t.text);
			for (const n of t.text.match(/\d[\d.,/:-]*/g) || [])
				digits.add(n);
			for (const w of t.text.match(/[A-Za-z]{1,20}/g) || [])
				words.add(`'${w}'`);
		}
	for (const text of texts.filter((t) => t[0] === '{')) {
		const list = tokens(text);
		for (const part of split(text, list, 1, Math.max(1, closing(list, 0))) || [])
			if (/^[\w$'"-]+\s*:/.test(part) && part.length < 80)
				pairs.add(part);
	}
	return { digits: [...digits].slice(0, 20), words: [...words].slice(0, 20), whole: [...whole].slice(0, 24), pairs: [...pairs].slice(0, 16) };
}

function mutateNumber(text, literals) {
	const n = Number(text.replace(/_/g, ''));
	if (!Number.isFinite(n))
		return ['0', '1'];
	return [...new Set([n + 1, n - 1, n + 10, -n, 0, n * 10, n / 2, n * 1000, n + 0.5].map(String)), ...literals.number];
}

function mutateArray(text, literals) {
	const list = tokens(text);
	const parts = split(text, list, 1, closing(list, 0));
	if (!parts)
		return ['[]'];
	const row = (items) => `[${items.join(', ')}]`;
	const out = [row([]), row([...parts].reverse()), row(parts.slice(0, 1)), row([...parts, ...parts]), row(parts.slice(1))];
	if (parts.length)
		out.push(row([...parts, parts[0]]), row([...parts, 'null']));
	for (const one of literals.items || [])
		out.unshift(row([...parts, one, one]));
	const some = { string: [], number: [], ...literals, words: [] };
	parts.slice(0, 4).forEach((part, i) => {
		for (const near of mutate(part, some).slice(0, 4))
			out.push(row(parts.map((p, k) => (k === i ? near : p))));
	});
	if (!parts.length || /^['"]/.test(parts[0]))
		for (const one of (literals.whole || []).slice(0, 12))
			out.push(row([...parts, one]), row([one, ...parts.slice(1)]));
	return out;
}

function mutateObject(text, literals) {
	const list = tokens(text);
	const parts = split(text, list, 1, closing(list, 0));
	if (!parts || !parts.length)
		return ["{ a: 1 }"];
	const made = (items) => (items.length ? `{ ${items.join(', ')} }` : '{}');
	const out = [made([])];
	parts.forEach((part, i) => {
		out.push(made(parts.filter((_, k) => k !== i)));
		const colon = part.indexOf(':');
		if (colon > 0 && /^[\w$'"-]+\s*$/.test(part.slice(0, colon)))
			for (const near of ['null', ...mutate(part.slice(colon + 1).trim(), literals).slice(0, 4)]) // nothing is a value too
				out.push(made(parts.map((p, k) => (k === i ? `${part.slice(0, colon)}: ${near}` : p))));
	});
	const called = parts.map((part) => part.replace(/^([\w$'"-]+\s*:)([^]*=>[^]*)$/,
		(whole, key, value) => (kindOfLiteral(value) === 'function' ? `${key} ${FLAKY}` : whole)));
	if (called.some((part, i) => part !== parts[i])) // all of them, and one more
		out.unshift(made(called), made([...called, `more: ${FLAKY}`]));
	out.push(made([...parts].reverse()));
	const has = (pair) => parts.some((p) => p.split(':')[0].trim() === pair.split(':')[0].trim());
	for (const pair of (literals.pairs || []).filter((p) => !has(p)).slice(0, 10))
		out.push(made([...parts, pair]));
	return out;
}

/* Values near `text`, of its own kind. */
function mutate(text, literals) {
	const t = text.trim();
	switch (kindOfLiteral(t)) {
	case 'string':
		return tokens(t).length === 1 ? mutateString(t, literals) : [];
	case 'number':
		return mutateNumber(t, literals);
	case 'array':
		return mutateArray(t, literals);
	case 'object':
		return mutateObject(t, literals);
	case 'boolean':
		return [t === 'true' ? 'false' : 'true'];
	case 'date':
		return POOLS.date;
	case 'function':
		return [FLAKY];
	default:
		return [];
	}
}

/* One argument changed; or one more, where a parameter was left out. */
function mutatedLists(mined, literals, more = () => []) {
	const out = [];
	for (const { args, where } of mined.slice(0, 12)) {
		for (const value of more(args.length))
			out.push({ args: [...args, value], where });
		args.forEach((arg, i) => {
			for (const near of mutate(arg, literals))
				out.push({ args: args.map((a, k) => (k === i ? near : a)), where });
		});
	}
	return out;
}

/*
 * A key left out of an object, with its value given elsewhere: to another object, or for a parameter that was left out. Whose value
 * counts where both may have one shows so. `more`: are there parameters that the call leaves out?
 */
function movedKeys(args, more) {
	const found = [], objects = args.flatMap((arg, i) => objectsIn(arg).map((one) => ({ ...one, i })));
	for (const one of objects)
		for (const [k, pair] of one.parts.entries()) {
			const value = /^[\w$]+\s*:\s*([^]+)$/.exec(pair)?.[1];
			if (!value || one.parts.length < 2 || found.length >= MOVED_MAX)
				continue;
			const put = (object, parts, all) => all.map((arg, i) => (i !== object.i ? arg : `${arg.slice(0, object.at)}{ ${parts.join(', ')} }${arg.slice(object.end)}`));
			const left = put(one, one.parts.filter((_, n) => n !== k), args);
			found.push(...objects.filter((other) => other.i !== one.i).slice(0, 1).map((other) => put(other, [...other.parts, pair], left)), ...(more ? [[...left, value]] : []));
		}
	return found;
}

/* Objects written out in a text, which hold no other: [{ at, end, parts }]. */
function objectsIn(text) {
	const list = tokens(text);
	const isBody = (t, i) => t.text === '=>' || (t.text === '{' && list[i - 1]?.text === ')') ||
		(['function', 'class'].includes(t.text) && list[i + 1]?.text !== ':' && !/^\??\.$/.test(list[i - 1]?.text));
	if (list.some(isBody))
		return []; // one is no object
	return list.map((t, i) => ({ t, i, to: t.text === '{' ? closing(list, i) : -1 })).filter(({ i, to }) => to > i + 1 && !list.slice(i + 1, to).some((t) => t.text === '{'))
		.map(({ t, i, to }) => ({ at: t.at, end: list[to].end, parts: split(text, list, i + 1, to) || [] }));
}

/* Lists woven so that every source of mutation gets its turn. */
function woven(lists) {
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

module.exports = { valuesFor, isNothing, several, failing, mutate, mutatedLists, movedKeys, woven, partsOf, literalsOf, kindOfLiteral, marksOf, ODD };
