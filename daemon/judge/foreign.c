#include "judge/foreign.h"

#include "judge/means.h"
#include "judge/text.h"
#include "judge/words.h"
#include "lang/lang.h"

#include <ctype.h>
#include <string.h>

static const char verbs[] =
	"replac*|use|uses|using|stop|drop*|avoid*|switch*|migrat*|port|move|prefer*|remov*|adopt*";

/* "p" of "p.u": is `name` how a module of the project begins? */
static bool is_own_module(const struct tora_change *change, struct tora_sv name)
{
	size_t i;

	for (i = 0; i < change->modules_base.n; i++) {
		struct tora_sv module = tora_sv(change->modules_base.at[i]);

		if (module.len >= name.len && memcmp(module.at, name.at, name.len) == 0 &&
		    (module.len == name.len || module.at[name.len] == '.'))
			return true;
	}
	return false;
}

/* `import root`, or `from root import name` where name is `name` or the root itself. */
static bool line_imports(struct tora_sv line, struct tora_sv name, const struct tora_change *change)
{
	struct tora_scan scan = { .text = tora_sv_trim(line) };
	struct tora_token verb, root;

	if (!tora_scan_solid(&scan, &verb) || !tora_scan_solid(&scan, &root) ||
	    root.kind != TORA_TOKEN_WORD || is_own_module(change, root.text))
		return false;
	return (tora_sv_is(verb.text, "import") || tora_sv_is(verb.text, "from")) &&
	       tora_text_has_word(line, name, false);
}

static bool is_imported(const struct tora_change *change, struct tora_sv name)
{
	size_t i, side;

	for (i = 0; i < change->files.n; i++) {
		const struct tora_file_change *f = &change->files.at[i];

		for (side = 0; side < 2 && f->role == TORA_FILE_SOURCE; side++) {
			struct tora_sv rest = side ? f->head_text : f->base_text, line;

			while (tora_sv_line(&rest, &line))
				if (line_imports(line, name, change))
					return true;
		}
	}
	return false;
}

/* A name that stands as code at `at`: a dotted one, or one that is called or quoted; empty: none. */
static struct tora_sv code_at(struct tora_sv text, size_t at, struct tora_sv *ret_root)
{
	struct tora_sv ret = { text.at + at, 0 };
	size_t n = at;

	while (n < text.len &&
	       (isalnum((unsigned char)text.at[n]) || text.at[n] == '_' ||
	        (text.at[n] == '.' && n + 1 < text.len && isalnum((unsigned char)text.at[n + 1]))))
		n++;
	ret.len = n - at;
	*ret_root = (struct tora_sv){ ret.at, ret.len };
	if (memchr(ret.at, '.', ret.len))
		ret_root->len = (size_t)((const char *)memchr(ret.at, '.', ret.len) - ret.at);
	if (ret.len == ret_root->len && !(n < text.len && strchr("(`", text.at[n])) &&
	    !memchr(ret.at, '_', ret.len))
		ret.len = 0;
	return ret;
}

bool tora_foreign_lacks(const struct tora_exception *e, const struct tora_change *change)
{
	struct tora_sv module = e && e->message ? tora_lang_lacking_module(e) : tora_sv("");
	const char *dot = module.len ? memchr(module.at, '.', module.len) : NULL;

	if (dot)
		module.len = (size_t)(dot - module.at);
	return module.len && change->modules_base.n && !is_own_module(change, module);
}

bool tora_foreign_only(struct tora_sv subject, const struct tora_change *change)
{
	struct tora_sv first = { subject.at, 0 };
	bool any = false;
	size_t i = 0;

	while (first.len < subject.len && isalpha((unsigned char)subject.at[first.len]))
		first.len++;
	/* "Use shlex.quote for arguments with blanks" says what for: then it is about those. */
	if (!tora_words_match(first, verbs) || tora_means_outcome(subject) ||
	    tora_words_match(subject, "for|so|when|where|if|unless"))
		return false;
	for (i = first.len; i < subject.len; i++) {
		bool starts = (isalpha((unsigned char)subject.at[i]) || subject.at[i] == '_') &&
		              !isalnum((unsigned char)subject.at[i - 1]) &&
		              !strchr("_.", subject.at[i - 1]);
		struct tora_sv root, code;

		if (!starts)
			continue;
		code = code_at(subject, i, &root);
		if (!code.len)
			continue;
		if (!is_imported(change, root))
			return false;
		any = true;
		i += code.len - 1;
	}
	return any;
}
