import type { FastifyBaseLogger } from "fastify";

/** The server's log: JSON lines. Fields are an allow-list; values of candidates never go in. */
export type Log = Pick<FastifyBaseLogger, "info" | "warn" | "error" | "debug">;

/** '+91 98765 43210' → '…3210': enough to help a caller, too little to call them. */
export function maskMobile(mobile: string): string {
  return `…${mobile.slice(-4)}`;
}

/**
 * What may be logged of an error: its kind, SQLSTATE and stack, without SQL parameters, values that could not be read, long
 * numbers, addresses of mail, and what addresses of the net hold beside their host: keys of gateways stand there.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { reason: typeof error };
  const root = findRoot(error);
  const { code, constraint } = root as Error & { code?: unknown; constraint?: unknown };
  return {
    kind: root.name,
    ...(typeof code === "string" && { sqlState: code }),
    ...(typeof constraint === "string" && { constraint }),
    reason: maskText(repeatsValue(root, code) ? root.message.replace(/(["']).*\1/gs, "$1…$1") : root.message),
    stack: maskText(
      (root.stack ?? "")
        .match(/^ {4}at .*$/gm)
        ?.slice(0, 7)
        .join("\n") ?? "",
    ),
  };
}

/** Drizzle repeats the parameters in its own message, so only the innermost cause is told. */
function findRoot(error: Error): Error {
  return error.cause instanceof Error ? findRoot(error.cause) : error;
}

/** Whoever cannot read a value quotes it: PostgreSQL in its class of data exceptions, JSON.parse. */
const repeatsValue = (error: Error, code: unknown): boolean =>
  error instanceof SyntaxError || (typeof code === "string" && /^22...$/.test(code));

function maskText(text: string): string {
  return text
    .replace(/\b(https?|smtps?|postgres(?:ql)?|tcp):\/\/(?:[^\s"'/?#]*@)?([^\s"'/?#]*)[^\s"']*/gi, "$1://$2/…")
    .replace(/\d[\d\s-]{4,}\d/g, "…")
    .replace(/[\w.+-]+@[\w.-]+/g, "…@…");
}
