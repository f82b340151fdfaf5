#include "judge/wrote.h"

#include "judge/text.h"
#include "judge/words.h"
#include "model/build.h"

#include <string.h>

#define LITERAL_MIN 12 /* bytes of a message that are not found by chance */
#define LITERAL_MAX 20 /* and after which a source begins its second line */

/* 'datetime.date' in "not supported between 'datetime.date' and 'int'": a value, or the name of a type. */
static bool is_quoted(struct tora_sv text, size_t from, size_t to)
{
	return from && to < text.len && text.at[from - 1] == text.at[to] &&
	       strchr("'\"", text.at[to]) && !memchr(text.at + from, ' ', to - from);
}

bool tora_wrote_run(struct tora_sv added, struct tora_sv text, bool values)
{
	struct tora_sv run;
	size_t i, from = 0;

	for (i = 0; i <= text.len; i++) {
		if (i < text.len && !strchr("'\"0123456789{}", text.at[i]))
			continue;
		run = (struct tora_sv){ text.at + from, i - from };
		if (run.len > LITERAL_MAX)
			run.len = LITERAL_MAX;
		if (run.len >= LITERAL_MIN && (values || !is_quoted(text, from, i)) &&
		    tora_text_find(added, run, 0, false) < added.len)
			return true;
		from = i + 1;
	}
	return false;
}

bool tora_wrote_message(struct tora_sv added, const char *message)
{
	return tora_wrote_run(added, tora_sv(message), false);
}

/* Where `raise m.T` or `throw new T` ends in a line; 0: nowhere. What a comment says, nobody does. */
static size_t raise_end(struct tora_sv line, struct tora_sv type)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t;
	bool raises = false;

	while (tora_scan_solid(&scan, &t)) {
		char next = scan.at < line.len ? line.at[scan.at] : '\0';

		if ((tora_sv_is(t.text, "#") && next == ' ') ||
		    (tora_sv_is(t.text, "/") && next == '/'))
			return 0;
		if (raises && tora_sv_eq(t.text, type) && next != '.')
			return scan.at;
		raises = tora_words_match(t.text, "raise|throw|new") ||
		         (raises && (t.kind == TORA_TOKEN_WORD || tora_sv_is(t.text, ".")));
	}
	return 0;
}

bool tora_wrote_raise(const struct tora_change *change, const struct tora_exception *x,
                      struct tora_sv type)
{
	const struct tora_frame *last = x && x->frames.n ? &x->frames.at[x->frames.n - 1] : NULL;
	const char *path = last ? tora_build_path(last->file) : NULL;
	const struct tora_file_change *file = path ? tora_change_file(change, path) : NULL;

	return file && type.len && raise_end(tora_text_nth(file->head_text, last->line), type) > 0;
}

/* How many lines catch this type: `except (KeyError, ValueError):`, `except Exception:`, `} catch (error) {`. */
static unsigned count_catches(struct tora_sv lines, struct tora_sv type)
{
	struct tora_sv line;
	unsigned n = 0;

	while (tora_sv_line(&lines, &line)) {
		line = tora_sv_trim(line);
		n += tora_sv_starts(line, "except:") ||
		     (tora_sv_starts(line, "except ") &&
		      (tora_text_has_word(line, type, false) ||
		       tora_words_match(line, "Exception|BaseException"))) ||
		     tora_sv_starts(line, "} catch") || tora_sv_starts(line, "catch (") ||
		     tora_sv_starts(line, "catch {");
	}
	return n;
}

bool tora_wrote_catch(struct tora_sv added, struct tora_sv removed, struct tora_sv type)
{
	return type.len && count_catches(added, type) > count_catches(removed, type);
}

bool tora_wrote_catch_for(const struct tora_change *change, const struct tora_function *f,
                          struct tora_sv type)
{
	unsigned n = count_catches(f->head_body, type);

	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *helper = &change->functions.at[i];

		if (helper != f && helper->kind == TORA_CHANGE_ADDED && !helper->is_class &&
		    tora_text_calls(f->head_body, tora_text_last(helper->name)))
			n += count_catches(helper->head_body, type);
	}
	return type.len && n > count_catches(f->base_body, type);
}

/* `raise T("...` in what was added: all that raise this type do so in words that can be compared. */
static bool adds_raise_in_words(struct tora_sv added, struct tora_sv type)
{
	struct tora_sv line;
	bool found = false;

	while (tora_sv_line(&added, &line)) {
		size_t at = raise_end(line, type);

		if (!at)
			continue;
		at += at < line.len && line.at[at] == '(';
		at += at < line.len && strchr("fr", line.at[at]);
		if (at >= line.len || !strchr("\"'`", line.at[at]))
			return false;
		found = true;
	}
	return found;
}

bool tora_wrote_others(struct tora_sv type, struct tora_sv added, const char *message)
{
	return type.len && tora_wrote_message(tora_sv(message), message) &&
	       !tora_wrote_message(added, message) && adds_raise_in_words(added, type);
}
