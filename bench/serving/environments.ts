import { dirname, join } from 'node:path';
import { pythonOf } from '../environments.ts';

export const peersFolder = join(import.meta.dirname, 'peers');

export const peerNames = ['fastapi', 'mlflow', 'bentoml', 'mlserver'] as const;
export type PeerName = (typeof peerNames)[number];

/** The programs of a peer's own environment. */
export const environmentOf = (peer: PeerName): string => dirname(pythonOf(join(peersFolder, `${peer}.lock`)));
