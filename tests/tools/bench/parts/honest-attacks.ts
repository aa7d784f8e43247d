/* Attacks a server from its own process. The parent sends the order and gets what the attackers were answered. */
import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { services as bases } from "#engine/contract/services.ts";
import { makeCostlyPdf } from "../../../server/files/costly-document.ts";

export type AttackKind = "slow-bodies" | "slow-readers" | "small-calls" | "status-lists" | "costly-documents";

/** `tokens`: the attackers' sessions, used in turn; none without a session. */
export interface Attack {
  kind: AttackKind;
  origin: string;
  addresses: number;
  tokens: readonly string[];
  forMs: number;
}

/** How often each status came, or `cut` for a closed connection. */
export interface AttackResult {
  statuses: Record<string, number>;
}

const slowBodies = 205;
const slowReaders = 205;
const callers = 200;
const documentsOfOne = 4;
const documentsOfMany = 20;
const seen: Record<string, number> = {};
const count = (status: string | number) => void (seen[status] = (seen[status] ?? 0) + 1);
const sockets: net.Socket[] = [];
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });

process.once("message", async (order: Attack) => {
  const until = Date.now() + order.forMs;
  await Promise.race([attacks[order.kind](order, until), sleep(order.forMs)]);
  for (const socket of sockets) socket.destroy();
  process.send?.({ statuses: seen } satisfies AttackResult);
});

const attacks: Record<AttackKind, (order: Attack, until: number) => Promise<unknown>> = {
  "slow-bodies": async (order, until) => {
    const open = Array.from({ length: slowBodies }, (_, i) => openBody(order, i));
    for (let turn = 0; Date.now() < until; turn += 1) {
      // Some 50 bytes a second in all. A closed connection is opened again.
      for (let part = 0; part < 5; part += 1) {
        const at = (turn * 5 + part) % open.length;
        if (open[at]!.destroyed) open[at] = openBody(order, at);
        else open[at]!.write(" ");
      }
      await sleep(100);
    }
  },
  "slow-readers": async (order, until) => {
    for (let i = 0; i < slowReaders; i += 1) openReader(order, i);
    await sleep(until - Date.now());
  },
  "small-calls": (order, until) =>
    callInLoops(order, until, (i) =>
      order.tokens.length > 0 || i % 2 === 0 ? `${bases.webWallet}/profile` : `${bases.webWallet}/verifier/gce`,
    ),
  "status-lists": (order, until) =>
    callInLoops(order, until, (i) => (i % 2 === 0 ? "/credentials/status/0" : "/.well-known/openid-credential-issuer")),
  "costly-documents": (order, until) =>
    Promise.all(
      Array.from({ length: order.addresses === 1 ? documentsOfOne : documentsOfMany }, async (_, i) => {
        for (let seed = i * 1000; Date.now() < until; seed += 1)
          await call(order, i, { path: `${bases.utility}/detect-document-issues`, body: toForm(makeCostlyPdf(seed)) });
      }),
    ),
};

const toHeaders = ({ addresses, tokens }: Attack, i: number) => ({
  "x-forwarded-for": `203.0.${113 + Math.floor((i % addresses) / 250)}.${(i % addresses) % 250}`,
  ...(tokens.length > 0 && { authorization: `Bearer ${tokens[i % tokens.length]}` }),
});

const toHead = (order: Attack, i: number): string =>
  Object.entries({ host: "a", ...toHeaders(order, i) })
    .map((header) => `${header.join(": ")}\r\n`)
    .join("");

function connect({ origin }: Attack, onAnswer: (status: string) => void): net.Socket {
  const { port, hostname } = new URL(origin);
  const socket = net.connect(Number(port), hostname).on("error", () => count("cut"));
  socket.on("data", (part: Buffer) => onAnswer(part.toString("latin1").slice(9, 12)));
  sockets.push(socket);
  return socket;
}

function openBody(order: Attack, i: number): net.Socket {
  const socket = connect(order, (status) => (count(status), socket.destroy()));
  const path = order.tokens.length > 0 ? `${bases.verificationWebWallet}/transactions` : `${bases.webWallet}/profile`;
  socket.write(
    `POST ${path} HTTP/1.1\r\n${toHead(order, i)}content-type: application/json\r\ncontent-length: 60000\r\n\r\n{`,
  );
  return socket;
}

/** Requests large answers one after the other and reads none. */
function openReader(order: Attack, i: number): void {
  const socket = connect(order, () => undefined);
  socket.pause();
  socket.write(`GET /openapi.json HTTP/1.1\r\n${toHead(order, i)}\r\n`.repeat(30));
}

async function callInLoops(order: Attack, until: number, toPath: (i: number) => string): Promise<unknown> {
  return Promise.all(
    Array.from({ length: callers }, async (_, i) => {
      while (Date.now() < until) await call(order, i, { path: toPath(i) });
    }),
  );
}

function call(order: Attack, i: number, { path, body }: { path: string; body?: Buffer }): Promise<void> {
  return new Promise((resolve) => {
    const headers = {
      ...toHeaders(order, i),
      ...(body && { "content-type": `multipart/form-data; boundary=${boundary}` }),
    };
    const request = http.request(order.origin + path, { method: body ? "POST" : "GET", agent, headers }, (answer) => {
      count(answer.statusCode ?? 0);
      answer.resume().once("close", resolve);
    });
    request.on("error", () => (count("cut"), resolve()));
    request.end(body);
  });
}

const boundary = "----bench";

function toForm(file: Buffer): Buffer {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}
