import { createRequire } from "node:module";
import type { InjectOptions } from "light-my-request";
import { newMobile, type TestApp } from "../app.ts";
import { toMultipart } from "../files/multipart.ts";

/** A call as its sender makes it. */
export interface Call {
  method: NonNullable<InjectOptions["method"]>;
  url: string;
  token?: string;
  /** Sent as JSON. */
  body?: object;
  /** Sent in a form. */
  file?: Buffer;
  /** Sent as it is; `headers` say what it is. */
  raw?: string | Buffer;
  headers?: Readonly<Record<string, string>>;
}

/** A call that changes something, made ready, and how often it has had its effect. */
export interface Ready extends Call {
  /** What it is answered with; 200 where nothing is said. */
  status?: number;
  /** Its sender has no Idempotency-Key, so its answers need not be alike. */
  keyless?: true;
  /** What it is answered with once it was done, where that is not the same again: it says no more than that it was. */
  again?: number;
  /** The same for a code that is good once: only who was answered may hear it. */
  spent?: number;
  /** How long its sender waits before it is sent again. */
  waitSeconds?: number;
  /** What its sender goes on with, which has to succeed. */
  next?: Call;
  /** Statements, each of which has to count one when it is over, however often it was tried. */
  once: readonly (readonly [sql: string, ...values: unknown[]])[];
}

/** Each makes its own candidate, so that nothing of an earlier fault is met. */
export type Case = (app: TestApp, paper: Buffer) => Promise<Ready>;

/** The candidate of a number, inside a statement. */
export const byMobile = "(select id from candidates where mobile = $1)";

/** Somebody new with a proved identity, or without one. */
export async function signIn(app: TestApp, more: { name?: string; identity?: true } = { identity: true }) {
  const mobile = newMobile();
  const { accessToken: token, refreshToken } = await app.signIn(mobile, more);
  return { mobile, token, refreshToken };
}

/** Node's answers may be ended with a callback alone, as tus does; those to injected requests would take it for bytes. */
const injected = createRequire(import.meta.url)("light-my-request/lib/response") as {
  prototype: { end(...given: unknown[]): unknown };
};
const { end } = injected.prototype;
injected.prototype.end = function (...given) {
  return end.apply(this, typeof given[0] === "function" ? [undefined, undefined, given[0]] : given);
};

/** The call as it is sent, each time with the same key where its sender has one. */
export function send(app: TestApp, call: Call & Pick<Ready, "keyless">, key: string) {
  const { method, url, token, body, file, raw, headers, keyless } = call;
  const payload = file ? toMultipart(file) : body ? JSON.stringify(body) : raw;
  return app.server.inject({
    method,
    url,
    headers: {
      ...(!keyless && { "idempotency-key": key }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(file && { "content-type": "multipart/form-data; boundary=----sanad-test" }),
      ...(body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });
}

/** What it may be answered with when it is sent again; `wasAnswered`: the first time, or it died in the moment of it. */
export function listAllowed({ status = 200, again, spent }: Ready, wasAnswered: boolean): number[] {
  return [status, again, wasAnswered ? spent : undefined].filter((one) => one !== undefined);
}
