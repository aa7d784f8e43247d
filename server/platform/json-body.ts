import { refusedField, WalletError } from "#server/errors.ts";

/**
 * Throws 400 (code 100) where a key stands twice in one object of a text that is known to be JSON: a reader that takes the
 * first of two and one that takes the last would see two bodies in one.
 */
export function assertKeysOnce(text: string): void {
  const pointer = findRepeatedKey(text);
  if (pointer !== undefined)
    throw new WalletError("badRequest", { fields: [refusedField(pointer.slice(0, 400), "key", "value-repeated")] });
}

/** An object or a list that is not closed yet: where the text stands in it, and an object's keys so far. */
interface Open {
  keys: Set<string> | undefined;
  step: string | number;
}

/** The signs of JSON, and its texts whole. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]/g;

/** Without recursion, since anything may be sent: what is deep must not overflow this walk. */
function findRepeatedKey(text: string): string | undefined {
  const open: Open[] = [];
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

const toPointer = (open: readonly Open[]): string =>
  open.map(({ step }) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
