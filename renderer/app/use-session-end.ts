import { useEffect } from "react";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { endsSession, showFailure } from "#renderer/data/handle-failure.ts";
import { setFinalFailureTest, onSessionEnd, acknowledgeSessionEnd } from "#renderer/session/session.ts";
import { dismissAllSnackbars } from "#renderer/session/snackbars.ts";

/** The failure to show if no call failed: another tab ended the session. */
const defaultFailure = new Failure("", 401, { code: 101 });

/** Sets which failures are final, and shows why it ended. The sign-in page ends the phase `ended`. */
export function useSessionEnd(config: ConfigClient, isAtSignIn: boolean): void {
  useEffect(() => {
    setFinalFailureTest((failure) => endsSession(failure, config));
    return onSessionEnd((end, refused) => {
      dismissAllSnackbars();
      if (end === "expired") showFailure(refused instanceof Failure ? refused : defaultFailure, config);
    });
  }, [config]);
  useEffect(() => {
    if (isAtSignIn) acknowledgeSessionEnd();
  });
}
