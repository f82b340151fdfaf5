"""Tests that name nothing near the change, tried while few are known to reach it: what is called by way of a registry, a
handler or a name that is put together is seen to be by running it alone."""
import gen_rank

FEW = 8             # programs of the project's own that reach the change: there is enough to go on from
OF_ONE_TEST = 8     # programs of a test function that are tried as long as they reach it


def try_out(engine, until):
    """Those that were skipped, the likeliest first."""
    reached = engine.reaching([row for row in engine.found if row["origin"] in gen_rank.REAL])
    for case, rank in engine.skipped if engine.guide.active else ():
        if engine.deadline.passed(until) or reached >= FEW:
            return
        for row in engine.offer_mined(engine.programs_of(case)[:OF_ONE_TEST], rank):
            engine.count("strays")
            engine.guide.run(row)
            if not row.get("reach"):
                break
            reached += 1
