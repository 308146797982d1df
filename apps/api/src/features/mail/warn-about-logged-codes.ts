import type { Services } from '../../platform/services.ts';

/** Logged at each start, so that a setting for evaluation is not left on unnoticed. */
export function warnAboutLoggedCodes({ config, log }: Pick<Services, 'config' | 'log'>): void {
  if (!config.MAIL_LOG_CODES || config.SMTP_URL) return;
  log.warn(
    'MAIL_LOG_CODES is on: one-time codes and the links of invitations are written to this log, and who reads it can sign in as anyone. Set SMTP_URL and remove MAIL_LOG_CODES.',
  );
}
