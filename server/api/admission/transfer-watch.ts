import type { IncomingMessage, ServerResponse } from "node:http";

/** Fewer bytes a second are no network that a page works on. A body of n bytes has 15 s and n/rate at most. */
const bytesPerSecond = 4096;
/** The silence that is accepted at first, and after a part that came fast: a tunnel, a change of networks. */
const firstPatienceMs = 15_000;
const maxPatienceMs = 30_000;
const tickMs = 1000;

/** A call from its head until its body has arrived and its answer is read. */
export interface OpenCall {
  request: IncomingMessage;
  reply: ServerResponse;
  /** Called once, at the end of the call. */
  onEnd(): void;
  /** Called before the connection of a slow client is closed. */
  onSlow(direction: "body" | "reader"): void;
}

interface WatchedCall extends OpenCall {
  patienceMs: number;
  moved: number;
}

export interface TransferWatch {
  add(call: OpenCall): void;
  stop(): void;
}

/**
 * Watches calls while the client is the one to send or to read, and closes the connection of one that is slower than
 * 4 KB a second. The time in which the server does not read or write counts for no client.
 */
export function watchTransfers(): TransferWatch {
  const calls = new Set<WatchedCall>();
  const end = (call: WatchedCall) => {
    if (calls.delete(call)) call.onEnd();
  };
  const timer = setInterval(() => {
    for (const call of calls)
      if (isOver(call)) end(call);
      else check(call);
  }, tickMs).unref();
  return {
    add: (call) => {
      const watched = { ...call, patienceMs: firstPatienceMs, moved: countMoved(call) };
      calls.add(watched);
      const endWhenOver = () => isOver(watched) && end(watched);
      call.reply.once("close", endWhenOver);
      call.request.once("end", endWhenOver).once("close", endWhenOver);
    },
    stop: () => clearInterval(timer),
  };
}

function isOver({ request, reply }: OpenCall): boolean {
  return request.socket.destroyed || ((reply.closed || reply.destroyed) && hasArrived(request));
}

const hasArrived = (request: IncomingMessage): boolean => request.complete || request.destroyed;

/** Bytes that went over the connection in both directions, without those that wait in this process. */
const countMoved = ({ request: { socket } }: OpenCall): number =>
  socket.bytesRead + socket.bytesWritten - socket.writableLength;

function check(call: WatchedCall): void {
  const { request } = call;
  const moved = countMoved(call);
  const earnedMs = ((moved - call.moved) / bytesPerSecond) * 1000;
  call.moved = moved;
  const isSlowReader = request.socket.writableLength > 0;
  const isSlowBody = !isSlowReader && !hasArrived(request) && request.readableLength === 0;
  // A late tick counts once: this process may have been blocked.
  const waitedMs = isSlowReader || isSlowBody ? tickMs : 0;
  call.patienceMs = Math.min(maxPatienceMs, call.patienceMs + earnedMs) - waitedMs;
  if (call.patienceMs >= 0) return;
  call.onSlow(isSlowReader ? "reader" : "body");
  request.socket.destroy();
}
