import Type, { type Static } from "typebox";
import { pricesContract } from "#engine/payment/prices.ts";
import { closed, document, ref, requiredText, rule, text } from "./fragments.ts";

const tone = () => Type.Union([Type.Literal("neutral"), Type.Literal("info"), Type.Literal("success"), Type.Literal("warning"), Type.Literal("danger")]);
const many = Type.Record;

/** Tags, tones, priorities of the states, and every allowed transition. `unless` names rules; the first that holds is the reason of a 409. */
export const statesSchema = document("states", {
  states: many(Type.String(), closed({ tag: requiredText(), tone: tone(), priority: Type.Integer() })),
  transitions: Type.Array(closed({
    of: Type.Union([Type.Literal("transaction"), Type.Literal("item")]),
    from: Type.Array(Type.String()), to: Type.String(),
    by: Type.Union([Type.String(), Type.Array(Type.String())]),
    unless: Type.Optional(Type.Array(Type.String())),
  })),
});
export type StatesDocument = Static<typeof statesSchema>;

/** Groups of tiles, in order. */
export const categoriesSchema = document("categories", {
  insufficient: closed({ heading: requiredText(), tone: tone(), note: text() }),
  categories: many(Type.String(), closed({ heading: requiredText(), note: text() })),
});
export type CategoriesDocument = Static<typeof categoriesSchema>;

/** The entries of the navigation column and drawer, in order. An entry goes to a screen, or raises its action. */
export const menuSchema = document("menu", {
  /** The screen whose short form stands beside the content on a wide window. */
  panel: Type.Optional(ref("screen")),
  items: Type.Array(closed({ id: Type.String(), label: requiredText(), icon: Type.String(), screen: Type.Optional(ref("screen")), action: Type.Optional(Type.String()), badge: text(), smallOnly: Type.Optional(Type.Boolean()), bar: Type.Optional(Type.Boolean()), when: rule() })),
});
export type MenuDocument = Static<typeof menuSchema>;

/** Titles of the spec's first path segments that have no screen of their own. */
export const titlesSchema = document("titles", { titles: many(Type.String(), requiredText()) });

/** How the candidate meets a failure: by body code, by HTTP status, else by `otherwise`. */
const failure = () =>
  closed({ meet: Type.Union([Type.Literal("snackbar"), Type.Literal("silence"), Type.Literal("logout")]), text: text(), except: Type.Optional(Type.Array(ref("operation"))) });
export const failuresSchema = document("failures", {
  codes: many(Type.String(), failure()), statuses: many(Type.String(), failure()), offline: failure(), otherwise: failure(),
  /** Operations whose failure is never shown by itself (the spec's swallowed errors). */
  silent: Type.Array(ref("operation")),
});
export type FailuresDocument = Static<typeof failuresSchema>;

/** Sizes, counts and times that the server and the pages share. */
export const limitsSchema = document("limits", { limits: many(Type.String(), Type.Union([Type.Number(), Type.Array(Type.String())])) });
/** Words that widgets, blocks and the shell say of their own, by key. */
export const textsSchema = document("texts", { texts: many(Type.String(), requiredText()) });
/** Words for a value that breaks its shape, by keyword, then by widget; `otherwise` of a keyword is mandatory. */
export const validationSchema = document("validation", { messages: many(Type.String(), many(Type.String(), requiredText())) });
/** Hosts that a page may be left for, by name; a value may be a path of this server. */
export const hostsSchema = document("hosts", { hosts: many(Type.String(), Type.String()) });
/** Base path of each group of calls (D-48). */
export const servicesSchema = document("services", { services: many(Type.String(), Type.String()) });

/** Payment providers by region. */
export const providersSchema = document("providers", {
  regions: many(Type.String(), closed({ name: requiredText(), currency: Type.String(), providers: Type.Array(Type.String()) })),
  providers: many(Type.String(), closed({ displayName: Type.String(), imageUrl: Type.Optional(Type.String()), sdk: Type.Optional(Type.Boolean()), phoneNumberRequired: Type.Optional(Type.Boolean()) })),
});
export type ProvidersDocument = Static<typeof providersSchema>;

/** Prices in major units; every sum is the engine's (D-02). */
export const pricesSchema = document("prices", { prices: pricesContract });

/** Bodies that evaluate credentials, to choose from after single sign-on. */
export const partnersSchema = document("partners", {
  /** Where one chooses among them. */
  screen: ref("screen"),
  partners: Type.Array(closed({ id: Type.String(), name: Type.String(), orgId: ref("organisation"), logo: Type.Optional(Type.String()) })) });

/** Longer texts: help, terms, privacy. */
const paragraph = () => closed({ heading: text(), text: text(), steps: Type.Optional(Type.Array(requiredText())), question: text(), answer: text() });
export const articlesSchema = document("articles", { title: requiredText(), edited: text(), tabs: Type.Optional(Type.Array(closed({ id: Type.String(), label: text(), route: Type.Optional(Type.String()), parts: Type.Array(paragraph()) }))), parts: Type.Optional(Type.Array(paragraph())) });
export type ArticlesDocument = Static<typeof articlesSchema>;

/** Which moments of the trace are sent as events; nothing else is. */
export const analyticsSchema = document("analytics", {
  events: Type.Array(closed({
    event: Type.String(), operation: Type.Optional(ref("operation")), outcome: Type.Optional(Type.Union([Type.Literal("answered"), Type.Literal("failed")])),
    dialog: Type.Optional(Type.String()), row: Type.Optional(Type.String()), screen: Type.Optional(ref("screen")), properties: Type.Optional(Type.Array(Type.String())),
  })),
});
export type AnalyticsDocument = Static<typeof analyticsSchema>;
