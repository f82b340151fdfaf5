#include "run/known.h"

#include "run/canary.h"
#include "store/agreed.h"
#include "tora/clock.h"

/* What a canary's word about it holds for. NULL: that cannot be said. */
static const char *name_of(const struct tora_check *check, const char *key)
{
	return *key && check->store && !check->no_cache
	               ? tora_arena_printf(check->arena, "%d %s", TORA_CANARY_VERSION, key)
	               : NULL;
}

bool tora_known_is(const struct tora_check *check, const char *key)
{
	const char *name = name_of(check, key);

	return name && tora_agreed_is(check->store, name, tora_clock_wall_ms());
}

void tora_known_put(const struct tora_check *check, const char *key)
{
	const char *name = name_of(check, key);
	struct tora_err err;

	if (name && tora_agreed_put(check->store, name, tora_clock_wall_ms(), &err))
		tora_log(check->log, TORA_LOG_WARN, "run", "forgotten: %s", err.msg);
}
