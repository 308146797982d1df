export { auditPerson } from './audit-person.ts';
export { recordRefusal, recordSecurityEvent } from './record.ts';
export { routes } from './routes.ts';
export { sweepSecurityLog } from './sweep.ts';
