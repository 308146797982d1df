import type { ApiSettings, DeployChange, FieldSchema, modelRoutes, Report } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { classesWithoutCost, thresholdClass, whyNotApplied } from '../../predict/execution/decision.ts';
import { ignoredFields, someOf, whyIgnored } from '../../predict/execution/field-policies.ts';
import { apiRepository } from '../apis/index.ts';
import { deploymentRepository } from './repository.ts';

type Side = Pick<Report, 'target' | 'task' | 'labels' | 'fields'>;

const answer = (
  kind: DeployChange['kind'],
  before: string,
  after: string,
  message: string,
): DeployChange[] => (before === after ? [] : [{ kind, field: null, before, after, message }]);

/** A model of numbers has no classes. */
const classesOf = ({ labels }: Side) => labels.toSorted().join(', ');

const asSet = "follow the API's rules for unexpected values";

function changeOf({ name, kind, required }: FieldSchema, before: FieldSchema | undefined): DeployChange[] {
  const change = { field: name, before: before?.kind ?? null, after: kind };
  const unsent = `calls without it ${required ? 'are rejected' : asSet}.`;
  if (!before) {
    const message = `The field "${name}" (${kind}) is new: ${unsent}`;
    return [{ ...change, kind: required ? 'field_added_required' : 'field_added', message }];
  }
  if (before.kind !== kind)
    return [
      { ...change, kind: 'field_type', message: `The field "${name}" is ${kind}, not ${before.kind}.` },
    ];
  if (!required || before.required) return [];
  return [{ ...change, kind: 'field_required', message: `The field "${name}" is now required: ${unsent}` }];
}

/** What callers of one model would meet if another answered them. */
export function changesBetween(before: Side | null, after: Side | null): DeployChange[] {
  if (!before || !after) return [];
  const of = (side: Side) => new Map(side.fields.map((field) => [field.name, field]));
  const [known, read] = [of(before), of(after)];
  const removed = before.fields.filter(({ name }) => !read.has(name));
  return [
    ...answer(
      'target',
      before.target,
      after.target,
      `The model predicts "${after.target}" instead of "${before.target}".`,
    ),
    ...answer('task', before.task, after.task, `The task is ${after.task} instead of ${before.task}.`),
    ...(before.target === after.target && before.task !== 'regression' && after.task !== 'regression'
      ? answer(
          'classes',
          classesOf(before),
          classesOf(after),
          `The classes are ${classesOf(after)} instead of ${classesOf(before)}.`,
        )
      : []),
    ...after.fields.flatMap((field) => changeOf(field, known.get(field.name))),
    ...removed.map(
      ({ name, kind }): DeployChange => ({
        kind: 'field_removed',
        field: name,
        before: kind,
        after: null,
        message: `The field "${name}" is no longer used: calls with it ${asSet}.`,
      }),
    ),
  ];
}

/** What kept costs or a threshold mean of classes that the model before did not have. */
function decisionChanges(settings: ApiSettings, before: Side | null, after: Side): DeployChange[] {
  const known = new Set(before && classesWithoutCost(settings, before));
  const unnamed = classesWithoutCost(settings, after);
  if (unnamed.some((label) => !known.has(label))) {
    const [count, all] = [unnamed.length, after.labels.length];
    const message = `The API's costs do not cover ${count} of the model's ${all} classes (${someOf(unnamed)}): each mistake with them costs 1. Check the costs in the settings.`;
    const [names, share] = [someOf(unnamed), `${count} / ${all}`];
    return [{ kind: 'costs_incomplete', field: null, before: names, after: share, message }];
  }
  const was = before && thresholdClass(settings, before);
  const now = thresholdClass(settings, after);
  if (was === null || now === null || was === now) return [];
  const message = `The API's threshold ${settings.threshold} now applies to "${now}" instead of "${was}".`;
  return [{ kind: 'threshold_moved', field: null, before: was, after: now, message }];
}

/** Settings of an API that a model has no use for, where it was not so of the model before. */
function leftOut(settings: ApiSettings, before: Side | null, after: Side): DeployChange[] {
  const gone = { field: null, after: null };
  const decision = before && whyNotApplied(settings, before) ? null : whyNotApplied(settings, after);
  const known = new Set(before && ignoredFields(settings, before.fields));
  const names = ignoredFields(settings, after.fields).filter((name) => !known.has(name));
  return [
    ...(decision ? [{ ...gone, kind: 'decision_left_out' as const, before: null, message: decision }] : []),
    ...(names.length > 0
      ? [
          {
            ...gone,
            kind: 'odd_values_passed_over' as const,
            before: someOf(names),
            message: whyIgnored(names),
          },
        ]
      : []),
  ];
}

/** The same with what the API's settings say, where they held of the model before. */
export const changesFor = (settings: ApiSettings, before: Side | null, after: Side | null): DeployChange[] =>
  after
    ? [
        ...changesBetween(before, after),
        ...leftOut(settings, before, after),
        ...decisionChanges(settings, before, after),
      ]
    : [];

/** Whether answers of both can be held against each other. */
export const asksTheSame = (one: Side | null, other: Side | null): boolean =>
  !one || !other || (one.target === other.target && one.task === other.task);

export async function listChanges(ctx: SessionContext, { params }: Input<typeof modelRoutes.changes>) {
  const { workspaceId } = ctx.actor;
  const repository = deploymentRepository(ctx.db, workspaceId);
  const { apiId, report } = await repository.findModel(params.id);
  const { liveDeploymentId, settings } = await apiRepository(ctx.db, workspaceId).find(apiId);
  const live = liveDeploymentId ? await repository.view(liveDeploymentId) : null;
  return { data: changesFor(settings, live?.model.report ?? null, report) };
}
