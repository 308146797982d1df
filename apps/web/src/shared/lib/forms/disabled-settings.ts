import type { ApiSettings } from '@rowcast/contracts/domain/apis/api';

type Switches = Pick<ApiSettings, 'rateLimitEnabled' | 'loggingEnabled' | 'corsEnabled'>;

/** Settings of an API that are hidden because their feature is off. */
export const disabledSettings = ({ rateLimitEnabled, loggingEnabled, corsEnabled }: Switches) => [
  ...(rateLimitEnabled ? [] : (['rateLimitRequests', 'rateLimitWindow'] as const)),
  ...(loggingEnabled ? [] : (['logRetentionDays'] as const)),
  ...(corsEnabled ? [] : (['corsOrigins'] as const)),
];
