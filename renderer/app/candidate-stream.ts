import { toWireRequest } from "#engine/contract/request.ts";
import { call } from "#renderer/data/client.ts";
import { followEvents } from "#renderer/data/event-stream.ts";
import { getOperation } from "#renderer/data/operations.ts";
import { toWalletHeaders } from "#renderer/data/transport.ts";
import { refreshChanged, type Changes } from "#renderer/screen/refresh-changed.ts";
import { setStreamAlive } from "#renderer/session/stream-alive.ts";
import { authAtom, store } from "#renderer/session/slices.ts";
import { findSubject } from "#renderer/session/token.ts";

/** How often the tab with the connection reports that it lives, and the silence after which the others poll. */
const aliveMs = 5_000;
const silenceMs = 12_000;
const everything: Changes = { transactionList: [], chatList: [], notices: true, profile: true, everything: true };

/** What the tab with the connection passes on. */
type TabMessage = { alive: boolean } | { changed: Changes } | "who";

/**
 * Follows what changes for the signed-in candidate. The tabs of a browser share one connection: the tab with the lock
 * has it and passes events on, and another takes over when it closes. Starts and ends with the session.
 */
export function startCandidateStream(): void {
  let subject = "";
  let isUnloading = false;
  let stop = new AbortController();
  const follow = () => {
    const now = isUnloading ? "" : findSubject(store.get(authAtom).accessToken);
    if (now === subject) return;
    subject = now;
    stop.abort();
    setStreamAlive(false);
    stop = new AbortController();
    if (now) shareStream(now, stop.signal);
  };
  // A page in the back-forward cache must not keep the lock, and asks again when it returns.
  window.addEventListener("pagehide", () => {
    isUnloading = true;
    follow();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    isUnloading = false;
    if (persisted) refreshChanged(everything);
    follow();
  });
  store.sub(authAtom, follow);
  follow();
}

function shareStream(subject: string, signal: AbortSignal): void {
  const name = `sanad-events ${subject}`;
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(name) : undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let isLeading = false;
  let isAlive = false;
  const send = (message: TabMessage) => {
    if (!signal.aborted) channel?.postMessage(message);
  };
  const setAlive = (alive: boolean) => {
    if (signal.aborted) return;
    isAlive = alive;
    setStreamAlive(alive);
    send({ alive });
  };
  channel?.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    if (data === "who") return void (isLeading && send({ alive: isAlive }));
    if ("changed" in data) return void refreshChanged(data.changed);
    setStreamAlive(data.alive);
    clearTimeout(silence);
    silence = setTimeout(() => setStreamAlive(false), silenceMs);
  });
  signal.addEventListener("abort", () => {
    clearTimeout(silence);
    channel?.close();
  });
  send("who");

  const lead = async () => {
    isLeading = true;
    clearTimeout(silence);
    const pulse = setInterval(() => send({ alive: isAlive }), aliveMs);
    // What changed while no tab had a connection is unknown. A page that has just loaded has asked.
    let hasGap = performance.now() > silenceMs;
    const pass = (changed: Changes) => {
      refreshChanged(changed);
      send({ changed });
    };
    await followEvents({
      address: toWireRequest({ id: "profile.watch", entry: getOperation("profile.watch") }, {}, {}).path,
      toHeaders: () => toWalletHeaders(),
      onOpen: () => {
        setAlive(true);
        if (hasGap) pass(everything);
        hasGap = true;
      },
      onEvent: (event, data) => event === "changed" && pass(data as Changes),
      onLost: () => isAlive && setAlive(false),
      // The call renews or ends the session, as any other.
      onRefused: () => call("profile.get").then(noResult, noResult),
      signal,
    });
    clearInterval(pulse);
  };
  if (!("locks" in navigator)) return void lead();
  const untilAborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  // Where the server has no stream, the lock stays with this tab: another would ask in vain too.
  void navigator.locks.request(name, { signal }, () => lead().then(() => untilAborted)).catch(noResult);
}

const noResult = (): void => undefined;
