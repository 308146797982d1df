import type { CodePurpose } from './codes.repository.ts';

interface CodeMail {
  subject: string;
  /** What the code does. */
  does: string;
  /** The page of the console that the link opens, where the mail has one. */
  page: string | null;
}

export const codeMails: Record<CodePurpose, CodeMail> = {
  login: { subject: 'Your Rowcast code', does: 'sign in to', page: '/verify-email' },
  reset: { subject: 'Set your Rowcast password', does: 'set the password of', page: '/reset-password' },
  email: { subject: 'Confirm your new address', does: 'move to this address', page: null },
  username: { subject: 'Confirm your new username', does: 'rename', page: null },
  confirm: { subject: 'Confirm that it is you', does: 'make a lasting change to', page: null },
};

export const codeMinutes = 10;

export function textOf({ does }: CodeMail, code: string, link: string | null): string {
  const lines = [
    `Your Rowcast code is ${code}`,
    ...(link ? [`Or open this link: ${link}`] : []),
    `It is for someone who wants to ${does} your account. It works once and for ${codeMinutes} minutes. If that is not you, ignore this mail and tell the code to nobody.`,
  ];
  return `${lines.join('\n\n')}\n`;
}
