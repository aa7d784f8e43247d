import Type, { type Static, type TOptional, type TSchema } from "typebox";
import { listGuarded, type Guarded } from "#engine/api/operations.ts";
import { evaluationStates, stateNames, StateSchema } from "#engine/api/states.ts";
import { described } from "#engine/base/described.ts";
import { pricesContract } from "#engine/payment/prices.ts";
import { eventNames } from "./event-names.ts";
import { waiters } from "#engine/transaction/waiters.ts";
import { closed, document, icon, ref, requiredText, rule, text, url } from "./fragments.ts";
import { frameMoments } from "./frame.ts";
import { messageKeys, type MessageGroup, type MessageKey } from "./message-keys.ts";
import { noticeFacts } from "./notice-facts.ts";
import { textKeys, type TextKey } from "./text-keys.ts";

const tone = () =>
  Type.Union([
    Type.Literal("neutral"),
    Type.Literal("info"),
    Type.Literal("success"),
    Type.Literal("warning"),
    Type.Literal("danger"),
  ]);
const many = Type.Record;

/**
 * Who moves a transaction or a verification where no operation does. `identity`: it was proved who the candidate is;
 * `transaction`: a verification goes along with its transaction; `items`: a transaction follows its verifications.
 */
export const actors = ["provider", "job", "support", "sandbox", "identity", "transaction", "items"] as const;
/** Who or what a transition is made by. */
export type Doer = Guarded | (typeof actors)[number];
const doer = () => Type.Unsafe<Doer>({ enum: [...listGuarded("transaction"), ...listGuarded("item"), ...actors] });

/** How a step of a timeline reads: when it is over, while it lasts, and before it comes; without the last two as `past`. */
const told = () => closed({ past: requiredText(), now: text(), next: text() });

/**
 * Tags, tones and priorities of the states, whose step is next, and what is allowed: each transition, and each operation that leaves the
 * state as it is (without `to`, and then also from "any" state). `unless` names rules: the first that holds, of every row for the state, is the reason
 * of a 409. `otherwise` is said where no row is for the state. `timeline` has words for the states that are told to the candidate when they look back; others are left out.
 */
export const statesSchema = document("states", {
  states: many(
    Type.String(),
    closed({ tag: requiredText(), tone: tone(), priority: Type.Integer(), waitsFor: Type.Enum(waiters) }),
  ),
  transitions: Type.Array(
    closed({
      of: Type.Union([Type.Literal("transaction"), Type.Literal("item")]),
      from: Type.Union([Type.Literal("any"), Type.Array(StateSchema, { minItems: 1 })]),
      to: Type.Optional(StateSchema),
      by: Type.Union([doer(), Type.Array(doer(), { minItems: 1 })]),
      unless: Type.Optional(Type.Array(Type.Unsafe<string>({ type: "string", "x-ref": "rule" } as TSchema))),
    }),
  ),
  otherwise: requiredText(),
  timeline: Type.Optional(
    closed(
      Object.fromEntries([...stateNames, ...evaluationStates].map((name) => [name, Type.Optional(told())])) as Record<
        (typeof stateNames)[number] | (typeof evaluationStates)[number],
        TOptional<ReturnType<typeof told>>
      >,
    ),
  ),
});

/** Groups of tiles, in order. */
export const categoriesSchema = document("categories", {
  insufficient: closed({ heading: requiredText(), tone: tone(), note: text() }),
  categories: many(Type.String(), closed({ heading: requiredText(), note: text() })),
});

/** The entries of the navigation column and drawer, in order. An entry goes to a screen, or raises its action. */
export const menuSchema = document("menu", {
  /** The screen whose short form stands beside the content on a wide window. */
  panel: Type.Optional(ref("screen")),
  items: Type.Array(
    closed({
      id: Type.String(),
      label: requiredText(),
      icon: icon(),
      screen: Type.Optional(ref("screen")),
      action: Type.Optional(Type.Union([Type.Literal("openDemo"), Type.Literal("signOut")])),
      badge: text(),
      smallOnly: Type.Optional(Type.Boolean()),
      bar: Type.Optional(Type.Boolean()),
      when: rule(),
    }),
  ),
});

/** Titles of the spec's first path segments that have no screen of their own. */
export const titlesSchema = document("titles", { titles: many(Type.String(), requiredText()) });

/** How the candidate meets a failure: by body code, by HTTP status, else by `otherwise`. */
const failure = () =>
  closed({
    meet: Type.Union([Type.Literal("snackbar"), Type.Literal("silence"), Type.Literal("logout")]),
    text: text(),
    except: Type.Optional(Type.Array(ref("operation"))),
  });
export const failuresSchema = document("failures", {
  codes: many(Type.String(), failure()),
  statuses: many(Type.String(), failure()),
  offline: failure(),
  otherwise: failure(),
  /** Operations whose failure is never shown by itself (the spec's swallowed errors). */
  silent: Type.Array(ref("operation")),
  /** Failures of these operations are reported, under a name of their own. */
  named: Type.Optional(Type.Array(closed({ operation: ref("operation"), error: Type.String() }))),
});

const days = (description: string) => Type.Integer({ minimum: 1, maximum: 365, description });
/** What an operator may set without code. A limit is here because something reads it; others stand where they are obeyed. */
export const limitsSchema = document("limits", {
  limits: closed({
    fileHosts: Type.Array(Type.String(), { description: "Hosts from which a file may be fetched by its address." }),
    closesAfterDays: days("A transaction that waits for its candidate is closed after so many days."),
    remindersAtDays: Type.Array(Type.Integer({ minimum: 1 }), {
      description: "Days after which the candidate is reminded.",
    }),
    verifiedWithinWorkingDays: closed({
      least: days("How soon a submitted form is verified at best."),
      most: days("The end that is promised."),
    }),
    reportedWithinWorkingDays: days("How soon the evaluation's report follows the documents."),
    swipe: closed(
      {
        threshold: Type.Number({ minimum: 1, description: "So many pixels between two moves are a flick." }),
        hysteresis: Type.Number({
          exclusiveMinimum: 0,
          maximum: 1,
          description: "So much of the width is meant without a flick.",
        }),
        transitionSeconds: Type.Number({ minimum: 0, maximum: 2, description: "How long it takes to settle." }),
      },
      { description: "When a finger that moves sideways means it." },
    ),
  }),
});
export type Limits = Static<typeof limitsSchema>["limits"];
/** Words that widgets, blocks and the shell say of their own, by key. */
export const textsSchema = document("texts", {
  texts: closed(
    Object.fromEntries(Object.entries(textKeys).map(([key, gaps]) => [key, requiredText(gaps)])) as Record<
      TextKey,
      ReturnType<typeof requiredText>
    >,
  ),
});
/** One entry for each key of a group that code asks for: none is missing, and none is there that nobody says. */
const keyed = <G extends MessageGroup, S extends TSchema>(
  group: G,
  words: (gaps: readonly string[], key: MessageKey<G>) => S,
) =>
  closed(
    Object.fromEntries(
      Object.entries(messageKeys[group]).map(([key, gaps]) => [key, words(gaps, key as MessageKey<G>)]),
    ) as Record<MessageKey<G>, S>,
  );
/** What a notice opens: a screen, and what its address says of the facts that the notice is about, `{paymentId}`. */
const opens = (facts: readonly string[]) => {
  const values = () =>
    Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([Type.String({ pattern: `^(?:\\{(?:${facts.join("|")})\\}|[A-Za-z0-9_-]+)$` }), Type.Boolean()]),
      ),
    );
  return closed({ screen: ref("screen"), params: values(), query: values() });
};
/** What the server says of its own: refusals, what goes out by phone and mail, notices, its own pages, an invoice. Code fills the gaps. */
export const messagesSchema = document("messages", {
  refusals: keyed("refusals", requiredText),
  outgoing: keyed("outgoing", (gaps) => closed({ subject: text(gaps), text: requiredText(gaps) })),
  notices: keyed("notices", (gaps, key) =>
    closed({ title: requiredText(gaps), text: requiredText(gaps), opens: opens(noticeFacts[key]) }),
  ),
  pages: keyed("pages", requiredText),
  invoice: keyed("invoice", requiredText),
  parts: keyed("parts", requiredText),
});
/** Words for a value that breaks its shape, by keyword, then by widget; `otherwise` of a keyword is mandatory. */
export const validationSchema = document("validation", {
  messages: many(Type.String(), many(Type.String(), requiredText(["label", "n", "limit", "question"]))),
});
/** Payment providers by region. */
export const providersSchema = document("providers", {
  /** How the states of a payment read. */
  statuses: many(Type.String(), closed({ tag: requiredText() })),
  regions: many(
    Type.String(),
    closed({ name: requiredText(), currency: Type.String(), providers: Type.Array(Type.String()) }),
  ),
  providers: many(
    Type.String(),
    closed({
      displayName: Type.String(),
      imageUrl: Type.Optional(url()),
      sdk: Type.Optional(Type.Boolean()),
      phoneNumberRequired: Type.Optional(Type.Boolean()),
    }),
  ),
});

/** Prices in major units; every sum is the engine's. */
export const pricesSchema = document("prices", { prices: pricesContract });

/** Bodies that evaluate credentials, to choose from after single sign-on. */
export const partnersSchema = document("partners", {
  screen: described(ref("screen"), "Where one chooses among them."),
  partners: Type.Array(
    closed({
      id: Type.String({ description: "The partner's id." }),
      name: Type.String({ description: "What people call it." }),
      orgId: described(ref("organisation"), "The id of the organisation that it is here."),
      logo: Type.Optional(described(url(), "Address of its logo; missing without one.")),
    }),
    { description: "The bodies to choose from." },
  ),
});

/** Longer texts: help, terms, privacy. */
const paragraph = () =>
  closed({
    heading: text(),
    text: text(),
    steps: Type.Optional(Type.Array(requiredText())),
    question: text(),
    answer: text(),
  });
export const articlesSchema = document("articles", {
  title: requiredText(),
  edited: text(),
  tabs: Type.Optional(
    Type.Array(
      closed({ id: Type.String(), label: text(), route: Type.Optional(Type.String()), parts: Type.Array(paragraph()) }),
    ),
  ),
  parts: Type.Optional(Type.Array(paragraph())),
});
export type ArticlesDocument = Static<typeof articlesSchema>;

/** Which moments of the trace are sent as events; nothing else is. A moment is one of `moments`; `from` and `outcome` narrow a call. */
export const analyticsSchema = document("analytics", {
  version: Type.String({ description: "The version of the events that every event carries." }),
  events: Type.Array(
    closed({
      event: Type.Enum([...eventNames], { description: "What happened, as it is counted." }),
      operation: Type.Optional(ref("operation")),
      outcome: Type.Optional(Type.Union([Type.Literal("answered"), Type.Literal("failed")])),
      from: Type.Optional(
        Type.String({ description: "The table, row or event of a screen whose call it is; without it, any call." }),
      ),
      dialog: Type.Optional(Type.String()),
      row: Type.Optional(Type.String()),
      screen: Type.Optional(ref("screen")),
      frame: Type.Optional(
        Type.Enum([...frameMoments], { description: "Something that the page does beside its screens." }),
      ),
      properties: Type.Optional(Type.Array(Type.String())),
    }),
  ),
});
export type AnalyticsDocument = Static<typeof analyticsSchema>;
