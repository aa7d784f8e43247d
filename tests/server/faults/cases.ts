/*
 * Every call that changes something, by the name of its operation, with what tells two of the same apart in brackets. One
 * more: its entry in the file of its area (covered.test.ts misses it until then).
 */
import { fileCases } from "./cases/files.ts";
import { heldCases } from "./cases/held.ts";
import { identityCases } from "./cases/identity.ts";
import { otherWalletCases } from "./cases/other-wallets.ts";
import { pageCases } from "./cases/pages.ts";
import { paymentCases } from "./cases/payments.ts";
import { profileCases } from "./cases/profile.ts";
import { transactionCases } from "./cases/transactions.ts";
import { uploadCases } from "./cases/uploads.ts";
import { verificationCases } from "./cases/verifications.ts";
import type { Case } from "./ready.ts";

/** How each is made ready, and what it may have done once. */
export const cases: Readonly<Record<string, Case>> = {
  ...profileCases,
  ...identityCases,
  ...transactionCases,
  ...verificationCases,
  ...paymentCases,
  ...fileCases,
  ...uploadCases,
  ...heldCases,
  ...otherWalletCases,
  ...pageCases,
};
