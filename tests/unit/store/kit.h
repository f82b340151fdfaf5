/*
 * kit.h - what the store's tests share: a store in memory, and a record as a check would make it.
 */
#ifndef TESTS_UNIT_STORE_KIT_H
#define TESTS_UNIT_STORE_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store/checks.h"
#include "store/events.h"
#include "store/findings.h"
#include "store/record.h"
#include "store/repos.h"
#include "store/store.h"
#include "tora/json.h"

#include <stdio.h>
#include <string.h>

struct kit {
	struct tora_store *store;
	struct tora_arena *arena;
	int64_t repo;
	struct tora_err err;
};

#define ok(kit, call)                                                                              \
	do {                                                                                       \
		int rc_ = (call);                                                                  \
		if (rc_)                                                                           \
			fail_msg("%s: %d %s", #call, rc_, (kit)->err.msg);                         \
	} while (0)

static inline int kit_up(void **state)
{
	static struct kit kit;
	struct tora_store_spec spec = { 0 };

	memset(&kit, 0, sizeof kit);
	kit.arena = tora_arena_new();
	ok(&kit, tora_store_new(&spec, &kit.store, &kit.err));
	ok(&kit, tora_repos_add(kit.store, "/r/.git", "/r", &kit.repo, NULL, &kit.err));
	*state = &kit;
	return 0;
}

static inline int kit_down(void **state)
{
	struct kit *kit = *state;

	tora_store_free(kit->store);
	tora_arena_free(kit->arena);
	return 0;
}

static inline int64_t kit_enqueue(struct kit *kit, const char *branch, const char *head)
{
	struct tora_check_ask ask = {
		.repo = kit->repo, .branch = branch, .head = head, .trigger = "hook"
	};
	int64_t id = 0;

	ok(kit, tora_checks_enqueue(kit->store, &ask, &id, &kit->err));
	return id;
}

/* A record with one finding for each word of `fingerprints`. */
static inline cJSON *kit_record(const char *state, const char *fingerprints)
{
	cJSON *record = cJSON_CreateObject(), *list = tora_json_put_list(record, "findings");
	struct tora_sv rest = tora_sv(fingerprints);

	tora_json_put_text(record, "state", state);
	tora_json_put_text(record, "base", "b0");
	tora_json_put_text(record, "head", "h1");
	while (rest.len) {
		size_t n = 0;
		cJSON *one = cJSON_CreateObject();

		while (n < rest.len && rest.at[n] != ' ')
			n++;
		tora_json_put_sv(one, "fingerprint", (struct tora_sv){ rest.at, n });
		tora_json_put_text(one, "verdict", "unintended");
		tora_json_put_text(one, "function", "p.f");
		cJSON_AddItemToArray(list, one);
		rest.at += n;
		rest.len -= n;
		if (rest.len) {
			rest.at++;
			rest.len--;
		}
	}
	return record;
}

static inline unsigned kit_events(struct kit *kit, const char *kind)
{
	struct tora_event_rows rows = { 0 };
	char needle[64];
	unsigned n = 0;

	snprintf(needle, sizeof needle, "\"kind\":\"%s\"", kind);
	ok(kit, tora_events_since(kit->store, kit->arena, 0, 1000, &rows, &kit->err));
	for (size_t i = 0; i < rows.n; i++)
		n += strstr(rows.at[i].json, needle) != NULL;
	return n;
}

#endif
