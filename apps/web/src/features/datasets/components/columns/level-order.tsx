import { maxLevels } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { listedValues } from '../../columns/chosen-types.ts';

interface LevelOrderProps {
  column: ColumnProfile;
  /** Lowest first; undefined until the levels are ordered. */
  levels: readonly string[] | undefined;
  onChange: (levels: string[]) => void;
}

/** Orders the levels of a column by moving them one place at a time. */
export function LevelOrder({ column, levels, onChange }: LevelOrderProps) {
  const { t } = useTranslation('datasets');
  const [other, setOther] = useState('');
  const named = listedValues(column);
  const values = levels ?? named;
  const move = (value: string, by: -1 | 1) => {
    const others = values.filter((each) => each !== value);
    others.splice(values.indexOf(value) + by, 0, value);
    onChange(others);
  };
  const add = () => {
    if (other.trim() && !values.includes(other)) onChange([...values, other]);
    setOther('');
  };
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-medium [overflow-wrap:anywhere]">
        {t('levels.of', { column: column.name })}
      </legend>
      <p className="text-soft text-sm">{t(levels ? 'levels.given' : 'levels.notGiven')}</p>
      <ol className="grid max-w-md gap-0.5">
        {values.map((value, place) => (
          <li key={value} className="flex items-center gap-2">
            <span className="w-6 shrink-0 text-right text-faint tabular-nums">{place + 1}</span>
            <span className="min-w-0 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {classText(value)}
            </span>
            <IconButton
              size="sm"
              label={t('levels.up', { value })}
              aria-disabled={place === 0}
              onClick={() => move(value, -1)}
            >
              <ArrowUp aria-hidden />
            </IconButton>
            <IconButton
              size="sm"
              label={t('levels.down', { value })}
              aria-disabled={place === values.length - 1}
              onClick={() => move(value, 1)}
            >
              <ArrowDown aria-hidden />
            </IconButton>
            {!named.includes(value) && (
              <IconButton
                size="sm"
                label={t('levels.remove', { value })}
                onClick={() => onChange(values.filter((each) => each !== value))}
              >
                <X aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {column.distinct > values.length && values.length < maxLevels && (
        <FieldFrame
          label={t('levels.other')}
          hint={t('levels.unlisted', { count: column.distinct - values.length })}
          className="max-w-md"
        >
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...control}
                value={other}
                onChange={({ target }) => setOther(target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  add();
                }}
              />
              <Button onClick={add}>{t('levels.add')}</Button>
            </div>
          )}
        </FieldFrame>
      )}
    </fieldset>
  );
}
