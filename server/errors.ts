/*
 * Every error that leaves the server: its HTTP status, its body code, and which words of catalogues/messages say it.
 * How a candidate meets it is the document catalogues/failures.
 */
import type { GivenValues, MessageKey, MessageValue } from "#engine/documents/message-keys.ts";
import type { Text } from "#engine/documents/text.ts";

interface ErrorEntry {
  status: number;
  code: number;
  /** What is said where the one who refuses gives no reason of its own. */
  says: MessageKey<"refusals">;
}

/** One more error: one line. */
export const errors = {
  badRequest: { status: 400, code: 100, says: "check-request" },
  bodyTooLarge: { status: 413, code: 100, says: "check-request" },
  unsupportedBody: { status: 415, code: 100, says: "check-request" },
  signedOut: { status: 401, code: 101, says: "session-expired" },
  sessionRevoked: { status: 401, code: 138, says: "session-expired" },
  accessNotAllowed: { status: 403, code: 103, says: "access-not-allowed" },
  badSignature: { status: 403, code: 103, says: "signature-not-accepted" },
  notFound: { status: 404, code: 104, says: "not-found" },
  profileNotFound: { status: 404, code: 105, says: "profile-not-found" },
  invalid: { status: 422, code: 106, says: "check-form" },
  wrongOtp: { status: 400, code: 107, says: "wrong-otp" },
  blocked: { status: 429, code: 108, says: "too-many-attempts" },
  stateConflict: { status: 409, code: 109, says: "not-now" },
  formExpired: { status: 409, code: 110, says: "form-expired" },
  draftConflict: { status: 409, code: 111, says: "changed-elsewhere" },
  alreadyPaid: { status: 409, code: 112, says: "already-paid" },
  openOrder: { status: 409, code: 112, says: "payment-open" },
  idempotencyKeyUsed: { status: 409, code: 112, says: "key-of-another-request" },
  idempotencyKeyBusy: { status: 409, code: 112, says: "key-busy" },
  fileTooLarge: { status: 413, code: 113, says: "file-too-large" },
  fileType: { status: 415, code: 114, says: "file-unreadable" },
  fileTooSmall: { status: 422, code: 115, says: "file-too-small" },
  captcha: { status: 422, code: 116, says: "wrong-captcha" },
  unavailable: { status: 503, code: 120, says: "try-in-a-moment" },
  unexpected: { status: 500, code: 500, says: "unexpected" },
  walletAway: { status: 502, code: 500, says: "wallet-away" },
  walletLate: { status: 504, code: 500, says: "wallet-late" },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorName = keyof typeof errors;

/** What is said: a key of the refusals with what fills its gaps, or the words of a document (a rule's why) under its name. */
export interface Said {
  reason?: string;
  words?: Text;
  values?: Readonly<Record<string, MessageValue>>;
}

/** One refused value: a JSON Pointer into the body that was sent, the keyword, and what is said, or was worded by the form. */
export interface FieldError extends Said {
  pointer: string;
  keyword: string;
  /** In place of a reason: words that the form has found already. */
  message?: string;
}

export interface ErrorDetails extends Said {
  fields?: readonly FieldError[];
  data?: unknown;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The one error that handlers throw; anything else becomes 'unexpected' or 'unavailable'. It holds no words but keys. */
export class WalletError extends Error {
  readonly kind: ErrorName;
  readonly details: ErrorDetails;

  constructor(kind: ErrorName, details: ErrorDetails = {}) {
    super(details.reason ?? errors[kind].says, { cause: details.cause });
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

/** A reason in the words of the catalogue: `new WalletError("stateConflict", says("payment-not-needed"))`. */
export function says<K extends MessageKey<"refusals">>(
  reason: K,
  ...[values]: GivenValues<"refusals", K>
): Said & { reason: K } {
  return { reason, ...(values && { values }) };
}

/** A refused value; `keyword` names what it breaks. */
export function refusedField<K extends MessageKey<"refusals">>(
  pointer: string,
  keyword: string,
  reason: K,
  ...given: GivenValues<"refusals", K>
): FieldError {
  return { pointer, keyword, ...says(reason, ...given) };
}

/** 422 (code 106) with one refused value. */
export function refuseField<K extends MessageKey<"refusals">>(
  pointer: string,
  keyword: string,
  reason: K,
  ...given: GivenValues<"refusals", K>
): WalletError {
  return new WalletError("invalid", { fields: [refusedField(pointer, keyword, reason, ...given)] });
}

type Thing = MessageKey<"refusals"> extends infer K ? (K extends `${infer Name}-not-found` ? Name : never) : never;

/** 404 with the thing's own words: `notFound("transaction")` says 'transaction-not-found'. */
export function notFound(thing: Thing): WalletError {
  return new WalletError("notFound", { reason: `${thing}-not-found` });
}

/** 400 (code 107): how many attempts are left, said at the code's own field too. */
export function wrongOtp(left: number): WalletError {
  const said = says("wrong-otp", { n: left });
  return new WalletError("wrongOtp", { ...said, fields: [{ pointer: "/otp", keyword: "otp", ...said }] });
}

/** 429 (code 108): how long to wait is a length of time, since only the client knows its clock and zone. */
export function blockedFor(seconds: number): WalletError {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  return new WalletError("blocked", {
    ...says("too-many-attempts", { time: toDuration(retryAfterSeconds) }),
    retryAfterSeconds,
  });
}

/** 415 (code 114) that names the types which are taken. */
export function wrongFileType(list: string): WalletError {
  return new WalletError("fileType", says("file-type", { list }));
}

function toDuration(seconds: number): MessageValue {
  if (seconds < 60) return { part: "seconds", values: { n: seconds } };
  const minutes = Math.ceil(seconds / 60);
  const h = Math.floor(minutes / 60);
  const min = minutes % 60;
  if (h === 0) return { part: "minutes", values: { n: minutes } };
  return min === 0 ? { part: "hours", values: { n: h } } : { part: "hours-minutes", values: { h, min } };
}
