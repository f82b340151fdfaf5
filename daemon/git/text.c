#include "git/text.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <iconv.h>
#include <string.h>
#include <strings.h>

#define PARENTS_MAX 4096
static const char cut_mark[] = " [...]";

/* ---- commit objects ------------------------------------------------------------------ */

static struct tora_sv after(struct tora_sv line, const char *prefix)
{
	size_t n = strlen(prefix);

	return (struct tora_sv){ line.at + n, line.len - n };
}

/* "A U Thor <a@b.c> 1700000000 +0100" */
static const char *mail_of(struct tora_sv who, struct tora_arena *arena)
{
	const char *from = memchr(who.at, '<', who.len), *to;

	if (!from)
		return "";
	from++;
	to = memchr(from, '>', who.len - (size_t)(from - who.at));
	if (!to)
		return "";
	return tora_text_utf8((struct tora_sv){ from, (size_t)(to - from) }, "", 256, arena);
}

static int add_parent(struct tora_sv hex, struct tora_arena *arena, struct tora_commit *c,
                      struct tora_err *err)
{
	if (c->parents.n == PARENTS_MAX)
		return tora_fail(err, TORA_E_LIMIT, "a commit with over %d parents", PARENTS_MAX);
	if (!tora_oid_parse(hex, tora_vec_push(arena, &c->parents)))
		return tora_fail(err, TORA_E_FORMAT, "a commit with a broken parent line");
	return TORA_OK;
}

int tora_commit_parse(struct tora_sv raw, struct tora_arena *arena, struct tora_commit *ret,
                      struct tora_err *err)
{
	struct tora_commit c = { .author = "", .encoding = "" };
	struct tora_sv rest = raw, line;
	int rc;

	if (!tora_sv_line(&rest, &line) || !tora_sv_starts(line, "tree ") ||
	    !tora_oid_parse(after(line, "tree "), &c.tree))
		return tora_fail(err, TORA_E_FORMAT, "a commit without a tree line");
	while (tora_sv_line(&rest, &line) && line.len) {
		if (tora_sv_starts(line, "parent ")) {
			rc = add_parent(after(line, "parent "), arena, &c, err);
			if (rc)
				return rc;
		} else if (tora_sv_starts(line, "author ")) {
			c.author = mail_of(after(line, "author "), arena);
		} else if (tora_sv_starts(line, "encoding ")) {
			c.encoding = tora_arena_text(arena, after(line, "encoding "));
		}
	}
	c.message = rest;
	*ret = c;
	return TORA_OK;
}

/* ---- UTF-8 --------------------------------------------------------------------------- */

static bool names_utf8(const char *encoding)
{
	return !*encoding || !strcasecmp(encoding, "utf-8") || !strcasecmp(encoding, "utf8");
}

/* Only a plain charset name goes to iconv: a suffix like //TRANSLIT would let it invent text. */
static bool is_charset(const char *name)
{
	size_t n = strlen(name);

	if (n > 40)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!isalnum((unsigned char)name[i]) && !strchr("-_.:", name[i]))
			return false;
	return true;
}

/* All of it or nothing; *ret is heap, in a tora_str the caller frees. */
static bool recode(struct tora_sv in, const char *encoding, struct tora_str *ret)
{
	union {
		const char *in;
		char *iconv;
	} from = { .in = in.at };
	size_t left = in.len, got = 0;
	char out[4096];
	iconv_t cd;

	if (!is_charset(encoding))
		return false;
	cd = iconv_open("UTF-8", encoding);
	if (cd == (iconv_t)-1)
		return false;
	while (left && got != (size_t)-1) {
		char *to = out;
		size_t room = sizeof(out);

		got = iconv(cd, &from.iconv, &left, &to, &room);
		if (got == (size_t)-1 && errno == E2BIG)
			got = 0;
		else if (got == (size_t)-1 && errno == EINVAL)
			left = 0; /* half a character at the very end, where we cut */
		tora_str_add(ret, (struct tora_sv){ out, (size_t)(to - out) });
	}
	(void)iconv_close(cd);
	return left == 0 && !ret->over;
}

/* Stops, with `over` set by hand, before the text would pass `max`. */
static void add_valid(struct tora_str *out, struct tora_sv in, size_t max)
{
	unsigned rune;

	while (in.len && !out->over) {
		size_t n = *in.at ? tora_sv_rune(in, &rune) : 0;
		size_t need = n ? n : 4;

		if (out->len + need > max) {
			out->over = true;
			return;
		}
		if (n)
			tora_str_add(out, (struct tora_sv){ in.at, n });
		else
			tora_str_addf(out, "\\x%02x", (unsigned)(unsigned char)*in.at);
		in.at += n ? n : 1;
		in.len -= n ? n : 1;
	}
}

/* Up to the last character that leaves room for the mark. */
static size_t cut_at(struct tora_sv text, size_t max)
{
	size_t n = max - (sizeof(cut_mark) - 1);

	while (n && ((unsigned char)text.at[n] & 0xc0) == 0x80)
		n--;
	return n;
}

const char *tora_text_utf8(struct tora_sv bytes, const char *encoding, size_t max,
                           struct tora_arena *arena)
{
	struct tora_str recoded, out;
	const char *text;

	assert(max > sizeof(cut_mark));
	tora_str_init(&recoded, 8 * max);
	tora_str_init(&out, max + 8);
	if (bytes.len > 2 * max) /* no encoding says more than half as much in a byte */
		bytes.len = 2 * max;
	if (!names_utf8(encoding) && recode(bytes, encoding, &recoded))
		bytes = tora_str_view(&recoded);
	add_valid(&out, bytes, max);
	if (out.over)
		text = tora_arena_printf(arena, "%.*s%s", (int)cut_at(tora_str_view(&out), max),
		                         out.buf, cut_mark);
	else
		text = tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&recoded);
	tora_str_free(&out);
	return text;
}

const char *tora_text_path(const char *raw, struct tora_arena *arena)
{
	struct tora_str out;
	const char *text;

	tora_str_init(&out, 8 * strlen(raw) + 1);
	tora_str_add_escaped(&out, tora_sv(raw), false);
	text = tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&out);
	return text;
}
