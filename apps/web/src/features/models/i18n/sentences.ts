import { reportReasons } from '@rowcast/contracts/domain/models/reason-sentences';
import { toTemplates } from '@/shared/i18n/contract-sentences.ts';

/** The English entries that the contracts define; `en.json` has the rest. */
export default { reason: toTemplates(reportReasons) };
