import type { SampleName } from '@rowcast/contracts/domain/datasets/sample';
import { CarFront, LoaderCircle, type LucideIcon, MessagesSquare, PhoneCall } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { useUploadSample } from '../api.ts';
import { trainWhenReady } from '../sample-trainings.ts';

const icons: Record<SampleName, LucideIcon> = {
  telecom_customers: PhoneCall,
  used_cars: CarFront,
  support_tickets: MessagesSquare,
};

/** Each sample is uploaded and trained at one click. */
export function SampleList({ names, disabled }: { names: readonly SampleName[]; disabled: boolean }) {
  const { t } = useTranslation('onboarding');
  const navigate = useNavigate();
  const paths = usePaths();
  const sample = useUploadSample();
  const start = async (name: SampleName) => {
    const { id } = await sample.mutateAsync(name);
    trainWhenReady(id);
    notify.success(t('uploaded'));
    await navigate(paths.startWith(id));
  };
  return (
    <section aria-labelledby="samples" className="grid gap-2">
      <h3 id="samples" className="font-medium">
        {t('samples')}
      </h3>
      <ul className="grid gap-2 sm:grid-cols-3">
        {names.map((name) => {
          const isBusy = sample.isPending && sample.variables === name;
          const Icon = isBusy ? LoaderCircle : icons[name];
          return (
            <li key={name} className="grid">
              <button
                type="button"
                disabled={disabled || sample.isPending}
                aria-busy={isBusy || undefined}
                onClick={() => void start(name).catch(() => {})}
                className="flex items-start gap-3 rounded-lg border px-3 py-3 text-left transition-colors hover:bg-hover disabled:opacity-60"
              >
                <Icon
                  className={`mt-0.5 size-4 shrink-0 text-soft ${isBusy ? 'animate-spin' : ''}`}
                  aria-hidden
                />
                <span className="min-w-0">
                  <span className="block font-medium">{t(`sample.${name}.title`)}</span>
                  <span className="block text-soft text-sm">{t(`sample.${name}.hint`)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
