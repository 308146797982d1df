import type { Executor } from '../../platform/db/database.ts';
import { fieldRulesOf } from './field-rules.ts';
import { knownFields } from './known-fields.repository.ts';
import { maskPersonalData } from './mask-json.ts';

/** Masks the payloads of one API's calls, wherever they are shown or exported. */
export async function payloadMasks(db: Executor, workspaceId: string, apiId: string) {
  const { profiles, chosen } = await knownFields(db, workspaceId, apiId);
  const rules = fieldRulesOf(profiles, chosen);
  const mask = (text: string | null, of: keyof typeof rules) =>
    text === null ? null : maskPersonalData(text, rules[of]);
  return {
    request: (text: string | null) => mask(text, 'request'),
    response: (text: string | null) => mask(text, 'response'),
  };
}
export type PayloadMasks = Awaited<ReturnType<typeof payloadMasks>>;
