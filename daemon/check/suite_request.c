#include "check/suite_request.h"

#include "tora/json.h"

static void put_test(cJSON *list, const struct tora_suite_test *t)
{
	cJSON *row = cJSON_CreateObject(), *seen = NULL;
	struct tora_err ignored;

	tora_json_put_text(row, "source", t->source);
	tora_json_put_text(row, "target", t->target);
	if (tora_json_parse(tora_sv(t->seen.seen), 8u << 20, &seen, &ignored) == TORA_OK)
		cJSON_AddItemToObject(row, "seen", seen);
	cJSON_AddItemToArray(list, row);
}

cJSON *tora_suite_request(const struct tora_suite *s, const size_t *which, size_t n)
{
	const struct tora_check *c = s->check;
	cJSON *params = cJSON_CreateObject(), *modules = tora_json_put_list(params, "modules");
	cJSON *tests = tora_json_put_list(params, "tests"), *list;

	for (size_t i = 0; i < c->change.modules_head.n; i++)
		tora_json_push_text(modules, c->change.modules_head.at[i]);
	list = tora_json_put_list(params, "functions");
	for (size_t i = 0; i < c->change.functions.n; i++)
		tora_json_push_text(list, c->change.functions.at[i].name);
	for (size_t i = 0; i < n; i++)
		put_test(tests, &s->tests.at[which[i]]);
	tora_json_put_text(params, "root", TORA_MOUNT);
	tora_json_put_text(params, "name", s->name);
	tora_json_put_text(params, "about", s->about);
	tora_json_put_text(params, "word", s->word);
	tora_json_put_bool(params, "exact", s->is_exact);
	if (s->stem)
		tora_json_put_text(params, "stem", s->stem);
	if (s->folder)
		tora_json_put_text(params, "folder", s->folder);
	if (s->framework)
		tora_json_put_text(params, "framework", s->framework);
	return params;
}
