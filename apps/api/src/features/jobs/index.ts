export { runJobs } from './run.ts';
export { sweep } from './sweep.ts';
