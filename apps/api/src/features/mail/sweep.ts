import type { Services } from '../../platform/services.ts';
import { mailRepository } from './repository.ts';

const keptDays = 7;

export async function sweepMail({ db }: Services): Promise<void> {
  await mailRepository(db).forget(keptDays);
}
