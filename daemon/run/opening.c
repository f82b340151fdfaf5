#include "run/opening.h"

#include "run/request.h"

#define LOAD_MS    20000 /* one module, or LOAD_SHARE of the time left */
#define LOAD_SHARE 4
#define COVER_MS   5000
#define IMPORT_MS                                                                                  \
	3000 /* in a copy of the runner, and as much in the runner; or IMPORT_SHARE of the time left */
#define IMPORT_SHARE 20
#define KEY_MAX      (1u << 20)

static void make_key(const struct tora_opening_spec *spec, const struct tora_load_spec *load,
                     char ret[TORA_HASH_HEX])
{
	struct tora_load_spec same = *load;
	struct tora_str text = TORA_STR_INIT(KEY_MAX);
	struct tora_hash hash;
	cJSON *request;

	same.load_ms = 0; /* once it is loaded it does not matter how long that might have taken */
	request = tora_request_load(&same);
	tora_json_print(request, &text);
	tora_hash_init(&hash);
	tora_hash_field(&hash, tora_sv(spec->check->builds[spec->side].dir));
	tora_hash_field(&hash, tora_sv(spec->runner_dir));
	tora_hash_field(&hash, tora_sv(spec->toolchain->program));
	tora_hash_field(&hash, tora_sv(spec->toolchain->fingerprint));
	tora_hash_field(&hash, tora_str_view(&text));
	tora_hash_final(&hash, ret);
	if (text.over)
		*ret = '\0';
	tora_str_free(&text);
	cJSON_Delete(request);
}

/* A quarter: it is done on both sides, and then there is the check to do. */
static int64_t share(const struct tora_check *check)
{
	return tora_check_left_ms(check) / LOAD_SHARE;
}

bool tora_opening_is_short(const struct tora_check *check)
{
	return share(check) < LOAD_MS;
}

void tora_opening_make(const struct tora_opening_spec *spec,
                       struct tora_opening ret[TORA_OPENING_N], char ret_key[TORA_HASH_HEX])
{
	const struct tora_check *c = spec->check;
	bool is_base = spec->side == TORA_BASE;
	int64_t part = share(c);
	struct tora_load_spec load = { .roots = c->change.roots.at,
		                       .n_roots = c->change.roots.n,
		                       .site = spec->toolchain->import_path.at,
		                       .n_site = spec->toolchain->import_path.n,
		                       .load_ms = (unsigned)(part < LOAD_MS ? part : LOAD_MS),
		                       .config = c->config };

	if (spec->is_warm) {
		load.modules = is_base ? c->change.modules_base.at : c->change.modules_head.at;
		load.n_modules = is_base ? c->change.modules_base.n : c->change.modules_head.n;
	}
	make_key(spec, &load, ret_key);
	ret[0] = (struct tora_opening){ tora_request_load(&load), 2 * part < TORA_OPENING_MS
		                                                          ? 2 * part + 1
		                                                          : TORA_OPENING_MS };
	/* Branches tell a model what its tests missed; nobody else asks. */
	ret[1] = (struct tora_opening){
		is_base ? tora_request_cover(c->change.base_lines.at, c->change.base_lines.n, false)
			: tora_request_cover(c->change.head_lines.at, c->change.head_lines.n,
		                             c->model != NULL),
		COVER_MS
	};
}

struct tora_opening tora_opening_import(const struct tora_check *check, const char *const *modules,
                                        size_t n)
{
	int64_t part = tora_check_left_ms(check) / IMPORT_SHARE;
	unsigned ms = part < 1 ? 1 : part < IMPORT_MS ? (unsigned)part : IMPORT_MS;

	return (struct tora_opening){ tora_request_import(modules, n, ms), 2 * ms + COVER_MS };
}
