#include "run/start.h"

#include "loop/once.h"

#include <stdlib.h>
#include <unistd.h>

const char *const tora_start_env[] = { "PATH=/usr/bin:/bin", NULL };

int tora_start_fds(const struct tora_box *box, struct tora_proc_fd *fds, size_t *ret_n,
                   struct tora_err *err)
{
	fds[0] = (struct tora_proc_fd){ tora_box_filter_again(box, err), TORA_BOX_FILTER_FD };
	fds[1] = (struct tora_proc_fd){ box->launch, TORA_BOX_LAUNCH_FD };
	*ret_n = TORA_START_FDS;
	return fds[0].fd < 0 ? fds[0].fd : TORA_OK;
}

int tora_start_once(void *ctx, const struct tora_box *box, const char *const *argv,
                    unsigned budget_ms, size_t out_max, struct tora_sv *ret_log, int *ret_status,
                    struct tora_err *err)
{
	const struct tora_start_place *place = ctx;
	struct tora_proc_fd fds[TORA_START_FDS];
	struct tora_proc_spec spec = { .name = "the sandbox",
		                       .argv = argv,
		                       .env = tora_start_env,
		                       .fds = fds,
		                       .budget_ms = budget_ms,
		                       .dies_with_us = true };
	struct tora_once got;
	int rc = tora_start_fds(box, fds, &spec.n_fds, err);

	if (rc)
		return rc;
	rc = tora_once_run(place->loop, &spec, place->watch, out_max, place->arena, &got, err);
	(void)close(fds[0].fd);
	if (rc)
		return rc;
	*ret_log = got.log;
	*ret_status = got.status;
	return TORA_OK;
}

int tora_start_find(struct tora_loop *loop, struct tora_arena *arena, const char *cache,
                    const struct tora_group_limits *limits, struct tora_box *box,
                    struct tora_err *err)
{
	struct tora_start_place place = { loop, arena, NULL };
	struct tora_box_start start = { .run = tora_start_once, .ctx = &place };

	return tora_box_find(box, getenv("TORA_SANDBOX"), getenv("PATH"),
	                     tora_arena_printf(arena, "%s/scratch", cache), limits, &start, arena,
	                     err);
}
