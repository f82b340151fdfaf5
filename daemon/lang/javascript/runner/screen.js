'use strict';
/*
 * Many programs in one process, one after the other: what does each of them do, in one word? (PROTOCOL.md, screen)
 *
 * A trial costs a process, and most of what a search makes says the same on both sides. So programs are tried as the search
 * does it, without counters: where the words of the two sides differ, one is worth a trial, which alone counts. What one leaves
 * to the next is the same on both sides, or costs one trial. What waits for something has no word.
 */
const crypto = require('crypto');
const explore = require('./explore.js');
const { Prober } = require('./gen_probe.js');

/* How it ended, and all it did. */
function wordOf({ text, threw }) {
	const end = String(threw || 'ok').replace(/[^\w$.]+/g, '_').slice(0, 80);
	return `${end} ${crypto.createHash('sha1').update(`${end}\n${text}`).digest('hex').slice(0, 16)}`;
}

/* `budgetMs` of the clock: for programs that there was no time for there is null, as for those of which nothing can be said. */
async function handle(sources, budgetMs, { boot }) {
	const until = Date.now() + budgetMs, exported = new Map();
	for (const name of boot.modules)
		exported.set(name, await explore.exportsOf(boot.root, name));
	const prober = new Prober(boot.root, exported, () => Date.now() >= until);
	const said = sources.map((source) => {
		const seen = prober.look(source, {});
		return seen ? wordOf(seen) : null;
	});
	return { said };
}

module.exports = { handle };
