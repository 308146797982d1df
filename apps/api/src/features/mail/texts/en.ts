import type { MailTexts } from '../mail-texts.ts';

export const en: MailTexts = {
  code: {
    is: 'Your Rowcast code is {{code}}',
    link: 'Or open this link: {{link}}',
    once: 'It works once and for {{minutes}} minutes. If that is not you, ignore this mail and tell the code to nobody.',
    purposes: {
      login: {
        subject: 'Your Rowcast code',
        wants: 'It is for someone who wants to sign in with this address.',
      },
      reset: {
        subject: 'Set your Rowcast password',
        wants: 'It is for someone who wants to set the password of your account.',
      },
      email: {
        subject: 'Confirm your new address',
        wants: 'It is for someone who wants to move an account to this address.',
      },
      username: {
        subject: 'Confirm your new username',
        wants: 'It is for someone who wants to rename your account.',
      },
      confirm: {
        subject: 'Confirm that it is you',
        wants: 'It is for someone who wants to make a lasting change to your account.',
      },
    },
  },
  emailChanged: {
    subject: 'The address of your Rowcast account was changed',
    text: `Hello {{name}},

the address of your Rowcast account was changed to {{email}}. Codes are sent there from now on.

If that was not you, someone else is using your account: tell the administrator of this server at once.
`,
  },
  usernameChanged: {
    subject: 'The username of your Rowcast account was changed',
    text: `Hello {{name}},

the username of your Rowcast account is now {{username}}, and your workspace lies below that address. Former addresses still lead there.

If that was not you, someone else is using your account: change your password and end its other sessions.
`,
  },
  invitation: {
    subject: 'Join {{workspace}} on Rowcast',
    invites: '{{inviter}} invites you to join the workspace {{workspace}} as {{role}}.',
    once: 'The link works for seven days, once, and only for {{to}}. If you did not expect it, ignore this mail.',
  },
};
