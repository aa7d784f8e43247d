import { atom } from "jotai";
import { store } from "./store.ts";

const parameter = "sso";
let token: string | undefined;

/** The address contains a token whose exchange is not finished. No screen is shown meanwhile. */
export const isSigningOnAtom = atom(false);

/**
 * Removes the refresh token from the address at start. It is a credential: no screen, slice, event or log may contain
 * it.
 */
export function extractSsoToken(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(parameter)) return;
  token = url.searchParams.get(parameter) ?? "";
  url.searchParams.delete(parameter);
  window.history.replaceState(window.history.state, "", url);
  store.set(isSigningOnAtom, token !== "");
}

/** The token of the address, the first time; undefined afterwards. */
export function takeSsoToken(): string | undefined {
  const taken = token || undefined;
  token = undefined;
  return taken;
}
