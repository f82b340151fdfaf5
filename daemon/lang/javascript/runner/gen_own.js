'use strict';
/*
 * Programs that ask for what this side alone has: a module or an export that the change adds. On the other side each of them ends
 * at its first line, so that they differ whatever they do, and say least of a new side. One in so many is kept, where there are
 * enough of the others.
 */
const SHARE = 20;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/*
 * -> is a program's source such a one? `api`: rows of the request of which `there` is null where the other side lacks it; `entries`: all
 * that this side exports.
 */
function asker(api, entries) {
	const lacked = new Set(), modules = new Set(), names = new Set();
	for (const row of Array.isArray(api) ? api : [])
		if (Object(row).there === null)
			lacked.add(`${row.module} ${row.qualname}`);
	const isLacked = (entry) => lacked.has(`${entry.module} ${entry.qualname}`);
	for (const entry of entries.filter(isLacked)) {
		if (entries.every((one) => one.module !== entry.module || isLacked(one)))
			modules.add(entry.module);
		else if (NAME.test(entry.qualname))
			names.add(entry.qualname);
	}
	const paths = [...modules].map((name) => `['"]\\./${escaped(name)}(?:/index)?(?:\\.[cm]?[jt]sx?)?['"]`);
	const marks = [...paths, ...[...names].map((name) => `(?<![.\\w$])${escaped(name)}(?![\\w$])`)];
	const mark = marks.length ? new RegExp(marks.join('|'), 'u') : null;
	return (source) => mark !== null && mark.test(source);
}

/* Of `out`, in which the best come first, `max` programs and behind them the others that are worth a look. */
function few(out, isOwn, max) {
	const own = out.filter((one) => isOwn(one.source)), others = out.filter((one) => !isOwn(one.source));
	const room = Math.max(Math.floor(max / SHARE), max - others.length);
	const kept = new Set([...others, ...own.slice(0, room)]), first = new Set([...others.slice(0, max - Math.min(room, own.length)), ...own.slice(0, room)]);
	return [...out.filter((one) => first.has(one)), ...out.filter((one) => kept.has(one) && !first.has(one))];
}

module.exports = { asker, few };
