import { asks } from "#renderer/data/config-client.ts";
import { toLocale } from "#renderer/session/locale.ts";
import { authAtom, miscAtom, openIdsAtom, store } from "#renderer/session/slices.ts";

/** The cookie that tells the server, when the page is opened again, what it will ask for: nothing of anybody, and nobody obeys it (server/config/ahead.ts). */
const cookie = "sanad-ahead";
/** Longer ones would be no help on a bad line. */
const lengthMax = 400;

let place = "";
const asked = new Set<string>();

/** A bundle of documents was asked for, as where somebody stands needs it. */
function note(key: string): void {
  if (!key.startsWith("bundle/") || key === "bundle/shell") return;
  const { pathname } = window.location;
  // Each step has a name of its own, which a reload keeps.
  const here = `${pathname} ${String((window.history.state as { key?: unknown } | null)?.key)}`;
  if (here !== place) asked.clear();
  place = here;
  asked.add(key.slice("bundle/".length));
  writeAhead();
}

/** Keeps the cookie as the session is: whoever is signed out leaves none. */
export function startAhead(): void {
  for (const key of asks.keys.splice(0)) note(key);
  asks.note = note;
  for (const changing of [authAtom, openIdsAtom, miscAtom]) store.sub(changing, writeAhead);
  writeAhead();
}

function writeAhead(): void {
  const { pathname, search, protocol } = window.location;
  const { orgId = "" } = store.get(openIdsAtom);
  const said = new URLSearchParams({
    orgId,
    locale: toLocale(search, store.get(miscAtom).locale),
    path: pathname,
    bundles: [...asked].join(" "),
  }).toString();
  const isOpen = store.get(authAtom).refreshToken !== "" && said.length <= lengthMax;
  const lifetime = isOpen ? 2_592_000 : 0;
  document.cookie = `${cookie}=${isOpen ? said : ""};path=/;max-age=${lifetime};samesite=lax${protocol === "https:" ? ";secure" : ""}`;
}
