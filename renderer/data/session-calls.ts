import type { Profile } from "#engine/api/profile.ts";
import type { RenewedTokens } from "#renderer/session/renewal.ts";
import type { SessionCalls } from "#renderer/session/session.ts";
import { call } from "./client.ts";
import { Failure, isUnanswered } from "./failure.ts";
import { keepProfile } from "./profile.ts";

/** The session's own calls, over the one client. */
export const sessionCalls: SessionCalls = {
  renew: async (refreshToken) => {
    try {
      const tokens = (await call("profile.renew", {}, { bearer: refreshToken })) as Partial<RenewedTokens>;
      if (typeof tokens.accessToken !== "string") return { refused: new Error("A renewal brought no token.") };
      // A wallet that does not rotate them gives the access token alone.
      return {
        tokens: { ...tokens, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken || refreshToken },
      };
    } catch (error) {
      if (isUnanswered(error)) return "unanswered";
      return { refused: error instanceof Error ? error : new Error(String(error)) };
    }
  },
  logout: () => call("profile.logout", {}, { keepalive: true }),
  identify: async () => {
    try {
      keepProfile((await call("profile.get")) as Profile);
    } catch (error) {
      // A screen that needs it asks for itself, and says what is wrong.
      if (error instanceof Failure) console.warn("The profile could not be fetched", error);
    }
  },
};
