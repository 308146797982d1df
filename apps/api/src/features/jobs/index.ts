export { handlersByQueue, jobHandlers } from './handlers.ts';
export { jobMeasures } from './metrics.ts';
export { reconcile } from './reconcile.ts';
export { scrub, scrubAndReport } from './scrub.ts';
export { runJobs } from './start-jobs.ts';
export { sweep } from './sweep.ts';
