#include "run/request.h"

#include "model/build.h"

/* Of one test, by how many of a side met their limit before it. */
#define PATIENT_MS 2000
#define HASTY_MS   1000
#define SLOW_MAX   4
#define BRIEF_MS   400
#define SLOW_MANY  24

static cJSON *command(const char *name)
{
	cJSON *request = cJSON_CreateObject();

	tora_json_put_text(request, "command", name);
	return request;
}

static void push_mounted(cJSON *list, const char *path)
{
	struct tora_str text = TORA_STR_INIT(8192);

	tora_str_adds(&text, TORA_MOUNT);
	if (*path)
		tora_str_addf(&text, "/%s", path);
	tora_json_push_text(list, text.buf);
	tora_str_free(&text);
}

static void put_limit(cJSON *limits, const char *name, unsigned value)
{
	if (value)
		tora_json_put_int(limits, name, value);
}

cJSON *tora_request_load(const struct tora_load_spec *spec)
{
	cJSON *request = command("load"), *list = tora_json_put_list(request, "paths"), *limits;

	for (size_t i = 0; i < spec->n_roots; i++)
		push_mounted(list, spec->roots[i]);
	for (size_t i = 0; i < spec->n_site; i++)
		tora_json_push_text(list, spec->site[i]);
	list = tora_json_put_list(request, "modules");
	for (size_t i = 0; i < spec->n_modules; i++)
		tora_json_push_text(list, spec->modules[i]);
	tora_json_put_int(request, "load_ms", spec->load_ms);
	limits = tora_json_put_obj(request, "limits");
	put_limit(limits, "timeout_ms", spec->config->test_timeout_ms);
	put_limit(limits, "memory_mib", spec->config->test_memory_mib);
	put_limit(limits, "output_kib", spec->config->test_output_kib);
	return request;
}

cJSON *tora_request_cover(const struct tora_lines *lines, size_t n, bool branches)
{
	cJSON *request = command("cover"), *files = tora_json_put_obj(request, "lines");

	if (branches)
		tora_json_put_bool(request, "branches", true);

	for (size_t i = 0; i < n; i++) {
		struct tora_str path = TORA_STR_INIT(8192);
		cJSON *list;

		tora_str_addf(&path, "%s/%s", TORA_MOUNT, lines[i].file);
		list = tora_json_put_list(files, path.buf);
		for (size_t j = 0; j < lines[i].at.n; j++)
			cJSON_AddItemToArray(list, cJSON_CreateNumber(lines[i].at.at[j]));
		tora_str_free(&path);
	}
	return request;
}

cJSON *tora_request_import(const char *const *modules, size_t n, unsigned load_ms)
{
	cJSON *request = command("import"), *list = tora_json_put_list(request, "modules");

	for (size_t i = 0; i < n; i++)
		tora_json_push_text(list, modules[i]);
	tora_json_put_int(request, "load_ms", load_ms);
	return request;
}

cJSON *tora_request_ready(const char *package, unsigned load_ms, unsigned limit_ms)
{
	cJSON *request = command("ready");

	tora_json_put_text(request, "module", package);
	tora_json_put_int(request, "load_ms", load_ms);
	put_limit(request, "timeout_ms", limit_ms);
	tora_json_put_int(request, "seed", 0);
	return request;
}

unsigned tora_request_limit_ms(const struct tora_config *config, size_t slow)
{
	unsigned limit = slow < SLOW_MAX ? PATIENT_MS : slow < SLOW_MANY ? HASTY_MS : BRIEF_MS;

	return limit < config->test_timeout_ms ? limit : 0;
}

unsigned tora_request_cold_ms(const struct tora_config *config, unsigned load_ms)
{
	return load_ms ? config->test_timeout_ms + 2 * load_ms : 0;
}

cJSON *tora_request_run(const char *source, bool cover, unsigned limit_ms)
{
	cJSON *request = command("run");

	tora_json_put_text(request, "source", source);
	tora_json_put_bool(request, "cover", cover);
	put_limit(request, "timeout_ms", limit_ms);
	return request;
}

cJSON *tora_request_job(const struct tora_exec_job *job, bool is_warm,
                        const struct tora_request_room *room, int64_t *ret_ms)
{
	unsigned limit = job->limit_ms ? job->limit_ms
	                 : is_warm     ? tora_request_limit_ms(room->config, room->slow)
	                               : room->cold_ms;
	cJSON *request = tora_request_run(job->source, job->cover, limit);

	if (!is_warm) {
		tora_json_put_bool(request, "fresh", true);
		tora_json_put_int(request, "seed", job->seed);
	}
	*ret_ms = limit > room->config->test_timeout_ms ? limit : room->config->test_timeout_ms;
	return request;
}

cJSON *tora_request_ask(const char *command, const cJSON *params, int64_t budget_ms)
{
	cJSON *request = params ? cJSON_Duplicate(params, 1) : cJSON_CreateObject();

	cJSON_DeleteItemFromObjectCaseSensitive(request, "command");
	tora_json_put_text(request, "command", command);
	if (!cJSON_HasObjectItem(request, "budget_ms"))
		tora_json_put_int(request, "budget_ms", budget_ms);
	return request;
}
