#include "judge/swallowed.h"

#include "judge/block.h"
#include "judge/said.h"
#include "judge/text.h"
#include "model/build.h"

#include <string.h>

#define WORDS_MAX 16 /* of the line that opens a block, each looked for in all of the test */

/* It came through a function that is changed: that may be why it does not come. */
static bool came_through_change(const struct tora_case *c)
{
	const struct tora_exception *x = c->before->exception;

	for (size_t i = 0; i < x->frames.n; i++)
		for (size_t k = 0; k < c->change->functions.n; k++) {
			const struct tora_function *f = &c->change->functions.at[k];
			const struct tora_frame *frame = &x->frames.at[i];
			const char *path = tora_build_path(frame->file);

			if (path && !f->is_class && frame->line >= f->base_first &&
			    frame->line <= f->base_last && strcmp(path, f->file) == 0)
				return true;
		}
	return false;
}

/* `return self.close()`: neither `return` nor `return None`. */
static bool gives_something(struct tora_sv body)
{
	struct tora_sv line;

	while (tora_sv_line(&body, &line)) {
		struct tora_scan scan = { .text = line };
		struct tora_token t;

		if (tora_scan_solid(&scan, &t) && tora_sv_is(t.text, "return") &&
		    tora_scan_solid(&scan, &t) && !tora_sv_is(t.text, "None") &&
		    !tora_sv_is(t.text, "False") && !tora_sv_is(t.text, "#"))
			return true;
	}
	return false;
}

/* A class whose way out of a block is changed: `f` is __exit__, or called there. */
static bool is_way_out(const struct tora_case *c, const struct tora_function *f,
                       struct tora_sv class)
{
	static const char way_out[] = "__exit__";
	const struct tora_file_change *file = tora_change_file(c->change, f->file);
	struct tora_sv name = tora_text_last(f->name), body;

	if (!file || !class.len || f->is_class)
		return false;
	body = tora_block_defined(tora_block_defined(file->head_text, "class", class), "def",
	                          tora_sv(way_out));
	return gives_something(body) && (tora_sv_is(name, way_out) || tora_text_calls(body, name));
}

/* `with Journal(file) as journal:`, or `with journal:` of a name for such a one. */
static bool is_block_of(struct tora_sv test, struct tora_sv opener, struct tora_sv class)
{
	struct tora_scan scan = { .text = opener };
	struct tora_token word, t;
	struct tora_sv line;
	unsigned asked = 0;

	if (tora_text_calls(opener, class))
		return true;
	for (; asked < WORDS_MAX && tora_scan_solid(&scan, &word); asked++)
		for (struct tora_sv rest = test; tora_sv_line(&rest, &line);) {
			struct tora_scan set = { .text = line };

			if (tora_scan_solid(&set, &t) && t.kind == TORA_TOKEN_WORD &&
			    tora_sv_eq(t.text, word.text) && tora_scan_solid(&set, &t) &&
			    tora_sv_is(t.text, "=") && tora_text_calls(line, class))
				return true;
		}
	return false;
}

/* The line of the test that opens the block which an error was met in; 0: in none. */
static unsigned block_of(struct tora_sv test, const struct tora_exception *x)
{
	unsigned ret = 0;

	for (size_t i = 0; x && i < x->frames.n && !ret; i++)
		if (strcmp(x->frames.at[i].file, TORA_TEST_FILE) == 0)
			ret = tora_block_around(test, x->frames.at[i].line, "with ");
	return ret;
}

bool tora_swallowed(const struct tora_case *c)
{
	static const char words[] =
		"error|errors|exception*|fail*|raise|raises|raised|raising|suppress*|swallow*|"
		"ignore*|propagat*|catch|catches|caught|tolerat*|with block*|with statement*|"
		"context manager*|__exit__|abort*|crash*";
	enum tora_difference_kind kind = c->difference->kind;
	struct tora_sv test = tora_sv(c->test);
	unsigned opens;

	if ((kind != TORA_DIFF_EXCEPTION_GONE && kind != TORA_DIFF_EXCEPTION_CHANGED) ||
	    !c->before->exception || !c->said || !c->change)
		return false;
	opens = block_of(test, c->before->exception);
	if (!opens || block_of(test, c->after->exception) == opens || came_through_change(c) ||
	    tora_said_speaks(c->said, c->intent, words))
		return false;
	for (size_t i = 0; i < c->change->functions.n; i++) {
		const struct tora_function *f = &c->change->functions.at[i];
		struct tora_sv class = tora_text_owner(f->name);

		if (is_block_of(test, tora_text_nth(test, opens), class) && is_way_out(c, f, class))
			return true;
	}
	return false;
}
