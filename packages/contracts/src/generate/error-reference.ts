import { accountErrors } from '../errors/account.ts';
import { authErrors } from '../errors/auth.ts';
import { datasetErrors } from '../errors/dataset.ts';
import { modelErrors } from '../errors/model.ts';
import { notificationErrors } from '../errors/notifications.ts';
import { predictErrors } from '../errors/predict.ts';
import { requestErrors } from '../errors/request.ts';
import { teamErrors } from '../errors/team.ts';

type Group = Record<string, { status: number; message: string }>;

const groups: [string, Group][] = [
  ['Any request', requestErrors],
  ['Predictions and keys', predictErrors],
  ['Datasets', datasetErrors],
  ['Models and deployments', modelErrors],
  ['Sign-in', authErrors],
  ['Account', accountErrors],
  ['Team', teamErrors],
  ['Notifications', notificationErrors],
];

const introduction = `# Errors

All errors have the same body:

\`\`\`json
{
  "error": {"code": "ROW_INVALID"},
  "message": "Row 0: plan is required.",
  "detail": "Row 0: plan is required.",
  "fields": [{"row": 0, "field": "plan", "code": "FIELD_REQUIRED", "message": "plan is required."}],
  "requestId": "req_…"
}
\`\`\`

| member | meaning |
|---|---|
| \`error.code\` | for programs; codes do not change |
| \`message\`, \`detail\` | the same sentence, for people; it may be more specific than below |
| \`fields\` | single invalid values: \`field\` and \`message\`; for rows, options, policies and files also \`code\`, \`parts\`, and \`row\` (from 0) or \`line\` (from 1) |
| \`requestId\` | also in the header \`X-Request-Id\` and in the logs |

Below \`/v2\`, \`error\` is the sentence and \`code\` is next to it, as the protocol requires. A dataset or model with the status
\`error\` has the same codes in its \`error\` property. Responses with 429 and some with 503 have \`Retry-After\`.

This page is generated from \`packages/contracts/src/errors\`.
`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

const tableOf = (errors: Group): string =>
  [
    '| code | status | message |',
    '|---|---|---|',
    ...Object.entries(errors).map(
      ([code, { status, message }]) => `| \`${code}\` | ${status} | ${cell(message)} |`,
    ),
  ].join('\n');

/** The reference page of all errors, as Markdown. */
export const errorReference = (): string =>
  [introduction, ...groups.map(([title, errors]) => `## ${title}\n\n${tableOf(errors)}\n`)].join('\n');
