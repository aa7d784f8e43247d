import { createRequire } from "node:module";
import type { InjectOptions } from "light-my-request";
import { newMobile, type TestApp } from "../app.ts";
import { toMultipart } from "../files/multipart.ts";

/** A call as its client makes it. */
export interface Call {
  method: NonNullable<InjectOptions["method"]>;
  url: string;
  token?: string;
  /** Sent as JSON. */
  body?: object;
  /** Sent as multipart form. */
  file?: Buffer;
  /** Sent as it is; `headers` have the content type. */
  raw?: string | Buffer;
  headers?: Readonly<Record<string, string>>;
}

/** A prepared call that changes something, and how its effect is counted. */
export interface PreparedCall extends Call {
  /** The expected status; 200 by default. */
  status?: number;
  /** The client has no Idempotency-Key, so repeated answers may differ. */
  withoutKey?: true;
  /** The status of a repeated call when the first answer is not repeated. */
  repeatStatus?: number;
  /** The same for a one-time code, whose answer only the first caller may get. */
  spentStatus?: number;
  /** How long the client waits before it repeats the call. */
  waitSeconds?: number;
  /** The client's next call, which has to succeed. */
  followUp?: Call;
  /** Queries that must each count one afterwards, however often the call was tried. */
  countsOnce: readonly (readonly [sql: string, ...values: unknown[]])[];
}

/** Makes its own candidate, so that earlier faults have no effect. */
export type FaultCase = (app: TestApp, paper: Buffer) => Promise<PreparedCall>;

/** The candidate of a number, as a subquery. */
export const byMobile = "(select id from candidates where mobile = $1)";

/** A new candidate, with or without a verified identity. */
export async function signIn(app: TestApp, more: { name?: string; identity?: true } = { identity: true }) {
  const mobile = newMobile();
  const { accessToken: token, refreshToken } = await app.signIn(mobile, more);
  return { mobile, token, refreshToken };
}

/**
 * tus ends an answer with a callback alone, which is valid in Node. Injected answers would take the callback for bytes.
 */
const injected = createRequire(import.meta.url)("light-my-request/lib/response") as {
  prototype: { end(...given: unknown[]): unknown };
};
const { end } = injected.prototype;
injected.prototype.end = function (...given) {
  return end.apply(this, typeof given[0] === "function" ? [undefined, undefined, given[0]] : given);
};

/** Sends the call, each time with the same key if its client has one. */
export function send(app: TestApp, call: Call & Pick<PreparedCall, "withoutKey">, key: string) {
  const { method, url, token, body, file, raw, headers, withoutKey } = call;
  const payload = file ? toMultipart(file) : body ? JSON.stringify(body) : raw;
  return app.server.inject({
    method,
    url,
    headers: {
      ...(!withoutKey && { "idempotency-key": key }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(file && { "content-type": "multipart/form-data; boundary=----sanad-test" }),
      ...(body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });
}

/** The statuses that a repeated call may get. `wasAnswered`: the first call was answered, or died while it was. */
export function listAllowed(
  { status = 200, repeatStatus: again, spentStatus: spent }: PreparedCall,
  wasAnswered: boolean,
): number[] {
  return [status, again, wasAnswered ? spent : undefined].filter((one) => one !== undefined);
}
