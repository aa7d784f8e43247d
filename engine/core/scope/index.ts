/**
 * The registry of roots: what rules, values and placeholders can read, on page and server. One more: a file with its
 * contract and a line here. The function that builds the root is beside its contract, or in the layer that computes
 * it (transaction/, payment/). The page needs a source for a loaded root: renderer/data/roots.ts does not compile
 * without one. The check, `load` of screens, `fills` of operations and editors read this registry. The check derives
 * the roots `data`, `item`, `route`, `view` and `result` from the definitions.
 */
import * as bill from "./bill.ts";
import * as cases from "./cases.ts";
import * as chats from "./chats.ts";
import * as credentials from "./credentials.ts";
import * as deletions from "./deletions.ts";
import * as deliveries from "./deliveries.ts";
import * as env from "./env.ts";
import * as failure from "./failure.ts";
import * as lists from "./lists.ts";
import * as offer from "./offer.ts";
import * as orders from "./orders.ts";
import * as organisation from "./organisation.ts";
import * as partners from "./partners.ts";
import * as payment from "./payment.ts";
import * as profile from "./profile.ts";
import * as questions from "./questions.ts";
import * as report from "./report.ts";
import * as request from "./request.ts";
import type { Root } from "./root.ts";
import * as session from "./session.ts";
import * as shareLink from "./share-link.ts";
import * as sharing from "./share-links.ts";
import * as sharedCredential from "./shared-credential.ts";
import * as sourceRequest from "./source-request.ts";
import * as approvals from "./approvals.ts";
import * as staff from "./staff.ts";
import * as formMessages from "./form-messages.ts";
import * as nameChanges from "./name-changes.ts";
import * as staffForms from "./staff-forms.ts";
import * as staffOrders from "./staff-orders.ts";
import * as submissions from "./submissions.ts";
import * as transaction from "./transaction.ts";
import * as transactions from "./transactions.ts";
import * as verification from "./verification.ts";

type Entry = Omit<Root, "side" | "isAlwaysLoaded">;
// Widened at once: the check reads the schemas, and comparing them would slow the compiler down.
/** A root that a screen loads; rules of the server may read it too. */
const shared = (entry: Entry): LoadedRoot => ({ ...loaded(entry), side: "both" });
/** A root that a screen of a candidate loads. */
const loaded = (entry: Entry): LoadedRoot => ({ side: "page", isAlwaysLoaded: false, signIn: "candidate", ...entry });
/** A root that a screen of staff loads. */
const ofStaff = (entry: Omit<Entry, "signIn">): StaffRoot => ({
  side: "page",
  isAlwaysLoaded: false,
  signIn: "staff",
  ...entry,
});
/** A root that every screen has. */
const always = (side: Root["side"], entry: Entry): Root & { readonly isAlwaysLoaded: true } => ({
  side,
  isAlwaysLoaded: true,
  ...entry,
});
type LoadedRoot = Root & { readonly isAlwaysLoaded: false };
type StaffRoot = LoadedRoot & { readonly signIn: "staff" };

export const roots = {
  profile: shared({ description: "The candidate.", contract: profile.contract }),
  transaction: shared({
    description: "The open transaction, with everything computed from it.",
    contract: transaction.contract,
  }),
  verification: shared({ description: "The open verification.", contract: verification.contract }),
  request: shared({
    description: "What the organisation requests.",
    contract: request.contract,
    extraArguments: ["formId"],
  }),
  organisation: always("both", {
    description: "The organisation whose variant the page shows.",
    contract: organisation.contract,
  }),
  env: always("both", { description: "Time, language and device.", contract: env.contract }),

  session: always("page", {
    description: "The state of this visit.",
    contract: session.contract,
    writable: session.writable,
  }),
  partners: always("page", { description: "Evaluation bodies to choose from.", contract: partners.contract }),

  submissions: loaded({
    description: "Every submission of the open transaction.",
    contract: submissions.contract,
  }),
  bill: loaded({ description: "The bill of a transaction or an order.", contract: bill.contract }),
  payment: loaded({ description: "The status of a payment.", contract: payment.contract }),
  regions: loaded({ description: "Regions that a candidate can pay from.", contract: lists.regions }),
  providers: loaded({ description: "Payment providers of a region.", contract: lists.providers }),
  mode: loaded({ description: "Whether express is possible.", contract: lists.mode }),
  transactions: loaded({ description: "The candidate's transactions.", contract: transactions.contract }),
  forms: loaded({ description: "Forms that anyone may start.", contract: lists.forms }),
  notifications: loaded({ description: "Notices, newest first.", contract: lists.notifications }),
  credentials: loaded({ description: "The candidate's credentials.", contract: credentials.contract }),
  sessions: loaded({ description: "The candidate's sessions.", contract: lists.sessions }),
  passkeys: loaded({ description: "The candidate's passkeys.", contract: lists.passkeys }),
  sharing: loaded({ description: "What a credential can disclose, and its share links.", contract: sharing.contract }),
  shareLink: loaded({ description: "A share link of a credential.", contract: shareLink.contract }),
  offer: loaded({ description: "An offer of a credential to another wallet.", contract: offer.contract }),
  matchingCredentials: loaded({
    description: "Credentials that can replace the open verification.",
    contract: lists.matchingCredentials,
  }),
  presentationRequest: loaded({
    description: "A credential requested from another wallet.",
    contract: lists.presentationRequest,
  }),
  sharedCredential: loaded({
    description: "What a visitor of a share link sees.",
    contract: sharedCredential.contract,
  }),
  sourceRequest: loaded({
    description: "What an institution is asked to confirm.",
    contract: sourceRequest.contract,
  }),
  deletionRequest: loaded({
    description: "The candidate's request for deletion, and what a deletion does.",
    contract: deletions.own,
  }),
  deletionReceipt: loaded({ description: "What was deleted, and what stays.", contract: deletions.receipt }),
  orders: loaded({ description: "The candidate's orders.", contract: orders.contract }),
  questions: loaded({ description: "The pre-start questions.", contract: questions.contract }),

  staff: ofStaff({ description: "The signed-in member of staff.", contract: staff.contract }),
  signInWays: ofStaff({
    description: "How staff of the organisation may sign in beside their passkeys.",
    contract: lists.signInWays,
  }),
  members: ofStaff({ description: "The staff of the organisation.", contract: lists.members }),
  queue: ofStaff({ description: "Cases by the promised date.", contract: cases.queue }),
  caseCounts: ofStaff({ description: "Numbers of cases that need a decision.", contract: cases.counts }),
  case: ofStaff({ description: "One case.", contract: cases.contract }),
  staffForms: ofStaff({ description: "Forms of the candidates of the organisation.", contract: staffForms.contract }),
  staffForm: ofStaff({ description: "One form of a candidate.", contract: staffForms.one }),
  formMessages: ofStaff({ description: "The messages about one form.", contract: formMessages.contract }),
  nameChanges: ofStaff({ description: "Requests for a name change.", contract: nameChanges.list }),
  nameChange: ofStaff({ description: "One request for a name change.", contract: nameChanges.contract }),
  deletions: ofStaff({ description: "Requests for deletion.", contract: deletions.list }),
  deletion: ofStaff({ description: "One request for deletion.", contract: deletions.contract }),
  staffOrders: ofStaff({
    description: "Orders of the candidates of the organisation.",
    contract: staffOrders.contract,
  }),
  staffOrder: ofStaff({ description: "One order, with its refunds.", contract: staffOrders.one }),
  approvals: ofStaff({ description: "Calls that wait for a second person.", contract: approvals.contract }),
  chats: ofStaff({ description: "Conversations of candidates with support.", contract: chats.list }),
  chat: ofStaff({ description: "One conversation.", contract: chats.contract }),
  deliveries: ofStaff({ description: "What evaluation partners get.", contract: deliveries.contract }),
  delivery: ofStaff({ description: "What one evaluation partner gets.", contract: deliveries.one }),
  verifierCalls: ofStaff({ description: "Events that verifiers' systems get.", contract: deliveries.calls }),
};

/** The name of a root. */
export type RootName = keyof typeof roots;
/** The name of a root that a screen may load. */
export type LoadableRoot = {
  [Name in RootName]: (typeof roots)[Name] extends LoadedRoot ? Name : never;
}[RootName];

/** The name of a root that a screen of staff may load. */
export type StaffRootName = {
  [Name in RootName]: (typeof roots)[Name] extends StaffRoot ? Name : never;
}[RootName];

/** Roots whose type depends on the definition that reads them. */
export const localRoots = [
  "data",
  "row",
  "previous",
  "accumulator",
  "item",
  "route",
  "view",
  "result",
  "failure",
  "report",
  "submission",
] as const;

/** The contract of the root `failure`. */
export const failureContract = failure.contract;

/** The contracts of the roots `report` and `submission`, which only reports read. */
export const { reportContract, submissionContract } = report;

/** Every name that a path may begin with. */
export const rootNames: readonly string[] = [...Object.keys(roots), ...localRoots];

/** Roots that a screen may load. */
export const loadableRoots: readonly LoadableRoot[] = (Object.keys(roots) as RootName[]).filter(
  (name): name is LoadableRoot => !roots[name].isAlwaysLoaded,
);

/** Returns the entry of a root, or undefined for an unknown name. */
export const findRoot = (name: string): Root | undefined =>
  Object.hasOwn(roots, name) ? roots[name as RootName] : undefined;
