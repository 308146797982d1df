import pino from 'pino';
import type { Config } from './config.ts';

export type Log = pino.Logger;

export function createLog(config: Pick<Config, 'LOG_LEVEL'>, process: string): Log {
  return pino({
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
  });
}
