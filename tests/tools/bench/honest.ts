/*
 * Plays slow bodies, slow readers, costly documents, floods of small calls and of status lists against a built server,
 * from one address and from two hundred, signed in and not. Prints what eight honest visitors get, who open a page
 * about once a second. Exits with 1 when they get less than 0.9 of their answers, three times the quiet p99, or wait
 * longer than five seconds for an inspection. `npm run bench honest [attack]`.
 */
import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { services as bases } from "#engine/contract/services.ts";
import { newMobile } from "../../server/app.ts";
import { makePdf } from "../../server/files/sample-documents.ts";
import { largeHeapFlags } from "../../support/node-flags.ts";
import { startServer } from "../replay/server.ts";
import type { Attack, AttackKind, AttackResult } from "./parts/honest-attacks.ts";
import { post } from "./parts/server.ts";

const goals = { answered: 0.9, slower: 3, inspectionMs: 5000 };
/** A p99 below this is noise of a machine that runs other work, and no candidate notices it. */
const unnoticedMs = 100;
const quietMs = 6000;
const attackMs = 4000;
/** The flood of others is under way before the first honest call. */
const rampMs = 1000;
const giveUpMs = 5000;
/** Honest people and the pause between two pages of one. A person who called without a pause would be a flood. */
const visitorCount = 8;
const pauseMs = 1000;
const many = 200;
const place = { orgId: "gce", formId: "education-evaluation" };

const kinds: readonly { kind: AttackKind; signedIn: readonly boolean[] }[] = [
  { kind: "slow-bodies", signedIn: [false, true] },
  { kind: "slow-readers", signedIn: [false] },
  { kind: "small-calls", signedIn: [false, true] },
  { kind: "status-lists", signedIn: [false] },
  { kind: "costly-documents", signedIn: [true] },
];
const chosen = kinds.filter(({ kind }) => process.argv[2] === undefined || kind === process.argv[2]);

interface Calls {
  waits: number[];
  failed: number;
  statuses: Map<string, number>;
  inspections: number[];
}

const server = await startServer(
  { ADDRESS_LIMITS: "on", TRUST_PROXY: "127.0.0.1,::1", OCR_CACHE_DIR: "", LOG_LEVEL: "silent" },
  largeHeapFlags,
);
const origin = `http://127.0.0.1:${server.port}`;
try {
  const visitors = await Promise.all(Array.from({ length: visitorCount }, (_, i) => prepareVisitor(i)));
  const attackers = await signInMany(many);
  await measure(visitors, 3000); // compiles and connects
  const quiet = await measure(visitors, quietMs);
  const quietP99 = Math.max(toShare(quiet.waits, 0.99), 1);
  print("quiet", quiet, quietP99);
  for (const { kind, signedIn } of chosen)
    for (const withToken of signedIn)
      for (const addresses of [1, many]) {
        const tokens = withToken ? attackers.slice(0, addresses) : [];
        const attacking = attack({ kind, origin, addresses, tokens, forMs: rampMs + attackMs });
        await sleep(rampMs);
        const seen = await measure(visitors, attackMs);
        const name = `${kind}, ${addresses} address${addresses > 1 ? "es" : ""}${withToken ? ", signed in" : ""}`;
        print(name, seen, quietP99, await attacking, await isShedding());
        await sleep(500);
      }
} finally {
  await server.stop();
}

/** An honest candidate with a transaction, and what their pages call. */
async function prepareVisitor(index: number) {
  const mobile = newMobile();
  const session = { mobile, name: "Asha Verma", identity: true };
  const { accessToken } = await post<{ accessToken: string }>(`${origin}/sandbox/session`, session);
  const { txnId } = await post<{ txnId: string }>(`${origin}/sandbox/transaction`, {
    mobile,
    ...place,
    state: "PENDING",
  });
  const from = { "x-forwarded-for": `198.51.100.${index + 1}` };
  const own = { ...from, authorization: `Bearer ${accessToken}` };
  const calls = [
    { url: `${origin}${bases.webWallet}/profile`, headers: own },
    { url: `${origin}${bases.webWallet}/verifier/gce`, headers: from },
    {
      url: `${origin}${bases.verificationWebWallet}/transactions/info?orgId=${place.orgId}&txnId=${txnId}`,
      headers: own,
    },
    { url: `${origin}/config/manifest?orgId=gce&locale=en`, headers: from },
  ];
  return { calls, own };
}

type Visitor = Awaited<ReturnType<typeof prepareVisitor>>;

async function signInMany(count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let from = 0; from < count; from += 10)
    tokens.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, async () => {
          const body = { mobile: newMobile(), name: "Mala Fide" };
          return (await post<{ accessToken: string }>(`${origin}/sandbox/session`, body)).accessToken;
        }),
      )),
    );
  return tokens;
}

/** Opens pages as people do, the calls of a page at once, and inspects documents of one of them, for this time. */
async function measure(visitors: readonly Visitor[], forMs: number): Promise<Calls> {
  const found: Calls = { waits: [], failed: 0, statuses: new Map(), inspections: [] };
  const until = Date.now() + forMs;
  const call = async (url: string, init: RequestInit): Promise<number | undefined> => {
    const began = performance.now();
    const status = await fetch(url, { ...init, signal: AbortSignal.timeout(giveUpMs * 2) })
      .then(async (answer) => (await answer.arrayBuffer(), String(answer.status)))
      .catch((error: Error) => error.name);
    found.statuses.set(status, (found.statuses.get(status) ?? 0) + 1);
    return status === "200" ? performance.now() - began : undefined;
  };
  const loadPart = async ({ url, headers }: Visitor["calls"][number]) => {
    const waited = await call(url, { headers });
    if (waited === undefined || waited > giveUpMs) found.failed += 1;
    else found.waits.push(waited);
  };
  const browse = async ({ calls }: Visitor, index: number) => {
    await sleep((index * pauseMs) / visitorCount);
    while (Date.now() < until) {
      await Promise.all(calls.map(loadPart));
      await sleep(pauseMs);
    }
  };
  const upload = async ({ own }: Visitor) => {
    while (Date.now() < until) {
      const form = new FormData();
      const pdf = await makePdf(["Board of Secondary Education", String(Math.random())], 60_000);
      form.append("file", new File([new Uint8Array(pdf)], "marks.pdf", { type: "application/pdf" }));
      const url = `${origin}${bases.utility}/detect-document-issues`;
      found.inspections.push((await call(url, { method: "POST", headers: own, body: form })) ?? Infinity);
      await sleep(1000);
    }
  };
  await Promise.all([...visitors.map(browse), upload(visitors[0]!)]);
  return found;
}

/** Attacks from another process, so that it does not delay the honest calls. */
function attack(order: Attack): Promise<AttackResult> {
  const child = fork(fileURLToPath(new URL("./parts/honest-attacks.ts", import.meta.url)), [], {
    execArgv: ["--import", "tsx"],
  });
  child.send(order);
  return new Promise((resolve, reject) => {
    child.once("message", (result: AttackResult) => {
      resolve(result);
      child.kill();
    });
    child.once("error", reject);
  });
}

async function isShedding(): Promise<boolean> {
  const health = (await (await fetch(`${origin}/health`)).json()) as { shedding?: boolean };
  return health.shedding === true;
}

function print(name: string, seen: Calls, quietP99: number, attacked?: AttackResult, shedding = false): void {
  const answered = seen.waits.length / (seen.waits.length + seen.failed);
  const p99 = toShare(seen.waits, 0.99);
  const inspection = Math.max(0, ...seen.inspections);
  const missed = [
    answered < goals.answered && "answers",
    p99 > Math.max(goals.slower * quietP99, unnoticedMs) && "p99",
    inspection > goals.inspectionMs && "inspection",
  ].filter(Boolean);
  if (missed.length > 0) process.exitCode = 1;
  const others = [...seen.statuses].filter(([status]) => status !== "200").map((entry) => entry.join(": "));
  const crowd = attacked ? `; attackers got ${JSON.stringify(attacked.statuses)}${shedding ? ", load shed" : ""}` : "";
  console.log(
    `  ${name.padEnd(42)} ${answered.toFixed(2)} of ${seen.waits.length + seen.failed} answered, p50 ${toShare(seen.waits, 0.5).toFixed(0)} ms, ` +
      `p99 ${p99.toFixed(0)} ms (${(p99 / quietP99).toFixed(1)}×), inspection ${inspection.toFixed(0)} ms of ${seen.inspections.length}` +
      `${others.length > 0 ? ` [${others.join(", ")}]` : ""}${missed.length > 0 ? ` MISSED: ${missed.join(", ")}` : ""}${crowd}`,
  );
}

function toShare(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}
