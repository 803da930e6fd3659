"""The command line: python -m puzzles_lib. Exit codes: 0 yes, 1 the answer is no, 2 wrong use, 3 not decided."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

import puzzles_lib as lib
from puzzles_lib import text
from puzzles_lib.puzzle import Board, Puzzle, PuzzleError, entered

YES, NO, WRONG_USE, NOT_DECIDED, INTERRUPTED = 0, 1, 2, 3, 130
ENDINGS = (".png", ".svg", ".pdf")
A_PUZZLE = "a stored name such as battleship/bay_7x7, a text file, or - for standard input"


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code. A user's mistake is one line on stderr, never a traceback."""
    arguments = _parser().parse_args(argv)
    try:
        code = arguments.run(arguments)
        sys.stdout.flush()  # a closed pipe should be noticed here, not when Python ends
        return code
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return YES
    except KeyboardInterrupt:
        print("stopped.", file=sys.stderr)
        return INTERRUPTED
    except (PuzzleError, OSError) as error:
        return _failed(error, WRONG_USE)
    except RuntimeError as error:
        if not isinstance(error, (lib.TimeLimit, lib.SolverError)):
            raise
        return _failed(error, NOT_DECIDED if isinstance(error, lib.TimeLimit) else WRONG_USE)


def _failed(error: Exception, code: int) -> int:
    print(f"error: {' '.join(safe(str(error)).split())}", file=sys.stderr)
    return code


# --- what is printed --------------------------------------------------------------------------------------------------


def safe(words: str) -> str:
    """Text from a file, with nothing in it that a terminal would obey: control characters are spelled out."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in words)


def _say(words: str) -> None:
    print(safe(words))


def _say_json(value: Any) -> None:
    print(json.dumps(value, indent=2).replace("\x7f", "\\u007f"))


def _entries(board: Board) -> list[dict]:
    """A board for JSON, where tuples cannot be keys."""
    return [{"place": place, "value": value} for place, value in board.items()]


# --- what is read -----------------------------------------------------------------------------------------------------


def _puzzle(name: str) -> Puzzle:
    return lib.load(name) if name != "-" else lib.read(_standard_input(), "standard input")


def _standard_input() -> str:
    data = sys.stdin.buffer.read(4 * text.LONGEST_TEXT + 1)
    return data.decode("utf-8-sig", errors="replace")


def _board(puzzle: Puzzle, file: str) -> Board:
    """The board in a file: JSON as `solve --json` prints it, or a puzzle file with a solution."""
    content = _standard_input() if file == "-" else _content(file)
    if content.lstrip().startswith(("{", "[")):
        return _board_from_json(puzzle, content, file)
    other = lib.read(content, Path(file).name)
    if other.family != puzzle.family or not other.solutions:
        raise PuzzleError(f"a {puzzle.family} board was expected: a file with a section 'solution'.", file=file)
    if set(other.choices()) != set(puzzle.choices()):
        raise PuzzleError("this board belongs to another puzzle: it has other places.", file=file)
    return other.solutions[0]


def _content(file: str) -> str:
    try:
        with open(file, "rb") as stream:
            return stream.read(4 * text.LONGEST_TEXT).decode("utf-8-sig", errors="replace")
    except (OSError, ValueError):  # ValueError: a name with a zero byte
        raise PuzzleError(f"there is no board file {text.short(file)} that can be read.") from None


def _board_from_json(puzzle: Puzzle, content: str, file: str) -> Board:
    try:
        found = json.loads(content)
        listed = found["board"] if isinstance(found, dict) else found
        board = {_as_key(entry["place"]): _as_key(entry["value"]) for entry in listed}
    except (ValueError, TypeError, KeyError, RecursionError):
        wanted = '{"board": [{"place": [1, 2], "value": "~"}, ...]}'
        raise PuzzleError(f"this is not a board; expected is {wanted}, as solve --json prints it.", file=file) from None
    for place, value in board.items():
        entered(puzzle, {}, place, value)  # says what is wrong with a place or a value that cannot be
    return board


def _as_key(value: Any) -> Any:
    return tuple(map(_as_key, value)) if isinstance(value, list) else value


# --- commands ---------------------------------------------------------------------------------------------------------


def _list(arguments: argparse.Namespace) -> int:
    _check_families([arguments.family] if arguments.family else [])
    names = [name for family in lib.FAMILIES for name in lib.instances(family)]
    names = [name for name in names if not arguments.family or name.split("/")[0] == arguments.family]
    if arguments.json:
        _say_json([{"name": name, "title": lib.load(name).title} for name in names])
    else:
        for name in names:
            _say(f"{name:34} {lib.load(name).title}")
    return YES


def _check_families(families: Iterable[str]) -> None:
    for family in families:
        if family not in lib.FAMILIES:
            raise PuzzleError(f"there is no puzzle {text.short(family)}; known are {', '.join(lib.FAMILIES)}.")


def _show(arguments: argparse.Namespace) -> int:
    puzzle = _puzzle(arguments.puzzle)
    if arguments.json:
        shown = {"text": replace(puzzle, solutions=()).to_text(), "rules": dict(puzzle.rules)}
        _say_json({**shown, "goal": _goal(puzzle) or None, "difficulty": _rating_for_json(lib.difficulty(puzzle))})
        return YES
    _say(replace(puzzle, solutions=()).to_text())
    for rule, sentence in puzzle.rules.items():
        _say(f"{rule}: {sentence}")
    if _goal(puzzle):
        _say(f"Goal: {_goal(puzzle)}")
    sys.stdout.flush()  # the rating may take some seconds
    _say(f"\n{lib.difficulty(puzzle)}")
    return YES


def _goal(puzzle: Puzzle) -> str:
    return getattr(puzzle, "goal", "")


def _solve(arguments: argparse.Namespace) -> int:
    puzzle = _puzzle(arguments.puzzle)
    result = lib.solve(_model(puzzle, arguments), arguments.solver, arguments.time_limit)
    broken = puzzle.violations(result.board) if result.is_solved else []
    if arguments.json:
        board = _entries(result.board) if result.is_solved else None
        _say_json({"status": result.status, "objective": result.objective, "board": board, **_json_of(broken)})
    elif broken:  # no puzzle file has such a solution
        _say(puzzle.picture(result.board).text)
    elif result.is_solved:
        _say(replace(puzzle, solutions=(result.board,)).to_text().rstrip("\n"))
    else:
        _say({"infeasible": "There is no solution."}.get(result.status, "The time was up before an answer was known."))
    for violation in broken:  # some formulations are in the course because they are wrong
        print(f"the rules disagree: {safe(str(violation))}", file=sys.stderr)
    return NO if broken else {"solved": YES, "infeasible": NO}.get(result.status, NOT_DECIDED)


def _model(puzzle: Puzzle, arguments: argparse.Namespace) -> Any:
    known = lib.FORMULATIONS[puzzle.family]
    if arguments.formulation and arguments.formulation not in known:
        wrong = f"{puzzle.family} has no formulation {text.short(arguments.formulation)}"
        raise PuzzleError(f"{wrong}; it has {', '.join(known)}.")
    return lib.build(puzzle, arguments.formulation)


def _json_of(broken: Iterable[lib.Violation]) -> dict:
    return {"violations": [{"rule": v.rule, "where": sorted(v.where, key=str), "message": v.message} for v in broken]}


def _check(arguments: argparse.Namespace) -> int:
    puzzle = _puzzle(arguments.puzzle)
    boards = [_board(puzzle, arguments.board)] if arguments.board else puzzle.solutions
    if not boards:
        raise PuzzleError("this file has no section 'solution'; give the board with --board FILE.")
    solved = [lib.is_solved(puzzle, board) for board in boards]
    if arguments.json:
        found = [{"complete": puzzle.is_complete(b), **_json_of(puzzle.violations(b))} for b in boards]
        costs = [puzzle.cost(b) if _goal(puzzle) and is_solved else None for b, is_solved in zip(boards, solved)]
        _say_json([{"solved": s, "cost": c, **about} for s, c, about in zip(solved, costs, found)])
    else:
        for board, is_solved in zip(boards, solved):
            _say(lib.report(puzzle, board))
            if _goal(puzzle) and is_solved:
                _say(f"Goal: {_goal(puzzle)} Here it is {puzzle.cost(board)}. Only `solve` knows the best.")
    return YES if all(solved) else NO


def _count(arguments: argparse.Namespace) -> int:
    puzzle = _puzzle(arguments.puzzle)
    model, limit = _model(puzzle, arguments), arguments.limit
    found = lib.solutions(model, limit, arguments.solver, arguments.time_limit, only_best=True)
    if arguments.json:
        _say_json({"count": len(found), "complete": found.complete})
    else:
        least, time_is_up = "" if found.complete else "at least ", not found.complete and len(found) < limit
        _say(f"{least}{len(found)} solution{'s' * (len(found) != 1)}{' (the time was up)' * time_is_up}")
    if not found.complete and len(found) < limit:
        return NOT_DECIDED
    return YES if len(found) else NO


def _hint(arguments: argparse.Namespace) -> int:
    puzzle = _puzzle(arguments.puzzle)
    board = _board(puzzle, arguments.board) if arguments.board else {}
    found = lib.hint(puzzle, board)
    impossible = bool(found.wrong) or (found.place is None and not lib.conflict(puzzle).possible)
    if arguments.json:
        clues = [clue._asdict() for clue in found.clues]
        answer = {"text": found.text, "place": found.place, "value": found.value, "not": found.impossible}
        _say_json({**answer, "clues": clues, "rules": found.rules, "wrong": found.wrong})
    else:
        _say(found.text)
    return NO if impossible else YES


def _generate(arguments: argparse.Namespace) -> int:
    from puzzles_lib.banks import make_rated, write_whole

    if arguments.output:
        _check_is_free(Path(arguments.output))
    size = _size(arguments)
    title = f"{arguments.family} of size {size}, seed {arguments.seed}"
    puzzle, rating = make_rated(arguments.family, size, str(arguments.seed), title, arguments.difficulty)
    if arguments.output:
        write_whole(arguments.output, puzzle.to_text())
    if arguments.json:
        _say_json({"text": puzzle.to_text(), "difficulty": _rating_for_json(rating)})
    elif arguments.output:
        _say(rating.text)
    else:
        _say(puzzle.to_text().rstrip("\n"))
        print(rating, file=sys.stderr)  # what is printed can be stored as a puzzle file
    return YES


def _check_is_free(file: Path) -> None:
    """Only a puzzle file may be replaced by a new puzzle."""
    try:
        if file.exists():
            lib.read(_content(str(file)))
    except PuzzleError:
        raise PuzzleError(f"{file} is there already and is no puzzle file; choose another name.") from None


def _size(arguments: argparse.Namespace) -> int:
    from puzzles_lib.banks import usual_size

    return arguments.size or usual_size(arguments.family)


def _named(family: str, size: int) -> str:
    """The beginning of a file name. Only the size of a circuit is not that of a square."""
    return f"{family}_{size}" if family == "circuit" else f"{family}_{size}x{size}"


def _rating_for_json(rating: lib.Difficulty) -> dict:
    return {"stars": rating.stars, **asdict(rating)}


def _draw(arguments: argparse.Namespace) -> int:
    _check_ending(arguments.output, ENDINGS)
    puzzle = _puzzle(arguments.puzzle)
    board = _solution(puzzle, arguments) if arguments.solution else None
    lib.draw(puzzle.picture(board)).save(arguments.output)
    return YES


def _solution(puzzle: Puzzle, arguments: argparse.Namespace) -> Board:
    if puzzle.solutions:
        return puzzle.solutions[0]
    result = lib.solve(lib.build(puzzle), arguments.solver)
    if not result.is_solved:
        raise PuzzleError("there is no solution to draw.")
    return result.board


def _check_ending(file: str, endings: tuple[str, ...]) -> None:
    if Path(file).suffix.lower() not in endings:
        raise PuzzleError(f"the name of the output should end in {' or '.join(endings)}, not {text.short(file)}.")


def _bench(arguments: argparse.Namespace) -> int:
    _check_families(arguments.families)
    from puzzles_lib import bench

    bench.main(arguments.families)
    return YES


def _worksheet(arguments: argparse.Namespace) -> int:
    from puzzles_lib.banks import make_many, make_rated, write_whole
    from puzzles_lib.worksheets import is_worksheet, worksheet

    size, family = _size(arguments), arguments.family
    wanted = f"_{arguments.difficulty}" if arguments.difficulty else ""
    output = Path(arguments.output or f"{_named(family, size)}{wanted}_seed_{arguments.seed}.pdf")
    _check_ending(output.name, (".pdf",))
    if output.exists() and not is_worksheet(output):
        raise PuzzleError(f"{output} is there already and is no worksheet; choose another name with --output.")
    wishes = [(f"{arguments.seed}/{number}", "") for number in range(arguments.count)]
    maker = partial(make_rated, wanted=arguments.difficulty)
    puzzles, ratings = zip(*make_many(family, size, wishes, arguments.jobs, maker), strict=True)
    sheets, pdf = worksheet(puzzles, arguments.per_page, ratings)
    write_whole(output, pdf)
    _say(f"{len(puzzles)} puzzles on {sheets} pages: {output}")
    return YES


def _bank(arguments: argparse.Namespace) -> int:
    from puzzles_lib.banks import make_bank, read_ids

    size = _size(arguments)
    if arguments.seed_from:
        ids = read_ids(arguments.seed_from)[: arguments.count]
    elif arguments.count:
        ids = [f"{number:04}" for number in range(1, arguments.count + 1)]
    else:
        raise PuzzleError("give --seed-from with a list of students, or --count.")
    folder = arguments.output or f"{_named(arguments.family, size)}_bank"
    new, kept = make_bank(arguments.family, size, ids, folder, arguments.jobs)
    _say(f"{new} new puzzles, {kept} kept: {folder}")
    return YES


# --- the arguments ----------------------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    form = argparse.RawDescriptionHelpFormatter
    codes = "exit codes: 0 yes or done; 1 the answer is no; 2 wrong use or a broken file; 3 not decided in time"
    parser = argparse.ArgumentParser("python -m puzzles_lib", description="Puzzles and their models.", epilog=codes)
    commands = parser.add_subparsers(required=True, metavar="command")

    def command(name: str, run: Any, about: str, *examples: str) -> argparse.ArgumentParser:
        lines = "\n".join(f"  python -m puzzles_lib {name} {example}".rstrip() for example in examples)
        epilog = f"examples:\n{lines}\n\n{codes}"
        added = commands.add_parser(name, help=about, description=about, epilog=epilog, formatter_class=form)
        added.set_defaults(run=run)
        return added

    _add_commands_that_ask(command)
    _add_commands_that_make(command)
    return parser


def _add_commands_that_ask(command: Any) -> None:
    listing = command("list", _list, "List the stored puzzles.", "", "battleship", "--json")
    listing.add_argument("family", nargs="?", help="only this family")
    show = command("show", _show, "Show a puzzle and its rules.", "battleship/bay_7x7", "my_puzzle.txt")
    solving = command("solve", _solve, "Solve a puzzle; print it as a file with its solution.", "queens/four --json")
    check = command(
        "check", _check, "Check a board against the rules.", "battleship/bay_7x7", "p.txt --board board.json"
    )
    count = command("count", _count, "Count the solutions, or the best ones.", "battleship/example_1 --limit 100")
    hint = command("hint", _hint, "Say what is forced, and why.", "battleship/bay_7x7", "p.txt --board board.json")
    count.add_argument("--limit", type=_positive, default=1000, help="stop after so many (default 1000)")
    for one in (show, solving, check, count, hint):
        one.add_argument("puzzle", help=A_PUZZLE)
    for one in (listing, show, solving, check, count, hint):
        one.add_argument("--json", action="store_true", help="print JSON, for programs")
    for one in (check, hint):
        one.add_argument("--board", metavar="FILE", help="a board as solve --json prints it, or a file with a solution")
    for one in (solving, count):
        _add_solver(one)
        one.add_argument("--formulation", help="the model to use (default: the family's first)")
        one.add_argument("--time-limit", type=_seconds, metavar="SECONDS", help="give up after so many seconds")


def _add_commands_that_make(command: Any) -> None:
    sheet = "starbattle --count 6 --size 8 --seed 1", "battleship --difficulty easy --output worksheet.pdf"
    students = "battleship --count 200 --seed-from students.csv"
    new = "starbattle --size 8 --seed 1", "starbattle --difficulty hard --output new.txt"
    generate = command("generate", _generate, "Make a puzzle with one solution, and say how hard it is.", *new)
    draw = command(
        "draw", _draw, "Draw a puzzle.", "battleship/bay_7x7 --output bay.png", "p.txt --solution --output p.svg"
    )
    bench = command("bench", _bench, "Measure the formulations.", "", "battleship")
    worksheet = command("worksheet", _worksheet, "Make a PDF to print, with solutions on the last page.", *sheet)
    bank = command(
        "bank", _bank, "Make a puzzle for each student. Stop with Ctrl-C, go on with the same command.", students
    )
    for one in (generate, worksheet, bank):
        one.add_argument("family", help="the kind of puzzle")
        one.add_argument(
            "--size", type=_positive, help="rows, or inputs of a circuit (default: the family's usual one)"
        )
    for one in (generate, worksheet):
        one.add_argument("--seed", type=int, default=1, help="the same seed gives the same puzzles (default 1)")
        one.add_argument("--difficulty", choices=("easy", "medium", "hard"), help="try puzzles until one is like that")
    for one in (worksheet, bank):
        one.add_argument("--jobs", type=_positive, default=-1, help="processes (default: one for each core)")
    worksheet.add_argument("--count", type=_positive, default=6, help="how many puzzles (default 6)")
    worksheet.add_argument("--per-page", type=int, choices=(2, 4, 6), help="puzzles on a page (default: as fits)")
    bank.add_argument("--count", type=_positive, help="at most so many students; without a list, so many puzzles")
    bank.add_argument(
        "--seed-from", metavar="CSV", help="students: the first column is the id; the id decides the puzzle"
    )
    bank.add_argument(
        "--output", metavar="FOLDER", help="where the text files go (default: battleship_10x10_bank, say)"
    )
    generate.add_argument("--output", metavar="FILE", help="write to this file (default: print)")
    generate.add_argument("--json", action="store_true", help="print JSON, for programs")
    worksheet.add_argument("--output", metavar="PDF", help="the file (default: starbattle_8x8_seed_1.pdf, say)")
    draw.add_argument("puzzle", help=A_PUZZLE)
    draw.add_argument("--output", required=True, metavar="FILE", help="ends in .png, .svg or .pdf")
    draw.add_argument("--solution", action="store_true", help="draw the solution too")
    _add_solver(draw)
    bench.add_argument("families", nargs="*", metavar="family", help="only these families")


def _add_solver(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--solver", help="glpk (the default), highs, or another that Pyomo knows")


def _positive(words: str) -> int:
    if not words.isascii() or not words.isdigit() or not 1 <= int(words[:7]) <= 100_000:
        raise argparse.ArgumentTypeError(f"{words!r} is not a whole number from 1 to 100000")
    return int(words)


def _seconds(words: str) -> float:
    try:
        seconds = float(words)
    except ValueError:
        seconds = -1
    if not 0 < seconds < 1e7:
        raise argparse.ArgumentTypeError(f"{words!r} is not a number of seconds above 0")
    return seconds


if __name__ == "__main__":
    nothing = open(os.devnull, "r+")  # noqa: SIM115  (it stands in for streams that the caller has closed)
    sys.stdin, sys.stdout, sys.stderr = sys.stdin or nothing, sys.stdout or nothing, sys.stderr or nothing
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a letter is no reason to stop
    # After Ctrl-C, a helper process of joblib cleans up after the workers. It need not say so.
    os.environ["PYTHONWARNINGS"] = ",".join(filter(None, [os.environ.get("PYTHONWARNINGS"), "ignore:resource_tracker"]))
    sys.exit(main())
