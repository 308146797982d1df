import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ModelServer } from '../../platform/model-server.ts';
import type { Variant } from '../admission/live-route.ts';

/** Prometheus metrics of the predict path. Customer ids are not labels. */
export interface PredictMetrics {
  registry: Registry;
  /** @param milliseconds Null for a call whose time is its caller's. */
  answered(status: number, label: Variant['label'] | null, milliseconds: number | null, rows: number): void;
  limited(code: string): void;
  dropped(what: 'call' | 'text'): void;
  abandoned(): void;
  replayed(): void;
  /** Within this process. */
  workedOut(): void;
}

/** @param collect Called before metrics are rendered. */
export function createMetrics({ away }: Pick<ModelServer, 'away'>, collect: () => void): PredictMetrics {
  const registry = new Registry();
  const registers = [registry];
  const seconds = new Histogram({
    name: 'rowcast_prediction_duration_seconds',
    help: 'Time to answer a prediction',
    labelNames: ['status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers,
    collect,
  });
  const counter = <Name extends string>(name: string, help: string, labelNames: Name[] = []) =>
    new Counter({ name, help, labelNames, registers, collect });
  const rowsPredicted = counter('rowcast_predicted_rows_total', 'Rows that were answered');
  const byLabel = counter('rowcast_predictions_total', 'Answers by the label of their model', [
    'label',
    'class',
  ]);
  const limited = counter('rowcast_limited_total', 'Calls over a limit, by the limit that fired', ['code']);
  const abandoned = counter('rowcast_abandoned_total', 'Calls whose caller left before the answer');
  const replayed = counter('rowcast_idempotent_replays_total', 'Calls given the answer of an earlier one');
  const workedOut = counter('rowcast_light_predictions_total', 'Answers worked out without the model server');
  const dropped = counter(
    'rowcast_request_log_dropped_total',
    'Calls, or their texts, that are missing in the request log because it could not be written in time',
    ['what'],
  );
  for (const what of ['call', 'text']) dropped.inc({ what }, 0);
  new Gauge({
    name: 'rowcast_model_servers_away',
    help: 'Model servers that do not answer',
    registers,
    collect() {
      this.set(away().length);
    },
  });
  const children = new Map<number, ReturnType<typeof seconds.labels>>();
  const counters = new Map<string, ReturnType<typeof byLabel.labels>>();
  const childOf = (status: number) => {
    const known = children.get(status);
    if (known) return known;
    const child = seconds.labels({ status });
    children.set(status, child);
    return child;
  };
  function answered(
    status: number,
    label: Variant['label'] | null,
    milliseconds: number | null,
    rows: number,
  ): void {
    if (milliseconds !== null) childOf(status).observe(milliseconds / 1000);
    if (rows > 0) rowsPredicted.inc(rows);
    if (!label) return;
    const name = `${label}${status >= 500 ? 5 : 2}`;
    let child = counters.get(name);
    if (!child) {
      child = byLabel.labels({ label, class: status >= 500 ? 'failed' : 'answered' });
      counters.set(name, child);
    }
    child.inc();
  }
  return {
    registry,
    answered,
    limited: (code) => limited.inc({ code }),
    dropped: (what) => dropped.inc({ what }),
    abandoned: () => abandoned.inc(),
    replayed: () => replayed.inc(),
    workedOut: () => workedOut.inc(),
  };
}
