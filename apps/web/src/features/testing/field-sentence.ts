import i18next from 'i18next';

type Key = `odd.${string}` | `then.${string}`;
type Pattern = readonly [RegExp, Key];

/** What the model server says of a value, after the field's name. */
const oddities: readonly Pattern[] = [
  [/^is required$/, 'odd.required'],
  [/^is missing$/, 'odd.null'],
  [/^was not sent$/, 'odd.missing'],
  [/^has a value that training never saw: (['"])(?<value>.*)\1$/s, 'odd.unseen'],
  [/^lies outside (?<low>\S+) to (?<high>\S+) seen in training$/, 'odd.range'],
  [/^is longer than the (?<words>[\d,]+) words that are read$/, 'odd.long'],
  [/^is not a field of this model$/, 'odd.extra'],
  [/^must be a number, not (?<given>".+"); send (?<meant>[^\s"]+)$/s, 'odd.numberSend'],
  [/^must be a number, not (?<given>.+)$/s, 'odd.number'],
  [
    /^must be a number written as in the training table, such as (?<such>\S+), not (?<given>.+)$/s,
    'odd.written',
  ],
  [/^must be a whole number$/, 'odd.whole'],
  [/^is too large for a number$/, 'odd.large'],
  [/^must be true or false, not (?<given>.+)$/s, 'odd.boolean'],
  [/^must be a date such as 2026-01-31, not (?<given>.+)$/s, 'odd.date'],
  [/^must be text, not (?<given>.+)$/s, 'odd.text'],
  [
    /^The row (?:has no value in any|holds none) of the model's fields \((?<fields>.+) …\)\. Send at least one$/s,
    'odd.empty',
  ],
];

/** What became of the value, as the sentence goes on. */
const outcomes: readonly Pattern[] = [
  [/; it was read as missing, as in training$/, 'then.gap'],
  [/ and was ignored$/, 'then.ignored'],
  [/ and was treated as missing$/, 'then.missing'],
  [/ and was filled with (?<fill>.+)$/s, 'then.filled'],
  [/, which training never saw; a typical value was used$/, 'then.newTypical'],
  [/, which training never saw; it was read as a text without words$/, 'then.newWordless'],
  [/\. A typical value was used$/, 'then.typical'],
  [/\. It was read as a text without words$/, 'then.wordless'],
  [/\. (?<fill>.+) was used$/s, 'then.filled'],
];

/** A value is quoted as it was sent; of other things the server names the kind. */
const kinds: Record<string, string> = {
  'a number': 'kind.number',
  'a boolean': 'kind.boolean',
  'a list': 'kind.list',
  'an object': 'kind.object',
};

function say(key: string, { given, ...parts }: Record<string, string> = {}): string {
  const kind = given && kinds[given];
  const said = given && (kind ? i18next.t(`testing:says.${kind}` as 'testing:says.kind.list') : given);
  return i18next.t(`testing:says.${key}` as 'testing:says.odd.required', { ...parts, given: said });
}

function match(text: string, patterns: readonly Pattern[]) {
  for (const [pattern, key] of patterns) {
    const found = pattern.exec(text);
    if (found) return { key, parts: { ...found.groups }, at: found.index };
  }
  return undefined;
}

/**
 * What the endpoint says of one field, in the reader's language. It speaks English to every program, and the same sentence
 * stands in answers, logs and saved cases; one that is not known here stays as it came.
 */
export function fieldSentence({ field, message }: { field: string; message: string }): string {
  if (i18next.resolvedLanguage === 'en') return message;
  const whole = message.replace(/\.$/, '');
  const named = field !== '' && whole.startsWith(`${field} `);
  const text = named ? whole.slice(field.length + 1) : whole;
  // A value is quoted, so that no outcome is found at its end.
  const outcome = match(text, outcomes);
  const oddity = match(outcome ? text.slice(0, outcome.at) : text, oddities);
  if (!oddity) return message;
  const said = say(oddity.key, oddity.parts);
  return outcome ? `${said} ${say(outcome.key, outcome.parts)}` : said;
}
