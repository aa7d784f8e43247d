import { codeOf, profile, read, signInByCode, withPasskey } from "../accounts/passkeys/candidate-with-passkey.ts";
import type { OnceCase } from "./once-case.ts";

/** Challenges of passkeys, and sign-ins that wait for one. */
export const passkeyCases: Readonly<Record<string, OnceCase>> = {
  "a signed challenge opens a wallet once": {
    winners: "one",
    prepare: async (app) => {
      const { mobile, device } = await withPasskey(app);
      const signIn = `${profile}/sign-ins/${(await signInByCode(app, mobile)).json().data.signInId}`;
      const body = { response: device.use(read(await app.call("POST", `${signIn}/options`, { body: {} }))) };
      return {
        attempt: async () => ({ won: (await app.call("POST", `${signIn}/passkey`, { body })).statusCode === 200 }),
        countsOnce: [
          [
            "select count(*) - 1 as count from sessions where candidate_id = (select id from candidates where mobile = $1)",
            mobile,
          ],
        ],
      };
    },
  },
  "a number gets one new wallet": {
    winners: "one",
    prepare: async (app) => {
      const { mobile } = await withPasskey(app);
      const answer = await signInByCode(app, mobile);
      if (codeOf(answer)[1] !== 121) throw new Error("The sign-in does not wait for a passkey");
      const url = `${profile}/sign-ins/${answer.json().data.signInId}/start-over`;
      return {
        attempt: async () => ({
          won: (await app.call("POST", url, { body: { name: "Ravi Iyer" } })).statusCode === 200,
        }),
        countsOnce: [
          ["select count(*) from candidates where mobile = $1", mobile],
          ["select count(*) from candidates where former_mobile = $1 and locked_at is not null", mobile],
        ],
      };
    },
  },
};
