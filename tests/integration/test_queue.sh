#!/bin/bash
# shellcheck disable=SC2119 # functions with optional arguments
# Checks come, run, are outdated, die, and what they found stays.
# shellcheck source=SCRIPTDIR/../harness.sh
. "$(dirname "$0")/../harness.sh"
# shellcheck source=SCRIPTDIR/daemon.sh
. "$TOP/tests/integration/daemon.sh"

p=p # the repository most tests use
repo() { new_repo p && p=$T/home/p && git -C "$p" checkout -q -b topic; }

test_03_a_burst_of_100_commits_is_one_check() {
	local i
	start_daemon --debounce-ms 4000 # sync does not wait for it
	repo
	for i in $(seq 100); do commit "$p"; done
	ok settled
	is "$(calls '--branch topic')" 1
	is "$(calls "--head $(head_of "$p" topic)")" 1
	ok branch_is "$p" topic state clean
}

test_a_newer_tip_kills_the_older_check() {
	local pid
	start_daemon
	repo
	mode gate
	commit "$p"
	within 5 check_is c2 state running
	within 5 test -s "$T/fake/pid.2"
	pid=$(cat "$T/fake/pid.2")
	commit "$p"
	within 5 check_is c2 state canceled
	ok check_is c2 reason superseded
	within 5 test ! -e "/proc/$pid"
	go
	ok settled
	ok check_is c3 state 'done'
	ok branch_is "$p" topic check c3
}

test_a_tip_that_was_checked_before_is_not_checked_again() {
	start_daemon
	repo
	commit "$p" && ok settled
	commit "$p" && ok settled
	is "$(calls --branch)" 3
	git -C "$p" reset -q --hard HEAD~1
	ok settled
	is "$(calls --branch)" 3
	ok branch_is "$p" topic check c2
}

test_one_that_ran_out_of_time_is_not_clean_and_is_looked_at_again() {
	local how
	start_daemon
	repo
	for how in late late-finding; do
		mode "$how"
		commit "$p" && ok settled
		[ "$how" = late ] || rpc ack '{"id":"K1"}' >/dev/null
		ok branch_is "$p" topic state waiting
		ok branch_is "$p" topic reason timeout
		mode clean
		commit "$p" && ok settled
		git -C "$p" reset -q --hard HEAD~1
		ok settled
		ok branch_is "$p" topic state clean
	done
	is "$(calls '--branch topic')" 6
}

test_what_a_person_asked_for_is_never_outdated() {
	start_daemon --jobs 2
	repo
	mode gate
	is "$(rpc check "{\"repo\":\"$p\",\"branch\":\"topic\"}" | jq -r .result.check)" c2
	within 5 check_is c2 state running
	commit "$p"
	within 5 check_is c3 state running
	go
	ok settled
	ok check_is c2 state 'done'
	ok check_is c3 state 'done'
}

test_check_and_wait() {
	local answer
	start_daemon
	repo
	mode finding
	answer=$(rpc check "{\"repo\":\"$p\",\"base\":\"main\",\"head\":\"HEAD\",\"engine\":\"offline\",\"no_cache\":true,\"timeout_s\":9,\"wait\":true}")
	is "$(result .state "$answer")" '"done"'
	is "$(result .record.findings[0].id "$answer")" '"K1"'
	is "$(result '.findings[0]|[.id,.before,.after,.acked]' "$answer")" '["K1","1","2",null]'
	is "$(calls '--base main --head HEAD --check-id 2 --trigger ask --engine offline --timeout 9 --no-cache')" 1
}

test_a_repository_nobody_registered_can_be_checked() {
	start_daemon
	git init -q -b main "$T/home/q" && commit "$T/home/q"
	git -C "$T/home/q" worktree add -q --detach "$T/home/q2"
	is "$(rpc check "{\"repo\":\"$T/home/q2\",\"wait\":true}" | jq -r .result.state)" 'done'
	has "$(cat "$T/fake/calls")" "--repo $T/home/q2 "
	is "$(newest repo)" "$T/home/q/.git"
	is "$(rpc status | jq -c .result.repos)" '[]'
}

crash_row() { # MODE STATE REASON DETAIL
	mode "$1"
	commit "$p"
	ok settled
	is "$(newest state)" "$2"
	is "$(newest reason)" "$3"
	has "$(newest detail)" "$4"
}

test_deaths_are_recorded_with_their_reason() {
	start_daemon
	repo
	crash_row crash failed crashed 'signal 11 .*about to crash'
	ok branch_is "$p" topic state waiting
	ok branch_is "$p" topic reason crashed
	crash_row exit failed crashed 'exit status 7.*no such thing'
	crash_row half failed crashed 'exit status 0'
	crash_row wrong failed internal 'not a check'
	crash_row alarm failed timeout 'did not end at its time limit'
	is "$(calls --branch)" 6 # nothing was restarted
	lacks "$(cat "$T/state/tora/torad.log")" $'\033'
}

test_strange_output_does_no_harm() {
	start_daemon
	repo
	crash_row garbage 'done' null null
	crash_row big 'done' null null
	crash_row skipped skipped tests-only null
	ok branch_is "$p" topic state clean
	[ "$(wc -c <"$T/state/tora/torad.log")" -lt 500000 ] || die 'the log took it all'
}

test_a_stopped_check_is_killed_when_outdated() {
	start_daemon
	repo
	mode hang
	commit "$p"
	within 5 test -s "$T/fake/pid.2"
	kill -STOP "$(cat "$T/fake/pid.2")"
	mode clean
	commit "$p"
	ok settled
	ok check_is c2 reason superseded
	ok check_is c3 state 'done'
}


test_18_pause_and_resume() {
	local pid
	start_daemon
	repo
	mode gate
	commit "$p"
	within 5 test -s "$T/fake/pid.2"
	pid=$(cat "$T/fake/pid.2")
	has "$(rpc pause)" '"paused":true,"paused_until":null'
	within 5 test ! -e "/proc/$pid"
	within 5 check_is c2 state queued
	ok check_is c2 attempts 0
	is "$(rpc status | jq -r .result.daemon.paused)" true
	ok branch_is "$p" topic reason paused
	git -C "$p" checkout -q -b other
	commit "$p"
	is "$(rpc sync '{"idle":true}' | jq -c '.result|[.done,.queued,.running]')" '[false,2,0]'
	ok branch_is "$p" other state queued
	ok branch_is "$p" other reason paused
	go
	rpc resume >/dev/null
	ok settled
	ok check_is c2 state 'done'
	ok check_is c2 attempts 1
	ok check_is c3 state 'done'
	is "$(calls '--branch topic')" 2
}

test_18_a_check_that_is_not_wanted_any_more_does_not_come_back() {
	start_daemon
	repo
	mode gate
	commit "$p"
	within 5 test -s "$T/fake/pid.2"
	rpc pause >/dev/null && rpc resume >/dev/null # it may not even have ended
	within 10 called '--branch topic' 2
	rpc pause >/dev/null
	commit "$p"
	rpc sync >/dev/null
	go
	rpc resume >/dev/null
	ok settled
	ok check_is c2 reason superseded
	ok check_is c3 state 'done'
}

# SUFFIX: a new commit as the tip of each of 1010 branches
move_many() {
	local i
	for i in $(seq -w 1010); do
		printf 'commit refs/heads/many-%s\ncommitter A <a@example.org> %s +0000\ndata 1\n%s\nfrom refs/heads/main\n\n' "$i" "17$i$1" "$1"
	done | git -C "$p" fast-import --quiet --force
	ok jq -e .result.done <<<"$(rpc sync '{"timeout_ms":60000}')"
}
waiting_are() { [ "$(rpc sync | jq .result.queued)" = "$1" ]; }

test_more_branches_move_than_there_is_room_for() {
	local first refused
	start_daemon
	repo
	rpc pause >/dev/null
	move_many 1
	ok waiting_are 1000
	refused=$(sql "SELECT branch FROM checks WHERE state = 'skipped' AND reason = 'too-many'")
	is "$(wc -l <<<"$refused")" 10
	refused=$(head -n 1 <<<"$refused")
	ok branch_is "$p" "$refused" state waiting
	ok branch_is "$p" "$refused" reason too-many
	has "$(cat "$XDG_STATE_HOME/tora/torad.log")" 'branches are not checked: 1000 checks wait already'
	# a person is not refused for that, nor is a newer tip of what waits: it takes the place of the older one
	first=$(rpc check "{\"repo\":\"$p\",\"branch\":\"$refused\"}" | jq -r .result.check)
	ok check_is "$first" state queued
	move_many 2
	within 20 waiting_are 1001
	is "$(sql "SELECT count(*) FROM checks WHERE state = 'canceled' AND reason = 'superseded'")" 1000
	is "$(sql "SELECT count(*) FROM checks WHERE reason = 'too-many'")" 20
	ok branch_is "$p" "$refused" reason too-many
	ok rpc repo.remove "{\"repo\":\"$p\"}"
	within 20 check_is "$first" state canceled
	is "$(calls many-)" 0
}

test_18_a_timed_pause_ends_by_itself() {
	start_daemon
	repo
	has "$(rpc pause '{"seconds":1}')" '"paused_until":[0-9]'
	commit "$p"
	within 10 check_is c2 state 'done'
	is "$(rpc status | jq -r .result.daemon.paused)" false
}

test_low_priority() {
	local want
	start_daemon
	repo
	mode hang
	commit "$p"
	within 5 test -s "$T/fake/pid.2"
	want=$(($(awk '{print $19}' "/proc/$DPID/stat") + 10))
	[ "$want" -le 19 ] || want=19 # the tests themselves may be run at low priority
	is "$(awk '{print $19}' "/proc/$(cat "$T/fake/pid.2")/stat")" "$want"
}

test_repositories_take_turns() {
	local i order
	start_daemon --jobs 1
	new_repo a && new_repo b
	rpc pause >/dev/null
	for i in 1 2 3; do
		git -C "$T/home/a" checkout -q -b "a$i" && commit "$T/home/a"
	done
	rpc sync >/dev/null
	for i in 1 2; do
		git -C "$T/home/b" checkout -q -b "b$i" && commit "$T/home/b"
	done
	rpc sync >/dev/null
	rpc resume >/dev/null
	ok settled
	order=$(grep -oE -- '--branch [ab][0-9]' "$T/fake/calls" | cut -c10 | tr -d '\n')
	has "$order" '^(ababa|babaa)$'
}

test_acks_and_dismissals() {
	start_daemon
	repo
	mode finding
	commit "$p"
	ok settled
	ok branch_is "$p" topic state unintended
	ok branch_is "$p" topic 'findings[0]' K1
	is "$(rpc ack '{"id":"K1"}' | jq -c '.result|[.id,.fingerprint,.acked]')" '["K1","f1","ack"]'
	ok branch_is "$p" topic state clean
	is "$(rpc findings | jq '.result.findings|length')" 0
	is "$(rpc findings '{"all":true,"branch":"topic"}' | jq -r '.result.findings[0].acked')" ack
	git -C "$p" commit -q --amend --allow-empty -m 'another message'
	ok settled
	ok branch_is "$p" topic state clean # the same difference, acknowledged
	has "$("$TORA" ack --undo k1)" '^K1: taken back; you had said: intended'
	has "$("$TORA" ack --undo K1)" '^K1: nothing to take back'
	is "$(rpc finding '{"id":"K1"}' | jq -r .result.finding.acked)" null
	ok branch_is "$p" topic state unintended
	is "$(rpc dismiss '{"id":"K1"}' | jq -c '.result|[.acked,.was]')" '["dismiss",null]'
	ok branch_is "$p" topic state clean
	is "$(rpc finding '{"id":"K1"}' | jq -c '.result.finding|[.id,.test,.acked,.branch]')" '["K1","print(f())","dismiss","topic"]'
}

# A push tells of what is surely a mistake; what may be one is there for whoever asks, the likeliest first.
test_all_that_may_be_a_mistake_is_listed() {
	start_daemon
	repo
	mode ranked
	commit "$p"
	ok settled
	is "$(rpc status | jq -c '[.result.repos[].branches[]|has("ranked")]|any')" false
	is "$(rpc status '{"all":true}' | jq -c '[.result.repos[].branches[].ranked[]?|[.verdict,.confidence]]')" \
		'[["unintended",0.9],["unsure",0.4],["unsure",0.1]]'
	has "$("$TORA" status --all)" '    K2  unsure  p.u.f  p/u.py:3  \(40 %\)'
	lacks "$("$TORA" status --all)" irrelevant
	lacks "$("$TORA" status)" unsure
	rpc ack '{"id":"K2"}' >/dev/null
	is "$(rpc status '{"all":true}' | jq -c '[.result.repos[].branches[].ranked[]?.id]')" '["K1","K3"]'
}

test_an_ack_covers_what_has_one_cause_when_asked() {
	start_daemon
	repo
	mode several
	commit "$p"
	ok settled
	ok branch_is "$p" topic places 1 # as the push counts
	has "$("$TORA" status)" '3 unintended in 1 place: '
	is "$(rpc ack '{"id":"K1"}' | jq -c '.result|[.id,.alike]')" '["K1",["K2"]]'
	is "$(rpc findings | jq -c '[.result.findings[].id]')" '["K3","K2"]'
	is "$(rpc ack '{"id":"K1","undo":true,"alike":true}' | jq -c .result.alike)" '[]' # nothing was said of K2
	is "$(rpc ack '{"id":"K2","alike":true}' | jq -c .result.alike)" '["K1"]'
	is "$(rpc findings | jq -c '[.result.findings[].id]')" '["K3"]'
	has "$("$TORA" ack K3)" '^K3: intended; not shown again, also after a rebase$'
	is "$(rpc findings | jq '.result.findings|length')" 0
	out=$("$TORA" ack --undo K1)
	has "$out" '^of the same function and kind, as they were: K2; tora ack --alike --undo K1 covers it$'
	is "$(rpc findings | jq -c '[.result.findings[].id]')" '["K1"]'
	out=$("$TORA" dismiss --alike K1)
	has "$out" '^also, of the same function and kind: K2$'
	is "$(rpc findings '{"all":true}' | jq -c '[.result.findings[].acked]')" '["ack","dismiss","dismiss"]'
	# what has been said of the others is no news, nor is what is named in the same command
	is "$("$TORA" ack K1)" 'K1: intended; not shown again, also after a rebase'
	ok "$TORA" ack --undo K1 K2
	is "$("$TORA" dismiss k1 k2 | cut -d: -f1 | xargs)" 'K1 K2'
	out=$("$TORA" ack --undo K1 K2)
	is "$(grep -c 'same function' <<<"$out")" 0
}

push() { # REF OID [MORE]
	rpc hook "{\"event\":\"pre-push\",\"repo\":\"$p/.git\",\"work\":\"$p\",\"remote\":\"origin\",\"refs\":[{\"local_ref\":\"$1\",\"local_oid\":\"$2\",\"remote_ref\":\"$1\",\"remote_oid\":\"$(printf '%040d' 0)\"}]${3:-}}"
}

test_pre_push_is_told_what_is_known() {
	local head
	start_daemon
	repo
	mode finding
	commit "$p"
	ok settled
	head=$(head_of "$p" topic)
	is "$(push refs/heads/topic "$head" | jq -c '.result.refs[0]|[.branch,.state,.check,.findings[0].id]')" \
		'["topic","unintended","c2","K1"]'
	rpc ack '{"id":"K1"}' >/dev/null
	is "$(push refs/heads/topic "$head" | jq -c '.result.refs[0]|[.state,.findings]')" '["clean",[]]'
	is "$(push refs/tags/v1 "$head" | jq -r '.result.refs[0].state')" skipped
	is "$(push refs/heads/topic "$(printf '%040d' 0)" | jq -r '.result.refs[0].state')" skipped
	is "$(push refs/heads/topic "$(printf '%064d' 0)" | jq -r '.result.refs[0].state')" skipped
	is "$(push refs/heads/topic 'not an oid' | jq -r '.result.refs[0].state')" skipped
}

test_pre_push_of_a_commit_nobody_checked() {
	start_daemon --debounce-ms 60000
	repo
	mode finding
	commit "$p"
	is "$(push refs/heads/topic "$(head_of "$p" topic)" | jq -r '.result.refs[0].state')" queued
	ok settled
	is "$(push refs/heads/topic "$(head_of "$p" topic)" | jq -r '.result.refs[0].state')" unintended
	is "$(calls '--branch topic')" 1 # the watcher did not queue it again
}

test_pre_push_is_told_how_many_are_before_it() {
	start_daemon --jobs 1
	repo
	new_repo q
	mode gate
	commit "$T/home/q"
	within 10 branch_is "$T/home/q" main state checking
	commit "$p"
	is "$(push refs/heads/topic "$(head_of "$p" topic)" | jq -c '.result|[.say,.refs[0].state,.refs[0].ahead]')" '["more","queued",1]'
	go
}

# git has the processor first: the debounce is also how long such a check lets the push go on.
checks_of() { rpc checks | jq -c "[.result.checks[]|select(.head==\"$1\")]"; } # HEAD

test_a_push_that_does_not_wait_is_let_go_on() {
	local head
	start_daemon --debounce-ms 60000
	repo
	commit "$p"
	head=$(head_of "$p" topic)
	push refs/heads/topic "$head" >/dev/null
	is "$(checks_of "$head" | jq -r '.[0].state')" queued
	is "$(push refs/heads/topic "$head" | jq -r '.result.refs[0].state')" queued
	is "$(push refs/heads/topic "$head" ',"wait_ms":20000' | jq -r '.result.refs[0].state')" clean
}

# What stood in the way may have been seen to, which is no commit; what the code itself is to blame for stays.
test_a_push_tries_again_what_could_not_be_checked() {
	local head
	start_daemon
	repo
	mode crash
	commit "$p"
	ok settled
	head=$(head_of "$p" topic)
	mode finding
	is "$(push refs/heads/topic "$head" | jq -c '.result|[.say,.refs[0].state,.refs[0].reason,.refs[0].again]')" \
		'["more","waiting","crashed",true]'
	is "$(push refs/heads/topic "$head" ',"wait_ms":20000' | jq -r '.result.refs[0].state')" unintended
	is "$(push refs/heads/topic "$head" | jq -c '.result.refs[0]|[.state,.again]')" '["unintended",false]'
	is "$(checks_of "$head" | jq length)" 2
}

# Neither the tip of a branch nor anything else that is found again: only the push told of it.
test_what_a_push_asked_for_survives_a_kill() {
	local head
	start_daemon --debounce-ms 60000
	repo
	commit "$p"
	head=$(head_of "$p" topic)
	commit "$p"
	push refs/heads/other "$head" >/dev/null
	kill_daemon KILL
	start_daemon
	ok settled
	is "$(checks_of "$head" | jq -c '.[0]|[.trigger,.state]')" '["push","done"]'
}

# How much of an answer has to be read. `queued` only where the settings are known to be git's of now.
test_an_answer_says_how_much_of_it_is_to_be_read() {
	local head
	start_daemon --debounce-ms 60000
	repo
	touch -d '1 hour ago' "$p/.git/config" "$T/home/.gitconfig"
	ok settled
	is "$(push refs/tags/v1 "$(head_of "$p" main)" | jq -r .result.say)" nothing
	commit "$p"
	head=$(head_of "$p" topic)
	is "$(push refs/heads/topic "$head" | jq -r .result.say)" queued
	ok settled
	is "$(push refs/heads/topic "$head" | jq -c '.result|[.say,.refs[0].state]')" '["nothing","clean"]'
	mode finding
	commit "$p"
	is "$(push refs/heads/topic "$(head_of "$p" topic)" ',"wait_ms":20000' | jq -r .result.say)" more
	mode clean
	rpc pause >/dev/null
	commit "$p"
	is "$(push refs/heads/topic "$(head_of "$p" topic)" | jq -c '.result|[.say,.refs[0].state,.refs[0].reason]')" \
		'["more","queued","paused"]'
	rpc resume >/dev/null
	ok settled
	git -C "$p" config tora.push.wait 5
	commit "$p"
	is "$(push refs/heads/topic "$(head_of "$p" topic)" | jq -r .result.say)" more # who waits has to know for how long
}

test_18_on_battery_only_what_a_person_asked_for() {
	local head
	battery Full 100
	start_daemon --root "$T/root"
	repo
	battery Discharging 12
	commit "$p"
	head=$(head_of "$p" topic)
	ok settled # nothing runs, and nothing will
	ok branch_is "$p" topic state queued
	ok branch_is "$p" topic reason battery
	has "$(cd "$p" && "$TORA" status)" 'topic [0-9a-f]{12}  queued: on battery \(12 %\)'
	# a push is a person's word for this very commit
	is "$(push refs/heads/topic "$head" ',"wait_ms":20000' | jq -r '.result.refs[0].state')" clean
	# and when the power is back, the rest goes on
	commit "$p"
	within 10 branch_is "$p" topic reason battery
	battery Charging 13
	# looked at again at any event, else every 30 s
	rpc pause >/dev/null && rpc resume >/dev/null
	within 10 branch_is "$p" topic state clean
}

test_a_range_somebody_asked_for_is_no_word_about_the_branch() {
	start_daemon --debounce-ms 60000
	repo
	commit "$p"
	rpc check "{\"repo\":\"$p\",\"base\":\"HEAD\",\"head\":\"$(head_of "$p" topic)\",\"wait\":true}" >/dev/null
	mode finding
	is "$(push refs/heads/topic "$(head_of "$p" topic)" | jq -r '.result.refs[0].state')" queued
	ok settled
	is "$(push refs/heads/topic "$(head_of "$p" topic)" | jq -r '.result.refs[0].state')" unintended
}

# "Not checked" of a branch is over when somebody has done something about it and checked its commit by hand.
test_a_check_by_hand_is_a_word_about_a_branch_that_could_not_be_checked() {
	local head was
	start_daemon
	repo
	mode crash
	commit "$p"
	ok settled
	head=$(head_of "$p" topic)
	was=$(rpc status "{\"repo\":\"$p\",\"branch\":\"topic\"}" | jq -r ".result.repos[0].branches[0].state")
	lacks "$was" "clean|unintended"
	mode finding
	rpc check "{\"repo\":\"$p\",\"base\":\"main\",\"head\":\"$head\",\"wait\":true}" >/dev/null
	ok branch_is "$p" topic state "$was" # of a range: no word
	rpc check "{\"repo\":\"$p\",\"head\":\"$head\",\"wait\":true}" >/dev/null
	ok branch_is "$p" topic state unintended
	mode crash
	rpc check "{\"repo\":\"$p\",\"head\":\"$head\",\"wait\":true}" >/dev/null
	ok branch_is "$p" topic state unintended
}

# The daemon's own check of it may be under way still: it says nothing new.
test_a_push_is_told_what_a_check_by_hand_has_found() {
	local head
	start_daemon --jobs 2
	repo
	mode gate topic
	mode finding
	commit "$p"
	within 10 branch_is "$p" topic state checking
	head=$(head_of "$p" topic)
	rpc check "{\"repo\":\"$p\",\"head\":\"$head\",\"wait\":true}" >/dev/null
	is "$(push refs/heads/topic "$head" | jq -r '.result.refs[0].state')" unintended
	is "$(push refs/heads/topic "$head" ',"wait_ms":20000' | jq -r '.result.refs[0].state')" unintended
	go
	ok settled
	is "$(push refs/heads/topic "$head" | jq -r '.result.refs[0].state')" clean
}

test_a_branch_is_being_checked_while_its_commit_is_by_hand() {
	start_daemon --jobs 1
	repo
	mode gate-finding
	commit "$p"
	rpc check "{\"repo\":\"$p\",\"head\":\"$(head_of "$p" topic)\"}" >/dev/null
	rpc sync >/dev/null
	is "$(rpc status | jq -c '.result.daemon|[.running,.queued]')" '[1,1]'
	ok branch_is "$p" topic state checking
	go
	ok settled
}

pushed_is() { # STATE,STAGE,OF
	[ "$(push refs/heads/topic "$(head_of "$p" topic)" ',"wait_ms":300' | jq -r '.result.refs[0]|[.state,.stage,.of]|@csv')" = "$1" ]
}
test_pre_push_waits_when_asked() {
	start_daemon
	repo
	mode gate-finding
	commit "$p"
	within 5 check_is c2 state running
	within 5 pushed_is '"checking","run",9' # a moment after it runs it says how far
	is "$(rpc status | jq '.result.repos[0].branches[] | select(.branch == "topic").started > 0')" true
	push refs/heads/topic "$(head_of "$p" topic)" ',"wait_ms":20000' >"$T/push" &
	within 5 test -e "$T/push"
	go
	wait $!
	is "$(jq -r '.result.refs[0].state' "$T/push")" unintended
}

test_settings_are_those_of_now() {
	start_daemon
	repo
	ok settled # git checkout -b writes the configuration anew
	is "$(push refs/tags/x "$(head_of "$p" topic)" | jq -c .result.settings)" '{"push_wait_s":0,"push_block":false,"push_sure":72,"problem":null}'
	git -C "$p" config tora.push.wait 7
	# not read yet: left out rather than wrong
	has "$(push refs/tags/x "$(head_of "$p" topic)" | jq -c .result.settings)" '^(null|.*:7,.*)$'
	rpc sync >/dev/null
	is "$(push refs/tags/x "$(head_of "$p" topic)" | jq -c .result.settings.push_wait_s)" 7
	git config --global tora.push.block true
	has "$(push refs/tags/x "$(head_of "$p" topic)" | jq -c .result.settings)" '^(null|.*"push_block":true.*)$'
	rpc sync >/dev/null
	is "$(push refs/tags/x "$(head_of "$p" topic)" | jq -c .result.settings.push_block)" true
}

stamp_of() { # FILE
	stat -L -c '%.9Y %s %i' "$1" 2>/dev/null | sed 's/\.//' || true
}

saw() { # SIZE-OF-ONE: settings in the answer to a hook that has looked at all files, and saw that one so
	local file stamp list=
	for file in /etc/gitconfig "$p/.git/config" "$T/home/.gitconfig" "$T/home/.config/git/config"; do
		stamp=$(stamp_of "$file")
		[ "$file" != "$p/.git/config" ] || stamp=${stamp/ * / ${1:-$(stat -c %s "$file")} }
		list="$list,{\"path\":\"$file\",\"stamp\":\"${stamp:-0 0 0}\"}"
	done
	push refs/tags/x "$(head_of "$p" topic)" ",\"files\":[${list#,}]" | jq -c .result.settings.push_wait_s
}

# What the hook has seen counts: a size that is not the file's makes the daemon's own settings those of another time.
test_a_hook_says_how_the_files_of_the_settings_are() {
	start_daemon
	repo
	touch -d '1 hour ago' "$p/.git/config" "$T/home/.gitconfig"
	ok settled
	is "$(push refs/tags/x "$(head_of "$p" topic)" | jq -c .result.settings.push_wait_s)" 0
	is "$(saw)" 0
	is "$(saw 1)" null
}

test_a_disabled_repository_is_not_checked() {
	start_daemon
	repo
	git -C "$p" config tora.enabled false
	rpc sync >/dev/null
	commit "$p"
	ok settled
	is "$(calls '--branch topic')" 0
	ok branch_is "$p" topic reason disabled
}

is_degraded() { rpc status | jq -e .result.daemon.degraded >/dev/null; }
is_well() { ! is_degraded; }

test_a_store_that_cannot_be_written_for_a_while() {
	local holder
	start_daemon
	repo
	/usr/bin/python3 -c 'import sqlite3,sys
c = sqlite3.connect(sys.argv[1], isolation_level=None)
c.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()' "$T/state/tora/tora.db" < <(while [ ! -e "$T/release" ]; do sleep 0.05; done) >"$T/held" &
	holder=$!
	within 5 test -s "$T/held"
	commit "$p"
	has "$(rpc pause)" '"paused":true' # the daemon serves meanwhile
	rpc resume >/dev/null
	within 10 is_degraded
	has "$(rpc status | jq -r .result.daemon.degraded)" 'another process holds it; kept in memory and tried again'
	: >"$T/release"
	wait "$holder"
	within 20 branch_is "$p" topic state clean
	ok settled
	within 5 is_well
	is "$(calls '--branch topic')" 1
}

test_hooks_of_others_are_not_ours() {
	start_daemon
	git init -q "$T/home/q"
	is "$(rpc hook "{\"event\":\"post-commit\",\"repo\":\"$T/home/q/.git\"}" | jq -c .result)" '{"registered":false,"say":"nothing"}'
	has "$(rpc hook "{\"event\":\"pre-commit\",\"repo\":\"$T/home/q/.git\"}")" '"code":-32602'
}

spool() { # NAME
	printf '{"jsonrpc":"2.0","id":1,"method":"%s","params":{"event":"post-commit","repo":"%s/.git"}}\n' "${2:-hook}" "$p" \
		>"$T/state/tora/spool/.new"
	mv "$T/state/tora/spool/.new" "$T/state/tora/spool/$1"
}
is_spool_empty() { [ -z "$(ls "$T/state/tora/spool")" ]; }

test_04_the_spool_is_drained() {
	start_daemon
	repo
	spool 1-2.json
	within 5 is_spool_empty
	kill_daemon TERM
	commit "$p"
	spool 3-4.json
	echo 'not json' >"$T/state/tora/spool/5-6.json"
	spool 7-8.json shutdown
	mkdir "$T/state/tora/spool/9-9.json"
	echo half >"$T/state/tora/spool/.10-10.json" # a hook that was killed while it wrote
	echo half >"$T/state/tora/spool/.11-11.json" # one that still writes
	touch -d '2 hours ago' "$T/state/tora/spool/.10-10.json"
	start_daemon
	ok settled
	is "$(find "$T/state/tora/spool" -mindepth 1 -printf "%f\n" | sort | paste -sd " ")" '.11-11.json 9-9.json'
	ok branch_is "$p" topic state clean
	is "$(newest trigger)" hook
	ok daemon_up # a file does not shut it down
}

test_04_stopped_with_sigstop() {
	start_daemon
	repo
	kill -STOP "$DPID"
	commit "$p"
	spool 1-2.json
	kill -CONT "$DPID"
	within 10 branch_is "$p" topic state clean
	within 5 is_spool_empty
}

test_removing_a_repository() {
	local pid
	start_daemon
	repo
	mode hang
	commit "$p"
	within 5 test -s "$T/fake/pid.2"
	pid=$(cat "$T/fake/pid.2")
	is "$(rpc repo.remove "{\"repo\":\"$p\"}" | jq -c .result)" '{"removed":true}'
	within 5 test ! -e "/proc/$pid"
	within 5 check_is c2 state canceled
	commit "$p"
	ok settled
	is "$(rpc status | jq -c .result.repos)" '[]'
	is "$(calls '--branch topic')" 1
	is "$(rpc repo.remove "{\"repo\":\"$p\"}" | jq -c .result)" '{"removed":false}'
	mode clean
	has "$(rpc repo.add "{\"repo\":\"$p/.git\",\"work\":\"$p\"}")" '"new":true'
	ok settled
	is "$(rpc repo.remove "{\"repo\":\"$p\",\"forget\":true}" | jq -c .result)" '{"removed":true}'
	is "$(rpc checks | jq -c .result.checks)" '[]'
}

run_tests "$@"
