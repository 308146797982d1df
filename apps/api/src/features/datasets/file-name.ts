import { beginningOf } from '../../platform/text/truncate.ts';

/** What a dataset is called unless a person says otherwise. */
export const nameOfFile = (filename: string): string =>
  beginningOf(filename.replace(/(\.[a-z0-9]{1,8}){1,2}$/i, ''), 100) || 'dataset';
