'use strict';
/*
 * Keys of another type: what was put in by a number is asked for by the text of it. An object has one entry for both, and a `Map` two;
 * `==` takes them for the same, and `===` does not. A test writes a key in one way all over; who reads one from a line, a path or a
 * form has a text. So of a number (or a text of digits) that stands in several arguments or items one of the later ones is written
 * in the other way, each in turn, then all but the first; of a name for one it is `String(id)`.
 *
 * And keys in an order of their own: an object lists whole numbers first, the least of them before the others, and a `Map` as
 * they came. So the greatest comes first, and then one that is a text comes before a number; and lines of a text with numbers the
 * other way round.
 */
const { apart, inTurn } = require('./gen_rank.js');
const { argumentsOf, brackets } = require('./gen_scenes.js');
const { closing, tokens } = require('./lexer.js');

const TABLES = new RegExp([/\bnew (?:Map|Set)\b/, /\.(?:get|has|set)\(/, /\bObject\.(?:create\(null|keys|values|entries|fromEntries|groupBy|hasOwn)/, /[\w$)]\[(?![ijkn]\])[A-Za-z_$][\w$.]*\]/,
	/\bhasOwn/, /\.(?:includes|indexOf)\(/].map((one) => one.source).join('|'));
const LOOSE = /(?<![=!<>])[=!]=(?!=)(?!\s*(?:null|undefined)\b)/g;
const WHOLE = /^(?:0|[1-9]\d{0,8})$/, DIGITS = /^(['"])(0|[1-9]\d{0,8})\1$/, MENTION = /(?<![\w.-])(?:0|[1-9]\d{0,8})(?![\w.-])/g;
const NAMES = /^(?:id|key|code|number|no|slot|port|ref|sku|\w+(?:Id|Key|Code|No))$/; // what a key is called
const LITERAL = /^(?:[(,[:=?]|\|\||\?\?|&&|return|\.\.\.)$/, HEADS = /^(?:if|for|while|switch|catch|function|log|setTimeout|require)$/;
const LISTS = /\.(?:keys|values|entries|list|all|names|toJSON|toArray|\w+s)\(\)|\[\.\.\.|stringify|\bObject\.|\bfor\b|\.map\(/;
const EACH_MAX = 6, CALLS_MAX = 3, MOST = 12, TEXT_MAX = 4000;

/* { isKeyed, isLoose } for a change: its lines, and the function on either side. Is there a `==` more or less? Not one that asks for nothing. */
function asksFor(changed, mine = '', other = '') {
	const loose = (text) => (text.match(LOOSE) || []).length;
	return { isKeyed: apart(changed, mine, other).some((text) => TABLES.test(text)), isLoose: mine && other ? loose(mine) !== loose(other) : loose(changed) > 0 };
}

/* The other type of a value that is written out or has a name. */
function otherType(text) {
	return WHOLE.test(text) ? `'${text}'` : DIGITS.test(text) ? text.slice(1, -1) : `String(${text})`;
}

/* Names of a text's own for a number, a text of digits, or what is called a key: name -> what it is written as. */
function namesIn(list) {
	const found = new Map();
	for (const [i, t] of list.entries()) {
		const value = list[i + 3]?.text || '', isOnly = /^[;,]$/.test(list[i + 4]?.text || ';') || list[i + 4].line;
		if (/^(?:const|let|var)$/.test(t.text) && list[i + 2]?.text === '=' && ((isOnly && (WHOLE.test(value) || DIGITS.test(value))) || NAMES.test(list[i + 1].text)))
			found.set(list[i + 1].text, isOnly && DIGITS.test(value) ? `Number(${list[i + 1].text})` : `String(${list[i + 1].text})`);
	}
	return found;
}

/*
 * Values that stand as an argument, an item or a property of one: [{ t, key, said, place, call, column }]. `key`: what it is, whatever its type;
 * `said`: the other type; `place`: the argument or item it is in; `call`: the outer bracket of it; `column`: what is called, and as which argument or property.
 */
function valuesIn(text) {
	const list = tokens(text), inside = brackets(list), names = namesIn(list), found = [];
	for (const [i, t] of list.entries()) {
		const before = list[i - 1]?.text, after = list[i + 1]?.text, key = WHOLE.test(t.text) ? t.text : DIGITS.exec(t.text)?.[2] || (t.kind === 'word' && names.has(t.text) ? t.text : '');
		if (!key || !/^[(,[:]$/.test(before || '') || !/^[),\]}]$/.test(after || ''))
			continue;
		const at = whereIs(list, inside, i);
		if (at)
			found.push({ t, key, said: names.get(t.text) || otherType(t.text), ...at });
	}
	return found;
}

/* { place, call, column } of a token, or null where it is no part of what is handed over, or written as a whole. */
function whereIs(list, inside, i) {
	const name = list[i - 1].text === ':' ? list[i - 2].text.replace(/^(['"])(.*)\1$/, '$2') : '';
	let place = '';
	for (let k = i, open = inside[i]; open >= 0; k = open, open = inside[open]) {
		const sign = list[open].text, before = list[open - 1] || { text: '=' }, isWord = before.kind === 'word' && before.text !== 'return';
		if (sign === '(' ? !isWord || HEADS.test(before.text) : sign === '[' ? isWord || /^(?:[)\]]|\?\.)$/.test(before.text) : !LITERAL.test(before.text))
			return null; // a head, an index, a block
		if (/^(?:\{|=>?)$/.test(list[closing(list, open) + 1]?.text || ''))
			return null; // parameters, or what is set
		const nth = list.slice(open, k).filter((t, n) => t.text === ',' && inside[open + n] === open).length;
		place ||= sign !== '{' ? `${open} ${nth}` : inside[open] < 0 ? `${open}` : '';
		if (sign === '(' || inside[open] < 0)
			return { place, call: open, column: `${sign === '(' ? before.text : ''} ${name || nth}` };
	}
	return null;
}

function edited(text, edits) {
	return [...edits].sort((a, b) => b.t.at - a.t.at).reduce((all, { t, said }) => all.slice(0, t.at) + said + all.slice(t.end), text);
}

/* Values that are the same key, those first that are called one or are in several calls: [{ some, isSpoken }]; is there a text that speaks of it? */
function groupsOf(text, least) {
	const groups = new Map(), all = valuesIn(text);
	for (const one of all)
		groups.set(one.key, [...(groups.get(one.key) || []), one]);
	const spoken = new Set(tokens(text).filter((t) => t.kind === 'string' || t.kind === 'template').filter((t) => !DIGITS.test(t.text)).flatMap((t) => t.text.match(MENTION) || []));
	const worth = (some) => some.filter(({ column }) => NAMES.test(column.split(' ').pop())).length + (new Set(some.map((one) => one.call)).size > 1 ? 2 : 0);
	const rows = [...groups].map(([key, some]) => ({ some, isSpoken: spoken.has(key), n: new Set(some.map((one) => one.place)).size }));
	return rows.filter(({ n, isSpoken }) => n + isSpoken >= least).map((row) => ({ ...row, worth: worth(row.some) })).sort((a, b) => b.worth - a.worth);
}

/* Texts near one in which a key is of the other type in one of the later places, then in all but the first; in each where a text speaks of it. */
function otherTypes(text, least = 2) {
	return inTurn(groupsOf(text, least).map(({ some, isSpoken }) => {
		const places = [...new Set(some.map((one) => one.place))], later = isSpoken || least < 2 ? places : places.slice(1);
		const rows = [...later.map((place) => [place]), ...(places.length > 2 ? [places.slice(1)] : [])];
		return rows.map((wanted) => edited(text, some.filter((one) => wanted.includes(one.place))));
	}));
}

/* The same keys in an order of their own: of each column with several, the greatest first, and a text before a number. */
function otherOrder(text) {
	const all = LISTS.test(text) ? valuesIn(text).filter((one) => WHOLE.test(one.t.text)) : [], columns = new Map(), found = [];
	for (const one of all)
		columns.set(one.column, [...(columns.get(one.column) || []), one.key]);
	for (const keys of [...columns.values()].map((some) => [...new Set(some)]).filter((some) => some.length > 1)) {
		const down = [...keys].sort((a, b) => b - a), put = (to) => edited(text, all.filter((one) => to.has(one.key)).map(({ t, key }) => ({ t, said: to.get(key) })));
		found.push(put(new Map(keys.map((key, i) => [key, down[i]]))), put(new Map(keys.map((key, i) => [key, i ? down[i] : "'k'"]))));
	}
	return [...found, ...turned(text)];
}

/* A text of several lines, those of which have numbers from the last to the first: a year or an id among them is a key, perhaps. */
function turned(text) {
	return tokens(text).filter((t) => (t.kind === 'string' || t.kind === 'template') && t.text.length < TEXT_MAX && !t.text.includes('${') && !t.text.includes('\\\\')).map((t) => {
		const sign = t.kind === 'template' ? '\n' : '\\n', rows = t.text.slice(1, -1).split(sign), some = rows.filter((row) => /\d/.test(row));
		return { t, said: t.text[0] + rows.map((row) => (/\d/.test(row) ? some.pop() : row)).join(sign) + t.text[0] };
	}).filter(({ t, said }) => said !== t.text).map((one) => edited(text, [one]));
}

function isAsked(keys) {
	return Boolean(keys && (keys.isKeyed || keys.isLoose));
}

/* Neighbours of a whole program's body. */
function programs(body, keys) {
	if (!isAsked(keys) || body.length > TEXT_MAX)
		return [];
	return inTurn([otherTypes(body, keys.isLoose ? 1 : 2), keys.isKeyed ? otherOrder(body) : []]).filter((text) => text !== body).slice(0, EACH_MAX);
}

/* Lists of arguments near real ones: [{ args, where, isOfItsKind }]. */
function lists(calls, keys) {
	const rows = isAsked(keys) ? calls.slice(0, CALLS_MAX) : [];
	return inTurn(rows.map(({ args, where }) => {
		const text = `f(${args.join(', ')})`, made = text.length > TEXT_MAX ? [] : otherTypes(text, keys.isLoose ? 1 : 2);
		return made.map((one) => ({ args: argumentsOf(one.slice(2, -1)), where, isOfItsKind: false }));
	})).slice(0, MOST);
}

module.exports = { asksFor, lists, otherOrder, programs };
