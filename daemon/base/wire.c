#include "tora/wire.h"

#include <inttypes.h>
#include <string.h>

void tora_wire_in_init(struct tora_wire_in *in, size_t max)
{
	*in = (struct tora_wire_in){ .max = max };
	tora_str_init(&in->buf, 2 * max + TORA_WIRE_CHUNK);
}

void tora_wire_in_done(struct tora_wire_in *in)
{
	tora_str_free(&in->buf);
}

int tora_wire_in_feed(struct tora_wire_in *in, struct tora_sv bytes, struct tora_err *err)
{
	size_t at;

	tora_str_drop(&in->buf, in->taken);
	in->whole -= in->taken;
	in->taken = 0;
	at = in->buf.len;
	tora_str_add(&in->buf, bytes);
	if (in->buf.over)
		return tora_str_check(&in->buf, err);
	while (at < in->buf.len) { /* only new bytes are looked at */
		const char *nl = memchr(in->buf.buf + at, '\n', in->buf.len - at);

		at = nl ? (size_t)(nl - in->buf.buf) : in->buf.len;
		if (at - in->whole > in->max)
			return tora_fail(err, TORA_E_LIMIT, "a line longer than %zu bytes",
			                 in->max);
		if (nl)
			in->whole = ++at;
	}
	return TORA_OK;
}

bool tora_wire_in_next(struct tora_wire_in *in, struct tora_sv *ret_line)
{
	struct tora_sv rest = { in->buf.buf + in->taken, in->whole - in->taken };

	if (!tora_sv_line(&rest, ret_line))
		return false;
	in->taken = in->whole - rest.len;
	return true;
}

/* A whole line or nothing: `out` never holds half a message that a reader would choke on. */
static void add_line(struct tora_str *out, struct tora_str *line)
{
	tora_str_adds(line, "}\n");
	if (line->over)
		out->over = true;
	else
		tora_str_add(out, tora_str_view(line));
	tora_str_free(line);
}

static void add_member(struct tora_str *line, const char *name, const cJSON *value)
{
	tora_str_addf(line, ",\"%s\":", name);
	if (value)
		tora_json_print(value, line);
	else
		tora_str_adds(line, "null");
}

static void begin(struct tora_str *line)
{
	tora_str_init(line, TORA_WIRE_IN_MAX);
	tora_str_adds(line, "{\"jsonrpc\":\"2.0\"");
}

static void add_method(struct tora_str *line, const char *method, const cJSON *params)
{
	tora_str_addf(line, ",\"method\":\"%s\"", method);
	if (params)
		add_member(line, "params", params);
}

void tora_wire_request(struct tora_str *out, int64_t id, const char *method, const cJSON *params)
{
	struct tora_str line;

	begin(&line);
	tora_str_addf(&line, ",\"id\":%" PRId64, id);
	add_method(&line, method, params);
	add_line(out, &line);
}

void tora_wire_result(struct tora_str *out, const cJSON *id, const cJSON *result)
{
	struct tora_str line;

	begin(&line);
	add_member(&line, "id", id);
	add_member(&line, "result", result);
	add_line(out, &line);
}

void tora_wire_error(struct tora_str *out, const cJSON *id, enum tora_wire_code code,
                     const char *message)
{
	struct tora_str line;
	cJSON *error = cJSON_CreateObject();

	tora_json_put_int(error, "code", code);
	tora_json_put_text(error, "message", message);
	begin(&line);
	add_member(&line, "id", id);
	add_member(&line, "error", error);
	add_line(out, &line);
	cJSON_Delete(error);
}

void tora_wire_notify(struct tora_str *out, const char *method, const cJSON *params)
{
	struct tora_str line;

	begin(&line);
	add_method(&line, method, params);
	add_line(out, &line);
}
