/*
 * api.c - see api.h.
 */
#include "generate/api.h"

#include "tora/json.h"

#include <string.h>

static bool is_same_text(const cJSON *a, const cJSON *b, const char *key)
{
	return strcmp(tora_json_text(a, key, ""), tora_json_text(b, key, "")) == 0;
}

static bool is_optional(const cJSON *param)
{
	return tora_json_text(param, "default", NULL) != NULL;
}

static bool is_same_shape(const cJSON *a, const cJSON *b)
{
	const cJSON *one = tora_json_list(a, "params"), *other = tora_json_list(b, "params");

	if (!is_same_text(a, b, "kind") || (one == NULL) != (other == NULL))
		return false;
	one = one ? one->child : NULL;
	other = other ? other->child : NULL;
	for (; one && other; one = one->next, other = other->next)
		if (!is_same_text(one, other, "name") || !is_same_text(one, other, "kind") ||
		    is_optional(one) != is_optional(other))
			return false;
	return !one && !other;
}

/*
 * The row of the same name. Both sides are in the order of their sources, so that the search
 * starts behind the last one that was found.
 */
static const cJSON *find(const cJSON *list, const cJSON *row, const cJSON **last)
{
	const cJSON *start = *last && (*last)->next ? (*last)->next : list->child, *at = start;

	while (at) {
		if (is_same_text(at, row, "qualname") && is_same_text(at, row, "module")) {
			*last = at;
			return at;
		}
		at = at->next ? at->next : list->child;
		if (at == start)
			break;
	}
	return NULL;
}

static void put_shape(cJSON *to, const char *key, const cJSON *row)
{
	const cJSON *params = tora_json_list(row, "params"), *param;
	cJSON *shape, *list;

	if (!row) {
		cJSON_AddItemToObject(to, key, cJSON_CreateNull());
		return;
	}
	shape = tora_json_put_obj(to, key);
	tora_json_put_text(shape, "kind", tora_json_text(row, "kind", ""));
	if (!params) /* not known: a program written in another language, say */
		return;
	list = tora_json_put_list(shape, "params");
	cJSON_ArrayForEach(param, params)
	{
		cJSON *one = cJSON_CreateObject();

		tora_json_put_text(one, "name", tora_json_text(param, "name", ""));
		tora_json_put_text(one, "kind", tora_json_text(param, "kind", ""));
		tora_json_put_bool(one, "optional", is_optional(param));
		cJSON_AddItemToArray(list, one);
	}
}

static void put_row(cJSON *rows, const cJSON *named, const cJSON *here, const cJSON *there)
{
	cJSON *row;

	if (cJSON_GetArraySize(rows) >= TORA_API_ROWS_MAX)
		return;
	row = cJSON_CreateObject();
	tora_json_put_text(row, "module", tora_json_text(named, "module", ""));
	tora_json_put_text(row, "qualname", tora_json_text(named, "qualname", ""));
	put_shape(row, "here", here);
	put_shape(row, "there", there);
	cJSON_AddItemToArray(rows, row);
}

cJSON *tora_api_compare(const cJSON *here, const cJSON *there)
{
	const cJSON *ours = tora_json_list(here, "functions"), *row, *last = NULL;
	const cJSON *theirs = tora_json_list(there, "functions");
	cJSON *rows;

	if (!ours || !theirs || tora_json_bool(here, "cut", false) ||
	    tora_json_bool(there, "cut", false))
		return NULL;
	rows = cJSON_CreateArray();
	cJSON_ArrayForEach(row, ours)
	{
		const cJSON *other = find(theirs, row, &last);

		if (!other || !is_same_shape(row, other))
			put_row(rows, row, row, other);
	}
	last = NULL;
	cJSON_ArrayForEach(row, theirs)
	{
		if (!find(ours, row, &last))
			put_row(rows, row, NULL, row);
	}
	return rows;
}
