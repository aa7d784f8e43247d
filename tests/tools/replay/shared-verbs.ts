import type { OperationId } from "#engine/contract/operations.ts";
import type { TrackedEvent } from "./event-stream.ts";
import type { Answered, Expectation, sharedContracts, Verbs } from "./contracts.ts";
import { findDifference } from "./partial-match.ts";
import type { FixtureRun } from "./run.ts";
import { readDottedPath } from "#engine/core/base/fill-variables.ts";
import type { Answer, RawAnswer } from "./api-client.ts";

/** A fixture that ends before its port is there again must not take it from the others for long. */
const outageSeconds = 30;

/** Verbs of both readings and of `then`. One more: its contract in contracts.ts, what it does here. */
export const sharedVerbs: Verbs<typeof sharedContracts, FixtureRun> = {
  call: async ({ call, with: args, otp, file, key, expect, keep }, reading) => {
    const given = otp === undefined ? args : { ...args, otp: await reading.code(otp) };
    const answer = await reading.api.call(call as OperationId, given, {
      context: reading.context,
      bearer: await reading.toBearer(),
      ...(file !== undefined && { paper: await reading.file(file) }),
      ...(key !== undefined && { key }),
    });
    assertAnswer(answer, expect);
    keepFrom(answer, keep, reading);
  },
  ask: async ({ ask: path, as: method, headers, send: body, expect, keep = {} }, reading) => {
    const answer = await reading.api.request({
      path,
      ...(method !== undefined && { method }),
      ...(headers && { headers }),
      body,
      bearer: await reading.toBearer(),
    });
    assertAnswered(answer, expect);
    for (const [name, header] of Object.entries(keep)) {
      const value = answer.headers.get(header);
      if (value === null) throw new Error(`the answer has no header '${header}'`);
      // What was made is known by the last part of its address.
      reading.variables[name] = header === "location" ? value.split("/").at(-1) : value;
    }
  },
  verifier: async ({ verifier, ...rest }, reading) => {
    await reading.api.sandbox("POST", "verifier", { txnId: reading.variables["txnId"], outcome: verifier, ...rest });
  },
  scene: async ({ scene: state }, reading) => {
    const { mobile, orgId, formId } = reading.variables;
    const asked = { mobile, orgId, formId, state };
    const made = await reading.api.sandbox<{ txnId: string; failure?: string }>("POST", "transaction", asked);
    if (made.failure !== undefined) throw new Error(`the form cannot be ${state}: ${made.failure}`);
    reading.variables["txnId"] = made.txnId;
  },
  bank: async ({ bank: outcome, order }, reading) => {
    await reading.api.sandbox("POST", `pay/${encodeURIComponent(order)}`, { outcome });
  },
  callback: async ({ callback, order, outcome }, reading) => {
    await reading.api.sandbox("POST", `pay/${encodeURIComponent(order)}`, { outcome, callback });
  },
  wait: async ({ wait }, reading) => {
    await reading.api.sandbox("POST", "clock", { advanceSeconds: wait });
  },
  clock: async ({ clock }, reading) => {
    await reading.api.sandbox("POST", "clock", clock);
  },
  answer: async ({ answer: port, is }, reading) => {
    await reading.api.sandbox("POST", "outage", { port, seconds: is === "away" ? outageSeconds : 0 });
  },
  spoil: async ({ spoil: credentialId }, reading) => {
    await reading.api.sandbox("POST", "tamper", { credentialId });
  },
  release: async ({ release }, reading) => {
    await reading.release(release);
  },
  events: async ({ events, besides = [] }, reading) => {
    let told: TrackedEvent[] = [];
    const matches = async () => {
      told = (await reading.events.fresh()).filter(({ name }) => !besides.includes(name));
      return JSON.stringify(told.map(({ name }) => name)) === JSON.stringify(events) ? true : undefined;
    };
    try {
      await reading.until("the events", matches);
    } catch {
      throw new Error(`the page told of ${JSON.stringify(told.map(({ name, properties }) => [name, properties]))}`);
    }
    await reading.events.forget();
  },
  outbox: async ({ outbox, channel, containing = "", count }, reading) => {
    let found = 0;
    const matches = async () => {
      found = (await reading.messages(outbox)).filter(
        (message) => message.channel === channel && message.text.includes(containing),
      ).length;
      return found >= count ? true : undefined;
    };
    await reading.until(`${count} × ${channel} to ${outbox}`, matches);
    if (found !== count) throw new Error(`${found} messages by ${channel} went to ${outbox}; should be ${count}`);
  },
};

/** Throws when the answer is not the expected one; without a code a success is expected. */
export function assertAnswer(answer: Answer, expect: Expectation = {}): void {
  const code = expect.code ?? 0;
  if (answer.code !== code || (code === 0 && answer.status >= 400)) {
    throw new Error(
      `answered HTTP ${answer.status} code ${answer.code}, should be ${code}: ${JSON.stringify(answer.body).slice(0, 600)}`,
    );
  }
  const said = listSaid(answer);
  if (expect.says !== undefined && !said.includes(expect.says))
    throw new Error(`it says ${JSON.stringify(said)}, should say '${expect.says}'`);
  const difference = expect.data === undefined ? undefined : findDifference(expect.data, answer.data);
  if (difference !== undefined) throw new Error(difference);
}

/** Throws when the answer is not the expected one; without a status a success, or what leads on, is expected. */
function assertAnswered(answer: RawAnswer, { status, code, says, contains }: Answered = {}): void {
  const { text } = answer;
  const isRight = status === undefined ? code !== undefined || answer.status < 400 : answer.status === status;
  if (!isRight || (code !== undefined && answer.code !== code))
    throw new Error(`answered HTTP ${answer.status} code ${answer.code}: ${text.slice(0, 600)}`);
  const said = listSaid(answer);
  if (says !== undefined && !said.includes(says))
    throw new Error(`it says ${JSON.stringify(said)}, should say '${says}'`);
  if (contains !== undefined && !text.includes(contains))
    throw new Error(`it does not hold '${contains}': ${text.slice(0, 600)}`);
}

/** What a refusal says: of the call, and of each value that was refused. */
function listSaid({ body }: Pick<Answer, "body">): unknown[] {
  const fields = Array.isArray(body["fields"]) ? (body["fields"] as { message?: unknown }[]) : [];
  return [body["message"], ...fields.map(({ message }) => message)];
}

/** Keeps parts of `data` as variables; an address of the wallet by its path. Throws when one is absent. */
export function keepFrom(answer: Answer, keep: Record<string, string> = {}, reading: FixtureRun): void {
  for (const [name, path] of Object.entries(keep)) {
    const value = readDottedPath(answer.data, path);
    if (value === undefined)
      throw new Error(`the answer holds no ${path}: ${JSON.stringify(answer.data).slice(0, 300)}`);
    const isOwn = typeof value === "string" && value.startsWith(`${reading.api.baseUrl}/`);
    reading.variables[name] = isOwn ? value.slice(reading.api.baseUrl.length) : value;
  }
}
