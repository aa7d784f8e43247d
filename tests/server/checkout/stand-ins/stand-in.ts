import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { callProvider, type CallProvider } from "#server/checkout/providers/http.ts";

/** A request as a provider sees it; `path` without the query. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What it answers; text where `body` is text. */
export interface Told {
  status: number;
  body: unknown;
}

/** A provider that runs beside the test and refuses what the real one would refuse. */
export interface StandIn {
  /** The way drivers go: documented hosts lead here, and no other host is there at all. */
  call: CallProvider;
  /** Where it runs, for a server that is told another address than the documented one. */
  base: string;
  /** Everything that was asked, in order. */
  asked: Asked[];
  close(): Promise<void>;
}

/** Starts a provider behind its documented hosts; `answer` decides by what it was asked. */
export async function startStandIn(
  hosts: readonly string[],
  answer: (asked: Asked) => Told | undefined,
): Promise<StandIn> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://stand-in");
      const one: Asked = {
        method: request.method ?? "",
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(parts).toString("utf8"),
      };
      asked.push(one);
      const { status, body } = answer(one) ?? { status: 404, body: { message: "no such address" } };
      response.writeHead(status, { "content-type": typeof body === "string" ? "text/plain" : "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base,
    asked,
    call: (sent) => {
      const url = new URL(sent.url);
      if (!hosts.includes(url.origin)) throw new Error(`${url.origin} is no host of this provider`);
      return callProvider({ ...sent, url: `${base}${url.pathname}${url.search}` });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The JSON of a request; undefined unless it says that it is JSON and is. */
export function readJsonBody({ headers, body }: Asked): Record<string, unknown> | undefined {
  if (!headers["content-type"]?.startsWith("application/json")) return undefined;
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
