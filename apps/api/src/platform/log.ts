import { env, stdout } from 'node:process';
import pino from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config.ts';

export type Log = pino.Logger;

/** Codes for colours have no place in a file, whatever runs the process. */
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
