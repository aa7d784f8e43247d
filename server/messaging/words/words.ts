import {
  messageKeys,
  type GivenValues,
  type MessageGroup,
  type MessageKey,
  type MessageValue,
} from "#engine/documents/message-keys.ts";
import type { Text, Translate } from "#engine/documents/text.ts";
import { sayText, toTranslate } from "#engine/documents/translate.ts";
import type { TextKey } from "#engine/documents/text-keys.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { Said } from "#server/errors.ts";

/** Told of everything that is said, as "group/key". */
type WordsWatch = (said: string) => void;
let watch: WordsWatch | undefined;

/** Whoever wants to know what was tried hears all that is said, in the whole process; undefined ends it. */
export function watchWords(told: WordsWatch | undefined): void {
  watch = told;
}

type Values = Readonly<Record<string, MessageValue>>;

/** What the server says in one language: catalogues/messages as an organisation has it. */
export interface Words {
  language: string;
  translate: Translate;
  /** A page's, part's, invoice's or certificate's words. */
  say<G extends "pages" | "parts" | "invoice" | "certificate", K extends MessageKey<G>>(
    group: G,
    key: K,
    ...values: GivenValues<G, K>
  ): string;
  /** Words of catalogues/texts, which the page says too; the key itself where it has none. */
  text(key: TextKey): string;
  /** A text message, or a mail with its subject. */
  outgoing<K extends MessageKey<"outgoing">>(
    key: K,
    ...values: GivenValues<"outgoing", K>
  ): { subject: string | null; text: string };
  /** A notice as it was stored. */
  notice(key: MessageKey<"notices">, values: Values): { title: string; description: string };
  /** What fills a gap, on its own. */
  word(value: MessageValue): string;
  /** A stored reason: one of the parts, by its key, or what somebody wrote, as it stands. */
  reason(stored: string): string;
  /** Why something was refused: the reason's own words, and what filled its gaps. */
  refusal(said: Said & { reason: string }): { message: string; values?: Record<string, string | number> };
}

/** Words by language and organisation; an organisation that is unknown speaks as the default one does. */
export type FindWords = (language: string, orgId?: string) => Words;

/** The words of the release that runs. */
export function createFindWords(config: Pick<ConfigReader, "current">): FindWords {
  return (language, orgId) => {
    const { organisations, defaultOrgId } = config.current();
    const organisation = organisations.get(orgId ?? defaultOrgId) ?? organisations.get(defaultOrgId);
    return toWords(language, organisation);
  };
}

function toWords(language: string, organisation: Pick<OrganisationRelease, "get"> | undefined): Words {
  const messages = organisation?.get("messages", "messages");
  const translate = toTranslate(organisation?.get("locale", language));
  const fill = (text: Text, values: Values = {}) =>
    sayText(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toWord(value)])), translate);
  const toWord = (value: MessageValue): string | number => {
    if (typeof value !== "object") return value;
    if ("text" in value) return translate(value.text);
    if ("list" in value) return value.list.map(toWord).join("/");
    watch?.(`parts/${value.part}`);
    return messages ? fill(messages.parts[value.part], value.values) : value.part;
  };
  return {
    language,
    translate,
    say: (group, key, ...[values]) => {
      watch?.(`${group}/${key}`);
      const texts: Readonly<Record<string, Text>> | undefined = messages?.[group];
      return fill(texts?.[key] ?? key, values);
    },
    reason: (stored) => (isKey("parts", stored) ? String(toWord({ part: stored })) : stored),
    word: (value) => String(toWord(value)),
    text: (key) => fill(organisation?.get("texts", "texts")?.texts[key] ?? key),
    outgoing: (key, ...[values]) => {
      watch?.(`outgoing/${key}`);
      const { subject, text } = messages?.outgoing[key] ?? { text: key };
      return { subject: subject === undefined ? null : fill(subject, values), text: fill(text, values) };
    },
    notice: (key, values) => {
      watch?.(`notices/${key}`);
      const { title, text } = messages?.notices[key] ?? { title: key, text: key };
      return { title: fill(title, values), description: fill(text, values) };
    },
    refusal: ({ reason, words, values = {} }) => {
      if (words === undefined) watch?.(`refusals/${reason}`);
      const text = words ?? (messages && isKey("refusals", reason) ? messages.refusals[reason] : reason);
      const filled = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toWord(value)]));
      return { message: fill(text, filled), ...(Object.keys(filled).length > 0 && { values: filled }) };
    },
  };
}

function isKey<G extends MessageGroup>(group: G, key: string): key is MessageKey<G> {
  return Object.hasOwn(messageKeys[group], key);
}
