/** Sentences of the contracts as i18next writes them: `{name}` becomes `{{name}}`. */
export const toTemplates = <Code extends string>(sentences: Record<Code, string>): Record<Code, string> =>
  mapSentences(sentences, (sentence) => sentence.replaceAll(/\{(\w+)\}/g, '{{$1}}'));

/** The same for a place where the field's name is shown beside the sentence, which then begins after the name. */
export const toTemplatesBesideField = <Code extends string>(
  sentences: Record<Code, string>,
): Record<Code, string> => toTemplates(mapSentences(sentences, withoutField));

function withoutField(sentence: string): string {
  const rest = sentence.replace(/^"?\{field\}"? /, '');
  return rest === sentence ? sentence : rest.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

function mapSentences<Code extends string>(
  sentences: Record<Code, string>,
  change: (sentence: string) => string,
): Record<Code, string> {
  const entries = Object.entries<string>(sentences).map(([code, sentence]) => [code, change(sentence)]);
  return Object.fromEntries(entries) as Record<Code, string>;
}
