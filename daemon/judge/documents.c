#include "judge/documents.h"

#include "judge/text.h"

#define SET(facts, name, condition) ((facts) |= (condition) ? TORA_FACT(name) : 0)

static bool mentions_it(const struct tora_mentions *m)
{
	return m->exception || m->value || m->spelled ||
	       (m->function && (m->shown || m->test || m->input)) || (m->name && m->shown) ||
	       m->shown >= 2;
}

tora_facts tora_documents_facts(const struct tora_case *c, const struct tora_telling *telling,
                                struct tora_arena *arena)
{
	struct tora_mentions m;
	tora_facts ret = 0;

	for (size_t i = 0; i < c->intent->changelog.n; i++) {
		struct tora_sv line = tora_sv(c->intent->changelog.at[i]);

		m = tora_telling_in(telling, line, arena);
		SET(ret, LOG_MENTIONS, mentions_it(&m));
		SET(ret, LOG_SPEAKS, tora_text_is_sentence(line));
		/* A changelog is the developer's word as much as a message is. */
		SET(ret, NAMES_VALUE, m.value);
		SET(ret, NAMES_EXCEPTION, m.exception);
	}
	for (size_t i = 0; i < c->intent->docs.n; i++) {
		m = tora_telling_in(telling, tora_sv(c->intent->docs.at[i]), arena);
		SET(ret, DOC_MENTIONS, mentions_it(&m));
	}
	SET(ret, SAID_OTHERWISE, c->said->is_otherwise);
	return ret;
}
