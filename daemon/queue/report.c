/*
 * report.c - lines of a check's process.
 */
#include "queue/report.h"
#include "tora/json.h"

#include <stdlib.h>
#include <string.h>

#define PROGRESS_MAX 4096
#define PIECE        (64u << 10) /* looked at in one go; one large line is no reason to keep more room */
#define RECORD       "{\"record\":"

void tora_report_init(struct tora_report *r)
{
	memset(r, 0, sizeof *r);
	tora_str_init(&r->line, TORA_REPORT_LINE_MAX);
}

void tora_report_done(struct tora_report *r)
{
	tora_str_free(&r->line);
	free(r->record);
	r->record = NULL;
}

static bool take_progress(struct tora_report *r, struct tora_sv line)
{
	struct tora_err err;
	cJSON *json = NULL;
	const cJSON *p;
	struct tora_str stage = TORA_STR_INIT(sizeof r->stage - 1);
	bool changed = false;

	if (tora_json_parse(line, PROGRESS_MAX, &json, &err)) {
		r->ignored++;
		return false;
	}
	p = tora_json_obj(json, "progress");
	if (p) {
		tora_str_add_clip(&stage, tora_sv(tora_json_text(p, "stage", "")));
		changed = strcmp(stage.buf, r->stage) != 0 ||
		          tora_json_int(p, "done", 0) != r->done ||
		          tora_json_int(p, "of", 0) != r->of;
		memcpy(r->stage, stage.buf, stage.len + 1);
		r->done = tora_json_int(p, "done", 0);
		r->of = tora_json_int(p, "of", 0);
	}
	tora_str_free(&stage);
	cJSON_Delete(json);
	return changed;
}

static void set_record(struct tora_report *r, char *text, bool is_too_large)
{
	free(r->record);
	r->record = text;
	r->is_record_too_large = is_too_large;
}

static bool take_line(struct tora_report *r, struct tora_sv line)
{
	line = tora_sv_trim(line);
	if (tora_sv_starts(line, "{\"progress\":"))
		return take_progress(r, line);
	if (tora_sv_starts(line, RECORD)) {
		char *text = tora_xmalloc(line.len + 1);

		memcpy(text, line.at, line.len);
		text[line.len] = '\0';
		set_record(r, text, false);
	} else if ((r->record || r->is_record_too_large) &&
	           tora_sv_starts(line, "{\"ready\":true")) {
		r->is_ready = true;
	} else if (line.len) {
		r->ignored++;
	}
	return false;
}

/* Its beginning is here still: pieces are smaller than the limit. */
static void skip_line(struct tora_report *r)
{
	if (tora_sv_starts(tora_str_view(&r->line), RECORD))
		set_record(r, NULL, true);
	r->is_skipping = true;
	tora_str_free(&r->line);
	tora_str_init(&r->line, TORA_REPORT_LINE_MAX);
}

bool tora_report_feed(struct tora_report *r, struct tora_sv bytes)
{
	bool changed = false;

	while (bytes.len) {
		size_t n = bytes.len < PIECE ? bytes.len : PIECE;
		const char *end = memchr(bytes.at, '\n', n);

		if (end)
			n = (size_t)(end - bytes.at);

		if (!r->is_skipping)
			tora_str_add(&r->line, (struct tora_sv){ bytes.at, n });
		if (r->line.over)
			skip_line(r);
		if (end && r->is_skipping) {
			r->is_skipping = false;
			r->ignored++;
		} else if (end) {
			changed |= take_line(r, tora_str_view(&r->line));
			if (r->line.cap > PIECE) {
				tora_str_free(&r->line);
				tora_str_init(&r->line, TORA_REPORT_LINE_MAX);
			}
			tora_str_reset(&r->line);
		}
		n += end != NULL;
		bytes.at += n;
		bytes.len -= n;
	}
	return changed;
}
