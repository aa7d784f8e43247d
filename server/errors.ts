/*
 * Every error that leaves the server: its HTTP status, body code and English message (decisions: code table).
 * How a candidate meets it is the document catalogues/failures.
 */

interface ErrorEntry {
  status: number;
  code: number;
  message: string;
}

/** One more error: one line. `{name}` in a message is filled from `values`. */
export const errors = {
  badRequest: { status: 400, code: 100, message: "Check the request" },
  bodyTooLarge: { status: 413, code: 100, message: "Check the request" },
  unsupportedBody: { status: 415, code: 100, message: "Check the request" },
  signedOut: { status: 401, code: 101, message: "Session Expired" },
  sessionRevoked: { status: 401, code: 138, message: "Session Expired" },
  accessNotAllowed: { status: 403, code: 103, message: "Access not allowed" },
  badSignature: { status: 403, code: 103, message: "Signature not accepted" },
  notFound: { status: 404, code: 104, message: "Not found" },
  profileNotFound: { status: 404, code: 105, message: "Profile not found" },
  invalid: { status: 422, code: 106, message: "Check the form" },
  wrongOtp: { status: 400, code: 107, message: "Invalid OTP. {n} attempts left" },
  blocked: { status: 429, code: 108, message: "Too many attempts. Try again after {time}" },
  stateConflict: { status: 409, code: 109, message: "This cannot be done now" },
  formExpired: { status: 409, code: 110, message: "Form Expired" },
  draftConflict: { status: 409, code: 111, message: "This form was changed elsewhere" },
  alreadyPaid: { status: 409, code: 112, message: "This form is already paid" },
  openOrder: { status: 409, code: 112, message: "A payment is already open" },
  idempotencyKeyUsed: { status: 409, code: 112, message: "This Idempotency-Key was used for another request" },
  idempotencyKeyBusy: { status: 409, code: 112, message: "The first request with this Idempotency-Key is not finished" },
  fileTooLarge: { status: 413, code: 113, message: "File size should be less than 25 MB" },
  fileType: { status: 415, code: 114, message: "Please upload a file of type: {list}" },
  fileTooSmall: { status: 422, code: 115, message: "File size should be more than 40 KB" },
  uploadOffset: { status: 409, code: 109, message: "The upload does not continue where it stopped" },
  captcha: { status: 422, code: 116, message: "Enter the characters as shown" },
  unavailable: { status: 503, code: 120, message: "Please try again in a moment" },
  unexpected: { status: 500, code: 500, message: "Unexpected error occurred, please try again later." },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorName = keyof typeof errors;

/** One refused value: a JSON Pointer into the body that was sent, the keyword, and what to read. */
export interface FieldError {
  pointer: string;
  keyword: string;
  message: string;
}

export interface ErrorDetails {
  /** Instead of the catalogue's message: the thing's own text (104) or the reason (109, 112). */
  message?: string;
  fields?: readonly FieldError[];
  data?: unknown;
  retryAfterSeconds?: number;
  /** Fills `{name}` in the message. */
  values?: Readonly<Record<string, string | number>>;
  cause?: unknown;
}

/** The one error that handlers throw; anything else becomes 'unexpected' or 'unavailable'. */
export class WalletError extends Error {
  readonly kind: ErrorName;
  readonly details: ErrorDetails;

  constructor(kind: ErrorName, details: ErrorDetails = {}) {
    super(fillMessage(details.message ?? errors[kind].message, details.values ?? {}), { cause: details.cause });
    this.name = "WalletError";
    this.kind = kind;
    this.details = details;
  }

  get status(): number {
    return errors[this.kind].status;
  }

  get code(): number {
    return errors[this.kind].code;
  }
}

/** 404 with the thing's own text: `notFound("Transaction")` reads 'Transaction not found'. */
export function notFound(thing: string): WalletError {
  return new WalletError("notFound", { message: `${thing} not found` });
}

/** 422 with fields; `keyword` names the rule that refused. */
export function invalidField(pointer: string, message: string, keyword = "rule"): WalletError {
  return new WalletError("invalid", { fields: [{ pointer, keyword, message }] });
}

/** 429 (code 108): `time` in the message is a length of time, since only the client knows its clock and zone. */
export function blockedFor(seconds: number): WalletError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  return new WalletError("blocked", { retryAfterSeconds, values: { time: toDuration(retryAfterSeconds) } });
}

function toDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} hr` : `${Math.floor(minutes / 60)} hr ${rest} min`;
}

function fillMessage(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}
