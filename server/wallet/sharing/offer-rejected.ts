import { ShapeError } from "#server/platform/untrusted.ts";

/** Error codes of the token endpoint (RFC 6749, 5.2) and of the credential endpoint (OpenID4VCI 1.0, 8.3.1). */
export type OfferError =
  | "invalid_grant"
  | "invalid_request"
  | "unsupported_grant_type"
  | "invalid_token"
  | "invalid_credential_request"
  | "unknown_credential_configuration"
  | "unknown_credential_identifier"
  | "invalid_encryption_parameters"
  | "invalid_proof"
  | "invalid_nonce";

/** Rejection of another wallet's request. The message is its `error_description`: ASCII without quotes. */
export class OfferRejected extends Error {
  readonly error: OfferError;

  constructor(error: OfferError, message: string) {
    super(message);
    this.error = error;
  }
}

/** Reads a part of a request. Throws OfferRejected when it has another shape. */
export function orReject<T>(read: () => T, error: OfferError, message: string): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof ShapeError) throw new OfferRejected(error, message);
    throw cause;
  }
}
