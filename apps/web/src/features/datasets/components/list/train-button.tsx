import type { Dataset } from '@rowcast/contracts/domain/datasets/dataset';
import { BrainCircuit, Plus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { apisQuery } from '@/features/apis/index.ts';
import { useDeniedReason } from '@/features/auth/index.ts';
import { usePagedOptions } from '@/shared/lib/live/paged-options.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog } from '@/shared/ui/dialogs/dialog.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { SearchableSelect } from '@/shared/ui/forms/searchable-select.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { trainingPlace } from '../../training-place.ts';

interface TrainButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size'> {
  dataset: Dataset;
  /** The column that groups or orders the split. */
  split?: Partial<Record<'group' | 'time', string>>;
  children: ReactNode;
}

/** Opens the training dialog. A dataset without an API asks for one first. */
export function TrainButton({ dataset, split = {}, children, ...look }: TrainButtonProps) {
  const paths = usePaths();
  const writeDeniedReason = useDeniedReason('Write');
  const [isChoosing, setIsChoosing] = useState(false);
  const placeOf = (apiId: string | null) => trainingPlace(paths, { id: dataset.id, apiId }, split);
  const label = (
    <>
      <BrainCircuit aria-hidden />
      {children}
    </>
  );
  if (dataset.apiId) {
    return (
      <Button asChild {...look} blocked={writeDeniedReason}>
        <Link to={placeOf(dataset.apiId)}>{label}</Link>
      </Button>
    );
  }
  return (
    <>
      <Button {...look} blocked={writeDeniedReason} onClick={() => setIsChoosing(true)}>
        {label}
      </Button>
      {isChoosing && <ChooseApi placeOf={placeOf} onClose={() => setIsChoosing(false)} />}
    </>
  );
}

interface ChooseApiProps {
  /** For null, the page that creates an API on the way. */
  placeOf: (apiId: string | null) => string;
  onClose: () => void;
}

function ChooseApi({ placeOf, onClose }: ChooseApiProps) {
  const { t } = useTranslation('datasets');
  const {
    choices: apis,
    onSearch,
    error,
    refetch,
  } = usePagedOptions((query) => apisQuery({ sort: 'name', ...query }));
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string>();
  const none = apis?.length === 0;
  return (
    <Dialog
      onClose={onClose}
      title={t('train')}
      description={t(none ? 'trainUnder.none' : 'trainUnder.description')}
      footer={
        <>
          <Button asChild variant={none ? 'primary' : 'secondary'}>
            <Link to={placeOf(null)}>
              <Plus aria-hidden />
              {t('trainUnder.create')}
            </Link>
          </Button>
          {!none && (
            <Button variant="primary" disabled={!chosen} onClick={() => chosen && navigate(placeOf(chosen))}>
              {t('trainUnder.submit')}
            </Button>
          )}
        </>
      }
    >
      {!apis && (error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton className="h-14" />)}
      {apis && !none && (
        <FieldFrame label={t('trainUnder.api')}>
          {(control) => (
            <SearchableSelect
              {...control}
              value={chosen}
              onChange={setChosen}
              onSearch={onSearch}
              options={apis.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </FieldFrame>
      )}
    </Dialog>
  );
}
