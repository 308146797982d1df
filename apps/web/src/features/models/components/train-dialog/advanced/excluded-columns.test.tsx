import { screen, waitFor } from '@testing-library/react';
import { FormProvider } from 'react-hook-form';
import { beforeAll, expect, test } from 'vitest';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { aTable } from '../../../../../../test/factories/dataset.ts';
import { renderScreen, startWords } from '../../../../../../test/render.tsx';
import { emptyTrainForm, trainForm } from '../../../training/train-form.ts';
import { ExcludedColumnsField } from './excluded-columns.tsx';

beforeAll(() => startWords('models'));

function Drawn({ columns }: { columns: string[] }) {
  const form = useZodForm(trainForm, emptyTrainForm);
  return (
    <FormProvider {...form}>
      <ExcludedColumnsField profile={aTable('Learned', ['stars', ...columns]).profile} targetColumn="stars" />
    </FormProvider>
  );
}

const select = () => screen.getByRole('combobox', { name: /^Excluded columns/ });
const chip = (column: string) => screen.findByRole('button', { name: `Include ${column}` });

test('excludes and restores columns by keyboard', async () => {
  const { user } = renderScreen(<Drawn columns={Array.from({ length: 13 }, (_, at) => `column ${at}`)} />);
  const choose = async (column: string) => {
    await user.keyboard('{Enter}');
    const search = await screen.findByRole('combobox', { name: 'Search…' });
    await waitFor(() => expect(document.activeElement).toBe(search));
    await user.keyboard(column);
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await user.keyboard('{Enter}');
  };
  await user.tab();
  await choose('column 7');
  await chip('column 7');
  await waitFor(() => expect(document.activeElement).toBe(select()));
  await choose('column 12');
  await chip('column 12');
  await waitFor(() => expect(document.activeElement).toBe(select()));
  await choose('column 7');
  expect(screen.getByRole('option', { name: 'column 7' }).getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(select()));

  await user.tab();
  expect(document.activeElement).toBe(await chip('column 7'));
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: 'Include column 7' })).toBeNull();
  expect(document.activeElement).toBe(await chip('column 12'));
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('listitem')).toBeNull();
  expect(document.activeElement).toBe(select());
});

test('excludes columns one by one, never the target', async () => {
  const { user } = renderScreen(<Drawn columns={['age', 'ssn']} />);
  await user.click(select());
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['age', 'ssn']);
  await user.click(screen.getByRole('option', { name: 'age' }));
  await chip('age');
  expect(select().textContent).toBe('Choose…');
  await user.click(select());
  const age = await screen.findByRole('option', { name: 'age' });
  expect(age.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('option', { name: 'ssn' }));
  await chip('ssn');
  await user.click(await chip('age'));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['ssn']);
});
