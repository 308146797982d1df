import { findingSentences } from '@rowcast/contracts/domain/datasets/finding-sentences';
import { taskReasons } from '@rowcast/contracts/domain/models/task-reason-sentences';
import { fileNoteSentences } from '@rowcast/contracts/domain/predictions/file-note';
import { toTemplates } from '@/shared/i18n/contract-sentences.ts';

/** The English entries that the contracts define; `en.json` has the rest. */
export default {
  lint: toTemplates(findingSentences),
  fileNote: toTemplates(fileNoteSentences),
  taskReason: toTemplates(taskReasons),
};
