import type { Report } from '@rowcast/contracts/domain/models/report';
import { costTable, type KeptDecision } from '@rowcast/contracts/domain/predictions/decision';
import { Undo2 } from 'lucide-react';
import { parseAsFloat, useQueryState } from 'nuqs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useDeniedReason } from '@/features/auth/index.ts';
import { useModel } from '@/features/models/index.ts';
import { classText } from '@/shared/lib/format/class-text.ts';
import { useFollowSaved, useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { useUnsavedWarning } from '@/shared/lib/navigation/unsaved-changes.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { NumberInput } from '@/shared/ui/forms/number-input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { useUpdateApi } from '../../api.ts';
import { deployedModel, useCurrentApi } from '../../current-api.ts';
import { decisionModes, dominantClass, fits, isKnown, modeOf, modesFor, toCosts } from '../../decision.ts';
import { CostMatrix } from './cost-matrix.tsx';
import { CostNotes } from './cost-notes.tsx';
import { DecisionPreview } from './decision-preview.tsx';

/** Unreadable numbers are NaN. */
const typed = z.number().or(z.nan()).nullable();

/** Validates only the fields of the selected mode, because the others are hidden. */
const form = z
  .object({
    mode: z.enum(decisionModes),
    threshold: typed,
    costs: z.array(z.array(typed)),
  })
  .superRefine(({ mode, threshold, costs }, { addIssue }) => {
    const isShare = threshold !== null && threshold >= 0 && threshold <= 1;
    if (mode === 'threshold' && !isShare)
      addIssue({ code: 'custom', path: ['threshold'], message: 'Enter a number from 0 to 1' });
    if (mode === 'costs')
      for (const [row, cells] of costs.entries())
        for (const [column, cost] of cells.entries())
          if (!isKnown(cost))
            addIssue({
              code: 'custom',
              path: ['costs', row, column],
              message: 'Enter a number, such as 12.5',
            });
  });
type Values = z.input<typeof form>;

/** Configures the decision rule of a classification model. */
export function DecisionPanel() {
  const { t } = useTranslation('apis');
  const api = useCurrentApi();
  const model = deployedModel(api);
  const query = useModel(model?.id);
  const report = query.data?.report;
  if (!model)
    return (
      <Panel title={t('decision.title')} description={t('decision.description')} className="max-w-2xl">
        <p className="text-soft">{t('shell.none')}</p>
      </Panel>
    );
  if (query.isLoadingError)
    return (
      <Panel title={t('decision.title')} description={t('decision.description')} className="max-w-2xl">
        <ErrorState error={query.error} onRetry={query.refetch} />
      </Panel>
    );
  if (!report || (report.task === 'regression' && modeOf(api.settings) === 'model')) return null;
  return <DecisionForm key={model.id} report={report} />;
}

const valuesOf = (saved: KeptDecision, report: Report): Values => {
  const isFitting = fits(saved, report);
  return {
    mode: isFitting && modesFor(report).includes(modeOf(saved)) ? modeOf(saved) : 'model',
    threshold: saved.threshold ?? report.classification?.thresholds?.threshold ?? 0.5,
    costs: costTable(isFitting ? saved.costs : null, report.labels),
  };
};

function DecisionForm({ report }: { report: Report }) {
  const { t } = useTranslation('apis');
  const api = useCurrentApi();
  const update = useUpdateApi(api.id);
  const writeDeniedReason = useDeniedReason('Write');
  const { labels } = report;
  const saved: KeptDecision = {
    threshold: api.settings.threshold ?? null,
    costs: api.settings.costs ?? null,
    ...(api.settings.decideBy ? { decideBy: api.settings.decideBy } : {}),
  };
  const [before, setBefore] = useState<KeptDecision>();
  const modes = modesFor(report);
  const [brought, setBrought] = useQueryState('threshold', parseAsFloat);
  const isPrefilled = brought !== null && modes.includes('threshold');
  const shown = valuesOf(saved, report);
  const first: Values = isPrefilled ? { ...shown, mode: 'threshold', threshold: brought } : shown;
  const values = useZodForm(form, first);
  useFollowSaved(values, first);
  useUnsavedWarning(values.formState.isDirty);
  const { mode, threshold, costs } = values.watch();
  const isFitting = fits(saved, report);
  // Costs for more classes than the table shows are set by API calls only. They stay until another mode is chosen.
  const isHidden = isFitting && !modes.includes(modeOf(saved));
  const positive = classText(labels[1] ?? '');
  const keep = async (next: KeptDecision) => {
    const { settings } = await update.mutateAsync({ settings: next });
    // Undo is not offered for a rule that the server would reject.
    setBefore(isFitting ? saved : undefined);
    values.reset(valuesOf(settings, report));
    void setBrought(null);
    notify.success(t('settings.saved'));
  };
  const [pending, setPending] = useState<{ next: KeptDecision; always: string }>();
  const save = (given: Values) => {
    // Costs that price the errors of a threshold stay with another threshold.
    const pricing = given.mode === 'threshold' && saved.decideBy === 'threshold' ? saved.costs : null;
    const next = {
      threshold: given.mode === 'threshold' ? given.threshold : null,
      costs: given.mode === 'costs' ? toCosts(given.costs, labels) : pricing,
      ...(saved.decideBy ? { decideBy: pricing ? saved.decideBy : null } : {}),
    };
    const always = given.mode === 'costs' ? labels[dominantClass(given.costs) ?? -1] : undefined;
    if (always === undefined) return keep(next);
    setPending({ next, always: classText(always) });
  };
  return (
    <Panel title={t('decision.title')} description={t('decision.description')} className="max-w-2xl">
      <Form form={values} onSubmit={save} blocked={writeDeniedReason}>
        {!isFitting && (
          <p className="text-sm text-yellow">
            {t('decision.leftOut', { version: api.model ? `v${api.model.version}` : '' })}
          </p>
        )}
        {isHidden && <p className="text-soft text-sm">{t('decision.hidden')}</p>}
        <Field<Values, 'mode'> name="mode" label={t('decision.mode')} className="max-w-80">
          {(field) => (
            <Select
              {...field}
              options={modes.map((value) => ({ value, label: t(`decision.modes.${value}`) }))}
            />
          )}
        </Field>
        {mode === 'threshold' && (
          <Field<Values, 'threshold'>
            name="threshold"
            label={t('decision.threshold', { positive })}
            hint={t('decision.thresholdHint', { positive })}
            className="max-w-80"
          >
            {(field) => <NumberInput {...field} min={0} max={1} step={0.01} autoFocus={isPrefilled} />}
          </Field>
        )}
        {mode === 'costs' && (
          <>
            <CostMatrix labels={labels} />
            <CostNotes labels={labels} costs={costs} />
          </>
        )}
        <DecisionPreview report={report} mode={mode} threshold={threshold} costs={costs} />
        <div className="flex flex-wrap justify-end gap-2 border-t pt-4">
          {before && (
            // The result can also be undone, so the button and its focus stay.
            <Button busy={update.isPending} onClick={() => void keep(before).catch(() => {})}>
              {!update.isPending && <Undo2 aria-hidden />}
              {t('decision.undo')}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            busy={update.isPending}
            disabled={!values.formState.isDirty && isFitting && !isHidden && !isPrefilled}
          >
            {update.isPending ? t('settings.saving') : t('decision.save')}
          </Button>
        </div>
      </Form>
      {pending && (
        <AlertDialog
          onClose={() => setPending(undefined)}
          title={t('decision.asks', { label: pending.always })}
          description={t('decision.asksHint', { label: pending.always })}
          action={t('decision.confirm', { label: pending.always })}
          onConfirm={() => keep(pending.next)}
        />
      )}
    </Panel>
  );
}
