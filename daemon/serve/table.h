/*
 * table.h - every command: its name, its fields, its handler. PROTOCOL.md in C; a test compares them.
 */
#ifndef TORA_SERVE_TABLE_H
#define TORA_SERVE_TABLE_H

#include "serve/call.h"
#include "serve/params.h"

#define TORA_COMMAND_FIELDS 9

struct tora_command {
	const char *name;
	/* Fill call->result, or defer (call.h). The fields are checked already. */
	int (*handle)(struct tora_call *call, struct tora_err *err);
	struct tora_field fields[TORA_COMMAND_FIELDS]; /* up to the first without a name */
};

extern const struct tora_command tora_commands[];
extern const size_t tora_commands_count;

const struct tora_command *tora_command_find(const char *name); /* or NULL */
size_t tora_command_fields(const struct tora_command *command);

/* Names of things that were added to the protocol since its first version; NULL-ended. */
extern const char *const tora_capabilities[];

#endif
