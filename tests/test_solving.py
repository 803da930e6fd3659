"""Every way to solve a model gives the same answers: GLPK as a program, GLPK from the swiglpk wheel, and HiGHS."""

import itertools
import random
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import psutil
import pyomo.environ as pyo
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyomo.common.errors import InfeasibleConstraintException

from puzzles_lib import (
    FORMULATIONS,
    bench_solve,
    build,
    enumerating,
    is_unique,
    load,
    second_run,
    solutions,
    solve,
    solving,
)
from puzzles_lib.solving import Result, SolverError, TimeLimit

WAYS = ("glpsol", "swiglpk", "highs")


@pytest.fixture(params=WAYS)
def solver(request, monkeypatch):
    """The solver's name; for "swiglpk", glpsol is hidden, so that "glpk" means the stand-in."""
    if request.param == "glpsol" and shutil.which("glpsol") is None:
        pytest.skip("the program glpsol is not installed here")
    if request.param == "swiglpk":
        monkeypatch.setattr(shutil, "which", lambda name: None)
    return "highs" if request.param == "highs" else "glpk"


def pick(n, rule=None, sense=None, cost=None):
    """n binary variables, an optional constraint rule(x), an optional objective cost . x; no board, only `chosen`."""
    m = pyo.ConcreteModel()
    m.x = pyo.Var(range(n), domain=pyo.Binary)
    if rule:
        m.c = pyo.Constraint(expr=rule(m.x))
    if sense is not None:
        m.o = pyo.Objective(expr=sum(cost[k] * m.x[k] for k in range(n)), sense=sense)
    m.answer = pyo.Reference(m.x)
    return m


def market_split(n=40, lines=5):
    """Share n customers so that every product is halved exactly: small to write, out of reach of branch and bound."""
    rng = random.Random(1)
    m = pick(n)
    m.halves = pyo.ConstraintList()
    for _ in range(lines):
        demand = [rng.randrange(100) for _ in range(n)]
        m.halves.add(sum(d * m.x[k] for k, d in enumerate(demand)) == sum(demand) // 2)
    return m


# --- statuses ---------------------------------------------------------------------------------------------------------


def test_solved_fills_the_variables_and_the_result(solver):
    m = pick(3, lambda x: x[0] + x[1] + x[2] == 2, pyo.maximize, [1, 2, 3])
    result = solve(m, solver)
    assert (result.status, result.is_solved, result.objective) == ("solved", True, 5)
    assert result.chosen == {1, 2}
    assert [m.x[k].value for k in range(3)] == [0, 1, 1]
    assert result.board is None  # this model does not say how to read a board
    assert result.seconds > 0


@pytest.mark.parametrize(
    "rule",
    [
        lambda x: x[0] + x[1] + x[2] >= 4,  # even the LP relaxation is infeasible
        lambda x: 2 * x[0] + 2 * x[1] + 2 * x[2] == 3,  # only the integers make it infeasible
    ],
    ids=["relaxation", "integers"],
)
def test_infeasible(solver, rule):
    result = solve(pick(3, rule), solver)
    assert result == Result("infeasible")
    assert not result.is_solved and result.board is None


def test_infeasible_without_integers(solver):
    # GLPK writes its answer in another form when there are no integers.
    m = pyo.ConcreteModel()
    m.x = pyo.Var(bounds=(0, 1))
    m.c = pyo.Constraint(expr=3 * m.x == 6)
    assert solve(m, solver).status == "infeasible"


def test_a_hard_model_with_a_tiny_time_limit_is_not_called_infeasible(solver):
    assert solve(market_split(), solver, time_limit=0.2).status == "time_limit"


def test_time_limit_with_an_incumbent_is_not_called_solved(solver):
    # Some halves may be missed here, at a price: a solution is found at once, the best one is not.
    m = market_split()
    m.miss = pyo.Var(m.halves.index_set(), [-1, 1], domain=pyo.NonNegativeIntegers, bounds=(0, 10_000))
    for k in m.halves:
        target = pyo.value(m.halves[k].upper)
        m.halves[k].set_value(m.halves[k].body + m.miss[k, 1] - m.miss[k, -1] == target)
    m.o = pyo.Objective(expr=pyo.quicksum(m.miss.values()))
    result = solve(m, solver, time_limit=1)
    assert (result.status, result.objective) == ("time_limit", None)


@pytest.mark.parametrize("domain", [pyo.NonNegativeIntegers, pyo.NonNegativeReals], ids=["integer", "continuous"])
def test_unbounded_is_not_called_infeasible(solver, domain):
    # The presolves of both solvers say no more than "unbounded or infeasible" here; somebody must look again.
    m = pyo.ConcreteModel()
    m.x = pyo.Var([1, 2], domain=domain)
    m.c = pyo.Constraint(expr=m.x[1] >= m.x[2])
    m.o = pyo.Objective(expr=m.x[1], sense=pyo.maximize)
    assert solve(m, solver).status == "unbounded"
    m.never = pyo.Constraint(expr=m.x[2] <= -1)
    assert solve(m, solver).status == "infeasible"


# --- what a model may contain -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sense", "best"), [(pyo.maximize, 15), (pyo.minimize, 13)], ids=["max", "min"])
def test_objective_sense_and_constant(solver, sense, best):
    m = pick(3, lambda x: x[0] + x[1] + x[2] == 2)
    m.o = pyo.Objective(expr=10 + m.x[0] + 2 * m.x[1] + 3 * m.x[2], sense=sense)
    assert solve(m, solver).objective == best


def test_only_the_active_objective_counts(solver):
    m = pick(2, lambda x: x[0] + x[1] == 1, pyo.maximize, [1, 0])
    m.o.deactivate()
    m.other = pyo.Objective(expr=m.x[1], sense=pyo.maximize)
    assert solve(m, solver).chosen == {1}


@pytest.mark.parametrize("bounds", [(0, 10), (0, None), (None, 10), (-3, 10)], ids=str)
def test_integer_variables_with_every_kind_of_bound(solver, bounds):
    # 3 x <= 14: the relaxation says 4.67, the integers say 4; and -2 x <= 5: -2.5 becomes -2.
    m = pyo.ConcreteModel()
    m.x = pyo.Var(domain=pyo.Integers, bounds=bounds)
    m.c = pyo.Constraint(expr=(-7.5, 3 * m.x, 14))
    m.up = pyo.Objective(expr=m.x, sense=pyo.maximize)
    assert solve(m, solver).objective == 4
    m.up.sense = pyo.minimize
    assert solve(m, solver).objective == (0 if bounds[0] == 0 else -2)


def test_integer_variables_without_bounds(solver):
    m = pyo.ConcreteModel()
    m.x = pyo.Var(domain=pyo.Integers)
    m.c = pyo.Constraint(expr=2 * m.x == 3)
    assert solve(m, solver).status == "infeasible"


def test_continuous_variables_beside_integer_ones(solver):
    m = pyo.ConcreteModel()
    m.x = pyo.Var(domain=pyo.NonNegativeReals)
    m.n = pyo.Var(domain=pyo.NonNegativeIntegers)
    m.c = pyo.Constraint(expr=2 * m.x + 2 * m.n <= 5)
    m.o = pyo.Objective(expr=m.x + 1.5 * m.n, sense=pyo.maximize)
    assert solve(m, solver).objective == pytest.approx(3.5)
    assert (m.x.value, m.n.value) == (pytest.approx(0.5), 2)


def test_large_objectives_are_solved_to_the_last_unit(solver):
    # By default HiGHS is content when it is within 0.01 % of the best value: here 67 of 674 482.
    rng = random.Random(3)
    weight = [rng.randrange(100, 1000) for _ in range(25)]
    value = [100 * w + rng.randrange(50) for w in weight]
    room = sum(weight) // 2
    best = [0] * (room + 1)  # the knapsack's dynamic programme, as a second opinion
    for w, v in zip(weight, value):
        for r in range(room, w - 1, -1):
            best[r] = max(best[r], best[r - w] + v)
    m = pick(25, lambda x: sum(w * x[k] for k, w in enumerate(weight)) <= room, pyo.maximize, value)
    assert solve(m, solver).objective == best[room]


def test_range_and_equality_constraints(solver):
    # A range is a lower and an upper bound in one: both must arrive.
    for sense, best in ((pyo.minimize, 2), (pyo.maximize, 3)):
        m = pick(4, lambda x: (2, sum(x[k] for k in range(4)), 3), sense, [1, 1, 1, 1])
        assert solve(m, solver).objective == best
    assert len(solve(pick(4, lambda x: sum(x[k] for k in range(4)) == 3), solver).chosen) == 3


def test_deactivated_constraints_do_not_count(solver):
    m = pick(2, lambda x: x[0] + x[1] == 3)
    m.d = pyo.Constraint(expr=m.x[0] + m.x[1] == 2)
    assert solve(m, solver).status == "infeasible"
    m.c.deactivate()
    assert solve(m, solver).chosen == {0, 1}


def test_constraints_without_variables(solver):
    # x - x == 0 is always true and 0 == 1 never; Pyomo meets both when clues leave nothing open.
    m = pick(2, lambda x: x[0] + x[1] == 1)
    m.always = pyo.Constraint(expr=m.x[0] - m.x[0] == 0)
    assert solve(m, solver).is_solved
    m.never = pyo.Constraint(expr=m.x[0] - m.x[0] == 1)
    assert solve(m, solver).status == "infeasible"
    assert (len(solutions(m, solver=solver)), solutions(m, solver=solver).complete) == (0, True)


def test_constraints_that_pyomo_calls_infeasible(solver):
    m = pick(1, lambda x: x[0] == 1)
    m.never = pyo.Constraint([1], rule=lambda m, _: pyo.Constraint.Infeasible)
    assert solve(m, solver).status == "infeasible"
    assert not is_unique(m, solver)


def test_empty_models(solver):
    assert solve(pyo.ConcreteModel(), solver).status == "solved"
    assert solve(pick(3), solver).status == "solved"  # variables, but nothing to say about them
    assert solve(pick(3, sense=pyo.maximize, cost=[1, -1, 1]), solver).chosen == {0, 2}  # an objective, no constraint


def test_what_is_not_linear_is_named(solver):
    m = pick(2)
    m.both = pyo.Constraint(expr=m.x[0] * m.x[1] == 1)
    with pytest.raises(SolverError, match="both is not linear"):
        solve(m, solver)
    m.both.deactivate()
    m.o = pyo.Objective(expr=m.x[0] * m.x[1])
    with pytest.raises(SolverError, match="o is not linear"):
        solve(m, solver)


def test_parts_that_have_no_row_are_named_and_not_passed_over(solver):
    m = pick(2, lambda x: x[0] + x[1] == 2)
    m.one_of_them = pyo.SOSConstraint(var=m.x, sos=1)
    with pytest.raises(SolverError, match="one_of_them"):
        solve(m, solver)
    m.one_of_them.deactivate()
    assert solve(m, solver).is_solved


def test_two_objectives_are_refused(solver):
    m = pick(2, lambda x: x[0] + x[1] == 1, pyo.maximize, [1, 0])
    m.other = pyo.Objective(expr=m.x[1])
    with pytest.raises(SolverError, match="o, other"):
        solve(m, solver)


def test_constraints_and_objectives_in_blocks_count(solver):
    m = pick(3, lambda x: x[0] + x[1] + x[2] == 2)
    m.b = pyo.Block()
    m.b.c = pyo.Constraint(expr=m.x[0] + m.x[1] == 1)
    m.b.o = pyo.Objective(expr=m.x[0] + 5, sense=pyo.maximize)
    result = solve(m, solver)
    assert (result.chosen, result.objective) == ({0, 2}, 6)
    m.b.deactivate()
    assert len(solutions(m, solver=solver)) == 3


X = range(4)
NUMBERS = st.integers(-3, 3)


@st.composite
def linear_expressions(draw, m):
    """Whatever a reader may write down: sums in sums, minus signs, parameters, named expressions, fixed variables."""
    atoms = st.one_of(
        *(NUMBERS, NUMBERS.map(np.float64)),
        st.sampled_from([*m.x.values(), m.alone, m.fixed, m.parameter, m.named[1], 2 * m.x[0]]),
    )
    expression = draw(atoms)
    for _ in range(draw(st.integers(0, 6))):
        other = draw(atoms)
        grow = {
            "plus": lambda a, b: a + b,
            "minus": lambda a, b: b - a,
            "minus sign": lambda a, b: -a,
            "times": lambda a, b: draw(NUMBERS) * a,
            "sum of sums": lambda a, b: (a + m.x[1] + m.x[2]) + (b - m.x[1]),
            "parameter times": lambda a, b: m.parameter * a,
        }
        expression = grow[draw(st.sampled_from(list(grow)))](expression, other)
    return expression


@given(st.data())
def test_the_matrix_says_what_the_constraints_and_the_objective_say(data):
    m = pick(len(X))
    m.alone, m.fixed = pyo.Var(bounds=(-5, 5), domain=pyo.Integers), pyo.Var(domain=pyo.Integers)
    m.fixed.fix(2)
    m.parameter = pyo.Param(initialize=3, mutable=True)
    m.named = pyo.Expression([1], rule=lambda m, _: m.x[0] - 2 * m.x[3] + 1)
    left, right, cost = (data.draw(linear_expressions(m)) for _ in range(3))
    relation = data.draw(st.sampled_from(["<=", "==", ">=", "between"]))
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        right = right + m.alone
    m.c = pyo.Constraint(
        expr={
            "<=": lambda: left <= right,
            "==": lambda: left == right,
            ">=": lambda: left >= right,
            "between": lambda: (-1, left + right + m.x[0], 2),
        }[relation]()
    )
    m.o = pyo.Objective(expr=cost + m.alone)
    for variable, number in zip([*m.x.values(), m.alone], data.draw(st.tuples(*[NUMBERS] * 5))):
        variable.set_value(number, skip_validation=True)
    try:
        program = solving._Program(m)
    except InfeasibleConstraintException:
        assert not pyo.value(m.c.expr)
        return
    values = np.array([variable.value for variable in program.columns])
    activity = [program.A.data[a:b] @ values[program.A.indices[a:b]] for a, b in itertools.pairwise(program.A.indptr)]
    holds = np.all((program.row_lower <= activity) & (activity <= program.row_upper))
    assert holds == pyo.value(m.c.expr)
    assert program.c @ values + program.constant == pyo.value(m.o)


def test_solving_does_without_scipy():
    # Pyomo imports all of scipy as soon as anyone imports any of it: longer than most puzzles take to solve.
    code = "import sys; from puzzles_lib import *; hint(load('queens/four'), {}); solve(build(load('queens/four')))"
    command = [sys.executable, "-c", f"{code}; print('scipy' in sys.modules)"]
    assert subprocess.run(command, capture_output=True, text=True).stdout == "False\n"


def test_variables_fixed_at_zero(solver):
    m = pick(3, lambda x: x[0] + x[1] + x[2] == 1)
    m.x[0].fix(0)
    m.x[2].fix(0)
    assert solve(m, solver).chosen == {1}
    m.x[1].fix(0)
    assert solve(m, solver).status == "infeasible"


def test_variables_fixed_at_one_are_chosen(solver):
    m = pick(3, lambda x: x[0] + x[1] + x[2] == 2)
    m.x[0].fix(1)
    m.x[1].fix(0)
    assert solve(m, solver).chosen == {0, 2}
    m.x[2].fix(1)  # now nothing is left to decide
    assert solve(m, solver).chosen == {0, 2}


def test_the_only_board_is_unique_when_every_variable_is_fixed(solver):
    m = pick(2, lambda x: x[0] + x[1] == 1)
    m.x[0].fix(1)
    m.x[1].fix(0)
    found = solutions(m, limit=3, solver=solver)  # a limit, as the same board could come for ever
    assert (list(found), found.complete) == ([{0}], True)


def test_answer_variables_that_no_constraint_mentions_are_free(solver):
    # A model that has forgotten a rule allows both values; "complete" with only one of them would be untrue.
    found = solutions(pick(2, lambda x: x[0] == 1), solver=solver)
    assert sorted(map(sorted, found)) == [[0], [0, 1]] and found.complete


def test_values_are_rounded():
    # HiGHS gives 193.9999 where 194 is meant: integers are rounded, other variables are not.
    m = pyo.ConcreteModel()
    m.n = pyo.Var(domain=pyo.Integers, bounds=(0, 200))
    m.b = pyo.Var([1, 2], domain=pyo.Binary)
    m.x = pyo.Var(bounds=(0, 200))
    m.c = pyo.Constraint(expr=m.n + m.b[1] + m.b[2] + m.x <= 500)
    m.o = pyo.Objective(expr=m.n + m.x)
    m.answer = pyo.Reference(m.b)
    program = solving._Program(m)
    found = {"n": 193.9999, "b[1]": 0.99999, "b[2]": 1e-7, "x": 0.4999}
    values = np.array([found[v.name] for v in program.columns])
    result = solving._result(m, program, solving._Outcome("solved", values, 0.0))
    assert (m.n.value, m.b[1].value, m.b[2].value, m.x.value) == (194, 1, 0, 0.4999)
    assert (result.chosen, result.objective) == ({1}, 194.4999)


def test_the_model_is_left_as_it_was(solver):
    m = build(load("queens/four"))
    before = [c.name for c in m.component_objects()]
    first = solve(m, solver)
    second_run(m, first, solver)
    solutions(m, solver=solver)
    assert [c.name for c in m.component_objects()] == before


def test_log_prints_what_the_solver_says(solver, capfd):
    solve(pick(3, lambda x: x[0] + x[1] == 1), solver, log=True)
    assert capfd.readouterr().out.strip()
    solve(pick(3, lambda x: x[0] + x[1] == 1), solver)
    assert not capfd.readouterr().out.strip()


# --- which solver -----------------------------------------------------------------------------------------------------


@pytest.fixture
def ran(monkeypatch):
    """The names of the solvers that were run."""
    names = []
    for name, runner in solving._RUNNERS.items():
        monkeypatch.setitem(solving._RUNNERS, name, lambda p, n=name, r=runner: names.append(n) or r(p))
    return names


@pytest.mark.parametrize(
    ("variable", "argument", "expected"),
    [
        (None, None, "glpk"),
        ("highs", None, "highs"),
        ("glpk", None, "glpk"),
        ("", None, "glpk"),
        ("highs", "glpk", "glpk"),  # what is said in the call counts more
        (None, "HiGHS", "highs"),
        (None, "appsi_highs", "highs"),  # the name under which Pyomo's users know it
        (None, "glpsol", "glpk"),
    ],
)
def test_the_choice_of_a_solver(monkeypatch, ran, variable, argument, expected):
    if variable is None:
        monkeypatch.delenv("PUZZLES_SOLVER", raising=False)
    else:
        monkeypatch.setenv("PUZZLES_SOLVER", variable)
    assert solve(pick(2, lambda x: x[0] + x[1] == 1), argument).is_solved
    assert ran == [expected]


def test_glpk_is_the_stand_in_only_where_glpsol_is_missing(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: "/somewhere/glpsol")
    assert solving._glpk_command() == ["/somewhere/glpsol"]
    monkeypatch.setattr(shutil, "which", lambda name: None)
    python, *_, script, folder = solving._glpk_command()
    assert (python, script.endswith("glpk_process.py")) == (sys.executable, True)
    assert (Path(folder) / "swiglpk").is_dir()


def test_any_other_pyomo_solver():
    # appsi_highs, but through Pyomo: a solver that is neither of our own two, and that every installation has.
    m = pick(3, lambda x: x[0] + x[1] + x[2] == 2, pyo.maximize, [1, 2, 3])
    result = solving._solve_with_pyomo(m, "appsi_highs", None, False)
    assert (result.status, result.chosen, result.objective) == ("solved", {1, 2}, pytest.approx(5))
    never = pick(3, lambda x: 2 * x[0] + 2 * x[1] == 3, pyo.maximize, [1, 2, 3])
    assert solving._solve_with_pyomo(never, "appsi_highs", None, False).status == "infeasible"


@pytest.mark.skipif(shutil.which("glpsol") is None, reason="the program glpsol is not installed here")
def test_another_name_goes_to_pyomo(ran):
    m = pick(3, lambda x: x[0] + x[1] + x[2] == 2, pyo.maximize, [1, 2, 3])
    assert solve(m, "_glpk_shell").chosen == {1, 2}
    assert ran == []


@pytest.mark.parametrize("name", ["no_such_solver", "cbc", "no such solver"])
def test_an_unknown_solver_gives_one_sentence(name):
    if shutil.which(name):
        pytest.skip(f"{name} is installed here")
    with pytest.raises(SolverError) as error:
        solve(pick(2, lambda x: x[0] + x[1] == 1), name)
    message = str(error.value)
    assert name in message and "'glpk'" in message and "'highs'" in message
    assert "\n" not in message and message.endswith(".")
    with pytest.raises(SolverError, match="glpk"):
        solutions(pick(2, lambda x: x[0] + x[1] == 1), solver=name)


def test_an_unknown_solver_gives_nothing_but_the_sentence(caplog):
    with pytest.raises(SolverError):
        solve(pick(2, lambda x: x[0] + x[1] == 1), "no_such_solver")
    assert not caplog.records


def test_missing_glpk_names_the_command_that_installs_it(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setitem(sys.modules, "swiglpk", None)  # as if it were not installed
    with pytest.raises(SolverError, match="pip install swiglpk"):
        solve(pick(2, lambda x: x[0] + x[1] == 1), "glpk")


def test_missing_highs_names_the_command_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(SolverError, match="pip install highspy"):
        solve(pick(2, lambda x: x[0] + x[1] == 1), "highs")


def test_a_failing_glpk_is_an_error_and_not_an_answer(monkeypatch, tmp_path):
    script = tmp_path / "broken.py"
    script.write_text("import sys; print('cannot read this'); sys.exit(3)")
    monkeypatch.setattr(solving, "_glpk_command", lambda: [sys.executable, str(script)])
    with pytest.raises(SolverError, match="cannot read this"):
        solve(pick(2, lambda x: x[0] + x[1] == 1), "glpk")


# --- all solutions ----------------------------------------------------------------------------------------------------


def test_all_solutions(solver):
    found = solutions(build(load("queens/five_any")), solver=solver)
    assert (len(found), found.complete) == (10, True)
    assert len({frozenset(board.items()) for board in found}) == 10
    assert repr(found) == "10 boards"
    assert found[3] == list(found)[3]


@pytest.mark.parametrize(("limit", "boards", "complete"), [(1, 1, False), (4, 4, False), (11, 10, True)])
def test_solutions_with_a_limit(solver, limit, boards, complete):
    found = solutions(build(load("queens/five_any")), limit=limit, solver=solver)
    assert (len(found), found.complete) == (boards, complete)
    assert ("perhaps more" in repr(found)) != complete


def test_solutions_of_an_infeasible_model(solver):
    found = solutions(pick(2, lambda x: x[0] + x[1] == 3), solver=solver)
    assert (len(found), found.complete) == (0, True)


def test_solutions_when_the_time_is_up(solver):
    found = solutions(market_split(), solver=solver, time_limit=0.2)
    assert (len(found), found.complete) == (0, False)
    found = solutions(build(load("queens/five_any")), solver=solver, time_limit=0)
    assert (len(found), found.complete) == (0, False)


def test_helper_variables_do_not_make_a_board_count_twice(solver):
    m = pick(3, lambda x: x[0] + x[1] + x[2] == 2)
    m.helper = pyo.Var(range(2), domain=pyo.Binary)
    m.free = pyo.Constraint(expr=m.helper[0] + m.helper[1] + m.x[0] <= 3)  # mentions the helpers, forbids nothing
    found = solutions(m, solver=solver)
    assert found.complete
    assert sorted(map(sorted, found)) == [[0, 1], [0, 2], [1, 2]]


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_all_boards_of_random_models_come_once_and_best_first(solver, data):
    """Against all 2^4 points. The helper makes some boards possible in two ways; in some models a 1 is held back."""
    coefficients = st.lists(st.integers(-2, 2), min_size=5, max_size=5)
    rows = data.draw(st.lists(st.tuples(coefficients, st.integers(-1, 2)), min_size=1, max_size=3))
    cost = data.draw(st.one_of(st.none(), st.lists(st.integers(-2, 2), min_size=4, max_size=4)))
    sense, held_back = data.draw(st.sampled_from((pyo.minimize, pyo.maximize))), data.draw(st.booleans())

    m = pick(4)
    m.h = pyo.Var(domain=pyo.Binary)
    m.rows = pyo.ConstraintList()
    for a, most in rows:
        m.rows.add(sum(a[k] * m.x[k] for k in range(4)) + a[4] * m.h + 0 * m.x[0] <= most)
    if cost:
        m.cost = pyo.Objective(expr=sum(c * m.x[k] for k, c in enumerate(cost)), sense=sense)
    if held_back:
        m.cuts_for = lambda m, chosen: [m.x[0] + m.x[1] <= 1] if {0, 1} <= chosen else []

    allowed = set()
    for *x, h in itertools.product((0, 1), repeat=5):
        obeys = all(sum(n * v for n, v in zip(a, (*x, h))) <= most for a, most in rows)
        if obeys and not (held_back and x[0] and x[1]):
            allowed.add(frozenset(k for k in range(4) if x[k]))
    value = {board: sum(cost[k] for k in board) * sense if cost else 0 for board in allowed}

    found = solutions(m, solver=solver)
    assert (set(found), len(found), found.complete) == (allowed, len(allowed), True)
    assert [value[board] for board in found] == sorted(value.values())
    best = solutions(m, solver=solver, only_best=True)
    assert best.complete and set(best) == {board for board in allowed if value[board] == min(value.values())}


def test_n_boards_take_two_n_questions(solver, monkeypatch):
    """None in vain: every answer is a new board, or that a part has no other."""
    questions = []
    ask = enumerating._Search._asked
    monkeypatch.setattr(enumerating._Search, "_asked", lambda *a: questions.append(ask(*a)) or questions[-1])
    found = solutions(build(load("queens/five_any")), solver=solver)
    assert (len(found), len(questions)) == (10, 20)


def test_a_solver_that_comes_back_with_a_forbidden_board_is_stopped(solver):
    """Variables that are not whole can obey a no-good cut and be read as the same board."""
    m = pick(3)
    m.x.domain = pyo.UnitInterval
    m.equal = pyo.Constraint([1, 2], rule=lambda m, k: m.x[0] == m.x[k])
    m.little = pyo.Constraint(expr=m.x[0] + m.x[1] + m.x[2] <= 1.2)
    with pytest.raises(SolverError, match="0/1"):
        solutions(m, solver=solver, limit=9)


def test_all_solutions_of_a_model_with_an_objective_come_best_first(solver):
    found = solutions(pick(3, lambda x: x[0] + x[1] + x[2] == 1, pyo.maximize, [2, 3, 1]), solver=solver)
    assert list(map(set, found)) == [{1}, {0}, {2}]


def test_solutions_need_an_answer(solver):
    m = pick(2, lambda x: x[0] + x[1] == 1)
    m.del_component(m.answer)
    with pytest.raises(SolverError, match=r"m\.answer"):
        solutions(m, solver=solver)


def test_progress_bar_is_shown_only_on_request(capfd):
    m = build(load("queens/five_any"))
    solutions(m, solver="highs", progress=True)
    assert "boards" in capfd.readouterr().err
    solutions(m, solver="highs")
    assert capfd.readouterr().err == ""


# --- exactly one? -----------------------------------------------------------------------------------------------------


def test_is_unique(solver):
    assert is_unique(build(load("queens/four")), solver) is True
    assert is_unique(build(load("queens/five_any")), solver) is False
    assert is_unique(pick(2, lambda x: x[0] + x[1] == 3), solver) is False  # no solution is not one solution


def test_is_unique_does_not_guess_when_the_time_is_up(solver):
    with pytest.raises(TimeLimit, match="larger time_limit"):
        is_unique(market_split(), solver, time_limit=0.2)


def test_second_run_pulls_away_in_vain_from_the_only_solution(solver):
    # The paper's test on its Example 1: the 15 ships of the first run are chosen again, each counting -1.
    m = build(load("battleship/example_1"))
    first = solve(m, solver)
    again = second_run(m, first, solver)
    assert again.objective == -15
    assert (again.chosen, again.board) == (first.chosen, first.board)


def test_second_run_finds_another_solution_where_there_is_one(solver):
    m = build(load("queens/five_any"))
    first = solve(m, solver)
    again = second_run(m, first, solver)
    assert again.objective == 5  # all five queens elsewhere
    assert not again.chosen & first.chosen


# --- the stop button --------------------------------------------------------------------------------------------------

LONG_SOLVE = """
    import shutil, signal, sys
    sys.path.insert(0, sys.argv[2])
    from test_solving import market_split
    from puzzles_lib import solve

    # A process started in the background may have been told to ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.argv[1] == "swiglpk":
        shutil.which = lambda name: None
    model = market_split()
    print("started", flush=True)
    try:
        solve(model, "highs" if sys.argv[1] == "highs" else "glpk", time_limit=60)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT that could be sent to one process")
@pytest.mark.parametrize("way", WAYS)
def test_ctrl_c_stops_the_solver(way):
    if way == "glpsol" and shutil.which("glpsol") is None:
        pytest.skip("the program glpsol is not installed here")
    here = __file__.rpartition("test_solving.py")[0]
    command = [sys.executable, "-c", textwrap.dedent(LONG_SOLVE), way, here]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout.readline() == "started\n"
            helpers = wait_for_the_solver(child, own_process=way != "highs")
            child.send_signal(signal.SIGINT)
            output, errors = child.communicate(timeout=20)
        finally:
            child.kill()
    assert (output, errors, child.returncode) == ("interrupted\n", "", 0)
    _, alive = psutil.wait_procs(helpers, timeout=5)
    assert not alive


def wait_for_the_solver(child, own_process):
    """The processes that the child has started, once it is at work."""
    process = psutil.Process(child.pid)
    for _ in range(100):
        helpers = process.children(recursive=True)
        busy = helpers if own_process else process.num_threads() > 1
        if busy and child.poll() is None:
            break
        time.sleep(0.1)
    time.sleep(0.5)  # let it get into the search
    assert bool(helpers) == own_process
    return helpers


# --- how long a reader waits ------------------------------------------------------------------------------------------


def test_the_bench_tells_building_handing_over_and_solving_apart(monkeypatch):
    monkeypatch.setattr(bench_solve, "COMMONEST", {"queens/four": "lines"})
    row = bench_solve.measure().loc["queens/four"]
    for solver in ("glpk", "highs"):
        assert min(row["build"], row[f"{solver} transfer"], row[solver]) > 0
        assert row[f"{solver} x"] == pytest.approx((row["build"] + row[f"{solver} transfer"]) / row[solver])


def test_the_bench_names_instances_and_formulations_that_exist():
    assert len(bench_solve.COMMONEST) == 10
    for name, formulation in bench_solve.COMMONEST.items():
        assert formulation in FORMULATIONS[load(name).family]
