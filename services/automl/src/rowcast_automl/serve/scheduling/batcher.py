"""Rows of several callers answered by one run of the graph.

Nobody waits for company: what has arrived by the end of one turn of the event loop is run at once, and what
arrives during a run is the next one. Light runs happen in the loop: handing them to a thread costs more.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Protocol

import numpy as np
import structlog

from rowcast_automl.features.rows.field_notes import Note
from rowcast_automl.features.rows.row_reader import PackedRows
from rowcast_automl.features.tensors import Array, Tensors, stack
from rowcast_automl.platform.errors import RowcastError
from rowcast_automl.serve.http.error_responses import told_of
from rowcast_automl.serve.options.value_policy import Policy
from rowcast_automl.serve.processes.metrics import BATCH_ROWS, BUSY
from rowcast_automl.serve.requests.request_reader import RequestReader, Row
from rowcast_automl.serve.scheduling.pending_rows import Question
from rowcast_automl.serve.scheduling.worker_threads import CORES, Workers

MOST_ROWS = 1_024
MOST_WAITING_ROWS = 20_000
# Of one model that is slow: an api process has 64 connections, and half of them stay with the others.
MOST_WAITING = 32
SLOW_SECONDS = 0.25
IN_LOOP_SECONDS = 0.0015
ROWS_WORTH_A_THREAD = 40
NOTHING = Tensors(np.empty((0, 0)), np.empty((0, 0)))


@dataclass(slots=True)
class Batch:
    """Questions, each with the number of its rows and the warnings about them, and all rows in one piece."""

    parts: list[tuple[Question, int, list[Note]]]
    tensors: Tensors

    def hand_out(self, answers: Array) -> None:
        """Gives each question the answers to its own rows."""
        at = 0
        for question, rows, warnings in self.parts:
            end = at + rows
            try:
                if not question.gone:
                    question.answer(answers[at:end], warnings)
            except Exception:
                # One answer that cannot be given must not keep the others from theirs.
                structlog.get_logger().exception("answer not given")
                question.fail(RowcastError("INTERNAL"))
            at = end

    def refuse(self, error: Exception) -> None:
        """Tells everyone that the graph failed."""
        structlog.get_logger().error("graph failed", exc_info=error)
        for question, _, _ in self.parts:
            question.fail(told_of(error))


class Runner(Protocol):
    """What a batch is run by."""

    @property
    def reader(self) -> RequestReader:
        """Reads its rows."""

    @property
    def is_foreign(self) -> bool:
        """Whether its graph was made elsewhere: it may take longer than measured, so never in the loop."""

    def seconds_for(self, rows: int) -> float:
        """Processor time of a run of so many rows, by what was measured when the model was loaded."""

    def run(self, tensors: Tensors) -> Array:
        """Answers, shape (rows, classes) or (rows, 1); releases the interpreter's lock."""

    def pack(self, rows: Sequence[Row], from_text: bool, policy: Policy) -> PackedRows:
        """Reads rows.

        Raises
        ------
        RowcastError
            ROW_INVALID.
        """


class Batcher:
    """Answers questions to one model; used from the event loop's thread alone.

    Parameters
    ----------
    workers : Workers
        Threads shared by all models.
    """

    def __init__(self, model: Runner, workers: Workers) -> None:
        self._model = model
        self._workers = workers
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Question] = deque()
        self._rows = 0
        self._scheduled = False
        self._under_way: list[Question] = []
        self._run: asyncio.Task[None] | None = None

    def add(self, question: Question) -> None:
        """Takes a question on, or fails it with MODEL_SERVER_BUSY when too much is waiting."""
        rows = len(question.rows)
        if not question.patient and self._is_full(rows):
            BUSY.inc()
            question.fail(RowcastError("MODEL_SERVER_BUSY"))
            return
        self._waiting.append(question)
        self._rows += rows
        self._schedule()

    def _is_full(self, rows: int) -> bool:
        if self._waiting and self._rows + rows > MOST_WAITING_ROWS:
            return True
        if len(self._waiting) + len(self._under_way) < MOST_WAITING:
            return False
        if self._model.seconds_for(self._rows + rows) <= SLOW_SECONDS:
            return False
        return sum(not each.patient for each in chain(self._under_way, self._waiting)) >= MOST_WAITING

    def _schedule(self) -> None:
        if self._waiting and not self._scheduled and not self._under_way:
            self._scheduled = True
            self._loop.call_soon(self._next)

    def _next(self) -> None:
        self._scheduled = False
        taken = self._take()
        try:
            batch = self._pack(taken)
        except Exception as error:
            # As for want of memory; whoever waits is told, and whoever comes next is looked at.
            structlog.get_logger().exception("rows not packed")
            batch = Batch([], NOTHING)
            for question in taken:
                question.fail(told_of(error))
        if batch.parts:
            BATCH_ROWS.observe(len(batch.tensors))
            light = self._model.seconds_for(len(batch.tensors)) <= IN_LOOP_SECONDS
            if light and not self._model.is_foreign:
                self._run_here(batch)
            else:
                self._under_way = [question for question, _, _ in batch.parts]
                self._run = self._loop.create_task(self._run_aside(batch))
        self._schedule()

    def _take(self) -> list[Question]:
        taken: list[Question] = []
        rows = 0
        while self._waiting and (not taken or rows + len(self._waiting[0].rows) <= MOST_ROWS):
            question = self._waiting.popleft()
            self._rows -= len(question.rows)
            if not question.gone:
                rows += len(question.rows)
                taken.append(question)
        return taken

    def _pack(self, questions: list[Question]) -> Batch:
        if len(questions) > 1 and all(each.policy.takes_nulls and not each.from_text for each in questions):
            tensors = self._model.reader.read_plain([row for each in questions for row in each.rows])
            if tensors is not None:
                return Batch([(each, len(each.rows), []) for each in questions], tensors)
        batch, tensors_read = Batch([], NOTHING), []
        for question in questions:
            try:
                packed = self._model.pack(question.rows, question.from_text, question.policy)
            except RowcastError as error:
                question.fail(error)
            except Exception as error:
                structlog.get_logger().exception("rows not read")
                question.fail(told_of(error))
            else:
                batch.parts.append((question, len(question.rows), packed.warnings))
                tensors_read.append(packed.tensors)
        if tensors_read:
            batch.tensors = tensors_read[0] if len(tensors_read) == 1 else stack(tensors_read)
        return batch

    def _run_here(self, batch: Batch) -> None:
        try:
            answers = self._model.run(batch.tensors)
        except Exception as error:
            return batch.refuse(error)
        return batch.hand_out(answers)

    async def _run_aside(self, batch: Batch) -> None:
        tensors = batch.tensors
        parts = max(1, min(CORES, len(tensors) // ROWS_WORTH_A_THREAD))
        edges = np.linspace(0, len(tensors), parts + 1).astype(int)
        try:
            runs = [
                self._loop.run_in_executor(self._workers, self._model.run, tensors.take(slice(low, high)))
                for low, high in pairwise(edges)
            ]
            batch.hand_out(np.concatenate(await asyncio.gather(*runs)))
        except Exception as error:
            batch.refuse(error)
        finally:
            self._under_way = []
            self._schedule()
