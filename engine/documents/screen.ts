import Type, { type Static } from "typebox";
import {
  blocks,
  closed,
  document,
  event,
  requiredText,
  requiredRule,
  rule,
  steps,
  text,
  value,
  valueType,
  values,
} from "./fragments.ts";

const pageSize = () => Type.Integer({ minimum: 1, maximum: 100 });

/** A root that the screen reads, how it is asked for, and what happens when it is there or fails. */
const load = () =>
  closed({
    root: Type.Unsafe<string>({ type: "string", "x-ref": "root" }),
    with: values(),
    when: rule(),
    /** A list that comes in pages: so many at first, so many more with each step `more`. */
    pages: Type.Optional(closed({ first: pageSize(), then: pageSize() })),
    /** Where it cannot be had, the page is drawn without it. */
    optional: Type.Optional(Type.Boolean()),
    poll: Type.Optional(
      closed({ everySeconds: Type.Number({ minimum: 1 }), times: Type.Integer({ minimum: 1 }), until: rule() }),
    ),
    on: Type.Optional(closed({ settled: event(), failed: event() })),
  });

const backWay = () =>
  Type.Union([Type.Literal("none"), Type.Literal("root"), Type.Literal("history"), Type.Literal("search")]);

/** A page of the wallet: its address, what it needs, what stands on it. */
export const screenSchema = document("screen", {
  route: Type.Union([Type.String(), Type.Array(Type.String())]),
  /** Two screens may share a route; the one with `when` goes first. */
  when: rule(),
  /** People come here by an address that they keep or were given: nothing need lead here. */
  entry: Type.Optional(Type.Boolean()),
  access: Type.Union([Type.Literal("public"), Type.Literal("signedOut"), Type.Literal("signedIn")]),
  title: requiredText(),
  /** Where 'Back' leads; by path where the screen has several. */
  back: Type.Optional(Type.Union([backWay(), Type.Record(Type.String({ pattern: "^/" }), backWay())])),
  /** "plain": without the navigation column and its padding. */
  layout: Type.Optional(Type.Literal("plain")),
  /** On a phone the page has no padding: cards run from edge to edge, and what stands in them keeps its distance. */
  bleed: Type.Optional(Type.Boolean()),
  /** Support can be written to from here, once somebody is signed in. */
  chat: Type.Optional(Type.Boolean()),
  /** Types of the path's parameters that are no text. */
  params: Type.Optional(Type.Record(Type.String(), valueType())),
  query: Type.Optional(Type.Record(Type.String(), valueType())),
  state: Type.Optional(Type.Record(Type.String(), valueType())),
  view: Type.Optional(Type.Record(Type.String(), valueType())),
  load: Type.Optional(Type.Array(load())),
  /** What must hold once the loads are there; the first that does not leads on, and the body is never drawn. */
  needs: Type.Optional(Type.Array(closed({ rule: requiredRule(), otherwise: steps() }))),
  on: Type.Optional(closed({ enter: event() })),
  body: blocks(),
});
export type ScreenDocument = Static<typeof screenSchema>;
export type ScreenLoad = NonNullable<ScreenDocument["load"]>[number];

/** One story: named tables whose rows do actions in order. `start` is where it begins. */
export const flowSchema = document("flow", { tables: Type.Record(Type.String(), steps()) });
export type FlowDocument = Static<typeof flowSchema>;

/**
 * Related conditions. `why` is the sentence that a person reads when one holds: a candidate where it forbids something
 * (catalogues/states), an author in a trace. `reason` is its short word on the wire where that is not its name,
 * `remaining` gives the names of the verifications that it is about.
 */
export const rulesSchema = document("rules", {
  rules: Type.Record(
    Type.String(),
    closed({ expr: requiredRule(), why: requiredText(), reason: Type.Optional(Type.String()), remaining: value() }),
  ),
});
export type RulesDocument = Static<typeof rulesSchema>;

/** Choices: fixed, another list narrowed, or an operation with paging, search delay and manual entry. */
export const optionsSchema = document("options", {
  items: Type.Optional(
    Type.Array(
      // Without a label the value is a name, the same in every language.
      closed({ value: Type.String(), label: text(), hint: text(), disabled: Type.Optional(Type.Boolean()) }),
    ),
  ),
  from: Type.Optional(Type.Unsafe<string>({ type: "string", "x-ref": "options" })),
  enabled: Type.Optional(Type.Array(Type.String())),
  disabledPostfix: text(),
  call: Type.Optional(Type.Unsafe<string>({ type: "string", "x-ref": "operation" })),
  with: values(),
  /** A list that the screen has loaded: a list, or a map whose values are the items. */
  of: value(),
  /** Which keys of an item are the value, the label, its hint and its picture. */
  item: Type.Optional(
    closed({
      value: Type.String(),
      label: Type.String(),
      hint: Type.Optional(Type.String()),
      image: Type.Optional(Type.String()),
    }),
  ),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  searchDelayMs: Type.Optional(Type.Integer({ minimum: 0 })),
  manual: Type.Optional(
    closed({ offer: requiredText(["label"]), enter: requiredText(), back: requiredText(), placeholder: text() }),
  ),
});
export type OptionsDocument = Static<typeof optionsSchema>;

/** English to one language, in its own words; a translation may depend on the context. */
export const localeSchema = document("locale", {
  name: Type.String(),
  direction: Type.Union([Type.Literal("ltr"), Type.Literal("rtl")]),
  texts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Record(Type.String(), Type.String())])),
});
export type LocaleDocument = Static<typeof localeSchema>;
