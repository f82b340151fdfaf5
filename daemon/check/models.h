/*
 * models.h - a model for the check, when one is configured: llm/ and store/ brought together.
 *
 * Answers are remembered and money is counted in the store; llm/ knows nothing of it.
 */
#ifndef TORA_CHECK_MODELS_H
#define TORA_CHECK_MODELS_H

#include "check/session.h"

/*
 * Sets check->model (is_check: with the limits of one check), or leaves it NULL: the offline engine does it alone, and a note says why when a
 * model was wanted; where --engine asked for one, the check is stopped with the reason `no-model`. */
void tora_models_open(struct tora_session *s, bool is_check);
/* A model that shows its questions instead of asking them, also when none is configured. */
struct tora_model_show;
void tora_models_show(struct tora_session *s, const struct tora_model_show *show);
/* Takes the costs into check->cost. */
void tora_models_close(struct tora_session *s);

#endif
