'use strict';
/*
 * Neighbours of real calls and programs that are asked for where the change's own text speaks of what they show:
 *
 * - two neighbours the other way round, words of a line or items of a list: where a loop ends with the first that fits, the order decides;
 * - what is handed over in one call comes in several, cut within the bytes of a letter, a line's end, a doubled mark, in the middle, and one by one;
 * - a backslash that stands for itself, before a letter that makes an escape with one: who undoes escapes one kind after the other takes it for that;
 * - a value of a kind that ways of copying and writing treat in ways of their own, in the place of one that an object holds.
 */
const { inTurn } = require('./gen_rank.js');
const { argumentsOf, brackets, rowsOf } = require('./gen_scenes.js');
const { ESCAPE, tokens, closing, pieces, boundNames } = require('./lexer.js');

const ENDS = /\b(?:return|break)\b/, FIRST = /\.(?:find|findIndex|findLast|some|every|reverse|indexOf)\(/;
const KEEPS = /feed|chunk|buffer|pending|partial|incomplete|remainder|leftover|\b_?rest\b|\b_?tail\b|decoder|\bwrite\b|_transform|stream/i;
const COPIES = /structuredClone|cloneDeep|\bclone|stringify|JSON\.|Object\.(?:assign|entries|keys|values|fromEntries)|\{\s*\.\.\.|typeof|instanceof|toJSON/;
const UNSET = /(?:===?|!==?)\s*undefined\b|\?\?|\bvoid 0\b/; // what is filled in where there is none
const ODD = ['new Date(0)', '() => 1', 'undefined', 'NaN', 'new Map([[1, 2]])', 'null'];
const TAKES = /^(?:console\.log\()?(?:await\s+)?[\w$]+\.(?:feed|write|push|put|send|update|add|append|process|consume|receive|handle|parse|decode|ingest|end)\w*\($/;
const PLAIN = /^(['"`])(?:(?!\1)(?!\$\{)(?:[^\\]|\\[^]))*\1$/;
const WORD = /[^\s,;|]+/g, MARK = /[^\p{L}\p{N}\s_]/gu, BESIDE = /^[ \t]*[,;|]?[ \t]*$/;
const ESCAPES = new RegExp(ESCAPE, 'gu');
const LETTERS = /[^\x00-\x7f]/;
const WIDE = { a: 'ä', e: 'é', o: 'ö', u: 'ü' };
const WIDENED = /\\(?:u\{[^}]*\}|u.{4}|x..|[^])\p{L}*|(?<!\p{L})(\p{L}*?)[aeou](?=\p{Ll})/gu; // what is behind an escape stays as it is
const ESCAPING = /\\\\([A-Za-z])/g; // in a source `'\\n'` and `/\\n/` are two of them and a letter
const NO_CALL = /^(?:log|import|require|if|for|while|switch)$/; // the project's
const TAKES_THREE = /^(?:\w*[eE]quals?|match|replace(?:All)?|describe|test|it)$/; // what is where has a meaning
const TEXT_MAX = 4000, SINGLE_MAX = 60; // what is looked at; what comes one by one
const PAIRS_MAX = 3, EACH_MAX = 6, CALLS_MAX = 4, MOST = 14;

function put(text, { at, end }, said) {
	return text.slice(0, at) + said + text.slice(end);
}

/*
 * The texts that are written out and that calls of the project are given, or that are kept for that: of the tokens of a program those of strings and of
 * templates without parts.
 */
function textsGiven(list) {
	const inside = brackets(list);
	const isGiven = (i) => {
		const calls = [];
		for (let k = inside[i]; k >= 0; k = inside[k])
			if (list[k].text === '(' && list[k - 1]?.kind === 'word')
				calls.push(list[k - 1].text);
		return !calls.length || calls.some((name) => !NO_CALL.test(name));
	};
	return list.filter((t, i) => PLAIN.test(t.text) && !/^\.{1,2}\//.test(t.text.slice(1)) && isGiven(i));
}

/* Which kinds the change asks for: its lines, and the function on either side. */
function asksFor(...texts) {
	const has = (said) => texts.some((one) => said.test(one));
	/* `gap === undefined ? 8 : gap` is what `{ ...DEFAULTS, ...options }` is not. */
	const [, mine = '', other = ''] = texts, isFilled = mine && other && mine.split(UNSET).length !== other.split(UNSET).length;
	const escapes = [...new Set(texts.flatMap((one) => [...one.matchAll(ESCAPING)].map((m) => m[1])))].sort();
	return { escapes: escapes.length > 1 ? escapes : [], isFirst: has(FIRST) || texts.some((one) => ENDS.test(one.slice(one.search(/\bfor\b/) >>> 0))), isFed: has(KEEPS), isCopied: isFilled || has(COPIES), isFilled };
}

/* ---- the other way round ---- */

function marksIn(text) {
	return (text.match(MARK) || []).length;
}

/* [{ marks, text }]: two words of a line in each other's place, those with marks first. */
function wordsTurned(inner) {
	const plain = inner.replace(ESCAPES, (said) => '\n'.repeat(said.length)); // as long, and no word goes over it
	const words = [...plain.matchAll(WORD)].map((m) => ({ text: m[0], at: m.index, end: m.index + m[0].length }));
	const isWord = ({ text }) => text === '*' || /[\p{L}\p{N}]/u.test(text);
	return words.slice(1).map((two, i) => [words[i], two])
		.filter(([one, two]) => one.text !== two.text && isWord(one) && isWord(two) && BESIDE.test(plain.slice(one.end, two.at)))
		.map(([one, two]) => ({ marks: marksIn(one.text + two.text), text: inner.slice(0, one.at) + two.text + inner.slice(one.end, two.at) + one.text + inner.slice(two.end) }))
		.sort((a, b) => b.marks - a.marks).slice(0, PAIRS_MAX);
}

/* { at, end, text }: the first and the last of at least three arguments, all of them texts that are written out, in each other's place; or null.
 * `run('good.js', '--max', '20', 'long.js')`: what is said of several may be said of the last of them. */
function argumentsTurned(text, list, open) {
	const isOwn = !NO_CALL.test(list[open - 1].text) && !TAKES_THREE.test(list[open - 1].text) && list[open - 2]?.text !== 'new';
	const end = isOwn ? closing(list, open) : -1, args = end < 0 ? [] : argumentsOf(text.slice(list[open].end, list[end].at));
	const isTurned = args.length > 2 && args.every((one) => PLAIN.test(one)) && args[0] !== args.at(-1);
	return isTurned ? { at: list[open].end, end: list[end].at, text: [args.at(-1), ...args.slice(1, -1), args[0]].join(', ') } : null;
}

/* Texts near one, in which two words, all items of a list of plain values or the first and the last of three arguments and more change places. */
function turned(text) {
	const list = text.length > TEXT_MAX ? [] : tokens(text), found = [];
	for (const [i, t] of list.entries()) {
		if (PLAIN.test(t.text) && !/^\.{0,2}\//.test(t.text.slice(1)))
			found.push(...wordsTurned(t.text.slice(1, -1)).map(({ marks, text: inner }) => ({ marks, text: put(text, t, t.text[0] + inner + t.text[0]) })));
		const isList = t.text === '[' && (i === 0 || /^(?:[([,=:]|=>|return)$/.test(list[i - 1].text));
		const end = isList ? closing(list, i) : -1, items = end > i + 2 ? argumentsOf(text.slice(t.end, list[end].at)) : [];
		if (items.length > 1 && items.every((one) => PLAIN.test(one) || /^-?[\d.]+$/.test(one)))
			found.push({ marks: 0, text: put(text, { at: t.end, end: list[end].at }, items.reverse().join(', ')) });
		const given = t.text === '(' && list[i - 1]?.kind === 'word' ? argumentsTurned(text, list, i) : null;
		if (given)
			found.push({ marks: 1, text: put(text, given, given.text) });
	}
	return found.sort((a, b) => b.marks - a.marks).map((one) => one.text).slice(0, EACH_MAX);
}

/* ---- in pieces ---- */

/* { value, isBytes } of a text that is written out, or of the bytes of one; or null. */
function chunkOf(arg) {
	const [, said] = /^Buffer\.from\(((['"])(?:(?!\2)[^\\]|\\.)*\2)(?:,\s*['"]utf-?8['"])?\)$/.exec(arg) || [], plain = said || arg;
	if (plain.length > TEXT_MAX || !/^(['"])(?:(?!\1)[^\\\n]|\\[nrt'"\\])*\1$/.test(plain))
		return null;
	return { value: plain.slice(1, -1).replace(/\\(.)/g, (_, c) => ({ n: '\n', r: '\r', t: '\t' })[c] || c), isBytes: Boolean(said) };
}

/* What is handed over between two brackets, { at, end, value, isBytes }, all of it chunks of one kind; or null. */
function chunksIn(text, list, open) {
	const end = closing(list, open), args = end < 0 ? [] : argumentsOf(text.slice(list[open].end, list[end].at)), chunks = args.map(chunkOf);
	if (!chunks.length || chunks.some((one) => one?.isBytes !== chunks[0]?.isBytes))
		return null;
	const value = chunks.map((one) => one?.value).join(''), { isBytes } = chunks[0] || {};
	return chunks[0] && value.length > (isBytes ? 0 : 1) ? { at: list[open].end, end: list[end].at, value, isBytes, n: chunks.length } : null;
}

/* What is given one after the other: texts, or numbers of bytes. */
function piecesOf({ value: had, isBytes }) {
	const at = had.search(/\p{L}/u) + 1, value = isBytes && !LETTERS.test(had) ? `${had.slice(0, at)}é${had.slice(at)}` : had;
	const whole = isBytes ? [...Buffer.from(value)] : [...value], letter = isBytes ? whole.findIndex((c) => c >= 0xc0) : -1;
	const double = (isBytes ? Buffer.from(value).toString('latin1') : value).search(/\r\n|([^\p{L}\p{N}_\s])\1|\n\n/u);
	const cuts = [letter, double, Math.floor(whole.length / 2) - 1].filter((cut, i) => cut >= 0 || i > 1).map((cut) => cut + 1);
	const found = [...new Set(cuts)].filter((cut) => cut > 0 && cut < whole.length).map((cut) => [whole.slice(0, cut), whole.slice(cut)]);
	return whole.length > SINGLE_MAX ? found : [...found, whole.map((one) => [one])];
}

function saidAs(parts, isBytes) {
	return parts.map((part) => (isBytes ? `Buffer.from([${part.join(', ')}])` : JSON.stringify(part.join(''))));
}

/* A statement that hands over one chunk, as several. */
function inSteps(body) {
	const rows = rowsOf(body), found = [];
	for (const [i, row] of [...rows.entries()].reverse()) {
		const list = tokens(row), open = list.findLastIndex((t, k) => k > 0 && t.text === '(' && TAKES.test(row.slice(0, t.end)));
		const given = open < 0 ? null : chunksIn(row, list, open);
		for (const parts of given?.n === 1 ? piecesOf(given) : [])
			found.push([...rows.slice(0, i), ...saidAs(parts, given.isBytes).map((one) => put(row, given, one)), ...rows.slice(i + 1)].join('\n'));
	}
	return found;
}

/* The chunks of a list, and those that one call is given, cut in other places: bytes also where there is but one. */
function cutElsewhere(body) {
	const list = body.length > TEXT_MAX ? [] : tokens(body), found = [];
	for (const [i, t] of list.entries()) {
		const isCall = t.text === '(' && list[i - 1]?.kind === 'word' && !/^(?:from|concat|log|require|test|it|on|emit)$/.test(list[i - 1].text);
		const isList = t.text === '[' && (i === 0 || /^(?:[([,=:]|=>|return)$/.test(list[i - 1].text));
		const given = (isCall || isList) && t.kind === 'punct' ? chunksIn(body, list, i) : null;
		if (given && (given.n > 1 || (isCall && given.isBytes)))
			found.push(...piecesOf(given).map((parts) => put(body, given, saidAs(parts, given.isBytes).join(', '))));
	}
	return found;
}

/* A list of one text that has a name, `read([FILE])`, or of its bytes: two pieces, cut within the bytes of a letter. */
function cutByName(body) {
	const rows = rowsOf(body), all = tokens(body).map((t) => t.text), bound = new Set(), found = [];
	for (const [i, row] of rows.entries()) {
		const [said, name] = /(?<=[([,=]\s*)\[\s*(?:Buffer\.from\(\s*)?([A-Za-z_$][\w$]*)\s*\)?\s*\](?!\s*(?:[:=\]]|=>|\)\s*=>))/.exec(row) || [];
		if (name && bound.has(name) && !all.includes('bytes') && !all.includes('within'))
			found.push([...rows.slice(0, i), `const bytes = Buffer.from(${name}.replace(/\\p{L}/u, '$&é'));`, 'const within = bytes.indexOf(0xc3) + 1;',
				row.replace(said, () => '[bytes.subarray(0, within), bytes.subarray(within)]'), ...rows.slice(i + 1)].join('\n'));
		boundNames(row).forEach((one) => bound.add(one));
	}
	return found;
}

/* A text of which the bytes are cut in a loop: with letters of two bytes, some are cut within. */
function cutInLoop(body) {
	const [, name] = /\.(?:subarray|slice)\(/.test(body) && /Buffer\.from\(\s*([A-Za-z_$][\w$]*)\s*[,)]/.exec(body) || [];
	const list = name ? tokens(body) : [], at = list.findIndex((t, i) => t.text === name && list[i + 1]?.text === '=' && PLAIN.test(list[i + 2]?.text || ''));
	const held = at < 0 ? null : list[at + 2], said = held && held.text.replace(WIDENED, (all, before) => (before === undefined ? all : before + WIDE[all.at(-1)]));
	return held && said !== held.text ? [put(body, held, said)] : [];
}

function inPieces(body) {
	return inTurn([inSteps(body), cutElsewhere(body), cutByName(body), cutInLoop(body)]).slice(0, EACH_MAX);
}

/* ---- backslashes ---- */

/* Texts with each of the letters behind a backslash: behind one that is there, else behind two and one in the middle of the first text. */
function escaped(text, letters) {
	const list = (text.length > TEXT_MAX ? [] : tokens(text)).filter((t) => t.kind === 'string' && PLAIN.test(t.text) && t.text.length > 3);
	const found = list.flatMap((t) => [...t.text.slice(0, -1).matchAll(/\\\\(?=[A-Za-z])/g)].map((m) => ({ at: t.at + m.index + 2, end: t.at + m.index + 3, said: '' })));
	const half = list.length ? list[0].at + 1 + pieceAt(list[0].text) : 0;
	const places = found.length ? found.slice(0, PAIRS_MAX) : list.slice(0, 1).flatMap(() => ['\\\\\\\\', '\\\\'].map((said) => ({ at: half, end: half, said })));
	return inTurn(places.map(({ at, end, said }) => letters.map((letter) => put(text, { at, end }, said + letter)))).filter((one) => one !== text).slice(0, EACH_MAX);
}

/* The middle of what stands in quotes, not within an escape. */
function pieceAt(quoted) {
	const parts = pieces(quoted.slice(1, -1));
	return parts.slice(0, Math.floor(parts.length / 2)).join('').length;
}

/* ---- what is copied in a way of its own ---- */

/* Is it what a function takes apart, or an assignment? */
function isPattern(list, open) {
	const end = closing(list, open), next = list[end + 1]?.text;
	return end < 0 || next === '=' || (next === ')' && /^(?:=>|\{)$/.test(list[end + 2]?.text || ''));
}

/* Objects that are written out, each with an odd value in the place of its first plain one; of what is filled in where there is none, nothing in that of each. */
function odd(text, isFilled) {
	const list = text.length > TEXT_MAX ? [] : tokens(text), inside = brackets(list), found = new Map();
	for (const [i, t] of list.entries()) {
		const open = inside[i], isKey = t.text === ':' && list[open]?.text === '{' && /^[{,]$/.test(list[i - 2]?.text || '') && /^[,}]$/.test(list[i + 2]?.text || '');
		if (!isKey || list[i + 1].kind === 'punct' || isPattern(list, open))
			continue;
		if (isFilled)
			found.set(i, ['undefined'].map((said) => put(text, list[i + 1], said)));
		else if (!found.has(open))
			found.set(open, ODD.filter((said) => said !== list[i + 1].text).map((said) => put(text, list[i + 1], said)));
	}
	return inTurn([...found.values()]).slice(0, 2 * EACH_MAX);
}

/* ---- */

/* Neighbours of a whole program's body. */
function programs(body, near) {
	return body.length > TEXT_MAX ? [] : inTurn([near?.isFirst ? turned(body) : [], near?.isFed ? inPieces(body) : [], near?.escapes?.length ? escaped(body, near.escapes) : []]);
}

/* Lists of arguments near real ones: [{ args, where, isOfItsKind }]. */
function lists(calls, near) {
	const rows = near?.isFirst || near?.isCopied || near?.escapes?.length ? calls.slice(0, CALLS_MAX) : [];
	const alike = (arg) => [...(near.isFirst ? turned(arg) : []), ...(near.escapes?.length ? escaped(arg, near.escapes) : [])];
	const filled = (arg) => (near.isFilled ? odd(arg, true) : []);
	const made = (arg) => [...[...filled(arg), ...alike(arg)].map((said) => ({ said, isOfItsKind: true })), ...(near.isCopied ? odd(arg) : []).map((said) => ({ said, isOfItsKind: false }))];
	const byPlace = (args, where) => args.map((arg, i) => made(arg).map(({ said, isOfItsKind }) => ({ args: args.map((a, k) => (k === i ? said : a)), where, isOfItsKind })));
	return inTurn(rows.map(({ args, where }) => inTurn(byPlace(args, where).reverse()))).slice(0, MOST); // options come last
}

module.exports = { PLAIN, asksFor, lists, programs, isPattern, put, textsGiven };
