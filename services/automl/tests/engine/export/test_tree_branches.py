"""Exported trees order their branches so that most rows read the next node in memory."""

from __future__ import annotations

import time

import numpy as np
import onnx
import pytest

from rowcast_automl.candidates.fitted_candidate import FittedCandidate
from rowcast_automl.estimators.base import View
from rowcast_automl.estimators.learning_steps import LearningSettings
from rowcast_automl.estimators.trees.flat_trees import FlatTrees
from rowcast_automl.export.served_model import export, open_graph
from rowcast_automl.export.tree_branches import MIN_NODES, opposite, turned
from rowcast_automl.models.blend import BaggedModel, Blend
from rowcast_automl.plan.default_configurations import forests, lightgbm_models, xgboost_models
from rowcast_automl.plan.plan_inputs import PlanInputs
from rowcast_automl.prepare.table_preparation import PreparedTable, prepare_table
from rowcast_automl.run.clock import Clock, StopSignal
from tests.engine.tables import write_csv
from tests.engine.training import config, scheduler_on, typed_table

ROWS = 500
SHAPE = PlanInputs("regression", ROWS, 4, 60.0, 5, skewed=False)
CANDIDATES = (xgboost_models(SHAPE, LearningSettings(ROWS))[0], lightgbm_models(SHAPE)[0], forests(SHAPE)[0])


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> PreparedTable:
    """Few different numbers, many of them cut at, most of them small, some missing."""
    folder = tmp_path_factory.mktemp("branches")
    random = np.random.default_rng(0)
    X = random.geometric(0.3, (ROWS, 4)) * random.choice([1.0, 1.0, -1.0, 0.0], (ROWS, 4))
    y = X @ [1, -2, 0.5, 0] + X[:, 0] * X[:, 3] + random.normal(size=ROWS)
    gaps = random.random((ROWS, 4)) < 0.1
    rows = [
        {**{f"x{at}": "" if gap[at] else value for at, value in enumerate(row)}, "target": truth}
        for row, gap, truth in zip(X, gaps, y, strict=True)
    ]
    table, profile = typed_table(write_csv(folder / "t.csv", rows), folder)
    return prepare_table(table, profile, config())


@pytest.fixture(scope="module")
def grown(prepared: PreparedTable) -> list[FittedCandidate]:
    scheduler, _ = scheduler_on(prepared.training_data, "rmse", Clock(600, time.monotonic(), StopSignal()))
    scheduler.fit_first_repeat(CANDIDATES)
    return scheduler.finished


@pytest.mark.parametrize("place", range(len(CANDIDATES)), ids=[each.name for each in CANDIDATES])
def test_trees_answer_the_same_whichever_way_their_comparisons_are_written(
    prepared: PreparedTable, grown: list[FittedCandidate], place: int
) -> None:
    model, expected = grown[place].model, grown[place].extras[0][:, 0]
    member = model.members[0]
    assert isinstance(member, FlatTrees)
    node, predictions = graph_of(prepared, model.view, member, MIN_NODES // len(member.node) + 1)
    assert np.abs(predictions - expected).max() < 1e-5
    # The nodes of the first are those of each.
    own = {name: values[: len(member.node)] for name, values in node.items()}
    first = np.arange(len(member.node)) - member.node
    behind = member.cover[first + own["nodes_falsenodeids"]] >= member.cover[first + own["nodes_truenodeids"]]
    assert behind[~member.leaf & (member.threshold != 0)].all() and turned(member).any()
    few, same = graph_of(prepared, model.view, member, 1)
    assert few["nodes_featureids"].max() < own["nodes_featureids"].max()
    assert np.abs(same - predictions).max() < 1e-5


def graph_of(
    prepared: PreparedTable, view: View, member: FlatTrees, count: int
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """The attributes of the trees' node, and standardised answers to the parity rows, of as many members."""
    training_data = prepared.training_data
    model = BaggedModel("trees", view, "value", (0,) * count, (member,) * count)
    blend = Blend("regression", 0, (model,), (1.0,), training_data.center, training_data.scale)
    graph = export(blend, prepared)
    nodes = onnx.load_from_string(graph).graph.node
    [trees] = [each for each in nodes if each.op_type == "TreeEnsembleRegressor"]
    found = {each.name: np.array(each.ints) for each in trees.attribute if each.ints}
    return found, (
        open_graph(graph, prepared.schema)(prepared.extra) - training_data.center
    ) / training_data.scale


@pytest.mark.parametrize("strict", [False, True])
def test_the_opposite_holds_of_the_negative_where_the_comparison_does_not(strict: bool) -> None:
    cuts = np.float32([-2.5, -1, 1e-30, 0.1, 1, 16_777_217, 3e38])
    near = np.concatenate([np.nextafter(cuts, np.float32(end)) for end in (-np.inf, np.inf)])
    values = np.concatenate([cuts, near, np.float32([0, -0.0, np.inf, -np.inf])])[:, None]
    compare = np.less if strict else np.less_equal
    assert (compare(-values, opposite(cuts, strict)) == ~compare(values, cuts)).all()


def test_comparisons_with_next_to_nothing_stay_as_they_are() -> None:
    blank = np.zeros(3, int)
    cover = np.float32([9, 8, 1])
    for threshold, expected in ((0.0, False), (1e-40, False), (0.5, True)):
        trees = FlatTrees(
            tree=blank,
            node=np.arange(3),
            feature=blank,
            threshold=np.float32([threshold, 0, 0]),
            left=np.array([1, 0, 0]),
            right=np.array([2, 0, 0]),
            missing_left=np.zeros(3, bool),
            leaf=np.array([False, True, True]),
            cover=cover,
            leaf_tree=np.zeros(2, int),
            leaf_node=np.array([1, 2]),
            leaf_output=np.zeros(2, int),
            leaf_value=np.ones(2),
            strict=False,
        )
        assert turned(trees).tolist() == [expected, False, False]
