#include "judge/inside.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

#include <stdio.h>
#include <string.h>

#define ATTRIBUTE_MAX 60 /* bytes of an attribute's name */

/* What a module says of itself. Any other name with two underlines at both ends is a language's, or nobody's. */
static bool is_of_module(struct tora_sv name)
{
	static const char names[] =
		"__version__|__version_info__|__author__|__email__|__license__|__title__|"
		"__copyright__|__description__|__url__|__all__|__doc__|__name__|__file__|__path__|"
		"__future__|__main__|__init__";

	return tora_words_match(name, names);
}

static bool begins_line(struct tora_sv text, const char *at)
{
	while (at > text.at && tora_one_of(at[-1], " \t"))
		at--;
	return at == text.at || at[-1] == '\n';
}

/* `self._name = ...`, and `x._name = ...` elsewhere in the test: the name is the test's. One alone may be a class of the test that
 * sets what it has from the package. */
static bool sets_itself(struct tora_sv test, struct tora_sv name)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last[3] = { { .kind = TORA_TOKEN_SPACE } };
	bool on_self = false, on_other = false;

	while (tora_scan_solid(&scan, &t)) {
		/* "p._x, p.h = 0, h" sets both. */
		bool sets = (tora_sv_is(t.text, "=") || tora_sv_is(t.text, ",")) &&
		            !(scan.at < test.len && test.at[scan.at] == '=');

		if (sets && tora_sv_eq(last[2].text, name) && tora_sv_is(last[1].text, ".")) {
			bool is_self = tora_sv_is(last[0].text, "self");

			on_self |= is_self && tora_sv_is(t.text, "=");
			on_other |= !is_self && begins_line(test, last[0].text.at);
		}
		last[0] = last[1];
		last[1] = last[2];
		last[2] = t;
	}
	return on_self && on_other;
}

/* x._name or `import _name`; names the test defines for itself on self are its own. */
static bool needs_private(struct tora_sv test)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .kind = TORA_TOKEN_SPACE }, before = last;

	while (tora_scan_solid(&scan, &t)) {
		bool hidden = t.kind == TORA_TOKEN_WORD && t.text.len > 1 && t.text.at[0] == '_' &&
		              !tora_sv_starts(t.text, "__");

		if (hidden && tora_sv_is(last.text, ".") && !tora_sv_is(before.text, "self") &&
		    !sets_itself(test, t.text))
			return true;
		if (tora_sv_is(last.text, "import") &&
		    (hidden || (tora_sv_starts(t.text, "__") && !is_of_module(t.text))))
			return true;
		before = last;
		last = t;
	}
	return false;
}

/* `Path(p.__file__).parent` */
static bool has_parent(struct tora_sv test, size_t at)
{
	return tora_sv_starts((struct tora_sv){ test.at + at, test.len - at }, ").parent");
}

/* How many names a module has, what is written about them, and its source: any new function changes that. Who asks in which
 * folder a module is looks for what lies beside it. */
static bool takes_stock(struct tora_sv test)
{
	static const char asked[] = "dir|help|getsource|getsourcelines";
	static const char paths[] = "abspath|realpath|normpath|Path";
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .kind = TORA_TOKEN_SPACE };
	bool beside = false;

	while (tora_scan_solid(&scan, &t)) {
		bool called = scan.at < test.len && test.at[scan.at] == '(';
		bool is_file = tora_sv_is(t.text, "__file__") && tora_sv_is(last.text, ".");

		if (t.kind == TORA_TOKEN_WORD &&
		    (tora_sv_is(t.text, "__all__") || tora_sv_is(t.text, "__doc__") ||
		     (is_file && !beside && !has_parent(test, scan.at)) ||
		     (called && tora_words_match(t.text, asked))))
			return true;
		if (called && !tora_words_match(t.text, paths))
			beside = tora_sv_is(t.text, "dirname");
		last = t;
	}
	return false;
}

/* The package in which the first private part of a dotted name stands; empty: none of it is private. */
static struct tora_sv package_of_private(struct tora_sv module)
{
	for (size_t i = 0; i + 1 < module.len; i++)
		if ((!i || module.at[i - 1] == '.') && module.at[i] == '_' &&
		    module.at[i + 1] != '_')
			return (struct tora_sv){ module.at, i ? i - 1 : 0 };
	return tora_sv("");
}

/* `package` is `module`, or stands inside of it. */
static bool holds(struct tora_sv module, struct tora_sv package)
{
	return package.len >= module.len && memcmp(package.at, module.at, module.len) == 0 &&
	       (package.len == module.len || package.at[module.len] == '.');
}

static bool borrows(const struct tora_case *c)
{
	struct tora_sv rest = tora_sv(c->test), line, package, from, names;
	bool ret = false;

	if (!c->function || !c->function->module)
		return false;
	package = package_of_private(tora_sv(c->function->module));
	while (package.len && tora_sv_line(&rest, &line)) {
		const char *at = memmem(line.at, line.len, " import ", 8);

		if (!tora_sv_starts(line, "from ") || !at)
			continue;
		from = (struct tora_sv){ line.at + 5, (size_t)(at - line.at - 5) };
		names = (struct tora_sv){ at, (size_t)(line.at + line.len - at) };
		if (!tora_text_has_word(names, tora_text_last(c->name), false))
			continue;
		if (holds(from, package))
			return false;
		ret = true;
	}
	return ret;
}

/* `Seg(prefix_set=...)` is `Seg()`: the change gives the attribute a private name, and whoever does so knows that it is shown no more. */
static bool shows_what_became_private(const struct tora_case *c)
{
	struct tora_scan scan = { 0 };
	struct tora_token t, last = { .text = tora_sv("") };
	char hidden[ATTRIBUTE_MAX + 2];

	if (!c->said || c->difference->kind != TORA_DIFF_VALUE)
		return false;
	scan.text = tora_sv(c->difference->before);
	for (; tora_scan_solid(&scan, &t); last = t) {
		if (!tora_sv_is(t.text, "=") || last.kind != TORA_TOKEN_WORD ||
		    last.text.len > ATTRIBUTE_MAX)
			continue;
		(void)snprintf(hidden, sizeof hidden, "_%.*s", (int)last.text.len, last.text.at);
		if (tora_text_has_word(c->said->removed, last.text, false) &&
		    !tora_text_has_word(c->said->added, last.text, false) &&
		    tora_text_has_word(c->said->added, tora_sv(hidden), false) &&
		    !tora_text_has_word(tora_sv(c->difference->after), last.text, false))
			return true;
	}
	return false;
}

/* It asserts something, and gives nothing. */
static bool only_asserts(struct tora_sv body)
{
	struct tora_sv line;
	bool ret = false;

	while (tora_sv_line(&body, &line)) {
		line = tora_sv_trim(line);
		if (tora_sv_starts(line, "return ") || tora_sv_starts(line, "yield"))
			return false;
		ret |= tora_sv_starts(line, "assert ");
	}
	return ret;
}

/* `test_options()` with its assertions stands in the module that it tests: who runs the tests of a project calls it, and nobody else. */
static bool is_test_of_module(const struct tora_case *c)
{
	struct tora_sv name = tora_text_last(c->name);

	return tora_sv_starts(name, "test_") && c->function && c->function->qualname &&
	       tora_sv_is(name, c->function->qualname) && only_asserts(c->function->base_body) &&
	       tora_text_calls_bare(tora_sv(c->test), name);
}

bool tora_inside(const struct tora_case *c)
{
	struct tora_sv test = tora_sv(c->test);

	return needs_private(test) || takes_stock(test) || borrows(c) ||
	       shows_what_became_private(c) || is_test_of_module(c);
}
