/*
 * adapter.c - the table that makes Python a language of tora.
 */
#include "lang/python/adapter.h"
#include "lang/python/errors.h"
#include "lang/python/extensions.h"
#include "lang/python/imports.h"
#include "lang/python/project.h"
#include "lang/python/runner_files.h"
#include "lang/python/toolchain.h"

const struct TSLanguage *tree_sitter_python(void);

/* ---- what is linked in ------------------------------------------------------------------- */

extern const char tora_blob_daemon_lang_python_queries_functions_scm[];
extern const char tora_blob_daemon_lang_python_queries_comments_scm[];
extern const char tora_blob_daemon_lang_python_queries_names_scm[];
extern const char tora_blob_daemon_lang_python_queries_unstable_scm[];
extern const char tora_blob_daemon_lang_python_queries_claims_scm[];
extern const char tora_blob_daemon_lang_python_queries_faults_scm[];
extern const char tora_blob_daemon_lang_python_queries_statements_scm[];

#define DECLARE(file, symbol)                                                                      \
	extern const char tora_blob_daemon_lang_python_runner_##symbol[];                          \
	extern const char tora_blob_daemon_lang_python_runner_##symbol##_end[];
RUNNER_FILES(DECLARE)
#undef DECLARE

#define ROW(file, symbol)                                                                          \
	{ file, tora_blob_daemon_lang_python_runner_##symbol,                                      \
	  tora_blob_daemon_lang_python_runner_##symbol##_end },
static const struct tora_linked runner[] = { RUNNER_FILES(ROW){ NULL, NULL, NULL } };
#undef ROW

/* ---- the table ---------------------------------------------------------------------------- */

static const char *const frameworks[] = { "pytest", "unittest", NULL };
static const char *const extensions[] = { ".py", NULL };
static const char *const descriptions[] = {
	"setup.py",    "setup.cfg",   "pyproject.toml", "manifest.in", "requirements",
	"constraints", "poetry.lock", "uv.lock",        "pdm.lock",    "pipfile",
	NULL
};

/* No file written beside what is imported, nothing from a home, and one order of sets for both sides. */
static const char *const variables[] = { "PYTHONDONTWRITEBYTECODE=1", "PYTHONNOUSERSITE=1",
	                                 "PYTHONNODEBUGRANGES=1", "PYTHONHASHSEED=@", NULL };

/* dir(builtins) of 3.8 to 3.13, and what every module and class body has. */
static const char *const builtins[] = {
	"ArithmeticError",
	"AssertionError",
	"AttributeError",
	"BaseException",
	"BaseExceptionGroup",
	"BlockingIOError",
	"BrokenPipeError",
	"BufferError",
	"BytesWarning",
	"ChildProcessError",
	"ConnectionAbortedError",
	"ConnectionError",
	"ConnectionRefusedError",
	"ConnectionResetError",
	"DeprecationWarning",
	"EOFError",
	"Ellipsis",
	"EncodingWarning",
	"EnvironmentError",
	"Exception",
	"ExceptionGroup",
	"False",
	"FileExistsError",
	"FileNotFoundError",
	"FloatingPointError",
	"FutureWarning",
	"GeneratorExit",
	"IOError",
	"ImportError",
	"ImportWarning",
	"IndentationError",
	"IndexError",
	"InterruptedError",
	"IsADirectoryError",
	"KeyError",
	"KeyboardInterrupt",
	"LookupError",
	"MemoryError",
	"ModuleNotFoundError",
	"NameError",
	"None",
	"NotADirectoryError",
	"NotImplemented",
	"NotImplementedError",
	"OSError",
	"OverflowError",
	"PendingDeprecationWarning",
	"PermissionError",
	"ProcessLookupError",
	"PythonFinalizationError",
	"RecursionError",
	"ReferenceError",
	"ResourceWarning",
	"RuntimeError",
	"RuntimeWarning",
	"StopAsyncIteration",
	"StopIteration",
	"SyntaxError",
	"SyntaxWarning",
	"SystemError",
	"SystemExit",
	"TabError",
	"TimeoutError",
	"True",
	"TypeError",
	"UnboundLocalError",
	"UnicodeDecodeError",
	"UnicodeEncodeError",
	"UnicodeError",
	"UnicodeTranslateError",
	"UnicodeWarning",
	"UserWarning",
	"ValueError",
	"Warning",
	"WindowsError",
	"ZeroDivisionError",
	"__annotations__",
	"__build_class__",
	"__builtins__",
	"__cached__",
	"__class__",
	"__debug__",
	"__dict__",
	"__doc__",
	"__file__",
	"__import__",
	"__loader__",
	"__module__",
	"__name__",
	"__package__",
	"__path__",
	"__qualname__",
	"__spec__",
	"abs",
	"aiter",
	"all",
	"anext",
	"any",
	"ascii",
	"bin",
	"bool",
	"breakpoint",
	"bytearray",
	"bytes",
	"callable",
	"chr",
	"classmethod",
	"compile",
	"complex",
	"copyright",
	"credits",
	"delattr",
	"dict",
	"dir",
	"divmod",
	"enumerate",
	"eval",
	"exec",
	"exit",
	"filter",
	"float",
	"format",
	"frozenset",
	"getattr",
	"globals",
	"hasattr",
	"hash",
	"help",
	"hex",
	"id",
	"input",
	"int",
	"isinstance",
	"issubclass",
	"iter",
	"len",
	"license",
	"list",
	"locals",
	"map",
	"max",
	"memoryview",
	"min",
	"next",
	"object",
	"oct",
	"open",
	"ord",
	"pow",
	"print",
	"property",
	"quit",
	"range",
	"repr",
	"reversed",
	"round",
	"set",
	"setattr",
	"slice",
	"sorted",
	"staticmethod",
	"str",
	"sum",
	"super",
	"tuple",
	"type",
	"vars",
	"zip",
	NULL,
};

static const char *const swaps[][2] = {
	{ "<", "<=" },      { "<=", "<" },       { ">", ">=" },       { ">=", ">" },
	{ "==", "!=" },     { "!=", "==" },      { "+", "-" },        { "-", "+" },
	{ "*", "+" },       { "/", "*" },        { "//", "/" },       { "%", "*" },
	{ "**", "*" },      { "and", "or" },     { "or", "and" },     { "in", "not in" },
	{ "not in", "in" }, { "is", "is not" },  { "is not", "is" },  { "+=", "-=" },
	{ "-=", "+=" },     { "True", "False" }, { "False", "True" }, { NULL, NULL },
};

static const char *const glitches[] = { "None",           "%s", "%d", "<bound meth", "<function ",
	                                "<generator obj", NULL };

const struct tora_lang tora_lang_python = {
	.name = "python",
	.title = "Python",
	.extensions = extensions,
	.grammar = tree_sitter_python,
	.functions_query = { tora_blob_daemon_lang_python_queries_functions_scm },
	.comments_query = { tora_blob_daemon_lang_python_queries_comments_scm },
	.names_query = { tora_blob_daemon_lang_python_queries_names_scm },
	.unstable_query = { tora_blob_daemon_lang_python_queries_unstable_scm },
	.statements_query = { tora_blob_daemon_lang_python_queries_statements_scm },
	.claims_query = { tora_blob_daemon_lang_python_queries_claims_scm },
	.faults_query = { tora_blob_daemon_lang_python_queries_faults_scm },
	.swaps = swaps,
	.negated = "not (@)",
	.no_result = "None",
	.show = { "print(repr(@))" },
	.builtins = builtins,
	.imports = &tora_python_imports,
	.fence = "python",
	.nothing = "None",
	.uninstalled = "ModuleNotFoundError: ",
	.install_advice =
		"install it for that program, or let tora.python.interpreter name another",
	.shown = "repr",
	.role = tora_python_role,
	.lambda = "lambda",
	.constructor = "__init__",
	.is_private = tora_python_is_private,
	.says_place = ".py",
	.platform = "python",
	.versions = "python 3*|python3*",
	.dropped_versions = "python 2*|python 3*|python <*|python2*|python3*|python version*",
	.talk = { [TORA_TALK_CONSTRUCTS] =
	                  "f-string*|f string*|fstring*|generator expression*|walrus|divmod|"
	                  "enumerate|zip|itertools|functools|defaultdict|deque|a "
	                  "counter|counter|heapq|bisect|dataclass*|namedtuple*|named tuple*|"
	                  "list.sort|sorted|str.format|str.join|pathlib|os.path|context manager*|"
	                  "with statement*|match statement*|yield from|elif|use a dict|in a dict|"
	                  "staticmethod*|classmethod*|setdefault|isinstance|metaclass*|endswith|"
	                  "startswith",
	          [TORA_TALK_FORMATTERS] = "autopep8|black|flake8|isort|mypy|pyupgrade|ruff|yapf",
	          [TORA_TALK_FINDERS] = "bandit|pycodestyle|pylint|pyright|vulture",
	          [TORA_TALK_LEFTOVERS] = "python 2|python2|py2|python 3.*|six|future import*",
	          [TORA_TALK_PACKAGING] = "setup.py|setup.cfg|pyproject*|poetry|setuptools*|"
	                                  "wheel|wheels|py.typed|type stub*" },
	.glitches = glitches,
	.declines = "NotImplemented",
	.scratch = "pytest-",
	.in_place = tora_python_in_place,
	.build_files = tora_python_build_files,
	.build_tools = tora_python_build_tools,
	.installed = "site-packages",
	.descriptions = descriptions,
	.variables = variables,
	.errors = &tora_python_errors,
	.module_name = tora_python_module_name,
	.roots = tora_python_roots,
	.toolchain = tora_python_toolchain,
	.frameworks = frameworks,
	.observe = "__import__(\"_tora_runner.expect\").expect.run(@)\n",
	.compiled_path = tora_python_compiled_path,
	.runner = runner,
	.runner_main = "__main__.py",
	.gets_ready = true,
	.screens = true,
	.screens_all = true,
};
