import type { Page } from "playwright";

interface Fetched {
  url: string;
  startedAt: number;
  endedAt: number;
  bytes: number;
}

/** Requests of a page. `bytes` counts compressed bodies. */
export interface Traffic {
  fetched: Fetched[];
  /** Clears the list. */
  reset(): void;
  /** Clears the list and the browser's cache. */
  forgetFiles(): Promise<void>;
}

/** Records all requests of a page from now on. */
export async function listen(page: Page): Promise<Traffic> {
  const session = await page.context().newCDPSession(page);
  const open = new Map<string, Fetched>();
  const fetched: Fetched[] = [];
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, request, timestamp }) => {
    open.set(requestId, { url: request.url, startedAt: timestamp, endedAt: timestamp, bytes: 0 });
  });
  const headerBytes = new Map<string, number>();
  session.on("Network.responseReceived", ({ requestId, response }) =>
    headerBytes.set(requestId, response.encodedDataLength),
  );
  session.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    const entry = open.get(requestId);
    if (entry)
      fetched.push({
        ...entry,
        endedAt: timestamp,
        bytes: Math.max(0, encodedDataLength - (headerBytes.get(requestId) ?? 0)),
      });
  });
  const reset = () => void fetched.splice(0);
  const forgetFiles = async () => {
    await session.send("Network.clearBrowserCache");
    reset();
  };
  return { fetched, reset, forgetFiles };
}

/** Compressed bytes of the requests with a matching path. */
export function bytesOf(fetched: readonly Fetched[], pattern: RegExp): number {
  return fetched.filter(({ url }) => pattern.test(new URL(url).pathname)).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Number of sequential waits among the requests with a matching path. */
export function roundTrips(fetched: readonly Fetched[], pattern: RegExp): number {
  const chosen = fetched
    .filter(({ url }) => pattern.test(new URL(url).pathname))
    .sort((a, b) => a.startedAt - b.startedAt);
  let trips = 0;
  let firstAnswer = -1;
  for (const { startedAt, endedAt } of chosen) {
    if (startedAt >= firstAnswer) {
      trips += 1;
      firstAnswer = endedAt;
    } else firstAnswer = Math.min(firstAnswer, endedAt);
  }
  return trips;
}
