import { noteServerTime } from "#renderer/session/clock.ts";

/** The browser's own store of answers; absent where the page is not served securely. */
const shelf = () => globalThis.caches?.open("manifests");

/**
 * The manifest at an address. While the service cannot be reached or fails, the one that it gave last: a page that is opened
 * again keeps the release that it had, but not the time of then. Rejects, or gives the service's refusal, where there is none.
 */
export async function fetchManifest(address: string): Promise<Response> {
  const asked = await fetch(address).catch((error: unknown) => error);
  if (asked instanceof Response) noteServerTime(asked.headers.get("x-server-time"));
  if (asked instanceof Response && asked.ok) {
    const copy = asked.clone();
    // What is kept is of no use to this page: nobody waits for it, and a full disk spoils nothing.
    void shelf()
      ?.then((kept) => kept.put(address, copy))
      .catch(() => undefined);
    return asked;
  }
  if (asked instanceof Response && asked.status < 500) return asked;
  const kept = await (await shelf()?.catch(() => undefined))?.match(address);
  if (kept) return kept;
  if (asked instanceof Response) return asked;
  throw asked;
}
