import { defaultPercent, defaultRolloutGates, rolloutSplits } from '@rowcast/contracts/domain/apis/rollout';
import type { ModelVersion } from '@rowcast/contracts/http/models/models';
import { GitBranchPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useDeniedReason } from '@/features/auth/index.ts';
import { ReleaseNotes } from '@/features/deployments/index.ts';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { NumberInput } from '@/shared/ui/forms/number-input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { useStartRollout } from '../api.ts';
import { requestsFor } from '../verdict.ts';

const modes = ['canary', 'shadow'] as const;
const inRange = (min: number, max: number, message: string) =>
  z.number(message).min(min, message).max(max, message);
const positiveUpTo = (max: number, message: string) => z.number(message).positive(message).max(max, message);

const form = z.object({
  mode: z.enum(modes),
  splitBy: z.enum(rolloutSplits),
  percent: inRange(0, 100, 'Enter a percentage from 0 to 100'),
  errorPercent: inRange(0, 100, 'Enter a percentage from 0 to 100').nullable(),
  refusalPercent: inRange(0, 100, 'Enter a percentage from 0 to 100').nullable(),
  p95Ms: positiveUpTo(300_000, 'Enter milliseconds above 0 and at most 300000, or leave it empty').nullable(),
  scoreDrift: positiveUpTo(100, 'Enter a number above 0 and at most 100, or leave it empty').nullable(),
  minCalls: inRange(1, 100_000, 'Enter a whole number from 1 to 100000'),
});
type Values = z.input<typeof form>;

const { maxErrorRate, maxRefusalRate, maxP95Ms, maxScoreDrift, minCalls } = defaultRolloutGates;
const percentOf = (share: number | null) => (share === null ? null : share * 100);
const shareOf = (percent: number | null) => (percent === null ? null : percent / 100);

const defaults: Values = {
  mode: 'canary',
  splitBy: 'request',
  percent: defaultPercent.canary,
  errorPercent: percentOf(maxErrorRate),
  refusalPercent: percentOf(maxRefusalRate),
  p95Ms: maxP95Ms,
  scoreDrift: maxScoreDrift,
  minCalls,
};

/** How many requests the first verdict needs. Undefined while a number is missing. */
function useVerdictHint({ minCalls, ...traffic }: Pick<Values, 'mode' | 'splitBy' | 'percent' | 'minCalls'>) {
  const { t } = useTranslation('rollouts');
  if (!(traffic.percent >= 0 && traffic.percent <= 100 && minCalls >= 1)) return undefined;
  if (traffic.percent === 0) return t('verdict.none');
  const total = requestsFor(minCalls, traffic);
  const calls = formatInteger(minCalls);
  return total === null
    ? t('verdict.plannedKeys', { calls })
    : t('verdict.planned', { calls, total: formatInteger(total) });
}

/** Starts a rollout: its mode, traffic share and rollback conditions. */
export function StartRolloutDialog({ apiId, version }: { apiId: string; version: ModelVersion }) {
  const { t } = useTranslation('rollouts');
  const formId = useId();
  const [open, setOpen] = useState(false);
  const deployDeniedReason = useDeniedReason('Deploy');
  const start = useStartRollout(apiId);
  const values = useZodForm(form, defaults);
  const [mode, splitBy, percent, minCalls] = values.watch(['mode', 'splitBy', 'percent', 'minCalls']);
  const hint = useVerdictHint({ mode, splitBy, percent, minCalls });
  const submit = async (given: z.output<typeof form>) => {
    await start.mutateAsync({
      modelId: version.modelId,
      mode: given.mode,
      splitBy: given.splitBy,
      percent: Math.round(given.percent),
      gates: {
        maxErrorRate: shareOf(given.errorPercent),
        maxRefusalRate: shareOf(given.refusalPercent),
        maxP95Ms: given.p95Ms,
        maxScoreDrift: given.scoreDrift,
        minCalls: Math.round(given.minCalls),
      },
    });
    setOpen(false);
    notify.success(t('start.done', { version: version.version }));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t('start.title', { version: version.version })}
      description={t('start.description')}
      trigger={
        <Button size="sm" blocked={deployDeniedReason}>
          <GitBranchPlus aria-hidden />
          {t('start.action')}
          <span className="sr-only">v{version.version}</span>
        </Button>
      }
      footer={
        <>
          <DialogClose asChild>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={formId} busy={start.isPending}>
            {t('start.submit', { version: version.version })}
          </Button>
        </>
      }
    >
      <Form id={formId} form={values} onSubmit={submit}>
        <ReleaseNotes modelId={version.modelId} />
        <Field<Values, 'mode'> name="mode" label={t('start.mode')}>
          {(field) => (
            <Select
              {...field}
              onChange={(mode) => {
                if (values.getValues('percent') === defaultPercent[field.value])
                  values.setValue('percent', defaultPercent[mode]);
                field.onChange(mode);
              }}
              options={modes.map((value) => ({
                value,
                label: t(`mode.${value}`),
                hint: t(`modeHint.${value}`),
              }))}
            />
          )}
        </Field>
        <Field<Values, 'splitBy'> name="splitBy" label={t('start.split')}>
          {(field) => (
            <Select
              {...field}
              options={rolloutSplits.map((value) => ({
                value,
                label: t(`split.${value}`),
                hint: t(`splitHint.${value}`),
              }))}
            />
          )}
        </Field>
        <Field<Values, 'percent'> name="percent" label={t('start.percent')} hint={hint}>
          {(field) => <NumberInput {...field} min={0} max={100} step={1} />}
        </Field>
        <fieldset className="grid gap-4 border-t pt-4">
          <legend className="float-left mb-1 w-full font-medium">{t('gates.title')}</legend>
          <p className="text-soft text-sm">{t('gates.hint')}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field<Values, 'errorPercent'> name="errorPercent" label={t('gates.errorRate')}>
              {(field) => <NumberInput {...field} min={0} max={100} />}
            </Field>
            <Field<Values, 'refusalPercent'> name="refusalPercent" label={t('gates.refusalRate')}>
              {(field) => <NumberInput {...field} min={0} max={100} />}
            </Field>
            <Field<Values, 'p95Ms'> name="p95Ms" label={t('gates.p95')}>
              {(field) => <NumberInput {...field} min={0} />}
            </Field>
            <Field<Values, 'scoreDrift'> name="scoreDrift" label={t('gates.drift')}>
              {(field) => <NumberInput {...field} min={0} step={0.1} />}
            </Field>
            <Field<Values, 'minCalls'> name="minCalls" label={t('gates.minCalls')}>
              {(field) => <NumberInput {...field} min={1} step={1} />}
            </Field>
          </div>
        </fieldset>
      </Form>
    </Dialog>
  );
}
