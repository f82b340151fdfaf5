'use strict';
/*
 * Many programs in one process, one after the other: what does each of them do, in one word? (PROTOCOL.md, screen)
 *
 * A trial costs a process, and most of what a search makes says the same on both sides. So programs are tried as the search
 * does it, without counters: where the words of the two sides differ, one is worth a trial, which alone counts. What one leaves
 * to the next is the same on both sides, or costs one trial. What waits for something waits by a clock of its own (clock.js). What
 * goes on and on is late. What holds something, says nothing, or more than is looked at, has no word.
 */
const crypto = require('crypto');
const clock = require('./clock.js');
const explore = require('./explore.js');
const { Prober } = require('./gen_probe.js');

const { createHash } = crypto;
const { bigint: now } = process.hrtime; // a program may set Date
const LATE = 'late'; // of what took its time: it may have no end
const LINES_MAX = 32; // printed lines that are told apart

const hexOf = (text, length) => createHash('sha1').update(text).digest('hex').slice(0, length);

/* How it ended, all it did, and where it printed several lines two letters for each of the first; null: nothing can be said. */
function wordOf(seen) {
	if (!seen || seen.isLate)
		return seen && LATE;
	const { text, threw, isWhole } = seen;
	if (!isWhole || !(text || threw))
		return null;
	const end = String(threw || 'ok').replace(/[^\w$.]+/g, '_').slice(0, 80);
	const lines = text.split('\n', LINES_MAX + 1).slice(0, LINES_MAX);
	const told = lines.length > 1 ? ` ${lines.map((line) => hexOf(line, 2)).join('')}` : '';
	return `${end} ${hexOf(`${end}\n${text}`, 16)}${told}`;
}

/*
 * `budgetMs` of the clock: for programs that there was no time for there is null, as for those of which nothing can be said. What
 * waits (`isLater`) is told one by one, row(i) before and row(i, word) behind it: one may end them all, and what is late or holds
 * something ends the process.
 * tell() ends the process, before what the programs left for later can run.
 */
async function handle({ sources, budget_ms: budgetMs, is_later: isLater }, { boot, row }, tell) {
	const exported = new Map();
	for (const name of boot.modules)
		exported.set(name, await explore.exportsOf(boot.root, name));
	clock.install();
	const until = now() + BigInt(budgetMs) * 1000000n;
	const prober = new Prober(boot.root, exported, () => now() >= until);
	for (let i = 0; isLater && i < sources.length && now() < until; i++) {
		row(i);
		const seen = await prober.lookLater(sources[i]);
		row(i, wordOf(seen));
		if (seen?.isLate || seen?.isOpen)
			break;
	}
	tell({ said: isLater ? [] : sources.map((source) => wordOf(prober.look(source, {}))) });
}

module.exports = { handle };
