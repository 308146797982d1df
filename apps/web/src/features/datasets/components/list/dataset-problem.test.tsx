import type { Dataset } from '@rowcast/contracts/domain/datasets/dataset';
import { fileNoteSentences } from '@rowcast/contracts/domain/predictions/file-note';
import type { FieldProblem } from '@rowcast/contracts/errors/body';
import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { setLanguage } from '@/shared/i18n/i18n.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { DatasetProblem } from './dataset-problem.tsx';

beforeAll(() => startWords('datasets'));

async function read(language: 'en' | 'de', message: string, fields: FieldProblem[]) {
  await setLanguage(language);
  const error = { code: 'ENCODING_UNKNOWN', message, fields };
  const { container } = renderScreen(<DatasetProblem dataset={{ error } as Dataset} />);
  return container.textContent;
}
const note = { field: 'file', line: 4, code: 'ZERO_BYTE', message: fileNoteSentences.ZERO_BYTE };
const cause = `Line 4: ${note.message} Save the file as UTF-8.`;

test('shows the location and reason once in the chosen language', async () => {
  expect(await read('en', cause, [note])).toContain(cause);
  expect(screen.queryByRole('list')).toBeNull();
  expect(await read('de', cause, [note])).toContain('Zeile 4: Die Datei enthält hier ein Nullbyte');
});

test('keeps the text of an earlier version', async () => {
  const { code: _, ...before } = note;
  expect(await read('de', cause, [{ ...before, message: 'Odd here.' }])).toContain('Zeile 4: Odd here.');
});
