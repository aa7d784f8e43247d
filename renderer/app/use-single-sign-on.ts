import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { toPath } from "#renderer/runtime/routes.ts";
import { endSession, renew } from "#renderer/session/session.ts";
import { openIdsAtom, signedInAtom, store, type OpenIds } from "#renderer/session/slices.ts";
import { isSigningOnAtom, takeSsoToken } from "#renderer/session/sso.ts";
import { traceFrame } from "#renderer/runtime/frame-trace.ts";

const delayMs = 200;

/**
 * Exchanges the refresh token of an SSO link. After 200 ms the user chooses the evaluation partner; the form of the
 * link stays open. Returns true until then: no screen is shown.
 */
export function useSingleSignOn(config: ConfigClient, ids: OpenIds): boolean {
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const token = takeSsoToken(); // once per page
    if (token === undefined) return;
    void signOn(token, config).then((signed) => {
      setTimeout(() => {
        if (signed) {
          const { screen } = config.get("partners", "partners");
          store.set(openIdsAtom, ids);
          void navigate(toPath(config, screen, {}, Object.fromEntries(new URLSearchParams(search)), {}), {
            replace: true,
          });
        }
        store.set(isSigningOnAtom, false);
      }, delayMs);
    });
  }, [search, navigate, config, ids]);
  return useAtomValue(isSigningOnAtom);
}

async function signOn(token: string, config: ConfigClient): Promise<boolean> {
  if (store.get(signedInAtom)) {
    if (!window.confirm(config.uiText("sso.confirm"))) return false;
    endSession();
  }
  const signed = await renew(token);
  traceFrame(signed ? "signed-on" : "sign-on-failed", config);
  if (!signed) console.error("Single sign-on failed");
  return signed;
}
