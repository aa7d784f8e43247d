import { stateNames, type State } from "#engine/core/definitions/states.ts";
import type { FixtureAnswer } from "#engine/contract/sandbox.ts";
import type { RequestContext } from "#engine/contract/request.ts";
import { beginJourney } from "../../e2e/candidate.ts";
import { randomMobile } from "../replay/variables.ts";
import { ApiClient } from "../replay/api-client.ts";
import type { Line } from "./network.ts";

/** Who looks, what is open, and what else there is to name in an address. */
export interface Scene {
  /** Absent for a visitor. */
  mobile?: string;
  /** Absent when no transaction is open in this browser. */
  open?: Required<RequestContext>;
  /** A form to name where none is open. */
  form: { orgId: string; formId: string };
  /** What the looker has paid, by how it ended. */
  orders: Readonly<Record<string, string>>;
  /** Somebody else's transaction and order. */
  foreign: { txnId: string; orderId: string };
  /** Whoever changed nothing in it leaves it to the next one. */
  giveBack?(): void;
}

/** One of the situations in which every screen is looked at. */
export interface Situation {
  line: Line;
  /** The session ends on the server, which the page is not told: before it is opened, or while it stands there. */
  ends?: "before" | "meanwhile";
  /** The state of the open transaction, where it is this that is looked at. */
  state?: State;
  begin(baseUrl: string): Promise<Scene>;
}

const readFixture = (baseUrl: string, name: string) =>
  new ApiClient(baseUrl).sandbox<FixtureAnswer>("POST", "fixture", { name });

/** Made once and only looked at: what is somebody else's. */
let others: Promise<Scene["foreign"]> | undefined;
const findOthers = (baseUrl: string) =>
  (others ??= readFixture(baseUrl, "insufficient-degree").then(({ transactions, orders }) => ({
    txnId: transactions["INSUFFICIENT_DATA"]!.txnId,
    orderId: orders["success"]!,
  })));

const education = { orgId: "gce", formId: "education-evaluation" };

/** People of the demo that nothing has happened to: to make one takes longer than to look at a page. */
const untouched: FixtureAnswer[] = [];

/** Somebody with a transaction in every state, orders of every kind, notices and credentials. */
async function beginDemo(baseUrl: string, state?: State): Promise<Scene> {
  const demo = untouched.pop() ?? (await readFixture(baseUrl, "demo"));
  const { candidates, transactions, orders } = demo;
  const open = state && transactions[state];
  if (state && !open) throw new Error(`The demo has no transaction that is ${state}.`);
  const giveBack = () => void untouched.push(demo);
  const scene = { mobile: candidates["asha"]!.mobile, form: open ?? education, orders, giveBack };
  return { ...scene, foreign: await findOthers(baseUrl), ...(open && { open }) };
}

/** Somebody who has just signed up: nothing is begun, and nobody knows their name. */
async function beginNew(baseUrl: string): Promise<Scene> {
  const mobile = randomMobile("+9196########");
  await new ApiClient(baseUrl).sandbox("POST", "session", { mobile });
  return { mobile, form: education, orders: {}, foreign: await findOthers(baseUrl) };
}

/** Somebody new who has begun one form. */
async function beginBegun(baseUrl: string): Promise<Scene> {
  const { tokens, orgId, formId, txnId } = await beginJourney(baseUrl);
  const open = { orgId, formId, txnId };
  return { mobile: tokens.mobile, open, form: open, orders: {}, foreign: await findOthers(baseUrl) };
}

/** By name, as a report tells them. */
export const situations: Readonly<Record<string, Situation>> = {
  "signed out": {
    line: "well",
    begin: async (baseUrl) => ({ form: education, orders: {}, foreign: await findOthers(baseUrl) }),
  },
  "signed up": { line: "well", begin: beginNew },
  "signed in": { line: "well", begin: beginBegun },
  "no open transaction": { line: "well", begin: (baseUrl) => beginDemo(baseUrl) },
  ...Object.fromEntries(
    stateNames.map((state): [string, Situation] => [
      `transaction ${state}`,
      { line: "well", state, begin: (baseUrl) => beginDemo(baseUrl, state) },
    ]),
  ),
  "session ended": { line: "well", ends: "before", begin: (baseUrl) => beginDemo(baseUrl, "READY_TO_SUBMIT") },
  "session ends": { line: "well", ends: "meanwhile", begin: (baseUrl) => beginDemo(baseUrl, "READY_TO_SUBMIT") },
  "server slow": { line: "slowly", begin: (baseUrl) => beginDemo(baseUrl, "READY_TO_SUBMIT") },
  "server failing": { line: "with failures", begin: (baseUrl) => beginDemo(baseUrl, "READY_TO_SUBMIT") },
  "server away": { line: "not at all", begin: (baseUrl) => beginDemo(baseUrl, "READY_TO_SUBMIT") },
};
