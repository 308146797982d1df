import type { NotificationTexts } from './texts.ts';

export const de: NotificationTexts = {
  kinds: {
    'training.finished': 'Training von {{model}} v{{version}} abgeschlossen',
    'training.failed': 'Training von {{model}} v{{version}} fehlgeschlagen',
    'deployment.live': '{{api}} läuft jetzt mit v{{version}}',
    'deployment.failed':
      '{{model}} v{{version}} konnte nicht bereitgestellt werden; die bisherige Version bleibt aktiv',
    'rollout.rolled_back':
      'Der Kandidat von {{api}} wurde zurückgesetzt, weil er ein Limit überschritten hat',
    'quota.reached': '{{api}} hat sein Limit erreicht und lehnt Aufrufe ab',
    'storage.damaged':
      'Die gespeicherten Daten von {{name}} v{{version}} sind beschädigt und werden nicht verwendet; stellen Sie sie aus einer Sicherung wieder her oder erzeugen Sie sie neu',
    'model.unavailable':
      'Die gespeicherte Datei von v{{version}}, die {{api}} verwendet, ist beschädigt oder fehlt; stellen Sie sie wieder her oder stellen Sie eine andere Version bereit',
    'team.invited': '{{name}} hat Sie zu {{workspace}} eingeladen',
    'team.joined': '{{name}} ist als {{role}} beigetreten',
    'team.approval_asked': '{{name}} bittet um Freigabe einer Einladung als {{role}}',
    'team.role_changed': 'Ihre Rolle in {{workspace}} ist jetzt {{role}}',
    'team.removed': 'Sie sind kein Mitglied von {{workspace}} mehr',
    'security.signed_in': 'Neue Anmeldung in Ihrem Konto: {{device}}, {{address}}',
    'security.session_ended': 'Eine Sitzung Ihres Kontos wurde beendet: {{device}}, {{address}}',
    'security.password_changed': 'Ihr Passwort wurde geändert: {{device}}, {{address}}',
    'security.email_changed': 'Die E-Mail-Adresse Ihres Kontos wurde geändert: {{device}}, {{address}}',
    'security.username_changed': 'Ihr Benutzername wurde geändert: {{device}}, {{address}}',
    'security.mfa_enabled':
      'Für Ihr Konto wurde eine Authentifizierungs-App aktiviert: {{device}}, {{address}}',
    'security.mfa_disabled':
      'Für Ihr Konto wurde die Authentifizierungs-App deaktiviert: {{device}}, {{address}}',
    'security.key_created': 'Für {{api}} wurde ein API-Schlüssel erstellt: {{name}}',
    'security.data_exported': 'Die Daten Ihres Kontos wurden exportiert: {{device}}, {{address}}',
  },
  roles: {
    owner: 'Eigentümer',
    admin: 'Administrator',
    developer: 'Entwickler',
    tester: 'Tester',
    viewer: 'Betrachter',
  },
  mail: {
    many: 'Rowcast: {{count}} Benachrichtigungen',
    open: 'Öffnen: {{url}}',
    settings: 'Benachrichtigungen verwalten: {{url}}',
  },
};
