import type { NotificationTexts } from './texts.ts';

export const en: NotificationTexts = {
  kinds: {
    'training.finished': '{{model}} v{{version}} is trained',
    'training.failed': 'The training of {{model}} v{{version}} failed',
    'deployment.live': '{{api}} now answers with v{{version}}',
    'deployment.failed': '{{model}} v{{version}} could not be deployed; what ran before still runs',
    'rollout.rolled_back': 'The candidate of {{api}} was taken back because it exceeded a limit',
    'quota.reached': '{{api}} has reached its limit and refuses calls',
    'team.invited': '{{name}} invites you to {{workspace}}',
    'team.joined': '{{name}} has joined as {{role}}',
    'team.approval_asked': '{{name}} asks you to approve an invitation as {{role}}',
    'team.role_changed': 'Your role in {{workspace}} is now {{role}}',
    'team.removed': 'You are no longer a member of {{workspace}}',
    'security.signed_in': 'New sign-in to your account: {{device}}, {{address}}',
    'security.session_ended': 'A session of your account was ended: {{device}}, {{address}}',
    'security.password_changed': 'Your password was changed: {{device}}, {{address}}',
    'security.email_changed': 'The e-mail address of your account was changed: {{device}}, {{address}}',
    'security.username_changed': 'Your username was changed: {{device}}, {{address}}',
    'security.mfa_enabled': 'Your account now asks for a code of your authenticator: {{device}}, {{address}}',
    'security.mfa_disabled':
      'Your account no longer asks for a code of your authenticator: {{device}}, {{address}}',
    'security.key_created': 'A key was made for {{api}}: {{name}}',
    'security.data_exported': 'The data of your account was exported: {{device}}, {{address}}',
  },
  roles: { owner: 'owner', admin: 'admin', developer: 'developer', tester: 'tester', viewer: 'viewer' },
  mail: {
    many: 'Rowcast: {{count}} notifications',
    open: 'Open: {{url}}',
    settings: 'Which notifications reach you, and how often, you choose here: {{url}}',
  },
};
