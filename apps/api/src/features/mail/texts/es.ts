import type { MailTexts } from '../mail-texts.ts';

export const es: MailTexts = {
  code: {
    is: 'Su código de Rowcast es {{code}}',
    link: 'O abra este enlace: {{link}}',
    once: 'Es válido una sola vez y caduca en {{minutes}} minutos. Si no lo ha solicitado, ignore este correo y no comparta el código.',
    purposes: {
      login: {
        subject: 'Su código de Rowcast',
        wants: 'Este código inicia su sesión en Rowcast.',
      },
      reset: {
        subject: 'Establezca su contraseña de Rowcast',
        wants: 'Este código establece la contraseña de su cuenta.',
      },
      email: {
        subject: 'Confirme su nueva dirección de correo',
        wants: 'Este código confirma esta dirección para una cuenta de Rowcast.',
      },
      username: {
        subject: 'Confirme su nuevo nombre de usuario',
        wants: 'Este código confirma el nuevo nombre de usuario de su cuenta.',
      },
      confirm: {
        subject: 'Confirme su identidad',
        wants: 'Este código confirma un cambio en su cuenta.',
      },
    },
  },
  emailChanged: {
    subject: 'Se ha cambiado el correo de su cuenta de Rowcast',
    text: `Hola, {{name}}:

El correo de su cuenta de Rowcast es ahora {{email}}. Los códigos se envían a partir de ahora a esa dirección.

Si no ha hecho este cambio, póngase en contacto de inmediato con el administrador de este servidor.
`,
  },
  usernameChanged: {
    subject: 'Se ha cambiado el nombre de usuario de su cuenta de Rowcast',
    text: `Hola, {{name}}:

El nombre de usuario de su cuenta de Rowcast es ahora {{username}}. La URL de su espacio de trabajo también ha cambiado. Los enlaces antiguos siguen funcionando.

Si no ha hecho este cambio, cambie su contraseña y cierre todas las demás sesiones.
`,
  },
  optOut: '¿No desea recibir más invitaciones de este servidor? {{link}}',
  invitation: {
    subject: 'Únase a {{workspace}} en Rowcast',
    invites: '{{inviter}} le ha invitado a unirse al espacio de trabajo {{workspace}} con el rol {{role}}.',
    newSubject: 'Únase a un espacio de trabajo en Rowcast',
    newInvites: '{{inviter}} le ha invitado a unirse a un espacio de trabajo con el rol {{role}}.',
    once: 'El enlace es válido una sola vez, durante siete días y solo para {{to}}. Si no lo esperaba, ignore este correo.',
  },
};
