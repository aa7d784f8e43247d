import Type, { type TSchema } from "typebox";
import { described } from "#engine/base/described.ts";
import { closed, document, many, ref, requiredText, text } from "./fragments.ts";
import { messageKeys, type MessageGroup, type MessageKey } from "./message-keys.ts";
import { noticeFacts } from "./notice-facts.ts";
import { textKeys, type TextKey } from "./text-keys.ts";

/** The words of a key that code asks for, and the gaps that it fills. */
const saidAs = (key: string, gaps: readonly string[]) =>
  described(requiredText(gaps), `What is said as ${key}${gaps.length > 0 ? `; filled: {${gaps.join("}, {")}}` : ""}.`);
/** Words that widgets, blocks and the shell say of their own, by key. */
export const textsSchema = document("texts", {
  texts: closed(
    Object.fromEntries(Object.entries(textKeys).map(([key, gaps]) => [key, saidAs(key, gaps)])) as Record<
      TextKey,
      ReturnType<typeof requiredText>
    >,
    { description: "The words by the key that code asks for." },
  ),
});
/** One entry for each key of a group that code asks for: none is missing, and none is there that nobody says. */
const keyed = <G extends MessageGroup, S extends TSchema>(
  group: G,
  words: (gaps: readonly string[], key: MessageKey<G>) => S,
  description: string,
) =>
  closed(
    Object.fromEntries(
      Object.entries(messageKeys[group]).map(([key, gaps]) => [key, words(gaps, key as MessageKey<G>)]),
    ) as Record<MessageKey<G>, S>,
    { description },
  );
const words = (gaps: readonly string[], key: string) => saidAs(key, gaps);
/** What a notice opens: a screen, and what its address says of the facts that the notice is about, `{paymentId}`. */
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
      params: values("What the gaps of the screen's route are filled with: a word, or a {fact}."),
      query: values("What its address says behind the path: a word, or a {fact}."),
    },
    { description: "What pressing the notice opens." },
  );
};
/** What the server says of its own: refusals, what goes out by phone and mail, notices, its own pages, an invoice. Code fills the gaps. */
export const messagesSchema = document("messages", {
  refusals: keyed("refusals", words, "Why a call is refused, and what is wrong with one value of it."),
  outgoing: keyed(
    "outgoing",
    (gaps, key) =>
      closed(
        {
          subject: described(text(gaps), "The subject of a mail; phones get none."),
          text: described(requiredText(gaps), "What is sent."),
        },
        { description: `The message ${key}.` },
      ),
    "What goes out by SMS, WhatsApp and mail.",
  ),
  notices: keyed(
    "notices",
    (gaps, key) =>
      closed(
        {
          title: described(requiredText(gaps), "The first words."),
          text: described(requiredText(gaps), "What has happened, and what is to be done."),
          opens: opens(noticeFacts[key]),
        },
        { description: `The notice ${key}.` },
      ),
    "What the candidate is told within the wallet.",
  ),
  pages: keyed("pages", words, "Words of the pages that the server makes itself."),
  invoice: keyed("invoice", words, "Words of an invoice."),
  certificate: keyed("certificate", words, "Words of a credential as a page to print."),
  parts: keyed("parts", words, "Words that others are made of."),
});
/** Words for a value that breaks its shape, by keyword, then by widget; `otherwise` of a keyword is mandatory. */
export const validationSchema = document("validation", {
  messages: many(
    many(
      requiredText(["label", "n", "limit", "question"]),
      "The words by widget; question for a label that asks one; otherwise holds for all others. {label} is the field's, {n} and {limit} are the schema's.",
    ),
    "What is said of a value that breaks its shape, by keyword: require, pattern, maxLength, …",
  ),
});
