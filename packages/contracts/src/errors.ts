import { accountErrors } from './errors/account.ts';
import { authErrors } from './errors/auth.ts';
import type { ErrorBody, FieldProblem } from './errors/body.ts';
import { datasetErrors } from './errors/dataset.ts';
import { modelErrors } from './errors/model.ts';
import { notificationErrors } from './errors/notifications.ts';
import { predictErrors } from './errors/predict.ts';
import { requestErrors } from './errors/request.ts';
import { teamErrors } from './errors/team.ts';

export { silentRowError } from './errors/predict.ts';

/** Every error a person or a program can meet: its HTTP status and the sentence that says what to do next. */
export const errorCatalogue = {
  ...requestErrors,
  ...authErrors,
  ...accountErrors,
  ...teamErrors,
  ...datasetErrors,
  ...modelErrors,
  ...notificationErrors,
  ...predictErrors,
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

export interface ErrorDetails {
  /** Replaces the catalogue's sentence where the case has more to say. */
  message?: string;
  fields?: FieldProblem[];
  retryAfterSeconds?: number;
  cause?: unknown;
}

export class RowcastError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldProblem[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? errorCatalogue[code].message, { cause: details.cause });
    this.name = 'RowcastError';
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** One that a single field is the cause of, said beside that field too. */
  static at(code: ErrorCode, field: string, message: string = errorCatalogue[code].message): RowcastError {
    return new RowcastError(code, { message, fields: [{ field, message }] });
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  toBody(requestId: string): ErrorBody {
    const { code, message, fields } = this;
    return { error: { code }, message, detail: message, requestId, ...(fields && { fields }) };
  }
}
