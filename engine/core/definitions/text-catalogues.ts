import Type, { type TSchema } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { closed, defineKind, byName, ref, requiredText, text } from "./fragments.ts";
import { messageKeys, type MessageGroup, type MessageKey } from "./message-keys.ts";
import { noticeFacts } from "./notice-facts.ts";
import { StateSchema } from "./state-schemas.ts";
import { textKeys, type TextKey } from "./text-keys.ts";

/** The text of a key, and the placeholders that code fills. */
const textOf = (key: string, placeholders: readonly string[]) =>
  described(
    requiredText(placeholders),
    `The text ${key}${placeholders.length > 0 ? `, with {${placeholders.join("}, {")}}` : ""}.`,
  );
/** Texts of widgets, blocks and the shell, by key. */
export const textsSchema = defineKind("texts", {
  texts: closed(
    Object.fromEntries(
      Object.entries(textKeys).map(([key, placeholders]) => [key, textOf(key, placeholders)]),
    ) as Record<TextKey, ReturnType<typeof requiredText>>,
    { description: "The texts, by key." },
  ),
});
/** A closed object with exactly the keys of a group. */
const keyed = <G extends MessageGroup, S extends TSchema>(
  group: G,
  words: (placeholders: readonly string[], key: MessageKey<G>) => S,
  description: string,
) =>
  closed(
    Object.fromEntries(
      Object.entries(messageKeys[group]).map(([key, placeholders]) => [key, words(placeholders, key as MessageKey<G>)]),
    ) as Record<MessageKey<G>, S>,
    { description },
  );
const words = (placeholders: readonly string[], key: string) => textOf(key, placeholders);
/** The target of a notice: a screen, and its address built from the facts of the notice (`{paymentId}`). */
const opens = (facts: readonly string[]) => {
  const values = (description: string) =>
    Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([Type.String({ pattern: `^(?:\\{(?:${facts.join("|")})\\}|[A-Za-z0-9_-]+)$` }), Type.Boolean()]),
        { description, examples: facts.slice(0, 1).map((fact) => ({ [fact]: `{${fact}}` })) },
      ),
    );
  return closed(
    {
      screen: described(ref("screen"), "The screen that it opens."),
      params: values("The values of the route's placeholders: a word or a {fact}."),
      query: values("The query parameters: a text or a {fact}."),
    },
    { description: "The target of the notification." },
  );
};
/** What the candidate must do is done in every other state. */
const newWhile = Type.Optional(
  Type.Array(StateSchema, {
    minItems: 1,
    description:
      "The states, of the named verification or else of the form, in which its act is still to do: it is new only in them.",
    examples: [["INSUFFICIENT_DATA"]],
  }),
);
/**
 * Texts of the server: refusals, messages by phone and mail, notices, its own pages, invoices. Code fills the
 * placeholders.
 */
export const messagesSchema = defineKind("messages", {
  refusals: keyed("refusals", words, "Messages for refused calls and invalid values."),
  outgoing: keyed(
    "outgoing",
    (placeholders, key) =>
      closed(
        {
          subject: described(text(placeholders), "The subject of an email; unused for phones."),
          text: described(requiredText(placeholders), "The message text."),
        },
        { description: `The message ${key}.` },
      ),
    "Messages by SMS, WhatsApp and email.",
  ),
  notices: keyed(
    "notices",
    (placeholders, key) =>
      closed(
        {
          title: described(requiredText(placeholders), "The title."),
          text: described(requiredText(placeholders), "The event, and the next step for the candidate."),
          opens: opens(noticeFacts[key]),
          ...(noticeFacts[key].some((fact) => fact === "txnId") && { newWhile }),
        },
        { description: `The notification ${key}.` },
      ),
    "The notifications within the wallet.",
  ),
  pages: keyed("pages", words, "Texts of pages from the server."),
  invoice: keyed("invoice", words, "Texts of an invoice."),
  certificate: keyed("certificate", words, "Texts of a printed credential."),
  report: keyed("report", words, "Texts of a report beside its definition, and of its pages."),
  parts: keyed("parts", words, "Parts of other texts."),
});
/** Messages for an invalid value by keyword, then by widget; every keyword needs `otherwise`. */
export const validationSchema = defineKind("validation", {
  messages: byName(
    byName(
      requiredText(["label", "n", "limit", "question"]),
      "The messages by widget, 'question' for a label that is a question, and 'otherwise'. {label} is the label, {n} and {limit} the bound.",
    ),
    "The messages for invalid values, by keyword: require, pattern, maxLength, …",
  ),
});
