import { syncServerTime } from "#renderer/session/server-clock.ts";

/** The browser's response cache; undefined on insecure origins. */
const openCache = () => globalThis.caches?.open("manifests");

/**
 * Fetches the manifest. If the service fails or is unreachable, returns the cached one, so that a reopened page keeps
 * its release. Returns a refusal as it is; rejects if there is neither.
 */
export async function fetchManifest(address: string): Promise<Response> {
  const response = await fetch(address).catch((error: unknown) => error);
  if (response instanceof Response) syncServerTime(response.headers.get("x-server-time"));
  if (response instanceof Response && response.ok) {
    const copy = response.clone();
    // The cache is for later pages: nothing waits for it, and a full disk does no harm.
    void openCache()
      ?.then((cache) => cache.put(address, copy))
      .catch(() => undefined);
    return response;
  }
  if (response instanceof Response && response.status < 500) return response;
  const cached = await (await openCache()?.catch(() => undefined))?.match(address);
  if (cached) return cached;
  if (response instanceof Response) return response;
  throw response;
}
