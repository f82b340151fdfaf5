'use strict';
/*
 * Which of many pieces of text are most like a change: snippets of documentation, calls somebody wrote, tests. And how
 * several lists are gone through.
 *
 * They are measured by the words they have in common with the changed lines and, a quarter as much, with the rest of
 * the changed function. A word is worth the more the fewer of the pieces have it, and less once a piece that is
 * chosen already has it: so the first few are not all about one thing.
 */
const { KEYWORDS, tokens } = require('./lexer.js');

const MOST = 200; // pieces that are weighed against one another
const WORDS_MAX = 256; // of a change
const TEXT_MAX = 20000; // of a piece
const COMMON = new Set([...KEYWORDS, 'console', 'log', 'require', 'module', 'exports', 'undefined', 'use', 'strict']);
const CHANGED = 4;
const UNSEEN = 4;

/* The words of a text, those in its strings and comments among them. */
function wordsOf(text) {
	return [...new Set(text.slice(0, TEXT_MAX).match(/[\p{L}_$][\p{L}\p{N}_$]+/gu) || [])].filter((word) => !COMMON.has(word));
}

/* The same for texts that differ in space, comments, quotes and what ends a statement. */
function keyOf(text) {
	return tokens(text).filter((t) => t.text !== ';').map((t) => (t.kind === 'string' ? `'${t.text.slice(1, -1)}'` : t.text)).join(' ');
}

class Change {
	/* `lines`: text of the changed lines; `body`: of the function they are in. */
	constructor(lines, body) {
		const weights = [...wordsOf(lines).map((word) => [word, CHANGED]), ...wordsOf(body).map((word) => [word, 1])];
		this.weights = new Map(weights.slice(0, WORDS_MAX).reverse()); // what is said first is what stays
	}

	/* The items, each once, those most like the change first; in their order where nothing tells. */
	order(items, textOf) {
		const seen = new Set(), rows = [];
		for (const item of items) {
			const key = keyOf(textOf(item));
			if (!seen.has(key))
				rows.push({ item, words: wordsOf(textOf(item)).filter((word) => this.weights.has(word)) });
			seen.add(key);
		}
		const uses = new Map();
		for (const word of rows.flatMap((row) => row.words))
			uses.set(word, (uses.get(word) || 0) + 1);
		const worth = (word) => this.weights.get(word) * (1 + 2 * Math.floor(Math.log2(rows.length / uses.get(word))));
		const said = new Set();
		const gain = (row) => row.words.reduce((sum, word) => sum + worth(word) * (said.has(word) ? 1 : UNSEEN), 0);
		rows.forEach((row) => { row.gain = gain(row); });
		rows.sort((a, b) => b.gain - a.gain);
		for (let i = 0; i < rows.length && i < MOST && rows[i].words.length; i++) {
			let best = i;
			for (let k = i; k < rows.length && k < MOST; k++) {
				rows[k].gain = gain(rows[k]);
				best = rows[k].gain > rows[best].gain ? k : best;
			}
			rows.splice(i, 0, ...rows.splice(best, 1));
			rows[i].words.forEach((word) => said.add(word));
		}
		return rows.map((row) => row.item);
	}
}

/* What a change is about, as texts: its lines, and those of the function on either side ('' where it is not known) that the other has not. */
function apart(changed, mine = '', other = '') {
	const rows = (text) => text.split('\n').map((row) => row.trim()), one = new Set(rows(mine)), two = new Set(rows(other));
	return mine && other ? [changed, ...rows(mine).filter((row) => !two.has(row)), ...rows(other).filter((row) => !one.has(row))] : [changed, mine, other];
}

/* One of each list in turn. */
function inTurn(lists) {
	const out = [];
	for (let k = 0; lists.some((l) => k < l.length); k++)
		out.push(...lists.filter((l) => k < l.length).map((l) => l[k]));
	return out;
}

module.exports = { Change, apart, inTurn };
