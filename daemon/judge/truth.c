#include "judge/truth.h"

#include "judge/newnames.h"
#include "judge/raised.h"
#include "judge/text.h"
#include "judge/whole.h"
#include "judge/words.h"

#include <stdint.h>
#include <string.h>

/* Of p.C.__len__ the p.C. */
static struct tora_sv owner_of(const char *name)
{
	const char *dot = strrchr(name, '.');

	return (struct tora_sv){ name, dot ? (size_t)(dot - name) : 0 };
}

/* Of p.C the C. */
static struct tora_sv class_of(struct tora_sv owner)
{
	size_t from = owner.len;

	while (from && owner.at[from - 1] != '.')
		from--;
	return (struct tora_sv){ owner.at + from, owner.len - from };
}

/* Does the change add a method that says whether such an object is true? */
static bool gets_truth(const struct tora_change *change, struct tora_sv owner)
{
	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];
		struct tora_sv last = tora_text_last(f->name);

		if (f->kind == TORA_CHANGE_ADDED && tora_sv_eq(owner_of(f->name), owner) &&
		    (tora_sv_is(last, "__len__") || tora_sv_is(last, "__bool__")))
			return true;
	}
	return false;
}

#define BRACKETS_MAX 16

/* Is a new object of the class, with nothing in it, handed to something: `held = Hooks()` ... `read(text, held)`, `read(text, Hooks())`?
 * What is asked of it before may fill it. */
static bool hands_empty(struct tora_sv test, struct tora_sv class)
{
	struct tora_scan scan = { .text = test };
	struct tora_token last[5] = { { .text = tora_sv("") } }, t;
	struct tora_sv name = tora_sv("");
	bool prints[BRACKETS_MAX] = { false };
	size_t depth = 0;

	for (size_t i = 1; i < sizeof last / sizeof *last; i++)
		last[i] = last[0];
	while (tora_scan_solid(&scan, &t)) {
		bool is_it = name.len && tora_sv_eq(last[0].text, name);
		bool is_new = tora_sv_is(last[0].text, ")") && tora_sv_is(last[1].text, "(") &&
		              tora_sv_eq(last[2].text, class);
		struct tora_sv before = last[is_new ? 3 : 1].text;
		bool is_handed = (is_it || is_new) && depth &&
		                 !prints[(depth - 1) % BRACKETS_MAX] &&
		                 (tora_sv_is(t.text, ")") || tora_sv_is(t.text, ",")) &&
		                 before.len == 1 && tora_one_of(*before.at, "(,=");
		bool is_made = tora_sv_is(t.text, ")") && tora_sv_is(last[0].text, "(") &&
		               tora_sv_eq(last[1].text, class);

		if (is_handed)
			return true;
		if (is_it && (tora_sv_is(t.text, ".") || (!depth && tora_sv_is(t.text, "="))))
			name.len = 0;
		if (tora_sv_is(t.text, "("))
			prints[depth++ % BRACKETS_MAX] =
				tora_words_match(last[0].text, "print|len|bool|str|repr|type");
		depth -= depth && tora_sv_is(t.text, ")");
		if (is_made && tora_sv_is(last[2].text, "="))
			name = last[3].text;
		memmove(last + 1, last, sizeof last - sizeof *last);
		last[0] = t;
	}
	return false;
}

static bool asks_for_it(struct tora_sv test)
{
	static const char *const calls[] = { "len",  "bool",   "list", "tuple",
		                             "iter", "sorted", "set",  "dict" };

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (tora_text_calls(test, tora_sv(calls[i])))
			return true;
	return tora_words_match(test, "in|not|assert|while");
}

/* What differs comes from the class itself. */
static bool differs_in_class(const struct tora_case *c)
{
	struct tora_sv owner = owner_of(c->name), test = tora_sv(c->test), name;

	if (!gets_truth(c->change, owner) ||
	    (!tora_whole_writes_method(c) && !hands_empty(test, class_of(owner))) ||
	    asks_for_it(test) || tora_new_names_used(&c->said->names, test) ||
	    hands_empty(c->said->tests, class_of(owner)))
		return false;
	name = class_of(owner);
	return !tora_text_has_word(tora_sv(c->difference->before), name, false) &&
	       !tora_text_has_word(tora_sv(c->difference->after), name, false);
}

/* `if not target:` */
static bool asks_for_truth(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t;

	if (!tora_scan_solid(&scan, &t) || !tora_sv_is(t.text, "if") ||
	    !tora_scan_solid(&scan, &t) || !tora_sv_is(t.text, "not"))
		return false;
	while (tora_scan_solid(&scan, &t) && (t.kind == TORA_TOKEN_WORD || tora_sv_is(t.text, ".")))
		;
	return tora_sv_is(t.text, ":") && !tora_scan_solid(&scan, &t);
}

/* A class of the change has a truth since, and a file of it refuses below such a question, which it asked before. */
static bool is_refused(const struct tora_case *c)
{
	const struct tora_exception *x = c->after ? c->after->exception : NULL;
	const struct tora_frame *last = x && x->frames.n ? &x->frames.at[x->frames.n - 1] : NULL;
	const char *path = last ? tora_build_path(last->file) : NULL;
	const struct tora_sv *text = tora_raised_text(c->change, path, TORA_HEAD);
	const struct tora_sv *old = tora_raised_text(c->change, path, TORA_BASE);
	struct tora_sv line = text ? tora_text_nth(*text, last->line - 1) : tora_sv("");
	bool gets = false;

	for (size_t i = 0; i < c->change->functions.n && !gets; i++)
		gets = gets_truth(c->change, owner_of(c->change->functions.at[i].name));
	return gets && text && c->difference->kind == TORA_DIFF_EXCEPTION_APPEARED &&
	       asks_for_truth(tora_sv_trim(line)) && old &&
	       tora_text_find(*old, line, 0, false) != SIZE_MAX &&
	       !tora_new_names_used(&c->said->names, tora_sv(c->test));
}

bool tora_truth_changed(const struct tora_case *c)
{
	return c->change && (differs_in_class(c) || is_refused(c)) &&
	       !tora_words_match(c->said->messages,
	                         "empty|emptiness|falsy|falsey|truthy|truth|false");
}
