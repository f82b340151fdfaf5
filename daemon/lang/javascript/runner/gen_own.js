'use strict';
/*
 * Programs that ask for what this side alone has: a module or an export that the change adds. On the other side each of them ends
 * at its first line, so that they differ whatever they do, and say least of a new side. One in so many is kept, where there are
 * enough of the others.
 */
const SHARE = 20;
const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const FROM = /(['"])\.\/([^'"]+?)(?:\.[cm]?[jt]sx?)?\1/g;
/* What is bound where a file is named: `import a, { b } from`, `import * as c from`, `const { b } = require(`, `const c = require(`. */
const BOUND = /(?:\bimport\s+([^'";]*?)\s+from|(?:\b(?:const|let|var)\s+|,\s*)([^=;]+?)\s*=\s*(?:await\s+)?(?:require|import)\s*\()\s*$/u;

const COMMENT = /\/\/.*|\/\*[^]*?\*\//g;
const HEAD_MAX = 2000; // of a statement, where it names a file

const fileOf = (name) => name.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');

/* { modules: names of those that the other side has not; names: Map of the others, to exports of theirs that it has not }. `api`: rows of the request. */
function lackedBy(api, entries) {
	const rows = (Array.isArray(api) ? api : []).filter((row) => Object(row).there === null), keyOf = ({ module, qualname }) => `${module} ${qualname}`;
	const lacked = new Set(rows.map(keyOf)), shared = new Set(entries.filter((one) => !lacked.has(keyOf(one))).map((one) => one.module));
	const modules = new Set(), names = new Map();
	for (const { module, qualname } of entries.filter((one) => lacked.has(keyOf(one)))) {
		const file = fileOf(module);
		if (!shared.has(module))
			modules.add(file);
		else if (IDENTIFIER.test(qualname))
			names.set(file, [...(names.get(file) || []), qualname]);
	}
	return { modules, names };
}

/* Is one of `names` bound by `said`, or asked of what is bound to all of a module? */
function takes(said, names, source) {
	const parts = new Set(said.match(/[\p{L}\p{N}_$]+/gu) || []), whole = /^(?:\*\s*as\s+)?([\p{L}\p{N}_$]+)\s*(?:,|$)/u.exec(said);
	if (/\{/.test(said) && names.some((name) => parts.has(name)))
		return true;
	if (!whole)
		return false;
	return names.some((name) => (name === 'default' ? !said.startsWith('*') && !/require/.test(source) : source.includes(`${whole[1]}.${name}`)
		&& new RegExp(`(?<![\\p{L}\\p{N}_$.])${whole[1].replace(/\$/g, '\\$&')}\\.${name.replace(/\$/g, '\\$&')}(?![\\p{L}\\p{N}_$])`, 'u').test(source)));
}

/* -> is a program's source such a one? `api`: rows of the request, of which `there` is null where the other side lacks it; `entries`: all that this side exports. */
function asker(api, entries) {
	const { modules, names } = lackedBy(api, entries);
	return (source) => (modules.size > 0 || names.size > 0) && [...source.matchAll(FROM)].some((m) => {
		const file = fileOf(m[2]), some = names.get(file), bound = some && BOUND.exec(source.slice(Math.max(0, m.index - HEAD_MAX), m.index));
		const [, asked] = (some && /^\s*\)\s*\.\s*([\p{L}\p{N}_$]+)/u.exec(source.slice(m.index + m[0].length, m.index + m[0].length + HEAD_MAX))) || [];
		return modules.has(file) || Boolean(asked && some.includes(asked)) || Boolean(bound && takes((bound[1] || bound[2]).replace(COMMENT, ' ').trim(), some, source));
	});
}

/* Of `out`, in which the best come first, `max` programs and behind them the others that are worth a look. */
function few(out, isOwn, max) {
	const marked = out.map((one) => isOwn(one.source)), own = out.filter((_, i) => marked[i]), others = out.filter((_, i) => !marked[i]);
	const room = Math.max(Math.floor(max / SHARE), max - others.length);
	const kept = new Set([...others, ...own.slice(0, room)]), first = new Set([...others.slice(0, max - Math.min(room, own.length)), ...own.slice(0, room)]);
	return [...out.filter((one) => first.has(one)), ...out.filter((one) => kept.has(one) && !first.has(one))];
}

module.exports = { asker, few };
