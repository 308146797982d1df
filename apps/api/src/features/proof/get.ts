import type { SessionContext } from '../../platform/context.ts';
import { proofState } from './methods.ts';

export const getProof = async (ctx: SessionContext) => (await proofState(ctx)).state;
