'use strict';
/*
 * After a failure it is tried again. A function that a real program hands over fails when it is called first, as a whole or for one of
 * several; the call that comes to it is made once where a failure is caught, and then as it was. Who keeps the failure, or what is
 * under way and never ends, says so the second time. Also: the first two calls fail, and two calls at the same time share the failure.
 *
 * The function may be written where it is handed over, have a name there, or be one key or method of an object. It is called and its result thrown
 * away, so that what it counts is counted; where it gives a promise, that is rejected.
 *
 * Asked for where a change speaks of what is kept, or of what is waited for.
 */
const { isPattern, put } = require('./gen_near.js');
const { apart, inTurn } = require('./gen_rank.js');
const { FUNCTION, argumentsOf, rowsOf } = require('./gen_scenes.js');
const { tokens, closing } = require('./lexer.js');

const TRIES = /cache|memo|retr(?:y|ies)|attempt|backoff|pending|in_?flight|\bonce\b|lazy|loader|batch|new Map\b/i;
const KEEPS = /\bnew (?:Weak)?(?:Map|Set)\b|\.(?:set|get|has|delete|then|catch|finally)\(|\?\?=|\|\|=|&&=|\bawait\b|\bPromise\b/;
/* What is no call, and calls of the language that hand a function on to nobody. */
const PASSES = /^(?:if|while|for|switch|catch|return|typeof|await|log|map|flatMap|filter|find\w*|forEach|reduce\w*|some|every|sort|toSorted|then|finally|from|test|it|describe|throws|rejects|setTimeout|setInterval|setImmediate|queueMicrotask|nextTick|Promise)$/;
const NO_CALL = /^(?:for|while|if|async|function|class|try|switch|do|return|throw|import)\b/;
const BOUND = /^(?:(?:const|let|var)\s+)?(?:[\w$]+|\{[^{}]*\}|\[[^[\]]*\])\s*=(?![=>])\s*/;
const METHOD = /^(async\s+)?([\w$]+)\s*\([^]*\}$/;
const CALLED = /[\w$\])]\s*\(/;
const EACH_MAX = 8, FUNCTIONS_MAX = 3, TEXT_MAX = 4000;
const FLAKY = `const flaky = (f, times) => {
	let left = times;
	return function (...args) {
		const given = f.apply(this, args);
		if (left-- <= 0)
			return given;
		const fail = () => {
			throw new Error('not now');
		};
		return typeof given?.then === 'function' ? given.then(fail) : fail();
	};
};`;
const PARTLY = `const partly = (f) => {
	let failed = false;
	return async (...args) => {
		const given = await f(...args);
		const isFirst = !failed;
		failed = true;
		return isFirst && Array.isArray(given) ? given.map((one, i) => (i ? one : new Error('not now'))) : given;
	};
};`;

/* Does a change speak of it? */
function asksFor(...sides) {
	return sides.some((text) => TRIES.test(text)) || apart(...sides).some((text) => KEEPS.test(text));
}

/* Is it the name of a function that the program has, wherever? */
function isNamed(name, body) {
	const one = name.replace(/[$]/g, '\\$&');
	const places = [...body.matchAll(new RegExp(`(?<![\\w$.])${one}(?:\\s*[:=](?![=>])\\s*|(?=\\s*\\())`, 'g'))];
	return places.some(({ 0: said, index }) => {
		const rest = body.slice(index + said.length), list = /[:=]/.test(said) ? [] : tokens(rest);
		return list.length ? list[closing(list, 0) + 1]?.text === '{' : FUNCTION.test(rest);
	});
}

/* Functions that a statement hands over, or that an object in it has: [{ at, end, key, value }], with what has to stand before it. */
function handedOver(row, body) {
	const list = tokens(row), found = [];
	for (const [i, t] of list.entries()) {
		if (i === 0 || !'(,:{'.includes(list[i - 1].text) || found.some((one) => one.end > t.at))
			continue;
		const inside = list.findLastIndex((one, k) => k < i && one.kind === 'punct' && '([{'.includes(one.text) && closing(list, k) > i);
		if (inside < 0)
			continue;
		const open = list[inside], before = list[inside - 1], behind = list[closing(list, inside) + 1]?.text || '';
		const isKey = open.text === '{' && /^(?:[(,:=]|return)$/.test(before?.text || '') && !isPattern(list, inside);
		const isCall = open.text === '(' && before?.kind === 'word' && !PASSES.test(before.text);
		if (!isKey && !isCall)
			continue;
		const said = argumentsOf(row.slice(t.at, list[closing(list, inside)].at))[0] || '', isShort = isKey && list[i - 1].text !== ':';
		const [, name] = /^(?:[\w$]+\.)*([\w$]+)$/.exec(said) || [], [, isAsync, own] = (isShort && METHOD.exec(said)) || [];
		const isHanded = isKey || !/^(?:=>|\{)$/.test(behind); // else it is a parameter
		if (own && !/\bsuper\b/.test(said))
			found.push({ at: t.at, end: t.at + said.length, key: `${own}: `, value: `${isAsync || ''}function ${said.slice(said.indexOf('('))}` });
		else if ((FUNCTION.test(said) && !isShort) || (name && isHanded && isNamed(name, body)))
			found.push({ at: t.at, end: t.at + said.length, key: isShort ? `${said}: ` : '', value: said });
	}
	return found;
}

/* What a statement waits for first, without `await`; '': nothing, or several things at once. */
function awaitedIn(row) {
	const from = /\bawait\s+/.exec(row), rest = from ? row.slice(from.index + from[0].length) : '', list = tokens(rest);
	let i = list[0]?.text === 'new' ? 1 : 0;
	for (; i < list.length; i++) {
		if ('([{'.includes(list[i].text))
			i = closing(list, i);
		const next = list[i + 1]?.text;
		if (i < 0 || !next || !(/^(?:\.|\?\.|\(|\[)$/.test(next) || /^(?:\.|\?\.)$/.test(list[i].text)))
			break;
	}
	const said = i >= 0 && list[i] ? rest.slice(0, list[i].end) : '';
	return /^Promise\b/.test(said) || !/\)$/.test(said) ? '' : said;
}

/* Statements that may come to a function which statement `from` hands over: the first, and the last that is printed. */
function asking(rows, from) {
	const isIn = (row) => !NO_CALL.test(row) && !/=>|\bfunction\b/.test(row.replace(/\(.*$/s, '')) && CALLED.test(row.replace(/^console\.log\(/, ''));
	const waits = (row, i) => i >= from && isIn(row) && awaitedIn(row) !== '', prints = (row, i) => i >= from && isIn(row) && /^console\.log\(/.test(row);
	const isAny = rows.some(waits) ? waits : prints, first = rows.findIndex(isAny), last = rows.findLastIndex((row, i) => isAny(row, i) && prints(row, i));
	return [...new Set([first, last])].filter((i) => i >= 0);
}

/* The statements in which `one` of statement `i` is `said`; where that is what is asked as well, it gets a name before. */
function wrapped(rows, i, one, said, at) {
	const row = put(rows[i], one, one.key + (i === at ? 'shaky' : said));
	return [...rows.slice(0, i), ...(i === at ? [`const shaky = ${said};`] : []), row, ...rows.slice(i + 1)];
}

/* The programs in which a function fails, and statement `at` is made again: the first that may come to it, or another. */
function failing(rows, i, one, at, isFirst) {
	const made = (first, said, times) => {
		const all = wrapped(rows, i, one, said, at), k = at + (i === at), row = all[k], call = row.replace(BOUND, ''), both = awaitedIn(row);
		const caught = `try {\n\t${call}\n} catch (e) {\n\tconsole.log(e.name, e.message);\n}`;
		const before = times ? Array(times).fill(caught) : [`console.log((await Promise.allSettled([${both}, ${both}])).map((one) => one.reason?.message ?? one.value));`];
		return [first, ...all.slice(0, k), ...before, ...all.slice(k)].join('\n');
	};
	const once = `flaky(${one.value}, 1)`, isAwaited = awaitedIn(rows[at]) !== '';
	return [made(FLAKY, once, 1), ...(isAwaited && isFirst ? [made(FLAKY, once, 0)] : []), ...(isAwaited ? [made(PARTLY, `partly(${one.value})`, 1)] : []),
		...(isFirst ? [made(FLAKY, `flaky(${one.value}, 2)`, 2)] : [])];
}

/* Neighbours of a whole program's body. */
function programs(body, isAsked) {
	if (!isAsked || body.length > TEXT_MAX || /\b(?:flaky|partly|shaky)\b/.test(body))
		return [];
	const rows = rowsOf(body), found = rows.flatMap((row, i) => handedOver(row, body).map((one) => ({ i, one })));
	return inTurn(found.slice(-FUNCTIONS_MAX).map(({ i, one }) => asking(rows, i).flatMap((at, k) => failing(rows, i, one, at, k === 0)))).slice(0, EACH_MAX);
}

module.exports = { asksFor, programs };
