import { useTranslation } from 'react-i18next';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { NumberInput } from '@/shared/ui/forms/number-input.tsx';
import { SearchableSelect } from '@/shared/ui/forms/searchable-select.tsx';
import type { ThresholdChoice } from '../threshold-choice.ts';

const names = ['missed', 'falseAlarm', 'found'] as const;

/** All currencies of the browser; the common ones first. */
const common = ['INR', 'USD', 'EUR', 'GBP', 'JPY', 'CNY', 'CHF', 'BRL', 'MXN', 'CAD', 'AUD', 'SGD', 'AED'];

function currencyOptions(language: string, chosen: string) {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('currency') : [];
  const inWords = new Intl.DisplayNames(language, { type: 'currency' });
  return [...new Set([chosen, ...common, ...known])].map((code) => ({
    value: code,
    label: code,
    hint: inWords.of(code) ?? code,
  }));
}

/** What errors cost and what a correct flag is worth. They determine the recommended threshold. */
export function CostFields({ choice, positive }: { choice: ThresholdChoice; positive: string }) {
  const { t, i18n } = useTranslation('decisions');
  const { typed, setTyped, costs, currency, setCurrency } = choice;
  const isPartial = costs === null && names.some((name) => typed[name] !== null);
  const hasError = (value: number | null) => value !== null && !(value >= 0);
  return (
    <fieldset className="grid grid-cols-1 gap-3 border-t pt-4">
      <legend className="sr-only">{t('costs.title')}</legend>
      <p aria-hidden className="font-medium">
        {t('costs.title')}
      </p>
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {names.map((name) => (
          <FieldFrame
            key={name}
            label={t(`costs.${name}`, { positive })}
            {...(hasError(typed[name]) ? { error: t('costs.negative') } : {})}
          >
            {(field) => (
              <NumberInput
                {...field}
                value={typed[name]}
                onChange={(value) => setTyped({ ...typed, [name]: value })}
                min={0}
                step="any"
              />
            )}
          </FieldFrame>
        ))}
        <FieldFrame label={t('costs.currency')}>
          {(field) => (
            <SearchableSelect
              {...field}
              value={currency}
              onChange={setCurrency}
              options={currencyOptions(i18n.resolvedLanguage ?? 'en', currency)}
            />
          )}
        </FieldFrame>
      </div>
      {isPartial && <p className="text-soft text-sm">{t('costs.incomplete')}</p>}
    </fieldset>
  );
}
