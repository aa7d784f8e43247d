import { toBufferedResponse } from "#renderer/headless/buffered-response.ts";

/** One call during a run, with its answer. */
export interface LoggedCall {
  /** The caller: the page, or the runner itself. */
  readonly by: "page" | "run";
  /** Method, path with query, and the text that was sent. */
  readonly request: string;
  /** Empty for binary answers. */
  readonly body: string;
}

const textType = /^(?:text\/|application\/(?:[\w.]+\+)?json)/;
/** Telemetry and definitions, which contain nothing that a candidate typed. */
const unlogged = /^\S+ \/(?:t\/|config\/|sandbox\/release)/;

/** Wraps a fetch so that each call is added to `calls`. */
export function logCalls(by: LoggedCall["by"], through: typeof fetch, calls: LoggedCall[]): typeof fetch {
  return async (target, init) => {
    const request = toRequestText(target, init);
    const response = await through(target, init);
    if (unlogged.test(request)) return response;
    const isText = textType.test(response.headers.get("content-type") ?? "");
    if (!isText) {
      calls.push({ by, request, body: "" });
      return response;
    }
    const body = await response.text();
    calls.push({ by, request, body });
    return toBufferedResponse(body, { status: response.status, headers: Object.fromEntries(response.headers) });
  };
}

function toRequestText(target: Parameters<typeof fetch>[0], init: RequestInit = {}): string {
  const { pathname, search } = new URL(target instanceof Request ? target.url : target);
  return `${init.method ?? "GET"} ${pathname}${search} ${toBodyText(init.body)}`.trimEnd();
}

function toBodyText(body: RequestInit["body"]): string {
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  if (!(body instanceof FormData)) return "";
  return [...body].map(([key, value]) => `${key}=${typeof value === "string" ? value : value.name}`).join("&");
}
