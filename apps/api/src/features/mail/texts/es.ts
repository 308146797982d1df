import type { MailTexts } from '../mail-texts.ts';

export const es: MailTexts = {
  code: {
    is: 'Su código de Rowcast es {{code}}',
    link: 'O abra este enlace: {{link}}',
    once: 'Sirve una sola vez y durante {{minutes}} minutos. Si no es usted, ignore este mensaje y no dé el código a nadie.',
    purposes: {
      login: {
        subject: 'Su código de Rowcast',
        wants: 'Es para alguien que quiere iniciar sesión con esta dirección.',
      },
      reset: {
        subject: 'Establezca su contraseña de Rowcast',
        wants: 'Es para alguien que quiere establecer la contraseña de su cuenta.',
      },
      email: {
        subject: 'Confirme su nueva dirección',
        wants: 'Es para alguien que quiere pasar una cuenta a esta dirección.',
      },
      username: {
        subject: 'Confirme su nuevo nombre de usuario',
        wants: 'Es para alguien que quiere cambiar el nombre de su cuenta.',
      },
      confirm: {
        subject: 'Confirme que es usted',
        wants: 'Es para alguien que quiere hacer un cambio duradero en su cuenta.',
      },
    },
  },
  emailChanged: {
    subject: 'Se cambió la dirección de su cuenta de Rowcast',
    text: `Hola, {{name}}:

la dirección de su cuenta de Rowcast es ahora {{email}}. Desde ahora los códigos se envían allí.

Si no fue usted, otra persona está usando su cuenta: avise de inmediato a quien administra este servidor.
`,
  },
  usernameChanged: {
    subject: 'Se cambió el nombre de usuario de su cuenta de Rowcast',
    text: `Hola, {{name}}:

el nombre de usuario de su cuenta de Rowcast es ahora {{username}}, y su espacio de trabajo está en esa dirección. Las direcciones anteriores siguen llevando allí.

Si no fue usted, otra persona está usando su cuenta: cambie su contraseña y cierre las demás sesiones.
`,
  },
  invitation: {
    subject: 'Únase a {{workspace}} en Rowcast',
    invites: '{{inviter}} le invita a unirse al espacio de trabajo {{workspace}} con el rol {{role}}.',
    once: 'El enlace sirve siete días, una sola vez y solo para {{to}}. Si no lo esperaba, ignore este mensaje.',
  },
};
