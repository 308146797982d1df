export { failAbandonedUploads } from './abandoned-uploads.ts';
export { ingestJob } from './jobs/ingest.ts';
export { lintJob } from './jobs/lint.ts';
export { createPullJob, pullJob } from './jobs/pull.ts';
export { lintDataset } from './lint/lint.ts';
export { datasetRepository, datasetSweep } from './repository.ts';
export { routes } from './routes.ts';
export { uploadDataset } from './upload.ts';
export { type NamedColumn, noColumn, quoted, refuseNoColumns, someNames } from './versions/unknown-column.ts';
