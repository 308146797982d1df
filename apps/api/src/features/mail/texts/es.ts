import type { MailTexts } from '../mail-texts.ts';

export const es: MailTexts = {
  code: {
    is: 'Tu código de Rowcast es {{code}}',
    link: 'O abre este enlace: {{link}}',
    once: 'Sirve una sola vez y durante {{minutes}} minutos. Si no eres tú, ignora este mensaje y no des el código a nadie.',
    purposes: {
      login: {
        subject: 'Tu código de Rowcast',
        wants: 'Es para alguien que quiere iniciar sesión en tu cuenta.',
      },
      reset: {
        subject: 'Establece tu contraseña de Rowcast',
        wants: 'Es para alguien que quiere establecer la contraseña de tu cuenta.',
      },
      email: {
        subject: 'Confirma tu nueva dirección',
        wants: 'Es para alguien que quiere pasar una cuenta a esta dirección.',
      },
      username: {
        subject: 'Confirma tu nuevo nombre de usuario',
        wants: 'Es para alguien que quiere cambiar el nombre de tu cuenta.',
      },
      confirm: {
        subject: 'Confirma que eres tú',
        wants: 'Es para alguien que quiere hacer un cambio duradero en tu cuenta.',
      },
    },
  },
  emailChanged: {
    subject: 'Se cambió la dirección de tu cuenta de Rowcast',
    text: `Hola, {{name}}:

la dirección de tu cuenta de Rowcast es ahora {{email}}. Desde ahora los códigos se envían allí.

Si no fuiste tú, otra persona está usando tu cuenta: avisa de inmediato a quien administra este servidor.
`,
  },
  usernameChanged: {
    subject: 'Se cambió el nombre de usuario de tu cuenta de Rowcast',
    text: `Hola, {{name}}:

el nombre de usuario de tu cuenta de Rowcast es ahora {{username}}, y tu espacio de trabajo está en esa dirección. Las direcciones anteriores siguen llevando allí.

Si no fuiste tú, otra persona está usando tu cuenta: cambia tu contraseña y cierra las demás sesiones.
`,
  },
  invitation: {
    subject: 'Únete a {{workspace}} en Rowcast',
    invites: '{{inviter}} te invita a unirte al espacio de trabajo {{workspace}} con el rol {{role}}.',
    once: 'El enlace sirve siete días, una sola vez y solo para {{to}}. Si no lo esperabas, ignora este mensaje.',
  },
};
