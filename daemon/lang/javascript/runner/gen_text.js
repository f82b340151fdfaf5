'use strict';
/*
 * Pieces of text become programs: bodies of tests, documentation, each with the imports and the
 * declarations it needs, and with its assertions turned into prints of what they looked at.
 */
const path = require('path');
const { startsOf, lineAt } = require('./decisions.js');
const { tokens, deepTokens, closing, expressionEnd, split, statements, freeNames, boundNames } = require('./lexer.js');

const STATEMENTS_MAX = 60;
const NEEDED_MAX = 25;

/* ---- imports ---------------------------------------------------------------------------------------- */

const REQUIRE = /^(?:const|let|var)\s+(?:[\w$]+|\{[^}]*\})\s*=\s*require\(\s*(['"])([^'"]+)\1\s*\)(?:\.[\w$.]+)?;?$/s;
const IMPORT = /^import\s+(?:[^'"]*\sfrom\s*)?(['"])([^'"]+)\1;?$/s;

/* The specifier of an import, or null. */
function specifierOf(text) {
	const m = REQUIRE.exec(text) || IMPORT.exec(text);
	return m ? m[2] : null;
}

/* The same import, said in the root of the project. `folder`: where it was said, relative to the root. */
function atRoot(text, folder) {
	const said = specifierOf(text);
	if (!said || said[0] !== '.')
		return text;
	const target = path.posix.normalize(path.posix.join(folder, said));
	if (target.startsWith('..'))
		return null;
	const at = text.lastIndexOf(said);
	return `${text.slice(0, at)}${target === '.' || target === './' ? '.' : `./${target.replace(/\/$/, '')}`}${text.slice(at + said.length)}`;
}

/* ---- assertions --------------------------------------------------------------------------------------- */

const TWO = new Set(`equal equals strictEqual deepEqual deepStrictEqual notEqual notStrictEqual notDeepEqual is
	isEqual same strictSame looseEqual deepLooseEqual not notSame eql match like include contains approximately
	closeTo lengthOf sameMembers sameDeepMembers deepInclude typeOf instanceOf property isAbove isBelow`.split(/\s+/));
const ONE = new Set(`ok true false truthy falsy isTrue isFalse isOk isNotOk isNull isUndefined isDefined isArray
	isObject isString isNumber isNaN isFunction isEmpty ifError error notOk null undefined`.split(/\s+/));
const THROWS = new Set('throws throwsAsync rejects notThrows doesNotThrow doesNotReject throw'.split(' '));
const NOBODY = new Set();
const TESTERS = new Set(['assert', 't', 'test', 'expect', 'should', 'chai', 'tap', 'assertion', 'qunit']);

function attempt(call, isAsync) {
	return `try {\n\tconsole.log(${isAsync ? 'await ' : ''}${call});\n} catch (error) {\n\tconsole.log(error);\n}`;
}

function callOf(text) {
	return /=>|^(async\s+)?function\b/.test(text) ? `(${text})()` : `${text}()`;
}

const LITERAL = /^(['"`\d[{/-]|true$|false$|null$|undefined$)/;

/* The one of two that looks at something; a bare literal is what it was compared with. */
function observed(a, b) {
	return LITERAL.test(a.trim()) && b !== undefined && /\(/.test(b) ? b : a;
}

const ASKED = new Set('includes startsWith endsWith test has every some'.split(' '));

/* Of `f(a).startsWith('b')` f(a), of `[1, 2].includes(x)` and `/b/.test(x)` x, of `typeof x` x. */
function askedOf(said) {
	const text = said.trim().replace(/^(!|typeof\s)\s*/, ''), list = tokens(text);
	const open = list.findIndex((t, i) => t.text === '(' && closing(list, i) === list.length - 1);
	if (open < 3 || list[open - 2].text !== '.' || !ASKED.has(list[open - 1].text))
		return text;
	const whole = text.slice(0, list[open - 2].at), part = text.slice(list[open].end, list[list.length - 1].at);
	return LITERAL.test(whole) && !LITERAL.test(part) ? part : whole;
}

/* What a condition looks at, which says more than that it holds: of `f(a) > 1` f(a). */
function lookedAt(text) {
	const sides = [];
	let depth = 0, from = 0;
	for (const t of tokens(text)) {
		const isPunct = t.kind === 'punct';
		depth += !isPunct ? 0 : '([{'.includes(t.text) ? 1 : ')]}'.includes(t.text) ? -1 : 0;
		if (depth || !isPunct)
			continue;
		if (/^(=>|\?|&&|\|\||\?\?)$/.test(t.text))
			return [text];      // of which one side may not be asked
		if (/^([<>]=?|[!=]==?)$/.test(t.text)) {
			sides.push(text.slice(from, t.at));
			from = t.end;
		}
	}
	const asked = [...sides, text.slice(from)].map(askedOf).filter((side) => !LITERAL.test(side));
	return asked.length ? asked : [text];
}

/* Is it a function that is written out? A call that is given one is none. */
function isFunction(text) {
	const list = tokens(text), begin = list[0]?.text === 'async' ? 1 : 0, end = list[begin]?.text === '(' ? closing(list, begin) : begin;
	return /^(?:async\s+)?function\b/.test(text) || (end >= 0 && list[end + 1]?.text === '=>');
}

function prints(texts) {
	return texts.map((text) => `console.log(${text});`).join(' ');
}

/* `expect(x).to...`: a print of x. */
function fromExpect(text, list, close, first) {
	const args = split(text, list, first + 2, close);
	const rest = text.slice(list[close].end);
	if (!args || !args[0])
		return null;
	if (/\.(toThrow|throws?|toThrowError\w*)\b/.test(rest) && !/\.(rejects|resolves)\b/.test(rest))
		return attempt(callOf(args[0]), false);
	if (/\.(rejects|rejected\w*)\b/.test(rest))
		return attempt(isFunction(args[0]) ? callOf(args[0]) : args[0], true);
	return /\.(resolves|eventually)\b/.test(rest) ? `console.log(await ${args[0]});` : prints(lookedAt(args[0]));
}

/* Is it said to an object of the test's own, such as the `t` it is given? */
function isTester(name, testers) {
	return TESTERS.has(name) || testers.has(name) || /^assert/.test(name);
}

/* A statement without its assertions, wherever in it they are. */
function observe(written, testers = NOBODY) {
	const text = written.replace(/\b([\w$]+)\[(['"])([a-zA-Z]+)\2\]\(/g, (all, who, _, what) =>
		(isTester(who, testers) ? `${who}.${what}(` : all)); // t['throws'](...)
	const said = observeOne(text, testers);
	if (said !== text || !/\{|=>/.test(text))
		return said;
	const list = tokens(text);
	let out = '', from = 0;
	for (let i = 1; i < list.length; i++) {
		const t = list[i], last = list[i - 1];
		const isHead = t.kind === 'word' && (t.text === 'expect' || isTester(t.text, testers)) && list[i + 1] &&
			/^[.(]$/.test(list[i + 1].text) && (t.line || /^([{;]|=>|await)$/.test(last.text));
		const end = isHead && t.at >= from ? chainEnd(list, i) : -1;
		const made = end < 0 ? null : observeOne(text.slice(t.at, list[end].end), testers);
		if (made === null || made === text.slice(t.at, list[end].end))
			continue;
		out += text.slice(from, t.at) + (last.text === '=>' ? `{ ${made} }` : made);
		const isEnded = last.text !== '=>' && /[;}]$/.test(made) && list[end + 1]?.text === ';';
		from = list[isEnded ? end + 1 : end].end;
	}
	return out + text.slice(from);
}

/* The last token of `a.b(c).d(e)` that begins at `i`. */
function chainEnd(list, i) {
	let end = -1;
	for (let k = i + 1; k < list.length; k++) {
		if (list[k].text === '(') {
			k = end = closing(list, k);
			if (k < 0)
				return -1;
		} else if (list[k].text !== '.' || !list[k + 1] || list[k + 1].kind !== 'word') {
			return end;
		} else {
			end = ++k;
		}
	}
	return end;
}

/* A statement without its assertion, or itself; '' for one that has nothing to say. */
function observeOne(text, testers) {
	const list = tokens(text);
	const first = list[0] && list[0].text === 'await' ? 1 : list[0] && list[0].text === 'return' ? 1 : 0;
	const head = list[first];
	if (!head || head.kind !== 'word')
		return text;
	if (/^(done|next|end)$/.test(head.text) && list[first + 1] && list[first + 1].text === '(')
		return '';
	let i = first;
	while (list[i + 1] && list[i + 1].text === '.' && list[i + 2] && list[i + 2].kind === 'word')
		i += 2;
	const open = list[i + 1];
	if (!open || open.text !== '(')
		return text;
	const close = closing(list, i + 1);
	if (close < 0)
		return text;
	if (head.text === 'expect' && i === first)
		return fromExpect(text, list, close, first) || text;
	if (!isTester(head.text, testers)) {
		const should = /^(.*)\.should\b/s.exec(text);
		return should ? `console.log(${should[1]});` : text;
	}
	const args = split(text, list, i + 2, close);
	const name = list[i].text;
	if (!args || !args.length)
		return /^(plan|end|pass|done)$/.test(name) ? '' : text;
	if (name === 'plan' || name === 'pass' || name === 'timeout')
		return '';
	if (THROWS.has(name))
		return attempt(/^(rejects|doesNotReject|throwsAsync)$/.test(name) && !isFunction(args[0]) ? args[0] : callOf(args[0]),
			/^(rejects|doesNotReject|throwsAsync)$/.test(name));
	if (TWO.has(name))
		return `console.log(${observed(args[0], args[1])});`;
	if (ONE.has(name) || (i === first && /^assert/.test(head.text)))
		return prints(lookedAt(args[0]));
	return text;
}

/* ---- programs -------------------------------------------------------------------------------------------- */

/* Declarations in reach: {name: {text, needs, isImport, at: its place}}. */
function declare(scope, text, folder) {
	const names = boundNames(text);
	const isImport = specifierOf(text) !== null;
	const said = isImport ? atRoot(text, folder) : text;
	if (said === null)
		return;
	const needs = isImport ? [] : freeNames(text).filter((n) => !names.includes(n));
	for (const name of names)
		scope.set(name, { text: said, needs, isImport, at: scope.at = (scope.at || 0) + 1 });
}

/* What `names` need out of `scope`, as it was declared. null: too much. */
function needed(names, scope) {
	const imports = [], rest = [], done = new Set();
	const add = (name) => {
		const one = scope.get(name);
		if (!one || done.has(one.text))
			return;
		done.add(one.text);
		for (const more of one.needs)
			add(more);
		(one.isImport ? imports : rest).push(one);
	};
	for (const name of names)
		add(name);
	const inOrder = (list) => list.sort((a, b) => a.at - b.at).map((one) => one.text);
	return imports.length + rest.length > NEEDED_MAX ? null : { imports: inOrder(imports), rest: inOrder(rest) };
}

/* Indentation of continued lines less that of the first. */
function dedent(text, source, at) {
	const from = source.lastIndexOf('\n', at) + 1;
	const indent = /^[ \t]*/.exec(source.slice(from, at))[0];
	return indent ? text.split('\n').map((row) => (row.startsWith(indent) ? row.slice(indent.length) : row)).join('\n') : text;
}

function join(imports, rest) {
	const body = rest.filter(Boolean).map((s) => (/[;}]$/.test(s) ? s : `${s};`)).join('\n');
	const needsWrap = awaits(body) && imports.some((i) => REQUIRE.test(i));
	const inner = needsWrap ? `(async () => {\n${body.replace(/^(?=.)/gm, '\t')}\n})();` : body;
	const head = [...new Set(imports)].map((s) => (s.endsWith(';') ? s : `${s};`)).join('\n');
	return `${head}${head ? '\n\n' : ''}${inner}\n`;
}

const TOKENS_MAX = 4000; // each function is looked for to its end
const CONTROLS = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'await']);

/* The body of the function that token `i` belongs to, [first, last] token; null: it begins none. */
function functionBody(list, i) {
	const { kind, text } = list[i];
	if (text === '=>')
		return [i + 1, list[i + 1]?.text === '{' ? closing(list, i + 1) : expressionEnd(list, i + 1)];
	if (kind !== 'word' || (text !== 'function' && text !== 'async'))
		return null;
	const name = list[i + 1]?.text === '*' ? i + 2 : i + 1; // of a method: `async *name() {`, `async [name]() {`
	const behind = list[name]?.text === '[' ? closing(list, name) + 1 : name + 1;
	let open = text === 'function' ? i + 1 : behind;
	while (text === 'function' && open < list.length && list[open].text !== '(')
		open++;
	const body = list[open]?.text === '(' && list[open - 1] !== list[i] ? closing(list, open) + 1 : 0;
	return body > 0 && list[body]?.text === '{' ? [body, closing(list, body)] : null;
}

/* Where `this` is something of the text's own: [first, last] token of the bodies of classes, methods and functions that are no arrows. */
function ownBodies(list) {
	const found = [];
	for (const [i, t] of list.entries()) {
		if (t.text === 'class' && list[i - 1]?.text !== '.' && list[i + 1]?.text !== ':') {
			let open = i;
			while (open < list.length && list[open].text !== '{')
				open++;
			found.push([open, closing(list, open)]);
		} else if (t.text === '(' && list[i - 1]?.kind === 'word' && !CONTROLS.has(list[i - 1].text)) {
			const end = closing(list, i);
			if (end > 0 && list[end + 1]?.text === '{')
				found.push([end + 1, closing(list, end + 1)]);
		}
	}
	return found;
}

/* Does `word` stand outside of these bodies, in a part of a template too? */
function standsOutside(list, word, bodies) {
	const isOne = (t, before) => (t.kind === 'template' ? deepTokens(t.text).some((one) => one.text === word) : t.kind === 'word' && t.text === word && before?.text !== '.');
	return list.some((t, i) => isOne(t, list[i - 1]) && !bodies.some(([first, last]) => i >= first && i <= last));
}

/* Has it a `this` of whoever runs the test, as Mocha gives one? Of long texts any. */
function asksItsRunner(text) {
	const list = text.includes('this') ? tokens(text) : [];
	return list.length > TOKENS_MAX || standsOutside(list, 'this', ownBodies(list));
}

/* Has it an `await` that is in no function? Of long texts any: to be wrapped does no harm. */
function awaits(text) {
	const list = text.includes('await') ? tokens(text) : [];
	return list.length > TOKENS_MAX || standsOutside(list, 'await', list.map((_, i) => functionBody(list, i)).filter(Boolean));
}

const CALL_NAMES = /^(it|test|specify)(\.only)?$/;
const GROUP_NAMES = /^(describe|context|suite|module)(\.only)?$/;

/* The body of the function that is the last argument of the call whose '(' is at `open`: token indexes. */
function callbackBody(list, open, close) {
	for (let i = close - 1; i > open; i--) {
		if (list[i].text !== '}')
			continue;
		for (let k = open + 1; k < i; k++) {
			if (list[k].text !== '{' || list[k].kind !== 'punct' || closing(list, k) !== i)
				continue;
			const before = list[k - 1];
			if (before && (before.text === '=>' || before.text === ')'))
				return [k + 1, i];
		}
		return null;
	}
	return null;
}

/* Every test of a file as {title, scope, setup, body: [text]}; `seen` gets each. */
function walkTests(source, folder, seen) {
	const list = tokens(source), starts = startsOf(source);
	const visit = (from, to, outer, setup, testers) => {
		const scope = Object.assign(new Map(outer), { at: outer.at }), before = [...setup], later = [];
		for (const s of statements(source, list, from, to)) {
			const open = list.findIndex((t, i) => i >= s.from && t.text === '(');
			const name = open > s.from ? source.slice(list[s.from].at, list[open - 1].end) : '';
			const close = open > 0 && open < s.to ? closing(list, open) : -1;
			const body = close > 0 ? callbackBody(list, open, close) : null;
			if (body && GROUP_NAMES.test(name))
				later.push(() => visit(body[0], body[1], scope, before, testers));
			else if (body && /^(before|beforeEach|beforeAll|setup)$/.test(name))
				before.push(...bodyOf(source, list, body));
			else if (body && isInner(name, testers) && hasInner(source, list, body))
				later.push(() => visit(body[0], body[1], scope, before, new Set([...testers, firstParameter(list, body)])));
			else if (body && isInner(name, testers))
				later.push(() => seen({ testers: new Set([...testers, firstParameter(list, body)]), scope, setup: before, body: bodyOf(source, list, body),
					line: lineAt(starts, list[s.from].at), last: lineAt(starts, list[s.to - 1].end) }));
			else
				declare(scope, s.text, folder);
		}
		for (const work of later)
			work();
	};
	visit(0, list.length, new Map(), [], NOBODY);
}

/* `it(...)`; or `t.test(...)` in a test that is given `t`. */
function isInner(name, testers) {
	const m = /^([\w$]+)\.(test|it|skip|only)$/.exec(name);
	return CALL_NAMES.test(name) || (m !== null && m[2] !== 'skip' && testers.has(m[1]));
}

/* The first parameter of the function whose body this is; '' for none. */
function firstParameter(list, [from]) {
	let k = from - 2; // before the '{' and the '=>'
	if (list[k] && list[k].text === '=>')
		k--;
	if (!list[k] || list[k].kind === 'word')
		return list[k] ? list[k].text : '';
	for (let depth = 0; k >= 0; k--) {
		depth += list[k].text === ')' ? 1 : list[k].text === '(' ? -1 : 0;
		if (depth === 0)
			return list[k + 1].kind === 'word' ? list[k + 1].text : '';
	}
	return '';
}

/* Does a test consist of tests of its own? */
function hasInner(source, list, body) {
	const own = firstParameter(list, body);
	return own !== '' && statements(source, list, body[0], body[1]).some((s) => list[s.from].text === own &&
		list[s.from + 1]?.text === '.' && list[s.from + 2]?.text === 'test');
}

function bodyOf(source, list, [from, to]) {
	return statements(source, list, from, to).slice(0, STATEMENTS_MAX)
		.map((s) => dedent(s.text, source, list[s.from].at));
}

/* A test as a program, or null when it needs what cannot be seen. */
function testProgram(test) {
	const body = [...test.setup, ...test.body].map((s) => observe(s, test.testers)).filter(Boolean);
	if (!body.some((s) => s.includes('console.log')))
		return null;
	const own = new Set(body.flatMap((s) => boundNames(s)));
	const names = body.flatMap((s) => freeNames(s)).filter((n) => !own.has(n));
	const found = needed(names, test.scope);
	if (!found || names.includes('done') || body.some((s) => asksItsRunner(s) || /\bsinon\b|\bjest\b/.test(s)))
		return null;
	return join(found.imports, [...found.rest, ...body]);
}

/* A piece of documentation as a program. `known`: {name: import} of the public API. */
function docProgram(text, known) {
	const scope = new Map();
	const imports = [], body = [];
	for (const s of statements(text)) {
		if (specifierOf(s.text) !== null)
			imports.push(s.text);
		else
			body.push(s.text);
	}
	if (!body.length || body.length > STATEMENTS_MAX)
		return null;
	for (const s of imports)
		declare(scope, s, '');
	const own = new Set([...body.flatMap((s) => boundNames(s)), ...scope.keys()]);
	for (const name of body.flatMap((s) => freeNames(s)))
		if (!own.has(name) && known.has(name))
			imports.push(known.get(name));
	const shown = body.map((s) => printed(s));
	const last = boundNames(body[body.length - 1]);
	if (!shown.some((s) => /console\.(log|error|info|dir)/.test(s)) && last.length)
		shown.push(`console.log(${last.join(', ')});`);
	return shown.some((s) => s.includes('console.')) ? join([...new Set(imports)], shown) : null;
}

/* An expression on a line of its own is there to show its value. */
function printed(text) {
	const said = observe(text);
	if (said !== text)
		return said;
	const list = tokens(text);
	const end = list.length && list[list.length - 1].text === ';' ? list.length - 1 : list.length;
	if (!end || list[0].kind === 'punct' && !['(', '['].includes(list[0].text))
		return text;
	if (/^(const|let|var|function|class|if|for|while|switch|try|throw|return|import|export|async|do|console)$/.test(list[0].text))
		return text;
	if (!list.some((t) => t.text === '(') || list.some((t, i) => /^(=|\+=|-=)$/.test(t.text) && depth(list, i) === 0))
		return text;
	if (/\.(on|once|then|catch|forEach|pipe|listen|subscribe)$/.test(text.slice(0, list[list.findIndex((t) => t.text === '(')].at)))
		return text;
	return `console.log(${text.slice(0, list[end - 1].end)});`;
}

function depth(list, to) {
	let n = 0;
	for (let i = 0; i < to; i++)
		n += list[i].kind !== 'punct' ? 0 : '([{'.includes(list[i].text) ? 1 : ')]}'.includes(list[i].text) ? -1 : 0;
	return n;
}

/* ---- documentation ------------------------------------------------------------------------------------- */

const TAGS = /^(js|javascript|node|nodejs|mjs|cjs|jsx|es6|ts|typescript|tsx|mts|cts|)$/i;

/* Fences of every kind, and indented blocks: [{text, line}]. `tags`: what the first line of those may call them. */
function snippets(markdown, tags = TAGS) {
	const found = [], rows = markdown.replace(/\r/g, '').split('\n');
	const put = (some, from) => found.push({ text: outdent(some), line: from + 1 + some.findIndex((row) => row.trim()) });
	for (let i = 0; i < rows.length; i++) {
		const open = /^([ \t>]*)(`{3,}|~{3,})\s*\{?\.?([\w+-]*)/.exec(rows[i]);
		const directive = /^([ \t]*)\.\. (?:code-block|code|sourcecode)::\s*(\w*)/.exec(rows[i]);
		if (open) {
			const from = i + 1;
			const bare = (row) => (open[1].includes('>') ? row.replace(/^[ \t>]+/, '') : row).trim(); // in a quotation
			for (i++; i < rows.length && !(bare(rows[i]).startsWith(open[2]) && /^[`~]+$/.test(bare(rows[i])));)
				i++;
			if (tags.test(open[3]))
				put(rows.slice(from, i), from);
		} else if ((directive && tags.test(directive[2])) || (/^( {4}|\t)\S/.test(rows[i]) && (i === 0 || !rows[i - 1].trim()))) {
			const from = directive ? i + 1 : i;
			for (i = from; i < rows.length && (/^( {2,}|\t)/.test(rows[i]) || !rows[i].trim());)
				i++;
			put(rows.slice(from, i), from);
			i--;
		}
	}
	return found.filter((s) => s.text.trim());
}

function outdent(rows) {
	const full = rows.filter((r) => r.trim());
	const indent = full.length ? Math.min(...full.map((r) => /^[ \t>]*/.exec(r)[0].length)) : 0;
	return rows.map((r) => r.slice(indent)).join('\n').trim();
}

/* The examples of a doc comment: after @example, up to the next tag; fences in it. */
function docExamples(doc) {
	const found = [];
	for (const m of doc.matchAll(/@example\b(?:\s*<caption>.*?<\/caption>)?[ \t]*\n?([\s\S]*?)(?=\n@\w|$)/g)) {
		const fenced = snippets(m[1]);
		found.push(...(/```|~~~/.test(m[1]) ? fenced.map((f) => f.text) : [m[1].trim()]));
	}
	if (!found.length)
		found.push(...snippets(doc).map((f) => f.text));
	return found.filter(Boolean);
}

module.exports = { attempt, walkTests, testProgram, docProgram, snippets, docExamples, declare, needed, join, observe, printed,
	specifierOf, awaits, asksItsRunner };
