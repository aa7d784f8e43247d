import type { AuthSlice } from "#renderer/session/slices.ts";
import type { SessionCalls } from "#renderer/session/session.ts";
import { call } from "./client.ts";
import { Failure } from "./failure.ts";

/** The session's own calls, over the one client. */
export const sessionCalls: SessionCalls = {
  renew: async (refreshToken) => {
    try {
      return { tokens: (await call("profile.renew", {}, { bearer: refreshToken })) as AuthSlice };
    } catch (error) {
      if (error instanceof Failure && error.status === 0) return "unanswered";
      return { refused: error instanceof Error ? error : new Error(String(error)) };
    }
  },
  logout: () => call("profile.logout", {}, { keepalive: true }),
};
