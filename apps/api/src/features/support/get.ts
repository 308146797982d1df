import type { RequestContext } from '../../platform/context.ts';

export const getSupport = async ({ config }: RequestContext) => ({ email: config.SUPPORT_EMAIL ?? null });
