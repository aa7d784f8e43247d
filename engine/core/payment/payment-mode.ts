/** A verification in the cart, and whether it supports express. */
export interface ModeItem {
  readonly verificationName: string;
  readonly expressSupported: boolean;
}

/** The answer of payments.mode. */
export interface PaymentMode {
  showWarning: boolean;
  expressAllowed: boolean;
  notExpressList: string[];
}

/**
 * Express is allowed when the form offers it and an item supports it. The warning shows when the form offers it and an
 * item does not support it; `notExpressList` names such items once.
 */
export function toPaymentMode(items: readonly ModeItem[], expressOffered: boolean): PaymentMode {
  const notExpress = items.filter((item) => !item.expressSupported).map((item) => item.verificationName);
  return {
    showWarning: expressOffered && notExpress.length > 0,
    expressAllowed: expressOffered && items.some((item) => item.expressSupported),
    notExpressList: [...new Set(notExpress)],
  };
}
