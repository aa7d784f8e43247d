import type { ServiceName } from "./services.ts";

/** Values of the open transaction that the client fills in. */
export type ContextName = "orgId" | "txnId" | "formId";

/** The part of a contract that the browser needs: the form of the call, and its effect on the screen. */
export interface OperationBasics {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  service: ServiceName;
  /** Path below the base of the service, parameters as `:name`. */
  path: string;
  /**
   * `refresh`: the bearer is the refresh token. `staff`: the session cookie of the console.
   * `system`: the access token of a verifier's system.
   */
  auth: "public" | "user" | "refresh" | "staff" | "system";
  /**
   * The subject that the guard must allow: the transaction, or an item, which is one of its verifications. Missing for
   * operations that change no transaction.
   */
  guard?: "transaction" | "item";
  /** Arguments that come from the open transaction where the definition gives none. */
  context?: readonly ContextName[];
  /** The wire name of a context argument, where it differs (`txnId` is `id` in one call). */
  contextAs?: Partial<Record<ContextName, string>>;
  /** A map in `argument` becomes a list of `{[key]: k, [value]: v}` on the wire. */
  pairs?: { argument: string; key: string; value: string };
  /** Without `into`, these arguments become the only item of the list `into`. */
  collects?: { into: string; keys: readonly string[] };
  /** The root for the answer. Without it the answer is the `result` of the flow. */
  fills?: string;
  /** Success opens the session of a cookie, which scripts cannot read. */
  opensSession?: true;
  /** Roots to fetch again after success. The call completes when they are fresh. */
  invalidates?: readonly string[];
}

/** One line of the browser's operation table. */
export interface OperationEntry extends OperationBasics {
  /** Arguments that go into the query although the method has a body. For GET, all but path parameters do. */
  query?: readonly string[];
}
