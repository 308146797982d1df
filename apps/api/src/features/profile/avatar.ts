import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type profileRoutes, RowcastError } from '@rowcast/contracts';
import type { RequestContext, SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { objectKeys } from '../../platform/storage/object-keys.ts';
import { me } from '../auth/index.ts';
import { auditPerson } from '../security/index.ts';
import { drawPicture } from './re-encode-picture.ts';
import { profileRepository } from './repository.ts';

async function setAvatar(ctx: SessionContext, avatarKey: string | null): Promise<void> {
  const { userId } = ctx.actor;
  const before = await transact(ctx, async (unit) => {
    const repository = profileRepository(unit.db);
    const user = await repository.lock(userId);
    await repository.update(userId, { avatarKey });
    const action = avatarKey ? 'profile.picture_set' : 'profile.picture_removed';
    await auditPerson(unit, userId, { action });
    return user.avatarKey;
  });
  if (!before) return;
  await ctx.storage
    .removePrefix(before)
    .catch((error) => ctx.log.warn({ err: error }, 'former picture left to the sweep'));
}

/** Each picture has a new, random name: it can be cached for good, and a former one can't be guessed from it. */
export async function uploadAvatar(ctx: SessionContext, { file }: Input<typeof profileRoutes.uploadAvatar>) {
  const drawn = `${file.path}.webp`;
  const key = objectKeys.avatar(randomBytes(16).toString('hex'));
  try {
    await drawPicture(file.path, drawn);
    await ctx.storage.adopt(key, drawn);
  } finally {
    await rm(drawn, { force: true });
  }
  await setAvatar(ctx, key);
  return me(ctx);
}

export async function removeAvatar(ctx: SessionContext) {
  await setAvatar(ctx, null);
  return me(ctx);
}

export async function getAvatar({ storage }: RequestContext, { params }: Input<typeof profileRoutes.avatar>) {
  const key = objectKeys.avatar(params.name);
  if (!(await storage.exists(key))) throw new RowcastError('NOT_FOUND');
  return { mediaType: 'image/webp', content: await storage.read(key), immutable: true };
}
