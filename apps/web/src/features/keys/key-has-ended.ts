import type { ApiKey } from '@rowcast/contracts/domain/apis/key';

export const hasEnded = ({ revokedAt, expiresAt }: ApiKey): boolean =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());
