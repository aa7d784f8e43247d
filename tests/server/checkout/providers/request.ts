import { providers } from "#server/checkout/providers/index.ts";
import type { Credentials, OrderReference, Provider, SessionRequest } from "#server/checkout/providers/provider.ts";
import type { StandIn } from "../stand-ins/stand-in.ts";

/** A session request. */
export const request: SessionRequest = {
  orderId: "order-1",
  amountMinor: 371_700,
  currency: "INR",
  description: "Verification for GCE",
  customerId: "c-1",
  phoneNumber: "+919876543210",
  returnUrl: "https://wallet.example/payment?order_id=order-1",
  cancelUrl: "https://wallet.example/payment?order_id=order-1&cancelled=true",
  redirectPage: "https://wallet.example/payment-redirect",
};

export const inDollars: SessionRequest = { ...request, currency: "USD" };
export const paid = { status: "Success", amountMinor: 371_700, currency: "INR" };

/** A driver on its documented hosts, served by a stand-in. */
export const connect = (name: string, credentials: Credentials, { call }: StandIn): Provider =>
  providers[name]!.connect(credentials, call);

/** The reference of an order. */
export const toOrder = (reference: string, { orderId, amountMinor, currency } = request): OrderReference => ({
  orderId,
  reference,
  amountMinor,
  currency,
  isOpen: true,
});
