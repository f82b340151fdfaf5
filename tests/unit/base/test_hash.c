/* SHA-256 against the vectors of FIPS 180-4 and NIST's CAVP, whole and in pieces. */
#include "tora/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define VIEW(literal)                                                                              \
	{                                                                                          \
		literal, sizeof(literal) - 1                                                       \
	}

static const struct {
	const char *label;
	struct tora_sv text;
	const char *hex;
} rows[] = {
	{ "empty", VIEW(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
	{ "one block", VIEW("abc"),
	  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
	{ "56 bytes: the length needs a second block",
	  VIEW("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
	  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
	{ "112 bytes",
	  VIEW("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
	       "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
	  "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1" },
	{ "CAVP, one byte 0xd3", VIEW("\xd3"),
	  "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1" },
	{ "CAVP, four bytes with high bits", VIEW("\x74\xba\x25\x21"),
	  "b16aa56be3880d18cd41e68384cf1ec8c17680c45a02b1575dc1518923ae8b0e" },
};

static void whole(void **state)
{
	char hex[TORA_HASH_HEX];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		tora_hash_hex(rows[i].text, hex);
		if (strcmp(hex, rows[i].hex) != 0)
			fail_msg("%s: got %s", rows[i].label, hex);
	}
}

static void in_pieces(void **state)
{
	char hex[TORA_HASH_HEX];
	struct tora_hash h;
	size_t i, cut, step;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		for (step = 1; step < 70; step++) {
			tora_hash_init(&h);
			for (cut = 0; cut < rows[i].text.len; cut += step) {
				size_t n = rows[i].text.len - cut;

				tora_hash_add(&h, (struct tora_sv){ rows[i].text.at + cut,
				                                    n < step ? n : step });
			}
			tora_hash_final(&h, hex);
			if (strcmp(hex, rows[i].hex) != 0)
				fail_msg("%s in pieces of %zu: got %s", rows[i].label, step, hex);
		}
	}
}

static void a_million_letters(void **state)
{
	char *text = malloc(1000000), hex[TORA_HASH_HEX];

	(void)state;
	assert_non_null(text);
	memset(text, 'a', 1000000);
	tora_hash_hex((struct tora_sv){ text, 1000000 }, hex);
	free(text);
	assert_string_equal(hex,
	                    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* These lengths are where padding goes wrong. */
static void round_the_block(void **state)
{
	static const struct {
		size_t n;
		const char *hex;
	} edge[] = {
		{ 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318" },
		{ 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a" },
		{ 63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34" },
		{ 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb" },
		{ 65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0" },
	};
	char text[65], hex[TORA_HASH_HEX];
	size_t i;

	(void)state;
	memset(text, 'a', sizeof text);
	for (i = 0; i < sizeof edge / sizeof *edge; i++) {
		tora_hash_hex((struct tora_sv){ text, edge[i].n }, hex);
		if (strcmp(hex, edge[i].hex) != 0)
			fail_msg("%zu bytes: got %s", edge[i].n, hex);
	}
}

static void fields_do_not_run_together(void **state)
{
	char first[TORA_HASH_HEX], second[TORA_HASH_HEX];
	struct tora_hash h;

	(void)state;
	tora_hash_init(&h);
	tora_hash_field(&h, TORA_SV("ab"));
	tora_hash_field(&h, TORA_SV("c"));
	tora_hash_final(&h, first);
	tora_hash_init(&h);
	tora_hash_field(&h, TORA_SV("a"));
	tora_hash_field(&h, TORA_SV("bc"));
	tora_hash_final(&h, second);
	assert_string_not_equal(first, second);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole),
		cmocka_unit_test(in_pieces),
		cmocka_unit_test(a_million_letters),
		cmocka_unit_test(round_the_block),
		cmocka_unit_test(fields_do_not_run_together),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
