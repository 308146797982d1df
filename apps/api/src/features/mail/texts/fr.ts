import type { MailTexts } from '../mail-texts.ts';

export const fr: MailTexts = {
  code: {
    is: 'Votre code Rowcast est {{code}}',
    link: 'Ou ouvrez ce lien : {{link}}',
    once: 'Il ne sert qu’une fois, pendant {{minutes}} minutes. Si ce n’est pas vous, ignorez ce message et ne donnez le code à personne.',
    purposes: {
      login: {
        subject: 'Votre code Rowcast',
        wants: 'Il est destiné à quelqu’un qui veut se connecter avec cette adresse.',
      },
      reset: {
        subject: 'Définissez votre mot de passe Rowcast',
        wants: 'Il est destiné à quelqu’un qui veut définir le mot de passe de votre compte.',
      },
      email: {
        subject: 'Confirmez votre nouvelle adresse',
        wants: 'Il est destiné à quelqu’un qui veut associer un compte à cette adresse.',
      },
      username: {
        subject: 'Confirmez votre nouveau nom d’utilisateur',
        wants: 'Il est destiné à quelqu’un qui veut renommer votre compte.',
      },
      confirm: {
        subject: 'Confirmez que c’est bien vous',
        wants: 'Il est destiné à quelqu’un qui veut modifier durablement votre compte.',
      },
    },
  },
  emailChanged: {
    subject: 'L’adresse de votre compte Rowcast a été modifiée',
    text: `Bonjour {{name}},

l’adresse de votre compte Rowcast est maintenant {{email}}. Les codes y sont désormais envoyés.

Si ce n’était pas vous, quelqu’un d’autre utilise votre compte : prévenez tout de suite l’administrateur de ce serveur.
`,
  },
  usernameChanged: {
    subject: 'Le nom d’utilisateur de votre compte Rowcast a été modifié',
    text: `Bonjour {{name}},

le nom d’utilisateur de votre compte Rowcast est maintenant {{username}}, et votre espace de travail se trouve à cette adresse. Les anciennes adresses y mènent toujours.

Si ce n’était pas vous, quelqu’un d’autre utilise votre compte : changez votre mot de passe et mettez fin aux autres sessions.
`,
  },
  invitation: {
    subject: 'Rejoignez {{workspace}} sur Rowcast',
    invites: '{{inviter}} vous invite à rejoindre l’espace de travail {{workspace}} avec le rôle {{role}}.',
    once: 'Le lien est valable sept jours, une seule fois et uniquement pour {{to}}. Si vous ne l’attendiez pas, ignorez ce message.',
  },
};
