#include "scripts.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* References end in two bits that say what they are; a small number is the upper half of a word. */
#define BITS       3
#define STRONG     1
#define WEAK       3
#define NUMBER(w)  ((size_t)((w) >> 32))
#define AS_WORD(n) ((uint64_t)(n) << 32)
#define ROOTS_MAX  2048 /* words from where V8's own references begin */
#define LIST_MAX   1000000
#define NAME_MAX   4096

/* The beginning of each, in words: of a list before its references, of a script, of a text before its bytes. */
enum { LIST_ROOM = 1, LIST_LENGTH = 2, LIST_HEAD = 3 };
enum { SCRIPT_NAME = 2, SCRIPT_HEAD = 3 };
enum { TEXT_LENGTH = 1, TEXT_HEAD = 2 };

struct scripts {
	uint64_t *root; /* V8's reference to the list; NULL: not found */
	uint64_t *seen; /* what was in it when scripts were chosen */
	bool *is_meant;
	size_t n, meant,
		before; /* how many these are; there are when it is shorter; there were before that */
};

/* v8::Isolate::GetCurrent() */
extern uint64_t *isolate_now(void) __asm__("_ZN2v87Isolate10GetCurrentEv") __attribute__((weak));

static uint64_t *words_at(uint64_t at)
{
	return (uint64_t *)(uintptr_t)at; /* NOLINT: V8's own number */
}

/* Memory that may not be there. */
static bool look(uint64_t at, void *to, size_t n)
{
	struct iovec here = { to, n }, there = { words_at(at), n };

	return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)n;
}

/* The name of a script, of printable ASCII; false: it cannot be read. */
static bool name_of(uint64_t script, char name[NAME_MAX + 1])
{
	uint64_t head[SCRIPT_HEAD], text[TEXT_HEAD], at;
	size_t n;

	if ((script & BITS) != WEAK || !look(script - WEAK, head, sizeof head))
		return false;
	at = head[SCRIPT_NAME] - STRONG;
	if ((head[SCRIPT_NAME] & BITS) != STRONG || !look(at, text, sizeof text))
		return false;
	n = NUMBER(text[TEXT_LENGTH]);
	if (n == 0 || n > NAME_MAX || !look(at + sizeof text, name, n))
		return false;
	name[n] = '\0';
	for (size_t i = 0; i < n; i++)
		if (name[i] < ' ' || name[i] > '~')
			return false;
	return true;
}

/* Does the list that `ref` leads to, if it is one, end with the script `name`? */
static bool ends_with(uint64_t ref, const char *name)
{
	uint64_t head[LIST_HEAD], last;
	char found[NAME_MAX + 1];
	size_t n;

	if ((ref & BITS) != STRONG || !look(ref - STRONG, head, sizeof head))
		return false;
	n = NUMBER(head[LIST_LENGTH]);
	return head[LIST_LENGTH] == AS_WORD(n) && n > 0 && n <= LIST_MAX &&
	       n <= NUMBER(head[LIST_ROOM]) &&
	       look(ref - STRONG + sizeof head + (n - 1) * sizeof last, &last, sizeof last) &&
	       name_of(last, found) && strcmp(found, name) == 0;
}

static uint64_t *list_of(const struct scripts *s)
{
	return words_at(*s->root - STRONG);
}

static struct scripts *scripts_of(napi_env env, napi_call call, napi_value *arg)
{
	size_t n = 1;
	void *data = NULL;

	(void)napi_get_cb_info(env, call, &n, arg, NULL, &data);
	return data;
}

static napi_value answer(napi_env env, bool is_so)
{
	napi_value value = NULL;

	(void)napi_create_int32(env, is_so, &value);
	return value;
}

static napi_value find(napi_env env, napi_call call)
{
	napi_value arg = NULL;
	struct scripts *s = scripts_of(env, call, &arg);
	uint64_t *roots = isolate_now ? isolate_now() : NULL, ref;
	char name[NAME_MAX + 1];

	s->root = NULL;
	if (!roots || napi_get_value_string_utf8(env, arg, name, sizeof name, NULL) != NAPI_OK)
		return answer(env, false);
	for (size_t i = 0; i < ROOTS_MAX && !s->root; i++)
		if (look((uintptr_t)(roots + i), &ref, sizeof ref) && ends_with(ref, name))
			s->root = roots + i;
	return answer(env, s->root != NULL);
}

/* Everything else is kept. */
static bool is_left_out(napi_env env, napi_value f, uint64_t script)
{
	napi_value name, self, ret;
	char text[NAME_MAX + 1];
	bool is_meant;

	return name_of(script, text) && napi_get_global(env, &self) == NAPI_OK &&
	       napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &name) == NAPI_OK &&
	       napi_call_function(env, self, f, 1, &name, &ret) == NAPI_OK &&
	       napi_get_value_bool(env, ret, &is_meant) == NAPI_OK && !is_meant;
}

static napi_value choose(napi_env env, napi_call call)
{
	napi_value f = NULL;
	struct scripts *s = scripts_of(env, call, &f);
	uint64_t *list;

	free(s->seen);
	free(s->is_meant);
	s->n = s->root ? NUMBER(list_of(s)[LIST_LENGTH]) : 0;
	s->seen = calloc(s->n + 1, sizeof *s->seen);
	s->is_meant = calloc(s->n + 1, sizeof *s->is_meant);
	if (!s->seen || !s->is_meant)
		s->n = 0;
	if (s->n == 0)
		return NULL;
	list = list_of(s);
	memcpy(s->seen, list + LIST_HEAD, s->n * sizeof *s->seen);
	for (size_t i = 0; i < s->n; i++)
		s->is_meant[i] = !is_left_out(env, f, s->seen[i]);
	return NULL;
}

/* The list is in another order then, with nothing lost: V8 may look after its memory at any time. */
static napi_value narrow(napi_env env, napi_call call)
{
	struct scripts *s = scripts_of(env, call, NULL);
	uint64_t *list, *refs, ref;
	size_t n;

	if (!s->root || s->n == 0)
		return answer(env, false);
	list = list_of(s);
	refs = list + LIST_HEAD;
	n = NUMBER(list[LIST_LENGTH]);
	if (n < s->n || memcmp(refs, s->seen, s->n * sizeof *refs) != 0)
		return answer(env, false); /* some were moved, or are gone */
	s->before = n;
	s->meant = 0;
	for (size_t i = 0; i < n; i++) {
		if (i < s->n && !s->is_meant[i])
			continue;
		ref = refs[i];
		refs[i] = refs[s->meant];
		refs[s->meant++] = ref;
	}
	list[LIST_LENGTH] = AS_WORD(s->meant);
	return answer(env, true);
}

/* Where something was added meanwhile, on top of those that were left out or in a list of its own, it stays as it is. */
static napi_value widen(napi_env env, napi_call call)
{
	struct scripts *s = scripts_of(env, call, NULL);
	uint64_t *list = s->root ? list_of(s) : NULL;

	if (list && list[LIST_LENGTH] == AS_WORD(s->meant) && s->before <= NUMBER(list[LIST_ROOM]))
		list[LIST_LENGTH] = AS_WORD(s->before);
	return NULL;
}

void tora_scripts_add(napi_env env, napi_value exports)
{
	static const struct {
		const char *name;
		napi_function f;
	} all[] = { { "findScripts", find },
		    { "chooseScripts", choose },
		    { "narrow", narrow },
		    { "widen", widen } };
	struct scripts *s = calloc(1, sizeof *s); /* lives as long as the process */
	napi_value f;

	for (size_t i = 0; s && i < sizeof all / sizeof all[0]; i++)
		if (napi_create_function(env, all[i].name, NAPI_AUTO_LENGTH, all[i].f, s, &f) ==
		    NAPI_OK)
			(void)napi_set_named_property(env, exports, all[i].name, f);
}
