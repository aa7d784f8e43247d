import { WalletError } from "#server/errors.ts";
import { toCorrelationHeader } from "#server/platform/request-context.ts";
import { fetchOnce } from "#server/ports/http-client.ts";

/** A request to a provider. The body is JSON or a form. */
export interface ProviderCall {
  method: "GET" | "POST" | "PATCH";
  url: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
}

/** Sends a request. Returns the parsed JSON of the response, or its text. Throws `unavailable` and ProviderRefusal. */
export type CallProvider = (call: ProviderCall) => Promise<unknown>;

/** The provider refused (4xx). The message leaves out the response, which may repeat sent data. */
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

/** Calls a provider over HTTPS: ten seconds, no redirects, no retry. */
export const callProvider: CallProvider = async ({ method, url, headers, json, form }) => {
  const { ok, status, text } = await send(
    method,
    url,
    {
      ...toCorrelationHeader(),
      ...headers,
      ...(json !== undefined && { "content-type": "application/json" }),
      ...(form && { "content-type": "application/x-www-form-urlencoded" }),
    },
    json === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(json),
  );
  const answer = parse(text);
  if (ok) return answer;
  if (status >= 500 || status === 429) throw toUnavailable(new Error(`The payment provider answers ${status}`));
  throw new ProviderRefusal(status, answer);
};

async function send(method: string, url: string, headers: Record<string, string>, body: string | undefined) {
  try {
    const { ok, status, read } = await fetchOnce(url, { method, headers, body });
    return { ok, status, text: await read() };
  } catch (error) {
    throw toUnavailable(error);
  }
}

function toUnavailable(cause: unknown): WalletError {
  return new WalletError("unavailable", { retryAfterSeconds: 10, cause });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
