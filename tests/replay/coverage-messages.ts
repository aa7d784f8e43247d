import type { DocumentSet } from "#engine/check/parts/set.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { Observation } from "./observation.ts";

/** What goes out, by its place in the catalogue, with a pattern for each language in which it may be said. */
export type Messages = ReadonlyMap<string, readonly RegExp[]>;

/** Messages by SMS and mail, and notices: "outgoing/otp-phone", "notices/refund-sent". */
export function readMessages(set: DocumentSet): Messages {
  const found = new Map<string, RegExp[]>();
  const locales = set.ofKind("locale").map(({ document }) => (document as DocumentOf<"locale">).texts);
  for (const { document } of set.ofKind("messages")) {
    const { outgoing, notices } = document as DocumentOf<"messages">;
    for (const [kind, texts] of Object.entries({ outgoing, notices }))
      for (const [id, { text }] of Object.entries(texts as Record<string, { text: string }>)) {
        const said = [text, ...locales.map((texts) => texts[text]).filter((one) => typeof one === "string")];
        found.set(`${kind}/${id}`, said.map(toPattern));
      }
  }
  return found;
}

/** Which of them were sent or stood on the page. */
export function findSaid(messages: Messages, { lines, sent }: Observation): string[] {
  const all = [...lines, ...sent];
  return [...messages]
    .filter(([, patterns]) => all.some((line) => patterns.some((pattern) => pattern.test(line))))
    .map(([id]) => id);
}

/** A text whose gaps take anything. */
const toPattern = (text: string): RegExp =>
  new RegExp(
    text
      .replaceAll("\n", " ")
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".+"),
    "u",
  );
