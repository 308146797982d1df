import type { FieldProblem } from '@rowcast/contracts/errors/body';

interface Problem {
  code: string;
  message: string;
  status?: number | undefined;
  requestId?: string | undefined;
  fields?: FieldProblem[] | undefined;
}

/** The resource does not exist, or was deleted. */
export const isGone = (error: unknown) => error instanceof RequestError && error.status === 404;

/** A failed request: rejected locally, lost in transit, or answered with an error. */
export class RequestError extends Error {
  readonly code: string;
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly fields: FieldProblem[];

  constructor(problem: Problem) {
    super(problem.message);
    this.name = 'RequestError';
    this.code = problem.code;
    this.status = problem.status;
    this.requestId = problem.requestId;
    this.fields = problem.fields ?? [];
  }
}
