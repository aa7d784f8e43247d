import type { ServiceName } from "./services.ts";

/** The roots of a screen that an operation can fill or make stale. */
export type RootName =
  | "transaction"
  | "profile"
  | "verification"
  | "bill"
  | "payment"
  | "request"
  | "transactions"
  | "forms"
  | "notifications"
  | "credentials"
  | "orders"
  | "regions"
  | "providers"
  | "mode"
  | "questions";

/** What the client knows of the open transaction and fills in by itself. */
export type ContextName = "orgId" | "txnId" | "formId";

/** One line of the operation table: how a call travels and what it means for the screen. No schemas here. */
export interface OperationEntry {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  service: ServiceName;
  /** Below the service's base, parameters as `:name`. */
  path: string;
  /** `refresh`: the bearer is the refresh token. */
  auth: "public" | "user" | "refresh";
  /** Arguments that travel in the query although the method has a body; for GET all but the path's do. */
  query?: readonly string[];
  /** Arguments taken from the open transaction when the document does not give them. */
  context?: readonly ContextName[];
  /** The argument's name on the wire where it is not the context's own (`txnId` is called `id` in one call). */
  contextAs?: Partial<Record<ContextName, string>>;
  /** A map given for `argument` becomes a list of `{[key]: k, [value]: v}` on the wire. */
  pairs?: { argument: string; key: string; value: string };
  /** These arguments, when `into` is not given, travel as the one item of the list `into`. */
  collects?: { into: string; keys: readonly string[] };
  /** The root that holds the answer. Without it the answer is the flow's `result`. */
  fills?: RootName;
  /** Roots to fetch again after success; the call is done when they are fresh. */
  changes?: readonly RootName[];
  /** The body may be (or is) multipart with one part `file`. */
  multipart?: true;
  /** The answer is bytes, without the `{code, data}` envelope. */
  raw?: true;
}
