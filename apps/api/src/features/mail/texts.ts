import type { Language } from '@rowcast/contracts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';

interface MailText {
  subject: string;
  text: string;
}

/** What {{…}} stands for is filled in with `fillText`. */
export interface MailTexts {
  code: {
    is: string;
    link: string;
    once: string;
    purposes: Record<
      'login' | 'reset' | 'email' | 'username' | 'confirm',
      { subject: string; wants: string }
    >;
  };
  emailChanged: MailText;
  usernameChanged: MailText;
  invitation: { subject: string; invites: string; once: string };
}

export const mailTexts: Record<Language, MailTexts> = { en, es, fr, de };
