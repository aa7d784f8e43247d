import {
  messageKeys,
  type MessageArguments,
  type MessageGroup,
  type MessageKey,
  type MessageValue,
} from "#engine/core/definitions/message-keys.ts";
import type { Text, Translate } from "#engine/core/definitions/text.ts";
import { translateText, toTranslate } from "#engine/core/definitions/translate.ts";
import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import type { ErrorText } from "#server/errors.ts";

/** Gets "group/key" of each text that is used. */
type TextWatcher = (text: string) => void;
let onText: TextWatcher | undefined;

/** Watches all texts that this process uses, for coverage reports; undefined ends it. */
export function watchMessageTexts(watcher: TextWatcher | undefined): void {
  onText = watcher;
}

type Values = Readonly<Record<string, MessageValue>>;

/** The server's texts in one language: catalogues/messages of an organisation. */
export interface MessageTexts {
  language: string;
  translate: Translate;
  /** A text of a page, part, invoice, certificate or report. */
  format<G extends "pages" | "parts" | "invoice" | "certificate" | "report", K extends MessageKey<G>>(
    group: G,
    key: K,
    ...values: MessageArguments<G, K>
  ): string;
  /** A text of catalogues/texts, which pages use too; an unknown key as it is. */
  pageText(key: TextKey): string;
  /** An SMS, or a mail with its subject. */
  formatOutgoing<K extends MessageKey<"outgoing">>(
    key: K,
    ...values: MessageArguments<"outgoing", K>
  ): { subject: string | null; text: string };
  /** The text of a stored notice. */
  formatNotice(key: MessageKey<"notices">, values: Values): { title: string; description: string };
  /** A placeholder value on its own. */
  formatValue(value: MessageValue): string;
  /** A stored reason: the text of a part if it is a key, else the reason, translated if a verifier chose it. */
  formatReason(stored: string): string;
  /** The text of a refusal, and its placeholder values. */
  formatRefusal(refusal: ErrorText & { reason: string }): { message: string; values?: Record<string, string | number> };
}

/** Texts by language and organisation. An unknown organisation uses those of the default one. */
export type FindMessageTexts = (language: string, orgId?: string) => MessageTexts;

/** Texts of the current release. */
export function createFindMessageTexts(config: Pick<ConfigReader, "current">): FindMessageTexts {
  return (language, orgId) => {
    const { organisations, defaultOrgId } = config.current();
    const organisation = organisations.get(orgId ?? defaultOrgId) ?? organisations.get(defaultOrgId);
    return toMessageTexts(language, organisation);
  };
}

function toMessageTexts(language: string, organisation: Pick<OrganisationRelease, "get"> | undefined): MessageTexts {
  const messages = organisation?.get("messages", "messages");
  const translate = toTranslate(organisation?.get("locale", language));
  const fill = (text: Text, values: Values = {}) =>
    translateText(
      text,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formatValue(value)])),
      translate,
    );
  const formatValue = (value: MessageValue): string | number => {
    if (typeof value !== "object") return value;
    if ("text" in value) return translate(value.text);
    if ("list" in value) return value.list.map(formatValue).join("/");
    onText?.(`parts/${value.part}`);
    return messages ? fill(messages.parts[value.part], value.values) : value.part;
  };
  return {
    language,
    translate,
    format: (group, key, ...[values]) => {
      onText?.(`${group}/${key}`);
      const texts: Readonly<Record<string, Text>> | undefined = messages?.[group];
      return fill(texts?.[key] ?? key, values);
    },
    formatReason: (stored) =>
      stored
        .split("\n")
        .map((one) => (isKey("parts", one) ? String(formatValue({ part: one })) : translate(one)))
        .join("\n"),
    formatValue: (value) => String(formatValue(value)),
    pageText: (key) => fill(organisation?.get("texts", "texts")?.texts[key] ?? key),
    formatOutgoing: (key, ...[values]) => {
      onText?.(`outgoing/${key}`);
      const { subject, text } = messages?.outgoing[key] ?? { text: key };
      return { subject: subject === undefined ? null : fill(subject, values), text: fill(text, values) };
    },
    formatNotice: (key, values) => {
      onText?.(`notices/${key}`);
      const { title, text } = messages?.notices[key] ?? { title: key, text: key };
      return { title: fill(title, values), description: fill(text, values) };
    },
    formatRefusal: ({ reason, text: ownText, values = {} }) => {
      if (ownText === undefined) onText?.(`refusals/${reason}`);
      const text = ownText ?? (messages && isKey("refusals", reason) ? messages.refusals[reason] : reason);
      const filled = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formatValue(value)]));
      return { message: fill(text, filled), ...(Object.keys(filled).length > 0 && { values: filled }) };
    },
  };
}

function isKey<G extends MessageGroup>(group: G, key: string): key is MessageKey<G> {
  return Object.hasOwn(messageKeys[group], key);
}
