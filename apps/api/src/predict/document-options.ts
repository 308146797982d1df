import { counterfactualQuery, predictionOptions } from '@rowcast/contracts';
import { z } from 'zod';

/** Copied without its id, a schema stands where it is named instead of among `$defs`. */
const counterfactual = z.object(counterfactualQuery.shape);

function schemaOf(options: z.ZodType) {
  const { $schema, ...schema } = z.toJSONSchema(options, { io: 'input' });
  return schema;
}

/** What a call may ask for beside the prediction: all of it, and what tensors can carry. */
export const optionSchemas = {
  Options: schemaOf(predictionOptions.extend({ counterfactual: counterfactual.optional() })),
  Decisions: schemaOf(predictionOptions.pick({ threshold: true, costs: true })),
};
