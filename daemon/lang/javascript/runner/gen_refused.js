'use strict';
/*
 * A text of several parts that is refused in the middle, and then one that is fine. A test of what is refused has one thing wrong and nothing
 * behind it, and begins anew. What is shared between calls and left in the middle by an error (an expression with the flag g, a
 * place, a lock) spoils the next call, and no call that comes alone.
 *
 * Before a call with such a text comes the same, caught, with half of its last part once more before that part.
 *
 * Asked for where a change speaks of an expression that remembers its place, or of what is done when something fails.
 */
const { apart } = require('./gen_rank.js');
const { put } = require('./gen_near.js');
const { rowsOf } = require('./gen_scenes.js');
const { tokens } = require('./lexer.js');

const REMEMBERS = /\.(?:exec|test)\(|\blastIndex\b|\/[a-z]*[gy][a-z]*(?=[\s;,.)\]]|$)|,\s*(['"])[dimsuv]*[gy][dimsuv]*\1\s*\)|\b(?:catch|finally)\b/m;
const BOUND = /^(?:(?:const|let|var)\s+)?(?:[\w$]+|\{[^{}]*\}|\[[^[\]]*\])\s*=(?![=>])\s*/;
const PLAIN = /^(['"`])(?:(?!\1)(?!\$\{)(?:[^\\]|\\[^]))*\1$/, NO_CALL = /^(?:for|while|if|async|function|class|try|switch|do|return|throw|import|export)\b/;
const MARKS = /(?:[;,&|\n]|\\n)\s*/g;
const EACH_MAX = 6, TEXT_MAX = 4000, READ_MAX = 20000;

function asksFor(...sides) {
	return apart(...sides).some((text) => REMEMBERS.test(text.slice(0, READ_MAX)));
}

/* A quoted text with half of its last part before that part; '': it has no parts. */
function broken(quoted) {
	const inner = quoted.slice(1, -1), last = [...inner.matchAll(MARKS)].filter((m) => m.index > 0 && m.index + m[0].length < inner.length).pop();
	if (!last)
		return '';
	const part = inner.slice(last.index + last[0].length), half = /^[\w-]+/.exec(part)?.[0] || '', said = half && half !== part ? half : '<>';
	return quoted[0] + inner.slice(0, last.index) + last[0] + said + inner.slice(last.index) + quoted[0];
}

/* Neighbours of a whole program's body, the last calls first. */
function programs(body, isAsked) {
	if (!isAsked || body.length > TEXT_MAX)
		return [];
	const rows = rowsOf(body), found = [];
	for (const [i, row] of [...rows.entries()].reverse()) {
		const list = NO_CALL.test(row) || /=>|\bfunction\b/.test(row) ? [] : tokens(row);
		const t = list.find((one, k) => PLAIN.test(one.text) && '(,'.includes(list[k - 1]?.text || ' ') && broken(one.text));
		const call = t ? put(row, t, broken(t.text)).replace(BOUND, '').replace(/;$/, '') : '';
		if (/\)$/.test(call) && /[\w$\])]\s*\(/.test(call.replace(/^console\.log\(/, '')))
			found.push([...rows.slice(0, i), `try {\n\t${call.startsWith('console.log(') ? call : `console.log(${call})`};\n} catch (e) {\n\tconsole.log(e.name, e.message);\n}`, ...rows.slice(i)].join('\n'));
	}
	return found.slice(0, EACH_MAX);
}

module.exports = { asksFor, programs };
