import type { Deployment } from '@rowcast/contracts/domain/apis/deployment';
import { useTranslation } from 'react-i18next';
import { failureText } from '@/shared/i18n/failure-text.ts';
import { Badge } from '@/shared/ui/layout/badge.tsx';

const tones = {
  live: 'green',
  candidate: 'yellow',
  superseded: 'grey',
  withdrawn: 'grey',
  failed: 'red',
} as const;

function Reason({ error }: { error: NonNullable<Deployment['error']> }) {
  const sentence = failureText(error);
  // The message may already include the first field error.
  const others = error.fields?.filter(({ message }) => !sentence.includes(message)) ?? [];
  return (
    <div className="max-w-prose sm:min-w-52 text-soft text-sm">
      <p>{sentence}</p>
      {others.map(({ field, message }) => (
        <p key={`${field}-${message}`}>{message}</p>
      ))}
    </div>
  );
}

/** The status of a deployment, with the reason of a failure. */
export function DeploymentStatus({ status, error }: Deployment) {
  const { t } = useTranslation('deployments');
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
      {error && <Reason error={error} />}
    </div>
  );
}
