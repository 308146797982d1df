import { type SecurityEvent, securityEventKind } from '@rowcast/contracts';
import { placeOf } from '../../platform/network/client-address.ts';
import { deviceOf } from '../../platform/network/device.ts';
import type { SecurityEventRow } from './repository.ts';

export const presentSecurityEvent = ({
  id,
  kind,
  at,
  ip,
  userAgent,
  details,
}: SecurityEventRow): SecurityEvent => ({
  id,
  kind: securityEventKind.parse(kind),
  at: at.toISOString(),
  device: deviceOf(userAgent),
  place: placeOf(ip),
  details,
});
