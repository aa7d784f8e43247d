import { operationTable } from "#engine/contract/operation-table.ts";
import type { Profile } from "#engine/core/scope/shapes/profile.ts";
import type { RenewedTokens } from "#renderer/session/token-renewal.ts";
import type { SessionCalls } from "#renderer/session/session.ts";
import { call } from "./client.ts";
import { Failure, isTransient } from "./failure.ts";
import { setOperations } from "./operations.ts";
import { storeProfile } from "./profile.ts";

/** The calls of the session, made by the API client. */
export const sessionCalls: SessionCalls = {
  renew: async (refreshToken) => {
    try {
      const tokens = (await call("profile.renew", {}, { bearer: refreshToken })) as Partial<RenewedTokens>;
      if (typeof tokens.accessToken !== "string") return { refused: new Error("A renewal brought no token.") };
      // A wallet without token rotation returns only the access token.
      return {
        tokens: { ...tokens, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken || refreshToken },
      };
    } catch (error) {
      if (isTransient(error)) return "unanswered";
      return { refused: error instanceof Error ? error : new Error(String(error)) };
    }
  },
  logout: () => call("profile.logout", {}, { keepalive: true }),
  identify: async () => {
    try {
      storeProfile((await call("profile.get")) as Profile);
    } catch (error) {
      // A screen that needs the profile fetches it itself and shows the failure.
      if (error instanceof Failure) console.warn("The profile could not be fetched", error);
    }
  },
};

/** Prepares a page where candidates sign in: its operations, and its session of tokens. */
export function prepareCandidate(): SessionCalls {
  setOperations(operationTable);
  return sessionCalls;
}
