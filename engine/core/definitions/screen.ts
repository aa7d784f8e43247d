import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import {
  blocks,
  closed,
  defineKind,
  event,
  ref,
  requiredText,
  requiredRule,
  rule,
  steps,
  completingArguments,
  text,
  value,
  valueType,
  values,
} from "./fragments.ts";

const pageSize = (description: string) => Type.Integer({ minimum: 1, maximum: 100, description, examples: [20] });

/** A root that the screen loads, its arguments, and the steps on success and failure. */
const load = () =>
  closed(
    {
      root: described(ref("root"), "The root to load.", "transaction"),
      with: described(values(), "The arguments; values of the open transaction are filled in.", {
        type: { var: "route.verificationName" },
      }),
      when: described(rule(), "It is loaded only where this is true."),
      pages: Type.Optional(
        closed(
          { first: pageSize("The size of the first page."), then: pageSize("The size of each further page.") },
          { description: "Paging of the list." },
        ),
      ),
      optional: described(Type.Optional(Type.Boolean()), "The page is drawn without it where the load fails."),
      poll: Type.Optional(
        closed(
          {
            everySeconds: Type.Number({ minimum: 1, description: "The seconds between two attempts.", examples: [5] }),
            times: Type.Integer({ minimum: 1, description: "The maximum number of attempts.", examples: [24] }),
            until: described(rule(), "Polling stops once this is true.", {
              "!==": [{ var: "payment.currentStatus" }, "WAITING"],
            }),
            endsWithError: described(
              Type.Optional(Type.Boolean()),
              "A failed attempt ends polling too; without it only a refusal does.",
            ),
          },
          { description: "Polling of the root." },
        ),
      ),
      on: Type.Optional(
        closed(
          {
            settled: described(
              event(),
              "The steps after polling: the condition is true, the attempts are used, or the load failed; `failure` has the reason.",
              {
                run: "payment-returned",
              },
            ),
            failed: described(
              event(),
              "The steps after a failed load; `failure` has the reason. A load that polls uses `settled`.",
              {
                report: { var: "failure" },
              },
            ),
          },
          { description: "The steps when the load succeeds or fails." },
        ),
      ),
    },
    completingArguments("root"),
  );

const backWay = () =>
  Type.Union([Type.Literal("none"), Type.Literal("root"), Type.Literal("history"), Type.Literal("search")]);

const valueTypes = (line: string, example: unknown) =>
  described(Type.Optional(Type.Record(Type.String(), valueType())), line, example);

/** A page of an app: its address, its data and its blocks. */
export const screenSchema = defineKind("screen", {
  route: described(
    Type.Union([Type.String(), Type.Array(Type.String())]),
    "The path, with parameters as :name; a list for several paths.",
    "/verification/:verificationName",
  ),
  when: described(rule(), "Two screens may share a route: the one whose condition is true comes first."),
  entry: described(
    Type.Optional(Type.Boolean()),
    "An entry point: visitors arrive by URL, and no screen has to link to it.",
  ),
  access: described(
    Type.Union([Type.Literal("public"), Type.Literal("signedOut"), Type.Literal("signedIn")]),
    "The access: everyone, signed-out visitors, or those who have signed in.",
  ),
  title: described(requiredText(), "The title of the browser tab and the top bar.", "Your verifications"),
  back: described(
    Type.Optional(Type.Union([backWay(), Type.Record(Type.String({ pattern: "^/" }), backWay())])),
    "The target of the back button; by path where the screen has several.",
    "root",
  ),
  layout: Type.Optional(
    Type.Union([Type.Literal("plain"), Type.Literal("wide")], {
      description: "Plain: without the navigation column and its padding; wide: as wide as the window.",
    }),
  ),
  bleed: described(Type.Optional(Type.Boolean()), "The page has no padding on a phone: cards run from edge to edge."),
  chat: described(Type.Optional(Type.Boolean()), "The support chat is available to signed-in candidates."),
  params: valueTypes("The types of path parameters that are not text.", { index: { type: "integer" } }),
  query: valueTypes("The query parameters, read as route.<name>.", {
    tab: { enum: ["terms", "privacy"] },
  }),
  state: valueTypes("The navigation state, read as route.<name>.", { subType: { type: "string" } }),
  view: valueTypes("The state of the open screen, read as view.<name> and written by `set`.", {
    step: { enum: ["mobile", "code"], default: "mobile" },
  }),
  load: Type.Optional(Type.Array(load(), { description: "The roots to load, and how." })),
  needs: Type.Optional(
    Type.Array(
      closed({
        rule: described(requiredRule(), "The condition that must be true.", { rule: "has-transaction" }),
        otherwise: described(steps(), "The steps where it is false; they open another screen.", { navigate: "home" }),
      }),
      {
        description: "Conditions after loading; the first false one runs its steps, and no body is drawn.",
      },
    ),
  ),
  on: Type.Optional(
    closed(
      { enter: described(event(), "The steps on entering the screen.", { run: "form-entered" }) },
      { description: "The steps for each event of the block." },
    ),
  ),
  body: described(blocks(), "The blocks, in order; at most three levels deep.", [
    { id: "hello", block: "text", text: "Hello", style: "title" },
  ]),
});
export type ScreenDefinition = Static<typeof screenSchema>;
export type ScreenLoad = NonNullable<ScreenDefinition["load"]>[number];

/** A flow: named tables whose rows run actions in order, beginning with `start`. */
export const flowSchema = defineKind("flow", {
  tables: Type.Record(Type.String(), steps(), {
    description: "The tables, by name; the flow starts at `start`.",
    examples: [{ start: { rows: [], otherwise: [{ navigate: "home" }] } }],
  }),
});

/**
 * Named conditions. `why` is the sentence shown when one holds: to a candidate where it forbids a transition
 * (catalogues/states), to an author in a trace. `reason` is its code on the wire, if not its name. `remaining` gives
 * the names of the verifications concerned.
 */
export const rulesSchema = defineKind("rules", {
  rules: Type.Record(
    Type.String(),
    closed({
      expr: described(requiredRule(), "The condition.", { blank: { var: "transaction.paymentDetails" } }),
      why: described(requiredText(), "The text for a person where the rule is true.", "It is paid already."),
      reason: Type.Optional(
        Type.String({
          description: "The reason code on the wire, where it differs from the name.",
          examples: ["paid"],
        }),
      ),
      remaining: described(value(), "The names of the verifications that it concerns.", {
        var: "transaction.blocking",
      }),
    }),
    {
      description: "The conditions, by name.",
      examples: [{ paid: { expr: { filled: { var: "transaction.paymentDetails" } }, why: "It is paid." } }],
    },
  ),
});
export type RulesDefinition = Static<typeof rulesSchema>;

const itemKey = (description: string, example: string) => Type.String({ description, examples: [example] });

/** Options: a fixed list, another list narrowed, or an operation with paging, search delay and manual entry. */
export const optionsSchema = defineKind(
  "options",
  {
    items: Type.Optional(
      Type.Array(
        closed({
          value: Type.String({ description: "The stored value.", examples: ["full-time"] }),
          label: described(text(), "The label; the value without it, in every language.", "Full time"),
          hint: described(text(), "A sentence below it.", "Five days a week"),
          disabled: described(Type.Optional(Type.Boolean()), "The choice is shown but disabled."),
        }),
        { description: "The choices of a fixed list, in order." },
      ),
    ),
    from: described(Type.Optional(ref("options")), "The id of the list that it narrows."),
    enabled: Type.Optional(
      Type.Array(Type.String(), {
        description: "The enabled values; the others are shown disabled.",
        examples: [["full-time"]],
      }),
    ),
    disabledPostfix: described(text(), "The suffix of the label of a disabled choice.", "(soon)"),
    call: described(Type.Optional(ref("operation")), "The search operation."),
    with: described(values(), "The arguments, by name; the typed text is added.", { state: { var: "data.state" } }),
    of: described(value(), "A loaded list, or a map whose values are the choices.", {
      var: "regions",
    }),
    item: Type.Optional(
      closed(
        {
          value: itemKey("The key of the value.", "id"),
          label: itemKey("The key of the label.", "name"),
          hint: Type.Optional(itemKey("The key of the hint.", "city")),
          image: Type.Optional(itemKey("The key of the image URL.", "imageUrl")),
        },
        { description: "The keys of an element that make a choice." },
      ),
    ),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "The page size.", examples: [20] })),
    searchDelayMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "The pause in typing before a search, in ms.",
        examples: [300],
      }),
    ),
    manual: Type.Optional(
      closed(
        {
          offer: described(requiredText(["label"]), "The text where no option matches; {label} is the field's label.", {
            text: "Use {label}",
          }),
          enter: described(requiredText(), "The label of the button to enter a value manually.", "Type it"),
          back: described(requiredText(), "The label of the button back to the list.", "Back to the list"),
          placeholder: described(text(), "The placeholder of the empty control.", "Name of the institute"),
        },
        { description: "Manual entry of a value that is not in the list." },
      ),
    ),
  },
  completingArguments("call"),
);
export type OptionsDefinition = Static<typeof optionsSchema>;

/** Translations from English to one language; a translation may depend on the context. */
export const localeSchema = defineKind("locale", {
  name: Type.String({ description: "The name of the language in that language.", examples: ["हिन्दी"] }),
  direction: Type.Union([Type.Literal("ltr"), Type.Literal("rtl")], { description: "The direction of writing." }),
  texts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Record(Type.String(), Type.String())]), {
    description: "The translations, by English sentence; by context where one sentence has several meanings.",
    examples: [{ Continue: "आगे बढ़ें", Open: { "on a button": "खोलें" } }],
  }),
});
export type LocaleDefinition = Static<typeof localeSchema>;
