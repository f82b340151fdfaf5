/*
 * JavaScript's adapter and what syntax.h answers about JavaScript source, row by row.
 */
#include "tests/unit/lang/rows.h"

#include "lang/imports.h"
#include "lang/javascript/adapter.h"
#include "model/config.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct parsed parse(const char *text)
{
	return parse_as(&tora_lang_javascript, text);
}

/* ---- names ---------------------------------------------------------------------------------- */

static const struct {
	const char *label, *text, *undefined;
} undefined_rows[] = {
	{ "globals", "console.log(JSON.stringify([]), process.argv, require('x'), module)", "" },
	{ "plain", "console.log(x)", "x" },
	{ "once, in order", "b; a; b", "b a" },
	{ "let", "let x = 1; x", "" },
	{ "const", "const x = y; x", "y" },
	{ "let ends with its block", "{ let x = 1; }\nx", "x" },
	{ "const ends with its block", "if (1) { const x = 1; x }\nx", "x" },
	{ "var leaves its block", "{ { var x = 1; } }\nx", "" },
	{ "var leaves for and try",
	  "for (;;) { var a; }\ntry { var b } catch (e) { var c }\na; b; c", "" },
	{ "var stays in its function", "function f() { { var x = 1; } return x; }\nx", "x" },
	{ "var pattern leaves its block", "{ var { a, b: c } = q; var [d] = q; }\na; c; d", "q" },
	{ "hoisted function", "f(); function f() { return g; } function g() {}", "" },
	{ "hoisted var", "x; var x = 1;", "" },
	{ "parameters", "function f(a, b = 1, ...c) { return [a, b, c]; }", "" },
	{ "default sees other parameters", "function f(a, b = a, c = z) {}", "z" },
	{ "parameter is inside", "function f(q) {}\nq", "q" },
	{ "object pattern", "const { a, b: c, d = 1, e: { f }, ...g } = x; [a, c, d, f, g]", "x" },
	{ "key of a pattern is no variable", "const { b: c } = {}; b", "b" },
	{ "array pattern", "const [a, , [b], c = 2, ...d] = []; [a, b, c, d]", "" },
	{ "pattern parameters", "function f({ a, b: [c] }, [d] = []) { return [a, c, d]; }", "" },
	{ "arrow", "const f = (a, { b }) => a + b + c; f", "c" },
	{ "arrow without parentheses", "[1].map(x => x + 1); x", "x" },
	{ "async arrow", "const f = async x => { await x; }; f", "" },
	{ "closure", "function f() { let n = 0; return () => n++; }", "" },
	{ "local is not seen outside", "function f() { const x = 1; }\nx", "x" },
	{ "named function expression", "const f = function g() { return g; };\ng", "g" },
	{ "class", "class A extends B { m(p) { return [p, this.q, A, r]; } }\nnew A()", "B r" },
	{ "class expression", "const A = class Inner { m() { return Inner; } };\nInner", "Inner" },
	{ "class fields and statics",
	  "class A { x = 1; static y = z; #p = 2; get g() { return this.#p; } static { w; } }",
	  "z w" },
	{ "methods are no variables", "const o = { m() { return m; } }; o", "m" },
	{ "shorthand is a use", "({ a, b: c })", "a c" },
	{ "key is none", "({ a: 1, 'b': 2, [c]: 3 })", "c" },
	{ "attribute is none", "a.b.c", "a" },
	{ "optional chain", "a?.b?.[c]", "a c" },
	{ "label", "outer: for (;;) { break outer; }", "" },
	{ "for", "for (let i = 0; i < n; i++) { i; }\ni", "n i" },
	{ "for of", "for (const x of xs) { x; }\nx", "xs x" },
	{ "for in with var", "for (var k in o) {}\nk", "o" },
	{ "for with pattern", "for (const [k, { v }] of es) { k; v; }", "es" },
	{ "catch", "try {} catch (e) { e; }\ne", "e" },
	{ "catch pattern and none", "try {} catch ({ message }) { message; }\ntry {} catch {}",
	  "" },
	{ "switch", "switch (x) { case y: let z = 1; z; default: z; }", "x y" },
	{ "template", "`a ${b} c ${`${d}`}`", "b d" },
	{ "tagged template", "tag`x`", "tag" },
	{ "assigned without a declaration", "x = 1; x", "" },
	{ "typeof", "typeof x", "x" },
	{ "this and super", "class A extends Object { m() { return super.m(this); } }", "" },
	{ "generator", "function* g() { yield* h(); }\ng()", "h" },
	{ "regex is none", "/ab/.test('')", "" },
	{ "require", "const a = require('a'); const { b, c: d } = require('b'); a; b; d", "" },
	{ "require of a member", "const f = require('a').g; f", "" },
	{ "import", "import d, { a, b as c } from 'm';\nimport * as n from 'n';\n[d, a, c, n, b]",
	  "b" },
	{ "import for its effect", "import 'm';", "" },
	{ "dynamic import", "import('m').then((m) => m.a)", "" },
	{ "export",
	  "export const a = b;\nexport default function () { return c; }\nexport { a as z };",
	  "b c" },
	{ "export of the unknown", "export { q };", "q" },
	{ "export from", "export { q as r } from 'm';\nexport * from 'n';", "" },
	{ "new.target, import.meta", "function F() { new.target; }\nimport.meta.url", "" },
	{ "arguments", "function f() { return arguments.length; }", "" },
	{ "Node's globals",
	  "Buffer; URL; setTimeout; structuredClone; __dirname; exports; globalThis", "" },
};

static void test_undefined(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(undefined_rows); i++)
		check_undefined(&tora_lang_javascript, undefined_rows[i].label,
		                undefined_rows[i].text, undefined_rows[i].undefined);
}

static const struct {
	const char *label, *text, *unused, *privates, *unstable;
} name_rows[] = {
	{ "unused import", "const { a, b } = require('m'); b()", "a", "", "" },
	{ "unused ESM import", "import d, { a as b } from 'm';\nd()", "b", "", "" },
	{ "private attribute", "const m = require('m'); m._x(); m.y", "", "_x", "" },
	{ "private import", "const { _x } = require('m'); _x()", "", "_x", "" },
	{ "its own underscore", "const o = { _x: 1 }; o._x; class A { _y() { this._z = 1; } }", "",
	  "", "" },
	{ "lodash", "const _ = require('lodash'); _.map([])", "", "", "" },
	{ "public by custom", "const m = require('m'); m.__esModule; ({}).__proto__", "", "", "" },
	{ "random", "Math.random()", "", "", "Math.random" },
	{ "clock", "Date.now(); new Date(); new Date(5); Date.UTC(1)", "", "", "Date.now Date" },
	{ "alias", "const { randomUUID: id } = require('crypto'); id()", "", "",
	  "crypto.randomUUID" },
	{ "ESM alias", "import { randomBytes as r } from 'node:crypto';\nr(1)", "", "",
	  "node:crypto.randomBytes" },
	{ "whole module", "const cp = require('child_process'); cp.execSync('x')", "", "",
	  "child_process.execSync" },
	{ "member of a require", "const now = require('perf_hooks').performance; now.now()", "", "",
	  "perf_hooks.performance.now" },
	{ "its own Math", "const Math = { random() { return 1; } }; Math.random()", "", "", "" },
};

static void test_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(name_rows); i++)
		check_names(&tora_lang_javascript, name_rows[i].label, name_rows[i].text,
		            name_rows[i].privates, name_rows[i].unused, name_rows[i].unstable);
}

/* ---- hashes --------------------------------------------------------------------------------- */

static const struct {
	const char *label, *a, *b;
	bool same;
} hash_rows[] = {
	{ "comments", "f(1); // one", "/* two */ f(1);", true },
	{ "documentation", "/** a */ function f() {}", "/** b */\nfunction f() {}", true },
	{ "layout", "if(a){b()}", "if (a) {\n\tb()\n}", true },
	{ "semicolons", "a()\nb()", "a(); b();;", true },
	{ "quotes", "f('a')", "f(\"a\")", true },
	{ "trailing comma of a call", "f(a, b)", "f(\n a,\n b,\n)", true },
	{ "trailing comma of an object", "f({ a: 1 })", "f({ a: 1, })", true },
	{ "redundant parentheses", "return_((a + b))", "return_(a + b)", true },
	{ "hashbang", "#!/usr/bin/env node\nf()", "f()", true },
	{ "operator", "a + b", "a - b", false },
	{ "white space in a string", "f('a b')", "f('a  b')", false },
	{ "white space in a template", "f(`a b`)", "f(`a  b`)", false },
	{ "holes", "[1,,2]", "[1,2]", false },
	{ "parentheses that matter", "(a + b) * c", "a + b * c", false },
	{ "regex flags", "/a/g", "/a/", false },
	{ "regex text", "/a b/", "/a  b/", false },
	{ "order", "a(); b()", "b(); a()", false },
	{ "optional chain", "a.b", "a?.b", false },
	{ "let and const", "let a = 1", "const a = 1", false },
	{ "name", "function f() {}", "function g() {}", false },
	{ "async", "async function f() {}", "function f() {}", false },
	{ "block", "{ a() }", "a()", false },
};

static void test_hash(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(hash_rows); i++)
		check_hashes(&tora_lang_javascript, hash_rows[i].label, hash_rows[i].a,
		             hash_rows[i].b, false, hash_rows[i].same);
}

/* ---- definitions ---------------------------------------------------------------------------- */

static const struct {
	const char *label, *text, *defs;
} def_rows[] = {
	{ "function", "function f(a, b = 1) { }", "f(a, b = 1)" },
	{ "generator, async", "function* g() {}\nasync function h(x) {}", "g() h(x)" },
	{ "nested", "function f() { function g() {} }", "f() f.g()" },
	{ "arrow const", "const f = (a) => a, g = x => x", "f(a) gx" },
	{ "arrow with a block", "export const f = async (a) => { return a; };", "f(a)" },
	{ "function expression", "let f = function inner(a) {}", "f(a)" },
	{ "class",
	  "class A { constructor(x) {} m() {} static s() {} get g() { } #p() {} f = () => 1; }",
	  "A A.constructor(x) A.m() A.s() A.g() A.#p() A.f()" },
	{ "class expression", "const A = class { m() {} }", "A A.m()" },
	{ "object methods",
	  "module.exports = { a(x) {}, b: function (y) {}, c: (z) => z, 'd-e': () => 1 }",
	  "a(x) b(y) c(z) 'd-e'()" },
	{ "exports", "exports.f = function (a) {}; module.exports.g = (b) => {};", "f(a) g(b)" },
	{ "exports the whole", "module.exports = function (a) {}", "module.exports(a)" },
	{ "prototype", "function A() {}\nA.prototype.m = function (x) {};\nA.s = () => 1;",
	  "A() A.prototype.m(x) A.s()" },
	{ "export default", "export default function (a) {}", "default(a)" },
	{ "export default with a name", "export default function f(a) {}", "f(a)" },
	{ "export default arrow", "export default (a) => a", "default(a)" },
	{ "export default class", "export default class { m() {} }", "default default.m()" },
	{ "exported", "export function f() {}\nexport class A {}", "f() A" },
	{ "signature on one line", "function f(a, // one\n  { b,\n    c },\n) {}",
	  "f(a, { b, c })" },
	{ "callbacks have no name", "x.map((a) => a); y(function () {})", "" },
};

static void test_defs(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(def_rows); i++) {
		struct parsed p = parse(def_rows[i].text);
		struct tora_defs d;
		const char *all = "";

		tora_syntax_defs(p.s, p.arena, &d);
		for (size_t k = 0; k < d.defs.n; k++) {
			const struct tora_def *def = &d.defs.at[k];
			const char *open = strchr(def->signature, '(');

			if (!open)
				open = def->signature + def->name_len;
			all = tora_arena_printf(p.arena, "%s%s%s%s", all, k ? " " : "",
			                        def->qualname, open);
		}
		check_text(def_rows[i].label, all, def_rows[i].defs);
		done(&p);
	}
}

static void test_docs(void **state)
{
	static const char *const texts[] = {
		"/** D */\nfunction f() {}",
		"/** D */\nexport function f() {}",
		"/** D */\nconst f = () => 1;",
		"/** D */\nexport const f = () => 1;",
		"/** D */\nexports.f = function () {};",
		"class A {\n  /** D */\n  f() {}\n}",
		"module.exports = {\n  /** D */\n  f() {},\n};",
		"module.exports = {\n  /** D */\n  f: () => 1,\n};",
		"/** D */\nexport default (a) => a;",
		"/** D */\nclass A {}",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct parsed p = parse(texts[i]);
		struct tora_defs d;

		tora_syntax_defs(p.s, p.arena, &d);
		assert_true(d.defs.n > 0);
		check_text(texts[i], d.defs.at[d.defs.n - 1].doc, "/** D */");
		done(&p);
	}
}

/* Top-level code without its functions: what a changed constant is compared by. */
static void test_hash_of_parts(void **state)
{
	static const struct {
		const char *label, *a, *b;
		bool same;
	} rows[] = {
		{ "body of a function", "const K = 1;\nfunction f() { return 1; }",
		  "const K = 1;\nfunction f() { return 2; }", true },
		{ "body of an arrow", "const f = () => 1;", "const f = () => 2;", true },
		{ "body of an exported one", "exports.f = () => 1;", "exports.f = () => 2;", true },
		{ "a constant", "const K = 1;\nfunction f() {}", "const K = 2;\nfunction f() {}",
		  false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		check_hashes(&tora_lang_javascript, rows[i].label, rows[i].a, rows[i].b, true,
		             rows[i].same);
}

/* ---- statements ----------------------------------------------------------------------------- */

static void test_stmts(void **state)
{
	static const struct {
		const char *label, *text, *tree;
	} rows[] = {
		{ "flat", "a();\nb();", "0 0" },
		{ "import",
		  "import a from 'a';\nconst b = require('b');\nconst { c } = require('c');\n"
		  "var d = require('d').e;\nconst f = g('h');",
		  "0i 0i 0i 0i 0" },
		{ "blocks", "if (a) { b(); c(); } else { d(); }", "0 1 1 1" },
		{ "function", "function f() { a(); return b; }\nf();", "0 1 1 0" },
		{ "callback", "it('x', () => { a(); });", "0 1" },
		{ "class", "class A { m() { a(); } x = 1; }", "0 1 2 1" },
		{ "switch", "switch (a) { case 1: b(); break; default: c(); }", "0 1 1 1" },
		{ "comments", "// a\na(); /* b */\n", "0" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct parsed p = parse(rows[i].text);
		struct tora_stmts stmts;
		const char *all = "";

		tora_syntax_stmts(p.s, p.arena, &stmts);
		for (size_t k = 0; k < stmts.stmts.n; k++)
			all = tora_arena_printf(p.arena, "%s%s%u%s", all, k ? " " : "",
			                        stmts.stmts.at[k].depth,
			                        stmts.stmts.at[k].is_import ? "i" : "");
		check_text(rows[i].label, all, rows[i].tree);
		done(&p);
	}
}

static void test_errors(void **state)
{
	static const char *const bad[] = { "function (", "const = 1", "f(", "let x = ;", "}" };

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct parsed p = parse(bad[i]);

		if (!tora_syntax_has_error(p.s, NULL))
			fail_msg("row '%s'", bad[i]);
		done(&p);
	}
}

/* ---- the project ---------------------------------------------------------------------------- */

static void test_roles(void **state)
{
	char minified[6001];
	static const struct {
		const char *path, *text;
		enum tora_file_role role;
	} rows[] = {
		{ "lib/slug.js", "", TORA_FILE_SOURCE },
		{ "index.mjs", "", TORA_FILE_SOURCE },
		{ "lib/latest.js", "", TORA_FILE_SOURCE },
		{ "lib/contest/a.js", "", TORA_FILE_SOURCE },
		{ "test/slug.js", "", TORA_FILE_TEST },
		{ "lib/__tests__/slug.js", "", TORA_FILE_TEST },
		{ "lib/slug.test.js", "", TORA_FILE_TEST },
		{ "lib/slug.spec.mjs", "", TORA_FILE_TEST },
		{ "test.js", "", TORA_FILE_TEST },
		{ "dist/slug.js", "", TORA_FILE_GENERATED },
		{ "lib/slug.min.js", "", TORA_FILE_GENERATED },
		{ "node_modules/a/index.js", "", TORA_FILE_GENERATED },
		{ "vendor/a.js", "", TORA_FILE_GENERATED },
		{ "lib/a.js", "// Generated by PEG.js 0.10\n", TORA_FILE_GENERATED },
		{ "lib/a.js", "/*\n * @generated\n */\n", TORA_FILE_GENERATED },
		{ "lib/a.js", "const s = '@generated';\n", TORA_FILE_SOURCE },
		{ "docs/site.js", "", TORA_FILE_DOC },
		{ "examples/a.js", "", TORA_FILE_DOC },
		{ "example.js", "", TORA_FILE_DOC },
		{ "src/example.js", "", TORA_FILE_SOURCE },
		{ "webpack.config.js", "", TORA_FILE_CONFIG },
		{ ".eslintrc.js", "", TORA_FILE_CONFIG },
		{ "gulpfile.js", "", TORA_FILE_CONFIG },
		{ "babelrc.js", "", TORA_FILE_CONFIG },
		{ "lib/crc.js", "", TORA_FILE_SOURCE },
		{ "lib/src.js", "", TORA_FILE_SOURCE },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		if (tora_lang_javascript.role(rows[i].path, tora_sv(rows[i].text)) != rows[i].role)
			fail_msg("row '%s' (%zu)", rows[i].path, i);
	memset(minified, 'a', sizeof minified - 1);
	minified[sizeof minified - 1] = '\0';
	assert_int_equal(tora_lang_javascript.role("lib/a.js", tora_sv(minified)),
	                 TORA_FILE_GENERATED);
}

static void test_private(void **state)
{
	static const struct {
		const char *name;
		bool want;
	} rows[] = { { "x", false },  { "_x", true },         { "#x", true },  { "_", false },
		     { "__", false }, { "__proto__", false }, { "$x", false }, { "__x", true } };

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		if (tora_lang_javascript.is_private(rows[i].name) != rows[i].want)
			fail_msg("row '%s'", rows[i].name);
}

static void test_modules(void **state)
{
	static const struct {
		const char *path, *want;
	} rows[] = {
		{ "lib/slug.js", "lib/slug" },
		{ "index.js", "index" },
		{ "lib/a.b.js", "lib/a.b" },
		{ "src/a.mjs", "src/a.mjs" },
		{ "src/a.cjs", "src/a.cjs" },
		{ "src/a.jsx", "src/a.jsx" },
		{ "packages/a/index.js", "packages/a/index" },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		check_text(rows[i].path,
		           tora_lang_javascript.module_name(rows[i].path, NULL, 0, arena),
		           rows[i].want);
	tora_arena_free(arena);
}

static void test_roots(void **state)
{
	static const struct {
		const char *label, *paths[4], *want;
	} rows[] = {
		{ "package", { "package.json", "lib/a.js" }, "." },
		{ "no package", { "lib/a.js" }, "" },
		{ "package of a folder", { "web/package.json", "web/a.js" }, "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_change c = { 0 };
		size_t n = 0;

		while (n < 4 && rows[i].paths[n])
			n++;
		tora_lang_javascript.roots(rows[i].paths, n, arena, &c);
		tora_lang_javascript.roots(rows[i].paths, n, arena, &c);
		check_text(rows[i].label,
		           c.roots.n == 0   ? ""
		           : c.roots.n == 1 ? "."
		                            : "twice",
		           rows[i].want);
		tora_arena_free(arena);
	}
}

static void test_lookup(void **state)
{
	(void)state;
	assert_ptr_equal(tora_lang_for_path("a/b.js"), &tora_lang_javascript);
	assert_ptr_equal(tora_lang_for_path("a/b.mjs"), &tora_lang_javascript);
	assert_null(tora_lang_for_path("a/b.json"));
	assert_null(tora_lang_for_path(".js"));
	assert_ptr_equal(tora_lang_named("javascript"), &tora_lang_javascript);
}

/* The list of linked files is kept by hand: it must be the folder, and the one that is built. */
static void test_runner_files(void **state)
{
	const struct tora_linked *files = tora_lang_javascript.runner;
	size_t n, on_disk = 0;
	DIR *d = opendir("daemon/lang/javascript/runner");
	struct dirent *e;
	bool main_found = false;

	(void)state;
	assert_non_null(d);
	while ((e = readdir(d)))
		on_disk += tora_sv_ends(tora_sv(e->d_name), "js");
	(void)closedir(d);
	for (n = 0; files[n].name; n++) {
		assert_true(files[n].end > files[n].at);
		main_found =
			main_found || strcmp(files[n].name, tora_lang_javascript.runner_main) == 0;
	}
	assert_int_equal(n, on_disk + 1);
	assert_true(main_found);
}

static bool has_everything(void *ctx, const char *path)
{
	(void)ctx;
	(void)path;
	return true;
}

/* A committed node_modules is shown, a committed link of that name leads nowhere. */
static void test_committed_packages(void **state)
{
	char repo[] = "/tmp/tora-node-XXXXXX", other[] = "/tmp/tora-node-XXXXXX", path[64], at[64];
	struct tora_arena *arena = tora_arena_new();
	struct tora_config config = { .is_committed = NULL };
	struct tora_toolchain tool = { 0 };
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	assert_non_null(mkdtemp(repo));
	assert_non_null(mkdtemp(other));
	(void)snprintf(path, sizeof path, "%s/node_modules", repo);
	(void)snprintf(at, sizeof at, "%s/node_modules", other);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(symlink(path, at), 0);
	if (tora_lang_javascript.toolchain(other, &config, arena, &tool, &err) == TORA_OK) {
		assert_int_equal(tool.import_path.n, 1);
		config.is_committed = has_everything;
		assert_int_equal(tora_lang_javascript.toolchain(other, &config, arena, &tool, &err),
		                 0);
		assert_int_equal(tool.import_path.n, 0);
		assert_int_equal(tora_lang_javascript.toolchain(repo, &config, arena, &tool, &err),
		                 0);
		assert_int_equal(tool.import_path.n, 1);
	}
	assert_int_equal(unlink(at), 0);
	assert_int_equal(rmdir(path), 0);
	assert_int_equal(rmdir(other), 0);
	assert_int_equal(rmdir(repo), 0);
	tora_arena_free(arena);
}

static void test_toolchain(void **state)
{
	char repo[] = "/tmp/tora-node-XXXXXX";
	struct tora_arena *arena = tora_arena_new();
	struct tora_config config = { 0 };
	struct tora_toolchain tool = { 0 };
	struct tora_err err = TORA_ERR_INIT;
	const char *old = getenv("PATH");
	char *saved = old ? strdup(old) : NULL;

	(void)state;
	assert_non_null(mkdtemp(repo));
	(void)setenv("PATH", repo, 1);
	assert_int_equal(tora_lang_javascript.toolchain(repo, &config, arena, &tool, &err),
	                 TORA_E_NOTFOUND);
	if (saved)
		(void)setenv("PATH", saved, 1);
	free(saved);
	if (tora_lang_javascript.toolchain(repo, &config, arena, &tool, &err) == TORA_OK) {
		assert_int_equal(tool.program[0], '/');
		assert_true(strtol(tool.version, NULL, 10) >= 18);
		assert_string_equal(tool.how, "node in PATH");
		assert_int_equal(tool.import_path.n, 0);
	}
	assert_int_equal(rmdir(repo), 0);
	tora_arena_free(arena);
}

static void test_usual_imports(void **state)
{
	const struct tora_imports *imports = tora_lang_named("javascript")->imports;
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	assert_string_equal(tora_imports_usual(imports, "EventEmitter", arena),
	                    "const { EventEmitter } = require('events');");
	assert_string_equal(tora_imports_usual(imports, "util", arena),
	                    "const util = require('util');");
	assert_null(tora_imports_usual(imports, "slug", arena));
	tora_arena_free(arena);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_undefined),     cmocka_unit_test(test_names),
		cmocka_unit_test(test_hash),          cmocka_unit_test(test_defs),
		cmocka_unit_test(test_docs),          cmocka_unit_test(test_hash_of_parts),
		cmocka_unit_test(test_stmts),         cmocka_unit_test(test_errors),
		cmocka_unit_test(test_roles),         cmocka_unit_test(test_private),
		cmocka_unit_test(test_modules),       cmocka_unit_test(test_roots),
		cmocka_unit_test(test_lookup),        cmocka_unit_test(test_runner_files),
		cmocka_unit_test(test_toolchain),     cmocka_unit_test(test_committed_packages),
		cmocka_unit_test(test_usual_imports),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
