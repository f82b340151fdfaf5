"""Which candidates are kept when there is room for `max`: near the change, legal, and of every source."""
import ast
import math

import gen_text

LEGALITY = {"seen": 0, "plausible": 1, "unknown": 2, "illegal": 3}
REAL = ("test", "doc", "call")      # origins: what the project itself does
# Out of every round, how many each source may give: mutants of real calls find most
# differences, plain mined calls say most when they differ.
SHARES = (("test", 4), ("mutated", 5), ("aimed", 2), ("import", 1), ("shape", 2), ("shown", 2), ("twist", 2), ("later", 2), ("order", 2), ("joined", 1), ("near", 2), ("edge", 2), ("sequence", 3), ("typed", 3), ("boundary", 3), ("doc", 2), ("call", 1))

ANOTHER = 0.1   # of rank: what each program costs the next one of the same place

FEW = 20    # with fewer programs near the change than this, the rest is worth a try


def nearness(words, target, relatives):
    """How near a program that uses `words` is to a target: 3 calls it, 2 its class or a direct
    caller, 1 a caller further away, 0 not known."""
    name, owner = target.words
    own = bool(name and (name in words or words & target.also))
    if own and (owner is None or words & target.family):
        return 3
    if owner is not None and words & target.family and (own or target.special):
        return 3
    if (owner is not None and words & target.family) or own and not target.common:
        return 2
    steps = [relatives[w] for w in words if w in relatives]
    return (2 if min(steps) == 1 else 1) if steps else int(own)


def words_of(text):
    """Identifiers and attributes a program uses, imports left out."""
    tree = gen_text.parse(text)
    out = set()
    for node in tree.body if tree else ():
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            out |= gen_text.mentions(node)
            for n in gen_text.walk(node):
                if isinstance(n, ast.keyword) and n.arg:
                    out.add(n.arg)
    return out


class Weights:
    """How much a text speaks of the change: shared words, rare ones counting more."""

    def __init__(self, texts, wanted):
        self.weight = {}
        for word in wanted:
            among = sum(word in text for text in texts)
            if 0 < among:
                self.weight[word] = math.log(1 + len(texts) / among)
        self.most = max([self._sum(text) for text in texts] + [0]) or 1

    def _sum(self, text):
        return sum(w for word, w in self.weight.items() if word in text)

    def of(self, text):
        """0 .. 1"""
        return min(1.0, self._sum(text) / self.most)


def order(candidates, most):
    """At most `most` of them, fairly cut: round-robin over targets inside each source's share."""
    if most <= 0:
        return []
    piles = {}
    close = [c for c in candidates if c["rank"] > 0.5]
    if len(close) >= FEW:
        candidates = close
    for c in candidates:
        piles.setdefault(c.get("pile") or c["origin"], {}).setdefault(c["target"], []).append(c)
    for origin in piles:
        for target in piles[origin]:
            piles[origin][target] = _spread(piles[origin][target])
    turns = {origin: _turns(targets) for origin, targets in piles.items()}
    out, seen = [], set()
    while len(out) < most and turns:
        for origin, share in SHARES:
            taken = 0
            while origin in turns and taken < share and len(out) < most:
                c = next(turns[origin], None)
                if c is None:
                    del turns[origin]
                elif c["source"] not in seen:
                    seen.add(c["source"])
                    out.append(c)
                    taken += 1
        if not any(origin in turns for origin, _ in SHARES):
            break
    return out


def _spread(rows):
    """Best first; but one more of what one place gave already counts less: three hundred neighbours
    of the best test find less than thirty of each of the ten best. So does one more of one idea."""
    rows = sorted(rows, key=lambda c: (-c["rank"], c["deep"], LEGALITY[c["legality"]]))
    given, keys = {}, []
    for at, c in enumerate(rows):
        same = [(key, c[key]) for key in ("where", "idea") if c.get(key)]
        given.update((key, given.get(key, 0) + 1) for key in same)
        keys.append((ANOTHER * sum(given[key] for key in same) - c["rank"], at))
    return [rows[at] for _, at in sorted(keys)]


def _turns(targets):
    """One from each target in turn, each target's best first."""
    lists = [targets[name] for name in sorted(targets)]
    for k in range(max(len(rows) for rows in lists)):
        for rows in lists:
            if k < len(rows):
                yield rows[k]


def woven(first, second):
    """Both, each in its order, evenly spread: who takes only the beginning has some of each."""
    rows = [((i + 1) / (len(part) + 1), row) for part in (first, second) for i, row in enumerate(part)]
    return [row for _, row in sorted(rows, key=lambda at_row: at_row[0])]


def others(rows, chosen, most):
    """What there was no room for, up to `most`: for who looks quickly whether it says anything (screen.py)."""
    kept = {c["source"] for c in chosen} if most > 0 else ()
    return order([r for r in rows if r["source"] not in kept and not r.get("broken")] if most > 0 else [], most)
