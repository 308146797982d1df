import { fillText, notificationTexts, type Role } from '@rowcast/contracts';
import type { UnitOfWork } from '../../platform/db/unit-of-work.ts';
import type { Services } from '../../platform/services.ts';
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
  role: Role;
  inviter: string;
  workspace: { id: string; name: string };
  message: string | null;
  token: string;
}

export async function sendInvitation(services: Services, unit: UnitOfWork, given: Invitation): Promise<void> {
  const { to, role, message, token } = given;
  const workspace = line(given.workspace.name, nameLength);
  const inviter = line(given.inviter, nameLength);
  const link = inviteLink(services, token);
  await sendMail(services, unit, {
    kind: 'invitation',
    workspaceId: given.workspace.id,
    to,
    write: ({ invitation: texts }, language) => ({
      subject: fillText(texts.subject, { workspace }),
      text: [
        fillText(texts.invites, { inviter, workspace, role: notificationTexts[language].roles[role] }),
        ...(message ? [quoted(message)] : []),
        link,
        `${fillText(texts.once, { to })}\n`,
      ].join('\n\n'),
    }),
    link,
    accountsOnly: false,
  });
}
