import type { FastifyInstance } from "fastify";
import { invalidField, WalletError } from "../errors.ts";

/** Deeper than any form; what goes deeper would overflow the stack of whoever walks through it. */
const maxDepth = 32;

/**
 * Refuses (400, code 100) what no contract says and no database takes: text with NUL or half a surrogate pair, in path,
 * query or body, and bodies nested deeper than any form.
 */
export function addBodyGuard(server: FastifyInstance): void {
  server.addHook("preValidation", async ({ params, query, body }) => {
    for (const part of [params, query, body]) {
      const fault = findFault(part);
      if (fault) throw new WalletError("badRequest", { fields: invalidField(fault.pointer, fault.message, fault.keyword).details.fields });
    }
  });
}

interface Fault {
  pointer: string;
  keyword: string;
  message: string;
}

/** Without recursion: what is too deep must not overflow this walk either. */
function findFault(whole: unknown): Fault | undefined {
  const waiting: { value: unknown; pointer: string; depth: number }[] = [{ value: whole, pointer: "", depth: 0 }];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const { value, pointer, depth } = at;
    if (typeof value === "string" && !isStorable(value)) return { pointer, keyword: "text", message: "holds a character that cannot be kept" };
    if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) continue;
    if (depth >= maxDepth) return { pointer: "", keyword: "depth", message: `is nested deeper than ${maxDepth} levels` };
    for (const [key, child] of Object.entries(value)) {
      if (!isStorable(key)) return { pointer, keyword: "text", message: "holds a key that cannot be kept" };
      waiting.push({ value: child, pointer: `${pointer}/${key.replace(/~/g, "~0").replace(/\//g, "~1")}`.slice(0, 400), depth: depth + 1 });
    }
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}
