import {
  addressOptions,
  answerExtras,
  type Choice,
  counterfactual,
  counterfactualQuery,
  documentedOptions,
  explanation,
  fieldNoteParts,
  fieldProblem,
  predictionOptions,
  predictionWarning,
  type Task,
} from '@rowcast/contracts';
import { z } from 'zod';

/** Copied without their ids, so that the schemas are inlined instead of placed in `$defs`. */
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

/** A warning or an error about one field of a row. */
export const noteSchemas = {
  Warning: schemaOf(z.object({ ...predictionWarning.shape, parts })),
  Problem: schemaOf(z.object({ ...fieldProblem.omit({ line: true }).shape, parts })),
};

type OptionName = (typeof documentedOptions)[number];

const ofClasses: readonly OptionName[] = ['topK', 'costs'];

/** Options of a call. */
export const optionsOf = ({ task, labels }: Choice): OptionName[] =>
  documentedOptions.filter((name) => {
    if (name === 'threshold') return task !== 'regression' && labels.length === 2;
    return task !== 'regression' || !ofClasses.includes(name);
  });

/** Description of an option. A threshold names the class that it decides. */
export const meaningOf = (name: OptionName, { labels }: Pick<Choice, 'labels'>): string =>
  name === 'threshold'
    ? `"${labels[1]}" is returned when its probability is at least this value`
    : (predictionOptions.shape[name].description ?? '');

function optionSchema(options: z.ZodObject, choice: Choice) {
  const { properties = {}, ...schema } = schemaOf(options);
  const fitting = optionsOf(choice).filter((name) => name in properties);
  const said = fitting.map((name) => [
    name,
    { ...(properties[name] as object), description: meaningOf(name, choice) },
  ]);
  return { ...schema, properties: Object.fromEntries(said) };
}

/** The options that apply to a model: all, and those that tensors can carry. */
export const optionSchemas = (choice: Choice) => ({
  Options: optionSchema(predictionOptions.extend({ counterfactual: query.optional() }), choice),
  Decisions: optionSchema(predictionOptions.pick({ threshold: true, costs: true }), choice),
});

/** The same options as query parameters. */
export function addressParameters(call: keyof typeof addressOptions, choice: Choice) {
  const fitting: readonly string[] = [...optionsOf(choice), 'policy'];
  return Object.entries(schemaOf(addressOptions[call]).properties ?? {})
    .filter(([name]) => fitting.includes(name))
    .map(([name, property]) => {
      const { description: general, ...schema } = property as z.core.JSONSchema.BaseSchema;
      const description = name === 'threshold' ? meaningOf(name, choice) : general;
      return { name, in: 'query', required: false, ...(description && { description }), schema };
    });
}

/** Optional parts of a prediction. */
export const extraSchemas = (task: Task) =>
  schemaOf(
    task === 'regression'
      ? extras.omit({ set: true, topK: true, expectedCost: true })
      : extras.omit({ interval: true }),
  ).properties ?? {};
