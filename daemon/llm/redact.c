#include "llm/redact.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define RANDOM_MIN 32  /* shorter strings are never judged by their look alone */
#define URL_MAX    512 /* how far the @ of a URL is looked for */
/* No detector looks further than this from where it stands, so hostile text costs linear time. */
#define NAME_MAX_LEN   100
#define VALUE_MAX      4096
#define SPAN_MAX       4096
#define KEY_LINE_MAX   200
#define ANNOTATION_MAX 60
#define KEY_BLANKS     8 /* empty lines in a private key */

/* Where we are: text.at[at]. A detector returns how many bytes to take out, 0 for none. */
struct cursor {
	struct tora_sv text;
	size_t at;
	size_t newline,
		end_mark; /* the next of each, once looked for; stale when not behind `at` */
};

struct hit {
	size_t keep; /* bytes before the secret that are shown */
	size_t drop; /* bytes of the secret */
	const char *kind;
};

static int byte_at(const struct cursor *c, size_t at)
{
	return at < c->text.len ? (unsigned char)c->text.at[at] : -1;
}

static struct tora_sv rest(const struct cursor *c)
{
	return (struct tora_sv){ c->text.at + c->at, c->text.len - c->at };
}

static bool is_word(int c)
{
	return c >= 0 && (isalnum(c) || c == '_');
}

/* ---- known formats ------------------------------------------------------------- */

static bool in_alnum(int c)
{
	return c >= 0 && isalnum(c);
}

static bool in_upper(int c)
{
	return c >= 0 && (isupper(c) || isdigit(c));
}

static bool in_url64(int c)
{
	return is_word(c) || c == '-';
}

/* Of services and registries, in whatever language a project is: its secrets may be another one's. */
static const struct format {
	const char *prefix;
	bool (*member)(int c);
	size_t least, most; /* characters after the prefix */
	bool digit;         /* at least one digit: tells sk-1a2b... from sk-learn-contrib */
	const char *kind;
} formats[] = {
	{ "AKIA", in_upper, 16, 16, false, "aws-key" },
	{ "ASIA", in_upper, 16, 16, false, "aws-key" },
	{ "ghp_", in_alnum, 30, 255, false, "github-token" },
	{ "gho_", in_alnum, 30, 255, false, "github-token" },
	{ "ghu_", in_alnum, 30, 255, false, "github-token" },
	{ "ghs_", in_alnum, 30, 255, false, "github-token" },
	{ "ghr_", in_alnum, 30, 255, false, "github-token" },
	{ "github_pat_", in_url64, 22, 255, false, "github-token" },
	{ "glpat-", in_url64, 20, 255, false, "gitlab-token" },
	{ "sk-", in_url64, 20, 255, true, "api-key" },
	{ "sk_live_", in_alnum, 16, 255, false, "stripe-key" },
	{ "rk_live_", in_alnum, 16, 255, false, "stripe-key" },
	{ "whsec_", in_alnum, 16, 255, false, "stripe-key" },
	{ "xoxa-", in_url64, 10, 255, true, "slack-token" },
	{ "xoxb-", in_url64, 10, 255, true, "slack-token" },
	{ "xoxp-", in_url64, 10, 255, true, "slack-token" },
	{ "xoxr-", in_url64, 10, 255, true, "slack-token" },
	{ "xoxs-", in_url64, 10, 255, true, "slack-token" },
	{ "AIza", in_url64, 35, 35, false, "google-key" },
	{ "npm_", in_alnum, 36, 36, false, "npm-token" },
	{ "pypi-", in_url64, 40, 400, true, "pypi-token" },
	{ "hf_", in_alnum, 30, 60, false, "api-key" },
	{ "xapp-", in_url64, 20, 255, true, "slack-token" },
	{ "glptt-", in_url64, 20, 255, true, "gitlab-token" },
	{ "dop_v1_", in_alnum, 64, 64, true, "api-key" },
	{ "shpat_", in_alnum, 32, 32, true, "api-key" },
};

static bool known_format(const struct cursor *c, struct hit *ret)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		const struct format *f = &formats[i];
		size_t from = c->at + strlen(f->prefix), n = 0;
		bool digit = false;

		if (!tora_sv_starts(rest(c), f->prefix))
			continue;
		while (n <= f->most && f->member(byte_at(c, from + n)))
			digit |= isdigit(byte_at(c, from + n++)) != 0;
		if (n < f->least || n > f->most || (f->digit && !digit))
			continue;
		*ret = (struct hit){ 0, from + n - c->at, f->kind };
		return true;
	}
	return false;
}

/* Three base64url parts with dots, the first of them a JSON object: {"... is eyJ in base64. */
static bool web_token(const struct cursor *c, int before, struct hit *ret)
{
	size_t at = c->at;

	if (before == '-' || !tora_sv_starts(rest(c), "eyJ"))
		return false;
	for (int part = 0; part < 3; part++) {
		size_t from = at;

		while (at - from < SPAN_MAX && in_url64(byte_at(c, at)))
			at++;
		if (at - from < 8 || (part < 2 && byte_at(c, at++) != '.'))
			return false;
	}
	*ret = (struct hit){ 0, at - c->at, "jwt" };
	return true;
}

static bool bearer(const struct cursor *c, struct hit *ret)
{
	size_t at = c->at + 7, n = 0;
	bool digit = false;
	int b;

	if (rest(c).len < 7 || strncasecmp(rest(c).at, "bearer ", 7) != 0)
		return false;
	for (; (b = byte_at(c, at + n)) > 0 && (in_url64(b) || strchr("./+=~", b)); n++)
		digit |= isdigit(b) != 0;
	if (n < 16 || !digit)
		return false;
	*ret = (struct hit){ 7, n, "bearer" };
	return true;
}

static int base64_digit(int c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = c > 0 ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* Does this base64 say name:password? All of it has to be text, or it is a word that happens to fit. */
static bool says_name_and_password(struct tora_sv base64)
{
	unsigned bits = 0, have = 0;
	bool colon = false;

	for (size_t i = 0; i < base64.len && base64.at[i] != '='; i++) {
		int digit = base64_digit((unsigned char)base64.at[i]), byte;

		bits = bits << 6 | (unsigned)(digit & 63);
		have += 6;
		if (have < 8)
			continue;
		have -= 8;
		byte = (int)(bits >> have & 0xff);
		if (byte < 0x20 || byte == 0x7f)
			return false;
		colon |= byte == ':';
	}
	return colon;
}

/* "Basic " and what a header has behind it. */
static bool basic(const struct cursor *c, struct hit *ret)
{
	struct tora_sv value = { c->text.at + c->at + 6, 0 };
	size_t at = c->at + 6;

	if (rest(c).len < 6 || strncasecmp(rest(c).at, "basic ", 6) != 0)
		return false;
	while (value.len < SPAN_MAX && base64_digit(byte_at(c, at + value.len)) >= 0)
		value.len++;
	while (byte_at(c, at + value.len) == '=')
		value.len++;
	if (value.len < 8 || value.len % 4 != 0 || !says_name_and_password(value))
		return false;
	*ret = (struct hit){ 6, value.len, "basic" };
	return true;
}

/* ---- private key blocks -------------------------------------------------------- */

/* Base64 of a key, perhaps inside a diff, a string literal or an indented block; or a PEM header. */
static bool is_key_line(struct tora_sv line)
{
	size_t spaces = 0;

	while (line.len && strchr("+- \t\"'>|#*", line.at[0])) {
		line.at++;
		line.len--;
	}
	line = tora_sv_trim(line);
	if (!line.len || tora_sv_starts(line, "Proc-Type:") || tora_sv_starts(line, "DEK-Info:"))
		return true;
	for (size_t i = 0; i < line.len && line.len <= KEY_LINE_MAX; i++) {
		spaces += line.at[i] == ' ';
		if (!isalnum((unsigned char)line.at[i]) && !strchr("+/=\\\"', ", line.at[i]))
			return false;
	}
	return line.len >= 4 && line.len <= KEY_LINE_MAX && spaces <= 1;
}

/* Where `what` comes next, or the end of the text. Each byte is looked at once, however often one asks. */
static size_t next_of(const struct cursor *c, size_t *known, const char *what)
{
	const char *found;

	if (*known <= c->at) {
		found = memmem(rest(c).at, rest(c).len, what, strlen(what));
		*known = found ? (size_t)(found - c->text.at) : c->text.len;
	}
	return *known;
}

/* Like tora_sv_line(), but of a line that is far too long for a key only the beginning. */
static bool key_line(struct tora_sv *left, struct tora_sv *ret)
{
	struct tora_sv window = { left->at, left->len < SPAN_MAX ? left->len : SPAN_MAX };

	if (!tora_sv_line(&window, ret))
		return false;
	left->len -= (size_t)(window.at - left->at);
	left->at = window.at;
	return true;
}

/*
 * From BEGIN to END, or as far as lines still look like a key: a block that was
 * cut, or one that somebody opens only to hide what follows, ends at the first
 * line that could not be part of it. A marker with no key behind it is code.
 */
static bool private_key(struct cursor *c, struct hit *ret)
{
	struct tora_sv left = rest(c), line;
	const char *start = left.at, *stop, *end = NULL;
	size_t body = 0, blanks = 0, eol, mark;

	line = (struct tora_sv){ left.at, left.len < 64 ? left.len : 64 };
	if (!tora_sv_starts(left, "-----BEGIN ") || !tora_sv_has(line, "PRIVATE KEY-----"))
		return false;
	eol = next_of(c, &c->newline, "\n");
	mark = next_of(c, &c->end_mark, "-----END ");
	line.len = eol - c->at;
	stop = line.at + line.len;
	if (mark < eol) { /* all of it on one line */
		end = c->text.at + mark;
		body = RANDOM_MIN;
	}
	left = (struct tora_sv){ stop + (eol < c->text.len), 0 };
	left.len = (size_t)(c->text.at + c->text.len - left.at);
	while (!end && blanks <= KEY_BLANKS && key_line(&left, &line)) {
		struct tora_sv part = line;

		end = memmem(line.at, line.len, "-----END ", 9);
		if (end)
			part.len = (size_t)(end - line.at);
		if (!is_key_line(part)) {
			end = NULL;
			break;
		}
		body += part.len;
		blanks += part.len == 0;
		stop = line.at + line.len;
	}
	if (end) { /* the marker goes too, what follows it on its line stays */
		size_t after = (size_t)(line.at + line.len - end) - 9;
		const char *dashes = memmem(end + 9, after < 64 ? after : 64, "-----", 5);

		stop = dashes ? dashes + 5 : line.at + line.len;
	}
	*ret = (struct hit){ 0, (size_t)(stop - start), "private-key" };
	return body >= RANDOM_MIN;
}

/* ---- passwords and assignments -------------------------------------------------- */

/* Values everybody writes in examples. Hiding them would only cloud the evidence. */
static bool is_dummy(struct tora_sv v)
{
	static const char *const words[] = {
		"password", "passwd",  "pass",     "pwd",    "pw",       "secret",  "token",
		"key",      "apikey",  "api_key",  "test",   "testing",  "user",    "none",
		"null",     "true",    "false",    "string", "changeme", "example", "dummy",
		"mysecret", "mytoken", "your_key", "xxx",    "mypass",   "foo",     "bar",
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (v.len == strlen(words[i]) && strncasecmp(v.at, words[i], v.len) == 0)
			return true;
	for (size_t i = 1; i < v.len; i++)
		if (v.at[i] != v.at[0])
			return false;
	return true; /* empty, or one character over and over: ******** */
}

static bool is_reference(struct tora_sv v)
{
	return !v.len || strchr("$<{[%(&*", v.at[0]) || tora_sv_starts(v, "os.");
}

/* scheme://user:password@host; we stand on the colon. */
static bool url_password(const struct cursor *c, struct hit *ret)
{
	size_t from = c->at + 3, colon = 0, at;
	struct tora_sv password;

	if (!tora_sv_starts(rest(c), "://"))
		return false;
	for (at = from; at < c->text.len && at - from < URL_MAX; at++) {
		int b = byte_at(c, at);

		if (b == '@')
			break;
		if (isspace(b) || strchr("/\"'`<>?#\\", b))
			return false;
		if (b == ':' && !colon)
			colon = at;
	}
	if (byte_at(c, at) != '@' || !colon)
		return false;
	password = (struct tora_sv){ c->text.at + colon + 1, at - colon - 1 };
	if (is_dummy(password) || is_reference(password))
		return false;
	*ret = (struct hit){ colon + 1 - c->at, password.len, "password" };
	return true;
}

enum name { NAME_PLAIN, NAME_KEY, NAME_SECRET };

static bool ends_fold(struct tora_sv name, const char *word)
{
	size_t n = strlen(word);

	return name.len >= n && strncasecmp(name.at + name.len - n, word, n) == 0;
}

/* What an identifier says its value is. "key" alone says nothing: dictionaries have keys too. */
static enum name name_kind(struct tora_sv name)
{
	static const char *const secret[] = { "password", "passwd",     "passphrase", "secret",
		                              "pwd",      "secret_key", "secretkey" };
	static const char *const key[] = { "token",       "api_key",        "apikey",
		                           "access_key",  "accesskey",      "private_key",
		                           "signing_key", "encryption_key", "auth_key",
		                           "account_key", "credentials",    "accesskeyid",
		                           "api-key",     "access-key",     "auth-key" };
	size_t i;

	for (i = 0; i < sizeof secret / sizeof *secret; i++)
		if (ends_fold(name, secret[i]))
			return NAME_SECRET;
	for (i = 0; i < sizeof key / sizeof *key; i++)
		if (ends_fold(name, key[i]))
			return NAME_KEY;
	if (tora_sv_ends(name, "_KEY"))
		return NAME_KEY;
	return tora_sv_ends(name, "_PASS") ? NAME_SECRET : NAME_PLAIN;
}

static bool is_shouted(struct tora_sv name)
{
	for (size_t i = 0; i < name.len; i++)
		if (islower((unsigned char)name.at[i]))
			return false;
	return true;
}

/* Letters, and what joins them in names; with a digit or a symbol it may well be a secret. */
static bool is_like_a_name(struct tora_sv v)
{
	for (size_t i = 0; i < v.len; i++)
		if (!isalpha((unsigned char)v.at[i]) && !strchr("_-. /:", v.at[i]))
			return false;
	return true;
}

static size_t quoted_end(const struct cursor *c, size_t at, int quote)
{
	size_t from = at;

	while (at - from < VALUE_MAX && byte_at(c, at) >= 0 && byte_at(c, at) != '\n' &&
	       byte_at(c, at) != quote)
		at += byte_at(c, at) == '\\' ? 2 : 1;
	return at < c->text.len ? at : c->text.len;
}

static size_t bare_end(const struct cursor *c, size_t at)
{
	size_t from = at;

	while (at - from < VALUE_MAX && byte_at(c, at) >= 0 && !isspace(byte_at(c, at)) &&
	       !strchr("\"'`,;()", byte_at(c, at)))
		at++;
	return at;
}

static size_t past_blanks(const struct cursor *c, size_t at)
{
	while (byte_at(c, at) == ' ' || byte_at(c, at) == '\t')
		at++;
	return at;
}

static bool is_quote(int b)
{
	return b == '"' || b == '\'' || b == '`';
}

/* The quote, or the backslash before it, of a literal that begins here: behind one parenthesis, and
 * behind the letters of r"", b'' and f"". False: none does. */
static bool find_quote(const struct cursor *c, size_t *at)
{
	size_t to = *at;

	if (byte_at(c, to) == '(')
		for (to++; to - *at < KEY_LINE_MAX && isspace(byte_at(c, to));)
			to++;
	for (size_t n = 0; n < 2 && byte_at(c, to) > 0 && strchr("rRbBfFuU", byte_at(c, to)); n++)
		to++;
	if (!is_quote(byte_at(c, to + (byte_at(c, to) == '\\'))))
		return false;
	*at = to;
	return true;
}

/* We stand behind a colon: past `str = ` of `password: str = "..."`, where a literal follows. */
static size_t past_annotation(const struct cursor *c, size_t at)
{
	size_t to = at, depth = 0, literal;

	for (; to - at < ANNOTATION_MAX; to++) {
		int b = byte_at(c, to);

		if (b == '[' || b == '<')
			depth++;
		else if ((b == ']' || b == '>') && depth)
			depth--;
		else if (!in_alnum(b) && (b <= 0 || !strchr(depth ? "_. |\t," : "_. |\t", b)))
			break;
	}
	if (depth || byte_at(c, to) != '=' || byte_at(c, to + 1) == '=')
		return at;
	literal = to = past_blanks(c, to + 1);
	return find_quote(c, &literal) ? to : at;
}

struct separator {
	bool is_tight; /* one byte without blanks */
	bool is_comma; /* setdefault("PASSWORD", "...") */
};

/* Past a name, what closes a string or an index with it, blanks and = : => := or a comma. 0 when this
 * is no assignment. */
static size_t past_separator(const struct cursor *c, size_t at, struct separator *ret)
{
	bool is_string, is_index = false;
	size_t from, literal;

	at += byte_at(c, at) == '\\' && is_quote(byte_at(c, at + 1));
	is_string = is_quote(byte_at(c, at));
	at += is_string;
	if (is_string && (byte_at(c, at) == ']' || byte_at(c, at) == ')'))
		is_index = true;
	else if (!is_string && (byte_at(c, at) == '?' || byte_at(c, at) == '!') &&
	         byte_at(c, at + 1) == ':')
		at++;
	from = at += is_index;
	at = past_blanks(c, at);
	if (byte_at(c, at) == ',' && is_string && !is_index && c->at > 1 &&
	    byte_at(c, c->at - 2) == '(') {
		literal = at = past_blanks(c, at + 1);
		*ret = (struct separator){ .is_comma = true };
		return find_quote(c, &literal) ? at : 0;
	}
	if (byte_at(c, at) == ':' && byte_at(c, at + 1) == '=')
		at++;
	if ((byte_at(c, at) != '=' && byte_at(c, at) != ':') || byte_at(c, at + 1) == '=')
		return 0;
	at += byte_at(c, at + 1) == '>' ? 2 : 1;
	*ret = (struct separator){ .is_tight = !is_index && at - from == 1 &&
		                               past_blanks(c, at) == at };
	at = past_blanks(c, at);
	return byte_at(c, at) >= 0 && memchr(c->text.at + from, ':', at - from)
	               ? past_annotation(c, at)
	               : at;
}

/*
 * A value without quotes up to the end of its line, as in YAML, INI and connection strings, when it
 * can hardly be code: letters and digits, but neither `tokens2` nor `Base64Token`.
 */
static bool is_setting(const struct cursor *c, struct tora_sv value, bool colon)
{
	int next = byte_at(c, (size_t)(value.at - c->text.at) + value.len);
	size_t runs = 0, letters = 0, other = 0;

	if (value.len < 8 || value.len >= VALUE_MAX || (next >= 0 && !strchr("\r\n;&", next)))
		return false;
	for (size_t i = 0; i < value.len; i++) {
		unsigned char b = (unsigned char)value.at[i];

		if (!b || strchr(".[{<>", b))
			return false;
		runs += isdigit(b) && (i == 0 || !isdigit((unsigned char)value.at[i - 1]));
		letters += isalpha(b) != 0;
		other += !is_word(b);
	}
	if (!runs || !letters)
		return false;
	return runs > 1 || other || (colon && !isupper((unsigned char)value.at[0]));
}

/* The text of a literal; the same quote closes it. False where none does: print("token=" + x) */
static bool literal_text(const struct cursor *c, size_t at, struct tora_sv *ret)
{
	bool is_escaped = byte_at(c, at) == '\\';
	int b = byte_at(c, at + is_escaped);
	size_t end;

	at += is_escaped;
	if (byte_at(c, at + 1) == b && byte_at(c, at + 2) == b)
		at += 2; /* Python's long quotes */
	at++;
	end = quoted_end(c, at, is_escaped ? '\\' : b);
	*ret = (struct tora_sv){ c->text.at + at, end - at };
	return byte_at(c, end + is_escaped) == b;
}

/* The value behind an assignment's separator. False: there is none, or it stands without quotes and
 * may be code, because `token=next(tokens)` is. */
static bool assigned(const struct cursor *c, size_t at, bool shouted, bool colon,
                     struct tora_sv *ret)
{
	int b;

	if (find_quote(c, &at))
		return literal_text(c, at, ret);
	b = byte_at(c, at);
	if (b < 0 || strchr("$<{[%(&*", b))
		return false; /* a reference to a value, not the value */
	*ret = (struct tora_sv){ c->text.at + at, bare_end(c, at) - at };
	return shouted || is_setting(c, *ret, colon);
}

/*
 * NAME=value as in .env files and shells, name = "value" as in code, name: value
 * as in settings.
 */
static bool assignment(const struct cursor *c, struct hit *ret)
{
	struct tora_sv name = rest(c), value;
	enum name kind;
	struct separator by = { .is_tight = false };
	bool colon;
	size_t at, n = 0;

	while (n < NAME_MAX_LEN && (is_word(byte_at(c, c->at + n)) || byte_at(c, c->at + n) == '-'))
		n++;
	name.len = n;
	kind = name_kind(name);
	at = kind == NAME_PLAIN ? 0 : past_separator(c, c->at + n, &by);
	if (!at)
		return false;
	colon = memchr(c->text.at + c->at + n, '=', at - c->at - n) == NULL;
	if (!assigned(c, at, is_shouted(name) && by.is_tight, colon, &value))
		return false;
	if (value.len < 8 || is_dummy(value) || is_reference(value))
		return false;
	if ((kind == NAME_KEY || by.is_comma) && is_like_a_name(value))
		return false;
	if (memchr(value.at, ' ', value.len))
		return false; /* prose: password = "Enter your password" */
	*ret = (struct hit){ (size_t)(value.at - c->text.at) - c->at, value.len,
		             kind == NAME_SECRET ? "password" : "key" };
	return true;
}

/* ---- what looks random ---------------------------------------------------------- */

static int class_of(int c)
{
	return isdigit(c) ? 1 : islower(c) ? 2 : isupper(c) ? 3 : 0;
}

static bool is_hex(struct tora_sv v)
{
	for (size_t i = 0; i < v.len; i++)
		if (!isxdigit((unsigned char)v.at[i]))
			return false;
	return true;
}

/* Sizes of digests, object ids and UUIDs without dashes. */
static bool is_digest(struct tora_sv v)
{
	return is_hex(v) && (v.len == 32 || v.len == 40 || v.len == 56 || v.len == 64 ||
	                     v.len == 96 || v.len == 128);
}

static bool is_uuid(struct tora_sv v)
{
	for (size_t i = 0; i < v.len; i++)
		if ((i == 8 || i == 13 || i == 18 || i == 23) ? v.at[i] != '-'
		                                              : !isxdigit((unsigned char)v.at[i]))
			return false;
	return v.len == 36;
}

static size_t distinct_bytes(struct tora_sv v)
{
	bool seen[256] = { false };
	size_t n = 0;

	for (size_t i = 0; i < v.len; i++) {
		n += !seen[(unsigned char)v.at[i]];
		seen[(unsigned char)v.at[i]] = true;
	}
	return n;
}

/*
 * In words, names and paths a letter is mostly followed by one of its kind; in a
 * random string of letters and digits the kind changes more often than not.
 */
static bool looks_random(struct tora_sv v)
{
	size_t pairs = 0, changes = 0, digits = 0;

	if (v.len < RANDOM_MIN || is_digest(v) || is_uuid(v))
		return false;
	for (size_t i = 0; i < v.len; i++) {
		int a = class_of((unsigned char)v.at[i]);
		int b = i + 1 < v.len ? class_of((unsigned char)v.at[i + 1]) : 0;

		digits += a == 1;
		if (a && b) {
			pairs++;
			changes += a != b;
		}
	}
	return digits >= 2 && digits * 16 >= v.len && pairs >= RANDOM_MIN / 2 &&
	       changes * 100 >= pairs * 30 && distinct_bytes(v) >= 12;
}

static bool is_base64(int c)
{
	return is_word(c) || c == '+' || c == '/' || c == '-';
}

static size_t base64_span(const struct cursor *c)
{
	size_t n = 0;

	while (n < SPAN_MAX && is_base64(byte_at(c, c->at + n)))
		n++;
	return n;
}

/* A path with an object id in it, as in a link to a commit. */
static bool has_digest(struct tora_sv path)
{
	while (path.len) {
		const char *slash = memchr(path.at, '/', path.len);
		size_t n = slash ? (size_t)(slash - path.at) : path.len;

		if (is_digest((struct tora_sv){ path.at, n }))
			return true;
		path.at += slash ? n + 1 : n;
		path.len -= slash ? n + 1 : n;
	}
	return false;
}

static bool random_text(const struct cursor *c, struct hit *ret)
{
	struct tora_sv whole = rest(c), piece;
	size_t n = base64_span(c);

	whole.len = n;
	if (n < RANDOM_MIN || tora_sv_starts(whole, "sha256-") ||
	    tora_sv_starts(whole, "sha384-") || tora_sv_starts(whole, "sha512-"))
		return false;
	if (!has_digest(whole) && looks_random(whole)) {
		*ret = (struct hit){ 0, n, "random" };
		return true;
	}
	/* a path or a name in front must not water a key down */
	for (size_t from = 0; from < n; from += piece.len + 1) {
		const char *slash = memchr(whole.at + from, '/', n - from);

		piece.at = whole.at + from;
		piece.len = slash ? (size_t)(slash - piece.at) : n - from;
		if (looks_random(piece)) {
			*ret = (struct hit){ from, piece.len, "random" };
			return true;
		}
	}
	return false;
}

/* ---- the walk ------------------------------------------------------------------- */

/* At the start of a word: the word is judged once, as a whole. */
static bool find_in_word(const struct cursor *c, int before, struct hit *ret)
{
	return known_format(c, ret) || web_token(c, before, ret) || bearer(c, ret) ||
	       basic(c, ret) || assignment(c, ret);
}

size_t tora_redact(struct tora_sv text, struct tora_str *out)
{
	struct cursor c = { .text = text };
	size_t hits = 0, plain = 0, judged = 0;

	while (c.at < text.len) {
		struct hit hit = { 0, 0, NULL };
		int before = c.at ? byte_at(&c, c.at - 1) : -1, now = byte_at(&c, c.at);
		bool found = false;

		if (now == '-')
			found = private_key(&c, &hit);
		else if (now == ':')
			found = url_password(&c, &hit);
		else if (is_word(now) && !is_word(before))
			found = find_in_word(&c, before, &hit);
		if (!found && c.at >= judged && is_base64(now)) {
			found = random_text(&c, &hit);
			judged = found ? 0 : c.at + base64_span(&c);
		}
		if (!found) {
			c.at++;
			continue;
		}
		tora_str_add(out, (struct tora_sv){ text.at + plain, c.at + hit.keep - plain });
		tora_str_addf(out, "[REDACTED:%s]", hit.kind);
		c.at += hit.keep + hit.drop;
		plain = c.at;
		hits++;
	}
	tora_str_add(out, (struct tora_sv){ text.at + plain, text.len - plain });
	return hits;
}

/* ---- files ---------------------------------------------------------------------- */

static bool has_ending(const char *name, const char *const *endings, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (ends_fold(tora_sv(name), endings[i]))
			return true;
	return false;
}

bool tora_redact_whole_file(const char *path)
{
	static const char *const key[] = { ".pem",    ".key",      ".p12",   ".pfx",    ".kdbx",
		                           ".jks",    ".keystore", ".netrc", ".pgpass", ".npmrc",
		                           ".pypirc", ".htpasswd", ".env",   ".tfvars", ".tfstate",
		                           ".ppk",    ".dockercfg" };
	static const char *const code[] = { ".py", ".pyi", ".js", ".mjs", ".ts", ".tsx", ".jsx",
		                            ".c",  ".h",   ".md", ".rst", ".go", ".rs",  ".java" };
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	if (strncmp(name, ".env", 4) == 0)
		return !ends_fold(tora_sv(name), ".example") &&
		       !ends_fold(tora_sv(name), ".sample");
	if (strncmp(name, "id_", 3) == 0 && !strchr(name, '.'))
		return true;
	if (has_ending(name, key, sizeof key / sizeof *key))
		return true;
	return (strcasestr(name, "credentials") || strcasestr(name, "secrets")) &&
	       !has_ending(name, code, sizeof code / sizeof *code);
}
