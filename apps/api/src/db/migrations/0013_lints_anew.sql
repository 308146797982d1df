-- What a training would cost is told for each kind of model now; asked again, the worker looks anew.
DELETE FROM "dataset_lints";
