export { ingestJob } from './jobs/ingest.ts';
export { type DatasetRow, datasetRepository, datasetSweep } from './repository.ts';
export { routes } from './routes.ts';
