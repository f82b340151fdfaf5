/* What must go, what must stay, and that nothing else changes. No key here is or was a real one. */
#include "llm/redact.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define B64 "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"
/* Joined at compile time, so that no scanner takes this file for a leak. */
#define AKIA                                                                                       \
	"AK"                                                                                       \
	"IAIOSFODNN7EXAMPLE"
#define GHP                                                                                        \
	"gh"                                                                                       \
	"p_16C7e42F292c6912E7710c838347Ae178B4a"

static const struct {
	const char *label, *text, *want;
} gone[] = {
	{ "AWS id", "id = " AKIA ".", "id = [REDACTED:aws-key]." },
	{ "GitHub token", "push with " GHP "\n", "push with [REDACTED:github-token]\n" },
	{ "GitHub fine-grained",
	  "github_pa"
	  "t_11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuV",
	  "[REDACTED:github-token]" },
	{ "OpenAI style",
	  "use sk-pr"
	  "oj-4f9aB7cD2eF6gH1iJ3kL now",
	  "use [REDACTED:api-key] now" },
	{ "Slack",
	  "xox"
	  "b-2444333222-2444333222-aBcDeF",
	  "[REDACTED:slack-token]" },
	{ "Google",
	  "AI"
	  "zaSyA1234567890abcdefghijklmnopqrstuv",
	  "[REDACTED:google-key]" },
	{ "Stripe",
	  "sk_li"
	  "ve_4eC39HqLyjWDarjtT1zdp7dc",
	  "[REDACTED:stripe-key]" },
	{ "web token", "t = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0'",
	  "t = '[REDACTED:jwt]'" },
	{ "bearer header", "Authorization: Bearer a1b2c3d4e5f6g7h8",
	  "Authorization: Bearer [REDACTED:bearer]" },
	{ "password in a URL", "postgres://app:s3cr3t-Pa55@db.example.org/x",
	  "postgres://app:[REDACTED:password]@db.example.org/x" },
	{ ".env, secret", "DB_PASSWORD=correcthorsebattery\nX=1\n",
	  "DB_PASSWORD=[REDACTED:password]\nX=1\n" },
	{ ".env, key", "STRIPE_KEY=a8f3kd93jf\n", "STRIPE_KEY=[REDACTED:key]\n" },
	{ ".env in a diff", "+API_TOKEN=a8f3kd93jf\n", "+API_TOKEN=[REDACTED:key]\n" },
	{ "code, quoted", "password = \"hunter2hunter2\"\n",
	  "password = \"[REDACTED:password]\"\n" },
	{ "JSON, quoted", "{\"client_secret\": \"p8a7s6d5f4\"}",
	  "{\"client_secret\": \"[REDACTED:password]\"}" },
	{ "YAML-like token", "auth_token: 'abc123def456'", "auth_token: '[REDACTED:key]'" },
	{ "basic header", "Authorization: Basic YWRtaW46czNjcjN0LXBhNTU=",
	  "Authorization: Basic [REDACTED:basic]" },
	{ "YAML in a diff", "+  db_password: Tr0ub4dor3x\n",
	  "+  db_password: [REDACTED:password]\n" },
	{ "YAML, the last line", "password: hunter2hunter2", "password: [REDACTED:password]" },
	{ "INI", "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPx\r\n",
	  "aws_secret_access_key = [REDACTED:key]\r\n" },
	{ "connection string", "Server=x;Password=hunter2hunter2;Pooling=on",
	  "Server=x;Password=[REDACTED:password];Pooling=on" },
	{ "an option", "--auth-token=abc123def456\n", "--auth-token=[REDACTED:key]\n" },
	{ "a header", "x-api-key: a1b2c3d4e5f6\n", "x-api-key: [REDACTED:key]\n" },
	{ "pass for short", "export DB_PASS=hunterhunter\n",
	  "export DB_PASS=[REDACTED:password]\n" },
	{ "long quotes", "password = \"\"\"hunter2hunter2\"\"\"",
	  "password = \"\"\"[REDACTED:password]\"\"\"" },
	{ "annotated", "password: str = \"S3cretPw99!\"",
	  "password: str = \"[REDACTED:password]\"" },
	{ "annotated, Final", "API_TOKEN: Final[str] = \"S3cretPw99!\"",
	  "API_TOKEN: Final[str] = \"[REDACTED:key]\"" },
	{ "annotated, two types", "password: dict[str, str] | None = \"S3cretPw99!\"",
	  "password: dict[str, str] | None = \"[REDACTED:password]\"" },
	{ "TypeScript", "const password: string = \"S3cretPw99!\";",
	  "const password: string = \"[REDACTED:password]\";" },
	{ "TypeScript, a member", "password?: string = 'S3cretPw99!';",
	  "password?: string = '[REDACTED:password]';" },
	{ "a template", "const password = `S3cretPw99!`",
	  "const password = `[REDACTED:password]`" },
	{ "raw", "password = r\"S3cretPw99!\"", "password = r\"[REDACTED:password]\"" },
	{ "bytes", "password = b'S3cretPw99!'", "password = b'[REDACTED:password]'" },
	{ "both", "password = rb\"S3cretPw99!\"", "password = rb\"[REDACTED:password]\"" },
	{ "formatted", "password = f\"S3cretPw99!\"", "password = f\"[REDACTED:password]\"" },
	{ "an index", "os.environ[\"DB_PASSWORD\"] = \"S3cretPw99!\"",
	  "os.environ[\"DB_PASSWORD\"] = \"[REDACTED:password]\"" },
	{ "a default", "os.environ.setdefault(\"DB_PASSWORD\", \"S3cretPw99!\")",
	  "os.environ.setdefault(\"DB_PASSWORD\", \"[REDACTED:password]\")" },
	{ "in parentheses", "password = (\"S3cretPw99!\")",
	  "password = (\"[REDACTED:password]\")" },
	{ "in parentheses, below", "password = (\n\t\"S3cretPw99!\"\n)",
	  "password = (\n\t\"[REDACTED:password]\"\n)" },
	{ "tabs", "password\t=\t\"S3cretPw99!\"", "password\t=\t\"[REDACTED:password]\"" },
	{ "JSON in a string", "s = \"{\\\"password\\\": \\\"S3cretPw99!\\\"}\"",
	  "s = \"{\\\"password\\\": \\\"[REDACTED:password]\\\"}\"" },
	{ "Shopify",
	  "shp"
	  "at_0123456789abcdef0123456789abcdef",
	  "[REDACTED:api-key]" },
	{ "random base64", "blob = 'q8Zr3Kd0mVt7Xw1Yb5Nc9Hj2Lp6Rf4Sg8Ta'",
	  "blob = '[REDACTED:random]'" },
	{ "random behind a path", "open('/srv/kJ8sLwPqzxV4N3mTyRruHcG5dFaEo7Qzew/x')",
	  "open('[REDACTED:random]')" },
	{ "random behind a long path",
	  "/home/somebody/projects/website/static/files/current/generated/thumbnails/"
	  "kJ8sLwPqzxV4N3mTyRruHcG5dFaEo7Qzew/x",
	  "/home/somebody/projects/website/static/files/current/generated/thumbnails/"
	  "[REDACTED:random]/x" },
	{ "private key",
	  "a\n-----BEGIN RSA PRIVATE KEY-----\n" B64 "\n" B64
	  "\n-----END RSA PRIVATE KEY-----\nb\n",
	  "a\n[REDACTED:private-key]\nb\n" },
	{ "private key in a diff",
	  "+-----BEGIN PRIVATE KEY-----\n+" B64 "\n+-----END PRIVATE KEY-----\n+b\n",
	  "+[REDACTED:private-key]\n+b\n" },
	{ "private key on one line",
	  "k = \"-----BEGIN PRIVATE KEY-----\\n" B64 "\\n-----END PRIVATE KEY-----\\n\"; x",
	  "k = \"[REDACTED:private-key]\\n\"; x" },
	{ "two private keys",
	  "-----BEGIN PRIVATE KEY-----\n" B64 "\n-----END PRIVATE KEY----- x\n"
	  "-----BEGIN EC PRIVATE KEY-----\n\n" B64 "\n-----END EC PRIVATE KEY-----",
	  "[REDACTED:private-key] x\n[REDACTED:private-key]" },
	{ "private key, cut", "-----BEGIN PRIVATE KEY-----\n" B64 "\n",
	  "[REDACTED:private-key]\n" },
	{ "a block hides nothing behind it",
	  "-----BEGIN PRIVATE KEY-----\n" B64 "\n    return broken(value) + 1\nok\n",
	  "[REDACTED:private-key]\n    return broken(value) + 1\nok\n" },
	{ "two in a line", GHP " " AKIA, "[REDACTED:github-token] [REDACTED:aws-key]" },
};

static const char *const kept[] = {
	"index 3f2a9c1..b7e0d44 100644",
	"commit 9f3cb1c0a7d24f3c8b6a1e5d7f9a2b4c6d8e0f12",
	"oid 9f3cb1c0a7d24f3c8b6a1e5d7f9a2b4c6d8e0f129f3cb1c0a7d24f3c8b6a1e5d",
	"md5 d41d8cd98f00b204e9800998ecf8427e",
	"uuid f47ac10b-58cc-4372-a567-0e02b2c3d479",
	"uuid 123e4567-e89b-12d3-a456-426614174000",
	"base64.b64decode('SGVsbG8gV29ybGQxMjM=')",
	"\"integrity\": \"sha512-q8Zr3Kd0mVt7Xw1Yb5Nc9Hj2Lp6Rf4Sg8Taq8Zr3Kd0mVt7Xw1Yb5Nc9==\"",
	"def test_that_the_parser_handles_utf8_and_utf16_input_with_bom(self):",
	"class TestHTTPSConnectionPoolWithRetriesAndTimeoutsV2Extended(Base):",
	"def testWriteAndConvertCallsWin32WithParamsAndCommand(self):",
	"/usr/lib/python3/dist-packages/marshmallow/fields/very_long_name2.py",
	"sorted(xs, key=lambda x: x.name)",
	"token = next(tokens)",
	"token=self.tokens[i]",
	"KEY = 'name'",
	"password=None",
	"password: str = field(default='')",
	"def f(password: str, user=\"somebody1\"):",
	"fields = [\"password\", \"user_name2\"]",
	"validate(\"password\", \"confirm_password\")",
	"password = f\"{prefix}-{number}\"",
	"if form[\"password\"] == \"hunter2hunter2\":",
	"password = (first or second2b)",
	"PASSWORD_MIN_LENGTH=12000000",
	"if password == \"hunter2hunter2\":",
	"PASSWORD=$OTHER_PASSWORD",
	"API_KEY=${API_KEY}",
	"token: Base64Token\n",
	"token = tokens2\n",
	"token = parse_token_v2\n",
	"password: string | null\n",
	"password = first.second2b3\n",
	"token: 1234567890\n",
	"basic knowledge of Python3",
	"Basic abcdefgh",
	"a single-pass = \"abcdefgh1\"",
	"password = \"Enter your new password\"",
	"token_type = \"IDENTIFIER_TOKEN\"",
	"api_key=\"your_key\"",
	"http://user:pass@example.com/",
	"http://example.com:8080/a@b",
	"https://user@example.com",
	"sk-learn-contrib-extensions-for-all",
	"monkey = \"abcdefgh1234\"",
	"primary_key=True",
	"cache_key = \"users:list:page\"",
	"3.14159265358979323846264338327950288419716939937510",
	"--------------------------------------------------------------------",
	"[REDACTED:password] and password = \"[REDACTED:password]\"",
	"-----BEGIN PUBLIC KEY-----",
	"START = b'-----BEGIN PRIVATE KEY-----'\nEND = b'-----END PRIVATE KEY-----'\n",
	"-----BEGIN PRIVATE KEY-----\n    return broken(value) + 1\n",
	"print(\"token=\" + repr(result) + \"12\")",
	"https://github.com/python/cpython/blob/fcf1d003bf4f0100c9d0921ff3d70e1127ca1b71/Lib/os.py",
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
	"",
};

static char *redacted(const char *text, size_t *ret_hits)
{
	struct tora_str out = TORA_STR_INIT(1 << 16);

	*ret_hits = tora_redact(tora_sv(text), &out);
	return tora_str_take(&out);
}

static void secrets_go(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) {
		size_t hits, again;
		char *got = redacted(gone[i].text, &hits), *twice = redacted(got, &again);

		if (strcmp(got, gone[i].want) != 0 || !hits)
			fail_msg("%s: got '%s'", gone[i].label, got);
		if (strcmp(got, twice) != 0 || again)
			fail_msg("%s: changed again: '%s'", gone[i].label, twice);
		free(got);
		free(twice);
	}
}

static void code_stays(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
		size_t hits;
		char *got = redacted(kept[i], &hits);

		if (strcmp(got, kept[i]) != 0 || hits)
			fail_msg("'%s' became '%s'", kept[i], got);
		free(got);
	}
}

/* Texts made so that a careless detector starts over at every byte. A quadratic one takes minutes. */
static void hostile_text_is_linear(void **state)
{
	static const char *const seeds[] = {
		"eyJ-",
		"a-",
		"A_KEY=$",
		"password=\"",
		"://",
		"-----BEGIN ",
		"bearer /",
		"eyJaaaaaaaa.",
		"-----BEGIN PRIVATE KEY-----",
		"A_KEY=(",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/",
		"sk-",
		"A_TOKEN=\"a b",
		"token: a1",
		"basic aaaaaaaaaaaa",
	};
	size_t size = 1 << 20, n = sizeof seeds / sizeof *seeds;
	char *text = malloc(size);
	clock_t before = clock();

	(void)state;
	assert_non_null(text);
	for (size_t i = 0; i < 2 * n; i++) { /* once alone, once with empty lines behind it */
		const char *seed = seeds[i % n];
		struct tora_str out = TORA_STR_INIT(32u << 20);

		for (size_t at = 0; at < size; at++)
			text[at] = i >= n && at > size / 2 ? '\n' : seed[at % strlen(seed)];
		(void)tora_redact((struct tora_sv){ text, size }, &out);
		assert_false(out.over);
		tora_str_free(&out);
	}
	free(text);
	/* processor time, not the clock on the wall; the sanitizers need a fifth of this, or a third on a busy machine */
	assert_true((clock() - before) / CLOCKS_PER_SEC < 40);
}

/* A program may print NUL bytes: they end nothing and belong to nothing. */
static void a_nul_is_no_part_of_a_secret(void **state)
{
	struct tora_str out = TORA_STR_INIT(1 << 10);

	(void)state;
	assert_int_equal(tora_redact(TORA_SV("Bearer a1b2c3d4e5f6g7h8\0kept"), &out), 1);
	assert_true(tora_sv_eq(tora_str_view(&out), TORA_SV("Bearer [REDACTED:bearer]\0kept")));
	tora_str_free(&out);
}

static void a_full_buffer_is_said(void **state)
{
	struct tora_str out = TORA_STR_INIT(8);
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	(void)tora_redact(TORA_SV("longer than eight"), &out);
	assert_int_equal(tora_str_check(&out, &err), TORA_E_LIMIT);
	tora_str_free(&out);
}

static const struct {
	const char *path;
	bool whole;
} files[] = {
	{ ".env", true },
	{ "config/.env.production", true },
	{ ".envrc", true },
	{ ".env_local", true },
	{ "deploy/prod.env", true },
	{ "infra/live.tfvars", true },
	{ ".env.example", false },
	{ "src/environment.py", false },
	{ "certs/server.pem", true },
	{ "deploy/id_rsa", true },
	{ "src/id_map.py", false },
	{ "aws/credentials", true },
	{ "config/secrets.yml", true },
	{ "src/secrets.py", false },
	{ ".npmrc", true },
	{ "src/keys.py", false },
	{ "monkey.py", false },
};

static void files_that_never_leave(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (tora_redact_whole_file(files[i].path) != files[i].whole)
			fail_msg("%s: expected %d", files[i].path, files[i].whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(secrets_go),
		cmocka_unit_test(code_stays),
		cmocka_unit_test(hostile_text_is_linear),
		cmocka_unit_test(a_nul_is_no_part_of_a_secret),
		cmocka_unit_test(a_full_buffer_is_said),
		cmocka_unit_test(files_that_never_leave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
