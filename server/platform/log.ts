import type { FastifyBaseLogger } from "fastify";

/** The server's log: JSON lines. Fields are an allow-list; values of candidates never go in. */
export type Log = Pick<FastifyBaseLogger, "info" | "warn" | "error" | "debug">;

/** '+91 98765 43210' → '…3210': enough to help a caller, too little to call them. */
export function maskMobile(mobile: string): string {
  return `…${mobile.slice(-4)}`;
}

/**
 * The loggable part of an error: kind, SQLSTATE, constraint, reason, stack. Leaves out SQL parameters, unreadable
 * values, long numbers, mail addresses, and everything of a URL but its host, because gateways put keys there.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { reason: typeof error };
  const root = findRoot(error);
  const { code, constraint } = root as Error & { code?: unknown; constraint?: unknown };
  return {
    kind: root.name,
    ...(typeof code === "string" && { sqlState: code }),
    ...(typeof constraint === "string" && { constraint }),
    reason: maskText(quotesValue(root, code) ? root.message.replace(/(["']).*\1/gs, "$1…$1") : root.message),
    stack: maskText(
      (root.stack ?? "")
        .match(/^ {4}at .*$/gm)
        ?.slice(0, 7)
        .join("\n") ?? "",
    ),
  };
}

/** The innermost cause, because drizzle repeats the parameters in its own message. */
function findRoot(error: Error): Error {
  return error.cause instanceof Error ? findRoot(error.cause) : error;
}

/** PostgreSQL quotes a value in its data exceptions (class 22), JSON.parse in its SyntaxError. */
const quotesValue = (error: Error, code: unknown): boolean =>
  error instanceof SyntaxError || (typeof code === "string" && /^22...$/.test(code));

function maskText(text: string): string {
  return text
    .replace(/\b(https?|smtps?|postgres(?:ql)?|tcp):\/\/(?:[^\s"'/?#]*@)?([^\s"'/?#]*)[^\s"']*/gi, "$1://$2/…")
    .replace(/eyJ[\w-]+(?:[.~][\w-]*)+/g, "…")
    .replace(/\p{Nd}[\p{Nd}\s-]{4,}\p{Nd}/gu, "…")
    .replace(/[^\s"'<>(),;:=/]+[@＠][^\s"'<>(),;:/]+/gu, "…@…");
}
