/*
 * once.h - one program, waited for; what it printed last is kept.
 */
#ifndef TORA_LOOP_ONCE_H
#define TORA_LOOP_ONCE_H

#include "loop/proc.h"
#include "tora/arena.h"

struct tora_once {
	struct tora_sv
		log; /* both streams as they came, at most log_max bytes, the last; in the arena */
	int status;  /* exit status, 128 + signal, or -1: the budget was spent */
};

/* Asked every `every_ms`; false: the program is killed, and the status is TORA_ONCE_STOPPED. */
struct tora_once_watch {
	unsigned every_ms;
	bool (*may_go_on)(void *ctx);
	void *ctx;
};
#define TORA_ONCE_STOPPED (-2)

/*
 * Run spec's program in the loop until it is over. on_out, on_err, done, ctx and out_max of the spec
 * are not looked at; budget_ms must be set. `watch` NULL: none. TORA_E_NOTFOUND, TORA_E_SYS: it was not started.
 */
int tora_once_run(struct tora_loop *loop, const struct tora_proc_spec *spec,
                  const struct tora_once_watch *watch, size_t log_max, struct tora_arena *arena,
                  struct tora_once *ret, struct tora_err *err);

#endif
