'use strict';
/*
 * JavaScript text as tokens, and what can be told from them without a parser: where statements end,
 * what a call's arguments are, which names an expression needs. Strings, templates, regular
 * expressions and comments are known for what they are, so that a bracket in one is no bracket.
 */
const KEYWORDS = new Set(`break case catch class const continue debugger default delete do else export
	extends finally for function if import in instanceof let new return super switch this throw try
	typeof var void while with yield async await static get set of true false null undefined`.split(/\s+/));
const BEFORE_REGEX = new Set(['return', 'typeof', 'case', 'in', 'of', 'delete', 'void', 'throw', 'new',
	'else', 'do', 'instanceof', 'yield', 'await']);
const PUNCT = ['>>>=', '...', '===', '!==', '**=', '<<=', '>>=', '>>>', '&&=', '||=', '??=', '=>', '==',
	'!=', '<=', '>=', '&&', '||', '??', '?.', '++', '--', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=',
	'<<', '>>', '**'];
const WORD = /[\p{ID_Start}$_#@][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /0[xXbBoO][\da-fA-F_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?n?/y;
/* In what stands between quotes. */
const ESCAPE = String.raw`\\(?:u\{[^}]*\}|u.{4}|x..|[^])`;
const PIECE = new RegExp(`${ESCAPE}|[^]`, 'gu');
const TOKENS_MAX = 400000;
const PLACED_MAX = 20000;
const OPEN = { '(': ')', '[': ']', '{': '}' };
const CLOSE = new Set([')', ']', '}']);
const METHOD_MARKS = /^(?:static|async|get|set|private|protected|public|override|\*)$/; // what stands before the name of a method

function stringEnd(text, at) {
	const quote = text[at];
	for (let i = at + 1; i < text.length; i++) {
		if (text[i] === '\\')
			i++;
		else if (text[i] === quote)
			return i + 1;
		else if (text[i] === '\n')
			return i;
	}
	return text.length;
}

/* What stands between quotes, letter by letter; an escape is one. */
function pieces(inner) {
	return inner.match(PIECE) || [];
}

/* The end of a template; the texts of its ${...} go to `parts`. */
function templateEnd(text, at, parts) {
	for (let i = at + 1; i < text.length; i++) {
		if (text[i] === '\\') {
			i++;
		} else if (text[i] === '`') {
			return i + 1;
		} else if (text[i] === '$' && text[i + 1] === '{') {
			const from = i + 2;
			let depth = 1;
			for (const t of scan(text, from)) {
				depth += t.text === '{' ? 1 : t.text === '}' ? -1 : 0;
				if (depth === 0) {
					i = t.at;
					break;
				}
			}
			if (depth)
				return text.length;
			parts.push(text.slice(from, i));
		}
	}
	return text.length;
}

function regexEnd(text, at) {
	let inSet = false;
	for (let i = at + 1; i < text.length && text[i] !== '\n'; i++) {
		if (text[i] === '\\')
			i++;
		else if (text[i] === '[')
			inSet = true;
		else if (text[i] === ']')
			inSet = false;
		else if (text[i] === '/' && !inSet) {
			for (i++; /[a-z]/.test(text[i] || '');)
				i++;
			return i;
		}
	}
	return -1;
}

function isRegexPlace(last, line) {
	if (!last || (last.text === '}' && line)) // after a block, seldom after an object
		return true;
	if (last.kind === 'word')
		return BEFORE_REGEX.has(last.text);
	return last.kind === 'punct' && ![')', ']', '}', '++', '--'].includes(last.text);
}

/* Tokens from `at` on, without white space and comments. `line`: a new line begins before it. */
function* scan(text, at = 0) {
	let last = null, line = false;
	for (let n = 0; at < text.length && n < TOKENS_MAX; n++) {
		const c = text[at];
		let end, kind, parts;
		if (/\s/.test(c)) {
			line = line || c === '\n';
			at++;
			continue;
		}
		if (c === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
			const close = text[at + 1] === '/' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2) + 2;
			end = close < at + 2 ? text.length : close;
			line = line || text.slice(at, end).includes('\n');
			at = end;
			continue;
		}
		WORD.lastIndex = NUMBER.lastIndex = at;
		if (c === '"' || c === "'") {
			end = stringEnd(text, at);
			kind = 'string';
		} else if (c === '`') {
			parts = [];
			end = templateEnd(text, at, parts);
			kind = 'template';
		} else if (/[\d.]/.test(c) && NUMBER.test(text) && NUMBER.lastIndex > at &&
			!(c === '.' && !/\d/.test(text[at + 1] || ''))) {
			end = NUMBER.lastIndex;
			kind = 'number';
		} else if (WORD.test(text)) {
			end = WORD.lastIndex;
			kind = 'word';
		} else if (c === '/' && isRegexPlace(last, line) && regexEnd(text, at) > 0) {
			end = regexEnd(text, at);
			kind = 'regex';
		} else {
			const p = PUNCT.find((one) => text.startsWith(one, at));
			end = at + (p && !(p === '?.' && /\d/.test(text[at + 2] || '')) ? p.length : 1);
			kind = 'punct';
		}
		last = { kind, text: text.slice(at, end), at, end, line, parts };
		yield last;
		line = false;
		at = end;
	}
}

function tokens(text) {
	return [...scan(text)];
}

/* The index of the token that closes the bracket at `i`, or -1. */
function closing(list, i) {
	const stack = [];
	for (; i < list.length; i++) {
		const t = list[i];
		if (t.kind !== 'punct')
			continue;
		if (OPEN[t.text])
			stack.push(OPEN[t.text]);
		else if (CLOSE.has(t.text) && stack.pop() !== t.text)
			return -1;
		if (!stack.length)
			return i;
	}
	return -1;
}

/* The texts between `from` and `to` (indexes, exclusive) that commas separate at the top. */
function split(text, list, from, to, by = ',') {
	const parts = [];
	let first = from;
	for (let i = from; i < to; i++) {
		if (list[i].kind === 'punct' && OPEN[list[i].text]) {
			const end = closing(list, i);
			if (end < 0 || end > to)
				return null;
			i = end;
		} else if (list[i].text === by) {
			parts.push(i > first ? text.slice(list[first].at, list[i - 1].end) : '');
			first = i + 1;
		}
	}
	if (first < to)
		parts.push(text.slice(list[first].at, list[to - 1].end));
	return parts;
}

const CONTINUES = new Set(['.', '?.', ',', '+', '-', '*', '/', '%', '=', '==', '===', '!=', '!==', '(', '[',
	'&&', '||', '??', '?', ':', '=>', '<', '>', '<=', '>=', '&', '|', '^', '**', ')', ']', '}', '<<', '>>', '>>>',
	'+=', '-=', '*=', '/=', '%=', '**=', '<<=', '>>=', '>>>=', '&=', '|=', '^=', '&&=', '||=', '??=']);
const BLOCKS = new Set(['function', 'class', 'if', 'for', 'while', 'try', 'switch', 'do', 'with', 'else',
	'catch', 'finally', '{']);

function goesOn(last, next) {
	if (next.kind === 'punct' ? CONTINUES.has(next.text) : ['in', 'instanceof', 'of', 'else', 'catch', 'finally'].includes(next.text))
		return true;
	if (next.kind === 'template' && !BEFORE_REGEX.has(last.text))
		return true;
	if (last.kind === 'punct')
		return ![')', ']', '}', '++', '--', ';'].includes(last.text);
	return ['const', 'let', 'var', 'new', 'typeof', 'await', 'else', 'in', 'of', 'instanceof', 'case',
		'delete', 'void', 'extends', 'export', 'default', 'import', 'from', 'async'].includes(last.text);
}

/*
 * The last token of the expression that begins with token `from`: before what parts it from the next one, before what closes what
 * it stands in, and, but for one that stands in brackets, before a line that does not go on with it. -1: there is none, or a bracket
 * in it is not closed.
 */
function expressionEnd(list, from, isInside) {
	if (list[from]?.kind === 'punct' && ',;)]}'.includes(list[from].text))
		return -1;
	for (let i = from; list[i]; i++) {
		if (list[i].kind === 'punct' && OPEN[list[i].text])
			i = closing(list, i);
		const next = list[i + 1];
		if (i < from || !next || (next.kind === 'punct' && ',;)]}'.includes(next.text)) || (next.line && !isInside && !goesOn(list[i], next)))
			return i;
	}
	return -1;
}

/* Is the `(` at `i` that of an `if (x)`, a `for (...)`, a `while (x)` or a `with (x)`, whose body follows? */
function isHead(list, i, first) {
	const at = list[i - 1] && list[i - 1].text === 'await' ? i - 2 : i - 1;
	const word = list[at], last = list[at - 1];
	return Boolean(word) && word.kind === 'word' && !(last && (last.text === '.' || last.text === '?.')) &&
		(['if', 'for', 'with'].includes(word.text) || (word.text === 'while' && list[first].text !== 'do'));
}

/* Does a `{` behind `last` begin a block, and not an object? */
function isBlock(last) {
	return !last || last.text === 'else' || last.text === 'do' ||
		(last.kind === 'word' ? !BEFORE_REGEX.has(last.text) : [')', ']', '}'].includes(last.text));
}

/* Statements of a text: [{text, from, to}] with token indexes, `to` exclusive. */
function statements(text, list = tokens(text), from = 0, to = list.length) {
	const found = [];
	let first = from;
	const end = (i) => {
		if (i > first) {
			const last = list[i - 1].text === ';' ? i - 1 : i;
			if (last > first)
				found.push({ text: text.slice(list[first].at, list[i - 1].end), from: first, to: last });
		}
		first = i;
	};
	let head = -1; // the closing parenthesis of an `if (x)` and such
	/* Does the statement go on behind what ends at `i`? */
	const isMore = (i) => list[i] && (list[i].text === 'else' || (list[i].text === 'while' && list[first].text === 'do'));
	for (let i = from; i < to; i++) {
		const t = list[i];
		if (i > first && t.line && head !== i - 1 && list[i - 1].text !== 'do' && !goesOn(list[i - 1], t) && !isMore(i))
			end(i);
		if (t.text === ';' && t.kind === 'punct') {
			if (!isMore(i + 1))
				end(i + 1);
		} else if (t.kind === 'punct' && OPEN[t.text]) {
			const close = closing(list, i), isBody = isBlock(i > first ? list[i - 1] : null);
			if (close < 0 || close >= to)
				return found;
			head = t.text === '(' && isHead(list, i, first) ? close : head;
			i = close;
			const begin = list[first].text === 'export' || list[first].text === 'async' ||
				list[first].text === 'default' ? list[first + 1] : list[first];
			if (t.text === '{' && isBody && BLOCKS.has(begin.text)) {
				const next = list[i + 1];
				if (!next || !['else', 'catch', 'finally', 'while', '.', '(', ','].includes(next.text))
					end(i + 1);
			}
		}
	}
	end(to);
	return found;
}

/* Names an expression needs: words that are neither members, nor keys, nor its own parameters. */
function freeNames(text, list = tokens(text)) {
	const used = new Set(), own = new Set();
	for (let i = 0; i < list.length; i++) {
		const t = list[i], last = list[i - 1], next = list[i + 1];
		if (t.kind === 'template')
			for (const part of t.parts)
				for (const name of freeNames(part))
					used.add(name);
		if (t.kind !== 'word' || KEYWORDS.has(t.text))
			continue;
		if (last && (last.text === '.' || last.text === '?.'))
			continue;
		if (next && next.text === ':' && last && (last.text === '{' || last.text === ','))
			continue;
		if (next && next.text === '=>')
			own.add(t.text);
		if (last && ['function', 'class', 'const', 'let', 'var', 'catch'].includes(last.text))
			own.add(t.text);
		used.add(t.text);
	}
	for (let i = 0; i < list.length; i++) // parameters in parentheses, bindings in patterns
		if (OPEN[list[i].text] && list[i].kind === 'punct') {
			const close = closing(list, i);
			const after = close > 0 && list[close + 1];
			const before = list[i - 1];
			if (after && (after.text === '=>' || (after.text === '{' && list[i].text === '(' && before &&
				(before.text === 'function' || before.kind === 'word'))) ||
				(before && ['const', 'let', 'var'].includes(before.text)))
				for (let k = i + 1; k < close; k++)
					if (list[k].kind === 'word' && list[k - 1].text !== '.' && list[k - 1].text !== '=')
						own.add(list[k].text);
		}
	return [...used].filter((name) => !own.has(name));
}

/* Names a declaration binds at its top. */
function boundNames(text, list = tokens(text)) {
	const names = [];
	let i = 0;
	while (list[i] && ['export', 'default', 'async'].includes(list[i].text))
		i++;
	if (!list[i])
		return names;
	if (list[i].text === 'function' || list[i].text === 'class') {
		i += list[i + 1] && list[i + 1].text === '*' ? 2 : 1;
		if (list[i] && list[i].kind === 'word')
			names.push(list[i].text);
		return names;
	}
	if (!['const', 'let', 'var', 'import'].includes(list[i].text))
		return names;
	const isImport = list[i].text === 'import';
	for (i++; i < list.length; i++) {
		const t = list[i];
		if (isImport ? t.text === 'from' : t.text === '=') {
			if (isImport)
				break;
			for (i++; i < list.length && list[i].text !== ','; i++)
				if (list[i].kind === 'punct' && OPEN[list[i].text])
					i = Math.max(i, closing(list, i));
			continue;
		}
		const next = list[i + 1];
		if (t.kind === 'word' && !KEYWORDS.has(t.text) && t.text !== 'as' &&
			!(next && (next.text === ':' || next.text === 'as')))
			names.push(t.text);
	}
	return names;
}

/* ---- signatures ------------------------------------------------------------------------------------ */

/* The parameter list of a function's own text: [text of a parameter], or null when it has none to see. */
function parameters(source) {
	const list = tokens(source);
	if (!list.length || /\{\s*\[native code\]\s*\}$/.test(source))
		return null;
	if (list[0].text === 'class')
		return classParameters(source, list);
	const start = list[0].text === 'async' && list[1] && list[1].text !== '(' && list[1].text !== '=>' ? 1 : 0;
	if (list[start].kind === 'word' && list[start + 1] && list[start + 1].text === '=>')
		return [list[start].text];
	let i = 0;
	while (i < list.length && list[i].text !== '(') // past a computed name
		i = list[i].text === '[' ? Math.max(i, closing(list, i)) + 1 : i + 1;
	const close = i < list.length ? closing(list, i) : -1;
	return close < 0 ? null : split(source, list, i + 1, close);
}

/*
 * The same for a text that begins where the engine says that a function does: at its parentheses, at the
 * one parameter of an arrow, or at the word `class`. It may have types: their commas separate nothing.
 */
function placedParameters(source) {
	const list = tokens(source.slice(0, PLACED_MAX));
	if (!list.length)
		return null;
	if (list[0].text === 'class')
		return joinTypes(classParameters(source, list));
	if (list[0].text === 'async' && list[1] && list[1].text !== '=>')
		list.shift();
	if (list[0].kind === 'word' && list[1] && list[1].text === '=>')
		return [list[0].text];
	const open = list.findIndex((t) => t.text === '(');
	const close = open < 0 || list.slice(0, open).some((t) => t.text === '{' || t.text === ';') ? -1 : closing(list, open);
	return close < 0 ? null : joinTypes(split(source, list, open + 1, close));
}

/* "a: Map<string", "number>" is one parameter. */
function joinTypes(parts) {
	const out = [];
	for (const part of parts || []) {
		const last = out[out.length - 1] || '';
		const bare = last.replace(/=>/g, '');
		if (out.length && bare.includes(':') && bare.split('<').length > bare.split('>').length)
			out[out.length - 1] = `${last}, ${part}`;
		else
			out.push(part);
	}
	return parts && out;
}

function classParameters(source, list) {
	let i = list.findIndex((t) => t.text === '{');
	if (i < 0)
		return [];
	for (i++; i < list.length; i++) {
		if (list[i].text === 'constructor' && list[i + 1] && list[i + 1].text === '(') {
			const close = closing(list, i + 1);
			return close < 0 ? null : split(source, list, i + 2, close);
		}
		if (list[i].kind === 'punct' && OPEN[list[i].text])
			i = Math.max(i, closing(list, i));
	}
	return null; // its parent's
}

/* Tokens of a text with those in its templates. */
function deepTokens(text) {
	return tokens(text).flatMap((t) => (t.kind === 'template' ? t.parts.flatMap(deepTokens) : [t]));
}

/* Where a class of that name is among the tokens of a text: { at: its keyword, open, end: its brackets }, or null. */
function classAt(list, name) {
	const at = list.findIndex((t, i) => t.text === 'class' && list[i + 1]?.text === name);
	const open = at < 0 ? -1 : list.findIndex((t, i) => i > at && t.text === '{' && t.kind === 'punct'), end = open < 0 ? -1 : closing(list, open);
	return end < 0 ? null : { at, open, end };
}

/* Its methods: [{ name, marks, open, close }], with what stands before the name, and the brackets of the parameters. */
function methodsAt(list, { open, end }) {
	const found = [];
	for (let i = open + 1; i < end; i++) {
		const close = list[i].kind === 'word' && list[i + 1].text === '(' ? closing(list, i + 1) : -1, before = list[i - 1].text;
		if (close > 0 && /^[{:]$/.test(list[close + 1].text) && (list[i].line || /^[{};]$/.test(before) || METHOD_MARKS.test(before))) {
			let first = i;
			while (METHOD_MARKS.test(list[first - 1].text))
				first--;
			found.push({ name: list[i].text, marks: list.slice(first, i).map((t) => t.text), open: i + 1, close });
		}
		if (list[i].kind === 'punct' && OPEN[list[i].text])
			i = closing(list, i);
	}
	return found;
}

module.exports = { KEYWORDS, ESCAPE, pieces, tokens, deepTokens, classAt, methodsAt, closing, expressionEnd, isHead, goesOn, split, statements, freeNames, boundNames, parameters, placedParameters };
