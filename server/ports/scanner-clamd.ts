import { connect, type Socket } from "node:net";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { NoVerdict, type ScannerPort, type ScanVerdict } from "./scanner.ts";

/** A scan may take two minutes (MaxScanTime of clamd.conf), in which nothing is said. */
const silenceMs = 130_000;
const replyMaxBytes = 4096;
const command = Buffer.from("zINSTREAM\0");
const end = Buffer.alloc(4);

/**
 * ClamAV's daemon over TCP (`CLAMD_URL`, tcp://host:port), one connection a file: zINSTREAM, chunks behind their length in
 * four bytes (network order), an empty chunk, and one reply that ends in NUL (clamd(8), docs.clamav.net/manual/Usage/ClamdProtocol).
 * The packages for it run programs or take any reply without FOUND for clean; here only the one reply that means clean does.
 */
export function createClamd(url: string, waitMs = silenceMs): ScannerPort {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  return {
    scan: async (bytes, signal) => {
      const socket = connect({ host, port: Number(port) });
      socket.setTimeout(waitMs, () => socket.destroy(new Error(`nothing was said for ${waitMs} ms`)));
      const leave = () => void socket.destroy(new Error("nobody waits any longer"));
      if (signal?.aborted) leave();
      signal?.addEventListener("abort", leave, { once: true });
      try {
        return await ask(socket, bytes);
      } catch (error) {
        if (error instanceof NoVerdict) throw error;
        throw new NoVerdict("scanner", error instanceof Error ? error.message : "it broke off", error);
      } finally {
        signal?.removeEventListener("abort", leave);
        socket.destroy();
        bytes.destroy();
      }
    },
  };
}

async function ask(socket: Socket, bytes: Readable): Promise<ScanVerdict> {
  let isWhole = false;
  // All of it has left when nothing is held back any more. The stream may take longer to end: it closes its file first.
  const replied = readReply(socket).then((reply) => toVerdict(reply, isWhole && socket.writableLength === 0));
  const sent = pipeline(
    bytes,
    toChunks(() => (isWhole = true)),
    socket,
    { end: false },
  ).then(() => replied);
  // A reply may come before all is sent, when a limit is exceeded; the other of the two fails then, and tells nothing new.
  for (const either of [replied, sent]) either.catch(() => undefined);
  return Promise.race([replied, sent]);
}

/** Puts the command before the bytes, the length before each chunk, and the empty chunk behind them; `ended` hears of that. */
function toChunks(ended: () => void): Transform {
  let isBegun = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!isBegun) this.push(command);
      isBegun = true;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      this.push(length);
      done(null, chunk);
    },
    flush(done) {
      if (!isBegun) this.push(command);
      ended();
      done(null, end);
    },
  });
}

function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.on("data", (part: Buffer) => {
      text += part.toString("utf8");
      const at = text.indexOf("\0");
      if (at !== -1) resolve(text.slice(0, at));
      else if (text.length > replyMaxBytes) reject(new Error("its reply does not end"));
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the connection was closed without a reply")));
  });
}

function toVerdict(reply: string, isSent: boolean): ScanVerdict {
  if (reply === "stream: OK" && isSent) return { infected: false };
  const signature = /^stream: (\S+) FOUND$/.exec(reply)?.[1];
  if (signature !== undefined) return { infected: true, signature };
  throw new NoVerdict("file", reply.replace(/[^\x20-\x7e]/g, " ").slice(0, 200));
}
