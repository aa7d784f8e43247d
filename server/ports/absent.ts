import { says, WalletError } from "#server/errors.ts";
import type { DirectoryPort } from "./directory.ts";
import type { EkycPort } from "./ekyc.ts";

/** Outside the sandbox, until an installation brings its own driver: refused, never made up. */
const refuse = async (): Promise<never> => {
  throw new WalletError("unavailable", { ...says("not-set-up"), retryAfterSeconds: 3600 });
};

export const absentEkyc: EkycPort = { find: refuse };
export const absentDirectory: DirectoryPort = { findMailbox: refuse };
