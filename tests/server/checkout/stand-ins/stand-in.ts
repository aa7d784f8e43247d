import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { callProvider, type CallProvider } from "#server/checkout/providers/http.ts";

/** A request as the provider receives it; `path` without the query. */
export interface StandInRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The response. A string body is sent as text. */
export interface StandInResponse {
  status: number;
  body: unknown;
}

/** A provider that runs beside the test and refuses what the real request refuses. */
export interface StandIn {
  /** Calls for drivers: documented hosts lead here, every other host is unknown. */
  call: CallProvider;
  /** Its address, for a server that is configured with another address than the documented request. */
  base: string;
  /** All requests, in order. */
  requests: StandInRequest[];
  close(): Promise<void>;
}

/** Starts a provider behind its documented hosts. `answer` returns the response to a request. */
export async function startStandIn(
  hosts: readonly string[],
  answer: (request: StandInRequest) => StandInResponse | undefined,
): Promise<StandIn> {
  const requests: StandInRequest[] = [];
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on("data", (part: Buffer) => parts.push(part));
    incoming.on("end", () => {
      const url = new URL(incoming.url ?? "/", "http://stand-in");
      const request: StandInRequest = {
        method: incoming.method ?? "",
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        body: Buffer.concat(parts).toString("utf8"),
      };
      requests.push(request);
      const { status, body } = answer(request) ?? { status: 404, body: { message: "no such address" } };
      response.writeHead(status, { "content-type": typeof body === "string" ? "text/plain" : "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base,
    requests,
    call: (sent) => {
      const url = new URL(sent.url);
      if (!hosts.includes(url.origin)) throw new Error(`${url.origin} is no host of this provider`);
      return callProvider({ ...sent, url: `${base}${url.pathname}${url.search}` });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Returns the JSON of a request, or undefined without a JSON content type or valid JSON. */
export function readJsonBody({ headers, body }: StandInRequest): Record<string, unknown> | undefined {
  if (!headers["content-type"]?.startsWith("application/json")) return undefined;
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
