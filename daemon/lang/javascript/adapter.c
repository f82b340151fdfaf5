/*
 * adapter.c - the tables that make JavaScript and TypeScript languages of tora.
 */
#include "lang/javascript/adapter.h"
#include "lang/javascript/errors.h"
#include "lang/javascript/imports.h"
#include "lang/javascript/project.h"
#include "lang/javascript/runner_files.h"
#include "lang/javascript/toolchain.h"

const struct TSLanguage *tree_sitter_javascript(void);
const struct TSLanguage *tree_sitter_typescript(void);
const struct TSLanguage *tree_sitter_tsx(void);

/* ---- what is linked in ------------------------------------------------------------------- */

#define QUERY(name) tora_blob_daemon_lang_javascript_queries_##name##_scm

extern const char QUERY(functions)[], QUERY(js_functions)[], QUERY(ts_functions)[];
extern const char QUERY(comments)[], QUERY(ts_comments)[];
extern const char QUERY(names)[], QUERY(js_names)[], QUERY(ts_names)[];
extern const char QUERY(statements)[], QUERY(js_statements)[], QUERY(ts_statements)[];
extern const char QUERY(unstable)[], QUERY(claims)[], QUERY(faults)[];

#define DECLARE(file, symbol)                                                                      \
	extern const char tora_blob_daemon_lang_javascript_runner_##symbol[];                      \
	extern const char tora_blob_daemon_lang_javascript_runner_##symbol##_end[];
RUNNER_FILES(DECLARE)
#undef DECLARE

extern const char tora_blob_fork_node[], tora_blob_fork_node_end[];

#define ROW(file, symbol)                                                                          \
	{ file, tora_blob_daemon_lang_javascript_runner_##symbol,                                  \
	  tora_blob_daemon_lang_javascript_runner_##symbol##_end },
static const struct tora_linked runner[] = { { "fork.node", tora_blob_fork_node,
	                                       tora_blob_fork_node_end }, /* native/fork.c */
	                                     RUNNER_FILES(ROW){ NULL, NULL, NULL } };
#undef ROW

/* ---- the table ---------------------------------------------------------------------------- */

static const char *const frameworks[] = { "node:test", "mocha", "jest", "vitest", NULL };
static const char *const extensions[] = { ".js", ".cjs", ".mjs", ".jsx", NULL };
static const char *const descriptions[] = {
	"package.json",   "package-lock.json", "npm-shrinkwrap.json", "yarn.lock",
	"pnpm-lock.yaml", "tsconfig",          "pnpm-workspace.yaml", ".yarnrc",
	".pnp",           "bun.lock",          "binding.gyp",         NULL
};

/* The properties of Node's global object, 18 to 24 (not those that only its prompt adds), and what every CommonJS module is given. */
static const char *const builtins[] = {
	"AbortController",
	"AbortSignal",
	"AggregateError",
	"Array",
	"ArrayBuffer",
	"AsyncDisposableStack",
	"Atomics",
	"BigInt",
	"BigInt64Array",
	"BigUint64Array",
	"Blob",
	"Boolean",
	"BroadcastChannel",
	"Buffer",
	"ByteLengthQueuingStrategy",
	"CloseEvent",
	"CompressionStream",
	"CountQueuingStrategy",
	"Crypto",
	"CryptoKey",
	"CustomEvent",
	"DOMException",
	"DataView",
	"Date",
	"DecompressionStream",
	"DisposableStack",
	"Error",
	"EvalError",
	"Event",
	"EventTarget",
	"File",
	"FinalizationRegistry",
	"Float16Array",
	"Float32Array",
	"Float64Array",
	"FormData",
	"Function",
	"Headers",
	"Infinity",
	"Int16Array",
	"Int32Array",
	"Int8Array",
	"Intl",
	"Iterator",
	"JSON",
	"Map",
	"Math",
	"MessageChannel",
	"MessageEvent",
	"MessagePort",
	"NaN",
	"Navigator",
	"Number",
	"Object",
	"Performance",
	"PerformanceEntry",
	"PerformanceMark",
	"PerformanceMeasure",
	"PerformanceObserver",
	"PerformanceObserverEntryList",
	"PerformanceResourceTiming",
	"Promise",
	"Proxy",
	"RangeError",
	"ReadableByteStreamController",
	"ReadableStream",
	"ReadableStreamBYOBReader",
	"ReadableStreamBYOBRequest",
	"ReadableStreamDefaultController",
	"ReadableStreamDefaultReader",
	"ReferenceError",
	"Reflect",
	"RegExp",
	"Request",
	"Response",
	"Set",
	"SharedArrayBuffer",
	"Storage",
	"String",
	"SubtleCrypto",
	"SuppressedError",
	"Symbol",
	"SyntaxError",
	"TextDecoder",
	"TextDecoderStream",
	"TextEncoder",
	"TextEncoderStream",
	"TransformStream",
	"TransformStreamDefaultController",
	"TypeError",
	"URIError",
	"URL",
	"URLSearchParams",
	"Uint16Array",
	"Uint32Array",
	"Uint8Array",
	"Uint8ClampedArray",
	"WeakMap",
	"WeakRef",
	"WeakSet",
	"WebAssembly",
	"WebSocket",
	"WritableStream",
	"WritableStreamDefaultController",
	"WritableStreamDefaultWriter",
	"__dirname",
	"__filename",
	"arguments",
	"atob",
	"btoa",
	"clearImmediate",
	"clearInterval",
	"clearTimeout",
	"console",
	"crypto",
	"decodeURI",
	"decodeURIComponent",
	"encodeURI",
	"encodeURIComponent",
	"escape",
	"eval",
	"exports",
	"fetch",
	"global",
	"globalThis",
	"isFinite",
	"isNaN",
	"module",
	"navigator",
	"parseFloat",
	"parseInt",
	"performance",
	"process",
	"queueMicrotask",
	"require",
	"setImmediate",
	"setInterval",
	"setTimeout",
	"structuredClone",
	"undefined",
	"unescape",
	NULL,
};

static const char *const swaps[][2] = {
	{ "<", "<=" },    { "<=", "<" },       { ">", ">=" },       { ">=", ">" },
	{ "===", "!==" }, { "!==", "===" },    { "==", "!=" },      { "!=", "==" },
	{ "+", "-" },     { "-", "+" },        { "*", "+" },        { "/", "*" },
	{ "%", "*" },     { "**", "*" },       { "&&", "||" },      { "||", "&&" },
	{ "??", "&&" },   { "+=", "-=" },      { "-=", "+=" },      { "++", "--" },
	{ "--", "++" },   { "true", "false" }, { "false", "true" }, { NULL, NULL },
};

static const char constructs[] =
	"arrow function*|template literal*|template string*|optional chaining|array method*|"
	"object.entries|object.assign|structuredclone|typeof|object spread|spread operator|"
	"const and let|const/let|let/const|es classes|promise chain*|nullish coalescing";
static const char *const glitches[] = { "undefined", "NaN", "[object Object]", NULL };

/* What the languages of this folder share. */
#define SHARED                                                                                     \
	.unstable_query = { QUERY(unstable) }, .claims_query = { QUERY(claims) },                  \
	.faults_query = { QUERY(faults) }, .swaps = swaps, .negated = "!(@)",                      \
	.no_result = "undefined",                                                                  \
	.show = { "console.log([@])",                                                              \
		  "try { console.log([(@)()]) } catch (error) { console.log(error) }",             \
		  "try { console.log([await (@)]) } catch (error) { console.log(error) }" },       \
	.builtins = builtins, .role = tora_javascript_role,                                        \
	.is_private = tora_javascript_is_private, .module_name = tora_javascript_module_name,      \
	.roots = tora_javascript_roots, .runner = runner, .runner_main = "main.js",                \
	.modules_are_files = true, .screens = true, .nothing = "undefined or null",                \
	.platform = "node", .versions = "node 1*|node 2*|node.js 1*|node.js 2*",                   \
	.dropped_versions = "node 1*|node <*|node version*|node.js 1*|node.js <*",                 \
	.talk = { [TORA_TALK_CONSTRUCTS] = constructs,                                             \
		  [TORA_TALK_FORMATTERS] = "prettier",                                             \
		  [TORA_TALK_FINDERS] = "eslint",                                                  \
		  [TORA_TALK_PACKAGING] = "package.json|package-lock*|tsconfig*" },                \
	.glitches = glitches, .leaves_out = true, .has_one_number = true,                          \
	.installed = "node_modules", .descriptions = descriptions,                                 \
	.errors = &tora_javascript_errors, .shown = "util.inspect",                                \
	.imports = &tora_javascript_imports, .constructor = "constructor",                         \
	.uninstalled = ": Cannot find ",                                                           \
	.install_advice = "install it in the repository's node_modules"

#define TYPESCRIPT                                                                                 \
	SHARED, .functions_query = { QUERY(functions), QUERY(ts_functions) },                      \
		.comments_query = { QUERY(comments), QUERY(ts_comments) },                         \
		.names_query = { QUERY(names), QUERY(ts_names) },                                  \
		.statements_query = { QUERY(statements), QUERY(ts_statements) },                   \
		.fence = "typescript"

const struct tora_lang tora_lang_javascript = {
	.name = "javascript",
	.title = "JavaScript",
	.extensions = extensions,
	.grammar = tree_sitter_javascript,
	.functions_query = { QUERY(functions), QUERY(js_functions) },
	.comments_query = { QUERY(comments) },
	.names_query = { QUERY(names), QUERY(js_names) },
	.statements_query = { QUERY(statements), QUERY(js_statements) },
	.observe = "//tora:observe @\n",
	.frameworks = frameworks,
	.fence = "javascript",
	.toolchain = tora_javascript_toolchain,
	SHARED,
};

static const char *const ts_extensions[] = { ".ts", ".mts", ".cts", NULL };
static const char *const tsx_extensions[] = { ".tsx", NULL };

const struct tora_lang tora_lang_typescript = {
	.name = "typescript",
	.title = "TypeScript",
	.extensions = ts_extensions,
	.grammar = tree_sitter_typescript,
	.toolchain = tora_javascript_ts_toolchain,
	TYPESCRIPT,
};

const struct tora_lang tora_lang_tsx = {
	.name = "tsx",
	.title = "TypeScript (TSX)",
	.extensions = tsx_extensions,
	.grammar = tree_sitter_tsx,
	.toolchain = tora_javascript_tsx_toolchain,
	TYPESCRIPT,
};
