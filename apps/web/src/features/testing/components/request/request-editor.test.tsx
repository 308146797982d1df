import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { exampleBody } from '../../request/request-body.ts';
import type { FieldNote } from '../../request/response.ts';
import { RequestEditor } from './request-editor.tsx';

beforeAll(() => startWords('testing'));

const plain = { required: false, nullable: true, integer: false, min: null, max: null, categoryCount: 0 };
const fields: FieldSchema[] = [
  { ...plain, name: 'age', kind: 'number', integer: true, min: 17, max: 90, categories: [], example: 37 },
  { ...plain, name: 'job', kind: 'category', categories: ['Sales', 'Tech'], example: 'Tech' },
];
const review: FieldSchema = { ...plain, name: 'review', kind: 'text', categories: [], example: 'Works well' };

function Editor({ of = fields, notes = {} }: { of?: FieldSchema[]; notes?: Record<string, FieldNote> }) {
  const [text, setText] = useState(exampleBody(of));
  return (
    <NuqsTestingAdapter hasMemory>
      <RequestEditor fields={of} text={text} onChange={setText} notes={notes} />
    </NuqsTestingAdapter>
  );
}

test('the form and the JSON are the same request', async () => {
  const { user, getByLabelText, getByRole, findByLabelText } = renderScreen(<Editor />);
  await user.clear(getByLabelText(/^age/));
  await user.type(getByLabelText(/^age/), '52');
  await user.click(getByRole('tab', { name: 'JSON' }));
  const editor = (await findByLabelText('Request body')) as HTMLTextAreaElement;
  expect(JSON.parse(editor.value)).toEqual({ instances: [{ age: 52, job: 'Tech' }] });

  await user.clear(editor);
  await user.click(editor);
  await user.paste('{"age": 8, "job": "Astronaut"}');
  await user.click(getByRole('tab', { name: 'Form' }));
  expect(getByLabelText(/^age/)).toHaveProperty('value', '8');
  expect(getByLabelText('Other value for job')).toHaveProperty('value', 'Astronaut');
});

test('a date with a time is typed as text', async () => {
  const seen: FieldSchema = {
    ...plain,
    name: 'seen',
    kind: 'datetime',
    categories: [],
    example: '2024-03-05T10:30:00',
  };
  const { user, getByLabelText } = renderScreen(<Editor of={[seen]} />);
  await user.clear(getByLabelText(/^seen/));
  await user.type(getByLabelText(/^seen/), '2024-03-06 08:00');
  expect(getByLabelText(/^seen/)).toHaveProperty('value', '2024-03-06 08:00');
  expect(getByLabelText(/^seen/)).toHaveProperty('type', 'text');
});

test('shows the training range in the unit of the table', () => {
  const wait: FieldSchema = {
    ...plain,
    name: 'wait',
    kind: 'number',
    min: 5,
    max: 80,
    unit: 'min',
    categories: [],
    example: 12,
  };
  const { getByLabelText } = renderScreen(<Editor of={[wait]} />);
  const said = getByLabelText(/^wait/).getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(said)?.textContent).toBe('5 to 80\u00a0min in training');
});

test('announces a warning with its field', () => {
  const message = 'Lies outside of what training saw.';
  const { getByLabelText } = renderScreen(<Editor notes={{ age: { tone: 'warning', message } }} />);
  const ids = getByLabelText(/^age/).getAttribute('aria-describedby') ?? '';
  const said = ids.split(' ').map((id) => document.getElementById(id)?.textContent);
  expect(said).toEqual([message, '17 to 90 in training']);
});

test('reports broken JSON, keeps it as typed, and explains it in the form', async () => {
  const { user, getByRole, findByLabelText, findByText, getByText } = renderScreen(<Editor />);
  await user.click(getByRole('tab', { name: 'JSON' }));
  const editor = await findByLabelText('Request body');
  await user.clear(editor);
  await user.click(editor);
  await user.paste('{"age": ');
  await findByText('Not valid JSON.');
  await user.click(getByRole('tab', { name: 'Form' }));
  getByText(/is not valid JSON/);
  await user.click(getByRole('button', { name: 'Example row' }));
  expect(await findByLabelText(/^age/)).toHaveProperty('value', '37');
});

test('edits free text in several lines and treats empty text as missing', async () => {
  const { user, getByLabelText, getByRole, findByLabelText } = renderScreen(<Editor of={[review]} />);
  const area = getByLabelText(/^review/) as HTMLTextAreaElement;
  expect([area.tagName, area.value]).toEqual(['TEXTAREA', 'Works well']);
  await user.type(area, '{Enter}<b>"twice"</b> 😀');
  await user.click(getByRole('tab', { name: 'JSON' }));
  const editor = (await findByLabelText('Request body')) as HTMLTextAreaElement;
  expect(JSON.parse(editor.value)).toEqual({ instances: [{ review: 'Works well\n<b>"twice"</b> 😀' }] });
  await user.click(getByRole('tab', { name: 'Form' }));
  await user.clear(getByLabelText(/^review/));
  await user.click(getByRole('tab', { name: 'JSON' }));
  const cleared = (await findByLabelText('Request body')) as HTMLTextAreaElement;
  expect(JSON.parse(cleared.value)).toEqual({ instances: [{ review: null }] });
});

test('sends an unreadable number as typed', async () => {
  const { user, getByLabelText, getByRole, findByLabelText } = renderScreen(<Editor />);
  await user.clear(getByLabelText(/^age/));
  await user.type(getByLabelText(/^age/), '-0.5%');
  await user.click(getByRole('tab', { name: 'JSON' }));
  const editor = (await findByLabelText('Request body')) as HTMLTextAreaElement;
  expect(JSON.parse(editor.value)).toEqual({ instances: [{ age: '-0.5%', job: 'Tech' }] });
  await user.click(getByRole('tab', { name: 'Form' }));
  const field = await findByLabelText(/^age/);
  expect(field).toHaveProperty('value', '-0.5%');
  await user.type(field, '{Backspace}');
  expect(field).toHaveProperty('value', '-0.5');
});
