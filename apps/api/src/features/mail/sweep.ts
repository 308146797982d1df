import type { Services } from '../../platform/services.ts';
import { recipientRepository } from './recipients/repository.ts';
import { mailRepository } from './repository.ts';

const keptDays = 7;

export async function sweepMail({ db, clock }: Services): Promise<void> {
  await mailRepository(db).forget(keptDays);
  await recipientRepository(db).forget(clock.now());
}
