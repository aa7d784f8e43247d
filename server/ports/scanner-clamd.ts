import { connect, isIP, type Socket } from "node:net";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { connect as connectTls } from "node:tls";
import { NoVerdict, type ScannerPort, type ScanVerdict } from "./scanner.ts";

/** A scan may take two minutes without output (MaxScanTime of clamd.conf). */
const silenceMs = 130_000;
const replyMaxBytes = 4096;
const command = Buffer.from("zINSTREAM\0");
const end = Buffer.alloc(4);

/**
 * ClamAV's daemon over TCP (`CLAMD_URL`, tcp:// or tls://host:port), one connection a file. Protocol: zINSTREAM, chunks
 * with their length in four bytes (network order), an empty chunk, one reply that ends in NUL (clamd(8),
 * docs.clamav.net/manual/Usage/ClamdProtocol). Existing packages run programs, or take any reply without FOUND as
 * clean. Here only the exact reply for a clean file counts.
 */
export function createClamd(url: string, waitMs = silenceMs): ScannerPort {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  return {
    scan: async (bytes, signal) => {
      const place = { host, port: Number(port) };
      // A server name may not be an IP address.
      const socket =
        protocol === "tls:" ? connectTls({ ...place, servername: isIP(host) ? "" : host }) : connect(place);
      socket.setTimeout(waitMs, () => socket.destroy(new Error(`no data for ${waitMs} ms`)));
      const abort = () => void socket.destroy(new Error("the scan was aborted"));
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      try {
        return await scanStream(socket, bytes);
      } catch (error) {
        if (error instanceof NoVerdict) throw error;
        throw new NoVerdict("scanner", error instanceof Error ? error.message : "it broke off", error);
      } finally {
        signal?.removeEventListener("abort", abort);
        socket.destroy();
        bytes.destroy();
      }
    },
  };
}

async function scanStream(socket: Socket, bytes: Readable): Promise<ScanVerdict> {
  let isSent = false;
  // Everything is sent when the socket buffer is empty. The pipeline may end later, because it closes its file first.
  const replied = readReply(socket).then((reply) => toVerdict(reply, isSent && socket.writableLength === 0));
  const sent = pipeline(
    bytes,
    toChunks(() => (isSent = true)),
    socket,
    { end: false },
  ).then(() => replied);
  // At an exceeded limit clamd replies before everything is sent. The other promise then fails with nothing new.
  for (const either of [replied, sent]) either.catch(() => undefined);
  return Promise.race([replied, sent]);
}

/** Adds the command, the length of each chunk, and the empty chunk at the end. Calls `onEnd` before the empty chunk. */
function toChunks(onEnd: () => void): Transform {
  let isStarted = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!isStarted) this.push(command);
      isStarted = true;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      this.push(length);
      done(null, chunk);
    },
    flush(done) {
      if (!isStarted) this.push(command);
      onEnd();
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
