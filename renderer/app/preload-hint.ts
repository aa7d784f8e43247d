import { requestedBundles } from "#renderer/data/config-client.ts";
import { toLocale } from "#renderer/session/locale.ts";
import { authAtom, miscAtom, openIdsAtom, store } from "#renderer/session/slices.ts";

/**
 * The cookie that names the bundles a reopened page will request (server/config/page-hints.ts). It contains no personal
 * data and grants nothing.
 */
const cookie = "sanad-page-hints";
/** The name in the build before; deleted, because a signed-out browser must keep no cookie. */
const formerCookie = "sanad-ahead";
/** A longer cookie would cost more than it saves. */
const maxLength = 400;

let currentEntry = "";
const bundles = new Set<string>();

/** Records a requested bundle for the current address. */
function addBundle(key: string): void {
  if (!key.startsWith("bundle/") || key === "bundle/shell") return;
  const { pathname } = window.location;
  // The router's key identifies the history entry, also after a reload.
  const entry = `${pathname} ${String((window.history.state as { key?: unknown } | null)?.key)}`;
  if (entry !== currentEntry) bundles.clear();
  currentEntry = entry;
  bundles.add(key.slice("bundle/".length));
  writeHint();
}

/** Keeps the cookie up to date while a user is signed in, and deletes it otherwise. */
export function startPreloadHint(): void {
  for (const key of requestedBundles.keys.splice(0)) addBundle(key);
  requestedBundles.note = addBundle;
  document.cookie = `${formerCookie}=;path=/;max-age=0`;
  for (const changed of [authAtom, openIdsAtom, miscAtom]) store.sub(changed, writeHint);
  writeHint();
}

function writeHint(): void {
  const { pathname, search, protocol } = window.location;
  const { orgId = "" } = store.get(openIdsAtom);
  const hint = new URLSearchParams({
    orgId,
    locale: toLocale(search, store.get(miscAtom).locale),
    path: pathname,
    bundles: [...bundles].join(" "),
  }).toString();
  const isSignedIn = store.get(authAtom).refreshToken !== "" && hint.length <= maxLength;
  const lifetime = isSignedIn ? 2_592_000 : 0;
  document.cookie = `${cookie}=${isSignedIn ? hint : ""};path=/;max-age=${lifetime};samesite=lax${protocol === "https:" ? ";secure" : ""}`;
}
