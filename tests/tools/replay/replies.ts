import { toCallPattern, type CallId } from "./call-pattern.ts";

/** A prepared reply: HTTP status (0 fails the call) and body, for a number of `times` or until it is cleared. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly times?: number;
}

/** A reply in place of the server's. */
interface PreparedResponse {
  readonly status: number;
  readonly body: string;
}

/** Prepared replies to calls of the page, as a failing or another server would send. */
export class Replies {
  readonly #replies = new Map<CallId, Reply & { left: number }>();

  set(operation: CallId, reply: Reply): void {
    this.#replies.set(operation, { ...reply, left: reply.times ?? Infinity });
  }

  /** The server answers again. */
  clear(operation: CallId): void {
    this.#replies.delete(operation);
  }

  /** The reply to a call. Undefined when the server answers. */
  find(method: string, address: string): PreparedResponse | undefined {
    const { pathname } = new URL(address);
    for (const [operation, reply] of this.#replies) {
      if (reply.left <= 0 || !isCallOf(toCallPattern(operation), method, pathname)) continue;
      reply.left -= 1;
      return { status: reply.status, body: JSON.stringify(reply.body ?? {}) };
    }
    return undefined;
  }

  /** Wraps the page's fetch. */
  wrap(send: typeof fetch): typeof fetch {
    return async (target, init) => {
      const address = target instanceof Request ? target.url : String(target);
      const reply = this.find(init?.method ?? "GET", address);
      if (!reply) return send(target, init);
      if (reply.status === 0) throw new TypeError("Failed to fetch");
      return new Response(reply.body, { status: reply.status, headers: { "content-type": replyType } });
    };
  }
}

/** Sets the reply of an action. Without a status the server answers again. */
export function setReply(
  { reply, status, body, times }: { reply: string; status?: number; body?: object; times?: number },
  replies: Replies,
): void {
  if (status === undefined) return replies.clear(reply as CallId);
  // A success has code 0 in its envelope.
  const whole = status > 0 && status < 300 ? { code: 0, ...body } : body;
  replies.set(reply as CallId, { status, body: whole, ...(times !== undefined && { times }) });
}

export const replyType = "application/json; charset=utf-8";

const isCallOf = (called: ReturnType<typeof toCallPattern>, method: string, pathname: string): boolean =>
  called.method === method && called.pattern.test(pathname);
