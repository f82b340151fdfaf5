#include "llm/stream.h"

#include "llm/reading.h"
#include "llm/thinking.h"

#include <string.h>

#define LINE_MAX_ (4u << 20) /* one event holds at most the whole answer */
#define TEXT_MAX  (8u << 20)

void tora_stream_init(struct tora_stream *s, const struct tora_wire *wire)
{
	*s = (struct tora_stream){ .wire = wire,
		                   .counts = { .tokens_in = -1, .tokens_out = -1, .usd = -1 } };
	tora_str_init(&s->line, LINE_MAX_);
	tora_str_init(&s->data, LINE_MAX_);
	tora_str_init(&s->text, TEXT_MAX);
}

void tora_stream_done(struct tora_stream *s)
{
	tora_str_free(&s->line);
	tora_str_free(&s->data);
	tora_str_free(&s->text);
}

static void end_event(struct tora_stream *s)
{
	struct tora_err ignored = TORA_ERR_INIT;
	struct tora_sv data = tora_sv_trim(tora_str_view(&s->data));
	cJSON *json = NULL;

	if (tora_sv_is(data, "[DONE]")) {
		s->part.ended = true;
	} else if (data.len && !s->data.over &&
	           tora_json_parse(data, LINE_MAX_, &json, &ignored) == TORA_OK) {
		s->wire->event(json, &s->text, &s->counts, &s->part);
		cJSON_Delete(json);
	}
	tora_str_reset(&s->data);
}

/* "data: ..." adds to the event, an empty line ends it; other fields say nothing that is needed. */
static void end_line(struct tora_stream *s)
{
	struct tora_sv row = tora_str_view(&s->line);

	if (row.len && row.at[row.len - 1] == '\r')
		row.len--;
	if (!row.len) {
		end_event(s);
	} else if (!s->line.over && tora_sv_starts(row, "data:")) {
		row.at += 5;
		row.len -= 5;
		if (row.len && row.at[0] == ' ')
			row.at++, row.len--;
		if (s->data.len) /* some servers leave the empty line out between whole objects */
			end_event(s);
		tora_str_add(&s->data, row);
	}
	tora_str_reset(&s->line);
}

static bool is_event_field(struct tora_sv start)
{
	return tora_sv_starts(start, "data:") || tora_sv_starts(start, "event:") ||
	       tora_sv_starts(start, "id:") || tora_sv_starts(start, "retry:") ||
	       tora_sv_starts(start, ":");
}

/* Decided at the first line: what is no field of an event is an object, or no answer at all. */
static void decide(struct tora_stream *s)
{
	struct tora_sv row = tora_sv_trim(tora_str_view(&s->line));

	if (!row.len)
		return;
	s->is_decided = true;
	s->is_stream = is_event_field(row);
}

void tora_stream_feed(struct tora_stream *s, struct tora_sv bytes)
{
	while (bytes.len && !(s->is_decided && !s->is_stream)) {
		const char *end = memchr(bytes.at, '\n', bytes.len);
		size_t n = end ? (size_t)(end - bytes.at) : bytes.len;

		tora_str_add(&s->line, (struct tora_sv){ bytes.at, n });
		if (!end)
			return;
		if (!s->is_decided)
			decide(s);
		if (s->is_stream)
			end_line(s);
		else
			tora_str_reset(&s->line);
		bytes.at += n + 1;
		bytes.len -= n + 1;
	}
}

struct tora_sv tora_stream_text(const struct tora_stream *s)
{
	return tora_without_thinking(tora_str_view(&s->text));
}

int tora_stream_read(struct tora_stream *s, struct tora_sv body, struct tora_arena *arena,
                     struct tora_wire_answer *ret, struct tora_err *err)
{
	struct tora_reading_stop stop;

	if (!s->is_decided)
		decide(s);
	if (!s->is_stream)
		return s->wire->read(body, arena, ret, err);
	if (s->line.len) /* the last line may lack its end */
		end_line(s);
	end_event(s);
	*ret = s->counts;
	if (s->part.failed)
		return tora_fail(err, TORA_E_REMOTE, "it reports an error instead of an answer");
	stop = (struct tora_reading_stop){ .cut = s->part.cut || !s->part.ended,
		                           .refusal = s->part.refusal };
	return tora_reading_end(tora_str_view(&s->text), &stop, arena, ret, err);
}
