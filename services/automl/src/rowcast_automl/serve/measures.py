"""What `/metrics` tells."""

from prometheus_client import Counter, Gauge, Histogram

PREDICTED_ROWS = Counter("rowcast_predicted_rows_total", "Rows that were answered.")
REQUEST_SECONDS = Histogram(
    "rowcast_predict_seconds",
    "Time to answer a predict request.",
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)
LOADED_MODELS = Gauge("rowcast_loaded_models", "Models in memory.")
LOADED_BYTES = Gauge("rowcast_loaded_model_bytes", "Estimated memory of the loaded models.")
