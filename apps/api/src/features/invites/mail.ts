import { fillText, notificationTexts, type Role } from '@rowcast/contracts';
import type { UnitOfWork } from '../../platform/db/unit-of-work.ts';
import type { Services } from '../../platform/services.ts';
import { line, sendMail } from '../mail/index.ts';
import { isNewWorkspace } from './new-workspace.ts';
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
  /** Of the sender's account; null if it was deleted. */
  inviterEmail: string | null;
  workspace: { id: string; name: string };
  message: string | null;
  token: string;
}

export async function sendInvitation(services: Services, unit: UnitOfWork, given: Invitation): Promise<void> {
  const { to, role, message, token } = given;
  const workspace = line(given.workspace.name, nameLength);
  const inviter = line(given.inviter, nameLength);
  const link = inviteLink(services, token);
  const isNew = await isNewWorkspace(services, unit.db, given.workspace.id);
  await sendMail(services, unit, {
    kind: 'invitation',
    workspaceId: given.workspace.id,
    to,
    write: ({ invitation: texts }, language) => {
      const roleName = notificationTexts[language].roles[role];
      return {
        subject: isNew ? texts.newSubject : fillText(texts.subject, { workspace }),
        text: [
          isNew
            ? fillText(texts.newInvites, { inviter: given.inviterEmail ?? 'Rowcast', role: roleName })
            : fillText(texts.invites, { inviter, workspace, role: roleName }),
          ...(message && !isNew ? [quoted(message)] : []),
          link,
          `${fillText(texts.once, { to })}\n`,
        ].join('\n\n'),
      };
    },
    link,
    accountsOnly: false,
  });
}
