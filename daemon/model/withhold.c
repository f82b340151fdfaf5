#include "model/withhold.h"

#include "model/change.h"
#include "model/trial.h"

#include <string.h>

#define PATTERN_MAX 512 /* bytes; a longer one is cut, and so names more */
#define DEEP_MAX    4   /* "**" in one pattern: each multiplies the work */
#define PATH_BYTES  4096

static size_t count_deep(struct tora_sv pattern)
{
	size_t n = 0;

	for (size_t i = 0; i + 1 < pattern.len; i++)
		n += pattern.at[i] == '*' && pattern.at[i + 1] == '*';
	return n;
}

/* What is beyond a limit names too much, never too little. */
static const char *bounded(struct tora_sv line, struct tora_arena *arena)
{
	if (line.len <= PATTERN_MAX && count_deep(line) <= DEEP_MAX)
		return tora_arena_text(arena, line);
	if (line.at[0] == '!')
		return NULL;
	if (count_deep(line) > DEEP_MAX)
		return "*";
	return tora_arena_printf(arena, "%.*s*", PATTERN_MAX, line.at);
}

void tora_withhold_add(struct tora_withhold *w, struct tora_sv text, struct tora_arena *arena)
{
	const char *pattern;
	struct tora_sv line;

	while (tora_sv_line(&text, &line)) {
		line = tora_sv_trim(line);
		if (!line.len || line.at[0] == '#')
			continue;
		if (w->patterns.n >= TORA_WITHHOLD_MAX) {
			*tora_vec_push(arena, &w->patterns) = "*";
			return;
		}
		pattern = bounded(line, arena);
		if (pattern)
			*tora_vec_push(arena, &w->patterns) = pattern;
	}
}

/* [abc], [a-z], [!a]: *p stands behind the bracket, and afterwards behind its end. */
static bool in_set(const char **p, char c)
{
	const char *at = *p;
	bool inverted = *at == '!' || *at == '^', found = false;

	at += inverted;
	for (bool first = true; *at && *at != '/' && (first || *at != ']'); first = false) {
		unsigned char from = (unsigned char)*at++, to = from;

		if (at[0] == '-' && at[1] && at[1] != ']' && at[1] != '/') {
			to = (unsigned char)at[1];
			at += 2;
		}
		found |= (unsigned char)c >= from && (unsigned char)c <= to;
	}
	*p = *at == ']' ? at + 1 : at;
	return found != inverted;
}

/* One component against one pattern without slashes: a star gives back one byte at a time. */
static bool match_name(const char *p, size_t plen, const char *s, size_t slen)
{
	const char *pend = p + plen, *send = s + slen, *star = NULL, *from = NULL;

	while (s < send) {
		const char *next = p;
		bool ok = false;

		if (p < pend && *p == '*') {
			star = p++;
			from = s;
			continue;
		}
		if (p < pend) {
			next = p + 1;
			if (*p == '\\' && next < pend)
				ok = *next++ == *s;
			else if (*p == '[')
				ok = in_set(&next, *s);
			else
				ok = *p == '?' || *p == *s;
		}
		if (ok) {
			p = next;
			s++;
		} else if (star) {
			p = star + 1;
			s = ++from;
		} else {
			return false;
		}
	}
	while (p < pend && *p == '*')
		p++;
	return p == pend;
}

/* The pattern against the path or a folder it is in; both stand at the start of a component. */
static bool match_from(const char *p, const char *s)
{
	while (*p) {
		size_t plen = strcspn(p, "/"), slen = strcspn(s, "/");

		if (!*s)
			return false;
		if (plen == 2 && memcmp(p, "**", 2) == 0) {
			const char *rest = p + 2 + (p[2] == '/');

			if (!*rest)
				return true;
			for (; *s; s += strcspn(s, "/"), s += *s == '/')
				if (match_from(rest, s))
					return true;
			return false;
		}
		if (!match_name(p, plen, s, slen))
			return false;
		p += plen;
		s += slen;
		if (*p == '/' && !p[1]) /* a folder is meant: something has to be in it */
			return *s == '/';
		p += *p == '/';
		s += *s == '/';
	}
	return true;
}

static bool match(const char *pattern, const char *path)
{
	size_t slash = strcspn(pattern, "/");

	if (pattern[slash] && pattern[slash + 1]) /* not only at its end: from the top */
		return match_from(pattern + (*pattern == '/'), path);
	if (*pattern == '/')
		return false;
	for (const char *s = path; *s; s += strcspn(s, "/"), s += *s == '/')
		if (match_from(pattern, s))
			return true;
	return false;
}

bool tora_withhold_match(const struct tora_withhold *w, const char *path)
{
	bool is_named = false;

	for (size_t i = 0; i < w->patterns.n; i++) {
		const char *p = w->patterns.at[i];
		bool back = *p == '!';

		p += back || (p[0] == '\\' && (p[1] == '!' || p[1] == '#'));
		if (is_named == back && match(p, path))
			is_named = !back;
	}
	return is_named;
}

bool tora_withhold_place(const struct tora_withhold *w, const char *place)
{
	char path[PATH_BYTES];
	size_t n = strcspn(place, ":");

	if (n >= sizeof path)
		return w->patterns.n > 0;
	memcpy(path, place, n);
	path[n] = '\0';
	return tora_withhold_match(w, path);
}

static bool is_withheld(const struct tora_change *change, const char *path)
{
	for (size_t i = 0; i < change->files.n; i++) {
		const struct tora_file_change *file = &change->files.at[i];

		if (file->is_withheld && (strcmp(file->path, path) == 0 ||
		                          (file->old_path && strcmp(file->old_path, path) == 0)))
			return true;
	}
	return false;
}

bool tora_withhold_trial(const struct tora_change *change, const struct tora_trial *trial)
{
	for (size_t i = 0; i < trial->covered.n; i++)
		if (is_withheld(change, trial->covered.at[i].file))
			return true;
	return false;
}
