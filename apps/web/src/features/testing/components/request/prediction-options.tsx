import { useTranslation } from 'react-i18next';
import { formatPercent } from '@/shared/lib/format/format.ts';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { Switch } from '@/shared/ui/forms/switch.tsx';
import { optionsOf, setOption } from '../../request/request-body.ts';

interface AnswerOptionsProps {
  text: string;
  onChange: (text: string) => void;
  coverages: readonly number[];
  isNumber: boolean;
}

const none = 'none';

/** Optional parts of the response. */
export function PredictionOptions({ text, onChange, coverages, isNumber }: AnswerOptionsProps) {
  const { t } = useTranslation('testing');
  const { interval, explain } = optionsOf(text);
  const requested = typeof interval === 'number' ? interval : null;
  const choices = [...new Set([...coverages, ...(requested === null ? [] : [requested])])].sort(
    (a, b) => a - b,
  );
  return (
    <fieldset className="grid gap-4 border-t pt-4 sm:grid-cols-2">
      <legend className="float-left mb-1 w-full font-medium sm:col-span-full">{t('options.title')}</legend>
      {choices.length > 0 && (
        <FieldFrame
          label={t(isNumber ? 'options.interval' : 'options.set')}
          hint={t(isNumber ? 'options.intervalHint' : 'options.setHint')}
        >
          {(ties) => (
            <Select
              {...ties}
              value={requested === null ? none : String(requested)}
              onChange={(chosen) =>
                onChange(setOption(text, 'interval', chosen === none ? undefined : Number(chosen)))
              }
              options={[
                { value: none, label: t('options.none') },
                ...choices.map((each) => ({ value: String(each), label: formatPercent(each, 0) })),
              ]}
            />
          )}
        </FieldFrame>
      )}
      <FieldFrame inline label={t('options.explain')} hint={t('options.explainHint')}>
        {(ties) => (
          <Switch
            {...ties}
            value={explain === true}
            onChange={(on) => onChange(setOption(text, 'explain', on || undefined))}
          />
        )}
      </FieldFrame>
    </fieldset>
  );
}
