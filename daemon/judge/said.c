#include "judge/said.h"

#include "judge/edited.h"
#include "judge/edition.h"
#include "judge/otherwise.h"
#include "judge/text.h"
#include "judge/words.h"
#include "model/diff.h"

#define MESSAGES_MAX (32u << 10)
#define LINES_MAX    (1u << 20)

/* "See the changelog": what it says there is what the message says. */
static bool points_at_changelog(const struct tora_intent *intent)
{
	for (size_t i = 0; i < intent->messages.n; i++)
		if (tora_words_match(tora_sv(intent->messages.at[i].text),
		                     "see the changelog|see changelog|see the change log|"
		                     "see the news|"
		                     "see the release notes|told in the changelog|"
		                     "are in the changelog|is in the changelog|"
		                     "described in the changelog|listed in the changelog|"
		                     "the changelog says|the changelog tells|the changelog has"))
			return true;
	return false;
}

static struct tora_sv all_messages(const struct tora_intent *intent, struct tora_arena *arena)
{
	struct tora_str all = TORA_STR_INIT(MESSAGES_MAX);
	struct tora_sv ret;
	size_t i;

	/* Asked for every difference: the start of what was said must do. */
	for (i = 0; i < intent->messages.n; i++) {
		tora_str_add_clip(&all, tora_sv(intent->messages.at[i].text));
		tora_str_add_clip(&all, TORA_SV("\n"));
	}
	if (!intent->messages.n && intent->title)
		tora_str_add_clip(&all, tora_sv(intent->title));
	for (i = 0; points_at_changelog(intent) && i < intent->changelog.n; i++) {
		tora_str_add_clip(&all, tora_sv(intent->changelog.at[i]));
		tora_str_add_clip(&all, TORA_SV("\n"));
	}
	ret = tora_arena_sv(arena, tora_str_view(&all));
	tora_str_free(&all);
	return ret;
}

/* The changed lines of source files on one side of the diff, '+' or '-', as one text. */
static struct tora_sv changed_lines(const struct tora_change *change, char side,
                                    struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(LINES_MAX);
	struct tora_sv rest = change->source_diff, line, ret;
	char mark;

	while ((mark = tora_diff_line(&rest, &line)))
		if (mark == side && line.len) {
			tora_str_add_clip(&out, line);
			tora_str_add_clip(&out, TORA_SV("\n"));
		}
	ret = tora_arena_sv(arena, tora_str_view(&out));
	tora_str_free(&out);
	return ret;
}

static struct tora_sv joined(const char *const *lines, size_t n, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(LINES_MAX);
	struct tora_sv ret;
	size_t i;

	for (i = 0; i < n; i++) {
		tora_str_add_clip(&out, tora_sv(lines[i]));
		tora_str_add_clip(&out, TORA_SV("\n"));
	}
	ret = tora_arena_sv(arena, tora_str_view(&out));
	tora_str_free(&out);
	return ret;
}

void tora_said(const struct tora_intent *intent, const struct tora_change *change,
               struct tora_arena *arena, struct tora_said *ret)
{
	ret->messages = all_messages(intent, arena);
	ret->tests = joined(intent->test_lines.at, intent->test_lines.n, arena);
	ret->docs = joined(intent->docs.at, intent->docs.n, arena);
	ret->added = change ? changed_lines(change, '+', arena) : tora_sv("");
	ret->removed = change ? changed_lines(change, '-', arena) : tora_sv("");
	ret->is_otherwise = tora_otherwise_said(intent);
	ret->is_edition = tora_edition_of_tables(ret->messages, ret->added);
	ret->names = (struct tora_new_names){ 0 };
	ret->release = (struct tora_release){ 0 };
	ret->expects_otherwise = change && tora_edited_expectation(change, arena);
	tora_domain_read(change ? change->readme : tora_sv(""), arena, &ret->domain);
	tora_bounds_read(change ? change->readme : tora_sv(""), arena, &ret->bounds);
	ret->relations = (struct tora_relations){ .of = { 0 } };
	ret->usage = (struct tora_usage){ .of = { 0 } };
	ret->edits = (struct tora_likewise){ .of = { 0 } };
	if (!change)
		return;
	tora_bounds_read_docs(change, arena, &ret->bounds);
	tora_relations_read_change(change, arena, &ret->relations);
	tora_usage_read(change, arena, &ret->usage);
	tora_likewise_read(change, arena, &ret->edits);
	tora_new_names(change, ret->messages, arena, &ret->names);
	tora_release(change, arena, &ret->release);
}

bool tora_said_speaks(const struct tora_said *said, const struct tora_intent *intent,
                      const char *phrases)
{
	for (size_t i = 0; i < intent->changelog.n; i++)
		if (tora_words_match(tora_sv(intent->changelog.at[i]), phrases))
			return true;
	return tora_words_match(said->messages, phrases);
}

bool tora_said_names(const struct tora_said *said, const struct tora_intent *intent,
                     struct tora_sv name)
{
	for (size_t i = 0; i < intent->changelog.n; i++)
		if (tora_text_has_word(tora_sv(intent->changelog.at[i]), name, false))
			return true;
	return tora_text_has_word(said->messages, name, false);
}
