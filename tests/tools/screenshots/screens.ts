import type { PaymentHistoryItem } from "#engine/core/scope/shapes/payment-info.ts";
import { ApiClient } from "../replay/api-client.ts";
import { beginAt, findInState, readAsha, readDemo, signInAgain, type Scene } from "./scene.ts";

/** One screenshot: candidate, address and navigation state. Undefined where a brand lacks the screen. */
export interface Picture {
  name: string;
  path: string;
  scene: Scene;
  state?: Record<string, unknown>;
  /** Skips the intro. */
  passed?: boolean;
}
type Draw = (baseUrl: string, brand: string) => Promise<Omit<Picture, "name"> | undefined>;

const visitor =
  (path: string): Draw =>
  async (_baseUrl, brand) => ({ path: withBrand(path, brand), scene: { formId: "" } });

/** A candidate with a transaction in every state, orders, notifications and credentials. */
const holder =
  (path: string, state?: Record<string, unknown>): Draw =>
  async (baseUrl, brand) => {
    const { mobile } = await readAsha(baseUrl);
    return { path: withBrand(path, brand), scene: { formId: "", mobile }, ...(state && { state }) };
  };

/** The receipt of one of the demo's orders. */
const order =
  (kind: string): Draw =>
  async (baseUrl, brand) => {
    const { mobile } = await readAsha(baseUrl);
    const id = (await readDemo(baseUrl)).orders[kind];
    const { accessToken: bearer } = await signInAgain(baseUrl, mobile);
    const { data } = await new ApiClient(baseUrl).call("payments.history", { orgId: brand }, { bearer });
    const paid = (data as { list: PaymentHistoryItem[] }).list.flatMap(({ paymentList }) => paymentList);
    const found = paid.find(({ _id }) => _id === id);
    const path = `/payment?transactionHistory=true&txId=${found?.transactionId}&order=${id}`;
    return found && { path: withBrand(path, brand), scene: { formId: "", mobile } };
  };

/** A candidate with a started form of this brand; `{…}` in the path is one of its ids. */
const beginner =
  (path: string, state?: (names: readonly string[]) => Record<string, unknown>): Draw =>
  async (baseUrl, brand) => {
    const { tokens, orgId, formId, txnId, names } = await beginAt(baseUrl, brand);
    const open = { orgId, formId, txnId };
    const scene = { mobile: tokens.mobile, open, formId };
    return { path: fill(path, open), scene, passed: true, ...(state && { state: state(names) }) };
  };

/** The demo's transaction in a state, if it belongs to this brand. */
const inState =
  (state: string, path = "/ekyc/{formId}/{txnId}?orgId={orgId}", navigation?: Record<string, unknown>): Draw =>
  async (baseUrl, brand) => {
    const open = await findInState(baseUrl, brand, state);
    if (!open) return undefined;
    const { mobile } = await readAsha(baseUrl);
    const scene = { mobile, open, formId: open.formId };
    return { path: fill(path, open), scene, passed: true, ...(navigation && { state: navigation }) };
  };

const withBrand = (path: string, brand: string): string => `${path}${path.includes("?") ? "&" : "?"}orgId=${brand}`;
const fill = (path: string, values: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

const firstPaper = (names: readonly string[]) => ({
  verificationName: names.find((name) => name.startsWith("bgv-")) ?? names.at(-1),
});

/** Every screen, and the main ones in their states. To add one: a line here. */
export const pictures: Readonly<Record<string, Draw>> = {
  login: visitor("/login"),
  "intro-signed-out": async (baseUrl, brand) => {
    const { formId } = await beginAt(baseUrl, brand);
    return { path: `/ekyc/${formId}?orgId=${brand}`, scene: { formId } };
  },
  intro: async (baseUrl, brand) => {
    const drawn = await beginner("/ekyc/{formId}/{txnId}?orgId={orgId}")(baseUrl, brand);
    return drawn && { ...drawn, passed: false };
  },
  help: visitor("/instructions"),
  terms: visitor("/terms"),
  "privacy-policy": visitor("/privacy-policy"),
  error: visitor("/error"),
  "not-found": visitor("/nowhere"),
  home: holder("/"),
  "home-begun": beginner("/?orgId={orgId}"),
  profile: holder("/profile"),
  "profile-empty": beginner("/profile?orgId={orgId}"),
  credential: async (baseUrl, brand) => {
    const { mobile } = await readAsha(baseUrl);
    const { accessToken: bearer } = await signInAgain(baseUrl, mobile);
    const { data } = await new ApiClient(baseUrl).call("credentials.list", { count: "1" }, { bearer });
    const [first] = (data as { list: { id: string }[] }).list;
    return first && { path: withBrand(`/credential/${first.id}`, brand), scene: { formId: "", mobile } };
  },
  notifications: holder("/notifications"),
  "transaction-history": holder("/transaction-history"),
  receipt: order("success"),
  "receipt-refunded": order("refunded"),
  "select-evaluation-partner": holder("/select-evaluation-partner"),
  form: beginner("/ekyc/{formId}/{txnId}?orgId={orgId}"),
  "form-pending": inState("PENDING"),
  "form-ready": inState("READY_TO_SUBMIT"),
  "form-in-progress": inState("IN_PROGRESS"),
  "form-insufficient": inState("INSUFFICIENT_DATA"),
  "form-completed": inState("COMPLETED"),
  "form-failed": inState("FAILED"),
  "form-closed": inState("CLOSED"),
  verification: beginner("/verification", firstPaper),
  insufficiency: inState("INSUFFICIENT_DATA", "/verification/insufficiency", { verificationName: "bgv-degree" }),
  "verification-info": inState("COMPLETED", "/verification-info", { verificationName: "bgv-degree" }),
  "verification-failed": inState("FAILED", "/verification-info", { verificationName: "bgv-degree" }),
  "profile-mode": beginner("/profile-mode"),
  "basic-details": beginner("/basic-details"),
  "form-txns": beginner("/form-txns"),
  "form-payments": inState("READY_TO_SUBMIT", "/form-payments"),
  "select-mode": inState("READY_TO_SUBMIT", "/select-mode"),
  "choose-payment-region": inState("READY_TO_SUBMIT", "/choose-payment-region"),
  "choose-payment-provider": inState("READY_TO_SUBMIT", "/choose-payment-provider?region=IN"),
  "contact-details": inState("READY_TO_SUBMIT", "/contact-details?region=IN&provider=phonepe"),
  payment: inState("READY_TO_SUBMIT", "/payment?orgId={orgId}&txId={txnId}&region=IN&provider=phonepe"),
  submitted: inState("IN_PROGRESS", "/submitted"),
};
