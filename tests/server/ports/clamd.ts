/*
 * A stand-in for clamd by its documentation (clamd(8), clamd.conf(5), docs.clamav.net/manual/Usage/ClamdProtocol): a
 * command that ends in NUL, chunks with their length in four bytes of network order, an empty chunk, one reply that
 * ends in NUL.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import path from "node:path";
import { eicar } from "#server/ports/scanner-sandbox.ts";
import { findPort } from "../../support/find-port.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";

const command = "zINSTREAM\0";

/** A scanner that runs beside the test. */
export interface Clamd {
  url: string;
  close(): Promise<void>;
}

/** The behaviour of the stand-in for the next connections. */
export type Behaviour =
  | { as: "scanner"; delayMs?: number }
  /** Sends this reply after each whole file. */
  | { as: "replying"; reply: string }
  /** Applies StreamMaxLength: replies and closes. */
  | { as: "limited"; maxBytes: number }
  /** Closes after this many bytes without a reply. */
  | { as: "closing"; afterBytes: number }
  | { as: "hanging" }
  /** Replies that the file is clean as soon as it begins. */
  | { as: "hasty" }
  /** Sends a reply without end. */
  | { as: "endless" };

export interface StandInClamd extends Clamd {
  behaviour: Behaviour;
  /** The bytes of each complete file. */
  scanned: Buffer[];
  connections: number;
  /** Stops the stand-in, or starts it again at the same address. */
  stop(): Promise<void>;
  restart(): Promise<void>;
}

/** Starts a stand-in that finds the EICAR test file anywhere. */
export async function startStandInClamd(): Promise<StandInClamd> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.once("close", () => sockets.delete(socket)).on("error", () => undefined));
    standIn.connections += 1;
    serve(socket, standIn);
  });
  const listen = (port: number) =>
    new Promise<void>((done) => (server.listening ? done() : server.listen(port, "127.0.0.1", done)));
  const stop = () =>
    new Promise<void>((done) => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) server.close(() => done());
      else done();
    });
  const port = await findPort();
  await listen(port);
  const standIn: StandInClamd = {
    url: `tcp://127.0.0.1:${port}`,
    behaviour: { as: "scanner" },
    scanned: [],
    connections: 0,
    stop,
    restart: () => listen(port),
    close: stop,
  };
  return standIn;
}

function serve(socket: Socket, standIn: StandInClamd): void {
  let pending = Buffer.alloc(0);
  let hasCommand = false;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  const { behaviour } = standIn;
  const reply = (text: string) => void socket.end(`${text}\0`);
  socket.on("data", (part: Buffer) => {
    pending = Buffer.concat([pending, part]);
    if (!hasCommand && pending.length >= command.length) {
      if (pending.subarray(0, command.length).toString() !== command) return reply("UNKNOWN COMMAND");
      pending = pending.subarray(command.length);
      hasCommand = true;
      if (behaviour.as === "hasty") return reply("stream: OK");
    }
    while (hasCommand && pending.length >= 4 && pending.length >= 4 + pending.readUInt32BE(0)) {
      const length = pending.readUInt32BE(0);
      if (length === 0) return finish();
      chunks.push(pending.subarray(4, 4 + length));
      pending = pending.subarray(4 + length);
      sizeBytes += length;
      if (behaviour.as === "closing" && sizeBytes > behaviour.afterBytes) return void socket.destroy();
      if (behaviour.as === "limited" && sizeBytes > behaviour.maxBytes)
        return reply("INSTREAM size limit exceeded. ERROR");
    }
  });
  const finish = () => {
    const file = Buffer.concat(chunks);
    standIn.scanned.push(file);
    if (behaviour.as === "hanging") return;
    if (behaviour.as === "endless") return void socket.write("stream: OK".repeat(1000));
    if (behaviour.as === "replying") return reply(behaviour.reply);
    const verdict = file.includes(eicar) ? "stream: Eicar-Test-Signature FOUND" : "stream: OK";
    setTimeout(() => reply(verdict), behaviour.as === "scanner" ? (behaviour.delayMs ?? 0) : 0);
  };
}

const program = ["/usr/sbin/clamd", "/usr/local/sbin/clamd", "/opt/homebrew/sbin/clamd"].find((file) =>
  existsSync(file),
);

/** The reason why no real clamd can start here; undefined when it can (Debian: clamav-daemon). */
export const noClamd = program ? undefined : "no clamd is installed (Debian's clamav-daemon)";

/** Starts a real clamd with one custom signature, for the test file. `maxBytes` is its StreamMaxLength. */
export async function startRealClamd(port: number, maxBytes = 26 * 1024 * 1024): Promise<Clamd> {
  const folder = makeTemporaryFolder();
  const database = path.join(folder, "signatures");
  mkdirSync(database, { mode: 0o755 });
  // An extended signature: name, any file type, any offset, the bytes in hexadecimal.
  writeFileSync(path.join(database, "test.ndb"), `Sanad.TestFile:0:*:${Buffer.from(eicar).toString("hex")}\n`);
  const config = [
    "Foreground yes",
    `TCPSocket ${port}`,
    "TCPAddr 127.0.0.1",
    `DatabaseDirectory ${database}`,
    `TemporaryDirectory ${folder}`,
    `StreamMaxLength ${maxBytes}`,
    "OfficialDatabaseOnly no",
    ...(process.getuid?.() === 0 ? ["User root"] : []),
  ];
  const file = path.join(folder, "clamd.conf");
  writeFileSync(file, `${config.join("\n")}\n`);
  const child = spawn(program!, ["--config-file", file], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const end = Date.now() + 30_000;
  while (!(await answersPing(port))) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`clamd did not start:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url: `tcp://127.0.0.1:${port}`,
    close: async () => {
      child.kill();
      await ended;
    },
  };
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => socket.write("zPING\0"));
    socket.once("data", (part: Buffer) => done(part.toString().startsWith("PONG")));
    socket.once("error", () => done(false));
    socket.once("data", () => socket.destroy());
  });
}
