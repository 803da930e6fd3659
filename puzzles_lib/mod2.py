"""Linear algebra mod 2: equations that say whether a number of things is even or odd.

Sums mod 2 are sets. An equation is the set of its unknowns and a parity; adding two equations keeps the unknowns that
stand in exactly one of them. No solver is asked here: what it says about parity can be checked with this file.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

Unknown = Hashable


class Equation(NamedTuple):
    """The number of these unknowns that are 1 is even (parity 0) or odd (parity 1). It is the sum of the `of`."""

    unknowns: frozenset
    parity: int
    of: frozenset

    def plus(self, other: Equation) -> Equation:
        return Equation(self.unknowns ^ other.unknowns, self.parity ^ other.parity, self.of ^ other.of)


class Eliminated(NamedTuple):
    """What Gauss makes of a system of equations.

    solved     pivot -> its equation: the pivot stands in no other, all other unknowns in it are free
    left_over  the sums of equations in which no unknown is left; with parity 1 they say 0 = 1
    free       the unknowns that may be chosen
    """

    solved: dict[Unknown, Equation]
    left_over: list[Equation]
    free: list[Unknown]

    @property
    def contradiction(self) -> Equation | None:
        """A sum of the equations that says 0 = 1, or None: then the system has a solution."""
        return next((equation for equation in self.left_over if equation.parity), None)

    def one_solution(self) -> frozenset:
        """The unknowns that are 1 when all free ones are 0."""
        return frozenset(pivot for pivot, equation in self.solved.items() if equation.parity)

    def kernel(self) -> list[frozenset]:
        """For each free unknown, what changes with it. Sums of these lead from any solution to all others."""
        changing = {f: [pivot for pivot, equation in self.solved.items() if f in equation.unknowns] for f in self.free}
        return [frozenset({f, *pivots}) for f, pivots in changing.items()]

    def all_solutions(self) -> Iterator[frozenset]:
        """Every solution, as the set of unknowns that are 1: a doubling for each free unknown."""
        if self.contradiction:
            return
        kernel = self.kernel()
        for size in range(len(kernel) + 1):
            for chosen in combinations(kernel, size):
                solution = self.one_solution()
                for change in chosen:
                    solution ^= change
                yield solution


def eliminate(equations: Mapping[Hashable, tuple[Iterable[Unknown], int]]) -> Eliminated:
    """Gaussian elimination: name -> (unknowns, parity) into equations with one pivot each."""
    solved: dict[Unknown, Equation] = {}
    left_over: list[Equation] = []
    for name, (unknowns, parity) in equations.items():
        equation = Equation(frozenset(unknowns), parity % 2, frozenset({name}))
        for pivot in solved.keys() & equation.unknowns:
            equation = equation.plus(solved[pivot])
        if not equation.unknowns:
            left_over.append(equation)
            continue
        pivot = max(equation.unknowns)
        for other, solved_before in solved.items():
            if pivot in solved_before.unknowns:
                solved[other] = solved_before.plus(equation)
        solved[pivot] = equation
    known = set().union(*(set(unknowns) for unknowns, _ in equations.values()))
    return Eliminated(solved, left_over, sorted(known - set(solved)))
