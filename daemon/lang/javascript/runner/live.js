'use strict';
/*
 * A test that is an ES module, as a real one. A module of `vm` gets what it imports as it was when it was linked; where
 * an export may be set again later (`export let`), the test is imported as Node imports anything.
 */
const fs = require('fs');
const { fileURLToPath } = require('url');
const lexer = require('./lexer.js');
const resolve = require('./resolve.js');
const typescript = require('./typescript.js');

const MAY_CHANGE = /\bexport\s+(let|var)\b|\bexport\s*[{*]/;
const FILE_MAX = 4 << 20;

function mayChange(target) {
	try {
		const file = fileURLToPath(target);
		return resolve.isModule(file) && fs.statSync(file).size <= FILE_MAX && MAY_CHANGE.test(fs.readFileSync(file, 'utf8'));
	} catch {
		return false; // no file
	}
}

/*
 * What to import for `source`, whose imports mean `targets` {specifier: URL or builtin}; null: `vm` does as well, or alone
 * can: nothing that is imported changes, it asks where it is itself, or for files that are got by `require`.
 */
function urlOf(source, targets, url) {
	const all = [...targets.values()];
	if (/\bimport\s*[(.]/.test(source) || all.some((t) => t.startsWith('file:') && typescript.isTypeScript(fileURLToPath(t))) ||
		!all.some(mayChange))
		return null;
	let text = '', at = 0, last = '';
	for (const token of lexer.tokens(source)) {
		if (token.kind === 'string' && (last === 'from' || last === 'import')) {
			const target = targets.get(token.text.slice(1, -1));
			if (!target)
				return null; // written with escapes
			text += source.slice(at, token.at) + JSON.stringify(target);
			at = token.end;
		}
		last = token.text;
	}
	return `data:text/javascript,${encodeURIComponent(`${text}${source.slice(at)}\n//# sourceURL=${url}`)}`;
}

module.exports = { urlOf };
