import type { FailedMail } from '@rowcast/contracts/domain/people/mail';
import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/shared/lib/format/format.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { EmptyLine } from '@/shared/ui/states/empty-state.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { useFailedMails, useRetryMail } from '../../mails-api.ts';

/** Unsent e-mails of this workspace and its members, for team managers. */
export function FailedMails() {
  const { t } = useTranslation('console', { keyPrefix: 'mails' });
  const { data, error, refetch } = useFailedMails();
  return (
    <section aria-labelledby="failed-mails" className="mt-5 grid gap-2">
      <h3 id="failed-mails" className="font-semibold">
        {t('title')}
      </h3>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonLines lines={2} />}
      {data?.length === 0 && <EmptyLine>{t('none')}</EmptyLine>}
      {data && data.length > 0 && (
        <ul className="divide-y border-y">
          {data.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </section>
  );
}

function MailRow({ mail: { id, kind, to, failedAt, why, smtpStatus, sendable } }: { mail: FailedMail }) {
  const { t } = useTranslation('console', { keyPrefix: 'mails' });
  const again = useRetryMail();
  const name = t(`kind.${kind ?? 'other'}`);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-words">
          {name} <span className="text-soft">{to}</span>
        </p>
        <p className="text-soft text-sm">
          {t(`why.${why}`)}
          {smtpStatus !== null && ` ${t('status', { status: smtpStatus })}`}
          {!sendable && ` ${t('notAgain')}`}
        </p>
        <p className="text-faint text-sm">{formatDateTime(failedAt)}</p>
      </div>
      {sendable && (
        <Button
          size="sm"
          busy={again.isPending}
          onClick={() => again.mutate(id, { onSuccess: () => notify.success(t('underWay')) })}
        >
          {!again.isPending && <Send aria-hidden />}
          {t('again')}
          <span className="sr-only">
            {name} {to}
          </span>
        </Button>
      )}
    </li>
  );
}
