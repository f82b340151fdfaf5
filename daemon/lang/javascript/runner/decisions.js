'use strict';
/*
 * The decisions of a source text, and which of their ways V8's block counters saw taken.
 *
 * A decision has two ways out: into the block it guards (what follows a condition, the body of a loop, a case, the
 * first of `? :`, the right side of && || ??), and past it. V8 counts blocks, not ways: past is what came to the
 * decision and did not go in. Where that cannot be known (a loop that is left by a break, a condition that raises), it
 * counts as taken: nobody is sent to look for a way that was taken.
 */
const { tokens, closing, goesOn } = require('./lexer.js');

const LOGIC = { '&&': 2, '||': 1, '??': 1 };
const ENDS = new Set([')', ']', '}', ',', ';', ':', '?', '=>']);
const TEXT_MAX = 1 << 20; // of a file whose decisions are looked for

/* Index of the first token of what begins at `i`, behind its brace. */
function inside(list, i) {
	return list[i] && list[i].text === '{' ? i + 1 : i;
}

/* Index behind the condition in brackets that a word at `i` has, or -1. */
function behindHead(list, i) {
	const open = list[i + 1] && list[i + 1].text === 'await' ? i + 2 : i + 1;
	const close = list[open] && list[open].text === '(' && list[open].kind === 'punct' ? closing(list, open) : -1;
	return close < 0 ? -1 : close + 1;
}

function isWord(t, text) {
	return t !== undefined && t.kind === 'word' && t.text === text;
}

/* Index behind the statement that begins at `i`. */
function behind(list, i) {
	const t = list[i];
	if (!t)
		return list.length;
	if (t.text === '{' && t.kind === 'punct')
		return closing(list, i) < 0 ? list.length : closing(list, i) + 1;
	if (t.kind === 'word' && ['if', 'for', 'while', 'with'].includes(t.text) && behindHead(list, i) > 0) {
		const end = behind(list, behindHead(list, i));
		return t.text === 'if' && isWord(list[end], 'else') ? behind(list, end + 1) : end;
	}
	for (let k = i; k < list.length; k++) {
		if (list[k].kind === 'punct' && '([{'.includes(list[k].text)) {
			k = closing(list, k);
			if (k < 0)
				return list.length;
		} else if (list[k].text === ';') {
			return k + 1;
		} else if (list[k].text === '}') {
			return k;
		}
		if (isWord(list[k + 1], 'else') || (list[k + 1] && list[k + 1].line && !goesOn(list[k], list[k + 1])))
			return k + 1;
	}
	return list.length;
}

/* Index of the `:` that belongs to what begins at `i`, at its own depth; -1: none. */
function colon(list, i) {
	let open = 0;
	for (let k = i; k < list.length; k++) {
		const { kind, text } = list[k];
		if (kind !== 'punct')
			continue;
		if ('([{'.includes(text)) {
			k = closing(list, k);
			if (k < 0)
				return -1;
		} else if (text === '?') {
			open++;
		} else if (text === ':') {
			if (open-- === 0)
				return k;
		} else if (';)]}'.includes(text)) {
			return -1;
		}
	}
	return -1;
}

/* Where an operand of `operator` ends that begins at `i`, as an offset: no more of it is shown. */
function operandEnd(list, i, operator) {
	let end = list[i].end;
	for (let k = i; k < list.length; k++) {
		const { kind, text } = list[k];
		if (kind === 'punct' && (ENDS.has(text) || LOGIC[text] <= LOGIC[operator]))
			return end;
		if (kind === 'punct' && '([{'.includes(text)) {
			const close = closing(list, k);
			if (close < 0)
				return end;
			k = close;
		}
		end = list[k].end;
		if (list[k + 1] && list[k + 1].line && !goesOn(list[k], list[k + 1]))
			return end;
	}
	return end;
}

/* Offset of the operator before `i` in the same chain ("a && b && c"), whose right side has to be come to first; -1. */
function chained(list, i) {
	for (let k = i - 1, depth = 0; k >= 0; k--) {
		const { kind, text } = list[k];
		if (kind !== 'punct')
			continue;
		if (')]}'.includes(text))
			depth++;
		else if ('([{'.includes(text) && depth-- === 0)
			return -1;
		else if (depth === 0 && text === list[i].text)
			return list[k].at;
		else if (depth === 0 && (ENDS.has(text) || LOGIC[text] || text.endsWith('=')) && !(LOGIC[text] > LOGIC[list[i].text]) &&
			!/^([=!]==?|[<>]=)$/.test(text))
			return -1;
	}
	return -1;
}

function atOf(list, i) {
	return list[i] && list[i].text !== '}' ? list[i].at : -1;
}

/* if, for, while; null: nothing to decide, or nothing in it. */
function ofStatement(list, i) {
	const body = behindHead(list, i), head = body < 0 ? '' : list.slice(i + 2, body - 1).map((t) => t.text).join(' ');
	const first = list[inside(list, body)], isIf = list[i].text === 'if';
	if (body < 0 || !first || first.text === ';' || first.text === '}' || /^(true|1|; ;)$/.test(head))
		return null;
	const end = behind(list, body), hasElse = isIf && isWord(list[end], 'else');
	return { kind: list[i].text, at: list[i].at, block: first.at, end: list[behind(list, inside(list, body)) - 1].end, into: first.at,
		other: hasElse ? atOf(list, inside(list, end + 1)) : -1, next: atOf(list, hasElse ? behind(list, end + 1) : end),
		reached: list[i].at };
}

function ofCase(list, i) {
	const at = list[i + 1] && list[i + 1].text !== ':' ? colon(list, i + 1) : -1;
	const first = list[inside(list, at + 1)];
	if (at < 0 || !first || first.text === '}' || isWord(first, 'case') || isWord(first, 'default'))
		return null;
	return { kind: 'case', at: list[i].at, block: first.at, end: list[behind(list, inside(list, at + 1)) - 1].end, into: list[i].at,
		other: -1, next: -1, reached: -1 };
}

function ofOperator(list, i) {
	const first = list[i + 1], other = list[i].text === '?' ? colon(list, i + 1) : -1;
	if (!first || (list[i].text === '?' && other < 0))
		return null;
	return { kind: list[i].text, at: list[i].at, block: first.at, end: operandEnd(list, i + 1, list[i].text), into: list[i].at,
		other: other < 0 ? -1 : list[other].at, next: -1, reached: other < 0 ? chained(list, i) : -1 };
}

/* The `while` at the end of a `do`. */
function tails(list) {
	const found = new Set();
	for (let i = 0; i < list.length; i++)
		if (isWord(list[i], 'do') && !(list[i - 1] && list[i - 1].text === '.') && isWord(list[behind(list, i + 1)], 'while'))
			found.add(behind(list, i + 1));
	return found;
}

/*
 * [{kind, at: of the decision, block: of what it leads to, end: of that, ...}], offsets all: `into` is where the counter of
 * the way in is, `other` that of the other way, `next` what comes after both, `reached` how often it was come to; -1: none.
 */
function decisions(source) {
	const list = source.length > TEXT_MAX ? [] : tokens(source), found = [];
	const isTail = tails(list);
	for (let i = 0; i < list.length; i++) {
		const t = list[i], last = list[i - 1];
		if ((last && (last.text === '.' || last.text === '?.')) || isTail.has(i))
			continue;
		let made = null;
		if (t.kind === 'word' && (t.text === 'if' || t.text === 'for' || t.text === 'while'))
			made = ofStatement(list, i);
		else if (isWord(t, 'case'))
			made = ofCase(list, i);
		else if (t.kind === 'punct' && (t.text === '?' || LOGIC[t.text]))
			made = ofOperator(list, i);
		if (made)
			found.push(made);
	}
	return found;
}

/* How often the innermost block around an offset ran; `isAround`: one that does not begin there. */
function countAt(ranges, at, isAround = false) {
	let best = null;
	for (let i = 0; i < ranges.length; i++) {
		const r = ranges[i];
		if ((isAround ? r.start < at : r.start <= at) && at < r.end && (!best ||
			r.end - r.start <= best.end - best.start))
			best = r;
	}
	return best ? best.count : 0;
}

/* The ways out of one decision that were taken: {into, past}. `ranges`: of all functions of its file. */
function taken(d, ranges) {
	const into = countAt(ranges, d.into);
	if (d.other >= 0)
		return { into: into > 0, past: countAt(ranges, d.other) > 0 };
	const reached = d.reached >= 0 ? countAt(ranges, d.reached) : countAt(ranges, d.at, true);
	const goesOnBehind = d.next < 0 || countAt(ranges, d.next) > 0;
	const isLoop = d.kind === 'for' || d.kind === 'while';
	return { into: into > 0, past: reached > (isLoop ? 0 : into) && goesOnBehind };
}

/* ---- by lines ----------------------------------------------------------------------------------- */

function startsOf(source) {
	const starts = [0];
	for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1))
		starts.push(at + 1);
	return starts;
}

/* The number of the line an offset is on; 0: there is none. */
function lineAt(starts, at) {
	let from = 0, to = starts.length;
	while (from < to) {
		const mid = (from + to) >> 1;
		if (starts[mid] <= at)
			from = mid + 1;
		else
			to = mid;
	}
	return at < 0 ? 0 : from;
}

/*
 * The decisions that lines of `wanted` belong to, as PROTOCOL.md has them: {row: [line, line of its block, first and last
 * byte there of what has no lines of its own], ...}. `isPlain`: the text is JavaScript, and executed as it is.
 */
function asked(source, wanted, isPlain) {
	const starts = startsOf(source), lines = new Set(wanted), found = [];
	for (const d of decisions(source)) {
		const line = lineAt(starts, d.at), block = lineAt(starts, d.block);
		const isWithin = !/^[a-z]/.test(d.kind) || block === line;
		let isAsked = lines.has(line);
		for (let k = line + 1; !isWithin && k < block; k++)
			isAsked = isAsked || lines.has(k);
		if (!isAsked || (isWithin && !isPlain))
			continue;
		const from = Buffer.byteLength(source.slice(starts[block - 1], d.block));
		const shown = source.slice(d.block, d.end).split('\n')[0].trimEnd();
		found.push({ ...d, row: isWithin ? [line, block, from, from + Buffer.byteLength(shown)] : [line, block],
			nextLine: lineAt(starts, d.other >= 0 ? d.other : d.next) });
	}
	return found;
}

/* The same as `taken`, by the lines that ran, where what is executed was made of the text: what they do not show counts as taken. */
function takenByLines(d, ran) {
	const [line, block, from] = d.row, isReached = ran.has(line);
	if (from !== undefined)
		return { into: isReached, past: isReached };
	return { into: ran.has(block), past: isReached && (d.nextLine === 0 || ran.has(d.nextLine)) };
}

module.exports = { decisions, asked, taken, takenByLines, startsOf, lineAt };
