import { errorCatalogue, RowcastError } from '@rowcast/contracts';
import { DrizzleQueryError } from 'drizzle-orm';
import { ReplyError } from 'ioredis';
import pg from 'pg';
import { ZodError } from 'zod';

/** What a log may hold of an error: which one it was and where, never what was asked, sent or stored. */
export interface LoggedError {
  type: string;
  code?: string;
  message: string;
  /** Where it came from, the innermost call first. */
  stack?: string[];
  cause?: LoggedError;
  /** Of several that failed together, the first few. */
  errors?: LoggedError[];
}

const longestMessage = 300;
const maxFrames = 12;
const maxCauses = 4;
const maxTogether = 3;
const maxIssues = 5;

const frame = /^ {4}at (?:async )?[^\n]{1,300}$/;
/** Addresses of people, names and passwords in URLs and what follows their question mark, keys and tokens. */
const secrets: readonly [RegExp, string][] = [
  [/[^\s@<>"'(]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g, '<address>'],
  [/(:\/\/)[^\s/@]{1,200}@/g, '$1<secret>@'],
  [/(https?:\/\/[^\s?#]{1,300})[?#]\S*/g, '$1?<query>'],
  [/\b(?:rc_(?:live|test)_|eyJ)[\w.-]{8,}/g, '<secret>'],
  [/\b(Bearer|Basic) +\S+/gi, '$1 <secret>'],
];

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text);

/** A name of the schema: further down a path may lead through a customer's columns or classes. */
const placeOf = ([first = 'the whole']: readonly PropertyKey[]) => String(first);

function typeOf(error: Error): string {
  const name = textOf(error.name);
  return name && !/^error$/i.test(name) ? name : error.constructor.name;
}

/** Postgres repeats the data that it can't take in its messages, `detail` and `where`; names of tables say enough. */
function sayOfPostgres({ code = '', table, column, constraint, routine, message }: pg.DatabaseError): string {
  const names = { table, column, constraint, routine };
  const said = Object.entries(names).flatMap(([name, value]) => (value ? `${name} ${value}` : []));
  const quotesData = /^(22|23|P0)/.test(code);
  return [
    quotesData ? 'refused by Postgres' : message.replace(/"[^"]{60,}"|'[^']*'/g, '<value>'),
    ...said,
  ].join(', ');
}

/** Anything can be put in the place of a message, by who throws it. */
const textOf = (given: unknown) => (typeof given === 'string' ? given : '');

function say(error: Error): string {
  if (error instanceof RowcastError) return errorCatalogue[error.code].message;
  if (error instanceof DrizzleQueryError) return 'a query failed';
  if (error instanceof pg.DatabaseError) return sayOfPostgres(error);
  if (error instanceof ReplyError) return error.message.replace(/,? with args beginning with.*$/s, '');
  if (error instanceof ZodError) {
    const issues = error.issues.slice(0, maxIssues).map(({ code, path }) => `${code} at ${placeOf(path)}`);
    return `not as agreed: ${issues.join(', ')}`;
  }
  // JSON.parse shows the text around the place that it can't read.
  if (error instanceof SyntaxError) return 'a text could not be parsed';
  return textOf(error.message);
}

function framesOf(error: Error): string[] {
  const [stack, message] = [textOf(error.stack), textOf(error.message)];
  // Without its head, of which a line may look like a frame.
  const head =
    [`${textOf(error.name)}: ${message}`, message].find((text) => text && stack.includes(text)) ?? '';
  const frames = stack.slice(head ? stack.indexOf(head) + head.length : 0).split('\n');
  return frames.filter((line) => frame.test(line)).map((line) => line.slice(7));
}

/**
 * The one form in which an error is logged. Drivers put statements with their parameters, commands with their arguments
 * and bodies into what they throw: only what is listed here is taken from an error.
 */
export function loggedError(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error))
    return { type: typeof thrown, message: 'something other than an error was thrown' };
  const code =
    'code' in thrown && /^[\w.-]{1,60}$/.test(String(thrown.code)) ? String(thrown.code) : undefined;
  const message = secrets.reduce(
    (text, [found, instead]) => text.replace(found, instead),
    cut(say(thrown), 2_000),
  );
  const frames = framesOf(thrown).slice(0, maxFrames);
  const isDeep = depth >= maxCauses;
  return {
    type: cut(typeOf(thrown), 60),
    ...(code && { code }),
    message: cut(message, longestMessage),
    ...(frames.length > 0 && { stack: frames }),
    ...(thrown.cause !== undefined && !isDeep && { cause: loggedError(thrown.cause, depth + 1) }),
    ...(thrown instanceof AggregateError &&
      !isDeep && {
        errors: thrown.errors.slice(0, maxTogether).map((each) => loggedError(each, depth + 1)),
      }),
  };
}

/** What to say of an error in a line: what was behind it, where something was, says more than it does itself. */
export function behind(thrown: unknown): { type: string; said: string } {
  const { cause, ...outer } = loggedError(thrown);
  const { type, code, message } = cause ?? outer;
  return { type, said: [code, message].filter(Boolean).join(' ') };
}
