#include "judge/raised.h"

#include "judge/signature.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <string.h>

#define LINE_MAX                                                                                   \
	400 /* bytes of a line that somebody wrote; a longer one is of a program's making */

struct tora_sv tora_raised_line(struct tora_sv text, unsigned number)
{
	struct tora_sv line;

	while (number && tora_sv_line(&text, &line)) {
		if (--number)
			continue;
		line = tora_sv_trim(line);
		return line.len <= LINE_MAX ? line : tora_sv("");
	}
	return tora_sv("");
}

static const struct tora_frame *last_frame(const struct tora_exception *x)
{
	return x && x->frames.n ? &x->frames.at[x->frames.n - 1] : NULL;
}

const struct tora_sv *tora_raised_text(const struct tora_change *change, const char *path,
                                       enum tora_side side)
{
	for (size_t i = 0; change && path && i < change->files.n; i++) {
		const struct tora_file_change *f = &change->files.at[i];
		const char *name = side == TORA_BASE && f->old_path ? f->old_path : f->path;

		if (strcmp(name, path) == 0)
			return side == TORA_BASE ? &f->base_text : &f->head_text;
	}
	return NULL;
}

const char *tora_raised_unread(const struct tora_change *change, const struct tora_exception *x,
                               enum tora_side side)
{
	const struct tora_frame *last = last_frame(x);
	const char *path = last && !x->line.len ? tora_build_path(last->file) : NULL;

	return path && *path && !tora_raised_text(change, path, side) ? path : NULL;
}

/* "NoPageError", or what the error calls itself. */
static bool names_error(struct tora_sv name, struct tora_sv type)
{
	return (type.len && tora_sv_eq(name, type)) || tora_sv_ends(name, "Error") ||
	       tora_sv_ends(name, "Exception");
}

/* What follows `raise`: `m.NoPage(x)` and `new NoPage(x)` make one, `NoPage` names a class, `error` is one that there
 * was; `error.with_traceback(None)` is the same one. */
static enum tora_raised what_follows(struct tora_scan *scan)
{
	struct tora_token t;
	struct tora_sv name = { .at = NULL };
	bool after_dot = false;
	size_t n = 0;

	while (tora_scan_solid(scan, &t)) {
		if (tora_sv_is(t.text, "new") || (name.len && tora_sv_is(t.text, "(")))
			return tora_sv_is(name, "with_traceback") ? TORA_RAISED_ON
			                                          : TORA_RAISED_OWN;
		if (t.kind == TORA_TOKEN_WORD && (!name.len || after_dot))
			name = t.text;
		else if (!tora_sv_is(t.text, ".") && !(tora_sv_is(t.text, "(") && !name.len))
			break;
		after_dot = tora_sv_is(t.text, ".");
	}
	while (n < name.len && name.at[n] == '_')
		n++;
	if (n < name.len && isupper((unsigned char)name.at[n]))
		return TORA_RAISED_OWN;
	return name.len ? TORA_RAISED_ON : TORA_RAISED_NOT;
}

static bool begins_comment(const struct tora_scan *scan, struct tora_sv token)
{
	char next = scan->at < scan->text.len ? scan->text.at[scan->at] : '\0';

	return (tora_sv_is(token, "#") && next == ' ') || (tora_sv_is(token, "/") && next == '/');
}

/* Where a statement may begin: after nothing, after a mark of these, after "else". */
static bool may_begin(struct tora_sv token)
{
	return !token.len || (token.len == 1 && strchr("{};:)", *token.at)) ||
	       tora_sv_is(token, "else");
}

static enum tora_raised by_line(struct tora_sv line, struct tora_sv type)
{
	struct tora_scan scan = { .text = line };
	struct tora_sv before = { .at = NULL };
	struct tora_token t;
	bool makes = false; /* what follows is the name of a class */

	while (tora_scan_solid(&scan, &t) && !begins_comment(&scan, t.text)) {
		if ((tora_sv_is(t.text, "raise") || tora_sv_is(t.text, "throw")) &&
		    may_begin(before))
			return what_follows(&scan);
		if (makes && names_error(t.text, type))
			return TORA_RAISED_OWN;
		makes = tora_sv_is(t.text, "new") ||
		        (makes && (t.kind == TORA_TOKEN_WORD || tora_sv_is(t.text, ".")));
		before = t.text;
	}
	return TORA_RAISED_NOT;
}

/* The constructor of a class of errors: where one is made is one frame further out. */
static bool is_making(struct tora_sv line, const char *function, struct tora_sv type)
{
	return tora_sv_starts(line, "super(") && strncmp(function, "new ", 4) == 0 &&
	       names_error(tora_text_last(function + 4), type);
}

enum tora_raised tora_raised_by(struct tora_sv line, const char *function, struct tora_sv type)
{
	enum tora_raised ret =
		is_making(line, function, type) ? TORA_RAISED_OWN : by_line(line, type);

	if (ret == TORA_RAISED_OWN &&
	    (tora_sv_is(type, "NotImplementedError") || tora_sv_is(type, "AssertionError")))
		return TORA_RAISED_ON;
	return ret;
}

enum tora_raised tora_raised_in(const struct tora_change *change, const struct tora_exception *x,
                                enum tora_side side)
{
	const struct tora_frame *last = last_frame(x);
	const char *path = last ? tora_build_path(last->file) : NULL;
	const struct tora_sv *text = path ? tora_raised_text(change, path, side) : NULL;

	if (!path)
		return TORA_RAISED_NOT;
	return tora_raised_by(text ? tora_raised_line(*text, last->line) : x->line, last->function,
	                      tora_text_last(x->type));
}

bool tora_raised_in_test(const struct tora_exception *x)
{
	return x && x->frames.n && strcmp(x->frames.at[x->frames.n - 1].file, TORA_TEST_FILE) == 0;
}

bool tora_raised_too_deep(const struct tora_exception *x)
{
	return x && x->message && tora_words_match(tora_sv(x->type), "RecursionError|RangeError") &&
	       tora_words_match(tora_sv(x->message), "maximum call stack|maximum recursion depth");
}

bool tora_raised_by_caller(const struct tora_exception *x)
{
	size_t n = x ? x->frames.n : 0;

	if (n < 3 || strcmp(x->frames.at[n - 1].file, TORA_TEST_FILE) != 0)
		return false;
	for (size_t i = 1; i + 1 < n; i++)
		if (strncmp(x->frames.at[i].file, TORA_MOUNT "/", sizeof TORA_MOUNT) == 0)
			return true;
	return false;
}
