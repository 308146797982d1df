import type { NotificationTexts } from './texts.ts';

export const en: NotificationTexts = {
  kinds: {
    'training.finished': '{{model}} v{{version}} finished training',
    'training.failed': 'Training of {{model}} v{{version}} failed',
    'deployment.live': '{{api}} now serves v{{version}}',
    'deployment.failed': '{{model}} v{{version}} could not be deployed; the previous version keeps serving',
    'rollout.rolled_back': 'The candidate of {{api}} was rolled back because it exceeded a limit',
    'quota.reached': '{{api}} has reached its limit and rejects calls',
    'storage.damaged':
      'The stored data of {{name}} v{{version}} is damaged and is not used; restore it from a backup or create it again',
    'model.unavailable':
      'The stored file of v{{version}}, which {{api}} serves, is damaged or missing; restore it or deploy another version',
    'team.invited': '{{name}} invited you to {{workspace}}',
    'team.joined': '{{name}} joined as {{role}}',
    'team.approval_asked': '{{name}} requested approval for an invitation as {{role}}',
    'team.role_changed': 'Your role in {{workspace}} is now {{role}}',
    'team.removed': 'You are no longer a member of {{workspace}}',
    'security.signed_in': 'New sign-in to your account: {{device}}, {{address}}',
    'security.session_ended': 'A session of your account was ended: {{device}}, {{address}}',
    'security.password_changed': 'Your password was changed: {{device}}, {{address}}',
    'security.email_changed': 'The email address of your account was changed: {{device}}, {{address}}',
    'security.username_changed': 'Your username was changed: {{device}}, {{address}}',
    'security.mfa_enabled': 'An authenticator app was turned on for your account: {{device}}, {{address}}',
    'security.mfa_disabled': 'The authenticator app was turned off for your account: {{device}}, {{address}}',
    'security.key_created': 'An API key was created for {{api}}: {{name}}',
    'security.data_exported': 'The data of your account was exported: {{device}}, {{address}}',
  },
  roles: { owner: 'owner', admin: 'admin', developer: 'developer', tester: 'tester', viewer: 'viewer' },
  mail: {
    many: 'Rowcast: {{count}} notifications',
    open: 'Open: {{url}}',
    settings: 'Manage your notifications: {{url}}',
  },
};
