import type { Language } from '@rowcast/contracts';
import type { MailTexts } from './mail-texts.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';

export const mailTexts: Record<Language, MailTexts> = { en, es, fr, de };
