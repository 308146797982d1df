"""Tables whose target hangs on words: a documented generator, so that what can be learned is known.

Words are drawn by their rank (Zipf, exponent 0.9) from a vocabulary of 2,000; of the rarer ones 300 carry a
normal weight each. A row's signal is the sum of its words' weights and, where asked, of numbers and a
category; the target is the signal with noise of 0.4 of its deviation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

VOCABULARY, CARRYING, LENGTH, NOISE = 2_000, 300, 20, 0.4
ENDS = (".", "!", " …", "", " 😀", "?\n")
ODD = (
    "",
    "   \t ",
    "!!! … ???",
    "HELLO Hello hello",
    "Straße STRASSE strasse",
    "İstanbul ΟΔΟΣ οδος",
    "مرحبًا بالعالم",
    "שָׁלוֹם עולם",
    "नमस्ते दुनिया",
    "日本語のテキスト",
    "I ❤️ it 😀😀 👍🏽",
    "12.5 -7 1e308 0x1F",
    "a\u0000b\u200bc\u00a0d",
    "=cmd|'/C calc'!A0 <script>alert(1)</script>",
    "e\u0301 é",
    "x" * 5_000,
    "word " * 5_000,
    " ".join(f"w{number:x}" for number in range(5_000)),
)


def review_rows(rows: int, seed: int, task: str, mixed: bool) -> list[dict[str, Any]]:
    """Rows of `review`, with `mixed` also `age`, `delay` and `channel`, and `target`."""
    random = np.random.default_rng(seed)
    words = np.array([f"w{number:x}" for number in range(VOCABULARY)])
    chances = np.arange(1, VOCABULARY + 1) ** -0.9
    chances /= chances.sum()
    weights = np.zeros(VOCABULARY)
    weights[random.choice(np.arange(20, VOCABULARY), CARRYING, replace=False)] = random.normal(0, 1, CARRYING)
    drawn = [
        random.choice(VOCABULARY, max(1, size), p=chances) for size in random.poisson(LENGTH, rows).tolist()
    ]
    signal = np.array([weights[each].sum() for each in drawn])
    age, delay = random.integers(18, 80, rows), random.normal(size=rows).round(3)
    channel = random.choice(["web", "shop", "phone"], rows)
    if mixed:
        signal = signal / signal.std() + 0.6 * delay + 0.5 * (channel == "web") + 0.4 * delay * (age > 45)
    signal = (signal - signal.mean()) / signal.std() + random.normal(0, NOISE, rows)
    made = []
    for row in range(rows):
        review = f"{' '.join(words[drawn[row]])}{ENDS[row % len(ENDS)]}"
        cells: dict[str, Any] = {"review": review.upper() if row % 7 == 0 else review}
        if mixed:
            cells |= {"age": int(age[row]), "delay": float(delay[row]), "channel": str(channel[row])}
        made.append(cells | {"target": target_of(task, float(signal[row]))})
    return made


def target_of(task: str, signal: float) -> str:
    """Two classes, three classes, or an amount."""
    if task == "regression":
        return f"{100 + 10 * signal:.3f}"
    if task == "binary":
        return "good" if signal > 0 else "bad"
    return "bad" if signal < -0.5 else "fair" if signal < 0.5 else "good"
