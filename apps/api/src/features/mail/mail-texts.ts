interface MailText {
  subject: string;
  text: string;
}

/** Placeholders such as {{code}} are filled in by `fillText`. */
export interface MailTexts {
  code: {
    is: string;
    link: string;
    once: string;
    purposes: Record<
      'login' | 'reset' | 'email' | 'username' | 'confirm',
      { subject: string; wants: string }
    >;
  };
  emailChanged: MailText;
  usernameChanged: MailText;
  invitation: { subject: string; invites: string; once: string };
}
