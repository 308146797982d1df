import type { NotificationTexts } from './texts.ts';

export const fr: NotificationTexts = {
  kinds: {
    'training.finished': 'L’entraînement de {{model}} v{{version}} est terminé',
    'training.failed': 'L’entraînement de {{model}} v{{version}} a échoué',
    'deployment.live': '{{api}} sert maintenant v{{version}}',
    'deployment.failed':
      '{{model}} v{{version}} n’a pas pu être déployé ; la version précédente reste active',
    'rollout.rolled_back': 'Le candidat de {{api}} a été annulé, car il a dépassé une limite',
    'quota.reached': '{{api}} a atteint sa limite et rejette les appels',
    'storage.damaged':
      'Les données stockées de {{name}} v{{version}} sont endommagées et ne sont pas utilisées ; restaurez-les à partir d’une sauvegarde ou recréez-les',
    'model.unavailable':
      'Le fichier stocké de la v{{version}}, utilisée par {{api}}, est endommagé ou manquant ; restaurez-le ou déployez une autre version',
    'team.invited': '{{name}} vous a invité dans {{workspace}}',
    'team.joined': '{{name}} a rejoint l’équipe avec le rôle {{role}}',
    'team.approval_asked': '{{name}} demande l’approbation d’une invitation avec le rôle {{role}}',
    'team.role_changed': 'Votre rôle dans {{workspace}} est maintenant {{role}}',
    'team.removed': 'Vous n’êtes plus membre de {{workspace}}',
    'security.signed_in': 'Nouvelle connexion à votre compte : {{device}}, {{address}}',
    'security.session_ended': 'Une session de votre compte a été fermée : {{device}}, {{address}}',
    'security.password_changed': 'Votre mot de passe a été modifié : {{device}}, {{address}}',
    'security.email_changed': 'L’adresse e-mail de votre compte a été modifiée : {{device}}, {{address}}',
    'security.username_changed': 'Votre nom d’utilisateur a été modifié : {{device}}, {{address}}',
    'security.mfa_enabled':
      'Une application d’authentification a été activée pour votre compte : {{device}}, {{address}}',
    'security.mfa_disabled':
      'L’application d’authentification a été désactivée pour votre compte : {{device}}, {{address}}',
    'security.key_created': 'Une clé d’API a été créée pour {{api}} : {{name}}',
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
    settings: 'Gérez vos notifications : {{url}}',
  },
};
