/** A verification in the cart, and whether it can be done express. */
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
 * Express is allowed when the form offers it and some item supports it; the warning shows when the
 * form offers it and some item does not. `notExpressList` names those once.
 */
export function toPaymentMode(items: readonly ModeItem[], expressOffered: boolean): PaymentMode {
  const notExpress = items.filter((item) => !item.expressSupported).map((item) => item.verificationName);
  return {
    showWarning: expressOffered && notExpress.length > 0,
    expressAllowed: expressOffered && items.some((item) => item.expressSupported),
    notExpressList: [...new Set(notExpress)],
  };
}
