/*
 * Every error that leaves the server: HTTP status, body code and message key in catalogues/messages. The definition
 * catalogues/failures decides how pages handle it.
 */
import type { MessageArguments, MessageKey, MessageValue } from "#engine/core/definitions/message-keys.ts";
import type { Text } from "#engine/core/definitions/text.ts";
import type { LoadReason, RefusalReason } from "./platform/refusals.ts";

interface ErrorEntry {
  status: number;
  code: number;
  /** Message key that the response uses when the thrower gives no reason. */
  messageKey: MessageKey<"refusals">;
}

/** All errors. One more: one line. */
export const errors = {
  badRequest: { status: 400, code: 100, messageKey: "check-request" },
  bodyTooLarge: { status: 413, code: 100, messageKey: "check-request" },
  unsupportedBody: { status: 415, code: 100, messageKey: "check-request" },
  signedOut: { status: 401, code: 101, messageKey: "session-expired" },
  sessionRevoked: { status: 401, code: 138, messageKey: "session-expired" },
  accessNotAllowed: { status: 403, code: 103, messageKey: "access-not-allowed" },
  badSignature: { status: 403, code: 103, messageKey: "signature-not-accepted" },
  notFound: { status: 404, code: 104, messageKey: "not-found" },
  pageOutdated: { status: 410, code: 109, messageKey: "page-outdated" },
  profileNotFound: { status: 404, code: 105, messageKey: "profile-not-found" },
  invalid: { status: 422, code: 106, messageKey: "check-form" },
  wrongOtp: { status: 400, code: 107, messageKey: "wrong-otp" },
  blocked: { status: 429, code: 108, messageKey: "too-many-attempts" },
  stateConflict: { status: 409, code: 109, messageKey: "not-allowed-now" },
  formExpired: { status: 409, code: 110, messageKey: "form-expired" },
  draftConflict: { status: 409, code: 111, messageKey: "changed-elsewhere" },
  alreadyPaid: { status: 409, code: 112, messageKey: "already-paid" },
  openOrder: { status: 409, code: 112, messageKey: "payment-open" },
  idempotencyKeyUsed: { status: 409, code: 112, messageKey: "idempotency-key-reused" },
  idempotencyKeyBusy: { status: 409, code: 112, messageKey: "idempotency-key-in-use" },
  fileTooLarge: { status: 413, code: 113, messageKey: "file-too-large" },
  fileType: { status: 415, code: 114, messageKey: "file-unreadable" },
  fileTooSmall: { status: 422, code: 115, messageKey: "file-too-small" },
  captcha: { status: 422, code: 116, messageKey: "wrong-captcha" },
  passkeyNeeded: { status: 403, code: 121, messageKey: "passkey-needed" },
  proofNeeded: { status: 403, code: 122, messageKey: "proof-needed" },
  passkeyRejected: { status: 400, code: 123, messageKey: "passkey-not-accepted" },
  approvalNeeded: { status: 403, code: 124, messageKey: "approval-needed" },
  unavailable: { status: 503, code: 120, messageKey: "try-again-soon" },
  unexpected: { status: 500, code: 500, messageKey: "unexpected" },
  walletUnreachable: { status: 502, code: 500, messageKey: "wallet-unreachable" },
  walletTimeout: { status: 504, code: 500, messageKey: "wallet-timeout" },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorName = keyof typeof errors;

/** A reason: a message key with placeholder values, or with `text` the text of a definition (the `why` of a rule). */
export interface ErrorText {
  reason?: string;
  text?: Text;
  values?: Readonly<Record<string, MessageValue>>;
}

/** A refused value. `pointer`: JSON Pointer into the request body; `keyword`: the broken constraint. */
export interface FieldError extends ErrorText {
  pointer: string;
  keyword: string;
  /** A text from the form's own messages, in place of a reason. */
  message?: string;
}

export interface ErrorDetails extends ErrorText {
  fields?: readonly FieldError[];
  data?: unknown;
  retryAfterSeconds?: number;
  /** The limit that refused the call, for metrics. */
  refusal?: RefusalReason;
  cause?: unknown;
}

/**
 * The error that handlers throw. Any other error becomes 'unexpected' or 'unavailable'. It contains message keys, no
 * texts.
 */
export class WalletError extends Error {
  readonly kind: ErrorName;
  readonly details: ErrorDetails;

  constructor(kind: ErrorName, details: ErrorDetails = {}) {
    super(details.reason ?? errors[kind].messageKey, { cause: details.cause });
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

/** A reason by message key: `new WalletError("stateConflict", withReason("payment-not-needed"))`. */
export function withReason<K extends MessageKey<"refusals">>(
  reason: K,
  ...[values]: MessageArguments<"refusals", K>
): ErrorText & { reason: K } {
  return { reason, ...(values && { values }) };
}

/** A refused value; `keyword` names the broken constraint. */
export function fieldError<K extends MessageKey<"refusals">>(
  pointer: string,
  keyword: string,
  reason: K,
  ...values: MessageArguments<"refusals", K>
): FieldError {
  return { pointer, keyword, ...withReason(reason, ...values) };
}

/** 422 (code 106) with one refused value. */
export function invalidField<K extends MessageKey<"refusals">>(
  pointer: string,
  keyword: string,
  reason: K,
  ...values: MessageArguments<"refusals", K>
): WalletError {
  return new WalletError("invalid", { fields: [fieldError(pointer, keyword, reason, ...values)] });
}

type Resource = MessageKey<"refusals"> extends infer K ? (K extends `${infer Name}-not-found` ? Name : never) : never;

/** 404 with a message for the resource: `notFound("transaction")` has the key 'transaction-not-found'. */
export function notFound(resource: Resource): WalletError {
  return new WalletError("notFound", { reason: `${resource}-not-found` });
}

/** 400 (code 107) with the number of attempts left, also at the code's own field. */
export function wrongOtp(attemptsLeft: number): WalletError {
  const reason = withReason("wrong-otp", { n: attemptsLeft });
  return new WalletError("wrongOtp", { ...reason, fields: [{ pointer: "/otp", keyword: "otp", ...reason }] });
}

/** 429 (code 108). The wait is a duration, because only the client knows its clock and time zone. */
export function blockedFor(seconds: number, refusal: RefusalReason = "attempts"): WalletError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  return new WalletError("blocked", {
    ...withReason("too-many-attempts", { time: toDuration(retryAfterSeconds) }),
    retryAfterSeconds,
    refusal,
  });
}

/** 503 (code 120) with a wait, because the server is busy. */
export function overloaded(refusal: LoadReason, retryAfterSeconds: number): WalletError {
  return new WalletError("unavailable", { retryAfterSeconds, refusal });
}

/** 415 (code 114) with the list of accepted types. */
export function wrongFileType(list: string): WalletError {
  return new WalletError("fileType", withReason("file-type", { list }));
}

function toDuration(seconds: number): MessageValue {
  if (seconds < 60) return { part: "seconds", values: { n: seconds } };
  const minutes = Math.ceil(seconds / 60);
  const h = Math.floor(minutes / 60);
  const min = minutes % 60;
  if (h === 0) return { part: "minutes", values: { n: minutes } };
  return min === 0 ? { part: "hours", values: { n: h } } : { part: "hours-minutes", values: { h, min } };
}
