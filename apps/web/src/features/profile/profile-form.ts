import { languages } from '@rowcast/contracts/domain/people/preference-choices';
import { timezones } from '@rowcast/contracts/domain/people/timezones';
import type { User } from '@rowcast/contracts/domain/people/user';
import { phoneNumber } from '@rowcast/contracts/http/people/auth';
import { firstName, lastName } from '@rowcast/contracts/http/people/profile';
import { z } from 'zod';
import { currentLanguage } from '@/shared/i18n/i18n.ts';

/** A short name from sign-up may stay unchanged; new input must follow the rule. */
const unchangedOr = (now: string, rule: typeof firstName) => z.union([z.literal(now), rule]);

/** Form values, where missing values are empty text. */
export const profileFields = (user: Pick<User, 'firstName' | 'lastName'>) =>
  z.object({
    firstName: unchangedOr(user.firstName, firstName),
    lastName: unchangedOr(user.lastName, lastName),
    phoneNumber: z.union([z.literal(''), phoneNumber]),
    company: z.string().trim().max(100),
    position: z.string().trim().max(100),
    timezone: z.enum(timezones).optional(),
    language: z.enum(languages),
  });
export type ProfileFields = z.input<ReturnType<typeof profileFields>>;

export const profileValues = (user: User): ProfileFields => ({
  firstName: user.firstName,
  lastName: user.lastName,
  phoneNumber: user.phoneNumber ?? '',
  company: user.company ?? '',
  position: user.position ?? '',
  timezone: user.preferences.timezone,
  language: user.preferences.language ?? currentLanguage(),
});
