import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import { pricesContract } from "#engine/payment/prices.ts";
import { eventNames } from "./event-names.ts";
import { closed, document, icon, many, named, ref, requiredText, rule, text, tone, url } from "./fragments.ts";
import { frameMoments } from "./frame.ts";

/** Groups of tiles, in order. */
export const categoriesSchema = document("categories", {
  insufficient: closed(
    {
      heading: described(requiredText(), "The heading of the group.", "Needs your attention"),
      tone: tone(),
      note: described(text(), "A sentence below it.", "Please send these again."),
    },
    { description: "The group that comes first: what must be sent again." },
  ),
  categories: many(
    closed({
      heading: described(requiredText(), "The heading of the group.", "Education"),
      note: described(text(), "A sentence below it.", "One of these is enough."),
    }),
    "The groups by name, in order; a verification names its own.",
  ),
});

/** The entries of the navigation column and drawer, in order. An entry goes to a screen, or raises its action. */
export const menuSchema = document("menu", {
  panel: described(
    Type.Optional(ref("screen")),
    "The screen whose short form stands beside the content on a wide window.",
  ),
  items: Type.Array(
    closed({
      id: Type.String({ description: "Tells the entry from others.", examples: ["orders"] }),
      label: described(requiredText(), "What it is called.", "Orders"),
      icon: described(icon(), "Its picture."),
      screen: described(Type.Optional(ref("screen")), "The screen that it leads to."),
      action: described(
        Type.Optional(Type.Union([Type.Literal("openDemo"), Type.Literal("signOut")])),
        "What it does where it leads to no screen.",
      ),
      badge: described(text(), "What stands beside it: a number of what is new.", {
        text: "{n}",
        with: { n: { var: "notifications.total" } },
      }),
      smallOnly: described(Type.Optional(Type.Boolean()), "It is there on a narrow window alone."),
      bar: described(Type.Optional(Type.Boolean()), "It stands in the bar at the foot of a phone."),
      when: described(rule(), "It is there only where this holds."),
    }),
    { description: "The entries, in order: each leads to a screen, or raises its action." },
  ),
});

/** Titles of the spec's first path segments that have no screen of their own. */
export const titlesSchema = document("titles", {
  titles: many(requiredText(), "The title by the first segment of the path."),
});

/** How the candidate meets a failure: by body code, by HTTP status, else by `otherwise`. */
const failure = (description: string) =>
  closed(
    {
      meet: Type.Union([Type.Literal("snackbar"), Type.Literal("silence"), Type.Literal("logout")], {
        description: "What the candidate meets: words in passing, nothing, or the end of the session.",
      }),
      text: described(text(), "What is said; without it what the server says.", "Please try again in a moment."),
      except: Type.Optional(
        Type.Array(ref("operation"), { description: "Operations whose failure of this kind is met otherwise." }),
      ),
    },
    { description },
  );
export const failuresSchema = document("failures", {
  codes: many(failure("How a failure of this code is met."), "By the code in the body of the answer."),
  statuses: many(failure("How a failure of this status is met."), "By the HTTP status, where no code decides."),
  offline: failure("How it is met that there is no line."),
  otherwise: failure("How any other failure is met."),
  silent: Type.Array(ref("operation"), { description: "Operations whose failure is never shown by itself." }),
  named: Type.Optional(
    Type.Array(
      closed({
        operation: described(ref("operation"), "The operation that failed."),
        error: Type.String({ description: "The name under which it is reported.", examples: ["PaymentInitError"] }),
      }),
      { description: "Failures that are reported under a name of their own." },
    ),
  ),
});

const days = (description: string) => Type.Integer({ minimum: 1, maximum: 365, description, examples: [7] });
const steps = (description: string) => Type.Integer({ minimum: 1, maximum: 100_000, description, examples: [600] });
/** What an operator may set without code. A limit is here because something reads it; others stand where they are obeyed. */
export const limitsSchema = document("limits", {
  limits: closed(
    {
      fileHosts: Type.Array(Type.String(), {
        description: "Hosts from which a file may be fetched by its address.",
        examples: [["files.example.org"]],
      }),
      closesAfterDays: days("A transaction that waits for its candidate is closed after so many days."),
      remindersAtDays: Type.Array(Type.Integer({ minimum: 1 }), {
        description: "Days after which the candidate is reminded.",
        examples: [[3, 7]],
      }),
      verifiedWithinWorkingDays: closed(
        {
          least: days("How soon a submitted form is verified at best."),
          most: days("The end that is promised."),
        },
        { description: "How long verifying takes, as it is promised." },
      ),
      reportedWithinWorkingDays: days("How soon the evaluation's report follows the documents."),
      captchaWork: closed(
        {
          rounds: Type.Integer({
            minimum: 100,
            maximum: 100_000,
            description: "So many rounds of hashing (PBKDF2 with SHA-256) are one step.",
            examples: [1000],
          }),
          least: steps("So many steps are done at least."),
          most: steps("So many steps are done at most; the number that is looked for lies between both."),
        },
        {
          description:
            "The work of a device whose owner cannot read a captcha: 600 steps of 1,000 rounds are meant to take a cheap phone 2 to 5 s.",
        },
      ),
      swipe: closed(
        {
          threshold: Type.Number({
            minimum: 1,
            description: "So many pixels between two moves are a flick.",
            examples: [8],
          }),
          hysteresis: Type.Number({
            exclusiveMinimum: 0,
            maximum: 1,
            description: "So much of the width is meant without a flick.",
            examples: [0.4],
          }),
          transitionSeconds: Type.Number({
            minimum: 0,
            maximum: 2,
            description: "How long it takes to settle.",
            examples: [0.3],
          }),
        },
        { description: "When a finger that moves sideways means it." },
      ),
    },
    { description: "The limits by name." },
  ),
});
export type Limits = Static<typeof limitsSchema>["limits"];

/** Payment providers by region. */
export const providersSchema = document("providers", {
  statuses: many(
    closed({ tag: described(requiredText(), "What it is called.", "Paid") }),
    "How the states of a payment read, by name.",
  ),
  regions: many(
    closed({
      name: described(requiredText(), "What it is called.", "India"),
      currency: described(named("currency"), "What is paid in.", "INR"),
      providers: Type.Array(named("provider"), { description: "Names of those who can be paid through, in order." }),
    }),
    "Where one can pay from, by name.",
  ),
  providers: many(
    closed({
      displayName: Type.String({ description: "What people call it.", examples: ["PhonePe"] }),
      imageUrl: described(Type.Optional(url()), "Address of its picture.", "/providers/phonepe.svg"),
      sdk: described(Type.Optional(Type.Boolean()), "It is paid within the page, by the provider's own script."),
      phoneNumberRequired: described(Type.Optional(Type.Boolean()), "It asks for an Indian phone number."),
    }),
    "Who can be paid through, by name.",
  ),
});

/** Prices in major units; every sum is the engine's. */
export const pricesSchema = document("prices", {
  prices: described(pricesContract, "What everything costs, in major units, by region."),
});

/** Bodies that evaluate credentials, to choose from after single sign-on. */
export const partnersSchema = document("partners", {
  screen: described(ref("screen"), "Where one chooses among them."),
  partners: Type.Array(
    closed({
      id: Type.String({ description: "The partner's id.", examples: ["wes"] }),
      name: Type.String({ description: "What people call it.", examples: ["World Education Services"] }),
      orgId: described(ref("organisation"), "The id of the organisation that it is here."),
      logo: Type.Optional(described(url(), "Address of its logo; missing without one.", "/partners/wes.svg")),
    }),
    { description: "The bodies to choose from." },
  ),
});

/** Longer texts: help, terms, privacy. */
const paragraph = () =>
  closed({
    heading: described(text(), "The heading above it.", "What we keep"),
    text: described(text(), "A paragraph.", "We keep your papers for 90 days."),
    steps: Type.Optional(
      Type.Array(requiredText(), { description: "Steps in order.", examples: [["Sign in.", "Upload your paper."]] }),
    ),
    question: described(text(), "A question; its answer is opened with it.", "How long does it take?"),
    answer: described(text(), "The answer to the question.", "Two days."),
  });
const paragraphs = (description: string) => Type.Array(paragraph(), { description });
export const articlesSchema = document("articles", {
  title: described(requiredText(), "The heading of the whole.", "Help"),
  edited: described(text(), "When it was last changed, in words.", "1 March 2025"),
  tabs: Type.Optional(
    Type.Array(
      closed({
        id: Type.String({ description: "Tells the tab from others; the address names it.", examples: ["payment"] }),
        label: described(text(), "What the tab is called; without it there is a panel and no tab.", "Payment"),
        route: Type.Optional(
          Type.String({
            description: "The path that chooses it, where the address has one.",
            examples: ["/help/payment"],
          }),
        ),
        parts: paragraphs("What stands in it, in order."),
      }),
      { description: "Its parts in tabs." },
    ),
  ),
  parts: Type.Optional(paragraphs("What stands in it, in order, where it has no tabs.")),
});
export type ArticlesDocument = Static<typeof articlesSchema>;

/** Which moments of the trace are sent as events; nothing else is. A moment is one of `moments`; `from` and `outcome` narrow a call. */
export const analyticsSchema = document("analytics", {
  version: Type.String({ description: "The version of the events that every event carries.", examples: ["1"] }),
  events: Type.Array(
    closed({
      event: Type.Enum([...eventNames], { description: "What happened, as it is counted." }),
      operation: described(Type.Optional(ref("operation")), "The operation whose end it is."),
      outcome: described(
        Type.Optional(Type.Union([Type.Literal("answered"), Type.Literal("failed")])),
        "How it ended; without it either.",
      ),
      from: Type.Optional(
        Type.String({
          description: "The table, row or event of a screen whose call it is; without it, any call.",
          examples: ["start"],
        }),
      ),
      dialog: Type.Optional(Type.String({ description: "The dialog that was opened.", examples: ["demo"] })),
      row: Type.Optional(Type.String({ description: "The row that was chosen.", examples: ["signed-in"] })),
      screen: described(Type.Optional(ref("screen")), "The screen that was entered."),
      frame: Type.Optional(
        Type.Enum([...frameMoments], { description: "Something that the page does beside its screens." }),
      ),
      properties: Type.Optional(
        Type.Array(Type.String(), {
          description: "Paths of what goes along with it.",
          examples: [["transaction.form.formId"]],
        }),
      ),
    }),
    { description: "What is counted: one moment of the trace each." },
  ),
});
export type AnalyticsDocument = Static<typeof analyticsSchema>;
