#include "lang/rename.h"

#include <string.h>

bool tora_rename_is_plain(const char *path)
{
	if (*path != '/')
		return false;
	for (const char *c = path; *c; c++)
		if (*c <= ' ' || *c > '~' || *c == '"' || *c == '\\')
			return false;
	return true;
}

/* Does a folder's name end here? "/repository" is not in "/repo". */
static bool ends_name(struct tora_sv rest)
{
	return rest.len == 0 || !((rest.at[0] >= 'a' && rest.at[0] <= 'z') ||
	                          (rest.at[0] >= 'A' && rest.at[0] <= 'Z') ||
	                          (rest.at[0] >= '0' && rest.at[0] <= '9') || rest.at[0] == '_' ||
	                          rest.at[0] == '-');
}

static struct tora_sv after(struct tora_sv text, size_t n)
{
	return (struct tora_sv){ text.at + n, text.len - n };
}

static bool begins(struct tora_sv text, const char *name)
{
	size_t n = strlen(name);

	return text.len >= n && memcmp(text.at, name, n) == 0 && ends_name(after(text, n));
}

/* The name that stands at the beginning of `text`, or NULL. */
static const struct tora_rename *match(const struct tora_rename *names, size_t n,
                                       struct tora_sv text, bool is_request)
{
	for (size_t i = 0; i < n; i++)
		if (names[i].inside && !(is_request && names[i].is_answer_only) &&
		    begins(text, is_request ? names[i].inside : names[i].real))
			return &names[i];
	return NULL;
}

static void rename_all(const struct tora_rename *names, size_t n, struct tora_sv line,
                       bool is_request, struct tora_str *out)
{
	size_t from = 0;

	for (size_t i = 0; i < line.len; i++) {
		const struct tora_rename *found;

		if (line.at[i] != '/' || (is_request && (i == 0 || line.at[i - 1] != '"')))
			continue;
		found = match(names, n, after(line, i), is_request);
		if (!found)
			continue;
		tora_str_add(out, (struct tora_sv){ line.at + from, i - from });
		tora_str_adds(out, is_request ? found->real : found->inside);
		from = i + strlen(is_request ? found->inside : found->real);
		i = from - 1;
	}
	tora_str_add(out, after(line, from));
}

void tora_rename_request(const struct tora_rename *names, size_t n, struct tora_sv line,
                         struct tora_str *out)
{
	rename_all(names, n, line, true, out);
}

void tora_rename_answer(const struct tora_rename *names, size_t n, struct tora_sv line,
                        struct tora_str *out)
{
	rename_all(names, n, line, false, out);
}
