"""The runner of C: outcomes of tests, batches, lines that ran, what is left behind."""
import json
import os
import shutil
import tempfile
import time
import unittest
from unittest import mock

import c_support
from c_support import calls


@unittest.skipIf(c_support.why_none(), c_support.why_none())
class Trials(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.folder = c_support.project()
        c_support.build(cls.folder)
        cls.runner = c_support.Runner(cls.folder, output_kib=16)

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def outcome(self, source, **fields):
        got = self.runner.run(source, **fields)
        self.assertTrue(got["ok"], got)
        return got["status"], got["code"], got["stdout"]

    def test_ways_to_end(self):
        rows = [
            (calls("tk_grade(80)"), ("ok", 0, "2\n")),
            ("int main(void)\n{\n}\n", ("ok", 0, "")),
            ("int main(void)\n{\n    return 3;\n}\n", ("exit", 3, "")),
            ("#include <stdlib.h>\nint main(void)\n{\n    exit(0);\n}\n", ("exit", 0, "")),
            ("#include <stdlib.h>\nint main(void)\n{\n    abort();\n}\n", ("signal", 6, "")),
            ("#include <stdio.h>\nint main(void)\n{\n    puts(\"said\");\n    *(volatile int *)8 = 1;\n}\n",
             ("signal", 11, "said\n")),
            ("int main(void)\n{\n    for (;;)\n        ;\n}\n", ("timeout", 0, "")),
        ]
        for source, expected in rows:
            for fresh in (False, True):
                with self.subTest(source=source, fresh=fresh):
                    self.assertEqual(self.outcome(source, fresh=fresh, timeout_ms=800), expected)

    def test_output_is_limited(self):
        got = self.runner.run('#include <stdio.h>\nint main(void)\n{\n    for (;;)\n        puts("x");\n}\n')
        self.assertEqual(got["status"], "limit")
        self.assertIn("output limit of 16 KiB", got["stderr"])
        self.assertLessEqual(len(got["stdout"]), 16 << 10)

    def test_what_does_not_compile_says_where(self):
        got = self.runner.run(calls("tk_nothing(1)"))
        self.assertEqual(got["status"], "exception")
        self.assertEqual(got["exception"]["type"], "CompileError")
        self.assertIn("tk_nothing", got["exception"]["message"])
        self.assertEqual(got["exception"]["frames"], [{"file": "<test>", "line": 6, "function": "main"}])
        got = self.runner.run("int tk_gone(int);\nint main(void)\n{\n    return tk_gone(1);\n}\n")
        self.assertEqual((got["exception"]["type"], got["exception"]["message"]),
                         ("LinkError", "undefined symbol: tk_gone"))

    def test_a_batch_is_as_if_each_were_alone(self):
        sources = [calls("tk_grade(%d)" % points) for points in (0, 95, 50)]
        sources.insert(1, calls("tk_nothing(1)"))
        sources.insert(2, "int main(void)\n{\n    printf(\"%d\\n\", tk_grade(1));\n}\n")    # nothing is included
        sources.insert(3, "static int n = 4;\n" + calls("n"))
        sources.insert(4, "static int n = 5;\n" + calls("n"))
        got = self.runner.run_all(sources)
        self.assertEqual([g["stdout"] for g in got], ["5\n", "", "", "4\n", "5\n", "1\n", "4\n"])
        self.assertEqual([g["status"] for g in got], ["ok", "exception", "exception"] + ["ok"] * 4)
        self.assertEqual(got[2]["exception"]["type"], "CompileError")

    def test_no_text_is_seen_by_another_one(self):
        begin = '#include <stdio.h>\n#include "textkit.h"\n\nint main(void)\n{\n'
        odd = [begin + '    #define tk_grade(x) 99\n    printf("%d\\n", tk_grade(80));\n    return 0;\n}\n',
               begin + "    }\n    int helper(int x) { return x + 1;\n}\n",
               begin + '    puts("one");\n    /* open\n}\n']
        plain = [calls("tk_grade(80)"), calls("helper(1)"), begin + '    puts("two"); /* */\n}\n']
        for tcc in (True, False):
            runner = c_support.Runner(self.folder, tcc=tcc)
            got = runner.run_all([text for pair in zip(odd, plain) for text in pair])
            runner.close()
            with self.subTest(tcc=tcc):
                self.assertEqual([(g["status"], g["stdout"]) for g in got],
                                 [("ok", "99\n"), ("ok", "2\n"), ("ok", ""), ("exception", ""),
                                  ("exception", ""), ("ok", "two\n")])

    def test_what_shows_its_place_is_the_same_in_any_company(self):
        header = os.path.join(self.folder, "src", "place.h")
        with open(header, "w", encoding="utf-8") as f:
            f.write('#include <stdio.h>\n#define PLACE() printf("%s %s", __FILE__, __func__)\n')
        begin = '#include <assert.h>\n#include "place.h"\n#include "textkit.h"\n\nint main(void)\n{\n'
        shown = [begin + "    PLACE();\n    return 0 * %d;\n}\n" % i for i in range(3)]
        fails = [begin + "    assert(tk_grade(%d) == 77);\n    return 0;\n}\n" % i for i in range(3)]
        plain = [begin + "    return tk_grade(%d) < 0;\n}\n" % i for i in range(3)]
        said = "test: <test>:7: main: Assertion `tk_grade(1) == 77' failed.\n"
        for tcc in (True, False):
            runner = c_support.Runner(self.folder, tcc=tcc)
            got = runner.run_all(plain[:1] + shown + fails + plain[1:])
            runner.close()
            with self.subTest(tcc=tcc):
                self.assertEqual([g["stdout"] for g in got], [""] + ["<test> main"] * 3 + [""] * 5)
                self.assertEqual(got[5]["stderr"], said)

    def test_what_cannot_be_compiled_now_is_not_run(self):
        for tcc in (True, False):
            runner = c_support.Runner(self.folder, tcc=tcc)
            os.rename(runner.tmp, runner.tmp + "-away")
            got = runner.run(calls("tk_grade(80)"))
            os.rename(runner.tmp + "-away", runner.tmp)
            self.assertEqual((got["ok"], got["status"], got["stdout"], got["stderr"]), (True, "limit", "", ""))
            self.assertEqual(runner.run(calls("tk_grade(80)"))["stdout"], "2\n")
            runner.close()

    def test_slow_to_compile(self):
        begin = '#define A0 1+1\n' + "".join("#define A%d A%d+A%d\n" % (i, i - 1, i - 1) for i in range(1, 24))
        with open(os.path.join(self.folder, "src", "slow.h"), "w", encoding="utf-8") as f:
            f.write(begin + "static int bomb = A23;\n")
        slow = ['#include "slow.h"\n\nint main(void)\n{\n    return bomb - %d;\n}\n' % i for i in range(8)]
        runner = c_support.Runner(self.folder, tcc=False)
        for source in slow:
            runner.send("run", source=source, timeout_ms=1000)
        began = time.monotonic()
        self.assertEqual(runner.answer()["status"], "limit")
        self.assertLess(time.monotonic() - began, 4)
        runner.process.kill()
        runner.close()

    def test_code_that_blocks_signals(self):
        folder = c_support.project({"src/text.c": ("int tk_grade(int points)\n{", "#include <signal.h>\nint tk_grade(int points)\n{\n"
                                                   "\tsigset_t all;\n\tsigfillset(&all);\n\tsigprocmask(SIG_BLOCK, &all, 0);")})
        c_support.build(folder)
        runner = c_support.Runner(folder)
        path = os.path.join(folder, "src/text.c")
        with open(path, encoding="utf-8") as f:
            lines = [i + 1 for i, line in enumerate(f) if "sigfillset" in line or "points >= 90" in line]
        runner.ask("cover", lines={path: lines})
        for fresh in (False, True):
            got = runner.run(calls("tk_grade(80)"), cover=True, fresh=fresh)
            self.assertEqual((got["status"], got["stdout"], got["covered"]), ("ok", "2\n", {path: lines[:1]}))
        runner.close()
        shutil.rmtree(folder)

    def test_options(self):
        for flags in ("-I deps", "-isystem deps", "-idirafter deps", "-Ideps " + "-Iinclude " * 300):
            folder = c_support.project({"include/textkit.h": ("int tk_grade", "#include <dep.h>\nint tk_grade")})
            os.mkdir(os.path.join(folder, "deps"))
            with open(os.path.join(folder, "deps/dep.h"), "w", encoding="utf-8") as f:
                f.write("#define DEP NAME\n")
            for odd in ("a\\nb.c", "-o.c", "x%src.c", "x%25src.c", "b b.c"):
                with open(os.path.join(folder, odd), "w", encoding="utf-8") as f:
                    f.write("static int n;\n")
            c_support.build(folder, flags + " -DNAME='\"a  b\"' -DX=*")
            for tcc in (True, False):
                runner = c_support.Runner(folder, tcc=tcc)
                with self.subTest(flags=flags[:20], tcc=tcc):
                    self.assertEqual(runner.run(calls("DEP", "%s"))["stdout"], "a  b\n")
                runner.close()
            with self.assertRaisesRegex(RuntimeError, "tora.c.flags: .*nterminated"):
                c_support.build(folder, "-DNAME='a")
            shutil.rmtree(folder)

    def test_an_answer_is_one_line_of_the_protocol(self):
        source = ('#include <stdio.h>\n#include <string.h>\nint main(void)\n{\n    char text[1000];\n    memset(text, 1, sizeof(text));\n'
                  '    for (int i = 0; i < 1500; i++) {\n        fwrite(text, sizeof(text), 1, stdout);\n'
                  '        fwrite(text, sizeof(text), 1, stderr);\n    }\n    return 0;\n}\n')
        runner = c_support.Runner(self.folder, output_kib=4096)
        runner.send("run", source=source)
        runner.process.stdin.flush()
        line = runner.process.stdout.readline()
        runner.close()
        self.assertLess(len(line), 8 << 20)
        got = json.loads(line)
        self.assertEqual((got["status"], got["cut"]), ("ok", True))
        self.assertGreater(len(got["stdout"]), 500000)
        self.assertEqual(set(got["stdout"] + got["stderr"]), {"\x01"})

    @unittest.skipIf(c_support.why_no_box(), c_support.why_no_box())
    def test_what_a_test_leaves_in_the_box(self):
        nest = ('#include <sys/stat.h>\n#include <unistd.h>\nint main(void)\n{\n    for (int i = 0; i < %d; i++)\n'
                '        if (mkdir("a", 0700) || chdir("a"))\n            return 1;\n    return 0;\n}\n')
        shared = ('#include <stdio.h>\n#include <sys/msg.h>\n#include <sys/sem.h>\n#include <sys/shm.h>\nint main(void)\n{\n'
                  '    int how = IPC_CREAT | IPC_EXCL | 0600;\n    printf("%d", (shmget(77, 4096, how) >= 0)'
                  ' + (semget(77, 1, how) >= 0) + (msgget(77, how) >= 0));\n}\n')
        runner = c_support.Runner(self.folder, boxed=True)
        self.assertEqual([runner.run(shared)["stdout"] for _ in range(3)], ["3"] * 3)
        got = runner.run(nest % 300)
        self.assertEqual((got["status"], "spoiled" in got), ("ok", False))
        got = runner.run(nest % 2400)
        self.assertEqual((got["status"], "spoiled" in got), ("ok", True))
        self.assertEqual(runner.run(calls("tk_grade(80)"))["stdout"], "2\n")
        runner.close()

    def test_lines_that_ran(self):
        with open(os.path.join(self.folder, "src/text.c"), encoding="utf-8") as f:
            lines = f.read().split("\n")
        at = {text.strip(): i + 1 for i, text in enumerate(lines)}
        first, best, second = at["if (points >= 90)"], at["return 1;"], at["if (points >= 75)"]
        path = os.path.join(self.folder, "src/text.c")
        self.assertEqual(self.runner.ask("cover", lines={path: [first, best, second]})["points"], 3)
        for fresh in (False, True):
            got = self.runner.run(calls("tk_grade(95)"), cover=True, fresh=fresh)
            self.assertEqual((got["stdout"], got["covered"]), ("1\n", {path: [first, best]}))
            got = self.runner.run(calls("tk_grade(20)"), cover=True, fresh=fresh)
            self.assertEqual((got["stdout"], got["covered"]), ("5\n", {path: [first, second]}))
        self.assertEqual(self.runner.run(calls("tk_words(\"a\")"), cover=True)["covered"], {})

    def test_nothing_of_a_test_is_left(self):
        write = '#include <stdio.h>\nint main(void)\n{\n    FILE *f = fopen("left", "ax");\n    printf("%d\\n", f != 0);\n}\n'
        for _ in range(2):
            self.assertEqual(self.outcome(write), ("ok", 0, "1\n"))
        self.assertEqual(os.listdir(self.runner.tmp), [])

    def test_a_compiler_that_uses_its_home(self):
        """As ccache does. HOME is where a test begins with nothing."""
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "cc")
            with open(path, "w", encoding="utf-8") as f:
                f.write('#!/bin/sh\nmkdir -p "$HOME" && echo x >"$HOME/kept"\nexec %s "$@"\n' % c_support.CC)
            os.chmod(path, 0o755)
            with mock.patch.object(c_support, "CC", path):
                runner = c_support.Runner(self.folder, tcc=False)
            self.addCleanup(runner.close)
            looks = '#include <stdio.h>\nint main(void)\n{\n    printf("%d\\n", fopen("kept", "r") != 0);\n}\n'
            self.assertEqual(runner.run(looks)["stdout"], "0\n")

    def test_the_channel_is_out_of_reach(self):
        forge = ('#include <stdio.h>\n#include <unistd.h>\nint main(void)\n{\n    int n = 0;\n'
                 '    for (int fd = 3; fd < 4096; fd++)\n        n += write(fd, "{\\"id\\":1}\\n", 9) > 0;\n'
                 '    printf("%d\\n", n);\n}\n')
        self.assertEqual(self.outcome(forge), ("ok", 0, "1\n"))    # the report's, where it says nothing
        self.assertEqual(self.outcome(calls("tk_grade(80)")), ("ok", 0, "2\n"))

    def test_a_library_that_cannot_be_built_says_why(self):
        folder = c_support.project({"src/text.c": ("int n = 0;", "int n = none;")})
        try:
            with self.assertRaisesRegex(RuntimeError, r"^the library of this tree could not be built: src/text.c:.*none"):
                c_support.build(folder)
            runner = c_support.Runner(folder)
            self.assertIn("no shared library", runner.loaded["failed"][0]["message"])
            runner.close()
        finally:
            shutil.rmtree(folder)

    def test_a_build_goes_on_where_it_was(self):
        folder = c_support.project()
        try:
            c_support.build(folder)
            before = os.stat(os.path.join(folder, ".tora-c/o/src%2Fbag.c.o")).st_ino
            with open(os.path.join(folder, "src/text.c"), "a", encoding="utf-8") as f:
                f.write("int tk_more(void)\n{\n\treturn 7;\n}\n")
            c_support.build(folder)
            self.assertEqual(os.stat(os.path.join(folder, ".tora-c/o/src%2Fbag.c.o")).st_ino, before)
            runner = c_support.Runner(folder)
            got = runner.run("#include <stdio.h>\nint tk_more(void);\nint main(void)\n{\n    printf(\"%d\", tk_more());\n}\n")
            runner.close()
            self.assertEqual(got["stdout"], "7")
        finally:
            shutil.rmtree(folder)


@unittest.skipIf(c_support.why_none(), c_support.why_none())
class Generated(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.folder = c_support.project()
        c_support.build(cls.folder)
        cls.runner = c_support.Runner(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def generate(self, name, file, **fields):
        target = dict({"name": file[:-2] + "." + name, "qualname": name, "file": file, "literals": []}, **fields)
        got = self.runner.ask("generate", targets=[target], max=60, seed=1, budget_ms=3000)
        self.assertTrue(got["ok"], got)
        return got["candidates"]

    def test_each_compiles_and_ends_by_itself(self):
        for name, file in (("tk_slug", "src/text.c"), ("tk_grade", "src/text.c"), ("tk_bag_add", "src/bag.c"),
                           ("cased", "src/text.c"), ("find", "src/bag.c"), ("tk_bag_free", "src/bag.c")):
            made = self.generate(name, file)
            self.assertGreater(len(made), 2, name)
            for one, got in zip(made, self.runner.run_all([m["source"] for m in made])):
                with self.subTest(name=name, source=one["source"]):
                    self.assertEqual(got["status"], "ok", got)

    def test_what_tests_call_comes_first(self):
        first = self.generate("tk_grade", "src/text.c")[0]
        self.assertIn("tk_grade(95)", first["source"])
        self.assertEqual((first["origin"], first["legality"], first["where"]), ("test", "seen", "tests/test_textkit.c:13"))

    def test_numbers_of_the_body_and_of_the_change_have_neighbours(self):
        text = "".join(m["source"] for m in self.generate("tk_grade", "src/text.c", literals=["33"]))
        for value in (89, 90, 91, 74, 76, 44, 46, 32, 34):
            self.assertIn("tk_grade(%d)" % value, text)

    def test_null_where_the_function_asks_for_it(self):
        self.assertIn("tk_words(NULL)", "".join(m["source"] for m in self.generate("tk_words", "src/text.c")))
        self.assertNotIn("NULL", "".join(m["source"] for m in self.generate("tk_slug", "src/text.c")))

    def test_the_same_seed_makes_the_same(self):
        self.assertEqual(self.generate("tk_bag_add", "src/bag.c"), self.generate("tk_bag_add", "src/bag.c"))

    def test_functions_are_told(self):
        got = self.runner.ask("explore", modules=["src/text"])
        rows = {f["qualname"]: f for f in got["functions"]}
        self.assertEqual(sorted(rows), ["cased", "tk_grade", "tk_slug", "tk_words"])
        self.assertEqual((rows["tk_grade"]["public"], rows["cased"]["public"]), (True, False))
        self.assertEqual(rows["tk_grade"]["signature"], "int tk_grade(int points)")


if __name__ == "__main__":
    unittest.main()
