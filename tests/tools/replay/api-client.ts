import { cursorNow, type OutboxMessage } from "#engine/contract/sandbox.ts";
import { getOperation, type OperationId } from "#engine/contract/operations.ts";
import { toRequest, type RequestContext } from "#engine/contract/request.ts";
import type { GeneratedFile } from "./generated-files.ts";

/** What came back: `code` is the body code (0 when it has none), `data` what stands under that key, `body` all of it. */
export interface Answer {
  status: number;
  code: number;
  data: unknown;
  body: Record<string, unknown>;
}

/** One call on its way: the ids of the open transaction, the bearer, and a paper to send along. */
export interface CallSetting {
  context?: RequestContext;
  bearer?: string | undefined;
  paper?: GeneratedFile;
  /** The Idempotency-Key; of a call without one nothing is remembered. */
  key?: string;
}

/** A request as it goes out; `body` that is no text goes as JSON. */
export interface RawRequest {
  method?: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  bearer?: string | undefined;
}

/** What came back of one, as it came: `code` and `body` of what is JSON. */
export interface RawAnswer extends Omit<Answer, "data"> {
  headers: Headers;
  text: string;
}

/** Calls go out by it: a page without a browser puts its own in the global one's place. */
export const ownFetch = globalThis.fetch;

/** The same, of a server next door: what comes from there comes as it is, for to press it takes both longer. */
export const loopbackFetch: typeof fetch = (target, init) => {
  const headers = new Headers(init?.headers ?? (target instanceof Request ? target.headers : undefined));
  if (!headers.has("accept-encoding")) headers.set("accept-encoding", "identity");
  return ownFetch(target, { ...init, headers });
};

/** Calls of the wallet's API and of its sandbox, as a client that is no browser makes them. */
export class ApiClient {
  /** `fetch` sends a call. */
  constructor(
    readonly baseUrl: string,
    private readonly fetch: typeof globalThis.fetch = ownFetch,
  ) {}

  /** Calls an operation with its arguments by name; never throws on a refusal. */
  async call(
    id: OperationId,
    args: Record<string, unknown>,
    { context = {}, bearer, paper, key }: CallSetting = {},
  ): Promise<Answer> {
    const { method, path, body } = toRequest(id, args, context);
    const headers: Record<string, string> = {};
    if (context.orgId !== undefined) headers["x-partner-org-id"] = context.orgId;
    if (bearer !== undefined && getOperation(id).auth !== "public") headers["authorization"] = `Bearer ${bearer}`;
    if (key !== undefined) headers["idempotency-key"] = key;
    if (body !== undefined && !paper) headers["content-type"] = "application/json";
    return this.send(method, path, headers, paper ? toForm(body ?? {}, paper) : body && JSON.stringify(body));
  }

  /** A call of the sandbox. Throws when it is refused. */
  async sandbox<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const answer = await this.send(
      method,
      `/sandbox/${path}`,
      headers,
      body === undefined ? undefined : JSON.stringify(body),
    );
    if (answer.status >= 400)
      throw new Error(`/sandbox/${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }

  /** Any request, also one that no client of ours makes; never throws on a refusal. What it leads to is not followed. */
  async request({ method = "GET", path, headers: given = {}, body, bearer }: RawRequest): Promise<RawAnswer> {
    const isJson = body !== undefined && typeof body !== "string";
    const headers = {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(isJson && { "content-type": "application/json" }),
      ...given,
    };
    const sent = isJson ? JSON.stringify(body) : body;
    return this.#send(path, { method, headers, redirect: "manual", ...(sent !== undefined && { body: sent }) });
  }

  /** Messages to a recipient, or all; newest first. */
  async outbox(to?: string, since?: string): Promise<OutboxMessage[]> {
    const asked = new URLSearchParams({ ...(to !== undefined && { to }), ...(since !== undefined && { since }) });
    return (await this.sandbox<{ list: OutboxMessage[] }>("GET", `outbox?${asked}`)).list;
  }

  /** Where the messages or what was tried stand now: what comes later comes since then. */
  async readCursor(of: "outbox" | "coverage"): Promise<string> {
    return (await this.sandbox<{ cursor: string }>("GET", `${of}?since=${cursorNow}`)).cursor;
  }

  /** A form as a browser sends it; what it leads to is not followed. */
  sendForm(path: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(fields);
    return this.fetch(`${this.baseUrl}${path}`, { method: "POST", body, redirect: "manual" });
  }

  /** Where an address leads on to: itself, where it does not. */
  async follow(address: string): Promise<string> {
    const answer = await this.fetch(address, { redirect: "manual" });
    return new URL(answer.headers.get("location") ?? address, this.baseUrl).href;
  }

  private async send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | FormData | undefined,
  ): Promise<Answer> {
    const answer = await this.#send(path, { method, headers, ...(body !== undefined && { body }) });
    return { status: answer.status, code: answer.code, data: answer.body["data"], body: answer.body };
  }

  async #send(path: string, init: RequestInit): Promise<RawAnswer> {
    const response = await this.fetch(`${this.baseUrl}${path}`, init);
    const text = await response.text();
    const body = readObject(text);
    const code = typeof body["code"] === "number" ? body["code"] : 0;
    return { status: response.status, headers: response.headers, text, code, body };
  }
}

/** What a text says as JSON; nothing where it is no object. */
export function readObject(text: string): Record<string, unknown> {
  if (!text.startsWith("{")) return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function toForm(parts: Record<string, unknown>, { name, mimeType, buffer }: GeneratedFile): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(parts)) form.append(key, String(value));
  form.append("file", new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  return form;
}
