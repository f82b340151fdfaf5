'use strict';
/*
 * Kinds of neighbours of real programs, each asked for where a change's own text speaks of what it shows: what prints the same in
 * those need not do so here.
 *
 * A kind is a module with `asksFor(changed, mine, other)`, what it reads of the changed lines and the function on either side, or
 * `asksIn(sides, place)` where it has to know as well what changed, { file, qualname }, and what is around that, { root, files, isOld };
 * `programs(body, asked, { methods, samples, head })`, whole programs near one, the most telling first; and may have `lists(calls,
 * asked)`, lists of arguments near real ones.
 */
const { inTurn } = require('./gen_rank.js');

const KINDS = Object.entries({
	mapped: require('./gen_mapped.js'), orders: require('./gen_orders.js'), joined: require('./gen_joined.js'), near: require('./gen_near.js'),
	again: require('./gen_again.js'), tried: require('./gen_tried.js'), keys: require('./gen_keys.js'), slow: require('./gen_slow.js'),
	meet: require('./gen_meet.js'), refused: require('./gen_refused.js'), places: require('./gen_places.js'), heirs: require('./gen_heirs.js'),
	once: require('./gen_once.js'), told: require('./gen_told.js'), alike: require('./gen_alike.js'), quoted: require('./gen_quoted.js'),
	return: require('./gen_return.js'), renamed: require('./gen_renamed.js'), breaks: require('./gen_breaks.js'), elsewhere: require('./gen_elsewhere.js'),
	early: require('./gen_early.js'), whole: require('./gen_whole.js'), turned: require('./gen_turned.js'), midway: require('./gen_midway.js'),
	nested: require('./gen_nested.js'), closed: require('./gen_closed.js'), weekdays: require('./gen_weekdays.js'),
	looks: require('./gen_looks.js'), together: require('./gen_together.js'), hours: require('./gen_hours.js'),
	atonce: require('./gen_atonce.js'),
});

/* Programs are odd in more ways than we know: what the others make is kept whatever one kind makes of them. Which that was is said in the answer. */
function kept(failed, name, make) {
	try {
		return make();
	} catch {
		failed.add(name);
		return [];
	}
}

/* What a change asks of each of them, in their order, and the names of those that `failed` by an error. */
function asksFor(sides, place) {
	const failed = new Set();
	return { of: KINDS.map(([name, kind]) => kept(failed, name, () => (kind.asksIn ? kind.asksIn(sides, place) : kind.asksFor(...sides)))), failed };
}

/* Neighbours of a whole program's body, one of each kind in turn. */
function programs(body, asked, given) {
	return inTurn(KINDS.map(([name, kind], i) => kept(asked.failed, name, () => kind.programs(body, asked.of[i], given))));
}

function lists(calls, asked) {
	return KINDS.flatMap(([name, kind], i) => (kind.lists ? kept(asked.failed, name, () => kind.lists(calls, asked.of[i])) : []));
}

module.exports = { asksFor, lists, programs };
