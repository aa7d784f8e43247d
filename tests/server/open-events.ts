import { setTimeout as sleep } from "node:timers/promises";

/** Opens a stream of server-sent events, and collects the data of the events `changed`. */
export async function openEvents<Changes>(url: string, headers: Record<string, string>) {
  const stop = new AbortController();
  const answer = await fetch(url, { headers: { "accept-encoding": "gzip, br", ...headers }, signal: stop.signal });
  let text = "";
  let isOpen = true;
  const ended = (async () => {
    for await (const part of answer.body!) text += Buffer.from(part).toString();
  })()
    .catch(() => undefined)
    .finally(() => (isOpen = false));
  const read = () =>
    [...text.matchAll(/^event: changed\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as Changes);
  return { answer, ended, read, isOpen: () => isOpen, close: () => stop.abort() };
}

/** Waits until this is true, at most `ms`; returns whether it is. */
export async function until(isTrue: () => boolean, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; !isTrue() && Date.now() < end;) await sleep(20);
  return isTrue();
}
