import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import {
  blocks,
  closed,
  document,
  event,
  ref,
  requiredText,
  requiredRule,
  rule,
  steps,
  taking,
  text,
  value,
  valueType,
  values,
} from "./fragments.ts";

const pageSize = (description: string) => Type.Integer({ minimum: 1, maximum: 100, description, examples: [20] });

/** A root that the screen reads, how it is asked for, and what happens when it is there or fails. */
const load = () =>
  closed(
    {
      root: described(ref("root"), "The root that is loaded.", "transaction"),
      with: described(values(), "What it is asked with; what the open transaction tells is filled in.", {
        type: { var: "route.verificationName" },
      }),
      when: described(rule(), "It is loaded only where this holds."),
      pages: Type.Optional(
        closed(
          { first: pageSize("How many come at first."), then: pageSize("How many more come with each step more.") },
          { description: "The list comes in pages." },
        ),
      ),
      optional: described(Type.Optional(Type.Boolean()), "Where it cannot be had, the page is drawn without it."),
      poll: Type.Optional(
        closed(
          {
            everySeconds: Type.Number({ minimum: 1, description: "How many seconds lie between.", examples: [5] }),
            times: Type.Integer({ minimum: 1, description: "How often at most.", examples: [24] }),
            until: described(rule(), "Nobody asks again once this holds.", {
              "!==": [{ var: "payment.currentStatus" }, "WAITING"],
            }),
            endsWithError: described(
              Type.Optional(Type.Boolean()),
              "An attempt that nobody answers ends it too; without this only an answer of no does.",
            ),
          },
          { description: "It is asked for again and again." },
        ),
      ),
      on: Type.Optional(
        closed(
          {
            settled: described(
              event(),
              "What is done once nobody asks again: it is as it was waited for, no attempt is left, or it cannot be had; failure says why then.",
              {
                run: "payment-returned",
              },
            ),
            failed: described(
              event(),
              "What is done where it cannot be had; failure says why. Where it polls, settled tells it.",
              {
                report: { var: "failure" },
              },
            ),
          },
          { description: "What is done when it is there, or fails." },
        ),
      ),
    },
    taking("root"),
  );

const backWay = () =>
  Type.Union([Type.Literal("none"), Type.Literal("root"), Type.Literal("history"), Type.Literal("search")]);

const valueTypes = (line: string, example: unknown) =>
  described(Type.Optional(Type.Record(Type.String(), valueType())), line, example);

/** A page of the wallet: its address, what it needs, what stands on it. */
export const screenSchema = document("screen", {
  route: described(
    Type.Union([Type.String(), Type.Array(Type.String())]),
    "The path of its address, gaps as :name; several where it has several.",
    "/verification/:verificationName",
  ),
  when: described(rule(), "Two screens may share a route: the one with a condition goes first, where it holds."),
  entry: described(
    Type.Optional(Type.Boolean()),
    "People come here by an address that they keep or were given: nothing need lead here.",
  ),
  access: described(
    Type.Union([Type.Literal("public"), Type.Literal("signedOut"), Type.Literal("signedIn")]),
    "Who may be here: everybody, who is not signed in, or who is.",
  ),
  title: described(requiredText(), "What the tab of the browser and the top bar say.", "Your verifications"),
  back: described(
    Type.Optional(Type.Union([backWay(), Type.Record(Type.String({ pattern: "^/" }), backWay())])),
    "Where the way back leads; by path where the screen has several.",
    "root",
  ),
  layout: described(Type.Optional(Type.Literal("plain")), "Plain: without the navigation column and its padding."),
  bleed: described(
    Type.Optional(Type.Boolean()),
    "On a phone the page has no padding: cards run from edge to edge, what stands in them keeps its distance.",
  ),
  chat: described(Type.Optional(Type.Boolean()), "Support can be written to from here, once somebody is signed in."),
  params: valueTypes("Types of the path's gaps that are no text.", { index: { type: "integer" } }),
  query: valueTypes("What the address may say behind its path, read as route.<name>.", {
    tab: { enum: ["terms", "privacy"] },
  }),
  state: valueTypes("What it may be told beside its address, read as route.<name>.", { subType: { type: "string" } }),
  view: valueTypes("What it keeps while it is open, read as view.<name> and written by set.", {
    step: { enum: ["mobile", "code"], default: "mobile" },
  }),
  load: Type.Optional(Type.Array(load(), { description: "The roots that it reads, and how they are asked for." })),
  needs: Type.Optional(
    Type.Array(
      closed({
        rule: described(requiredRule(), "What must hold.", { rule: "has-transaction" }),
        otherwise: described(steps(), "What is done where it does not: it leads on.", { navigate: "home" }),
      }),
      {
        description: "What must hold once the loads are there; the first that does not leads on, and no body is drawn.",
      },
    ),
  ),
  on: Type.Optional(
    closed(
      { enter: described(event(), "What is done when one comes here.", { run: "form-entered" }) },
      { description: "What is done when something happens to it." },
    ),
  ),
  body: described(blocks(), "Its blocks, in order; at most three deep.", [
    { id: "hello", block: "text", text: "Hello", style: "title" },
  ]),
});
export type ScreenDocument = Static<typeof screenSchema>;
export type ScreenLoad = NonNullable<ScreenDocument["load"]>[number];

/** One story: named tables whose rows do actions in order. `start` is where it begins. */
export const flowSchema = document("flow", {
  tables: Type.Record(Type.String(), steps(), {
    description: "Tables by name; it begins at start.",
    examples: [{ start: { rows: [], otherwise: [{ navigate: "home" }] } }],
  }),
});
export type FlowDocument = Static<typeof flowSchema>;

/**
 * Related conditions. `why` is the sentence that a person reads when one holds: a candidate where it forbids something
 * (catalogues/states), an author in a trace. `reason` is its short word on the wire where that is not its name,
 * `remaining` gives the names of the verifications that it is about.
 */
export const rulesSchema = document("rules", {
  rules: Type.Record(
    Type.String(),
    closed({
      expr: described(requiredRule(), "The condition.", { blank: { var: "transaction.paymentDetails" } }),
      why: described(requiredText(), "What a person reads where it holds.", "It is paid already."),
      reason: Type.Optional(
        Type.String({ description: "Its short word on the wire, where that is not its name.", examples: ["paid"] }),
      ),
      remaining: described(value(), "The names of the verifications that it is about.", {
        var: "transaction.blocking",
      }),
    }),
    {
      description: "Conditions by name.",
      examples: [{ paid: { expr: { filled: { var: "transaction.paymentDetails" } }, why: "It is paid." } }],
    },
  ),
});
export type RulesDocument = Static<typeof rulesSchema>;

const itemKey = (description: string, example: string) => Type.String({ description, examples: [example] });

/** Choices: fixed, another list narrowed, or an operation with paging, search delay and manual entry. */
export const optionsSchema = document(
  "options",
  {
    items: Type.Optional(
      Type.Array(
        closed({
          value: Type.String({ description: "What is kept when it is chosen.", examples: ["full-time"] }),
          label: described(text(), "What it is called; without it the value, the same in every language.", "Full time"),
          hint: described(text(), "A sentence below it.", "Five days a week"),
          disabled: described(Type.Optional(Type.Boolean()), "It is shown and cannot be chosen."),
        }),
        { description: "The choices of a fixed list, in order." },
      ),
    ),
    from: described(Type.Optional(ref("options")), "The id of another list whose choices it takes."),
    enabled: Type.Optional(
      Type.Array(Type.String(), {
        description: "The values that can be chosen; the others are shown.",
        examples: [["full-time"]],
      }),
    ),
    disabledPostfix: described(text(), "What stands behind the label of a choice that cannot be chosen.", "(soon)"),
    call: described(Type.Optional(ref("operation")), "The operation that is searched."),
    with: described(values(), "Its arguments, by name; what is typed is added.", { state: { var: "data.state" } }),
    of: described(value(), "A list that the screen has loaded, or a map whose values are the choices.", {
      var: "regions",
    }),
    item: Type.Optional(
      closed(
        {
          value: itemKey("The key of its value.", "id"),
          label: itemKey("The key of its label.", "name"),
          hint: Type.Optional(itemKey("The key of the sentence below it.", "city")),
          image: Type.Optional(itemKey("The key of the address of its picture.", "imageUrl")),
        },
        { description: "Which keys of an element make a choice." },
      ),
    ),
    pageSize: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: "How many choices come at a time.", examples: [20] }),
    ),
    searchDelayMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "How long typing must rest before it is searched, in ms.",
        examples: [300],
      }),
    ),
    manual: Type.Optional(
      closed(
        {
          offer: described(requiredText(["label"]), "What is offered where nothing fits; {label} is what was typed.", {
            text: "Use {label}",
          }),
          enter: described(requiredText(), "The words of the button that lets one type it.", "Type it"),
          back: described(requiredText(), "The words of the button back to the list.", "Back to the list"),
          placeholder: described(text(), "What stands in the control while it is empty.", "Name of the institute"),
        },
        { description: "What is in no list can be typed." },
      ),
    ),
  },
  taking("call"),
);
export type OptionsDocument = Static<typeof optionsSchema>;

/** English to one language, in its own words; a translation may depend on the context. */
export const localeSchema = document("locale", {
  name: Type.String({ description: "What the language calls itself.", examples: ["हिन्दी"] }),
  direction: Type.Union([Type.Literal("ltr"), Type.Literal("rtl")], { description: "Where a line begins." }),
  texts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Record(Type.String(), Type.String())]), {
    description: "English sentence → its words; by context where a sentence means several things.",
    examples: [{ Continue: "आगे बढ़ें", Open: { "on a button": "खोलें" } }],
  }),
});
export type LocaleDocument = Static<typeof localeSchema>;
