export { watchDueMail } from './digest.ts';
export { sendPush } from './jobs/push.ts';
export { watchQuotas } from './limit-alerts.ts';
export { routes } from './routes.ts';
export { sweepNotifications } from './sweep.ts';
