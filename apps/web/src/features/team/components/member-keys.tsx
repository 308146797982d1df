import type { ApiKey } from '@rowcast/contracts/domain/apis/key';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRelative } from '@/shared/lib/format/format.ts';
import { Select } from '@/shared/ui/forms/select.tsx';
import type { KeyChoice } from '../api.ts';

interface MemberKeysProps {
  name: string;
  keys: readonly (ApiKey & { api: string })[];
  choice: KeyChoice;
  onChoose: (choice: KeyChoice) => void;
}

/** The keys of a member who is about to be removed, and what happens to them. */
export function MemberKeys({ name, keys, choice, onChoose }: MemberKeysProps) {
  const { t } = useTranslation('team', { keyPrefix: 'remove.keys' });
  const id = useId();
  return (
    <div className="mt-4 grid gap-2">
      <p className="font-medium">{t('title', { name, count: keys.length })}</p>
      <ul className="max-h-40 overflow-y-auto rounded-md border px-3 py-2 text-sm">
        {keys.map((key) => (
          <li key={key.id} className="flex flex-wrap justify-between gap-x-3">
            <span>
              {key.api}: {key.name} <code className="font-mono text-soft">{key.prefix}…</code>
            </span>
            <span className="text-soft">
              {key.lastUsedAt ? t('used', { when: formatRelative(key.lastUsedAt) }) : t('unused')}
            </span>
          </li>
        ))}
      </ul>
      <label htmlFor={id} className="font-medium text-sm">
        {t('label')}
      </label>
      <Select
        id={id}
        value={choice}
        onChange={onChoose}
        options={[
          { value: 'revoke', label: t('revoke'), hint: t('revokeHint') },
          { value: 'reassign', label: t('reassign'), hint: t('reassignHint', { name }) },
        ]}
      />
      <p className="text-soft text-sm">{t(choice === 'revoke' ? 'revokeHint' : 'reassignHint', { name })}</p>
    </div>
  );
}
