import type { Services } from '../../platform/services.ts';

/** Said at each start, so that a setting for a first look is not left on unnoticed. */
export function warnOfLoggedCodes({ config, log }: Pick<Services, 'config' | 'log'>): void {
  if (!config.MAIL_LOG_CODES || config.SMTP_URL) return;
  log.warn(
    'MAIL_LOG_CODES is on: one-time codes and the links of invitations are written to this log, and who reads it can sign in as anyone. Set SMTP_URL and remove MAIL_LOG_CODES.',
  );
}
