"""A stand-in for glpsol where only the swiglpk wheel is installed: a process of its own, so that it can be stopped.

python -I -S glpk_process.py FOLDER --freemps MODEL [--tmlim SECONDS] [--nopresol] --write ANSWER

FOLDER is where swiglpk is. With -I -S, Python starts without looking for packages, and argparse is not imported: each
of the many solves of an enumeration starts a process, and starting would take longer than solving.
"""

import sys
from itertools import pairwise
from types import SimpleNamespace

sys.path.append(sys.argv[1])

import swiglpk as glpk


def main() -> int:
    words = sys.argv[2:]
    following = dict(pairwise(words))
    arguments = SimpleNamespace(
        freemps=following["--freemps"],
        write=following["--write"],
        tmlim=int(following.get("--tmlim", 0)),
        nopresol="--nopresol" in words,
    )
    problem = glpk.glp_create_prob()
    if glpk.glp_read_mps(problem, glpk.GLP_MPS_FILE, None, arguments.freemps):
        return 1
    return _branch_and_cut(problem, arguments) if glpk.glp_get_num_int(problem) else _simplex(problem, arguments)


def _branch_and_cut(problem, arguments) -> int:
    options = glpk.glp_iocp()
    glpk.glp_init_iocp(options)
    options.presolve = glpk.GLP_OFF if arguments.nopresol else glpk.GLP_ON
    if arguments.tmlim:
        options.tm_lim = 1000 * arguments.tmlim
    if arguments.nopresol and _relaxation_fails(problem):
        return glpk.glp_write_mip(problem, arguments.write)
    code = glpk.glp_intopt(problem, options)
    _say_what_happened(code)
    return glpk.glp_write_mip(problem, arguments.write)


def _relaxation_fails(problem) -> bool:
    """Solve the LP relaxation first, as branch and cut without presolve needs it, and say so if it has no optimum."""
    glpk.glp_simplex(problem, None)
    status = glpk.glp_get_status(problem)
    if status == glpk.GLP_UNBND:
        print("PROBLEM HAS UNBOUNDED SOLUTION", flush=True)
    elif status == glpk.GLP_NOFEAS:
        print("PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION", flush=True)
    return status != glpk.GLP_OPT


def _simplex(problem, arguments) -> int:
    options = glpk.glp_smcp()
    glpk.glp_init_smcp(options)
    if arguments.tmlim:
        options.tm_lim = 1000 * arguments.tmlim
    code = glpk.glp_simplex(problem, options)
    _say_what_happened(code)
    return glpk.glp_write_sol(problem, arguments.write)


def _say_what_happened(code: int) -> None:
    """The words that glpsol prints, for the caller to read."""
    sentences = {
        glpk.GLP_ETMLIM: "TIME LIMIT EXCEEDED; SEARCH TERMINATED",
        glpk.GLP_ENOPFS: "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION",
        glpk.GLP_ENODFS: "PROBLEM HAS NO DUAL FEASIBLE SOLUTION",
    }
    print(sentences.get(code, ""), flush=True)


if __name__ == "__main__":
    sys.exit(main())
