export { archiveSweep } from './archives.repository.ts';
export { archiveJob } from './jobs/archive.ts';
export { eraseJob } from './jobs/erase.ts';
export { routes, screenRoutes } from './routes.ts';
