"""Columns that the tables under test are made of."""

import random

N = 400
LUCK = random.Random(5)
NOISE = [round(LUCK.gauss(0, 1), 4) for _ in range(N)]
LABELS = [LUCK.choice(["yes", "no", "no"]) for _ in range(N)]
AMOUNTS = [round(LUCK.lognormvariate(3, 1), 2) for _ in range(N)]
WEAK = [round(amount + LUCK.gauss(0, 30), 3) for amount in AMOUNTS]


def codes(report):
    return {(finding.code, finding.column) for finding in report.findings}
