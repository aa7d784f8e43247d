import { WalletError } from "#server/errors.ts";
import { toOriginHeader } from "#server/platform/origin.ts";
import { ask } from "#server/ports/ask.ts";

/** One request to a provider; a body is JSON or a form. */
export interface ProviderCall {
  method: "GET" | "POST" | "PATCH";
  url: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
}

/** Sends a request; → the parsed JSON of the answer, or its text. Throws `unavailable` and ProviderRefusal. */
export type CallProvider = (call: ProviderCall) => Promise<unknown>;

/** The provider answered no (4xx). Its words stay out of the message: they may repeat what was sent. */
export class ProviderRefusal extends Error {
  readonly status: number;
  readonly answer: unknown;

  constructor(status: number, answer: unknown) {
    super(`The payment provider refused (${status})`);
    this.name = "ProviderRefusal";
    this.status = status;
    this.answer = answer;
  }
}

/** The one way to a provider: HTTPS, ten seconds, no redirects, no second try of its own. */
export const callProvider: CallProvider = async ({ method, url, headers, json, form }) => {
  const { ok, status, said } = await send(
    method,
    url,
    {
      ...toOriginHeader(),
      ...headers,
      ...(json !== undefined && { "content-type": "application/json" }),
      ...(form && { "content-type": "application/x-www-form-urlencoded" }),
    },
    json === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(json),
  );
  const answer = parse(said);
  if (ok) return answer;
  if (status >= 500 || status === 429) throw away(new Error(`The payment provider answers ${status}`));
  throw new ProviderRefusal(status, answer);
};

async function send(method: string, url: string, headers: Record<string, string>, body: string | undefined) {
  try {
    const { ok, status, read } = await ask(url, { method, headers, body });
    return { ok, status, said: await read() };
  } catch (error) {
    throw away(error);
  }
}

function away(cause: unknown): WalletError {
  return new WalletError("unavailable", { retryAfterSeconds: 10, cause });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
