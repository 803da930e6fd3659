"""The formulation lab: what compare measures, what its ratios and pictures say, and what `make bench` has stored."""

import math

import pandas as pd
import pytest

from puzzles_lib import (
    FAMILIES,
    Battleship,
    Result,
    bench,
    bench_page,
    bench_tasks,
    build,
    compare,
    comparing,
    load,
    plot_comparison,
    sizes,
    solve,
    with_ratios,
)
from puzzles_lib.models import FORMULATIONS
from puzzles_lib.solving import _nodes_in_glpk_log

TINY = Battleship({1: 1, 2: 1}, row_totals=(2, 1), column_totals=(2, 0, 1))
WORK = [f"{solver}{what}" for solver in ("glpk", "highs") for what in (" transfer", "", " nodes")]
NOBODY_NOTICES = 50  # milliseconds: what takes less than a tenth of a second feels immediate
COLUMNS = ["variables", "constraints", "nonzeros", "LP bound", "root gap %", "build", *WORK, "answer"]


@pytest.fixture(scope="module")
def tiny_table():
    return compare(TINY, ["ship_based", "cell_based"], progress=False)


# --- the table --------------------------------------------------------------------------------------------------------


def test_a_row_for_each_formulation_with_sizes_and_times(tiny_table):
    assert list(tiny_table.index) == ["ship_based", "cell_based"] and tiny_table.index.name == "formulation"
    assert list(tiny_table.columns) == COLUMNS
    for name, row in tiny_table.iterrows():
        assert row[["variables", "constraints", "nonzeros"]].to_dict() == sizes(build(TINY, name))
        assert all(row[column] > 0 for column in ("build", "glpk", "glpk transfer", "highs", "highs transfer"))
        assert all(row[f"{solver} nodes"] >= 0 for solver in ("glpk", "highs"))
    assert list(tiny_table["answer"]) == ["legal", "legal"]


def test_without_objective_the_gap_is_the_way_that_the_relaxation_gets_from_the_solution(tiny_table):
    # Minus 2 for two ships: clues and totals leave nothing else. Six cells have a symbol each.
    assert tiny_table.loc["ship_based", "LP bound"] == pytest.approx(-2)
    assert tiny_table.loc["ship_based", "root gap %"] == pytest.approx(0)
    bound = tiny_table.loc["cell_based", "LP bound"]
    assert bound >= -6
    assert tiny_table.loc["cell_based", "root gap %"] == pytest.approx(100 * (bound + 6) / 6)


def test_with_an_objective_the_gap_is_that_to_the_best_value():
    board = load("window/chapel_4x4")
    table = compare(board, ["square_by_square", "lines_with_bounds"], solvers=["highs"], progress=False)
    best = solve(build(board), "highs").objective
    assert list(table["root gap %"]) == pytest.approx([100 * abs(bound - best) / best for bound in table["LP bound"]])
    assert table["root gap %"].iloc[0] > table["root gap %"].iloc[1] == pytest.approx(0)


def test_only_the_solvers_that_were_asked_for():
    table = compare(TINY, ["ship_based"], solvers=["highs"], progress=False)
    assert "highs" in table and not [column for column in table if "glpk" in column]


def test_boards_that_break_rules_are_named(monkeypatch):
    right = solve(build(TINY), "highs")
    wrong = Result("solved", {**right.board, (1, 3): "~"}, right.chosen)
    for second, answer in ((right, "legal"), (wrong, "breaks rules")):
        results = {"glpk": right, "highs": second}
        monkeypatch.setattr(comparing, "solve", lambda _model, solver, _limit, found=results: found[solver])
        assert list(compare(TINY, ["ship_based"], progress=False)["answer"]) == [answer]


@pytest.mark.parametrize(
    ("statuses", "answer"),
    [
        (("infeasible", "infeasible"), "no board"),
        (("time_limit", "infeasible"), "no board"),
        (("time_limit", "time_limit"), "not known"),
    ],
)
def test_a_time_limit_is_not_taken_for_an_answer(monkeypatch, statuses, answer):
    results = iter([Result(status, nodes=5) for status in statuses])
    monkeypatch.setattr(comparing, "solve", lambda *_: next(results))
    table = compare(TINY, ["ship_based"], time_limit=7, progress=False)
    assert list(table["answer"]) == [answer]
    assert pd.isna(table["root gap %"].iloc[0])


def test_a_run_that_reached_the_limit_stays_in_the_table(monkeypatch):
    monkeypatch.setattr(comparing, "solve", lambda *_: Result("time_limit", nodes=12))
    table = compare(TINY, ["ship_based"], solvers=["glpk"], time_limit=7, progress=False)
    assert table.loc["ship_based", ["glpk", "glpk nodes"]].to_list() == ["> 7 s", "> 12"]


def test_a_real_run_that_reaches_the_limit():
    table = compare(load("placement/queens_8x8"), ["attack_counts"], ["glpk"], time_limit=1, progress=False)
    assert table["glpk"].iloc[0] == "> 1 s" and table["glpk nodes"].iloc[0].startswith("> ")
    assert table["LP bound"].iloc[0] > 8 and math.isnan(table["root gap %"].astype(float).iloc[0])


def test_an_unknown_formulation_is_named():
    with pytest.raises(ValueError, match="battleship has no formulation 'tug_boats'"):
        compare(TINY, ["tug_boats"], progress=False)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"formulations": "no_such_model"}, "no formulation 'no_such_model'"),
        ({"formulations": []}, "nothing is named"),
        ({"solvers": []}, "nothing is named"),
        ({"time_limit": 0}, "above 0"),
    ],
)
def test_what_cannot_be_compared_is_said_before_the_work(monkeypatch, more, words):
    monkeypatch.setattr(comparing, "build", lambda *_: pytest.fail("nothing should be built"))
    with pytest.raises(ValueError, match=words):
        compare(load("queens/four"), **{"formulations": ["lines"], **more})


def test_one_name_is_as_good_as_a_list_of_one():
    table = compare(load("queens/four"), "lines", "highs", progress=False)
    assert list(table.index) == ["lines"] and "glpk" not in table


def test_ratios_are_not_taken_for_seconds(tiny_table):
    for again in (with_ratios, plot_comparison):
        with pytest.raises(ValueError, match="holds ratios"):
            again(with_ratios(tiny_table))


def test_the_progress_bar_is_shown_if_wanted_and_never_stored(monkeypatch, capsys):
    monkeypatch.delenv("PUZZLES_STATIC", raising=False)
    compare(TINY, ["ship_based"], solvers=["highs"])
    assert "ship_based" in capsys.readouterr().err
    monkeypatch.setenv("PUZZLES_STATIC", "1")
    compare(TINY, ["ship_based"], solvers=["highs"])
    assert capsys.readouterr().err == ""


# --- nodes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("log", "nodes"),
    [
        (
            "+  12: mip =  not found yet >=  -inf  (1; 0)\n+ 1603: mip = 1 >= tree is empty 0.0% (0; 711)",
            711,
        ),
        ("+ 27422: mip =  -8.0e+00 >=  -1.5e+01  87.5% (3916; 1137)\nTIME LIMIT EXCEEDED; SEARCH TERMINATED", 5053),
        ("INTEGER OPTIMAL SOLUTION FOUND BY MIP PREPROCESSOR", 0),
        ("PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION", 0),
        ("a log that says something else (1; 2)", None),
    ],
)
def test_the_nodes_of_glpk_stand_in_its_log(log, nodes):
    assert _nodes_in_glpk_log(log) == nodes


@pytest.mark.parametrize("solver", ["glpk", "highs"])
def test_a_result_counts_the_nodes_of_all_rounds_of_cuts(solver):
    searched = solve(build(load("lights/heart_6x6"), "bounded_parity"), solver)
    assert searched.nodes > 10 and searched.transfer > 0
    with_cuts = solve(build(load("knight/chessboard_8x8"), "subtour_cuts"), solver)
    assert with_cuts.is_solved and with_cuts.nodes >= 1


# --- ratios -----------------------------------------------------------------------------------------------------------


def table_with(times, nodes=None):
    blank = {"nonzeros": 10, "LP bound": 1.0, "root gap %": 50.0, "build": 1.0, "glpk transfer": 1.0, "answer": "legal"}
    rows = [{**blank, "glpk": time, "glpk nodes": 3} for time in times]
    return pd.DataFrame(rows, index=[f"model {n}" for n in range(len(times))])


def test_ratios_are_those_to_the_first_row(tiny_table):
    ratios = with_ratios(tiny_table)
    times = [column for column in WORK if "nodes" not in column] + ["build"]
    assert list(ratios.columns) == COLUMNS
    assert ratios.loc["ship_based", times].to_list() == ["1.00"] * len(times)
    for column in times:
        expected = tiny_table[column].iloc[1] / tiny_table[column].iloc[0]
        assert float(ratios.loc["cell_based", column]) == pytest.approx(expected, rel=0.06)
    assert ratios["highs nodes"].equals(tiny_table["highs nodes"])


def test_ratios_say_what_is_certain_when_a_run_reached_the_limit():
    assert list(with_ratios(table_with([0.5, 0.125, "> 60 s"]))["glpk"]) == ["1.00", "0.25", "> 120.00"]
    assert list(with_ratios(table_with(["> 60 s", 15.0, "> 60 s"]))["glpk"]) == ["-", "< 0.25", "-"]
    # Rounded to the side on which it stays true, and never to 0.
    assert list(with_ratios(table_with(["> 60 s", 0.07441]))["glpk"]) == ["-", "< 0.0013"]
    assert list(with_ratios(table_with([3.0, "> 20 s", 0.0012]))["glpk"]) == ["1.00", "> 6.66", "0.00040"]


# --- the picture ------------------------------------------------------------------------------------------------------


def bars_of(drawing, panel=-1):
    return [patch for patch in drawing.figure.axes[panel].patches if patch.get_width() > 0]


def test_the_picture_has_a_bar_for_each_time_and_words_for_those_who_cannot_see_it(tiny_table):
    drawing = plot_comparison(tiny_table)
    assert len(drawing.figure.axes) == 4 and len(bars_of(drawing)) == 4
    ratios = with_ratios(tiny_table)
    for name in tiny_table.index:
        for solver in ("glpk", "highs"):
            assert f"time (first row = 1) {solver} {ratios.loc[name, solver]}" in drawing.alt
    assert drawing.png().startswith(b"\x89PNG")


def test_longer_times_have_longer_bars_and_the_limit_an_open_one():
    short, long, limit = bars_of(plot_comparison(table_with([0.5, 5.0, "> 60 s"]), ratios=False))
    assert short.get_width() < long.get_width() < limit.get_width()
    assert limit.get_linestyle() == "--" and limit.get_facecolor() == (1, 1, 1, 1)
    assert short.get_linestyle() == "-" and short.get_facecolor() != (1, 1, 1, 1)


def test_a_first_row_at_the_limit_keeps_its_bar():
    first, other = bars_of(plot_comparison(table_with(["> 60 s", 15.0])))
    assert first.get_linestyle() == "--" and first.get_width() > other.get_width()
    assert "glpk limit" in repr(plot_comparison(table_with(["> 60 s", 15.0])))


def test_what_is_not_known_has_a_question_mark():
    table = table_with([1.0, 2.0]).assign(**{"root gap %": [None, 0.0], "glpk nodes": [None, 0]})
    drawing = plot_comparison(table)
    assert "root gap % ?" in repr(drawing) and "nodes glpk ?" in repr(drawing) and "root gap % 0" in repr(drawing)


# --- what `make bench` measures and stores ----------------------------------------------------------------------------


def test_every_family_grows_and_is_compared():
    assert set(bench_tasks.SERIES) == set(FAMILIES)
    assert {board.split("/")[0] for board in bench_tasks.COMPARISONS} == set(FAMILIES)
    for board, formulations in bench_tasks.COMPARISONS.items():
        assert set(formulations) <= set(FORMULATIONS[load(board).family])


@pytest.mark.parametrize("family", FAMILIES)
def test_a_series_grows(family):
    series = bench_tasks.SERIES[family]
    assert list(series.boards) == sorted(series.boards) and len(series.boards) >= 4
    assert set(series.formulations) <= set(FORMULATIONS[family])
    puzzles = [bench_tasks.board_of(board) for _, board in series.boards.values()]
    assert all(puzzle.family == family for puzzle in puzzles)
    sizes_of_models = [sizes(build(puzzle, series.formulations[-1]))["variables"] for puzzle in puzzles[:3]]
    assert sizes_of_models == sorted(sizes_of_models)


@pytest.fixture
def results(tmp_path, monkeypatch):
    """An empty folder for results, and a README with the two marks."""
    monkeypatch.setattr(bench_page, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(bench_page, "README", tmp_path / "README.md")
    (tmp_path / "README.md").write_text(f"before\n{bench_page.START}\nold\n{bench_page.END}\nafter\n")
    return tmp_path / "results"


def test_bench_stores_what_it_prints_and_leaves_other_families_alone(results, monkeypatch, capsys):
    series = bench_tasks.SERIES["window"]
    small = series._replace(boards=dict(list(series.boards.items())[:2]))
    monkeypatch.setitem(bench.SERIES, "window", small)
    monkeypatch.setattr(bench, "COMPARISONS", {"window/chapel_4x4": ("square_by_square", "lines_with_bounds")})
    monkeypatch.setattr(bench_page, "COMPARISONS", bench.COMPARISONS)
    earlier = {"run": "earlier", "family": "lights", "size": 9, "name": "3 x 3", "solver": "glpk", "seconds": 0.5}
    bench_page.store("growth", {"family": "lights"}, [{**earlier, "formulation": "eliminated"}])
    bench.main(["window"])
    printed, page = capsys.readouterr().out, (results / "README.md").read_text()
    assert bench_page.section("window") in printed and bench_page.section("window") in page
    growth = bench_page.stored("growth")
    assert list(growth["family"]) == ["lights"] + ["window"] * 8
    assert set(growth[growth["family"] == "window"]["answer"]) == {"legal"}
    assert (results / "window.svg").read_text().startswith("<?xml") and "(window.svg)" in page
    assert (results.parent / "README.md").read_text().startswith("before\n")


def test_a_curve_that_reached_the_limit_is_not_tried_on_larger_boards(results, monkeypatch):
    tried = []

    def never(model, solver, limit):
        tried.append(solver)
        return Result("time_limit"), {solver: f"> {limit} s", f"{solver} nodes": None, f"{solver} transfer": 0.0}

    monkeypatch.setattr(bench, "timed", never)
    bench._grow("now", "queens")
    assert tried == ["glpk", "highs"]
    assert list(bench_page.stored("growth")["seconds"]) == [f"> {bench_tasks.LIMIT} s"] * 2
    assert "> 20" in repr(bench_page.growth_plot("queens"))


def test_a_bench_that_is_stopped_keeps_what_it_has_measured(results, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "COMPARISONS", {"window/chapel_4x4": ("line_by_line", "lines_with_bounds")})
    monkeypatch.setattr(bench_page, "COMPARISONS", bench.COMPARISONS)
    monkeypatch.setattr(bench, "_grow", stopped)
    with pytest.raises(KeyboardInterrupt):
        bench.main(["window"])
    assert list(bench_page.stored("formulations")["formulation"]) == ["line_by_line", "lines_with_bounds"]
    assert (results / "README.md").read_text() == bench_page.page() and "line_by_line" in bench_page.page()


def test_storing_replaces_rows_with_the_same_key_only(results):
    bench_page.store("growth", {"family": "a"}, [{"family": "a", "seconds": 0.123456}])
    bench_page.store("growth", {"family": "b"}, [{"family": "b", "seconds": "> 20 s"}])
    bench_page.store("growth", {"family": "a"}, [{"family": "a", "seconds": None}])
    assert bench_page.stored("growth").to_dict("list") == {"family": ["b", "a"], "seconds": ["> 20 s", ""]}


@pytest.mark.parametrize(
    ("entry", "words"), [("0.2149", "0.21 s"), ("0.00312", "0.003 s"), ("17.6", "17.60 s"), ("> 60 s", "> 60 s")]
)
def test_times_for_a_reader(entry, words):
    assert bench_page.seconds(entry) == words


# --- what is stored in the repository ---------------------------------------------------------------------------------


def test_the_readme_says_what_bench_has_measured():
    text = bench_page.README.read_text(encoding="utf-8")
    assert text.split(bench_page.START)[1].split(bench_page.END)[0] == "\n" + bench_page.headline()
    for words in ("665 s", "more than 10 hours", "AIMMS 3.6", "CPLEX 10", "not the same puzzle"):
        assert words in bench_page.headline()


def test_the_results_page_is_written_from_the_stored_numbers():
    assert (bench_page.RESULTS / "README.md").read_text(encoding="utf-8") == bench_page.page()


def test_results_are_stored_for_every_board_and_every_family():
    formulations, growth = bench_page.stored("formulations"), bench_page.stored("growth")
    for board, names in bench_tasks.COMPARISONS.items():
        assert list(formulations[formulations["board"] == board]["formulation"]) == list(names), board
    for family in FAMILIES:
        assert (bench_page.RESULTS / f"{family}.svg").exists()
        measured = growth[growth["family"] == family]
        assert set(measured["formulation"]) == set(bench_tasks.SERIES[family].formulations)
        assert set(measured["solver"]) == {"glpk", "highs"}


def test_stored_times_of_one_table_come_from_one_run():
    for table, key in (("formulations", "board"), ("growth", "family"), ("enumerations", "board")):
        assert (bench_page.stored(table).groupby(key)["run"].nunique() == 1).all()
    assert set(bench_page.stored("formulations")["run"]) <= set(bench_page.stored("runs")["run"])


def test_building_and_handing_over_take_less_than_solving_or_than_anyone_notices():
    # Presolve alone answers some puzzles in a millisecond or two: less than Pyomo needs to write the model down.
    assert len(bench_page.stored("commonest")) == 10
    assert max(bench_page.longer_than_solving(), default=0) < NOBODY_NOTICES


def test_enumerations_that_were_finished_found_all_boards():
    stored = bench_page.stored("enumerations")
    assert set(stored["board"]) == {wish.board for wish in bench_tasks.ENUMERATIONS}
    finished = stored[~stored["seconds"].str.startswith(">")]
    assert (finished["found"] == finished["boards"]).all()
