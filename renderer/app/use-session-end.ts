import { useEffect } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { endsSession, sayFailure } from "#renderer/data/meet-failure.ts";
import { judgeFailures, onSessionEnd, settleEnd } from "#renderer/session/session.ts";
import { dismissAll } from "#renderer/session/snackbars.ts";

/** What is said where nobody refused anything: another tab, or the answer of a renewal that was no refusal. */
const unsaid = new Failure("", 401, { code: 101 });

/** The documents say which failures end a session, and in which words; the end lies behind once the page to sign in on stands. */
export function useSessionEnd(config: ConfigClient, isAtSignIn: boolean): void {
  useEffect(() => {
    judgeFailures((failure) => endsSession(failure, config));
    return onSessionEnd((end, refused) => {
      dismissAll();
      if (end === "expired") sayFailure(refused instanceof Failure ? refused : unsaid, config);
    });
  }, [config]);
  useEffect(() => {
    if (isAtSignIn) settleEnd();
  });
}
