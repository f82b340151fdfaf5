/*
 * errors.c - what errors say, asked of every language (lang.h). Languages that share a table are asked once more: no harm.
 */
#include "lang/lang.h"

#include "model/trial.h"

#include <string.h>

/* Those of the next language that has any; NULL: there is none. `at` begins with 0. */
static const struct tora_errors *next(size_t *at)
{
	size_t n = 0;
	const struct tora_lang *const *langs = tora_lang_all(&n);

	while (*at < n)
		if (langs[(*at)++]->errors)
			return langs[*at - 1]->errors;
	return NULL;
}

bool tora_lang_is_mistake(struct tora_sv type)
{
	const struct tora_errors *errors;

	for (size_t at = 0; (errors = next(&at));)
		for (const char *const *m = errors->mistakes; m && *m; m++)
			if (tora_sv_is(type, *m))
				return true;
	return false;
}

bool tora_lang_is_kind(struct tora_sv type, struct tora_sv of)
{
	const struct tora_errors *errors;

	for (size_t at = 0; (errors = next(&at));)
		for (const char *const(*k)[2] = errors->kinds; k && (*k)[0]; k++)
			if (tora_sv_is(of, (*k)[0]) &&
			    (*(*k)[1] == '*' || tora_sv_is(type, (*k)[1])))
				return true;
	return tora_sv_eq(type, of);
}

bool tora_lang_lacks_name(const struct tora_exception *e)
{
	const struct tora_errors *errors;

	for (size_t at = 0; (errors = next(&at));)
		if (errors->lacks_name && errors->lacks_name(e))
			return true;
	return false;
}

struct tora_sv tora_lang_lacks_import(const struct tora_exception *e, struct tora_sv program)
{
	const struct tora_errors *errors;
	struct tora_sv ret = { .at = "" };

	for (size_t at = 0; !ret.len && (errors = next(&at));)
		if (errors->lacks_import)
			ret = errors->lacks_import(e, program);
	return ret;
}

bool tora_lang_waits_in_vain(const struct tora_trial *trial)
{
	const struct tora_errors *errors;

	for (size_t at = 0; trial->status == TORA_TRIAL_EXIT && (errors = next(&at));)
		if (errors->waits_in_vain && trial->code == errors->in_vain &&
		    memmem(trial->err.at, trial->err.len, errors->waits_in_vain,
		           strlen(errors->waits_in_vain)))
			return true;
	return false;
}

struct tora_sv tora_lang_blames(const struct tora_exception *e)
{
	const struct tora_errors *errors;
	struct tora_sv ret = { .at = NULL };

	for (size_t at = 0; !ret.len && (errors = next(&at));)
		if (errors->blames)
			ret = errors->blames(e);
	return ret;
}

bool tora_lang_wants_type(const struct tora_exception *e)
{
	const struct tora_errors *errors;

	for (size_t at = 0; (errors = next(&at));)
		if (errors->wants_type && errors->wants_type(e))
			return true;
	return false;
}

bool tora_lang_is_about(const struct tora_exception *e, enum tora_written what)
{
	const struct tora_errors *errors;

	for (size_t at = 0; (errors = next(&at));)
		if (errors->is_about && errors->is_about(e, what))
			return true;
	return false;
}

bool tora_lang_wants_own_class(struct tora_sv text)
{
	const struct tora_errors *errors;

	for (size_t at = 0; (errors = next(&at));)
		if (errors->wants_own_class && errors->wants_own_class(text))
			return true;
	return false;
}

struct tora_sv tora_lang_lacking_module(const struct tora_exception *e)
{
	const struct tora_errors *errors;
	struct tora_sv ret = { .at = NULL };

	for (size_t at = 0; !ret.len && (errors = next(&at));)
		if (errors->lacking_module)
			ret = errors->lacking_module(e);
	return ret;
}

bool tora_lang_gains_ability(const struct tora_exception *e, struct tora_sv added)
{
	const struct tora_errors *errors;

	for (size_t at = 0; (errors = next(&at));) {
		if (!errors->unable || strcmp(e->type, errors->unable) != 0)
			continue;
		for (const char *const(*a)[2] = errors->abilities; a && (*a)[0]; a++)
			if (tora_sv_has(tora_sv(e->message), (*a)[0]) &&
			    tora_sv_has(added, (*a)[1]))
				return true;
	}
	return false;
}
