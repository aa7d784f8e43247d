import { cursorNow, type OutboxMessage } from "#engine/contract/sandbox.ts";
import type { AnyOperationId } from "#engine/contract/contracts.ts";
import { toWireRequest, type RequestContext } from "#engine/contract/request.ts";
import { services } from "#engine/contract/services.ts";
import { getCallable } from "./callable-operations.ts";
import type { GeneratedFile } from "./generated-files.ts";

/** An answer: `code` is the body code (0 without one), `data` its data, `body` the whole body. */
export interface Answer {
  status: number;
  code: number;
  data: unknown;
  body: Record<string, unknown>;
}

/** Options of a call: ids of the open transaction, access token, file to upload. */
export interface CallOptions {
  context?: RequestContext;
  bearer?: string | undefined;
  file?: GeneratedFile;
  /** The Idempotency-Key header. */
  key?: string;
}

/** A raw request. A `body` that is not a string is sent as JSON. */
export interface RawRequest {
  method?: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  bearer?: string | undefined;
}

/** A raw response. `code` and `body` are set for JSON. */
export interface RawAnswer extends Omit<Answer, "data"> {
  headers: Headers;
  text: string;
}

/** The fetch of this process. The headless page replaces the global one. */
export const ownFetch = globalThis.fetch;

/** Fetch without compression, for a server on the same machine. */
export const loopbackFetch: typeof fetch = (target, init) => {
  const headers = new Headers(init?.headers ?? (target instanceof Request ? target.headers : undefined));
  if (!headers.has("accept-encoding")) headers.set("accept-encoding", "identity");
  return ownFetch(target, { ...init, headers });
};

/** Calls the wallet's API and the sandbox as a client without a browser. */
export class ApiClient {
  /** `fetch` sends each call. */
  constructor(
    readonly baseUrl: string,
    private readonly fetch: typeof globalThis.fetch = ownFetch,
  ) {}

  /** The session cookie of staff, sent with calls of the console. */
  staffCookie: string | undefined;
  /** The access token of a verifier's system, sent with calls of the verifier API. */
  systemToken: string | undefined;

  /** Calls an operation with named arguments. Never throws for a refusal. */
  async call(
    id: AnyOperationId,
    args: Record<string, unknown>,
    { context = {}, bearer, file, key }: CallOptions = {},
  ): Promise<Answer> {
    const entry = getCallable(id);
    const { method, path, body } = toWireRequest({ id, entry }, args, context);
    const headers: Record<string, string> = {};
    if (context.orgId !== undefined) headers["x-partner-org-id"] = context.orgId;
    if (bearer !== undefined && ["user", "refresh"].includes(entry.auth)) headers["authorization"] = `Bearer ${bearer}`;
    Object.assign(headers, this.#toActorHeaders(path));
    if (key !== undefined) headers["idempotency-key"] = key;
    if (body !== undefined && !file) headers["content-type"] = "application/json";
    return this.send(method, path, headers, file ? toForm(body ?? {}, file) : body && JSON.stringify(body));
  }

  /** Signs in the sandbox's person with a role; → the Set-Cookie header. Throws when there is no such role. */
  async signInStaff(role: string, orgId: string): Promise<string> {
    const answer = await this.request({ method: "POST", path: "/sandbox/staff", body: { role, orgId } });
    const header = answer.headers.get("set-cookie");
    if (header === null) throw new Error(`cannot sign in as '${role}': ${answer.text.slice(0, 300)}`);
    return header;
  }

  /** Gets the access token of a verifier's system. Throws when there is no such system. */
  async signInSystem(system: string): Promise<void> {
    this.systemToken = (await this.sandbox<{ accessToken: string }>("POST", "system", { system })).accessToken;
  }

  /** The headers by which staff and systems call their own services. */
  #toActorHeaders(path: string): Record<string, string> {
    if (this.staffCookie !== undefined && path.startsWith(services.console))
      return { cookie: this.staffCookie, "sec-fetch-site": "same-origin" };
    const isOfSystem = this.systemToken !== undefined && path.startsWith(services.verifier);
    return isOfSystem ? { authorization: `Bearer ${this.systemToken}` } : {};
  }

  /** Calls the sandbox. Throws when it refuses. */
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

  /** Sends any request, even one that no client makes. Never throws for a refusal, follows no redirect. */
  async request({ method = "GET", path, headers: customHeaders = {}, body, bearer }: RawRequest): Promise<RawAnswer> {
    const isJson = body !== undefined && typeof body !== "string";
    const headers = {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...this.#toActorHeaders(path),
      ...(isJson && { "content-type": "application/json" }),
      ...customHeaders,
    };
    const sent = isJson ? JSON.stringify(body) : body;
    return this.#send(path, { method, headers, redirect: "manual", ...(sent !== undefined && { body: sent }) });
  }

  /** Messages to one recipient or to all, newest first. */
  async outbox(to?: string, since?: string): Promise<OutboxMessage[]> {
    const query = new URLSearchParams({ ...(to !== undefined && { to }), ...(since !== undefined && { since }) });
    return (await this.sandbox<{ list: OutboxMessage[] }>("GET", `outbox?${query}`)).list;
  }

  /** The current position in the list of messages or covered items. */
  async readCursor(of: "outbox" | "coverage"): Promise<string> {
    return (await this.sandbox<{ cursor: string }>("GET", `${of}?since=${cursorNow}`)).cursor;
  }

  /** Sends an HTML form. Follows no redirect. */
  sendForm(path: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(fields);
    return this.fetch(`${this.baseUrl}${path}`, { method: "POST", body, redirect: "manual" });
  }

  /** The redirect target of an address, or the address itself. */
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

/** Parses a JSON object. Returns an empty object for any other text. */
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
