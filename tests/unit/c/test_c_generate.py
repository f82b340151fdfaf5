"""The runner of C: the tests that it writes for libraries of all kinds, and what they say."""
import os
import shutil
import tempfile
import unittest

import c_support


@unittest.skipIf(c_support.why_none(), c_support.why_none())
class Generate(unittest.TestCase):

    def library(self, header, source, **files):
        """A runner on it; files: others, by name without the suffix."""
        folder = tempfile.mkdtemp(prefix="tora-c-")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        os.chmod(folder, 0o755)
        texts = {"l.h": header, "l.c": '#include "l.h"\n' + source}
        texts.update({name + ".c": text for name, text in files.items()})
        for path, text in texts.items():
            with open(os.path.join(folder, path), "w", encoding="utf-8") as f:
                f.write(text)
        c_support.build(folder)
        runner = c_support.Runner(folder, modules=("l",))
        self.addCleanup(runner.close)
        return runner

    def made(self, runner, name, most=60, seed=1, budget_ms=5000, **target):
        """The answer for one function, or for the code outside of functions: name is ""."""
        target = dict({"name": "l." + name if name else "l", "qualname": name, "file": "l.c", "literals": []}, **target)
        got = runner.ask("generate", targets=[target], max=most, seed=seed, budget_ms=budget_ms)
        self.assertTrue(got["ok"], got)
        return got

    def sources(self, runner, name, **fields):
        found = [c["source"] for c in self.made(runner, name, **fields)["candidates"]]
        self.assertTrue(found)
        return found

    def test_types_that_are_made_from_each_other(self):
        runner = self.library(
            "struct expr; struct stmt;\nstruct expr *expr_new(int v);\n"
            "struct expr *expr_new_block(struct stmt *a, struct stmt *b);\nstruct stmt *stmt_new(void);\n"
            "struct stmt *stmt_new_if(struct expr *c, struct expr *d, struct expr *e);\nint expr_eval(struct expr *e);\n",
            "struct expr { int v; };\nstruct stmt { int v; };\nstatic struct expr e;\nstatic struct stmt s;\n"
            "struct expr *expr_new(int v) { e.v = v; return &e; }\n"
            "struct expr *expr_new_block(struct stmt *a, struct stmt *b) { e.v = a->v + b->v; return &e; }\n"
            "struct stmt *stmt_new(void) { s.v = 5; return &s; }\n"
            "struct stmt *stmt_new_if(struct expr *c, struct expr *d, struct expr *f)\n"
            "{ s.v = c->v + d->v + f->v; return &s; }\n"
            "int expr_eval(struct expr *x) { return x->v; }\n")
        for seed in range(1, 5):
            found = self.sources(runner, "expr_eval", seed=seed)
            self.assertTrue(any("expr_new_block(" in source for source in found))
            self.assertTrue(any("expr_new(" in source for source in found))
            for got in runner.run_all(found[:8]):
                self.assertEqual(got["status"], "ok", got)

    def test_a_maker_with_more_parameters_than_are_filled(self):
        params = ", ".join("int a%d" % i for i in range(20))
        runner = self.library(
            "struct t;\nstruct t *t_new(%s);\nstruct t *t_make(int a);\nint t_get(struct t *t);\nstruct u;\n"
            "struct u *u_new(%s);\nint u_get(struct u *u);\n" % (params, params),
            "struct t { int x; };\nstatic struct t it;\nstruct t *t_new(%s) { it.x = a0; return &it; }\n"
            "struct t *t_make(int a) { it.x = a; return &it; }\nint t_get(struct t *t) { return t->x + 1; }\n" % params)
        self.assertFalse([source for source in self.sources(runner, "t_get") if "t_new(" in source])
        self.assertEqual(self.made(runner, "u_get")["candidates"], [])

    def test_what_is_done_to_an_array_is_shown(self):
        runner = self.library(
            "#include <stddef.h>\nvoid turn(int *a, size_t n);\nint sum(const int *a, size_t n);\n",
            "void turn(int *a, size_t n) { for (size_t i = 0; i < n; i++) a[i] = -a[i]; }\n"
            "int sum(const int *a, size_t n) { int s = 0; while (n) s += a[--n]; return s; }\n")
        said = {got["stdout"] for got in runner.run_all(self.sources(runner, "turn"))}
        self.assertTrue(said & {"-3, -1, -2, -5, -4, -1\n", "0, -7, -10, -2, -100, -4\n"}, said)
        self.assertFalse([source for source in self.sources(runner, "sum") if "for (" in source])

    def test_arrays_whose_length_is_said(self):
        runner = self.library(
            "#define MANY 9\nvoid rgb(int out[3]);\nvoid set(float m[16]);\nvoid nine(int nine[MANY]);\n"
            "int two(int a[static 2]);\nvoid add(int [3], int [3]);\nvoid huge(int a[4096]);\n",
            "void rgb(int out[3]) { out[0] = 1; out[1] = 2; out[2] = 3; }\n"
            "void set(float m[16]) { for (int i = 0; i < 16; i++) m[i] = 2; }\n"
            "void nine(int nine[MANY]) { nine[8] = 11; }\nint two(int a[static 2]) { return a[1]; }\n"
            "void add(int a[3], int b[3]) { a[2] += b[2] + 500; }\nvoid huge(int a[4096]) { a[4095] = 1; }\n")
        for name, said in (("rgb", "1, 2, 3,"), ("set", ", ".join(["2"] * 16) + "\n"), ("nine", ", 0, 11, 0"),
                           ("two", "7\n"), ("add", ", 5")):
            found = self.sources(runner, name)
            all_said = ""
            for source, got in zip(found, runner.run_all(found)):
                self.assertEqual(got["status"], "ok", source)
                all_said += got["stdout"]
            self.assertIn(said, all_said, name)
        self.assertEqual(self.made(runner, "huge")["candidates"], [])

    def test_a_buffer_that_is_filled_to_its_end(self):
        runner = self.library(
            "#include <stddef.h>\nvoid fill(char *buf, size_t n);\n",
            "#include <string.h>\nvoid fill(char *buf, size_t n) { memset(buf, 'x', n); }\n",
            test_l='#include "l.h"\nvoid t(char *b);\nvoid t(char *b)\n{\n    fill(b, 0x100);\n    fill(b, 0x10);\n}\n')
        found = self.sources(runner, "fill")
        self.assertTrue(any("fill(buf, 0x10)" in source for source in found))
        for source, got in zip(found, runner.run_all(found)):
            self.assertEqual(got["status"], "ok", source)
            self.assertRegex(got["stdout"], r'\A"x{0,63}"\n\Z', source)

    def test_fields_that_nobody_set(self):
        runner = self.library(
            "struct p { int a; int b; char *s; };\nvoid p_init(struct p *p);\nint p_go(struct p *p, int x);\n",
            "void p_init(struct p *p) { p->a = 1; }\nint p_go(struct p *p, int x) { return p->a += x; }\n")
        found = self.sources(runner, "p_go")
        self.assertIn("p_init(&", found[0])
        for source, got in zip(found, runner.run_all(found)):
            self.assertIn('b 0, s "(null)"', got["stdout"], source)

    def test_code_outside_of_functions_is_reached_through_who_uses_it(self):
        others = range(12)
        runner = self.library(
            "".join("int a%d(int x);\n" % i for i in others) + "int look(int i);\nint name_of(int i);\nint rise(int i);\n"
            "int turn(int i);\n",
            "".join("int a%d(int x) { int k = x + %d; const int z = 2; return k * z; }\n" % (i, i) for i in others) +
            "const int primes[] = { 2, 3, 5, 7 };\n"                            # 14
            "int look(int i) { return primes[i & 3]; }\n"
            "struct row { const char *name; int x; };\n"
            "static const struct row rows[] = {\n"
            "    { \"first\", 1 },\n    { \"int\", 2 },\n"                  # 19
            "};\nint name_of(int i) { return rows[i & 1].name[0]; }\n"          # 21
            "#define STEP \\\n    (2 + 1)\n"                                  # 23
            "static int hidden(int i) { return i + STEP; }\nint rise(int i) { return hidden(i); }\n"
            "enum way {\n    LEFT,\n    RIGHT,\n};\n"                         # 28
            "int turn(int i) { return i == RIGHT; }\nenum way a_way(void) { return LEFT; }\n")
        for line, name in ((14, "look"), (19, "name_of"), (23, "rise"), (28, "turn"), (15, "")):
            with self.subTest(line=line):
                found = self.made(runner, "", touched=[[line, line]], most=40)["candidates"]
                self.assertEqual(bool(found), bool(name))
                self.assertEqual([c["source"] for c in found if name + "(" not in c["source"]], [])

    def test_a_large_library_and_little_time(self):
        many = range(1500)
        kinds = "".join("typedef int t%d;\n" % i for i in range(750))
        runner = self.library(
            "struct obj;\ntypedef struct obj obj_t;\nobj_t *obj_new(int a);\n" + kinds +
            "".join("t%d obj_set%d(obj_t *o, t%d a, const char *s);\n" % (i % 750, i, i % 750) for i in many),
            "struct obj { int x; };\nstatic obj_t it;\nobj_t *obj_new(int a) { it.x = a; return &it; }\n" +
            "".join("t%d obj_set%d(obj_t *o, t%d a, const char *s) { return o->x + a + s[0]; }\n" % (i % 750, i, i % 750)
                    for i in many))
        self.assertGreater(self.made(runner, "obj_set7", budget_ms=500)["stats"]["made"], 50)
        got = self.made(runner, "obj_set7", budget_ms=0)
        self.assertEqual((got["candidates"], got["stats"]["late"]), ([], 1))

    def test_many_headers_leave_room_for_sources(self):
        runner = self.library("int f(int i);\n", "int f(int i) { return i; }\n")
        os.mkdir(os.path.join(runner.folder, "more"))
        for i in range(605):
            with open(os.path.join(runner.folder, "more", "h%d.h" % i), "w", encoding="utf-8") as f:
                f.write("int q%d(int);\n" % i)
        got = self.made(runner, "f")
        self.assertTrue(got["candidates"])
        self.assertEqual((got["stats"]["files"], got["stats"]["cut"]), (601, 1))

    def test_literals(self):
        runner = self.library(
            "int f(const char *s);\nunsigned long long h(unsigned long long x);\nint over(long long x);\n",
            "int f(const char *s)\n{\n    /* don't say \"x\" if it isn't; that's \"bad\" isn't it */\n"
            "    // it's \"worse\" so don't\n    return s[0] == '\\'' ? 1 : s[1] == '%' ? 2 : 3;\n}\n"
            "unsigned long long h(unsigned long long x) { return x ^ 0xcbf29ce484222325ULL; }\n"
            "int over(long long x) { return x < 9223372036854775807; }\n")
        found = self.sources(runner, "f")
        for source, got in zip(found, runner.run_all(found)):
            self.assertEqual(got["status"], "ok", source)
        text = "".join(found)
        self.assertIn('f("%")', text)
        self.assertIn("f(\"\\'\")", text)
        self.assertNotIn("isn't", text)
        self.assertTrue(any("h(0xcbf29ce484222325ULL)" in source for source in self.sources(runner, "h")))
        text = "".join(self.sources(runner, "over"))
        self.assertIn("over(9223372036854775806)", text)
        self.assertNotIn("over(-9223372036854775808)", text)

    def test_names_that_json_would_misread(self):
        runner = self.library("int a\\u00e4b(int x);\n", "int a\\u00e4b(int x) { return x; }\n")
        got = runner.ask("explore", modules=["l"])
        self.assertIn("a\\u00e4b", [f["qualname"] for f in got["functions"]])


if __name__ == "__main__":
    unittest.main()
