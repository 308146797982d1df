import type { TableProfile } from '@rowcast/contracts';
import { describe, expect, test } from 'vitest';
import { fieldRulesOf } from '../../src/predict/masking/field-rules.ts';
import { maskPersonalData } from '../../src/predict/masking/mask-json.ts';
import { column } from './profiled-api.ts';

const isJson = (text: string): boolean => {
  try {
    return Boolean(JSON.parse(text));
  } catch {
    return false;
  }
};

describe('of a call is hidden', () => {
  test.each([
    ['an e-mail address', '{"note":"write to anna.b@example.co.in today"}', 'anna.b@'],
    ['a telephone number', '{"note":"call +91 98765 43210"}', '98765'],
    ['a number with dashes', '{"note":"555-123-4567"}', '4567'],
    ['a card number', '{"card":"4111 1111 1111 1111"}', '4111'],
    ['a card number as a number', '{"card":4111111111111111}', '4111'],
    ['a PAN', '{"tax":"ABCDE1234F"}', 'ABCDE'],
    ['an Aadhaar number', '{"id":"2345 6789 0123"}', '6789'],
    ['a field that is named so', '{"rows":[{"last_name":"Rao","Phone":5551234}]}', 'Rao'],
    ['a field that is named so in one word', '{"rows":[{"phoneNumber":5551234}]}', '5551234'],
    ['a date of birth', '{"dateOfBirth":"1990-04-05"}', '1990'],
    ['a network address', '{"note":"from 203.0.113.7, twice"}', '113.7'],
    ['a field that is named so in Spanish', '{"rows":[{"Teléfono":"uno dos"}]}', 'uno'],
    ['a field that is named so in French', '{"rows":[{"prénom":"Anaïs"}]}', 'Ana'],
    ['a field that is named so in German', '{"rows":[{"Nachname":"Rao"}]}', 'Rao'],
    [
      'what is said of such a field',
      '{"warnings":[{"row":0,"field":"last_name","message":"last_name has a value …: \'Rao\'.","parts":{"given":"Rao"}}]}',
      'Rao',
    ],
    [
      'why such a field was refused',
      '{"message":"Row 0: phone must be a number, not \\"Rao\\".","detail":"… \\"Rao\\"","fields":[{"field":"phone","message":"not \\"Rao\\""}]}',
      'Rao',
    ],
    [
      'what such a field did to the answer',
      '{"contributions":[{"field":"surname","value":"Rao","contribution":0.2}]}',
      'Rao',
    ],
    ['an address in CSV', 'age,mail\n44,anna@example.com\n', 'anna@'],
    [
      'why the Open Inference Protocol refused such a field',
      '{"code":"ROW_INVALID","error":"Row 0: last_name must be a number, not \\"Rao\\".","message":"","fields":[{"field":"last_name","message":"not \\"Rao\\""}]}',
      'Rao',
    ],
    [
      'what the Open Inference Protocol warns of such a field',
      JSON.stringify({
        parameters: {
          warnings: JSON.stringify([{ field: 'last_name', message: "'Rao'", parts: { given: 'Rao' } }]),
        },
      }),
      'Rao',
    ],
    [
      'a tensor that is named so',
      '{"inputs":[{"name":"age","data":[44]},{"name":"last_name","shape":[2],"data":["Rao","Das"]}]}',
      'Rao',
    ],
    ['a list under such a name', '{"instances":[{"address":["Rao Street",{"street":"Rao Street"}]}]}', 'Rao'],
    [
      'a field of rows that come one a line',
      '{"age":44,"last_name":"Das"}\n{"age":45,"last_name":"Rao"}\n',
      'Rao',
    ],
    [
      'what is said of such a field on a line of its own',
      '{"row":0,"prediction":1}\n{"row":1,"warnings":[{"field":"last_name","message":"\'Rao\'","parts":{"given":"Rao"}}]}\n',
      'Rao',
    ],
    ['a column that is named so', 'age,last_name\n44,Das\n45,Rao\n', 'Rao'],
    ['a quoted column', 'age;"surname, as written";phone\n44;"Das; ""Rao""\nAnna";1\n', 'Rao'],
    [
      'an answer a line, as one text',
      JSON.stringify(
        '{"row":0,"warnings":[{"field":"phone","message":"\'Rao\'","parts":{"given":"Rao"}}]}\n',
      ),
      'Rao',
    ],
    ['a column of CSV that is not whole', 'age,last_name\n44,"Rao\n', 'Rao'],
    ['a line of CSV whose cells have shifted', 'city,last_name\nPune, East,Rao\n', 'Rao'],
    ['a field of broken JSON', '{"last_name": "Ra\\"o", "phone": 5551234', '5551234'],
    ['what is nested deeper than it can be walked', `${'['.repeat(8000)}"Rao"${']'.repeat(8000)}`, 'Rao'],
    [
      'why a row of CSV was refused, in a response of CSV',
      'prediction,probability_a,error\n,,"Row 1,204: last_name must be a number, not ""Rao""."\n',
      'Rao',
    ],
    ['an address in a response of plain text', 'Sent to anna.b@example.co.in.', 'anna.b'],
    ['an address behind others that are none', 'a@b and c@d, then anna.b@example.co.in', 'anna.b'],
    ['a line of broken JSON', '{"age":44}\n{"last_name":"Rao",\n', 'Rao'],
  ])('%s', (_name, text, secret) => {
    const masked = maskPersonalData(text);
    expect(masked).not.toContain(secret);
    expect(masked).toContain('•••');
    if (isJson(text)) expect(isJson(masked)).toBe(true);
  });
});

describe('of a call is left as it is', () => {
  test.each([
    ['a probability whose digits could be a card', '{"p":0.18444080990725553,"q":0.4111111111111111}'],
    ['a moment', '{"at":1795263284,"day":"2026-11-21"}'],
    ['an id', '{"id":"prd_01a1fe079ad87820bd45b536cda5444f"}'],
    ['a number in CSV', 'age,score\n44,0.4111111111111111\n'],
    ['a word like one', '{"emailed":"yes","addressee_count":2}'],
    [
      'what is said of other fields',
      '{"fields":[{"field":"age","message":"age …","parts":{"given":"old"}}]}',
    ],
    [
      'that such a field is unknown',
      '{"warnings":[{"row":0,"field":"phone","code":"UNKNOWN_FIELD","message":"phone is not a field of this model."}]}',
    ],
    ['an amount with points', '{"umsatz":"1.234.567.890","handy_features":3}'],
    ['broken JSON', '{"a": 1'],
    ['rows that come one a line', '{"age": 44}\n\n{"age": 45}\n'],
    ['a tensor', '{"inputs":[{"name":"age","data":[44]}]}'],
    [
      'why a row was refused for another field',
      'prediction;error\n;"Row 0: age must be a number, not ""old""."\n',
    ],
    ['CSV', '"age";b\r\n"4""4";1\r\n'],
  ])('%s', (_name, text) => {
    expect(maskPersonalData(text)).toBe(text);
  });
});

test('beside what is hidden the rest of a call stays as it was sent', () => {
  expect(maskPersonalData('age;last_name;city\n44;Rao;"Pune; East"\n')).toBe(
    'age;last_name;city\n44;•••;"Pune; East"\n',
  );
  expect(maskPersonalData('{"age":44}\n{"age":1.0,"phone":null}\n{"phone":7}\n')).toBe(
    '{"age":44}\n{"age":1.0,"phone":null}\n{"phone":"•••"}\n',
  );
  expect(JSON.parse(maskPersonalData('{"error":{"code":"X"},"fields":[{"field":"phone"}]}')).error).toEqual({
    code: 'X',
  });
});

test.each([
  ['a response of CSV', 'response', 'prediction,error\n,"Row 0: nick must be a number, not ""Rao""."\n'],
  ['a request of CSV without a header', 'request', 'Rao,44,,7\nDas,45,,8\n'],
  ['a request of plain text', 'request', 'Rao is 44 years old'],
] as const)('with a known table, %s shows no value of an unknown field', (_name, of, text) => {
  const profile = {
    rows: 1000,
    findings: [],
    columns: [column('age', 'integer')],
  } as unknown as TableProfile;
  const rules = fieldRulesOf([profile])[of];
  expect(maskPersonalData(text, rules)).not.toContain('Rao');
  expect(maskPersonalData('age,nick\n44,Rao\n', fieldRulesOf([profile]).request)).toBe('age,nick\n44,•••\n');
  const refused = 'prediction,error\n,"Row 0: age must be a number, not ""old""."\n';
  expect(maskPersonalData(refused, fieldRulesOf([profile]).response)).toBe(refused);
});

test('a byte order mark keeps nothing from being hidden', () => {
  expect(maskPersonalData('\ufeff{"phone":"12","age":44}')).toBe('{"phone":"•••","age":44}');
  expect(maskPersonalData('\ufeff{"age":44}\n{"phone":7}\n')).toBe('\ufeff{"age":44}\n{"phone":"•••"}\n');
  const tensors = '\ufeff{"inputs":[{"name":"phone","shape":[1],"data":["12"]}]}';
  expect(maskPersonalData(tensors)).toBe('{"inputs":[{"name":"phone","shape":[1],"data":"•••"}]}');
});
