import type { ServiceName } from "./services.ts";

/** What the client knows of the open transaction and fills in by itself. */
export type ContextName = "orgId" | "txnId" | "formId";

/** What an operation says that goes into the browser's table as it stands: how a call travels and what it means for the screen. */
export interface OperationBasics {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  service: ServiceName;
  /** Below the service's base, parameters as `:name`. */
  path: string;
  /** `refresh`: the bearer is the refresh token. */
  auth: "public" | "user" | "refresh";
  /**
   * What of the open transaction it changes, and must therefore be allowed to: the transaction, or an item, which is one
   * verification of it. Absent where nothing of a transaction is changed.
   */
  guard?: "transaction" | "item";
  /** Arguments taken from the open transaction when the document does not give them. */
  context?: readonly ContextName[];
  /** The argument's name on the wire where it is not the context's own (`txnId` is called `id` in one call). */
  contextAs?: Partial<Record<ContextName, string>>;
  /** A map given for `argument` becomes a list of `{[key]: k, [value]: v}` on the wire. */
  pairs?: { argument: string; key: string; value: string };
  /** These arguments, when `into` is not given, travel as the one item of the list `into`. */
  collects?: { into: string; keys: readonly string[] };
  /** The root that holds the answer. Without it the answer is the flow's `result`. */
  fills?: string;
  /** Roots to fetch again after success; the call is done when they are fresh. */
  changes?: readonly string[];
}

/** One line of the table that the browser carries: the basics, and what the schemas say of the way that a call travels. */
export interface OperationEntry extends OperationBasics {
  /** Arguments that travel in the query although the method has a body; for GET all but the path's do. */
  query?: readonly string[];
}
