import { describe, expect, test } from 'vitest';
import { maskPersonalData } from '../../src/features/logs/mask.ts';

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
  ])('%s', (_name, text, secret) => {
    const masked = maskPersonalData(text);
    expect(masked).not.toContain(secret);
    expect(masked).toContain('•••');
    if (text.startsWith('{')) expect(() => JSON.parse(masked)).not.toThrow();
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
    ['broken JSON', '{"a": 1'],
  ])('%s', (_name, text) => {
    expect(maskPersonalData(text)).toBe(text);
  });
});
