import type { NotificationTexts } from './texts.ts';

export const es: NotificationTexts = {
  kinds: {
    'training.finished': '{{model}} v{{version}} ha terminado de entrenarse',
    'training.failed': 'El entrenamiento de {{model}} v{{version}} ha fallado',
    'deployment.live': '{{api}} sirve ahora v{{version}}',
    'deployment.failed': 'No se pudo desplegar {{model}} v{{version}}; la versión anterior sigue activa',
    'rollout.rolled_back': 'El candidato de {{api}} se revirtió porque superó un límite',
    'quota.reached': '{{api}} ha alcanzado su límite y rechaza llamadas',
    'storage.damaged':
      'Los datos almacenados de {{name}} v{{version}} están dañados y no se utilizan; restáurelos desde una copia de seguridad o vuelva a crearlos',
    'model.unavailable':
      'El archivo almacenado de la v{{version}}, que usa {{api}}, está dañado o no existe; restáurelo o despliegue otra versión',
    'team.invited': '{{name}} le ha invitado a {{workspace}}',
    'team.joined': '{{name}} se ha unido como {{role}}',
    'team.approval_asked': '{{name}} solicita aprobación para una invitación como {{role}}',
    'team.role_changed': 'Su rol en {{workspace}} es ahora {{role}}',
    'team.removed': 'Ya no es miembro de {{workspace}}',
    'security.signed_in': 'Nuevo inicio de sesión en su cuenta: {{device}}, {{address}}',
    'security.session_ended': 'Se ha cerrado una sesión de su cuenta: {{device}}, {{address}}',
    'security.password_changed': 'Se ha cambiado su contraseña: {{device}}, {{address}}',
    'security.email_changed': 'Se ha cambiado el correo de su cuenta: {{device}}, {{address}}',
    'security.username_changed': 'Se ha cambiado su nombre de usuario: {{device}}, {{address}}',
    'security.mfa_enabled':
      'Se ha activado una aplicación de autenticación en su cuenta: {{device}}, {{address}}',
    'security.mfa_disabled':
      'Se ha desactivado la aplicación de autenticación de su cuenta: {{device}}, {{address}}',
    'security.key_created': 'Se ha creado una clave de API para {{api}}: {{name}}',
    'security.data_exported': 'Se han exportado los datos de su cuenta: {{device}}, {{address}}',
  },
  roles: {
    owner: 'propietario',
    admin: 'administrador',
    developer: 'desarrollador',
    tester: 'tester',
    viewer: 'lector',
  },
  mail: {
    many: 'Rowcast: {{count}} notificaciones',
    open: 'Abrir: {{url}}',
    settings: 'Gestione sus notificaciones: {{url}}',
  },
};
