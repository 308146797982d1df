import { z } from 'zod';
import { userId } from '../../domain/ids.ts';
import { nameText } from '../../domain/name.ts';
import { languages } from '../../domain/people/preference-choices.ts';
import { timezones } from '../../domain/people/timezones.ts';
import { email, user, username } from '../../domain/people/user.ts';
import { defineRoute } from '../route.ts';
import { otpCode, phoneNumber } from './auth.ts';

const blankAsNull = (value: unknown) => (value === '' ? null : value);
const shortText = z.preprocess(blankAsNull, nameText({ min: 1 }).nullable()).optional();

/** Blank, or kept for integrations: nothing is sent there yet. The server checks that it is on the internet. */
export const webhookUrl = z.preprocess(
  blankAsNull,
  z
    .url({ protocol: /^https?$/, error: 'Enter a URL that starts with https:// or http://' })
    .max(2000)
    .nullable(),
);

const namePart = (tooShort: string) => nameText({ min: 2, tooShort });
export const lastNameTooShort = 'Last name must be at least 2 characters';
export const firstName = namePart('First name must be at least 2 characters');
export const lastName = namePart(lastNameTooShort);

/** What is left out stays as it is. */
export const profileForm = z.object({
  firstName: firstName.optional(),
  lastName: z
    .union([z.literal(''), lastName])
    .optional()
    .describe('empty only for who has none'),
  phoneNumber: z.preprocess(blankAsNull, phoneNumber.nullable()).optional(),
  company: shortText,
  position: shortText,
  webhookUrl: webhookUrl.optional(),
  timezone: z.enum(timezones).optional(),
  language: z.enum(languages).optional(),
});

/** The whole form of a profile may be sent. */
const updateProfileBody = profileForm.extend({
  email: z.string().max(254).optional().describe('not changed by this call, but by POST /users/me/email'),
  phone: profileForm.shape.phoneNumber.describe('the same as phoneNumber, which goes before it'),
});

/** What the profile screen shows. */
export const screenProfile = z
  .object({ id: userId, email: z.string(), webhook_url: z.string().nullable() })
  .meta({ id: 'ScreenProfile' });

const newEmail = z.object({ email });
const newUsername = z.object({ username });
const sent = z.object({ message: z.string(), mailbox: z.string().optional() });
const codeErrors = [
  'CODE_WRONG',
  'CODE_EXPIRED',
  'CODE_ATTEMPTS_EXCEEDED',
  'GUESSES_EXCEEDED',
  'RATE_LIMITED',
] as const;
const changeErrors = ['UNAUTHENTICATED', 'VALIDATION_FAILED'] as const;

export const maxAvatarMb = 5;

const base = { tag: 'Profile', auth: 'session' } as const;

export const profileRoutes = {
  update: defineRoute({
    ...base,
    id: 'updateProfile',
    method: 'put',
    path: '/auth/profile',
    summary: 'Update your profile',
    description: 'Changes name and contact details. Email address and username have calls of their own.',
    body: updateProfileBody,
    status: 200,
    response: user,
    errors: [...changeErrors, 'ADDRESS_REFUSED'],
  }),
  uploadAvatar: defineRoute({
    ...base,
    id: 'uploadAvatar',
    method: 'post',
    path: '/users/me/avatar',
    summary: 'Upload your picture',
    description:
      'Accepts PNG, JPEG, WebP, GIF or AVIF. The picture is cropped and re-encoded as a small square.',
    upload: true,
    maxUploadMb: maxAvatarMb,
    body: z.object({}),
    status: 200,
    response: user,
    errors: [...changeErrors, 'UPLOAD_MISSING', 'UPLOAD_ABORTED', 'FILE_TOO_LARGE', 'PICTURE_UNREADABLE'],
  }),
  removeAvatar: defineRoute({
    ...base,
    id: 'removeAvatar',
    method: 'delete',
    path: '/users/me/avatar',
    summary: 'Remove your picture',
    description: 'Deletes the picture. The initials are shown instead.',
    status: 200,
    response: user,
    errors: ['UNAUTHENTICATED'],
  }),
  avatar: defineRoute({
    tag: 'Profile',
    auth: 'none',
    id: 'getAvatar',
    method: 'get',
    path: '/avatars/:name',
    summary: 'Get a picture',
    description: 'Returns the picture with this name. The name cannot be guessed; no session is needed.',
    params: z.object({ name: z.string().regex(/^[0-9a-f]{32}$/) }),
    status: 200,
    download: ['image/webp'],
    errors: ['NOT_FOUND'],
  }),
  changeEmail: defineRoute({
    ...base,
    id: 'changeEmail',
    method: 'post',
    path: '/users/me/email',
    summary: 'Change your email address',
    description:
      'Mails a code to the new address. The address changes once the code is confirmed. Requires a recent proof of identity.',
    body: newEmail,
    status: 202,
    response: sent,
    errors: [...changeErrors, 'PROOF_REQUIRED', 'CODE_TOO_SOON', 'RATE_LIMITED'],
  }),
  confirmEmail: defineRoute({
    ...base,
    id: 'confirmEmail',
    method: 'post',
    path: '/users/me/email/confirm',
    summary: 'Confirm your new email address',
    description: 'Applies the new address with the code that was mailed to it.',
    body: newEmail.extend({ otp: otpCode }),
    status: 200,
    response: user,
    errors: [...changeErrors, ...codeErrors, 'PROOF_REQUIRED', 'CONFLICT', 'EMAIL_TAKEN'],
  }),
  changeUsername: defineRoute({
    ...base,
    id: 'changeUsername',
    method: 'post',
    path: '/users/me/username',
    summary: 'Change your username',
    description: 'Mails a code to your address. Requires a recent proof of identity.',
    proof: true,
    body: newUsername,
    status: 202,
    response: sent,
    errors: [...changeErrors, 'PROOF_REQUIRED', 'USERNAME_TAKEN', 'CODE_TOO_SOON', 'RATE_LIMITED'],
  }),
  confirmUsername: defineRoute({
    ...base,
    id: 'confirmUsername',
    method: 'post',
    path: '/users/me/username/confirm',
    summary: 'Confirm your new username',
    description: 'Renames you and your workspace. The previous workspace address redirects.',
    proof: true,
    body: newUsername.extend({ otp: otpCode }),
    status: 200,
    response: user,
    errors: [...changeErrors, ...codeErrors, 'PROOF_REQUIRED', 'CONFLICT', 'USERNAME_TAKEN'],
  }),
} as const;
