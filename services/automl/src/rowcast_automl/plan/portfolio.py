"""Configurations in the order in which they are tried: quick ones first, then by how often they help.

Boosting settings are those of AutoGluon's zero-shot portfolio of 2023.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rowcast_automl.contracts.generated import USUAL_BUNDLE_MEGABYTES, USUAL_ROW_MILLISECONDS, TrainingConfig
from rowcast_automl.estimators.base import MAX_NODES, Estimator
from rowcast_automl.estimators.custom_estimator import FAMILIES, family_of
from rowcast_automl.estimators.learning_steps import MOST_PASSES, ROUNDS, Steps
from rowcast_automl.estimators.registry import (
    BOOSTING,
    EXTRA_TREES,
    FOREST,
    KERNEL_RIDGE,
    LEAFWISE,
    LINEAR,
    NEIGHBOURS,
    NETWORK,
    PLAIN_NETWORK,
    SPLINE,
    SVM,
)
from rowcast_automl.features.schema import Task
from rowcast_automl.models.serving_cost import (
    BYTES_PER_NODE,
    DEFAULT_LIMIT,
    Cost,
    served_within,
    trees_cost,
    vectors_seconds,
)
from rowcast_automl.platform.errors import RowcastError, field_problem

MOST_BY_ROWS = ((100, 6), (500, 18), (2_500, 26))
KERNEL_ROWS, NEIGHBOUR_ROWS = 6_000, 5_000
# Of the rows, those that a support vector machine keeps at the least.
SUPPORT_SHARE = 0.2
# Normalised networks take a while, which few rows leave and many do not.
NORMALISED_FIRST_ROWS = 5_000
# All rows of a fold answer, in a metric of its own: more of them take longer than a row has.
METRIC_ROWS, METRIC_COLUMNS, METRIC_CELLS = 4_000, 300, 250_000
CELLS_A_SECOND = 2_000
METRIC_ROUNDS = 2
FOREST_TREES, NETWORKS = 300, 20
NORMALISED_BATCH, NORMALISED_PASSES = 128, 300
# A member's few trees judge a forest too hard: all members together have many, and are what is published.
JUDGED_TREES, JUDGED_ROWS = 100, 10_000
# A leaf of one row answers 0 or 1, which costs noisy classes dearly.
SHARED_LEAF = 5
# Of the time that one row may take, what a round of boosted members may; a tree of theirs has some 30 leaves.
BOOSTED_SHARE, BOOSTED_TREE, LEAST_ROUNDS = 0.5, trees_cost(1, 60), 200
# What a single member may, whose trees are as large as its settings let them.
MEMBER_SHARE, DEEP_NODES = 0.75, 600
# Fewer rounds ask for longer steps, or classes that take a tree each are not told apart in time.
STEPS = 15.0
# Of the trees of a forest: more where the members of a round are few, and with the time to write them.
FOREST_NODES, NODES_A_SECOND = 800_000, 10_000
# Of the plain linear model, which the report compares with.
SHRINKAGE = 1.0
# Those that learn from further rows where there are some.
MOST_GROWN = 6
LINEAR_CELLS, NETWORK_CELLS = 10_000_000, 3_000_000
LINEAR_CELLS_A_SECOND, NETWORK_CELLS_A_SECOND = 500_000, 150_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """One configuration to try.

    Parameters
    ----------
    log : bool
        Whether it learns the logarithm of the target.
    tuned_from : str or None
        The candidate near which its settings were looked for.
    grown : bool
        Whether it learns from the further rows, too.
    ends_at : int or None
        As FoldData has it.
    """

    name: str
    estimator: Estimator
    params: Mapping[str, Any] = field(default_factory=dict)
    log: bool = False
    tuned_from: str | None = None
    grown: bool = False
    ends_at: int | None = None

    @property
    def can_grow(self) -> bool:
        """Whether it can learn from rows that are read in parts, as boosted trees can."""
        return self.estimator.view == "boost"


@dataclass(frozen=True, slots=True)
class Shape:
    """What decides which configurations make sense.

    Parameters
    ----------
    seconds : float
        The time budget.
    n_splits : int
        Members that a model gets in the end: the more, the smaller each.
    skewed : bool
        Whether the target is not negative and long-tailed, so that its logarithm is learned, too.
    worded : bool
        Whether some column is free text.
    compared : int
        Columns that kernels compare rows by: those of the linear view.
    outputs : int
        Trees of a boosting round: one, or one for each of several classes.
    folds : int
        Members of a round.
    row_seconds : float
        What all members of a blend may take for one row.
    absolute : bool
        Whether absolute errors are to be small, so that every second boosted model learns by them.
    """

    task: Task
    n_samples: int
    n_features: int
    seconds: float
    n_splits: int
    skewed: bool
    worded: bool = False
    compared: int = 0
    outputs: int = 1
    folds: int = 5
    row_seconds: float = DEFAULT_LIMIT.seconds
    absolute: bool = False

    @property
    def rounds(self) -> int:
        """Boosting rounds with which a model stays affordable beside others."""
        trees = BOOSTED_SHARE * self.row_seconds / BOOSTED_TREE.seconds
        return int(min(ROUNDS, max(LEAST_ROUNDS, trees / (self.folds * self.outputs))))

    def rounds_with(self, nodes: int) -> int:
        """The same where trees have so many nodes, and one member alone may be what is affordable."""
        trees = MEMBER_SHARE * self.row_seconds / trees_cost(1, nodes).seconds
        return int(min(self.rounds, max(LEAST_ROUNDS // 2, trees / self.outputs)))

    def rate(self, usual: float, rounds: int) -> float:
        """The learning rate of boosting, longer where many classes leave it few rounds."""
        return max(usual, STEPS / rounds) if self.outputs > 1 else usual

    @property
    def nodes(self) -> int:
        """Those that the trees of a forest's member may have together."""
        return max(MAX_NODES, int(min(FOREST_NODES // self.folds, NODES_A_SECOND * self.seconds)))

    @property
    def hurried(self) -> bool:
        """Whether the table is large for the time, so that the first models should be quick ones."""
        return self.n_samples * self.n_features > CELLS_A_SECOND * self.seconds

    @property
    def comparable(self) -> bool:
        """Whether rows are few and short enough for a metric of their own."""
        within = self.n_samples <= METRIC_ROWS and self.compared <= METRIC_COLUMNS
        return within and self.n_samples * self.compared <= METRIC_CELLS

    def answers_by(self, share: float) -> bool:
        """Whether a row can be compared with such a share of the others in the time that it has."""
        return vectors_seconds(int(share * self.n_samples), self.compared) <= self.row_seconds

    def share(self, total: int, least: int, most: int) -> int:
        """One member's share of so many trees or networks."""
        return min(max(total // self.n_splits, least), most)


def portfolio(config: TrainingConfig, shape: Shape) -> list[Candidate]:
    """The candidates that the model type allows; fewer on few rows, where choosing overfits.

    Raises
    ------
    RowcastError
        VALIDATION_FAILED where a custom estimator is not named or cannot learn from so many rows.
    """
    if config.estimator is not None:
        name, estimator, params = family_of(config.estimator, Steps.of(config, shape.n_samples))
        room = {"nodes": nodes_within(config, shape)} if estimator.view == "forest" else {}
        return [Candidate(name, estimator, params | room)]
    if config.model_type == "custom":
        message = "A custom model needs an estimator or an ONNX file. Choose one."
        raise RowcastError("VALIDATION_FAILED", message, [field_problem("modelType", message)])
    most = next((count for limit, count in MOST_BY_ROWS if shape.n_samples <= limit), 100)
    steps = Steps.of(config, shape.n_samples)
    chosen = {
        "neural_network": lambda: in_forms(
            [*networks(shape, steps), *normalised_networks(shape, steps), *longer(shape, steps)], shape
        ),
        "xgboost": lambda: in_forms(boostings(shape, steps), shape),
        "random_forest": lambda: in_forms(forests(shape), shape),
        "auto": lambda: everything(shape),
    }[config.model_type]()
    return chosen[:most]


def limit_of(config: TrainingConfig) -> Cost:
    """What all members of a blend may cost."""
    megabytes = config.max_bundle_megabytes or USUAL_BUNDLE_MEGABYTES
    return served_within(promised_milliseconds(config), megabytes)


def nodes_within(config: TrainingConfig, shape: Shape) -> int:
    """Those of a chosen forest's member, so that the members of a round have room in the bundle."""
    return max(MAX_NODES, int(limit_of(config).size / BYTES_PER_NODE / shape.folds))


def promised_milliseconds(config: TrainingConfig) -> float:
    """How long a row may take."""
    return config.max_row_milliseconds or USUAL_ROW_MILLISECONDS


def grows_trees(config: TrainingConfig) -> bool:
    """Whether a model of trees is among the candidates."""
    if config.estimator is not None:
        return FAMILIES[config.estimator.name][1].view in ("boost", "forest")
    return config.model_type != "neural_network"


def everything(shape: Shape) -> list[Candidate]:
    """All families, each family's best first."""
    steps = Steps(shape.n_samples)
    leaf, boosted, forest = leafwise(shape), boostings(shape, steps), forests(shape)
    # Codes for numbers make these views some ten times as wide as the table.
    cells = shape.n_samples * shape.n_features
    line = linears() if cells <= max(LINEAR_CELLS, LINEAR_CELLS_A_SECOND * shape.seconds) else []
    few = cells <= max(NETWORK_CELLS, NETWORK_CELLS_A_SECOND * shape.seconds)
    nets = networks(shape, steps) if few else []
    normal = normalised_networks(shape, steps) if nets else []
    kernel = machines() if shape.n_samples <= KERNEL_ROWS and shape.answers_by(SUPPORT_SHARE) else []
    metric = kernel_regressions() if shape.comparable else []
    near = neighbours() if shape.n_samples <= NEIGHBOUR_ROWS and shape.answers_by(1.0) else []
    early, late = (normal, []) if shape.n_samples <= NORMALISED_FIRST_ROWS else ([], normal)
    families = [line[:1], nets[:1], boosted[:1], forest[:1], kernel[:1], early[:1], metric[:1], early[1:]]
    if shape.skewed:
        # Both forms in turn: what errs differently is worth more to the blend than what errs least.
        families = [logarithmic(each[:1]) for each in (nets, boosted)] + [leaf[:1]] + families
        families = [logarithmic(leaf[:1]), *families]
        families += [
            logarithmic(each) for each in (forest[:1], kernel[:1], metric[:1], leaf[1:2], nets[1:3], line[:1])
        ]
    else:
        families = [leaf[:1], *families]
    families += [nets[1:2], leaf[1:2], line[1:2], nets[2:3], metric[1:2], forest[1:2]]
    families += [boosted[1:2], kernel[1:2]]
    families += [nets[3:4], late, forest[2:3], leaf[2:3], nets[4:5]]
    if shape.skewed:
        families += [logarithmic(each) for each in (early[:1], boosted[1:2], forest[1:2], kernel[1:2])]
    families += [
        near[:1],
        boosted[2:3],
        leaf[3:4],
        line[2:3],
        metric[2:],
        kernel[2:],
        near[1:],
        forest[3:4],
        nets[5:6],
    ]
    families += [boosted[3:4], leaf[4:], boosted[4:], line[3:], nets[6:], forest[4:]]
    families += [longer(shape, steps)] if few else []
    ordered = [each for family in families for each in family]
    # What words say adds up, and this family learns that in a moment.
    return sorted(ordered, key=lambda each: each not in line[:1]) if shape.worded else ordered


def in_forms(candidates: list[Candidate], shape: Shape) -> list[Candidate]:
    """Each on the logarithm of a long-tailed target, too, beside itself."""
    if not shape.skewed:
        return candidates
    return [form for pair in zip(logarithmic(candidates), candidates, strict=True) for form in pair]


def logarithmic(candidates: list[Candidate]) -> list[Candidate]:
    """The same candidates on the logarithm of the target."""
    return [Candidate(f"{each.name}, log target", each.estimator, each.params, True) for each in candidates]


def linears() -> list[Candidate]:
    """Piecewise and plainly linear, with little and strong shrinkage."""
    return [
        Candidate("Piecewise linear", SPLINE, {"shrinkage": 10.0}),
        Candidate("Linear, strong shrinkage", LINEAR, {"shrinkage": 10.0}),
        Candidate("Linear", LINEAR, {"shrinkage": SHRINKAGE}),
        Candidate("Piecewise linear, strong shrinkage", SPLINE, {"shrinkage": 50.0}),
    ]


def boostings(shape: Shape, steps: Steps) -> list[Candidate]:
    """XGBoost settings; rounds or learning rate that a person changed are used in each."""
    settings = [
        (0.0663, 5, 0.976, 1.409),
        (0.0384, 7, 0.745, 0.556),
        (0.08776, 5, 0.663, 0.629),
        (0.0929, 7, 0.909, 0.804),
        (0.0294, 10, 0.546, 1.153),
        (0.01806, 10, 0.692, 0.603),
    ]
    names = ("learning_rate", "max_depth", "colsample_bytree", "min_child_weight")
    candidates = []
    for index, (rate, depth, *others) in enumerate(settings):
        rounds = shape.rounds_with(min(2 ** (int(depth) + 1) - 1, DEEP_NODES))
        chosen = (steps.rate_or(shape.rate(rate, rounds)), depth, *others)
        params = dict(zip(names, chosen, strict=True)) | objective(shape, index, "reg:absoluteerror")
        params["rounds"] = steps.rounds_or(rounds)
        candidates.append(Candidate(numbered("XGBoost", index), BOOSTING, params))
    return candidates


def leafwise(shape: Shape) -> list[Candidate]:
    """LightGBM settings, every second with random thresholds."""
    settings = [
        (0.1 if shape.hurried else 0.05, 31, 1.0, 20, False),
        (0.05, 31, 0.9, 20, True),
        (0.03, 64, 0.9, 3, False),
        (0.0339, 127, 0.828, 6, True),
        (0.01214, 53, 0.702, 14, False),
        (0.0403, 16, 0.434, 33, True),
        (0.0186, 22, 0.742, 6, False),
        (0.01046, 252, 0.590, 11, False),
    ]
    names = ("learning_rate", "num_leaves", "feature_fraction", "min_data_in_leaf", "extra_trees")
    candidates = []
    for index, (rate, leaves, *others) in enumerate(settings):
        rounds = shape.rounds_with(2 * leaves - 1)
        chosen = (shape.rate(rate, rounds), leaves, *others)
        params = dict(zip(names, chosen, strict=True)) | objective(shape, index, "regression_l1")
        candidates.append(Candidate(numbered("LightGBM", index), LEAFWISE, params | {"rounds": rounds}))
    return candidates


def objective(shape: Shape, index: int, absolute: str) -> dict[str, str]:
    """Of every second setting the one of absolute errors, where they count; else the usual one."""
    return {"objective": absolute} if shape.absolute and index % 2 else {}


def forests(shape: Shape) -> list[Candidate]:
    """Extremely randomised trees and random forests; larger leaves on more rows, and for noisy classes."""
    leaf = min(5, 1 + shape.n_samples // 5_000)
    trees = shape.share(FOREST_TREES, 15, 60)
    judged = JUDGED_TREES if shape.n_samples <= JUDGED_ROWS else trees
    sizes = {"trees": trees, "judged": judged, "nodes": shape.nodes}
    regression = shape.task == "regression"
    usual: str | float = 1.0 if regression else "sqrt"
    sharp = ("Extra trees", EXTRA_TREES, usual, leaf)
    settings = [sharp, ("Random forest", FOREST, 0.5 if regression else usual, leaf)]
    if not regression and leaf < SHARED_LEAF:
        smooth = [
            ("Random forest, larger leaves", FOREST, usual, SHARED_LEAF),
            ("Extra trees, larger leaves", EXTRA_TREES, usual, SHARED_LEAF),
        ]
        settings = [sharp, *smooth, *settings[1:]]
    settings += [
        ("Extra trees, many features", EXTRA_TREES, 0.75, leaf),
        ("Random forest, many features", FOREST, 0.75, leaf + 1),
    ]
    return [
        Candidate(name, estimator, {"features": features, "leaf": size, **sizes})
        for name, estimator, features, size in settings
    ]


def machines() -> list[Candidate]:
    """Support vector machines, smooth and sharp."""
    return [
        Candidate(numbered("SVM", index), SVM, {"C": strength, "width": width})
        for index, (strength, width) in enumerate(((10.0, 0.3), (100.0, 0.3), (3.0, 5.0), (1.0, 1.0)))
    ]


def kernel_regressions() -> list[Candidate]:
    """Kernel regressions in a learned metric: of any direction, of columns alone, and a smooth one."""
    settings = [("", 0.05, 1.0, True), (", column weights", 0.1, 1.0, False), (", wide", 0.01, 2.0, True)]
    return [
        Candidate(
            f"Kernel ridge{suffix}",
            KERNEL_RIDGE,
            {"ridge": ridge, "width": width, "rounds": METRIC_ROUNDS, "askew": askew},
        )
        for suffix, ridge, width, askew in settings
    ]


def neighbours() -> list[Candidate]:
    """Nearest neighbours, few and many."""
    return [Candidate(f"Nearest {count}", NEIGHBOURS, {"neighbours": count}) for count in (5, 20)]


def networks(shape: Shape, steps: Steps) -> list[Candidate]:
    """Dense networks; epochs or learning rate that a person changed are used in each.

    Numbers cut into pieces show them steps; as they are, what lies askew to the columns.
    """
    large = shape.n_samples > 10_000
    settings = [
        (NETWORK, (128, 128) if large else (64, 64), 1e-2, 0.1, 0.01),
        (PLAIN_NETWORK, (64, 64, 64), 5e-3, 0.2, 0.01),
        (NETWORK, (128,), 3e-3, 0.0, 0.01),
        (PLAIN_NETWORK, (128, 128), 5e-3, 0.2, 0.1),
        (NETWORK, (64, 64, 64), 5e-3, 0.2, 0.01),
        (NETWORK, (256, 128), 5e-3, 0.2, 0.01),
        (NETWORK, (32,), 2e-2, 0.05, 0.01),
    ]
    return [
        Candidate(
            f"Neural network {'-'.join(map(str, hidden))}{', plain numbers' * (estimator is PLAIN_NETWORK)}",
            estimator,
            {
                "hidden": hidden,
                "networks": shape.share(NETWORKS, 1, 4),
                "epochs": steps.passes(),
                "rate": steps.rate_or(rate),
                "decay": decay,
                "dropout": dropout,
                "batch": steps.batch,
            },
        )
        for estimator, hidden, rate, dropout, decay in settings
    ]


def longer(shape: Shape, steps: Steps) -> list[Candidate]:
    """The first networks with the passes that fewer rows would get, for those who have the time."""
    if not steps.are_few:
        return []
    return [
        replace(each, name=f"{each.name}, more passes", params={**each.params, "epochs": MOST_PASSES})
        for each in networks(shape, steps)[:4]
    ]


def normalised_networks(shape: Shape, steps: Steps) -> list[Candidate]:
    """On plain numbers, which learn for longer as batch normalisation lets them."""
    return [
        Candidate(
            f"Neural network {'-'.join(map(str, hidden))}, normalised",
            PLAIN_NETWORK,
            {
                "hidden": hidden,
                "networks": shape.share(2 * NETWORKS, 1, 4),
                "epochs": steps.passes(NORMALISED_PASSES),
                "rate": steps.rate_or(3e-3),
                "decay": 0.01,
                "dropout": 0.1,
                "batch": max(NORMALISED_BATCH, steps.batch),
                "normalised": True,
            },
        )
        for hidden in ((64,) * 3, (108,) * 4)
    ]


def numbered(name: str, index: int) -> str:
    """The name alone for the first."""
    return name if index == 0 else f"{name} {index + 1}"
