# tora: one Makefile, not recursive. `make help` lists what a person would run.
#
# Objects, fetched grammars and generated data live under $(B); nothing fetched is
# committed. Every folder of daemon/ becomes one archive, and a program or test
# links only the folders its layer may see: a wrong include is also a link error.

B       ?= build
PREFIX  ?= /usr/local
CC      ?= gcc
DESTDIR ?=

SHELL := /bin/bash
.DELETE_ON_ERROR:
.SECONDARY:

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wstrict-prototypes -Wmissing-prototypes \
        -Wswitch-enum -Wwrite-strings -Wpointer-arith -Wundef -Wformat=2 -Wcast-qual -Werror
SAN  ?=
OPT  ?= -O2 -g
TESTS_OPT ?=
CPPFLAGS_ALL := -D_GNU_SOURCE -DTORA_PREFIX='"$(PREFIX)"' -Iinclude -Idaemon -I. -I$(B)/gen
# The C library checks lengths too, where the compiler optimises; sanitizers check more. Who builds may ask for it otherwise.
FORTIFY      := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
UNFORTIFIED  := $(SAN)$(filter -O0,$(lastword -O0 $(filter -O%,$(OPT) $(CFLAGS))))$(findstring _FORTIFY_SOURCE,$(CFLAGS))
CFLAGS_ALL   := -std=c11 $(OPT) $(WARN) -fno-omit-frame-pointer -fstack-protector-strong $(if $(UNFORTIFIED),,$(FORTIFY)) -MMD -MP $(SAN) $(CFLAGS)
LDFLAGS_ALL  := $(SAN) -Wl,-z,relro,-z,now $(LDFLAGS)

.PHONY: help all
all: $(B)/tora $(B)/torad $(B)/tora-hook
help:
	@echo "make try        install what building needs, build, show the main job on a real repository"
	@echo "make try-js     the same with a JavaScript package"
	@echo "make check      install what tests need too, build, run all tests"
	@echo "make            build $(B)/tora, torad and tora-hook   make install PREFIX=/usr/local"
	@echo "make check-san  the tests under address and undefined sanitizers"
	@echo "make lint bench bench-compare fuzz deps uninstall clean"

# ---- dependencies ----------------------------------------------------------------
# What building and running needs: npm is the grammars' only; then what tests and lint need besides.
PACKAGES := gcc libc6-dev musl-tools git libgit2-dev libcurl4-openssl-dev libcjson-dev libev-dev libinotifytools0-dev \
            libsqlite3-dev libtree-sitter-dev libseccomp-dev bubblewrap python3 ca-certificates npm
PACKAGES_DEV := libcmocka-dev jq netcat-openbsd procps clang clang-format pyflakes3 shellcheck \
                make python3-dev python3-setuptools meson ccache strace tcc

# name, version, sha256 of the registry's tarball, parser folders inside it
GRAMMARS := python javascript typescript c

GRAMMAR_python_VERSION := 0.23.6
GRAMMAR_python_SHA256  := aab5b860d93dbf84b37fed532f7dacc0468ede5387d0c74911d68f964287662a
GRAMMAR_javascript_VERSION := 0.23.1
GRAMMAR_javascript_SHA256  := 90e80b25a67517a4daf6ad751557bee21efbda7b7a5a554897933245d1734398
GRAMMAR_typescript_VERSION := 0.23.2
GRAMMAR_typescript_SHA256  := 0fdf63c35930a75885145d75ee63cb879da2d49db9bfe454bd8e60b08ba778a1
GRAMMAR_typescript_PARSERS := typescript tsx
GRAMMAR_c_VERSION := 0.23.6
GRAMMAR_c_SHA256  := 88175d4425037ec0026233a44f82064a676573b1fd748fc709ae607332151243
GRAMMAR_c_FILES   := parser

include tests/deps.mk

# ---- sources ---------------------------------------------------------------------
FOLDERS := base loop model git llm store lang watch queue serve check change generate build run judge
srcs     = $(wildcard daemon/$1/*.c daemon/$1/*/*.c)
objs     = $(patsubst %.c,$(B)/o/%.o,$(call srcs,$1))
archive  = $(B)/lib/lib$1.a

# What each folder may call; used for linking tests. tests/lint/lint has what it may include.
USES_base     :=
USES_model    := base
USES_loop     := base
USES_git      := base model
USES_llm      := base model loop
USES_store    := base model
USES_lang     := base model
STAGE_USES    := base model loop git llm store lang
USES_change   := $(STAGE_USES)
USES_generate := $(STAGE_USES)
USES_build    := $(STAGE_USES)
USES_run      := $(STAGE_USES)
USES_judge    := $(STAGE_USES)
USES_check    := $(STAGE_USES) change generate build run judge
USES_watch    := base model loop store
USES_queue    := base model loop store
USES_serve    := base model loop store queue watch
USES_client   := base
USES_hooks    := base

LIBS_base  := -lcjson -pthread
LIBS_loop  := -lev
LIBS_git   := -lgit2
LIBS_llm   := -lcurl
LIBS_store := -lsqlite3
LIBS_lang  := -ltree-sitter
LIBS_watch := -linotifytools
LIBS_run   := -lseccomp
LIBS_judge := -lm
libs_for    = $(sort $(foreach f,$1,$(LIBS_$f)))

$(B)/o/tests/%.o: CFLAGS_ALL += $(TESTS_OPT)
$(B)/o/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	@$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -c $< -o $@

# ---- tora-launch: what starts programs with less than we have -----------------------
# Small, without sanitizers and without our libraries; carried inside of torad.
LAUNCH_SRCS := $(wildcard daemon/launch/*.c) daemon/base/err.c daemon/base/clock.c
$(B)/tora-launch: $(LAUNCH_SRCS) $(wildcard daemon/launch/*.h) include/tora/err.h include/tora/clock.h
	@mkdir -p $(@D)
	@echo "  CC   $@"
	@$(CC) $(CPPFLAGS_ALL) -std=c11 -O2 $(FORTIFY) $(WARN) -fstack-protector-strong -fPIE -pie -Wl,-z,relro,-z,now -s -o $@ $(LAUNCH_SRCS)
$(B)/o/data/launch.o: $(B)/tora-launch
	@mkdir -p $(@D)
	@printf '.section .rodata\n.balign 16\n.global tora_blob_launch\ntora_blob_launch:\n.incbin "%s"\n.global tora_blob_launch_end\ntora_blob_launch_end:\n.byte 0\n.section .note.GNU-stack,"",@progbits\n' \
	  $(abspath $<) > $(B)/o/data/launch.s
	@$(CC) -c $(B)/o/data/launch.s -o $@

# ---- fork.node: lets a Node process be copied; Node loads it, so it is made like tora-launch -----
FORK_SRC := daemon/lang/javascript/native/fork.c
$(B)/fork.node: $(FORK_SRC) $(FORK_SRC:fork.c=node.h)
	@mkdir -p $(@D)
	@echo "  CC   $@"
	@$(CC) $(CPPFLAGS_ALL) -std=c11 -O2 $(FORTIFY) $(WARN) -fstack-protector-strong -fPIC -shared -Wl,-z,relro,-z,now -s -o $@ $(FORK_SRC)
$(B)/o/data/fork.node.o: $(B)/fork.node
	@mkdir -p $(@D)
	@printf '.section .rodata\n.balign 16\n.global tora_blob_fork_node\ntora_blob_fork_node:\n.incbin "%s"\n.global tora_blob_fork_node_end\ntora_blob_fork_node_end:\n.byte 0\n.section .note.GNU-stack,"",@progbits\n' \
	  $(abspath $<) > $(B)/o/data/fork.node.s
	@$(CC) -c $(B)/o/data/fork.node.s -o $@

# ---- c-runner: runs and writes tests of C libraries; a program of its own, without our libraries ------
C_RUNNER_SRCS := $(wildcard daemon/lang/c/native/*.c) $(patsubst %,daemon/base/%.c,arena err str)
$(B)/c-runner: $(C_RUNNER_SRCS) $(wildcard daemon/lang/c/native/*.h include/tora/*.h) $(GRAMMAR_B)/c.o
	@mkdir -p $(@D)
	@echo "  CC   $@"
	@$(CC) $(CPPFLAGS_ALL) -std=c11 -O2 $(FORTIFY) $(WARN) -fstack-protector-strong -fPIE -pie -Wl,-z,relro,-z,now -s -o $@ \
	  $(C_RUNNER_SRCS) $(GRAMMAR_B)/c.o -l:libtree-sitter.a -ldl
$(B)/o/data/c-runner.o: $(B)/c-runner
	@mkdir -p $(@D)
	@printf '.section .rodata\n.balign 16\n.global tora_blob_c_runner\ntora_blob_c_runner:\n.incbin "%s"\n.global tora_blob_c_runner_end\ntora_blob_c_runner_end:\n.byte 0\n.section .note.GNU-stack,"",@progbits\n' \
	  $(abspath $<) > $(B)/o/data/c-runner.s
	@$(CC) -c $(B)/o/data/c-runner.s -o $@

# ---- data that is linked in: prompts, queries, the runners -------------------------
# `blob NAME FILE` makes an object with tora_blob_NAME and tora_blob_NAME_end.
blob_name = $(subst -,_,$(subst .,_,$(subst /,_,$1)))
DATA_FILES   := $(wildcard daemon/lang/*/runner/*.*) $(wildcard daemon/lang/*/queries/*.scm)
DATA_OBJS     = $(patsubst %,$(B)/o/data/%.o,$(DATA_FILES))
PROMPT_FILES := $(wildcard prompts/*.md)
PROMPT_OBJS   = $(patsubst %,$(B)/o/data/%.o,$(filter-out prompts/README.md,$(PROMPT_FILES)))
$(B)/o/data/%.o: %
	@mkdir -p $(@D)
	@printf '.section .rodata\n.balign 16\n.global tora_blob_%s\ntora_blob_%s:\n.incbin "%s"\n.global tora_blob_%s_end\ntora_blob_%s_end:\n.byte 0\n.section .note.GNU-stack,"",@progbits\n' \
	  $(call blob_name,$*) $(call blob_name,$*) $* $(call blob_name,$*) $(call blob_name,$*) > $(B)/o/data/$*.s
	@$(CC) -c $(B)/o/data/$*.s -o $@

# What another source is, that may tell another result: a record of a check is used again only by who would make the
# same one (daemon/store/record.c).
RESULTS_OF := Makefile $(sort $(shell find daemon include -name '*.[ch]') $(DATA_FILES) $(PROMPT_FILES))
$(B)/gen/store/results.h: $(RESULTS_OF)
	@mkdir -p $(@D)
	@cat $^ | sha256sum | sed 's/^\(.\{16\}\).*/#define TORA_RESULTS "\1"/' > $@
$(B)/o/daemon/store/record.o $(B)/clang/daemon/store/record.ok: $(B)/gen/store/results.h

define folder_archive
$(B)/lib/lib$1.a: $(call objs,$1) $(if $(filter lang,$1),$$(GRAMMAR_OBJS) $$(DATA_OBJS) $(B)/o/data/fork.node.o $(B)/o/data/c-runner.o) $(if $(filter llm,$1),$$(PROMPT_OBJS)) $(if $(filter run,$1),$(B)/o/data/launch.o)
	@mkdir -p $$(@D)
	@rm -f $$@
	@ar rcs $$@ $$^
endef
$(foreach f,$(FOLDERS),$(eval $(call folder_archive,$f)))

# ---- programs --------------------------------------------------------------------
CLIENT_OBJS := $(patsubst %.c,$(B)/o/%.o,$(filter-out hooks/hook.c,$(wildcard client/*.c client/print/*.c hooks/*.c)))
DAEMON_ARCHIVES := $(foreach f,$(FOLDERS),$(call archive,$f))

$(B)/tora: $(CLIENT_OBJS) $(call archive,base)
	@echo "  LD   $@"
	@$(CC) $(LDFLAGS_ALL) -o $@ $^ $(call libs_for,base)

# Every commit waits for its start: static, and with musl, whose start touches 7 pages instead of 28.
# Where there is no musl-gcc the compiler's own library does, and under a sanitizer it must.
HOOK_CC   ?= $(if $(SAN),$(CC),$(or $(shell command -v musl-gcc),$(CC)))
HOOK_SRCS := $(patsubst %,hooks/%.c,hook event file here line message shim spool) \
             $(patsubst %,daemon/base/%.c,answers clock err paths spawn_env stamp str)
$(B)/tora-hook: $(HOOK_SRCS) $(wildcard hooks/*.h include/tora/*.h)
	@mkdir -p $(@D)
	@echo "  CC   $@"
	@$(HOOK_CC) $(CPPFLAGS_ALL) $(filter-out -MMD -MP,$(CFLAGS_ALL)) $(LDFLAGS_ALL) $(if $(SAN),,-static) -o $@ $(HOOK_SRCS)

$(B)/torad: $(B)/o/daemon/main.o $(DAEMON_ARCHIVES)
	@echo "  LD   $@"
	@$(CC) $(LDFLAGS_ALL) -o $@ $< -Wl,--start-group $(DAEMON_ARCHIVES) -Wl,--end-group $(call libs_for,$(FOLDERS))

# ---- unit tests --------------------------------------------------------------------
# tests/unit/<folder>/test_x.c -> $(B)/unit/<folder>/test_x, linked with that folder's closure.
UNIT_SRCS := $(wildcard tests/unit/*/test_*.c)
UNIT_BINS := $(patsubst tests/unit/%.c,$(B)/unit/%,$(UNIT_SRCS))
UNIT_FOLDERS := $(sort $(patsubst tests/unit/%/,%,$(dir $(UNIT_SRCS))))

client_objs_no_main = $(filter-out $(B)/o/client/main.o,$(CLIENT_OBJS))
unit_own  = $(if $(filter client hooks,$1),$(client_objs_no_main),$(call archive,$1))
define unit_rule
$(B)/unit/$1: $(B)/o/tests/unit/$1.o $(call unit_own,$(patsubst %/,%,$(dir $1))) $(foreach f,$(USES_$(patsubst %/,%,$(dir $1))),$(call archive,$f))
	@mkdir -p $$(@D)
	@$$(CC) $$(LDFLAGS_ALL) -o $$@ -Wl,--start-group $$^ -Wl,--end-group -lcmocka $(call libs_for,$(patsubst %/,%,$(dir $1)) $(USES_$(patsubst %/,%,$(dir $1))))
endef
$(foreach t,$(UNIT_SRCS),$(eval $(call unit_rule,$(patsubst tests/unit/%.c,%,$t))))

# What tests/e2e/test_escape.sh runs hostile programs with, and tests/soak many; and what unit tests of runners run behind.
define escape_rule
$(B)/escape/$1: $(B)/o/tests/e2e/escape/$1.o $(call archive,run) $(foreach f,$(USES_run),$(call archive,$f))
	@mkdir -p $$(@D)
	@$$(CC) $$(LDFLAGS_ALL) -o $$@ -Wl,--start-group $$^ -Wl,--end-group $(call libs_for,run $(USES_run))
endef
ESCAPE := box soak filter
$(foreach t,$(ESCAPE),$(eval $(call escape_rule,$t)))
$(B)/filter.bpf: $(B)/escape/filter
	@$< > $@.new && mv $@.new $@

.PHONY: unit $(addprefix unit-,$(UNIT_FOLDERS))
unit: $(UNIT_BINS)
	@tests/run-unit $(B) $(UNIT_BINS)
define unit_folder
unit-$1: $(filter $(B)/unit/$1/%,$(UNIT_BINS))
	@tests/run-unit $(B) $$^
endef
$(foreach f,$(UNIT_FOLDERS),$(eval $(call unit_folder,$f)))

include tests/targets.mk

clean:
	rm -rf $(B)
.PHONY: clean

-include $(shell find $(B)/o -name '*.d' 2>/dev/null)
