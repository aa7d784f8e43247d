/*
 * Every call that changes something, by the name of its operation, with a suffix in brackets for variants. One more:
 * its entry in the file of its area (covered.test.ts fails until then).
 */
import { fileCases } from "./cases/files.ts";
import { credentialCases } from "./cases/credentials.ts";
import { deliveryCases } from "./cases/deliveries.ts";
import { identityCases } from "./cases/identity.ts";
import { otherWalletCases } from "./cases/other-wallets.ts";
import { pageCases } from "./cases/pages.ts";
import { passkeyCases } from "./cases/passkeys.ts";
import { paymentCases } from "./cases/payments.ts";
import { profileCases } from "./cases/profile.ts";
import { sourceRequestCases } from "./cases/source-requests.ts";
import { transactionCases } from "./cases/transactions.ts";
import { uploadCases } from "./cases/uploads.ts";
import { verificationCases } from "./cases/verifications.ts";
import type { FaultCase } from "./prepared-call.ts";

/** Prepares each call, and states which effects it may have once. */
export const cases: Readonly<Record<string, FaultCase>> = {
  ...profileCases,
  ...passkeyCases,
  ...identityCases,
  ...transactionCases,
  ...verificationCases,
  ...deliveryCases,
  ...paymentCases,
  ...fileCases,
  ...uploadCases,
  ...credentialCases,
  ...otherWalletCases,
  ...pageCases,
  ...sourceRequestCases,
};
