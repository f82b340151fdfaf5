/*
 * wire.h - JSON-RPC 2.0, one object per line: PROTOCOL.md in C.
 *
 * tora_wire_in turns any split of the bytes into whole lines under a limit;
 * the builders make whole lines. Nobody else writes "jsonrpc".
 */
#ifndef TORA_WIRE_H
#define TORA_WIRE_H

#include "tora/json.h"

#define TORA_WIRE_IN_MAX  (8u << 20) /* bytes of one message */
#define TORA_WIRE_OUT_MAX (4u << 20) /* bytes waiting for a slow reader */

/* JSON-RPC's own, then ours */
enum tora_wire_code {
	TORA_WIRE_PARSE = -32700,
	TORA_WIRE_REQUEST = -32600,
	TORA_WIRE_METHOD = -32601,
	TORA_WIRE_PARAMS = -32602,
	TORA_WIRE_INTERNAL = -32603,
	TORA_WIRE_NOTFOUND = -32001,
	TORA_WIRE_LIMIT = -32002,
	TORA_WIRE_BUSY = -32003,
	TORA_WIRE_DENIED = -32004,
};

/* What a push goes by, unless set otherwise: see PROTOCOL.md, hook. */
#define TORA_PUSH_WAIT_MAX 3600 /* seconds */
#define TORA_PUSH_SURE     72   /* percent of confidence; README says why */

#define TORA_WIRE_CHUNK (64u << 10) /* what one read of a socket brings at most */

struct tora_wire_in { /* nobody looks inside */
	struct tora_str buf;
	size_t max;   /* bytes of one line, its newline not counted */
	size_t taken; /* bytes of buf that were handed out already */
	size_t whole; /* bytes of buf up to and with the last newline */
};

void tora_wire_in_init(struct tora_wire_in *in, size_t max);
void tora_wire_in_done(struct tora_wire_in *in);
/*
 * Lines that are not taken out yet stay, as far as there is room for them. TORA_E_LIMIT: a line, with or
 * without its end, is longer than max, or more than two such lines are waiting; the peer is to be dropped.
 */
int tora_wire_in_feed(struct tora_wire_in *in, struct tora_sv bytes, struct tora_err *err);
/* The next whole line, without its \n or \r\n; valid until the next feed. False: none yet. */
bool tora_wire_in_next(struct tora_wire_in *in, struct tora_sv *ret_line);

/* Appends one whole line with its newline, or nothing and `over`. `params`, `result`, `data` are borrowed and may be NULL. id: a JSON value. */
void tora_wire_request(struct tora_str *out, int64_t id, const char *method, const cJSON *params);
void tora_wire_result(struct tora_str *out, const cJSON *id, const cJSON *result);
void tora_wire_error(struct tora_str *out, const cJSON *id, enum tora_wire_code code,
                     const char *message);
void tora_wire_notify(struct tora_str *out, const char *method, const cJSON *params);

#endif
