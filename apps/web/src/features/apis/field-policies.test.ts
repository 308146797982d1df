import { oddValues } from '@rowcast/contracts/domain/predictions/field-policies';
import { describe, expect, it, test } from 'vitest';
import { translateMessage } from '@/shared/i18n/error-message.ts';
import { setLanguage } from '@/shared/i18n/i18n.ts';
import { startWords } from '../../../test/render.tsx';
import { numberField } from '../../../test/report.ts';
import {
  canHappen,
  deviations,
  inherited,
  isFixed,
  rowsOf,
  withAction,
  withField,
  withoutField,
} from './field-policies.ts';

const age = numberField('age');
const city = { ...age, name: 'city', kind: 'category', required: false } as const;

describe('the field policies table', () => {
  test('has a row for all fields and one for each override, even of unused fields', () => {
    const value = { fields: { city: {}, gone: { range: 'warn' } } } as const;
    expect(rowsOf(value, [age, city])).toEqual([
      { name: null, field: null },
      { name: 'city', field: city },
      { name: 'gone', field: null },
    ]);
  });

  it.each([
    ['lenient', 'unseen', 'warn'],
    ['strict', 'unseen', 'reject'],
    ['lenient', 'type', 'reject'],
    ['strict', 'null', null],
  ] as const)('shows what a %s API does with %s', (inputPolicy, unexpectedCase, action) => {
    expect(inherited({}, 'city', unexpectedCase, inputPolicy)).toBe(action);
    expect(inherited({ default: { [unexpectedCase]: 'ignore' } }, 'city', unexpectedCase, inputPolicy)).toBe(
      'ignore',
    );
    expect(inherited({ default: { [unexpectedCase]: 'ignore' } }, null, unexpectedCase, inputPolicy)).toBe(
      action,
    );
  });

  test('hides impossible cases and fixes the policy of required fields', () => {
    const [one, other] = [
      { name: 'age', field: age },
      { name: 'city', field: city },
    ];
    expect([canHappen(one, 'unseen'), canHappen(other, 'unseen')]).toEqual([false, true]);
    expect([canHappen(one, 'range'), canHappen(other, 'range')]).toEqual([true, false]);
    expect([canHappen(one, 'extra'), canHappen({ name: null, field: null }, 'extra')]).toEqual([false, true]);
    expect([isFixed(one, 'null'), isFixed(other, 'null'), isFixed(one, 'type')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('stores only the differences from the default', () => {
    const added = withAction(withField(withField({}, 'age'), 'city'), 'age', 'range', 'reject');
    const all = withAction(added, null, 'extra', 'ignore');
    expect(deviations(all)).toEqual({ default: { extra: 'ignore' }, fields: { age: { range: 'reject' } } });
    const taken = withAction(withAction(all, 'age', 'range', null), null, 'extra', null);
    expect(deviations(taken)).toEqual({ default: {}, fields: {} });
    expect(withoutField(all, 'age').fields).toEqual({ city: {} });
  });

  it.each(['es', 'fr', 'de'] as const)('is refused in %s where it is too large', async (language) => {
    const fields = Object.fromEntries([...Array(501).keys()].map((at) => [`${at}`.padEnd(150), {}]));
    const { error } = oddValues.safeParse({ fields });
    const english = error?.issues.map(({ message }) => message) ?? [];
    expect(english).toEqual([expect.stringContaining('500'), expect.stringContaining('32000')]);
    await startWords();
    await setLanguage(language);
    const said = english.map(translateMessage);
    await setLanguage('en');
    expect(said).toEqual([expect.stringContaining('500'), expect.stringContaining('32000')]);
    expect(said).not.toContain(english[0]);
    expect(said).not.toContain(english[1]);
  });
});
