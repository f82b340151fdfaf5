/*
 * says.c - see says.h.
 */
#include "change/says.h"

#include "change/change.h"
#include "change/roles.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- lines the diff adds ---------------------------------------------------------------------- */

static struct tora_sv clip(struct tora_sv line)
{
	if (line.len > TORA_SAYS_LINE_MAX) {
		line.len = TORA_SAYS_LINE_MAX;
		while (line.len && ((unsigned char)line.at[line.len] & 0xc0) == 0x80)
			line.len--; /* not in the middle of a character */
	}
	return line;
}

static bool is_added(const struct tora_file_change *f, unsigned line, size_t *hunk)
{
	while (*hunk < f->hunks.n &&
	       line >= f->hunks.at[*hunk].head_first + f->hunks.at[*hunk].head_count)
		++*hunk;
	return *hunk < f->hunks.n && line >= f->hunks.at[*hunk].head_first;
}

static const char *added_line(struct tora_arena *arena, struct tora_sv line)
{
	struct tora_str out = TORA_STR_INIT(8 * TORA_SAYS_LINE_MAX);
	const char *text;

	tora_str_add_escaped(&out, clip(line), true);
	text = tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&out);
	return text;
}

struct added { /* walks over the lines a file's head side adds */
	const struct tora_file_change *file;
	struct tora_sv rest;
	unsigned number;
	size_t hunk;
	struct tora_sv entry; /* first line of one that was too long and goes on; empty */
};

/* One with nothing in it counts as the others do. */
static bool next_line(struct added *a, struct tora_sv *ret)
{
	while (tora_sv_line(&a->rest, ret)) {
		a->number++;
		if (is_added(a->file, a->number, &a->hunk))
			return true;
	}
	return false;
}

static bool next_added(struct added *a, struct tora_arena *arena, const char **ret)
{
	struct tora_sv line;

	while (next_line(a, &line))
		if (tora_sv_trim(line).len) {
			*ret = added_line(arena, line);
			return true;
		}
	return false;
}

/* ---- entries of a changelog --------------------------------------------------------------------- */

#define WRAPPED_MIN 50 /* bytes: nobody breaks shorter lines */

static size_t indent(struct tora_sv line)
{
	return (size_t)(tora_sv_trim(line).at - line.at);
}

/* "- ", "* ", "1. " */
static bool has_bullet(struct tora_sv line)
{
	struct tora_sv text = tora_sv_trim(line);
	size_t i = 0;

	while (i < text.len && isdigit((unsigned char)text.at[i]))
		i++;
	if (i && i < text.len && tora_one_of(text.at[i], ".)"))
		return i + 1 < text.len && text.at[i + 1] == ' ';
	return text.len > 1 && tora_one_of(text.at[0], "-*+") && text.at[1] == ' ';
}

/* "====" below a heading */
static bool is_rule(struct tora_sv line)
{
	struct tora_sv text = tora_sv_trim(line);
	size_t i = 0;

	while (i < text.len && text.at[i] == text.at[0])
		i++;
	return i == text.len && !isalnum((unsigned char)text.at[0]);
}

/*
 * Does the entry that began with `first` and came to `last` go on in `line`? What stands below a bullet and further in does;
 * without a bullet, what stands as far in and begins as the middle of a sentence does, unless the line before was short or
 * ended its own: that is a list.
 */
static bool goes_on(struct tora_sv first, struct tora_sv last, struct tora_sv line)
{
	struct tora_sv text = tora_sv_trim(line), before = tora_sv_trim(last);

	if (!text.len || has_bullet(line) || is_rule(line) || is_rule(last) || text.at[0] == '#' ||
	    tora_sv_trim(first).at[0] == '#')
		return false;
	if (has_bullet(first))
		return indent(line) > indent(first);
	return indent(line) == indent(last) && last.len >= WRAPPED_MIN &&
	       islower((unsigned char)text.at[0]) &&
	       !tora_one_of(before.at[before.len - 1], ".:!?)");
}

/* One text, whatever lines it has: "no longer" may stand at the end of one and the beginning of the next. */
static bool next_entry(struct added *a, struct tora_arena *arena, const char **ret)
{
	struct tora_str all = TORA_STR_INIT(TORA_SAYS_LINE_MAX);
	struct tora_sv first = a->entry, last = { NULL, 0 }, line;
	struct added ahead = *a;
	bool any;

	ahead.entry = last;
	while (next_line(&ahead, &line)) {
		bool is_full = all.len && all.len + 1 + tora_sv_trim(line).len > TORA_SAYS_LINE_MAX;

		if (all.len && (ahead.number != a->number + 1 || !goes_on(first, last, line)))
			break;
		if (is_full) {
			a->entry = first;
			break;
		}
		*a = ahead;
		if (all.len) {
			tora_str_addc(&all, ' ');
			tora_str_add(&all, tora_sv_trim(line));
		} else if (tora_sv_trim(line).len) {
			if (!first.len)
				first = line;
			tora_str_add(&all, clip(line));
		}
		last = line;
	}
	any = all.len;
	if (any)
		*ret = added_line(arena, tora_str_view(&all));
	tora_str_free(&all);
	return any;
}

void tora_says_lines(const struct tora_change *change, struct tora_arena *arena,
                     struct tora_intent *intent)
{
	for (size_t i = 0; i < change->files.n; i++) {
		const struct tora_file_change *f = &change->files.at[i];
		struct added a = { .file = f, .rest = f->head_text };
		bool news = tora_role_is_changelog(f->path);
		const char *line;

		if (f->is_withheld) /* these lines are quoted in prompts */
			continue;
		if (f->role == TORA_FILE_TEST)
			while (intent->test_lines.n < TORA_SAYS_LINES_MAX &&
			       next_added(&a, arena, &line))
				*tora_vec_push(arena, &intent->test_lines) = line;
		if (f->role == TORA_FILE_DOC && news)
			while (intent->changelog.n < TORA_SAYS_LINES_MAX &&
			       next_entry(&a, arena, &line))
				*tora_vec_push(arena, &intent->changelog) = line;
		if (f->role == TORA_FILE_DOC && !news)
			while (intent->docs.n < TORA_SAYS_LINES_MAX && next_added(&a, arena, &line))
				*tora_vec_push(arena, &intent->docs) = line;
	}
}

void tora_change_say_beside(const struct tora_intent *said, struct tora_arena *arena,
                            struct tora_intent *intent)
{
	size_t had = intent->changelog.n + intent->docs.n;

	for (size_t i = 0; i < said->changelog.n && intent->changelog.n < TORA_SAYS_LINES_MAX; i++)
		*tora_vec_push(arena, &intent->changelog) = said->changelog.at[i];
	for (size_t i = 0; i < said->docs.n && intent->docs.n < TORA_SAYS_LINES_MAX; i++)
		*tora_vec_push(arena, &intent->docs) = said->docs.at[i];
	intent->beside += intent->changelog.n + intent->docs.n - had;
}

/* ---- issues -------------------------------------------------------------------------------------- */

static void add_issue(struct tora_arena *arena, struct tora_intent *intent, struct tora_sv text)
{
	text = tora_sv_trim(clip(text));
	if (text.len == 0 || intent->issues.n >= TORA_SAYS_ISSUES_MAX)
		return;
	for (size_t i = 0; i < intent->issues.n; i++)
		if (tora_sv_is(text, intent->issues.at[i]))
			return;
	*tora_vec_push(arena, &intent->issues) = tora_arena_text(arena, text);
}

/* Does the first word of the text point somewhere: "#3", "owner/name#3", an address? */
static bool points_somewhere(struct tora_sv text)
{
	size_t len = 0;

	text = tora_sv_trim(text);
	while (len < text.len && text.at[len] != ' ')
		len++;
	text.len = len;
	return tora_sv_has(text, "://") || (len > 1 && memchr(text.at, '#', len - 1));
}

static bool has_digit(struct tora_sv text)
{
	for (size_t i = 0; i < text.len; i++)
		if (isdigit((unsigned char)text.at[i]))
			return true;
	return false;
}

/* "Fixes: PROJ-1", "Closes #3", "See https://...": the line names what the change is about. */
static bool is_reference_line(struct tora_sv line)
{
	static const char *const words[] = { "fix",      "fixes",   "fixed",    "close",
		                             "closes",   "closed",  "resolve",  "resolves",
		                             "resolved", "see",     "see-also", "refs",
		                             "ref",      "related", "bug",      "issue",
		                             "part-of",  NULL };
	struct tora_sv rest;
	size_t len = 0;

	while (len < line.len && (isalpha((unsigned char)line.at[len]) || line.at[len] == '-'))
		len++;
	if (len == line.len || (line.at[len] != ':' && line.at[len] != ' '))
		return false;
	rest = (struct tora_sv){ line.at + len + 1, line.len - len - 1 };
	for (const char *const *w = words; *w; w++)
		if (strlen(*w) == len && strncasecmp(line.at, *w, len) == 0)
			return has_digit(rest) && (line.at[len] == ':' || points_somewhere(rest));
	return false;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '&';
}

/* "#12" with an owner/name or "GH" in front of it, anywhere in the text. */
static void add_numbers(struct tora_arena *arena, struct tora_intent *intent, struct tora_sv text)
{
	for (size_t i = 0; i + 1 < text.len; i++) {
		size_t from = i, to = i + 1;
		bool gh = text.len - i > 3 &&
		          (tora_sv_starts((struct tora_sv){ text.at + i, text.len - i }, "GH-"));
		if (text.at[i] != '#' && !gh)
			continue;
		if (gh)
			to = i + 3;
		while (to < text.len && isdigit((unsigned char)text.at[to]))
			to++;
		while (from > 0 && text.at[i] == '#' &&
		       (is_word(text.at[from - 1]) || strchr("-./", text.at[from - 1])))
			from--;
		/* "abc#12" is no reference, "owner/name#12" is. */
		if (from < i && !memchr(text.at + from, '/', i - from))
			continue;
		if (to > i + (gh ? 3 : 1) && to - i <= 10 &&
		    (to == text.len || !is_word(text.at[to])))
			add_issue(arena, intent, (struct tora_sv){ text.at + from, to - from });
		i = to - 1;
	}
}

void tora_says_issues(struct tora_arena *arena, struct tora_intent *intent)
{
	for (size_t i = 0; i < intent->messages.n; i++) {
		struct tora_sv rest = tora_sv(intent->messages.at[i].text), line;
		while (tora_sv_line(&rest, &line)) {
			line = tora_sv_trim(line);
			if (is_reference_line(line))
				add_issue(arena, intent, line);
		}
	}
	for (size_t i = 0; i < intent->messages.n; i++)
		add_numbers(arena, intent, tora_sv(intent->messages.at[i].text));
}
