'use strict';
/*
 * Commands that documents show, as calls of what they start: `toylib --file club.json list` is main(['--file', 'club.json', 'list']).
 *
 * A program's README says in commands what a library's says in calls, and most tests call what lies below. Each command is one program,
 * and all of a page in their order are another: what one of them writes the next one reads.
 */
const path = require('path');
const explore = require('./explore.js');
const mine = require('./gen_mine.js');
const resolve = require('./resolve.js');
const text = require('./gen_text.js');
const { argumentsOf } = require('./gen_scenes.js');
const { closing, parameters, statements, tokens } = require('./lexer.js');

const ENTRY = /^(?:main|cli|run)$/;
const TAKES = /^(?:argv|args|words|commandLine|(?:raw|cli|command|process|user)(?:Argv|Args|Words))$/;
const FIRST = /^([\w$]+)\s*(?:=\s*([^]*))?$/, LEFT = /^(?:\.\.\.|[\w$]+\s*=|[{[][^]*[}\]]\s*=)/; // a plain parameter, and what nobody has to give
const QUIET = /^(?:import\b(?!\s*\()|export|const|let|var|class|function|async\s+function|module\.exports|['"]use strict|if\s*\([^]*(?:require\.main|import\.meta))/; // starts nothing
const SHELLS = /^(?:sh|bash|zsh|shell|console|terminal|shell-session|text|txt|)$/i;
const PROMPT = /^\s*(?:[$%>]|\([\w.-]+\)\s*\$)\s+/;
const PART = /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|(\s+)|([^])/g;
const OPEN = /[<>|&;`$(){}[\]*'"\\]/, HELD = /(?<!\\)(?:\\\\)*[$`]/, REST = /\.\.\.|…/; // is put together by a shell, or is to be filled in
const BINS_MAX = 8, TOKENS_MAX = 50000, CALLS_MAX = 200, DOCS_MAX = 8, COMMANDS_MAX = 16, WORDS_MAX = 30, LINE_MAX = 1000;

/* ---- what a command starts ---- */

/* What package.json says: [{ names, file }]. The package's own name is one of the command that is called so, or of the first. */
function binsOf(root) {
	const said = resolve.readPackage(root) || {}, own = typeof said.name === 'string' ? said.name : '', short = own.replace(/^@[^/]*\//, '');
	const rows = typeof said.bin === 'string' ? [[short, said.bin]] : Object.entries(Object(said.bin)).filter((row) => typeof row[1] === 'string');
	const found = rows.map(([name, file]) => ({ names: [name], file: path.posix.normalize(file) })).filter(({ file }) => !/^(?:\.\.(?:\/|$)|\/)/.test(file)).slice(0, BINS_MAX);
	(found.find((one) => one.names[0] === short) || found[0])?.names.push(...[short, own].filter(Boolean));
	return found;
}

/* The module at a place in the project, as targets have it; undefined: there is none. */
function moduleAt(root, place) {
	const name = place.replace(/\.js$/, '');
	return place.startsWith('..') ? undefined : [name, path.posix.join(name, 'index')].find((one) => resolve.fileOf(root, one));
}

/*
 * What a bin file calls by such a name: [{ place, key, name, given }], `key` of the module at `place`, '' is that itself. Its own functions
 * are among them where to load it starts nothing.
 */
function callsIn(file, source) {
	const list = tokens(source).slice(0, TOKENS_MAX), folder = path.posix.dirname(file), isQuiet = statements(source, list).every((s) => QUIET.test(s.text)), found = [];
	const bound = new Map(mine.importsOf(file, source).flatMap(({ text: row, said, bound: names }) => names.map((name) => [name, { said, keys: mine.keysOf(row, name) }])));
	for (const [i, t] of list.entries()) {
		const isMember = list[i - 1]?.text === '.', isRequired = isMember && list[i - 5]?.text === 'require';
		const isCall = t.kind === 'word' && list[i + 1]?.text === '(' && !/^(?:function|\*)$/.test(list[i - 1]?.text || '');
		if (!isCall || found.length === CALLS_MAX)
			continue;
		const one = isRequired ? { said: list[i - 3].text.slice(1, -1), keys: [] } : isMember ? list[i - 3]?.text !== '.' && bound.get(list[i - 2]?.text) : bound.get(t.text);
		const isAsked = one || (!isMember && isQuiet && ENTRY.test(t.text)), end = isAsked ? closing(list, i + 1) : -1;
		const given = end < 0 ? '' : argumentsOf(source.slice(list[i + 1].end, list[end].at))[0] || '', keys = one ? [...one.keys, ...(isMember ? [t.text] : [])] : [];
		if (end >= 0 && one && /^\.{1,2}(?:\/|$)/.test(one.said) && keys.length < 2)
			found.push({ place: path.posix.join(folder, one.said), key: keys[0] === 'default' ? '' : keys[0] || '', name: t.text, given });
		else if (end >= 0 && !isMember && isQuiet)
			found.push({ place: file, key: t.text, name: t.text, given });
	}
	return found;
}

/* { qualname, value } of what a module exports, or null. */
function exported({ value, isModule }, key, name) {
	const found = key ? mine.stored(value, key) : isModule ? mine.stored(value, 'default') : value;
	const isNamed = ENTRY.test(key || name) || ENTRY.test(explore.nameOf(found));
	return isNamed ? { qualname: key || (isModule ? 'default' : 'module.exports'), value: found } : null;
}

/* What a function does without words, where it takes a list of them and needs nothing else; null: it does not. */
function defaultOf(value) {
	const source = explore.sourceOf(value), params = source.startsWith('class') ? [] : parameters(source) || [], [, name, said] = FIRST.exec(params[0] || '') || [];
	return TAKES.test(name || '') && params.slice(1).every((one) => LEFT.test(one)) ? said || '' : null;
}

/* What the command starts, with its names: { names, file, module, qualname, before: words that stand before its own }; or null. */
async function entryOf(root, { names, file }) {
	const source = mine.read(root, file).replace(/^#!.*/, '');
	for (const { place, key, name, given } of callsIn(file, source)) {
		const module = ENTRY.test(key || name) || !key ? moduleAt(root, place) : undefined, got = module === undefined ? null : await explore.exportsOf(root, module);
		const found = got && exported(got, key, name), said = found ? defaultOf(found.value) : null;
		if (said !== null)
			return { names, file, module, qualname: found.qualname, before: (given || said) === 'process.argv' ? ['node', names[0]] : [] };
	}
	return null;
}

/* ---- what documents show ---- */

/* The words of a line as a shell has them, or null where it would put something else in their places. */
function wordsIn(line) {
	const words = [];
	let word = null;
	for (const [, single, double, escaped, space, other] of line.matchAll(PART)) {
		if (space !== undefined || (other === '#' && word === null)) {
			words.push(...(word === null ? [] : [word]));
			word = null;
			if (space === undefined)
				break;
			continue;
		}
		if (OPEN.test(other || '') || HELD.test(double || ''))
			return null;
		word = (word || '') + (single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? other);
	}
	words.push(...(word === null ? [] : [word]));
	return words.some((one) => REST.test(one)) ? null : words;
}

/* What a command is given on a line, or null where the line is none of it. */
function givenOn(line, { names, file }) {
	const words = line.length > LINE_MAX ? null : wordsIn(line.replace(PROMPT, '')), [first, second] = words || [];
	const at = first === 'npx' ? (/^(?:-y|--yes)$/.test(second || '') ? 2 : 1) : first === 'node' ? 1 : 0, said = words?.[at] || '';
	const isFile = first !== 'npx' && [file, file.replace(/\.[cm]?js$/, '')].includes(path.posix.normalize(said)) && (at === 1 || said.includes('/'));
	const rest = isFile || (first !== 'node' && names.includes(said)) ? words.slice(at + 1) : null;
	return rest && rest.length <= WORDS_MAX ? rest : null;
}

/* [number, line], where one that ends with a backslash goes on in the next. */
function wholeLines(first, body) {
	const found = [];
	let held = null;
	for (const [i, row] of body.split('\n').entries()) {
		held = held ? [held[0], held[1] + row] : [first + i, row];
		if (held[1].endsWith('\\')) {
			held[1] = `${held[1].slice(0, -1)} `;
			continue;
		}
		found.push(held);
		held = null;
	}
	return found;
}

/* What pages show of a command: [[{ words, where }]] of each page, in the order in which they stand. */
function shownIn(pages, one) {
	return pages.map(([file, page]) => text.snippets(page, SHELLS).flatMap((s) => wholeLines(s.line, s.text)
		.map(([number, line]) => ({ words: givenOn(line, one), where: `${file}:${number}` }))).filter(({ words }) => words).slice(0, COMMANDS_MAX));
}

/* ---- programs ---- */

function quoted(word) {
	return JSON.stringify(word).replace(/^"([^'\\]*)"$/, "'$1'");
}

/* Programs [{ source, where }] of what pages show of a command; `line` and `callee`: how one gets at what it starts. */
function programs(pages, one, { line, callee }) {
	const call = ({ words }) => text.attempt(`${callee}([${[...one.before, ...words].map(quoted).join(', ')}])`, true);
	const made = (rows) => ({ source: text.join([line], rows.map(call)), where: rows[0].where });
	const shown = shownIn(pages, one), single = shown.flat().map((row) => made([row]));
	const each = single.filter((p, i) => single.findIndex((other) => other.source === p.source) === i).slice(0, COMMANDS_MAX);
	return [...each, ...shown.filter((rows) => rows.length > 1).map(made)];
}

/* Those of a project; none where no function of its own takes the words of its commands. `access`: how a program gets at one. */
async function ofProject(root, docs, access) {
	const nearest = [...docs].sort((a, b) => a.split('/').length - b.split('/').length).slice(0, DOCS_MAX), found = [];
	for (const bin of nearest.length ? binsOf(root) : []) {
		const one = await entryOf(root, bin);
		if (one)
			found.push(...programs(nearest.map((file) => [file, mine.read(root, file)]), one, access(root, one)));
	}
	return found;
}

module.exports = { binsOf, entryOf, givenOn, ofProject, programs };
