/*
 * batch.c - see batch.h.
 */
#include "lang/c/native/batch.h"

#include <string.h>
#include <tree_sitter/api.h>

#define PARSE_MICROS 200000
#define NAMED        "tora_named_" /* what main is called in the source; its symbol has another name */
#define FILE_NAME    "<test>"

const TSLanguage *tree_sitter_c(void);

/* Where what a program includes ends: blank lines and lines of #include. */
static size_t head_of(const char *source)
{
	size_t at = 0;

	for (;;) {
		size_t n = strcspn(source + at, "\n");

		if (n && strncmp(source + at, "#include", 8) != 0)
			return at;
		if (!source[at + n])
			return at + n;
		at += n + 1;
	}
}

bool batch_fits(const char *a, const char *b)
{
	size_t n = head_of(a);

	return n == head_of(b) && memcmp(a, b, n) == 0;
}

/* What shows its place to a test, and what the parser may read otherwise than a compiler. */
static bool has_odd_words(const char *source)
{
	static const char *const words[] = { "assert",   "__FILE__", "__func__",   "__FUNCTION__",
		                             "__PRETTY", "__BASE_",  "__INCLUDE_", "__COUNTER__",
		                             "_Pragma",  "__asm",    "asm",        "\\\n",
		                             "??",       "%:" };

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (strstr(source, words[i]))
			return true;
	return false;
}

static bool has_directive(const char *text)
{
	while (text && text[strspn(text, " \t\f\v\r\n")] != '#')
		text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL;
	return text != NULL;
}

/* One function to the end of the text, without a doubt of the parser. */
static bool is_one_function(TSNode root, size_t len)
{
	TSNode only;

	if (ts_node_has_error(root) || ts_node_child_count(root) != 1)
		return false;
	only = ts_node_child(root, 0);
	return strcmp(ts_node_type(only), "function_definition") == 0 &&
	       ts_node_start_byte(only) == 0 && ts_node_end_byte(only) == len;
}

bool batch_takes(const char *source)
{
	static const char begin[] = "int main(void)\n{\n";
	const char *main_at = source + head_of(source);
	size_t len = strlen(main_at);
	TSParser *parser;
	TSTree *tree;
	bool takes;

	while (len && main_at[len - 1] == '\n')
		len--;
	if (strncmp(main_at, begin, sizeof begin - 1) != 0 || main_at[len - 1] != '}' ||
	    has_odd_words(source) || has_directive(main_at))
		return false;
	parser = ts_parser_new();
	(void)ts_parser_set_language(parser, tree_sitter_c());
	ts_parser_set_timeout_micros(parser, PARSE_MICROS);
	tree = ts_parser_parse_string(parser, NULL, main_at, (uint32_t)len);
	takes = tree && is_one_function(ts_tree_root_node(tree), len);
	ts_tree_delete(tree);
	ts_parser_delete(parser);
	return takes;
}

void batch_write(FILE *f, const char *const *sources, size_t n, unsigned symbol)
{
	for (size_t i = 0; i < n; i++) {
		const char *end = strrchr(sources[i], '}');
		unsigned number = symbol + (unsigned)i;

		/* main alone returns 0 where it says nothing, and here it is called otherwise */
		(void)fprintf(f,
		              "int " NAMED "%u(void) __asm__(\"tora_test_%u\");\n"
		              "#define main " NAMED "%u\n#line 1 \"" FILE_NAME
		              "\"\n%.*s return 0; }\n#undef main\n",
		              number, number, number, (int)(end - sources[i]), sources[i]);
	}
}

bool batch_is_seen(const char *object, size_t len)
{
	struct tora_sv all = { object, len };

	return tora_sv_has(all, NAMED) || tora_sv_has(all, FILE_NAME);
}
