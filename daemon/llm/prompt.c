#include "llm/prompt.h"

#include "llm/redact.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define INPUTS_MAX 32
#define RAW_MAX    (16u << 20) /* a value before it is cut */
#define NONCE      17          /* 16 hex digits and a NUL */

struct input {
	struct tora_sv name;
	bool is_block, is_optional, used;
	size_t max;
	struct tora_sv text; /* ready to be put in */
};

struct work {
	const struct tora_prompt_spec *spec;
	struct tora_arena *arena;
	struct tora_sv file, system, user; /* the parts, as written */
	struct input inputs[INPUTS_MAX];
	size_t n;
	char nonce[NONCE];
	size_t redacted;
	size_t shared; /* where {{shared}} stood in the part filled last */
};

/* ---- the files that are linked in ------------------------------------------------ */

#define PROMPTS(X)                                                                                 \
	X(expected_side, "expected-side")                                                          \
	X(generate_usage, "generate-usage")                                                        \
	X(judge, "judge")                                                                          \
	X(refine_tests, "refine-tests")                                                            \
	X(suite_refine, "suite-refine")                                                            \
	X(suite_usage, "suite-usage")

#define DECLARE(symbol, name)                                                                      \
	extern const char tora_blob_prompts_##symbol##_md[];                                       \
	extern const char tora_blob_prompts_##symbol##_md_end[];
PROMPTS(DECLARE)

#define ROW(symbol, name)                                                                          \
	{ name, tora_blob_prompts_##symbol##_md, tora_blob_prompts_##symbol##_md_end },
static const struct {
	const char *name, *at, *end;
} linked[] = { PROMPTS(ROW) };

const char *tora_prompt_name(size_t i)
{
	return i < sizeof linked / sizeof *linked ? linked[i].name : NULL;
}

static bool find_linked(const char *name, struct tora_sv *ret_file)
{
	for (size_t i = 0; i < sizeof linked / sizeof *linked; i++) {
		if (strcmp(linked[i].name, name) == 0) {
			*ret_file = (struct tora_sv){ linked[i].at,
				                      (size_t)(linked[i].end - linked[i].at) };
			return true;
		}
	}
	return false;
}

/* The user's own version. *ret_file stays as it is when there is none. */
static int read_override(const struct tora_prompt_spec *spec, struct tora_arena *arena,
                         struct tora_sv *ret_file, struct tora_err *err)
{
	const char *path = tora_arena_printf(arena, "%s/%s.md", spec->dir, spec->name);
	char *buf = tora_arena_alloc(arena, TORA_PROMPT_FILE_MAX + 1);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), rc = TORA_OK;
	struct stat st;
	size_t len = 0;
	ssize_t got;

	if (fd < 0 && errno == ENOENT)
		return TORA_OK;
	if (fd < 0)
		return tora_fail_sys(err, "reading %s", path);
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		rc = tora_fail(err, TORA_E_FORMAT, "%s is not a file", path);
		goto out;
	}
	while ((got = read(fd, buf + len, TORA_PROMPT_FILE_MAX + 1 - len)) > 0)
		len += (size_t)got;
	if (got < 0)
		rc = tora_fail_sys(err, "reading %s", path);
	else if (len > TORA_PROMPT_FILE_MAX)
		rc = tora_fail(err, TORA_E_LIMIT, "%s is larger than %u bytes", path,
		               TORA_PROMPT_FILE_MAX);
	else
		*ret_file = (struct tora_sv){ buf, len };
out:
	(void)close(fd);
	return rc;
}

/* ---- reading a prompt file ------------------------------------------------------- */

static bool is_name(struct tora_sv s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!islower((unsigned char)s.at[i]) && !isdigit((unsigned char)s.at[i]) &&
		    s.at[i] != '_')
			return false;
	return s.len > 0 && s.len < 64;
}

static struct input *find_input(struct work *w, struct tora_sv name)
{
	for (size_t i = 0; i < w->n; i++)
		if (tora_sv_eq(w->inputs[i].name, name))
			return &w->inputs[i];
	return NULL;
}

/* "  docs block optional   what the documentation says" */
static int read_input(struct work *w, struct tora_sv line, struct tora_err *err)
{
	struct tora_sv name = tora_sv_word(&line, tora_not_space),
		       kind = tora_sv_word(&line, tora_not_space),
		       more = tora_sv_word(&line, tora_not_space);
	struct input *in;

	if (!is_name(name) || (!tora_sv_is(kind, "inline") && !tora_sv_is(kind, "block")))
		return tora_fail(err, TORA_E_FORMAT,
		                 "input '%.*s': expected 'name inline|block [optional] what it is'",
		                 (int)(name.len < 60 ? name.len : 60), name.at);
	if (tora_sv_is(name, "delimiter") || tora_sv_is(name, "shared") || find_input(w, name))
		return tora_fail(err, TORA_E_FORMAT, "input '%.*s' is there twice or taken",
		                 (int)name.len, name.at);
	if (w->n == INPUTS_MAX)
		return tora_fail(err, TORA_E_FORMAT, "more than %d inputs", INPUTS_MAX);
	in = &w->inputs[w->n++];
	*in = (struct input){ .name = name,
		              .is_block = tora_sv_is(kind, "block"),
		              .is_optional = tora_sv_is(more, "optional") };
	in->max = in->is_block ? TORA_PROMPT_VALUE_MAX : TORA_PROMPT_INLINE_MAX;
	return TORA_OK;
}

static int read_header(struct work *w, struct tora_sv header, struct tora_err *err)
{
	struct tora_sv line;
	bool in_list = false;
	int rc;

	while (tora_sv_line(&header, &line)) {
		if (!tora_sv_starts(line, " ")) {
			in_list = tora_sv_is(tora_sv_trim(line), "inputs:");
			continue;
		}
		rc = in_list && tora_sv_trim(line).len ? read_input(w, line, err) : TORA_OK;
		if (rc)
			return rc;
	}
	return TORA_OK;
}

/* The two parts: lines that read "# system" and "# user" exactly, each once and in this order. */
static int read_parts(struct work *w, struct tora_sv body, struct tora_err *err)
{
	struct tora_sv line, rest = body;
	const char *system = NULL, *user = NULL, *system_end = NULL;

	while (tora_sv_line(&rest, &line)) {
		if (tora_sv_is(line, "# system")) {
			if (system || user)
				return tora_fail(err, TORA_E_FORMAT, "'# system' is not first");
			system = rest.at;
		} else if (tora_sv_is(line, "# user")) {
			if (!system || user)
				return tora_fail(err, TORA_E_FORMAT,
				                 "'# user' must follow '# system', once");
			system_end = line.at;
			user = rest.at;
		}
	}
	if (!user)
		return tora_fail(err, TORA_E_FORMAT, "no '# user' part");
	w->system = tora_sv_trim((struct tora_sv){ system, (size_t)(system_end - system) });
	w->user = tora_sv_trim((struct tora_sv){ user, (size_t)(body.at + body.len - user) });
	if (!w->user.len)
		return tora_fail(err, TORA_E_FORMAT, "an empty '# user' part");
	return TORA_OK;
}

static int read_file(struct work *w, struct tora_err *err)
{
	struct tora_sv file = w->file;
	const char *end;
	int rc;

	if (file.len > TORA_PROMPT_FILE_MAX)
		return tora_fail(err, TORA_E_LIMIT, "larger than %u bytes", TORA_PROMPT_FILE_MAX);
	end = tora_sv_starts(file, "<!--") ? memmem(file.at, file.len, "-->", 3) : NULL;
	if (!end)
		return tora_fail(err, TORA_E_FORMAT,
		                 "does not open with a <!-- comment --> that names its inputs");
	rc = read_header(w, (struct tora_sv){ file.at + 4, (size_t)(end - file.at) - 4 }, err);
	if (rc)
		return rc;
	end += 3;
	return read_parts(w, (struct tora_sv){ end, (size_t)(file.at + file.len - end) }, err);
}

/* ---- values ---------------------------------------------------------------------- */

/* Back to the start of a line, or at least of a character. */
static size_t cut_before(struct tora_sv text, size_t at)
{
	size_t line = at;

	while (line > 0 && at - line < 2000 && text.at[line - 1] != '\n')
		line--;
	if (line > 0 && text.at[line - 1] == '\n')
		return line;
	while (at > 0 && ((unsigned char)text.at[at] & 0xc0) == 0x80)
		at--;
	return at;
}

/* On to the start of a line, or at least of a character. */
static size_t cut_after(struct tora_sv text, size_t at)
{
	size_t left = text.len - at;
	const char *line = memchr(text.at + at - 1, '\n', left < 2000 ? left : 2000);

	if (line)
		return (size_t)(line - text.at) + 1;
	while (at < text.len && ((unsigned char)text.at[at] & 0xc0) == 0x80)
		at++;
	return at;
}

/* The head says what it is and the tail how it ends: two thirds and one third of the room. */
static struct tora_sv cut_middle(struct work *w, struct tora_sv text, size_t max)
{
	size_t head, tail;

	if (text.len <= max)
		return text;
	head = cut_before(text, max - max / 3);
	tail = cut_after(text, text.len - max / 3);
	return tora_sv(tora_arena_printf(w->arena, "%.*s[... %zu bytes left out ...]%s%.*s",
	                                 (int)head, text.at, tail - head,
	                                 tail > 0 && text.at[tail - 1] == '\n' ? "\n" : "",
	                                 (int)(text.len - tail), text.at + tail));
}

/* Without secrets, valid UTF-8, no control characters, and not longer than it may be. */
static int prepare(struct work *w, struct input *in, const struct tora_prompt_value *value,
                   struct tora_err *err)
{
	struct tora_str safe = TORA_STR_INIT(4 * (size_t)RAW_MAX);
	struct tora_str clean = TORA_STR_INIT(4 * (size_t)RAW_MAX);
	struct tora_sv text = in->is_block ? value->text : tora_sv_trim(value->text);
	size_t max = value->max && value->max < in->max ? value->max : in->max;
	int rc = TORA_OK;

	if (text.len > RAW_MAX) {
		rc = tora_fail(err, TORA_E_LIMIT, "value '%s' has %zu bytes", value->name,
		               text.len);
		goto out;
	}
	w->redacted += tora_redact(text, &safe);
	tora_str_add_escaped(&clean, tora_str_view(&safe), in->is_block);
	rc = tora_str_check(&safe, err) ? err->rc : tora_str_check(&clean, err);
	if (rc)
		goto out;
	in->text = cut_middle(w, tora_arena_sv(w->arena, tora_str_view(&clean)), max);
	while (in->is_block && in->text.len && in->text.at[in->text.len - 1] == '\n')
		in->text.len--;
out:
	tora_str_free(&safe);
	tora_str_free(&clean);
	return rc;
}

static int take_values(struct work *w, struct tora_err *err)
{
	for (size_t i = 0; i < w->spec->n; i++) {
		const struct tora_prompt_value *value = &w->spec->values[i];
		struct input *in = find_input(w, tora_sv(value->name));
		int rc;

		if (!in)
			return tora_fail(err, TORA_E_USAGE, "it declares no input '%s'",
			                 value->name);
		rc = prepare(w, in, value, err);
		if (rc)
			return rc;
	}
	for (size_t i = 0; i < w->n; i++) {
		const struct input *in = &w->inputs[i];

		if (!in->is_optional && !in->text.len)
			return tora_fail(err, TORA_E_USAGE, "input '%.*s' has no value",
			                 (int)in->name.len, in->name.at);
	}
	return TORA_OK;
}

static bool is_taken(const struct work *w, const char *nonce)
{
	if (tora_sv_has(w->file, nonce))
		return true;
	for (size_t i = 0; i < w->n; i++)
		if (tora_sv_has(w->inputs[i].text, nonce))
			return true;
	return false;
}

/* 16 digits nobody who wrote a value could know, and found in no value. */
static int make_nonce(struct work *w, struct tora_err *err)
{
	unsigned char fresh[32];
	struct tora_sv seed = tora_sv(w->spec->seed);

	if (!w->spec->seed) {
		if (getrandom(fresh, sizeof fresh, 0) != (ssize_t)sizeof fresh)
			return tora_fail_sys(err, "random numbers");
		seed = (struct tora_sv){ (const char *)fresh, sizeof fresh };
	}
	for (unsigned char count = 0; count < 100; count++) {
		char hex[TORA_HASH_HEX];
		struct tora_hash h;

		tora_hash_init(&h);
		tora_hash_field(&h, seed);
		tora_hash_add(&h, (struct tora_sv){ (const char *)&count, 1 });
		tora_hash_final(&h, hex);
		memcpy(w->nonce, hex, NONCE - 1);
		w->nonce[NONCE - 1] = '\0';
		if (!is_taken(w, w->nonce))
			return TORA_OK;
	}
	return tora_fail(err, TORA_E_USAGE, "the values know the nonce: a seed that is no secret");
}

/* ---- putting them in -------------------------------------------------------------- */

struct tag {
	char kind; /* '#' '^' '/' or 0 for a plain {{name}} */
	struct tora_sv name;
	const char *at, *end; /* from {{ to behind }} */
};

/* The next {{tag}} of *rest. 1: found, 0: none, negative: an error. */
static int next_tag(struct tora_sv rest, struct tag *ret, struct tora_err *err)
{
	const char *open = memmem(rest.at, rest.len, "{{", 2), *close;
	size_t left;

	if (!open)
		return 0;
	left = (size_t)(rest.at + rest.len - open);
	close = memmem(open, left < 80 ? left : 80, "}}", 2);
	*ret = (struct tag){ .at = open, .end = close ? close + 2 : open };
	if (close && strchr("#^/", open[2]))
		ret->kind = open[2];
	ret->name.at = open + 2 + (ret->kind != 0);
	ret->name.len = close && close > ret->name.at ? (size_t)(close - ret->name.at) : 0;
	if (!is_name(ret->name))
		return tora_fail(err, TORA_E_FORMAT, "'%.*s...' is no {{name}}",
		                 (int)(left < 20 ? left : 20), open);
	return 1;
}

static void put_value(struct work *w, const struct input *in, struct tora_str *out)
{
	if (!in->is_block) {
		tora_str_add(out, in->text);
		return;
	}
	tora_str_addf(out, "<<<%.*s %s>>>\n", (int)in->name.len, in->name.at, w->nonce);
	tora_str_add(out, in->text);
	tora_str_addf(out, "\n<<<end %s>>>", w->nonce);
}

/* A tag that puts nothing in takes the line with it that it stands alone on. */
static const char *past_tag(struct tora_sv whole, const struct tag *tag)
{
	const char *stop = whole.at + whole.len;

	if ((tag->kind || tora_sv_is(tag->name, "shared")) &&
	    (tag->at == whole.at || tag->at[-1] == '\n') && tag->end < stop && *tag->end == '\n')
		return tag->end + 1;
	return tag->end;
}

struct section {
	const struct input *in; /* NULL: outside of any */
	bool hidden;
};

static int open_or_close(const struct tag *tag, const struct input *in, struct section *section,
                         struct tora_err *err)
{
	if ((tag->kind == '/') != (section->in != NULL) || (section->in && section->in != in))
		return tora_fail(err, TORA_E_FORMAT, "{{%c%.*s}} opens or closes the wrong section",
		                 tag->kind, (int)tag->name.len, tag->name.at);
	section->in = tag->kind == '/' ? NULL : in;
	section->hidden = (tag->kind == '#' && !in->text.len) || (tag->kind == '^' && in->text.len);
	return TORA_OK;
}

static int fill(struct work *w, struct tora_sv whole, struct tora_str *out, struct tora_err *err)
{
	struct section section = { NULL, false };
	struct tora_sv rest = whole;
	struct tag tag;
	int rc;

	w->shared = 0;
	while ((rc = next_tag(rest, &tag, err)) > 0) {
		struct input *in = find_input(w, tag.name);

		if (!section.hidden)
			tora_str_add(out, (struct tora_sv){ rest.at, (size_t)(tag.at - rest.at) });
		if (!in && (tag.kind ||
		            !(tora_sv_is(tag.name, "delimiter") || tora_sv_is(tag.name, "shared"))))
			return tora_fail(err, TORA_E_FORMAT, "{{%.*s}} is not among its inputs",
			                 (int)tag.name.len, tag.name.at);
		if (in)
			in->used = true;
		rc = tag.kind ? open_or_close(&tag, in, &section, err) : TORA_OK;
		if (rc)
			return rc;
		if (!tag.kind && !section.hidden && in)
			put_value(w, in, out);
		else if (!tag.kind && !section.hidden && tora_sv_is(tag.name, "shared"))
			w->shared = out->len;
		else if (!tag.kind && !section.hidden)
			tora_str_adds(out, w->nonce);
		tag.end = past_tag(whole, &tag);
		rest = (struct tora_sv){ tag.end, (size_t)(whole.at + whole.len - tag.end) };
	}
	if (rc < 0)
		return rc;
	if (section.in)
		return tora_fail(err, TORA_E_FORMAT, "section '%.*s' is not closed",
		                 (int)section.in->name.len, section.in->name.at);
	tora_str_add(out, rest);
	return tora_str_check(out, err);
}

static void make_key(const struct work *w, const char *hash, char ret_key[TORA_HASH_HEX])
{
	struct tora_hash h;

	tora_hash_init(&h);
	tora_hash_field(&h, tora_sv(hash));
	for (size_t i = 0; i < w->n; i++) {
		tora_hash_field(&h, w->inputs[i].name);
		tora_hash_field(&h, w->inputs[i].text);
	}
	tora_hash_final(&h, ret_key);
}

static int check_used(const struct work *w, struct tora_err *err)
{
	for (size_t i = 0; i < w->n; i++)
		if (!w->inputs[i].used)
			return tora_fail(err, TORA_E_FORMAT,
			                 "input '%.*s' is declared and not used",
			                 (int)w->inputs[i].name.len, w->inputs[i].name.at);
	return TORA_OK;
}

static int render(struct work *w, struct tora_prompt *ret, struct tora_err *err)
{
	struct tora_str system = TORA_STR_INIT(TORA_PROMPT_MAX);
	struct tora_str user = TORA_STR_INIT(TORA_PROMPT_MAX);
	int rc = read_file(w, err);

	if (!rc)
		rc = take_values(w, err);
	if (!rc)
		rc = make_nonce(w, err);
	if (!rc)
		rc = fill(w, w->system, &system, err);
	if (!rc)
		rc = fill(w, w->user, &user, err);
	if (!rc)
		rc = check_used(w, err);
	if (!rc) {
		*ret = (struct tora_prompt){ .purpose = tora_arena_dup(w->arena, w->spec->name),
			                     .redacted = w->redacted,
			                     .shared = w->shared };
		ret->system = tora_arena_sv(w->arena, tora_str_view(&system));
		ret->user = tora_arena_sv(w->arena, tora_str_view(&user));
		tora_hash_hex(w->file, ret->hash);
		make_key(w, ret->hash, ret->key);
	}
	tora_str_free(&system);
	tora_str_free(&user);
	return rc;
}

int tora_prompt_render_text(struct tora_sv file, const struct tora_prompt_spec *spec,
                            struct tora_arena *arena, struct tora_prompt *ret_prompt,
                            struct tora_err *err)
{
	struct work *w = tora_arena_alloc(arena, sizeof *w);

	w->spec = spec;
	w->arena = arena;
	w->file = file;
	if (render(w, ret_prompt, err))
		return tora_wrap(err, "prompt '%s'", spec->name);
	return TORA_OK;
}

static bool is_prompt_name(const char *name)
{
	size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");

	return n > 0 && n < 64 && !name[n];
}

int tora_prompt_render(const struct tora_prompt_spec *spec, struct tora_arena *arena,
                       struct tora_prompt *ret_prompt, struct tora_err *err)
{
	struct tora_sv file = { NULL, 0 };
	int rc = TORA_OK;

	if (!is_prompt_name(spec->name))
		return tora_fail(err, TORA_E_NOTFOUND, "'%.60s' is no name of a prompt",
		                 spec->name);
	if (spec->dir)
		rc = read_override(spec, arena, &file, err);
	if (rc)
		return tora_wrap(err, "prompt '%s'", spec->name);
	if (!file.at && !find_linked(spec->name, &file))
		return tora_fail(err, TORA_E_NOTFOUND, "there is no prompt '%s'", spec->name);
	return tora_prompt_render_text(file, spec, arena, ret_prompt, err);
}

void tora_prompt_hash_all(const char *dir, char ret[TORA_HASH_HEX])
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_hash h;

	tora_hash_init(&h);
	for (size_t i = 0; tora_prompt_name(i); i++) {
		struct tora_prompt_spec spec = { .name = tora_prompt_name(i), .dir = dir };
		struct tora_sv file = { NULL, 0 };
		struct tora_err err = TORA_ERR_INIT;

		if (dir && read_override(&spec, arena, &file, &err))
			file = tora_sv(tora_arena_dup(arena, err.msg));
		if (!file.at)
			(void)find_linked(spec.name, &file);
		tora_hash_field(&h, tora_sv(spec.name));
		tora_hash_field(&h, file);
	}
	tora_hash_final(&h, ret);
	tora_arena_free(arena);
}
