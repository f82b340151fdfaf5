'use strict';
/*
 * Programs that use a real one's objects in another way: a handler that takes itself away, or puts another in, while it is called, what a
 * callback was given looked at afterwards, what was handed over looked at afterwards, asynchronous callbacks of which the
 * one that is called first ends last, the lines of two texts as one, what was made looked at in the end, a call with nothing
 * after one with something, what is waited for once more with functions that fail.
 */
const { tokens, statements, closing, expressionEnd } = require('./lexer.js');

const OPPOSITE = { on: 'off', add: 'remove', addListener: 'removeListener', subscribe: 'unsubscribe', register: 'unregister', connect: 'disconnect',
	attach: 'detach', bind: 'unbind', watch: 'unwatch', addEventListener: 'removeEventListener', listen: 'unlisten', use: 'eject' };
const CALL = /^(?:(const|let|var)\s+([\w$]+)\s*=\s*)?([\w$]+)\.([\w$]+)\(([\s\S]*)\);?$/;
const FUNCTION = /^(?:async\s+)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)/;
const MAKES_DATE = /^(?:const|let|var)\s+([\w$]+)\s*=[^;]*?=>\s*new Date\(/;
const UNLIKE = [['[1]', '[2, 3]'], ['null', '{ a: 1 }'], ['{ a: 1 }', 'null']];
const JOINED_MAX = 4, EMPTIED_MAX = 2;

/* Statements of a program's body as texts. */
function rowsOf(body) {
	const list = tokens(body);
	return statements(body, list).map((s) => body.slice(list[s.from].at, list[s.to - 1].end).replace(/;?$/, ';'));
}

function argumentsOf(text) {
	const list = tokens(text), found = [];
	let from = 0, depth = 0;
	list.forEach((t, i) => {
		depth += t.kind !== 'punct' ? 0 : '([{'.includes(t.text) ? 1 : ')]}'.includes(t.text) ? -1 : 0;
		if (!depth && t.text === ',') {
			found.push(i > from ? text.slice(list[from].at, list[i - 1].end) : ''); // a hole: `[, 'b']`
			from = i + 1;
		}
	});
	return list.length > from ? [...found, text.slice(list[from].at, list[list.length - 1].end)] : found;
}

function isFunction(text, rows) {
	return FUNCTION.test(text) || (/^[\w$]+$/.test(text) && rows.some((row) => new RegExp(`^(?:const|let|var)\\s+${text.replace(/[$]/g, '\\$&')}\\s*=\\s*(?:async\\s+)?(?:\\(|function|[\\w$]+\\s*=>)|^(?:async\\s+)?function\\s+${text.replace(/[$]/g, '\\$&')}\\b`).test(row)));
}

/*
 * Before the first handler of a program another one that takes itself out when it is called, and one that puts another in. `methods`:
 * names there are.
 */
function leaving(body, methods) {
	const rows = rowsOf(body);
	for (const [i, row] of rows.entries()) {
		const m = CALL.exec(row), args = m ? argumentsOf(m[5]) : [];
		const at = args.findIndex((one) => isFunction(one, rows));
		if (at < 0 || /\bleaving\b/.test(body))
			continue;
		const put = (some) => `${m[3]}.${m[4]}(${some.join(', ')})`;
		const other = OPPOSITE[m[4]], mine = args.map((one, k) => (k === at ? 'leaving' : one));
		const said = (some, first) => [...rows.slice(0, i), first, `${put(some)};`, ...rows.slice(i)].join('\n');
		const comes = args.map((one, k) => (k === at ? 'coming' : one)), late = put(args.map((one, k) => (k === at ? "(...args) => console.log('late', ...args)" : one)));
		const coming = m[1] || methods.has(m[4]) ? [said(comes, `let isLate = false;\nconst coming = (...args) => {\n\tconsole.log('coming', ...args);\n\tif (!isLate) {\n\t\tisLate = true;\n\t\t${late};\n\t}\n};`)] : [];
		const gone = other && methods.has(other) ? `${m[3]}.${other}(${mine.slice(0, at + 1).join(', ')});` : m[1] ? 'off();' : '';
		if (!gone && coming.length)
			return coming;
		if (!gone)
			continue;
		const first = `const leaving = (...args) => {\n\tconsole.log('leaving', ...args);\n\t${gone}\n};`;
		const start = gone === 'off();' ? `const off = ${put(mine)};` : `${put(mine)};`;
		return /\boff\b/.test(body) && gone === 'off();' ? coming : [[...rows.slice(0, i), first, start, ...rows.slice(i)].join('\n'), ...coming];
	}
	return [];
}

/* A callback that keeps what it is given, which is looked at in the end. */
function keeping(body) {
	const rows = rowsOf(body);
	for (const [i, row] of rows.entries()) {
		const list = tokens(row), open = list.findIndex((t, k) => t.text === '(' && k > 0 && list[k - 1].kind === 'word' && list[k - 1].text !== 'if');
		if (open < 0 || /\bkept\b/.test(body) || /^(console|for|while|if|function)\b/.test(row))
			continue;
		const from = list[open].end, to = list[closing(list, open)]?.at;
		const args = to > from ? argumentsOf(row.slice(from, to)) : [], at = args.findIndex((one) => FUNCTION.test(one) && /=>/.test(one) && !/^async/.test(one));
		if (at < 0)
			continue;
		const told = args.map((one, k) => (k === at ? `(...args) => {\n\tkept.push(args);\n\treturn (${one})(...args);\n}` : one));
		return [[...rows.slice(0, i), 'const kept = [];', row.slice(0, from) + told.join(', ') + row.slice(to), ...rows.slice(i + 1), 'console.log(kept);'].join('\n')];
	}
	return [];
}

/* What is handed over as a list or an object, looked at in the end: was it left as it was? */
function handed(body) {
	const rows = rowsOf(body), found = [];
	for (const [i, row] of rows.entries()) {
		const list = tokens(row);
		const at = list.findIndex((t, k) => k > 1 && '[{'.includes(t.text) && t.kind === 'punct' && list[k - 1].text === '(' && list[k - 2].kind === 'word' && list[k - 2].text !== 'log');
		const end = at < 0 ? -1 : closing(list, at);
		if (end < 0 || /\bgiven\b/.test(body) || /=>|^(for|if|while)\b/.test(row))
			continue;
		const value = row.slice(list[at].at, list[end].end);
		found.push([...rows.slice(0, i), `const given = ${value};`, `${row.slice(0, list[at].at)}given${row.slice(list[end].end)}`,
			...rows.slice(i + 1), 'console.log(given);'].join('\n'));
	}
	return found.slice(0, 2);
}

/*
 * Asynchronous callbacks that wait, the earlier they are called the longer: for microtasks, so that no clock and no load
 * changes the order.
 */
function lastFirst(body) {
	const made = /\bturns\b/.test(body) ? '' : slowed(body, 'for (let i = turns -= 3; i > 0; i--) await null;');
	return made ? [`let turns = 30;\n${made}`] : [];
}

/* A program's body of which the asynchronous callbacks begin with a statement, which waits; '': it has none. */
function slowed(body, wait) {
	const list = tokens(body), out = [];
	let done = 0;
	for (const [i, t] of list.entries()) {
		if (t.text !== 'async' || i === 0 || !'(,'.includes(list[i - 1].text) || t.at < done)
			continue;
		const isNamed = list[i + 1]?.kind === 'word' && list[i + 1].text !== 'function';
		const open = isNamed ? -1 : list.findIndex((one, k) => k > i && one.text === '(');
		const close = isNamed ? i + 1 : open < 0 ? -1 : closing(list, open);
		const arrow = close < 0 ? null : list[close + 1], first = list[list.indexOf(arrow) + 1];
		const block = arrow?.text === '{' ? arrow : arrow?.text === '=>' && first?.text === '{' ? first : null;
		if (block) {
			out.push(body.slice(done, block.end), ` ${wait}`);
			done = block.end;
		} else if (arrow?.text === '=>' && first) {
			const end = endOfArgument(list, list.indexOf(first));
			out.push(body.slice(done, arrow.end), ` { ${wait} return ${body.slice(first.at, end)}; }`);
			done = end;
		}
	}
	return done ? `${out.join('')}${body.slice(done)}` : '';
}

/* Where the argument that begins with this token ends. */
function endOfArgument(list, from) {
	return (list[expressionEnd(list, from, true)] || list.at(-1)).end;
}

/* Lists of arguments in which a text of several lines has those of another call before it, and behind it. */
function together(mined) {
	const found = [], rows = mined.slice(0, 8);
	for (const { args, where } of rows)
		for (const other of rows) {
			const [one, two] = [args[0], other.args[0]].map((t) => (/^(['"])(?:[^\\]|\\.)*\1$/.test(t || '') ? t.slice(1, -1) : null));
			if (one && two && one !== two && /\\n/.test(one + two) && !/['"]/.test(one + two))
				found.push({ args: [`'${one.replace(/(\\n)+$/, '')}\\n${two}'`, ...args.slice(1)], where });
		}
	return found.slice(0, JOINED_MAX);
}

/* What the program made and handed over by its name, looked at in the end. */
function left(body) {
	const rows = rowsOf(body), made = rows.map((row) => /^(?:const|let|var)\s+([\w$]+)\s*=\s*new\s/.exec(row)?.[1]).filter(Boolean);
	const given = made.filter((name) => rows.some((row) => new RegExp(`[(,]\\s*${name.replace(/[$]/g, '\\$&')}\\s*[,)]`).test(row.replace(/^console\.log/, ''))));
	return given.slice(0, 2).map((name) => [...rows, `console.log(${name});`].join('\n'));
}

/* A call of the changed function {name, givesItself, mayBeEmpty}, and after it the same with nothing; where it gives its own object, of that. */
function emptied(body, { name, givesItself, mayBeEmpty }) {
	const list = tokens(body), found = [], rows = rowsOf(body);
	if (!mayBeEmpty)
		return [];
	for (const [i, t] of list.entries()) {
		const end = t.text === name && list[i + 1]?.text === '(' && list[i + 2]?.text !== ')' ? closing(list, i + 1) : -1;
		if (end > 0 && givesItself && list[end + 1]?.text !== '{') // that would be its declaration
			found.push(`${body.slice(0, list[end].end)}.${name}()${body.slice(list[end].end)}`);
	}
	for (const [i, row] of givesItself ? [] : rows.entries())
		if (new RegExp(`^[\\w$.]*(?<![\\w$])${name.replace(/[$]/g, '\\$&')}\\(.+\\);$`, 's').test(row))
			found.push([...rows.slice(0, i + 1), row.replace(/\([^]*$/, '();'), ...rows.slice(i + 1)].join('\n'));
	return found.slice(0, EMPTIED_MAX);
}

/* The last date that is asked about, made by `new Date` or a function of the program's own, some seconds later. */
function later(body) {
	const rows = rowsOf(body), own = rows.map((row) => MAKES_DATE.exec(row)?.[1]).filter(Boolean);
	const made = rows.map((row) => {
		const list = tokens(row), isDate = (t, i) => list[i + 1]?.text === '(' && (own.includes(t.text) || (t.text === 'Date' && list[i - 1]?.text === 'new'));
		const at = /^console\.log\(/.test(row) ? list.findLastIndex(isDate) : -1, end = at < 0 ? -1 : closing(list, at + 1);
		const from = list[at - (list[at]?.text === 'Date')]?.at;
		return end < 0 ? row : `${row.slice(0, from)}new Date(+${row.slice(from, list[end].end)} + 20500)${row.slice(list[end].end)}`;
	});
	return made.some((row, i) => row !== rows[i]) ? [made.join('\n')] : [];
}

/* Of each token the opening bracket that it stands in, by its place; -1: in none. */
function brackets(list) {
	const open = [-1];
	return list.map((t, k) => {
		const mark = t.kind === 'punct' ? t.text : '';
		if (mark && ')]}'.includes(mark) && open.length > 1)
			open.pop();
		const inside = open[open.length - 1];
		if (mark && '([{'.includes(mark))
			open.push(k);
		return inside;
	});
}

/* A key that two objects of one call have, one after the other, with something of another kind in each. */
function unlike(body) {
	const rows = rowsOf(body);
	for (const [i, row] of rows.entries()) {
		const list = tokens(row), inside = brackets(list), before = new Map(); // of each call the object before
		for (const [k, t] of list.entries()) {
			if (t.text !== '{' || list[inside[k]]?.text !== '(' || !'(,'.includes(list[k - 1].text) || closing(list, k) < 0)
				continue;
			const keys = new Map(list.flatMap((key, n) => (inside[n] === k && list[n + 1].text === ':' && /^[{,]$/.test(list[n - 1].text) ? [[key.text, n + 2]] : [])));
			const other = before.get(inside[k]) || new Map(), shared = [...other.keys()].find((key) => keys.has(key));
			before.set(inside[k], keys);
			if (shared === undefined)
				continue;
			const [one, two] = [other, keys].map((of) => ({ at: list[of.get(shared)].at, end: endOfArgument(list, of.get(shared)) }));
			return UNLIKE.map(([a, b]) => [...rows.slice(0, i), row.slice(0, one.at) + a + row.slice(one.end, two.at) + b + row.slice(two.end), ...rows.slice(i + 1)].join('\n'));
		}
	}
	return [];
}

/*
 * The functions that are written out, or named, between two brackets of a row: where they stand, the outermost of each, and `key` of one that is
 * given by its name alone.
 */
function functionsIn(row, list, open, end, rows) {
	const inside = brackets(list), found = [];
	for (let k = open + 1; k < end; k++) {
		const t = list[k], before = list[k - 1].text, after = list[k + 1].text;
		if ('(,:['.includes(before) && FUNCTION.test(row.slice(t.at))) {
			found.push({ at: t.at, end: endOfArgument(list, k), key: '' });
			k = list.findIndex((one) => one.end === found.at(-1).end);
		} else if (t.kind === 'word' && isFunction(t.text, rows) && '(,:[{'.includes(before) && '),]}'.includes(after)) {
			found.push({ at: t.at, end: t.end, key: list[inside[k]].text === '{' && before !== ':' ? t.text : '' });
		}
	}
	return found;
}

/*
 * The last call that is waited for once more, the functions that it is given failing: what it falls back on shows. Not where
 * something waits between two attempts, which would take its time.
 */
function failed(body) {
	const rows = rowsOf(body), last = rows.findLastIndex((row) => /\bawait\s/.test(row) && !/^(?:for|while|if|async|function)\b/.test(row));
	if (last < 0 || /\bfailing\b|retr(?:y|ies)|attempt|delay|pause|sleep|timeout|interval|backoff/i.test(body))
		return [];
	const row = rows[last].slice(/\bawait\s+/.exec(rows[last]).index + 'await '.length), list = tokens(row);
	const open = list.findIndex((t) => t.text === '('), end = open < 0 ? -1 : closing(list, open);
	const edits = functionsIn(row, list, open, end, rows).map((one) => [one.at, one.end, one.key ? `${one.key}: failing` : 'failing']);
	if (!edits.length)
		return [];
	const again = edits.reverse().reduce((text, [from, to, said]) => text.slice(0, from) + said + text.slice(to), row.slice(0, list[end].end));
	return [["const failing = async () => {\n\tthrow new Error('failed');\n};", ...rows, `console.log(await ${again});`].join('\n')];
}

function scenes(body, methods) {
	return [...failed(body), ...leaving(body, methods), ...lastFirst(body), ...left(body), ...keeping(body), ...handed(body), ...later(body), ...unlike(body)];
}

module.exports = { FUNCTION, OPPOSITE, argumentsOf, brackets, functionsIn, rowsOf, scenes, emptied, together, slowed };
