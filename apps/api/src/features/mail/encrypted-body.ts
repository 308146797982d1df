import { z } from 'zod';
import { decrypt, encrypt } from '../../platform/security/encryption.ts';

const mailBody = z.object({
  text: z.string(),
  /** The one-time code, for those who may see it without opening the mail. */
  code: z.string().optional(),
  /** Address that the text names, for pages that can show it as a link. */
  link: z.string().optional(),
  /** Where the recipient declines further mails of this kind. */
  optOut: z.string().optional(),
  /** Where a mail program does so with one click. */
  oneClick: z.string().optional(),
  /** Dropped at delivery when nobody with this address has an account. */
  accountsOnly: z.boolean(),
});
export type MailBody = z.infer<typeof mailBody>;

export const sealBody = (body: MailBody, key: string): string => encrypt(JSON.stringify(body), key);

export const openBody = (sealed: string, key: string): MailBody =>
  mailBody.parse(JSON.parse(decrypt(sealed, key)));
