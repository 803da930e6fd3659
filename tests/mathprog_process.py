"""Runs a MathProg model with GLPK in a process of its own, so that an error in GLPK cannot end the tests.

python mathprog_process.py MODEL ANSWER

ANSWER is a file in JSON: the columns, rows and objective of the model, its status, and the value of each column.
"""

import json
import math
import sys
from pathlib import Path

import swiglpk as glpk


def main(model: str, answer: str) -> int:
    translator = glpk.glp_mpl_alloc_wksp()
    problem = glpk.glp_create_prob()
    if glpk.glp_mpl_read_model(translator, model, 0) or glpk.glp_mpl_generate(translator, None):
        return 1
    glpk.glp_mpl_build_prob(translator, problem)
    options = glpk.glp_iocp()
    glpk.glp_init_iocp(options)
    options.presolve = glpk.GLP_ON
    if glpk.glp_intopt(problem, options) == 0 and glpk.glp_mip_status(problem) == glpk.GLP_OPT:
        glpk.glp_mpl_postsolve(translator, problem, glpk.GLP_MIP)  # this prints the board
    Path(answer).write_text(json.dumps(contents(problem)), encoding="utf-8")
    return 0


def contents(problem) -> dict:
    """All that the tests want to know, by name."""
    names = {j: glpk.glp_get_col_name(problem, j) for j in range(1, glpk.glp_get_num_cols(problem) + 1)}
    rows = range(1, glpk.glp_get_num_rows(problem) + 1)
    return {
        "solved": glpk.glp_mip_status(problem) == glpk.GLP_OPT,
        "values": {name: glpk.glp_mip_col_val(problem, j) for j, name in names.items()},
        "columns": {name: column(problem, j) for j, name in names.items()},
        "rows": {glpk.glp_get_row_name(problem, i): row(problem, i, names) for i in rows},
        "objective": {name: glpk.glp_get_obj_coef(problem, j) for j, name in {0: "", **names}.items()},
    }


def column(problem, j: int) -> list:
    """[whole, lower bound, upper bound]"""
    whole = glpk.glp_get_col_kind(problem, j) != glpk.GLP_CV
    return [whole, number(glpk.glp_get_col_lb(problem, j)), number(glpk.glp_get_col_ub(problem, j))]


def row(problem, i: int, names: dict) -> list:
    """[coefficients, lower bound, upper bound]"""
    places, values = glpk.intArray(len(names) + 1), glpk.doubleArray(len(names) + 1)
    length = glpk.glp_get_mat_row(problem, i, places, values)
    coefficients = {names[places[n]]: values[n] for n in range(1, length + 1)}
    return [coefficients, number(glpk.glp_get_row_lb(problem, i)), number(glpk.glp_get_row_ub(problem, i))]


def number(bound: float) -> float | None:
    """GLPK says "no bound" with the largest number there is."""
    return None if abs(bound) >= sys.float_info.max or math.isinf(bound) else bound


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
