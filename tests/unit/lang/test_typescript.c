/*
 * TypeScript's queries, by both of its grammars: who defines and uses which name, what is a definition, and
 * what a change of types alone is.
 */
#include "tests/unit/lang/rows.h"

#include "lang/javascript/adapter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct tora_lang *const langs[] = { &tora_lang_typescript, &tora_lang_tsx };

static struct parsed parse(const struct tora_lang *lang, const char *label, const char *text)
{
	struct parsed p = parse_as(lang, text);

	check_parses(&p, lang, label);
	return p;
}

static void test_undefined(void **state)
{
	static const struct {
		const char *label, *text, *undefined;
	} rows[] = {
		{ "types are no variables", "let a: Foo<Bar>[] = []; a as Baz;", "" },
		{ "parameters",
		  "function f(a: A, b?: B, c = d, ...e: E[]): R { return [a, b, c, e]; }", "d" },
		{ "patterns", "function f({ a, b: c }: P, [d]: Q) { return [a, c, d]; }", "" },
		{ "arrows", "const f = (a: number): number => a; const g = <T,>(x: T) => x; f; g",
		  "" },
		{ "parameter property",
		  "class A { constructor(private x: number, readonly y = z) {} }", "z" },
		{ "class",
		  "class A<T> extends B implements C { x: T = q; m(p: T): this { return r; } "
		  "}\nnew A()",
		  "B q r" },
		{ "abstract class", "abstract class A { abstract m(): void; }\nA", "" },
		{ "enum", "enum E { A, B = x }\nE.A", "x" },
		{ "interface and alias", "interface I { a(b: C): D }\ntype T = (x: I) => void;",
		  "" },
		{ "namespace", "namespace N { export const a = 1; }\nN.a", "" },
		{ "declared", "declare const g: number;\ng", "" },
		{ "imports",
		  "import type { T } from 'm';\nimport { a, type U } from 'n';\nimport r = "
		  "require('r');\na(r)",
		  "" },
		{ "guards", "function f(x: unknown): x is string { return typeof x === 'string'; }",
		  "" },
		{ "non-null, satisfies", "a!.b; const c = d satisfies E; c", "a d" },
		{ "overloads",
		  "function f(a: string): void;\nfunction f(a: any) { return a; }\nf('')", "" },
	};

	(void)state;
	for (size_t k = 0; k < COUNT(langs); k++)
		for (size_t i = 0; i < COUNT(rows); i++)
			check_undefined(langs[k], rows[i].label, rows[i].text, rows[i].undefined);
}

static void test_defs(void **state)
{
	static const struct {
		const char *label, *text, *defs;
	} rows[] = {
		{ "function", "export function f<T>(a: T, b?: number): T { return a; }", "f" },
		{ "overloads", "function f(a: string): void;\nfunction f(a: any) {}", "f" },
		{ "class",
		  "export class A<T> { x = 1; constructor(private a: T) {} m(): void {} f = () => "
		  "1; }",
		  "A A.constructor A.m A.f" },
		{ "abstract", "export abstract class A { abstract m(): void; n() {} }", "A A.n" },
		{ "arrow", "export const f = (a: number): number => a;", "f" },
		{ "namespace", "export namespace N { export function f() {} }", "N N.f" },
		{ "default", "export default class { m() {} }", "default default.m" },
		{ "types define nothing", "interface I { m(): void }\ntype T = () => void;", "" },
	};

	(void)state;
	for (size_t k = 0; k < COUNT(langs); k++)
		for (size_t i = 0; i < COUNT(rows); i++) {
			struct parsed p = parse(langs[k], rows[i].label, rows[i].text);
			struct tora_defs d;
			const char *all = "";

			tora_syntax_defs(p.s, p.arena, &d);
			for (size_t n = 0; n < d.defs.n; n++)
				all = tora_arena_printf(p.arena, "%s%s%s", all, n ? " " : "",
				                        d.defs.at[n].qualname);
			check_text(rows[i].label, all, rows[i].defs);
			done(&p);
		}
}

static void test_hash(void **state)
{
	static const struct {
		const char *label, *a, *b;
		bool same;
	} rows[] = {
		{ "annotation", "function f(a: number) { return a; }",
		  "function f(a: string): string { return a; }", true },
		{ "an alias more", "f();", "type T = string;\nexport type U = T;\nf();", true },
		{ "an interface more", "f();", "export interface I { a: T }\nf();", true },
		{ "type arguments", "new Map<string, number>()", "new Map()", true },
		{ "overload", "function f(a) {}", "function f(a: string): void;\nfunction f(a) {}",
		  true },
		{ "implements", "class A implements I { m() {} }", "class A { m() {} }", true },
		{ "cast to another type", "g(a as string)", "g(a as number)", true },
		{ "import of a type", "f();", "import type { T } from 't';\nf();", true },
		{ "comments", "f(1); // one", "f(1);", true },
		{ "value", "const a: number = 1", "const a: number = 2", false },
		{ "parameter property", "class A { constructor(private a: T) {} }",
		  "class A { constructor(a: T) {} }", false },
		{ "enum", "enum E { A, B }", "enum E { B, A }", false },
		{ "decorator", "@d class A {}", "class A {}", false },
	};

	(void)state;
	for (size_t k = 0; k < COUNT(langs); k++)
		for (size_t i = 0; i < COUNT(rows); i++)
			check_hashes(langs[k], rows[i].label, rows[i].a, rows[i].b, false,
			             rows[i].same);
}

static void test_jsx(void **state)
{
	struct parsed p =
		parse(&tora_lang_tsx, "jsx", "const C = ({ a }: P) => <B x={a}>{c}</B>; C");
	struct tora_names names;

	(void)state;
	tora_syntax_names(p.s, p.arena, &names);
	assert_int_equal(names.undefined.n, 2);
	assert_string_equal(names.undefined.at[0], "B");
	assert_string_equal(names.undefined.at[1], "c");
	done(&p);
}

/* White space in the text of an element is seen by whoever looks at the page. */
static void test_jsx_text(void **state)
{
	struct parsed a = parse(&tora_lang_tsx, "one", "const c = <B>a b</B>;"),
		      b = parse(&tora_lang_tsx, "two", "const c = <B>a  b</B>;");

	(void)state;
	assert_true(tora_syntax_hash(a.s, 0, SIZE_MAX, false) !=
	            tora_syntax_hash(b.s, 0, SIZE_MAX, false));
	done(&a);
	done(&b);
}

static void test_project(void **state)
{
	static const struct {
		const char *path, *module;
		enum tora_file_role role;
	} rows[] = {
		{ "src/slug.ts", "src/slug.ts", TORA_FILE_SOURCE },
		{ "src/view.tsx", "src/view.tsx", TORA_FILE_SOURCE },
		{ "src/a.mts", "src/a.mts", TORA_FILE_SOURCE },
		{ "src/slug.d.ts", NULL, TORA_FILE_GENERATED },
		{ "src/slug.test.ts", "src/slug.test.ts", TORA_FILE_TEST },
		{ "src/slug.spec.tsx", "src/slug.spec.tsx", TORA_FILE_TEST },
		{ "vite.config.ts", "vite.config.ts", TORA_FILE_CONFIG },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct tora_lang *lang = tora_lang_for_path(rows[i].path);
		const char *module;

		assert_non_null(lang);
		module = lang->module_name(rows[i].path, NULL, 0, arena);
		check_text(rows[i].path, module ? module : "(none)",
		           rows[i].module ? rows[i].module : "(none)");
		assert_int_equal(lang->role(rows[i].path, tora_sv("")), rows[i].role);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_undefined), cmocka_unit_test(test_defs),
		cmocka_unit_test(test_hash),      cmocka_unit_test(test_jsx),
		cmocka_unit_test(test_jsx_text),  cmocka_unit_test(test_project),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
