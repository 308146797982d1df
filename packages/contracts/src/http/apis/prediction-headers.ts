type Header = {
  description: string;
  schema: { type: 'string' | 'integer'; enum?: string[] };
  example?: string | number;
};

const text = (description: string, example: string): Header => ({
  description,
  schema: { type: 'string' },
  example,
});

/** Headers of answers, beside those that every server sends. */
export const responseHeaders = {
  'X-Request-Id': text(
    'Of this call, as its caller named it or as it was named here.',
    'req_0193f5a27c3b7d10a2f4c6d8e0123456',
  ),
  'RateLimit-Policy': text(
    'Every limit of the call: how many in how many seconds.',
    '"key";q=100;w=60, "api";q=1000;w=3600',
  ),
  RateLimit: text(
    'The tightest limit, or the one that fired: what is left, and in how many seconds it is whole again.',
    '"api";r=998;t=8',
  ),
  'Retry-After': {
    description: 'Seconds until it is worth another try.',
    schema: { type: 'integer' },
    example: 3,
  },
  'WWW-Authenticate': text('What is wrong with the key.', 'Bearer error="invalid_token"'),
  'Idempotent-Replayed': {
    description: 'There where the answer is the one that an earlier call with this Idempotency-Key got.',
    schema: { type: 'string', enum: ['true'] },
  },
  Deprecation: text(
    'Since when the API is deprecated, in seconds since 1970; it still answers.',
    '@1795000000',
  ),
  Sunset: text('From when on a deprecated API may no longer answer.', 'Fri, 01 Jan 2027 00:00:00 GMT'),
  'X-Prediction-Id': text(
    'Id of the prediction, where the body has no place for it: CSV, NDJSON, streams and tensors.',
    'prd_0193f5a27c3b7d10a2f4c6d8e0123456',
  ),
  'X-Model-Version': text('Version that answered, where the body has no place for it.', 'v3'),
  'X-Rowcast-Warnings': text(
    'Of a CSV answer, which has no place for them: how many warnings there are, and of which kinds.',
    '12;out_of_range=10;unseen_category=2',
  ),
  'Inference-Header-Content-Length': {
    description: 'Of an answer with binary tensors: the length of its JSON.',
    schema: { type: 'integer' },
    example: 212,
  },
} satisfies Record<string, Header>;
type Name = keyof typeof responseHeaders;

const always: readonly Name[] = ['X-Request-Id'];
/** Of calls that were let in as far as the limits. */
const limited: readonly Name[] = ['RateLimit-Policy', 'RateLimit', 'Deprecation', 'Sunset'];
const answered: readonly Name[] = [...limited, 'X-Prediction-Id', 'X-Model-Version'];

/** What a call is answered with. */
export const answerHeaders = {
  predict: [...answered, 'X-Rowcast-Warnings', 'Idempotent-Replayed'],
  stream: answered,
  infer: [...answered, 'Inference-Header-Content-Length', 'Idempotent-Replayed'],
} as const satisfies Record<string, readonly Name[]>;

const ofErrors: Record<number, readonly Name[]> = {
  400: limited,
  401: ['WWW-Authenticate'],
  403: [...limited, 'WWW-Authenticate'],
  404: [],
  405: [],
  422: [...limited, 'Idempotent-Replayed'],
  429: [...limited, 'Retry-After'],
  502: [...limited, 'Retry-After'],
  503: [...limited, 'Retry-After'],
};

export const headersNamed = (names: readonly Name[]) =>
  Object.fromEntries([...always, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const errorHeaders = (status: number) => headersNamed(ofErrors[status] ?? limited);

/** Of calls without a key, whose limit nobody has to plan with. */
export const sessionErrorHeaders = (status: number) =>
  headersNamed(status === 429 || status === 503 ? ['Retry-After'] : []);

const sent = (name: string, description: string, schema: { maxLength?: number } = {}) => ({
  name,
  in: 'header' as const,
  required: false,
  description,
  schema: { type: 'string' as const, ...schema },
});

export const policyHeader = sent(
  'x-rowcast-policy',
  "How to handle unexpected values in this call: strict, lenient, or actions by case as JSON. Overrides the API's policy, unless that is strict.",
);
export const idempotencyKeyHeader = sent(
  'Idempotency-Key',
  'Calls with the same key that ask the same get the same answer for 24 hours.',
  { maxLength: 255 },
);
