import { sha256 } from '../security/encryption.ts';

/** Rendezvous hashing: a server that joins takes over its share of the keys, and all others stay where they are. */
export function nearest<S extends { url: string }>(servers: readonly S[], key: string): S {
  const [first, ...others] = servers;
  if (!first) throw new Error('there is no server to choose from');
  if (others.length === 0) return first;
  const weight = ({ url }: S) => sha256(`${url} ${key}`);
  return others.reduce((best, server) => (weight(server) > weight(best) ? server : best), first);
}
