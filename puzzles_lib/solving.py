"""Solving models: the only place that talks to a solver.

A Pyomo model is turned into a matrix once. HiGHS gets the matrix in memory and keeps its work between cuts; GLPK gets
it as a file and runs as a process of its own, so that the kernel's stop button can end it.

A model may hold constraints back until they are needed: m.cuts_for(m, chosen) gives those that the answer `chosen`
breaks. They are added and the model is solved again, until there are none.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyomo.environ as pyo
from pyomo.common.errors import InfeasibleConstraintException
from pyomo.common.gc_manager import PauseGC
from pyomo.common.log import LoggingIntercept
from pyomo.common.numeric_types import native_numeric_types
from pyomo.core.base.enums import SortComponents
from pyomo.core.base.var import VarData
from pyomo.core.expr.numeric_expr import LinearExpression, MonomialTermExpression, SumExpression
from pyomo.core.expr.relational_expr import EqualityExpression, RangedExpression
from pyomo.repn import generate_standard_repn
from pyomo.repn.linear import LinearRepnVisitor
from pyomo.repn.util import VarRecorder

SOLVED, INFEASIBLE, TIME_LIMIT, UNBOUNDED = "solved", "infeasible", "time_limit", "unbounded"


class SolverError(RuntimeError):
    """The solver is missing or gave no usable answer."""


class TimeLimit(RuntimeError):
    """The time was up before the question was answered. This does not mean that there is no solution."""


class Stopped(RuntimeError):
    """Someone asked to stop before the question was answered. This does not mean that there is no answer."""


@dataclass(frozen=True)
class Result:
    """What a solve found.

    status     "solved", "infeasible", "unbounded", or "time_limit" when the time was up before the answer was known
    board      the board, if the model says how to read it (m.board_from)
    chosen     the indices of m.answer whose variables are 1
    objective  the objective value, if the model has an objective
    seconds    time spent in the solver
    transfer   seconds before that: the model becomes a matrix, and the matrix is handed to the solver
    nodes      of branch and bound, over all rounds of cuts; 0 if presolve did it all, None if the solver does not tell
    """

    status: str
    board: dict | None = None
    chosen: frozenset = frozenset()
    objective: float | None = None
    seconds: float = field(default=0.0, compare=False)
    transfer: float = field(default=0.0, compare=False)
    nodes: int | None = field(default=None, compare=False)

    @property
    def is_solved(self) -> bool:
        return self.status == SOLVED

    def __repr__(self) -> str:
        objective = "" if self.objective is None else f", objective={self.objective:g}"
        return f"Result({self.status}{objective})"


def solve(
    model: pyo.ConcreteModel, solver: str | None = None, time_limit: float | None = None, log: bool = False
) -> Result:
    """Solve the model and put the values into its variables.

    solver      "glpk" (the default), "highs", or any solver name that Pyomo knows; PUZZLES_SOLVER changes the default
    time_limit  seconds; when they are up, the status is "time_limit", never "infeasible"
    log         print what the solver says while it works
    """
    name = _solver_name(solver)
    if name not in _RUNNERS:
        return _solve_with_pyomo(model, name, time_limit, log)
    started = time.perf_counter()
    try:
        program = _Program(model)
    except InfeasibleConstraintException:  # Pyomo has seen a constraint such as 0 == 1
        return Result(INFEASIBLE, nodes=0)
    runner = _RUNNERS[name](program)
    transfer = time.perf_counter() - started
    deadline = None if time_limit is None else time.monotonic() + time_limit
    result = _solve_and_cut(model, program, runner, deadline, log)
    return replace(result, transfer=result.transfer + transfer)


def second_run(
    model: pyo.ConcreteModel, first: Result, solver: str | None = None, time_limit: float | None = None
) -> Result:
    """The paper's uniqueness test: solve again with an objective that pulls away from the first solution.

    maximise  - sum of answers that were 1  + sum of answers that were 0
    If the second run chooses the same again, there is no other solution.
    """
    again = model.clone()
    pull_away(again, first)
    return solve(again, solver, time_limit)


def pull_away(model: pyo.ConcreteModel, first: Result) -> None:
    """Give the model the second run's objective, in place of any other."""
    for objective in model.component_data_objects(pyo.Objective, active=True):
        objective.deactivate()
    terms = (-var if index in first.chosen else var for index, var in model.answer.items())
    model.pull_away = pyo.Objective(expr=pyo.quicksum(terms), sense=pyo.maximize)


def relaxation(model: pyo.ConcreteModel) -> dict:
    """The LP relaxation: every variable may take any value between its bounds. Returns the values of m.answer.

    A model without objective has many such points; this is one. {} means that even the relaxation is infeasible.
    """
    try:
        program = _Program(model).relaxed()
    except InfeasibleConstraintException:
        return {}
    outcome = _HighsRunner(program).run(None)
    if outcome.values is None:
        return {}
    return {index: float(outcome.values[position]) for index, position in program.answer.items()}


def lp_bound(model: pyo.ConcreteModel) -> float | None:
    """The objective's best value in the LP relaxation: no board is better. None if the relaxation has no solution."""
    try:
        program = _Program(model).relaxed()
    except InfeasibleConstraintException:
        return None
    outcome = _HighsRunner(program).run(None)
    return None if outcome.values is None else _objective(program, outcome.values)


def nonzeros(model: pyo.ConcreteModel) -> int:
    """The number of coefficients in the model's constraints that are not zero."""
    try:
        return len(_Program(model).A.data)
    except InfeasibleConstraintException:  # a constraint such as 0 == 1 has no place in a matrix
        bodies = (c.body for c in model.component_data_objects(pyo.Constraint, active=True))
        return sum(len(generate_standard_repn(body).linear_vars) for body in bodies)


# --- the model as a matrix --------------------------------------------------------------------------------------------


@dataclass
class _Sparse:
    """A sparse matrix, row by row, its parts named as in scipy.

    It is not scipy's: Pyomo has whoever imports scipy import all of it, and the first solve would wait for that.
    """

    data: np.ndarray
    indices: np.ndarray
    indptr: np.ndarray
    shape: tuple[int, int]

    @staticmethod
    def of(rows: list[dict[int, float]], position: Mapping[int, int] | range) -> _Sparse:
        """Each row says which key has which coefficient, and `position` which column each key is."""
        counts = list(map(len, rows))
        indices = np.fromiter(map(position.__getitem__, chain.from_iterable(rows)), np.int32, sum(counts))
        data = np.fromiter(chain.from_iterable(row.values() for row in rows), float, sum(counts))
        order = np.lexsort((indices, np.repeat(np.arange(len(rows)), counts)))  # from left to right in each row
        return _Sparse(data[order], indices[order], np.cumsum([0, *counts], dtype=np.int32), (len(rows), len(position)))

    def with_rows(self, rows: list[dict[int, float]], width: int) -> _Sparse:
        """This matrix with more rows below, and perhaps wider."""
        more = _Sparse.of(rows, range(width))
        data, indices = np.append(self.data, more.data), np.append(self.indices, more.indices)
        indptr = np.append(self.indptr, self.indptr[-1] + more.indptr[1:])
        return _Sparse(data, indices, indptr, (len(indptr) - 1, width))


class _Program:
    """min c x + constant, row_lower <= A x <= row_upper, with bounds and integrality of the columns."""

    def __init__(self, model: pyo.ConcreteModel):
        reader = _Reader(model)
        answer = _answer_of(model)
        # An answer variable that no constraint mentions is free: it may be 1, so it needs a column all the same.
        columns = reader.mentioned() | {id(v): v for v in answer.values() if not v.fixed}
        self.columns = list(columns.values())
        self.position = {key: n for n, key in enumerate(columns)}  # id of a variable -> column
        self.A = _Sparse.of([row.terms for row in reader.rows], self.position)
        self.row_lower = np.array([row.lower for row in reader.rows], dtype=float)
        self.row_upper = np.array([row.upper for row in reader.rows], dtype=float)
        self.constraints = [row.constraint for row in reader.rows]  # the constraint that each row comes from
        self.has_objective = reader.objective is not None
        self.maximise = self.has_objective and reader.objective.sense == pyo.maximize
        self.constant, self.c = reader.constant, np.zeros(len(columns))
        for key, coefficient in reader.cost.items():
            self.c[self.position[key]] = coefficient
        low, high = np.array([v.bounds for v in self.columns], dtype=float).reshape(-1, 2).T  # None becomes nan
        self.lower, self.upper = np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)
        self.integer = np.array([not v.is_continuous() for v in self.columns], dtype=bool)
        self.answer = {k: self.position[id(v)] for k, v in answer.items() if not v.fixed}  # index of m.answer -> column
        self.fixed_to_1 = frozenset(k for k, v in answer.items() if v.fixed and v.value > 0.5)

    def relaxed(self) -> _Program:
        """The LP relaxation: every column may take any value between its bounds."""
        other = copy(self)
        other.integer = np.zeros_like(self.integer)
        return other


def _answer_of(model: pyo.ConcreteModel) -> dict:
    """Which variable each index of m.answer stands for."""
    answer = model.component("answer")
    if answer is None:
        return {}
    # A reference to a whole family looks up each of its members in a slow way; the family itself has them at hand.
    family = getattr(answer, "referent", None)
    return dict((family if isinstance(family, pyo.Var) else answer).items())


class _Row(NamedTuple):
    constraint: Any
    terms: dict[int, float]  # id of a variable -> coefficient
    lower: float
    upper: float


class _Reader:
    """Walks once through the model: its objective, and its constraints as rows."""

    def __init__(self, model: pyo.ConcreteModel):
        self.variables: dict[int, Any] = {}  # by id; whole families, in the order in which they are first met
        self.recorder = VarRecorder(self.variables, SortComponents.ORDERED_INDICES)
        self.pyomos_walk = LinearRepnVisitor({}, var_recorder=self.recorder)
        _refuse_unknown_parts(model)
        with PauseGC():  # many small objects are made here and dropped again
            self.objective = _only_objective(model)
            self.cost: dict[int, float] = {}
            self.constant = self._add(self.cost, 1, getattr(self.objective, "expr", 0), self.objective)
            constraints = model.component_data_objects(pyo.Constraint, active=True, sort=SortComponents.ORDERED_INDICES)
            self.rows = [row for constraint in constraints for row in self._rows_of(constraint)]

    def mentioned(self) -> dict[int, Any]:
        """The variables that the objective or a constraint mentions."""
        mentioned = set(self.cost).union(*(row.terms for row in self.rows))
        return {key: variable for key, variable in self.variables.items() if key in mentioned}

    def _rows_of(self, constraint: Any) -> list[_Row]:
        """One row; two if the constraint has two different bounds; none if it is always true."""
        terms, low, high = self._bounded(constraint)
        if not all(terms.values()):  # such as x - x
            terms = {key: coefficient for key, coefficient in terms.items() if coefficient}
        if not terms and not low <= 0 <= high:
            raise InfeasibleConstraintException(f"{constraint.name} can not hold")
        if not terms or (low, high) == (-np.inf, np.inf):
            return []
        if low == high or low == -np.inf or high == np.inf:
            return [_Row(constraint, terms, low, high)]
        return [_Row(constraint, terms, -np.inf, high), _Row(constraint, terms, low, np.inf)]

    def _bounded(self, constraint: Any) -> tuple[dict[int, float], float, float]:
        """The constraint as low <= terms <= high. Terms stay where they are written, unless they are on both sides."""
        terms: dict[int, float] = {}
        if constraint.expr.__class__ is RangedExpression:
            lower, body, upper = constraint.to_bounded_expression(evaluate_bounds=True)
            constant = self._add(terms, 1, body, constraint)
            return terms, -np.inf if lower is None else lower - constant, np.inf if upper is None else upper - constant
        (left, right), is_equation = constraint.expr.args, constraint.expr.__class__ is EqualityExpression
        constant = self._add(terms, 1, left, constraint)
        if terms:
            high = -(constant + self._add(terms, -1, right, constraint))
            return terms, high if is_equation else -np.inf, high
        low = constant - self._add(terms, 1, right, constraint)
        return terms, low, low if is_equation else np.inf

    def _add(self, terms: dict[int, float], times: float, expression: Any, part: Any) -> float:
        """Add the expression to the terms, and return its constant.

        Sums of numbers times variables, which is what models are made of, are read here: Pyomo's own walk takes two to
        three times as long. It reads whatever else there is.
        """
        constant, known = 0.0, self.variables
        todo = list(expression.args) if expression.__class__ in _SUMS else [expression]
        for item in todo:  # which grows on the way
            kind = item.__class__
            if kind is VarData:
                variable, coefficient = item, times
            elif kind is MonomialTermExpression and item.args[0].__class__ in native_numeric_types:
                variable, coefficient = item.args[1], times * item.args[0]
            elif kind in native_numeric_types:
                constant += times * item
                continue
            elif kind in _SUMS:
                todo.extend(item.args)
                continue
            else:
                constant += self._add_with_pyomo(terms, times, item, part)
                continue
            key = id(variable)
            if key in known:
                terms[key] = terms.get(key, 0) + coefficient
            elif variable.fixed:
                constant += self._add_with_pyomo(terms, coefficient, variable, part)
            else:
                self.recorder.add(variable)
                terms[key] = coefficient
        return constant

    def _add_with_pyomo(self, terms: dict[int, float], times: float, expression: Any, part: Any) -> float:
        found = self.pyomos_walk.walk_expression(expression)
        if found.nonlinear is not None:
            raise SolverError(f"{part.name} is not linear: only sums of numbers times variables can be solved here.")
        for key, coefficient in found.linear.items():
            terms[key] = terms.get(key, 0) + times * coefficient
        return times * found.constant


_SUMS = {LinearExpression, SumExpression}


def _only_objective(model: pyo.ConcreteModel) -> Any:
    objectives = list(model.component_data_objects(pyo.Objective, active=True))
    if len(objectives) > 1:
        names = ", ".join(objective.name for objective in objectives)
        raise SolverError(f"the model has more than one active objective: {names}. Deactivate all but one.")
    return objectives[0] if objectives else None


def _refuse_unknown_parts(model: pyo.ConcreteModel) -> None:
    """What has no place in a matrix must not be passed over in silence."""
    unknown = [c.name for c in model.component_objects(active=True) if c.ctype not in _KNOWN_PARTS]
    if unknown:
        raise SolverError(f"only linear constraints can be solved here, and these are something else: {unknown}.")


_KNOWN_PARTS = {
    *(pyo.Block, pyo.Var, pyo.Constraint, pyo.Objective, pyo.Expression),
    *(pyo.Set, pyo.RangeSet, pyo.Param, pyo.Suffix),
}


@dataclass
class _Outcome:
    status: str
    values: np.ndarray | None
    seconds: float
    transfer: float = 0.0
    nodes: int | None = None


# HiGHS 1.15.1 can lose a row in this part of its presolve, and then calls a model infeasible that is not: 31 of the 64
# knight's tours from the centre of 5 x 5 were lost to it. (Rule 16 of its log.)
_ENUMERATION_IN_PRESOLVE = 1 << 16


class _HighsRunner:
    """HiGHS with the matrix in memory. Cuts are added to the instance that is already there."""

    def __init__(self, program: _Program, stop: threading.Event | None = None):
        try:
            import highspy
        except ImportError:
            message = "HiGHS is not installed. Run `pip install highspy`, or use solver='glpk'."
            raise SolverError(message) from None
        self.highspy, self.program, self.stop = highspy, program, stop
        self.h = highspy.Highs()
        self.h.silent()
        self.h.setOptionValue("threads", 1)
        self.h.setOptionValue("random_seed", 0)
        self.h.setOptionValue("mip_rel_gap", 0.0)  # "solved" means optimal; the default is content with 0.01 %
        self.h.setOptionValue("presolve_rule_off", _ENUMERATION_IN_PRESOLVE)
        self.h.passModel(self._as_lp())
        self.h.HandleKeyboardInterrupt = True

    def _as_lp(self) -> Any:
        p, lp = self.program, self.highspy.HighsLp()
        lp.num_col_, lp.num_row_ = len(p.columns), p.A.shape[0]
        lp.col_cost_, lp.offset_ = p.c, p.constant
        lp.col_lower_, lp.col_upper_ = p.lower, p.upper
        lp.row_lower_, lp.row_upper_ = p.row_lower, p.row_upper
        lp.a_matrix_.format_ = self.highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = p.A.indptr, p.A.indices, p.A.data
        kinds = self.highspy.HighsVarType
        lp.integrality_ = [kinds.kInteger if whole else kinds.kContinuous for whole in p.integer]
        if p.maximise:
            lp.sense_ = self.highspy.ObjSense.kMaximize
        return lp

    def run(self, time_limit: float | None, log: bool = False) -> _Outcome:
        started = time.perf_counter()
        # HiGHS's clock runs on from one run to the next
        limit = self.highspy.kHighsInf if time_limit is None else self.h.getRunTime() + max(0.0, time_limit)
        self.h.setOptionValue("time_limit", limit)
        with _highs_log(self.h, log):
            self._run_and_listen_for_interrupts()
            if self.h.getModelStatus().name in ("kSolveError", "kUnboundedOrInfeasible"):
                # After cuts, HiGHS 1.15's presolve can lose a row; and it need not tell unbounded from infeasible.
                self.h.setOptionValue("presolve", "off")
                self.h.clearSolver()
                self._run_and_listen_for_interrupts()
                self.h.setOptionValue("presolve", "choose")
        status = _HIGHS_STATUS.get(self.h.getModelStatus().name)
        if status is None:
            raise SolverError(f"HiGHS stopped with {self.h.modelStatusToString(self.h.getModelStatus())}")
        values = np.array(self.h.getSolution().col_value) if status == SOLVED else None
        nodes = max(0, self.h.getInfo().mip_node_count)  # -1: there was no tree
        return _Outcome(status, values, time.perf_counter() - started, nodes=nodes)

    def _run_and_listen_for_interrupts(self) -> None:
        self.h.startSolve()
        try:
            while not self.h.wait(0.1)[0]:
                if self.stop is not None and self.stop.is_set():
                    raise Stopped("stopped while HiGHS was at work.")
        except (KeyboardInterrupt, Stopped):
            self.h.cancelSolve()
            self.h.wait(10)  # a thread that still runs when Python ends, or its model is dropped, aborts the process
            raise

    def set_bounds(self, lower: np.ndarray, upper: np.ndarray) -> None:
        """Other bounds for all columns."""
        self.h.changeColsBounds(len(lower), np.arange(len(lower), dtype=np.int32), lower, upper)

    def add_cut(self, positions: np.ndarray, signs: np.ndarray, at_least: float) -> int:
        """One more row; returns what `remove_cut` needs to know."""
        self.h.addRow(at_least, self.highspy.kHighsInf, len(positions), positions.astype(np.int32), signs.astype(float))
        return self.h.getNumRow() - 1

    def remove_cut(self, row: int) -> None:
        """Cuts that were added later move up by one."""
        self.h.deleteRows(1, np.array([row], dtype=np.int32))


_HIGHS_STATUS = {
    "kOptimal": SOLVED,
    "kInfeasible": INFEASIBLE,
    "kUnbounded": UNBOUNDED,
    "kTimeLimit": TIME_LIMIT,
    "kModelEmpty": SOLVED,
}


class _highs_log:
    """HiGHS writes its log to a file, and the file is printed: what it prints itself shows nowhere in a notebook."""

    def __init__(self, h: Any, wanted: bool):
        self.h, self.wanted = h, wanted

    def __enter__(self) -> None:
        if self.wanted:
            handle, self.path = tempfile.mkstemp(suffix=".log")
            os.close(handle)
            self.h.setOptionValue("log_file", self.path)
            self.h.setOptionValue("log_to_console", False)
            self.h.setOptionValue("output_flag", True)

    def __exit__(self, *_: object) -> None:
        if self.wanted:
            self.h.setOptionValue("output_flag", False)
            self.h.setOptionValue("log_file", "")
            print(Path(self.path).read_text(errors="replace"))
            Path(self.path).unlink(missing_ok=True)


class _GlpkRunner:
    """GLPK as a process: glpsol where it is installed, otherwise the swiglpk wheel in a Python of its own."""

    def __init__(self, program: _Program):
        self.program = program
        self.cuts: list[tuple[np.ndarray, np.ndarray, float]] = []
        self.command = _glpk_command()

    def set_bounds(self, lower: np.ndarray, upper: np.ndarray) -> None:
        """Other bounds for all columns."""
        self.program = copy(self.program)
        self.program.lower, self.program.upper = lower, upper

    def add_cut(self, positions: np.ndarray, signs: np.ndarray, at_least: float) -> int:
        """One more row; returns what `remove_cut` needs to know."""
        self.cuts.append((positions, signs, at_least))
        return len(self.cuts) - 1

    def remove_cut(self, row: int) -> None:
        """Cuts that were added later move up by one."""
        del self.cuts[row]

    def run(self, time_limit: float | None, log: bool = False) -> _Outcome:
        started = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            model_file, answer_file = Path(folder, "model.mps"), Path(folder, "answer.txt")
            model_file.write_text(_as_mps(self.program, self.cuts))
            written = time.perf_counter()
            limit = [] if time_limit is None else ["--tmlim", str(max(1, round(time_limit)))]  # whole seconds only
            command = [*self.command, "--freemps", str(model_file), *limit, "--write", str(answer_file)]
            # KeyboardInterrupt in subprocess.run ends the solver's process before it goes on to the caller.
            process = subprocess.run(command, capture_output=True, text=True)
            if "NO DUAL FEASIBLE SOLUTION" in process.stdout:  # unbounded or infeasible: without presolve it can tell
                process = subprocess.run([*command, "--nopresol"], capture_output=True, text=True)
            if log:
                print(process.stdout)
            if process.returncode != 0 or not answer_file.exists():
                raise SolverError(f"GLPK failed: {(process.stdout + process.stderr).strip()[-500:]}")
            status, values = _read_glpk_answer(answer_file.read_text(), len(self.program.columns), process.stdout)
        seconds = time.perf_counter() - written
        return _Outcome(status, values, seconds, written - started, _nodes_in_glpk_log(process.stdout))


def _glpk_command() -> list[str]:
    if glpsol := shutil.which("glpsol"):
        return [glpsol]
    try:
        import swiglpk
    except ImportError:
        message = "GLPK is not installed. Run `pip install swiglpk`, or use solver='highs'."
        raise SolverError(message) from None
    script, folder = Path(__file__).with_name("glpk_process.py"), Path(swiglpk.__file__).parents[1]
    return [sys.executable, "-I", "-S", str(script), str(folder)]


def _as_mps(program: _Program, cuts: list[tuple[np.ndarray, np.ndarray, float]]) -> str:
    """The programme in free MPS, the one format that every solver reads. Rows are r1, r2, ..., columns x1, x2, ..."""
    sign, columns = -1 if program.maximise else 1, _lines_of_columns(program)  # MPS minimises
    kinds = ["E" if lo == hi else "L" if lo == -np.inf else "G" for lo, hi in zip(program.row_lower, program.row_upper)]
    lines = ["NAME puzzle", "ROWS", " N cost"]
    lines += [f" {kind} r{n}" for n, kind in enumerate(kinds)]
    lines += [f" G cut{n}" for n in range(len(cuts))]
    in_cuts: dict[int, list[str]] = {}
    for n, (positions, signs, _) in enumerate(cuts):
        for position, coefficient in zip(positions, signs):
            in_cuts.setdefault(int(position), []).append(f" x{position} cut{n} {coefficient:g}")
    lines += ["COLUMNS"]
    for j, (cost, whole) in enumerate(zip(program.c.tolist(), program.integer.tolist())):
        # Bounds alone do not say that a column is integer if it has none
        lines += [f" m{j} 'MARKER' '{'INTORG' if whole else 'INTEND'}'"]
        lines += [f" x{j} cost {sign * cost:.17g}"]
        lines += columns[j]
        lines += in_cuts.get(j, [])
    right = np.where(np.isfinite(program.row_lower), program.row_lower, program.row_upper)
    lines += ["RHS", *(f" rhs r{n} {value:.17g}" for n, value in enumerate(right) if value)]
    lines += [f" rhs cut{n} {at_least:g}" for n, (_, _, at_least) in enumerate(cuts) if at_least]
    lines += ["BOUNDS"]
    for j, (low, high, whole) in enumerate(zip(program.lower, program.upper, program.integer)):
        lines += _mps_bounds(j, low, high, whole)
    return "\n".join([*lines, "ENDATA", ""])


def _lines_of_columns(program: _Program) -> list[list[str]]:
    A = program.A
    lines: list[list[str]] = [[] for _ in program.columns]
    rows = np.repeat(np.arange(A.shape[0]), np.diff(A.indptr))
    digits = {coefficient: f"{coefficient:.17g}" for coefficient in set(A.data.tolist())}  # few differ
    for row, column, coefficient in zip(rows.tolist(), A.indices.tolist(), A.data.tolist()):
        lines[column].append(f" x{column} r{row} {digits[coefficient]}")
    return lines


def _mps_bounds(j: int, low: float, high: float, whole: bool) -> list[str]:
    if whole and (low, high) == (0, 1):
        return [f" BV b x{j}"]
    kind = {True: ("LI", "UI"), False: ("LO", "UP")}[bool(whole)]
    lower = [f" {kind[0]} b x{j} {low:.17g}"] if np.isfinite(low) else [f" MI b x{j}"]
    upper = [f" {kind[1]} b x{j} {high:.17g}"] if np.isfinite(high) else [f" PL b x{j}"]
    return lower + upper


def _read_glpk_answer(answer: str, columns: int, log: str) -> tuple[str, np.ndarray | None]:
    """GLPK's raw answer: a line "s mip ROWS COLUMNS STATUS OBJECTIVE", then lines "j COLUMN VALUE".

    Without integers the lines are "s bas ROWS COLUMNS PRIMAL DUAL OBJECTIVE" and "j COLUMN STATUS VALUE DUAL".
    """
    header = next(line.split() for line in answer.splitlines() if line.startswith("s "))
    kind, status = header[1], header[4]
    if "TIME LIMIT EXCEEDED" in log.upper() and status != "o":
        return TIME_LIMIT, None
    dual_status = header[5] if kind == "bas" else ""
    if "UNBOUNDED" in log.upper() or "NO DUAL FEASIBLE" in log.upper() or (status == "f" and dual_status == "n"):
        return UNBOUNDED, None
    if status == "n" or "NO PRIMAL FEASIBLE SOLUTION" in log.upper() or "NO INTEGER FEASIBLE SOLUTION" in log.upper():
        return INFEASIBLE, None
    if status not in "of":
        raise SolverError(f"GLPK stopped without an answer: {log.strip()[-300:]}")
    values = np.zeros(columns)
    place = 3 if kind == "bas" else 2
    for line in answer.splitlines():
        if line.startswith("j "):
            words = line.split()
            values[int(words[1]) - 1] = float(words[place])
    return SOLVED, values


def _nodes_in_glpk_log(log: str) -> int | None:
    """Each line of progress ends in "(open nodes; closed nodes)", and at the end no node is open."""
    progress = re.findall(r"^\+ *\d+:.*\((\d+); (\d+)\)$", log, re.MULTILINE)
    if progress:
        return sum(map(int, progress[-1]))
    without_tree = ("PREPROCESSOR", "NO PRIMAL FEASIBLE SOLUTION", "OPTIMAL LP SOLUTION FOUND")
    return 0 if any(words in log for words in without_tree) else None


_RUNNERS = {"highs": _HighsRunner, "glpk": _GlpkRunner}


# --- from the matrix back to the board --------------------------------------------------------------------------------


def _solver_name(solver: str | None) -> str:
    name = (solver or os.environ.get("PUZZLES_SOLVER") or "glpk").lower()
    return {"appsi_highs": "highs", "glpsol": "glpk"}.get(name, name)


def _result(model: pyo.ConcreteModel, program: _Program, outcome: _Outcome) -> Result:
    if outcome.values is None:
        return Result(outcome.status, seconds=outcome.seconds)
    values = np.where(program.integer, np.round(outcome.values), outcome.values)  # 0.9999 is meant to be 1
    for variable, value in zip(program.columns, values.tolist()):
        variable.set_value(value, skip_validation=True)
    chosen = program.fixed_to_1.union(k for k, position in program.answer.items() if values[position] > 0.5)
    return _read_board(model, outcome.status, chosen, _objective(program, values), outcome.seconds)


def _read_board(
    model: pyo.ConcreteModel, status: str, chosen: frozenset, objective: float | None, seconds: float
) -> Result:
    read = getattr(model, "board_from", None)
    return Result(status, read(chosen) if read else None, chosen, objective, seconds)


def _objective(program: _Program, values: np.ndarray) -> float | None:
    return float(program.c @ values + program.constant) if program.has_objective else None


def _solve_and_cut(
    model: pyo.ConcreteModel, program: _Program, runner: Any, deadline: float | None, log: bool = False
) -> Result:
    """Solve; while the answer breaks constraints that the model held back, add them and solve again."""
    rounds: list[_Outcome] = []
    while True:
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            return _with_work(Result(TIME_LIMIT), rounds)
        rounds.append(runner.run(left, log))
        result = _result(model, program, rounds[-1])
        cuts = _cuts_for(model, result)
        if not cuts:
            return _with_work(result, rounds)
        for cut in cuts:
            runner.add_cut(*_as_row(program, cut))


def _with_work(result: Result, rounds: list[_Outcome]) -> Result:
    """The same result with the work of all rounds of cuts."""
    nodes = [outcome.nodes for outcome in rounds]
    return replace(
        result,
        seconds=sum(outcome.seconds for outcome in rounds),
        transfer=sum(outcome.transfer for outcome in rounds),
        nodes=None if None in nodes else sum(nodes),
    )


def _cuts_for(model: pyo.ConcreteModel, result: Result) -> list:
    held_back = getattr(model, "cuts_for", None)
    return list(held_back(model, result.chosen)) if held_back and result.is_solved else []


def _as_row(program: _Program, cut: Any) -> tuple[np.ndarray, np.ndarray, float]:
    """An inequality as positions, coefficients and the least value of their sum."""
    smaller, larger = cut.args
    difference = generate_standard_repn(larger - smaller)
    positions = np.array([program.position[id(variable)] for variable in difference.linear_vars])
    return positions, np.array(difference.linear_coefs, dtype=float), -float(difference.constant)


def _solve_with_pyomo(model: pyo.ConcreteModel, name: str, time_limit: float | None, log: bool) -> Result:
    with LoggingIntercept(module="pyomo"):  # Pyomo logs a traceback where our sentence is enough
        solver = pyo.SolverFactory(name)
        available = solver.available(exception_flag=False)
    if not available:
        message = f"the solver {name!r} is not installed. 'glpk' and 'highs' come with the course."
        raise SolverError(message)
    options = {"tee": log} | ({} if time_limit is None else {"timelimit": time_limit})
    model.cuts_found = pyo.ConstraintList()
    try:
        return _pyomo_solve_and_cut(model, name, solver, options)
    finally:
        model.del_component(model.cuts_found)


def _pyomo_solve_and_cut(model: pyo.ConcreteModel, name: str, solver: Any, options: dict) -> Result:
    started = time.perf_counter()
    answer = solver.solve(model, load_solutions=False, **options)
    condition = str(answer.solver.termination_condition)
    status = {"optimal": SOLVED, "infeasible": INFEASIBLE, "maxTimeLimit": TIME_LIMIT, "unbounded": UNBOUNDED}
    if condition not in status:
        raise SolverError(f"{name} stopped with: {condition}")
    if status[condition] != SOLVED:
        return Result(status[condition], seconds=time.perf_counter() - started)
    model.solutions.load_from(answer)
    chosen = frozenset(k for k, v in model.answer.items() if (v.value or 0) > 0.5)
    objectives = list(model.component_data_objects(pyo.Objective, active=True))
    objective = pyo.value(objectives[0]) if objectives else None
    result = _read_board(model, SOLVED, chosen, objective, time.perf_counter() - started)
    cuts = _cuts_for(model, result)
    for cut in cuts:
        model.cuts_found.add(cut)
    return _pyomo_solve_and_cut(model, name, solver, options) if cuts else result
