import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { toPath } from "#renderer/runtime/routes.ts";
import { endSession, renew } from "#renderer/session/session.ts";
import { signedInAtom, store } from "#renderer/session/slices.ts";

const delayMs = 200;

/**
 * The `sso` query parameter is a refresh token: it leaves the address at once, is exchanged, and after 200 ms the
 * candidate chooses the evaluation partner. It is a credential: no slice, event or log sees it. True while that goes on.
 */
export function useSingleSignOn(config: ConfigClient): boolean {
  const location = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(location.search).get("sso"));
  const [going, setGoing] = useState(token !== null);
  const used = useRef(false);

  useEffect(() => {
    if (!token || used.current) return;
    used.current = true; // once per page
    const query = new URLSearchParams(location.search);
    query.delete("sso");
    const rest = query.size > 0 ? `?${query}` : "";
    void navigate(location.pathname + rest, { replace: true });
    void signOn(token, config).then((signed) => {
      setTimeout(() => {
        setGoing(false);
        if (signed)
          void navigate(toPath(config, config.get("partners", "partners").screen, {}, Object.fromEntries(query), {}), {
            replace: true,
          });
      }, delayMs);
    });
  }, [token, location, navigate, config]);
  return going;
}

async function signOn(token: string, config: ConfigClient): Promise<boolean> {
  if (store.get(signedInAtom)) {
    if (!window.confirm(config.words("sso.confirm"))) return false;
    endSession();
  }
  const signed = await renew(token);
  if (!signed) console.error("Single sign-on failed");
  return signed;
}
