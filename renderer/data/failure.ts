/** A refused field of a form. `pointer` is a JSON Pointer into the request body. */
export interface FailureField {
  pointer: string;
  keyword: string;
  message: string;
}

/** The body of a failed call. */
export interface FailureBody {
  code?: number;
  message?: string;
  requestId?: string;
  fields?: FailureField[];
  data?: unknown;
}

/** A call that failed. `status` is 0 if there was no answer. `code` is a code of the error catalogue. */
export class Failure extends Error {
  readonly code: number;
  readonly status: number;
  readonly fields: readonly FailureField[];
  readonly data: unknown;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly operation: string;
  constructor(operation: string, status: number, body: FailureBody = {}, retryAfter?: string | null) {
    super(body.message ?? "");
    this.name = "Failure";
    this.operation = operation;
    this.status = status;
    this.code = body.code ?? 0;
    this.fields = body.fields ?? [];
    this.data = body.data;
    this.requestId = body.requestId;
    this.retryAfterSeconds = retryAfter ? Number(retryAfter) : undefined;
  }
}

/** Returns whether a retry may help: no connection, a server error, a time-out or a rate limit. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Failure && (error.status === 0 || error.status >= 500 || [408, 429].includes(error.status));
