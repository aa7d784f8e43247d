import { atom } from "jotai";
import { store } from "./store.ts";

const parameter = "sso";
let token: string | undefined;

/** The address brought a token and it is not settled yet what comes of it: no screen is there. */
export const signingOnAtom = atom(false);

/** Takes the refresh token out of the address before anything else looks at it: it is a credential, and no screen, slice, event or log sees it. */
export function hideSsoToken(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(parameter)) return;
  token = url.searchParams.get(parameter) ?? "";
  url.searchParams.delete(parameter);
  window.history.replaceState(window.history.state, "", url);
  store.set(signingOnAtom, token !== "");
}

/** The token that the address brought; once. */
export function takeSsoToken(): string | undefined {
  const taken = token || undefined;
  token = undefined;
  return taken;
}
