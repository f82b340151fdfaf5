'use strict';
/*
 * All times of a program so many hours later that one of them is in another part of the day: the hour after midnight, which some clocks call 24, noon,
 * and the last one before midnight. Tests are in the middle of a day, and in one zone another hour than in others; the times keep their distances.
 *
 * Asked for where a change speaks of hours, or of how a time is written.
 */
const { tokens } = require('./lexer.js');

const SPEAKS = /DateTimeFormat|hourCycle|hour12|toLocale(?:Time)?String|get(?:UTC)?Hours|formatToParts|\bhours?\b|midnight|\bnoon\b|strftime|toISOString/i;
const TIME = /\b([1-9]\d{3})-(\d\d)-(\d\d)([T ])([01]\d|2[0-3]):([0-5]\d)/g;
const HOURS = [0, 23, 22, 12, 5, 8, 16, 4]; // of the first time, as it stands there: midnight where most live
const TEXT_MAX = 4000, HOUR_MS = 3600000;

function asksFor(...texts) {
	return texts.some((text) => SPEAKS.test(text || ''));
}

/* A text with all of its times later; what is no time stays. */
function later(text, by) {
	return text.replace(TIME, (said, year, month, day, between, hour, minute) => {
		const at = Date.UTC(year, month - 1, day, hour, minute), moved = new Date(at + by * HOUR_MS);
		return new Date(at).toISOString().startsWith(`${year}-${month}-${day}`) && moved.getUTCFullYear() < 10000 ? moved.toISOString().slice(0, 16).replace('T', between) : said;
	});
}

/* Neighbours of a whole program's body, one for each hour. */
function programs(body, isAsked) {
	const list = isAsked && body.length <= TEXT_MAX ? tokens(body).filter((t) => /^['"`]/.test(t.text) && t.text.search(TIME) >= 0) : [];
	const hour = list.length ? Number(new RegExp(TIME, '').exec(list[0].text)[5]) : 0;
	const made = list.length ? HOURS.map((wanted) => list.reduceRight((text, { at, end, text: said }) => text.slice(0, at) + later(said, (wanted - hour + 24) % 24) + text.slice(end), body)) : [];
	return made.filter((text) => text !== body);
}

module.exports = { asksFor, programs };
