import type { KeyObject } from "node:crypto";
import type { CallProvider } from "./http.ts";

/** Keys and passwords of a provider's account, by environment variable. */
export type Credentials = Readonly<Record<string, string>>;

/** The request for a provider session. The amount is ours and final. */
export interface SessionRequest {
  /** Also the idempotency key of the request. */
  orderId: string;
  amountMinor: number;
  currency: string;
  /** The text on the provider's page. */
  description: string;
  customerId: string;
  /** E.164, for providers that need one. */
  phoneNumber?: string;
  returnUrl: string;
  cancelUrl: string;
  /** `/payment-redirect` of this server: the page that runs a provider's SDK. */
  redirectPage: string;
}

/** An open session. `paymentSessionId` is for the provider's SDK. */
export interface ProviderSession {
  reference: string;
  webUrl: string;
  paymentSessionId: string | null;
}

/** The keys by which a provider knows an order. */
export interface OrderReference {
  orderId: string;
  reference: string;
  amountMinor: number;
  currency: string;
  /** False when the order is cancelled here. A status request must then not capture money. */
  isOpen: boolean;
}

/**
 * The state of a payment at its provider, with the captured amount in minor units. `hasAttemptFailed`: no attempt is in
 * progress, and only a return to the provider's page could start another.
 */
export type PaymentReport =
  | { status: "Pending"; hasAttemptFailed?: true }
  | { status: "Failed" }
  | { status: "Success"; amountMinor: number; currency: string };

/** A refund to send. `id` is its idempotency key. */
export interface RefundRequest {
  id: string;
  amountMinor: number;
  reason: string;
}

/** A callback as received. */
export interface CallbackRequest {
  headers: Readonly<Record<string, string | undefined>>;
  rawBody: Buffer;
  now: Date;
}

/** The content of a callback. "look-up": the callback carries no state, `findStatus` returns it. */
export interface CallbackEvent {
  eventId: string;
  orderId: string;
  report: PaymentReport | "look-up";
}

/** A payment provider. Calls throw `unavailable` when it is down, and ProviderRefusal when it refuses. */
export interface Provider {
  /** Opens a session. The same orderId returns the same session. */
  createSession(request: SessionRequest): Promise<ProviderSession>;
  findStatus(order: OrderReference): Promise<PaymentReport>;
  /** For providers that cannot cancel: an unpaid order ends this long after its creation. */
  lifetimeSeconds?: number;
  /** Returns true when the order can no longer be paid. */
  cancel(order: OrderReference): Promise<boolean>;
  /** Sends a refund at most once, however often it is called. Returns its state. */
  refund(order: OrderReference, refund: RefundRequest): Promise<PaymentReport["status"]>;
  /** Set for providers that need their script. Otherwise the session's address is a page. */
  sdkPage?: SdkPage;
  /**
   * Returns undefined for events that are not about a payment. Throws `badSignature` (403) before it reads the body.
   */
  readCallback(request: CallbackRequest): Promise<CallbackEvent | undefined>;
}

/** The script and the origins of a provider's payment-redirect page. No other page of ours allows foreign origins. */
export interface SdkPage {
  /** The provider's script. */
  src: string;
  /** The global that the script defines. The page shows an error without it. */
  global: string;
  /** Origins by directive of the content security policy. */
  origins: Readonly<Record<"script-src" | "frame-src" | "connect-src" | "form-action" | "img-src", readonly string[]>>;
  /** Our script. It runs after theirs and reads its own `data-…` attributes. */
  code: string;
  /** Attributes beside `data-session`, `data-environment` and `data-return`. */
  data?: Readonly<Record<string, string>>;
}

/** A decision on the sandbox's pay page, to be reported as this provider reports it. */
export interface SandboxDecision {
  orderId: string;
  reference: string;
  status: "Success" | "Failed";
  amountMinor: number;
  currency: string;
  /** The time in the signature, which the receiver compares with its clock. */
  now: Date;
}

/** A callback to send. */
export interface SignedCallback {
  headers: Record<string, string>;
  body: string;
}

/** One row of SETTINGS.md: one sentence of at most 120 characters, and the default. */
export interface SettingAbout {
  description: string;
  defaultNote?: string;
}

/** A provider of the registry. */
export interface ProviderEntry {
  /** The company. Its providers share an account and callbacks. It is also the name on the payment-redirect page. */
  family: string;
  /** Required environment variables. Without them the provider is not offered; the sandbox uses its own driver. */
  variables: Readonly<Record<string, SettingAbout>>;
  /** Optional environment variables: other addresses and secrets. */
  optionalVariables?: Readonly<Record<string, SettingAbout>>;
  connect(credentials: Credentials, call: CallProvider): Provider;
  /** The opposite of `readCallback`, for the sandbox. `privateKey` is for providers that sign with one. */
  signCallback(outcome: SandboxDecision, credentials: Credentials, privateKey: KeyObject): SignedCallback;
}
