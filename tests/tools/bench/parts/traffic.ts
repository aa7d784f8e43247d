import type { Page } from "playwright";

interface Fetched {
  url: string;
  startedAt: number;
  endedAt: number;
  bytes: number;
}

/** What a page fetched; `bytes` are those of the bodies as they travelled (compressed). */
export interface Traffic {
  fetched: Fetched[];
  /** Forgets what was fetched so far. */
  reset(): void;
  /** The same, and the browser keeps none of the files either. */
  forgetFiles(): Promise<void>;
}

/** Listens to everything a page fetches, from now on. */
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

/** Bytes of the bodies, as they travelled, of the requests whose path fits. */
export function bytesOf(fetched: readonly Fetched[], pattern: RegExp): number {
  return fetched.filter(({ url }) => pattern.test(new URL(url).pathname)).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** How many times the page had to wait for an answer before it asked on, among the requests whose path fits. */
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
