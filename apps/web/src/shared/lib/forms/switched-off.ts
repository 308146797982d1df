import type { ApiSettings } from '@rowcast/contracts/domain/apis/api';

type Switches = Pick<ApiSettings, 'rateLimitEnabled' | 'loggingEnabled' | 'corsEnabled'>;

/** The settings of an API that are not shown while what they belong to is off. */
export const switchedOff = ({ rateLimitEnabled, loggingEnabled, corsEnabled }: Switches) => [
  ...(rateLimitEnabled ? [] : (['rateLimitRequests', 'rateLimitWindow'] as const)),
  ...(loggingEnabled ? [] : (['logRetentionDays'] as const)),
  ...(corsEnabled ? [] : (['corsOrigins'] as const)),
];
