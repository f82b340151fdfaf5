'use strict';
/*
 * Programs that bring a changed comparison to its edge where reading does not say what its sides are: a sum of what was stored,
 * a count of what is left, what another function gave.
 *
 * A real program that gets there is run once more in this very process, with a breakpoint whose condition tells both sides and
 * is never true. A literal of the program that is what one side is becomes what the other side is, as REDQUEEN (NDSS 2019)
 * does with the bytes of an input. Else a number of the program is moved, along the slope that one more of it shows, as Angora
 * (S&P 2018) does: where the sides differ by d, and by d + s after one more, they are equal after -d / s.
 */
const inspector = require('inspector');
const { pathToFileURL } = require('url');
const { startsOf, lineAt } = require('./decisions.js');
const { quote } = require('./expect.js');
const { put } = require('./gen_near.js');
const { KEYWORDS, tokens, closing, isHead, split } = require('./lexer.js');

const COMPARED_MAX = 6; // comparisons of one function
const SEEDS_MAX = 3; // programs of one comparison that are watched
const RUNS_MAX = 60; // of one target, each some milliseconds; each comparison has its part of them
const SHARE = 8; // of the time that is left: one in so many is used
const VAIN_MAX = 3; // programs that take too long, or tell nothing, before a comparison is left
const TOLD_MAX = 12; // times that one run is asked
const NUMBERS_MAX = 4; // of one program that are moved
const MOST = 24; // programs that are made of the changed lines, and as many of the others of the function
const ABOVE = 6; // lines on which a statement may begin that goes on where something is compared
const FAR = 1e9; // a number further away than this is no likely one
const TEXT_MAX = 80;
const ASK = '__tora_asked'; // the condition's function: the frame that is asked knows globals
/* Beside one of these an operand goes on, and is not read. */
const MORE = ['<<', '>>', '>>>', '++', '--', '?.', '&', '|', '^'], WORDS = ['instanceof', 'in', 'typeof', 'await', 'new', 'void', 'delete', 'yield'];
const COMPARES = new Set(['<', '>', '<=', '>=', '==', '===', '!=', '!==']), JOINS = new Set(['+', '-', '*', '/', '%', '**']);
const VALUES = new Set(['this', 'true', 'false', 'null', 'undefined']);
const LITERAL = /^(?:-?[\d.]+|(['"]).*\1)$/, NOTHING = /^(?:null|undefined|true|false)$/;
/* Looking is known to change something: what is set, waited for or made, and calls that tell the truth once. */
const CHANGES = /\+\+|--|=>|\.\.\.|(?<![=!<>])=(?!=)|\b(?:await|yield|new|delete|function|class)\b|(?:^|[.\s(])(?:(?:get)?next\w*|pop|push|shift|unshift|splice|sort|reverse|read\w*|take\w*|write\w*|add|set|delete|clear|exec|test|send|consume\w*|advance\w*|skip\w*|accept\w*|match\w*|roll\w*|random\w*|acquire\w*|poll\w*|fetch\w*|inc\w*|dec\w*)\s*\(/i;

/* ---- comparisons in a text ---- */

/* A word behind a dot is a member, whatever it is called. */
function isOperand(list, i) {
	const t = list[i], isMember = isMark(list[i - 1], ['.', '?.']);
	return t && (['string', 'number', 'template', 'regex'].includes(t.kind) || (t.kind === 'word' && (isMember || !KEYWORDS.has(t.text) || VALUES.has(t.text))));
}

function isMark(t, marks) {
	return t?.kind === 'punct' && marks.includes(t.text);
}

/* Does an operand go on beyond what is read of it? */
function goesOn(t) {
	return isMark(t, MORE) || (t?.kind === 'punct' && COMPARES.has(t.text)) || t?.kind === 'template' || WORDS.includes(t?.text);
}

/* The token that opens the bracket which one token closes. */
function opening(list, close) {
	for (let i = close - 1, depth = 1; i >= 0; i--) {
		depth += isMark(list[i], [')', ']', '}']) ? 1 : isMark(list[i], ['(', '[', '{']) ? -1 : 0;
		if (!depth)
			return i;
	}
	return -1;
}

/* Where the operand begins that ends before token `i`; -1: that cannot be said. */
function startOf(list, i) {
	let at = i - 1;
	for (;;) {
		if (isMark(list[at], [')', ']'])) {
			at = opening(list, at);
			if (at < 0 || isHead(list, at, 0))
				return -1;
			const isCalled = isOperand(list, at - 1) || (isMark(list[at - 1], [')', ']']) && !isHead(list, opening(list, at - 1), 0));
			if (isCalled) {
				at--;
				continue;
			}
		} else if (!isOperand(list, at)) {
			return -1;
		}
		const before = list[at - 1];
		if (isMark(before, ['.', '?.']))
			at -= 2;
		else if (before?.kind === 'punct' && JOINS.has(before.text) && (isOperand(list, at - 2) || isMark(list[at - 2], [')', ']'])))
			at -= 2;
		else
			return goesOn(before) || isMark(before, ['!', '~']) || isOperand(list, at - 1) ? -1 : isMark(before, ['-', '+']) ? signOf(list, at - 1) : at;
	}
}

/* A sign before an operand, and not behind another. */
function signOf(list, at) {
	return goesOn(list[at - 1]) ? -1 : at;
}

/* The last token of the operand that begins behind token `i`; -1: that cannot be said. */
function endOf(list, i) {
	let at = i + 1;
	for (;;) {
		if (isMark(list[at], ['-', '+']))
			at++;
		if (isMark(list[at], ['(', '[']))
			at = closing(list, at);
		else if (!isOperand(list, at))
			return -1;
		for (let next = list[at + 1]; at >= 0 && next; next = list[at + 1]) {
			if (isMark(next, ['.', '?.']) && list[at + 2]?.kind === 'word')
				at += 2;
			else if (isMark(next, ['(', '[']))
				at = closing(list, at + 1);
			else
				break;
		}
		if (at < 0 || goesOn(list[at + 1]))
			return -1;
		if (!(list[at + 1]?.kind === 'punct' && JOINS.has(list[at + 1].text)))
			return at;
		at += 2;
	}
}

/* Both operands of the comparison that token `i` is: { left, right, at, end: where it stands }; or null. */
function comparedAt(text, list, i) {
	const t = list[i];
	if (t.kind === 'punct' && COMPARES.has(t.text)) {
		const from = startOf(list, i), to = endOf(list, i);
		return from < 0 || to < 0 ? null : { at: list[from].at, end: list[to].end, left: text.slice(list[from].at, list[i - 1].end), right: text.slice(list[i + 1].at, list[to].end) };
	}
	if (t.text !== 'Math' || !/^(?:min|max)$/.test(list[i + 2]?.text || '') || list[i + 3]?.text !== '(')
		return null;
	const close = closing(list, i + 3), args = close < 0 ? null : split(text, list, i + 4, close);
	return args?.length === 2 ? { at: t.at, end: list[close].end, left: args[0], right: args[1] } : null;
}

/* Is one side a name, the other a literal? That gen_aim.js sets. */
function isRead(one, other) {
	return /^[\w$]+$/.test(one) && LITERAL.test(other);
}

/* [{ left, right, at, end }] of the comparisons of a text that begin on lines that `isWanted`, and of which reading does not say all. */
function comparisons(text, isWanted) {
	const list = tokens(text), starts = startsOf(text);
	const all = list.map((t, i) => (isWanted(lineAt(starts, t.at)) ? comparedAt(text, list, i) : null)).filter(Boolean);
	return all.filter(({ left, right }) => ![left, right].some((said) => NOTHING.test(said) || CHANGES.test(said)) && !isRead(left, right) && !isRead(right, left));
}

/* ---- seeing what is compared ---- */

class Watch {
	/* `prober`: what tries programs; `left()`: how much time there is, in ms. */
	constructor(prober, left) {
		Object.assign(this, { prober, left, runs: 0, until: 0, scripts: new Map() });
	}

	/* What follows is of one target. */
	begin() {
		this.runs = 0;
		this.until = this.left() * (1 - 1 / SHARE);
	}

	post(method, params) {
		let answer = null;
		this.session.post(method, params, (error, result) => { // in one process it is called at once
			answer = error ? null : result;
		});
		return answer;
	}

	/* Never let go of: V8 drops what it counts with its last debugger. */
	connect() {
		if (this.session)
			return;
		this.session = new inspector.Session();
		this.session.connect();
		this.session.on('Debugger.scriptParsed', ({ params }) => this.scripts.set(params.url, params.scriptId));
		this.post('Debugger.enable');
	}

	/*
	 * Where V8 can stop when a comparison is asked: in it, before it takes a member or calls something, or else at what comes
	 * before it.
	 */
	placeOf(file, text, { at, end }) {
		const scriptId = this.scripts.get(pathToFileURL(file).href), starts = startsOf(text);
		const placed = (offset) => ({ scriptId, lineNumber: lineAt(starts, offset) - 1, columnNumber: offset - starts[lineAt(starts, offset) - 1] });
		const offsetOf = (place) => starts[place.lineNumber] + place.columnNumber;
		const found = scriptId && this.post('Debugger.getPossibleBreakpoints', { start: placed(starts[Math.max(0, lineAt(starts, at) - 1 - ABOVE)]), end: placed(end) });
		const places = found ? found.locations : [];
		return places.find((place) => offsetOf(place) >= at) || places.at(-1);
	}

	/* What `found` gives while both sides of a comparison in `file` are told to `told`. */
	with(file, text, one, found) {
		this.connect();
		const location = this.placeOf(file, text, one);
		const set = location && this.post('Debugger.setBreakpoint', { location, condition: `${ASK}((${one.left}), (${one.right}))` });
		if (!set)
			return [];
		const told = [];
		Object.defineProperty(globalThis, ASK, { value: (...sides) => {
			if (told.length < TOLD_MAX)
				told.push(seen(...sides));
			return false;
		}, configurable: true });
		try {
			return found(told);
		} finally {
			delete globalThis[ASK];
			this.post('Debugger.removeBreakpoint', { breakpointId: set.breakpointId });
		}
	}

	/* What is told in a run of a program; null: it cannot be run, or there is no time. */
	run(source, told) {
		told.length = 0;
		if (this.runs >= this.most || this.left() <= this.until)
			return null;
		this.runs++;
		const found = this.prober.look(source, {});
		return found && found.isWhole ? told.slice() : null;
	}

	/* Programs near `programs` that bring the comparisons of `file` to their edge: [{ source, where }]. */
	near(file, text, isWanted, programs) {
		const found = [], all = comparisons(text, isWanted).slice(0, COMPARED_MAX);
		for (const [i, one] of all.entries()) {
			this.most = this.runs + Math.ceil((RUNS_MAX - this.runs) / (all.length - i));
			found.push(...this.with(file, text, one, (told) => this.of(programs, told)));
		}
		return found.slice(0, MOST);
	}

	of(programs, told) {
		const found = [];
		let seeds = 0, vain = 0;
		for (const { source, where } of programs) {
			if (seeds >= SEEDS_MAX || vain >= VAIN_MAX)
				break;
			const before = this.run(source, told);
			if (!before?.length) {
				vain++;
				continue;
			}
			seeds++;
			found.push(...[...new Set([...set(source, before), ...this.moved(source, before, told)])].map((made) => ({ source: made, where })));
		}
		return found;
	}

	/* A number of the program, moved to where both sides are equal. */
	moved(source, before, told) {
		const found = [];
		if (before.some((one) => one.apart === 0) || before.every((one) => one.apart === null))
			return found;
		for (const t of literals(source).filter((one) => one.kind === 'number').slice(-NUMBERS_MAX).reverse()) {
			const value = Number(t.text), after = this.run(put(source, t, String(value + 1)), told) || [];
			for (const [i, { apart }] of before.entries())
				if (apart !== null && after[i]?.apart !== null && after[i]?.apart !== undefined && after[i].apart !== apart)
					found.push(...whereEqual(value, apart, after[i].apart - apart).map((at) => put(source, t, String(at))));
		}
		return found;
	}
}

/* What is told of two sides: how far they are apart, and what they are where that can be written. */
function seen(left, right) {
	const isMeasured = [left, right].every((one) => typeof one === 'number' || one instanceof Date);
	const apart = isMeasured ? Number(left) - Number(right) : NaN;
	const plain = (one) => (Number.isFinite(one) || (typeof one === 'string' && one.length <= TEXT_MAX) ? one : undefined);
	return { apart: Number.isFinite(apart) ? apart : null, left: plain(left), right: plain(right) };
}

/* What a number is to be so that what is `apart` is so no more. */
function whereEqual(value, apart, slope) {
	const at = value - apart / slope;
	if (Math.abs(value) > FAR || !Number.isFinite(at) || Math.abs(at) > FAR || (at < 0 && value >= 0))
		return [];
	if (!Number.isInteger(value))
		return [Number(at.toFixed(9))];
	return Math.abs(at - Math.round(at)) > 1e-6 ? [Math.floor(at), Math.ceil(at)] : [Math.round(at)];
}

/* ---- programs ---- */

/* Numbers and texts of a program, but for keys and what modules are called. */
function literals(source) {
	const list = tokens(source);
	return list.filter((t, i) => (t.kind === 'number' ? /^[\d.]+$/.test(t.text) : t.kind === 'string')
		&& !isMark(list[i + 1], [':']) && list[i - 1]?.text !== 'from' && list[i - 2]?.text !== 'require' && !isMark(list[i - 1], ['-']));
}

/* A literal that is what one side is, as the other side is. */
function set(source, told) {
	const found = [];
	const key = (one) => String(one).trim().toLowerCase();
	for (const { left, right } of told) {
		if (left === undefined || right === undefined || left === right || typeof left !== typeof right)
			continue;
		for (const t of literals(source)) {
			const value = t.kind === 'number' ? Number(t.text) : t.text.slice(1, -1);
			for (const [side, other] of [[left, right], [right, left]])
				if (typeof value === typeof side && key(value) === key(side))
					found.push(put(source, t, typeof other === 'number' ? String(other) : quote(other)));
		}
	}
	return [...new Set(found)];
}

module.exports = { Watch, comparisons, set, whereEqual };
