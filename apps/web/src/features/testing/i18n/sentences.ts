import { fieldNoteSentences } from '@rowcast/contracts/domain/predictions/field-note-sentences';
import { optionNoteSentences } from '@rowcast/contracts/domain/predictions/option-note';
import { toTemplatesBesideField } from '@/shared/i18n/contract-sentences.ts';

/** The English entries that the contracts define; `en.json` has the rest. */
export default {
  notes: {
    ...toTemplatesBesideField(fieldNoteSentences),
    option: toTemplatesBesideField(optionNoteSentences),
  },
};
