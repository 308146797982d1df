import {
  addressOptions,
  answerExtras,
  counterfactual,
  counterfactualQuery,
  explanation,
  fieldNoteParts,
  fieldProblem,
  predictionOptions,
  predictionWarning,
  type Task,
} from '@rowcast/contracts';
import { z } from 'zod';

/** A schema copied without its id, as these are, stands where it is named instead of among `$defs`. */
const query = z.object(counterfactualQuery.shape);
const extras = z.object({
  ...answerExtras,
  explanation: z.object(explanation.shape).optional(),
  counterfactual: z.object(counterfactual.shape).nullish(),
});

function schemaOf(options: z.ZodType) {
  const { $schema, ...schema } = z.toJSONSchema(options, { io: 'input' });
  return schema;
}

const parts = z.object(fieldNoteParts.shape).optional();

/** What is said of one field of a row: warned of, or refused. */
export const noteSchemas = {
  Warning: schemaOf(z.object({ ...predictionWarning.shape, parts })),
  Problem: schemaOf(z.object({ ...fieldProblem.omit({ line: true }).shape, parts })),
};

/** What a call may ask for beside the prediction: all of it, and what tensors can carry. */
export const optionSchemas = {
  Options: schemaOf(predictionOptions.extend({ counterfactual: query.optional() })),
  Decisions: schemaOf(predictionOptions.pick({ threshold: true, costs: true })),
};

/** The same as it stands in the address of a call. */
export const addressParameters = (call: keyof typeof addressOptions) =>
  Object.entries(schemaOf(addressOptions[call]).properties ?? {}).map(([name, property]) => {
    const { description, ...schema } = property as z.core.JSONSchema.BaseSchema;
    return { name, in: 'query', required: false, ...(description && { description }), schema };
  });

/** What a prediction carries where the call asked for it. */
export const extraSchemas = (task: Task) =>
  schemaOf(
    task === 'regression'
      ? extras.omit({ set: true, topK: true, expectedCost: true })
      : extras.omit({ interval: true }),
  ).properties ?? {};
