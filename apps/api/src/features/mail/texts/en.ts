import type { MailTexts } from '../mail-texts.ts';

export const en: MailTexts = {
  code: {
    is: 'Your Rowcast code is {{code}}',
    link: 'Or open this link: {{link}}',
    once: 'It works once and expires in {{minutes}} minutes. If you did not request it, ignore this email and do not share the code.',
    purposes: {
      login: {
        subject: 'Your Rowcast code',
        wants: 'This code logs you in to Rowcast.',
      },
      reset: {
        subject: 'Set your Rowcast password',
        wants: 'This code sets the password of your account.',
      },
      email: {
        subject: 'Confirm your new email address',
        wants: 'This code confirms this address for a Rowcast account.',
      },
      username: {
        subject: 'Confirm your new username',
        wants: 'This code confirms the new username of your account.',
      },
      confirm: {
        subject: 'Confirm your identity',
        wants: 'This code confirms a change to your account.',
      },
    },
  },
  emailChanged: {
    subject: 'The email address of your Rowcast account was changed',
    text: `Hello {{name}},

The email address of your Rowcast account was changed to {{email}}. Codes are now sent there.

If you did not make this change, contact the administrator of this server immediately.
`,
  },
  usernameChanged: {
    subject: 'The username of your Rowcast account was changed',
    text: `Hello {{name}},

The username of your Rowcast account is now {{username}}. The URL of your workspace has changed with it. Old links keep working.

If you did not make this change, change your password and end all other sessions.
`,
  },
  optOut: 'Do not want invitations from this server? {{link}}',
  invitation: {
    subject: 'Join {{workspace}} on Rowcast',
    invites: '{{inviter}} invited you to join the workspace {{workspace}} as {{role}}.',
    newSubject: 'Join a workspace on Rowcast',
    newInvites: '{{inviter}} invited you to join a workspace as {{role}}.',
    once: 'The link is valid once, for seven days, and only for {{to}}. If you did not expect it, ignore this email.',
  },
};
