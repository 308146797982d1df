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
  /** Ends mails to people who did not ask for them. */
  optOut: string;
  /** The `new` ones are of new workspaces: they contain no text that the sender chose. */
  invitation: { subject: string; invites: string; newSubject: string; newInvites: string; once: string };
}
