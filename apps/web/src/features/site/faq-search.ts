import { useTranslation } from 'react-i18next';
import { type FaqKey, firstQuestions, furtherQuestions } from './faq.ts';

/** Without case and accents, so that "modele" finds "modèle". */
function plain(text: string) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The questions whose text or answer contains every word of a search, in any order; all of them without a search. */
export function useFaqSearch(search: string): readonly FaqKey[] {
  const { t } = useTranslation('site', { keyPrefix: 'help.faq' });
  const words = plain(search).split(/\s+/).filter(Boolean);
  return [...firstQuestions, ...furtherQuestions].filter((key) => {
    const text = plain(`${t(`${key}.question`)} ${t(`${key}.answer`)}`);
    return words.every((word) => text.includes(word));
  });
}
