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
 * What to import for `source`, whose imports mean what `targetOf(specifier)` says, a URL or a builtin; null: `vm` does as
 * well, or alone can: nothing that is imported changes, it asks where it is itself, or for files that are got by
 * `require`, or for what is not there. Before anything else of it `first` runs, a program without spaces.
 */
function urlOf(source, first, targetOf, url) {
	if (/\bimport\s*[(.]/.test(source))
		return null;
	const targets = [];
	let text = '', at = 0, last = '';
	for (const token of lexer.tokens(source)) {
		if (token.kind === 'string' && (last === 'from' || last === 'import') && !token.text.includes('\\')) {
			try {
				targets.push(targetOf(token.text.slice(1, -1)));
			} catch {
				return null;
			}
			text += source.slice(at, token.at) + JSON.stringify(targets[targets.length - 1]);
			at = token.end;
		}
		last = token.text;
	}
	if (targets.some((t) => t.startsWith('file:') && typescript.isTypeScript(fileURLToPath(t))) || !targets.some(mayChange))
		return null;
	text = `${text}${source.slice(at)}`.replace(/^#!/, '//');
	return `data:text/javascript,${encodeURIComponent(`import 'data:text/javascript,${first}';${text}\n//# sourceURL=${url}`)}`;
}

module.exports = { urlOf };
