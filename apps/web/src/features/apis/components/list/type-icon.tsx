import type { Api } from '@rowcast/contracts/domain/apis/api';
import { ChartSpline, Shapes, Sparkles, Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const icons = {
  prediction: Sparkles,
  classification: Shapes,
  regression: ChartSpline,
  custom: Wrench,
} as const;

export function TypeIcon({ type }: { type: Api['type'] }) {
  const { t } = useTranslation('apis');
  const Icon = icons[type];
  return (
    <span
      title={t(`type.${type}`)}
      className="grid size-9 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-text"
    >
      <Icon className="size-4.5" aria-hidden />
      <span className="sr-only">{t(`type.${type}`)}</span>
    </span>
  );
}
