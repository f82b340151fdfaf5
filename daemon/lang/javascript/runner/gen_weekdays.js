'use strict';
/*
 * All days of a program so many days later that each of them is on every day of the week once: what is due on a working day is in tests, and what
 * is moved to the Monday, or left out at the weekend, shows on two days of seven. The days keep their distances.
 *
 * Asked for where a change speaks of days of the week.
 */
const { closing, tokens } = require('./lexer.js');
const { argumentsOf } = require('./gen_scenes.js');

const SPEAKS = /getDay\b|getUTCDay\b|weekday|weekend|workday|business_?day|dayOfWeek|saturday|sunday|monday|holiday/i;
const DAY = /\b([1-9]\d{3})-(\d\d)-(\d\d)(?!\d)/g;
const MAKES = /^(?:Date|UTC)$/; // of numbers
const BY = [3, 4, 1, 2, 5, 6]; // tests like the middle of a week
const TEXT_MAX = 4000, DAY_MS = 86400000;

function asksFor(...texts) {
	return texts.some((text) => SPEAKS.test(text || ''));
}

/* A text with all of its days later; what is no day stays. */
function later(text, by) {
	return text.replace(DAY, (said, year, month, day) => {
		const at = Date.UTC(year, month - 1, day), moved = new Date(at + by * DAY_MS);
		return new Date(at).getUTCDate() === Number(day) && moved.getUTCFullYear() < 10000 ? moved.toISOString().slice(0, 10) : said;
	});
}

/* [{ at, end, text }]: the number of the day in each call that makes a day of numbers, `new Date(2024, 4, 15)`, later; the language takes a 33rd of May. */
function counted(body, list, by) {
	return list.flatMap((t, i) => {
		const end = t.text === '(' && MAKES.test(list[i - 1]?.text) ? closing(list, i) : -1;
		const args = end < 0 ? [] : argumentsOf(body.slice(t.end, list[end].at));
		if (args.length < 3 || !args.slice(0, 3).every((one) => /^\d+$/.test(one)))
			return [];
		const day = list.slice(i + 1, end).filter((one) => one.kind === 'number')[2];
		return [{ at: day.at, end: day.end, text: String(Number(day.text) + by) }];
	});
}

/* Neighbours of a whole program's body, one for each other day of the week. */
function programs(body, isAsked) {
	const list = isAsked && body.length <= TEXT_MAX ? tokens(body) : [];
	const made = BY.map((by) => {
		const texts = list.filter((t) => /^['"`]/.test(t.text)).map(({ at, end, text }) => ({ at, end, text: later(text, by) }));
		const edits = [...texts, ...counted(body, list, by)].sort((a, b) => b.at - a.at);
		return edits.reduce((text, { at, end, text: said }) => text.slice(0, at) + said + text.slice(end), body);
	});
	return list.length ? made.filter((text) => text !== body) : [];
}

module.exports = { asksFor, programs };
