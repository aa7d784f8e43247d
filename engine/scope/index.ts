/**
 * The roots that documents may read: the one world that rules, values and gaps see, on both sides. To add one: a file
 * here with its contract and the pure function that makes it, and a line below; the check, what a screen may load, what
 * an operation fills and what an editor completes read this registry. Roots whose shape is a screen's own, `data`,
 * `item`, `route`, `view` and `result`, are made by the check from the documents (engine/check/contexts).
 */
import * as bill from "./bill.ts";
import * as credentials from "./credentials.ts";
import * as env from "./env.ts";
import * as failure from "./failure.ts";
import * as link from "./link.ts";
import * as lists from "./lists.ts";
import * as offer from "./offer.ts";
import * as orders from "./orders.ts";
import * as organisation from "./organisation.ts";
import * as partners from "./partners.ts";
import * as payment from "./payment.ts";
import * as profile from "./profile.ts";
import * as questions from "./questions.ts";
import * as request from "./request.ts";
import type { Root } from "./root.ts";
import * as session from "./session.ts";
import * as showing from "./showing.ts";
import * as shown from "./shown.ts";
import * as submissions from "./submissions.ts";
import * as transaction from "./transaction.ts";
import * as transactions from "./transactions.ts";
import * as verification from "./verification.ts";

/** Widened at once: the shapes are for the check to read, not for the compiler to compare. */
const root = (entry: Root): Root => entry;
const both = { side: "both", always: false } as const;
const loaded = { side: "page", always: false } as const;
const always = { side: "page", always: true } as const;

export const roots = {
  profile: root({ ...both, about: "The candidate.", contract: profile.contract }),
  transaction: root({
    ...both,
    about: "The open transaction and all that is counted of it.",
    contract: transaction.contract,
  }),
  verification: root({
    ...both,
    about: "The verification that is open.",
    contract: verification.contract,
  }),
  request: root({ ...both, about: "What the organisation asks for.", contract: request.contract, takes: ["formId"] }),
  organisation: root({ ...both, always: true, about: "Whose variant is shown.", contract: organisation.contract }),
  env: root({ ...both, always: true, about: "Where and when.", contract: env.contract }),

  session: root({
    ...always,
    about: "What is kept of this visit.",
    contract: session.contract,
    writable: session.writable,
  }),
  partners: root({ ...always, about: "Evaluation bodies to choose from.", contract: partners.contract }),

  submissions: root({ ...loaded, about: "Every submission of the open transaction.", contract: submissions.contract }),
  bill: root({ ...loaded, about: "What is to be paid, or was.", contract: bill.contract }),
  payment: root({ ...loaded, about: "Where a payment stands.", contract: payment.contract }),
  regions: root({ ...loaded, about: "Where a candidate can pay from.", contract: lists.regions }),
  providers: root({ ...loaded, about: "Ways to pay in a region.", contract: lists.providers }),
  mode: root({ ...loaded, about: "Whether express is allowed.", contract: lists.mode }),
  transactions: root({ ...loaded, about: "The candidate's transactions.", contract: transactions.contract }),
  forms: root({ ...loaded, about: "Forms that anybody may start.", contract: lists.forms }),
  notifications: root({ ...loaded, about: "Notices, newest first.", contract: lists.notifications }),
  credentials: root({ ...loaded, about: "The candidate's credentials.", contract: credentials.contract }),
  sessions: root({ ...loaded, about: "Where the candidate is signed in.", contract: lists.sessions }),
  showing: root({ ...loaded, about: "What a credential can show, and by which links.", contract: showing.contract }),
  link: root({ ...loaded, about: "A link that shows a credential.", contract: link.contract }),
  offer: root({ ...loaded, about: "A credential on its way to another wallet.", contract: offer.contract }),
  choices: root({
    ...loaded,
    about: "Credentials that do in place of a verification.",
    contract: lists.choices,
  }),
  asking: root({ ...loaded, about: "A credential that is asked for from another wallet.", contract: lists.asking }),
  shown: root({ ...loaded, about: "What a link shows to who has it.", contract: shown.contract }),
  orders: root({ ...loaded, about: "The candidate's orders.", contract: orders.contract }),
  questions: root({ ...loaded, about: "The pre-start questions.", contract: questions.contract }),
};

/** The name of a root of the registry. */
export type RootName = keyof typeof roots;

/** Roots whose shape comes from the document that reads them. */
export const localRoots = ["data", "item", "route", "view", "result", "failure"] as const;

/** What a failed call brings. */
export const failureContract = failure.contract;

/** Everything that a path may begin with. */
export const rootNames: readonly string[] = [...Object.keys(roots), ...localRoots];

/** Roots that a screen may load. */
export const loadableRoots: readonly RootName[] = (Object.keys(roots) as RootName[]).filter(
  (name) => !roots[name].always,
);

/** The entry of a root, widened to the common shape; undefined for a name that is none. */
export const findRoot = (name: string): Root | undefined =>
  Object.hasOwn(roots, name) ? roots[name as RootName] : undefined;
