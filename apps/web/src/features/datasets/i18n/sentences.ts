import { fileNoteSentences } from '@rowcast/contracts/domain/file-note';
import { lintCatalogue } from '@rowcast/contracts/domain/finding-sentences';
import { taskReasons } from '@rowcast/contracts/domain/reason-sentences';
import { toTemplates } from '@/shared/i18n/contract-sentences.ts';

/** The English entries that the contracts define; `en.json` has the rest. */
export default {
  lint: toTemplates(lintCatalogue),
  fileNote: toTemplates(fileNoteSentences),
  taskReason: toTemplates(taskReasons),
};
