/*
 * adapter.c - the table that makes Python a language of tora.
 */
#include "lang/python/adapter.h"
#include "lang/python/project.h"
#include "lang/python/runner_files.h"
#include "lang/python/toolchain.h"

const struct TSLanguage *tree_sitter_python(void);

/* ---- what is linked in ------------------------------------------------------------------- */

extern const char tora_blob_daemon_lang_python_queries_functions_scm[];
extern const char tora_blob_daemon_lang_python_queries_comments_scm[];
extern const char tora_blob_daemon_lang_python_queries_names_scm[];
extern const char tora_blob_daemon_lang_python_queries_unstable_scm[];
extern const char tora_blob_daemon_lang_python_queries_statements_scm[];

#define DECLARE(file, symbol)                                                                      \
	extern const char tora_blob_daemon_lang_python_runner_##symbol[];                          \
	extern const char tora_blob_daemon_lang_python_runner_##symbol##_end[];
RUNNER_FILES(DECLARE)
#undef DECLARE

/* Where a blob ends is known to the linker only, so lengths are filled in on the first call. */
static const struct tora_blob *runner(size_t *ret_n)
{
#define START(file, symbol) { file, { tora_blob_daemon_lang_python_runner_##symbol, 0 } },
#define END(file, symbol)   tora_blob_daemon_lang_python_runner_##symbol##_end,
	static struct tora_blob blobs[] = { RUNNER_FILES(START) };
	static const char *const ends[] = { RUNNER_FILES(END) };
#undef START
#undef END

	for (size_t i = 0; i < sizeof blobs / sizeof blobs[0]; i++)
		blobs[i].bytes.len = (size_t)(ends[i] - blobs[i].bytes.at);
	*ret_n = sizeof blobs / sizeof blobs[0];
	return blobs;
}

/* ---- the table ---------------------------------------------------------------------------- */

static const char *const extensions[] = { ".py", NULL };

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

const struct tora_lang tora_lang_python = {
	.name = "python",
	.extensions = extensions,
	.grammar = tree_sitter_python,
	.functions_query = tora_blob_daemon_lang_python_queries_functions_scm,
	.comments_query = tora_blob_daemon_lang_python_queries_comments_scm,
	.names_query = tora_blob_daemon_lang_python_queries_names_scm,
	.unstable_query = tora_blob_daemon_lang_python_queries_unstable_scm,
	.statements_query = tora_blob_daemon_lang_python_queries_statements_scm,
	.builtins = builtins,
	.fence = "python",
	.role = tora_python_role,
	.is_private = tora_python_is_private,
	.module_name = tora_python_module_name,
	.roots = tora_python_roots,
	.toolchain = tora_python_toolchain,
	.compiled_path = tora_python_compiled_path,
	.runner = runner,
	.runner_main = "__main__.py",
};
