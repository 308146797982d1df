export const modelErrors = {
  TARGET_NOT_FOUND: {
    status: 422,
    message: 'The target column is not in the dataset. Choose one of its columns.',
  },
  TARGET_ALL_MISSING: {
    status: 422,
    message: 'Every cell of the target column is missing. Choose another column.',
  },
  TARGET_ONE_CLASS: {
    status: 422,
    message: 'The target has only one value, so there is nothing to learn. Choose another column.',
  },
  TARGET_UNIQUE: {
    status: 422,
    message: 'Every target value is different, as in an ID column. Choose another column.',
  },
  TARGET_TOO_MANY_CLASSES: {
    status: 422,
    message: 'The target has too many classes. Choose another column or group the values.',
  },
  TARGET_NOT_NUMERIC: {
    status: 422,
    message: 'Regression needs a numeric target. Train a classification model, or choose another column.',
  },
  POSITIVE_LABEL_NOT_FOUND: {
    status: 422,
    message: "The positive class is not one of the target's two classes. Choose one of them, or none.",
  },
  COLUMNS_AMBIGUOUS: {
    status: 422,
    message:
      'Some columns can be read in two ways, and their cells do not show which is right. Choose a format for each of them, or exclude them.',
  },
  NO_FEATURES: {
    status: 422,
    message:
      "No columns are left to train on: all others are constant, empty, identifiers or excluded. Choose another target, change a column's type, or upload a table with more columns.",
  },
  TOO_FEW_LABELLED_ROWS: {
    status: 422,
    message: 'Too few rows have a target value. Add more rows with a target value.',
  },
  TOO_MANY_TRAININGS: {
    status: 429,
    message:
      'This workspace has reached its limit of running and queued trainings. Stop one, or wait until one ends, then try again.',
  },
  TRAINING_HOURS_EXCEEDED: {
    status: 429,
    message:
      'The time budgets of running and queued trainings exceed the limit of this workspace. Choose a shorter time budget, stop a training, or wait until one ends.',
  },
  TRAINING_OUT_OF_MEMORY: {
    status: 500,
    message: 'Training ran out of memory. Use fewer rows or columns, or increase WORKER_MEMORY_MB.',
  },
  TRAINING_TIMED_OUT: {
    status: 500,
    message: 'No model finished within the time budget. Increase the budget.',
  },
  TRAINING_CRASHED: { status: 500, message: 'The training process ended unexpectedly. Train again.' },
  TRAINING_CANCELLED: { status: 409, message: 'Training was stopped, and no model was saved.' },
  TRAINING_FAILED: {
    status: 500,
    message:
      'Training failed unexpectedly. Train again. If it happens again, send the request ID to your administrator.',
  },
  COMPUTE_UNAVAILABLE: {
    status: 503,
    message: 'The cluster at COMPUTE_URL is not reachable. Check the URL and the cluster.',
  },
  ONNX_INVALID: {
    status: 422,
    message: 'The file is not an ONNX model. Export the model to ONNX and upload the .onnx file.',
  },
  ONNX_UNSUPPORTED: {
    status: 422,
    message: 'The ONNX model uses unsupported features. See `fields`.',
  },
  ONNX_INPUTS_MISMATCH: {
    status: 422,
    message: "The ONNX model's inputs do not match the table's columns. Name each input like its column.",
  },
  ONNX_OUTPUTS_MISMATCH: {
    status: 422,
    message:
      "The ONNX model's outputs do not match the target. It must return one number, or one probability per class.",
  },
  ONNX_TOO_HEAVY: {
    status: 422,
    message: 'Checking the ONNX model exceeded the time or memory limit. Export a smaller model.',
  },
  PARITY_FAILED: {
    status: 500,
    message:
      'The model was not published because its exported form does not match the trained one. Train again.',
  },
  MODEL_NOT_READY: { status: 409, message: 'The model is not ready. Wait until training has finished.' },
  MODEL_DEPLOYED: {
    status: 409,
    message: 'The model is deployed. Deploy another model before deleting this one.',
  },
  NOTHING_TO_ROLL_BACK: {
    status: 409,
    message: 'There is no earlier deployment to roll back to. Deploy another model instead.',
  },
  BUNDLE_INVALID: {
    status: 422,
    message: 'The model bundle is damaged or was not signed by this installation.',
  },
  REBUILD_DATA_DIFFERS: {
    status: 422,
    message: 'This is not the data the model was trained on. Provide the original, unchanged file.',
  },
  REBUILD_DIFFERS: {
    status: 409,
    message: 'Retraining produced a different bundle. See `fields` for the differences.',
  },
  BUNDLE_LOAD_FAILED: {
    status: 502,
    message: 'The model server could not load the bundle. Try again. If it happens again, retrain the model.',
  },
  MODEL_TOO_LARGE: {
    // Not 503: retrying does not help.
    status: 507,
    message:
      "The model does not fit in the model server's memory. Increase MODEL_SERVER_MEMORY_MB, or deploy a smaller model.",
  },
  RELEASE_CHECK_FAILED: {
    status: 409,
    message: "The model did not pass this API's release checks, so it was not deployed.",
  },
  GOLDEN_ROWS_FAILED: {
    status: 502,
    message: 'The loaded model does not reproduce its expected predictions, so it was not deployed.',
  },
} as const;
