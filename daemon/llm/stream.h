/*
 * stream.h - an answer that arrives in pieces, read as far as it has come.
 *
 * Bytes of a body are fed in any split; a body of server-sent events is told from one JSON object
 * by its first characters, because a server may ignore the wish to stream. Of a stream the
 * text so far can be looked at any time; of an object nothing is known before its end. Lines
 * that are no event, and events that are no JSON, are passed over. Pure; the limits are those of
 * the transfer.
 */
#ifndef TORA_LLM_STREAM_H
#define TORA_LLM_STREAM_H

#include "llm/wire.h"

struct tora_stream { /* internal, but for the marks */
	const struct tora_wire *wire;
	struct tora_str line, data, text;
	struct tora_wire_part part;
	struct tora_wire_answer counts;
	bool is_decided;
	bool is_stream; /* false until known; an object stays false */
};

void tora_stream_init(struct tora_stream *s, const struct tora_wire *wire);
void tora_stream_done(struct tora_stream *s);
void tora_stream_feed(struct tora_stream *s, struct tora_sv bytes);

/* What the model said so far, without its thinking; borrowed, until more is fed. */
struct tora_sv tora_stream_text(const struct tora_stream *s);

/*
 * After the last byte: as struct tora_wire's read() of the whole `body`, which was fed. A stream
 * that ends without saying so gives what there is, and is `cut`.
 */
int tora_stream_read(struct tora_stream *s, struct tora_sv body, struct tora_arena *arena,
                     struct tora_wire_answer *ret, struct tora_err *err);

#endif
