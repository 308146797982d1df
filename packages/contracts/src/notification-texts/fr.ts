import type { NotificationTexts } from './texts.ts';

export const fr: NotificationTexts = {
  kinds: {
    'training.finished': '{{model}} v{{version}} est entraîné',
    'training.failed': 'L’entraînement de {{model}} v{{version}} a échoué',
    'deployment.live': '{{api}} répond maintenant avec v{{version}}',
    'deployment.failed':
      '{{model}} v{{version}} n’a pas pu être déployé ; la version précédente continue de répondre',
    'rollout.rolled_back': 'Le candidat de {{api}} a été retiré car il a dépassé une limite',
    'quota.reached': '{{api}} a atteint sa limite et refuse des appels',
    'team.invited': '{{name}} vous invite à rejoindre {{workspace}}',
    'team.joined': '{{name}} a rejoint l’équipe comme {{role}}',
    'team.approval_asked': '{{name}} vous demande d’approuver une invitation comme {{role}}',
    'team.role_changed': 'Votre rôle dans {{workspace}} est maintenant {{role}}',
    'team.removed': 'Vous n’êtes plus membre de {{workspace}}',
    'security.signed_in': 'Nouvelle connexion à votre compte : {{device}}, {{address}}',
    'security.session_ended': 'Une session de votre compte a été fermée : {{device}}, {{address}}',
    'security.password_changed': 'Votre mot de passe a été modifié : {{device}}, {{address}}',
    'security.email_changed': 'L’adresse e-mail de votre compte a été modifiée : {{device}}, {{address}}',
    'security.username_changed': 'Votre nom d’utilisateur a été modifié : {{device}}, {{address}}',
    'security.mfa_enabled':
      'Votre compte demande maintenant un code de votre authentificateur : {{device}}, {{address}}',
    'security.mfa_disabled':
      'Votre compte ne demande plus de code de votre authentificateur : {{device}}, {{address}}',
    'security.key_created': 'Une clé a été créée pour {{api}} : {{name}}',
    'security.data_exported': 'Les données de votre compte ont été exportées : {{device}}, {{address}}',
  },
  roles: {
    owner: 'propriétaire',
    admin: 'administrateur',
    developer: 'développeur',
    tester: 'testeur',
    viewer: 'lecteur',
  },
  mail: {
    many: 'Rowcast : {{count}} notifications',
    open: 'Ouvrir : {{url}}',
    settings: 'Choisissez ici les notifications que vous recevez et leur fréquence : {{url}}',
  },
};
