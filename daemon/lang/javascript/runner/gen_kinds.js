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

const KINDS = [require('./gen_mapped.js'), require('./gen_orders.js'), require('./gen_joined.js'), require('./gen_near.js'), require('./gen_again.js'), require('./gen_tried.js'), require('./gen_keys.js'),
	require('./gen_slow.js'), require('./gen_meet.js'), require('./gen_refused.js'), require('./gen_places.js'), require('./gen_heirs.js'), require('./gen_once.js'),
	require('./gen_told.js'), require('./gen_alike.js'), require('./gen_quoted.js'),
	require('./gen_return.js'), require('./gen_renamed.js'), require('./gen_breaks.js'), require('./gen_elsewhere.js')];

/* Programs are odd in more ways than we know: what the others make is kept whatever one kind makes of them. */
function kept(make) {
	try {
		return make();
	} catch {
		return [];
	}
}

/* What a change asks of each of them. */
function asksFor(sides, place) {
	return KINDS.map((kind) => (kind.asksIn ? kind.asksIn(sides, place) : kind.asksFor(...sides)));
}

/* Neighbours of a whole program's body, one of each kind in turn. */
function programs(body, asked, given) {
	return inTurn(KINDS.map((kind, i) => kept(() => kind.programs(body, asked[i], given))));
}

function lists(calls, asked) {
	return KINDS.flatMap((kind, i) => (kind.lists ? kept(() => kind.lists(calls, asked[i])) : []));
}

module.exports = { asksFor, lists, programs };
