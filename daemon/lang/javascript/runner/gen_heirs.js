'use strict';
/*
 * An heir of a class that overrides a method which the old version of a changed method asks of `this` and the new one does not:
 * the override is lost. It says how it is called and hands on to its parent, or gives something else. What the new one asks alone is
 * how it works.
 *
 * Only where the project inherits from the class, or says that others may: which of its own methods a class asks is else its own
 * affair.
 */
const mine = require('./gen_mine.js');
const { put } = require('./gen_near.js');
const { tokens, deepTokens, classAt, methodsAt, statements, boundNames } = require('./lexer.js');

const HEIRS = /(?<!@)\b(?:sub-?class|overrid(?:e|den|ing|able)\b|(?:inherit|extend)(?:ed|ing)?\b)/i; // not what says of itself that it overrides or extends
const COMMENTS = /\/\*[^]*?\*\/|\/\/.*/g;
const BEFORE_CLASS = /^(?:export|default|abstract)$/;
const NOT_FOR_HEIRS = /^(?:static|get|set|private|\*)$/; // what stands before the name of a method of which no heir hands on
const WHOLE_CLASS = /^(?:(?:export|default|abstract)\s+)*class\b/;
const HOOKS_MAX = 2, HEIRS_MAX = 8, PARENTS_MAX = 4, TEXT_MAX = 4000;

/* Names of methods that one version asks of `this` and that the other has nowhere. */
function lost(base, head) {
	const list = deepTokens(base), kept = new Set(deepTokens(head).map((t) => t.text));
	const asked = list.filter((t, i) => list[i - 2]?.text === 'this' && list[i - 1].text === '.' && list[i + 1]?.text === '(').map((t) => t.text);
	return [...new Set(asked)].filter((name) => !/^[#_]/.test(name) && !kept.has(name));
}

/* A class in a text: { parent, comments, methods: { name: may an heir override it? } }; null: it is not there. */
function classIn(text, name) {
	const list = text.includes(`class ${name}`) ? tokens(text) : [], found = classAt(list, name);
	if (!found)
		return null;
	const { at, open, end } = found;
	const first = list.findLastIndex((t, i) => i < at && !BEFORE_CLASS.test(t.text)), parent = list.findIndex((t, i) => i > at && i < open && t.text === 'extends');
	const methods = new Map(methodsAt(list, found).map(({ name: one, marks }) => [one, one !== 'constructor' && !marks.some((mark) => NOT_FOR_HEIRS.test(mark))]));
	return { parent: parent < 0 ? '' : list[parent + 1].text, methods, comments: text.slice(first < 0 ? 0 : list[first].end, list[end].end).match(COMMENTS) || [] };
}

/* A class and those of the project that it inherits from, as classIn() says them. */
function lineage({ root, file, files }, name) {
	const found = [];
	for (let wanted = name; wanted && found.length < PARENTS_MAX;) {
		const from = [file, ...(found.length ? files.sources : [])]; // the changed one is in its own file
		const one = from.reduce((done, where) => done || classIn(mine.read(root, where), wanted), null);
		found.push(...(one ? [one] : []));
		wanted = one && one.parent !== wanted ? one.parent : '';
	}
	return found;
}

/* The methods that the project's own heirs of a class override, in its documents too; null: there are none, and it says nowhere that others may inherit. */
function overridden({ root, files }, name, comments) {
	const word = name.replace(/[$]/g, '\\$&'), isNamed = new RegExp(`(?<![\\w$])${word}(?![\\w$])`);
	const heir = new RegExp(`(?:\\bclass\\s+([\\w$]+)\\s+)?\\bextends\\s+(?:[\\w$]+\\.)*${word}(?!\\.?[\\w$])`, 'g');
	const heirs = [...files.docs, ...files.tests, ...files.sources].flatMap((file) => {
		const text = mine.read(root, file);
		return [...text.matchAll(heir)].slice(0, HEIRS_MAX).map((m) => (m[1] ? classIn(text.slice(m.index), m[1]) : null));
	});
	const says = (file) => mine.read(root, file).split(/\n\s*\n/).some((part) => isNamed.test(part) && HEIRS.test(part));
	const mayBe = heirs.length > 0 || comments.some((one) => HEIRS.test(one)) || files.docs.some(says);
	return mayBe ? new Set(heirs.flatMap((one) => [...(one ? one.methods.keys() : [])])) : null;
}

/* The class of a changed method and what heirs may override in vain, { name, hooks }, what they are known to override alone; or null. */
function asksIn([, own, other], place) {
	const [base, head] = place.isOld ? [own, other] : [other, own], name = place.qualname.split('.').filter((part) => part !== 'prototype').at(-2);
	const names = head && !WHOLE_CLASS.test(own) ? lost(base, head) : [], classes = names.length ? lineage(place, name) : [];
	const hooks = names.filter((one) => classes.find((c) => c.methods.has(one))?.methods.get(one));
	const known = hooks.length ? overridden(place, name, classes[0].comments) : null, some = hooks.filter((one) => known?.has(one));
	return known ? { name, hooks: (some.length ? some : hooks).slice(0, HOOKS_MAX) } : null;
}

/* An override that says how it is called and hands on, and one that gives something else, where that is a number or a text. */
function overrides(name) {
	return [`	${name}(...args) {\n		console.log('${name}', ...args);\n		return super.${name}(...args);\n	}`,
		`	${name}(...args) {\n		const given = super.${name}(...args);\n		return typeof given === 'number' || typeof given === 'string' ? given + 1 : given;\n	}`];
}

/* Neighbours of a whole program's body: what it makes of an imported class is made of an heir. */
function programs(body, asked, { head }) {
	const list = asked && body.length <= TEXT_MAX ? tokens(body) : [], own = `Own${asked?.name}`;
	const made = list.filter((t, i) => t.text === asked.name && list[i - 1]?.text === 'new' && list[i + 1]?.text === '(');
	if (!made.length || (head + body).includes(own) || !statements(head).some((s) => boundNames(s.text).includes(asked.name)))
		return [];
	const rest = made.reduceRight((text, t) => put(text, t, own), body);
	return asked.hooks.flatMap(overrides).map((said) => `class ${own} extends ${asked.name} {\n${said}\n}\n${rest}`);
}

module.exports = { asksIn, programs };
