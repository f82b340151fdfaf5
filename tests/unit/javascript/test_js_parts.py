"""Parts of the runner, asked by themselves."""
import json
import os
import subprocess
import tempfile
import unittest

import js_support


def node(source):
    """What a program prints that is run beside the runner's files."""
    done = subprocess.run([js_support.NODE, "-e", source], cwd=js_support.SOURCES, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Parts(unittest.TestCase):
    def test_looking_for_calls_is_linear(self):
        """In a file eight times as long about eight times as many texts are looked at, and not 64."""
        (short, one), (long, other) = node("""
            const { callsOf } = require('./gen_mine.js');
            const { exec } = RegExp.prototype;
            const cost = (lines) => {
                let n = 0;
                RegExp.prototype.exec = function (text) { n++; return exec.call(this, text); };
                const found = callsOf('const x = other(1);\\nf(x);\\n'.repeat(lines) + 'const y = [2];\\nf(y);\\n', 'f');
                RegExp.prototype.exec = exec;
                return [n, found];
            };
            console.log(JSON.stringify([cost(500), cost(4000)]));
            """)
        self.assertEqual((one, other), ([["[2]"]], [["[2]"]]))
        self.assertGreater(short, 2000)
        self.assertLess(long, 9 * short)

    def test_many_files_in_one_folder_do_not_hide_the_others(self):
        with tempfile.TemporaryDirectory() as root:
            for folder in ("data", "test"):
                os.mkdir(os.path.join(root, folder))
            for path in [f"data/f{i:04}.js" for i in range(3100)] + ["index.js", "test/index.test.js"]:
                with open(os.path.join(root, path), "w", encoding="utf-8"):
                    pass
            found = node(f"""
                const {{ tests, sources }} = require('./gen_mine.js').listFiles({json.dumps(root)});
                console.log(JSON.stringify([tests, sources.length, sources.slice(-2)]));
                """)
        self.assertEqual(found, [["test/index.test.js"], 2999, ["data/f2997.js", "index.js"]])

    def test_an_answer_is_cut_to_its_line(self):
        full, none, few = node("""
            const { cutTo } = require('./serve.js');
            const functions = Array.from({ length: 40 }, (_, i) => ({ name: `f${i}`, doc: 'd\\u00e4'.repeat(200) }));
            const said = (max) => cutTo({ id: 1, ok: true, functions }, max);
            console.log(JSON.stringify([said(1e4), said(1100), cutTo({ id: 1, ok: true, candidates: [] }, 10)]));
            """)
        self.assertEqual((len(full["functions"]), full["cut"], full["functions"][0]), (40, True, {"name": "f0", "doc": ""}))
        self.assertEqual((len(none["functions"]), none["cut"], none["id"]), (4, True, 1))
        self.assertEqual(few, {"id": 1, "ok": True, "candidates": []})

    def test_aims(self):
        """What did not change is not aimed at; a name set to a parameter counts as it; hostile texts end, or node() gives up."""
        found = node("""
            const { aimed } = require('./gen_aim.js');
            const ask = (args, names, mine, other, changed = mine) => aimed([{ args, where: 'w' }], names, mine, changed, other).map((c) => c.args.join(', '));
            console.log(JSON.stringify([
                ask(['5'], ['n'], 'if (n < 30) {}\\nif (n > 7) {}', 'if (n < 20) {}\\nif (n > 7) {}'),
                ask(["' ab '"], ['text'], 'const t = text.trim();\\nif (t === "x") {}', 'const t = text.trim();'),
                ask(['5'], ['n'], 'if (n < 30) {}', ''), ask(['5'], ['{ a }'], 'if (a < 30) {}', ''), ask([], ['n'], 'if (n < 3) {}', ''),
                ask(["'a'"], ['n'], 'n.length < 1e9 && n.length < 99999999 '.repeat(20000), '').length,
                ask(['['], ['n'], 'n.length > 3', ''), ask(["'it\\\\'s'"], ['$n'], "$n.startsWith('-')", ''),
                ask(['5'], ['n'], '$a'.repeat(200000), '')]));
            """)
        self.assertEqual(found[0], ["30", "31", "29", "20", "21", "19"])
        self.assertEqual(found[1], ['"x"', '"xa"', '""'])
        self.assertEqual(found[2:5], [["30", "31", "29"], [], []])
        self.assertLess(found[5], 50)
        self.assertEqual(found[7:], [["'-'"], []])


if __name__ == "__main__":
    unittest.main()
