import { Counter, Histogram, Registry } from 'prom-client';

/** What /metrics tells about predictions. */
interface Measures {
  registry: Registry;
  answered(status: number, milliseconds: number): void;
  dropped(): void;
}

export function openMeasures(): Measures {
  const registry = new Registry();
  const registers = [registry];
  const seconds = new Histogram({
    name: 'rowcast_prediction_duration_seconds',
    help: 'Time to answer a prediction',
    labelNames: ['status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers,
  });
  const dropped = new Counter({
    name: 'rowcast_request_log_dropped_total',
    help: 'Calls that are missing in the request log because it could not be written in time',
    registers,
  });
  return {
    registry,
    answered: (status, milliseconds) => seconds.observe({ status }, milliseconds / 1000),
    dropped: () => dropped.inc(),
  };
}
