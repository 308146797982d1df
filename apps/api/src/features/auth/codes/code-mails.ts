import { fillText } from '@rowcast/contracts';
import type { MailTexts } from '../../mail/index.ts';
import type { CodePurpose } from './codes.repository.ts';

/** The page of the console that the mail's link opens, where it has one. */
export const linkPages: Partial<Record<CodePurpose, string>> = {
  login: '/verify-email',
  reset: '/reset-password',
};

export const codeMinutes = 10;

interface Sent {
  purpose: CodePurpose;
  code: string;
  link: string | null;
}

export function writeCode({ code: texts }: MailTexts, { purpose, code, link }: Sent) {
  const { subject, wants } = texts.purposes[purpose];
  const lines = [
    fillText(texts.is, { code }),
    ...(link ? [fillText(texts.link, { link })] : []),
    `${wants} ${fillText(texts.once, { minutes: codeMinutes })}`,
  ];
  return { subject, text: `${lines.join('\n\n')}\n` };
}
