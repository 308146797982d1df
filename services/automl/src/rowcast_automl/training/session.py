"""One training, from the typed table to the signed bundle."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rowcast_automl.calibrate.cross_fitted_evaluation import cross
from rowcast_automl.contracts.generated import (
    LintFinding,
    Reason,
    TableProfile,
    TrainingConfig,
    TrainingCost,
    TrainingProgress,
)
from rowcast_automl.ensemble.ensemble_weights import Blended, blend_tried, enter_weights, worth_repeating
from rowcast_automl.estimators.base import outputs_of
from rowcast_automl.estimators.registry import LEAFWISE, load
from rowcast_automl.export.latency_limit import lightened
from rowcast_automl.export.served_model import serve
from rowcast_automl.features.encoding.text_projection import MOST_AXES
from rowcast_automl.features.schema import Task
from rowcast_automl.fit.compute.connect import connect
from rowcast_automl.fit.cost_tracker import Accounts
from rowcast_automl.fit.fit_scheduler import Trials
from rowcast_automl.fit.hyperparameter_search import tune, worth_tuning
from rowcast_automl.fit.refit_on_more_rows import KEPT_SHARE, Growth, grown_rows, rows_to_grow_onto
from rowcast_automl.fit.refit_on_recent_rows import kept_seconds, knows_latest, learn_latest, to_learn_latest
from rowcast_automl.fit.remaining_time import Outlook
from rowcast_automl.metrics.scores import choose_metric
from rowcast_automl.models.serving_cost import Cost
from rowcast_automl.plan.cost_estimate import affordable_rows, repeats
from rowcast_automl.plan.first_candidate import quick_one_first
from rowcast_automl.plan.machine_speed import machine_pace
from rowcast_automl.plan.portfolio import MOST_GROWN, Candidate, Shape, portfolio, promised_milliseconds
from rowcast_automl.plan.reproducible_budget import FAR_SECONDS, configurations
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.platform.process.forked_task import OUT_OF_MEMORY
from rowcast_automl.platform.reasons import reason
from rowcast_automl.prepare.interaction_search import DERIVING_SHARE
from rowcast_automl.prepare.table_preparation import Prepared, never, prepare_table
from rowcast_automl.prepare.training_data import Workbench
from rowcast_automl.report.linear_baseline import SHORT_BUDGET, SHORT_SHARE, linear_first
from rowcast_automl.run.clock import Clock, StopSignal
from rowcast_automl.run.leaderboard import Board
from rowcast_automl.run.resources import Resources
from rowcast_automl.run.training_run import MayGoOn, Training
from rowcast_automl.training import preload
from rowcast_automl.training.publication import TrainedBundle, publish

# A first model may come a moment after the budget; no unit outlives it by more.
UNIT_GRACE = 2.0
EVERYTHING = 10_000
# Of the time that is left; a table for which that is too short is learned from as it is.
LINTING_SHARE = 0.05
# Of the time that is left, what choosing a lighter blend may take.
LIGHTENING_SHARE = 0.4

Lint = Callable[[MayGoOn], list[LintFinding] | Reason]


def train(
    table: Path,
    profile: TableProfile,
    config: TrainingConfig,
    *,
    out: Path,
    key: Ed25519PrivateKey,
    resources: Resources,
    started: float,
    onnx: bytes | None = None,
    listener: Callable[[TrainingProgress], None],
    stop: StopSignal,
    lint: Lint,
) -> TrainedBundle:
    """Trains on a typed Parquet table and writes a signed bundle to `out`.

    Parameters
    ----------
    table : Path
        Parquet file whose columns have the types that `profile` pins.
    started : float
        `time.monotonic()` from which the budget counts.
    onnx : bytes or None
        The file of a custom model that was uploaded.
    listener : callable
        Told of progress; must not raise.
    stop : StopSignal
        May be set at any time from a signal handler.
    lint : callable
        Looks through the table for the report while it may go on after so many seconds; or says why not.

    Raises
    ------
    RowcastError
        The target's errors, NO_FEATURES, VALIDATION_FAILED, TRAINING_TIMED_OUT, TRAINING_CANCELLED,
        TRAINING_FAILED, PARITY_FAILED or COMPUTE_UNAVAILABLE.
    """
    clock = Clock(FAR_SECONDS if config.reproducible else config.time_budget_seconds, started, stop)
    board = Board(clock, listener)
    training = Training(
        table=table, profile=profile, config=config, out=out, key=key, clock=clock, board=board
    )
    if config.onnx is not None and onnx is None:
        message = "The model was uploaded as an ONNX file, which is needed again. Name it with --onnx."
        raise RowcastError("ONNX_INVALID", message)
    board.phase("loading", "Reading the table")
    # What another thread is still loading could be waited for in vain after a fork.
    preload.load()
    found = lint(training.within(LINTING_SHARE))
    if isinstance(found, Reason):
        board.omit("lint", found)
    else:
        looked_through = profile.model_copy(update={"findings": [*profile.findings, *found]})
        training = replace(training, profile=looked_through)
    if config.onnx is not None and onnx is not None:
        return uploaded_bundle(training, onnx)
    return learned_bundle(training, resources)


def uploaded_bundle(training: Training, content: bytes) -> TrainedBundle:
    """The bundle of an uploaded model, with what checking it cost."""
    from rowcast_automl.training.uploaded.publication import publish_uploaded

    bundle = publish_uploaded(training, content)
    accounts = Accounts(training.profile, training.config, bundle.report.task, 1, 1.0)
    return with_cost(bundle, accounts.close([], training.clock.elapsed))


def learned_bundle(training: Training, resources: Resources) -> TrainedBundle:
    """The bundle of the best blend that the time allows, with what finding it cost.

    Raises
    ------
    RowcastError
        As `train`, but for what an uploaded model may lack.
    """
    profile, config, clock, board = training.profile, training.config, training.clock, training.board
    # This and the linear baseline fork, so they come before a cluster's threads are there.
    prepared = prepare_table(
        training.table,
        profile,
        config,
        may_derive=training.within(DERIVING_SHARE),
        threads=resources.threads,
        affordable=room(training, resources),
    )
    if prepared.bench.underived:
        board.omit("derived_numbers", prepared.bench.underived)
    clock.feel_pressure()
    line = None
    if config.time_budget_seconds <= SHORT_BUDGET and not config.reproducible:
        line = linear_first(prepared.bench, training.within(SHORT_SHARE))
    cluster, ends_at = resources.compute_url, clock.end + UNIT_GRACE
    with closing(connect(cluster, resources.threads, ends_at, resources.memory_bytes)) as compute:
        metric = choose_metric(config, prepared.target.task)
        board.begin(metric, prepared.baseline_score(metric))
        pace = resources.pace or machine_pace()
        accounts = Accounts(profile, config, prepared.target.task, resources.threads, pace)
        outlook = Outlook(accounts.unit_seconds, accounts.closing_seconds)
        trials = Trials(prepared.bench, clock, board, metric, compute, outlook, accounts.watch)

        def find_growth() -> Growth | None:
            # Nodes of a cluster lack the rows, which are on this machine's disk.
            rest = rows_to_grow_onto(prepared, config, clock.left) if cluster is None else None
            return None if rest is None else Growth(training, trials, prepared, rest)

        with trials.keeping(kept_seconds(trials, prepared.bench)):
            search(trials, prepared, config, board, find_growth)
        learn_latest(trials, prepared.bench, board)
        board.foresee(accounts.closing_seconds)
    tried = trials.finished
    if clock.stop.discard or (clock.stop.keep_best and not tried):
        raise RowcastError("TRAINING_CANCELLED")
    if not tried:
        raise nothing_learned(board)
    board.phase("ensembling", "Blending the models")

    def choose(limit: Cost) -> Blended:
        bench = replace(prepared.bench, limit=limit)
        found = blend_tried(tried, bench, line)
        board.phase("exporting", "Writing one graph from raw columns to the answer")
        return found

    blended, served, limit = lightened(
        choose,
        partial(serve, prepared=prepared),
        prepared.bench.limit,
        prepared.bench.text_cost,
        promised_milliseconds(config),
        # What a clock says would be in the bundle.
        never if config.reproducible else training.within(LIGHTENING_SHARE),
    )
    prepared = replace(prepared, bench=replace(prepared.bench, limit=limit))
    enter_weights(board, blended, tried, prepared.bench, metric)
    if grown := grown_rows(tried, blended.blend, prepared.bench):
        prepared = replace(prepared, target=prepared.target.told(reason("ROWS_GROWN", count=grown)))
    if knows_latest(blended.blend, prepared.bench):
        prepared = replace(prepared, target=prepared.target.told(reason("LATEST_LEARNED")))
    crossed = None if len(prepared.test) else cross(blended, tried, prepared.bench, board, metric)
    bundle = publish(training, prepared, blended, metric, served, crossed)
    return with_cost(bundle, accounts.close(tried, clock.elapsed))


def room(training: Training, resources: Resources) -> Callable[[Task], int] | None:
    """Tells how many labelled rows there is room for, if that is known or limited."""
    threads, memory, most = resources.threads, resources.memory_bytes, resources.most_rows
    if most is not None:
        return lambda _task: most
    if memory is None:
        return None
    return partial(affordable_rows, training.profile, training.config, threads, memory)


def with_cost(bundle: TrainedBundle, cost: TrainingCost) -> TrainedBundle:
    """The same, with what the training took in its report."""
    return replace(bundle, report=bundle.report.model_copy(update={"cost": cost}))


def search(
    trials: Trials,
    prepared: Prepared,
    config: TrainingConfig,
    board: Board,
    find_growth: Callable[[], Growth | None],
) -> None:
    """Tries the portfolio, then steadies in further rounds what the blend would use.

    In the reproducible mode a count of configurations ends it, and never the clock.

    Parameters
    ----------
    find_growth : callable
        Gives what fits some models again with more rows, or None; may read and encode some rows for that.
    """
    bench = prepared.bench
    free = len(bench.encoder.texts)
    given = prepared.extra.numbers.shape[1] + prepared.extra.texts.shape[1]
    width = given + len(bench.encoder.derived) + MOST_AXES * free
    seconds = config.time_budget_seconds
    shape = Shape(
        task=bench.task,
        n_samples=len(bench.truth),
        n_features=width,
        seconds=seconds,
        n_splits=bench.rounds * bench.folds,
        skewed=bench.log is not None,
        worded=free > 0,
        compared=bench.encoder.linear_width,
        outputs=outputs_of(bench.classes),
        folds=bench.folds,
        row_seconds=bench.limit.seconds,
        absolute=bench.absolute,
    )
    most = configurations(seconds, len(bench.truth), width) if config.reproducible else EVERYTHING
    candidates = without_missing_library(portfolio(config, shape))[:most]
    if not config.reproducible:
        candidates = quick_one_first(candidates, trials.foretold)
    most -= len(candidates)
    # In a training that counts, the others are for steadying.
    further = min(
        most // 2 if config.reproducible else most, worth_tuning(config, shape.task, shape.n_samples)
    )
    repeated = 0 if config.estimator else repeats(len(candidates), bench.rounds)
    again = to_learn_latest(bench, len(candidates))
    able = [replace(each, grown=True) for each in candidates if each.can_grow]
    growth = find_growth() if able else None
    planned = [*candidates, *(able[:MOST_GROWN] if growth else [])]
    trials.plan(planned, min(most, further + repeated) + again)
    board.phase("training", f"Trying {len(candidates)} models")
    with trials.keeping(growing=KEPT_SHARE * trials.spare if growth else 0.0):
        trials.first_round(candidates)
    # Where half of the time did not suffice for all, there is none to look for better settings first.
    left_out = trials.left_out if growth else []
    grown = bool(growth and left_out and growth.grow())
    if left_out and not grown:
        trials.expect(min(most, further + repeated) + again + len(left_out))
        trials.first_round(left_out)
    if further and trials.may_go_on and not grown:
        board.say("Trying settings near the best ones")
        most -= tune(trials, bench, further)
    if growth and not left_out:
        growth.grow()
    trials.expect(min(most, repeated) + again)
    if not config.estimator:
        steady(trials, bench, board, most)


def steady(trials: Trials, bench: Workbench, board: Board, most: int) -> None:
    """Fits what the blend would use on further rounds of splits.

    Parameters
    ----------
    most : int
        Configurations that may still be fitted.
    """
    for number in range(1, bench.rounds):
        if not trials.may_go_on:
            return
        chosen = worth_repeating(trials.finished, bench, number)
        most -= len(chosen)
        if most < 0 or not chosen:
            return
        best = "best model" if len(chosen) == 1 else f"{len(chosen)} best models"
        board.say(f"Repeating the {best} on other folds")
        trials.further_round(chosen, number)


def without_missing_library(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates without LightGBM's where the system's OpenMP library, which it needs, is not there."""
    try:
        if any(each.estimator is LEAFWISE for each in candidates):
            load(LEAFWISE)
    except OSError as error:
        structlog.get_logger().warning("lightgbm_left_out", why=type(error).__name__)
        return [each for each in candidates if each.estimator is not LEAFWISE]
    return candidates


def nothing_learned(board: Board) -> RowcastError:
    """Why no model was finished: the time was too short, or every fit failed."""
    failed = [entry for entry in board.entries.values() if entry.status == "failed"]
    if not failed:
        return RowcastError("TRAINING_TIMED_OUT")
    if any(OUT_OF_MEMORY in (entry.why or ()) for entry in failed):
        return RowcastError("TRAINING_OUT_OF_MEMORY")
    return RowcastError("TRAINING_FAILED")
