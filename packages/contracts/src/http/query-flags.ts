import { z } from 'zod';
import { predictionOptions } from '../domain/predictions/prediction-options.ts';

const { interval, topK, threshold, explain } = predictionOptions.shape;
const policy = z
  .string()
  .optional()
  .describe('strict, lenient, or actions by case as JSON; the header x-rowcast-policy comes first');
const asJson = (meaning?: string) =>
  z
    .string()
    .optional()
    .describe(
      ['JSON; options of the body decide before those of the address', meaning].filter(Boolean).join('; '),
    );

/** What an answer of every form can carry. */
const decisions = { threshold, costs: asJson(predictionOptions.shape.costs.description), policy };

/** What may stand in the address of each call for predictions. */
export const addressOptions = {
  predict: z.object({
    ...{ interval, topK, explain, ...decisions },
    counterfactual: asJson(predictionOptions.shape.counterfactual.description),
  }),
  stream: z.object({ interval, topK, ...decisions }),
  infer: z.object(decisions),
};
