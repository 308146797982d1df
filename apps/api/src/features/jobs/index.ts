export { handlersByQueue, jobHandlers } from './handlers.ts';
export { jobMeasures } from './measures.ts';
export { reconcile } from './reconcile.ts';
export { runJobs } from './run.ts';
export { sweep } from './sweep.ts';
