/*
 * clamd as its documentation describes it (clamd(8), clamd.conf(5), docs.clamav.net/manual/Usage/ClamdProtocol): a command
 * that ends in NUL, chunks behind their length in four bytes of network order, an empty chunk, one reply that ends in NUL.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import path from "node:path";
import { eicar } from "#server/ports/scanner-sandbox.ts";
import { findPort } from "../../find-port.ts";
import { makeFolder } from "../../make-folder.ts";

const command = "zINSTREAM\0";

/** A scanner that runs beside the test. */
export interface Clamd {
  url: string;
  close(): Promise<void>;
}

/** What the stand-in does with the next connections. */
export type Mood =
  | { as: "scanner"; delayMs?: number }
  /** Says this to every file, when all of it has come. */
  | { as: "saying"; reply: string }
  /** StreamMaxLength: says so and closes. */
  | { as: "limited"; maxBytes: number }
  /** Closes after so many bytes, without a word. */
  | { as: "closing"; afterBytes: number }
  | { as: "hanging" }
  /** Calls a file clean as soon as it begins. */
  | { as: "hasty" }
  /** Talks and never ends its reply. */
  | { as: "babbling" };

export interface StandInClamd extends Clamd {
  mood: Mood;
  /** The bytes of each file that came whole. */
  scanned: Buffer[];
  connections: number;
  /** Goes away, or comes back at the same address. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
}

/** A stand-in that finds the test file, anywhere. */
export async function startStandInClamd(): Promise<StandInClamd> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.once("close", () => sockets.delete(socket)).on("error", () => undefined));
    standIn.connections += 1;
    serve(socket, standIn);
  });
  const listen = (port: number) =>
    new Promise<void>((done) => (server.listening ? done() : server.listen(port, "127.0.0.1", done)));
  const leave = () =>
    new Promise<void>((done) => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) server.close(() => done());
      else done();
    });
  const port = await findPort();
  await listen(port);
  const standIn: StandInClamd = {
    url: `tcp://127.0.0.1:${port}`,
    mood: { as: "scanner" },
    scanned: [],
    connections: 0,
    leave,
    comeBack: () => listen(port),
    close: leave,
  };
  return standIn;
}

function serve(socket: Socket, standIn: StandInClamd): void {
  let held = Buffer.alloc(0);
  let isBegun = false;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  const { mood } = standIn;
  const say = (reply: string) => void socket.end(`${reply}\0`);
  socket.on("data", (part: Buffer) => {
    held = Buffer.concat([held, part]);
    if (!isBegun && held.length >= command.length) {
      if (held.subarray(0, command.length).toString() !== command) return say("UNKNOWN COMMAND");
      held = held.subarray(command.length);
      isBegun = true;
      if (mood.as === "hasty") return say("stream: OK");
    }
    while (isBegun && held.length >= 4 && held.length >= 4 + held.readUInt32BE(0)) {
      const length = held.readUInt32BE(0);
      if (length === 0) return finish();
      chunks.push(held.subarray(4, 4 + length));
      held = held.subarray(4 + length);
      sizeBytes += length;
      if (mood.as === "closing" && sizeBytes > mood.afterBytes) return void socket.destroy();
      if (mood.as === "limited" && sizeBytes > mood.maxBytes) return say("INSTREAM size limit exceeded. ERROR");
    }
  });
  const finish = () => {
    const file = Buffer.concat(chunks);
    standIn.scanned.push(file);
    if (mood.as === "hanging") return;
    if (mood.as === "babbling") return void socket.write("stream: OK".repeat(1000));
    if (mood.as === "saying") return say(mood.reply);
    const verdict = file.includes(eicar) ? "stream: Eicar-Test-Signature FOUND" : "stream: OK";
    setTimeout(() => say(verdict), mood.as === "scanner" ? (mood.delayMs ?? 0) : 0);
  };
}

const program = ["/usr/sbin/clamd", "/usr/local/sbin/clamd", "/opt/homebrew/sbin/clamd"].find((file) =>
  existsSync(file),
);

/** Why no real clamd can be started here; undefined where it can (Debian: clamav-daemon). */
export const noClamd = program ? undefined : "no clamd is installed (Debian's clamav-daemon)";

/** A real clamd with one signature of our own, for the test file behind whatever. `maxBytes` is its StreamMaxLength. */
export async function startRealClamd(port: number, maxBytes = 26 * 1024 * 1024): Promise<Clamd> {
  const folder = makeFolder();
  const database = path.join(folder, "signatures");
  mkdirSync(database, { mode: 0o755 });
  // An extended signature: name, any type of file, anywhere in it, the bytes in hexadecimal.
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
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (said += part.toString()));
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const end = Date.now() + 30_000;
  while (!(await answersPing(port))) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`clamd did not start:\n${said}`);
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
