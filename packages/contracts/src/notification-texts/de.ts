import type { NotificationTexts } from './texts.ts';

export const de: NotificationTexts = {
  kinds: {
    'training.finished': '{{model}} v{{version}} ist trainiert',
    'training.failed': 'Das Training von {{model}} v{{version}} ist fehlgeschlagen',
    'deployment.live': '{{api}} antwortet jetzt mit v{{version}}',
    'deployment.failed':
      '{{model}} v{{version}} konnte nicht bereitgestellt werden; die bisherige Version läuft weiter',
    'rollout.rolled_back':
      'Der Kandidat von {{api}} wurde zurückgenommen, weil er einen Grenzwert überschritten hat',
    'quota.reached': '{{api}} hat sein Limit erreicht und lehnt Aufrufe ab',
    'team.invited': '{{name}} lädt Sie zu {{workspace}} ein',
    'team.joined': '{{name}} ist als {{role}} beigetreten',
    'team.approval_asked': '{{name}} bittet Sie, eine Einladung als {{role}} zu genehmigen',
    'team.role_changed': 'Ihre Rolle in {{workspace}} ist jetzt {{role}}',
    'team.removed': 'Sie sind kein Mitglied von {{workspace}} mehr',
    'security.signed_in': 'Neue Anmeldung in Ihrem Konto: {{device}}, {{address}}',
    'security.session_ended': 'Eine Sitzung Ihres Kontos wurde beendet: {{device}}, {{address}}',
    'security.password_changed': 'Ihr Passwort wurde geändert: {{device}}, {{address}}',
    'security.email_changed': 'Die E-Mail-Adresse Ihres Kontos wurde geändert: {{device}}, {{address}}',
    'security.username_changed': 'Ihr Benutzername wurde geändert: {{device}}, {{address}}',
    'security.mfa_enabled':
      'Ihr Konto verlangt jetzt einen Code Ihres Authentifikators: {{device}}, {{address}}',
    'security.mfa_disabled':
      'Ihr Konto verlangt keinen Code Ihres Authentifikators mehr: {{device}}, {{address}}',
    'security.key_created': 'Für {{api}} wurde ein Schlüssel erstellt: {{name}}',
    'security.data_exported': 'Die Daten Ihres Kontos wurden exportiert: {{device}}, {{address}}',
  },
  roles: {
    owner: 'Eigentümer',
    admin: 'Admin',
    developer: 'Entwickler',
    tester: 'Tester',
    viewer: 'Betrachter',
  },
  mail: {
    many: 'Rowcast: {{count}} Benachrichtigungen',
    open: 'Öffnen: {{url}}',
    settings: 'Welche Benachrichtigungen Sie wie oft erreichen, wählen Sie hier: {{url}}',
  },
};
