import type { SecretName } from "../secret-lists.ts";

/** A sealed column. The name of its use is part of what is sealed, so a table may be renamed, a use may not. */
export interface SealedColumn {
  does: "seals";
  secret: "SEAL_SECRET";
  /** The rows in an operator's words. */
  rows: string;
  table: string;
  column: string;
  /** The column whose value binds a sealed value to its row. */
  row: string;
  renewal: { by: "reseal" };
  /** How a row is given up when its key is lost. */
  whenLost: "delete-row" | "set-null" | "set-empty";
}

/** A keyed hash or a signature. */
export interface KeyedProof {
  does: "hashes" | "signs";
  secret: SecretName;
  rows: string;
  /** Where the hash is stored; absent when nothing is stored. */
  table?: string;
  column?: string;
  /** What the hash covers besides the value, so that it cannot be moved to another row. */
  row?: string;
  renewal:
    | { by: "expiry"; seconds: number }
    /** A lookup finds it by any key, and replaces it by the newest. Without a lookup it expires. */
    | { by: "use"; seconds: number }
    /** Another party has the key; it must change there too. */
    | { by: "holder"; holder: string; quietSeconds: number }
    /** A job replaces what is left. */
    | { by: "job" }
    /** Our servers never compare it with a hash of an older key. */
    | { by: "nothing" };
  /** Rows that still need the key that was the newest at `usedAt`: SQL over `table`. */
  needed?: { table: string; usedAt: string; where: string };
}

export type KeyUse = SealedColumn | KeyedProof;

const day = 86_400;

/**
 * Every use of a secret. One more: an entry here, and its name in the call of `Secrets`. `npm run keys`, the check at
 * start and the job that reseals read this list.
 */
export const keyUses = {
  "otp-payload": {
    does: "seals",
    secret: "SEAL_SECRET",
    rows: "one-time codes",
    table: "otp_codes",
    column: "sealed_payload",
    row: "id",
    renewal: { by: "reseal" },
    whenLost: "delete-row",
  },
  "outbox-message": {
    does: "seals",
    secret: "SEAL_SECRET",
    rows: "messages to send",
    table: "outbox",
    column: "sealed_content",
    row: "id",
    renewal: { by: "reseal" },
    whenLost: "delete-row",
  },
  "sandbox-message": {
    does: "seals",
    secret: "SEAL_SECRET",
    rows: "messages of the sandbox",
    table: "sandbox_messages",
    column: "sealed_content",
    row: "id",
    renewal: { by: "reseal" },
    whenLost: "delete-row",
  },
  "idempotent-answer": {
    does: "seals",
    secret: "SEAL_SECRET",
    rows: "answers of repeatable calls",
    table: "idempotency_keys",
    column: "sealed_response",
    row: "id",
    renewal: { by: "reseal" },
    // The row stays, so that the call does not run a second time.
    whenLost: "set-null",
  },
  "issuer-key": {
    does: "seals",
    secret: "SEAL_SECRET",
    rows: "keys that sign credentials",
    table: "issuer_keys",
    column: "sealed_key",
    row: "id",
    renewal: { by: "reseal" },
    // The public half stays, for the credentials that it verifies. The server makes a new key.
    whenLost: "set-empty",
  },
  "holder-key": {
    does: "seals",
    secret: "SEAL_SECRET",
    rows: "keys of credentials",
    table: "credentials",
    column: "holder_key",
    row: "id",
    renewal: { by: "reseal" },
    whenLost: "set-null",
  },
  "share-link-secret": {
    does: "seals",
    secret: "SEAL_SECRET",
    rows: "share links",
    table: "share_links",
    column: "sealed_secret",
    row: "id",
    renewal: { by: "reseal" },
    whenLost: "delete-row",
  },
  "source-link": {
    does: "seals",
    secret: "SEAL_SECRET",
    rows: "links to institutions",
    table: "source_requests",
    column: "sealed_token",
    row: "id",
    renewal: { by: "reseal" },
    // The institution's link still works; only the reminder needs the sealed token.
    whenLost: "set-empty",
  },
  "offer-code": {
    does: "seals",
    secret: "SEAL_SECRET",
    rows: "codes of offers",
    table: "credential_offers",
    column: "sealed_code",
    row: "id",
    renewal: { by: "reseal" },
    whenLost: "delete-row",
  },
  "offer-digits": {
    does: "seals",
    secret: "SEAL_SECRET",
    rows: "digits of offers",
    table: "credential_offers",
    column: "sealed_digits",
    row: "id",
    renewal: { by: "reseal" },
    whenLost: "delete-row",
  },
  "offer-copy": {
    does: "seals",
    secret: "SEAL_SECRET",
    rows: "copies for other wallets",
    table: "credential_offers",
    column: "sealed_copy",
    row: "id",
    renewal: { by: "reseal" },
    whenLost: "set-null",
  },
  "presentation-key": {
    does: "seals",
    secret: "SEAL_SECRET",
    rows: "presentation requests",
    table: "presentation_requests",
    column: "sealed_key",
    row: "id",
    renewal: { by: "reseal" },
    whenLost: "delete-row",
  },
  "delivery-access": {
    does: "seals",
    secret: "SEAL_SECRET",
    rows: "links and codes for evaluation partners",
    table: "deliveries",
    column: "sealed_access",
    row: "id",
    renewal: { by: "reseal" },
    whenLost: "set-null",
  },
  "candidate-key": {
    does: "seals",
    secret: "SEAL_SECRET",
    rows: "keys of candidates",
    table: "candidate_keys",
    column: "sealed_key",
    row: "candidate_id",
    renewal: { by: "reseal" },
    whenLost: "delete-row",
  },
  "former-issuer": {
    does: "signs",
    secret: "SEAL_SECRET",
    rows: "credentials in the former format",
    renewal: { by: "job" },
    needed: { table: "credentials", usedAt: "issued_at", where: "vct is null" },
  },
  "access-token": {
    does: "signs",
    secret: "TOKEN_SECRET",
    rows: "sessions",
    renewal: { by: "expiry", seconds: 3600 },
    needed: {
      table: "sessions",
      usedAt: "coalesce(seen_at, created_at)",
      where: "ended_at is null and coalesce(seen_at, created_at) > app_now() - interval '1 hour'",
    },
  },
  "refresh-token": {
    does: "hashes",
    secret: "TOKEN_SECRET",
    rows: "renewals under way",
    row: "token and generation",
    // The grace for two tabs. The token itself is found by a hash without a key.
    renewal: { by: "expiry", seconds: 10 },
  },
  "staff-openid": {
    does: "signs",
    secret: "TOKEN_SECRET",
    rows: "sign-ins of staff at their provider",
    renewal: { by: "expiry", seconds: 600 },
  },
  "verifier-token": {
    does: "signs",
    secret: "TOKEN_SECRET",
    rows: "access tokens of verifiers' systems",
    renewal: { by: "expiry", seconds: 600 },
  },
  "offer-token": {
    does: "hashes",
    secret: "TOKEN_SECRET",
    rows: "offers that another wallet takes",
    table: "credential_offers",
    column: "token_hash",
    row: "code",
    renewal: { by: "expiry", seconds: 1200 },
    needed: {
      table: "credential_offers",
      usedAt: "created_at",
      where: "token_hash is not null and sealed_code <> '' and expires_at > app_now()",
    },
  },
  "offer-client": {
    does: "hashes",
    secret: "TOKEN_SECRET",
    rows: "clients that take an offer",
    table: "credential_offers",
    column: "client_hash",
    row: "code",
    renewal: { by: "expiry", seconds: 1200 },
    needed: {
      table: "credential_offers",
      usedAt: "created_at",
      where: "client_hash is not null and sealed_code <> '' and expires_at > app_now()",
    },
  },
  "log-subject": {
    does: "hashes",
    secret: "TOKEN_SECRET",
    rows: "pseudonyms in log lines",
    renewal: { by: "nothing" },
  },
  "staff-document": {
    does: "signs",
    secret: "TOKEN_SECRET",
    rows: "addresses of documents in the console",
    row: "file, organisation and session",
    renewal: { by: "expiry", seconds: 300 },
  },
  "credential-nonce": {
    does: "hashes",
    secret: "TOKEN_SECRET",
    rows: "nonces of other wallets",
    row: "time",
    renewal: { by: "expiry", seconds: 300 },
  },
  "link-visit": {
    does: "hashes",
    secret: "TOKEN_SECRET",
    rows: "visits of share links",
    table: "share_link_views",
    column: "visit_hash",
    row: "link_id",
    renewal: { by: "expiry", seconds: 1800 },
    needed: {
      table: "share_link_views",
      usedAt: "viewed_at",
      where: "visit_hash is not null and viewed_at > app_now() - interval '30 minutes'",
    },
  },
  "otp-code": {
    does: "hashes",
    secret: "OTP_SECRET",
    rows: "one-time codes",
    table: "otp_codes",
    column: "code_hmac",
    row: "id",
    renewal: { by: "expiry", seconds: 600 },
    needed: {
      table: "otp_codes",
      usedAt: "created_at",
      where: "consumed_at is null and superseded_at is null and expires_at > app_now()",
    },
  },
  "otp-limit": {
    does: "hashes",
    secret: "OTP_SECRET",
    rows: "counters of one-time codes",
    table: "otp_limits",
    column: "key",
    row: "purpose and subject",
    renewal: { by: "use", seconds: day },
    needed: {
      table: "otp_limits",
      usedAt: "coalesce(daily_sends[cardinality(daily_sends)], '-infinity')",
      where: "cardinality(recent_moments(daily_sends, interval '24 hours')) > 0 or blocked_until > app_now()",
    },
  },
  "captcha-answer": {
    does: "hashes",
    secret: "OTP_SECRET",
    rows: "captchas",
    table: "captchas",
    column: "answer_hmac",
    row: "id",
    renewal: { by: "expiry", seconds: 600 },
    needed: {
      table: "captchas",
      usedAt: "expires_at - interval '10 minutes'",
      where: "used_at is null and solved_at is null and expires_at > app_now()",
    },
  },
  "document-number": {
    does: "hashes",
    secret: "IDENTITY_SECRET",
    rows: "hashes of document numbers",
    table: "profile_verifications",
    column: "number_hash",
    row: "type of the document",
    // Proving the document again writes the hash of the newest key.
    renewal: { by: "nothing" },
  },
  "telemetry-user": {
    does: "hashes",
    secret: "IDENTITY_SECRET",
    rows: "users in reports of pages",
    table: "telemetry",
    column: "entry",
    row: "purpose",
    renewal: { by: "nothing" },
  },
  "chat-hash": {
    does: "signs",
    secret: "CHAT_SECRET",
    rows: "proofs for the chat service",
    renewal: { by: "nothing" },
  },
  "delivery-file": {
    does: "signs",
    secret: "TOKEN_SECRET",
    rows: "addresses of files for evaluation partners",
    row: "delivery, round and file",
    renewal: { by: "expiry", seconds: 3600 },
  },
  "sandbox-receipt": {
    does: "signs",
    secret: "WEBHOOK_SECRET",
    rows: "receipts of the sandbox's evaluation body",
    renewal: { by: "nothing" },
  },
  "verifier-call": {
    does: "signs",
    secret: "WEBHOOK_SECRET",
    rows: "calls of verifiers",
    renewal: { by: "holder", holder: "every verifier", quietSeconds: 7 * day },
  },
  "sandbox-payment": {
    does: "signs",
    secret: "PAYMENT_SECRET",
    rows: "payments of the sandbox",
    renewal: { by: "nothing" },
  },
} as const satisfies Record<string, KeyUse>;

export type UseName = keyof typeof keyUses;
type NameOf<D extends KeyUse["does"]> = {
  [N in UseName]: (typeof keyUses)[N]["does"] extends D ? N : never;
}[UseName];
/** The name of a sealed column. */
export type SealedName = NameOf<"seals">;
/** The name of a keyed hash or a signature. */
export type ProofName = NameOf<"hashes" | "signs">;

const entries = Object.entries(keyUses) as [UseName, KeyUse][];

export const sealedColumns = entries.filter((entry): entry is [SealedName, SealedColumn] => entry[1].does === "seals");
export const keyedProofs = entries.filter((entry): entry is [ProofName, KeyedProof] => entry[1].does !== "seals");
