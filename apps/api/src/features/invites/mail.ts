import type { Services } from '../../platform/services.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { line, sendMail } from '../mail/index.ts';
import { inviteLink } from './token.ts';

const nameLength = 100;
const quoted = (message: string) =>
  message
    .split('\n')
    .map((each) => `> ${each}`)
    .join('\n');

interface Invitation {
  to: string;
  role: string;
  inviter: string;
  workspace: string;
  message: string | null;
  token: string;
}

export async function sendInvitation(services: Services, unit: UnitOfWork, given: Invitation): Promise<void> {
  const { to, role, message, token } = given;
  const workspace = line(given.workspace, nameLength);
  const link = inviteLink(services, token);
  await sendMail(services, unit, {
    to,
    subject: `Join ${workspace} on Rowcast`,
    text: [
      `${line(given.inviter, nameLength)} invites you to join the workspace ${workspace} as ${role}.`,
      ...(message ? [quoted(message)] : []),
      link,
      `The link works for seven days, once, and only for ${to}. If you did not expect it, ignore this mail.\n`,
    ].join('\n\n'),
    link,
    accountsOnly: false,
  });
}
