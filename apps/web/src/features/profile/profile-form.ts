import { languages, timezones } from '@rowcast/contracts/domain/settings';
import type { User } from '@rowcast/contracts/domain/user';
import { phoneNumber } from '@rowcast/contracts/http/auth';
import { profileForm } from '@rowcast/contracts/http/profile';
import { z } from 'zod';
import { currentLanguage } from '@/shared/i18n/i18n.ts';

/** As the fields hold it, where nothing is an empty text. */
export const profileFields = z.object({
  firstName: profileForm.shape.firstName,
  lastName: profileForm.shape.lastName,
  phoneNumber: z.union([z.literal(''), phoneNumber]),
  company: z.string().trim().max(100),
  position: z.string().trim().max(100),
  timezone: z.enum(timezones).optional(),
  language: z.enum(languages),
});
export type ProfileFields = z.input<typeof profileFields>;

export const profileValues = (user: User): ProfileFields => ({
  firstName: user.firstName,
  lastName: user.lastName,
  phoneNumber: user.phoneNumber ?? '',
  company: user.company ?? '',
  position: user.position ?? '',
  timezone: user.preferences.timezone,
  language: user.preferences.language ?? currentLanguage(),
});
