# What a person runs: the tests, the checks of the source, the demonstration, the figures.

.PHONY: try try-js check check-san cases soak lint clang-reads bench bench-compare fuzz install uninstall unit-tests

unit-tests: $(UNIT_BINS) $(addprefix $(B)/escape/,$(ESCAPE)) $(B)/filter.bpf

try: deps-build
	@$(MAKE) --no-print-directory -j2 all
	@tests/try $(B)

# The same with a JavaScript package. Not `make try LANG=js`: LANG is the locale's variable, which make
# hands on to every program it starts, and "js" is no locale.
try-js: deps-build
	@$(MAKE) --no-print-directory -j2 all
	@tests/try $(B) js

check: deps
	@$(MAKE) --no-print-directory -j2 all unit-tests
	@tests/run-all $(B)

# A build folder of its own: sanitized objects never meet the others. The tests of the runner and of
# lint are Python only: nothing in them could be sanitized, `make check` runs them. Nor are whole checks run again that
# measure verdicts, or another language's tools, and not memory: the C code in them is what all others run; nor what is about
# the launcher and the runners, which no sanitizer is in, builds, whose C code the unit tests walk through, and what runs the tests. What gcc says of
# values and lengths is guessed under sanitizers (its manual says so); the plain build has that checked.
# Of other files it runs a part (SANITIZED, tests/README.md). A report needs no more of debugging than lines, and the tests' own
# code no optimiser: together a third of the compiler's time.
SAN_LEAVE_OUT := cases npm javascript typescript transcripts determinism escape canary build run_all
SAN_CFLAGS := -Wno-format-truncation -Wno-maybe-uninitialized
check-san: deps
	@$(MAKE) --no-print-directory -j2 B=$(B)/san GRAMMAR_B=$(B)/grammar OPT='-O1 -g1' TESTS_OPT=-O0 SAN='-fsanitize=address,undefined -fno-sanitize-recover=undefined' \
	  CFLAGS='$(SAN_CFLAGS) $(CFLAGS)' \
	  all unit-tests
	@ASAN_OPTIONS=detect_leaks=1:abort_on_error=0 LSAN_OPTIONS=print_suppressions=0 UBSAN_OPTIONS=print_stacktrace=1 \
	  TORA_TEST_LEAVE_OUT='$(addprefix tests/e2e/test_,$(addsuffix .sh,$(SAN_LEAVE_OUT)))' tests/run-all $(B)/san integration e2e unit fuzz

# Every labelled change of tests/fixtures/cases; CASES='--only 03 --save FILE' for some.
cases: deps
	@$(MAKE) --no-print-directory -j2 all
	@TORAD=$(abspath $(B)/torad) tests/cases $(or $(CASES),--all)

# 10,000 trials that try to leave something, in each tier; SOAK=N for another number.
soak: deps
	@$(MAKE) --no-print-directory -j2 all unit-tests
	@tests/soak $(B) $(or $(SOAK),10000)

# The programs and tests are gcc's; clang only reads them, with the same warnings: again when they, or what they include, changed.
CLANG_READS := $(filter-out daemon/lang/javascript/native/%,$(wildcard daemon/*.c daemon/*/*.c daemon/*/*/*.c client/*.c client/*/*.c hooks/*.c $(UNIT_SRCS)))
CLANG_OK    := $(CLANG_READS:%.c=$(B)/clang/%.ok)
$(B)/clang/%.ok: %.c
	@mkdir -p $(@D)
	@clang -fsyntax-only -MD -MP -MF $(@:.ok=.d) -MT $@ $(CPPFLAGS_ALL) -Itests/unit -std=c11 $(WARN) $< && touch $@

lint: packages-dev
	@tests/lint/lint
	@$(MAKE) --no-print-directory -s -j$$(nproc) clang-reads && echo 'clang: $(words $(CLANG_READS)) files, nothing to say'

clang-reads: $(CLANG_OK)
ifneq ($(filter clang-reads,$(MAKECMDGOALS)),)
-include $(CLANG_OK:.ok=.d)
endif

bench: deps
	@$(MAKE) --no-print-directory -j2 all $(B)/filter.bpf
	@tests/bench/run $(B)

# The last `make bench` against the one that is kept; `make bench` and cp make a new one to keep.
bench-compare:
	@tests/bench/compare tests/bench/baseline.json $(B)/bench.json

# README.md and what it refers to, by the same names; prompts are to be copied and changed.
DOCS := README.md hooks/README.md include/tora/PROTOCOL.md tests/README.md tests/fixtures/cases/MISSES.md $(PROMPT_FILES)
SHARE = $(DESTDIR)$(PREFIX)/share

install: all
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 555 $(B)/tora $(B)/torad $(B)/tora-hook $(DESTDIR)$(PREFIX)/bin
	install -D -m 644 client/tora.1 $(SHARE)/man/man1/tora.1
	install -D -m 644 client/tora.bash $(SHARE)/bash-completion/completions/tora
	for f in $(DOCS); do install -D -m 644 $$f $(SHARE)/doc/tora/$$f || exit; done

uninstall:
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,tora torad tora-hook) $(SHARE)/man/man1/tora.1 $(SHARE)/bash-completion/completions/tora
	rm -rf $(SHARE)/doc/tora
	$(if $(DESTDIR),for d in bin share/doc share/man/man1 share/bash-completion/completions; do [ ! -d $(DESTDIR)$(PREFIX)/$$d ] || \
	  (cd $(DESTDIR) && rmdir -p --ignore-fail-on-non-empty $(PREFIX:/%=%)/$$d); done)

# ---- fuzzing: one target a parser. Its corpus is replayed by `make check`. -----------------
FUZZ_wire     := base
FUZZ_escape   := base
FUZZ_push     := client
FUZZ_answer   := run
FUZZ_redact   := llm
FUZZ_model    := llm
FUZZ_change   := change
FUZZ_judge    := judge
FUZZ_TARGETS  := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_CORPORA  := $(addsuffix _corpus,$(addprefix $(B)/fuzz/,$(FUZZ_TARGETS)))
FUZZ_SECONDS  ?= 30
fuzz_objs      = $(if $(filter client,$(FUZZ_$1)),$(client_objs_no_main),$(call archive,$(FUZZ_$1))) \
                 $(foreach f,$(USES_$(FUZZ_$1)),$(call archive,$f))

define fuzz_rule
$(B)/fuzz/$1_corpus: $(B)/o/tests/fuzz/fuzz_$1.o $(B)/o/tests/fuzz/replay.o $(call fuzz_objs,$1)
	@mkdir -p $$(@D)
	@$$(CC) $$(LDFLAGS_ALL) -o $$@.bin -Wl,--start-group $$^ -Wl,--end-group $(call libs_for,$(FUZZ_$1) $(USES_$(FUZZ_$1)))
	@printf '#!/bin/sh\nexec "%s" "%s"\n' "$(abspath $(B)/fuzz/$1_corpus.bin)" "$(CURDIR)/tests/fuzz/corpus/$1" > $$@
	@chmod +x $$@
$(B)/fuzz/$1: $(B)/o/tests/fuzz/fuzz_$1.o $(call fuzz_objs,$1)
	@mkdir -p $$(@D)
	@$$(CC) $$(LDFLAGS_ALL) -fsanitize=fuzzer -o $$@ -Wl,--start-group $$^ -Wl,--end-group $(call libs_for,$(FUZZ_$1) $(USES_$(FUZZ_$1)))
endef
$(foreach t,$(FUZZ_TARGETS),$(eval $(call fuzz_rule,$t)))

unit-tests: $(FUZZ_CORPORA)

# A build folder of its own, by clang; new inputs that matter are to be added to the corpus by hand.
fuzz: deps
	@$(MAKE) --no-print-directory -j2 B=$(B)/fuzzing GRAMMAR_B=$(B)/grammar CC=clang OPT='-O1 -g' SAN='-fsanitize=address,undefined,fuzzer-no-link' \
	  $(addprefix $(B)/fuzzing/fuzz/,$(FUZZ_TARGETS))
	@for t in $(FUZZ_TARGETS); do \
	  mkdir -p $(B)/fuzzing/found/$$t; \
	  $(B)/fuzzing/fuzz/$$t -max_total_time=$(FUZZ_SECONDS) -print_final_stats=0 -verbosity=0 \
	    $(B)/fuzzing/found/$$t tests/fuzz/corpus/$$t || exit 1; \
	  echo "fuzz $$t: $(FUZZ_SECONDS) s, nothing found"; done
