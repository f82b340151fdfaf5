#include "judge/steps.h"

#include "judge/order.h"
#include "judge/text.h"

#include <string.h>

#define TOKENS_MAX 3000 /* of one text: each pair is looked for among all others */
#define VALUE_MAX  60
#define TOLD_MAX   600

/* Comments and layout are no code, but no harm either: they are words as well. */
static bool has_both(const struct tora_tokens *text, const struct tora_token *two)
{
	for (size_t i = 0; i + 1 < text->of.n; i++)
		if (tora_sv_eq(text->of.at[i].text, two[0].text) &&
		    tora_sv_eq(text->of.at[i + 1].text, two[1].text))
			return true;
	return false;
}

struct told { /* pairs of neighbours that `text` has and `other` does not */
	size_t all, in_head;
};

static struct told count(const struct tora_tokens *text, const struct tora_tokens *other,
                         const struct tora_tokens *head)
{
	struct told ret = { 0 };

	for (size_t i = 0; i + 1 < text->of.n; i++) {
		if (has_both(other, &text->of.at[i]))
			continue;
		ret.all++;
		ret.in_head += has_both(head, &text->of.at[i]);
	}
	return ret;
}

struct texts {
	struct tora_sv before, after, head;
};

static bool is_cut(const struct tora_tokens *text)
{
	return text->of.n == TOKENS_MAX;
}

/* Lines that changed places or were doubled, another indentation, a text too long to be read: where nothing is seen, it is
 * not known, and what is not known was not replaced. */
static bool stands(const struct texts *t, struct tora_arena *arena, bool *ret_changed)
{
	struct tora_tokens before = { 0 }, after = { 0 }, head = { 0 };
	struct told put, taken;

	if (tora_sv_eq(t->before, t->after))
		return false;
	*ret_changed = true;
	if (tora_sv_eq(t->before, t->head))
		return false;
	tora_text_tokens(t->before, TOKENS_MAX, arena, &before);
	tora_text_tokens(t->after, TOKENS_MAX, arena, &after);
	tora_text_tokens(t->head, TOKENS_MAX, arena, &head);
	if (is_cut(&before) || is_cut(&after) || is_cut(&head))
		return true;
	put = count(&after, &before, &head);
	taken = count(&before, &after, &head);
	if (put.all)
		return put.in_head > 0;
	return !taken.all || taken.in_head < taken.all;
}

static bool stands_in_files(const struct tora_change *step, const struct tora_change *branch,
                            struct tora_arena *arena)
{
	bool changed = false;

	for (size_t i = 0; i < step->files.n; i++) {
		const struct tora_file_change *f = &step->files.at[i];

		for (size_t k = 0; k < branch->files.n && f->role == TORA_FILE_SOURCE; k++) {
			const struct tora_file_change *now = &branch->files.at[k];
			struct texts texts = { f->base_text, f->head_text, now->head_text };

			if (strcmp(now->path, f->path) == 0 && stands(&texts, arena, &changed))
				return true;
		}
	}
	return false;
}

bool tora_steps_stands(const struct tora_change *step, const struct tora_change *branch,
                       const char *function)
{
	struct tora_arena *arena = tora_arena_new(); /* that of a check lives as long as it */
	const struct tora_function *f = tora_change_function(step, function);
	const struct tora_function *now = tora_change_function(branch, function);
	bool changed = false, ret = false;

	if (f && now) {
		struct texts texts = { f->base_body, f->head_body, now->head_body };

		ret = stands(&texts, arena, &changed);
	}
	if (!changed)
		ret = stands_in_files(step, branch, arena);
	tora_arena_free(arena);
	return ret;
}

/* The statement that shows it, in most tests the last line. */
static struct tora_sv last_line(struct tora_sv test)
{
	struct tora_sv line, ret = tora_sv("");

	while (tora_sv_line(&test, &line))
		if (tora_sv_trim(line).len > 1)
			ret = tora_sv_trim(line);
	return ret;
}

static bool is_of_printing(struct tora_token t)
{
	static const char *const words[] = { "print", "console", "log", "printf", "n" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (tora_sv_is(t.text, words[i]))
			return true;
	return t.kind == TORA_TOKEN_STRING && tora_sv_has(t.text, "%");
}

static bool makes_the_call(struct tora_sv line, struct tora_sv call)
{
	struct tora_scan scan = { .text = call };
	struct tora_token t;
	size_t n = 0;

	while (tora_scan_solid(&scan, &t)) {
		if (t.kind == TORA_TOKEN_PUNCT || is_of_printing(t))
			continue;
		n++;
		if (!tora_text_has_word(line, t.text, false))
			return false;
	}
	return n > 1;
}

bool tora_steps_asserted(const struct tora_finding *f, const struct tora_intent *intent)
{
	struct tora_sv call = last_line(tora_sv(f->test)), after = tora_sv(f->difference.after);

	for (size_t i = 0; i < f->facts.n; i++)
		if (strcmp(f->facts.at[i], "changed-test-itself") == 0)
			return true;
	for (size_t i = 0; i < intent->test_lines.n && after.len; i++) {
		struct tora_sv line = tora_sv(intent->test_lines.at[i]);

		if (tora_text_has_word(line, after, false) && makes_the_call(line, call))
			return true;
	}
	return false;
}

const char *tora_steps_told(const struct tora_finding *f, struct tora_arena *arena)
{
	struct tora_str text = TORA_STR_INIT(TOLD_MAX);
	const char *ret;

	for (size_t i = 0; i < f->steps.n; i++) {
		const struct tora_finding_step *s = &f->steps.at[i];

		if (!i)
			tora_str_addf(&text, "Commit by commit: %s",
			              tora_text_line(arena, tora_sv(s->before), VALUE_MAX));
		tora_str_addf(&text, ", %s with '%s'",
		              tora_text_line(arena, tora_sv(s->after), VALUE_MAX),
		              tora_text_line(arena, tora_sv(s->subject), VALUE_MAX));
	}
	if (f->steps.n)
		tora_str_addc(&text, '.');
	ret = text.over ? "" : tora_arena_text(arena, tora_str_view(&text));
	tora_str_free(&text);
	return ret;
}

bool tora_steps_is_news(const struct tora_finding *f, const struct tora_finding *findings, size_t n)
{
	if (f->verdict != TORA_VERDICT_UNINTENDED && f->verdict != TORA_VERDICT_UNSURE)
		return false; /* of those, one stands for all */
	for (size_t i = 0; i < n; i++)
		if (tora_order_same(&findings[i], f) &&
		    tora_oid_eq(&findings[i].commit, &f->commit))
			return false;
	return true;
}
