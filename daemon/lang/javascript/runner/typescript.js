'use strict';
/*
 * TypeScript, and JavaScript with elements in it (.jsx). How a file of them is run, first that works:
 *
 * 1. What the project's own build made of it (tora.build.command): the file of tsconfig.json's outDir, or the one
 *    beside it, when a build made it and it was not merely committed.
 * 2. The compiler in the project's node_modules, file by file, to CommonJS with a map. That needs no build, and
 *    every syntax of the project's own version works; types are not checked, which is no concern of a test.
 *    `import.meta` and `await` at the top of a file are then errors of that file.
 * 3. Node itself, where it strips types (22.18 and later); not those with elements.
 *
 * Else loading it fails with a sentence that names what would do.
 *
 * The compiler is megabytes of functions, which V8 looks through at each taking of counters, and which a copy of a
 * process has to carry: so what it makes is made by a process of its own before anything is loaded (gather), and only
 * what is not known then has it loaded where it is needed.
 */
const fs = require('fs');
const path = require('path');
const vm = require('vm');
const Module = require('module');
const maps = require('./maps.js');

const UNPACKED_BEFORE = 1268435456000; // ms; files of a tree are older, what a build made is not (git/unpack.h)
const IS_TS = /(?<!\.d)\.(ts|mts|cts|tsx|jsx)$/;
const HAS_ELEMENTS = /\.[tj]sx$/;
const OUT = { '.ts': ['.js'], '.tsx': ['.js', '.jsx'], '.mts': ['.mjs'], '.cts': ['.cjs'], '.jsx': ['.js'] };
const FOR_JS = { '.js': ['.ts', '.tsx'], '.jsx': ['.tsx'], '.mjs': ['.mts'], '.cjs': ['.cts'] };
const SENTENCE = 'TypeScript needs one of: a build (tora.build.command), typescript (below 7) in node_modules, Node 22.18 or later';
const OF_ELEMENTS = 'JSX needs one of: a build (tora.build.command), typescript (below 7) in node_modules';

const GATHERED_MAX = 3 << 20; // bytes of what is made, with the maps, as it is handed on
const NAMES = /\b(?:require\s*\(|import\s*\(?|from)\s*(['"])([^'"\n]+)\1/g; // of what a file asks for

let root = '/', compiler; // undefined: not looked for yet; null: there is none
const configs = new Map();
let gathered = new Map(); // file -> {text, map}
let plain = null; // text -> the same as JavaScript; what is not there stays as it is. null: not told
const loading = { work: 0, clock: 0 }; // what loading the compiler took here: ms of the CPU, and by the clock

function isTypeScript(file) {
	return IS_TS.test(file);
}

function stat(file) {
	try {
		return fs.statSync(file);
	} catch {
		return null;
	}
}

/* JSON with comments and commas that are too many. */
function parseLoose(text) {
	const bare = text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\//g, (m) => (m[0] === '"' ? m : ' '));
	return JSON.parse(bare.replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (m) => (m[0] === '"' ? m : '')));
}

/* {folder, options} of the tsconfig.json that holds for a file; options of those it extends are below its own. */
function configFor(file) {
	for (let dir = path.dirname(file); dir.startsWith(root); dir = path.dirname(dir)) {
		if (!configs.has(dir))
			configs.set(dir, readConfig(path.join(dir, 'tsconfig.json'), 4));
		if (configs.get(dir))
			return configs.get(dir);
		if (dir === root)
			break;
	}
	return { folder: root, options: {} };
}

function readConfig(file, depth) {
	try {
		const said = parseLoose(fs.readFileSync(file, 'utf8'));
		const folder = path.dirname(file);
		const own = { ...said.compilerOptions };
		for (const key of ['outDir', 'rootDir', 'baseUrl'])
			if (typeof own[key] === 'string')
				own[key] = path.resolve(folder, own[key]);
		const up = typeof said.extends === 'string' && said.extends[0] === '.' && depth > 0
			? readConfig(path.resolve(folder, /\.json$/.test(said.extends) ? said.extends : `${said.extends}.json`), depth - 1) : null;
		return { folder, options: { ...(up ? up.options : {}), ...own } };
	} catch {
		return null;
	}
}

/* What a build made of `file`, or null. */
function builtOf(file) {
	const ending = path.extname(file), stem = file.slice(0, -ending.length);
	const { folder, options } = configFor(file);
	const stems = [stem];
	if (options.outDir)
		for (const from of [options.rootDir, path.join(folder, path.relative(folder, file).split('/')[0]), folder])
			if (from && stem.startsWith(`${from}/`))
				stems.push(path.join(options.outDir, stem.slice(from.length)));
	const source = stat(file);
	for (const one of stems)
		for (const end of OUT[ending] || []) {
			const made = stat(one + end);
			if (made && made.isFile() && made.mtimeMs >= UNPACKED_BEFORE && (!source || made.mtimeMs >= source.mtimeMs))
				return one + end;
		}
	return null;
}

/* What is executed of a file. */
function executed(file) {
	return (isTypeScript(file) && builtOf(file)) || file;
}

/* Has the project a compiler, as far as one can see without loading it? `folders`: where packages are looked for. */
function hasCompiler(folders) {
	try {
		return Boolean(require.resolve('typescript', { paths: folders }));
	} catch {
		return false;
	}
}

function theCompiler() {
	if (compiler === undefined) {
		const began = Date.now(), used = process.cpuUsage();
		compiler = null;
		try {
			const found = Module.createRequire(path.join(root, 'any.js'))('typescript');
			compiler = typeof found.transpileModule === 'function' ? found : null;
		} catch { /* the project has none */ }
		const { user, system } = process.cpuUsage(used);
		loading.work = (user + system) / 1000;
		loading.clock = Date.now() - began;
	}
	return compiler;
}

/* Does Node run it by itself? */
function isNative() {
	return Boolean(process.features.typescript);
}

/* Text as JavaScript: {text, map}; throws a SyntaxError as Node would. `kind`: of module, the compiler's word. */
function compile(file, source, kind) {
	const ts = theCompiler();
	const { options } = configFor(file);
	const made = ts.transpileModule(source, { fileName: file, reportDiagnostics: true, compilerOptions: {
		jsx: ts.JsxEmit.React, target: ts.ScriptTarget.ES2022, ...pick(ts, options), module: ts.ModuleKind[kind],
		esModuleInterop: true, sourceMap: true, inlineSourceMap: false, isolatedModules: true } });
	const bad = (made.diagnostics || []).find((d) => d.category === ts.DiagnosticCategory.Error && d.code < 2000);
	if (bad) {
		const at = source.slice(0, bad.start || 0).split('\n').length;
		throw Object.assign(new SyntaxError(ts.flattenDiagnosticMessageText(bad.messageText, ' ')),
			{ stack: `${file}:${at}\nSyntaxError` });
	}
	return { text: made.outputText.replace(/\n\/\/# sourceMappingURL=[^\n]*\s*$/, '\n'), map: made.sourceMapText };
}

/* Options that decide what is executed. */
function pick(ts, options) {
	const said = {};
	for (const key of ['jsx', 'jsxFactory', 'jsxFragmentFactory', 'jsxImportSource', 'experimentalDecorators',
		'emitDecoratorMetadata', 'useDefineForClassFields'])
		if (options[key] !== undefined)
			said[key] = options[key];
	const converted = ts.convertCompilerOptionsFromJson(said, root).options;
	delete converted.configFilePath;
	return converted;
}

/* The way of `paths`: {"@/*": ["src/*"]}; null when none of it says what exists. */
function byPaths(request, from) {
	const { folder, options } = configFor(from);
	for (const [pattern, targets] of Object.entries(options.paths || {})) {
		const [head, tail] = pattern.split('*');
		if (tail === undefined ? request !== pattern : !(request.startsWith(head) && request.endsWith(tail) &&
			request.length >= head.length + tail.length))
			continue;
		const star = tail === undefined ? '' : request.slice(head.length, request.length - tail.length);
		for (const target of Array.isArray(targets) ? targets : []) {
			const found = fileAt(path.resolve(options.baseUrl || folder, String(target).replaceAll('*', star)));
			if (found)
				return found;
		}
	}
	return null;
}

/* The file of TypeScript that `base` means: itself, with an ending, as a folder, for its ".js". */
function fileAt(base) {
	const ending = path.extname(base);
	const tries = [base, ...Object.keys(OUT).map((e) => base + e),
		...(FOR_JS[ending] || []).map((e) => base.slice(0, -ending.length) + e),
		path.join(base, 'index.ts'), path.join(base, 'index.tsx')];
	return tries.find((one) => isTypeScript(one) && stat(one)?.isFile()) || null;
}

/* What a request from `from` means when Node finds nothing, or null. */
function resolveRequest(request, from) {
	if (request[0] !== '.' && request[0] !== '/')
		return byPaths(request, from);
	return fileAt(path.resolve(path.dirname(from), request));
}

/* The source a package's `main` or `exports` was to be built from: dist/a.js -> src/a.ts. */
function unbuilt(target) {
	const { options } = configFor(target);
	if (!options.outDir || !target.startsWith(`${options.outDir}/`))
		return fileAt(target);
	const rest = target.slice(options.outDir.length + 1);
	for (const from of [options.rootDir, path.join(root, 'src'), path.dirname(options.outDir)]) {
		const found = from ? fileAt(path.join(from, rest)) : null;
		if (found)
			return found;
	}
	return null;
}

function load(module, file) {
	if (!gathered.has(file) && !theCompiler())
		throw new Error(`${HAS_ELEMENTS.test(file) ? OF_ELEMENTS : SENTENCE}; this is Node ${process.versions.node}`);
	const made = gathered.get(file) || compile(file, fs.readFileSync(file, 'utf8'), 'CommonJS');
	maps.learn(file, made.text, JSON.parse(made.map));
	module._compile(made.text, file);
}

/* From now on `require` knows files of TypeScript below `folder`. */
function install(folder) {
	root = folder;
	const natively = Module._extensions['.ts'] || Module._extensions['.js']; // Node's own, which knows both
	for (const ending of Object.keys(OUT))
		Module._extensions[ending] = function (module, file) {
			if (!gathered.has(file) && !theCompiler() && isNative() && !HAS_ELEMENTS.test(ending))
				return natively.call(this, module, file);
			return load(module, file);
		};
}

/*
 * What the compiler makes of `files` and of those that they ask for: {files: [[file, {text, map}]]}; `why`: that there is no room
 * for all of it.
 */
function gather(files) {
	const found = [], seen = new Set(files);
	let room = theCompiler() ? GATHERED_MAX : 0;
	for (const file of seen) {
		try {
			let text = fs.readFileSync(file, 'utf8');
			if (isTypeScript(file)) {
				const made = compile(file, text, 'CommonJS');
				room -= Buffer.byteLength(JSON.stringify(made));
				({ text } = made);
				if (room >= 0)
					found.push([file, made]);
			}
			if (room < 0)
				break;
			for (const [, , name] of text.matchAll(NAMES))
				seen.add(wanted(name, file));
		} catch { /* who loads it will hear why */ }
	}
	return { files: found, ...(room < 0 && { why: `the project's compiler makes more of it than ${GATHERED_MAX} bytes` }) };
}

/* The project's own file that `name` means in `file`; one that is there already where it is none. */
function wanted(name, file) {
	try {
		const found = Module.createRequire(file).resolve(name);
		return path.isAbsolute(found) && !found.includes('/node_modules/') && /\.[cm]?[jt]sx?$/.test(found) ? found : file;
	} catch {
		return file;
	}
}

/* From now on that is known, too. */
function know(made) {
	gathered = new Map([...gathered, ...made]);
}

/* From now on stripped() gives of texts what is said here: [[text, as JavaScript]]. */
function tell(texts) {
	plain = new Map(texts);
}

function isJavaScript(source) {
	try {
		new vm.Script(Module.wrap(source.replace(/^#!.*/, '')));
		return true;
	} catch {
		try {
			new vm.SourceTextModule(source);
			return true;
		} catch {
			return false;
		}
	}
}

/* By Node itself; null: it cannot. */
function byNode(source) {
	try {
		return Module.stripTypeScriptTypes(source);
	} catch {
		return null;
	}
}

/*
 * Text in JavaScript or TypeScript as JavaScript; as it was when that cannot be said, or it is neither. null, where that
 * `isAllowed`: whoever asks is to have it made by a process with a compiler.
 */
function stripped(source, file, isAllowed = false) {
	if (plain)
		return plain.has(source) ? plain.get(source) : source;
	if (isJavaScript(source))
		return source;
	if (isAllowed && compiler === undefined && gathered.size)
		return byNode(source);
	try {
		return (theCompiler() ? compile(file, source, 'ESNext').text : byNode(source)) || source;
	} catch {
		return source;
	}
}

module.exports = { loading, isTypeScript, hasCompiler, executed, install, resolveRequest, unbuilt, gather, know, tell, stripped };
