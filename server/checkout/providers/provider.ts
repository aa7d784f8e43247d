import type { KeyObject } from "node:crypto";
import type { CallProvider } from "./http.ts";

/** Keys and passwords of a provider's account, by the names of its variables. */
export type Credentials = Readonly<Record<string, string>>;

/** What a session at a provider is opened for; the amount is ours and final. */
export interface SessionRequest {
  /** Also the key under which the same request may come twice. */
  orderId: string;
  amountMinor: number;
  currency: string;
  /** What the candidate reads on the provider's page. */
  description: string;
  customerId: string;
  /** E.164, where the provider asks for one. */
  phoneNumber?: string;
  returnUrl: string;
  cancelUrl: string;
  /** `{paymentHost}/payment-redirect`: the page that runs a provider's SDK. */
  redirectPage: string;
}

/** An open session; `paymentSessionId` is for the provider's SDK. */
export interface Session {
  reference: string;
  webUrl: string;
  paymentSessionId: string | null;
}

/** How an order is found at its provider. */
export interface OrderReference {
  orderId: string;
  reference: string;
  amountMinor: number;
  currency: string;
  /** False: given up on our side; asking must not take money. */
  isOpen: boolean;
}

/**
 * Where a payment stands at the provider; what was taken, in minor units. `isTryOver`: nothing is under way any more,
 * the last try failed or was given up, and only the candidate's return to the provider's page could begin another.
 */
export type Report =
  | { status: "Pending"; isTryOver?: true }
  | { status: "Failed" }
  | { status: "Success"; amountMinor: number; currency: string };

/** Money to give back; `id` is the key under which the same request may come twice. */
export interface RefundRequest {
  id: string;
  amountMinor: number;
  reason: string;
}

/** A callback as it arrived. */
export interface Delivery {
  headers: Readonly<Record<string, string | undefined>>;
  rawBody: Buffer;
  now: Date;
}

/** What a callback says. 'ask': it only says that something happened, `findStatus` knows what. */
export interface Notice {
  eventId: string;
  orderId: string;
  report: Report | "ask";
}

/** A payment provider. Calls throw `unavailable` when it is away and ProviderRefusal when it says no. */
export interface Provider {
  /** Opens a session; the same orderId again gives the same session. */
  createSession(request: SessionRequest): Promise<Session>;
  findStatus(order: OrderReference): Promise<Report>;
  /** True: nobody can pay this order any more. */
  cancel(order: OrderReference): Promise<boolean>;
  /** Gives money back once, however often it is asked; how that stands now. */
  refund(order: OrderReference, refund: RefundRequest): Promise<Report["status"]>;
  /** For providers that are paid through a script of theirs; without it the session's address is a page. */
  sdkPage?: SdkPage;
  /** Undefined for events that say nothing about a payment. Throws `badSignature` (403) before anything is believed. */
  readCallback(delivery: Delivery): Promise<Notice | undefined>;
}

/** What the payment-redirect page of a provider loads and may reach: the one page whose policy names others. */
export interface SdkPage {
  /** The provider's script. */
  src: string;
  /** The name that it leaves on the window; without it the page says that it cannot go on. */
  global: string;
  /** Origins by directive of the policy. */
  origins: Readonly<Record<"script-src" | "frame-src" | "connect-src" | "form-action" | "img-src", readonly string[]>>;
  /** Our script: runs after theirs, reads its own `data-…` attributes. */
  code: string;
  /** Attributes beside `data-session`, `data-environment` and `data-return`. */
  data?: Readonly<Record<string, string>>;
}

/** A decision of the sandbox's pay page, to be told the way this provider tells it. */
export interface Outcome {
  orderId: string;
  reference: string;
  status: "Success" | "Failed";
  amountMinor: number;
  currency: string;
  /** Signed with; the receiver compares it with its clock. */
  now: Date;
}

/** A callback to be sent. */
export interface Callback {
  headers: Record<string, string>;
  body: string;
}

/** One provider of the registry. */
export interface ProviderEntry {
  /** The company: its providers share one account and their callbacks, and this is its name on the payment-redirect page. */
  family: string;
  /** Environment variables it needs, all of them; without them it is not offered (in the sandbox: imitated). */
  variables: readonly string[];
  /** Variables it can do without: addresses other than the provider's own. */
  options?: readonly string[];
  connect(credentials: Credentials, call: CallProvider): Provider;
  /** The opposite of `readCallback`, for the sandbox; `privateKey` for providers that sign with one. */
  writeCallback(outcome: Outcome, credentials: Credentials, privateKey: KeyObject): Callback;
}
