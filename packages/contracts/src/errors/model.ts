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
    message: 'Every target value is different, like an identifier. Choose another column.',
  },
  TARGET_TOO_MANY_CLASSES: {
    status: 422,
    message: 'The target has too many classes. Choose another column or group the values.',
  },
  TARGET_NOT_NUMERIC: {
    status: 422,
    message: 'Regression needs a numeric target. Train a classification, or choose another column.',
  },
  POSITIVE_LABEL_NOT_FOUND: {
    status: 422,
    message: 'The positive label is not one of two classes of the target. Choose one of them, or none.',
  },
  NO_FEATURES: {
    status: 422,
    message:
      'No column is left to learn from: all others are constant, empty, identifiers or left out. Choose another target, change the type of a column, or upload a table with more columns.',
  },
  TOO_FEW_LABELLED_ROWS: { status: 422, message: 'Too few rows have a target value.' },
  TOO_MANY_TRAININGS: {
    status: 429,
    message:
      'This workspace has as many trainings open as it may. Stop one, or wait until one ends, then try again.',
  },
  TRAINING_OUT_OF_MEMORY: {
    status: 500,
    message: 'Training ran out of memory. Use fewer rows or columns, or raise WORKER_MEMORY_MB.',
  },
  TRAINING_TIMED_OUT: {
    status: 500,
    message: 'No model was finished within the time budget. Raise the budget.',
  },
  TRAINING_CRASHED: { status: 500, message: 'The training process ended unexpectedly. Train again.' },
  TRAINING_CANCELLED: { status: 409, message: 'Training was stopped, and no model was kept.' },
  TRAINING_FAILED: {
    status: 500,
    message:
      'Training failed unexpectedly. Train again; if it repeats, send the request id to your administrator.',
  },
  COMPUTE_UNAVAILABLE: {
    status: 503,
    message: 'The cluster that COMPUTE_URL names cannot be reached. Check the address and the cluster.',
  },
  ONNX_INVALID: {
    status: 422,
    message: 'The file is not an ONNX model. Export the model to ONNX and upload the .onnx file.',
  },
  ONNX_UNSUPPORTED: {
    status: 422,
    message: 'The ONNX model uses something that is not allowed here. What it is stands under fields.',
  },
  ONNX_INPUTS_MISMATCH: {
    status: 422,
    message: "The ONNX model's inputs do not fit the table's columns. Name each input like its column.",
  },
  ONNX_OUTPUTS_MISMATCH: {
    status: 422,
    message: "The ONNX model's outputs do not fit the target. It needs one number, or a probability a class.",
  },
  ONNX_TOO_HEAVY: {
    status: 422,
    message: 'Checking the ONNX model took more time or memory than is allowed. Export a smaller one.',
  },
  PARITY_FAILED: {
    status: 500,
    message: 'The model was not published: its served form does not agree with the trained one.',
  },
  MODEL_NOT_READY: { status: 409, message: 'The model is not ready. Wait until training has finished.' },
  MODEL_DEPLOYED: { status: 409, message: 'The model is deployed. Deploy another one first.' },
  NOTHING_TO_ROLL_BACK: {
    status: 409,
    message: 'There is no earlier deployment to go back to. Deploy another model instead.',
  },
  BUNDLE_INVALID: { status: 422, message: 'The model bundle is damaged or not signed by this installation.' },
  REBUILD_DATA_DIFFERS: {
    status: 422,
    message: 'This is not the data that the model was trained on. Give the original file, unchanged.',
  },
  REBUILD_DIFFERS: {
    status: 409,
    message: 'Training again gave another bundle. What differs is named under fields.',
  },
  BUNDLE_LOAD_FAILED: {
    status: 502,
    message: 'The model server could not load the bundle. Try again; if it repeats, train the model again.',
  },
  MODEL_TOO_LARGE: {
    // Not 503: nothing is gained by trying again.
    status: 507,
    message:
      'The model does not fit into the memory of a model server. Have MODEL_SERVER_MEMORY_MB raised, or deploy a smaller model.',
  },
  RELEASE_CHECK_FAILED: {
    status: 409,
    message: 'The model does not hold what this API asks of its models, so it was not deployed.',
  },
  GOLDEN_ROWS_FAILED: {
    status: 502,
    message: 'The loaded model does not reproduce its golden rows, so it was not deployed.',
  },
} as const;
