/*
 * redact.h - what looks like a secret does not leave the machine.
 *
 * A secret becomes [REDACTED:kind]; everything else stays byte for byte. Found are:
 * known key formats by their prefix, private key blocks, JSON web tokens, what stands
 * behind Bearer and Basic, passwords in URLs, assignments to names such as API_KEY or
 * password, in code as in settings files, and long strings that look random. Kept are what code is full of: object ids and other digests in hex,
 * UUIDs, integrity hashes, identifiers, paths, short test vectors, well-known dummies.
 * A redacted text redacted again stays as it is. Pure, linear in the text.
 *
 * The formats are those public secret scanners (gitleaks, GitHub's) look for; the
 * measure of randomness is ours: how often the class of character changes.
 */
#ifndef TORA_LLM_REDACT_H
#define TORA_LLM_REDACT_H

#include "tora/str.h"

/* Appends `text` to `out` and returns how many secrets were taken out. Ask tora_str_check(out). */
size_t tora_redact(struct tora_sv text, struct tora_str *out);

/*
 * True for a repository path whose contents are never sent, whatever they are:
 * .env* (but for *.example and *.sample), *.env, *.pem, *.key, *.p12, *.pfx, *.kdbx, *.ppk, *.tfvars, *.tfstate,
 * id_rsa and its like, .netrc, .pgpass, .npmrc, .pypirc, .dockercfg, and files with "credentials" or "secrets" in their name that are no source code.
 */
bool tora_redact_whole_file(const char *path);

#endif
