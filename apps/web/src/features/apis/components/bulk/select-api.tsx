import type { Api } from '@rowcast/contracts/domain/apis/api';
import { useTranslation } from 'react-i18next';
import { deselectApis, selectApis, useSelection } from '../../selection.ts';

/** Selects one API of the list for the bar of actions. */
export function SelectApi({ api }: { api: Api }) {
  const { t } = useTranslation('apis');
  const isSelected = useSelection(({ selectedApis }) => selectedApis.has(api.id));
  return (
    // The label enlarges the target to 24 px, and to 40 px on a phone.
    <label className="-m-1 grid size-6 shrink-0 cursor-pointer place-items-center max-sm:-m-3 max-sm:size-10">
      <input
        type="checkbox"
        aria-label={t('bulk.select', { name: api.name })}
        checked={isSelected}
        onChange={() => (isSelected ? deselectApis([api.id]) : selectApis([api]))}
        className="size-4 cursor-pointer accent-(--color-accent)"
      />
    </label>
  );
}
