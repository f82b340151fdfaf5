# What a person runs: the tests, the checks of the source, the demonstration, the figures.

.PHONY: try check check-san lint bench fuzz install uninstall unit-tests

unit-tests: $(UNIT_BINS)

try: deps
	@$(MAKE) --no-print-directory -j2 all
	@tests/try $(B)

check: deps
	@$(MAKE) --no-print-directory -j2 all unit-tests
	@tests/run-all $(B)

# A build folder of its own: sanitized objects never meet the others.
check-san: deps
	@$(MAKE) --no-print-directory -j2 B=$(B)/san OPT='-O1 -g' SAN='-fsanitize=address,undefined -fno-sanitize-recover=undefined' \
	  all unit-tests
	@ASAN_OPTIONS=detect_leaks=1:abort_on_error=0 UBSAN_OPTIONS=print_stacktrace=1 tests/run-all $(B)/san

lint: deps
	@tests/lint/lint

bench: deps
	@$(MAKE) --no-print-directory -j2 all
	@tests/bench/run $(B)

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/doc/tora
	install -m 755 $(B)/tora $(B)/torad $(DESTDIR)$(PREFIX)/bin
	install -m 644 README.md include/tora/PROTOCOL.md $(DESTDIR)$(PREFIX)/share/doc/tora

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/tora $(DESTDIR)$(PREFIX)/bin/torad
	rm -rf $(DESTDIR)$(PREFIX)/share/doc/tora
