import type { MailTexts } from '../mail-texts.ts';

export const fr: MailTexts = {
  code: {
    is: 'Votre code Rowcast est {{code}}',
    link: 'Ou ouvrez ce lien : {{link}}',
    once: 'Il est valable une seule fois et expire dans {{minutes}} minutes. Si vous ne l’avez pas demandé, ignorez cet e-mail et ne communiquez le code à personne.',
    purposes: {
      login: {
        subject: 'Votre code Rowcast',
        wants: 'Ce code vous connecte à Rowcast.',
      },
      reset: {
        subject: 'Définissez votre mot de passe Rowcast',
        wants: 'Ce code définit le mot de passe de votre compte.',
      },
      email: {
        subject: 'Confirmez votre nouvelle adresse e-mail',
        wants: 'Ce code confirme cette adresse pour un compte Rowcast.',
      },
      username: {
        subject: 'Confirmez votre nouveau nom d’utilisateur',
        wants: 'Ce code confirme le nouveau nom d’utilisateur de votre compte.',
      },
      confirm: {
        subject: 'Confirmez votre identité',
        wants: 'Ce code confirme une modification de votre compte.',
      },
    },
  },
  emailChanged: {
    subject: 'L’adresse e-mail de votre compte Rowcast a été modifiée',
    text: `Bonjour {{name}},

L’adresse e-mail de votre compte Rowcast est maintenant {{email}}. Les codes y sont désormais envoyés.

Si vous n’êtes pas à l’origine de cette modification, contactez immédiatement l’administrateur de ce serveur.
`,
  },
  usernameChanged: {
    subject: 'Le nom d’utilisateur de votre compte Rowcast a été modifié',
    text: `Bonjour {{name}},

Le nom d’utilisateur de votre compte Rowcast est maintenant {{username}}. L’URL de votre espace de travail a aussi changé. Les anciens liens restent valables.

Si vous n’êtes pas à l’origine de cette modification, modifiez votre mot de passe et fermez toutes les autres sessions.
`,
  },
  optOut: 'Vous ne souhaitez plus recevoir d’invitations de ce serveur ? {{link}}',
  invitation: {
    subject: 'Rejoignez {{workspace}} sur Rowcast',
    invites: '{{inviter}} vous a invité à rejoindre l’espace de travail {{workspace}} avec le rôle {{role}}.',
    newSubject: 'Rejoignez un espace de travail sur Rowcast',
    newInvites: '{{inviter}} vous a invité à rejoindre un espace de travail avec le rôle {{role}}.',
    once: 'Le lien est valable une seule fois, pendant sept jours et uniquement pour {{to}}. Si vous ne l’attendiez pas, ignorez cet e-mail.',
  },
};
