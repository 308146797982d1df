import type { MailTexts } from '../mail-texts.ts';

export const de: MailTexts = {
  code: {
    is: 'Ihr Rowcast-Code lautet {{code}}',
    link: 'Oder öffnen Sie diesen Link: {{link}}',
    once: 'Er gilt einmal und für {{minutes}} Minuten. Waren Sie das nicht, dann ignorieren Sie diese E-Mail und geben Sie den Code niemandem.',
    purposes: {
      login: {
        subject: 'Ihr Rowcast-Code',
        wants: 'Er ist für jemanden, der sich mit dieser Adresse anmelden will.',
      },
      reset: {
        subject: 'Legen Sie Ihr Rowcast-Passwort fest',
        wants: 'Er ist für jemanden, der das Passwort Ihres Kontos festlegen will.',
      },
      email: {
        subject: 'Bestätigen Sie Ihre neue Adresse',
        wants: 'Er ist für jemanden, der ein Konto auf diese Adresse umstellen will.',
      },
      username: {
        subject: 'Bestätigen Sie Ihren neuen Benutzernamen',
        wants: 'Er ist für jemanden, der Ihr Konto umbenennen will.',
      },
      confirm: {
        subject: 'Bestätigen Sie, dass Sie es sind',
        wants: 'Er ist für jemanden, der Ihr Konto dauerhaft ändern will.',
      },
    },
  },
  emailChanged: {
    subject: 'Die Adresse Ihres Rowcast-Kontos wurde geändert',
    text: `Guten Tag {{name}},

die Adresse Ihres Rowcast-Kontos ist jetzt {{email}}. Codes gehen ab sofort dorthin.

Waren Sie das nicht, dann benutzt jemand anderes Ihr Konto: Wenden Sie sich sofort an die Verwaltung dieses Servers.
`,
  },
  usernameChanged: {
    subject: 'Der Benutzername Ihres Rowcast-Kontos wurde geändert',
    text: `Guten Tag {{name}},

der Benutzername Ihres Rowcast-Kontos ist jetzt {{username}}, und Ihr Arbeitsbereich liegt unter dieser Adresse. Frühere Adressen führen weiterhin dorthin.

Waren Sie das nicht, dann benutzt jemand anderes Ihr Konto: Ändern Sie Ihr Passwort und beenden Sie die anderen Sitzungen.
`,
  },
  invitation: {
    subject: 'Treten Sie {{workspace}} auf Rowcast bei',
    invites: '{{inviter}} lädt Sie in den Arbeitsbereich {{workspace}} ein, mit der Rolle {{role}}.',
    once: 'Der Link gilt sieben Tage, einmal und nur für {{to}}. Haben Sie ihn nicht erwartet, dann ignorieren Sie diese E-Mail.',
  },
};
