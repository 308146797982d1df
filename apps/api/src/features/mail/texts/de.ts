import type { MailTexts } from '../mail-texts.ts';

export const de: MailTexts = {
  code: {
    is: 'Ihr Rowcast-Code lautet {{code}}',
    link: 'Oder öffnen Sie diesen Link: {{link}}',
    once: 'Er gilt einmal und läuft in {{minutes}} Minuten ab. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail und geben Sie den Code nicht weiter.',
    purposes: {
      login: {
        subject: 'Ihr Rowcast-Code',
        wants: 'Mit diesem Code melden Sie sich bei Rowcast an.',
      },
      reset: {
        subject: 'Legen Sie Ihr Rowcast-Passwort fest',
        wants: 'Mit diesem Code legen Sie das Passwort Ihres Kontos fest.',
      },
      email: {
        subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
        wants: 'Dieser Code bestätigt diese Adresse für ein Rowcast-Konto.',
      },
      username: {
        subject: 'Bestätigen Sie Ihren neuen Benutzernamen',
        wants: 'Dieser Code bestätigt den neuen Benutzernamen Ihres Kontos.',
      },
      confirm: {
        subject: 'Bestätigen Sie Ihre Identität',
        wants: 'Dieser Code bestätigt eine Änderung an Ihrem Konto.',
      },
    },
  },
  emailChanged: {
    subject: 'Die E-Mail-Adresse Ihres Rowcast-Kontos wurde geändert',
    text: `Guten Tag {{name}},

die E-Mail-Adresse Ihres Rowcast-Kontos ist jetzt {{email}}. Codes werden ab sofort dorthin gesendet.

Wenn Sie diese Änderung nicht vorgenommen haben, wenden Sie sich sofort an den Administrator dieses Servers.
`,
  },
  usernameChanged: {
    subject: 'Der Benutzername Ihres Rowcast-Kontos wurde geändert',
    text: `Guten Tag {{name}},

der Benutzername Ihres Rowcast-Kontos ist jetzt {{username}}. Die URL Ihres Arbeitsbereichs hat sich mit geändert. Alte Links funktionieren weiter.

Wenn Sie diese Änderung nicht vorgenommen haben, ändern Sie Ihr Passwort und beenden Sie alle anderen Sitzungen.
`,
  },
  optOut: 'Sie möchten keine Einladungen von diesem Server mehr erhalten? {{link}}',
  invitation: {
    subject: 'Treten Sie {{workspace}} auf Rowcast bei',
    invites: '{{inviter}} hat Sie in den Arbeitsbereich {{workspace}} eingeladen, mit der Rolle {{role}}.',
    newSubject: 'Treten Sie einem Arbeitsbereich auf Rowcast bei',
    newInvites: '{{inviter}} hat Sie in einen Arbeitsbereich eingeladen, mit der Rolle {{role}}.',
    once: 'Der Link gilt einmal, sieben Tage lang und nur für {{to}}. Wenn Sie ihn nicht erwartet haben, ignorieren Sie diese E-Mail.',
  },
};
