import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from './input.tsx';

interface Days {
  /** In date-input format; empty for no limit. */
  from: string;
  to: string;
}

interface DaysInputProps extends Days {
  onChange: (change: Partial<Days>) => void;
}

/** Two fields for the first and last day of a range, side by side if there is room. */
export function DaysInput({ onChange, ...days }: DaysInputProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  return (['from', 'to'] as const).map((name) => (
    <div key={name} className="flex items-center gap-2 text-soft text-sm">
      <label htmlFor={`${id}${name}`} className="shrink-0 max-xl:w-10">
        {t(`days.${name}`)}
      </label>
      <Input
        id={`${id}${name}`}
        type="date"
        value={days[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </div>
  ));
}
