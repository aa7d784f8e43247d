const parameter = "sso";
let token: string | undefined;

/** Takes the refresh token out of the address before anything else looks at it: it is a credential, and no screen, slice, event or log sees it. */
export function hideSsoToken(): void {
  const url = new URL(window.location.href);
  token = url.searchParams.get(parameter) ?? undefined;
  if (token === undefined) return;
  url.searchParams.delete(parameter);
  window.history.replaceState(window.history.state, "", url);
}

/** The token that the address brought; once. */
export function takeSsoToken(): string | undefined {
  const taken = token || undefined;
  token = undefined;
  return taken;
}
