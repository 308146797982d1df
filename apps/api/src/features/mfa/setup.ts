import { type mfaRoutes, RowcastError } from '@rowcast/contracts';
import QRCode from 'qrcode';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { decrypt, encrypt } from '../../platform/security/encryption.ts';
import { accountRepository } from '../auth/index.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { mfaTries } from './lock.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { mfaRepository } from './repository.ts';
import { newSecret, stepOf, uriOf } from './totp.ts';
import { wrongCode } from './use-code.ts';

async function begin({ db, actor, config }: SessionContext) {
  const user = await accountRepository(db).findById(actor.userId);
  if (!user) throw new RowcastError('UNAUTHENTICATED');
  const secret = newSecret();
  const begun = await mfaRepository(db, user.id).begin(encrypt(secret, config.ENCRYPTION_KEY));
  if (!begun) throw new RowcastError('MFA_ALREADY_ON');
  const uri = uriOf(secret, user.email);
  const image = await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
  return { secret, uri, qrCode: `data:image/svg+xml;base64,${Buffer.from(image).toString('base64')}` };
}

async function complete(ctx: SessionContext, code: string) {
  const { userId } = ctx.actor;
  await mfaTries(ctx).consume(userId);
  const device = await mfaRepository(ctx.db, userId).device('pending');
  if (!device) throw new RowcastError('MFA_NOT_STARTED');
  const step = stepOf(ctx, decrypt(device.sealedSecret, ctx.config.ENCRYPTION_KEY), code);
  if (step === null) throw wrongCode();
  const recoveryCodes = newRecoveryCodes();
  await transact(ctx, async (unit) => {
    const repository = mfaRepository(unit.db, userId);
    if (!(await repository.confirm(device.sealedSecret, step)))
      // Turned on or restarted meanwhile, so the code belongs to an old secret.
      throw (await repository.device('pending')) ? wrongCode() : new RowcastError('MFA_ALREADY_ON');
    await repository.replaceRecoveryCodes(recoveryCodes.map((each) => hashRecoveryCode(ctx, userId, each)));
    await recordSecurityEvent(ctx, unit, { userId, kind: 'mfa_enabled' });
  });
  await mfaTries(ctx).forget(userId);
  return { recoveryCodes };
}

/** Without a code it makes a secret to scan; with the first code of that secret it switches the authenticator on. */
export async function setupMfa(ctx: SessionContext, { body }: Input<typeof mfaRoutes.setup>) {
  return body.code === undefined ? begin(ctx) : complete(ctx, body.code);
}
