'use strict';
/*
 * What a call does at once: a function that is asynchronous now gives a promise that is rejected where it threw before, and whoever calls it
 * without waiting, in a `try`, does not catch that. Tests wait for what it gives, and see the same.
 *
 * Asked for where one version of a changed function is asynchronous and the other gives a promise by itself.
 */
const { rowsOf } = require('./gen_scenes.js');
const { closing, tokens } = require('./lexer.js');

const ASYNC = /(?:^|[=:]|\b(?:default|static|export))\s*async\b(?=\s*(?:function\b|\*|\(|[\w$#]))/, GIVES = /\bPromise\b|\.(?:then|catch|finally)\(/; // in the first line of a function
const EACH_MAX = 4, TEXT_MAX = 4000;

/* The name of what changed so; ''. */
function asksIn([, mine, other], { qualname }) {
	const [one, two] = [mine, other].map((text) => ASYNC.test(text.replace(/^(?:\s|\/\*[^]*?\*\/|\/\/.*\n)+/, '').split('\n')[0]));
	return mine && other && one !== two && GIVES.test(one ? other : mine) ? qualname.split('.').at(-1) : '';
}

/* The calls of a function in a row, each with what it is asked of. */
function callsIn(row, name) {
	const list = tokens(row);
	return list.flatMap((t, i) => {
		const end = t.text === name && list[i + 1]?.text === '(' ? closing(list, i + 1) : -1;
		let first = i;
		while (/^\??\.$/.test(list[first - 1]?.text) && list[first - 2]?.kind === 'word')
			first -= 2;
		const isCall = end > 0 && list[end + 1]?.text !== '{' && !/^(?:\??\.|function|async|\*|new)$/.test(list[first - 1]?.text || ''); // no definition, and nothing of another call
		return isCall ? [row.slice(list[first].at, list[end].end)] : [];
	});
}

/* Neighbours of a whole program's body: of each call what it does at once, the last ones first. */
function programs(body, name) {
	if (!name || body.length > TEXT_MAX || /\banswer\b/.test(body))
		return [];
	const rows = rowsOf(body);
	const made = rows.flatMap((row, i) => (/^(?:for|while|do|function|class|async function)\b/.test(row) ? [] : callsIn(row, name)).filter((call) => !/\bawait\b/.test(call)).map((call) =>
		[...rows.slice(0, i), `try {\n\tconst answer = ${call};\n\tconsole.log(typeof answer?.then);\n\tanswer?.then?.(() => {}, () => {});\n} catch (error) {\n\tconsole.log(error);\n}`].join('\n')));
	return [...new Set(made.reverse())].slice(0, EACH_MAX);
}

module.exports = { asksIn, programs };
