import { ofetch, type FetchResponse } from "ofetch";
import { WalletError } from "#server/errors.ts";
import { toOriginHeader } from "#server/platform/origin.ts";

const timeoutMs = 10_000;

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
  const response = await send(
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
  const answer = parse(response._data ?? "");
  if (response.ok) return answer;
  if (response.status >= 500 || response.status === 429)
    throw away(new Error(`The payment provider answers ${response.status}`));
  throw new ProviderRefusal(response.status, answer);
};

async function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<FetchResponse<string>> {
  try {
    return await ofetch.raw(url, {
      method,
      headers,
      body,
      // The library's own limit ends with the head of an answer.
      signal: AbortSignal.timeout(timeoutMs),
      retry: 0,
      redirect: "error",
      ignoreResponseError: true,
      responseType: "text",
    });
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
