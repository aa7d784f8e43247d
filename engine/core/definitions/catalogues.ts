import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { eventNames } from "./event-names.ts";
import { closed, defineKind, icon, byName, named, ref, requiredText, rule, text, tone, url } from "./fragments.ts";
import { frameMoments } from "./frame.ts";
import { pricesContract } from "./prices.ts";

/** Groups of tiles, in order. */
export const categoriesSchema = defineKind("categories", {
  insufficient: closed(
    {
      heading: described(requiredText(), "The heading of the group.", "Needs your attention"),
      tone: tone(),
      note: described(text(), "A sentence below it.", "Please send these again."),
    },
    { description: "The group that comes first: what must be sent again." },
  ),
  categories: byName(
    closed({
      heading: described(requiredText(), "The heading of the group.", "Education"),
      note: described(text(), "A sentence below it.", "One of these is enough."),
    }),
    "The groups by name, in order; a verification names its own.",
  ),
});

/** The entries of the navigation column and drawer, in order. An entry opens a screen or runs its action. */
export const menuSchema = defineKind("menu", {
  panel: described(
    Type.Optional(ref("screen")),
    "The screen whose short form is drawn beside the content on a wide window.",
  ),
  items: Type.Array(
    closed({
      id: Type.String({ description: "The id of the entry.", examples: ["orders"] }),
      label: described(requiredText(), "The label.", "Orders"),
      icon: described(icon(), "Its picture."),
      screen: described(Type.Optional(ref("screen")), "The screen that it opens."),
      action: described(
        Type.Optional(Type.Union([Type.Literal("openDemo"), Type.Literal("signOut")])),
        "The action of an entry that opens no screen.",
      ),
      badge: described(text(), "A badge beside the label: a number of new things.", {
        text: "{n}",
        with: { n: { var: "notifications.total" } },
      }),
      smallOnly: described(Type.Optional(Type.Boolean()), "It is shown on a narrow window only."),
      bar: described(Type.Optional(Type.Boolean()), "It is in the bottom bar of a phone."),
      when: described(rule(), "It is shown only where this is true."),
    }),
    { description: "The entries, in order: each opens a screen or runs its action." },
  ),
});

/** Page titles by first path segment, for segments without a screen. */
export const titlesSchema = defineKind("titles", {
  titles: byName(requiredText(), "The title by the first segment of the path."),
});

/** How the page handles a failure: by body code, then by HTTP status, else by `otherwise`. */
const failure = (description: string) =>
  closed(
    {
      handle: Type.Union(
        [Type.Literal("snackbar"), Type.Literal("ignore"), Type.Literal("logout"), Type.Literal("ask")],
        { description: "The reaction: a snackbar, none, the end of the session, or a screen that asks." },
      ),
      screen: described(
        Type.Optional(ref("screen")),
        "The screen that asks, in a dialog; the failure's data is its state. Its step `resume` repeats the call.",
        "confirm-first",
      ),
      text: described(text(), "The message; the server's message without it.", "Please try again in a moment."),
      except: Type.Optional(
        Type.Array(ref("operation"), { description: "Operations with another reaction to this failure." }),
      ),
    },
    { description },
  );
export const failuresSchema = defineKind("failures", {
  codes: byName(
    failure("The reaction to a failure with this code."),
    "Reactions by the code in the body of the answer.",
  ),
  statuses: byName(
    failure("The reaction to a failure with this status."),
    "Reactions by HTTP status, where no code applies.",
  ),
  offline: failure("The reaction to a call without a network connection."),
  otherwise: failure("The reaction to any other failure."),
  silent: Type.Array(ref("operation"), { description: "Operations whose failure is never shown automatically." }),
  named: Type.Optional(
    Type.Array(
      closed({
        operation: described(ref("operation"), "The operation that failed."),
        error: Type.String({ description: "The error name in reports.", examples: ["PaymentInitError"] }),
      }),
      { description: "Failures with their own error name in reports." },
    ),
  ),
});

const days = (description: string) => Type.Integer({ minimum: 1, maximum: 365, description, examples: [7] });
const steps = (description: string) => Type.Integer({ minimum: 1, maximum: 100_000, description, examples: [600] });
/**
 * Limits that an operator may set without code. Every limit here is read by code; other limits live in the code that
 * obeys them.
 */
export const limitsSchema = defineKind("limits", {
  limits: closed(
    {
      fileHosts: Type.Array(Type.String(), {
        description: "Hosts that the server may fetch a file from.",
        examples: [["files.example.org"]],
      }),
      closesAfterDays: days("The number of days after which an idle transaction is closed."),
      remindersAtDays: Type.Array(Type.Integer({ minimum: 1 }), {
        description: "The days after which the candidate gets a reminder.",
        examples: [[3, 7]],
      }),
      verifiedWithinWorkingDays: closed(
        {
          least: days("The shortest time to verify a submitted form."),
          most: days("The longest time: the promised date."),
        },
        { description: "The promised duration of a verification." },
      ),
      reportedWithinWorkingDays: days("The promised time between the documents and the evaluation report."),
      captchaWork: closed(
        {
          rounds: Type.Integer({
            minimum: 100,
            maximum: 100_000,
            description: "The rounds of PBKDF2 with SHA-256 in one step.",
            examples: [1000],
          }),
          least: steps("The minimum number of steps."),
          most: steps("The maximum number of steps; the solution is between the two."),
        },
        {
          description:
            "The proof of work in place of a captcha: 600 steps of 1,000 rounds take a low-end phone 2 to 5 s.",
        },
      ),
      swipe: closed(
        {
          threshold: Type.Number({
            minimum: 1,
            description: "The pixels between two moves that count as a flick.",
            examples: [8],
          }),
          hysteresis: Type.Number({
            exclusiveMinimum: 0,
            maximum: 1,
            description: "The share of the width that counts as a swipe without a flick.",
            examples: [0.4],
          }),
          transitionSeconds: Type.Number({
            minimum: 0,
            maximum: 2,
            description: "The duration of the transition, in seconds.",
            examples: [0.3],
          }),
        },
        { description: "The thresholds of a swipe." },
      ),
    },
    { description: "The limits by name." },
  ),
});
export type Limits = Static<typeof limitsSchema>["limits"];

/** Payment providers by region. */
export const providersSchema = defineKind("providers", {
  statuses: byName(
    closed({ tag: described(requiredText(), "The label.", "Paid") }),
    "The labels of the payment statuses, by name.",
  ),
  regions: byName(
    closed({
      name: described(requiredText(), "The label.", "India"),
      currency: described(named("currency"), "The currency.", "INR"),
      providers: Type.Array(named("provider"), { description: "The names of the payment providers, in order." }),
    }),
    "The payment regions, by name.",
  ),
  providers: byName(
    closed({
      displayName: Type.String({ description: "The display name.", examples: ["PhonePe"] }),
      imageUrl: described(Type.Optional(url()), "The URL of the icon.", "/providers/phonepe.svg"),
      sdk: described(Type.Optional(Type.Boolean()), "The provider's script runs within the page."),
      phoneNumberRequired: described(Type.Optional(Type.Boolean()), "It requires an Indian phone number."),
    }),
    "The payment providers, by name.",
  ),
});

/** Prices in major units; the engine computes every sum. */
export const pricesSchema = defineKind("prices", {
  prices: described(pricesContract, "All prices, in major units, by region."),
});

/** Evaluation bodies to choose from after single sign-on. */
export const partnersSchema = defineKind("partners", {
  screen: described(ref("screen"), "The screen that offers the choice."),
  partners: Type.Array(
    closed({
      id: Type.String({ description: "The id of the partner.", examples: ["wes"] }),
      name: Type.String({ description: "The display name.", examples: ["World Education Services"] }),
      orgId: described(ref("organisation"), "The id of its organisation definition."),
      logo: Type.Optional(described(url(), "The URL of the logo; missing without one.", "/partners/wes.svg")),
    }),
    { description: "The evaluation partners." },
  ),
});

/** Systems of outside verifiers. The setting VERIFIERS has their addresses and keys. */
export const verifiersSchema = defineKind("verifiers", {
  verifiers: byName(
    closed({ title: described(requiredText(), "The name of the verifier.", "Transport Records Bureau") }),
    "The systems, by name.",
  ),
});

/** Longer texts: help, terms, privacy. */
const paragraph = () =>
  closed({
    heading: described(text(), "The heading above it.", "What we keep"),
    text: described(text(), "A paragraph.", "We keep your documents for 90 days."),
    steps: Type.Optional(
      Type.Array(requiredText(), { description: "Steps in order.", examples: [["Sign in.", "Upload your paper."]] }),
    ),
    question: described(text(), "A question; pressing it opens the answer.", "How long does it take?"),
    answer: described(text(), "The answer to the question.", "Two days."),
  });
const paragraphs = (description: string) => Type.Array(paragraph(), { description });
export const articlesSchema = defineKind("articles", {
  title: described(requiredText(), "The heading of the article.", "Help"),
  edited: described(text(), "The date of the last change, as text.", "1 March 2025"),
  tabs: Type.Optional(
    Type.Array(
      closed({
        id: Type.String({ description: "The id of the tab, used in the URL.", examples: ["payment"] }),
        label: described(text(), "The label of the tab; a panel without a tab when missing.", "Payment"),
        route: Type.Optional(
          Type.String({
            description: "The path that selects the tab.",
            examples: ["/help/payment"],
          }),
        ),
        parts: paragraphs("The paragraphs, in order."),
      }),
      { description: "The tabs of the article." },
    ),
  ),
  parts: Type.Optional(paragraphs("The paragraphs of an article without tabs, in order.")),
});
export type ArticlesDefinition = Static<typeof articlesSchema>;

/** Which moments of the trace are sent as events; no other moment is. `from` and `outcome` narrow a call. */
export const analyticsSchema = defineKind("analytics", {
  version: Type.String({ description: "The version in every event.", examples: ["1"] }),
  events: Type.Array(
    closed({
      event: Type.Enum([...eventNames], { description: "The name of the event." }),
      operation: described(Type.Optional(ref("operation")), "The operation that raises it."),
      outcome: described(
        Type.Optional(Type.Union([Type.Literal("answered"), Type.Literal("failed")])),
        "The outcome of the operation; any without it.",
      ),
      from: Type.Optional(
        Type.String({
          description: "The table, row or event that makes the call; any without it.",
          examples: ["start"],
        }),
      ),
      dialog: Type.Optional(Type.String({ description: "The opened dialog.", examples: ["demo"] })),
      row: Type.Optional(Type.String({ description: "The matched row.", examples: ["signed-in"] })),
      screen: described(Type.Optional(ref("screen")), "The entered screen."),
      frame: Type.Optional(Type.Enum([...frameMoments], { description: "An action of the page outside its screens." })),
      properties: Type.Optional(
        Type.Array(Type.String(), {
          description: "The properties of the event, as paths.",
          examples: [["transaction.form.formId"]],
        }),
      ),
    }),
    { description: "The events; each matches one trace entry." },
  ),
});
export type AnalyticsDefinition = Static<typeof analyticsSchema>;
