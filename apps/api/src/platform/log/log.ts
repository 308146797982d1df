import { env, stdout } from 'node:process';
import pino from 'pino';
import pretty from 'pino-pretty';
import type { Config } from '../config.ts';
import { loggedError } from '../errors/logged-error.ts';

/** Fields of a log line. An error always has the same name. */
export type LogFields = { err?: unknown; error?: never; message?: never } & Record<string, unknown>;

type Write = (fields: LogFields | string, message?: string) => void;

export interface Log {
  info: Write;
  warn: Write;
  error: Write;
  child(fields: Record<string, string>): Log;
}

/** No colour codes in files. */
const forPeople = () =>
  pretty({
    sync: true,
    singleLine: true,
    colorize: Boolean(stdout.isTTY) && !env.NO_COLOR,
    translateTime: 'HH:MM:ss',
    ignore: 'pid,hostname,process',
  });

export function createLog(config: Pick<Config, 'LOG_LEVEL' | 'LOG_PRETTY'>, process: string): Log {
  const options: pino.LoggerOptions = {
    level: config.LOG_LEVEL,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => loggedError(error) },
    redact: [
      'req.headers.authorization',
      'req.headers.cookie',
      '*.password',
      '*.token',
      '*.refreshToken',
      '*.otp',
      '*.key',
    ],
  };
  return config.LOG_PRETTY ? pino(options, forPeople()) : pino(options);
}
