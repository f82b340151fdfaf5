'use strict';
/*
 * How code finds code in a worker: names of modules (lang/javascript/project.h), the project's own
 * packages by their names, and the packages of the user's node_modules.
 */
const fs = require('fs');
const path = require('path');
const Module = require('module');
const { fileURLToPath, pathToFileURL } = require('url');
const typescript = require('./typescript.js');

const WORKSPACES_MAX = 500;

/* The file that is executed for the module called `name`, or null. */
function fileOf(root, name) {
	for (const ending of ['.js', '', '.cjs', '.mjs', '.json']) {
		const file = path.join(root, name + ending);
		try {
			if (fs.statSync(file).isFile())
				return typescript.executed(file);
		} catch { /* the next */ }
	}
	return null;
}

function readPackage(dir) {
	try {
		return JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
	} catch {
		return null;
	}
}

/* Is this file an ES module, as Node sees it? TypeScript becomes CommonJS. */
function isModule(file) {
	if (typescript.isTypeScript(file))
		return false;
	if (file.endsWith('.mjs') || file.endsWith('.cjs'))
		return file.endsWith('.mjs');
	for (let dir = path.dirname(file); ; dir = path.dirname(dir)) {
		const said = readPackage(dir);
		if (said || dir === path.dirname(dir))
			return Boolean(said && said.type === 'module');
	}
}

/* The list `packages:` of pnpm-workspace.yaml, as people write it. */
function pnpmGlobs(root) {
	let text = '';
	try {
		text = fs.readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8');
	} catch { /* it is none of pnpm's */ }
	const list = /^packages:[ \t]*\n((?:[ \t]*(?:-[^\n]*|#[^\n]*)?\n?)*)/m.exec(text);
	return [...(list ? list[1] : '').matchAll(/^[ \t]*-[ \t]*(['"]?)([^'"#\n]+?)\1[ \t]*(?:#.*)?$/gm)].map((m) => m[2].replace(/^\.\//, ''));
}

/* The folders of packages inside of the project that have a node_modules of their own: [[folder, where that lies]]. */
function innerSites(root, own, site) {
	const found = [];
	for (const dir of own.values()) {
		const rest = path.relative(root, dir);
		const there = rest && site.find((one) => one.endsWith(`/${rest}/node_modules`));
		if (there)
			found.push([dir, path.dirname(there)]);
	}
	return found.sort((a, b) => b[0].length - a[0].length);
}

/* Where a bare request from `file` is looked for first, or null. */
function innerSite(inner, request, file) {
	const isBare = !/^([./]|node:)/.test(request) && !Module.builtinModules.includes(request);
	const found = isBare && typeof file === 'string' ? inner.find(([dir]) => file.startsWith(`${dir}/`)) : null;
	return found ? found[1] : null;
}

/* Names of the project's own packages: {name: folder}. */
function ownPackages(root) {
	const own = new Map();
	const main = readPackage(root) || {};
	const add = (dir) => {
		const said = readPackage(dir);
		if (said && typeof said.name === 'string' && own.size < WORKSPACES_MAX && !own.has(said.name))
			own.set(said.name, dir);
	};
	add(root);
	const globs = Array.isArray(main.workspaces) ? main.workspaces
		: (main.workspaces && main.workspaces.packages) || pnpmGlobs(root);
	for (const glob of Array.isArray(globs) ? globs : []) {
		if (typeof glob !== 'string' || glob[0] === '!')
			continue;
		const star = glob.replace(/\/\*{1,2}$/, '');
		const dir = path.join(root, star);
		if (star === glob) {
			add(dir);
			continue;
		}
		try {
			for (const e of fs.readdirSync(dir))
				add(path.join(dir, e));
		} catch { /* no such folder */ }
	}
	return own;
}

/* "@a/b/c" -> ["@a/b", "./c"], "d" -> ["d", "."] */
function split(request) {
	const parts = request.split('/');
	const n = request[0] === '@' ? 2 : 1;
	const rest = parts.slice(n).join('/');
	return [parts.slice(0, n).join('/'), rest ? `./${rest}` : '.'];
}

/* What an `exports` map says for `sub`, under `conditions`; null: nothing. */
function exported(map, sub, conditions) {
	if (map === undefined || map === null)
		return null;
	const isTable = typeof map === 'object' && !Array.isArray(map) &&
		Object.keys(map).some((k) => k.startsWith('.'));
	const pick = (target, star) => {
		if (typeof target === 'string')
			return target.replaceAll('*', star);
		if (Array.isArray(target))
			return target.map((t) => pick(t, star)).find(Boolean) || null;
		for (const [key, value] of Object.entries(target || {})) {
			const found = conditions.includes(key) ? pick(value, star) : null;
			if (found)
				return found;
		}
		return null;
	};
	if (!isTable)
		return sub === '.' ? pick(map, '') : null;
	if (Object.hasOwn(map, sub))
		return pick(map[sub], '');
	for (const [key, target] of Object.entries(map)) {
		const [head, tail] = key.split('*');
		if (tail !== undefined && sub.startsWith(head) && sub.endsWith(tail) &&
			sub.length >= head.length + tail.length)
			return pick(target, sub.slice(head.length, sub.length - tail.length));
	}
	return null;
}

/* The file a request for one of our own packages means, or null. */
function ownFile(own, request, how) {
	if (request[0] === '.' || request[0] === '/' || request.startsWith('node:'))
		return null;
	const [name, sub] = split(request);
	const dir = own.get(name);
	if (!dir)
		return null;
	const said = readPackage(dir) || {};
	const target = exported(said.exports, sub, [how, 'node', 'default', 'module-sync']);
	if (target)
		return existing(path.join(dir, target));
	const plain = sub === '.' ? (how === 'import' && said.module) || said.main || 'index' : sub;
	const base = path.join(dir, plain);
	for (const file of [base, `${base}.js`, `${base}.cjs`, `${base}.mjs`, `${base}.json`,
		path.join(base, 'index.js')]) {
		try {
			if (fs.statSync(file).isFile())
				return file;
		} catch { /* the next */ }
	}
	return typescript.unbuilt(base) || typescript.unbuilt(`${base}.js`);
}

/* A file that is to be built, or what it is to be built from. */
function existing(file) {
	return fs.existsSync(file) ? file : typescript.unbuilt(file) || file;
}

let places = (file) => Module._nodeModulePaths(path.dirname(file)); // where packages are that `file` imports

/* The file that `import` of a package means where its `exports` tell; null: what `require` of it means. */
function importedFile(specifier, file) {
	const [name, sub] = split(specifier);
	for (const at of places(file)) {
		const said = readPackage(path.join(at, name));
		const target = said && exported(said.exports, sub, ['import', 'node', 'default', 'module-sync']);
		if (said)
			return target ? fs.realpathSync(path.join(at, name, target)) : null;
	}
	return null;
}

/* From now on `require` knows the project's own packages. */
function install(root, site) {
	const own = ownPackages(root), inner = innerSites(root, own, site);
	const original = Module._resolveFilename;
	typescript.install(root);
	places = (file) => [innerSite(inner, 'x', file), ...Module._nodeModulePaths(path.dirname(file)), ...site].filter(Boolean)
		.map((at) => (at.endsWith('/node_modules') ? at : path.join(at, 'node_modules')));
	Module._resolveFilename = function (request, ...rest) {
		const file = typeof request === 'string' ? ownFile(own, request, 'require') : null;
		if (file)
			return typescript.executed(file);
		const from = (rest[0] && rest[0].filename) || path.join(root, 'any.js');
		const near = rest[2] ? null : innerSite(inner, String(request), from);
		try {
			if (near)
				return original.call(this, request, rest[0], rest[1], { paths: [near] });
		} catch { /* as anybody else finds it */ }
		try {
			return typescript.executed(original.call(this, request, ...rest));
		} catch (e) {
			const found = e.code === 'MODULE_NOT_FOUND' ? typescript.resolveRequest(request, from) : null;
			if (!found)
				throw e;
			return typescript.executed(found);
		}
	};
	return own;
}

/* What `import` of `specifier` in the folder of `file` means: a URL, or a builtin's name. */
function importTarget(own, specifier, file) {
	if (/^(node|data|file):/.test(specifier) || Module.builtinModules.includes(specifier))
		return specifier;
	const found = ownFile(own, specifier, 'import');
	if (found)
		return pathToFileURL(found).href;
	if (specifier[0] === '.' || specifier[0] === '/') {
		const [, name, query] = /^([^?#]*)([^]*)$/.exec(specifier);
		const target = path.resolve(path.dirname(file), name);
		if (query && fs.existsSync(target))
			return pathToFileURL(target).href + query;
		const source = fs.existsSync(target) ? target : typescript.resolveRequest(specifier, file) || target;
		return pathToFileURL(typescript.executed(source)).href;
	}
	return pathToFileURL(importedFile(specifier, file) || Module.createRequire(file).resolve(specifier)).href;
}

/* What `import` gives, for a target of importTarget(); files of TypeScript are got by `require`. */
async function imported(target, attributes) {
	const file = target.startsWith('file:') ? fileURLToPath(target) : '';
	if (!typescript.isTypeScript(file))
		return attributes && attributes.type ? import(target, { with: { type: attributes.type } }) : import(target);
	const value = Module.createRequire(file)(file);
	return value && value.__esModule ? value : { ...value, default: value };
}

module.exports = { fileOf, imported, innerSites, innerSite, isModule, install, importTarget, ownFile, readPackage };
