interface MailText {
  subject: string;
  text: string;
}

/** What {{…}} stands for is filled in with `fillText`. */
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
