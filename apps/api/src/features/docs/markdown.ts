import {
  type ApiDocs,
  type DocumentedError,
  type DocumentedField,
  snippetLanguages,
  snippetNames,
  writeSnippet,
} from '@rowcast/contracts';
import { meaningOf } from '../../predict/schema/options.ts';

/** Text of people's own in a table's cell or a line: it must neither end the cell nor be read as markup. */
const plain = (text: string) => text.replace(/[\\`*_[\]<>|#]/g, (sign) => `\\${sign}`).replace(/\s+/g, ' ');

/** Behind more backquotes than the text has in a row. */
function code(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [fence + language, text, fence].join('\n');
}

const json = (value: unknown) => code(JSON.stringify(value, null, 2), 'json');

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const fieldRow = ({ name, type, kind, required, said, example }: DocumentedField) => [
  plain(name),
  kind === 'datetime' ? 'date' : type,
  required ? 'yes' : 'no',
  plain(said),
  example === null ? '' : plain(String(example)),
];

const amount = (number: number) => number.toLocaleString('en');

function limitLines({ limits }: ApiDocs): string[] {
  const { requests, windowSeconds, callsPerMonth, timeoutSeconds, rows, bytes } = limits;
  return [
    requests === null
      ? '- This API has no rate limit.'
      : `- ${amount(requests)} calls in ${amount(windowSeconds)} seconds.`,
    ...(callsPerMonth === null ? [] : [`- ${amount(callsPerMonth)} calls per month in the whole workspace.`]),
    `- ${amount(rows)} rows and ${bytes / 1024 / 1024} MB per call; send any number of rows to \`/stream\`.`,
    `- Calls time out after ${amount(timeoutSeconds)} seconds.`,
  ];
}

const errorPart = ({ status, code: name, message, request, body }: DocumentedError) => [
  `### ${status} ${name}`,
  plain(message),
  ...(request === null ? [] : ['Request:', code(request, 'json')]),
  json(body),
];

function standing({ enabled, status, sunset }: ApiDocs): string[] {
  if (!enabled) return ['**This API is turned off: it rejects every call.**'];
  if (status !== 'deprecated') return [];
  const until = sunset ? `, but may stop from ${sunset} on` : '';
  return [`**This API is deprecated. It still serves requests${until}.**`];
}

/** The documents of an API for people to read anywhere. */
export function markdownOf(docs: ApiDocs): string {
  const { name, description, version, target, labels, address, paths, fields, options, request, answer } =
    docs;
  const input = { url: address, body: request };
  const parts = [
    `# ${plain(name)}`,
    ...standing(docs),
    ...(description ? [plain(description)] : []),
    `Version ${version} predicts **${plain(target)}**${labels.length > 0 ? `: ${labels.map(plain).join(', ')}` : ''}.`,
    '## Endpoint',
    code(`POST ${address}`),
    `Send streams to \`${paths.stream}\` and Open Inference Protocol V2 requests to \`${paths.infer}\`. The OpenAPI document is at \`${paths.openapi}\`, for keys with the scope \`schema\`.`,
    '## Authentication',
    'Send a key of this API with each call:',
    code('Authorization: Bearer rc_live_…'),
    '## Fields',
    table(['Field', 'Type', 'Required', 'Accepts', 'Example'], fields.map(fieldRow)),
    '## Options',
    'Send them under `options` next to `instances`, or as query parameters.',
    table(
      ['Option', 'Description'],
      options.map((option) => [`\`${option}\``, plain(meaningOf(option, docs))]),
    ),
    '## Example request and response',
    json(request),
    ...(answer ? [`Response of version ${version}:`, json(answer)] : []),
    '## Errors',
    'Each error has a code for programs, a message for people, and a request ID to quote.',
    ...docs.errors.flatMap(errorPart),
    '## Limits',
    limitLines(docs).join('\n'),
    '## Code',
    ...snippetLanguages.flatMap((language) => [
      `### ${snippetNames[language]}`,
      code(writeSnippet(language, input), language === 'curl' ? 'sh' : language),
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
}
