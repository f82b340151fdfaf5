#include "tora/hash.h"

#include <string.h>

/* Fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
static const uint32_t round_key[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
	0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
	0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
	0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
	0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
	0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
	0xc67178f2,
};

static uint32_t rotr(uint32_t x, unsigned n)
{
	return x >> n | x << (32 - n);
}

static void schedule(uint32_t w[64], const unsigned char *block)
{
	unsigned i;

	for (i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (; i < 64; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];

		w[i] = w[i - 16] + (rotr(a, 7) ^ rotr(a, 18) ^ a >> 3) + w[i - 7] +
		       (rotr(b, 17) ^ rotr(b, 19) ^ b >> 10);
	}
}

static void compress(uint32_t state[8], const unsigned char *block)
{
	uint32_t w[64], v[8];
	unsigned i;

	schedule(w, block);
	memcpy(v, state, sizeof v);
	for (i = 0; i < 64; i++) {
		uint32_t s1 = rotr(v[4], 6) ^ rotr(v[4], 11) ^ rotr(v[4], 25);
		uint32_t s0 = rotr(v[0], 2) ^ rotr(v[0], 13) ^ rotr(v[0], 22);
		uint32_t choose = (v[4] & v[5]) ^ (~v[4] & v[6]);
		uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
		uint32_t t1 = v[7] + s1 + choose + round_key[i] + w[i];

		memmove(v + 1, v, 7 * sizeof *v);
		v[4] += t1;
		v[0] = t1 + s0 + majority;
	}
	for (i = 0; i < 8; i++)
		state[i] += v[i];
}

void tora_hash_init(struct tora_hash *h)
{
	/* Fractional parts of the square roots of the first 8 primes (5.3.3). */
	static const uint32_t start[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };

	memcpy(h->state, start, sizeof start);
	h->bytes = 0;
}

void tora_hash_add(struct tora_hash *h, struct tora_sv bytes)
{
	const unsigned char *at = (const unsigned char *)bytes.at;
	size_t left = bytes.len;

	while (left > 0) {
		size_t have = h->bytes % sizeof h->block;
		size_t n = sizeof h->block - have;

		if (n > left)
			n = left;
		if (have == 0 && n == sizeof h->block) {
			compress(h->state, at);
		} else {
			memcpy(h->block + have, at, n);
			if (have + n == sizeof h->block)
				compress(h->state, h->block);
		}
		h->bytes += n;
		at += n;
		left -= n;
	}
}

static void big_endian(unsigned char out[8], uint64_t value)
{
	unsigned i;

	for (i = 0; i < 8; i++)
		out[i] = (unsigned char)(value >> (56 - 8 * i));
}

void tora_hash_field(struct tora_hash *h, struct tora_sv bytes)
{
	unsigned char length[8];

	big_endian(length, bytes.len);
	tora_hash_add(h, (struct tora_sv){ (const char *)length, sizeof length });
	tora_hash_add(h, bytes);
}

void tora_hash_final(struct tora_hash *h, char ret_hex[TORA_HASH_HEX])
{
	static const char pad[64] = { (char)0x80 };
	static const char digits[] = "0123456789abcdef";
	unsigned char bits[8];
	size_t have = h->bytes % 64;
	unsigned i, j;

	big_endian(bits, h->bytes * 8);
	tora_hash_add(h, (struct tora_sv){ pad, (have < 56 ? 56 : 120) - have });
	tora_hash_add(h, (struct tora_sv){ (const char *)bits, sizeof bits });
	for (i = 0; i < 8; i++)
		for (j = 0; j < 8; j++)
			*ret_hex++ = digits[h->state[i] >> (28 - 4 * j) & 15];
	*ret_hex = '\0';
}

void tora_hash_hex(struct tora_sv bytes, char ret_hex[TORA_HASH_HEX])
{
	struct tora_hash h;

	tora_hash_init(&h);
	tora_hash_add(&h, bytes);
	tora_hash_final(&h, ret_hex);
}
