import type { FastifyInstance } from "fastify";
import { fieldError, WalletError } from "#server/errors.ts";

/**
 * Throws 400 (code 100) when a JSON text repeats a key in one object: a reader that takes the first of the two and one
 * that takes the last would see different bodies. `text` must be valid JSON.
 */
export function assertNoRepeatedKeys(text: string): void {
  const pointer = findRepeatedKey(text);
  if (pointer !== undefined)
    throw new WalletError("badRequest", { fields: [fieldError(pointer.slice(0, 400), "key", "value-duplicate")] });
}

/**
 * Accepts form bodies (`application/x-www-form-urlencoded`) only in this scope, as OAuth needs. A repeated name is 400,
 * like a repeated key of JSON (RFC 6749, 3.2).
 */
export function parseFormBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: unknown, body: string | Buffer) => toForm(String(body)),
  );
}

/** The fields of a form. Throws 400 (code 100) for a repeated name, also as a list (`a[]=1`) of its other spelling. */
function toForm(body: string): Record<string, string> {
  const form = new Map<string, string>();
  const names = new Set<string>();
  for (const [name, value] of new URLSearchParams(body)) {
    const plain = name.replace(/\[[^\]]*\]/g, "");
    if (names.has(plain))
      throw new WalletError("badRequest", {
        fields: [fieldError(`/${plain}`.slice(0, 400), "key", "value-duplicate")],
      });
    names.add(plain);
    form.set(name, value);
  }
  return Object.fromEntries(form);
}

/** An object or list that is not closed yet, with its keys so far and the present key or index. */
interface OpenContainer {
  keys: Set<string> | undefined;
  step: string | number;
}

/** Whole strings, and the punctuation of JSON. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]/g;

/** Not recursive: a deeply nested body must not overflow the stack. */
function findRepeatedKey(text: string): string | undefined {
  const open: OpenContainer[] = [];
  let lastText = "";
  for (const [token] of text.matchAll(tokens)) {
    const inside = open.at(-1);
    if (token.startsWith('"')) lastText = token;
    else if (token === "{") open.push({ keys: new Set(), step: "" });
    else if (token === "[") open.push({ keys: undefined, step: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === "," && typeof inside?.step === "number") inside.step += 1;
    else if (token === ":" && inside?.keys) {
      const key = JSON.parse(lastText) as string;
      inside.step = key;
      if (inside.keys.has(key)) return toPointer(open);
      inside.keys.add(key);
    }
  }
  return undefined;
}

const toPointer = (open: readonly OpenContainer[]): string =>
  open.map(({ step }) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
