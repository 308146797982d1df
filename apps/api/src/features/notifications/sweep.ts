import type { Services } from '../../platform/services.ts';
import { forgetNotifications } from './repository.ts';

const keptDays = 90;

export const sweepNotifications = ({ db }: Services): Promise<void> => forgetNotifications(db, keptDays);
