#include "hooks/message.h"

#include "tora/stamp.h"

#include <stdio.h>
#include <string.h>

void tora_message_string(struct tora_str *out, struct tora_sv text)
{
	tora_str_addc(out, '"');
	while (text.len) {
		unsigned rune = 0;
		size_t n = tora_sv_rune(text, &rune);

		if (!n || !rune) {
			n = 1;
			tora_str_addf(out, "\\\\x%02x", (unsigned char)*text.at);
		} else if (rune < 0x20) {
			tora_str_addf(out, "\\u%04x", rune);
		} else {
			if (rune == '"' || rune == '\\')
				tora_str_addc(out, '\\');
			tora_str_add(out, (struct tora_sv){ text.at, n });
		}
		text.at += n;
		text.len -= n;
	}
	tora_str_addc(out, '"');
}

static void member(struct tora_str *out, const char *name, struct tora_sv value)
{
	tora_str_addf(out, "\"%s\":", name);
	tora_message_string(out, value);
}

static bool all_zero(struct tora_sv oid)
{
	for (size_t i = 0; i < oid.len; i++)
		if (oid.at[i] != '0')
			return false;
	return oid.len > 0;
}

static struct tora_sv word(struct tora_sv *rest)
{
	struct tora_sv w = { rest->at, 0 };

	while (w.len < rest->len && rest->at[w.len] != ' ')
		w.len++;
	rest->at += w.len;
	rest->len -= w.len;
	if (rest->len) {
		rest->at++;
		rest->len--;
	}
	return w;
}

struct ref {
	struct tora_sv local_ref, local_oid, remote_ref, remote_oid;
};

/* The next of the input that something is pushed to. */
static bool next_ref(struct tora_sv *input, struct ref *ret)
{
	struct tora_sv line;

	while (tora_sv_line(input, &line)) {
		ret->local_ref = word(&line);
		ret->local_oid = word(&line);
		ret->remote_ref = word(&line);
		ret->remote_oid = word(&line);
		if (ret->remote_oid.len && !all_zero(ret->local_oid))
			return true;
	}
	return false;
}

size_t tora_message_refs(struct tora_sv input)
{
	struct ref ref;
	size_t n = 0;

	while (n < TORA_MESSAGE_REFS && next_ref(&input, &ref))
		n++;
	return n;
}

#define HEADS "refs/heads/"

struct tora_sv tora_message_branch(struct tora_sv input)
{
	struct tora_sv name;
	struct ref ref, another;

	if (!next_ref(&input, &ref) || next_ref(&input, &another))
		return (struct tora_sv){ 0 };
	name = tora_sv_starts(ref.local_ref, HEADS) ? ref.local_ref : ref.remote_ref;
	if (!tora_sv_starts(name, HEADS))
		return (struct tora_sv){ 0 };
	return (struct tora_sv){ name.at + strlen(HEADS), name.len - strlen(HEADS) };
}

static void add_refs(struct tora_sv input, struct tora_str *out)
{
	struct ref ref;

	tora_str_adds(out, ",\"refs\":[");
	for (int n = 0; n < TORA_MESSAGE_REFS && next_ref(&input, &ref); n++) {
		tora_str_adds(out, n ? ",{" : "{");
		member(out, "local_ref", ref.local_ref);
		tora_str_addc(out, ',');
		member(out, "local_oid", ref.local_oid);
		tora_str_addc(out, ',');
		member(out, "remote_ref", ref.remote_ref);
		tora_str_addc(out, ',');
		member(out, "remote_oid", ref.remote_oid);
		tora_str_addc(out, '}');
	}
	tora_str_addc(out, ']');
}

static void add_files(const char *common_dir, struct tora_str *out)
{
	char paths[TORA_STAMP_GIT_FILES][TORA_PATH_MAX];
	size_t n = tora_stamp_git_files(common_dir, paths);

	tora_str_adds(out, ",\"files\":[");
	for (size_t i = 0; i < n; i++) {
		struct tora_stamp stamp = tora_stamp_of(paths[i]);

		tora_str_adds(out, i ? ",{" : "{");
		member(out, "path", tora_sv(paths[i]));
		tora_str_adds(out, ",\"stamp\":\"");
		tora_stamp_put(&stamp, out);
		tora_str_adds(out, "\"}");
	}
	tora_str_addc(out, ']');
}

static void optional(struct tora_str *out, const char *name, const char *value)
{
	if (!value)
		return;
	tora_str_addc(out, ',');
	member(out, name, tora_sv(value));
}

void tora_message_line(const struct tora_message *m, bool wants_answer, struct tora_str *out)
{
	tora_str_adds(out, "{\"jsonrpc\":\"2.0\",");
	if (wants_answer)
		tora_str_adds(out, "\"id\":1,");
	tora_str_adds(out, "\"method\":\"hook\",\"params\":{");
	member(out, "event", tora_sv(m->event));
	optional(out, "repo", m->here->common);
	optional(out, "work", *m->here->top ? m->here->top : NULL);
	optional(out, "detail", m->detail);
	if (strcmp(m->event, "pre-push") == 0) {
		add_refs(m->input, out);
		if (wants_answer)
			add_files(m->here->common, out);
	}
	tora_str_adds(out, "}}\n");
}

void tora_message_not_checked(const char *why)
{
	struct tora_str text = TORA_STR_INIT(8192);

	tora_str_add_escaped(&text, tora_sv(why), false);
	(void)fprintf(stderr, "tora: not checked: %s (tora doctor)\n", text.len ? text.buf : "");
	tora_str_free(&text);
}
