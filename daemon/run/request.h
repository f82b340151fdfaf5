/*
 * request.h - what runners are asked (lang/PROTOCOL.md). The caller owns what is returned.
 */
#ifndef TORA_RUN_REQUEST_H
#define TORA_RUN_REQUEST_H

#include "model/change.h"
#include "model/config.h"
#include "model/exec.h"
#include "tora/json.h"

struct tora_load_spec {
	const char *const *roots; /* folders of the tree that go on the import path: "", "src" */
	size_t n_roots;
	const char *const *site; /* folders of the user's environment */
	size_t n_site;
	const char *const *modules; /* to import once; none for a cold process */
	size_t n_modules;
	unsigned load_ms; /* for each module */
	const struct tora_config *config;
};

cJSON *tora_request_load(const struct tora_load_spec *spec);
/* Files of the tree become files under TORA_MOUNT. branches: and the ways out of decisions on those lines. */
cJSON *tora_request_cover(const struct tora_lines *lines, size_t n, bool branches);
/* What more a warm runner is to import, within so much time in all. */
cJSON *tora_request_import(const char *const *modules, size_t n, unsigned load_ms);
/* A process for a fresh test to come, which begins with an import from `package`. limit_ms: of that test. */
cJSON *tora_request_ready(const char *package, unsigned load_ms, unsigned limit_ms);
/* limit_ms: of this test; 0: what `load` said. */
cJSON *tora_request_run(const char *source, bool cover, unsigned limit_ms);
struct tora_request_room { /* how long a job may take */
	const struct tora_config *config;
	size_t slow;      /* tests of its side that met the limit before */
	unsigned cold_ms; /* limit of a cold test; 0: the configured one */
};
/* That of a job, in a warm runner or as a cold trial with its seed. *ret_ms: how long its runner may take. */
cJSON *tora_request_job(const struct tora_exec_job *job, bool is_warm,
                        const struct tora_request_room *room, int64_t *ret_ms);
/* Any other command; params (NULL: none) may have a budget_ms of their own. */
cJSON *tora_request_ask(const char *command, const cJSON *params, int64_t budget_ms);
/* The limit of a cold test: it loads by itself what a warm runner had loaded in load_ms. 0: what `load` said. */
unsigned tora_request_cold_ms(const struct tora_config *config, unsigned load_ms);

/*
 * The limit of a test in a warm runner, where `slow` tests met it before; 0: what `load` said.
 * Warm runs find, cold runs confirm with the configured limit: so the search need not pay
 * that for every test of a change that made something hang, or mended it.
 */
unsigned tora_request_limit_ms(const struct tora_config *config, size_t slow);

#endif
