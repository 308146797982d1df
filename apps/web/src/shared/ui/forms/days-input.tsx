import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from './input.tsx';

interface Days {
  /** As a date input gives them; empty for no bound. */
  from: string;
  to: string;
}

interface DaysInputProps extends Days {
  onChange: (change: Partial<Days>) => void;
}

/** Two fields for the first and the last day of a list, side by side as far as there is room. */
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
