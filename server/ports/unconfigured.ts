import { withReason, WalletError } from "#server/errors.ts";
import type { DirectoryPort } from "./directory.ts";
import type { EkycPort } from "./ekyc.ts";

/** Refuses every call outside the sandbox until an installation adds its own driver. */
const refuse = async (): Promise<never> => {
  throw new WalletError("unavailable", { ...withReason("not-configured"), retryAfterSeconds: 3600 });
};

export const unconfiguredEkyc: EkycPort = { find: refuse };
export const unconfiguredDirectory: DirectoryPort = { findMailbox: refuse };
