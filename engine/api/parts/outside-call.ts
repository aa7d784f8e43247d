import type { TObject, TSchema } from "typebox";

/** One possible answer of a call outside the operation table. */
export interface OutsideAnswer {
  description: string;
  /** JSON unless `contentType` says otherwise; none for an empty answer. */
  schema?: TSchema;
  contentType?: string;
}

/** A call that no document names: the machine side of the API. Bare answers, no envelope unless the schema has one. */
export interface OutsideCall {
  method: "GET" | "POST" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";
  /** From the root of the server, parameters as `:name`. */
  path: string;
  summary: string;
  auth: "public" | "user" | "signature";
  /** Pages of every origin may make it, since other wallets run in browsers too; a browser asks leave at the same path with OPTIONS. */
  anyOrigin?: true;
  params?: TObject;
  query?: TObject;
  headers?: TObject;
  body?: TSchema;
  /** Media type of the body when it is not JSON. */
  bodyType?: string;
  answers: Readonly<Record<number, OutsideAnswer>>;
}
