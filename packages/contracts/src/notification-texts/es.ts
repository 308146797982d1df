import type { NotificationTexts } from './texts.ts';

export const es: NotificationTexts = {
  kinds: {
    'training.finished': '{{model}} v{{version}} está entrenado',
    'training.failed': 'El entrenamiento de {{model}} v{{version}} ha fallado',
    'deployment.live': '{{api}} responde ahora con v{{version}}',
    'deployment.failed': 'No se pudo desplegar {{model}} v{{version}}; la versión anterior sigue en marcha',
    'rollout.rolled_back': 'El candidato de {{api}} se retiró porque superó un límite',
    'quota.reached': '{{api}} ha alcanzado su límite y rechaza llamadas',
    'team.invited': '{{name}} le invita a {{workspace}}',
    'team.joined': '{{name}} se ha unido como {{role}}',
    'team.approval_asked': '{{name}} le pide que apruebe una invitación como {{role}}',
    'team.role_changed': 'Su rol en {{workspace}} es ahora {{role}}',
    'team.removed': 'Ya no es miembro de {{workspace}}',
    'security.signed_in': 'Nuevo inicio de sesión en su cuenta: {{device}}, {{address}}',
    'security.session_ended': 'Se ha cerrado una sesión de su cuenta: {{device}}, {{address}}',
    'security.password_changed': 'Se ha cambiado su contraseña: {{device}}, {{address}}',
    'security.email_changed': 'Se ha cambiado el correo de su cuenta: {{device}}, {{address}}',
    'security.username_changed': 'Se ha cambiado su nombre de usuario: {{device}}, {{address}}',
    'security.mfa_enabled': 'Su cuenta pide ahora un código de su autenticador: {{device}}, {{address}}',
    'security.mfa_disabled': 'Su cuenta ya no pide un código de su autenticador: {{device}}, {{address}}',
    'security.key_created': 'Se ha creado una clave para {{api}}: {{name}}',
    'security.data_exported': 'Se han exportado los datos de su cuenta: {{device}}, {{address}}',
  },
  roles: {
    owner: 'propietario',
    admin: 'administrador',
    developer: 'desarrollador',
    tester: 'probador',
    viewer: 'lector',
  },
  mail: {
    many: 'Rowcast: {{count}} notificaciones',
    open: 'Abrir: {{url}}',
    settings: 'Aquí elige qué notificaciones recibe y con qué frecuencia: {{url}}',
  },
};
