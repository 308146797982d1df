"""A few invalid cells change neither the score nor the predictions beyond noise."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rowcast_automl.serve.pool.loaded_model import LoadedModel
from tests.engine.tables import write_csv
from tests.engine.training import KEY, config, train_file

ROWS = 300
INVALID = {
    "size": "see note",
    "joined": "0000-00-00",
    "price": "tbd",
    "share": "n/k",
    "city": "#REF!",
}
NEW = [
    {"size": size, "joined": "2022-05-06", "price": "$1,500.00", "share": "12.5%", "city": "Oslo"}
    for size in (5, 95)
]


def trained(folder: Path, invalid: dict[str, str]) -> tuple[float, list[float]]:
    r, rows = random.Random(4), []
    for place in range(ROWS):
        size = r.randrange(100)
        row = {
            "size": size,
            "joined": f"2022-{r.randrange(1, 13):02}-{r.randrange(1, 29):02}",
            "price": f"${r.randrange(1_000, 9_999):,}.{r.randrange(100):02}",
            "share": f"{r.randrange(1, 1000) / 10}%",
            "city": r.choice(["Oslo", "Pune", "Lima"]),
            "target": "yes" if size + r.gauss(0, 10) > 50 else "no",
        }
        found = {name: text for at, (name, text) in enumerate(invalid.items()) if place % 100 == 50 + at}
        rows.append(row | found)
    folder.mkdir()
    out = folder / "m.rowcast"
    settings = config(modelType="custom", estimator={"name": "xgboost"}, epochs=5)
    result = train_file(write_csv(folder / "t.csv", rows), out, settings)
    answers = LoadedModel(out, KEY.public_key()).predict(NEW).predictions
    score = result.report.score.value
    assert score is not None
    return score, [each["probabilities"]["yes"] for each in answers]


def test_score_and_predictions_stay_within_noise(tmp_path: Path) -> None:
    score, answers = trained(tmp_path / "clean", {})
    assert answers[0] < 0.2 < 0.8 < answers[1]
    found, others = trained(tmp_path / "invalid", INVALID)
    assert found == pytest.approx(score, abs=0.03)
    assert others == pytest.approx(answers, abs=0.1)
