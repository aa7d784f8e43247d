import type { TObject, TSchema } from "typebox";

/** One possible answer of an endpoint. */
export interface EndpointAnswer {
  description: string;
  /** JSON unless `contentType` is set; missing for an empty answer. */
  schema?: TSchema;
  contentType?: string;
}

/**
 * An endpoint that no definition names: the machine side of the API. Answers have no envelope unless the schema has
 * one.
 */
export interface EndpointContract {
  method: "GET" | "POST" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";
  /** Path from the root of the server, parameters as `:name`. */
  path: string;
  summary: string;
  auth: "public" | "user" | "signature";
  /** Allows calls from pages of every origin (CORS), because other wallets run in browsers. */
  anyOrigin?: true;
  params?: TObject;
  query?: TObject;
  headers?: TObject;
  body?: TSchema;
  /** Media type of a body other than JSON. */
  bodyType?: string;
  answers: Readonly<Record<number, EndpointAnswer>>;
}
