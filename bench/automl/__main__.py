"""`python -m automl … PEER=INTERPRETER…`, which main.ts calls: measures what is missing and prints all."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from automl.measuring import measure, version_of
from automl.printing import print_facts, print_header, print_line, print_summary
from automl.results import MEASURED, Cell, Result, load
from automl.tables import Table, read_index, seeds_for


def parse() -> argparse.Namespace:
    """Options, checked by main.ts but for the names of tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--budget", type=float, required=True)
    parser.add_argument("--tables", default="")
    parser.add_argument("--seeds", default="0,1,2")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("interpreters", nargs="+", metavar="PEER=PYTHON")
    return parser.parse_args()


def chosen_tables(folder: Path, names: str) -> list[Table]:
    """All tables, or those named."""
    tables = read_index(folder)
    wanted = [name for name in names.split(",") if name]
    unknown = set(wanted) - {table.name for table in tables}
    if unknown:
        raise SystemExit(f"There is no table {', '.join(sorted(unknown))} in {folder}.")
    return [table for table in tables if not wanted or table.name in wanted]


def main() -> int:
    """Exit code 1 when something that is wanted of Rowcast was missed."""
    # When stopped, it also stops what it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options = parse()
    tables = chosen_tables(options.data, options.tables)
    interpreters = dict(each.split("=", 1) for each in options.interpreters)
    seeds = [int(seed) for seed in options.seeds.split(",")]
    print_facts(sys.argv[1:])
    print_header()
    results: list[Result] = []
    for table in tables:
        for seed in seeds_for(table, seeds):
            for peer, interpreter in interpreters.items():
                cell = Cell(peer, table.name, seed, options.budget)
                version = version_of(peer, interpreter)
                kept = load(options.out, cell, version) or load(MEASURED, cell, version)
                result = kept or measure(cell, table, interpreter, options.out)
                print_line(result)
                results.append(result)
    metrics = {table.name: table.metric for table in tables}
    return 0 if print_summary(results, metrics, options.out) else 1


if __name__ == "__main__":
    sys.exit(main())
